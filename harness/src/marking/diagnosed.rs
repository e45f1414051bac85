//! Finds out which rules a submission breaks, by the runs of its cases.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher;

use super::bench::{Bench, Read};
use crate::cases::problem::Problem;
use crate::cases::{Case, Cause};
use crate::diagnosis::{Diagnosis, PlayedRun, Scene, diagnose};
use crate::expected::BentReference;
use crate::judging::{Judgement, Listed, Strictness, Verdict};
use crate::mistakes::{Kind, Slip, Slips};
use crate::reports::judged::Judged;

/// More output, in bytes, is not looked at for broken rules.
pub(super) const MOST_OUTPUT: usize = 16 << 20;

/// Beside so many bends that come near slips are looked for anew.
const MOST_NEAR: usize = 2;

/// Finds out which rules a submission breaks; nothing is looked for where all is right, or nothing can be told.
pub(super) fn diagnosis(bench: &Bench<'_, '_>, judged: &[Judged<'_>]) -> Result<Diagnosis, Problem> {
    let Some(game) = bendable(bench) else { return Ok(Diagnosis::default()) };
    let (bends, following) = (game.bends(bench.suite), game.following_bends(bench.suite));
    let tried = DiagnosisBench { bench, game: &game, judged, known: RefCell::default() };
    let diagnosed = |repaired: RepairedRuns<'_, '_>| tried.diagnosis(repaired, &bends, &following);
    let mut best = diagnosed(RepairedRuns::AllSlips)?;
    let mut nearest = best.nearest.clone();
    // What comes near where less is repaired is no consequence of a repair that is wrong.
    let mut put_first = |diagnosis: &Diagnosis| {
        nearest.retain(|near| !diagnosis.nearest.contains(near));
        nearest.splice(..0, diagnosis.nearest.iter().cloned());
    };
    if bench.has_slips() {
        let all = bench.slips.all.len();
        // What is never printed, or always in other words, may be a slip, which is repaired, or the very rule that is broken.
        let unrepaired = diagnosed(RepairedRuns::Nothing)?;
        put_first(&unrepaired);
        let rules: BTreeSet<String> = names(&best).chain(names(&unrepaired)).map(str::to_string).collect();
        best = better(best, unrepaired, all);
        if names(&best).count() < rules.len() {
            // Both may be right: one of the rules looks like slips, beside which there are others.
            let others = bench.beside(&game.with(rules.iter().map(String::as_str)), &[])?;
            let repaired = diagnosed(RepairedRuns::SlipsOf(&others))?;
            best = better(best, repaired, all.saturating_sub(others.slips.all.len()));
        }
        let sure = if best.explains_all() { None } else { Some(bench.with_sure_slips(&game)?) };
        if let Some(sure) = sure.filter(|sure| sure.slips.all.len() < all) {
            let repaired = diagnosed(RepairedRuns::SlipsOf(&sure))?;
            put_first(&repaired);
            best = better(best, repaired, 0);
        }
    }
    if best.explains_all() {
        return Ok(best);
    }
    let named: Vec<&str> = names(&best).collect();
    for near in nearest.iter().filter(|near| !named.contains(&near.as_str())).take(MOST_NEAR) {
        // A slip may show only where this rule is broken.
        let rules = [&named[..], &[near]].concat();
        let sure = bench.with_sure_slips(&game.with(rules.iter().copied()))?;
        let alone = tried.diagnosis(RepairedRuns::SlipsOf(&sure), &rules, &[])?;
        if alone.broken.iter().any(|rule| rule.names.contains(near)) {
            return Ok(better(diagnosed(RepairedRuns::SlipsOf(&sure))?, best, 0));
        }
    }
    Ok(best)
}

/// Returns the first name of each broken rule.
fn names(diagnosis: &Diagnosis) -> impl Iterator<Item = &str> {
    diagnosis.broken.iter().map(|rule| rule.names[0].as_str())
}

/// Returns the second diagnosis only where it explains more, and, if the first one explains all, with no more rules than this one has rules and `spared`
/// slips that the second one does without: a rule may stand for a slip.
fn better(first: Diagnosis, second: Diagnosis, spared: usize) -> Diagnosis {
    let is_enough = second.explains_all() && second.broken.len() <= first.broken.len() + spared;
    let explains_more = second.explained() > first.explained();
    if explains_more && (is_enough || !first.explains_all()) { second } else { first }
}

/// One run is enough to name a rule that it explains where so many others are right, and might have contradicted it.
const FEWEST_RIGHT: usize = 5;

/// What is repaired of runs before rules are looked for.
#[derive(Clone, Copy)]
enum RepairedRuns<'b, 'r> {
    /// All slips of the submission.
    AllSlips,
    /// The slips that were found for this bench.
    SlipsOf(&'b Bench<'b, 'r>),
    /// Nothing.
    Nothing,
}

/// What is needed to find broken rules with more or fewer slips repaired.
struct DiagnosisBench<'b, 'a, 'r> {
    /// Where all slips are repaired.
    bench: &'b Bench<'a, 'r>,
    game: &'b BentReference,
    judged: &'b [Judged<'a>],
    /// What was found so far, by the hash of the runs and the bends: other repairs may leave the same runs.
    known: RefCell<HashMap<u64, Diagnosis>>,
}

impl DiagnosisBench<'_, '_, '_> {
    /// Finds broken rules among these bends.
    fn diagnosis(
        &self,
        repaired: RepairedRuns<'_, '_>,
        bends: &[&str],
        following: &[&str],
    ) -> Result<Diagnosis, Problem> {
        let Self { bench, game, judged, .. } = *self;
        let mut wrong = Vec::new();
        let mut right = Vec::new();
        for Judged { case, judgement, .. } in judged {
            // A case that is right but for slips is wrong while they are not repaired.
            if is_wrong(judgement) || is_passed(judgement) && self.shows_slips(case, repaired)? {
                wrong.push(*case);
            } else if says_what_is_due(judgement) {
                right.push(*case);
            }
        }
        let read = |case: &Case| match repaired {
            RepairedRuns::AllSlips => bench.without_slips(case),
            RepairedRuns::SlipsOf(bench) => bench.without_slips(case),
            RepairedRuns::Nothing => bench.read(case),
        };
        let never_printed = match repaired {
            RepairedRuns::AllSlips => lines_left_out(&bench.slips, Kind::Wording),
            RepairedRuns::SlipsOf(bench) => lines_left_out(&bench.slips, Kind::Wording),
            RepairedRuns::Nothing => Vec::new(),
        };
        let Some(runs) = runs(&wrong, &read, &never_printed)? else { return Ok(Diagnosis::default()) };
        let hash = self.known.borrow().hasher().hash_one((&runs, bends, following));
        if let Some(found) = self.known.borrow().get(&hash) {
            return Ok(found.clone());
        }
        let against =
            |one: &BentReference, other: &BentReference, most| bench.against(&right, (one, other), most);
        let found = diagnose(&Scene {
            suite: bench.suite,
            game,
            bends,
            following,
            runs: &runs,
            never_shown: &lines_left_out(&bench.slips, Kind::Behaviour),
            one_is_enough: right.len() >= FEWEST_RIGHT,
            against: &against,
            is_over: bench.is_over,
        });
        self.known.borrow_mut().insert(hash, found.clone());
        Ok(found)
    }

    /// Returns whether a case differed at first sight, and is not the same here as without all of its slips.
    fn shows_slips(&self, case: &Case, repaired: RepairedRuns<'_, '_>) -> Result<bool, Problem> {
        let differed = self.bench.differed.contains(case.id.as_str());
        Ok(match repaired {
            RepairedRuns::AllSlips => false,
            RepairedRuns::Nothing => differed,
            RepairedRuns::SlipsOf(other) => {
                differed && self.bench.without_slips(case)? != other.without_slips(case)?
            }
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

/// Returns the lines that a submission leaves out wherever they are due: those without values as slips of wording, an example of each kind of the
/// others as slips of behaviour.
fn lines_left_out(slips: &Slips, kind: Kind) -> Vec<String> {
    let is_left_out = |slip: &&Slip| slip.kind == kind && slip.cause == Cause::MissingOutput;
    slips.all.iter().filter(is_left_out).filter_map(|slip| slip.expected.clone()).collect()
}

/// Returns the runs of these cases; nothing if there are none, or too much was printed in them.
fn runs<'a>(
    cases: &[&'a Case],
    read: &Read<'_>,
    never_printed: &'a [String],
) -> Result<Option<Vec<PlayedRun<'a>>>, Problem> {
    let mut runs = Vec::new();
    let mut size = 0;
    for case in cases {
        let Some(recording) = read(case)? else { continue };
        let run = PlayedRun::new(case, &recording).never_printing(never_printed);
        size += run.size();
        if size > MOST_OUTPUT {
            return Ok(None);
        }
        runs.push(run);
    }
    Ok(Some(runs).filter(|runs| !runs.is_empty()))
}
