//! Whether a name, a number or an address means the same student as another: what is typed, exported and sorted differs in capital
//! letters, accents, signs and the order of names.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::roster::Student;

/// The shortest id or login that is looked for within a longer name: a shorter one stands in too many by chance.
const SHORTEST_WITHIN: usize = 3;

/// What people write for letters that their keyboard lacks, and that are no other letter with an accent.
const WRITTEN_FOR: [(char, &str); 9] = [
    ('\u{df}', "ss"),
    ('\u{e6}', "ae"),
    ('\u{f0}', "d"),
    ('\u{f8}', "o"),
    ('\u{fe}', "th"),
    ('\u{111}', "d"),
    ('\u{131}', "i"),
    ('\u{142}', "l"),
    ('\u{153}', "oe"),
];

/// Returns a text without accents, signs, blanks and capital letters.
pub(super) fn folded(text: &str) -> String {
    let letters = text.nfkd().filter(|character| !is_combining_mark(*character));
    let small = letters.filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase);
    small.fold(String::new(), |mut text, letter| {
        match WRITTEN_FOR.iter().find(|(known, _)| *known == letter) {
            Some((_, letters)) => text.push_str(letters),
            None => text.push(letter),
        }
        text
    })
}

/// Returns an id in the form in which ids are compared: tables take leading zeros from numbers.
pub(super) fn folded_id(id: &str) -> String {
    let text = id.trim().trim_start_matches('#').to_lowercase();
    let digits = text.trim_start_matches('0');
    if digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
        digits.to_string()
    } else {
        text
    }
}

/// Returns the forms that a platform may make of a full name: its words from each of them on, put together. `Lee, Ann Mary` is
/// `leeannmary`, and `Ann Mary Lee` is so, too. Some drop letters that are not of the English alphabet.
pub(super) fn name_forms(name: &str) -> BTreeSet<String> {
    let plain: String =
        name.chars().filter(|character| character.is_ascii() || character.is_whitespace()).collect();
    let mut forms = rotations(name);
    if plain != name {
        forms.extend(rotations(&plain));
    }
    forms.retain(|form| !form.is_empty());
    forms
}

fn rotations(name: &str) -> BTreeSet<String> {
    let words: Vec<String> =
        name.split(|character: char| character.is_whitespace() || character == ',').map(folded).collect();
    (0..words.len()).map(|first| [&words[first..], &words[..first]].concat().concat()).collect()
}

/// Returns whether two full names are the same but for the order of their words, accents and signs.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    !name_forms(one).is_disjoint(&name_forms(other))
}

/// Returns whether two full names may be those of one person: all words of the shorter one are words of the other, or begin with the one letter
/// that stands for them. A platform may have put the words together.
pub(super) fn may_be_same_name(one: &str, other: &str) -> bool {
    let (shorter, longer) = (words(one), words(other));
    same_name(one, other) || are_in(&shorter, &longer) || are_in(&longer, &shorter)
}

/// Returns whether two full names have at least a word in common.
pub(super) fn share_a_word(one: &str, other: &str) -> bool {
    let (one_words, other_words) = (words(one), words(other));
    let shares = |words: &[String], others: &[String]| {
        let mut long = words.iter().filter(|word| word.chars().count() > 1);
        long.any(|word| are_in(std::slice::from_ref(word), others))
    };
    may_be_same_name(one, other) || shares(&one_words, &other_words) || shares(&other_words, &one_words)
}

/// Returns the words of a name, those with two vowels for one with two dots as without the dots.
fn words(name: &str) -> Vec<String> {
    let words = name.split(|character: char| character.is_whitespace() || character == ',').map(folded);
    let plain = |word: String| word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
    words.filter(|word| !word.is_empty()).map(plain).collect()
}

fn are_in(words: &[String], others: &[String]) -> bool {
    if let ([together], [_, _, ..]) = (words, others)
        && is_made_of(together, others)
    {
        return true;
    }
    let is_in = |word: &String| match others {
        [together] => together.contains(word.as_str()),
        others => {
            let is_letter = word.chars().count() == 1;
            others.iter().any(|other| other == word || is_letter && other.starts_with(word.as_str()))
        }
    };
    !words.is_empty() && words.iter().all(is_in)
}

/// Returns whether a text is nothing but some of these words, one after the other.
fn is_made_of(text: &str, words: &[String]) -> bool {
    let mut ends = BTreeSet::from([0]);
    while let Some(end) = ends.pop_first() {
        if end == text.len() {
            return true;
        }
        let next = words.iter().filter(|word| text[end..].starts_with(word.as_str()));
        ends.extend(next.map(|word| end + word.len()));
    }
    false
}

/// Returns which ids, logins and addresses of a student a text has in it, between signs, that somebody has made up, as the name of a
/// folder.
pub(super) fn ids_within(text: &str, student: &Student) -> Vec<String> {
    let windows = windows(text);
    let keys = student.ids.iter().chain(&student.logins).chain(&student.emails);
    let is_there = |key: &String| {
        *key == folded(text) || (key.chars().count() >= SHORTEST_WITHIN && windows.contains(key))
    };
    // What stands before the sign of an address may be as common a word as a first name.
    let locals =
        student.emails.iter().filter_map(|email| email.split_once('@')).map(|(local, _)| folded(local));
    let locals = locals.filter(|local| *local == folded(text));
    keys.map(|key| folded(key)).filter(is_there).chain(locals).filter(|key| !key.is_empty()).collect()
}

/// Returns whether such a text has the full name of a student in it, between signs.
pub(super) fn names_by_name(text: &str, student: &Student) -> bool {
    let forms = name_forms(&student.name);
    let is_long = |form: &&String| student.name.split_whitespace().count() > 1 || **form == folded(text);
    let windows = windows(text);
    forms.iter().filter(is_long).any(|form| windows.contains(form))
}

/// Returns all runs of words of a text, put together; words are what stands between signs.
fn windows(text: &str) -> BTreeSet<String> {
    let text: String = text.nfkd().filter(|character| !is_combining_mark(*character)).collect();
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .map(folded)
        .filter(|word| !word.is_empty())
        .collect();
    let from = |first: usize| (first + 1..=words.len()).map(move |end| (first, end));
    (0..words.len()).flat_map(from).map(|(first, end)| words[first..end].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_is_written_in_many_ways() {
        for (one, other) in [
            ("Ann Lee", "leeann"),
            ("Lee, Ann", "Ann Lee"),
            ("Ben O'Neil", "oneilben"),
            ("Mary-Ann Smith", "Smith, Mary-Ann"),
            ("José Peña", "Jose\u{301} Pen\u{303}a"),
            ("José Peña", "penajose"),
            ("José Peña", "peajos"),
            ("Ngoc Thi Tran", "tranngocthi"),
            ("Emil Sørensen", "sorensenemil"),
            ("Łukasz Groß", "Gross, Lukasz"),
            ("李 明", "李明"),
            ("ANN  LEE", "ann lee"),
        ] {
            assert!(same_name(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Ann Lee", "Ann Li"), ("Ann Lee", "Lee"), ("", ""), ("!", "?"), ("李明", "王芳")]
        {
            assert!(!same_name(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_name_may_be_written_shorter_and_another_one_is_another() {
        for (one, other, may_be_same, share) in [
            ("Ann Lee", "Ann Mary Lee", true, true),
            ("leeann", "Ann Mary Lee", true, true),
            ("A. Lee", "Ann Lee", true, true),
            ("Lee", "Ann Lee", true, true),
            ("Anna Müller", "Mueller, Anna", true, true),
            ("Tom Lee", "Thomas Lee", false, true),
            ("Bo Lee", "Ann Lee", false, true),
            ("Bo Chen", "Ann Lee", false, false),
            ("chenbo", "Ann Lee", false, false),
            ("A. Chen", "Ann Lee", false, false),
        ] {
            for (one, other) in [(one, other), (other, one)] {
                assert_eq!(
                    (may_be_same_name(one, other), share_a_word(one, other)),
                    (may_be_same, share),
                    "{one} {other}"
                );
            }
        }
    }

    #[test]
    fn ids_are_compared_as_numbers_where_they_are_numbers() {
        for (one, other, is_same) in [
            ("0502", "502", true),
            ("#5001", "5001", true),
            ("A12", "a12", true),
            ("0", "00", false),
            ("a01", "a1", false),
        ] {
            assert_eq!(folded_id(one) == folded_id(other), is_same, "{one} {other}");
        }
    }

    #[test]
    fn a_student_is_found_in_a_made_up_name_between_signs() {
        let student = Student {
            name: "Ann Lee".to_string(),
            ids: vec!["5001".to_string()],
            logins: vec!["alee".to_string()],
            emails: vec!["ann.lee@uni.example".to_string()],
            ..Student::default()
        };
        for (text, by_id, by_name) in [
            ("alee", true, false),
            ("hw1-alee", true, false),
            ("5001_final", true, false),
            ("ann.lee@uni.example", true, true),
            ("ann.lee", true, true),
            ("Lee_Ann_hw1", false, true),
            ("hw1 (Ann Lee)", false, true),
            ("xalee", false, false),
            ("15001", false, false),
            ("lee", false, false),
        ] {
            assert_eq!(!ids_within(text, &student).is_empty(), by_id, "{text}");
            assert_eq!(names_by_name(text, &student), by_name, "{text}");
        }
        let short = Student { ids: vec!["1".to_string()], name: "Li".to_string(), ..Student::default() };
        assert!(!ids_within("1", &short).is_empty() && names_by_name("Li", &short));
        assert!(ids_within("hw 1", &short).is_empty() && !names_by_name("Li Wei", &short));
    }
}
