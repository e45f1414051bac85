//! In which ways only the form of two lines differs, in words, where it is more than one.

use std::collections::BTreeSet;

use super::tolerance;
use super::words::is_punctuation;

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
    let same = expected.iter().zip(&actual).take_while(|(one, other)| one == other).count();
    let ends = expected[same..].iter().rev().zip(actual[same..].iter().rev());
    let tail = ends.take_while(|(one, other)| one == other).count();
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
    let count = |line: &str, mark: char| line.chars().filter(|it| *it == mark).count();
    let marks: BTreeSet<char> = expected.chars().chain(actual.chars()).filter(|it| is_mark(*it)).collect();
    let mut others = marks.into_iter().filter(|mark| count(expected, *mark) != count(actual, *mark));
    let (mark, None) = (others.next()?, others.next()) else { return None };
    let without = |line: &str| line.chars().filter(|it| *it != mark).collect::<String>();
    let (right, wrong) = (count(expected, mark), count(actual, mark));
    (without(expected) == without(actual)).then(|| match (right, wrong) {
        (right, 0) => format!("only the punctuation differs: `{mark}` is missing ({right} times)"),
        (0, wrong) => format!("only the punctuation differs: `{mark}` should not be there ({wrong} times)"),
        (right, wrong) => {
            format!("only the punctuation differs: there should be {right} times `{mark}`, not {wrong}")
        }
    })
}

/// Returns how wide a line should be, or how often a sign should stand before its words, if only what fills it around them differs.
pub(super) fn filling(expected: &str, actual: &str) -> Option<String> {
    let fill = expected.trim().chars().next().filter(|it| !it.is_alphanumeric())?;
    let width = |line: &str| line.trim_end().chars().count();
    let before = |line: &str| line.trim_start().chars().take_while(|it| *it == fill).count();
    match ([width(expected), width(actual)], [before(expected), before(actual)]) {
        (_, [_, 0]) => None,
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
        assert_eq!(told("A ===", "=== A"), "");
    }
}
