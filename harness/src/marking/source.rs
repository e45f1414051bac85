//! Where recordings come from: a program that is run now, or an earlier run.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::recorded::{Completeness, Recorded};
use super::run::{Witness, run_all};
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::recording_store::{RecordingStore, Tested};
use crate::running::{Fault, remove_leftovers};
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
    /// Recordings of an earlier run.
    Kept {
        /// Where they are.
        store: RecordingStore,
        /// What was run.
        tested: Tested,
    },
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
        jobs: NonZeroUsize,
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
                let (cases, end) = run_all(suite, &target, &store, cases, jobs, witness);
                Ok(Recorded { store, tested, cases, end, target: Some(target) })
            }
            Self::Kept { store, tested } => {
                let recorded: Vec<_> = cases.iter().copied().filter(|case| store.holds(case)).collect();
                let end = if recorded.len() < cases.len() {
                    Completeness::NotRecorded
                } else {
                    Completeness::AllDone
                };
                Ok(Recorded { store, tested, cases: recorded, end, target: None })
            }
        }
    }
}
