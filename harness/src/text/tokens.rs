//! Cuts text into words, numbers, blanks and signs.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TokenKind {
    /// Letters of any alphabet.
    Word,
    /// ASCII digits; a sign before them is a token of its own.
    Number,
    /// Blanks, tabs and other white space within a line.
    Blanks,
    /// One line break.
    Break,
    /// One terminal control sequence, such as `ESC [ 2 J`.
    Control,
    /// One character of any other kind.
    Sign,
}

/// A token, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// Its characters.
    pub(crate) text: &'a str,
    /// The byte of the text at which it begins.
    pub(crate) start: usize,
}

impl Token<'_> {
    /// Returns the bytes of the text that are the token.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Returns whether it is a number.
    pub(crate) fn is_number(&self) -> bool {
        self.kind == TokenKind::Number
    }

    /// Returns the value of a number; the largest possible value for a number beyond it.
    pub(crate) fn number(&self) -> Option<u64> {
        self.is_number().then(|| self.text.parse().unwrap_or(u64::MAX))
    }
}

/// Returns the tokens of a text, in order. Together they are the whole text.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text[start..];
        let kind = kind(rest.chars().next()?);
        let token = Token { kind, text: &rest[..length(kind, rest)], start };
        start += token.text.len();
        Some(token)
    })
}

/// Returns the words of a text where digits count as letters, as in `2nd`; everything else only separates them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |token: &Token<'_>| matches!(token.kind, TokenKind::Word | TokenKind::Number);
    let mut parts = tokens(text).filter(is_part).peekable();
    std::iter::from_fn(move || {
        let mut range = parts.next()?.range();
        while let Some(next) = parts.next_if(|next| next.start == range.end) {
            range.end = next.range().end;
        }
        Some(&text[range])
    })
}

/// Returns the numbers in which two texts differ, if nothing but numbers differs between them.
pub(crate) fn changed_numbers<'a>(one: &'a str, other: &'a str) -> Option<Vec<(Token<'a>, Token<'a>)>> {
    let mut changed = Vec::new();
    let (mut left, mut right) = (tokens(one), tokens(other));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Some(changed),
            (Some(one), Some(other)) if one.text == other.text => {}
            (Some(one), Some(other)) if one.is_number() && other.is_number() => changed.push((one, other)),
            _ => return None,
        }
    }
}

fn kind(first: char) -> TokenKind {
    match first {
        '\n' => TokenKind::Break,
        '\x1b' => TokenKind::Control,
        '0'..='9' => TokenKind::Number,
        _ if first.is_alphabetic() => TokenKind::Word,
        _ if first.is_whitespace() => TokenKind::Blanks,
        _ => TokenKind::Sign,
    }
}

/// Returns the length in bytes of the token with which `rest` begins.
fn length(of: TokenKind, rest: &str) -> usize {
    match of {
        TokenKind::Control => control_length(rest),
        TokenKind::Break | TokenKind::Sign => rest.chars().next().map_or(0, char::len_utf8),
        TokenKind::Word | TokenKind::Number | TokenKind::Blanks => {
            rest.find(|next| kind(next) != of).unwrap_or(rest.len())
        }
    }
}

/// A sequence `ESC [` ends with the first character that is no parameter; any other escape stands alone.
fn control_length(rest: &str) -> usize {
    let Some(parameters) = rest.strip_prefix("\x1b[") else { return 1 };
    let is_parameter = |next: char| next.is_ascii_digit() || matches!(next, ';' | ':' | '?');
    let end = parameters.find(|next| !is_parameter(next)).unwrap_or(parameters.len());
    let last = parameters[end..].chars().next().filter(|last| *last != '\n');
    2 + end + last.map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The tokens are written with the first letter of their kinds.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let written = |token: Token<'_>| format!("{:.1}{:?}", format!("{:?}", token.kind), token.text);
        let found: Vec<String> = tokens(text).map(written).collect();
        assert_eq!(found.join(" ").replace('"', ""), expected, "{text:?}");
    }

    #[test]
    fn letters_digits_blanks_and_signs_are_split() {
        check("Roll #1 : [3, 22]", "WRoll B  S# N1 B  S: B  S[ N3 S, B  N22 S]");
        check("1S|É²", "N1 WS S| WÉ S²");
        check("-Year 007-", "S- WYear B  N007 S-");
        check("", "");
    }

    #[test]
    fn a_control_sequence_is_one_token() {
        use TokenKind::{Blanks, Break, Control, Word};
        let kinds: Vec<TokenKind> =
            tokens("\x1b[2J\x1b[HDave\x1b c\x1b[1\n").map(|token| token.kind).collect();
        assert_eq!(kinds, [Control, Control, Word, Control, Blanks, Word, Control, Break]);
    }

    #[test]
    fn a_number_beyond_the_largest_is_the_largest() {
        let value = |text| tokens(text).next().and_then(|token| token.number());
        assert_eq!(
            (value("007"), value("99999999999999999999"), value("x")),
            (Some(7), Some(u64::MAX), None)
        );
    }

    #[test]
    fn words_may_hold_digits() {
        let found: Vec<&str> = words("The 2nd; player1's\n--- Été").collect();
        assert_eq!(found, ["The", "2nd", "player1", "s", "Été"]);
    }

    #[test]
    fn changed_numbers_are_told_where_nothing_else_differs() {
        for (one, other, expected) in [
            ("turn 3 total 11", "turn 4 total 12", Some(vec![("3", "4"), ("11", "12")])),
            ("1-2", "1-2", Some(vec![])),
            ("turn 3", "turn three", None),
            ("turn 3", "turn 3.", None),
            ("a 1", "b 1", None),
        ] {
            let changed = changed_numbers(one, other);
            let texts =
                changed.map(|pairs| pairs.iter().map(|(one, other)| (one.text, other.text)).collect());
            assert_eq!(texts, expected, "{one:?} against {other:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn tokens_are_the_whole_text(text in "[a1 \\n\x1b\\[;é²~]{0,40}|\\PC{0,40}") {
            let all: String = tokens(&text).map(|token| token.text).collect();
            prop_assert_eq!(&all, &text);
            prop_assert!(tokens(&text).all(|token| &text[token.range()] == token.text && !token.text.is_empty()));
        }
    }
}
