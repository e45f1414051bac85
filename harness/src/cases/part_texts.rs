//! What the text says of the parts of a conversation, and which of its sentences is about a line.

use std::collections::{BTreeMap, BTreeSet};

use globset::{Glob, GlobMatcher};

use super::Suite;
use super::check_case::known;
use super::check_globs::bad_glob;
use super::problem::{Place, Problem};
use super::yaml::At;
use crate::text::tokens::words;

/// The sentences of the text that tell what some parts say or how they look.
#[derive(Debug)]
pub struct PartTexts {
    /// Matches the parts.
    pub part: GlobMatcher,
    /// The sentences.
    pub sentences: Vec<String>,
}

impl Suite {
    /// Returns the sentence of the text that is about a line of this part: of several, the first that has most of the line's words.
    pub(crate) fn text_about(&self, part: &str, line: Option<&str>) -> Option<&str> {
        let line = small_words(line.unwrap_or_default());
        let shared = |text: &&String| small_words(text).intersection(&line).count();
        let matching = self.texts.iter().filter(|it| it.part.is_match(part));
        let sentences: Vec<&String> = matching.flat_map(|it| &it.sentences).collect();
        // Of equal ones `max_by_key` returns the last.
        sentences.into_iter().rev().max_by_key(shared).map(String::as_str)
    }
}

/// Returns the words of a text in small letters, each once.
fn small_words(text: &str) -> BTreeSet<String> {
    words(text).map(str::to_lowercase).collect()
}

/// Returns what the text says of parts. A text without a blank is the name of a rule, which is one of the suite's.
pub(super) fn check_texts(
    file: &str,
    written: &BTreeMap<String, Vec<At<String>>>,
    rules: &BTreeMap<String, At<String>>,
    problems: &mut Vec<Problem>,
) -> Vec<PartTexts> {
    let names: BTreeSet<String> = rules.keys().cloned().collect();
    let mut checked = Vec::new();
    for (part, texts) in written {
        for name in texts.iter().filter(|text| !text.value.contains(' ')) {
            known(file, "rule", name, Some(&names), problems);
        }
        let sentence = |text: &At<String>| rules.get(&text.value).unwrap_or(text).value.clone();
        let place = texts.first().map_or(Place::default(), At::place);
        match Glob::new(part) {
            Ok(part) => checked.push(PartTexts {
                part: part.compile_matcher(),
                sentences: texts.iter().map(sentence).collect(),
            }),
            Err(error) => problems.push(bad_glob(file, place, &error)),
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::super::read_suite;
    use super::super::source::SuiteFiles;
    use super::*;

    const SUITE: &str = "title: t\nreference: {game: pizza}\nrules: {menu: 'It prints the menu.', more: 'Ask for more pizzas.'}\n\
                         marks:\n  - {row: r, title: t, out_of: 1, by: harness}\ntexts:\n";

    fn read(texts: &str) -> Result<Suite, String> {
        let files = SuiteFiles::from([("suite.yaml".to_string(), format!("{SUITE}{texts}").into_bytes())]);
        read_suite("made", "", &files).map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn of_several_sentences_the_one_with_most_words_of_the_line_is_told() {
        let suite = read("  \"question/*\": [menu, more, 'Select a flavor: 1']\n").expect("it is valid");
        let about = |part, line| suite.text_about(part, line);
        assert_eq!(about("question/flavor", Some("Select a flavor: ")), Some("Select a flavor: 1"));
        assert_eq!(about("question/more", Some("More pizzas?")), Some("Ask for more pizzas."));
        assert_eq!(about("question/more", Some("###")), Some("It prints the menu."));
        assert_eq!(about("question/more", None), Some("It prints the menu."));
        assert_eq!(about("menu", Some("menu")), None);
    }

    #[test]
    fn one_word_is_the_name_of_a_rule() {
        let told = read("  menu: [more, menus]\n").expect_err("there is no such rule");
        assert!(
            told.contains("the suite has no rule `menus`") && told.contains("did you mean `menu`?"),
            "{told}"
        );
        let told = read("  'menu[': [menu]\n").expect_err("it is no glob");
        assert!(told.contains("this is no pattern of parts"), "{told}");
    }
}
