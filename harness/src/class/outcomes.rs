//! How the cases of a submission came out, if they were run several times, or are to be.

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

/// Returns how often the cases of a submission are still to be run again, of what the last command asked for.
///
/// # Errors
/// A file that cannot be read or understood.
pub(super) fn rounds_left(reader: &ClassReader, submission: &str) -> Result<usize, StoreFault> {
    let times = reader.about("times")?.parse().unwrap_or(1);
    if times <= 1 {
        return Ok(0);
    }
    let depends = reader.about("depends")?;
    let rounds = reader.rounds(submission)?;
    let is_done = |round: &usize| rounds.iter().any(|kept| kept.round == *round && kept.depends == depends);
    Ok((1..times).filter(|round| !is_done(round)).count())
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
