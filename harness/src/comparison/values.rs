//! Lines that are right but for some of their numbers: one difference for each part that is wrong.

use super::ladder::explain;
use super::lines::{Got, Wanted};
use super::tables::{cell_part, cells, column_name};
use crate::cases::Cause;

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
    let (expected, got) = (tokens(key), tokens(got));
    let same_shape = expected.len() == got.len()
        && expected.iter().zip(&got).all(|(one, other)| one == other || (is_number(one) && is_number(other)));
    let columns = number_columns(&wanted.shown[line]);
    let pairs = expected.iter().zip(&got).filter(|(one, _)| is_number(one));
    let different = pairs.enumerate().filter(|(_, (one, other))| one != other);
    same_shape.then(|| {
        let wrong = different.map(|(index, (right, wrong))| WrongPart {
            part: wanted.part(line, columns.get(index).copied().unwrap_or(0)),
            cause: Cause::WrongValue,
            sentence: format!("it should be {right}, not {wrong}"),
        });
        wrong.collect()
    })
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

/// Splits a text into numbers and what stands between them.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    tokens
}

/// Returns the columns, from 0, in which the numbers of a line begin.
fn number_columns(line: &str) -> Vec<usize> {
    let mut column = 0;
    let mut columns = Vec::new();
    for token in tokens(line) {
        if is_number(token) {
            columns.push(column);
        }
        column += token.chars().count();
    }
    columns
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
