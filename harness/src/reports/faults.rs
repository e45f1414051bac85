//! Which fault each failed case shows first, and the failed cases grouped by it.

use std::collections::BTreeMap;

use super::results::{CaseResult, DifferenceResult, Results};
use crate::judging::Verdict;

/// The failed cases that show the same fault first.
#[derive(Debug)]
pub(super) struct FaultGroup<'a> {
    /// The name of the cause or, where a program went wrong in another way, of the verdict.
    pub(super) name: &'static str,
    /// The cases, in the order of their ids.
    pub(super) cases: Vec<&'a CaseResult>,
}

/// The group of cases of which the reader may know nothing but that they did not pass.
const UNKNOWN: &str = "cause not told";

/// Returns the failed cases grouped by their faults: the fault of most cases first, for repairing it helps
/// most; what is not known last.
pub(super) fn groups(results: &Results) -> Vec<FaultGroup<'_>> {
    let mut groups: BTreeMap<&'static str, Vec<&CaseResult>> = BTreeMap::new();
    for case in results.cases.iter().filter(|case| has_failed(case)) {
        groups.entry(fault(case)).or_default().push(case);
    }
    let mut groups: Vec<FaultGroup<'_>> =
        groups.into_iter().map(|(name, cases)| FaultGroup { name, cases }).collect();
    groups.sort_by_key(|group| (group.name == UNKNOWN, std::cmp::Reverse(group.cases.len())));
    groups
}

/// Returns whether a case did not pass although it could be judged.
pub(super) fn has_failed(case: &CaseResult) -> bool {
    !matches!(case.verdict, Verdict::Passed | Verdict::Undecided)
}

/// What became of the fact that a case is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FactOutcome {
    /// It holds, whatever else the case shows.
    Holds,
    /// It does not hold.
    Fails,
    /// It could not be seen, through the fault of what another row pays for.
    Unseen,
    /// A person decides.
    Undecided,
}

/// Returns what became of the fact that a case is about. Of a case that is not public nobody is told why it won nothing.
pub(super) fn fact(case: &CaseResult) -> FactOutcome {
    let is_own = |difference: &DifferenceResult| difference.row == case.row;
    match case.verdict {
        Verdict::Passed => FactOutcome::Holds,
        Verdict::Undecided => FactOutcome::Undecided,
        _ if case.awarded >= case.out_of && case.out_of > 0.0 => FactOutcome::Holds,
        _ if case.awarded > 0.0 || case.differences.is_empty() => FactOutcome::Fails,
        _ if case.differences.iter().any(is_own) => FactOutcome::Fails,
        _ => FactOutcome::Unseen,
    }
}

/// Returns whether a case is right in what it is about, but shows mistakes for which others pay, of which the reader may know.
pub(super) fn passes_with_mistakes(case: &CaseResult) -> bool {
    fact(case) == FactOutcome::Holds && case.differences.iter().any(|difference| difference.mistake.is_some())
}

/// Returns the case to be repaired first: of the largest group that the reader may see something of, one that is
/// about what it shows, after as few turns as possible.
pub(super) fn first<'a>(groups: &[FaultGroup<'a>]) -> Option<&'a CaseResult> {
    let ease = |case: &&CaseResult| {
        first_difference(case).map_or((false, 0, 0), |first| (first.row != case.row, first.turn, first.line))
    };
    let seen = |group: &FaultGroup<'a>| {
        let cases = group.cases.iter().copied().filter(|case| !case.is_hidden());
        cases.min_by_key(ease)
    };
    groups.iter().find_map(seen)
}

/// Returns the first difference of a case that follows from nothing else.
pub(super) fn first_difference(case: &CaseResult) -> Option<&DifferenceResult> {
    first_index(case).map(|index| &case.differences[index])
}

/// Returns the index of the first difference of a case that follows from nothing else; only where there is none, of one that follows
/// from a broken rule for which another row pays.
pub(super) fn first_index(case: &CaseResult) -> Option<usize> {
    let is_root = |difference: &&DifferenceResult| difference.root.is_none();
    let own = |difference: &DifferenceResult| is_root(&difference) && !case.is_paid_elsewhere(difference);
    let first = case.differences.iter().position(own);
    first.or_else(|| case.differences.iter().position(|difference| is_root(&difference)))
}

/// Returns how many differences are the same slip again as the one at `root`.
pub(super) fn again(case: &CaseResult, root: usize) -> usize {
    let first = &case.differences[root];
    let followers = case.differences.iter().filter(|difference| difference.root == Some(root));
    followers.filter(|difference| is_again(first, difference)).count()
}

/// Returns whether a difference that names `root` as its root is the same slip again, and no consequence.
pub(super) fn is_again(root: &DifferenceResult, difference: &DifferenceResult) -> bool {
    difference.cause == root.cause && difference.sentence == root.sentence
}

/// Returns the name of the fault that a failed case shows first.
pub(super) fn fault(case: &CaseResult) -> &'static str {
    match (case.verdict, first_difference(case)) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => difference.cause.name(),
        (Verdict::Wrong, None) if case.is_hidden() => UNKNOWN,
        (verdict, _) => verdict.name(),
    }
}
