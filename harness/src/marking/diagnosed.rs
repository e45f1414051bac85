//! Finds out which rules a submission breaks, by the runs of its cases.

use super::bench::{Bench, Read};
use crate::cases::Case;
use crate::cases::problem::Problem;
use crate::diagnosis::{Diagnosis, PlayedRun, Scene, diagnose};
use crate::expected::BentReference;
use crate::judging::{Judgement, Listed, Strictness, Verdict};
use crate::reports::judged::Judged;

/// More output, in bytes, is not looked at for broken rules.
pub(super) const MOST_OUTPUT: usize = 16 << 20;

/// Beside so many bends that come near slips are looked for anew.
const MOST_NEAR: usize = 2;

/// Finds out which rules a submission breaks; nothing is looked for where all is right, or nothing can be told.
pub(super) fn diagnosis(bench: &Bench<'_, '_>, judged: &[Judged<'_>]) -> Result<Diagnosis, Problem> {
    let Some(game) = bendable(bench) else { return Ok(Diagnosis::default()) };
    let (bends, following) = (game.bends(bench.suite), game.following_bends(bench.suite));
    let tried = DiagnosisBench { bench, game: &game, judged };
    let diagnosed = |repaired: Option<&Bench<'_, '_>>| tried.diagnosis(repaired, &bends, &following);
    let mut best = diagnosed(Some(bench))?;
    if bench.has_slips() {
        // What is never printed, or always in other words, may be a slip, which is repaired, or the very rule that is broken.
        best = better(best, diagnosed(None)?);
        let sure = if best.explains_all() { None } else { Some(bench.with_sure_slips(&game)?) };
        if let Some(sure) = sure.filter(|sure| sure.slips.all.len() < bench.slips.all.len()) {
            best = better(best, diagnosed(Some(&sure))?);
        }
    }
    let named: Vec<&str> = best.broken.iter().map(|rule| rule.names[0].as_str()).collect();
    for near in best.nearest.iter().take(MOST_NEAR) {
        // A slip may show only where this rule is broken.
        let rules = [&named[..], &[near]].concat();
        let sure = bench.with_sure_slips(&rules.iter().fold(game.clone(), |game, name| game.bent(name)))?;
        let alone = tried.diagnosis(Some(&sure), &rules, &[])?;
        if alone.broken.iter().any(|rule| rule.names.contains(near)) {
            return Ok(better(diagnosed(Some(&sure))?, best));
        }
    }
    Ok(best)
}

/// Returns the second diagnosis, of which fewer slips were repaired, only where it explains more, and no more rules are broken.
fn better(first: Diagnosis, second: Diagnosis) -> Diagnosis {
    let is_enough = second.explains_all() && second.broken.len() <= first.broken.len();
    let explains_more = second.explained() > first.explained();
    if explains_more && (is_enough || !first.explains_all()) { second } else { first }
}

/// What is needed to find broken rules with more or fewer slips repaired.
struct DiagnosisBench<'b, 'a, 'r> {
    /// Where all slips are repaired.
    bench: &'b Bench<'a, 'r>,
    game: &'b BentReference,
    judged: &'b [Judged<'a>],
}

impl DiagnosisBench<'_, '_, '_> {
    /// Finds broken rules among these bends, where those slips are repaired that `repaired` knows; nothing is repaired where there is none.
    fn diagnosis(
        &self,
        repaired: Option<&Bench<'_, '_>>,
        bends: &[&str],
        following: &[&str],
    ) -> Result<Diagnosis, Problem> {
        let Self { bench, game, judged } = *self;
        let mut wrong = Vec::new();
        let mut right = Vec::new();
        for judged in judged {
            // A case that is right but for slips is wrong while they are not repaired.
            let has_slips = self.is_otherwise(judged.case, repaired)?;
            if says_what_is_due(&judged.judgement) && !has_slips {
                right.push(judged.case);
            } else if is_wrong(&judged.judgement) || has_slips && is_passed(&judged.judgement) {
                wrong.push(judged.case);
            }
        }
        let read = |case: &Case| match repaired {
            Some(bench) => bench.without_slips(case),
            None => bench.read(case),
        };
        let Some(runs) = runs(&wrong, &read)? else { return Ok(Diagnosis::default()) };
        let against = |one: &BentReference, other: &BentReference| bench.differ(&right, one, other);
        Ok(diagnose(&Scene {
            suite: bench.suite,
            game,
            bends,
            following,
            runs: &runs,
            against: &against,
            is_over: bench.is_over,
        }))
    }

    /// Returns whether a case differed at first sight, and is not the same here as without all of its slips.
    fn is_otherwise(&self, case: &Case, repaired: Option<&Bench<'_, '_>>) -> Result<bool, Problem> {
        let bench = self.bench;
        if !bench.differed.contains(case.id.as_str()) {
            return Ok(false);
        }
        Ok(match repaired {
            None => true,
            Some(repaired) if std::ptr::eq(&raw const repaired.slips, &raw const bench.slips) => false,
            Some(repaired) => bench.without_slips(case)? != repaired.without_slips(case)?,
        })
    }
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
fn runs<'a>(cases: &[&'a Case], read: &Read<'_>) -> Result<Option<Vec<PlayedRun<'a>>>, Problem> {
    let mut runs = Vec::new();
    let mut size = 0;
    for case in cases {
        let Some(recording) = read(case)? else { continue };
        let run = PlayedRun::new(case, &recording);
        size += run.size();
        if size > MOST_OUTPUT {
            return Ok(None);
        }
        runs.push(run);
    }
    Ok(Some(runs).filter(|runs| !runs.is_empty()))
}
