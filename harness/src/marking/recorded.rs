//! The recordings of a submission, one for each case that was run.

use std::path::PathBuf;

use crate::cases::Case;
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
