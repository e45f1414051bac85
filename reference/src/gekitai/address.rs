//! Addresses as in Excel: a letter for the column and a number for the row.

use super::{Cell, LETTERS};

/// Returns the cell of an Excel-like address: a letter in either case and a number without leading
/// zero, with blanks anywhere. The cell may be outside the board.
pub(super) fn address(reply: &str) -> Option<Cell> {
    let compact = without_blanks(reply);
    let (letter, number) = compact.split_at_checked(1)?;
    let column = LETTERS.iter().position(|name| letter.eq_ignore_ascii_case(&name.to_string()))?;
    let digits = number.chars().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
    let row: usize = digits.then(|| number.parse().ok())??;
    Some((row - 1, column))
}

/// A row that no board has.
const NO_ROW: usize = usize::MAX;

/// The same with leading zeros: row 0 is on no board then.
pub(super) fn address_with_zeros(reply: &str) -> Option<Cell> {
    let compact = without_blanks(reply);
    let (letter, number) = compact.split_at_checked(1)?;
    match number.trim_start_matches('0') {
        "" if !number.is_empty() => address(&format!("{letter}1")).map(|(_, column)| (NO_ROW, column)),
        number => address(&format!("{letter}{number}")),
    }
}

/// Returns a reply without any blanks.
pub(super) fn without_blanks(reply: &str) -> String {
    reply.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// Returns whether a reply is an address, on whatever board.
pub(super) fn is_excel_like(reply: &str) -> bool {
    let compact = without_blanks(reply);
    let number = compact.strip_prefix(|letter: char| letter.is_ascii_alphabetic());
    number.is_some_and(|number| number.parse::<u32>().is_ok() && !number.starts_with(['0', '+']))
}
