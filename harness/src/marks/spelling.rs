//! Words that the text of an assignment spells oddly, which a reader would take for a slip of the harness.

use std::collections::BTreeSet;

use crate::text::tokens::words;

/// How many letters a word differs at most from another spelling of it.
const FEW: usize = 2;

/// Returns whether two lines differ only in the spelling of one word, and the text has it as the expected line.
pub(super) fn is_spelt_so(text: &str, expected: &str, actual: &str) -> bool {
    let [in_text, right, wrong] =
        [text, expected, actual].map(|line| words(line).map(str::to_string).collect::<BTreeSet<String>>());
    let mut missing = right.difference(&wrong);
    let mut extra = wrong.difference(&right);
    let (Some(word), Some(other), None, None) = (missing.next(), extra.next(), missing.next(), extra.next())
    else {
        return false;
    };
    let is_spelling = strsim::damerau_levenshtein(word, other) <= FEW && word.chars().count() > 2 * FEW;
    is_spelling && in_text.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_spelling_of_a_word_of_the_text_is_one() {
        let text = "Please enter a positve number. Try again.\n";
        for (expected, actual, is_one) in [
            ("enter a positve number", "enter a positive number", true),
            ("enter a positve number", "enter a negative number", false),
            ("enter a positve number", "give a positive number", false),
            ("enter a positive number", "enter a positve number", false),
            ("enter a positve number", "enter a number", false),
        ] {
            assert_eq!(is_spelt_so(text, expected, actual), is_one, "{expected} {actual}");
        }
    }
}
