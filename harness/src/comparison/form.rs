//! In which ways only the form of two lines differs, in words, where it is more than one.

use std::collections::BTreeSet;

use super::tolerance;
use super::words::is_punctuation;
use crate::text::alignment::same_ends;

/// A name of what may differ, and what of a line shows it.
type FormOfLine = (&'static str, fn(&str) -> String);

const FORMS: [FormOfLine; 3] =
    [("blanks", words), ("capital and small letters", letters), ("punctuation", marks)];

/// Returns what differs in the form of two lines, if that is more than one thing.
pub(super) fn several(expected: &str, actual: &str) -> Option<String> {
    let differs = |(_, form): &&FormOfLine| form(expected) != form(actual);
    let names: Vec<&str> = FORMS.iter().filter(differs).map(|(name, _)| *name).collect();
    let (last, others) = names.split_last()?;
    (!others.is_empty()).then(|| format!("only {} and {last} differ", others.join(", ")))
}

/// Returns which mark differs, if two lines differ in one place, and only in marks there.
pub(super) fn one_mark(expected: &str, actual: &str) -> Option<String> {
    let [expected, actual] = [expected, actual].map(|line| line.trim_end().chars().collect::<Vec<char>>());
    let (same, tail) = same_ends(&expected, &actual, char::eq);
    let middle = |line: &[char]| line[same..line.len() - tail].iter().collect::<String>();
    let (right, wrong) = (middle(&expected), middle(&actual));
    let is_short = |text: &str| text.chars().count() <= MOST_MARKS && text.chars().all(is_mark);
    let what = match (right.as_str(), wrong.as_str()) {
        (right, wrong) if !is_short(right) || !is_short(wrong) => return None,
        ("", wrong) => format!("`{wrong}` should not be there"),
        (right, "") => format!("`{right}` is missing"),
        (right, wrong) => format!("it should be `{right}`, not `{wrong}`"),
    };
    Some(format!("only the punctuation differs: {what}"))
}

/// Returns which mark is missing or too much in several places, if nothing else differs between two lines.
pub(super) fn one_mark_in_many_places(expected: &str, actual: &str) -> Option<String> {
    one_sign_too_often(expected, actual, is_mark).map(|told| format!("only the punctuation differs: {told}"))
}

/// Returns how often a sign should stand in a line that another line has more or less often, if nothing else differs between the two.
pub(crate) fn one_sign_too_often(expected: &str, actual: &str, is_sign: fn(char) -> bool) -> Option<String> {
    let count = |line: &str, sign: char| line.chars().filter(|it| *it == sign).count();
    let signs: BTreeSet<char> = expected.chars().chain(actual.chars()).filter(|it| is_sign(*it)).collect();
    let mut others = signs.into_iter().filter(|sign| count(expected, *sign) != count(actual, *sign));
    let (sign, None) = (others.next()?, others.next()) else { return None };
    let without = |line: &str| line.chars().filter(|it| *it != sign).collect::<String>();
    let (right, wrong) = (count(expected, sign), count(actual, sign));
    (without(expected) == without(actual)).then(|| match (right, wrong) {
        (right, 0) => format!("`{sign}` is missing ({right} times)"),
        (0, wrong) => format!("`{sign}` should not be there ({wrong} times)"),
        (right, wrong) => format!("there should be {right} times `{sign}`, not {wrong}"),
    })
}

/// Returns where the blanks of two lines differ first, and how, if nothing else differs up to there.
pub(super) fn blanks(expected: &str, actual: &str) -> Option<String> {
    let pairs = expected.char_indices().zip(actual.chars());
    let same: usize =
        pairs.take_while(|((_, one), other)| one == other).map(|((_, one), _)| one.len_utf8()).sum();
    let same = expected[..same].trim_end().len();
    let gap = |line: &str| line[same..].chars().take_while(|it| it.is_whitespace()).collect::<String>();
    let (right, wrong) = (gap(expected), gap(actual));
    let (after_right, after_wrong) = (&expected[same + right.len()..], &actual[same + wrong.len()..]);
    if right == wrong || after_right.chars().next() != after_wrong.chars().next() {
        return None;
    }
    let before = expected[..same].split_whitespace().next_back().unwrap_or_default();
    let after = if right.is_empty() { after_wrong } else { after_right };
    let place = match (before, after.split_whitespace().next()) {
        ("", None) => "at the beginning of the line".to_string(),
        ("", Some(after)) => format!("before `{after}` at the beginning of the line"),
        (before, None) => format!("after `{before}`"),
        (before, Some(after)) => format!("between `{before}` and `{after}`"),
    };
    Some(match (named_blanks(&right), named_blanks(&wrong)) {
        (Some(right), None) => format!("{right} is missing {place}"),
        (None, wrong) => format!("{} should not be {place}", wrong.unwrap_or_default()),
        (Some(right), Some(wrong)) => format!("{place} should be {right}, not {wrong}"),
    })
}

/// Returns how blanks are called, if there are any.
fn named_blanks(blanks: &str) -> Option<String> {
    match (blanks.chars().count(), blanks.contains('\t')) {
        (0, _) => None,
        (1, true) => Some("a tab".to_string()),
        (1, false) => Some("a blank".to_string()),
        (many, true) if blanks.chars().all(|it| it == '\t') => Some(format!("a gap of {many} tabs")),
        (_, true) => Some("a gap of blanks and tabs".to_string()),
        (many, false) => Some(format!("a gap of {many} blanks")),
    }
}

/// Returns how wide a line should be, or how often a sign should stand before its words, if only what fills it around them differs.
pub(super) fn filling(expected: &str, actual: &str) -> Option<String> {
    let fill = expected.trim().chars().next().filter(|it| !it.is_alphanumeric())?;
    let width = |line: &str| line.trim_end().chars().count();
    let before = |line: &str| line.trim_start().chars().take_while(|it| *it == fill).count();
    match ([width(expected), width(actual)], [before(expected), before(actual)]) {
        (_, [right, 0]) => expected.trim().ends_with(fill).then(|| {
            format!("the words should stand in the middle of the line, behind {right} times `{fill}`")
        }),
        ([right, wrong], _) if right != wrong => {
            Some(format!("the line should be {right} characters wide, not {wrong}"))
        }
        (_, [right, wrong]) if right != wrong => {
            Some(format!("there should be {right} times `{fill}` before the words, not {wrong}"))
        }
        _ => None,
    }
}

/// The most marks in one place that are named.
const MOST_MARKS: usize = 3;

/// Returns the words of a line in small letters, with the blanks between them and without marks.
fn words(line: &str) -> String {
    let kept = line.chars().filter(|character| !is_mark(*character)).map(tolerance::straight);
    kept.collect::<String>().trim().to_lowercase()
}

fn letters(line: &str) -> String {
    line.chars().filter(|character| character.is_alphanumeric()).collect()
}

fn marks(line: &str) -> String {
    line.chars().filter(|character| is_mark(*character)).collect()
}

fn is_mark(character: char) -> bool {
    is_punctuation(character) || character == '='
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_that_differ_are_named_with_the_words_around_them() {
        for (expected, actual, told) in [
            ("Roll #1 : [1]", "Roll#1: [1]", Some("a blank is missing between `Roll` and `#1`")),
            ("6-5\tturn 11", "6-5turn 11", Some("a tab is missing between `6-5` and `turn`")),
            ("6-5\tturn 11", "6-5 turn 11", Some("between `6-5` and `turn` should be a tab, not a blank")),
            ("a: b", "a : b", Some("a blank should not be between `a` and `:`")),
            ("a b", "a   b", Some("between `a` and `b` should be a blank, not a gap of 3 blanks")),
            ("  a", "a", Some("a gap of 2 blanks is missing before `a` at the beginning of the line")),
            (
                "\ta",
                "    a",
                Some("before `a` at the beginning of the line should be a tab, not a gap of 4 blanks"),
            ),
            ("(y/n)? ", "(y/n)?", Some("a blank is missing after `(y/n)?`")),
            ("é è", "éè", Some("a blank is missing between `é` and `è`")),
            ("a b", "a b", None),
            ("a b", "a c", None),
            ("", "", None),
        ] {
            assert_eq!(blanks(expected, actual).as_deref(), told, "{expected:?} against {actual:?}");
        }
    }

    #[test]
    fn one_mark_that_differs_is_named() {
        for (expected, actual, told) in [
            ("5. Custom", "5) Custom", Some("only the punctuation differs: it should be `.`, not `)`")),
            ("Try again.", "Try again", Some("only the punctuation differs: `.` is missing")),
            ("Try again", "Try again!  ", Some("only the punctuation differs: `!` should not be there")),
            ("a: b.", "a, b", None),
            ("a b", "a c", None),
        ] {
            assert_eq!(one_mark(expected, actual).as_deref(), told, "{expected:?} against {actual:?}");
        }
    }

    #[test]
    fn what_differs_is_named_where_it_is_more_than_one_thing() {
        for (expected, actual, several_things) in [
            (
                "Try again.",
                "try  again",
                Some("only blanks, capital and small letters and punctuation differ"),
            ),
            ("== Title ==", "=== title ===", Some("only capital and small letters and punctuation differ")),
            ("Ham, Beef", "Ham  Beef", Some("only blanks and punctuation differ")),
            ("Try again.", "Try again", None),
            ("Try again.", "try again.", None),
        ] {
            assert_eq!(
                several(expected, actual).as_deref(),
                several_things,
                "{expected:?} against {actual:?}"
            );
        }
    }

    #[test]
    fn a_mark_that_is_missing_in_many_places_is_named_once() {
        let (expected, actual) = ("X: ['X', 'X']", "X: [X, X]");
        let told = one_mark_in_many_places(expected, actual);
        assert_eq!(told.as_deref(), Some("only the punctuation differs: `'` is missing (4 times)"));
        assert_eq!(one_mark_in_many_places("a, b. c.", "a b c"), None);
    }

    #[test]
    fn a_line_that_is_filled_in_another_way_is_told_by_its_width_or_its_signs() {
        let told = |expected, actual| filling(expected, actual).unwrap_or_default();
        assert_eq!(told("==== A ====", "=== A ==="), "the line should be 11 characters wide, not 9");
        assert_eq!(told("==== A ===", "=== A ===="), "there should be 4 times `=` before the words, not 3");
        let middle = "the words should stand in the middle of the line, behind 3 times `=`";
        assert_eq!(told("=== A ===", "A"), middle);
        assert_eq!(told("A ===", "=== A"), "");
    }
}
