//! Which fault each failed case shows first, and the failed cases grouped by it.

use std::collections::BTreeMap;

use super::results::{CaseResult, DifferenceResult, Results};
use crate::judging::Verdict;
use crate::mistakes::Kind;

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
        groups.entry(fault(results, case)).or_default().push(case);
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

/// Returns the index of the difference for which a case fails: how its program ended, if that failed it; else, if it did not pass for slips
/// alone, the first that is no slip, of those that its own row pays for if there are such.
pub(super) fn failing_index(results: &Results, case: &CaseResult) -> Option<usize> {
    let is_slip = |difference: &DifferenceResult| {
        let mistake = results.mistakes.iter().find(|it| Some(&it.key) == difference.mistake.as_ref());
        mistake.is_some_and(|it| matches!(it.kind, Kind::Wording | Kind::Presentation))
    };
    let position = |is_meant: &dyn Fn(&DifferenceResult) -> bool| {
        let is_told = |it: &DifferenceResult| it.root.is_none() && !case.is_paid_elsewhere(it);
        case.differences.iter().position(|it| is_told(it) && is_meant(it))
    };
    let failing = match case.verdict {
        Verdict::Presentation => None,
        Verdict::Wrong => {
            let own = position(&|it| it.row == case.row && !is_slip(it));
            own.or_else(|| position(&|it| !is_slip(it)))
        }
        _ => case.differences.iter().position(DifferenceResult::is_sudden_end),
    };
    failing.or_else(|| first_index(case))
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

/// Returns the name of the fault for which a case fails.
fn fault(results: &Results, case: &CaseResult) -> &'static str {
    match (case.verdict, failing_index(results, case)) {
        (Verdict::Wrong | Verdict::Presentation, Some(index)) => case.differences[index].cause.name(),
        (Verdict::Wrong, None) if case.is_hidden() => UNKNOWN,
        (verdict, _) => verdict.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;
    use crate::marks::mistake::Mistake;

    /// Returns a difference of this part and row, which is a place of the mistake with this key.
    fn difference(part: &str, row: &str, mistake: &str) -> DifferenceResult {
        serde_json::from_value(serde_json::json!({
            "cause": "wrong text", "part": part, "row": row, "turn": 1, "line": 1, "expected": "a", "got": "b",
            "root": null, "sentence": "", "mistake": mistake,
        }))
        .expect("a difference")
    }

    #[track_caller]
    fn check(verdict: Verdict, differences: &[[&str; 3]], failing: Option<usize>) {
        let mut results = results(&Texts::default());
        let any = results.mistakes.remove(0);
        let mistake = |key: &str, kind| Mistake { key: key.to_string(), kind, ..any.clone() };
        results.mistakes = vec![mistake("slip", Kind::Wording), mistake("rule", Kind::Behaviour)];
        let differences =
            differences.iter().map(|[part, row, mistake]| difference(part, row, mistake)).collect();
        let any = results.cases[0].clone();
        let case = CaseResult { verdict, differences, row: "own".to_string().into(), ..any };
        assert_eq!(failing_index(&results, &case), failing);
    }

    #[test]
    fn a_case_that_crashed_fails_for_its_crash_and_not_for_a_slip_before_it() {
        check(Verdict::Crashed, &[["prompt", "turns", "slip"], ["crash", "own", "rule"]], Some(1));
        check(Verdict::Crashed, &[["prompt", "turns", "slip"]], Some(0));
    }

    #[test]
    fn a_wrong_case_fails_for_what_is_no_slip_and_first_in_its_own_row() {
        let slip = ["names", "names", "slip"];
        check(Verdict::Wrong, &[slip, ["turn", "turns", "rule"], ["again", "own", "rule"]], Some(2));
        check(Verdict::Wrong, &[slip, ["turn", "turns", "rule"]], Some(1));
        check(Verdict::Wrong, &[slip], Some(0));
        check(Verdict::Presentation, &[slip, ["again", "own", "rule"]], Some(0));
        check(Verdict::Wrong, &[], None);
    }
}
