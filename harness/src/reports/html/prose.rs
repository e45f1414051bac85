//! Sentences on the page: what stands between backticks is code.

use std::io;

use super::breaks::breakable;
use crate::reports::markup::Markup;
use crate::reports::visible::{DottedBlanks, show};

/// Writes a text.
pub(crate) fn text(html: &mut Markup<'_>, text: &str) -> io::Result<()> {
    let text = show(text, DottedBlanks::Nowhere).text;
    let mut rest = text.as_str();
    while let Some((before, code, after)) = next_code(rest) {
        breakable(html, before)?;
        html.raw("<code>")?;
        breakable(html, code)?;
        html.raw("</code>")?;
        rest = after;
    }
    breakable(html, rest)
}

/// Writes a sentence that stands alone: its first word, unless it is a name, begins with a capital letter.
pub(crate) fn sentence(html: &mut Markup<'_>, sentence: &str) -> io::Result<()> {
    text(html, &with_capital(sentence))
}

/// Returns a text between quotes that differ from those that stand in it.
pub(super) fn quoted(text: &str) -> String {
    format!("“{text}”")
}

/// Returns a text that stands between straight quotes, of which the last one may be cut off, between such quotes.
pub(super) fn requoted(text: &str) -> String {
    let inner = text.strip_prefix('"').unwrap_or(text);
    quoted(inner.strip_suffix('"').unwrap_or(inner))
}

fn next_code(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`')?;
    Some((before, code, after)).filter(|_| !code.trim().is_empty())
}

fn with_capital(sentence: &str) -> String {
    let word = sentence.split(' ').next().unwrap_or_default();
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return sentence.to_string();
    }
    let (first, rest) = sentence.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_around_a_text_differ_from_those_in_it() {
        for (text, expected) in [("\"a\"", "“a”"), ("\"say \"a\"\"", "“say \"a\"”"), ("\"cut…", "“cut…”")]
        {
            assert_eq!(requoted(text), expected);
        }
    }

    #[test]
    fn a_sentence_has_a_capital_letter_and_names_are_code() {
        for (said, expected) in [
            ("it should say `a < b`, not `c`", "It should say <code>a &lt; b</code>, not <code>c</code>"),
            ("`x` is missing", "<code>x</code> is missing"),
            ("test_a: fails", "test_a: fails"),
            ("one ` alone", "One ` alone"),
            ("nothing between ``", "Nothing between ``"),
            ("", ""),
        ] {
            let mut out = Vec::new();
            sentence(&mut Markup::new(&mut out), said).expect("to memory");
            assert_eq!(String::from_utf8(out).expect("text"), expected);
        }
    }
}
