//! What the player's rolls score, and the total after them.
//!
//! A roll has readings: which die is red where that is not clear, which faces fell where one is drawn as another, what the player had
//! before, and what the program made of the roll. Those by which the fewest claims are wrong are kept.

use reference::iec_dice::DiceGameRules;

use super::misdrawn::{Logged, Misdrawn};
use super::replay::{Replay, RollSeen, may_be_more, unreadable};
use super::worth::Worth;
use crate::by_evidence::dialogue::deal::Roll;
use crate::by_evidence::dialogue::story::{Asked, Over, Stage};
use crate::by_evidence::read::numbers::PrintedNumber;
use crate::by_evidence::read::pictures::count_of;
use crate::by_evidence::read::red::Red;
use crate::by_evidence::rules::claims::{Expects, FactClaim, Outcome, SentenceParts, Unread};
use crate::by_evidence::rules::hypotheses::{agree, fewest_wrong};
use crate::by_evidence::rules::ledger::TrailStep;
use crate::cases::facts::DiceFact as F;
use crate::cases::wording::{Idea, Ideas};

/// Returns what a roll may be worth: one value for each die that may be red, and for each face that may have fallen.
pub(super) fn worths(roll: &Roll, misdrawn: Option<Misdrawn>, rules: &DiceGameRules) -> Vec<Worth> {
    let reds = match roll.red {
        Red::Is(die) => die..die + 1,
        _ => 0..roll.dice.len(),
    };
    let fallen = roll.pips().into_iter().fold(vec![Vec::new()], |lists: Vec<Vec<u8>>, pips| {
        let longer = |list: &Vec<u8>, face| [&list[..], &[face]].concat();
        let faces = Misdrawn::faces(misdrawn, pips);
        lists.iter().flat_map(|list| faces.iter().map(move |face| longer(list, *face))).collect()
    });
    let mut worths: Vec<Worth> =
        reds.flat_map(|red| fallen.iter().map(move |faces| Worth::of(rules, faces, red))).collect();
    worths.sort();
    worths.dedup();
    worths
}

/// What a program made of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    /// What the rules say.
    Right,
    /// Another score.
    Points(i64),
    /// It took it for one that loses all.
    Lost,
}

/// One way to understand a roll, with its claims, each with what is right there, and what the player's total may be after it.
struct RollReading<'a> {
    worth: Worth,
    made: Made,
    claims: Vec<(FactClaim<'a>, i64)>,
    after: Vec<i64>,
}

/// Why a score is undecided where dice can be read in several ways.
const UNCLEAR_FACES: &str = "the score fits none of the ways in which the dice can be read: draw each face with its own number of pips, and \
                             the red die with a sign of its own";

/// The facts that need the faces of a roll, and those that need its dice, but not their faces.
const OF_FACES: [F; 11] = [
    F::RerollAsked,
    F::RerollBust,
    F::ScoreSum,
    F::ScoreDoubled,
    F::ScoreTripled,
    F::ScoreRedOne,
    F::ScoreThreeOnes,
    F::TotalFirst,
    F::TotalAdded,
    F::TotalZero,
    F::AgainReset,
];
const OF_DICE: [F; 5] = [F::DiceFaces, F::PicturesPips, F::PicturesRed, F::EndingScores, F::EndingWinner];

impl<'a> Replay<'a> {
    /// Judges what is shown where the player rolls; numbers before the line `from` are not the player's.
    pub(super) fn roll(&mut self, stage: &'a Stage, roll: Option<&'a Roll>, from: usize) {
        let sheet = &stage.sheet;
        let Some(roll) = roll else {
            let facts = OF_DICE.iter().chain(&OF_FACES).map(|fact| fact.row());
            if sheet.puzzles.is_empty() && sheet.dice.len() <= 3 && !may_be_more(stage) {
                self.no_dice(stage);
            } else {
                self.ledger
                    .unread(facts.chain([F::DiceThree.row(), F::PicturesDrawn.row()]), unreadable(stage));
                self.game.rolls += 1;
            }
            return self.game.totals.clear();
        };
        self.ledger.held_if(true, F::DiceThree.row());
        let own = sheet.numbers.iter().filter(|number| number.line >= from && !number.is(Idea::Computer));
        let numbers: Vec<&PrintedNumber> = own.collect();
        let seen = RollSeen { stage, roll, numbers: &numbers };
        self.game.rolls += 1;
        self.ledger.rolls += 1;
        self.pictures(seen);
        match roll.dice.iter().find(|die| die.face().is_none()) {
            None => self.scored(seen),
            Some(die) => {
                let count = count_of(die.pips);
                let why = format!(
                    "a die is drawn with {count}, so that the face that fell, and what the roll scores, is not known"
                );
                self.ledger.unread(OF_FACES.map(F::row), &*why);
                self.game.may_have_any(numbers.iter().map(|number| number.value));
            }
        }
    }

    /// No three dice are drawn where the player rolls.
    fn no_dice(&mut self, stage: &'a Stage) {
        let seen = stage.sheet.dice.len();
        let at = (stage, stage.sheet.dice.first().map_or(0, |die| die.area.top));
        let told = (seen == 0).then_some("the player rolls, but no picture of a die is found");
        let facts: &[F] = match seen {
            0 => &[F::DiceThree, F::PicturesDrawn, F::PicturesRed, F::PicturesPips],
            _ => &[F::DiceThree],
        };
        for fact in facts {
            let claim = FactClaim { fact: fact.row(), at, expects: Expects::Dice { right: 3, seen }, told };
            self.ledger
                .check(&claim, || SentenceParts { shown: seen.to_string(), ..SentenceParts::default() });
        }
        let others = [F::DiceFaces, F::EndingScores, F::EndingWinner].into_iter().chain(OF_FACES);
        let why = "no three dice are drawn where the player rolls, so that what the roll scores is not known";
        self.ledger.unread(others.map(F::row), why);
    }

    /// Judges the score, the total and the question after a roll.
    fn scored(&mut self, seen: RollSeen<'a, '_>) {
        let worths = worths(seen.roll, self.reading.misdrawn, self.rules);
        if let [Worth { points: Some(points), .. }] = worths[..] {
            let values = self.scores(seen);
            let is_right = values.contains(&points);
            self.log.push(Logged::of(self.index, seen.roll, values, is_right));
        }
        let is_clear = worths.len() == 1;
        let readings: Vec<_> = worths.iter().flat_map(|worth| self.readings(seen, *worth)).collect();
        let tried = readings.len();
        let kept = fewest_wrong(readings, |reading: &RollReading<'_>| {
            reading.claims.iter().filter(|(claim, _)| !claim.holds()).count()
        });
        self.ledger.trail.push(TrailStep::Kept { kept: kept.len(), of: tried });
        let dice = || seen.roll.text();
        let check = |(claim, right): &(FactClaim<'_>, i64)| {
            let outcome = claim.check(|| SentenceParts {
                dice: dice(),
                right: right.to_string(),
                ..SentenceParts::default()
            });
            match outcome {
                Outcome::Wrong(_) if !is_clear => Outcome::Unread(Unread::from(UNCLEAR_FACES)),
                outcome => outcome,
            }
        };
        let checked = |reading: &RollReading<'_>| {
            reading.claims.iter().map(|claim| (claim.0.fact, check(claim))).collect::<Vec<_>>()
        };
        let said: Vec<_> = kept.iter().map(checked).collect();
        let is_unclear = said.iter().flatten().any(|(_, outcome)| matches!(outcome, Outcome::Unread(_)));
        agree(&mut self.ledger, &said, UNCLEAR_FACES);
        let any = seen.numbers.iter().filter(|_| is_unclear).map(|number| number.value);
        let after = kept.iter().flat_map(|reading| reading.after.clone()).chain(any).collect();
        if !self.game.totals.is_empty() || kept.iter().all(|reading| !reading.after.is_empty()) {
            self.game.may_have(after);
        }
        self.ledger.trail.push(TrailStep::Took("the player's total may be", self.game.totals.clone()));
        if !is_unclear && kept.iter().all(|reading| reading.made != Made::Lost) {
            let worths: Vec<Worth> = kept.iter().map(|reading| reading.worth).collect();
            self.question(seen, &worths);
        }
    }

    /// Returns the ways to understand a roll that is worth this.
    fn readings(&self, seen: RollSeen<'a, '_>, worth: Worth) -> Vec<RollReading<'a>> {
        let totals = &self.game.totals;
        let Some(points) = worth.points else {
            let left_of = |total| self.rules.total(total, None);
            if left_of(0) == left_of(1) {
                return vec![self.lost(seen, worth, left_of(0), totals.iter().copied().max())];
            }
            if totals.is_empty() {
                return vec![RollReading { worth, made: Made::Right, claims: Vec::new(), after: Vec::new() }];
            }
            return totals
                .iter()
                .map(|before| self.lost(seen, worth, left_of(*before), Some(*before)))
                .collect();
        };
        let values = self.scores(seen);
        let is_shown = values.contains(&points);
        if !is_shown && seen.shows(0) {
            return vec![self.taken_for_lost(seen, worth, points)];
        }
        let others = values.into_iter().filter(|_| !is_shown).map(Made::Points);
        let made = std::iter::once(Made::Right).chain(others);
        let reading = |made: Made| {
            let added = if let Made::Points(other) = made { other } else { points };
            let claims = vec![(score(seen, worth, is_shown), points)];
            let mut reading = RollReading { worth, made, claims, after: Vec::new() };
            let rights: Vec<i64> =
                totals.iter().map(|before| self.rules.total(*before, Some(added))).collect();
            if !rights.is_empty() {
                self.total(seen, &mut reading, rights);
            }
            reading
        };
        made.map(reading).collect()
    }

    /// Returns the numbers that may be the score of a roll. After the first roll score and total are the same, and one may stand for
    /// both.
    fn scores(&self, seen: RollSeen<'_, '_>) -> Vec<i64> {
        let any = self.reading.by_value || self.game.rolls == 1;
        seen.numbers.iter().filter(|number| any || number.may_be_roll()).map(|number| number.value).collect()
    }

    /// Adds what the total should be to a reading: one of these values, each for something that the player may have had before. Those
    /// that are shown are kept, or all if none is.
    fn total(&self, seen: RollSeen<'a, '_>, reading: &mut RollReading<'a>, mut rights: Vec<i64>) {
        let is_first = self.game.rolls == 1;
        let any =
            self.reading.by_value || is_first && !seen.numbers.iter().any(|number| number.is(Idea::Total));
        let own = seen.numbers.iter().filter(|number| any || number.may_be_total());
        let own: Vec<i64> = own.map(|number| number.value).collect();
        let is_shown = rights.iter().any(|right| own.contains(right));
        rights.retain(|right| !is_shown || own.contains(right));
        let right = rights[0];
        let is_later = is_first && self.game.index > 0;
        let fact = match (reading.worth.is_fatal(), is_first) {
            (true, _) => F::TotalZero,
            // The first total of a later game is wrong because it is not reset, unless it was wrong in the first game, too.
            (_, true) if !is_shown && is_later && self.ledger.entry("total/first").wrong.is_empty() => {
                F::AgainReset
            }
            (_, true) => F::TotalFirst,
            _ => F::TotalAdded,
        };
        let labelled = || seen.numbers.iter().filter(|number| number.is(Idea::Total));
        let instead = labelled().next_back().copied();
        let line = instead.map_or(seen.last_line(), |number| number.line);
        let claim = |fact: F| FactClaim {
            fact: fact.row(),
            at: (seen.stage, line),
            expects: Expects::Shows { is_shown, instead },
            told: None,
        };
        reading.claims.push((claim(fact), right));
        if is_shown && is_later && self.game.before > 0 {
            reading.claims.push((claim(F::AgainReset), right));
        }
        if !is_shown {
            // A program whose total is wrong goes on with what it shows.
            let before = if is_first { self.game.before } else { 0 };
            reading.after.extend(rights.iter().map(|right| self.rules.total(before, Some(*right))));
            reading.after.extend(labelled().map(|number| number.value));
        }
        reading.after.extend(rights);
    }

    /// Returns how to understand a roll that scores, which the program takes for one that loses all: what follows is not judged.
    fn taken_for_lost(&self, seen: RollSeen<'a, '_>, worth: Worth, points: i64) -> RollReading<'a> {
        let claim = if !worth.has_red_one && seen.ends_turn() {
            // Its rule is wrong, not what it scores.
            FactClaim {
                fact: F::RerollAsked.row(),
                at: (seen.stage, seen.stage.sheet.last_line()),
                expects: Expects::Asks { due: true, asks: false },
                told: Some(
                    "this roll ({dice}) ends the turn with 0; only a red 1 without a white 1 does that",
                ),
            }
        } else {
            score(seen, worth, false)
        };
        let after = self.game.totals.iter().copied().chain([0]).collect();
        RollReading { worth, made: Made::Lost, claims: vec![(claim, points)], after }
    }

    /// Returns how to understand a roll that loses all; only the total after it is judged.
    fn lost(&self, seen: RollSeen<'a, '_>, worth: Worth, left: i64, before: Option<i64>) -> RollReading<'a> {
        let mut reading = RollReading { worth, made: Made::Right, claims: Vec::new(), after: vec![left] };
        let below = seen.roll.below();
        let is_own = |number: &PrintedNumber| {
            (number.is(Idea::Total) || number.is(Idea::Player) && number.is_score()) && !number.is(Idea::Roll)
        };
        let own: Vec<&PrintedNumber> =
            seen.numbers.iter().copied().filter(|number| number.line >= below && is_own(number)).collect();
        let is_shown = match own[..] {
            [] => left == 0 && says_zero(seen.stage.sheet.ideas_from(0)) || seen.shows(left),
            _ => own.iter().any(|number| number.value == left),
        };
        if !is_shown {
            // A program that does not reset it goes on with what it shows.
            reading.after.extend(own.iter().map(|number| number.value));
            reading.after.extend(&self.game.totals);
        }
        // A total that is still zero says nothing about whether it is reset.
        if !is_shown || before.is_some_and(|total| total > 0) {
            let instead = own.first().copied();
            let claim = FactClaim {
                fact: F::TotalZero.row(),
                at: (seen.stage, instead.map_or(seen.last_line(), |number| number.line)),
                expects: Expects::Shows { is_shown, instead },
                told: None,
            };
            reading.claims.push((claim, left));
        }
        reading
    }

    /// Judges whether the player is asked after a roll, and should be by what it may be worth.
    fn question(&mut self, seen: RollSeen<'a, '_>, worths: &[Worth]) {
        let ends = |worth: &Worth| !self.rules.asks_again(worth.points);
        let due = match (worths.iter().all(ends), worths.iter().any(ends)) {
            (true, _) => false,
            (_, true) => return,
            _ if seen.stage.asked.is_none() && self.story.over != Over::ByItself => return,
            _ => true,
        };
        let is_fatal = !due || worths.iter().all(|worth| worth.is_fatal());
        let claim = FactClaim {
            fact: if is_fatal { F::RerollBust } else { F::RerollAsked }.row(),
            at: (seen.stage, seen.stage.sheet.last_line()),
            expects: Expects::Asks { due, asks: seen.stage.asked == Some(Asked::Roll) },
            told: due.then_some(F::RerollAsked.row().sentence),
        };
        self.ledger.check(&claim, || SentenceParts { dice: seen.roll.text(), ..SentenceParts::default() });
    }
}

/// Returns the claim that a roll scores what it is worth.
fn score<'a>(seen: RollSeen<'a, '_>, worth: Worth, is_shown: bool) -> FactClaim<'a> {
    let labelled = seen.numbers.iter().rev().find(|number| number.is(Idea::Roll) && !number.is(Idea::Total));
    let scored = || seen.numbers.iter().find(|number| number.may_be_roll() && number.is_score());
    let instead = labelled.or_else(scored).copied();
    let line = instead.map_or(seen.last_line(), |number| number.line);
    FactClaim {
        fact: worth.fact(),
        at: (seen.stage, line),
        expects: Expects::Shows { is_shown, instead },
        told: None,
    }
}

fn says_zero(ideas: Ideas) -> bool {
    ideas.has(Idea::Zero) || ideas.has(Idea::Losing) && ideas.has(Idea::Everything)
}
