//! Words that the text of an assignment spells oddly, which a reader would take for a slip of the harness.

use crate::text::tokens::words;

/// Returns whether a sentence quotes one of the words that a text spells oddly.
pub(super) fn names_odd_word(sentence: &str, odd: &[String]) -> bool {
    let mut quoted = sentence.split('`').skip(1).step_by(2).flat_map(words);
    quoted.any(|word| odd.iter().any(|odd| odd == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_the_text_spells_oddly_is_named_where_it_is_quoted() {
        let odd = ["positve".to_string()];
        for (sentence, is_named) in [
            ("it should say `positve`, not `whole`", true),
            ("after `0` should come `Please enter a positve number.`, not `Bad value`", true),
            ("it should say `positive`, not `whole`", false),
            ("the number should be positve", false),
        ] {
            assert_eq!(names_odd_word(sentence, &odd), is_named, "{sentence}");
        }
    }
}
