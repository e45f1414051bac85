//! Slips that cost nothing, each told once for the whole submission.

use std::collections::BTreeMap;

use super::numbers::count;
use super::results::{CaseResult, DifferenceResult, Results};
use crate::cases::Cause;
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;

/// A slip that costs nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Forgiven<'a> {
    /// What kind it is.
    pub(super) cause: Cause,
    /// What is wrong at the first place, and how often it came.
    pub(super) sentence: String,
    /// The first case in which it shows; none if no case may be named.
    pub(super) first: Option<&'a str>,
}

/// Returns the slips that cost nothing, and the hint of output that is not flushed.
pub(super) fn slips(results: &Results) -> Vec<Forgiven<'_>> {
    let is_free = |mistake: &&Mistake| {
        mistake.lost == 0.0 && matches!(mistake.kind, Kind::Presentation | Kind::Wording)
    };
    let mut causes: BTreeMap<Cause, Vec<&Mistake>> = BTreeMap::new();
    for mistake in results.mistakes.iter().filter(is_free) {
        if let Some(cause) = mistake.cause {
            causes.entry(cause).or_default().push(mistake);
        }
    }
    causes.into_iter().map(|(cause, mistakes)| slip(cause, &mistakes)).chain(hint(results)).collect()
}

/// Tells of all slips of one cause.
fn slip<'a>(cause: Cause, mistakes: &[&'a Mistake]) -> Forgiven<'a> {
    let places: usize = mistakes.iter().map(|mistake| mistake.places).sum();
    let most = mistakes.iter().map(|mistake| mistake.cases).max().unwrap_or_default();
    let shown = mistakes.iter().find(|mistake| mistake.example.is_some());
    let sentence = shown.map_or(cause.name(), |mistake| mistake.sentence.as_str());
    let often = format!("{} in {}", count(places, "place"), count(most, "case"));
    let first = shown.and_then(|mistake| mistake.example.as_deref());
    Forgiven { cause, sentence: format!("{sentence} ({often})"), first }
}

/// Returns the hint of output that is not flushed, at the first case that may be named.
pub(super) fn hint(results: &Results) -> Option<Forgiven<'_>> {
    let hinted =
        |case: &CaseResult| case.differences.iter().find(|hint| hint.cause == Cause::NotFlushed).cloned();
    let places: Vec<(&CaseResult, DifferenceResult)> =
        results.cases.iter().filter_map(|case| Some((case, hinted(case)?))).collect();
    let shown = places.iter().find(|(case, _)| !case.is_hidden());
    let sentence = shown.or(places.first()).map(|(_, hint)| hint.sentence.clone())?;
    let often = format!("{} in {}", count(places.len(), "place"), count(places.len(), "case"));
    let first = shown.map(|(case, _)| case.id.as_str());
    Some(Forgiven { cause: Cause::NotFlushed, sentence: format!("{sentence} ({often})"), first })
}
