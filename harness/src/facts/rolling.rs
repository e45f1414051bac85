//! What is shown of one roll of the player.

use super::ledger::{BrokenFact, Unread};
use super::numbers::{PrintedNumber, list, numbers};
use super::pictures::{PuzzleReason, count_of};
use super::story::{Asked, Stage};
use super::survey::{Over, Survey};
use super::words::{self, Idea};
use super::worth::{Roll, Worth};
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
    /// Notes what is shown where the player rolls again.
    pub(super) fn another_roll(&mut self, stage: &Stage, roll: Option<&Roll>) {
        let missing = roll.is_none() && stage.puzzles.is_empty();
        if missing && stage.asked.is_none() && self.over == Over::Waits {
            let why = "the program goes on waiting after everything that was typed";
            return self.ledger.unread("reroll/rolled", why);
        }
        if roll.is_none() && !missing {
            self.ledger.unread("reroll/rolled", unreadable(stage));
        } else {
            self.ledger.note(
                "reroll/rolled",
                missing.then(|| BrokenFact {
                    at: (stage, 0),
                    cause: Cause::MissingOutput,
                    expected: "pictures of three dice".to_string(),
                    sentence: "the player wants to roll again, but no three dice are rolled and shown"
                        .to_string(),
                }),
            );
        }
        // A game that ends instead of going on shows no dice, and that is told once.
        if !missing || stage.asked == Some(Asked::Roll) {
            self.roll(stage, roll, 0);
        }
    }

    /// Notes what is shown of a roll, or that no roll is found; numbers before the line `from` are not the player's.
    pub(super) fn roll(&mut self, stage: &Stage, roll: Option<&Roll>, from: usize) {
        match roll {
            Some(roll) => {
                self.ledger.held("dice/three");
                if let Some(worths) = self.rolled(Rolling { stage, roll, from }) {
                    self.question(stage, roll, &worths);
                }
            }
            None if !stage.puzzles.is_empty() || stage.dice.len() > 3 || may_be_more(stage) => {
                for fact in of_rolls() {
                    self.ledger.unread(fact, unreadable(stage));
                }
                self.game.rolls += 1;
                self.game.totals.clear();
            }
            None => self.no_dice(stage),
        }
    }

    /// No three dice are drawn where the player rolls.
    fn no_dice(&mut self, stage: &Stage) {
        let count = stage.dice.len();
        let wrong = |what: &str| BrokenFact {
            at: (stage, stage.dice.first().map_or(0, |die| die.area.top)),
            cause: Cause::MissingOutput,
            expected: what.to_string(),
            sentence: match count {
                0 => "the player rolls, but no picture of a die is found".to_string(),
                count => format!("the player rolls three dice, but {count} are drawn"),
            },
        };
        self.ledger.wrong("dice/three", wrong("pictures of three dice"));
        if count == 0 {
            self.ledger.wrong("pictures/drawn", wrong("pictures of dice"));
            self.ledger.wrong("pictures/red", wrong("a red die"));
            self.ledger.wrong("pictures/pips", wrong("dice with pips"));
        }
        for fact in of_rolls().filter(|fact| !fact.starts_with("pictures") && !fact.starts_with("dice/three"))
        {
            self.ledger.unread(
                fact,
                "no three dice are drawn where the player rolls, so that what the roll scores is not known",
            );
        }
        self.game.totals.clear();
    }

    /// Notes what is shown of a roll; returns what it may be worth if the question after it can be judged.
    fn rolled(&mut self, rolling: Rolling<'_>) -> Option<Vec<Worth>> {
        self.game.rolls += 1;
        self.ledger.rolls += 1;
        let mut numbers = numbers(&rolling.stage.lines);
        numbers.retain(|number| number.line >= rolling.from && !number.is(Idea::Computer));
        self.pictures(rolling, &numbers);
        if let Some(die) = rolling.roll.dice.iter().find(|die| die.face().is_none()) {
            self.without_a_face(die.pips, &numbers);
            return None;
        }
        let worths = rolling.roll.worths(self.faces, self.rules);
        let decided = match worths[..] {
            [worth] if worth.points.is_none() => {
                self.lost(rolling, &numbers);
                true
            }
            [worth] => self.scored(rolling, worth, &numbers),
            ref worths if loses_all(rolling.stage, worths, &numbers) => {
                self.lost(rolling, &numbers);
                return Some(worths.iter().copied().filter(|worth| worth.points.is_none()).collect());
            }
            ref worths => self.scored_somehow(worths, &numbers),
        };
        decided.then_some(worths)
    }

    /// Notes that what a roll scores is not known: one of its dice has so many pips as no die has.
    fn without_a_face(&mut self, pips: usize, numbers: &[PrintedNumber]) {
        let count = count_of(pips);
        let why = format!(
            "a die is drawn with {count}, so that the face that fell, and what the roll scores, is not known"
        );
        for fact in OF_FACES {
            self.ledger.unread(fact, &*why);
        }
        self.game.may_have_any(numbers);
    }

    /// Of a roll that loses all only the total is judged.
    fn lost(&mut self, rolling: Rolling<'_>, numbers: &[PrintedNumber]) {
        let bottom = rolling.roll.dice.iter().map(|die| die.area.bottom).max().unwrap_or(0);
        let own = |number: &&PrintedNumber| {
            number.line > bottom
                && (number.is(Idea::Total) || (number.is(Idea::Player) && number.is(Idea::Score)))
                && !number.is(Idea::Roll)
        };
        let own: Vec<&PrintedNumber> = numbers.iter().filter(own).collect();
        let left = self.game.totals_after(|total| self.rules.total(total, None));
        let is_left = |number: &PrintedNumber| left.contains(&number.value);
        let is_right = if own.is_empty() {
            left.contains(&0) && says_zero(&rolling.stage.lines) || numbers.iter().any(is_left)
        } else {
            own.iter().any(|number| is_left(number))
        };
        // A total that is still zero says nothing about whether it is reset.
        if !is_right || self.game.totals.iter().any(|total| *total > 0) {
            let wrong = (!is_right).then(|| not_reset(rolling, &left, own.first().copied()));
            self.ledger.note("total/zero", wrong);
        }
        // A program that does not reset it goes on with what it shows.
        let kept = own.iter().map(|number| number.value).filter(|_| !is_right);
        let before = self.game.totals.iter().copied().filter(|_| !is_right);
        self.game.may_have(left.iter().copied().chain(kept).chain(before).collect());
    }
}

/// Dice without a frame are easily overlooked.
fn may_be_more(stage: &Stage) -> bool {
    stage.dice.iter().any(|die| die.look.frame.is_empty())
}

/// Returns whether a roll that can be read in several ways is one that loses all, by what the program shows: zero, and no score of
/// any other reading.
fn loses_all(stage: &Stage, worths: &[Worth], numbers: &[PrintedNumber]) -> bool {
    let is_shown = |value: i64| numbers.iter().any(|number| number.value == value);
    worths.iter().any(|worth| worth.points.is_none())
        && (is_shown(0) || says_zero(&stage.lines))
        && !worths.iter().filter_map(|worth| worth.points).any(is_shown)
}

fn says_zero(lines: &[String]) -> bool {
    let said = words::words(&lines.join("\n"));
    words::has(&said, Idea::Zero) || (words::has(&said, Idea::Losing) && words::has(&said, Idea::Everything))
}

fn not_reset<'a>(rolling: Rolling<'a>, left: &[i64], instead: Option<&PrintedNumber>) -> BrokenFact<'a> {
    let Rolling { stage, roll, .. } = rolling;
    let left = list(left);
    let rule = format!("a red 1 without a white 1 ({}) resets the total to {left}", roll.text());
    BrokenFact {
        at: (stage, instead.map_or(stage.lines.len() - 1, |number| number.line)),
        cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
        expected: format!("a total of {left}"),
        sentence: match instead {
            Some(number) => format!("{rule}; the program shows {}", number.value),
            None => format!("{rule}; this is not shown"),
        },
    }
}

/// Returns why facts are undecided where the dice of a stage cannot be read.
pub(super) fn unreadable(stage: &Stage) -> Unread {
    if let Some(puzzle) = stage.puzzles.first() {
        return puzzle.into();
    }
    let frameless = stage.dice.iter().find(|die| die.look.frame.is_empty());
    let Some(die) = frameless else { return MORE_DICE.into() };
    let line = stage.printed.get(die.area.top).map(|line| line.trim_end().to_string());
    Unread { why: PuzzleReason::NoFrame.to_string(), line }
}

/// Why a roll cannot be read where more dice are drawn than it has.
const MORE_DICE: &str = "which of the dice that are drawn here the player has rolled is not clear: write above dice whose they are";

/// The facts that need the faces of a roll.
const OF_FACES: &[&str] = &[
    "reroll/asked",
    "reroll/bust",
    "score/sum",
    "score/doubled",
    "score/tripled",
    "score/red-one",
    "score/three-ones",
    "total/first",
    "total/added",
    "total/zero",
    "again/reset",
];

/// The facts that need the dice of a roll, but not their faces.
const OF_DICE: &[&str] = &[
    "dice/three",
    "dice/faces",
    "pictures/drawn",
    "pictures/pips",
    "pictures/red",
    "ending/scores",
    "ending/winner",
];

/// Returns the facts that need the dice of a roll.
fn of_rolls() -> impl Iterator<Item = &'static str> {
    OF_DICE.iter().chain(OF_FACES).copied()
}
