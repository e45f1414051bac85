//! Slips that cost nothing, each told once for the whole submission.

use std::collections::BTreeMap;

use super::numbers::count;
use super::results::{CaseResult, DifferenceResult, Results};
use crate::cases::Cause;
use crate::judging::Verdict;

/// A slip that costs nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slip<'a> {
    /// What kind it is.
    pub(super) cause: Cause,
    /// What is wrong at the first place, and how often it came.
    pub(super) sentence: String,
    /// The first case in which it shows; none if no case may be named.
    pub(super) first: Option<&'a str>,
}

/// Returns the slips of the cases that passed, and hints of any case, from the smallest to the largest.
pub(super) fn slips(results: &Results) -> Vec<Slip<'_>> {
    let mut found: BTreeMap<Cause, Vec<(&CaseResult, &DifferenceResult)>> = BTreeMap::new();
    for case in &results.cases {
        let is_free =
            |slip: &&DifferenceResult| case.verdict == Verdict::Passed || slip.cause == Cause::NotFlushed;
        for slip in case.differences.iter().filter(is_free) {
            found.entry(slip.cause).or_default().push((case, slip));
        }
    }
    found.into_iter().map(|(cause, places)| slip(cause, &places)).collect()
}

fn slip<'a>(cause: Cause, places: &[(&'a CaseResult, &'a DifferenceResult)]) -> Slip<'a> {
    let mut cases: Vec<&str> = places.iter().map(|(case, _)| case.id.as_str()).collect();
    cases.dedup();
    let shown = places.iter().find(|(case, _)| !case.is_hidden());
    let sentence = shown.map_or(cause.name(), |(_, slip)| slip.sentence.as_str());
    let often = format!("{} in {}", count(places.len(), "place"), count(cases.len(), "case"));
    Slip { cause, sentence: format!("{sentence} ({often})"), first: shown.map(|(case, _)| case.id.as_str()) }
}
