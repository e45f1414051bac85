//! What the player's rolls score, and the total after them.
//!
//! A roll has readings: which die is red where that is not clear, which faces fell where one is drawn as another, what the player had
//! before, and what the program made of the roll. Those by which the fewest claims are wrong are kept.

use super::is_of_number;
use super::misdrawn::Logged;
use super::replay::{Replay, may_be_more, unreadable};
use super::worth::{StoryReading, Worth, worths};
use crate::by_evidence::dialogue::{Asked, Over, Roll, Stage};
use crate::by_evidence::read::{PrintedNumber, below, count_of};
use crate::by_evidence::rules::{
    END, FactLedger, NOT_AWAITED, Told, agree, asks, comes, fewest_wrong, shows,
};
use crate::cases::facts::{DICE_FACTS, DiceFact as F, FactRow};
use crate::cases::wording::Idea;

/// A roll and what is printed with it.
pub(super) struct RollSeen<'a> {
    pub(super) stage: &'a Stage,
    pub(super) roll: &'a Roll,
    /// The numbers that may be the player's.
    numbers: Vec<&'a PrintedNumber>,
}

impl RollSeen<'_> {
    /// Returns whether a number that may be the player's has this value.
    pub(super) fn shows(&self, value: i64) -> bool {
        self.numbers.iter().any(|number| number.value == value)
    }

    fn values(&self, counts: impl Fn(&PrintedNumber) -> bool) -> Vec<i64> {
        self.numbers.iter().filter(|number| counts(number)).map(|number| number.value).collect()
    }

    /// Claims that a right number is shown, in whose place another one may stand.
    fn claim(
        &self,
        claims: &mut FactLedger,
        fact: F,
        (is_shown, right): (bool, i64),
        instead: Option<&PrintedNumber>,
    ) {
        let at = (self.stage, instead.map_or(END, |number| number.line));
        let told = || Told { dice: self.roll.text(), ..Told::number(&right, instead) };
        claims.claim(fact, at, shows(is_shown, instead), told);
    }

    /// Claims that no score of a roll stands beside the total.
    fn scores_nothing(&self, claims: &mut FactLedger, worth: Worth, is_shown: bool) {
        let at = (self.stage, self.stage.sheet.last_line());
        let says = Some("the score of this roll is shown");
        let told = || Told { says, right: "nothing".to_string(), ..Told::default() };
        claims.claim(worth.fact(), at, comes(false, is_shown), told);
    }

    /// Claims that a roll scores what it is worth.
    fn scores(&self, claims: &mut FactLedger, worth: Worth, points: i64, is_shown: bool) {
        let numbers = || self.numbers.iter().copied();
        let labelled = numbers().rfind(|number| number.is(Idea::Roll) && !number.is(Idea::Total));
        let scored = || numbers().find(|number| number.may_be_roll() && number.is_score());
        self.claim(claims, worth.fact(), (is_shown, points), labelled.or_else(scored));
    }
}

/// One way to understand a roll: what it claims, and what the player's total may be after it.
struct RollReading {
    worth: Worth,
    /// Whether the program takes the roll for one that loses all, though it scores.
    is_taken_for_lost: bool,
    /// Whether the score of the roll and the total stand behind each other's words.
    is_swapped: bool,
    claims: FactLedger,
    after: Vec<i64>,
}

impl RollReading {
    /// Returns a reading by which a roll is worth this, before any claim.
    fn of(worth: Worth) -> Self {
        let (is_taken_for_lost, is_swapped) = (false, false);
        Self { worth, is_taken_for_lost, is_swapped, claims: FactLedger::default(), after: Vec::new() }
    }
}

/// Returns whether the score of the roll is called the total and the total that of the roll: then their words mean what they say.
fn is_swapped(seen: &RollSeen<'_>, worth: Worth, rights: &[(i64, i64)]) -> bool {
    let is_called =
        |idea, other, value| seen.numbers.iter().any(|it| it.is(idea) && !it.is(other) && it.value == value);
    let is_roll = |points| is_called(Idea::Total, Idea::Roll, points);
    let is_total =
        |(shown, _): &(i64, i64)| Some(*shown) != worth.points && is_called(Idea::Roll, Idea::Total, *shown);
    worth.points.is_some_and(is_roll) && rights.iter().any(is_total)
}

/// Why a score is undecided where dice can be read in several ways.
const UNCLEAR_FACES: &str = "the score fits none of the ways in which the dice can be read: it breaks a rule of the game, or the dice cannot be \
                             told apart; draw each face with its own number of pips, and the red die with a sign of its own";

/// Returns some facts, and those that need the faces of a roll: its score, the total after it, and what follows from them.
fn and_of_faces(facts: &[F]) -> impl Iterator<Item = &'static FactRow> {
    let others = [F::RerollAsked, F::RerollBust, F::AgainReset].map(F::row);
    let of_faces = DICE_FACTS.iter().filter(move |row| is_of_number(row.name) || others.contains(row));
    facts.iter().map(|fact| fact.row()).chain(of_faces)
}

impl<'a> Replay<'a> {
    /// Judges what is shown where the player rolls; numbers before the line `from` are not the player's.
    pub(super) fn roll(&mut self, stage: &'a Stage, roll: Option<&'a Roll>, from: usize) {
        let sheet = &stage.sheet;
        let Some(roll) = roll else {
            if sheet.puzzles.is_empty() && sheet.dice.len() <= 3 && !may_be_more(stage) {
                self.no_dice(stage);
            } else {
                let of_dice = [F::DiceThree, F::DiceFaces, F::PicturesDrawn, F::PicturesPips, F::PicturesRed];
                let facts = [&of_dice[..], &[F::EndingScores, F::EndingWinner]].concat();
                self.ledger.unread(and_of_faces(&facts), unreadable(stage));
                self.game.rolls += 1;
            }
            return self.game.totals.clear();
        };
        self.ledger.holds(F::DiceThree);
        let own = sheet.numbers.iter().filter(|number| number.line >= from && !number.is(Idea::Computer));
        let seen = RollSeen { stage, roll, numbers: own.collect() };
        self.game.rolls += 1;
        self.ledger.rolls += 1;
        self.pictures(&seen);
        let Some(die) = roll.dice.iter().find(|die| die.face().is_none()) else { return self.scored(&seen) };
        let count = count_of(die.pips);
        let why = format!(
            "a die is drawn with {count}, so that the face that fell, and what the roll scores, is not known"
        );
        self.ledger.unread(and_of_faces(&[]), &*why);
        self.game.may_have_any(&seen.values(|_| true));
    }

    /// No three dice are drawn where the player rolls.
    fn no_dice(&mut self, stage: &'a Stage) {
        let seen = stage.sheet.dice.len() - stage.dealt.computer.len();
        let at = (stage, stage.sheet.dice.first().map_or(0, |die| die.area.top));
        let says = (seen == 0).then_some("the player rolls, but no picture of a die is found");
        let facts = [F::DiceThree, F::PicturesDrawn, F::PicturesRed, F::PicturesPips];
        for fact in facts.into_iter().take(if seen == 0 { 4 } else { 1 }) {
            let told = || Told { says, shown: seen.to_string(), ..Told::default() };
            self.ledger.claim(fact, at, comes(3_usize, seen), told);
        }
        let others = and_of_faces(&[F::DiceFaces, F::EndingScores, F::EndingWinner]);
        let why = "no three dice are drawn where the player rolls, so that what the roll scores is not known";
        self.ledger.unread(others, why);
    }

    /// Judges the score, the total and the question after a roll.
    fn scored(&mut self, seen: &RollSeen<'a>) {
        let worths = worths(&seen.roll.pips(), seen.roll.red, self.reading, self.rules);
        let is_clear = worths.len() == 1;
        if let [Worth { points: Some(points), .. }] = worths[..] {
            self.log.0.push(Logged::of(self.index, seen.roll, self.scores(seen), points));
        }
        let readings: Vec<RollReading> =
            worths.into_iter().flat_map(|worth| self.readings(seen, worth)).collect();
        let of = readings.len();
        let mut kept = fewest_wrong(readings, |reading| reading.claims.wrong_in_all().count());
        if of > 1 {
            self.ledger.tell(format!("{} of {of} readings of this roll are kept", kept.len()));
        }
        let is_unclear = !is_clear && kept.iter().any(|reading| reading.claims.wrong_in_all().count() > 0);
        let claims = kept.iter_mut().map(|reading| std::mem::take(&mut reading.claims));
        let mut claims = agree(claims, UNCLEAR_FACES);
        if is_unclear {
            claims.doubt(UNCLEAR_FACES);
        }
        self.ledger.add(claims);
        if !self.game.totals.is_empty() || kept.iter().all(|reading| !reading.after.is_empty()) {
            let after = kept.iter().flat_map(|reading| reading.after.iter().copied());
            self.game.may_have(after.chain(seen.values(|_| is_unclear)).collect());
        }
        self.ledger.took("the player's total may be", &self.game.totals);
        self.swaps_words |= kept.iter().any(|reading| reading.is_swapped);
        if !is_unclear && !kept.iter().any(|reading| reading.is_taken_for_lost) {
            self.question(seen, &kept.iter().map(|reading| reading.worth).collect::<Vec<_>>());
        }
    }

    /// Returns the ways to understand a roll that is worth this.
    fn readings(&self, seen: &RollSeen<'a>, worth: Worth) -> Vec<RollReading> {
        let totals = &self.game.totals;
        let Some(points) = worth.points else {
            let left_of = |total| self.rules.total(total, None, worth.alike);
            // What is lost may depend on what the player had.
            let befores = match totals.iter().max() {
                most if left_of(0) == left_of(1) => vec![most.copied().unwrap_or(0)],
                None => return vec![RollReading::of(worth)],
                _ => totals.clone(),
            };
            let lost = |before: i64| self.lost(seen, worth, left_of(before), before > 0);
            return befores.into_iter().map(lost).collect();
        };
        let values = self.scores(seen);
        let is_shown = values.contains(&points);
        if !is_shown && seen.shows(0) {
            return vec![self.taken_for_lost(seen, worth, points)];
        }
        // What a program adds to the total where it shows another score may be any number that it shows.
        let added = values.into_iter().filter(|_| !is_shown && self.rules.shows_score());
        let added = std::iter::once(points).chain(added).map(|added| {
            let rights: Vec<(i64, i64)> =
                totals.iter().map(|before| self.right_total(*before, added, worth)).collect();
            let mut reading = RollReading::of(worth);
            if self.rules.shows_score() {
                seen.scores(&mut reading.claims, worth, points, is_shown);
            } else {
                let is_total = rights.is_empty() || rights.iter().any(|(shown, _)| *shown == points);
                seen.scores_nothing(&mut reading.claims, worth, is_shown && !is_total);
            }
            if !rights.is_empty() {
                self.total(seen, &mut reading, rights);
            }
            reading
        });
        added.collect()
    }

    /// Returns the numbers that may be the score of a roll. After the first roll score and total are the same, and one may stand for
    /// both.
    fn scores(&self, seen: &RollSeen<'_>) -> Vec<i64> {
        let any = self.reading == StoryReading::ByValue || self.game.rolls == 1;
        seen.values(|number| any || number.may_be_roll())
    }

    /// Returns the total after a roll of this worth that adds some points to one before, as it is shown and as it is.
    fn right_total(&self, before: i64, added: i64, worth: Worth) -> (i64, i64) {
        let after = self.rules.total(before, Some(added), worth.alike);
        (self.rules.shown_total(before, after), after)
    }

    /// Adds what the total should be to a reading, as it is shown and as it is: one of these, each for something that the player may have
    /// had before. Those that are shown are kept, or all if none is.
    fn total(&self, seen: &RollSeen<'a>, reading: &mut RollReading, mut rights: Vec<(i64, i64)>) {
        let labelled = || seen.numbers.iter().copied().filter(|number| number.is(Idea::Total));
        let is_first = self.game.rolls == 1;
        reading.is_swapped = is_swapped(seen, reading.worth, &rights);
        let by_value = self.reading == StoryReading::ByValue && !reading.is_swapped;
        let any = by_value || is_first && labelled().next().is_none();
        let own = seen.values(|number| any || number.may_be_total());
        let not_reset = self.not_reset(seen, &rights);
        let is_shown = not_reset.is_none() && rights.iter().any(|(shown, _)| own.contains(shown));
        rights.retain(|(shown, _)| !is_shown || own.contains(shown));
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
        let instead = labelled().next_back().or(not_reset);
        seen.claim(&mut reading.claims, fact, (is_shown, rights[0].0), instead);
        if is_shown && is_later && self.game.before > 0 {
            reading.claims.holds(F::AgainReset);
        }
        if !is_shown {
            // A program whose total is wrong goes on with what it shows.
            let before = if is_first { self.game.before } else { 0 };
            reading.after.extend(rights.iter().map(|(_, after)| self.rules.total(before, Some(*after), 0)));
            reading.after.extend(labelled().map(|number| number.value));
        }
        reading.after.extend(rights.iter().map(|(_, after)| after));
    }

    /// Returns the only number that is called a score in the first roll of a later game, if it is the total with that of the game before.
    fn not_reset(&self, seen: &RollSeen<'a>, rights: &[(i64, i64)]) -> Option<&'a PrintedNumber> {
        let is_called = |number: &&PrintedNumber| number.is(Idea::Score) && number.may_be_total();
        let mut called = seen.numbers.iter().copied().filter(is_called);
        let number = called.next().filter(|_| self.game.rolls == 1 && self.game.before > 0)?;
        let is_kept = |(_, after): &(i64, i64)| number.value == self.game.before + after;
        (called.next().is_none() && rights.iter().any(is_kept)).then_some(number)
    }

    /// Returns how to understand a roll that scores, which the program takes for one that loses all: what follows is not judged.
    fn taken_for_lost(&self, seen: &RollSeen<'a>, worth: Worth, points: i64) -> RollReading {
        let mut reading = RollReading { is_taken_for_lost: true, ..RollReading::of(worth) };
        if !worth.has_red_one && seen.stage.asked.is_some_and(|asked| asked != Asked::Roll) {
            // Its rule is wrong, not what it scores.
            let says = "this roll ({dice}) ends the turn with 0; only a red 1 without a white 1 does that";
            let told = || Told { says: Some(says), dice: seen.roll.text(), ..Told::default() };
            let at = (seen.stage, seen.stage.sheet.last_line());
            reading.claims.claim(F::RerollAsked, at, asks(true, false), told);
        } else {
            seen.scores(&mut reading.claims, worth, points, false);
        }
        reading.after.extend(self.game.totals.iter().copied().chain([0]));
        reading
    }

    /// Returns how to understand a roll that loses all: only the total after it is claimed, which is what is `left`. If the player
    /// has `had_some`, it is reset; a total that still is zero says nothing about that.
    fn lost(&self, seen: &RollSeen<'a>, worth: Worth, left: i64, had_some: bool) -> RollReading {
        let below = below(&seen.roll.dice);
        let is_called_own = |number: &&PrintedNumber| {
            let is_own = number.is(Idea::Total) || number.is(Idea::Player);
            number.line >= below && is_own && !number.is(Idea::Roll) && !number.is_margin()
        };
        let called: Vec<&PrintedNumber> = seen.numbers.iter().copied().filter(is_called_own).collect();
        let is_total = |number: &&PrintedNumber| number.is(Idea::Total) || number.is_score();
        let own: Vec<&PrintedNumber> = called.iter().copied().filter(is_total).collect();
        let says = seen.stage.sheet.ideas_from(0);
        let says_zero = says.has(Idea::Zero) || says.has(Idea::Losing) && says.has(Idea::Everything);
        let is_kept = |number: &&PrintedNumber| self.is_kept(seen.stage, &own, number, left);
        let kept = called.last().copied().filter(is_kept);
        let is_shown = match own[..] {
            _ if kept.is_some() => false,
            [] => left == 0 && says_zero || seen.shows(left),
            _ => own.iter().any(|number| number.value == left),
        };
        let mut reading = RollReading { after: vec![left], ..RollReading::of(worth) };
        if !is_shown {
            // A program that does not reset it goes on with what it shows.
            reading.after.extend(own.iter().map(|number| number.value));
            reading.after.extend(&self.game.totals);
        }
        if !is_shown || had_some {
            seen.claim(&mut reading.claims, F::TotalZero, (is_shown, left), kept.or(own.first().copied()));
        }
        reading
    }

    /// Returns whether a number that is called the player's at the end is what the player had, so that the total was only said to be what is
    /// `left`. Whose it is is clear only beside the computer's.
    fn is_kept(&self, stage: &Stage, own: &[&PrintedNumber], number: &PrintedNumber, left: i64) -> bool {
        let mut from_there = stage.sheet.numbers.iter().filter(|other| other.line >= number.line);
        let is_beside_computers = from_there.clone().any(|other| other.is(Idea::Computer));
        let is_said_before = own.iter().any(|other| other.value == left && other.line < number.line);
        let is_told_lost = stage.sheet.lines[number.line].is_about(Idea::Losing);
        is_beside_computers
            && is_said_before
            && !is_told_lost
            && from_there.all(|other| other.value != left)
            && self.game.totals.contains(&number.value)
    }

    /// Judges whether the player is asked after a roll, and should be by what it may be worth.
    fn question(&mut self, seen: &RollSeen<'a>, worths: &[Worth]) {
        let ends = |worth: &Worth| !self.rules.asks_again(worth.points);
        let due = match (worths.iter().all(ends), worths.iter().any(ends)) {
            (true, _) => false,
            (_, true) => return,
            _ if seen.stage.asked.is_none() && self.story.over != Over::ByItself => return,
            _ => true,
        };
        let is_fatal = !due || worths.iter().all(|worth| worth.is_fatal());
        let fact = if is_fatal { F::RerollBust } else { F::RerollAsked };
        let is_passed_over = seen.stage.asked_in_passing.contains(&Asked::Roll);
        let says = if is_passed_over { NOT_AWAITED } else { F::RerollAsked.row().sentence };
        let fault = asks(due, seen.stage.asked == Some(Asked::Roll));
        let told = || Told {
            says: due.then_some(says),
            dice: seen.roll.text(),
            right: "roll".to_string(),
            ..Told::default()
        };
        self.ledger.claim(fact, (seen.stage, seen.stage.sheet.last_line()), fault, told);
    }
}
