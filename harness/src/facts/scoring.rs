//! The score of a roll, and the player's total after it.

use super::ledger::BrokenFact;
use super::misdrawn::Logged;
use super::numbers::PrintedNumber;
use super::rolling::Rolling;
use super::story::{Asked, Stage};
use super::survey::{NumbersBy, Survey};
use super::words::Idea;
use super::worth::Worth;
use crate::cases::Cause;

/// What a roll has scored.
struct Score {
    /// What is right.
    worth: Worth,
    /// Whether that is shown.
    seen: bool,
    /// The numbers that may be a score.
    values: Vec<i64>,
}

impl Survey<'_> {
    /// Notes whether score and total are right after a roll that does not lose all. Returns whether the question after the roll can
    /// be judged.
    pub(super) fn scored(&mut self, rolling: Rolling<'_>, worth: Worth, numbers: &[PrintedNumber]) -> bool {
        let points = worth.points.unwrap_or(0);
        let mut values = self.values(numbers, PrintedNumber::may_be_roll);
        if self.game.rolls == 1 {
            // After the first roll both numbers are the same, and one may stand for both.
            values.extend(numbers.iter().map(|number| number.value));
        }
        let seen = values.contains(&points);
        self.log(rolling, &values, seen);
        let shows_zero = numbers.iter().any(|number| number.value == 0);
        if !seen && shows_zero && !worth.has_red_one && ends_turn(rolling.stage) {
            // The program takes the roll for one that loses everything: its rule is wrong, not what it scores.
            self.ledger.wrong("reroll/asked", ended_at_zero(rolling));
            self.game.totals.push(0);
            return false;
        }
        let fact = fact_of(worth);
        self.ledger.note(fact, (!seen).then(|| not_shown(rolling, numbers, worth)));
        if !seen && shows_zero {
            // The program takes the roll for one that loses everything; the rest follows from that.
            self.game.totals.push(0);
            return false;
        }
        self.total(rolling, &Score { worth, seen, values }, numbers);
        true
    }

    /// Notes what is certain after a roll that can be read in several ways. A score or a total that fits one of the readings
    /// is right; one that fits none is undecided. Returns whether the question after the roll can be judged.
    pub(super) fn scored_somehow(&mut self, worths: &[Worth], numbers: &[PrintedNumber]) -> bool {
        let is_shown = |value: &i64| numbers.iter().any(|number| number.value == *value);
        let fitting = worths.iter().filter(|worth| worth.points.as_ref().is_some_and(is_shown));
        let may_lose = worths.iter().any(|worth| worth.points.is_none());
        let mut scores: Vec<i64> = Vec::new();
        for worth in fitting {
            self.ledger.held(fact_of(*worth));
            scores.extend(worth.points);
        }
        let mut totals: Vec<i64> =
            self.sums(&self.game.totals, &scores).into_iter().filter(is_shown).collect();
        let total = if self.game.rolls == 1 { "total/first" } else { "total/added" };
        if !totals.is_empty() {
            self.ledger.held(total);
            self.ledger.held_if(self.begins_again(), "again/reset");
        } else if !may_lose {
            let fact = if scores.is_empty() { "score/sum" } else { total };
            self.ledger.unread(fact, UNCLEAR_FACES);
            totals = numbers.iter().map(|number| number.value).collect();
        }
        if may_lose {
            totals.extend(self.game.totals_after(|total| self.rules.total(total, None)));
        }
        self.game.may_have(totals);
        !may_lose
    }

    /// Returns the values that may stand for the score of a roll, or for the total.
    fn values(&self, numbers: &[PrintedNumber], may_be: fn(&PrintedNumber) -> bool) -> Vec<i64> {
        let counts = |number: &&PrintedNumber| self.labels == NumbersBy::Value || may_be(number);
        numbers.iter().filter(counts).map(|number| number.value).collect()
    }

    fn log(&mut self, rolling: Rolling<'_>, values: &[i64], right: bool) {
        let stage = self.story.stages.iter().position(|stage| std::ptr::eq(stage, rolling.stage));
        self.log.push(Logged {
            pips: rolling.roll.pips(),
            red: rolling.roll.red,
            values: values.to_vec(),
            right,
            place: (stage.unwrap_or(0), rolling.roll.dice[0].area.bottom),
        });
    }

    fn total(&mut self, rolling: Rolling<'_>, score: &Score, numbers: &[PrintedNumber]) {
        if self.game.totals.is_empty() {
            return;
        }
        let first = self.game.rolls == 1;
        let mut values = self.values(numbers, PrintedNumber::may_be_total);
        if first && !numbers.iter().any(|number| number.is(Idea::Total)) {
            // One number may stand for the score and the total of the first roll.
            values.extend(numbers.iter().map(|number| number.value));
        }
        let right = self.sums(&self.game.totals, &score.worth.points.into_iter().collect::<Vec<_>>());
        let shown_of = |totals: &[i64]| -> Vec<i64> {
            totals.iter().copied().filter(|total| values.contains(total)).collect()
        };
        let mut shown = shown_of(&right);
        if shown.is_empty() && !score.seen {
            // The total of a wrong score is right if it adds what is shown.
            shown = shown_of(&self.sums(&self.game.totals, &score.values));
        }
        if shown.is_empty() {
            let fact = self.fact_of_wrong_total(score.worth);
            self.ledger.wrong(fact, wrong_total(rolling, numbers, &right));
            shown = self.totals_after_a_wrong_one(&right, numbers);
        } else {
            self.ledger.held(match (score.worth.is_fatal(), first) {
                (true, _) => "total/zero",
                (_, true) => "total/first",
                _ => "total/added",
            });
            self.ledger.held_if(self.begins_again(), "again/reset");
        }
        self.game.may_have(shown);
    }

    /// Returns what each of some totals becomes with each of some scores.
    fn sums(&self, totals: &[i64], scores: &[i64]) -> Vec<i64> {
        let pairs = totals.iter().flat_map(|total| scores.iter().map(move |score| (*total, *score)));
        pairs.map(|(total, score)| self.rules.total(total, Some(score))).collect()
    }

    /// Returns whether this is the first roll of a game, and the player had points at the end of the game before.
    fn begins_again(&self) -> bool {
        self.game.rolls == 1 && self.game.index > 0 && self.game.before > 0
    }

    /// Returns the fact that a wrong total speaks against. After the first roll of a later game, that is the reset, unless the
    /// first total of the first game was wrong, too.
    fn fact_of_wrong_total(&self, worth: Worth) -> &'static str {
        let wrong_from_the_start = !self.ledger.entry("total/first").wrong.is_empty();
        match (self.game.rolls, self.game.index) {
            _ if worth.is_fatal() => "total/zero",
            (1, 0) => "total/first",
            (1, _) if wrong_from_the_start => "total/first",
            (1, _) => "again/reset",
            _ => "total/added",
        }
    }

    fn totals_after_a_wrong_one(&self, right: &[i64], numbers: &[PrintedNumber]) -> Vec<i64> {
        let before = if self.game.rolls == 1 { self.game.before } else { 0 };
        let labelled = numbers.iter().filter(|number| number.is(Idea::Total)).map(|number| number.value);
        self.sums(&[before], right).into_iter().chain(right.iter().copied()).chain(labelled).collect()
    }
}

/// Why a score is undecided where dice can be read in several ways.
const UNCLEAR_FACES: &str = "the score fits none of the ways in which the dice can be read: draw each face with its own number of pips, and \
                             the red die with a sign of its own";

fn fact_of(worth: Worth) -> &'static str {
    match (worth.alike, worth.has_red_one) {
        (0, _) => "score/sum",
        (1, false) => "score/doubled",
        (1, true) => "score/red-one",
        (_, false) => "score/tripled",
        (_, true) => "score/three-ones",
    }
}

/// Returns whether the program goes on after a roll without a question whether to roll again.
fn ends_turn(stage: &Stage) -> bool {
    stage.asked.is_some_and(|asked| asked != Asked::Roll)
}

fn ended_at_zero(rolling: Rolling<'_>) -> BrokenFact<'_> {
    let Rolling { stage, roll, .. } = rolling;
    BrokenFact {
        at: (stage, stage.lines.iter().rposition(|line| !line.trim().is_empty()).unwrap_or(0)),
        cause: Cause::MissingPrompt,
        expected: "the question whether to roll again".to_string(),
        sentence: format!(
            "this roll ({}) ends the turn with 0; only a red 1 without a white 1 does that",
            roll.text()
        ),
    }
}

fn not_shown<'a>(rolling: Rolling<'a>, numbers: &[PrintedNumber], worth: Worth) -> BrokenFact<'a> {
    let points = worth.points.unwrap_or(0);
    let labelled = numbers.iter().rev().find(|number| number.is(Idea::Roll) && !number.is(Idea::Total));
    let scored = || numbers.iter().find(|number| number.may_be_roll() && number.is(Idea::Score));
    let instead = labelled.or_else(scored);
    let why = match worth.alike {
        0 => "",
        1 => ", doubled because the red die is like one white die",
        _ => ", tripled because the red die is like both white dice",
    };
    let rule = format!("this roll ({}) scores {points}{why}", rolling.roll.text());
    BrokenFact {
        at: (rolling.stage, instead.map_or(rolling.stage.lines.len() - 1, |number| number.line)),
        cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
        expected: format!("a score of {points} for this roll"),
        sentence: match instead {
            Some(number) => format!("{rule}; the program shows {}", number.value),
            None => format!("{rule}; this is not shown"),
        },
    }
}

fn wrong_total<'a>(rolling: Rolling<'a>, numbers: &[PrintedNumber], right: &[i64]) -> BrokenFact<'a> {
    let instead = numbers.iter().rev().find(|number| number.is(Idea::Total));
    let right = right.first().copied().unwrap_or(0);
    let rule = format!("the player's total is {right} now");
    BrokenFact {
        at: (rolling.stage, instead.map_or(rolling.stage.lines.len() - 1, |number| number.line)),
        cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
        expected: format!("a total of {right}"),
        sentence: match instead {
            Some(number) => format!("{rule}; the program shows {}", number.value),
            None => format!("{rule}; this is not shown"),
        },
    }
}
