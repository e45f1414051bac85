//! A case as it is looked at, and what is seen in it.

use std::sync::Arc;

use super::key::Key;
use super::page::Page;
use super::pages::SharedPage;
use super::steps::Step;
use super::vocabulary::Vocabulary;
use crate::text::alignment::Pair;

/// A slip at one place of a turn.
#[derive(Debug, Clone)]
pub(super) struct Sighting {
    /// What it is.
    pub(super) key: Arc<Key>,
    /// The step through the lines, by its index; for blank lines the printed line after them.
    pub(super) step: usize,
    /// The part in which it shows.
    pub(super) part: &'static str,
    /// Whether the rest of the turn is in step.
    pub(super) is_in_step: bool,
}

/// A printed turn beside the expected one. Conversations in which the same is printed share it.
#[derive(Debug)]
pub(super) struct TurnView {
    /// Its number among all views of a round, from 0.
    pub(super) number: usize,
    pub(super) expected: SharedPage,
    pub(super) actual: SharedPage,
    /// The way through the lines of both.
    pub(super) steps: Vec<Step>,
    /// What is seen, in the order of the steps.
    pub(super) sightings: Vec<Sighting>,
    /// The expected lines that are not there, or are other ones altogether.
    pub(super) lost: Vec<usize>,
}

/// A conversation beside the expected one.
#[derive(Debug, Default)]
pub(super) struct CaseView {
    /// Which expected turn is which printed one.
    pub(super) pairs: Vec<Pair>,
    /// The view of each pair; none of a turn without a partner.
    pub(super) turns: Vec<Option<Arc<TurnView>>>,
    /// Blank lines that are missing or too many, each with its pair.
    pub(super) blanks: Vec<(usize, Sighting)>,
}

/// A pair of turns: their places in both conversations, and their view.
pub(super) type PlacedView<'a> = ((usize, usize), &'a Arc<TurnView>);

impl CaseView {
    /// Returns whether nothing differs.
    pub(super) fn is_right(&self) -> bool {
        let is_right = |turn: &Arc<TurnView>| {
            turn.sightings.is_empty() && turn.steps.iter().all(|step| matches!(step, Step::Same(..)))
        };
        self.blanks.is_empty() && self.turns.iter().all(|turn| turn.as_ref().is_some_and(is_right))
    }

    /// Returns the turns that have a partner, each with its pair.
    pub(super) fn met(&self) -> impl Iterator<Item = PlacedView<'_>> {
        self.pairs
            .iter()
            .zip(&self.turns)
            .filter_map(|(pair, turn)| Some((pair.0.zip(pair.1)?, turn.as_ref()?)))
    }
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

/// Returns for each step whether its line says what the game says elsewhere.
pub(super) fn astray(steps: &[Step], expected: &Page, actual: &Page, vocabulary: &Vocabulary) -> Vec<bool> {
    let is_astray = |step: &Step| match step {
        Step::Extra(column) => vocabulary.says_line(&actual.lines[*column].line),
        Step::Pair(row, column) => {
            let line = &actual.lines[*column].line;
            line.form != expected.lines[*row].line.form && vocabulary.says_line(line)
        }
        _ => false,
    };
    steps.iter().map(is_astray).collect()
}
