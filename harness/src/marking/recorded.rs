//! The recordings of a submission, one for each case that was run.

use std::path::PathBuf;

use super::made_up::is_made_up;
use super::run::record;
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::recording::Recording;
use crate::recording_store::{RecordingStore, Tested};
use crate::running::Fault;
use crate::target::Target;

/// The recordings of a submission.
#[derive(Debug)]
pub(super) struct Recorded<'s> {
    /// Where they are.
    pub(super) store: RecordingStore,
    /// What was run.
    pub(super) tested: Tested,
    /// The cases that have one, in their order.
    pub(super) cases: Vec<&'s Case>,
    /// Why others have none.
    pub(super) end: Completeness,
    /// The program, where it can be run again.
    pub(super) target: Option<Target>,
    /// The folder with the submission's other files, if there is one.
    pub(super) folder: Option<PathBuf>,
}

impl Recorded<'_> {
    /// Returns the recording of a case; an empty one if it has none. A game that was made up is played now if it was not before, and has
    /// none if it cannot be.
    ///
    /// # Errors
    /// A file that is no recording.
    pub(super) fn read(&self, suite: &Suite, case: &Case) -> Result<Option<Recording>, Problem> {
        let kept = self.store.read(case)?;
        if !is_made_up(case) {
            return Ok(Some(kept.unwrap_or_default()));
        }
        if kept.is_some() {
            return Ok(kept);
        }
        let played = self.target.as_ref().and_then(|target| record(suite, target, case).ok());
        // What cannot be kept is played again when it is wanted again.
        let _ = played.as_ref().map(|played| self.store.keep(case, played));
        Ok(played)
    }
}

/// Why not all cases have a recording.
#[derive(Debug)]
pub enum Completeness {
    /// All of them have.
    AllDone,
    /// Some were not recorded in the earlier run.
    NotRecorded,
    /// Somebody wanted this process to end while cases were run.
    Interrupted,
    /// Somebody wanted this process to end while recordings were judged.
    NotJudged,
    /// The harness could not do its work.
    Fault(Fault),
}
