//! Which lines of a turn stand for which lines with holes.

use std::ops::Range;

use crate::text::alignment::{StandsFor, ranges};

/// Leaving a line out costs this much; pairing two costs 0 (it fits) and more.
pub(crate) const GAP: u32 = 6;

/// Pairing two lines without holes that are not the same costs this much: less than leaving a line out, so that a hole for any
/// lines does not take the wrong line before it, too.
pub(crate) const OTHER: u32 = GAP - 1;

/// Pairing two lines costs this much if they may not be paired: more than leaving both out.
pub(crate) const NEVER: u32 = 2 * GAP + 1;

/// Returns for each line of a transcript the range of printed lines that it stands for. The range is empty where the line
/// is missing. `cost` says how badly a printed line fits a line of the transcript that stands for one.
pub(crate) fn pair(
    rows: &[StandsFor],
    lines: usize,
    cost: impl Fn(usize, usize) -> u32,
) -> Vec<Range<usize>> {
    ranges(rows, lines, f64::from(GAP), |row, line| f64::from(cost(row, line)))
}
