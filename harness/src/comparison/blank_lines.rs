//! Blank lines: between two turns, within a turn, and where they are forgiven.

use std::collections::BTreeSet;

use super::detail::Detail;
use super::difference::{Difference, Part, Track};
use super::lines::{ActualLines, ExpectedLines, LinePair};
use crate::cases::{Cause, Tolerance};

/// Forgives all blank lines, if the tolerances say so.
pub(super) fn forgive(differences: &mut Vec<Difference>, tolerances: &BTreeSet<Tolerance>) {
    if tolerances.contains(&Tolerance::BlankLines) {
        differences.retain(|difference| difference.cause != Cause::BlankLines);
    }
}

/// Compares the line breaks between each turn and the next.
#[derive(Debug, Default)]
pub(super) struct BetweenTurns {
    /// The line breaks at the end of the turn before: as expected, and as printed.
    before: Option<(usize, usize)>,
}

impl BetweenTurns {
    /// Takes the next turn, number `turn` counted from 0; returns a difference if the line breaks between it and the turn
    /// before differ. One more or less is forgiven after a prompt if the tolerances say so.
    pub(super) fn next(
        &mut self,
        (expected, actual): (&ExpectedLines<'_>, &ActualLines<'_>),
        turn: usize,
        tolerances: &BTreeSet<Tolerance>,
    ) -> Option<Difference> {
        let is_after_prompt = self.before.is_some();
        let forgiven = usize::from(tolerances.contains(&Tolerance::BreakAfterPrompt) && is_after_prompt);
        let (before, printed_before) = self.before.unwrap_or_default();
        self.before = Some((expected.breaks_after, actual.breaks_after));
        let breaks = before + expected.breaks_before;
        let printed = printed_before + actual.breaks_before;
        (breaks.abs_diff(printed) > forgiven).then(|| {
            let detail = if breaks > printed { Detail::MissingBlankLine } else { Detail::ExtraBlankLines };
            difference(expected.part(0, 0), detail).at(turn + 1, 1)
        })
    }
}

/// Returns the difference of a blank line that is missing, or of one too many, as `detail` says.
pub(super) fn difference(part: Part, detail: Detail) -> Difference {
    Difference::new(Cause::BlankLines, part, detail).on(Track::Version)
}

/// Returns the pairs without blank lines that are missing or extra right beside lines that are missing or extra, too: there
/// the other lines are the fault, and the blank ones come with them.
pub(super) fn without_company(
    pairs: &[LinePair],
    expected: &ExpectedLines<'_>,
    actual: &ActualLines<'_>,
) -> Vec<LinePair> {
    let is_blank = |pair: &LinePair| match (pair.expected, pair.actual) {
        (Some(line), None) => expected.keys[line].is_empty(),
        (None, Some(line)) => actual.keys[line].is_empty(),
        _ => false,
    };
    let adjacent = |one: Option<usize>, other: Option<usize>| one.zip(other).is_some_and(|(a, b)| a + 1 == b);
    let company = |one: &LinePair, other: &LinePair| {
        !one.is_version(expected, actual)
            && !other.is_version(expected, actual)
            && (adjacent(one.expected, other.expected) || adjacent(one.actual, other.actual))
    };
    let kept = |run: &[LinePair]| {
        let all_blank = run.iter().all(is_blank);
        run.iter().filter(|pair| all_blank || !is_blank(pair)).copied().collect::<Vec<_>>()
    };
    pairs.chunk_by(company).flat_map(kept).collect()
}
