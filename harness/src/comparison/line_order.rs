//! What is all there, but in another order: lines of a turn, and values of a line.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::detail::Detail;
use super::difference::Difference;
use crate::cases::Cause;
use crate::text::tokens::{Token, TokenKind, changed_numbers, tokens};

/// Makes one difference of a line that is missing in one place and extra in another: the first such place.
pub(super) fn join_moved(differences: &mut Vec<Difference>) {
    let trimmed = |line: &Option<String>| line.as_deref().map(str::trim_end).map(str::to_string);
    let mut extra: BTreeMap<Option<String>, VecDeque<usize>> = BTreeMap::new();
    for (index, difference) in differences.iter().enumerate().filter(|(_, it)| it.cause == Cause::ExtraOutput)
    {
        extra.entry(trimmed(&difference.actual)).or_default().push_back(index);
    }
    let mut joined = BTreeSet::new();
    for first in differences.iter_mut().filter(|it| it.cause == Cause::MissingOutput) {
        let same = extra.get_mut(&trimmed(&first.expected));
        let Some(other) = same.and_then(VecDeque::pop_front) else { continue };
        (first.cause, first.detail) = (Cause::LineOrder, Detail::MovedLine);
        joined.insert(other);
    }
    let mut index = 0..;
    differences.retain(|_| index.next().is_none_or(|index| !joined.contains(&index)));
}

/// Returns whether a line has all the words and numbers of the expected one, in another order. In the rows of tables and maps
/// the place of a value is its meaning, and so is the word before it where each has one.
pub(super) fn is_other_order(expected: &str, actual: &str) -> bool {
    if expected.contains('|') {
        return false;
    }
    let words = |line| tokens(line).filter(|token| token.kind != TokenKind::Blanks).collect::<Vec<_>>();
    let (one, other) = (words(expected), words(actual));
    if one.len() != other.len() || sorted(&one) != sorted(&other) {
        return false;
    }
    let changed = |at: &usize| one[*at].text != other[*at].text;
    let first = (0..one.len()).find(changed);
    let last = (0..one.len()).rfind(changed);
    let is_label = |at: usize| one[at].kind == TokenKind::Word && !changed(&at);
    first.zip(last).is_some_and(|(first, last)| !(first..last).any(is_label))
}

/// Returns the texts of words, sorted.
fn sorted<'a>(words: &[Token<'a>]) -> Vec<&'a str> {
    let mut texts: Vec<&str> = words.iter().map(|token| token.text).collect();
    texts.sort_unstable();
    texts
}

/// Makes one difference of lines that are all there, but in another order. Where all lines have the same words, the numbers are wrong.
pub(super) fn join_shuffled(differences: &mut Vec<Difference>) {
    let is_changed = |it: &Difference| matches!(it.cause, Cause::WrongText | Cause::WrongValue);
    let changed = || differences.iter().filter(|it| is_changed(it));
    let mut expected: Vec<_> = changed().map(|it| it.expected.clone()).collect();
    let mut actual: Vec<_> = changed().map(|it| it.actual.clone()).collect();
    expected.sort();
    actual.sort();
    let has_other_numbers = |it: &Difference| {
        it.expected
            .as_ref()
            .zip(it.actual.as_ref())
            .is_some_and(|(one, other)| changed_numbers(one, other).is_some())
    };
    if changed().all(has_other_numbers) {
        return;
    }
    let Some(first) = differences.iter().position(is_changed).filter(|_| expected == actual) else { return };
    let mut index = 0;
    differences.retain(|difference| {
        index += 1;
        index - 1 == first || !is_changed(difference)
    });
    (differences[first].cause, differences[first].detail) = (Cause::LineOrder, Detail::ShuffledLines);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_another_order_are_told_from_other_values() {
        for (expected, actual, is_order) in [
            ("Scout: (2, 1), (0, 1)", "Scout: (0, 1), (2, 1)", true),
            ("Custom (Ham, Beef)", "Custom (Beef, Ham)", true),
            ("Scout: (2, 1), (0, 1)", "Scout: (2, 1), (0, 2)", false),
            ("Scout: (2, 1), (0, 1)", "Scout: (2, 1)", false),
            ("00|WW|  |", "00|  |WW|", false),
            ("Wood - 1 Food - 2", "Wood - 2 Food - 1", false),
            ("Scout: (2, 1)", "Scout: (2, 1)", false),
        ] {
            assert_eq!(is_other_order(expected, actual), is_order, "{actual:?} for {expected:?}");
        }
    }
}
