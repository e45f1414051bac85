//! What can be bent in Gekitai.

use super::address::{address, address_with_zeros, is_excel_like, without_blanks};
use super::{Cell, DIRECTIONS, Side};
use crate::bends::Bend;
use crate::unread::Reads;

/// The rules as the text has them, unless they are bent.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one sentence of the text, which holds or does not"
)]
pub(crate) struct GekitaiRules {
    /// "To check if your program is scalable on these parameters instead of hardcoding".
    pub(super) parameters: fn(Parameters) -> Parameters,
    /// The same: which of those are taken that it is started with.
    pub(super) taken: fn(given: &[usize]) -> &[usize],
    /// Whether the board and the hands are shown before the first move.
    pub(super) shows_empty_board: bool,
    /// "Prints the game board" before each move.
    pub(super) shows_board_later: bool,
    /// "Player 1 (X) takes the first turn."
    pub(super) first: Side,
    /// "Swap player to take the next turn."
    pub(super) next: fn(mover: Side) -> Side,
    /// "Uppercase or lowercase inputs like "A1", "c6", or even having some spaces in the string like "b5" will be accepted."
    pub(super) address: fn(&str) -> Option<Cell>,
    /// The same: which letters are taken,
    pub(super) takes_letters: fn(reply: &str) -> bool,
    /// and which blanks.
    pub(super) takes_blanks: fn(reply: &str) -> bool,
    /// Whether an address with row 0 is a cell: the one with index -1, as Python counts.
    pub(super) row_0_is_the_last: bool,
    /// "Spaces": an address is a line.
    pub(super) reads: Reads,
    /// "A piece cannot be placed onto the board if the target cell is not empty".
    pub(super) taken_cells: TakenCells,
    /// Whether an invalid move takes a piece from the hand of its player.
    pub(super) refused_takes_a_piece: bool,
    /// Cells of the board of which every move is refused.
    pub(super) forbidden: fn(cell: Cell, size: usize) -> bool,
    /// "In case it is not placeable, display a warning message "Invalid move!" and go back to Step 2."
    pub(super) refused: Refused,
    /// "The list of pieces that are still with each player, i.e., those that are not yet on the board".
    pub(super) takes: Takes,
    /// Whose list that is: the one of the player who moves.
    pub(super) taken_from: fn(mover: Side) -> Side,
    /// "A piece pushes all adjacent pieces": "the black piece … whereas the pieces at C2 and B3".
    pub(super) pushes: fn(mover: Side, piece: Side) -> bool,
    /// "Scan all the eight directions (N, NE, E, SE, S, SW, W, NW)".
    pub(super) directions: [(i8, i8); 8],
    /// Those of them in which pieces are pushed.
    pub(super) pushes_toward: fn(direction: (i8, i8)) -> bool,
    /// "All the three pieces … adjacent to B2 will be pushed away".
    /// By bent rules one in the `next` direction is left alone after those that are `done`, each with whether it has moved.
    pub(super) leaves_alone: fn(done: &[(Direction, bool)], next: Direction) -> bool,
    /// "A piece pushes all adjacent pieces outwards one space": what is where they were.
    pub(super) leaves: Leaves,
    /// "If there is not an open space on the opposite side of the pushed piece, it does not push".
    pub(super) behind: Behind,
    /// "One space": whether a pushed piece moves on until something is in its way.
    pub(super) pushed_pieces_slide: bool,
    /// The same: whether a piece that was pushed pushes those around it in its turn.
    pub(super) pushed_pieces_push: bool,
    /// "Shoved off the board": where on it a pushed piece is taken to be off it.
    pub(super) counts_as_off: fn(cell: Cell, size: usize) -> bool,
    /// "Pieces shoved off the board are returned to the player."
    pub(super) off_board: OffBoard,
    /// "Next to it": whether cells above the first row and left of the first column are those of the last ones, as Python counts negative
    /// places of a list. What is pushed from there is off the board.
    pub(super) negative_places_are_pushed: bool,
    /// Whether the program fails as soon as a piece stands there, as it looks at what is behind it; of a row and a column that are shown.
    pub(super) fails_with_a_piece_at: Option<fn(cell: Cell, size: usize) -> bool>,
    /// "At the end of their turn (after pushing)".
    pub(super) counted: Counted,
    /// "Repelling existing adjacent pieces away", also where the placed piece makes a line.
    pub(super) pushes_where_a_line_is_placed: bool,
    /// "Forming a line of L pieces or having all P pieces put on the board".
    pub(super) wins: &'static [Win],
    /// "Horizontal or vertical or diagonal".
    pub(super) lines: fn(direction: (i8, i8)) -> bool,
    /// Where who looks for lines goes from the cell in which one begins: of each two opposite directions, one is enough.
    pub(super) looks_toward: fn(direction: (i8, i8)) -> bool,
    /// The rows of a board in which lines may begin.
    pub(super) begins_in: fn(row: usize, size: usize, line: usize) -> bool,
    /// The same of its columns.
    pub(super) begins_in_column: fn(column: usize, size: usize, line: usize) -> bool,
    /// "L consecutive pieces in a line".
    pub(super) in_line: InLine,
    /// "Board size" and Figure 6: the number of the first row.
    pub(super) first_row: usize,
    /// How many columns have a letter.
    pub(super) lettered: fn(size: usize) -> usize,
    /// "Prints the list of pieces that are still with each player".
    pub(super) hand: fn(pieces: &[char]) -> String,
    /// Whose pieces are counted where the list of a player is printed.
    pub(super) hand_of: fn(player: Side) -> Side,
    /// How many of the pieces that a player holds are listed.
    pub(super) listed: fn(hand: &HeldPieces) -> usize,
    /// Below which boards the hands are printed, by how many moves were made, and who is to move; below the last one, too.
    pub(super) lists_hands: fn(moves: usize, mover: Side) -> bool,
    /// Figure 6: whether there is a line between two rows.
    pub(super) ruled: fn(rows_above: usize, rows: usize) -> bool,
    /// How many rows and columns behind the last ones count as the board, though they are never shown.
    pub(super) hidden: usize,
    /// "In the beginning, all cells on the board are empty": each of its rows is a list of its own.
    pub(super) rows: Rows,
    /// "Can find L consecutive pieces in a line on the board": how many rows and columns of a board are looked at, for lines in a direction.
    pub(super) looked_at: fn(size: usize, direction: (i8, i8)) -> usize,
    /// "If both players satisfy either of the winning conditions concurrently, the moving player … is regarded the winner."
    pub(super) may_win: fn(mover: Side) -> [Option<Side>; 2],
    /// "Player X wins!": who is named.
    pub(super) named: fn(winner: Side, mover: Side) -> Side,
    /// "Game over:": whether the board is shown before that, as after any other move.
    pub(super) shows_board_before_the_end: bool,
    /// The same: whether the board and the pieces that players still hold are shown then.
    pub(super) shows_final_board: bool,
    /// The same: whether the hands stand below it.
    pub(super) shows_final_hands: bool,
    /// "Player X wins!": whether that is printed before the board.
    pub(super) names_winner_first: bool,
    /// "Besides printing the game board, it also prints the list of pieces": whether it does so before.
    pub(super) hands_first: bool,
    /// What is after a move as somebody else's program shows it.
    pub(super) as_shown: GekitaiShown,
}

/// The hand of a player.
pub(super) struct HeldPieces {
    /// How many pieces are in it.
    pub(super) held: usize,
    /// How many the player has in all.
    pub(super) pieces: usize,
    /// How many moves were made.
    pub(super) moves: usize,
}

/// `N`, `P` and `L`.
#[derive(Clone, Copy)]
pub(super) struct Parameters {
    /// The board's size.
    pub(super) size: usize,
    /// The pieces of each player.
    pub(super) pieces: usize,
    /// The pieces that make a line.
    pub(super) line: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TakenCells {
    Refused,
    Replaced,
    /// The move is refused in words, and made.
    RefusedAndReplaced,
    /// The cell that is looked at has row and column the other way round.
    LookedUpTurnedRound,
}

/// What comes between `Invalid move!` and the next question.
#[derive(Clone, Copy, Default)]
pub(super) struct Refused {
    /// After which invalid moves there is no warning,
    pub(super) silent: Refusals,
    /// it is the other player's turn,
    pub(super) loses_turn: Refusals,
    /// and the board is shown again.
    pub(super) shows_board: Refusals,
}

/// Some of the invalid moves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Refusals {
    #[default]
    None,
    All,
    /// Those that are addresses: of a cell that is taken, or not on the board.
    Addresses,
}

impl Refusals {
    /// Returns whether an invalid move is one of them, where addresses are read like this.
    pub(super) fn holds(self, reply: &str, address: fn(&str) -> Option<Cell>) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Addresses => is_excel_like(reply) || address(reply).is_some(),
        }
    }
}

/// What becomes of a player's pieces when one is placed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    OneOfThem,
    ACopyOfOne,
}

/// Which pieces make a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InLine {
    Consecutive,
    AllOfARowOrColumn,
    AllOfARow,
    AllDirectionsTogether,
    /// Consecutive ones, whoever owns them.
    OfBothPlayers,
    /// Consecutive ones, of which one is the piece that was just placed.
    WithThePlacedPiece,
    /// Those among one cell more than a line has.
    WithOneGap,
    /// No line is needed.
    Always,
}

/// What a pushed piece leaves behind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    EmptyCell,
    ItsOwnPicture,
    ItsOwnPictureAtTheEdge,
}

/// What becomes of a pushed piece with another one behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    Stays,
    Replaces,
    PushesOn,
    PushesOneMoreIntoAFreeCell,
    GoesOneOn,
}

/// What becomes of a piece that is pushed off the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OffBoard {
    Returned,
    Stays,
    StaysIfMovers,
    /// It stays where only these edges are in its way.
    StaysAt(&'static [Edge]),
    Lost,
    LostIfOf(Side),
    LostIfOpponents,
    ReturnedToMover,
    ReturnedToMoverAsItIs,
    /// To X what is the mover's, to O what is not.
    ReturnedAsIfXMoved,
    ReturnedToOpponent,
    ComesBackOpposite,
    /// Pushes over the first row and column come back opposite; pieces there are no neighbours.
    ComesBackOppositeWherePushed,
    /// It comes back over the first row and column, and the program fails behind the last ones.
    ComesBackOppositeOrFails,
    FailsBehindTheLastRowAndColumn,
}

/// An edge of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Upper,
    Lower,
    Left,
    Right,
}

/// A step down and right.
pub(super) type Direction = (i8, i8);

/// Returns whether one of the pushed pieces has moved.
fn one_has_moved(done: &[(Direction, bool)], _next: Direction) -> bool {
    done.iter().any(|(_, moved)| *moved)
}

/// Returns whether a row or a column is the last one of the board, or the one behind it.
fn is_last(at: usize, size: usize) -> bool {
    at + 1 == size || at == size
}

/// Returns whether a line is looked for in this direction by who looks right, down, and along the second diagonal to the lower left,
fn looked_for_downwards(direction: (i8, i8)) -> bool {
    matches!(direction, (0, 1) | (1, -1..=1))
}

/// or by who looks along it to the upper right.
fn looked_for_upwards(direction: (i8, i8)) -> bool {
    matches!(direction, (1, 0) | (-1..=1, 1))
}

/// When lines and pieces are counted: before the neighbours are pushed, or at the end of the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    AtTheEnd,
    First,
    PiecesFirst,
    LinesFirst,
    MoversLinesFirst,
    /// The mover's lines at both times,
    MoversLinesFirstToo,
    /// or the mover's pieces, too.
    MoverFirstToo,
}

/// What the rows of the board are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    Lists,
    OneList,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Win {
    Line,
    AllPieces,
    AllPiecesButOne,
    /// As many pieces on the board as each player has, whatever the hands hold.
    AllPiecesOnTheBoard,
    /// As many moves as there are pieces, whatever was pushed off the board.
    AllMoves,
}

/// What is after a move as somebody else's program shows it.
#[derive(Clone, Copy, Default)]
pub(super) struct GekitaiShown {
    /// All pieces, if others stand on the board than should.
    pub(super) board: bool,
    /// Those that both players hold, if a piece was pushed off the board.
    pub(super) hands: bool,
}

impl Default for GekitaiRules {
    fn default() -> Self {
        Self {
            parameters: |given| given,
            taken: |given| given,
            shows_empty_board: true,
            shows_board_later: true,
            first: Side::X,
            next: Side::opponent,
            address,
            takes_letters: |_| true,
            takes_blanks: |_| true,
            row_0_is_the_last: false,
            reads: Reads::Line,
            taken_cells: TakenCells::Refused,
            forbidden: |_, _| false,
            refused_takes_a_piece: false,
            refused: Refused::default(),
            takes: Takes::OneOfThem,
            taken_from: |mover| mover,
            pushes: |_, _| true,
            directions: DIRECTIONS,
            pushes_toward: |_| true,
            leaves_alone: |_, _| false,
            leaves: Leaves::EmptyCell,
            behind: Behind::Stays,
            pushed_pieces_slide: false,
            pushed_pieces_push: false,
            counts_as_off: |_, _| false,
            off_board: OffBoard::Returned,
            negative_places_are_pushed: false,
            fails_with_a_piece_at: None,
            counted: Counted::AtTheEnd,
            pushes_where_a_line_is_placed: true,
            wins: &[Win::Line, Win::AllPieces],
            lines: |_| true,
            looks_toward: |_| true,
            begins_in: |_, _, _| true,
            begins_in_column: |_, _, _| true,
            in_line: InLine::Consecutive,
            first_row: 1,
            lettered: |size| size,
            hand: as_list,
            hand_of: |player| player,
            listed: |hand| hand.held,
            lists_hands: |_, _| true,
            ruled: |_, _| true,
            hidden: 0,
            rows: Rows::Lists,
            looked_at: |size, _| size,
            may_win: |mover| [Some(mover), Some(mover.opponent())],
            named: |winner, _| winner,
            shows_board_before_the_end: false,
            shows_final_board: true,
            shows_final_hands: true,
            names_winner_first: false,
            hands_first: false,
            as_shown: GekitaiShown::default(),
        }
    }
}

/// Returns a list of pieces as Python prints it.
fn as_list(pieces: &[char]) -> String {
    let quoted: Vec<String> = pieces.iter().map(|piece| format!("'{piece}'")).collect();
    format!("[{}]", quoted.join(", "))
}

/// Returns pieces with a blank between them.
fn as_words(pieces: &[char]) -> String {
    pieces.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<GekitaiRules>] = &[
    Bend::new("size-fixed", |rules| rules.parameters = |given| Parameters { size: 6, ..given }),
    Bend::new("pieces-fixed", |rules| rules.parameters = |given| Parameters { pieces: 8, ..given }),
    Bend::new("one-piece-less", |rules| {
        rules.parameters = |given| Parameters { pieces: given.pieces - 1, ..given };
    }),
    Bend::new("one-piece-more", |rules| {
        rules.parameters = |given| Parameters { pieces: given.pieces + 1, ..given };
    }),
    Bend::new("line-fixed", |rules| rules.parameters = |given| Parameters { line: 3, ..given }),
    Bend::new("parameters-ignored", |rules| {
        rules.parameters = |_| Parameters { size: 6, pieces: 8, line: 3 };
    }),
    Bend::new("pieces-and-line-fixed", |rules| {
        rules.parameters = |given| Parameters { pieces: 8, line: 3, ..given };
    }),
    Bend::new("parameters-taken-only-together", |rules| {
        rules.taken = |given| if given.len() < 3 { &[] } else { given };
    }),
    Bend::new("letters-fixed", |rules| {
        rules.address = |reply| address(reply).filter(|(_, column)| *column < 6);
    }),
    Bend::new("rows-numbered-from-0", |rules| rules.first_row = 0),
    Bend::new("letters-end-at-f", |rules| rules.lettered = |size| size.min(6)),
    Bend::new("no-lines-between-rows", |rules| rules.ruled = |above, rows| above == 0 || above == rows),
    Bend::new("no-line-above-the-board", |rules| rules.ruled = |above, _| above > 0),
    Bend::new("no-line-below-the-board", |rules| rules.ruled = |above, rows| above < rows),
    Bend::new("as-many-pieces-of-o-as-of-x", |rules| rules.hand_of = |_| Side::X),
    Bend::new("all-pieces-listed-as-x", |rules| {
        rules.hand = |pieces| as_list(&vec![Side::X.symbol(); pieces.len()]);
    }),
    Bend::new("pieces-counted-not-listed", |rules| rules.hand = |pieces| pieces.len().to_string()),
    Bend::new("hands-are-no-lists", |rules| rules.hand = as_words),
    Bend::new("hands-empty-on-the-first-board", |rules| {
        rules.listed = |hand| if hand.moves == 0 { 0 } else { hand.held };
    }),
    Bend::new("full-hands-lack-one-piece", |rules| {
        rules.listed = |hand| if hand.held == hand.pieces { hand.held - 1 } else { hand.held };
    }),
    Bend::new("no-hands-on-the-first-board", |rules| rules.lists_hands = |moves, _| moves > 0),
    Bend::new("hands-on-the-first-and-the-last-board-only", |rules| {
        rules.lists_hands = |moves, _| moves == 0;
    }),
    Bend::new("no-hands-after-moves-of-x", |rules| rules.lists_hands = |_, mover| mover == Side::X),
    Bend::new("no-hands-after-moves-of-o", |rules| {
        rules.lists_hands = |moves, mover| moves == 0 || mover == Side::O;
    }),
    Bend::new("board-shown-once", |rules| rules.shows_board_later = false),
    Bend::new("first-board-not-shown", |rules| rules.shows_empty_board = false),
    Bend::new("o-begins", |rules| rules.first = Side::O),
    Bend::new("same-player-moves", |rules| rules.next = |mover| mover),
    Bend::new("o-moves-for-ever", |rules| rules.next = |_| Side::O),
    Bend::new("first-row-refused", |rules| rules.forbidden = |(row, _), _| row == 0),
    Bend::new("first-column-refused", |rules| rules.forbidden = |(_, column), _| column == 0),
    Bend::new("first-row-and-column-refused", |rules| {
        rules.forbidden = |(row, column), _| row == 0 || column == 0;
    }),
    Bend::new("last-row-refused", |rules| rules.forbidden = |(row, _), size| row + 1 == size),
    Bend::new("last-column-refused", |rules| rules.forbidden = |(_, column), size| column + 1 == size),
    Bend::new("last-row-and-column-refused", |rules| {
        rules.forbidden = |(row, column), size| row + 1 == size || column + 1 == size;
    }),
    Bend::new("upper-case-only", |rules| {
        rules.takes_letters = |reply| !reply.contains(|sign: char| sign.is_lowercase());
    }),
    Bend::new("lower-case-only", |rules| {
        rules.takes_letters = |reply| !reply.contains(|sign: char| sign.is_uppercase());
    }),
    Bend::new("blanks-refused", |rules| {
        rules.takes_blanks = |reply| !reply.contains(char::is_whitespace);
    }),
    Bend::new("blanks-within-refused", |rules| {
        rules.takes_blanks = |reply| !reply.trim().contains(char::is_whitespace);
    }),
    Bend::new("rest-of-an-address-ignored", |rules| {
        rules.address = |reply| address(&without_blanks(reply).chars().take(2).collect::<String>());
    }),
    Bend::new("addresses-end-at-blanks", |rules| rules.reads = Reads::Word),
    Bend::new("leading-zeros-accepted", |rules| rules.address = address_with_zeros),
    Bend::new("row-0-is-the-last", |rules| rules.row_0_is_the_last = true),
    Bend::new("rows-and-columns-swapped", |rules| {
        rules.address = |reply| address(reply).map(|(row, column)| (column, row));
    }),
    Bend::new("one-row-below", |rules| {
        rules.address = |reply| address(reply).map(|(row, column)| (row + 1, column));
    }),
    Bend::new("one-row-above", |rules| {
        rules.address = |reply| address(reply).and_then(|(row, column)| Some((row.checked_sub(1)?, column)));
    }),
    Bend::new("one-column-right", |rules| {
        rules.address = |reply| address(reply).map(|(row, column)| (row, column + 1));
    }),
    Bend::new("one-column-left", |rules| {
        rules.address = |reply| address(reply).and_then(|(row, column)| Some((row, column.checked_sub(1)?)));
    }),
    Bend::new("taken-cells-accepted", |rules| rules.taken_cells = TakenCells::Replaced),
    Bend::new("taken-cells-refused-and-replaced", |rules| rules.taken_cells = TakenCells::RefusedAndReplaced),
    Bend::new("taken-cells-looked-up-turned-round", |rules| {
        rules.taken_cells = TakenCells::LookedUpTurnedRound;
    }),
    Bend::new("refused-loses-turn", |rules| {
        rules.refused =
            Refused { loses_turn: Refusals::All, shows_board: Refusals::All, ..Refused::default() }
    }),
    Bend::new("refused-cells-lose-turn", |rules| {
        let (loses_turn, shows_board) = (Refusals::Addresses, Refusals::Addresses);
        rules.refused = Refused { loses_turn, shows_board, ..Refused::default() };
    }),
    Bend::new("refused-cells-ask-other", |rules| {
        rules.refused = Refused { loses_turn: Refusals::Addresses, ..Refused::default() }
    }),
    Bend::new("refused-without-warning", |rules| {
        rules.refused = Refused { silent: Refusals::Addresses, ..Refused::default() };
    }),
    Bend::new("refused-asks-other", |rules| {
        rules.refused = Refused { loses_turn: Refusals::All, ..Refused::default() }
    }),
    Bend::new("refused-shows-board", |rules| {
        rules.refused = Refused { shows_board: Refusals::All, ..Refused::default() };
    }),
    Bend::new("refused-cells-show-board", |rules| {
        rules.refused = Refused { shows_board: Refusals::Addresses, ..Refused::default() };
    }),
    Bend::new("placed-pieces-stay-in-the-hand", |rules| rules.takes = Takes::ACopyOfOne),
    Bend::new("placed-pieces-stay-in-the-hand-and-those-on-the-board-are-counted", |rules| {
        rules.takes = Takes::ACopyOfOne;
        rules.wins = &[Win::Line, Win::AllPiecesOnTheBoard];
    }),
    Bend::new("refused-takes-a-piece", |rules| rules.refused_takes_a_piece = true),
    Bend::new("pieces-of-o-taken-from-x", |rules| rules.taken_from = |_| Side::X),
    Bend::new("pieces-of-x-taken-from-o", |rules| rules.taken_from = |_| Side::O),
    Bend::new("never-pushes", |rules| rules.pushes = |_, _| false),
    Bend::new("own-pieces-stay", |rules| rules.pushes = |mover, piece| mover != piece),
    Bend::new("only-own-pieces-pushed", |rules| rules.pushes = |mover, piece| mover == piece),
    Bend::new("no-diagonal-pushes", |rules| rules.pushes_toward = |(down, right)| down == 0 || right == 0),
    Bend::new("no-push-up", |rules| rules.pushes_toward = |direction| direction != (-1, 0)),
    Bend::new("no-push-up-right", |rules| rules.pushes_toward = |direction| direction != (-1, 1)),
    Bend::new("no-push-right", |rules| rules.pushes_toward = |direction| direction != (0, 1)),
    Bend::new("no-push-down-right", |rules| rules.pushes_toward = |direction| direction != (1, 1)),
    Bend::new("no-push-down", |rules| rules.pushes_toward = |direction| direction != (1, 0)),
    Bend::new("no-push-down-left", |rules| rules.pushes_toward = |direction| direction != (1, -1)),
    Bend::new("no-push-left", |rules| rules.pushes_toward = |direction| direction != (0, -1)),
    Bend::new("no-push-up-left", |rules| rules.pushes_toward = |direction| direction != (-1, -1)),
    Bend::new("no-pushes-above", |rules| rules.pushes_toward = |(down, _)| down != -1),
    Bend::new("no-pushes-below", |rules| rules.pushes_toward = |(down, _)| down != 1),
    Bend::new("no-pushes-on-the-left", |rules| rules.pushes_toward = |(_, right)| right != -1),
    Bend::new("no-pushes-on-the-right", |rules| rules.pushes_toward = |(_, right)| right != 1),
    Bend::new("only-one-of-a-row-moves", |rules| {
        rules.leaves_alone = |done, next| done.iter().any(|(other, moved)| *moved && other.0 == next.0);
        rules.directions.sort_unstable();
    }),
    Bend::new("only-one-pushed", |rules| rules.leaves_alone = |done, _| !done.is_empty()),
    Bend::new("only-one-pushed-row-by-row", |rules| {
        rules.leaves_alone = |done, _| !done.is_empty();
        rules.directions.sort_unstable();
    }),
    Bend::new("only-one-moves", |rules| rules.leaves_alone = one_has_moved),
    Bend::new("only-one-moves-row-by-row", |rules| {
        rules.leaves_alone = one_has_moved;
        rules.directions.sort_unstable();
    }),
    Bend::new("first-row-and-column-count-as-off", |rules| {
        rules.counts_as_off = |(row, column), _| row == 0 || column == 0;
    }),
    Bend::new("last-row-and-column-count-as-off", |rules| {
        rules.counts_as_off = |(row, column), size| row + 1 == size || column + 1 == size;
    }),
    Bend::new("pushed-pieces-are-doubled", |rules| rules.leaves = Leaves::ItsOwnPicture),
    Bend::new("replaces-piece-behind", |rules| rules.behind = Behind::Replaces),
    Bend::new("pushes-two-in-a-row", |rules| rules.behind = Behind::PushesOn),
    Bend::new("pushes-two-into-a-free-cell", |rules| rules.behind = Behind::PushesOneMoreIntoAFreeCell),
    Bend::new("piece-behind-goes-one-on", |rules| rules.behind = Behind::GoesOneOn),
    Bend::new("pushed-pieces-push", |rules| rules.pushed_pieces_push = true),
    Bend::new("pushed-pieces-push-row-by-row", |rules| {
        rules.pushed_pieces_push = true;
        rules.directions.sort_unstable();
    }),
    Bend::new("pushed-pieces-slide", |rules| rules.pushed_pieces_slide = true),
    Bend::new("never-off-board", |rules| rules.off_board = OffBoard::Stays),
    Bend::new("own-pieces-never-off-board", |rules| rules.off_board = OffBoard::StaysIfMovers),
    Bend::new("never-off-the-upper-edge", |rules| rules.off_board = OffBoard::StaysAt(&[Edge::Upper])),
    Bend::new("never-off-the-lower-edge", |rules| rules.off_board = OffBoard::StaysAt(&[Edge::Lower])),
    Bend::new("never-off-the-left-edge", |rules| rules.off_board = OffBoard::StaysAt(&[Edge::Left])),
    Bend::new("never-off-the-right-edge", |rules| rules.off_board = OffBoard::StaysAt(&[Edge::Right])),
    Bend::new("never-off-the-upper-and-left-edges", |rules| {
        rules.off_board = OffBoard::StaysAt(&[Edge::Upper, Edge::Left]);
    }),
    Bend::new("never-off-the-lower-and-right-edges", |rules| {
        rules.off_board = OffBoard::StaysAt(&[Edge::Lower, Edge::Right]);
    }),
    Bend::new("never-off-the-upper-and-lower-edges", |rules| {
        rules.off_board = OffBoard::StaysAt(&[Edge::Upper, Edge::Lower]);
    }),
    Bend::new("never-off-the-left-and-right-edges", |rules| {
        rules.off_board = OffBoard::StaysAt(&[Edge::Left, Edge::Right]);
    }),
    Bend::new("off-board-o-lost", |rules| rules.off_board = OffBoard::LostIfOf(Side::O)),
    Bend::new("off-board-x-lost", |rules| rules.off_board = OffBoard::LostIfOf(Side::X)),
    Bend::new("off-board-of-the-opponent-lost", |rules| rules.off_board = OffBoard::LostIfOpponents),
    Bend::new("lost-off-board", |rules| rules.off_board = OffBoard::Lost),
    Bend::new("off-board-stays-too", |rules| rules.leaves = Leaves::ItsOwnPictureAtTheEdge),
    Bend::new("off-board-to-mover", |rules| rules.off_board = OffBoard::ReturnedToMover),
    Bend::new("off-board-to-mover-as-it-is", |rules| rules.off_board = OffBoard::ReturnedToMoverAsItIs),
    Bend::new("off-board-as-if-x-moved", |rules| rules.off_board = OffBoard::ReturnedAsIfXMoved),
    Bend::new("off-board-to-other", |rules| rules.off_board = OffBoard::ReturnedToOpponent),
    Bend::new("edges-wrap-around", |rules| rules.off_board = OffBoard::ComesBackOpposite),
    Bend::new("pushes-wrap-around", |rules| rules.off_board = OffBoard::ComesBackOppositeWherePushed),
    Bend::new("near-edges-wrap-around-far-edges-fail", |rules| {
        rules.off_board = OffBoard::ComesBackOppositeOrFails;
    }),
    Bend::failing("fails-at-the-far-edges", |rules| {
        rules.off_board = OffBoard::FailsBehindTheLastRowAndColumn;
    }),
    Bend::new("negative-places-pushed", |rules| rules.negative_places_are_pushed = true),
    Bend::failing("fails-with-a-piece-in-the-last-row", |rules| {
        rules.fails_with_a_piece_at = Some(|(row, column), size| is_last(row, size) && column < size);
    }),
    Bend::failing("fails-with-a-piece-in-the-last-column", |rules| {
        rules.fails_with_a_piece_at = Some(|(row, column), size| is_last(column, size) && row < size);
    }),
    Bend::failing("fails-with-a-piece-in-the-last-row-or-column", |rules| {
        rules.fails_with_a_piece_at = Some(|(row, column), size| is_last(row.max(column), size));
    }),
    Bend::new("one-row-and-column-more", |rules| rules.hidden = 1),
    Bend::new("counted-before-pushing", |rules| rules.counted = Counted::First),
    Bend::new("lines-looked-for-before-pushing", |rules| rules.counted = Counted::LinesFirst),
    Bend::new("movers-lines-looked-for-before-pushing", |rules| rules.counted = Counted::MoversLinesFirst),
    Bend::new("line-wins-before-pushing-too", |rules| rules.counted = Counted::MoversLinesFirstToo),
    Bend::new("no-pushes-where-a-line-is-placed", |rules| rules.pushes_where_a_line_is_placed = false),
    Bend::new("mover-wins-before-pushing-too", |rules| {
        rules.counted = Counted::MoverFirstToo;
    }),
    Bend::new("pieces-counted-before-pushing", |rules| rules.counted = Counted::PiecesFirst),
    Bend::new("no-win-by-line", |rules| rules.wins = &[Win::AllPieces]),
    Bend::new("no-win-by-pieces", |rules| rules.wins = &[Win::Line]),
    Bend::new("one-piece-left-wins", |rules| rules.wins = &[Win::Line, Win::AllPiecesButOne]),
    Bend::new("moves-counted-as-pieces", |rules| rules.wins = &[Win::Line, Win::AllMoves]),
    Bend::new("nobody-wins", |rules| rules.wins = &[]),
    Bend::new("lines-have-gaps", |rules| rules.in_line = InLine::AllOfARowOrColumn),
    Bend::new("lines-have-one-gap", |rules| rules.in_line = InLine::WithOneGap),
    Bend::new("horizontal-lines-have-gaps", |rules| rules.in_line = InLine::AllOfARow),
    Bend::new("all-directions-counted-together", |rules| rules.in_line = InLine::AllDirectionsTogether),
    Bend::new("one-piece-less-makes-a-line", |rules| {
        rules.parameters = |given| Parameters { line: given.line - 1, ..given };
    }),
    Bend::new("no-diagonal-lines", |rules| rules.lines = |(down, right)| down == 0 || right == 0),
    Bend::new("one-diagonal-only", |rules| rules.lines = |(down, right)| down * right >= 0),
    Bend::new("other-diagonal-only", |rules| rules.lines = |(down, right)| down * right <= 0),
    Bend::new("no-horizontal-lines", |rules| rules.lines = |(down, _)| down != 0),
    Bend::new("no-vertical-lines", |rules| rules.lines = |(_, right)| right != 0),
    Bend::new("last-row-and-column-overlooked", |rules| rules.looked_at = |size, _| size - 1),
    Bend::new("diagonals-in-last-row-and-column-overlooked", |rules| {
        rules.looked_at = |size, (down, right)| if down == 0 || right == 0 { size } else { size - 1 };
    }),
    Bend::new("lines-begin-in-first-rows", |rules| {
        rules.looks_toward = |(down, right)| down > 0 || down == 0 && right > 0;
        rules.begins_in = |row, size, line| row < size - line;
    }),
    Bend::new("lines-begin-far-from-the-last-row-and-column", |rules| {
        rules.looks_toward = looked_for_downwards;
        rules.begins_in = |row, size, line| row + line <= size;
        rules.begins_in_column = |column, size, line| column + line <= size;
    }),
    Bend::new("lines-begin-far-from-the-last-row-and-column-upwards", |rules| {
        rules.looks_toward = looked_for_upwards;
        rules.begins_in = |row, size, line| row + line <= size;
        rules.begins_in_column = |column, size, line| column + line <= size;
    }),
    Bend::new("lines-begin-too-far-from-the-last-row-and-column", |rules| {
        rules.looks_toward = looked_for_downwards;
        rules.begins_in = |row, size, line| row + line < size;
        rules.begins_in_column = |column, size, line| column + line < size;
    }),
    Bend::new("lines-begin-before-the-last-row-and-column", |rules| {
        rules.looks_toward = looked_for_downwards;
        rules.begins_in = |row, size, _| row + 1 < size;
        rules.begins_in_column = |column, size, _| column + 1 < size;
    }),
    Bend::new("one-piece-more-makes-a-line", |rules| {
        rules.parameters = |given| Parameters { line: given.line + 1, ..given };
    }),
    Bend::new("pieces-of-both-make-a-line", |rules| rules.in_line = InLine::OfBothPlayers),
    Bend::new("lines-without-the-placed-piece-overlooked", |rules| {
        rules.in_line = InLine::WithThePlacedPiece;
    }),
    Bend::new("every-move-wins", |rules| rules.in_line = InLine::Always),
    Bend::new("rows-are-one-list", |rules| rules.rows = Rows::OneList),
    Bend::new("only-mover-wins", |rules| rules.may_win = |mover| [Some(mover), None]),
    Bend::new("opponent-before-mover", |rules| {
        rules.may_win = |mover| [Some(mover.opponent()), Some(mover)];
    }),
    Bend::new("winner-named-before-the-board", |rules| rules.names_winner_first = true),
    Bend::new("loser-named-as-winner", |rules| rules.named = |winner, _| winner.opponent()),
    Bend::new("opponent-named-as-winner", |rules| rules.named = |_, mover| mover.opponent()),
    Bend::new("x-named-as-winner", |rules| rules.named = |_, _| Side::X),
    Bend::new("mover-named-as-winner", |rules| rules.named = |_, mover| mover),
    Bend::new("hands-above-the-board", |rules| rules.hands_first = true),
    Bend::new("last-board-shown-twice", |rules| rules.shows_board_before_the_end = true),
    Bend::new("no-final-board", |rules| rules.shows_final_board = false),
    Bend::new("no-final-hands", |rules| rules.shows_final_hands = false),
    Bend::new("x-before-o", |rules| rules.may_win = |_| [Some(Side::X), Some(Side::O)]),
    Bend::following("pushed-pieces-go-elsewhere", |rules| rules.as_shown.board = true),
    Bend::following("off-board-elsewhere", |rules| rules.as_shown.hands = true),
];
