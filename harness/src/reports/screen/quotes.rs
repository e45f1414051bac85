//! The lines that a mistake is about, quoted in as many columns as there are for them.

use crate::cases::Cause;
use crate::marks::mistake::{Mistake, SPELT_SO};
use crate::reports::differing_part::differing_part;
use crate::reports::fields::one_line;
use crate::reports::look::Look;
use crate::reports::mistake_list::sentence;
use crate::reports::words_apart::words_apart;

/// Stands for a blank of a quoted line, at which no line is broken.
pub(super) const KEPT_BLANK: char = '\u{e000}';

/// The fewest characters in which a line of a program is quoted.
pub(super) const LEAST_QUOTE: usize = 10;

/// Characters that no line of a program has.
pub(super) const ANY: usize = 400;

/// Returns whether what is printed is quoted beside what should be, so that both tell what is wrong.
pub(super) fn are_compared(mistake: &Mistake) -> bool {
    let lines = mistake.expected.as_ref().zip(mistake.actual.as_ref());
    lines.is_some_and(|(expected, got)| expected.trim() != got.trim()) && !mistake.is_described
}

/// Returns what is wrong; where the lines are quoted, which show it, only that it is the punctuation.
pub(super) fn said(mistake: &Mistake) -> String {
    let sentence = sentence(mistake);
    match sentence.split_once(": ") {
        Some((kind, _)) if mistake.cause == Some(Cause::Punctuation) => kind.to_string(),
        _ => sentence,
    }
}

pub(super) fn with_quotes(said: &str, quotes: &str) -> String {
    let sign = if quotes.is_empty() { "" } else { ": " };
    format!("{said}{sign}{quotes}")
}

/// The fewest columns in which the line tells which of its values is meant.
const LEAST_AROUND: usize = 16;

/// Returns in which line a value is another one: of `Cheese` and `Garlic` nobody knows in which of many lists they stand.
pub(super) fn within(mistake: &Mistake, width: usize) -> String {
    let said = sentence(mistake);
    // A misspelt word is the same wherever it stands.
    let is_of_value = mistake.rule.is_none() && said.starts_with("it should ") && !said.ends_with(SPELT_SO);
    let width = width.saturating_sub(", in \"\"".len()).max(LEAST_AROUND);
    let (Some(expected), Some(got), true) = (&mistake.expected, &mistake.actual, is_of_value) else {
        return String::new();
    };
    let [_, got] = differing_part(expected.trim(), got.trim(), width);
    let line = one_line(&got, width, Look::of_text());
    if said.contains(line.trim_matches('…')) {
        String::new()
    } else {
        format!(", in {}", keep_blanks(&format!("\"{line}\"")))
    }
}

pub(super) fn keep_blanks(text: &str) -> String {
    text.replace(' ', &KEPT_BLANK.to_string())
}

/// Returns whether a sentence quotes the line that it is about, or enough of it; of a line that is missing or too much, all of it, signs as they are.
pub(super) fn quotes_its_line(mistake: &Mistake, said: &str) -> bool {
    let is_whole = |line: &str| !line.trim().is_empty() && said.contains(&format!("`{}`", line.trim()));
    quotes_a_line(said)
        || match (&mistake.expected, &mistake.actual) {
            (Some(line), None) | (None, Some(line)) => is_whole(line),
            _ => false,
        }
}

/// Returns whether a sentence quotes more than what was typed, as after `S` something should come, and more than signs or a short word, such as
/// `the`, which may stand in any line.
fn quotes_a_line(said: &str) -> bool {
    let after = said.strip_prefix("after `").and_then(|rest| rest.split_once("` "));
    let said = after.map_or(said, |(_, rest)| rest);
    let mut quoted = said.split('`').skip(1).step_by(2);
    let is_word = |text: &str| text.chars().nth(3).is_some();
    quoted.any(|text| text.split(|it: char| !it.is_alphanumeric()).any(is_word))
}

/// Returns what is printed and what should be, in `room` columns; nothing if there is too little room, or if the sentence quotes them.
pub(super) fn quotes(mistake: &Mistake, room: usize, look: Look) -> String {
    let fits = |quotes: &String| quotes.chars().count() <= room;
    if let Some(whole) = Some(quotes_of(mistake, ANY, look)).filter(fits) {
        return whole;
    }
    let width = if are_compared(mistake) { room.saturating_sub(" should be ".len()) / 2 } else { room };
    // Quotation marks stand around what is quoted.
    let width = width.saturating_sub(2);
    if width < LEAST_QUOTE { String::new() } else { quotes_of(mistake, width, look) }
}

/// Returns what is printed and what should be, each in `width` characters: the words that differ, or the lines from where they do. Nothing if
/// the sentence quotes them, or none is there.
pub(super) fn quotes_of(mistake: &Mistake, width: usize, look: Look) -> String {
    if mistake.rule.is_some() || quotes_its_line(mistake, &said(mistake)) {
        return String::new();
    }
    if let Some([expected, got]) = words_apart(mistake)
        && expected.chars().count().max(got.chars().count()) <= width
    {
        return keep_blanks(&format!("`{got}`")) + " should be " + &keep_blanks(&format!("`{expected}`"));
    }
    let quote = |line: &str| {
        let line = line.trim();
        let blank = if line.is_empty() {
            "a blank line".to_string()
        } else {
            format!("\"{}\"", one_line(line, width, look))
        };
        keep_blanks(&blank)
    };
    // No line says what is described, and the sentence does.
    let expected = mistake.expected.as_ref().filter(|_| !mistake.is_described);
    let only_blanks =
        matches!(mistake.cause, Some(Cause::TrailingBlanks | Cause::InnerBlanks | Cause::BlankLines));
    let letters = |line: &str| line.split_whitespace().collect::<String>();
    match (expected, &mistake.actual) {
        (Some(expected), Some(got)) if expected.trim() == got.trim() && !only_blanks => quote(got),
        (Some(expected), Some(got)) if !only_blanks || letters(expected) != letters(got) => {
            let [expected, got] = differing_part(expected.trim_start(), got.trim_start(), width);
            format!("{} should be {}", quote(&got), quote(&expected))
        }
        (None, Some(line)) | (Some(line), None) if !line.trim().is_empty() => quote(line),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_short_words_are_no_line() {
        for (said, expected) in [
            ("`a` is missing", false),
            ("there should be 6 times `*`, not 3", false),
            ("after `S` this line is never printed", false),
            ("after `S` the line `Hands:` is missing", true),
            ("it should say `X's`, not `X`", false),
            ("it should say `Xs`, not `X`", false),
            ("`the` should not be there", false),
            ("`your` is missing", true),
        ] {
            assert_eq!(quotes_a_line(said), expected, "{said}");
        }
    }
}
