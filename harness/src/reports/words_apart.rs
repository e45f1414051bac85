//! Where two lines differ, in whole words, as a slip is told by the words that have it.

use super::visible::{DottedBlanks, show};
use crate::cases::Cause;
use crate::marks::mistake::Mistake;

/// Characters from the first to the last that differs, where signs do.
const SIGNS: usize = 12;

/// Characters of the words that differ.
const LONGEST: usize = 40;

/// Words that tell of a sign where it stands.
const WORDS: usize = 3;

/// Returns which words of a line should be others, and which: first those that should be there, then those that are. Nothing where they
/// are too many, or where the sentence of the mistake tells it.
pub(super) fn words_apart(mistake: &Mistake) -> Option<[String; 2]> {
    let (expected, got) = mistake.expected.as_deref().zip(mistake.actual.as_deref())?;
    let around = ToldBeside::of(mistake)?;
    let is_told = mistake.sentence.contains('`') && around != ToldBeside::Sign;
    around.apart(expected, got).filter(|_| !is_told && mistake.rule.is_none() && !mistake.is_described)
}

/// Returns which words of a line should be others, in a sentence, where `words_apart` does.
pub(super) fn other_words(mistake: &Mistake) -> Option<String> {
    words_apart(mistake).map(|[expected, got]| format!("`{got}` should be `{expected}`"))
}

/// What is told beside what differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToldBeside {
    /// A few words, for a sign is found by them.
    Sign,
    /// The same beside letters that are capital or small ones.
    Letters,
    /// Nothing: words stand for themselves.
    Words,
}

impl ToldBeside {
    /// Returns what is told beside what differs in the lines of a mistake; nothing where they do not differ in words or signs.
    fn of(mistake: &Mistake) -> Option<Self> {
        match mistake.cause? {
            Cause::Punctuation | Cause::Typography | Cause::NumberFormat => Some(Self::Sign),
            Cause::LetterCase => Some(Self::Letters),
            Cause::WrongText => Some(Self::Words),
            _ => None,
        }
    }

    /// Returns of two lines what differs, with whole words around it.
    fn apart(self, expected: &str, got: &str) -> Option<[String; 2]> {
        let head = same(expected.chars(), got.chars());
        let tail = same(expected[head..].chars().rev(), got[head..].chars().rev());
        let middles = [expected, got].map(|line| line[head..line.len() - tail].chars().count());
        let most = if self == Self::Sign { SIGNS } else { LONGEST };
        if middles.iter().any(|middle| *middle > most) {
            return None;
        }
        let mut start = start_of_word(&expected[..head]);
        let end = tail - expected[expected.len() - tail..].find(' ').unwrap_or(tail);
        let is_little = |start: usize| {
            let part = expected[start..expected.len() - end].trim();
            part.split_whitespace().count() < WORDS && part.chars().count() < LONGEST / 2
        };
        while self != Self::Words && start > 0 && is_little(start) {
            start = start_of_word(expected[..start].trim_end());
        }
        let parts = [expected, got].map(|line| line[start..line.len() - end].trim());
        let is_shown = |part: &&str| {
            !part.is_empty()
                && part.chars().count() <= LONGEST
                && show(part, DottedBlanks::Nowhere).text == **part
        };
        let is_told = parts.iter().all(is_shown) && parts[0] != parts[1] && !parts.concat().contains('`');
        is_told.then(|| parts.map(str::to_string))
    }
}

/// Returns how many bytes at the beginning are the same.
fn same(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
}

/// Returns where the word begins that stands last in a text.
fn start_of_word(text: &str) -> usize {
    text.rfind(' ').map_or(0, |blank| blank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(around: ToldBeside, expected: &str, got: &str, told: Option<&str>) {
        let found = around.apart(expected, got).map(|[expected, got]| format!("{got} -> {expected}"));
        assert_eq!(found.as_deref(), told);
    }

    #[test]
    fn a_slip_in_a_sign_is_told_by_the_words_around_it() {
        check(
            ToldBeside::Sign,
            "Food has a place that is out of map.",
            "Food has a place that is out of map!",
            Some("out of map! -> out of map."),
        );
        check(
            ToldBeside::Sign,
            "Sorry, invalid input. Try again.",
            "Sorry, invalid input! Try again.",
            Some("Sorry, invalid input! -> Sorry, invalid input."),
        );
        check(ToldBeside::Sign, "Game over: X", "Game over X", Some("Game over -> Game over:"));
        check(ToldBeside::Sign, "Player X's turn:", "Player Xs turn:", Some("Player Xs -> Player X's"));
        check(ToldBeside::Sign, "['X', 'X', 'X', 'X']", "[X, X, X, X]", None);
        check(ToldBeside::Sign, "the same", "the same", None);
        check(ToldBeside::Sign, "a `b`", "a 'b'", None);
    }

    #[test]
    fn letters_that_are_capital_or_small_ones_are_told_by_their_words() {
        check(
            ToldBeside::Letters,
            "== Battle of the Sexes ==",
            "== BATTLE OF THE SEXES ==",
            Some("BATTLE OF THE SEXES -> Battle of the Sexes"),
        );
        check(
            ToldBeside::Letters,
            "  Scout (T) - 1W, 1F, 1G",
            "  Scout (t) - 1W, 1F, 1G",
            Some("Scout (t) -> Scout (T)"),
        );
        check(ToldBeside::Letters, "Hello", "hello", Some("hello -> Hello"));
        check(ToldBeside::Letters, "é è", "É è", Some("É -> é"));
        check(ToldBeside::Letters, &"A b ".repeat(30), &"a B ".repeat(30), None);
        check(ToldBeside::Letters, "Jane WINS!", "Jane wins!", Some("Jane wins! -> Jane WINS!"));
    }

    #[test]
    fn other_words_are_told_without_what_is_the_same() {
        check(
            ToldBeside::Words,
            "Category 'doremi' has been used.",
            "Category 'doremi' is already taken.",
            Some("is already taken. -> has been used."),
        );
        check(ToldBeside::Words, "Hello", &"Hello ".repeat(30), None);
    }
}
