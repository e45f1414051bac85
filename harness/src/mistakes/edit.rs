//! How a printed line differs from the expected one: only in its form, in some words, in its signs, or in all.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::lexicon::Lexicon;
use super::line::{Line, LineWord, NUMBER, Symbol, filled, is_value};
use crate::cases::Cause;
use crate::comparison::cause_of_presentation;
use crate::text;

/// Some words in place of others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Replacement {
    /// The words that are expected.
    pub(super) expected: Vec<Symbol>,
    /// The words that are printed there.
    pub(super) actual: Vec<Symbol>,
    /// The word before them, where words are only missing or only added.
    pub(super) after: Option<Symbol>,
}

/// A hunk, and the tokens of both lines that it takes.
#[derive(Debug, Clone)]
pub(super) struct PlacedReplacement {
    pub(super) hunk: Replacement,
    pub(super) expected: Range<usize>,
    pub(super) actual: Range<usize>,
}

/// How two lines differ.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    /// In nothing but values, or in where their words stand between signs.
    Values,
    /// In presentation; the line as it should be, with the values that were printed.
    Form(Cause, String),
    /// In the signs that they are drawn with: those that are missing and those that are too much; and the line as it should be.
    Signs(String, String, String),
    /// In some words.
    Words(Vec<PlacedReplacement>),
    /// In most words.
    Other,
}

/// What was found out about pairs of lines.
#[derive(Debug, Default)]
pub(super) struct Edits {
    known: HashMap<(u32, u32), Arc<Edit>>,
}

impl Edits {
    /// Returns how a printed line differs from the expected one.
    pub(super) fn edit(&mut self, expected: &Line, actual: &Line, lexicon: &Lexicon) -> Arc<Edit> {
        let known = self.known.entry((expected.id, actual.id));
        Arc::clone(known.or_insert_with(|| Arc::new(edit(expected, actual, lexicon))))
    }
}

fn edit(expected: &Line, actual: &Line, lexicon: &Lexicon) -> Edit {
    let with_values = filled(expected, actual);
    let key = lexicon.compared(&with_values, expected.tolerances);
    if *key == *actual.key {
        return Edit::Values;
    }
    if let Some(cause) = cause_of_presentation(&key, &actual.key) {
        return Edit::Form(cause, with_values);
    }
    let (left, right) = (expected.symbols(), actual.symbols());
    let mut hunks = hunks(&left, &right);
    for placed in &mut hunks {
        // What the game itself says in the place of a name is a word like others where something else stands for it.
        placed.hunk.expected =
            expected.tokens[placed.expected.clone()].iter().map(|token| token.word).collect();
    }
    if hunks.is_empty() {
        return signs(expected, actual, with_values);
    }
    if are_alike(&left, &right, &hunks) { Edit::Words(hunks) } else { Edit::Other }
}

/// Returns the words that differ.
pub(super) fn hunks(expected: &[Symbol], actual: &[Symbol]) -> Vec<PlacedReplacement> {
    let mut ranges: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let changed = text::hunks::hunks(expected, actual).into_iter().filter(|hunk| !hunk.is_equal);
    for text::hunks::Hunk { old, new, .. } in changed {
        match ranges.last_mut() {
            Some((left, right)) if left.end == old.start && right.end == new.start => {
                (left.end, right.end) = (old.end, new.end);
            }
            _ => ranges.push((old, new)),
        }
    }
    let placed = |(left, right): (Range<usize>, Range<usize>)| {
        let is_lone = left.is_empty() || right.is_empty();
        let after = left.start.checked_sub(1).map(|before| expected[before]).filter(|_| is_lone);
        let hunk = Replacement {
            expected: expected[left.clone()].to_vec(),
            actual: actual[right.clone()].to_vec(),
            after,
        };
        PlacedReplacement { hunk, expected: left, actual: right }
    };
    ranges.into_iter().map(placed).collect()
}

/// Returns whether two lines have so many words in common that they are versions of each other.
fn are_alike(expected: &[Symbol], actual: &[Symbol], hunks: &[PlacedReplacement]) -> bool {
    let words = |symbols: &[Symbol]| symbols.iter().filter(|symbol| !is_value(**symbol)).count();
    let changed: usize =
        hunks.iter().map(|placed| words(&placed.hunk.expected).max(words(&placed.hunk.actual))).sum();
    let all = words(expected).max(words(actual));
    let same = expected.len() - hunks.iter().map(|placed| placed.expected.len()).sum::<usize>();
    let is_short = words(expected) <= 2 && words(actual) <= 2 && changed <= 2;
    changed * 2 <= all || is_short && same > 0
}

/// Tells of lines with the same words by which signs they differ.
fn signs(expected: &Line, actual: &Line, with_values: String) -> Edit {
    let (left, right) = (expected.signs(), actual.signs());
    let is_of_words = left == right && !expected.tokens.is_empty();
    if is_of_words || negative_numbers(expected) != negative_numbers(actual) {
        return Edit::Values;
    }
    let only = |one: &str, other: &str| -> String {
        let signs: BTreeSet<char> = one.chars().filter(|sign| !other.contains(*sign)).collect();
        signs.into_iter().collect()
    };
    let (missing, added) = (only(&left, &right), only(&right, &left));
    // Where one sign stands for another, all else stays where it was printed: in a row of a map the place of a word is its meaning.
    let is_one_for_another = missing.chars().count() == 1 && added.chars().count() == 1;
    let text = if is_one_for_another && !is_in_its_place(&with_values, &actual.raw, &missing, &added) {
        actual.raw.replace(&added, &missing)
    } else {
        with_values
    };
    Edit::Signs(missing, added, text)
}

/// Returns whether a line is as it should be but for one sign and the blanks beside it, as `Stage - Move` for `Stage: Move`: these are one slip.
fn is_in_its_place(expected: &str, actual: &str, missing: &str, added: &str) -> bool {
    let around = |line: &str, sign: &str| {
        let (before, after) = line.split_once(sign).filter(|(_, after)| !after.contains(sign))?;
        Some((before.trim_end().to_string(), after.trim().to_string()))
    };
    let due = around(expected, missing);
    due.is_some() && due == around(actual, added)
}

/// Returns for each number of a line whether a minus stands before it, which is no sign that draws the line.
fn negative_numbers(line: &Line) -> Vec<bool> {
    let numbers = line.tokens.iter().filter(|token| token.symbol == NUMBER);
    let has_minus = |token: &LineWord| {
        let before = line.raw[..token.start].strip_suffix('-');
        before.is_some_and(|before| before.is_empty() || before.ends_with([' ', '\t', '|', '(', '[']))
    };
    numbers.map(has_minus).collect()
}

/// Returns the printed line with the words of the decided hunks as they are expected.
pub(super) fn with_words(expected: &Line, actual: &Line, hunks: &[&PlacedReplacement]) -> String {
    let mut text = String::new();
    let mut at = 0;
    for placed in hunks {
        let (from, to) = around(expected, actual, placed);
        if to.start < at {
            continue;
        }
        text.push_str(&actual.raw[at..to.start]);
        text.push_str(&expected.raw[from]);
        at = to.end;
    }
    text.push_str(&actual.raw[at..]);
    match (filling(&expected.raw), filling(&actual.raw)) {
        // Who counted the signs is right about them where the right words make the line as wide as it should be.
        (Some((sign, due)), Some((_, columns))) if columns.abs_diff(due) <= 1 && width(&text) != due => {
            filled_to(columns, sign, &text)
        }
        _ => text,
    }
}

/// A line that begins and ends with so many of the same sign is filled up with it.
const FILLED: usize = 8;

/// Returns the sign with which a line is filled up around its words, if it is, and how wide it is.
fn filling(line: &str) -> Option<(char, usize)> {
    let line = line.trim_end();
    let sign = line.chars().next().filter(|sign| !sign.is_alphanumeric() && !sign.is_whitespace())?;
    let fill = sign.to_string().repeat(FILLED);
    let is_filled =
        line.starts_with(&fill) && line.ends_with(&fill) && line.chars().any(char::is_alphanumeric);
    is_filled.then(|| (sign, width(line)))
}

/// Returns how many columns a line takes.
fn width(line: &str) -> usize {
    line.trim_end().chars().count()
}

/// Returns a line with its words in the middle of so many columns, if they have room there: what fills the rest follows from them.
fn filled_to(columns: usize, sign: char, line: &str) -> String {
    let words = line.trim_end().trim_matches(sign);
    let Some(fill) = columns.checked_sub(words.chars().count()) else { return line.to_string() };
    let side = |count: usize| sign.to_string().repeat(count);
    format!("{}{words}{}", side(fill / 2), side(fill - fill / 2))
}

/// Returns the bytes of both lines from the token before a hunk to the token after it. A neighbour that only differs in
/// letter case, as the first word of a sentence that lost another one, is taken with it.
fn around(expected: &Line, actual: &Line, placed: &PlacedReplacement) -> (Range<usize>, Range<usize>) {
    let differs = |one: usize, other: usize| {
        let (left, right) = (&expected.tokens[one], &actual.tokens[other]);
        !is_value(left.symbol) && expected.text(left) != actual.text(right)
    };
    let before = placed.expected.start.checked_sub(1).zip(placed.actual.start.checked_sub(1));
    let (from, to) = match before {
        Some((one, other)) if differs(one, other) => (expected.tokens[one].start, actual.tokens[other].start),
        Some((one, other)) => (expected.tokens[one].end, actual.tokens[other].end),
        None => (0, 0),
    };
    let (one, other) = (placed.expected.end, placed.actual.end);
    let (end, last) = match (expected.tokens.get(one), actual.tokens.get(other)) {
        (Some(left), Some(right)) if differs(one, other) => (left.end, right.end),
        (Some(left), Some(right)) => (left.start, right.start),
        _ => (expected.raw.len(), actual.raw.len()),
    };
    kept_signs(expected, actual, placed, (from..end, to..last))
}

/// Returns the bytes around a hunk without the signs beside its words, on each side where more of them are printed than are expected:
/// those of a list, as quotation marks around each of its entries, are no part of a misspelt word.
fn kept_signs(
    expected: &Line,
    actual: &Line,
    placed: &PlacedReplacement,
    (mut due, mut printed): (Range<usize>, Range<usize>),
) -> (Range<usize>, Range<usize>) {
    let (one, other) = (&expected.tokens[placed.expected.clone()], &actual.tokens[placed.actual.clone()]);
    let ends = |words: &[LineWord]| Some((words.first()?.start, words.last()?.end));
    let Some(((start, end), (first, last))) = ends(one).zip(ends(other)) else { return (due, printed) };
    let has_more = |due: Range<usize>, printed: Range<usize>| {
        let (due, printed) = (&expected.raw[due], &actual.raw[printed]);
        !due.trim().is_empty() && due != printed && printed.contains(due)
    };
    if has_more(due.start..start, printed.start..first) {
        (due.start, printed.start) = (start, first);
    }
    if has_more(end..due.end, last..printed.end) {
        (due.end, printed.end) = (end, last);
    }
    (due, printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_put_into_a_filled_line_leave_it_as_wide_as_it_was() {
        assert_eq!(filled_to(13, '=', "==== ab cde ==="), "== ab cde ===");
        assert_eq!(filled_to(3, '=', "= ab cde ="), "= ab cde =");
        assert_eq!(filling("======== ab ========\n"), Some(('=', 20)));
        for line in ["--- ab ---", "======== ab", "====================", "+--------+ ab +--------+"] {
            assert_eq!(filling(line), None, "{line}");
        }
    }
}
