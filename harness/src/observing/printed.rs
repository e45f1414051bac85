//! What was printed in the turns of a run, whose words and letters are read once, however often dice are looked for in them.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use super::letters::letters;
use super::terms::{PlacedTerm, of_turns};

/// The words of a longer output, in bytes, are read each time: they take twenty times as much memory as it does.
const LONGEST_KEPT: usize = 32 << 10;

/// What was printed in each turn of a run.
#[derive(Debug, Default)]
pub struct PrintedTurns {
    turns: Vec<String>,
    /// The words and numbers, once they were wanted; nothing if they are read each time.
    terms: OnceLock<Option<Vec<PlacedTerm>>>,
    /// What each turn is without its blanks, likewise.
    letters: OnceLock<Option<Vec<String>>>,
}

impl From<Vec<String>> for PrintedTurns {
    fn from(turns: Vec<String>) -> Self {
        Self { turns, terms: OnceLock::new(), letters: OnceLock::new() }
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

    /// Returns whether what is read of the output is kept.
    fn is_kept(&self) -> bool {
        self.turns.iter().map(String::len).sum::<usize>() <= LONGEST_KEPT
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
    pub(super) fn terms(self) -> Cow<'a, [PlacedTerm]> {
        let PrintedTurns { turns, terms, .. } = self.run;
        match terms.get_or_init(|| self.run.is_kept().then(|| of_turns(turns, false))) {
            Some(terms) => terms[..terms.partition_point(|placed| placed.turn < self.count)].into(),
            None => of_turns(self.texts(), false).into(),
        }
    }

    /// Returns what each is without its blanks.
    pub(super) fn letters(self) -> Cow<'a, [String]> {
        let read = |turns: &[String]| turns.iter().map(|turn| letters(turn)).collect::<Vec<_>>();
        let PrintedTurns { turns, letters: kept, .. } = self.run;
        match kept.get_or_init(|| self.run.is_kept().then(|| read(turns))) {
            Some(letters) => letters[..self.count].into(),
            None => read(self.texts()).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_turns_have_the_first_words_however_long_the_output_is() {
        for length in [1, LONGEST_KEPT] {
            let turns = PrintedTurns::from(vec!["a 1 ".repeat(length), "b".to_string()]);
            let words = |count| turns.first(count).terms().len();
            assert_eq!((words(0), words(1), words(2)), (0, 2 * length, 2 * length + 1));
            assert_eq!(turns.terms.get().is_some_and(Option::is_some), length == 1);
        }
    }
}
