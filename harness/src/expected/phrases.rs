//! The lines that a suite's conversations are made of, and the parts to which they belong.

use std::collections::BTreeMap;

use super::expected;
use crate::cases::Suite;
use crate::text::tokens::words;

/// Returns the part to which a line belongs wherever it is right; nothing if no case has it, or if it holds more
/// than one number, as throws and tables do. Of parts whose lines have the same words it is the one that has this very line.
pub(crate) fn part_of_line(suite: &Suite, line: &str) -> Option<&'static str> {
    let phrases = suite.phrases.get_or_init(|| phrases(suite));
    let phrase = phrase(line)?;
    phrases.get(&exact(line)).or_else(|| phrases.get(&phrase)).copied()
}

fn phrases(suite: &Suite) -> BTreeMap<String, &'static str> {
    let mut phrases = BTreeMap::new();
    for turn in
        suite.cases.iter().filter_map(|case| expected(suite, case)).flat_map(|expected| expected.turns)
    {
        for (part, text) in turn.pieces.iter().filter(|(part, _)| !part.is_empty()) {
            for (line, phrase) in text.lines().filter_map(|line| Some((line, phrase(line)?))) {
                phrases.entry(exact(line)).or_insert(*part);
                phrases.entry(phrase).or_insert(*part);
            }
        }
    }
    phrases
}

/// Returns what stands for a line as it is, which no words do.
fn exact(line: &str) -> String {
    format!("\n{}", line.trim())
}

/// Returns the words of a line, in lower case, with `#` for its number.
fn phrase(line: &str) -> Option<String> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = |word: &str| if is_number(word) { "#".to_string() } else { word.to_lowercase() };
    let has_words = words(line).any(|word| !is_number(word));
    let numbers = words(line).filter(|word| is_number(word)).count();
    (has_words && numbers <= 1).then(|| words(line).map(plain).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cases::facts::DICE_FACTS;
    use crate::cases::source::SuiteSource;
    use crate::cases::{JudgedBy, select};

    #[test]
    fn phrases_are_words_with_at_most_one_number() {
        for (line, expected) in [
            ("Player 1 wins!", Some("player # wins")),
            ("It's a tie.", Some("it s a tie")),
            ("Roll #1 : [1, 2]", None),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(phrase(line).as_deref(), expected, "{line:?}");
        }
    }

    #[test]
    fn the_text_has_a_sentence_for_every_part_that_is_said() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
        let source = SuiteSource::Folder(folder);
        let suites = source.suites();
        assert_eq!(suites.len(), 6, "{suites:?}");
        for name in suites {
            let suite = select::suite(&source, &name).expect("it is valid");
            let parts: BTreeSet<&str> = match suite.judge {
                JudgedBy::Transcript => phrases(&suite).into_values().collect(),
                JudgedBy::Facts => DICE_FACTS.iter().map(|row| row.name).collect(),
            };
            assert!(parts.len() > 4, "{name}: {parts:?}");
            let silent: Vec<_> = parts.iter().filter(|part| suite.text_about(part, None).is_none()).collect();
            assert!(silent.is_empty(), "{name}: {silent:?}");
        }
    }
}
