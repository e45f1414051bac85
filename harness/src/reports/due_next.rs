//! What should have been printed where a program crashed or was stopped.

use super::results::{CaseResult, DifferenceResult};

/// Returns the line that should have been printed next where a program crashed or was stopped, if that is known, and what it printed there.
pub(super) fn due_next<'a>(
    case: &'a CaseResult,
    failure: &DifferenceResult,
) -> (Option<&'a str>, Option<&'a str>) {
    // A flood stands where it was stopped, and began with the first line of its turn that is not the right one.
    let is_flood = failure.part == "hang";
    let from = if is_flood { (failure.turn, 0) } else { (failure.turn, failure.line) };
    let is_due = |it: &&DifferenceResult| {
        let is_line = it.expected.as_ref().is_some_and(|line| !line.trim().is_empty());
        is_line && (is_flood || it.got.is_none()) && (it.turn, it.line) >= from
    };
    let mut due = case.differences.iter().filter(is_due);
    let first = if is_flood { due.min_by_key(|it| (it.turn, it.line)) } else { due.next() };
    first.map_or((None, None), |first| (first.expected.as_deref(), first.got.as_deref()))
}
