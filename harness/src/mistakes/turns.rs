//! A conversation beside the expected one: which turn and which line stands for which.

use std::collections::HashMap;

use super::lexicon::LineShape;
use super::page::Page;
use super::steps::{Matcher, Step};
use crate::text::alignment::{Pair, align};

/// Leaving a turn out costs this much; matching two turns costs 0 (the same) to 1 (no line in common).
const GAP: f64 = 0.7;

/// Pairs of turns, and the way through the lines of each pair.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// Which expected turn is which printed one.
    pub(super) pairs: Vec<Pair>,
    /// The steps of each pair; none for a turn without a partner.
    pub(super) steps: Vec<Vec<Step>>,
}

impl Turns {
    /// Matches two conversations.
    pub(super) fn new(expected: &[Page], actual: &[Page], matcher: &mut Matcher<'_>) -> Self {
        let pairs = pairs(expected, actual, &matcher.learnt.meanings());
        let mut steps = Vec::with_capacity(pairs.len());
        for pair in &pairs {
            steps.push(match pair {
                (Some(one), Some(other)) => matcher.steps(&expected[*one], &actual[*other]),
                _ => Vec::new(),
            });
        }
        Self { pairs, steps }
    }

    /// Returns whether every line is right; blank lines may not be.
    pub(super) fn are_right(&self) -> bool {
        self.pairs.iter().all(|(one, other)| one.is_some() && other.is_some())
            && self.steps.iter().flatten().all(|step| matches!(step, Step::Same(..)))
    }
}

/// Returns which expected turn is which printed one, by what their lines say.
fn pairs(expected: &[Page], actual: &[Page], meanings: &HashMap<LineShape, LineShape>) -> Vec<Pair> {
    let said = |page: &Page| -> Vec<LineShape> {
        let mut forms: Vec<LineShape> = page.lines.iter().map(|placed| placed.line.form).collect();
        forms.sort_unstable();
        forms
    };
    let meant = |page: &Page| -> Vec<LineShape> {
        let meaning = |form: LineShape| meanings.get(&form).copied().unwrap_or(form);
        let mut forms: Vec<LineShape> = page.lines.iter().map(|placed| meaning(placed.line.form)).collect();
        forms.sort_unstable();
        forms
    };
    let left: Vec<Vec<LineShape>> = expected.iter().map(said).collect();
    let right: Vec<Vec<LineShape>> = actual.iter().map(meant).collect();
    let head = left.iter().zip(&right).take_while(|(one, other)| one == other).count();
    let rest = align(left.len() - head, right.len() - head, GAP, |row, column| {
        unlikeness(&left[head + row], &right[head + column])
    });
    let shifted = |at: Option<usize>| at.map(|at| at + head);
    let rest = rest.into_iter().map(|(one, other)| (shifted(one), shifted(other)));
    (0..head).map(|at| (Some(at), Some(at))).chain(rest).collect()
}

/// Returns the share of forms, given in order, that two turns do not have in common.
fn unlikeness(one: &[LineShape], other: &[LineShape]) -> f64 {
    let (mut left, mut right, mut common) = (0, 0, 0);
    while left < one.len() && right < other.len() {
        match one[left].cmp(&other[right]) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                (left, right, common) = (left + 1, right + 1, common + 1);
            }
        }
    }
    let count = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    let all = one.len() + other.len();
    if all == 0 { 0.0 } else { 1.0 - 2.0 * count(common) / count(all) }
}
