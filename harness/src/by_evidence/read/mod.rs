//! What is seen in printed text: dice, numbers with the words that say what they are, and who is named the winner. It knows no rule.

mod canvas;
mod numbers;
mod pictures;
mod red;
mod winner;
mod word;

use canvas::Area;
pub(crate) use numbers::{PrintedNumber, list, numbers};
pub(crate) use pictures::{Flaw, NO_FRAME, Picture, below, count_of};
pub(crate) use red::{Red, explained, red};
pub(crate) use winner::{Named, contradiction, named};
use word::Word;

use crate::cases::Suite;
use crate::cases::wording::{Idea, Ideas};

/// Why something cannot be read, or told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) why: String,
    /// A line that cannot be read, as it is printed, if one is the reason.
    pub(crate) line: Option<String>,
}

impl From<&str> for Unread {
    fn from(why: &str) -> Self {
        Self { why: why.to_string(), line: None }
    }
}

/// A printed line.
#[derive(Debug, Clone, Default)]
pub(crate) struct SheetLine {
    /// Its text, with blanks in the places of pictures; and as it is printed.
    pub(crate) text: String,
    pub(crate) printed: String,
    pub(crate) words: Vec<Word>,
    /// Whom it names the winner.
    pub(crate) named: Option<Named>,
    /// Its turn and its line in the turn, both from 1.
    pub(crate) place: (usize, usize),
}

impl SheetLine {
    /// Returns whether nothing but pictures stands on it.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns what its words are about.
    pub(crate) fn ideas(&self) -> Ideas {
        self.words.iter().map(|word| word.ideas).collect()
    }

    /// Returns whether one of its words is about `idea`.
    pub(crate) fn is_about(&self, idea: Idea) -> bool {
        self.words.iter().any(|word| word.ideas.has(idea))
    }

    /// Returns whether it has a digit.
    pub(crate) fn has_digits(&self) -> bool {
        self.text.contains(|ch: char| ch.is_ascii_digit())
    }
}

/// What is seen in a piece of text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    /// The dice, in the order of the text.
    pub(crate) dice: Vec<Picture>,
    /// What looks like dice and cannot be read.
    pub(crate) puzzles: Vec<Unread>,
    pub(crate) lines: Vec<SheetLine>,
    /// The numbers, once all of the text is there.
    pub(crate) numbers: Vec<PrintedNumber>,
}

impl Sheet {
    /// Returns what is seen in what was printed in a turn, by the words and the signs of a suite.
    pub(crate) fn read(text: &str, turn: usize, suite: &Suite) -> Self {
        let found = pictures::find(text, &suite.signs);
        let lines = found.text.into_iter().zip(found.printed).enumerate().map(|(at, (text, printed))| {
            let words = word::words(&text, &suite.words);
            let named = winner::named_in(&words).filter(|_| !winner::counts_games(&text, &words));
            SheetLine { named, words, text, printed, place: (turn, at + 1) }
        });
        Self { lines: lines.collect(), dice: found.pictures, puzzles: found.puzzles, numbers: Vec::new() }
    }

    /// Adds what is seen below it.
    pub(crate) fn add(&mut self, below: Self) {
        let down = self.lines.len();
        let lower = |area: Area| Area { top: area.top + down, bottom: area.bottom + down, ..area };
        self.dice.extend(below.dice.into_iter().map(|die| Picture { area: lower(die.area), ..die }));
        self.puzzles.extend(below.puzzles);
        self.lines.extend(below.lines);
    }

    /// Returns what the words of all lines from `from` on are about.
    pub(crate) fn ideas_from(&self, from: usize) -> Ideas {
        self.lines.iter().skip(from).map(SheetLine::ideas).collect()
    }

    /// Returns the lines below its dice, without those that are blank.
    pub(crate) fn lines_below_dice(&self) -> Vec<&str> {
        let lines = self.lines.iter().skip(below(&self.dice)).filter(|line| !line.is_blank());
        lines.map(|line| line.text.as_str()).collect()
    }

    /// Returns the last line above this one on which something stands.
    pub(crate) fn line_above(&self, line: usize) -> Option<&SheetLine> {
        self.lines.iter().take(line).rfind(|line| !line.is_blank())
    }

    /// Returns the last line on which something stands.
    pub(crate) fn last_line(&self) -> usize {
        self.lines.iter().rposition(|line| !line.is_blank()).unwrap_or(0)
    }
}
