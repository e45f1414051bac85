//! What was typed, printed again by the program.

use super::detail::Detail;

/// Returns whether a line that should not be there is what was typed before its turn, in whatever letter case.
pub(super) fn is_line(line: &str, typed: &str) -> bool {
    !typed.is_empty() && line.trim().to_lowercase() == typed.trim().to_lowercase()
}

/// Returns the detail of a line that is right but for what was typed, which stands before it in whatever letter case.
pub(super) fn before_line(expected: &str, actual: &str, typed: &str) -> Option<Detail> {
    let (actual, typed) = (actual.trim(), typed.trim());
    let (echo, rest) = actual.split_at_checked(typed.len()).filter(|_| !typed.is_empty())?;
    (echo.to_lowercase() == typed.to_lowercase() && rest.trim() == expected.trim()).then_some(Detail::Echo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_an_echo_in_any_letter_case() {
        for (line, typed, expected) in [
            ("ROLL 1", "roll 1", true),
            ("k", "K", true),
            ("É", "é", true),
            ("roll 1", "roll 2", false),
            ("", "", false),
        ] {
            assert_eq!(is_line(line, typed), expected, "{line:?} after {typed:?}");
        }
        for (actual, typed, is_echo) in [
            ("SAVE Hello", "save", true),
            ("save  Hello", "SAVE", true),
            ("saved Hello", "save", false),
            ("É Hello", "é", true),
            ("€ Hello", "e", false),
            ("Hello", "", false),
        ] {
            assert_eq!(before_line("Hello", actual, typed).is_some(), is_echo, "{actual:?} after {typed:?}");
        }
    }
}
