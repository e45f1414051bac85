//! Boards and maps that are drawn with `|` in a turn: what stands in another row than it should.

use super::cells::cells;

/// What has more lines is no board.
const MOST_LINES: usize = 200;

/// A value that should stand in another row of the board than it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misplaced {
    /// The value.
    pub(super) value: String,
    /// Where it should stand.
    pub(super) should: Square,
    /// Where it stands.
    pub(super) is: Square,
}

/// A place on a board, by what names its row and its column there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) row: String,
    pub(super) column: String,
}

/// The rows of a board, each with its name first, and the names of the columns.
struct Board<'a> {
    columns: Vec<&'a str>,
    rows: Vec<Vec<&'a str>>,
}

impl<'a> Board<'a> {
    /// Returns the board to which a line of a turn belongs.
    fn around(lines: &[&'a str], at: usize) -> Option<Self> {
        let is_blank = |line: &&str| line.trim().is_empty();
        let first = lines[..at].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
        let end = lines[at..].iter().position(is_blank).map_or(lines.len(), |length| at + length);
        if end - first > MOST_LINES {
            return None;
        }
        let width = cells(lines[at]).len();
        let is_row = |line: &&&str| line.contains('|') && cells(line).len() == width;
        let rows: Vec<Vec<&str>> = lines[first..end].iter().filter(is_row).map(|line| cells(line)).collect();
        let is_named = width > 2 && rows.iter().all(|row| !row[0].is_empty());
        let names = |line: &&'a str| {
            let names: Vec<&str> = line.trim().trim_matches('X').split_whitespace().collect();
            (names.len() + 1 == width && !line.contains('|')).then_some(names)
        };
        // The nearest ones: a caption above may have as many words.
        let columns = lines[first..at].iter().rev().find_map(names)?;
        is_named.then_some(Self { columns, rows })
    }

    fn square(&self, (row, column): (usize, usize)) -> Square {
        Square { row: self.rows[row][0].to_string(), column: self.columns[column - 1].to_string() }
    }
}

/// Returns the one value of the board that stands in another row than it should, if one of the rows is at `row` of the expected lines or at
/// `other` of those that are printed.
pub(super) fn misplaced(
    expected: &[&str],
    actual: &[&str],
    (row, other): (usize, usize),
) -> Option<Misplaced> {
    let (should, is) = (Board::around(expected, row)?, Board::around(actual, other)?);
    if (should.rows.len(), should.columns.len()) != (is.rows.len(), is.columns.len()) {
        return None;
    }
    let (mut lost, mut found) = (Vec::new(), Vec::new());
    for (row, (old, new)) in should.rows.iter().zip(&is.rows).enumerate() {
        for column in (0..old.len()).filter(|at| old[*at] != new[*at]) {
            match (column, old[column], new[column]) {
                (0, ..) => return None,
                (_, value, "") => lost.push((value, (row, column))),
                (_, "", value) => found.push((value, (row, column))),
                _ => return None,
            }
        }
    }
    // Of several that stand elsewhere, those that can only have come from one place.
    let names = [cells(expected[row])[0], cells(actual[other])[0]];
    let is_here = |board: &Board<'_>, at: usize| names.contains(&board.rows[at][0]);
    let alone = |value: &str| {
        let [from, to] = [&lost, &found]
            .map(|all| all.iter().filter(|it| it.0 == value).map(|it| it.1).collect::<Vec<_>>());
        match (&from[..], &to[..]) {
            ([from], [to]) if is_here(&should, from.0) || is_here(&is, to.0) => Some((*from, *to)),
            _ => None,
        }
    };
    let (value, (from, to)) = lost.iter().find_map(|(value, _)| Some((*value, alone(value)?)))?;
    (from.0 != to.0).then(|| Misplaced {
        value: value.to_string(),
        should: should.square(from),
        is: is.square(to),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board of the text's first example, with pieces at the given places.
    fn board(pieces: &[(usize, usize, char)]) -> String {
        let mut lines = vec!["    A   B   C".to_string(), "  +---+---+---+".to_string()];
        for row in 1..=3 {
            let cell = |column: usize| {
                let piece = pieces.iter().find(|it| (it.0, it.1) == (row, column));
                format!(" {} |", piece.map_or(' ', |it| it.2))
            };
            lines.push(format!("{row} |{}", (1..=3).map(cell).collect::<String>()));
            lines.push("  +---+---+---+".to_string());
        }
        lines.join("\n")
    }

    #[track_caller]
    fn check(expected: &[(usize, usize, char)], actual: &[(usize, usize, char)], told: Option<&str>) {
        let (one, other) = (board(expected), board(actual));
        let [one, other] = [&one, &other].map(|text| text.lines().collect::<Vec<_>>());
        let row = (0..one.len()).find(|at| one[*at] != other[*at]).expect("they differ");
        let found = misplaced(&one, &other, (row, row));
        let found = found.map(|it| {
            let place = |square: &Square| format!("{}{}", square.column, square.row);
            format!("{} {} {}", it.value, place(&it.should), place(&it.is))
        });
        assert_eq!(found.as_deref(), told, "{}\n{}", one.join("\n"), other.join("\n"));
    }

    #[test]
    fn a_piece_in_another_row_is_found() {
        check(&[(1, 1, 'X'), (3, 3, 'O')], &[(2, 2, 'X'), (3, 3, 'O')], Some("X A1 B2"));
        check(&[(1, 1, 'X'), (3, 3, 'O')], &[(2, 2, 'X'), (2, 3, 'O')], Some("X A1 B2"));
    }

    #[test]
    fn columns_are_named_by_the_nearest_line_and_not_by_a_caption_of_as_many_words() {
        let map = |rows: [&str; 2]| format!("Check it\n  X00 01X\n Y+-----+\n00|{}\n01|{}", rows[0], rows[1]);
        let [one, other] = [map(["S1|  |", "  |  |"]), map(["  |  |", "  |S1|"])];
        let [one, other] = [&one, &other].map(|text| text.lines().collect::<Vec<_>>());
        let found = misplaced(&one, &other, (3, 3)).expect("a spearman stands elsewhere");
        assert_eq!((found.should.column.as_str(), found.is.column.as_str()), ("00", "01"));
    }

    #[test]
    fn what_is_lost_or_may_have_come_from_two_places_is_not_told() {
        check(&[(1, 1, 'X')], &[], None);
        check(&[(1, 1, 'X'), (1, 2, 'X')], &[(2, 1, 'X'), (2, 2, 'X')], None);
        check(&[(1, 1, 'X')], &[(1, 2, 'X')], None);
        check(&[(1, 1, 'X')], &[(1, 1, 'O')], None);
    }

    #[test]
    fn a_board_of_another_size_is_not_compared() {
        let whole = board(&[(1, 1, 'X')]);
        let narrow = board(&[(2, 2, 'X')]);
        let narrow = narrow.lines().map(|line| &line[..line.len() - 4]).collect::<Vec<_>>().join("\n");
        for (one, other) in [(&whole, &narrow), (&narrow, &whole)] {
            let [one, other] = [one, other].map(|text| text.lines().collect::<Vec<_>>());
            assert_eq!(misplaced(&one, &other, (2, 2)), None, "{one:?} {other:?}");
        }
    }
}
