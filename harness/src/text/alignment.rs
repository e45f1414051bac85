//! Aligns two sequences: which item of one stands for which of the other, in order.

use std::cmp::Ordering;
use std::ops::Range;

/// Two items that stand for each other, by their indices; an item without a partner is missing or extra.
pub(crate) type Pair = (Option<usize>, Option<usize>);

/// How many items of the other sequence an item may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StandsFor {
    /// One. Leaving it out costs as much as leaving out an item of the other sequence.
    One,
    /// Any number, also none, at no cost.
    Many,
}

/// Beyond this many pairs of items, items are paired by their numbers.
const MOST_PAIRS: usize = 250_000;

/// The sums of costs that differ by less are the same.
const PRECISION: f64 = 1e-9;

/// Returns how many items two sequences have in common, each given in order.
pub(crate) fn in_common<T: Ord>(mut one: &[T], mut other: &[T]) -> usize {
    let mut common = 0;
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        (one, other) = match first.cmp(second) {
            Ordering::Less => (rest, other),
            Ordering::Greater => (one, others),
            Ordering::Equal => {
                common += 1;
                (rest, others)
            }
        };
    }
    common
}

/// Returns the share of `all` items of two sequences that they do not have in common.
pub(crate) fn unlikeness(common: usize, all: usize) -> f64 {
    let count = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    if all == 0 { 0.0 } else { 1.0 - 2.0 * count(common) / count(all) }
}

/// Returns the cheapest way to pair two sequences of `rows` and `columns` items, where pairing two costs `cost` and
/// leaving one out costs `gap`.
///
/// Of ways that cost the same, the one is taken that pairs early, then the one that leaves out rows early.
pub(crate) fn align(rows: usize, columns: usize, gap: f64, cost: impl Fn(usize, usize) -> f64) -> Vec<Pair> {
    align_open(&vec![StandsFor::One; rows], columns, gap, cost)
}

/// Returns for each of `rows` which of the `columns` items it stands for: a range, empty where the row is missing, and
/// then at the place where it should be. Costs are as in [`align`].
pub(crate) fn ranges(
    rows: &[StandsFor],
    columns: usize,
    gap: f64,
    cost: impl Fn(usize, usize) -> f64,
) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::with_capacity(rows.len());
    let mut next = 0;
    for (row, column) in align_open(rows, columns, gap, cost) {
        let start = next;
        next += usize::from(column.is_some());
        match row {
            Some(row) if row == ranges.len() => ranges.push(start..next),
            Some(row) => ranges[row].end = next,
            None => {}
        }
    }
    ranges
}

/// Returns the pairs of [`align`], where a row that stands for many has several pairs.
fn align_open(rows: &[StandsFor], columns: usize, gap: f64, cost: impl Fn(usize, usize) -> f64) -> Vec<Pair> {
    if rows.len().saturating_mul(columns) > MOST_PAIRS {
        let by_number = |index| ((index < rows.len()).then_some(index), (index < columns).then_some(index));
        return (0..rows.len().max(columns)).map(by_number).collect();
    }
    let table = CostTable::new(rows, columns, gap, cost);
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < rows.len() || column < columns {
        let step = table.best_step(row, column);
        // A row that stands for many, and has its items, ends without a pair.
        let has_items = || pairs.last().is_some_and(|last: &Pair| last.0 == Some(row) && last.1.is_some());
        if step != AlignmentStep::EndMany || !has_items() {
            pairs.push((step.has_row().then_some(row), step.has_column().then_some(column)));
        }
        row += usize::from(step.has_row() && step != AlignmentStep::TakeMany);
        column += usize::from(step.has_column());
    }
    pairs
}

/// A step through both sequences, those that are preferred first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AlignmentStep {
    /// Pairs two items.
    Both,
    /// Ends a row that stands for many.
    EndMany,
    /// Gives one more item to a row that stands for many.
    TakeMany,
    /// Leaves out a row.
    SkipRow,
    /// Leaves out a column.
    SkipColumn,
}

impl AlignmentStep {
    fn has_row(self) -> bool {
        self != Self::SkipColumn
    }

    fn has_column(self) -> bool {
        matches!(self, Self::Both | Self::TakeMany | Self::SkipColumn)
    }
}

/// What the rest of the way costs from every pair of items.
struct CostTable<'a> {
    rows: &'a [StandsFor],
    columns: usize,
    gap: f64,
    pairing: Vec<f64>,
    rest: Vec<f64>,
}

impl<'a> CostTable<'a> {
    fn new(rows: &'a [StandsFor], columns: usize, gap: f64, cost: impl Fn(usize, usize) -> f64) -> Self {
        let is_one = |row: usize| rows[row] == StandsFor::One;
        let pair = |at: usize| (at / columns, at % columns);
        let pairing = (0..rows.len() * columns).map(pair);
        let pairing =
            pairing.map(|(row, column)| if is_one(row) { cost(row, column) } else { 0.0 }).collect();
        let mut table =
            Self { rows, columns, gap, pairing, rest: vec![0.0; (rows.len() + 1) * (columns + 1)] };
        for row in (0..=rows.len()).rev() {
            for column in (0..=columns).rev() {
                let cheapest = table.steps(row, column).map(|(_, total)| total).reduce(f64::min);
                let at = table.at(row, column);
                table.rest[at] = cheapest.unwrap_or(0.0);
            }
        }
        table
    }

    fn at(&self, row: usize, column: usize) -> usize {
        row * (self.columns + 1) + column
    }

    /// Returns the steps that are possible from a pair of items, the preferred ones first, and what the way costs
    /// from there with each.
    fn steps(&self, row: usize, column: usize) -> impl Iterator<Item = (AlignmentStep, f64)> {
        let (has_row, has_column) = (row < self.rows.len(), column < self.columns);
        let is_many = has_row && self.rows[row] == StandsFor::Many;
        let rest = |rows: usize, columns: usize| self.rest[self.at(row + rows, column + columns)];
        let both = || self.pairing[row * self.columns + column] + rest(1, 1);
        let steps = [
            (has_row && has_column && !is_many).then(|| (AlignmentStep::Both, both())),
            is_many.then(|| (AlignmentStep::EndMany, rest(1, 0))),
            (is_many && has_column).then(|| (AlignmentStep::TakeMany, rest(0, 1))),
            (has_row && !is_many).then(|| (AlignmentStep::SkipRow, self.gap + rest(1, 0))),
            (has_column && !is_many).then(|| (AlignmentStep::SkipColumn, self.gap + rest(0, 1))),
        ];
        steps.into_iter().flatten()
    }

    fn best_step(&self, row: usize, column: usize) -> AlignmentStep {
        let least = self.rest[self.at(row, column)];
        let mut steps = self.steps(row, column);
        let best = steps.find(|(_, total)| (total - least).abs() < PRECISION);
        best.map_or(AlignmentStep::SkipColumn, |(step, _)| step)
    }
}

/// Returns how many items two sequences have in common at their beginning, and at the end of what comes after.
pub(crate) fn same_ends<T>(one: &[T], other: &[T], is_same: impl Fn(&T, &T) -> bool) -> (usize, usize) {
    let are_same = |(one, other): &(&T, &T)| is_same(one, other);
    let head = one.iter().zip(other).take_while(are_same).count();
    let ends = one[head..].iter().rev().zip(other[head..].iter().rev());
    (head, ends.take_while(are_same).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items are letters; letters that differ only in case cost half a gap. The answer names the items of each pair.
    #[track_caller]
    fn check(rows: &str, columns: &str, expected: &str) {
        let [left, right] = [rows, columns].map(|items| items.chars().collect::<Vec<char>>());
        let pairs = align(left.len(), right.len(), 1.0, |row, column| match (left[row], right[column]) {
            (one, other) if one == other => 0.0,
            (one, other) if one.eq_ignore_ascii_case(&other) => 0.5,
            _ => 9.0,
        });
        let name = |items: &[char], at: Option<usize>| at.map_or('-', |at| items[at]);
        let pairs =
            pairs.into_iter().map(|(one, other)| format!("{}{}", name(&left, one), name(&right, other)));
        assert_eq!(pairs.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn what_two_sequences_begin_and_end_with_is_counted_once() {
        let ends = |one: &str, other: &str| same_ends(one.as_bytes(), other.as_bytes(), u8::eq);
        assert_eq!(ends("eggplant", "egplant"), (2, 5));
        assert_eq!(ends("aa", "aaa"), (2, 0));
        assert_eq!(ends("abc", "xbc"), (0, 2));
        assert_eq!(ends("", "a"), (0, 0));
    }

    #[test]
    fn items_are_paired_in_order_at_the_least_cost() {
        check("abc", "abc", "aa bb cc");
        check("abc", "ac", "aa b- cc");
        check("ac", "abc", "aa -b cc");
        check("abc", "aBc", "aa bB cc");
        check("ab", "ba", "a- bb -a");
        check("", "a", "-a");
    }

    /// As above; `*` is a row that stands for many, and the answer names the items of each row.
    #[track_caller]
    fn check_ranges(rows: &str, columns: &str, expected: &str) {
        let [rows, columns] = [rows, columns].map(|items| items.chars().collect::<Vec<char>>());
        let stands = |row: &char| if *row == '*' { StandsFor::Many } else { StandsFor::One };
        let stands: Vec<StandsFor> = rows.iter().map(stands).collect();
        let cost = |row: usize, column: usize| if rows[row] == columns[column] { 0.0 } else { 9.0 };
        let ranges = ranges(&stands, columns.len(), 1.0, cost);
        let ranges = ranges.into_iter().map(|range| columns[range].iter().collect::<String>());
        assert_eq!(ranges.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn a_row_stands_for_the_items_that_fit() {
        check_ranges("abc", "abc", "a b c");
        check_ranges("abc", "axc", "a  c");
        check_ranges("a*c", "axyc", "a xy c");
        check_ranges("a*c", "ac", "a  c");
        check_ranges("*c*", "abcd", "ab c d");
        check_ranges("ab", "xaby", "a b");
        check_ranges("*", "", "");
    }

    #[test]
    fn too_many_items_are_paired_by_their_numbers() {
        let pairs = align(600, 500, 1.0, |_, _| panic!("nothing is compared"));
        assert_eq!((pairs.len(), pairs[499], pairs[599]), (600, (Some(499), Some(499)), (Some(599), None)));
    }
}
