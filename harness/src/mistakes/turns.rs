//! A conversation beside the expected one: which turn stands for which.

use std::collections::HashMap;

use super::line::LineShape;
use super::pages::{Pages, SharedPage};
use crate::text::alignment::{Pair, align, in_common, unlikeness};

/// Leaving a turn out costs this much; matching two turns costs 0 (the same) to 1 (no line in common).
const GAP: f64 = 0.7;

/// So many more turns than are expected may stand among those that are expected. All others come after these, whatever they are like: where the
/// game has ended, or nobody knows how it goes on, a program may be asked for much longer.
const MOST_MORE: usize = 2;

/// Returns which expected turn is which printed one, by what their lines say, where some lines mean others.
pub(super) fn pairs(
    expected: &[SharedPage],
    actual: &[SharedPage],
    pages: &Pages,
    meanings: &HashMap<LineShape, LineShape>,
) -> Vec<Pair> {
    let meant = |page: &SharedPage| -> Vec<LineShape> {
        let meaning = |form: &LineShape| meanings.get(form).copied().unwrap_or(*form);
        let mut forms: Vec<LineShape> = pages.forms(page).iter().map(meaning).collect();
        forms.sort_unstable();
        forms
    };
    let left: Vec<&[LineShape]> = expected.iter().map(|page| pages.forms(page)).collect();
    let right: Vec<Vec<LineShape>> = actual.iter().map(meant).collect();
    let head = left.iter().zip(&right).take_while(|(one, other)| **one == other.as_slice()).count();
    let among = right.len().min(left.len() + MOST_MORE);
    let rest = align(left.len() - head, among - head, GAP, |row, column| {
        let (one, other) = (left[head + row], &right[head + column]);
        unlikeness(in_common(one, other), one.len() + other.len())
    });
    let shifted = |at: Option<usize>| at.map(|at| at + head);
    let rest = rest.into_iter().map(|(one, other)| (shifted(one), shifted(other)));
    let after = (among..right.len()).map(|at| (None, Some(at)));
    (0..head).map(|at| (Some(at), Some(at))).chain(rest).chain(after).collect()
}
