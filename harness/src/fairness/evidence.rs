//! The throws that the runs of a suite show.

use super::{FairnessRun, FairnessThrow, Stretch};
use crate::by_evidence;
use crate::cases::{Case, DiceSource, JudgedBy, Suite, Typing};
use crate::expected::foresee;
use crate::observing::Reading;
use crate::recording::Recording;

/// Gathers the throws of the runs of a suite, one recording after the other.
#[derive(Debug)]
pub struct FairnessEvidence<'a> {
    suite: &'a Suite,
    /// The runs whose throws can be read, each with how much its case asks for.
    runs: Vec<(usize, FairnessRun)>,
    /// Whether a picture of a die cannot be read.
    is_unclear: bool,
}

impl<'a> FairnessEvidence<'a> {
    /// Returns no evidence yet: nothing has run.
    pub fn new(suite: &'a Suite) -> Self {
        Self { suite, runs: Vec::new(), is_unclear: false }
    }

    /// Adds the throws of a run. Dice that follow from a seed are left out: they say nothing.
    pub fn add(&mut self, case: &Case, recording: &Recording) {
        let is_seeded = case.dice.is_some_and(|dice| dice.seeded.is_some());
        if is_seeded || matches!(self.suite.dice, Some(DiceSource::Seeded(_)) | None) {
            return;
        }
        let run = match self.suite.judge {
            JudgedBy::Facts => drawn(self.suite, case, recording),
            JudgedBy::Transcript => by_transcript(self.suite, case, recording),
        };
        self.is_unclear |= run.is_none() && self.suite.judge == JudgedBy::Facts;
        self.runs.extend(run.map(|run| (asked_for(case), run)));
    }

    /// Returns the runs, those first of which their cases ask for most: how much was played depends on the faces, how
    /// much was asked for does not.
    ///
    /// Where pictures of dice are read, one throw that cannot be read is enough to say nothing at all: it may always be the
    /// same face that is unreadable, and then the others would seem to be favoured.
    pub fn into_runs(mut self) -> Vec<FairnessRun> {
        if self.is_unclear {
            return Vec::new();
        }
        self.runs.sort_by_key(|(asked_for, _)| std::cmp::Reverse(*asked_for));
        self.runs.into_iter().map(|(_, run)| run).collect()
    }
}

/// Returns how many answers a case gives, or how many lines it types.
fn asked_for(case: &Case) -> usize {
    match &case.typing {
        Some(Typing::Play(policy)) => policy.answers.values().map(Vec::len).sum(),
        _ => case.typed().len(),
    }
}

/// Returns the throws of a run whose dice are drawn; nothing if not all of them can be read.
fn drawn(suite: &Suite, case: &Case, recording: &Recording) -> Option<FairnessRun> {
    let stretches = by_evidence::games(suite, case, recording)?.into_iter().map(|game| Stretch {
        shown: game.shown,
        throws: game.throws.iter().map(|faces| FairnessThrow::of_all(6, faces)).collect(),
    });
    Some(FairnessRun { stretches: stretches.collect() })
}

/// Returns the throws of a run in which the dice were observed.
fn by_transcript(suite: &Suite, case: &Case, recording: &Recording) -> Option<FairnessRun> {
    let observation = foresee(suite, case, recording, Reading::First)?.observation?;
    // Whether dice that are thrown again change is a rule of the game, not of chance.
    let first = observation.throws.iter().filter(|seen| seen.is_first);
    let throws = first.map(|seen| FairnessThrow::of_all(seen.sides, &seen.faces)).collect();
    Some(FairnessRun { stretches: vec![Stretch { shown: Vec::new(), throws }] })
}
