//! Finds a submission's slips of wording and presentation, and repairs its output, so that each is deducted once and no case
//! fails for it.
//!
//! A slip shows at up to hundreds of places. What stands in place of something is told from wrong behaviour by evidence
//! over the whole suite, in rounds: conversations are matched turn by turn and line by line, every difference gets the key of
//! a slip, what was seen is weighed, and what is decided is repaired; then what is left is easier to match. Everything is a
//! function of plain data, the same in whatever order cases come, and bounded by lines and rounds.

mod additions;
mod blanks;
mod decide;
mod edit;
mod elsewhere;
mod evidence;
mod exceptions;
mod find;
mod groups;
mod key;
mod late;
mod lexicon;
mod line;
mod look;
mod names;
mod open;
mod page;
mod pages;
mod repair;
mod sight;
mod slip;
mod slots;
mod steps;
mod templates;
#[cfg(test)]
mod tests;
mod turns;
mod view;
mod vocabulary;

use serde::{Deserialize, Serialize};

use crate::cases::Case;
use crate::expected::{ExpectedTurn, Gap};

pub(crate) use find::{Asks, Repairs, Search};
pub(crate) use slip::{NOT_AWAITED, Noted, Repair, Slip, Slips};

/// What a mistake is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Blanks, lines, letter case, punctuation, typography.
    Presentation,
    /// Other words for the same thing.
    Wording,
    /// Another value, another step, too much, too little.
    Behaviour,
    /// The program does not start, crashes, hangs or floods.
    Failure,
}

/// A case whose output is not the expected one.
#[derive(Debug)]
pub(crate) struct Differing<'a> {
    /// The case.
    pub(crate) case: &'a Case,
    /// What is expected, turn by turn.
    pub(crate) expected: Vec<ExpectedTurn>,
    /// What was printed, turn by turn.
    pub(crate) printed: Vec<String>,
    /// What was typed after each turn but the last.
    pub(crate) typed: Vec<String>,
    /// Standard error.
    pub(crate) errors: String,
    /// The message with which the program must fail, and the one with which it failed with the right error.
    pub(crate) message: Option<(String, String)>,
    /// Whether what is expected follows from dice that were read from the output.
    pub(crate) follows_dice: bool,
    /// Whether the program crashed or was stopped, so that what is missing then tells nothing of what it prints.
    pub(crate) is_cut_off: bool,
    /// Whether a throw was not found in the output.
    pub(crate) lacks_a_throw: bool,
}

impl Differing<'_> {
    /// Returns about how many bytes of memory it takes.
    pub(crate) fn size(&self) -> usize {
        // What the allocator adds to a text, and that it rounds up.
        const AROUND: usize = 16;
        let text = |text: &String| size_of::<String>() + text.len() + AROUND;
        let turn = |turn: &ExpectedTurn| {
            let pieces = turn.pieces.iter().map(|(_, piece)| size_of::<&str>() + text(piece));
            size_of::<ExpectedTurn>() + pieces.sum::<usize>() + turn.gaps.len() * size_of::<Gap>()
        };
        let texts = self.printed.iter().chain(&self.typed).chain([&self.errors]);
        let texts = texts.chain(self.message.iter().flat_map(|(expected, actual)| [expected, actual]));
        size_of::<Self>() + self.expected.iter().map(turn).sum::<usize>() + texts.map(text).sum::<usize>()
    }
}
