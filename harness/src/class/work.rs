//! What is to be done to mark a class, and what of that is left.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::plan::PlannedSubmission;
use super::store::{ClassStore, KeptRecording, RecordingState, Round, StoreFault};
use crate::cases::{Case, Start, Suite};
use crate::marking;
use crate::running::{Fault, Sandbox};
use crate::target::{NoTarget, Target};

/// Where the files of submissions are.
pub(super) trait HandedIn: Sync {
    /// Returns how the export calls a submission.
    fn label(&self, submission: &PlannedSubmission) -> &str;

    /// Returns its program, which is not built yet, and may not see what is `hidden`.
    ///
    /// # Errors
    /// What is wrong with the submission.
    fn target(
        &self,
        submission: &PlannedSubmission,
        start: &Start,
        hidden: Option<&Path>,
    ) -> Result<Target, NoTarget>;
}

/// What is needed to mark a class.
pub(super) struct ClassWork<'a> {
    /// The suite.
    pub(super) suite: &'a Suite,
    /// Where the submissions are.
    pub(super) handed_in: &'a dyn HandedIn,
    /// Those that can be marked.
    pub(super) submissions: &'a [PlannedSubmission],
    /// Where everything is kept.
    pub(super) store: &'a Arc<ClassStore>,
    /// On what the run of each case depends.
    pub(super) inputs: Arc<BTreeMap<String, String>>,
    /// On what judgements depend besides recordings.
    pub(super) depends: &'a str,
    /// The folder of the cases, which no program may see.
    pub(super) cases: Option<&'a Path>,
    /// How many programs run at the same time.
    pub(super) jobs: NonZeroUsize,
    /// How much of it is to be done.
    pub(super) scope: WorkScope,
    /// How well programs were contained, by the digests of the submissions, where other machines than this one contain them less.
    pub(super) contained: BTreeMap<String, Sandbox>,
    /// Is told how far the run has come.
    pub(super) listener: &'a (dyn Fn(ClassProgress<'_>) + Sync),
}

/// How much of a class is to be done.
#[derive(Debug)]
pub(super) enum WorkScope {
    /// All that is missing.
    Everything,
    /// All that is missing of submissions but these, by their places.
    AllBut(BTreeSet<usize>),
    /// Some runs, and no judgement.
    Runs(PartOfRuns),
}

/// A part of the runs of a class, whose submissions another machine judges.
#[derive(Debug, Default)]
pub(super) struct PartOfRuns {
    /// The places of the cases, by those of their submissions.
    pub(super) cases: BTreeMap<usize, BTreeSet<usize>>,
    /// The submissions of which nothing was run here.
    pub(super) set_aside: Mutex<BTreeMap<usize, SetAside>>,
}

/// Why nothing was run of a submission on a machine that runs a part of a class.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SetAside {
    /// Its program cannot be built here. That may be the fault of this machine, and so another one must find it, too.
    Unbuilt,
    /// This machine lacks what starts it.
    Lacks(String),
}

impl ClassWork<'_> {
    /// Returns the submissions that lack something in a round, and the places of the cases that each must run, in the order of the round.
    pub(super) fn left(&self, round: Round) -> Result<Vec<(usize, Vec<usize>)>, StoreFault> {
        let mut left = Vec::new();
        for (place, PlannedSubmission { digest, .. }) in self.submissions.iter().enumerate() {
            if !self.scope.has_submission(place) {
                continue;
            }
            let recorded = self.store.reader().recorded(digest, round)?;
            let is_there = |case: &usize| self.kept(&recorded, &self.suite.cases[*case]).is_some();
            let places: Vec<usize> = (0..self.suite.cases.len()).collect();
            let mut cases = if round == Round::FIRST { places } else { marking::in_order(&places, round.0) };
            cases.retain(|case| self.scope.has_case(place, *case) && !is_there(case));
            let is_slow = recorded.values().any(|kept| kept.state == RecordingState::Slow);
            if !cases.is_empty() || is_slow || (self.scope.judges() && !self.is_judged(digest, round)?) {
                left.push((place, cases));
            }
        }
        Ok(left)
    }

    fn is_judged(&self, digest: &str, round: Round) -> Result<bool, StoreFault> {
        let reader = self.store.reader();
        if round == Round::FIRST {
            let judged = reader.judgement(digest)?;
            return Ok(judged.is_some_and(|kept| kept.is_complete && kept.depends == self.depends));
        }
        let rounds = reader.rounds(digest)?;
        Ok(rounds.iter().any(|kept| kept.round == round.0 && kept.depends == self.depends))
    }

    /// Returns what is recorded of a case, unless what its run depends on has changed since.
    pub(super) fn kept<'r>(
        &self,
        recorded: &'r BTreeMap<String, KeptRecording>,
        case: &Case,
    ) -> Option<&'r KeptRecording> {
        recorded.get(&case.id).filter(|kept| self.inputs.get(&case.id) == Some(&kept.input))
    }
}

impl WorkScope {
    fn has_submission(&self, submission: usize) -> bool {
        match self {
            Self::Everything => true,
            Self::AllBut(others) => !others.contains(&submission),
            Self::Runs(part) => part.cases.contains_key(&submission),
        }
    }

    fn has_case(&self, submission: usize, case: usize) -> bool {
        match self {
            Self::Everything | Self::AllBut(_) => true,
            Self::Runs(part) => part.cases.get(&submission).is_some_and(|cases| cases.contains(&case)),
        }
    }

    /// Returns whether submissions are judged when their cases were run.
    pub(super) fn judges(&self) -> bool {
        !matches!(self, Self::Runs(_))
    }

    /// Returns the submissions of which nothing was run here, by their places.
    pub(super) fn was_set_aside(&self) -> BTreeMap<usize, SetAside> {
        let Self::Runs(part) = self else { return BTreeMap::new() };
        part.set_aside.lock().expect("nobody panics who holds this").clone()
    }

    /// Notes that nothing is run of a submission here, if another machine may do so. Returns whether it may.
    pub(super) fn set_aside(&self, submission: usize, why: SetAside) -> bool {
        let Self::Runs(part) = self else { return false };
        part.set_aside.lock().expect("nobody panics who holds this").insert(submission, why);
        true
    }
}

/// How far the marking of a class has come.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ClassProgress<'a> {
    /// So many submissions must be worked on, and so many cases run, so many rounds after the first one.
    Begins(usize, usize, usize),
    /// The program of this submission is prepared.
    Starts(&'a str),
    /// A case has run.
    HasRun,
    /// A submission is judged.
    Ends(&'a str),
    /// Nothing more is run.
    IsOver,
}

/// Returns a fault of the file in which everything is kept.
pub(super) fn faulty(fault: StoreFault) -> Fault {
    Fault::while_doing("keep what was done of the class")(std::io::Error::other(fault))
}
