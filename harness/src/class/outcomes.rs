//! How the cases of a submission came out, if they were run several times.

use super::store::{ClassReader, KeptJudgement, KeptRound, StoreFault};
use crate::reports::outcome;
use crate::reports::results::{Outcomes, Results};

/// Notes in the results of a submission how often each outcome came in each case that did not come out the same each time. Only rounds count
/// that were judged by the same as these results.
///
/// # Errors
/// A file that cannot be read or understood.
pub(super) fn repeated_outcomes(
    reader: &ClassReader,
    judged: &KeptJudgement,
    mut results: Results,
) -> Result<Results, StoreFault> {
    let mut rounds = reader.rounds(&results.target_digest)?;
    rounds.retain(|round| round.depends == judged.depends);
    note(&rounds, &mut results);
    Ok(results)
}

fn note(rounds: &[KeptRound], results: &mut Results) {
    let first: Vec<String> = results.cases.iter().map(|case| outcome(results, case)).collect();
    for (case, first) in results.cases.iter_mut().zip(first) {
        let again = rounds.iter().filter_map(|round| round.outcomes.get(&case.id).cloned());
        let mut outcomes = Outcomes::new();
        for outcome in std::iter::once(first).chain(again) {
            *outcomes.entry(outcome).or_default() += 1;
        }
        case.outcomes = if outcomes.len() > 1 { outcomes } else { Outcomes::new() };
    }
}
