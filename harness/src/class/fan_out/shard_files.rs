//! What is kept of the shards of a plan beside it: into how many it is divided, whether somebody has cancelled them, and what attempts have done.

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::attempt_file::{AttemptFile, attempts_in};
use super::plan_file::UnitPlan;
use crate::cases::problem::Problem;
use crate::reports::{Audience, write_whole};
use crate::running::Fault;

/// The attempts that were looked into, each once: they do not change.
#[derive(Debug, Default)]
pub(super) struct SeenAttempts {
    seen: BTreeSet<PathBuf>,
    done: BTreeSet<usize>,
}

impl SeenAttempts {
    /// Returns the shards of which an attempt has run everything.
    pub(super) fn done(
        &mut self,
        attempts: &Path,
        plan: &UnitPlan,
        count: NonZeroUsize,
    ) -> Result<BTreeSet<usize>, Problem> {
        for path in attempts_in(attempts)? {
            if self.seen.contains(&path) {
                continue;
            }
            // What cannot be read now may be read later.
            let Ok(AttemptFile { head, .. }) = AttemptFile::open(&path) else { continue };
            if head.plan == plan.id && head.is_whole() {
                self.done.extend(head.partition.slice_of(count));
            }
            self.seen.insert(path);
        }
        Ok(self.done.clone())
    }
}

/// Returns the name of the jobs of a plan.
pub(super) fn job_name(plan: &UnitPlan) -> String {
    format!("harness-{}", plan.short_id())
}

fn count_file(plan: &UnitPlan, folder: &Path) -> PathBuf {
    plan.folder(folder).join("shards")
}

/// Returns into how many shards a plan is divided, if somebody has begun with them.
pub(super) fn kept_count(plan: &UnitPlan, folder: &Path) -> Option<NonZeroUsize> {
    std::fs::read_to_string(count_file(plan, folder)).ok()?.trim().parse().ok()
}

/// Keeps into how many shards a plan is divided.
///
/// # Errors
/// What could not be written.
pub(super) fn keep_count(plan: &UnitPlan, folder: &Path, count: NonZeroUsize) -> Result<(), Fault> {
    write(&count_file(plan, folder), &format!("{count}\n"))
}

/// Returns whether somebody has cancelled the shards.
pub(super) fn is_cancelled(plan: &UnitPlan, folder: &Path) -> bool {
    cancelled(plan, folder).exists()
}

/// Notes that somebody has cancelled the shards, or begins with them again.
///
/// # Errors
/// What could not be written.
pub(super) fn set_cancelled(plan: &UnitPlan, folder: &Path, is_cancelled: bool) -> Result<(), Fault> {
    if is_cancelled {
        return write(&cancelled(plan, folder), "");
    }
    match std::fs::remove_file(cancelled(plan, folder)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Fault::while_doing("begin again with what was cancelled")(error))
        }
        _ => Ok(()),
    }
}

fn cancelled(plan: &UnitPlan, folder: &Path) -> PathBuf {
    plan.folder(folder).join("cancelled")
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    write_whole(path, Audience::Staff, |file| file.write_all(text.as_bytes()))
        .map_err(Fault::while_doing("note what is given to Slurm"))
}
