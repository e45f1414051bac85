//! Which turn of a recording is which expected turn.

use std::collections::HashMap;

use crate::text::alignment::{self, Pair};

/// Leaving a turn out costs this much; matching two turns costs 0 (the same) to 1 (no line in common).
const GAP: f64 = 0.7;

/// Matching a turn with one that has all its lines, and others, costs this much at most.
const AND_MORE: f64 = 0.5;

/// Matching a turn with the lines with which it begins, and no other, costs this much at most: the program ends there.
const AND_NO_MORE: f64 = 0.25;

/// Matching a turn of one line with one that differs in numbers only costs this much: they ask the same.
const OTHER_NUMBERS: f64 = 0.25;

/// Returns pairs of turns, in order, by indices; a turn that is missing or extra has no partner.
///
/// `lines` returns those of a turn. The same turns at the beginning belong together in any case.
pub(super) fn align<'t, T: PartialEq>(
    expected: &'t [T],
    actual: &'t [T],
    lines: impl Fn(&'t T) -> Vec<&'t str>,
) -> Vec<Pair> {
    let head = expected.iter().zip(actual).take_while(|(one, other)| one == other).count();
    let (expected, actual) = (&expected[head..], &actual[head..]);
    let same = (0..head).map(|index| (Some(index), Some(index)));
    // One turn and another belong together however unlike they are, as leaving out both costs more.
    if let ([_], [_]) = (expected, actual) {
        return same.chain([(Some(head), Some(head))]).collect();
    }
    let mut numbers = HashMap::new();
    let mut spoken_in = |turns: &'t [T]| {
        turns.iter().map(|turn| SpokenTurn::new(lines(turn), &mut numbers)).collect::<Vec<_>>()
    };
    let (expected, actual) = (spoken_in(expected), spoken_in(actual));
    let cost = |i: usize, j: usize| unlikeness(&expected[i], &actual[j]);
    let rest = alignment::align(expected.len(), actual.len(), GAP, cost);
    let rest = rest.into_iter().map(|(one, other)| (one.map(|i| head + i), other.map(|j| head + j)));
    same.chain(rest).collect()
}

/// The lines of a turn, blank ones aside.
struct SpokenTurn<'t> {
    lines: Vec<&'t str>,
    /// A number for each, the same for the same line, in order.
    sorted: Vec<usize>,
}

impl<'t> SpokenTurn<'t> {
    /// Takes the lines of a turn, and gives those a number that have none yet.
    fn new(mut lines: Vec<&'t str>, numbers: &mut HashMap<&'t str, usize>) -> Self {
        lines.retain(|line| !line.is_empty());
        let mut number = |line: &&'t str| {
            let next = numbers.len();
            *numbers.entry(line).or_insert(next)
        };
        let mut sorted: Vec<usize> = lines.iter().map(&mut number).collect();
        sorted.sort_unstable();
        Self { lines, sorted }
    }
}

/// Returns the share of lines that the turns do not have in common.
fn unlikeness(expected: &SpokenTurn<'_>, actual: &SpokenTurn<'_>) -> f64 {
    let common = alignment::in_common(&expected.sorted, &actual.sorted);
    let (expected, actual) = (expected.lines.as_slice(), actual.lines.as_slice());
    let cost = alignment::unlikeness(common, expected.len() + actual.len());
    match (expected, actual) {
        ([one], [other]) if common == 0 && without_numbers(one).eq(without_numbers(other)) => OTHER_NUMBERS,
        // A turn that says all that it should, and more, is that turn.
        _ if common > 1 && common == expected.len() => cost.min(AND_MORE),
        _ if actual.len() > 1 && expected.starts_with(actual) => cost.min(AND_NO_MORE),
        _ => cost,
    }
}

/// Returns the pieces of a line between its numbers.
fn without_numbers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|sign: char| sign.is_ascii_digit()).filter(|piece| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs<T: AsRef<[L]> + PartialEq, L: AsRef<str>>(expected: &[T], actual: &[T]) -> Vec<Pair> {
        align(expected, actual, |turn| turn.as_ref().iter().map(AsRef::as_ref).collect())
    }

    /// A word is a turn, a letter a line.
    #[track_caller]
    fn check(expected: &str, actual: &str, partners: &str) {
        let turns = |text: &str| -> Vec<Vec<String>> {
            text.split(' ').map(|word| word.chars().map(String::from).collect()).collect()
        };
        let name = |turn: Option<usize>| turn.map_or("-".to_string(), |turn| turn.to_string());
        let pairs = pairs(&turns(expected), &turns(actual)).into_iter();
        let pairs: Vec<String> = pairs.map(|(one, other)| name(one) + &name(other)).collect();
        assert_eq!(pairs.join(" "), partners);
    }

    #[test]
    fn an_extra_or_missing_turn_does_not_make_the_later_ones_wrong() {
        check("abc def ghi", "abc def ghi", "00 11 22");
        check("abc def ghi", "abc xyz def ghi", "00 -1 12 23");
        check("abc def ghi jkl", "abc ghi jkl", "00 1- 21 32");
        check("abc def ghi", "abc dxx ghi", "00 11 22");
        check("abc def ghi", "abc", "00 1- 2-");
    }

    #[test]
    fn a_turn_that_asks_the_same_with_another_number_is_that_turn() {
        let turns = |numbers: [u8; 3]| numbers.map(|number| [format!("Name of player {number}:")]);
        let asked = turns([0, 1, 2]);
        let by_number = [0, 1, 2].map(|turn| (Some(turn), Some(turn)));
        assert_eq!(pairs(&turns([1, 2, 3]), &asked), by_number);
        let other = [["Name of player 1:"], ["Name of player 2:"], ["How many games?"]];
        let skipped = [(Some(0), None), (Some(1), Some(0)), (Some(2), Some(1))];
        assert_eq!(pairs(&[["How many games?"], other[0], other[1]], &[other[0], other[1]]), skipped);
    }

    #[test]
    fn a_turn_that_breaks_off_after_its_first_lines_is_that_turn() {
        check("abmnopqrstuvw x amn", "abm", "00 1- 2-");
        check("abmnopqrstuvw x amn", "am", "0- 1- 20");
    }

    #[test]
    fn a_turn_that_says_all_that_it_should_and_more_is_that_turn() {
        check("abc xp efghp efgip", "abc xefghp efghp efgip", "00 11 22 33");
        check("ap xp bcdefghp", "ap xbcdefghp bcdefghp", "00 11 22");
    }
}
