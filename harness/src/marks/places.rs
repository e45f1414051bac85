//! Of which mistake each difference is a place.

use std::collections::HashMap;

use crate::cases::{Case, Cause};
use crate::judging::{Judgement, Penalised, is_left_over};
use crate::mistakes::Slips;

/// Returns for each case and each of its differences the mistake of which it is a place, by its index in `keys`; none for what the
/// list does not tell by itself. `rules` are the keys of the broken rules.
pub(crate) fn places(
    keys: &[&str],
    judged: &[(&Case, &Judgement)],
    slips: &Slips,
    rules: &[String],
) -> Vec<Vec<Option<usize>>> {
    let indices: HashMap<&str, usize> = keys.iter().enumerate().map(|(index, key)| (*key, index)).collect();
    let place = |penalised: &Penalised| indices.get(key(penalised, slips, rules).as_str()).copied();
    let of_case = |(_, judgement): &(&Case, &Judgement)| {
        judgement.deductions.differences().into_iter().map(|listed| place(listed.penalised)).collect()
    };
    judged.iter().map(of_case).collect()
}

/// Returns the key of the mistake of which a difference is a place.
fn key(penalised: &Penalised, slips: &Slips, rules: &[String]) -> String {
    let difference = &penalised.difference;
    if let Some(rule) = penalised.rule.and_then(|rule| rules.get(rule)) {
        return rule.clone();
    }
    match penalised.slip.and_then(|slip| slips.all.get(slip)) {
        Some(slip) => slip.key.clone(),
        None if is_left_over(penalised) => left_over_key(difference.cause, slips.family(difference.part)),
        None => slips.key(difference),
    }
}

/// Returns the key of what is left of presentation in a family of parts.
pub(super) fn left_over_key(cause: Cause, family: &str) -> String {
    format!("{} {family}", cause.name())
}
