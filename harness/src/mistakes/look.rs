//! A case as it is looked at, and what is seen in it.

use super::key::Key;
use super::page::Page;
use super::steps::Step;
use super::turns::Turns;
use super::vocabulary::Vocabulary;

/// A slip at one place.
#[derive(Debug, Clone)]
pub(super) struct Sighting {
    /// What it is.
    pub(super) key: Key,
    /// The pair of turns, by its index.
    pub(super) pair: usize,
    /// The step through their lines, by its index; for blank lines the printed line after them.
    pub(super) step: usize,
    /// The part in which it shows.
    pub(super) part: &'static str,
}

/// A case as it is looked at: both conversations, and how they stand beside each other.
pub(super) struct CaseView<'a> {
    pub(super) expected: &'a [Page],
    pub(super) actual: &'a [Page],
    pub(super) turns: &'a Turns,
    /// Whether blank lines are looked at, and whether one after a prompt is forgiven.
    pub(super) blanks: Blanks,
    /// The lines of standard error, as they are compared.
    pub(super) errors: &'a [String],
    /// How much of the last turn was printed.
    pub(super) last: LastTurn,
}

/// How much of the last turn was printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastTurn {
    /// As much as the program prints.
    Whole,
    /// Less: it crashed or was stopped there.
    CutOff,
}

/// What is made of blank lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blanks {
    /// They do not count.
    Ignored,
    /// They count; after a prompt one more or less is forgiven.
    LooseAfterPrompts,
    /// They count everywhere.
    Exact,
}

/// Returns the expected and the printed line of a step.
pub(super) fn lines_of(step: &Step) -> (Option<usize>, Option<usize>) {
    match step {
        Step::Same(row, column) | Step::Pair(row, column) | Step::Swapped(row, column) => {
            (Some(*row), Some(*column))
        }
        Step::Missing(row) | Step::Moved { row, .. } => (Some(*row), None),
        Step::Extra(column) | Step::Gone { column, .. } => (None, Some(*column)),
        Step::Broken(rows, columns) => (Some(rows.start), Some(columns.start)),
    }
}

/// Returns whether no other line of a turn says what the game says elsewhere.
pub(super) fn is_in_step(
    at: usize,
    steps: &[Step],
    expected: &Page,
    actual: &Page,
    vocabulary: &Vocabulary,
) -> bool {
    let is_astray = |step: &Step| match step {
        Step::Extra(column) => vocabulary.says_line(&actual.lines[*column].line),
        Step::Pair(row, column) => {
            let line = &actual.lines[*column].line;
            line.form != expected.lines[*row].line.form && vocabulary.says_line(line)
        }
        _ => false,
    };
    !steps.iter().enumerate().any(|(index, step)| index != at && is_astray(step))
}

/// Returns whether a turn holds lines that the game says elsewhere.
pub(super) fn is_astray(steps: &[Step], expected: &Page, actual: &Page, vocabulary: &Vocabulary) -> bool {
    !is_in_step(usize::MAX, steps, expected, actual, vocabulary)
}
