//! Gekitai: two players place pieces on a square board, and every placed piece pushes its neighbours away.
//!
//! A placed piece pushes each adjacent piece, of either player, one cell outwards if that cell is
//! free; a piece with another one behind it stays. A piece pushed off the board returns to its
//! owner's hand. The first player who, after pushing, has a line of `L` pieces or all `P` pieces on
//! the board wins; if both do, the player who moved.
//!
//! Started with `N` (the board's size, 6), `P` (pieces per player, 8) and `L` (a line, 3), each with a
//! default. Values outside the ranges of the text fail with the assertion that the text proposes.

mod address;
mod rules;
mod shown;

use crate::bends::{Bends, bent};
use crate::console::{Console, Play, Question, Replies, Stop};
use crate::setup::Setup;
use crate::unread::Unread;

pub(crate) use rules::BENDS;
use rules::{
    Behind, Counted, Direction, Edge, GekitaiRules, HeldPieces, InLine, Leaves, OffBoard, Parameters,
    Refusals, Rows, TakenCells, Takes, Win,
};

/// The ranges of `N`, `P` and `L`, as the text asserts them.
const RANGES: &str = "6 <= N <= 8 and 6 <= P <= 12 and 3 <= L <= min(N, P)";

/// The eight directions around a cell, as steps down and right.
const DIRECTIONS: [(i8, i8); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Those in which lines are counted from their first cell: to the right, down, and along both diagonals.
const LINE_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The letters of the columns.
const LETTERS: [char; 8] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/// Plays the game from its arguments to its end ("Program Flow").
pub(crate) fn play(setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let rules = bent(BENDS, bends);
    let numbers: Result<Vec<usize>, _> = setup.arguments.iter().map(|word| word.parse()).collect();
    let Some((size, pieces, line)) = numbers.ok().and_then(|numbers| match *(rules.taken)(&numbers) {
        [] => Some((6, 8, 3)),
        [size] => Some((size, 8, 3)),
        [size, pieces] => Some((size, pieces, 3)),
        [size, pieces, line] => Some((size, pieces, line)),
        _ => None,
    }) else {
        console.about("usage");
        return console.say("Usage: gekitai [N [P [L]]]\n");
    };
    if !((6..=8).contains(&size) && (6..=12).contains(&pieces) && (3..=size.min(pieces)).contains(&line)) {
        return Err(Stop::raised("AssertionError", RANGES));
    }
    let Parameters { size, pieces, line } = (rules.parameters)(Parameters { size, pieces, line });
    let mut board = Board {
        cells: vec![vec![None; size + rules.hidden]; size + rules.hidden],
        hands: [Side::X, Side::O].map(|side| vec![side; pieces]),
        pieces,
        moves: [0; 2],
        placed: None,
        line,
        rules,
    };
    let mut mover = rules.first;
    let mut unread = Unread::default();
    let mut is_shown = rules.shows_empty_board;
    loop {
        if is_shown {
            let hands =
                DURING_THE_GAME.hands.filter(|_| (board.rules.lists_hands)(board.moves_made(), mover));
            board.show(&BoardParts { hands, ..DURING_THE_GAME }, console)?;
        }
        is_shown = board.rules.shows_board_later;
        let Some(cell) = get_input(&mut mover, &mut board, &mut unread, console)? else { continue };
        if let Some(winner) = board.play_turn(mover, cell, console.shown().map(|shown| shown.text))? {
            return end((board.rules.named)(winner, mover), &board, console);
        }
        mover = (rules.next)(mover);
    }
}

/// Steps 2 and 3; returns an empty cell. Only where that rule is bent, another player may be asked, or nothing is returned: the board
/// is to be shown first.
fn get_input(
    mover: &mut Side,
    board: &mut Board,
    unread: &mut Unread,
    console: &mut dyn Console,
) -> Play<Option<Cell>> {
    loop {
        let prompt = format!("Player {}'s turn: ", mover.symbol());
        let question = Question { name: "move", prompt: &prompt, replies: &|| replies(board) };
        console.about("prompt");
        let reply = unread.ask(board.rules.reads, &question, console)?;
        let cell = board.cell_at(&reply).filter(|cell| board.is_move_valid(*cell));
        if cell.is_some() {
            return Ok(cell);
        }
        if let Some(cell) = board.cell_at(&reply) {
            board.look_behind(cell)?;
        }
        let (refused, address) = (board.rules.refused, board.rules.address);
        let is_one_of = |refusals: Refusals| refusals.holds(&reply, address);
        if !is_one_of(refused.silent) {
            console.about("refusal");
            console.say("Invalid move!\n")?;
        }
        if board.rules.refused_takes_a_piece {
            board.take_piece(*mover)?;
        }
        if is_one_of(refused.loses_turn) {
            *mover = mover.opponent();
        }
        let is_made =
            |cell: &Cell| board.rules.taken_cells == TakenCells::RefusedAndReplaced && board.contains(*cell);
        if let Some(cell) = board.cell_at(&reply).filter(is_made) {
            return Ok(Some(cell));
        }
        if is_one_of(refused.shows_board) {
            return Ok(None);
        }
    }
}

/// Step 7.
fn end(winner: Side, board: &Board, console: &mut dyn Console) -> Play {
    if board.rules.shows_board_before_the_end {
        board.show(&DURING_THE_GAME, console)?;
    }
    console.about("ending/title");
    console.say("Game over:\n")?;
    let name_winner = |console: &mut dyn Console| {
        console.about("ending/winner");
        console.say(&format!("Player {} wins!\n", winner.symbol()))
    };
    if board.rules.names_winner_first {
        name_winner(console)?;
    }
    if board.rules.shows_final_board {
        let hands = AT_THE_END.hands.filter(|_| board.rules.shows_final_hands);
        board.show(&BoardParts { hands, ..AT_THE_END }, console)?;
    }
    if board.rules.names_winner_first { Ok(()) } else { name_winner(console) }
}

/// One of the two players, and a piece of that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    X,
    O,
}

impl Side {
    fn symbol(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }

    fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// Row and column, counted from 0 at the top left.
type Cell = (usize, usize);

/// Returns the cell `steps` away in a direction, unless it is left of or above the board.
fn toward((row, column): Cell, (down, right): (i8, i8), steps: usize) -> Option<Cell> {
    let shift = |from: usize, by: i8| (0..steps).try_fold(from, |at, _| at.checked_add_signed(by.into()));
    Some((shift(row, down)?, shift(column, right)?))
}

/// The parts of what is shown of a board: its frame and its cells, and the hands, if they are.
struct BoardParts {
    board: [&'static str; 2],
    hands: Option<&'static str>,
}

const DURING_THE_GAME: BoardParts =
    BoardParts { board: ["board/frame", "board/cells"], hands: Some("hands") };

const AT_THE_END: BoardParts =
    BoardParts { board: ["ending/board/frame", "ending/board/cells"], hands: Some("ending/hands") };

/// The board with what is on it, and the hands of both players.
struct Board {
    cells: Vec<Vec<Option<Side>>>,
    /// The pieces that X and O still hold: their own, but for bent rules.
    hands: [Vec<Side>; 2],
    /// How many pieces each player has.
    pieces: usize,
    /// How many moves X and O have made.
    moves: [usize; 2],
    /// Where the last piece was placed.
    placed: Option<Cell>,
    /// How many pieces make a line.
    line: usize,
    rules: GekitaiRules,
}

impl Board {
    /// Returns the cell with this address, perhaps outside the board.
    fn cell_at(&self, reply: &str) -> Option<Cell> {
        if !(self.rules.takes_letters)(reply) || !(self.rules.takes_blanks)(reply) {
            return None;
        }
        let in_row_1 = || (self.rules.address)(&reply.replacen('0', "1", 1));
        match reply.trim().get(1..) {
            Some("0") if self.rules.row_0_is_the_last => {
                in_row_1().map(|(_, column)| (self.cells.len() - 1, column))
            }
            _ => (self.rules.address)(reply),
        }
    }

    fn contains(&self, (row, column): Cell) -> bool {
        row.max(column) < self.cells.len()
    }

    /// Returns the piece on the cell, if it is one of the board's and not empty.
    fn piece(&self, (row, column): Cell) -> Option<Side> {
        *self.cells.get(row)?.get(column)?
    }

    fn is_move_valid(&self, cell: Cell) -> bool {
        let (row, column) = cell;
        let looked_up = match self.rules.taken_cells {
            TakenCells::Refused | TakenCells::RefusedAndReplaced => cell,
            TakenCells::LookedUpTurnedRound => (column, row),
            TakenCells::Replaced => return self.contains(cell),
        };
        self.contains(cell)
            && self.piece(looked_up).is_none()
            && !(self.rules.forbidden)(cell, self.cells.len())
    }

    /// Steps 4 to 6: puts a piece of `mover` on a cell, and returns who has won then. By bent rules the pieces are afterwards where they are `shown`.
    fn play_turn(&mut self, mover: Side, cell: Cell, shown: Option<&str>) -> Play<Option<Side>> {
        self.place(mover, cell)?;
        self.moves[mover as usize] += 1;
        let counted = self.rules.counted;
        let before = (counted != Counted::AtTheEnd).then(|| (self.in_line(), self.held()));
        let held: usize = self.held().iter().sum();
        if self.rules.pushes_where_a_line_is_placed || !self.in_line()[mover as usize] {
            self.repel(mover, cell, self.cells.len())?;
        }
        if let Some(shown) = shown {
            let has_returned = self.held().iter().sum::<usize>() > held;
            self.follow(shown, cell, has_returned);
        }
        self.look_behind_pieces()?;
        let (mut lines, mut hands) = (self.in_line(), self.held());
        if let Some((lines_before, hands_before)) = before {
            let at = mover as usize;
            match counted {
                Counted::AtTheEnd => {}
                Counted::First => (lines, hands) = (lines_before, hands_before),
                Counted::PiecesFirst => hands = hands_before,
                Counted::LinesFirst => lines = lines_before,
                Counted::MoversLinesFirst => lines[at] = lines_before[at],
                Counted::MoversLinesFirstToo => lines[at] |= lines_before[at],
                Counted::MoverFirstToo => {
                    lines[at] |= lines_before[at];
                    hands[at] = hands[at].min(hands_before[at]);
                }
            }
        }
        Ok(self.winner(mover, hands, lines))
    }

    fn place(&mut self, mover: Side, cell: Cell) -> Play {
        let piece = self.take_piece(mover)?;
        let is_own = (self.rules.taken_from)(mover) == mover;
        self.put(Some(if is_own { piece } else { mover }), cell);
        self.placed = Some(cell);
        Ok(())
    }

    /// Returns the piece that a player takes to place it.
    fn take_piece(&mut self, mover: Side) -> Play<Side> {
        // Who has no piece left has won, but not by bent rules.
        let none = || Stop::raised("IndexError", "pop from empty list");
        let hand = &mut self.hands[(self.rules.taken_from)(mover) as usize];
        let taken = if self.rules.takes == Takes::OneOfThem { hand.pop() } else { hand.last().copied() };
        taken.ok_or_else(none)
    }

    /// Returns how many pieces X and O still hold.
    fn held(&self) -> [usize; 2] {
        [Side::X, Side::O].map(|side| self.hands[side as usize].len())
    }

    /// Puts a piece, or nothing, on a cell; where all rows are one list, on that cell of each.
    fn put(&mut self, piece: Option<Side>, (row, column): Cell) {
        for (at, cells) in self.cells.iter_mut().enumerate() {
            if at == row || self.rules.rows == Rows::OneList {
                cells[column] = piece;
            }
        }
    }

    /// Pushes the pieces around a cell outwards. By bent rules up to `most` more pushes follow from each.
    fn repel(&mut self, mover: Side, cell: Cell, most: usize) -> Play {
        let toward = |direction: &(i8, i8)| (self.rules.pushes_toward)(*direction);
        let directions = self.rules.directions.into_iter().filter(toward);
        // A piece may come beside the placed one while others are pushed.
        let is_pushed =
            |direction: &(i8, i8)| self.rules.pushed_pieces_push || self.is_pushed(mover, cell, *direction);
        let pushed: Vec<_> = directions.filter(is_pushed).collect();
        let mut done = Vec::new();
        for direction in pushed {
            if !(self.rules.leaves_alone)(&done, direction) {
                done.push((direction, self.push(mover, cell, direction, most)?));
            }
        }
        Ok(())
    }

    /// Returns the last cell in `direction` with nothing but free cells between it and the piece next to `from`; only by bent rules pieces go so far.
    fn last_free(&self, from: Cell, direction: (i8, i8)) -> Option<Cell> {
        let cells = (2..).map_while(|steps| self.toward(from, direction, steps));
        cells.take_while(|cell| self.contains(*cell) && self.piece(*cell).is_none()).last()
    }

    fn is_pushed(&self, mover: Side, from: Cell, direction: (i8, i8)) -> bool {
        let near = self.toward(from, direction, 1).and_then(|near| self.piece(near));
        near.is_some_and(|piece| (self.rules.pushes)(mover, piece))
    }

    /// Pushes the piece next to `from` one cell further in `direction`, if nothing is behind it; returns whether it moves. By bent rules it pushes on up to `most`
    /// more pieces, for a row that wraps around has no end.
    fn push(&mut self, mover: Side, from: Cell, direction: (i8, i8), most: usize) -> Play<bool> {
        let Some(near) = self.toward(from, direction, 1) else { return Ok(false) };
        let Some(piece) = self.piece(near) else { return Ok(false) };
        let size = self.cells.len();
        let is_on_board = |far: &Cell| self.contains(*far) && !(self.rules.counts_as_off)(*far, size);
        let far = self.toward(from, direction, 2).filter(is_on_board);
        if far.is_some_and(|far| self.piece(far).is_some()) {
            match self.rules.behind {
                Behind::Stays => return Ok(false),
                Behind::Replaces => {}
                Behind::PushesOn if most == 0 => return Ok(false),
                Behind::PushesOn => {
                    self.push(mover, near, direction, most - 1)?;
                }
                Behind::PushesOneMoreIntoAFreeCell => {
                    let free = self.toward(from, direction, 3);
                    let free = free.filter(|free| self.contains(*free) && self.piece(*free).is_none());
                    let Some(free) = free else { return Ok(false) };
                    self.put(far.and_then(|far| self.piece(far)), free);
                }
                Behind::GoesOneOn => {
                    let on = self.toward(from, direction, 3).filter(|on| self.contains(*on));
                    if let Some(on) = on {
                        self.put(far.and_then(|far| self.piece(far)), on);
                    }
                }
            }
        }
        let far = if self.rules.pushed_pieces_slide { self.last_free(from, direction).or(far) } else { far };
        match (far, self.rules.off_board) {
            (Some(far), _) => self.put(Some(piece), far),
            (None, OffBoard::FailsBehindTheLastRowAndColumn | OffBoard::ComesBackOppositeOrFails)
                if self.toward(from, direction, 2).is_some() =>
            {
                return Err(Stop::outside_a_list());
            }
            (None, OffBoard::LostIfOf(player)) if piece == player => {}
            (None, OffBoard::LostIfOpponents) if piece != mover => {}
            (None, OffBoard::StaysIfMovers) if piece == mover => return Ok(false),
            (None, OffBoard::StaysAt(edges))
                if self.edges_behind(near, direction).all(|edge| edges.contains(&edge)) =>
            {
                return Ok(false);
            }
            (
                None,
                OffBoard::Returned
                | OffBoard::StaysIfMovers
                | OffBoard::StaysAt(_)
                | OffBoard::LostIfOf(_)
                | OffBoard::LostIfOpponents
                | OffBoard::ComesBackOpposite
                | OffBoard::ComesBackOppositeWherePushed
                | OffBoard::ComesBackOppositeOrFails
                | OffBoard::FailsBehindTheLastRowAndColumn,
            ) => self.hands[piece as usize].push(piece),
            (None, OffBoard::ReturnedToOpponent) => {
                self.hands[piece.opponent() as usize].push(piece.opponent());
            }
            (None, OffBoard::ReturnedToMover) => self.hands[mover as usize].push(mover),
            (None, OffBoard::ReturnedAsIfXMoved) => {
                let hand = if piece == mover { Side::X } else { Side::O };
                self.hands[hand as usize].push(piece);
            }
            (None, OffBoard::ReturnedToMoverAsItIs) => self.hands[mover as usize].push(piece),
            (None, OffBoard::Lost) => {}
            (None, OffBoard::Stays) => return Ok(false),
        }
        let stays_too = match self.rules.leaves {
            Leaves::EmptyCell => false,
            Leaves::ItsOwnPicture => far.is_some(),
            Leaves::ItsOwnPictureAtTheEdge => far.is_none(),
        };
        if !stays_too {
            self.put(None, near);
        }
        if let Some(far) = far.filter(|_| self.rules.pushed_pieces_push && most > 0) {
            self.repel(mover, far, most - 1)?;
        }
        Ok(true)
    }

    /// Returns the edges of the board that are between a cell and the next one in `direction`.
    fn edges_behind(&self, (row, column): Cell, (down, right): Direction) -> impl Iterator<Item = Edge> {
        let last = self.cells.len() - 1;
        [
            (Edge::Upper, down < 0 && row == 0),
            (Edge::Lower, down > 0 && row == last),
            (Edge::Left, right < 0 && column == 0),
            (Edge::Right, right > 0 && column == last),
        ]
        .into_iter()
        .filter_map(|(edge, is_between)| is_between.then_some(edge))
    }

    /// Looks at what is behind each piece, which fails by bent rules only.
    fn look_behind_pieces(&self) -> Play {
        if self.rules.fails_with_a_piece_at.is_none() {
            return Ok(());
        }
        self.all_cells()
            .filter(|cell| self.piece(*cell).is_some())
            .try_for_each(|cell| self.look_behind(cell))
    }

    /// Looks at what is behind a cell, on the board or off it.
    fn look_behind(&self, cell: Cell) -> Play {
        match self.rules.fails_with_a_piece_at {
            Some(fails) if fails(cell, self.cells.len()) => Err(Stop::outside_a_list()),
            _ => Ok(()),
        }
    }

    /// Returns the cell so many steps away: that of a piece that may be pushed, or to which a push goes, unless it is left of or above the board. Only by bent rules it is counted from the other end
    /// then, as Python counts negative places of a list.
    fn toward(&self, (row, column): Cell, (down, right): (i8, i8), steps: usize) -> Option<Cell> {
        let pushes_come_back = matches!(
            self.rules.off_board,
            OffBoard::ComesBackOppositeWherePushed | OffBoard::ComesBackOppositeOrFails
        );
        let from_the_end = self.rules.off_board == OffBoard::ComesBackOpposite
            || steps == 2 && pushes_come_back
            || steps == 1 && self.rules.negative_places_are_pushed;
        let size = if from_the_end { self.cells.len() } else { 0 };
        let is_outside = |at: usize, by: i8| by < 0 && at < steps;
        let shifted = |at: usize, by: i8| if is_outside(at, by) { at + size } else { at };
        toward((shifted(row, down), shifted(column, right)), (down, right), steps)
    }

    fn moves_made(&self) -> usize {
        self.moves.iter().sum()
    }

    /// Returns whether X and O have a line.
    fn in_line(&self) -> [bool; 2] {
        [Side::X, Side::O].map(|side| self.pieces_in_line(side))
    }

    /// Step 6: returns who has won after a move of `mover`, who comes first if both have, with so many pieces in their hands, and lines or not.
    fn winner(&self, mover: Side, hands: [usize; 2], lines: [bool; 2]) -> Option<Side> {
        let won = |player: Side, win: &Win| match win {
            Win::AllPieces => hands[player as usize] == 0,
            Win::AllPiecesButOne => hands[player as usize] <= 1,
            Win::AllPiecesOnTheBoard => {
                let on_board = self.all_cells().filter(|cell| self.piece(*cell) == Some(player));
                on_board.count() == self.pieces
            }
            Win::AllMoves => self.moves[player as usize] >= self.pieces,
            Win::Line => lines[player as usize],
        };
        let mut may_win = (self.rules.may_win)(mover).into_iter().flatten();
        may_win.find(|player| self.rules.wins.iter().any(|win| won(*player, win)))
    }

    fn pieces_in_line(&self, player: Side) -> bool {
        let owned = |cell: Cell| {
            let counts = |piece| piece == player || self.rules.in_line == InLine::OfBothPlayers;
            self.piece(cell).is_some_and(counts)
        };
        let line = |cell, direction| {
            let looked_at = (self.rules.looked_at)(self.cells.len(), direction);
            let mut cells = (0..self.line).map(|steps| toward(cell, direction, steps));
            let is_looked_at = self.rules.in_line != InLine::WithThePlacedPiece
                || cells.clone().any(|cell| cell == self.placed);
            let counts = |cell: Cell| cell.0.max(cell.1) < looked_at && owned(cell);
            is_looked_at && cells.all(|cell| cell.is_some_and(counts))
        };
        let rules = &self.rules;
        let is_looked_for =
            |direction: &(i8, i8)| (rules.lines)(*direction) && (rules.looks_toward)(*direction);
        let directions = || DIRECTIONS.into_iter().filter(is_looked_for);
        self.has_enough_elsewhere(player)
            || self
                .all_cells()
                .filter(|(row, _)| (self.rules.begins_in)(*row, self.cells.len(), self.line))
                .filter(|(_, column)| (self.rules.begins_in_column)(*column, self.cells.len(), self.line))
                .filter(|cell| owned(*cell))
                .any(|cell| directions().any(|direction| line(cell, direction)))
    }

    /// Returns whether enough pieces of the player stand where they are no line; only by bent rules they are one.
    fn has_enough_elsewhere(&self, player: Side) -> bool {
        let is_owned = |row, column| self.piece((row, column)) == Some(player);
        let all = || 0..self.cells.len();
        let is_enough = |along: &dyn Fn(usize) -> bool| all().filter(|at| along(*at)).count() >= self.line;
        let is_row_enough = |row| is_enough(&|column| is_owned(row, column));
        let is_column_enough = |column| is_enough(&|row| is_owned(row, column));
        match self.rules.in_line {
            InLine::Consecutive | InLine::OfBothPlayers | InLine::WithThePlacedPiece => false,
            InLine::Always => true,
            InLine::WithOneGap => self.all_cells().any(|cell| self.has_line_with_one_gap(cell, player)),
            InLine::AllOfARow => all().any(is_row_enough),
            InLine::AllOfARowOrColumn => all().any(|at| is_row_enough(at) || is_column_enough(at)),
            InLine::AllDirectionsTogether => {
                self.all_cells().any(|cell| self.pieces_from(cell, player) >= self.line)
            }
        }
    }

    /// Returns whether so many cells as a line has are the player's, of one more from a cell on, in one of the four directions of lines.
    fn has_line_with_one_gap(&self, cell: Cell, player: Side) -> bool {
        let is_owned = |at: Option<Cell>| at.is_some_and(|at| self.piece(at) == Some(player));
        let count =
            |direction| (0..=self.line).filter(|steps| is_owned(toward(cell, direction, *steps))).count();
        LINE_DIRECTIONS.map(count).iter().any(|count| *count >= self.line)
    }

    /// Returns how many pieces of the player stand side by side from a cell on, in each of the four directions of lines.
    fn pieces_from(&self, cell: Cell, player: Side) -> usize {
        let is_owned = |cell: Option<Cell>| cell.is_some_and(|cell| self.piece(cell) == Some(player));
        let run = |direction| {
            (0..self.cells.len()).take_while(|steps| is_owned(toward(cell, direction, *steps))).count()
        };
        LINE_DIRECTIONS.map(run).iter().sum()
    }

    fn all_cells(&self) -> impl Iterator<Item = Cell> {
        let size = self.cells.len();
        (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
    }

    /// The board, and below it the hands.
    fn show(&self, parts: &BoardParts, console: &mut dyn Console) -> Play {
        if !self.rules.hands_first {
            self.draw(parts.board, console)?;
        }
        if let Some(hands) = parts.hands {
            console.about(hands);
            console.say(&self.hands())?;
        }
        if self.rules.hands_first { self.draw(parts.board, console) } else { Ok(()) }
    }

    /// "Game Board Representation"; `parts` label what never changes, then what the cells hold.
    fn draw(&self, parts: [&'static str; 2], console: &mut dyn Console) -> Play {
        let [frame, cells] = parts;
        let size = self.cells.len() - self.rules.hidden;
        let letters: Vec<_> = LETTERS[..(self.rules.lettered)(size)].iter().map(char::to_string).collect();
        let rule = format!("  +{}\n", "---+".repeat(size));
        let ruled = |rows_above| if (self.rules.ruled)(rows_above, size) { rule.as_str() } else { "" };
        console.about(frame);
        console.say(&format!("    {}\n{}", letters.join("   "), ruled(0)))?;
        for (rows_above, row) in self.cells[..size].iter().enumerate() {
            let number = self.rules.first_row + rows_above;
            let symbols: Vec<_> =
                row[..size].iter().map(|cell| cell.map_or(' ', Side::symbol).to_string()).collect();
            console.about(cells);
            console.say(&format!("{number} | {} |\n", symbols.join(" | ")))?;
            console.about(frame);
            console.say(ruled(rows_above + 1))?;
        }
        Ok(())
    }

    /// "It also prints the list of pieces that are still with each player".
    fn hands(&self) -> String {
        [Side::X, Side::O]
            .map(|player| {
                let counted = (self.rules.hand_of)(player);
                let hand = &self.hands[counted as usize];
                let held = HeldPieces { held: hand.len(), pieces: self.pieces, moves: self.moves_made() };
                let hand = hand.iter().take((self.rules.listed)(&held));
                let pieces: Vec<char> = if counted == player {
                    hand.map(|piece| piece.symbol()).collect()
                } else {
                    hand.map(|_| player.symbol()).collect()
                };
                format!("{}: {}\n", player.symbol(), (self.rules.hand)(&pieces))
            })
            .concat()
    }
}

/// Free cells in both letter cases and with blanks; refused are taken cells, cells outside the board
/// and what the text calls weird.
fn replies(board: &Board) -> Replies {
    let write = |(row, column): Cell| format!("{}{}", ('A'..).nth(column).unwrap_or('?'), row + 1);
    let (free, taken): (Vec<Cell>, Vec<Cell>) =
        board.all_cells().partition(|cell| board.is_move_valid(*cell));
    let upper: Vec<String> = free.into_iter().map(write).collect();
    let lower = upper.iter().map(|address| address.to_lowercase());
    let spaced = upper.first().map(|address| format!(" {} {} ", &address[..1], &address[1..]));
    let below = format!("A{}", board.cells.len() + 1);
    let weird = ["", " ", "AA1", "A01", "abc", "A3.14", "#a2", "A0", "A-1", "A", "1", "1A", "Z1", "é1"];
    let refused = taken.into_iter().map(write).chain([below]).chain(weird.map(String::from)).collect();
    Replies { accepted: lower.chain(spaced).chain(upper.clone()).collect(), refused, ..Replies::default() }
}
