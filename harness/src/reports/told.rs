//! Which mistakes a reader is told of, with the numbers by which they are called.

use super::results::Results;
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;

/// The mistakes of a submission as a reader is told of them.
#[derive(Debug)]
pub(super) struct ToldMistakes<'a> {
    /// Those that cost something, worst first, each followed by those after which it shows, whatever these cost; where only some cases were
    /// run and nobody knows what they cost, all.
    pub(super) costly: Vec<&'a Mistake>,
    /// Those that cost nothing.
    pub(super) free: Vec<&'a Mistake>,
    /// What is lost by those of which the reader may know nothing else.
    pub(super) hidden: Vec<&'a Mistake>,
}

impl<'a> ToldMistakes<'a> {
    /// Sorts the mistakes of these results.
    pub(super) fn of(results: &'a Results) -> Self {
        let (hidden, open): (Vec<_>, Vec<_>) = results.mistakes.iter().partition(|it| it.key.is_empty());
        let hidden = hidden.into_iter().filter(|mistake| mistake.lost > 0.0).collect();
        if results.is_of_some_cases() {
            let mut costly = open;
            costly.sort_by_key(|mistake| std::cmp::Reverse((mistake.kind, mistake.cases)));
            return Self { costly, free: Vec::new(), hidden };
        }
        let (costly, mut free): (Vec<&Mistake>, Vec<&Mistake>) =
            open.into_iter().partition(|mistake| mistake.lost > 0.0);
        let costly = costly.into_iter().flat_map(|mistake| with_precursors(mistake, &mut free)).collect();
        Self { costly, free, hidden }
    }

    /// Returns the mistake with this number, counted from 1: those that cost nothing come last.
    pub(super) fn numbered(&self, number: usize) -> Option<&'a Mistake> {
        let mut all = self.costly.iter().chain(&self.free);
        number.checked_sub(1).and_then(|index| all.nth(index)).copied()
    }

    /// Returns the worst mistake of the program, with its number: of a file or a unit test that is missing the list tells all. The worst of
    /// these if there is no other.
    pub(super) fn worst_of_program(&self) -> Option<(&'a Mistake, usize)> {
        let is_piece = |it: &Mistake| it.part.starts_with("files/") || it.part.starts_with("tests/");
        let shows = self.costly.iter().position(|mistake| !is_piece(mistake));
        self.costly.get(shows.unwrap_or_default()).map(|mistake| (*mistake, shows.unwrap_or_default() + 1))
    }

    /// Returns the numbers of the mistakes after which another one shows; none where the reader is not told of all of them.
    pub(super) fn precursors(&self, mistake: &Mistake) -> Option<Vec<usize>> {
        let all: Vec<&Mistake> = self.costly.iter().chain(&self.free).copied().collect();
        let number = |key: &String| all.iter().position(|other| other.key == *key).map(|index| index + 1);
        let mut numbers: Vec<usize> =
            mistake.precursors.as_ref()?.mistakes.iter().map(number).collect::<Option<_>>()?;
        numbers.sort_unstable();
        Some(numbers)
    }

    /// Returns how many mistakes have numbers.
    pub(super) fn count(&self) -> usize {
        self.costly.len() + self.free.len()
    }
}

/// Returns a mistake, and those after which it shows that are taken from others: who repairs it repairs these first.
fn with_precursors<'a>(mistake: &'a Mistake, from: &mut Vec<&'a Mistake>) -> Vec<&'a Mistake> {
    let is_named = |other: &Mistake| mistake.precursors.iter().any(|it| it.mistakes.contains(&other.key));
    let named = from.extract_if(.., |other| is_named(other));
    std::iter::once(mistake).chain(named).collect()
}

/// Returns how mistakes with these numbers are called.
pub(super) fn called(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match &numbers[..] {
        [] => String::new(),
        [one] => format!("mistake {one}"),
        [others @ .., last] => format!("mistakes {} and {last}", others.join(", ")),
    }
}

impl Results {
    /// Returns whether only some cases of the suite were run, so that nobody knows what anything costs.
    pub(super) fn is_of_some_cases(&self) -> bool {
        self.summary.cases < self.summary.all_cases
    }

    /// Returns how many cases could not be judged.
    pub(super) fn undecided(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict == Verdict::Undecided).count()
    }
}
