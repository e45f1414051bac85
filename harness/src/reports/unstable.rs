//! Cases that did not come out the same each time they were run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::numbers::count;
use super::results::{CaseResult, Outcomes, Results};

/// How many such cases are named.
const NAMED: usize = 5;

/// Returns how a case of these results came out, in words that are the same only if it costs the same marks by the same mistakes: the verdict,
/// what it won of its marks if that is a part, and the keys of its mistakes that cost something.
pub(crate) fn outcome(results: &Results, case: &CaseResult) -> String {
    let costs =
        |key: &&String| results.mistakes.iter().any(|mistake| mistake.key == **key && mistake.lost > 0.0);
    let keys =
        case.differences.iter().flat_map(|difference| difference.mistake.iter().chain(&difference.rule));
    let keys: BTreeSet<&str> = keys.filter(costs).map(String::as_str).collect();
    let mut told = case.verdict.name().to_string();
    if case.awarded > 1e-6 && case.awarded < case.out_of - 1e-6 {
        let _ = write!(told, " for {:.0} %", 100.0 * case.awarded / case.out_of);
    }
    for (place, key) in keys.into_iter().enumerate() {
        told += if place == 0 { " with " } else { " and " };
        told += key.trim();
    }
    told
}

/// Returns how a case came out, such as `in 5 runs: passed 3 times, wrong 2 times`; nothing where it was the same each time.
pub(super) fn outcomes(case: &CaseResult) -> Option<String> {
    if case.outcomes.is_empty() {
        return None;
    }
    Some(outcomes_told(&case.outcomes))
}

/// Returns how a case came out that did not come out the same each time, such as `in 5 runs: passed 3 times, wrong 2 times`.
pub(crate) fn outcomes_told(outcomes: &Outcomes) -> String {
    let all: usize = outcomes.values().sum();
    let told = outcomes.iter().map(|(outcome, times)| format!("{outcome} {}", count(*times, "time")));
    format!("in {all} runs: {}", told.collect::<Vec<_>>().join(", "))
}

/// Returns which cases are unstable, in sentences; nothing if none is.
pub(super) fn sentences(results: &Results) -> Vec<String> {
    let unstable: Vec<(&CaseResult, String)> =
        results.cases.iter().filter_map(|case| Some((case, outcomes(case)?))).collect();
    if unstable.is_empty() {
        return Vec::new();
    }
    let head = format!(
        "{} did not come out the same each time: what the program does there depends on chance, the time, the order of a hash table, on what else runs, or on how its input comes in pieces.",
        count(unstable.len(), "case")
    );
    let lines = unstable.iter().take(NAMED).map(|(case, outcomes)| format!("{}: {outcomes}", case.name()));
    let more = unstable.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("and {more} more"));
    std::iter::once(head).chain(lines).chain(more).collect()
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;

    #[test]
    fn what_varies_is_told_with_its_counts() {
        let mut results = results(&Texts::default());
        assert_eq!(sentences(&results), [""; 0]);
        results.cases[0].outcomes = [("passed".to_string(), 3), ("wrong".to_string(), 1)].into();
        let told = sentences(&results);
        assert!(told[0].starts_with("1 case did not come out the same each time"), "{told:?}");
        assert_eq!(told[1], format!("{}: in 4 runs: passed 3 times, wrong 1 time", results.cases[0].name()));
    }
}
