//! What is to be done to mark a class, and what of that is left.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use super::naming::ExportedEntries;
use super::plan::{Plan, PlannedSubmission};
use super::store::{ClassStore, KeptRecording, RecordingState, Round, StoreFault};
use crate::cases::{Case, Suite};
use crate::marking;
use crate::running::Fault;
use crate::target::Bundle;

/// What is needed to mark a class.
pub(super) struct ClassWork<'a> {
    /// The suite.
    pub(super) suite: &'a Suite,
    /// Where the submissions are.
    pub(super) bundle: &'a Bundle,
    /// Whose files they are.
    pub(super) entries: &'a ExportedEntries,
    /// What there is to be marked.
    pub(super) plan: &'a Plan,
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
    /// Is told how far the run has come.
    pub(super) listener: &'a (dyn Fn(ClassProgress<'_>) + Sync),
}

impl ClassWork<'_> {
    /// Returns the submissions that lack something in a round, and the places of the cases that each must run, in the order of the round.
    pub(super) fn left(&self, round: Round) -> Result<Vec<(usize, Vec<usize>)>, StoreFault> {
        let mut left = Vec::new();
        for (place, PlannedSubmission { digest, .. }) in self.plan.submissions.iter().enumerate() {
            let recorded = self.store.reader().recorded(digest, round)?;
            let is_there = |case: &usize| self.kept(&recorded, &self.suite.cases[*case]).is_some();
            let places: Vec<usize> = (0..self.suite.cases.len()).collect();
            let mut cases = if round == Round::FIRST { places } else { marking::in_order(&places, round.0) };
            cases.retain(|case| !is_there(case));
            let is_slow = recorded.values().any(|kept| kept.state == RecordingState::Slow);
            if !cases.is_empty() || is_slow || !self.is_judged(digest, round)? {
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
