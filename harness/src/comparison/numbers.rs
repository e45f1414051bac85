//! Wrong numbers: those of a line that is right otherwise, and those in the cells of a table.

use super::detail::Detail;
use super::difference::Part;
use super::ladder::explain;
use super::lines::ExpectedLines;
use super::tables::{cell_part, cells, column_name};
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
pub(super) fn wrong_parts(expected: &ExpectedLines, line: usize, actual: &str) -> Vec<WrongPart> {
    let found = wrong_cells(expected, line, actual).or_else(|| wrong_numbers(expected, line, actual));
    let mut parts: Vec<WrongPart> = Vec::new();
    for wrong in found.unwrap_or_default() {
        if parts.iter().all(|known| known.part != wrong.part) {
            parts.push(wrong);
        }
    }
    parts
}

fn wrong_cells(expected: &ExpectedLines, line: usize, actual: &str) -> Option<Vec<WrongPart>> {
    let (right, printed) = (cells(&expected.keys[line])?, cells(actual)?);
    let is_row = right.len() == printed.len();
    let different = right.iter().zip(&printed).enumerate().filter(|(_, (one, other))| one != other);
    is_row.then(|| {
        different.map(|(column, (one, other))| wrong_cell(expected, line, column, (one, other))).collect()
    })
}

fn wrong_cell(
    expected: &ExpectedLines,
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
fn wrong_numbers(expected: &ExpectedLines, line: usize, actual: &str) -> Option<Vec<WrongPart>> {
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
        let expected = ExpectedLines::new(&ExpectedTurn { pieces, ..ExpectedTurn::default() }, &tolerances);
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
}
