//! Explains a wrong sum: what was there before, and what came to it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::detail::Detail;
use super::difference::{Difference, Part};
use super::lines::ExpectedLines;
use crate::cases::Cause;
use crate::text::tokens::words;

/// A number counts as added to a sum if one of this many turns before has shown it.
const RECENT: usize = 4;

/// Words for numbers to which others are added.
const SUMS: [&str; 6] = ["total", "totals", "sum", "score", "scores", "points"];

/// A number of a line, and where it stands.
#[derive(Debug, PartialEq, Eq)]
struct Number {
    value: u64,
    /// The first word of the line, and the last one before the number.
    place: (String, String),
}

/// The numbers that have been expected so far. They are looked for only when a value is wrong.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// The turns whose numbers were not yet looked for, by their indices.
    pending: Vec<usize>,
    /// The last number of each part in each place.
    last: BTreeMap<(Part, (String, String)), u64>,
    /// The numbers of the last turns.
    recent: VecDeque<BTreeSet<u64>>,
}

impl Sums {
    /// Takes in an expected turn, by its index.
    pub(super) fn remember(&mut self, turn: usize) {
        self.pending.push(turn);
    }

    /// Says of wrong numbers that are sums why they are wrong. All turns that were taken in are among `turns`.
    pub(super) fn explain(&mut self, differences: &mut [Difference], turns: &[ExpectedLines<'_>]) {
        for difference in differences.iter_mut().filter(|difference| difference.cause == Cause::WrongValue) {
            for turn in std::mem::take(&mut self.pending) {
                self.read(&turns[turn]);
            }
            if let Some(sum) = self.wrong_sum(difference) {
                difference.detail = sum;
            }
        }
    }

    fn read(&mut self, turn: &ExpectedLines<'_>) {
        let mut values = BTreeSet::new();
        for (index, line) in turn.shown.iter().enumerate().filter(|(_, line)| !line.starts_with('|')) {
            for number in numbers(line) {
                values.insert(number.value);
                self.last.insert((turn.part(index, usize::MAX), number.place), number.value);
            }
        }
        for row in turn.shown.iter().filter(|line| line.starts_with('|')) {
            values.extend(numbers(row).into_iter().map(|number| number.value));
        }
        self.recent.push_back(values);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    fn wrong_sum(&self, difference: &Difference) -> Option<Detail> {
        let (expected, actual) = (difference.expected.as_ref()?, difference.actual.as_ref()?);
        if expected.starts_with('|') {
            return None;
        }
        let (expected, actual) = (numbers(expected), numbers(actual));
        let (right, wrong) = expected.iter().zip(&actual).find(|(one, other)| one.value != other.value)?;
        let same_place = |(part, place): &&(Part, (String, String))| {
            difference.part.label().starts_with(part.display()) && *place == right.place
        };
        let before = *self.last.get(self.last.keys().find(same_place)?)?;
        let more = right.value.checked_sub(before).filter(|more| *more > 0 && before > 0)?;
        let is_shown = expected.iter().any(|number| number.value == more)
            || self.recent.iter().any(|values| values.contains(&more));
        let is_sum = |name: &str| words(&name.to_lowercase()).any(|word| SUMS.contains(&word));
        let name = &right.place.1;
        let is_one = is_shown && (is_sum(name) || is_sum(difference.part.label()));
        is_one.then(|| Detail::WrongSum { name: name.clone(), actual: wrong.value, before, more })
    }
}

fn numbers(line: &str) -> Vec<Number> {
    let first = words(line).next().unwrap_or_default();
    let mut numbers = Vec::new();
    let mut before = "";
    for word in words(line) {
        match word.parse() {
            Ok(value) => numbers.push(Number { value, place: (first.to_string(), before.to_string()) }),
            Err(_) => before = word,
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::expected::ExpectedTurn;

    fn turn(text: &str) -> ExpectedTurn {
        let pieces = vec![("turn/points", text.to_string())];
        ExpectedTurn { pieces, ..ExpectedTurn::default() }
    }

    fn explained(before: &str, expected: &str, actual: &str) -> String {
        let mut sums = Sums::default();
        sums.remember(0);
        let part = Part::new("turn/points");
        let lines = (Some(expected.to_string()), Some(actual.to_string()));
        let difference = Difference::new(Cause::WrongValue, part, Detail::Fact("wrong".to_string()));
        let mut difference = difference.lines(lines.0, lines.1);
        let before = turn(before);
        let before = ExpectedLines::new(&before, &BTreeSet::new());
        sums.explain(std::slice::from_mut(&mut difference), &[before]);
        difference.sentence()
    }

    #[test]
    fn a_sum_is_explained_by_what_was_there_and_what_came_to_it() {
        let line = |turn, total| format!("Dave rolls 1-2 turn {turn} total {total}");
        assert_eq!(explained(&line(8, 8), &line(3, 11), &line(3, 12)), "`total` is 12, but 8 + 3 is 11");
        assert_eq!(explained("Ann: 8\n| 20 |", "Ann: 28", "Ann: 8"), "`Ann` is 8, but 8 + 20 is 28");
    }

    #[test]
    fn other_numbers_are_left_alone() {
        assert_eq!(explained("Bob: 8\n| 20 |", "Ann: 28", "Ann: 8"), "wrong");
        assert_eq!(explained("Ann: 8", "Ann: 28", "Ann: 8"), "wrong");
        assert_eq!(explained("Ann: 0\n| 20 |", "Ann: 20", "Ann: 8"), "wrong");
    }
}
