//! The rules of Gekitai as moves and the boards they lead to.

mod conversation;

use conversation::{hold, similar};
use reference::Ending;

/// Returns what the last board shows, a line a row, then how many pieces both players hold, and the
/// last line of the conversation.
fn outcome(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let header = lines.iter().rposition(|line| line.starts_with("    A   B")).expect("a board is printed");
    let end = lines.iter().rposition(|line| line.starts_with("O: ")).expect("both hands are printed");
    let rows = lines[header..end].iter().filter(|line| line.contains('|')).map(|line| {
        let cells = line.split('|').skip(1).map(str::trim);
        let cells: Vec<_> = cells.map(|cell| if cell.is_empty() { "." } else { cell }).collect();
        format!("{}\n", cells[..cells.len() - 1].join(" "))
    });
    let count = |line: &str| line.matches('\'').count() / 2;
    let hands = format!("X {} O {}\n", count(lines[end - 1]), count(lines[end]));
    let last = lines.last().expect("something is printed");
    rows.chain([hands]).collect::<String>() + last.trim_end()
}

/// Checks the outcome of a game with these arguments after `moves`, which are separated by blanks.
#[track_caller]
fn check_with(arguments: &[&str], moves: &str, expected: &str) {
    let moves: Vec<_> = moves.split_whitespace().collect();
    similar(&outcome(&hold("gekitai", arguments, &moves, &[]).to_string()), expected.trim());
}

#[track_caller]
fn check(moves: &str, expected: &str) {
    check_with(&[], moves, expected);
}

/// Checks a row of the first lines of many outcomes: the moves, then what row 1 holds and the hands.
#[track_caller]
fn check_row(number: usize, moves: &str, row: &str, hands: &str) {
    let moves: Vec<_> = moves.split_whitespace().collect();
    let outcome = outcome(&hold("gekitai", &[], &moves, &[]).to_string());
    let lines: Vec<_> = outcome.lines().collect();
    assert_eq!((lines[number - 1], lines[6]), (row, hands), "after {moves:?}:\n{outcome}");
}

const EMPTY_BOARD: &str = "    A   B   C   D   E   F
  +---+---+---+---+---+---+
1 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
2 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
3 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
4 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
5 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
6 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
X: ['X', 'X', 'X', 'X', 'X', 'X', 'X', 'X']
O: ['O', 'O', 'O', 'O', 'O', 'O', 'O', 'O']
";

#[test]
fn the_game_starts_with_an_empty_board_and_player_x() {
    similar(&hold("gekitai", &[], &[], &[]).to_string(), &format!("{EMPTY_BOARD}Player X's turn: "));
}

#[test]
fn a_move_is_followed_by_the_board_the_hands_and_the_other_player() {
    let board = EMPTY_BOARD.replacen("1 |   |", "1 | X |", 1).replacen("'X', ", "", 1);
    let expected = format!("{EMPTY_BOARD}Player X's turn: <<a1>>\n{board}Player O's turn: ");
    similar(&hold("gekitai", &[], &["a1"], &[]).to_string(), &expected);
}

#[test]
fn the_first_sample_game_of_the_text() {
    let steps = [
        ("a1", "X . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ./X 7 O 8"),
        ("a6", "X . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ./O . . . . ./X 7 O 7"),
        ("a6", "X . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ./O . . . . ./X 7 O 7"),
        ("c3", "X . . . . ./. . . . . ./. . X . . ./. . . . . ./. . . . . ./O . . . . ./X 6 O 7"),
        ("d4", "X . . . . ./. X . . . ./. . . . . ./. . . O . ./. . . . . ./O . . . . ./X 6 O 6"),
        ("c3", "X . . . . ./. X . . . ./. . X . . ./. . . . . ./. . . . O ./O . . . . ./X 5 O 6"),
    ];
    check_steps(&steps);
    let text = hold("gekitai", &[], &["a1", "a6", "a6", "c3", "d4", "c3"], &[]).to_string();
    assert!(text.contains("Player X's turn: <<a6>>\nInvalid move!\nPlayer X's turn: <<c3>>\n"), "{text}");
    let end = "Player X's turn: <<c3>>
Game over:
    A   B   C   D   E   F
  +---+---+---+---+---+---+
1 | X |   |   |   |   |   |
  +---+---+---+---+---+---+
2 |   | X |   |   |   |   |
  +---+---+---+---+---+---+
3 |   |   | X |   |   |   |
  +---+---+---+---+---+---+
4 |   |   |   |   |   |   |
  +---+---+---+---+---+---+
5 |   |   |   |   | O |   |
  +---+---+---+---+---+---+
6 | O |   |   |   |   |   |
  +---+---+---+---+---+---+
X: ['X', 'X', 'X', 'X', 'X']
O: ['O', 'O', 'O', 'O', 'O', 'O']
Player X wins!
";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn the_second_sample_game_of_the_text() {
    check_steps(&[
        ("e6", ". . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . X ./X 7 O 8"),
        ("a2", ". . . . . ./O . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . X ./X 7 O 7"),
        ("e4", ". . . . . ./O . . . . ./. . . . . ./. . . . X ./. . . . . ./. . . . X ./X 6 O 7"),
        ("c2", ". . . . . ./O . O . . ./. . . . . ./. . . . X ./. . . . . ./. . . . X ./X 6 O 6"),
        ("e3", ". . . . . ./O . O . . ./. . . . X ./. . . . . ./. . . . X ./. . . . X ./X 5 O 6"),
        ("d2", ". . . . . ./O O . O . ./. . . . . ./. . . . . X/. . . . X ./. . . . X ./X 5 O 5"),
        ("c5", ". . . . . ./O O . O . ./. . . . . ./. . . . . X/. . X . X ./. . . . X ./X 4 O 5"),
        ("e1", ". . . . O ./O O . . . ./. . O . . ./. . . . . X/. . X . X ./. . . . X ./X 4 O 4"),
        ("b6", ". . . . O ./O O . . . ./. . O . . ./. . . X . X/. . . . X ./. X . . X ./X 3 O 4"),
        ("c4", ". . . . O ./O O O . . ./. . . . . ./. . O . X X/. . . . X ./. X . . X ./X 3 O 3"),
    ]);
    let moves = ["e6", "a2", "e4", "c2", "e3", "d2", "c5", "e1", "b6", "c4"];
    assert!(hold("gekitai", &[], &moves, &[]).to_string().ends_with("Player O wins!\n"));
}

/// Checks the board and the hands after every move of a game.
#[track_caller]
fn check_steps(steps: &[(&str, &str)]) {
    let moves: Vec<_> = steps.iter().map(|(address, _)| *address).collect();
    for (count, (_, expected)) in (1..).zip(steps) {
        let outcome = outcome(&hold("gekitai", &[], &moves[..count], &[]).to_string());
        let (board, _) = outcome.rsplit_once('\n').expect("a line follows the hands");
        similar(board, &expected.replace('/', "\n"));
    }
}

#[test]
fn enemy_pieces_and_own_pieces_are_pushed_one_cell_outwards() {
    check_row(1, "b2 c3", "X . . . . .", "X 7 O 7");
    check_row(1, "b2 f6 b3", ". X . . . .", "X 6 O 7");
}

#[test]
fn pieces_are_pushed_in_all_eight_directions_at_once() {
    check(
        "c2 e2 c4 e4 d3",
        "
. X . . . O
. . . . . .
. . . X . .
. . . . . .
. X . . . O
. . . . . .
X 5 O 6
Player O's turn:",
    );
    check(
        "d2 d4 d3",
        "
. . . X . .
. . . . . .
. . . X . .
. . . . . .
. . . O . .
. . . . . .
X 6 O 7
Player O's turn:",
    );
    check_row(3, "c3 e3 d3", ". X . X . O", "X 6 O 7");
}

#[test]
fn a_piece_pushed_off_any_edge_or_corner_returns_to_its_owner() {
    for moves in
        ["c1 c2", "f1 e2", "f3 e3", "f6 e5", "c6 c5", "a6 b5", "a3 b3", "a1 b2", "a2 b3", "c1 d2", "f2 e1"]
    {
        check_row(1, moves, if moves == "f2 e1" { ". . . . O ." } else { ". . . . . ." }, "X 8 O 7");
    }
    check_row(1, "a1 f6 b1", ". X . . . .", "X 7 O 7");
}

#[test]
fn a_piece_with_another_behind_it_stays() {
    check_row(1, "b1 d1 e1 d1", ". X O O . X", "X 6 O 6");
}

#[test]
fn a_piece_at_the_edge_stops_the_one_before_it() {
    check_row(1, "a1 c1 d1 c1", "X O O . X .", "X 6 O 6");
}

#[test]
fn a_line_counts_in_every_direction() {
    for (moves, winner) in [
        ("d5 f4 b4 e6 d4", "X"),
        ("a2 e4 a4 a1 a5", "X"),
        ("c4 a2 c3 b6 e5", "X"),
        ("d5 d3 e5 b4 f4", "X"),
        ("b4 c5 d5 d3 e2 d3", "O"),
    ] {
        let moves: Vec<_> = moves.split(' ').collect();
        let game = hold("gekitai", &[], &moves, &[]);
        assert_eq!(game.ending, Ending::Finished, "{moves:?}");
        assert!(game.output().ends_with(&format!("Player {winner} wins!\n")), "{moves:?}");
    }
}

#[test]
fn a_line_counts_only_after_pushing() {
    check_row(1, "a1 f6 c1 f3 b1", ". X . X . .", "X 6 O 6");
    let moves = ["a1", "f6", "c1", "f3", "b1"];
    assert!(matches!(hold("gekitai", &[], &moves, &[]).ending, Ending::Asks { .. }));
}

#[test]
fn a_line_of_four_is_one_of_three_too() {
    check(
        "a6 a4 b4 a1 a4 d6 a3 d4 c4",
        "
O . . . . .
. . . . . .
X . . . . .
X . X . O .
X . . . . .
X . . O . .
X 3 O 5
Player X wins!",
    );
}

#[test]
fn the_opponent_wins_if_only_the_opponent_has_a_line() {
    check(
        "c3 f5 f4 b4 d4 c5",
        "
. . . . . .
. . . X . .
O . . . X .
. . . . . X
. . O . . .
. . . . . O
X 5 O 5
Player X wins!",
    );
}

#[test]
fn the_mover_wins_if_both_players_have_a_line() {
    check(
        "d3 c6 d6 e4 e1 c5 c3 c4 b3",
        "
. . X X X .
. . . . . .
. X . . . .
. . . . O .
. . . O . .
. . O . . .
X 4 O 5
Player X wins!",
    );
}

#[test]
fn all_pieces_on_the_board_win_without_a_line() {
    let moves = "f2 f5 b4 f3 d1 a1 d3 c3 a2 c1 a3 c5 a6 d1 c1";
    check(
        moves,
        "
X O X O X X
. . . . . .
X . O . X O
X . . . . .
. . O . . O
X . . . . .
X 0 O 2
Player X wins!",
    );
    let moves: Vec<_> = moves.split(' ').collect();
    let text = hold("gekitai", &[], &moves, &[]).to_string();
    assert!(text.ends_with("\nX: []\nO: ['O', 'O']\nPlayer X wins!\n"), "{text}");
}

#[test]
fn the_last_piece_does_not_win_if_it_pushes_an_own_piece_off_the_board() {
    check_with(
        &["6", "6"],
        "f1 f4 c3 c5 d6 c4 f6 a3 b3 e3 f5",
        "
. . . X . X
. . . . . .
. X . . O .
. . . . . .
O . . O . X
. . . X . .
X 1 O 3
Player O's turn:",
    );
}

#[test]
fn the_last_piece_wins_though_it_gives_the_opponent_a_line() {
    check_with(
        &["6", "6", "3"],
        "f3 a6 f5 c2 d2 c4 c5 d5 f2 a2 d4",
        "
. . . . . .
O O O X . X
. . . . . .
. . . X . X
. X . . . X
O . . O . .
X 0 O 1
Player X wins!",
    );
}

#[test]
fn size_pieces_and_line_are_what_the_arguments_say() {
    check_with(
        &["7", "9", "4"],
        "g7",
        "
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . X
X 8 O 9
Player O's turn:",
    );
    let text = hold("gekitai", &["8", "12", "8"], &[], &[]).to_string();
    assert!(text.starts_with("    A   B   C   D   E   F   G   H\n  +---+---+---+---+---+---+---+---+\n"));
    assert!(outcome(&text).ends_with("X 12 O 12\nPlayer X's turn:"));
    assert!(text.contains("\n8 |   |"), "{text}");
}

#[test]
fn three_in_a_line_do_not_win_when_four_are_demanded() {
    let three = outcome(&hold("gekitai", &["7", "9", "4"], &["a1", "g7", "a3", "g5", "a4"], &[]).to_string());
    assert!(three.ends_with("Player O's turn:"), "{three}");
    check_with(
        &["7", "9", "4"],
        "c6 b6 f5 g3 a1 f7 f6 g7 c7",
        "
X . . . . . .
. . . . . . .
. . . . . . O
. . . . . X .
O . . . X . .
. . . X . . .
. . X . . . O
X 4 O 6
Player X wins!",
    );
}

#[test]
fn addresses_are_a_letter_and_a_number_with_blanks_anywhere() {
    for address in ["b5", "B5", " b 5 ", "b5 ", " b5", "b   5"] {
        let outcome = outcome(&hold("gekitai", &[], &[address], &[]).to_string());
        assert_eq!(outcome.lines().nth(4), Some(". X . . . ."), "{address:?}");
    }
}

#[test]
fn other_text_is_an_invalid_move_and_the_question_comes_again_without_the_board() {
    for weird in [
        "",
        " ",
        "AA1",
        "A01",
        "abc",
        "A3.14",
        "#a2",
        "A0",
        "A-1",
        "A+1",
        "1A",
        "11",
        "A",
        "7",
        "a1b2",
        "A1 B2",
        "a7",
        "G1",
        "Z26",
        "z1",
        "A99999999999999999999999",
        "é1",
        "A１",
        "A1!",
    ] {
        let expected = format!("{EMPTY_BOARD}Player X's turn: <<{weird}>>\nInvalid move!\nPlayer X's turn: ");
        similar(&hold("gekitai", &[], &[weird], &[]).to_string(), &expected);
    }
}

#[test]
fn a_taken_cell_is_refused_to_both_players() {
    let text = hold("gekitai", &[], &["a1", "A1", "f6", "a1", "F6"], &[]).to_string();
    let refused = ["O's turn: <<A1>>", "X's turn: <<a1>>", "X's turn: <<F6>>"];
    for line in refused {
        let player = &line[..1];
        let expected = format!("Player {line}\nInvalid move!\nPlayer {player}'s turn: ");
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn values_outside_the_ranges_fail_with_the_assertion_of_the_text() {
    for arguments in [
        ["5", "8", "3"],
        ["9", "8", "3"],
        ["6", "5", "3"],
        ["6", "13", "3"],
        ["6", "8", "2"],
        ["6", "8", "7"],
        ["8", "6", "7"],
    ] {
        let text = hold("gekitai", &arguments, &[], &[]).to_string();
        similar(&text, "AssertionError: 6 <= N <= 8 and 6 <= P <= 12 and 3 <= L <= min(N, P)\n");
    }
    for arguments in [["6", "6", "6"], ["8", "12", "8"], ["7", "6", "6"], ["8", "6", "3"]] {
        assert!(hold("gekitai", &arguments, &[], &[]).to_string().ends_with("Player X's turn: "));
    }
}

#[test]
fn arguments_that_are_no_numbers_are_told_the_usage() {
    for arguments in [&["six"][..], &["6", "8", "3", "1"], &["6.0"], &["-6"], &[""]] {
        similar(&hold("gekitai", arguments, &[], &[]).to_string(), "Usage: gekitai [N [P [L]]]\n");
    }
}
