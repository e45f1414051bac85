//! Chooses a word for an answer: one that the prompt itself offers, else the policy's, else another that has not been
//! tried.

use std::collections::BTreeMap;

use crate::text::tokens::words;

/// Words that mean the same, by what they mean.
pub(crate) type AnswerWords = BTreeMap<String, Vec<String>>;

/// Returns what is typed for `answer` at `prompt`, where the words of `tried` have not been understood.
///
/// A word that the vocabulary does not have is typed as it is.
pub(crate) fn choose<'a>(
    vocabulary: &'a AnswerWords,
    answer: &'a str,
    prompt: &str,
    tried: &[String],
) -> &'a str {
    let Some(words) = vocabulary.values().find(|words| words.iter().any(|word| word == answer)) else {
        return answer;
    };
    let is_new = |word: &&str| !tried.iter().any(|tried| tried == word);
    let all = || words.iter().map(String::as_str);
    let offered = offers(prompt);
    let is_offered = |word: &&str| offered.iter().any(|offer| offer.eq_ignore_ascii_case(word));
    all().filter(is_offered).chain([answer]).chain(all()).find(is_new).unwrap_or(answer)
}

/// Returns the words that a prompt offers: those in brackets, and those around a slash.
fn offers(prompt: &str) -> Vec<&str> {
    let mut offers = Vec::new();
    let mut depth = 0;
    for word in prompt.split_inclusive(['(', '[', '<', ')', ']', '>']) {
        let inside = word.trim_end_matches(['(', '[', '<', ')', ']', '>']);
        for choice in inside.split_whitespace() {
            if depth > 0 || choice.contains('/') {
                offers.extend(words(choice));
            }
        }
        match word.chars().last() {
            Some('(' | '[' | '<') => depth += 1,
            Some(')' | ']' | '>') => depth -= 1,
            _ => {}
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> AnswerWords {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        BTreeMap::from([
            ("yes".to_string(), words(&["y", "yes", "ja"])),
            ("no".to_string(), words(&["n", "no"])),
        ])
    }

    #[track_caller]
    fn check(answer: &str, prompt: &str, tried: &[&str], expected: &str) {
        let tried: Vec<String> = tried.iter().map(ToString::to_string).collect();
        assert_eq!(choose(&vocabulary(), answer, prompt, &tried), expected, "{answer} at {prompt:?}");
    }

    #[test]
    fn a_word_that_the_prompt_offers_is_typed() {
        check("y", "Again (yes/no)? ", &[], "yes");
        check("no", "Again [Y/N]", &[], "n");
        check("n", "Again? yes/no: ", &[], "no");
        check("y", "Again (type ja or nein)? ", &[], "ja");
    }

    #[test]
    fn without_an_offer_the_answer_is_typed_as_it_is() {
        check("yes", "Again? ", &[], "yes");
        check("y", "Is yes your answer? ", &[], "y");
        check("Dave", "Name (yes/no)? ", &[], "Dave");
    }

    #[test]
    fn a_word_that_was_not_understood_is_not_typed_again_while_there_are_others() {
        check("y", "Again? ", &["y"], "yes");
        check("y", "Again (yes/no)? ", &["yes"], "y");
        check("y", "Again? ", &["y", "yes", "ja"], "y");
    }
}
