//! Which lines of a turn stand for which lines with holes.

use std::ops::Range;

/// Leaving a line out costs this much; pairing two costs 0 (it fits) and more.
pub(crate) const GAP: u32 = 6;

/// Two lines without holes that are not the same: they are rather paired than left out, so that any lines do
/// not take what stands before them.
pub(crate) const OTHER: u32 = GAP - 1;

/// Two lines that are never paired.
pub(crate) const NEVER: u32 = 2 * GAP + 1;

/// Beyond this many pairs of lines, lines are paired by their numbers.
const MOST_PAIRS: usize = 250_000;

/// What a line of a transcript stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stands {
    /// One line.
    ForOne,
    /// Any lines.
    ForMany,
}

/// Returns for each of `rows` the lines, of as many as `columns`, that it stands for, in order; none if it is
/// missing. `cost` says how badly a line fits a row for one.
pub(crate) fn pair(rows: &[Stands], columns: usize, cost: impl Fn(usize, usize) -> u32) -> Vec<Range<usize>> {
    if rows.len().saturating_mul(columns) > MOST_PAIRS {
        let by_number = |row: usize| row.min(columns)..(row + 1).min(columns);
        return (0..rows.len()).map(by_number).collect();
    }
    let width = columns + 1;
    let mut costs = vec![0; rows.len() * width];
    let mut best = vec![0; (rows.len() + 1) * width];
    for column in (0..columns).rev() {
        best[rows.len() * width + column] = GAP + best[rows.len() * width + column + 1];
    }
    for row in (0..rows.len()).rev() {
        for column in (0..width).rev() {
            let at = row * width + column;
            let after = |by: u32| if column < columns { by + best[at + 1] } else { u32::MAX };
            best[at] = if rows[row] == Stands::ForMany {
                best[at + width].min(after(0))
            } else {
                costs[at] = if column < columns { cost(row, column) } else { 0 };
                let both = if column < columns { costs[at] + best[at + width + 1] } else { u32::MAX };
                both.min(GAP + best[at + width]).min(after(GAP))
            };
        }
    }
    let mut pairs = Vec::with_capacity(rows.len());
    let mut column = 0;
    for (row, stands) in rows.iter().enumerate() {
        let mut start = column;
        loop {
            let at = row * width + column;
            let skips = if *stands == Stands::ForMany { 0 } else { GAP };
            if *stands == Stands::ForOne && column < columns && best[at] == costs[at] + best[at + width + 1] {
                column += 1;
                pairs.push(column - 1..column);
                break;
            }
            if best[at] == skips + best[at + width] {
                pairs.push(if *stands == Stands::ForMany { start..column } else { column..column });
                break;
            }
            column += 1;
            start = if *stands == Stands::ForMany { start } else { column };
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter is a line, `*` stands for any lines; the answer names the lines for each row.
    #[track_caller]
    fn check(rows: &str, lines: &str, expected: &str) {
        let stands: Vec<Stands> =
            rows.chars().map(|c| if c == '*' { Stands::ForMany } else { Stands::ForOne }).collect();
        let (rows, lines): (Vec<char>, Vec<char>) = (rows.chars().collect(), lines.chars().collect());
        let cost = |row: usize, line: usize| if rows[row] == lines[line] { 0 } else { NEVER };
        let pairs = pair(&stands, lines.len(), cost);
        let pairs: Vec<String> = pairs.into_iter().map(|pair| lines[pair].iter().collect()).collect();
        assert_eq!(pairs.join(" "), expected);
    }

    #[test]
    fn rows_stand_for_the_lines_that_fit() {
        check("abc", "abc", "a b c");
        check("abc", "axc", "a  c");
        check("a*c", "axyc", "a xy c");
        check("a*c", "ac", "a  c");
        check("*c*", "abcd", "ab c d");
        check("ab", "xaby", "a b");
    }
}
