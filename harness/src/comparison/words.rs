//! Wrong words of a line.

use std::collections::BTreeSet;

use super::cells;
use super::detail::Detail;
use super::lines::is_version;
use crate::amounts::often;
use crate::text::alignment::same_ends;
use crate::text::hunks::hunks;
use crate::text::tokens::words;

/// The most words that are named.
const MOST_NAMED: usize = 3;

/// Returns which words are wrong: the first that differ if the rest of the line is the same.
pub(super) fn wrong(expected: &str, actual: &str) -> Detail {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (expected.split_whitespace().collect(), actual.split_whitespace().collect());
    let (head, tail) = same_ends(&old, &new, |one, other| one == other);
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    match (old.len(), new.len()) {
        (1..=MOST_NAMED, 0) => Detail::MissingWords(old.join(" ")),
        (0, 1..=MOST_NAMED) => Detail::ExtraWords(new.join(" ")),
        (1..=MOST_NAMED, 1..=MOST_NAMED) if head + tail > 0 => {
            Detail::OtherWords { expected: old.join(" "), actual: new.join(" ") }
        }
        _ if is_version(expected, actual) => Detail::SomeWords,
        _ => Detail::OtherLine,
    }
}

/// Returns a sentence about a word that stands in the place of another one: of one that lacks a sign, or has one too many, and differs
/// beside it, both are told.
pub(crate) fn should_say(expected: &str, actual: &str) -> String {
    let two_slips = || {
        let (right, wrong, sign) = apart_from_a_sign(expected, actual)?;
        Some(format!("it should say `{right}`, not `{wrong}`, and `{sign}` is missing there"))
    };
    let other_way_round = || {
        let (wrong, right, sign) = apart_from_a_sign(actual, expected)?;
        Some(format!("it should say `{right}`, not `{wrong}`, and `{sign}` should not be there"))
    };
    two_slips()
        .or_else(other_way_round)
        .unwrap_or_else(|| format!("it should say `{expected}`, not `{actual}`"))
}

/// Returns a sentence about one word of a line that stands in the place of another one, if that is all that differs: `1` for `1's`.
pub(crate) fn of_one_word(expected: &str, actual: &str) -> Option<String> {
    let Detail::OtherWords { expected, actual } = wrong(expected, actual) else { return None };
    let is_one = |words: &String| !words.contains(' ');
    (is_one(&expected) && is_one(&actual)).then(|| should_say(&expected, &actual))
}

/// Marks that belong to sentences; `~`, `|`, `+` and the like draw tables and maps.
pub(super) fn is_punctuation(character: char) -> bool {
    matches!(character, '.' | ',' | ':' | ';' | '!' | '?' | '\'' | '"' | '(' | ')' | '…' | '`')
}

/// Returns what differs on one side of a sign that only the first of two words has, and the sign, if the other side is the same.
fn apart_from_a_sign<'a>(word: &'a str, without: &'a str) -> Option<(&'a str, &'a str, char)> {
    let mut signs = word.char_indices().filter(|(_, it)| is_punctuation(*it));
    let (at, sign) = signs.next()?;
    if signs.next().is_some() || without.contains(is_punctuation) {
        return None;
    }
    let (before, after) = (&word[..at], &word[at + sign.len_utf8()..]);
    let of_pair = |one: &'a str, other: &'a str| {
        (!one.is_empty() && !other.is_empty() && one != other).then_some((one, other, sign))
    };
    let same_end =
        || Some(after).filter(|after| !after.is_empty()).and_then(|after| without.strip_suffix(after));
    let same_start =
        || Some(before).filter(|before| !before.is_empty()).and_then(|it| without.strip_prefix(it));
    same_end()
        .and_then(|other| of_pair(before, other))
        .or_else(|| same_start().and_then(|other| of_pair(after, other)))
}

/// Returns what is wrong with a line of which several words differ, in a sentence: each of them if they are few, or the cells of the
/// row of a table.
pub(super) fn several(expected: &str, actual: &str) -> String {
    if let Some(told) = cells::told(expected, actual) {
        return told;
    }
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let pieces: fn(&str) -> Vec<String> = if expected.contains('|') { cells } else { words };
    let (old, new) = (pieces(expected), pieces(actual));
    let wrong: Vec<(&String, &String)> = old.iter().zip(&new).filter(|(one, other)| one != other).collect();
    let is_named = wrong.iter().all(|(one, other)| !one.is_empty() && !other.is_empty());
    match &wrong[..] {
        _ if old.len() != new.len() => {
            of_counts(expected, actual).unwrap_or_else(|| "several words of this line differ".to_string())
        }
        [first, rest @ ..] if rest.len() < MOST_NAMED && is_named => {
            let rest = rest.iter().map(|(one, other)| format!(", and `{one}`, not `{other}`"));
            format!("it should say `{}`, not `{}`", first.0, first.1) + &rest.collect::<String>()
        }
        wrong => format!("{} of the {} words differ", wrong.len(), old.len()),
    }
}

/// Returns which words of a line are missing or too many: the first ones, or how often a word should stand there that the line has more than
/// once. Signs between words do not matter.
pub(super) fn of_counts(expected: &str, actual: &str) -> Option<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (words(expected).collect(), words(actual).collect());
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    let mut changes = 0;
    for hunk in hunks(&old, &new).into_iter().filter(|hunk| !hunk.is_equal) {
        changes += 1;
        missing.extend_from_slice(&old[hunk.old]);
        extra.extend_from_slice(&new[hunk.new]);
    }
    let count = |word: &str, all: &[&str]| all.iter().filter(|it| **it == word).count();
    match (&missing[..], &extra[..]) {
        ([], []) => None,
        ([word, ..], []) | ([], [word, ..])
            if count(word, &missing) + count(word, &extra) == missing.len() + extra.len()
                && count(word, &old).min(count(word, &new)) > 0
                && word.chars().all(char::is_alphabetic) =>
        {
            Some(match (missing.len(), extra.len()) {
                (missing, 0) => format!("`{word}` should stand here {} more", often(missing)),
                (_, extra) => format!("`{word}` stands here {} too often", often(extra)),
            })
        }
        (missing, []) => {
            let verb = if missing.len() > MOST_NAMED { "are" } else { "is" };
            Some(format!("{} {verb} missing", named(missing)))
        }
        ([], extra) => Some(format!("{} should not be there", named(extra))),
        (missing, extra) if missing.len() + extra.len() <= MOST_NAMED && changes == 1 => {
            Some(format!("it should say `{}`, not `{}`", missing.join(" "), extra.join(" ")))
        }
        _ => None,
    }
}

/// Returns words as they are named: the first ones, and how many more there are.
fn named(words: &[&str]) -> String {
    match words.len().checked_sub(MOST_NAMED) {
        Some(more @ 1..) => format!("`{}` and {more} more words", words[..MOST_NAMED].join("`, `")),
        _ => format!("`{}`", words.join(" ")),
    }
}

/// Returns which entry a list in brackets lacks, in a sentence, if it is the first or the last one and nothing else differs between two lines.
/// Entries that are the same as the next one have no place of their own. Of a list with the same entry several times it tells which one is
/// another, if that is all.
pub(crate) fn of_lost_entry(expected: &str, actual: &str) -> Option<String> {
    let ((old_head, old, old_tail), (new_head, new, new_tail)) =
        (in_brackets(expected)?, in_brackets(actual)?);
    let [old, new] = [old, new].map(|list| list.split(',').map(str::trim).collect::<Vec<_>>());
    let is_rest = old_head == new_head && old_tail == new_tail && old.len() > 2;
    let which_list = match old_head.trim().trim_end_matches(':') {
        "" => "this list".to_string(),
        head => format!("the list after `{head}`"),
    };
    let told =
        |which: &str, entry: &str| Some(format!("the {which} entry of {which_list}, `{entry}`, is missing"));
    match &old[..] {
        [first, rest @ ..] if is_rest && rest == new && rest[0] != *first => told("first", first),
        [rest @ .., last] if is_rest && rest == new && rest[rest.len() - 1] != *last => told("last", last),
        _ if is_rest && old.len() == new.len() => of_other_entry(&old, &new),
        _ => None,
    }
}

/// Returns which entry of a list is another one, by its place, if it is the only one and its like stands elsewhere in the list, too.
fn of_other_entry(old: &[&str], new: &[&str]) -> Option<String> {
    let mut wrong = (0..old.len()).filter(|at| old[*at] != new[*at]);
    let (Some(at), None) = (wrong.next(), wrong.next()) else { return None };
    let is_again = old.iter().filter(|entry| **entry == old[at]).count() > 1;
    let which = if at + 1 == old.len() { "the last entry".to_string() } else { format!("entry {}", at + 1) };
    let (right, wrong) = bare(old[at], new[at]);
    is_again.then(|| format!("{which} of this list should be `{right}`, not `{wrong}`"))
}

/// Returns what stands before, in and after the only brackets of a line.
fn in_brackets(line: &str) -> Option<(&str, &str, &str)> {
    let (head, rest) = line.split_once(['(', '['])?;
    let (list, tail) = rest.split_once([')', ']'])?;
    (!list.contains(['(', '[']) && !tail.contains(['(', '['])).then_some((head.trim(), list, tail.trim()))
}

/// Returns whether two lines differ in nothing but how often they have words that both have.
pub(super) fn differ_in_counts(expected: &str, actual: &str) -> bool {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (words(expected).collect(), words(actual).collect());
    old == new && lacks_or_adds(expected, actual)
}

/// Returns whether a line is the expected one but for words that are missing, or for words that are too many.
pub(super) fn lacks_or_adds(expected: &str, actual: &str) -> bool {
    let (old, new): (Vec<&str>, Vec<&str>) = (words(expected).collect(), words(actual).collect());
    // To know of most lines that they are neither takes no search for what stays.
    (is_within(&new, &old) || is_within(&old, &new)) && only_lacks_or_adds(&old, &new)
}

fn only_lacks_or_adds(old: &[&str], new: &[&str]) -> bool {
    let differs: Vec<_> = hunks(old, new).into_iter().filter(|hunk| !hunk.is_equal).collect();
    let same = old.len() - differs.iter().map(|hunk| hunk.old.len()).sum::<usize>();
    let lacks = differs.iter().all(|hunk| hunk.new.is_empty());
    let adds = differs.iter().all(|hunk| hunk.old.is_empty());
    same > 1 && (lacks || adds)
}

/// Returns whether all of `some` words stand among `all`, in their order.
fn is_within(some: &[&str], all: &[&str]) -> bool {
    let mut rest = all.iter();
    some.len() <= all.len() && some.iter().all(|word| rest.any(|it| it == word))
}

/// Returns the piece of a line that is printed twice, one after the other, if that is all that differs: the expected line, or its end or beginning
/// from a blank on, of several the longest.
pub(super) fn doubled<'a>(expected: &'a str, actual: &str) -> Option<&'a str> {
    let more = actual.len().checked_sub(expected.len()).filter(|more| *more > 0)?;
    let is_edge = |at: usize| {
        let sides = [expected[..at].chars().next_back(), expected[at..].chars().next()];
        sides.iter().any(|side| side.is_none_or(char::is_whitespace))
    };
    let starts = (0..=expected.len().checked_sub(more)?).filter(|at| expected.is_char_boundary(*at));
    let mut pieces = starts.filter_map(|at| Some((at, expected.get(at..at + more)?)));
    let is_doubled = |(at, piece): &(usize, &str)| {
        actual.strip_prefix(&expected[..at + more]).and_then(|rest| rest.strip_prefix(*piece))
            == Some(&expected[at + more..])
    };
    let (_, piece) = pieces.find(|it| is_edge(it.0) && is_edge(it.0 + more) && is_doubled(it))?;
    (words(piece).count() > 1).then_some(piece.trim())
}

/// Returns two words without the signs with which both begin or end, as brackets and commas.
pub(super) fn bare<'a>(expected: &'a str, actual: &'a str) -> (&'a str, &'a str) {
    let is_sign = |one: char, other: char| one == other && !one.is_alphanumeric();
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(one, other)| is_sign(*one, *other)).map(|(sign, _)| sign.len_utf8()).sum()
    };
    let head = same(&mut expected.chars().zip(actual.chars()));
    let (old, new) = (&expected[head..], &actual[head..]);
    let tail = same(&mut old.chars().rev().zip(new.chars().rev()));
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    if old.is_empty() || new.is_empty() { (expected, actual) } else { (old, new) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn a_line_that_is_not_within_the_other_neither_lacks_words_nor_adds_some(
            old in "([a-c] ){0,9}",
            new in "([a-c] ){0,9}",
        ) {
            let split = |line: &'_ str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
            let [words, others] = [split(&old), split(&new)];
            let [words, others] = [&words, &others].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(lacks_or_adds(&old, &new), only_lacks_or_adds(&words, &others));
        }
    }

    #[test]
    fn signs_that_both_have_are_no_part_of_a_wrong_word() {
        for (expected, actual, bared) in [
            ("Cheese)", "Garlic)", ("Cheese", "Garlic")),
            ("(Ham)", "()", ("(Ham)", "()")),
            ("X's", "O's", ("X's", "O's")),
            ("(y/n)?", "(yes/no)?", ("y/n", "yes/no")),
            ("é!", "è!", ("é", "è")),
        ] {
            assert_eq!(bare(expected, actual), bared);
        }
    }

    #[test]
    fn an_entry_that_is_lost_at_an_end_of_a_list_is_told_with_its_place() {
        let told = |which: &str| Some(format!("the {which} is missing"));
        for (expected, actual, sentence) in [
            (
                "1. Custom (Bacon, Meatball, Caper)",
                "1. Custom (Meatball, Caper)",
                told("first entry of the list after `1. Custom`, `Bacon`,"),
            ),
            (
                "1. Custom (Bacon, Meatball, Caper)",
                "1. Custom (Bacon, Meatball)",
                told("last entry of the list after `1. Custom`, `Caper`,"),
            ),
            ("1. Custom (Bacon, Meatball, Caper)", "1. Custom (Bacon, Caper)", None),
            ("1. Custom (Bacon, Meatball, Caper)", "2. Custom (Meatball, Caper)", None),
            ("X: ['X', 'X', 'X']", "X: ['X', 'X']", None),
            ("(Ham, Beef)", "(Beef)", None),
            (
                "X: ['X', 'X', 'X']",
                "X: ['X', 'X', 'O']",
                Some("the last entry of this list should be `X`, not `O`".to_string()),
            ),
            (
                "X: ['X', 'X', 'X']",
                "X: ['X', 'O', 'X']",
                Some("entry 2 of this list should be `X`, not `O`".to_string()),
            ),
            ("(Ham, Beef, Egg)", "(Ham, Beef, Onion)", None),
        ] {
            assert_eq!(of_lost_entry(expected, actual), sentence, "{expected:?} against {actual:?}");
        }
    }

    #[test]
    fn what_is_printed_twice_within_a_line_is_told_as_a_whole() {
        for (expected, actual, piece) in [
            ("HAL rolls 3-6", "HAL rolls 3-6HAL rolls 3-6", Some("HAL rolls 3-6")),
            (
                "HAL rolls 3-6\tturn 9 total 9",
                "HAL rolls 3-6HAL rolls 3-6\tturn 9 total 9",
                Some("HAL rolls 3-6"),
            ),
            (
                "HAL rolls 3-6\tturn 9 total 9",
                "HAL rolls 3-6\tturn 9 total 9\tturn 9 total 9",
                Some("turn 9 total 9"),
            ),
            ("HAL rolls 3-6", "HAL HAL rolls 3-6", None),
            ("HAL rolls 33", "HAL rolls 3333", None),
            ("HAL rolls 3-6", "HAL rolls 3-6", None),
            ("é è", "é èé è", Some("é è")),
        ] {
            assert_eq!(doubled(expected, actual), piece, "{expected:?} against {actual:?}");
        }
    }

    #[test]
    fn a_word_with_two_slips_is_told_with_both() {
        for (expected, actual, told) in [
            ("X's", "Os", "it should say `X`, not `O`, and `'` is missing there"),
            ("Os", "X's", "it should say `O`, not `X`, and `'` should not be there"),
            ("X's", "O's", "it should say `X's`, not `O's`"),
            ("3-1", "2", "it should say `3-1`, not `2`"),
            ("Ham,", "Beef", "it should say `Ham,`, not `Beef`"),
            ("y/n", "yes", "it should say `y/n`, not `yes`"),
        ] {
            assert_eq!(should_say(expected, actual), told, "{expected:?} against {actual:?}");
        }
    }

    #[test]
    fn several_wrong_words_are_named_or_counted() {
        for (expected, actual, told) in [
            (
                "HAL rolls 3-3 total 6",
                "null rolls 3-3 total 9",
                "it should say `HAL`, not `null`, and `6`, not `9`",
            ),
            ("a b c d e f", "1 2 3 4 e f", "4 of the 6 words differ"),
            ("a b c", "1 2", "several words of this line differ"),
            ("2. Meat (Ham, Beef, Meatball)", "2. Meat (Ham,Beef)", "`Meatball` is missing"),
            ("2. Meat (Ham, Beef)", "2. Meat (Ham,Beef,Egg)", "`Egg` should not be there"),
            ("2. Meat (Ham, Beef)", "2. Meat (Ham,Egg)", "it should say `Beef`, not `Egg`"),
        ] {
            assert_eq!(several(expected, actual), told, "{expected:?} against {actual:?}");
        }
    }

    #[test]
    fn words_that_are_missing_or_too_many_are_named_and_counted() {
        for (expected, actual, told) in [
            ("1. Custom (Ham, Egg)", "1. Custom (Egg)", "`Ham` is missing"),
            ("1. (Ham)", "1. (Ham, A, B, C, D, E)", "`A`, `B`, `C` and 2 more words should not be there"),
            ("X: ['X', 'X', 'X']", "X: ['X', 'X']", "`X` should stand here once more"),
        ] {
            assert!(lacks_or_adds(expected, actual));
            assert_eq!(of_counts(expected, actual).as_deref(), Some(told), "{expected:?} against {actual:?}");
        }
        assert!(!lacks_or_adds("TIE throw again", "Dave goes first"));
    }
}
