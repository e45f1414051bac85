//! Which words of two lines differ.

use crate::cases::Cause;
use crate::text;

/// Words of a line beyond which the middle that differs is not looked into.
const MOST: usize = 200;

/// A piece of a line, and whether the other line has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinePart<'a> {
    pub(super) text: &'a str,
    pub(super) differs: bool,
}

/// Returns both lines in pieces.
pub(super) fn compare<'a>(one: &'a str, other: &'a str) -> (Vec<LinePart<'a>>, Vec<LinePart<'a>>) {
    let (left, right) = (tokens(one), tokens(other));
    let same = common(&left, &right);
    let kept = |side: fn(&(usize, usize)) -> usize| same.iter().map(side).collect::<Vec<_>>();
    (pieces(one, &left, &kept(|pair| pair.0)), pieces(other, &right, &kept(|pair| pair.1)))
}

/// Splits a line into words, numbers, runs of blanks, and other characters one by one.
fn tokens(line: &str) -> Vec<&str> {
    text::tokens::tokens(line).map(|token| token.text).collect()
}

/// Returns the pairs of tokens that both lines have in the same order, as many as there can be.
fn common(left: &[&str], right: &[&str]) -> Vec<(usize, usize)> {
    let head = left.iter().zip(right).take_while(|(one, other)| one == other).count();
    let rest = left.len().min(right.len()) - head;
    let tail =
        left.iter().rev().zip(right.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (inner, outer) = (&left[head..left.len() - tail], &right[head..right.len() - tail]);
    let mut pairs: Vec<_> = (0..head).map(|index| (index, index)).collect();
    if inner.len() <= MOST && outer.len() <= MOST {
        // Two tokens that are not the same cost more than leaving out both.
        let aligned = text::alignment::align(inner.len(), outer.len(), 1.0, |one, other| {
            if inner[one] == outer[other] { 0.0 } else { 3.0 }
        });
        pairs.extend(aligned.into_iter().filter_map(|(one, other)| Some((head + one?, head + other?))));
    }
    pairs.extend((0..tail).rev().map(|back| (left.len() - 1 - back, right.len() - 1 - back)));
    pairs
}

/// Joins neighbouring tokens of one kind.
fn pieces<'a>(line: &'a str, tokens: &[&'a str], same: &[usize]) -> Vec<LinePart<'a>> {
    let mut pieces: Vec<LinePart<'a>> = Vec::new();
    let (mut start, mut end) = (0, 0);
    for (index, token) in tokens.iter().enumerate() {
        let differs = same.binary_search(&index).is_err();
        if pieces.last().is_none_or(|last| last.differs != differs) {
            start = end;
            pieces.push(LinePart { text: "", differs });
        }
        end += token.len();
        if let Some(last) = pieces.last_mut() {
            last.text = &line[start..end];
        }
    }
    pieces
}

/// Returns whether a piece that differs is what a mistake of this cause is about: letters and digits, punctuation or blanks.
pub(super) fn is_of(part: &LinePart<'_>, cause: Cause) -> bool {
    let has_words = part.text.chars().any(char::is_alphanumeric);
    let is_blank = part.text.trim().is_empty();
    match cause {
        Cause::Punctuation | Cause::Typography => !has_words && !is_blank,
        Cause::InnerBlanks | Cause::TrailingBlanks => is_blank,
        _ => has_words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares two lines; what differs is put between brackets.
    fn check(one: &str, other: &str, expected: (&str, &str)) {
        let written = |pieces: Vec<LinePart<'_>>| {
            let text = |piece: &LinePart<'_>| {
                if piece.differs { format!("[{}]", piece.text) } else { piece.text.to_string() }
            };
            pieces.iter().map(text).collect::<String>()
        };
        let (left, right) = compare(one, other);
        assert_eq!((written(left).as_str(), written(right).as_str()), expected);
    }

    #[test]
    fn only_what_differs_is_marked() {
        check("-Year 617-", "-Year 618-", ("-Year [617]-", "-Year [618]-"));
        check("a b c", "a c", ("a [b ]c", "a c"));
        check("Roll #1 : [1]", "Roll#1: [1]", ("Roll[ ]#1[ ]: [1]", "Roll#1: [1]"));
        check("", "x", ("", "[x]"));
        check("same", "same", ("same", "same"));
        check("aXbXc", "é", ("[aXbXc]", "[é]"));
    }

    #[test]
    fn of_two_mistakes_on_a_line_each_has_its_pieces() {
        let (left, _) = compare("a ['X'] 1", "a [X] 2");
        let of = |cause| {
            left.iter().filter(|it| it.differs && is_of(it, cause)).map(|it| it.text).collect::<String>()
        };
        assert_eq!(of(Cause::Punctuation), "''");
        assert_eq!(of(Cause::WrongValue), "1");
    }
}
