//! Finds out which rules a submission breaks whose conversations are judged by facts.

use super::bench::Bench;
use super::diagnosed::{MOST_OUTPUT, bendable, is_wrong};
use crate::cases::problem::Problem;
use crate::diagnosis::{Diagnosis, FactScene, diagnose_facts};
use crate::expected::BentReference;
use crate::judging::Verdict;
use crate::reports::judged::Judged;

/// Finds out which rules a submission breaks; nothing is looked for where all is right, or nothing can be told. Runs whose cases pass
/// tell, too: their other facts may be wrong.
pub(super) fn diagnosis(bench: &Bench<'_, '_>, judged: &[Judged<'_>]) -> Result<Diagnosis, Problem> {
    let Some(BentReference::Game(game)) = bendable(bench) else { return Ok(Diagnosis::default()) };
    if !judged.iter().any(|judged| is_wrong(&judged.judgement)) {
        return Ok(Diagnosis::default());
    }
    let mut runs = Vec::new();
    let mut size = 0;
    let is_clear =
        |it: &&Judged<'_>| !matches!(it.judgement.verdict, Verdict::NotStarted | Verdict::Undecided);
    for judged in judged.iter().filter(is_clear) {
        let Some(recording) = bench.read(judged.case)? else { continue };
        size += recording.turns().iter().map(|turn| turn.output.len()).sum::<usize>();
        if size > MOST_OUTPUT {
            return Ok(Diagnosis::default());
        }
        runs.push(bench.heard(judged.case, &recording));
    }
    let bends = BentReference::Game(game).bends(bench.suite);
    Ok(diagnose_facts(&FactScene { game: &game, bends: &bends, runs: &runs, is_over: bench.is_over }))
}
