//! What was typed, printed again by the program.

use super::detail::Detail;

/// Returns whether a line that should not be there is what was typed before its turn.
pub(super) fn is_line(line: &str, typed: &str) -> bool {
    !typed.is_empty() && line.trim() == typed.trim()
}

/// Returns the detail of a line that is right but for what was typed, which stands before it.
pub(super) fn before_line(expected: &str, actual: &str, typed: &str) -> Option<Detail> {
    let rest = actual.trim().strip_prefix(typed.trim()).filter(|_| !typed.is_empty())?;
    (rest.trim() == expected.trim()).then_some(Detail::Echo)
}
