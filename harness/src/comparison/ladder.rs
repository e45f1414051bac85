//! The ladder of causes: the smallest one that explains why a line is not another.

use super::detail::Detail;
use super::difference::{Difference, Part};
use super::words::is_punctuation;
use super::{echo, tolerance, words};
use crate::cases::Cause;
use crate::text::tokens::changed_numbers;

/// A form of a line in which a cause no longer shows.
type LineForm = fn(&str) -> String;

/// The causes that are only about form, from the smallest: each explains a difference that its form of the lines takes away.
const FORMS: [(Cause, Detail, LineForm); 8] = [
    (Cause::TrailingBlanks, Detail::Form, |line| line.trim_end().to_string()),
    (Cause::InnerBlanks, Detail::Form, without_blanks),
    (Cause::Typography, Detail::Form, straight),
    (Cause::LetterCase, Detail::Form, small),
    (Cause::Punctuation, Detail::Form, |line| small(line).replace(is_punctuation, "")),
    (Cause::Punctuation, Detail::Filling, |line| small(line).trim_matches('=').to_string()),
    (Cause::Punctuation, Detail::Form, |line| small(line).replace(is_punctuation, "").replace('=', "")),
    (Cause::NumberFormat, Detail::Form, |line| plain_numbers(&small(line))),
];

/// Returns the smallest cause that explains why `actual`, before which `typed` was typed, is not `expected`.
pub(super) fn explain(expected: &str, actual: &str, typed: &str) -> (Cause, Detail) {
    let same_form = || FORMS.iter().find(|(_, _, form)| form(expected) == form(actual));
    if let Some((cause, detail, _)) = may_have_the_same_form(expected, actual).then(same_form).flatten() {
        return (*cause, detail.clone());
    }
    if let Some(detail) = echo::before_line(expected, actual, typed) {
        return (Cause::Echo, detail);
    }
    if let Some((right, wrong)) = changed_numbers(expected, actual).and_then(|wrong| wrong.first().copied()) {
        return (Cause::WrongValue, Detail::wrong_number(None, right.text, wrong.text));
    }
    (Cause::WrongText, words::wrong(expected, actual))
}

/// Returns whether any of the [`FORMS`] of two lines may be the same: none is if what all forms leave as it is differs. Letters that are not
/// ASCII may become others.
fn may_have_the_same_form(expected: &str, actual: &str) -> bool {
    !expected.is_ascii() || !actual.is_ascii() || left_by_all_forms(expected).eq(left_by_all_forms(actual))
}

fn left_by_all_forms(line: &str) -> impl Iterator<Item = char> {
    let is_left = |it: &char| !it.is_whitespace() && !is_punctuation(*it) && !matches!(it, '=' | '0');
    line.chars().filter(is_left).map(|it| it.to_ascii_lowercase())
}

fn without_blanks(line: &str) -> String {
    line.split_whitespace().collect()
}

fn straight(line: &str) -> String {
    without_blanks(line).chars().map(tolerance::straight).collect()
}

fn small(line: &str) -> String {
    straight(line).to_lowercase()
}

/// Returns the cause if only the presentation of two lines differs.
pub(crate) fn cause_of_presentation(expected: &str, actual: &str) -> Option<Cause> {
    Some(explain(expected, actual, "").0).filter(|cause| cause.is_presentation())
}

/// Returns the sentence of a `cause` of presentation, told of two lines that may differ in more than that.
pub(crate) fn sentence_of_presentation(cause: Cause, expected: &str, actual: &str) -> String {
    match explain(expected, actual, "") {
        (found, detail) if found == cause => {
            let lines = (Some(expected.to_string()), Some(actual.to_string()));
            Difference::new(cause, Part::UNKNOWN, detail).lines(lines.0, lines.1).sentence()
        }
        _ => format!("only the {} of the line differ", cause.name()),
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]
        #[test]
        fn lines_of_which_a_form_is_the_same_may_have_the_same_form(
            one in "[aA0=., \t\x0b\x1f’–İΣK]{0,4}",
            other in "[aA0=., \t\x0b\x1f’–İΣK]{0,4}",
        ) {
            let is_same = FORMS.iter().any(|(_, _, form)| form(&one) == form(&other));
            prop_assert!(!is_same || may_have_the_same_form(&one, &other), "{:?} {:?}", one, other);
        }
    }

    #[test]
    fn the_smallest_cause_explains_a_changed_line() {
        for (expected, actual, cause, sentence) in [
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
            ("(A.B) ====", "(A.B.) ===", Cause::Punctuation, "only the punctuation differs"),
            ("02 1", "2 1", Cause::NumberFormat, "the number is right, but written in another way"),
            ("-Year 617-", "-Year 618-", Cause::WrongValue, "it should be 617, not 618"),
            ("You has gone.", "You have gone.", Cause::WrongText, "it should say `has`, not `have`"),
            ("Good. We won.", "Good. won.", Cause::WrongText, "`We` is missing"),
            ("One", "Two and three", Cause::WrongText, "another line should be printed here"),
            ("00|~~|  |", "00|  |~~|", Cause::WrongText, "another line should be printed here"),
            ("Next to it. Try again.", "Next to it.", Cause::WrongText, "`Try again.` is missing"),
        ] {
            let (found, detail) = explain(expected, actual, "");
            let actual_sentence = Difference::new(found, Part::UNKNOWN, detail).sentence();
            assert_eq!(
                (found, actual_sentence.as_str()),
                (cause, sentence),
                "{expected:?} against {actual:?}"
            );
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
