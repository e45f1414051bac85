//! Wrong numbers: those of a line that is right otherwise, and those in the cells of a table.

use super::detail::Detail;
use super::difference::Part;
use super::ladder::explain;
use super::lines::ExpectedLines;
use super::tables::{cell_part, cells, column_name};
use super::words;
use crate::cases::Cause;
use crate::text::tokens::{Token, changed_numbers, tokens};

/// A part of a line that is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongPart {
    pub(super) part: Part,
    pub(super) cause: Cause,
    pub(super) detail: Detail,
}

/// Returns the wrong parts of a line, the first of each label, if it has the shape of the expected one: a row with
/// as many cells, or the same words with other numbers.
pub(super) fn wrong_parts(expected: &ExpectedLines<'_>, line: usize, actual: &str) -> Vec<WrongPart> {
    let found = wrong_cells(expected, line, actual).or_else(|| wrong_numbers(expected, line, actual));
    let mut parts: Vec<WrongPart> = Vec::new();
    for wrong in found.unwrap_or_default() {
        if parts.iter().all(|known| known.part != wrong.part) {
            parts.push(wrong);
        }
    }
    parts
}

fn wrong_cells(expected: &ExpectedLines<'_>, line: usize, actual: &str) -> Option<Vec<WrongPart>> {
    let (right, printed) = (cells(&expected.keys[line])?, cells(actual)?);
    let is_row = right.len() == printed.len();
    let different = right.iter().zip(&printed).enumerate().filter(|(_, (one, other))| one != other);
    is_row.then(|| {
        different.map(|(column, (one, other))| wrong_cell(expected, line, column, (one, other))).collect()
    })
}

fn wrong_cell(
    expected: &ExpectedLines<'_>,
    line: usize,
    column: usize,
    (right, wrong): (&str, &str),
) -> WrongPart {
    let part = cell_part(expected, line, column);
    let is_value = |cell: &str| cell.is_empty() || cell.parse::<i64>().is_ok();
    let (cause, detail) = if is_value(right) && is_value(wrong) {
        (Cause::WrongValue, Detail::wrong_number(column_name(expected, line, column), right, wrong))
    } else {
        explain(right, wrong, "")
    };
    WrongPart { part, cause, detail }
}

/// Returns the numbers that differ, if nothing but numbers does.
fn wrong_numbers(expected: &ExpectedLines<'_>, line: usize, actual: &str) -> Option<Vec<WrongPart>> {
    let key = &expected.keys[line];
    let columns = number_columns(&expected.shown[line]);
    let index_at = |byte: usize| tokens(&key[..byte]).filter(Token::is_number).count();
    let wrong = changed_numbers(key, actual)?.into_iter().map(|(right, wrong)| WrongPart {
        part: expected.part(line, columns.get(index_at(right.start)).copied().unwrap_or(0)),
        cause: Cause::WrongValue,
        detail: Detail::wrong_number(None, right.text, wrong.text),
    });
    Some(wrong.collect())
}

/// Returns the columns, from 0, in which the numbers of a line begin.
fn number_columns(line: &str) -> Vec<usize> {
    let column = |token: Token<'_>| line[..token.start].chars().count();
    tokens(line).filter(Token::is_number).map(column).collect()
}

/// Returns a sentence about a number that is `right` in the expected line and `wrong` in the printed one: with the words before it, if it
/// has any, or with the brackets around it.
pub(super) fn told(expected: &str, actual: &str, (right, wrong): (&str, &str)) -> String {
    let changed = changed_numbers(expected, actual).unwrap_or_default();
    let found = changed.iter().find(|(one, other)| one.text == right && other.text == wrong);
    let Some((one, other)) = found else { return format!("it should be {right}, not {wrong}") };
    if let Some((right, wrong)) = in_brackets(expected, one.start).zip(in_brackets(actual, other.start)) {
        return format!("it should say `{right}`, not `{wrong}`");
    }
    after(&expected[..one.start], (right, wrong))
}

/// Returns a sentence about a number with a minus where the expected line or the printed one has one; nothing where the first words that
/// differ are no whole numbers, or if others differ, too.
pub(super) fn told_with_minus(expected: &str, actual: &str) -> Option<String> {
    let Detail::OtherWords { expected: right, actual: wrong } = words::wrong(expected, actual) else {
        return None;
    };
    let is_whole = |word: &str| word.parse::<i64>().is_ok();
    let has_minus = right.starts_with('-') || wrong.starts_with('-');
    if !has_minus || !is_whole(&right) || !is_whole(&wrong) {
        return None;
    }
    let same = expected.split_whitespace().zip(actual.split_whitespace());
    let before: Vec<&str> = same.take_while(|(one, other)| one == other).map(|(word, _)| word).collect();
    Some(after(&before.join(" "), (&right, &wrong)))
}

/// Returns a sentence about a number `before` which this stands in its line.
fn after(before: &str, (right, wrong): (&str, &str)) -> String {
    match before.trim() {
        "" => format!("the line should begin with {right}, not {wrong}"),
        before => format!("{} should be {right}, not {wrong}", name_before(before)),
    }
}

/// Returns the short list in round brackets in which a place of a line is.
fn in_brackets(line: &str, at: usize) -> Option<&str> {
    let open = line[..at].rfind('(').filter(|open| !line[*open..at].contains(')'))?;
    let close = at + line[at..].find(')')?;
    Some(&line[open..=close]).filter(|text| text.len() <= MOST_IN_BRACKETS)
}

/// The most bytes of a list in brackets that a sentence quotes.
const MOST_IN_BRACKETS: usize = 16;

/// Returns how a sentence names a number by what stands `before` it in its line: by its label, or by the word before it.
fn name_before(before: &str) -> String {
    let is_apart = |it: char| matches!(it, '|' | '+' | ',' | ';' | '(' | '[' | '{' | '\t');
    let name = before.trim_end().rsplit(is_apart).next().unwrap_or_default().trim();
    // Of several labels and values in one line the last one counts.
    let last = name.rsplit(|it: char| it.is_ascii_digit()).next().unwrap_or_default().trim();
    if let Some(label) = label(name).or_else(|| label(last)) {
        return format!("`{label}`");
    }
    let words = name.trim_end_matches(|it: char| !it.is_alphabetic());
    let Some(word) = words.split_whitespace().next_back() else { return "it".to_string() };
    let word = word.trim_start_matches(|it: char| !it.is_alphanumeric());
    match name[words.len()..].trim() {
        "" => format!("the number after `{word}`"),
        signs => format!("the number after `{word} {signs}`"),
    }
}

/// Returns the label that a text ends with, as in `Player 1:`, if it is short.
fn label(text: &str) -> Option<&str> {
    let label = text.strip_suffix([':', '=', '-'])?.trim_end();
    // Between two numbers, as in `3-1`, it separates them.
    if text.ends_with('-') && label.ends_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let label = label.rsplit(": ").next().unwrap_or(label);
    let is_short = label.split_whitespace().count() <= MOST_OF_A_NAME;
    Some(label).filter(|label| is_short && label.chars().any(char::is_alphabetic))
}

/// The most words of a label before a number.
const MOST_OF_A_NAME: usize = 3;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cases::Tolerance;
    use crate::comparison::{Difference, tolerance};
    use crate::expected::ExpectedTurn;

    /// The expected line is the last one; its parts are separated by `/`, and called `a`, `b` and so on.
    #[track_caller]
    fn check(expected: &str, actual: &str, findings: &[&str]) {
        const PARTS: [&str; 5] = ["a", "b", "c", "d", "e"];
        let (above, last) = expected.rsplit_once('\n').map_or(("", expected), |(above, last)| (above, last));
        let above = if above.is_empty() { String::new() } else { format!("{above}\n") };
        let pieces = last.split('/').zip(PARTS).map(|(text, part)| (part, text.to_string()));
        let pieces = [("above", above)].into_iter().chain(pieces).collect();
        let tolerances = BTreeSet::from([Tolerance::ColumnWidths]);
        let turn = ExpectedTurn { pieces, ..ExpectedTurn::default() };
        let expected = ExpectedLines::new(&turn, &tolerances);
        let actual = tolerance::line(actual, &tolerances);
        let sentence = |WrongPart { part, cause, detail }| {
            format!("{part} {}: {}", cause.name(), Difference::new(cause, part, detail).sentence())
        };
        let found = wrong_parts(&expected, expected.keys.len() - 1, &actual).into_iter().map(sentence);
        let found: Vec<String> = found.collect();
        assert_eq!(found, findings);
    }

    #[test]
    fn every_wrong_cell_is_told_in_its_part_whatever_its_width() {
        let expected = "| Band | Trio |\n|/   30 /|/   10 /|";
        check(
            expected,
            "| 25 | 9 |",
            &["b wrong value: `Band` should be 30, not 25", "d wrong value: `Trio` should be 10, not 9"],
        );
        check(expected, "|         30 | |", &["d wrong value: `Trio` should be 10, not empty"]);
        check(expected, "| 30 | ten |", &["d wrong text: another line should be printed here"]);
        check("| Name | A |", "| name | A |", &["a letter case: only capital and small letters differ"]);
    }

    #[test]
    fn every_wrong_number_is_told_in_its_part() {
        check(
            "turn 3/ total 11",
            "turn 4 total 12",
            &["a wrong value: it should be 3, not 4", "b wrong value: it should be 11, not 12"],
        );
        check("1-2", "2-2", &["a wrong value: it should be 1, not 2"]);
    }

    #[test]
    fn other_lines_have_no_wrong_parts() {
        check("turn 3", "turn three", &[]);
        check("| 1 | 2 |", "| 1 |", &[]);
    }

    #[test]
    fn a_minus_is_told_with_its_number() {
        for (expected, actual, sentence) in [
            (
                "Dave rolls 1-4\tturn 5 total 12",
                "Dave rolls 1-4\tturn 5 total -2",
                Some("the number after `total` should be 12, not -2"),
            ),
            ("Player 1's Total: 3", "Player 1's Total: -3", Some("`Player 1's Total` should be 3, not -3")),
            ("total 3 here", "total 4 here", None),
            ("total 3 here", "total - here", None),
        ] {
            assert_eq!(told_with_minus(expected, actual).as_deref(), sentence);
        }
    }

    #[test]
    fn a_wrong_number_is_told_with_what_it_belongs_to() {
        for (expected, actual, sentence) in [
            ("Player 1: 30", "Player 1: 0", "`Player 1` should be 30, not 0"),
            ("Roll #2 : [1, 4]", "Roll #1 : [1, 4]", "the number after `Roll #` should be 2, not 1"),
            ("Wood - 2 Food - 1 Gold - 3]", "Wood - 2 Food - 1 Gold - 1]", "`Gold` should be 3, not 1"),
            ("[Your Asset: Wood - 2]", "[Your Asset: Wood - 1]", "`Wood` should be 2, not 1"),
            ("HAL rolls 1-2 total 3", "HAL rolls 1-2 total 4", "the number after `total` should be 3, not 4"),
            ("  Archer: (2, 2)", "  Archer: (3, 2)", "it should say `(2, 2)`, not `(3, 2)`"),
            ("-Year 618-", "-Year 617-", "the number after `Year` should be 618, not 617"),
            ("Dave rolls 2-4", "Dave rolls 2-1", "the number after `rolls 2-` should be 4, not 1"),
            ("3 | X", "4 | X", "the line should begin with 3, not 4"),
        ] {
            let changed = changed_numbers(expected, actual).expect("only numbers differ");
            let (right, wrong) = changed[0];
            assert_eq!(told(expected, actual, (right.text, wrong.text)), sentence);
        }
    }
}
