//! What is shown of one roll of the player: pictures, score, total.

use super::ledger::Wrong;
use super::numbers::{Number, numbers};
use super::pictures::Flaw;
use super::red::Red;
use super::remapping::Logged;
use super::story::{Roll, Stage, Worth, worth};
use super::survey::{Labels, Survey};
use super::words::{self, Idea};
use crate::cases::Cause;

/// A roll and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Rolling<'a> {
    pub(super) stage: &'a Stage,
    pub(super) roll: &'a Roll,
    /// The line from which on numbers may belong to the player.
    pub(super) from: usize,
}

impl Survey<'_> {
    /// Notes what is shown of a roll; returns whether the question after it can be judged.
    pub(super) fn rolled(&mut self, rolling: Rolling<'_>) -> bool {
        self.game.rolls += 1;
        self.ledger.rolls += 1;
        let mut numbers = numbers(&rolling.stage.lines);
        numbers.retain(|number| number.line >= rolling.from && !number.is(Idea::Computer));
        self.pictures(rolling, &numbers);
        let worths = legal(rolling.roll);
        if rolling.roll.dice.iter().any(|die| die.pips == 0) {
            // What such a roll scores, no rule says.
            self.game.totals =
                sums(&self.game.totals, &numbers.iter().map(|number| number.value).collect::<Vec<_>>());
            self.game.totals.extend(numbers.iter().map(|number| number.value));
            return false;
        }
        if worths == [Worth::Bust] {
            self.zero(rolling, &numbers);
            return true;
        }
        let score = self.score(rolling, &worths, &numbers);
        if !score.seen && numbers.iter().any(|number| number.value == 0) {
            // The program takes the roll for one that loses everything; the rest follows from that.
            self.game.totals.push(0);
            return false;
        }
        self.total(rolling, &score, &numbers);
        true
    }

    fn pictures(&mut self, rolling: Rolling<'_>, numbers: &[Number]) {
        let Rolling { stage, roll, .. } = rolling;
        let dice = &roll.dice;
        let flaw = |is: fn(&Flaw) -> bool| dice.iter().find(|die| die.flaws.iter().any(is));
        let wrong = |line: usize, cause, expected: &str, sentence: String| Wrong {
            at: (stage, line),
            cause,
            expected: expected.to_string(),
            sentence,
        };
        let digit = flaw(|flaw| matches!(flaw, Flaw::Digit(_)));
        self.ledger.note(
            "pictures/drawn",
            digit.map(|die| {
                wrong(
                    die.area.top + 1,
                    Cause::WrongText,
                    "pips",
                    "a picture of a die has no digits in it".to_string(),
                )
            }),
        );
        let uneven = flaw(|flaw| *flaw == Flaw::UnevenRows);
        self.ledger.note(
            "pictures/rows",
            uneven.map(|die| {
                wrong(
                    die.area.top + 1,
                    Cause::InnerBlanks,
                    "rows of the same width",
                    "the rows of a die do not stand under each other".to_string(),
                )
            }),
        );
        self.faces(rolling, numbers);
        match roll.red {
            Red::Is(_) => self.ledger.held("pictures/red"),
            Red::Alike if words::is_known_language(&self.text()) => self.ledger.wrong(
                "pictures/red",
                wrong(
                    dice[0].area.top,
                    Cause::WrongText,
                    "a red die",
                    "the red die looks like the white ones".to_string(),
                ),
            ),
            _ => self.ledger.unread("pictures/red", "it is not clear which die is the red one"),
        }
    }

    fn faces(&mut self, rolling: Rolling<'_>, numbers: &[Number]) {
        let Rolling { stage, roll, .. } = rolling;
        let Some(die) = roll.dice.iter().find(|die| die.face().is_none()) else {
            self.ledger.held("dice/faces");
            self.ledger.held("pictures/pips");
            return;
        };
        let counted = roll.worths().iter().any(|worth| {
            matches!(worth, Worth::Points { points, .. } if numbers.iter().any(|number| number.value == *points))
        });
        let stage = self.story.stages.iter().position(|other| std::ptr::eq(other, stage)).unwrap_or(0);
        self.impossible.push(Impossible { stage, line: die.area.top + 1, pips: die.pips, counted });
    }

    /// An impossible number of pips is a face that fell, if the scores always count it, else a slip of the picture.
    pub(super) fn impossible_faces(&mut self) {
        let impossible = std::mem::take(&mut self.impossible);
        let fell = impossible.iter().all(|face| face.pips == 0 || face.counted);
        let fact = if fell { "dice/faces" } else { "pictures/pips" };
        for Impossible { stage, line, pips, .. } in impossible {
            let wrong = Wrong {
                at: (&self.story.stages[stage], line),
                cause: Cause::WrongValue,
                expected: "a face from 1 to 6".to_string(),
                sentence: format!("a die is drawn with {pips} pips; it has 1 to 6"),
            };
            self.ledger.wrong(fact, wrong);
        }
    }

    /// Returns the values that may stand for the score of a roll, or for the total.
    fn values(&self, numbers: &[Number], may_be: fn(&Number) -> bool) -> Vec<i64> {
        let counts = |number: &&Number| self.labels == Labels::DoNotCount || may_be(number);
        numbers.iter().filter(counts).map(|number| number.value).collect()
    }

    /// Returns what the roll may have scored: what is shown, or else what is right.
    fn score(&mut self, rolling: Rolling<'_>, worths: &[Worth], numbers: &[Number]) -> Score {
        let points = |worth: &Worth| match worth {
            Worth::Points { points, times } => Some((*points, *times)),
            Worth::Bust => None,
        };
        let first = self.game.rolls == 1;
        let mut values = self.values(numbers, Number::may_be_roll);
        if first {
            // After the first roll both numbers are the same, and one may stand for both.
            values.extend(numbers.iter().map(|number| number.value));
        }
        let right: Vec<i64> = worths.iter().filter_map(points).map(|(points, _)| points).collect();
        let shown: Vec<i64> = right.iter().copied().filter(|points| values.contains(points)).collect();
        self.log(rolling, &values, !shown.is_empty());
        if worths.len() > 1 {
            let fact = "score/sum";
            if shown.is_empty() && !worths.contains(&Worth::Bust) {
                self.ledger.unread(fact, "it is not clear which die is the red one");
            }
            return Score { right: if shown.is_empty() { right } else { shown }, seen: true, values };
        }
        let Some((points, times)) = worths.first().and_then(points) else {
            return Score { right, seen: false, values };
        };
        let fact = fact_of(rolling.roll, times);
        self.ledger.note(fact, shown.is_empty().then(|| self.not_shown(rolling, numbers, (points, times))));
        Score { seen: !shown.is_empty(), right, values }
    }

    fn log(&mut self, rolling: Rolling<'_>, values: &[i64], right: bool) {
        let stage = self.story.stages.iter().position(|stage| std::ptr::eq(stage, rolling.stage));
        self.log.push(Logged {
            pips: rolling.roll.pips(),
            red: rolling.roll.red,
            values: values.to_vec(),
            right,
            place: (stage.unwrap_or(0), rolling.roll.dice[0].area.top),
        });
    }

    fn not_shown<'b>(&self, rolling: Rolling<'b>, numbers: &[Number], score: (i64, i64)) -> Wrong<'b> {
        let (points, times) = score;
        let labelled = |number: &&Number| number.is(Idea::Roll) && !number.is(Idea::Total);
        let instead = numbers.iter().rev().find(labelled);
        let instead =
            instead.or_else(|| numbers.iter().find(|number| number.may_be_roll() && number.is(Idea::Score)));
        let why = match times {
            1 => "",
            2 => ", doubled because the red die is like one white die",
            _ => ", tripled because the red die is like both white dice",
        };
        let dice = rolling.roll.text();
        Wrong {
            at: (rolling.stage, instead.map_or(rolling.stage.lines.len() - 1, |number| number.line)),
            cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
            expected: format!("a score of {points} for this roll"),
            sentence: match instead {
                Some(number) => {
                    format!("this roll ({dice}) scores {points}{why}; the program shows {}", number.value)
                }
                None => format!("this roll ({dice}) scores {points}{why}; this is not shown"),
            },
        }
    }

    fn total(&mut self, rolling: Rolling<'_>, score: &Score, numbers: &[Number]) {
        if self.game.totals.is_empty() {
            return;
        }
        let first = self.game.rolls == 1;
        let mut values = self.values(numbers, Number::may_be_total);
        if first && !numbers.iter().any(|number| number.is(Idea::Total)) {
            // One number may stand for the score and the total of the first roll.
            values.extend(numbers.iter().map(|number| number.value));
        }
        let right: Vec<i64> = sums(&self.game.totals, &score.right);
        let mut shown: Vec<i64> = right.iter().copied().filter(|total| values.contains(total)).collect();
        if shown.is_empty() && !score.seen {
            // The total of a wrong score is right if it adds what is shown.
            let own = sums(&self.game.totals, &score.values);
            shown = own.into_iter().filter(|total| values.contains(total)).collect();
        }
        let fact = match (first, self.game.index > 0 && self.game.before > 0) {
            (true, true) => "again/reset",
            (true, false) => "total/first",
            _ => "total/added",
        };
        if shown.is_empty() {
            let wrong = self.wrong_total(rolling, numbers, &right);
            self.ledger.wrong(fact, wrong);
            let before = if first { self.game.before } else { 0 };
            let mut possible = sums(&[before], &right);
            possible.extend(&right);
            let labelled = numbers.iter().filter(|number| number.is(Idea::Total));
            possible.extend(labelled.map(|number| number.value));
            self.game.totals = possible;
        } else {
            self.ledger.held(fact);
            self.game.totals = shown;
        }
        self.game.totals.sort_unstable();
        self.game.totals.dedup();
        self.game.totals.truncate(40);
    }

    fn wrong_total<'b>(&self, rolling: Rolling<'b>, numbers: &[Number], right: &[i64]) -> Wrong<'b> {
        let instead = numbers.iter().rev().find(|number| number.is(Idea::Total));
        let right = right.first().copied().unwrap_or(0);
        let last = rolling.stage.lines.len() - 1;
        Wrong {
            at: (rolling.stage, instead.map_or(last, |number| number.line)),
            cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
            expected: format!("a total of {right}"),
            sentence: match instead {
                Some(number) => {
                    format!("the player's total is {right} now; the program shows {}", number.value)
                }
                None => format!("the player's total is {right} now; this is not shown"),
            },
        }
    }

    /// On a bust only the total of zero is judged.
    fn zero(&mut self, rolling: Rolling<'_>, numbers: &[Number]) {
        let bottom = rolling.roll.dice.iter().map(|die| die.area.bottom).max().unwrap_or(0);
        let lines = &rolling.stage.lines;
        let own = |number: &&Number| {
            number.line > bottom
                && (number.is(Idea::Total) || (number.is(Idea::Player) && number.is(Idea::Score)))
                && !number.is(Idea::Roll)
        };
        let own: Vec<&Number> = numbers.iter().filter(own).collect();
        let said = words::words(&lines.join("\n"));
        let in_words = words::has(&said, Idea::Zero)
            || (words::has(&said, Idea::Losing) && words::has(&said, Idea::Everything));
        let zero = if own.is_empty() {
            in_words || numbers.iter().any(|number| number.value == 0)
        } else {
            own.iter().any(|number| number.value == 0)
        };
        let wrong = (!zero).then(|| {
            let instead = own.first();
            let dice = rolling.roll.text();
            Wrong {
                at: (rolling.stage, instead.map_or(lines.len() - 1, |number| number.line)),
                cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
                expected: "a total of 0".to_string(),
                sentence: match instead {
                    Some(number) => format!(
                        "a red 1 without a white 1 ({dice}) resets the total to 0; the program shows {}",
                        number.value
                    ),
                    None => {
                        format!("a red 1 without a white 1 ({dice}) resets the total to 0; this is not shown")
                    }
                },
            }
        });
        let kept = wrong.is_some();
        // A total that is still zero says nothing about whether it is reset.
        if kept || self.game.totals.iter().any(|total| *total > 0) {
            self.ledger.note("total/zero", wrong);
        }
        if kept {
            self.game.totals.push(0);
        } else {
            self.game.totals = vec![0];
        }
    }

    fn text(&self) -> String {
        self.story
            .stages
            .iter()
            .take(3)
            .flat_map(|stage| stage.lines.iter())
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// A die with a number of pips that no die has.
#[derive(Debug)]
pub(super) struct Impossible {
    stage: usize,
    line: usize,
    pips: usize,
    /// Whether the score counts it.
    counted: bool,
}

/// What a roll may have scored.
struct Score {
    right: Vec<i64>,
    /// Whether it is shown.
    seen: bool,
    /// The numbers that may be a score.
    values: Vec<i64>,
}

/// Returns what a roll may be worth; a die with too many pips counts as a six.
fn legal(roll: &Roll) -> Vec<Worth> {
    match roll.red {
        Red::Is(red) if roll.dice.iter().any(|die| die.pips > 6) => {
            vec![worth(&roll.pips().iter().map(|pips| *pips.min(&6)).collect::<Vec<_>>(), red)]
        }
        _ => roll.worths(),
    }
}

fn fact_of(roll: &Roll, times: i64) -> &'static str {
    let pips = roll.pips();
    let red_one = matches!(roll.red, Red::Is(red) if pips[red] == 1);
    match (times, red_one) {
        (1, _) => "score/sum",
        (2, false) => "score/doubled",
        (2, true) => "score/red-one",
        (_, false) => "score/tripled",
        (_, true) => "score/three-ones",
    }
}

fn sums(totals: &[i64], scores: &[i64]) -> Vec<i64> {
    let pairs = totals.iter().flat_map(|total| scores.iter().map(move |score| total.saturating_add(*score)));
    pairs.collect()
}
