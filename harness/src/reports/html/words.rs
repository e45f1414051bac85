//! Which words of two lines differ.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cases::Cause;
use crate::text;

/// Words of a line beyond which the middle that differs is not looked into.
const MOST: usize = 200;

/// Bars that a row of a table has, at least.
const BARS: usize = 2;

/// What stands for a die, whatever it shows.
const ANY_DIE: &str = "?";

/// A piece of a line, and whether the other line has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinePart<'a> {
    pub(super) text: &'a str,
    pub(super) differs: bool,
}

/// Returns both lines in pieces.
pub(super) fn compare<'a>(one: &'a str, other: &'a str) -> (Vec<LinePart<'a>>, Vec<LinePart<'a>>) {
    let (left, right) = (tokens(one), tokens(other));
    let same = common_in_cells(&left, &right).unwrap_or_else(|| common(&left, &right));
    in_pieces([one, other], [&left, &right], &same)
}

/// Returns a line with a `?` for each die, and the line that is there, in pieces: whatever a die shows is right, and so is what stands
/// behind all that the first line tells of.
pub(super) fn compare_throw<'a>(expected: &'a str, got: &'a str) -> (Vec<LinePart<'a>>, Vec<LinePart<'a>>) {
    let (left, right) = (tokens(expected), tokens(got));
    let is_number = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit());
    let is_same = |one: &str, other: &str| one == other || one == ANY_DIE && is_number(other);
    let mut same = aligned(&left, &right, is_same);
    if let Some((_, last)) = same.last().copied().filter(|(last, _)| last + 1 == left.len()) {
        // What is behind the last pair differs from nothing.
        same.extend((last + 1..right.len()).map(|at| (left.len(), at)));
    }
    in_pieces([expected, got], [&left, &right], &same)
}

/// Returns two lines in pieces, of which these pairs of tokens are the same.
fn in_pieces<'a>(
    [one, other]: [&'a str; 2],
    [left, right]: [&[&'a str]; 2],
    same: &[(usize, usize)],
) -> (Vec<LinePart<'a>>, Vec<LinePart<'a>>) {
    let kept = |side: fn(&(usize, usize)) -> usize| same.iter().map(side).collect::<Vec<_>>();
    (pieces(one, left, &kept(|pair| pair.0)), pieces(other, right, &kept(|pair| pair.1)))
}

/// Splits a line into words, numbers, runs of blanks, and other characters one by one.
fn tokens(line: &str) -> Vec<&str> {
    text::tokens::tokens(line).map(|token| token.text).collect()
}

/// Returns the same for two rows of a table with as many bars, cell by cell, so that what differs never runs across a bar: a cell that is
/// empty in one of them differs as a whole.
fn common_in_cells(left: &[&str], right: &[&str]) -> Option<Vec<(usize, usize)>> {
    let cells = |tokens: &[&str]| -> Vec<Range<usize>> {
        let bars = (0..tokens.len()).filter(|at| tokens[*at] == "|").chain([tokens.len()]);
        let mut start = 0;
        bars.map(|bar| std::mem::replace(&mut start, bar + 1)..bar).collect()
    };
    let (left_cells, right_cells) = (cells(left), cells(right));
    if left_cells.len() != right_cells.len() || left_cells.len() <= BARS {
        return None;
    }
    let is_empty = |cell: &[&str]| cell.iter().all(|token| token.trim().is_empty());
    let mut pairs = Vec::new();
    for (one, other) in left_cells.into_iter().zip(right_cells) {
        let (old, new) = (&left[one.clone()], &right[other.clone()]);
        if old == new || !is_empty(old) && !is_empty(new) {
            pairs.extend(common(old, new).into_iter().map(|(at, to)| (one.start + at, other.start + to)));
        }
        if one.end < left.len() {
            pairs.push((one.end, other.end));
        }
    }
    Some(pairs)
}

/// Returns the pairs of tokens that both lines have in the same order, as many as there can be.
fn common(left: &[&str], right: &[&str]) -> Vec<(usize, usize)> {
    let head = left.iter().zip(right).take_while(|(one, other)| one == other).count();
    let rest = left.len().min(right.len()) - head;
    let tail =
        left.iter().rev().zip(right.iter().rev()).take(rest).take_while(|(one, other)| one == other).count();
    let (inner, outer) = (&left[head..left.len() - tail], &right[head..right.len() - tail]);
    let mut pairs: Vec<_> = (0..head).map(|index| (index, index)).collect();
    let aligned = aligned(inner, outer, |one, other| one == other);
    pairs.extend(aligned.into_iter().map(|(one, other)| (head + one, head + other)));
    pairs.extend((0..tail).rev().map(|back| (left.len() - 1 - back, right.len() - 1 - back)));
    pairs
}

/// Returns the pairs of tokens that are the same, in the same order, as many as there can be; none of too many tokens.
fn aligned(left: &[&str], right: &[&str], is_same: impl Fn(&str, &str) -> bool) -> Vec<(usize, usize)> {
    if left.len() > MOST || right.len() > MOST {
        return Vec::new();
    }
    // Two tokens that are not the same cost more than leaving out both.
    let cost = |one: usize, other: usize| if is_same(left[one], right[other]) { 0.0 } else { 3.0 };
    let aligned = text::alignment::align(left.len(), right.len(), 1.0, cost);
    aligned.into_iter().filter_map(|(one, other)| Some((one?, other?))).collect()
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

/// The gaps between what two lines have in common, each called by the number of tokens before it that both have.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Gaps(BTreeSet<usize>);

impl Gaps {
    /// Returns the gaps of both lines in which something differs that a mistake of this cause is about.
    pub(super) fn of(lines: [&[LinePart<'_>]; 2], cause: Cause) -> Self {
        let is_meant = |(_, part): &(usize, &LinePart<'_>)| part.differs && is_of(part, cause);
        Self(lines.into_iter().flat_map(with_gaps).filter(is_meant).map(|(gap, _)| gap).collect())
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether one of them is called this.
    pub(super) fn has(&self, gap: usize) -> bool {
        self.0.contains(&gap)
    }
}

/// Returns the pieces of a line, each with the gap in which it stands if it differs.
pub(super) fn with_gaps<'p, 'a>(line: &'p [LinePart<'a>]) -> impl Iterator<Item = (usize, &'p LinePart<'a>)> {
    line.iter().scan(0, |common, part| {
        let gap = *common;
        *common += if part.differs { 0 } else { tokens(part.text).len() };
        Some((gap, part))
    })
}

/// Returns whether a piece that differs is what a mistake of this cause is about: letters and digits, punctuation or blanks.
fn is_of(part: &LinePart<'_>, cause: Cause) -> bool {
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

    /// Returns a line with what differs between brackets.
    fn written(pieces: &[LinePart<'_>]) -> String {
        let text = |piece: &LinePart<'_>| {
            if piece.differs { format!("[{}]", piece.text) } else { piece.text.to_string() }
        };
        pieces.iter().map(text).collect()
    }

    /// Compares two lines; what differs is put between brackets.
    fn check(one: &str, other: &str, expected: (&str, &str)) {
        let (left, right) = compare(one, other);
        assert_eq!((written(&left).as_str(), written(&right).as_str()), expected);
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
    fn dice_are_right_whatever_they_show_and_so_is_what_is_not_told_of() {
        for (expected, got, told) in [
            (
                "HAL rolls ?-?",
                "Henry rolls 4-1\tturn 5 total 11",
                ("[HAL] rolls ?-?", "[Henry] rolls 4-1\tturn 5 total 11"),
            ),
            ("Roll: [?, ?]", "Roll: [10, 2]", ("Roll: [?, ?]", "Roll: [10, 2]")),
            ("Roll: [?, ?]", "Roll: [1]", ("Roll: [?[, ?]]", "Roll: [1]")),
        ] {
            let (left, right) = compare_throw(expected, got);
            assert_eq!((written(&left).as_str(), written(&right).as_str()), told);
        }
    }

    #[test]
    fn rows_of_a_table_are_compared_cell_by_cell() {
        check("02|K2|  |  |", "02|  |  |K2|", ("02|[K2]|  |[  ]|", "02|[  ]|  |[K2]|"));
        check("1 | X |   |", "1 |   |   |", ("1 |[ X ]|   |", "1 |[   ]|   |"));
        check("|A1|  |H1|", "|  |A1|H1|", ("|[A1]|[  ]|H1|", "|[  ]|[A1]|H1|"));
        check("|    16 | 30 |", "|    12 | 30 |", ("|    [16] | 30 |", "|    [12] | 30 |"));
        check("a | b", "a | c", ("a | [b]", "a | [c]"));
    }

    #[test]
    fn of_two_mistakes_on_a_line_each_has_its_pieces() {
        let of = |one: &str, other: &str, cause| {
            let (left, right) = compare(one, other);
            let gaps = Gaps::of([&left, &right], cause);
            [left, right].map(|line| {
                let meant = with_gaps(&line).filter(|(gap, part)| part.differs && gaps.has(*gap));
                meant.map(|(_, part)| part.text).collect::<String>()
            })
        };
        assert_eq!(of("a ['X'] 1", "a [X] 2", Cause::Punctuation), ["''", ""]);
        assert_eq!(of("a ['X'] 1", "a [X] 2", Cause::WrongValue), ["1", "2"]);
        let (list, short) = ("(Sausage, Bacon, Meatball)", "(Sausage,Bacon)");
        assert_eq!(of(list, short, Cause::WrongText), [", Meatball", ""]);
        // What stands in the place of a word belongs to it, also where that is blank.
        assert_eq!(of("|X1|  |", "|  |  |", Cause::WrongValue), ["X1", "  "]);
    }
}
