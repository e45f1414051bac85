//! A board as somebody else's program shows it.

use super::{Board, Cell, Side};

impl Board {
    /// Lets the pieces be where they are shown after a move to a cell, as far as the rules say so.
    pub(super) fn follow(&mut self, shown: &str, cell: Cell, has_returned: bool) {
        if self.rules.as_shown.hands && has_returned {
            self.follow_hands(shown);
        }
        if self.rules.as_shown.board {
            self.follow_board(shown, cell);
        }
    }

    /// Lets all pieces be where they are shown, if the placed one is on its cell and others are not where they are here.
    fn follow_board(&mut self, shown: &str, (row, column): Cell) {
        let Some(cells) = cells(shown, self.cells.len()) else { return };
        if cells != self.cells && cells[row][column] == self.cells[row][column] {
            self.cells = cells;
            self.follow_hands(shown);
        }
    }

    fn follow_hands(&mut self, shown: &str) {
        if let Some(hands) = hands(shown) {
            self.hands = hands;
        }
    }
}

/// Returns the cells of the first board of that size in a text.
fn cells(shown: &str, size: usize) -> Option<Vec<Vec<Option<Side>>>> {
    let rows = shown.lines().filter_map(|line| row(line, size)).take(size).collect::<Vec<_>>();
    (rows.len() == size).then_some(rows)
}

/// Returns the cells of a row of a board, with its number before it: `1 | X |   | O |`.
fn row(line: &str, size: usize) -> Option<Vec<Option<Side>>> {
    let (number, cells) = line.trim().strip_suffix('|')?.split_once('|')?;
    number.trim().parse::<usize>().ok()?;
    let cells = cells.split('|').map(|cell| match cell.trim() {
        "" => Some(None),
        symbol => side(symbol).map(Some),
    });
    cells.collect::<Option<Vec<_>>>().filter(|cells| cells.len() == size)
}

/// Returns the pieces of both players in the first two lists of a text.
fn hands(shown: &str) -> Option<[Vec<Side>; 2]> {
    let mut lists = shown.lines().filter_map(list);
    Some([lists.next()?, lists.next()?])
}

/// Returns the pieces of a list: `X: ['X', 'X']`.
fn list(line: &str) -> Option<Vec<Side>> {
    let (_, list) = line.trim().strip_suffix(']')?.split_once('[')?;
    let pieces =
        list.split(',').map(|piece| piece.trim().trim_matches('\'')).filter(|piece| !piece.is_empty());
    pieces.map(side).collect()
}

fn side(symbol: &str) -> Option<Side> {
    [Side::X, Side::O].into_iter().find(|side| symbol == side.symbol().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_number_and_as_many_cells_as_the_board() {
        let (x, o) = (Some(Side::X), Some(Side::O));
        assert_eq!(row("1 | X |   | O |", 3), Some(vec![x, None, o]));
        assert_eq!(row("1 | X |   | O |", 4), None);
        assert_eq!(row("1 | X |   | ? |", 3), None);
        assert_eq!(row("    A   B   C", 3), None);
    }

    #[test]
    fn a_list_holds_pieces_or_nothing() {
        assert_eq!(list("O: ['X', 'O']"), Some(vec![Side::X, Side::O]));
        assert_eq!(list("O: []"), Some(Vec::new()));
        assert_eq!(list("O: ['1']"), None);
    }
}
