//! Which function of a submission is meant for which test, however its name is spelled.
//!
//! First the exact names are taken, then those with the same letters, then those that are alike. Two names are alike enough only if
//! nothing else that is left comes near; where two come near, both are told and neither is taken.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::amounts::amount;

/// A function in a file of tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundFunction {
    /// Its name; that of a method has its class before it.
    pub name: String,
    /// The line of its definition, from 1.
    pub line: usize,
    /// How many arguments it needs.
    pub arguments: usize,
}

/// Which function is meant for a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// This one.
    Function(FoundFunction),
    /// None.
    Missing,
    /// Perhaps one of these, by their names, of which nobody knows for which test it is meant.
    Ambiguous(Vec<String>),
}

/// The least likeness of two names for one test.
const ALIKE: f64 = 0.6;

/// By how much a name must be more alike than every other one.
const CLEARLY: f64 = 0.18;

/// The least likeness of two names as a whole, letter by letter, that counts.
const MISSPELT: f64 = 0.85;

/// Words that say nothing about what is tested.
const FILLERS: [&str; 18] = [
    "a", "an", "and", "check", "config", "error", "errors", "file", "files", "for", "if", "in", "invalid",
    "is", "of", "or", "the", "to",
];

/// Returns, for each of the tests `required`, which of the functions `found` is meant.
pub(super) fn pair(required: &[&str], found: &[FoundFunction]) -> Vec<Pairing> {
    let mut state = Pairs { taken: vec![None; required.len()], free: last_definitions(found) };
    state.take(required, found, |required, function| last_name(function) == required);
    state.take(required, found, |required, function| letters(function) == letters(required));
    while state.take_nearest(required, found) {}
    let pairing = |(index, name): (usize, &&str)| match state.taken[index] {
        Some(function) => Pairing::Function(found[function].clone()),
        None => state.left_for(name, found),
    };
    required.iter().enumerate().map(pairing).collect()
}

struct Pairs {
    /// The function that is meant for each test.
    taken: Vec<Option<usize>>,
    /// The functions that are left.
    free: BTreeSet<usize>,
}

impl Pairs {
    /// Takes, for each test that has none, the last function that `fits` it.
    fn take(&mut self, required: &[&str], found: &[FoundFunction], fits: impl Fn(&str, &str) -> bool) {
        for (index, name) in
            required.iter().enumerate().filter(|(index, _)| self.taken[*index].is_none()).collect::<Vec<_>>()
        {
            let fitting = self.free.iter().copied().rfind(|function| fits(name, &found[*function].name));
            if let Some(function) = fitting {
                self.taken[index] = Some(function);
                self.free.remove(&function);
            }
        }
    }

    /// Takes the function that is most alike to a test that has none, if it is so clearly; returns whether one was taken.
    fn take_nearest(&mut self, required: &[&str], found: &[FoundFunction]) -> bool {
        let open: Vec<usize> = (0..required.len()).filter(|index| self.taken[*index].is_none()).collect();
        let tests = self.free.iter().copied().filter(|function| is_a_test(&found[*function].name));
        let near: Vec<(usize, usize, f64)> = tests
            .flat_map(|function| open.iter().map(move |index| (*index, function)))
            .map(|(index, function)| (index, function, likeness(required[index], &found[function].name)))
            .collect();
        let is_clear = |(index, function, score): &(usize, usize, f64)| {
            let rivals = near.iter().filter(|rival| (rival.0 == *index) != (rival.1 == *function));
            *score >= ALIKE && rivals.into_iter().all(|rival| rival.2 <= score - CLEARLY)
        };
        let best = near.iter().filter(|pair| is_clear(pair)).max_by(|one, other| one.2.total_cmp(&other.2));
        let Some((index, function, _)) = best else { return false };
        self.taken[*index] = Some(*function);
        self.free.remove(function);
        true
    }

    fn left_for(&self, name: &str, found: &[FoundFunction]) -> Pairing {
        let near = self.free.iter().map(|function| &found[*function].name);
        let near: Vec<String> = near
            .filter(|function| is_a_test(function) && likeness(name, function) >= ALIKE)
            .cloned()
            .collect();
        if near.is_empty() { Pairing::Missing } else { Pairing::Ambiguous(near) }
    }
}

/// Of functions that are defined twice only the last is there when the file has been imported.
fn last_definitions(found: &[FoundFunction]) -> BTreeSet<usize> {
    let is_last = |index: &usize| found[index + 1..].iter().all(|later| later.name != found[*index].name);
    (0..found.len()).filter(is_last).collect()
}

fn is_a_test(name: &str) -> bool {
    last_name(name).to_lowercase().contains("test")
}

/// Returns the name of a function without its class.
fn last_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns the words of a name in lower case, without `test` and numbers.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = '_';
    for character in last_name(name).chars() {
        let begins = !character.is_alphabetic() || (character.is_uppercase() && before.is_lowercase());
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphabetic()) {
            word.extend(character.to_lowercase());
        }
        before = character;
    }
    words.retain(|word| !matches!(word.as_str(), "" | "test" | "tests"));
    words
}

fn letters(name: &str) -> String {
    let letters = words(name).concat();
    letters.strip_prefix("test").map(str::to_string).unwrap_or(letters)
}

/// Returns how much two names are alike, from 0 to 1: how many of their words both have, or, if that is more, of their letters.
fn likeness(one: &str, other: &str) -> f64 {
    let telling = |name: &str| -> Vec<String> {
        let mut words = words(name);
        words.retain(|word| !FILLERS.contains(&word.as_str()));
        words.sort();
        words.dedup();
        words
    };
    let (mine, theirs) = (telling(one), telling(other));
    let shared = mine.iter().filter(|word| theirs.iter().any(|other| is_same_word(word, other))).count();
    let all = amount(mine.len() + theirs.len());
    let by_words = if all > 0.0 { 2.0 * amount(shared) / all } else { 0.0 };
    let by_letters = strsim::normalized_damerau_levenshtein(&letters(one), &letters(other));
    if by_letters >= MISSPELT { by_words.max(by_letters) } else { by_words }
}

/// Returns whether two words are one, misspelt or shortened.
fn is_same_word(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let slips = match short.chars().count() {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    };
    (short.chars().count() >= 3 && long.starts_with(short))
        || strsim::damerau_levenshtein(one, other) <= slips
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of Little Battle.
    const REQUIRED: [&str; 10] = [
        "test_duplicate_position",
        "test_file_not_found",
        "test_format_error",
        "test_frame_format_error",
        "test_frame_out_of_range",
        "test_non_integer",
        "test_occupy_home_or_next_to_home",
        "test_odd_length",
        "test_out_of_map",
        "test_valid_file",
    ];

    /// Returns what is meant for `required` in a file with these functions.
    fn meant(required: &str, names: &[&str]) -> String {
        let functions = names.iter().enumerate();
        let functions = functions.map(|(index, name)| FoundFunction {
            name: (*name).to_string(),
            line: index + 1,
            arguments: 0,
        });
        let index = REQUIRED.iter().position(|name| *name == required).expect("a test");
        match pair(&REQUIRED, &functions.collect::<Vec<_>>()).swap_remove(index) {
            Pairing::Function(function) => format!("{} in line {}", function.name, function.line),
            Pairing::Missing => "none".to_string(),
            Pairing::Ambiguous(names) => format!("perhaps {}", names.join(" or ")),
        }
    }

    #[track_caller]
    fn check(required: &str, names: &[&str], expected: &str) {
        assert_eq!(meant(required, names), expected, "{names:?}");
    }

    #[test]
    fn the_exact_name_comes_first_and_of_two_definitions_the_last_counts() {
        check(
            "test_format_error",
            &["test_format_errors", "test_format_error"],
            "test_format_error in line 2",
        );
        check("test_odd_length", &["test_odd_length", "x", "test_odd_length"], "test_odd_length in line 3");
    }

    #[test]
    fn other_spellings_are_found() {
        for (required, name) in [
            ("test_duplicate_position", "test_duplicate_positions"),
            ("test_duplicate_position", "test_dupli_pos"),
            ("test_duplicate_position", "test_duplicated_postion"),
            ("test_file_not_found", "testFileNotFound"),
            ("test_file_not_found", "test_file_notfound"),
            ("test_file_not_found", "file_not_found_test"),
            ("test_file_not_found", "file_not_found"),
            ("test_format_error", "TestLoading.test_format_error"),
            ("test_format_error", "test_formaterorr"),
            ("test_format_error", "test3_format_error"),
            ("test_frame_format_error", "test_frame_format"),
            ("test_frame_format_error", "test_fram_format_error"),
            ("test_frame_out_of_range", "test_frame_range"),
            ("test_frame_out_of_range", "test_out_of_range"),
            ("test_non_integer", "test_nonInteger"),
            ("test_non_integer", "test_non_int"),
            ("test_occupy_home_or_next_to_home", "test_occupy_home"),
            ("test_occupy_home_or_next_to_home", "test_occupied_home_or_next_to_home"),
            ("test_odd_length", "test_odd_lenght"),
            ("test_out_of_map", "test_out_map"),
            ("test_valid_file", "test_valid"),
        ] {
            check(required, &[name], &format!("{name} in line 1"));
        }
    }

    #[test]
    fn spellings_are_found_among_all_others_whatever_their_order() {
        // `test_missing_file` has another meaning by its letters than the name that it should have.
        let spellings = [
            "test_dup_position",
            "test_missing_file",
            "test_formatError",
            "test_frame_format",
            "test_range_of_frame",
            "test_not_integer",
            "test_occupy_homes",
            "test_odd_number_length",
            "test_outofmap",
            "test_valid_config_file",
        ];
        let mut names = spellings;
        for _ in 0..names.len() {
            names.rotate_left(1);
            let at = |name: &str| names.iter().position(|other| *other == name).expect("there") + 1;
            for (required, name) in REQUIRED.iter().zip(spellings) {
                let is_none = name == "test_missing_file";
                let expected =
                    if is_none { "none".to_string() } else { format!("{name} in line {}", at(name)) };
                check(required, &names, &expected);
            }
        }
    }

    #[test]
    fn two_tests_are_never_confused() {
        check("test_frame_format_error", &["test_format_error"], "none");
        check("test_format_error", &["test_frame_format_error"], "none");
        check("test_frame_out_of_range", &["test_out_of_map"], "none");
        check("test_out_of_map", &["test_frame_out_of_range"], "none");
        check("test_valid_file", &["test_invalid_file"], "none");
        check("test_frame_format_error", &["test_frame_error"], "perhaps test_frame_error");
        check("test_frame_out_of_range", &["test_frame_error"], "none");
        check("test_odd_length", &["test_odd_elements", "test_odd_numbers"], "none");
        check(
            "test_duplicate_position",
            &["test_duplicate_in_single_line", "test_duplicate_position_1", "test_duplicate_position_2"],
            "test_duplicate_position_2 in line 3",
        );
    }

    #[test]
    fn what_could_be_one_of_two_is_told_and_not_taken() {
        check(
            "test_duplicate_position",
            &["test_dupli_pos_single", "test_dupli_pos_multiple"],
            "perhaps test_dupli_pos_single or test_dupli_pos_multiple",
        );
    }

    #[test]
    fn helpers_are_not_taken_for_tests() {
        check("test_format_error", &["expect_format_errors", "load_config_file"], "none");
    }
}
