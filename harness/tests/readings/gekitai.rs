//! Addresses of Gekitai.

use super::those_broken;

/// The board that was printed last, row by row.
fn board(output: &str) -> Vec<Vec<char>> {
    let rows: Vec<&str> = output.lines().filter(|line| is_row(line)).collect();
    let first = rows.iter().rposition(|row| row.starts_with("1 ")).expect("a board is shown");
    rows[first..].iter().map(|row| row.split('|').filter_map(|cell| cell.chars().nth(1)).collect()).collect()
}

fn is_row(line: &str) -> bool {
    line.chars().next().is_some_and(|digit| digit.is_ascii_digit()) && line[1..].starts_with(" | ")
}

/// "One letter (A-Z or a-z) plus one integer (1-26)", with blanks anywhere, of a cell of the board that is empty.
pub(crate) fn broken(output: &str, line: &str) -> Vec<&'static str> {
    let board = board(output);
    let signs: Vec<char> = line.chars().filter(|sign| !sign.is_whitespace()).collect();
    let [letter, digits @ ..] = signs.as_slice() else { return vec!["an address"] };
    let row: usize = digits.iter().collect::<String>().parse().unwrap_or(0);
    let is_number = row > 0 && digits.iter().all(char::is_ascii_digit) && digits[0] != '0';
    if !letter.is_ascii_alphabetic() || !is_number {
        return vec!["an address"];
    }
    let column = usize::from(letter.to_ascii_uppercase() as u8 - b'A');
    let cell = board.get(row - 1).and_then(|row| row.get(column + 1));
    those_broken(&[
        (column >= board.len(), "a column of the board"),
        (row > board.len(), "a row of the board"),
        (cell.is_some_and(|cell| *cell != ' '), "an empty cell"),
    ])
}
