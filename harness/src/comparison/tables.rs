//! Tables drawn with `|`: the names of their columns, and tables that were printed without being drawn.

use super::detail::Detail;
use super::difference::{Difference, Part, Track};
use super::lines::{ActualLines, ExpectedLines};
use crate::cases::Cause;
use crate::text::tokens::words;

/// Returns the texts of the cells of a row, without blanks around them; nothing if the line is no row.
pub(super) fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Returns the name of a column: the nearest text above that is no number, in a row with as many cells.
pub(super) fn column_name<'a>(turn: &'a ExpectedLines<'_>, line: usize, column: usize) -> Option<&'a str> {
    let count = cells(&turn.shown[line])?.len();
    let rows = turn.shown.iter().take(line).rev().filter_map(cells);
    rows.filter(|row| row.len() == count)
        .map(|row| row[column])
        .find(|cell| cell.parse::<i64>().is_err() && !cell.is_empty())
}

/// A turn without its table, and what is wrong with how its values were printed instead.
#[derive(Debug)]
pub(super) struct WithoutTable<'t> {
    pub(super) expected: ExpectedLines<'t>,
    pub(super) actual: ActualLines<'t>,
    pub(super) differences: Vec<Difference>,
}

/// Returns the turn without its table if every value of the table was printed after the name of its column, but
/// no table was drawn.
pub(super) fn without_table<'t>(
    expected: &ExpectedLines<'t>,
    actual: &ActualLines<'t>,
    turn: usize,
) -> Option<WithoutTable<'t>> {
    let UndrawnTable { header, row, values } = undrawn(expected.shown.iter(), &actual.keys.iter())?;
    let mut differences = Vec::new();
    for UndrawnValue { column, name, due, line, printed } in &values {
        if printed != due {
            let detail = Detail::wrong_number(Some(name), due, printed);
            let part = cell_part(expected, row, *column);
            differences.push(version(actual, *line, Difference::new(Cause::WrongValue, part, detail)));
        }
    }
    let used: Vec<usize> = values.iter().map(|value| value.line).collect();
    let part = expected.part(header, 0);
    let not_drawn = Difference::new(Cause::MissingOutput, part, Detail::TableNotDrawn);
    let mut not_drawn = version(actual, used.iter().min().copied().unwrap_or(0), not_drawn);
    not_drawn.expected = Some(expected.shown[header].to_string());
    differences.push(not_drawn);
    Some(WithoutTable {
        expected: expected.without(|line| is_of_table(&expected.shown[line])),
        actual: actual.without(|line| used.contains(&line)),
        differences: differences.into_iter().map(|it| Difference { turn: turn + 1, ..it }).collect(),
    })
}

/// Returns two texts without the table of the first one, and how many of its values are wrong in the second one, if these are printed there after
/// the names of their columns, but no table is drawn.
pub(crate) fn beside_undrawn_table(expected: &str, actual: &str) -> Option<(String, String, usize)> {
    let UndrawnTable { values, .. } = undrawn(expected.lines(), &actual.lines())?;
    let wrong = values.iter().filter(|value| value.printed != value.due).count();
    let kept = actual.lines().enumerate().filter(|(at, _)| !values.iter().any(|value| value.line == *at));
    let kept: Vec<&str> = kept.map(|(_, line)| line).collect();
    let due: Vec<&str> = expected.lines().filter(|line| !is_of_table(line)).collect();
    Some((due.join("\n"), kept.join("\n"), wrong))
}

/// A table that should be drawn, and whose values are printed after the names of their columns instead.
struct UndrawnTable<'e, 'a> {
    /// The lines of the names and of the values, where they should be.
    header: usize,
    row: usize,
    values: Vec<UndrawnValue<'e, 'a>>,
}

/// A value of such a table.
struct UndrawnValue<'e, 'a> {
    column: usize,
    name: &'e str,
    due: &'e str,
    /// The line in which it is printed.
    line: usize,
    printed: &'a str,
}

/// Returns the only table of these lines, if the other ones hold all of its values and no table.
fn undrawn<'e, 'a>(
    expected: impl Iterator<Item = &'e str>,
    actual: &(impl Iterator<Item = &'a str> + Clone),
) -> Option<UndrawnTable<'e, 'a>> {
    let mut rows = expected.enumerate().filter_map(|(at, line)| Some((at, cells(line)?)));
    let ((header, names), (row, due), None) = (rows.next()?, rows.next()?, rows.next()) else { return None };
    if names.len() != due.len() || actual.clone().any(|line| line.starts_with('|')) {
        return None;
    }
    let values = names.into_iter().zip(due).enumerate().map(|(column, (name, due))| {
        let (line, printed) = value_after(name, actual.clone())?;
        Some(UndrawnValue { column, name, due, line, printed })
    });
    Some(UndrawnTable { header, row, values: values.collect::<Option<_>>()? })
}

fn is_of_table(line: &str) -> bool {
    line.starts_with(['|', '+'])
}

/// Places a difference in a printed line that stands for the expected one.
fn version(actual: &ActualLines<'_>, line: usize, difference: Difference) -> Difference {
    let shown = actual.shown[line].to_string();
    difference.at(1, actual.number(line)).lines(None, Some(shown)).on(Track::Version)
}

/// Returns the part to which a cell belongs.
pub(super) fn cell_part(turn: &ExpectedLines<'_>, line: usize, column: usize) -> Part {
    let mut bars = turn.shown[line].chars().enumerate().filter(|(_, c)| *c == '|').map(|(at, _)| at);
    turn.part(line, bars.nth(column).map_or(0, |bar| bar + 1))
}

/// Returns the line in which `name` stands, and the number after it.
fn value_after<'a>(name: &str, lines: impl Iterator<Item = &'a str>) -> Option<(usize, &'a str)> {
    lines.enumerate().find_map(|(index, line)| {
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
    use crate::comparison::shared_lines::SharedLines;
    use crate::expected::ExpectedTurn;

    const TABLE: &str =
        "Scores\n+---+------+\n| A | Trio |\n+---+------+\n| 1 |   10 |\n+---+------+\nInput > ";

    fn table() -> ExpectedTurn {
        ExpectedTurn { pieces: vec![("all", TABLE.to_string())], ..ExpectedTurn::default() }
    }

    fn turn<'t>(table: &'t ExpectedTurn, text: &'t str) -> (ExpectedLines<'t>, ActualLines<'t>) {
        (ExpectedLines::new(table, &BTreeSet::new()), ActualLines::new(text, &BTreeSet::new()))
    }

    #[test]
    fn a_column_is_called_by_the_text_above() {
        let table = table();
        let (expected, _) = turn(&table, "");
        assert_eq!(column_name(&expected, 4, 1), Some("Trio"));
        assert_eq!(column_name(&expected, 2, 1), None);
    }

    #[test]
    fn values_after_their_names_are_a_table_that_was_not_drawn() {
        let table = table();
        let (expected, actual) = turn(&table, "Scores\nA: 1\ntrio = 9\nInput > ");
        let WithoutTable { expected, actual, differences } =
            without_table(&expected, &actual, 1).expect("all are there");
        assert_eq!(
            (expected.keys, actual.keys),
            (SharedLines::all_of("Scores\nInput > "), SharedLines::all_of("Scores\nInput > "))
        );
        let sentences: Vec<String> = differences.iter().map(Difference::sentence).collect();
        assert_eq!(sentences, ["`Trio` should be 10, not 9", "the values are there, but not in a table"]);
        assert_eq!((differences[1].turn, differences[1].line), (2, 2));
    }

    #[test]
    fn a_table_or_missing_values_are_left_to_the_lines() {
        let table = table();
        for printed in ["Scores\nA: 1\n", "Scores\n| A | 1 |\n| Trio | 10 |\n", ""] {
            let (expected, actual) = turn(&table, printed);
            assert!(without_table(&expected, &actual, 0).is_none(), "{printed:?}");
        }
    }

    #[test]
    fn an_undrawn_table_leaves_what_is_printed_beside_it_and_how_many_values_are_wrong() {
        let beside = |text| beside_undrawn_table(TABLE, text);
        let whole = ("Scores\nInput > ".to_string(), "Scores\nInput > ".to_string());
        let (expected, actual) = whole.clone();
        assert_eq!(beside("Scores\nA: 1\nTrio: 10\nInput > "), Some((expected, actual, 0)));
        assert_eq!(beside("Scores\nA: 1\nTrio: 9\nInput > "), Some((whole.0, whole.1, 1)));
        assert_eq!(beside("Scores\nA: 1\nInput > "), None);
        assert_eq!(beside(TABLE), None);
    }
}
