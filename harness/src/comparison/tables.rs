//! Tables drawn with `|`: the names of their columns, and tables that were printed without being drawn.

use super::lines::{Got, Wanted};
use super::{Difference, cause};
use crate::cases::Cause;
use crate::text::tokens::words;

/// Returns the texts of the cells of a row, without blanks around them; nothing if the line is no row.
pub(super) fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Returns the name of a column: the nearest text above that is no number, in a row with as many cells.
pub(super) fn column_name(turn: &Wanted, line: usize, column: usize) -> Option<&str> {
    let count = cells(&turn.shown[line])?.len();
    let rows = turn.shown[..line].iter().rev().filter_map(|above| cells(above));
    rows.filter(|row| row.len() == count)
        .map(|row| row[column])
        .find(|cell| cell.parse::<i64>().is_err() && !cell.is_empty())
}

/// A turn without its table, and what is wrong with how its values were printed instead.
#[derive(Debug)]
pub(super) struct WithoutTable {
    pub(super) wanted: Wanted,
    pub(super) got: Got,
    pub(super) differences: Vec<Difference>,
}

/// Returns the turn without its table if every value of the table was printed after the name of its column, but
/// no table was drawn.
pub(super) fn without_table(wanted: &Wanted, got: &Got, turn: usize) -> Option<WithoutTable> {
    if got.keys.iter().any(|line| line.starts_with('|')) {
        return None;
    }
    let is_of_table = |line: &String| line.starts_with(['|', '+']);
    let header = wanted.shown.iter().position(|line| cells(line).is_some())?;
    let names = cells(&wanted.shown[header])?;
    let mut rows = (header + 1..wanted.shown.len()).filter(|line| cells(&wanted.shown[*line]).is_some());
    let (row, None) = (rows.next()?, rows.next()) else { return None };
    let values = cells(&wanted.shown[row]).filter(|values| values.len() == names.len())?;
    let mut used = Vec::new();
    let mut differences = Vec::new();
    for (column, (name, value)) in names.iter().zip(values).enumerate() {
        let (line, printed) = value_after(name, &got.keys)?;
        if printed != value {
            let part = cell_part(wanted, row, column);
            let sentence = format!("`{name}` should be {value}, not {printed}");
            let difference = cause::difference(Cause::WrongValue, part, sentence);
            let shown = Some(got.shown[line].clone());
            let line = got.number(line);
            differences.push(Difference { turn: turn + 1, line, got: shown, alike: true, ..difference });
        }
        used.push(line);
    }
    let first = used.iter().min().copied().unwrap_or(0);
    let part = wanted.part(header, 0);
    let not_drawn = cause::difference(Cause::MissingOutput, part, "the values are there, but not in a table");
    differences.push(Difference {
        turn: turn + 1,
        line: got.number(first),
        expected: Some(wanted.shown[header].clone()),
        got: Some(got.shown[first].clone()),
        alike: true,
        ..not_drawn
    });
    let wanted = wanted.without(|line| is_of_table(&wanted.shown[line]));
    let got = got.without(|line| used.contains(&line));
    Some(WithoutTable { wanted, got, differences })
}

/// Returns the label of a cell.
pub(super) fn cell_part(turn: &Wanted, line: usize, column: usize) -> &'static str {
    let mut bars = turn.shown[line].chars().enumerate().filter(|(_, c)| *c == '|').map(|(at, _)| at);
    turn.part(line, bars.nth(column).map_or(0, |bar| bar + 1))
}

/// Returns the line in which `name` stands, and the number after it.
fn value_after<'a>(name: &str, lines: &'a [String]) -> Option<(usize, &'a str)> {
    lines.iter().enumerate().find_map(|(index, line)| {
        let mut words = words(line);
        words.find(|word| word.eq_ignore_ascii_case(name))?;
        let number = words.next().filter(|word| word.parse::<i64>().is_ok())?;
        Some((index, number))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::expected::Turn;

    const TABLE: &str =
        "Scores\n+---+------+\n| A | Trio |\n+---+------+\n| 1 |   10 |\n+---+------+\nInput > ";

    fn turn(text: &str) -> (Wanted, Got) {
        let pieces = vec![("all", TABLE.to_string())];
        let wanted = Wanted::new(&Turn { pieces, ..Turn::default() }, &BTreeSet::new());
        (wanted, Got::new(text, &BTreeSet::new()))
    }

    #[test]
    fn a_column_is_called_by_the_text_above() {
        let (wanted, _) = turn("");
        assert_eq!(column_name(&wanted, 4, 1), Some("Trio"));
        assert_eq!(column_name(&wanted, 2, 1), None);
    }

    #[test]
    fn values_after_their_names_are_a_table_that_was_not_drawn() {
        let (wanted, got) = turn("Scores\nA: 1\ntrio = 9\nInput > ");
        let WithoutTable { wanted, got, differences } =
            without_table(&wanted, &got, 1).expect("all are there");
        assert_eq!(
            (wanted.keys, got.keys),
            (
                vec!["Scores".to_string(), "Input > ".to_string()],
                vec!["Scores".to_string(), "Input > ".to_string()]
            )
        );
        let said: Vec<&str> = differences.iter().map(|difference| difference.sentence.as_str()).collect();
        assert_eq!(said, ["`Trio` should be 10, not 9", "the values are there, but not in a table"]);
        assert_eq!((differences[1].turn, differences[1].line), (2, 2));
    }

    #[test]
    fn a_table_or_missing_values_are_left_to_the_lines() {
        for printed in ["Scores\nA: 1\n", "Scores\n| A | 1 |\n| Trio | 10 |\n", ""] {
            let (wanted, got) = turn(printed);
            assert!(without_table(&wanted, &got, 0).is_none(), "{printed:?}");
        }
    }
}
