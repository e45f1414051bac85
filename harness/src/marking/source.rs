//! Where recordings come from: a program that is run now, or an earlier run.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::recorded::{Completeness, Recorded};
use super::run::{CaseRuns, Sleepers, Witness, run_all};
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::recording_store::{RecordingStore, Tested};
use crate::running::{Chunking, Fault, remove_leftovers};
use crate::target::Target;

/// Where the recordings of a submission come from.
#[derive(Debug)]
pub enum RecordingSource {
    /// A program that is run on every case now.
    Target {
        /// The program, which need not be built yet.
        target: Target,
        /// Whether it was taken as a command line.
        is_command: bool,
        /// The folder in which the recordings are kept; a temporary one if none is named.
        record: Option<PathBuf>,
    },
    /// A program that was run on every case.
    Ran(Box<RanProgram>),
    /// Recordings of an earlier run.
    Kept {
        /// Where they are.
        store: RecordingStore,
        /// What was run.
        tested: Tested,
    },
}

/// A program that was run on every case, and what is there of it.
#[derive(Debug)]
pub struct RanProgram {
    /// Where the recordings are.
    pub store: RecordingStore,
    /// What was run.
    pub tested: Tested,
    /// The program, where it may be run again for what marking asks besides.
    pub target: Option<Target>,
    /// The folder with the submission's other files, if there is one.
    pub folder: Option<PathBuf>,
}

impl RecordingSource {
    /// Returns the recordings that were kept in `folder`.
    ///
    /// # Errors
    /// A folder without recordings, or with those of another suite.
    pub fn kept(folder: &Path, suite: &Suite) -> Result<Self, Problem> {
        let tested = RecordingStore::tested(folder, suite)?;
        Ok(Self::Kept { store: RecordingStore::at(folder), tested })
    }

    /// Returns the recordings of `cases`, as far as there are any.
    ///
    /// # Errors
    /// What the harness could not do before the first case was run.
    pub(super) fn recordings<'s>(
        self,
        suite: &'s Suite,
        cases: &[&'s Case],
        (jobs, sleepers): (NonZeroUsize, Sleepers),
        witness: Witness<'_, 's>,
    ) -> Result<Recorded<'s>, Fault> {
        match self {
            Self::Target { target, is_command, record } => {
                remove_leftovers();
                let target = target.build()?;
                let tested = Tested::now(suite, &target, is_command);
                let store = match record {
                    Some(folder) => RecordingStore::at(&folder),
                    None => RecordingStore::temporary()?,
                };
                store
                    .begin(suite, &tested, target.folder())
                    .map_err(Fault::while_doing("keep recordings"))?;
                let chunking = &|_: &Case| Chunking::ByLine;
                let runs =
                    CaseRuns { suite, target: &target, store: &store, cases, jobs, sleepers, chunking };
                let (cases, end) = run_all(runs, witness);
                let folder = target.folder().map(PathBuf::from);
                Ok(Recorded { store, tested, cases, end, target: Some(target), folder })
            }
            Self::Ran(ran) => Ok(kept(*ran, cases)),
            Self::Kept { store, tested } => {
                let folder = store.submission();
                Ok(kept(RanProgram { store, tested, target: None, folder }, cases))
            }
        }
    }
}

/// Returns what is kept of these cases.
fn kept<'s>(ran: RanProgram, cases: &[&'s Case]) -> Recorded<'s> {
    let RanProgram { store, tested, target, folder } = ran;
    let recorded: Vec<_> = cases.iter().copied().filter(|case| store.holds(case)).collect();
    let end = if recorded.len() < cases.len() { Completeness::NotRecorded } else { Completeness::AllDone };
    Recorded { store, tested, cases: recorded, end, target, folder }
}
