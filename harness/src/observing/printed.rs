//! What was printed in the turns of a run, whose words are read once, however often dice are looked for in them.

use std::ops::Deref;
use std::sync::OnceLock;

use super::terms::{PlacedTerm, of_turns};

/// What was printed in each turn of a run.
#[derive(Debug, Default)]
pub struct PrintedTurns {
    turns: Vec<String>,
    /// The words and numbers, as far as they were wanted.
    terms: OnceLock<Vec<PlacedTerm>>,
}

impl From<Vec<String>> for PrintedTurns {
    fn from(turns: Vec<String>) -> Self {
        Self { turns, terms: OnceLock::new() }
    }
}

impl Deref for PrintedTurns {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.turns
    }
}

impl PrintedTurns {
    /// Returns all turns.
    pub fn all(&self) -> FirstTurns<'_> {
        self.first(self.turns.len())
    }

    /// Returns the first turns, so many.
    pub(crate) fn first(&self, count: usize) -> FirstTurns<'_> {
        FirstTurns { run: self, count }
    }
}

/// The first of the turns of a run.
#[derive(Debug, Clone, Copy)]
pub struct FirstTurns<'a> {
    run: &'a PrintedTurns,
    count: usize,
}

impl<'a> FirstTurns<'a> {
    /// Returns what was printed in each.
    pub(crate) fn texts(self) -> &'a [String] {
        &self.run.turns[..self.count]
    }

    /// Returns the words and numbers.
    pub(super) fn terms(self) -> &'a [PlacedTerm] {
        let terms = self.run.terms.get_or_init(|| of_turns(&self.run.turns, false));
        &terms[..terms.partition_point(|placed| placed.turn < self.count)]
    }
}
