//! Finds out which dice fell in a conversation with somebody else's program, and what that very conversation
//! should have been.
//!
//! The reference is played with the lines that were typed. Wherever it throws dice, the throw is looked for in what the
//! program printed at that point, and the reference goes on with the faces that were shown, whatever they are.

mod dice;
mod finder;
mod letters;
mod printed;
mod template;
mod terms;

use reference::replay::{Source, converse};
use reference::{Ending, Game, Piece, Question, Setup, ShownTurn, Throw, Transcript, Typed};

pub use dice::DiceFault;
use dice::{Fallen, Suspicion};
use finder::{Finder, FoundThrow};
use letters::{begins_alike, could_be};
pub use printed::{FirstTurns, PrintedTurns};
use template::Templates;

use crate::recording::is_withheld;

/// The dice of a longer line, in bytes, are told without it: whatever a program prints, what is found in it stays small,
const LONGEST_QUOTE: usize = 300;

/// and so are those of more findings than these.
const MOST_QUOTED: usize = 200;

/// What was found out about one run.
#[derive(Debug)]
pub struct Observation {
    /// The conversation that the reference holds with the same lines and the same dice.
    pub transcript: Transcript,
    /// The throws that were found, in order.
    pub throws: Vec<ShownThrow>,
    /// What is wrong with the dice themselves, in order.
    pub findings: Vec<DiceFinding>,
    /// Why the dice are not known to the end.
    pub end: DiceEnd,
}

/// How far the dice of a run are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiceEnd {
    /// All dice that the reference needed were found.
    Known,
    /// The program does not show a throw, or is not running any more.
    Missing(Missing),
    /// The game shows its dice in a way that this observer cannot read.
    Unreadable,
    /// The search was given up: there is too much output.
    TooMuch,
}

/// A throw that is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The turn in which it should be, counted from 1.
    pub turn: usize,
    /// What should be shown, with `?` for each face.
    pub expected: String,
}

/// A throw as the program has shown it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownThrow {
    /// The turn, counted from 1.
    pub turn: usize,
    /// The line in the turn, counted from 1.
    pub line: usize,
    /// The number of faces of each die.
    pub sides: u8,
    /// The faces of all dice.
    pub faces: Vec<u8>,
    /// The positions that were thrown, counted from 0.
    pub rerolled: Vec<usize>,
    /// Whether no dice lay on the table before.
    pub is_first: bool,
    /// Other faces that the program shows with the same words in the same turn.
    pub or: Option<Vec<u8>>,
}

/// Something that is wrong with the dice themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceFinding {
    /// What is wrong, as the label of a part that a row may claim, such as `dice/face`.
    pub part: &'static str,
    /// The turn, counted from 1.
    pub turn: usize,
    /// The line in the turn, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: DiceFault,
    /// The same with the dice as they should be, where that is known.
    pub expected: Option<String>,
    /// The line with the dice, or only these where it does not show them as a list.
    pub actual: String,
}

/// Which one of two showings of the same throw counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The first.
    First,
    /// The last.
    Last,
}

/// Returns what is found out about a conversation whose turns printed `printed`, and in which `replies` were typed; those
/// that come after the last turn were not typed any more.
pub fn observe(
    game: &Game,
    setup: &Setup,
    replies: &[Typed],
    printed: FirstTurns<'_>,
    reading: Reading,
) -> Observation {
    let late = is_withheld(printed.texts());
    let observation = follow(game, setup, (replies, printed), Finder::new(printed, late), reading);
    if late {
        return observation;
    }
    let turns = printed.letters();
    if !may_be_late(&observation.transcript, &turns) {
        return observation;
    }
    let all = turns.concat();
    let is_right = |observation: &Observation| could_be(&observation.transcript.pieces, &all);
    if is_right(&observation) {
        return observation;
    }
    // Some output may have come late all the same. Then all of it together is right.
    let together = follow(game, setup, (replies, printed), Finder::new(printed, true), reading);
    if is_right(&together) { together } else { observation }
}

/// Returns whether the first turn that is wrong may be so because a part of it came later: then there is a later one, and one of what it should say before
/// any dice fall, and the letters that it prints, begins with the other.
fn may_be_late(transcript: &Transcript, printed: &[String]) -> bool {
    let Some((_, before_last)) = printed.split_last() else { return false };
    let mut turns = transcript.pieces.split(|piece| matches!(piece, Piece::Typed(_)));
    let first_wrong = before_last.iter().find_map(|printed| {
        let said = turns.next().unwrap_or_default();
        (!could_be(said, printed)).then_some((said, printed))
    });
    first_wrong.is_some_and(|(said, printed)| {
        let before = said.split(|piece| matches!(piece, Piece::Rolled { .. })).next().unwrap_or_default();
        begins_alike(before, printed)
    })
}

fn follow(
    game: &Game,
    setup: &Setup,
    (replies, printed): (&[Typed], FirstTurns<'_>),
    finder: Finder<'_>,
    reading: Reading,
) -> Observation {
    let turns = finder.turns();
    let mut observer = Observer {
        finder,
        replies: replies.iter(),
        printed: printed.texts(),
        turn: 0,
        turns,
        reading,
        fallen: Vec::new(),
        throws: Vec::new(),
        findings: Vec::new(),
        end: DiceEnd::Known,
        later: Vec::new(),
        templates: Templates::default(),
    };
    let transcript = converse(game, setup, &mut observer);
    let Observer { mut throws, mut findings, end, later, fallen, .. } = observer;
    for (index, start) in later {
        if throws.get(index + 1).is_some_and(|next: &ShownThrow| (next.turn, next.line) <= start) {
            throws[index].or = None;
        }
    }
    findings.extend(dice::suspicions(&fallen).into_iter().map(|Suspicion { part, throw, fault }| {
        DiceFinding {
            part,
            turn: throws[throw].turn,
            line: throws[throw].line,
            fault,
            expected: None,
            actual: list(&throws[throw].faces),
        }
    }));
    Observation { transcript, throws, findings, end }
}

impl Observation {
    /// Returns whether the reference threw dice.
    pub fn has_dice(&self) -> bool {
        !self.throws.is_empty() || self.end != DiceEnd::Known || self.transcript.ending == Ending::NeedsDice
    }
}

/// Sits at the table with the reference and takes everything from the conversation.
struct Observer<'a> {
    finder: Finder<'a>,
    replies: std::slice::Iter<'a, Typed>,
    /// What was printed in each turn.
    printed: &'a [String],
    /// The turn, counted from 0.
    turn: usize,
    turns: usize,
    reading: Reading,
    /// The dice of each throw, and what lay on the table before.
    fallen: Vec<Fallen>,
    throws: Vec<ShownThrow>,
    findings: Vec<DiceFinding>,
    end: DiceEnd,
    /// The throws that are shown twice, by their index, and the turn and line of the second showing.
    later: Vec<(usize, (usize, usize))>,
    templates: Templates,
}

impl Source for Observer<'_> {
    fn reply(&mut self, _question: &Question<'_>) -> Option<Typed> {
        let reply = self.replies.next()?;
        self.turn += 1;
        Some(reply.clone())
    }

    fn throw(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Option<Vec<u8>> {
        let count = dice_on_the_table(throw);
        let Some(template) = self.templates.of(count, show) else {
            self.end = DiceEnd::Unreadable;
            return None;
        };
        let Some(found) =
            self.finder.find(&template, throw.sides, self.turn.min(self.turns.saturating_sub(1)))
        else {
            self.end = if self.finder.is_exhausted() {
                DiceEnd::TooMuch
            } else {
                DiceEnd::Missing(Missing { turn: self.turn + 1, expected: without_faces(count, show) })
            };
            return None;
        };
        Some(self.take(throw, count, found))
    }

    /// What follows the last throw, with the rest of its line.
    fn shown(&self) -> Option<ShownTurn<'_>> {
        let text = self.printed.get(self.turn)?;
        let here = self.throws.last().filter(|throw| throw.turn == self.turn + 1);
        let before =
            here.map_or(0, |throw| text.split_inclusive('\n').take(throw.line - 1).map(str::len).sum());
        Some(ShownTurn { text: &text[before..], turn: self.turn })
    }
}

impl Observer<'_> {
    /// Takes the faces that were found and says what is wrong with them.
    fn take(&mut self, throw: &Throw<'_>, count: usize, found: FoundThrow) -> Vec<u8> {
        let place = |term| {
            let (turn, line) = self.finder.place(term);
            (turn + 1, line + 1)
        };
        let (turn, line) = place(found.at.end.saturating_sub(1));
        if let Some((start, _)) = &found.again {
            self.later.push((self.throws.len(), place(*start)));
        }
        let again = found.again.map(|(_, numbers)| (as_faces(&numbers, count), numbers));
        let first = (as_faces(&found.numbers, count), found.numbers);
        let ((faces, numbers), or) = match (self.reading, again.filter(|(again, _)| *again != first.0)) {
            (Reading::Last, Some(again)) => (again, Some(first.0)),
            (_, again) => (first, again.map(|(faces, _)| faces)),
        };
        let fallen = Fallen::new(throw, numbers.len(), &faces);
        let wrong = dice::findings(&fallen);
        if !wrong.is_empty() {
            let text = self.printed.get(turn - 1).filter(|_| self.findings.len() < MOST_QUOTED);
            let printed = text.and_then(|text| text.lines().nth(line - 1));
            let listed = format!("{numbers:?}");
            let is_quoted = |line: &&str| line.len() <= LONGEST_QUOTE && line.contains(&listed);
            let printed = printed.filter(is_quoted).unwrap_or(&listed);
            self.findings.extend(wrong.into_iter().map(|(part, fault, expected)| DiceFinding {
                part,
                turn,
                line,
                fault,
                expected: expected.map(|faces| printed.replacen(&listed, &list(&faces), 1)),
                actual: printed.to_string(),
            }));
        }
        self.fallen.push(fallen);
        self.throws.push(ShownThrow {
            turn,
            line,
            sides: throw.sides,
            faces: faces.clone(),
            rerolled: throw.rerolled.to_vec(),
            is_first: throw.before.is_none(),
            or,
        });
        faces
    }
}

fn dice_on_the_table(throw: &Throw<'_>) -> usize {
    let thrown = throw.rerolled.iter().map(|position| position + 1).max().unwrap_or(0);
    throw.before.map_or(thrown, |before| before.len().max(thrown))
}

/// Returns as many faces as there are dice; a die that is not shown has the face 0.
fn as_faces(numbers: &[u32], count: usize) -> Vec<u8> {
    let faces = numbers.iter().map(|number| u8::try_from(*number).unwrap_or(u8::MAX));
    faces.chain(std::iter::repeat(0)).take(count).collect()
}

/// Returns the first line that `show` says, with `?` for each face.
fn without_faces(count: usize, show: &dyn Fn(&[u8]) -> String) -> String {
    let faces: Vec<u8> = (201..).take(count).collect();
    let mut text = show(&faces).trim().lines().next().unwrap_or_default().to_string();
    for face in faces {
        text = text.replacen(&face.to_string(), "?", 1);
    }
    text
}

fn list(faces: &[u8]) -> String {
    format!("{faces:?}")
}

#[cfg(test)]
mod tests;
