//! The ladder of causes: the smallest one that explains why a line is not another, in a plain sentence.

use super::cause::{ALIKE, ECHO};
use super::tolerance;
use crate::cases::Cause;
use crate::text::likeness::likeness;
use crate::text::tokens::changed_numbers;

/// Returns the smallest cause that explains why `got` is not `wanted`, and a sentence.
pub(super) fn explain(wanted: &str, got: &str, typed: &str) -> (Cause, String) {
    let same = |change: &dyn Fn(&str) -> String| change(wanted) == change(got);
    let blanks = |text: &str| text.split_whitespace().collect::<String>();
    let straight = |text: &str| blanks(text).chars().map(tolerance::straight).collect::<String>();
    let small = |text: &str| straight(text).to_lowercase();
    let letters = |text: &str| small(text).replace(is_punctuation, "");
    let unfilled = |text: &str| letters(text).replace('=', "");
    let numbers = |text: &str| plain_numbers(&small(text));
    let said = |cause, sentence: &str| (cause, sentence.to_string());
    if same(&|text| text.trim_end().to_string()) {
        return said(Cause::TrailingBlanks, "only blanks at the end of the line differ");
    }
    if same(&blanks) {
        return said(Cause::InnerBlanks, "only the blanks differ");
    }
    if same(&straight) {
        return said(Cause::Typography, "only the kind of quotation marks or dashes differs");
    }
    if same(&small) {
        return said(Cause::LetterCase, "only capital and small letters differ");
    }
    if same(&letters) {
        return said(Cause::Punctuation, "only the punctuation differs");
    }
    if same(&unfilled) {
        return said(Cause::Punctuation, "only what fills the line around the words differs");
    }
    if same(&numbers) {
        return said(Cause::NumberFormat, "the number is right, but written in another way");
    }
    if !typed.is_empty() && got.trim().strip_prefix(typed.trim()).map(str::trim) == Some(wanted.trim()) {
        return said(Cause::Echo, ECHO);
    }
    if let Some((right, wrong)) = changed_numbers(wanted, got).and_then(|changed| changed.first().copied()) {
        return (Cause::WrongValue, format!("it should be {}, not {}", right.text, wrong.text));
    }
    (Cause::WrongText, different_words(wanted, got))
}

/// Marks that belong to sentences; `~`, `|`, `+` and the like draw tables and maps.
fn is_punctuation(character: char) -> bool {
    matches!(character, '.' | ',' | ':' | ';' | '!' | '?' | '\'' | '"' | '(' | ')' | '…' | '`')
}

/// Takes leading zeros off the numbers of a text.
fn plain_numbers(text: &str) -> String {
    let mut plain = String::new();
    let mut in_number = false;
    for (at, character) in text.char_indices() {
        let next_is_digit = text[at + character.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        let is_leading_zero = character == '0' && !in_number && next_is_digit;
        in_number = character.is_ascii_digit() && !is_leading_zero;
        if !is_leading_zero {
            plain.push(character);
        }
    }
    plain
}

/// Returns a sentence about the first word that differs, if the rest is the same.
fn different_words(wanted: &str, got: &str) -> String {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (old, new) = (words(wanted), words(got));
    let head = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let tail = old[head..]
        .iter()
        .rev()
        .zip(new[head..].iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let (right, wrong) = (old.join(" "), new.join(" "));
    match (old.len(), new.len()) {
        (1..=3, 0) => format!("`{right}` is missing"),
        (0, 1..=3) => format!("`{wrong}` is too much"),
        (1..=3, 1..=3) if head + tail > 0 => format!("it should say `{right}`, not `{wrong}`"),
        _ if likeness(wanted, got) > ALIKE => "some words differ".to_string(),
        _ => "something else should be printed here".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_cause_explains_a_changed_line() {
        for (wanted, got, cause, sentence) in [
            ("a b", "a b  ", Cause::TrailingBlanks, "only blanks at the end of the line differ"),
            ("Roll #1 : [1]", "Roll#1: [1]", Cause::InnerBlanks, "only the blanks differ"),
            ("it's", "it’s", Cause::Typography, "only the kind of quotation marks or dashes differs"),
            ("Ham, Beef", "ham, beef", Cause::LetterCase, "only capital and small letters differ"),
            ("Try again.", "try again", Cause::Punctuation, "only the punctuation differs"),
            (
                "== Title ==",
                "==== Title =",
                Cause::Punctuation,
                "only what fills the line around the words differs",
            ),
            ("02 1", "2 1", Cause::NumberFormat, "the number is right, but written in another way"),
            ("-Year 617-", "-Year 618-", Cause::WrongValue, "it should be 617, not 618"),
            ("You has gone.", "You have gone.", Cause::WrongText, "it should say `has`, not `have`"),
            ("Good. We won.", "Good. won.", Cause::WrongText, "`We` is missing"),
            ("One", "Two and three", Cause::WrongText, "something else should be printed here"),
            ("00|~~|  |", "00|  |~~|", Cause::WrongText, "something else should be printed here"),
            ("Next to it. Try again.", "Next to it.", Cause::WrongText, "`Try again.` is missing"),
        ] {
            let explained = explain(wanted, got, "");
            assert_eq!(explained, (cause, sentence.to_string()), "{wanted:?} against {got:?}");
        }
    }

    #[test]
    fn an_echo_is_what_was_typed_before_the_line() {
        assert_eq!(explain("Hello", "roll 1 Hello", "roll 1").0, Cause::Echo);
        assert_eq!(explain("Hello", "roll 2 Hello", "roll 1").0, Cause::WrongText);
    }

    #[test]
    fn leading_zeros_make_no_other_number() {
        assert_eq!(plain_numbers("007 a00 1001 0"), "7 a0 1001 0");
    }
}
