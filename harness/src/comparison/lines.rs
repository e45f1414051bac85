//! The lines of one turn, and how two versions of them differ.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::difference::Part;
use super::shared_lines::{SharedLines, breaks, line_places};
use super::tolerance;
use crate::cases::Tolerance;
use crate::cases::notation::CLEAR;
use crate::expected::{ExpectedTurn, text_of};
use crate::text::alignment::{Pair, align};
use crate::text::hunks::hunks;
use crate::text::likeness::likeness;

/// Beyond this many lines on either side that are not the same, lines are no longer matched.
const MOST_LINES: usize = 2000;

/// So many pairs of characters are looked at to match the lines of a conversation: beyond, lines are matched in order. Texts that
/// people read have a hundredth of it.
const MOST_LETTERS: usize = 500_000_000;

/// Two lines that are alike by more than this are versions of the same line.
const ALIKE: f64 = 0.7;

/// Up to this many lines on either side, lines are matched by how much they are alike.
const MOST_MATCHED: usize = 40;

/// Not matching a line costs this much; matching two lines costs 0 (alike) to 1 (nothing in common).
const GAP: f64 = 0.6;

/// The expected lines of a turn, without the blank ones at its ends.
#[derive(Debug)]
pub(super) struct ExpectedLines<'t> {
    /// The lines as they are compared.
    pub(super) keys: SharedLines<'t>,
    /// The lines as they are shown.
    pub(super) shown: SharedLines<'t>,
    /// Whether something is typed after it.
    asks: bool,
    /// The parts of all pieces and the columns, from 0, where these begin on their lines.
    pieces: Vec<(usize, Part)>,
    /// For each line, its pieces among all of them.
    parts: Vec<Range<usize>>,
    /// Line breaks before the first line and after the last.
    pub(super) breaks_before: usize,
    pub(super) breaks_after: usize,
}

impl<'t> ExpectedLines<'t> {
    pub(super) fn new(turn: &'t ExpectedTurn, tolerances: &BTreeSet<Tolerance>) -> Self {
        let is_shown = |text: &str| text != CLEAR || !tolerances.contains(&Tolerance::ClearScreen);
        let pieces: Vec<_> = turn.pieces.iter().filter(|(_, text)| is_shown(text)).collect();
        let lines = Lines::new(text_of(pieces.iter().copied()), tolerances);
        let (all, mut parts) = places(&pieces);
        parts.truncate(lines.first + lines.keys.len());
        parts.drain(..lines.first);
        let Lines { keys, shown, breaks_before, breaks_after, .. } = lines;
        let asks = turn.typed.is_some();
        Self { keys, shown, asks, pieces: all, parts, breaks_before, breaks_after }
    }

    /// Returns the prompt: the last line, if it does not end its line or something is typed after it.
    pub(super) fn prompt(&self) -> Option<&str> {
        self.keys.last().filter(|_| self.asks || self.breaks_after == 0)
    }

    /// Returns the parts to which a line belongs.
    pub(super) fn parts(&self, line: usize) -> impl Iterator<Item = Part> {
        self.parts
            .get(line)
            .into_iter()
            .flat_map(|pieces| &self.pieces[pieces.clone()])
            .map(|(_, part)| *part)
    }

    /// Returns the turn without the lines that are `out`, by their indices.
    pub(super) fn without(&self, out: impl Fn(usize) -> bool) -> Self {
        Self {
            keys: self.keys.without(&out),
            shown: self.shown.without(&out),
            pieces: self.pieces.clone(),
            parts: kept(&self.parts, &out),
            asks: self.asks,
            breaks_before: self.breaks_before,
            breaks_after: self.breaks_after,
        }
    }

    /// Returns the part to which what stands at `column` of a line belongs.
    pub(super) fn part(&self, line: usize, column: usize) -> Part {
        let pieces = self.parts.get(line).or(self.parts.last()).cloned().unwrap_or_default();
        self.pieces[pieces]
            .iter()
            .rev()
            .find(|(start, _)| *start <= column)
            .map_or(Part::UNKNOWN, |(_, part)| *part)
    }
}

/// Returns the parts of all pieces, each with the column where it begins, and for each line which of them are on it.
fn places(pieces: &[&(&'static str, String)]) -> (Vec<(usize, Part)>, Vec<Range<usize>>) {
    let mut all = Vec::new();
    let mut lines = Vec::with_capacity(pieces.iter().map(|(_, text)| breaks(text)).sum::<usize>() + 1);
    lines.push(Range::default());
    let mut column = 0;
    for (label, text) in pieces {
        let part = Part::new(label);
        for (index, place) in line_places(text).enumerate() {
            let line = lines.last_mut().expect("there is a line");
            if index > 0 {
                column = 0;
                // Of a piece with many lines they share where it goes on.
                if all.last() != Some(&(0, part)) {
                    all.push((0, part));
                }
                lines.push(all.len() - 1..all.len());
            } else if !place.is_empty() || text == "\n" || line.start == line.end {
                all.push((column, part));
                line.end = all.len();
            }
        }
        column += text.rsplit('\n').next().map_or(0, |piece| piece.chars().count());
    }
    (all, lines)
}

fn kept<T: Clone>(lines: &[T], out: &impl Fn(usize) -> bool) -> Vec<T> {
    lines.iter().enumerate().filter(|(line, _)| !out(*line)).map(|(_, line)| line.clone()).collect()
}

/// The lines of a turn that was printed, without the blank ones at its ends.
#[derive(Debug)]
pub(super) struct ActualLines<'t> {
    pub(super) keys: SharedLines<'t>,
    pub(super) shown: SharedLines<'t>,
    /// The number of each line in the turn, counted from 1.
    pub(super) numbers: Vec<usize>,
    pub(super) breaks_before: usize,
    pub(super) breaks_after: usize,
}

impl<'t> ActualLines<'t> {
    pub(super) fn new(output: &'t str, tolerances: &BTreeSet<Tolerance>) -> Self {
        let Lines { keys, shown, first, breaks_before, breaks_after } =
            Lines::new(Cow::Borrowed(output), tolerances);
        let numbers = (first + 1..).take(keys.len()).collect();
        Self { keys, shown, numbers, breaks_before, breaks_after }
    }

    /// Returns the number of a line, counted from 1, or that after the last one.
    pub(super) fn number(&self, line: usize) -> usize {
        self.numbers.get(line).copied().unwrap_or_else(|| self.numbers.last().map_or(1, |last| last + 1))
    }

    /// Returns the turn without the lines that are `out`, by their indices.
    pub(super) fn without(&self, out: impl Fn(usize) -> bool) -> Self {
        Self {
            keys: self.keys.without(&out),
            shown: self.shown.without(&out),
            numbers: kept(&self.numbers, &out),
            ..*self
        }
    }
}

struct Lines<'t> {
    keys: SharedLines<'t>,
    shown: SharedLines<'t>,
    first: usize,
    breaks_before: usize,
    breaks_after: usize,
}

impl<'t> Lines<'t> {
    fn new(output: Cow<'t, str>, tolerances: &BTreeSet<Tolerance>) -> Self {
        let on_screen = match tolerance::on_screen(&output, tolerances) {
            Cow::Owned(text) => Cow::Owned(text),
            Cow::Borrowed(_) => output,
        };
        let shown = SharedLines::all_of(on_screen);
        let keys = if tolerances.is_empty() {
            shown.clone()
        } else {
            shown.changed(|line| tolerance::line(line, tolerances))
        };
        let Some(first) = keys.iter().position(|key| !key.is_empty()) else {
            let (breaks_before, none) = (shown.len() - 1, shown.within(0..0));
            return Self { keys: none.clone(), shown: none, first: 0, breaks_before, breaks_after: 0 };
        };
        let last = keys.iter().rposition(|key| !key.is_empty()).unwrap_or(first);
        Self {
            breaks_before: first,
            breaks_after: keys.len() - 1 - last,
            keys: keys.within(first..last + 1),
            shown: shown.within(first..last + 1),
            first,
        }
    }
}

/// Two lines of a turn, of which one may be missing, by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinePair {
    pub(super) expected: Option<usize>,
    pub(super) actual: Option<usize>,
    /// Where it is in both: the index of the expected line, or of the one after which something is extra.
    pub(super) near: usize,
}

impl LinePair {
    /// Returns whether the printed line is a version of the expected one.
    pub(super) fn is_version(&self, expected: &ExpectedLines<'_>, actual: &ActualLines<'_>) -> bool {
        let keys = self.expected.zip(self.actual);
        keys.is_some_and(|(line, other)| is_version(&expected.keys[line], &actual.keys[other]))
    }
}

/// Returns whether a line is a version of the expected one: the same but for a word or so.
pub(super) fn is_version(expected: &str, actual: &str) -> bool {
    likeness(expected, actual) > ALIKE
}

/// How many pairs of characters may still be looked at to match lines.
#[derive(Debug)]
pub(super) struct LettersLeft(Cell<usize>);

impl Default for LettersLeft {
    fn default() -> Self {
        Self(Cell::new(MOST_LETTERS))
    }
}

impl LettersLeft {
    /// Takes what it costs to compare each line of one side with each of the other; returns whether there was as much.
    fn take(&self, old: &[&str], new: &[&str]) -> bool {
        let letters = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
        let left = self.0.get().checked_sub(letters(old).saturating_mul(letters(new)));
        left.inspect(|left| self.0.set(*left)).is_some()
    }
}

/// Returns the lines that differ.
pub(super) fn differing(
    expected: &ExpectedLines<'_>,
    actual: &ActualLines<'_>,
    letters: &LettersLeft,
) -> Vec<LinePair> {
    let (expected, actual) = (&expected.keys, &actual.keys);
    let head = expected.iter().zip(actual.iter()).take_while(|(one, other)| one == other).count();
    let shorter = expected.len().min(actual.len()) - head;
    let ends = expected.iter().rev().zip(actual.iter().rev()).take(shorter);
    let tail = ends.take_while(|(one, other)| one == other).count();
    let (old, new) = (expected.within(head..expected.len() - tail), actual.within(head..actual.len() - tail));
    if old.len().max(new.len()) > MOST_LINES {
        return vec![LinePair {
            expected: (!old.is_empty()).then_some(head),
            actual: (!new.is_empty()).then_some(head),
            near: head,
        }];
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.iter().collect(), new.iter().collect());
    let operations = if old.len().max(new.len()) <= MOST_MATCHED {
        vec![(0..old.len(), 0..new.len())]
    } else {
        let changed = hunks(&old, &new).into_iter().filter(|hunk| !hunk.is_equal);
        changed.map(|hunk| (hunk.old, hunk.new)).collect()
    };
    let mut found = Vec::new();
    for (old_range, new_range) in operations {
        for (left, right) in matched(&old[old_range.clone()], &new[new_range.clone()], letters) {
            let same = left
                .zip(right)
                .is_some_and(|(left, right)| old[old_range.start + left] == new[new_range.start + right]);
            if same {
                continue;
            }
            let expected = left.map(|index| head + old_range.start + index);
            let near = expected.unwrap_or(head + old_range.start);
            found.push(LinePair {
                expected,
                actual: right.map(|index| head + new_range.start + index),
                near,
            });
        }
    }
    found
}

/// Returns which changed lines belong together, in order, by indices; a line may belong to none.
fn matched(old: &[&str], new: &[&str], letters: &LettersLeft) -> Vec<Pair> {
    if old.len().max(new.len()) > MOST_MATCHED || !letters.take(old, new) {
        let count = old.len().max(new.len());
        return (0..count).map(|i| ((i < old.len()).then_some(i), (i < new.len()).then_some(i))).collect();
    }
    align(old.len(), new.len(), GAP, |i, j| match (old[i].is_empty(), new[j].is_empty()) {
        (false, false) => 1.0 - likeness(old[i], new[j]),
        (true, true) => 0.0,
        _ => 2.0 * GAP + 1.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are separated by `/`; the answer names the pairs that differ.
    #[track_caller]
    fn check(expected: &str, actual: &str, pairs: &str) {
        let turn = ExpectedTurn { pieces: vec![("", expected.replace('/', "\n"))], ..Default::default() };
        let expected = ExpectedLines::new(&turn, &BTreeSet::new());
        let actual = actual.replace('/', "\n");
        let actual = ActualLines::new(&actual, &BTreeSet::new());
        let found: Vec<String> = differing(&expected, &actual, &LettersLeft::default())
            .iter()
            .map(|pair| {
                let line = pair.expected.map_or("-", |at| &expected.keys[at]);
                format!("{line}>{}", pair.actual.map_or("-", |at| &actual.keys[at]))
            })
            .collect();
        assert_eq!(found.join(" "), pairs);
    }

    #[test]
    fn changed_lines_are_matched_with_the_lines_they_are_like() {
        check("a/b/c", "a/b/c", "");
        check("abcd/x/y", "abce/x/y", "abcd>abce");
        check("abcd/efgh", "efgx", "abcd>- efgh>efgx");
        check("a//b", "a/b", "->- ".replace("->- ", ">-").as_str());
        check("abcdef", "noise/abcdeg", "->noise abcdef>abcdeg");
    }

    #[test]
    fn many_changed_lines_are_matched_in_order_and_too_many_are_one_difference() {
        let lines = |name: char, count: usize| -> String {
            (0..count).map(|number| format!("{name}{number}")).collect::<Vec<_>>().join("/")
        };
        let pairs = |count: usize| -> String {
            (0..count).map(|number| format!("a{number}>b{number}")).collect::<Vec<_>>().join(" ")
        };
        check(&lines('a', MOST_MATCHED + 1), &lines('b', MOST_MATCHED + 1), &pairs(MOST_MATCHED + 1));
        check(&lines('a', MOST_LINES), &lines('b', MOST_LINES), &pairs(MOST_LINES));
        check(&lines('a', MOST_LINES + 1), &lines('b', 2), "a0>b0");
        check("a", &lines('b', MOST_LINES + 1), "a>b0");
        check("same/a", &format!("same/{}", lines('b', MOST_LINES + 1)), "a>b0");
    }

    #[test]
    fn lines_that_take_too_long_to_match_are_matched_in_order() {
        let pairs = |length: usize| {
            let [one, other] = ["a", "b"].map(|name| name.repeat(length));
            matched(&[&one, &other], &[&other], &LettersLeft::default())
        };
        assert_eq!(pairs(1000), [(Some(0), None), (Some(1), Some(0))]);
        assert_eq!(pairs(MOST_LETTERS.isqrt()), [(Some(0), Some(0)), (Some(1), None)]);
    }

    #[test]
    fn blank_lines_at_the_ends_of_a_turn_are_counted_apart() {
        let turn = ExpectedTurn { pieces: vec![("", "\n\na\nb\n".to_string())], ..Default::default() };
        let expected = ExpectedLines::new(&turn, &BTreeSet::new());
        assert_eq!((expected.breaks_before, expected.breaks_after, expected.keys.len()), (2, 1, 2));
        let actual = ActualLines::new("\n", &BTreeSet::new());
        assert_eq!((actual.breaks_before, actual.breaks_after, actual.keys.len()), (1, 0, 0));
    }

    #[test]
    fn a_line_knows_the_labels_of_its_pieces() {
        let pieces =
            vec![("a", "\nfirst ".to_string()), ("b", "second\n".to_string()), ("c", "third\n".to_string())];
        let turn = ExpectedTurn { pieces, ..Default::default() };
        let expected = ExpectedLines::new(&turn, &BTreeSet::new());
        assert_eq!(expected.keys, SharedLines::all_of("first second\nthird"));
        let parts = [(0, 0), (0, 7), (1, 3)].map(|(line, column)| expected.part(line, column).label());
        assert_eq!(parts, ["a", "b", "c"]);
    }

    #[test]
    fn a_line_has_all_pieces_that_stand_on_it_also_where_those_of_one_have_many_lines() {
        let pieces = [("a", "1\n2\n3"), ("a", " 4\n"), ("b", "\n"), ("b", "5\n6"), ("c", ""), ("b", "7")];
        let pieces = pieces.map(|(label, text)| (label, text.to_string())).into();
        let turn = ExpectedTurn { pieces, ..Default::default() };
        let expected = ExpectedLines::new(&turn, &BTreeSet::new());
        let labels = |line| expected.parts(line).map(Part::label).collect::<String>();
        assert_eq!((0..6).map(labels).collect::<Vec<_>>(), ["a", "a", "aa", "ab", "bb", "bb"]);
        assert_eq!([1, 2, 3].map(|line| expected.part(line, 0).label()), ["a", "a", "b"]);
        assert_eq!(expected.keys, SharedLines::all_of("1\n2\n3 4\n\n5\n67"));
    }
}
