//! Where a game repeats what was typed within a line of its own, as in `Category 'foo' does not exist`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::cases::Case;
use crate::expected::Expected;

/// Stands for any number.
const NUMBER: char = '\u{1}';

/// A line in which something typed stands at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    before: String,
    after: String,
}

impl Slot {
    /// Returns the bytes of a line that were typed, if it is such a line.
    pub(super) fn place(&self, line: &str) -> Option<Range<usize>> {
        let start = matched(self.before.chars(), line.chars())?;
        let rest = &line[start..];
        let end = rest.len().checked_sub(matched(self.after.chars().rev(), rest.chars().rev())?)?;
        Some(start..start + end)
    }
}

/// Returns how many bytes of a text begin as a pattern says.
fn matched(pattern: impl Iterator<Item = char>, text: impl Iterator<Item = char>) -> Option<usize> {
    let mut text = text.peekable();
    let mut length = 0;
    for sign in pattern {
        let next = text.next()?;
        length += next.len_utf8();
        if sign != NUMBER {
            if next != sign {
                return None;
            }
            continue;
        }
        if !next.is_ascii_digit() {
            return None;
        }
        while let Some(digit) = text.next_if(char::is_ascii_digit) {
            length += digit.len_utf8();
        }
    }
    Some(length)
}

/// Returns the lines in which different things that were typed just before stand at the same place, after words.
pub(super) fn slots(transcripts: &[(&Case, Expected)]) -> Vec<Slot> {
    let mut typed_there: BTreeMap<Slot, BTreeSet<&str>> = BTreeMap::new();
    for (_, expected) in transcripts {
        for turns in expected.turns.windows(2) {
            let typed = turns[0].typed.as_ref().and_then(|typed| typed.line()).unwrap_or_default();
            if typed.trim().is_empty() || typed.chars().all(|sign| sign.is_ascii_digit() || sign == ' ') {
                continue;
            }
            for line in turns[1].output().lines() {
                let Some(place) = place(line, typed) else { continue };
                let slot = Slot { before: pattern(&line[..place.start]), after: pattern(&line[place.end..]) };
                if slot.before.chars().any(char::is_alphabetic) {
                    typed_there.entry(slot).or_default().insert(typed);
                }
            }
        }
    }
    typed_there.into_iter().filter(|(_, typed)| typed.len() > 1).map(|(slot, _)| slot).collect()
}

/// Returns whether one sees that something typed stands at a place of a line, though it may be nothing.
pub(super) fn is_shown(line: &str, place: &Range<usize>) -> bool {
    !place.is_empty() || is_quoted(line, place)
}

/// Returns whether a place of a line, which may be empty, stands between quotation marks.
fn is_quoted(line: &str, place: &Range<usize>) -> bool {
    let is_mark = |sign: Option<char>| sign.is_some_and(|sign| matches!(sign, '\'' | '"'));
    is_mark(line[..place.start].chars().next_back()) && is_mark(line[place.end..].chars().next())
}

/// Returns the bytes of a line at which some words stand by themselves.
pub(super) fn place(line: &str, words: &str) -> Option<Range<usize>> {
    let joins = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let is_apart = |at: &usize| {
        !joins(line[..*at].chars().next_back()) && !joins(line[at + words.len()..].chars().next())
    };
    let places = || line.match_indices(words).map(|(at, _)| at).filter(is_apart);
    let quoted = places().find(|at| is_quoted(line, &(*at..at + words.len())));
    let at = quoted.or_else(|| places().next())?;
    Some(at..at + words.len())
}

fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for sign in text.chars() {
        let sign = if sign.is_ascii_digit() { NUMBER } else { sign };
        if sign != NUMBER || !pattern.ends_with(NUMBER) {
            pattern.push(sign);
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str, line: &str, expected: Option<&str>) {
        let slot = Slot { before: pattern(before), after: pattern(after) };
        assert_eq!(slot.place(line).map(|place| &line[place]), expected, "{line:?}");
    }

    #[test]
    fn what_was_typed_is_found_between_the_words_of_the_line() {
        let (before, after) = ("Category '", "' does not exist.");
        check(before, after, "Category 'Trio Band' does not exist.", Some("Trio Band"));
        check(before, after, "Category '' does not exist.", Some(""));
        check(before, after, "Category 'x' has been used.", None);
        check("Emperor ", " unified it in 617.", "Emperor Ann unified it in 1024.", Some("Ann"));
        check("Bad value ", "", "Bad value ?!", Some("?!"));
        check("Bad value ", "", "Bad", None);
    }

    #[test]
    fn words_stand_by_themselves() {
        assert_eq!(place("no north, no", "no"), Some(0..2));
        assert_eq!(place("north no", "no"), Some(6..8));
        assert_eq!(place("north", "no"), None);
        assert_eq!(place("no 'no'", "no"), Some(4..6));
        assert_eq!(place("it's ''.", ""), Some(6..6));
    }
}
