//! Finds out which rules a submission breaks, by the runs of its cases.

use super::bench::Bench;
use crate::cases::Case;
use crate::cases::problem::Problem;
use crate::diagnosis::{Diagnosis, PlayedRun, Scene, diagnose};
use crate::expected::BentReference;
use crate::judging::{Judgement, Listed, Strictness, Verdict};
use crate::reports::judged::Judged;

/// More output, in bytes, is not looked at for broken rules.
pub(super) const MOST_OUTPUT: usize = 16 << 20;

/// Finds out which rules a submission breaks; nothing is looked for where all is right, or nothing can be told.
pub(super) fn diagnosis(bench: &Bench<'_, '_>, judged: &[Judged<'_>]) -> Result<Diagnosis, Problem> {
    let Some(game) = bendable(bench) else { return Ok(Diagnosis::default()) };
    let bends = game.bends(bench.suite);
    let diagnosed = |without_slips: bool| {
        // A case that is right but for slips is wrong as it was printed.
        let has_slips = |judged: &&Judged<'_>| bench.differed.contains(judged.case.id.as_str());
        let is_right = |judged: &&Judged<'_>| {
            says_what_is_due(&judged.judgement) && (without_slips || !has_slips(judged))
        };
        let may_be_wrong = |judged: &&Judged<'_>| {
            is_wrong(&judged.judgement) || !without_slips && has_slips(judged) && is_passed(&judged.judgement)
        };
        let wrong: Vec<&Judged<'_>> = judged.iter().filter(may_be_wrong).collect();
        let right: Vec<&Case> = judged.iter().filter(is_right).map(|it| it.case).collect();
        let against = |one: &BentReference, other: &BentReference| bench.differ(&right, one, other);
        let runs = runs(bench, &wrong, without_slips)?;
        let diagnosed = runs.map(|runs| {
            diagnose(&Scene {
                suite: bench.suite,
                game: &game,
                bends: &bends,
                following: &game.following_bends(bench.suite),
                runs: &runs,
                against: &against,
                is_over: bench.is_over,
            })
        });
        Ok(diagnosed.unwrap_or_default())
    };
    let repaired = diagnosed(true)?;
    if !bench.has_slips() {
        return Ok(repaired);
    }
    // What is never printed, or always in other words, may be a slip, which is repaired, or the very rule that is broken.
    let printed = diagnosed(false)?;
    let is_enough = printed.explains_all() && printed.broken.len() <= repaired.broken.len();
    let is_better = printed.explained() > repaired.explained() && (is_enough || !repaired.explains_all());
    Ok(if is_better { printed } else { repaired })
}

/// Returns what the suite takes for right, if broken rules may be told by it.
pub(super) fn bendable(bench: &Bench<'_, '_>) -> Option<BentReference> {
    BentReference::of(bench.suite).filter(|_| bench.strictness() != Strictness::Strict)
}

fn is_passed(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Passed
}

/// Returns whether nothing is wrong in a case but slips. One that passes shows its own fact, but may differ in what other rows pay for.
fn says_what_is_due(judgement: &Judgement) -> bool {
    let is_slip = |listed: &Listed<'_>| listed.penalised.slip.is_some() || !listed.penalised.costs();
    is_passed(judgement) && judgement.deductions.differences().iter().all(is_slip)
}

pub(super) fn is_wrong(judgement: &Judgement) -> bool {
    !matches!(judgement.verdict, Verdict::Passed | Verdict::NotStarted | Verdict::Undecided)
}

/// Returns the runs of these cases; nothing if there are none, or too much was printed in them.
fn runs<'a>(
    bench: &Bench<'a, '_>,
    judged: &[&Judged<'a>],
    without_slips: bool,
) -> Result<Option<Vec<PlayedRun<'a>>>, Problem> {
    let mut runs = Vec::new();
    let mut size = 0;
    for judged in judged {
        let read = if without_slips { bench.without_slips(judged.case) } else { bench.read(judged.case) };
        let Some(recording) = read? else { continue };
        let run = PlayedRun::new(judged.case, &recording);
        size += run.size();
        if size > MOST_OUTPUT {
            return Ok(None);
        }
        runs.push(run);
    }
    Ok(Some(runs).filter(|runs| !runs.is_empty()))
}
