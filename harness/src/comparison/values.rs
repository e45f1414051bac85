//! Lines that are right but for some of their numbers: one difference for each part that is wrong.

use super::ladder::explain;
use super::lines::{Got, Wanted};
use super::tables::{cell_part, cells, column_name};
use crate::cases::Cause;
use crate::text::tokens::{Token, changed_numbers, tokens};

/// A part of a line that is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongPart {
    pub(super) part: &'static str,
    pub(super) cause: Cause,
    pub(super) sentence: String,
}

/// Returns the wrong parts of a line, the first of each label, if it has the shape of the expected one: a row with
/// as many cells, or the same words with other numbers.
pub(super) fn wrong_parts(wanted: &Wanted, line: usize, got: &Got, other: usize) -> Vec<WrongPart> {
    let found = wrong_cells(wanted, line, &got.keys[other]).unwrap_or_else(|| {
        wrong_numbers(wanted, line, &wanted.keys[line], &got.keys[other]).unwrap_or_default()
    });
    let mut parts: Vec<WrongPart> = Vec::new();
    for wrong in found {
        if parts.iter().all(|known| known.part != wrong.part) {
            parts.push(wrong);
        }
    }
    parts
}

fn wrong_cells(wanted: &Wanted, line: usize, got: &str) -> Option<Vec<WrongPart>> {
    let (expected, got) = (cells(&wanted.keys[line])?, cells(got)?);
    let is_row = expected.len() == got.len();
    let different = expected.iter().zip(&got).enumerate().filter(|(_, (one, other))| one != other);
    is_row.then(|| {
        different.map(|(column, (one, other))| wrong_cell(wanted, line, column, (one, other))).collect()
    })
}

fn wrong_cell(wanted: &Wanted, line: usize, column: usize, (one, other): (&str, &str)) -> WrongPart {
    let part = cell_part(wanted, line, column);
    let is_value = |cell: &str| cell.is_empty() || cell.parse::<i64>().is_ok();
    let or_empty = |cell: &str| if cell.is_empty() { "empty".to_string() } else { cell.to_string() };
    let (cause, sentence) = if is_value(one) && is_value(other) {
        let subject = column_name(wanted, line, column).map_or("it".to_string(), |name| format!("`{name}`"));
        (Cause::WrongValue, format!("{subject} should be {}, not {}", or_empty(one), or_empty(other)))
    } else {
        explain(one, other, "")
    };
    WrongPart { part, cause, sentence }
}

/// Returns the numbers that differ, if nothing but numbers does.
fn wrong_numbers(wanted: &Wanted, line: usize, key: &str, got: &str) -> Option<Vec<WrongPart>> {
    let columns = number_columns(&wanted.shown[line]);
    let index_at = |byte: usize| tokens(&key[..byte]).filter(Token::is_number).count();
    let wrong = changed_numbers(key, got)?.into_iter().map(|(right, wrong)| WrongPart {
        part: wanted.part(line, columns.get(index_at(right.start)).copied().unwrap_or(0)),
        cause: Cause::WrongValue,
        sentence: format!("it should be {}, not {}", right.text, wrong.text),
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
    use crate::expected::Turn;

    /// The expected line is the last one; its parts are separated by `/`, and called `a`, `b` and so on.
    #[track_caller]
    fn check(wanted: &str, got: &str, expected: &[&str]) {
        const PARTS: [&str; 5] = ["a", "b", "c", "d", "e"];
        let (above, last) = wanted.rsplit_once('\n').map_or(("", wanted), |(above, last)| (above, last));
        let above = if above.is_empty() { String::new() } else { format!("{above}\n") };
        let pieces = last.split('/').zip(PARTS).map(|(text, part)| (part, text.to_string()));
        let pieces = [("above", above)].into_iter().chain(pieces).collect();
        let tolerances = BTreeSet::from([Tolerance::ColumnWidths]);
        let wanted = Wanted::new(&Turn { pieces, ..Turn::default() }, &tolerances);
        let got = Got::new(got, &tolerances);
        let line = wanted.keys.len() - 1;
        let found: Vec<String> = wrong_parts(&wanted, line, &got, 0)
            .into_iter()
            .map(|wrong| format!("{} {}: {}", wrong.part, wrong.cause.name(), wrong.sentence))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_wrong_cell_is_told_in_its_part_whatever_its_width() {
        let wanted = "| Band | Trio |\n|/   30 /|/   10 /|";
        check(
            wanted,
            "| 25 | 9 |",
            &["b wrong value: `Band` should be 30, not 25", "d wrong value: `Trio` should be 10, not 9"],
        );
        check(wanted, "|         30 | |", &["d wrong value: `Trio` should be 10, not empty"]);
        check(wanted, "| 30 | ten |", &["d wrong text: something else should be printed here"]);
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
