//! All that is known of a class, in one file: who is in it, what was handed in, what was recorded and what was judged.
//!
//! Submissions are known by their digests. So whoever hands in the same again keeps what was recorded, whatever the export calls it,
//! and what changes is run again, whoever did not change it.

mod decisions;
mod fault;
mod handed_over;
mod kept_texts;
mod packed;
mod reader;
mod repeated;
mod rows;
mod schema;
mod submission_texts;
mod writer;

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::params;

pub(super) use decisions::{DecisionSubject, StaffDecision};
pub(super) use fault::StoreFault;
pub(super) use handed_over::HandedOver;
pub(super) use kept_texts::KeptTexts;
use packed::packed;
pub(super) use reader::ClassReader;
pub(super) use repeated::KeptRound;
pub(super) use rows::{PlannedRow, PlannedState};
pub(super) use submission_texts::{RecordingState, Round, SubmissionTexts};
use writer::Writer;

/// The file in the folder of a class.
pub(super) const CLASS_FILE: &str = "class.sqlite";

/// The file that a process locks while it marks.
const LOCK: &str = "class.lock";

/// So long is waited for the lock. What a command was about to start when it was killed holds it until it begins, which takes
/// moments; who is killed and given again at once shall go on.
const PATIENCE: Duration = Duration::from_secs(2);

/// So long until the lock is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// The file of a class, for whoever marks it.
#[derive(Debug)]
pub(super) struct ClassStore {
    // It is dropped first: who closes the file last, and may write, clears the log away.
    reader: ClassReader,
    writer: Writer,
    /// Locked as long as this process marks.
    _lock: File,
}

/// What a submission is judged to be worth.
#[derive(Debug, Clone)]
pub(super) struct KeptJudgement {
    /// What it depends on.
    pub(super) depends: String,
    /// Whether every case was run.
    pub(super) is_complete: bool,
    /// The results for staff, as JSON.
    pub(super) results: String,
    /// What the students' copy shows instead of cases that are not public, as JSON.
    pub(super) twins: Option<String>,
}

/// What is there of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KeptRecording {
    /// What the run depended on.
    pub(super) input: String,
    /// Whether it counts.
    pub(super) state: RecordingState,
}

impl ClassStore {
    /// Opens the file in `folder`, and makes both where they are not there. Nobody else may look into the folder: it shows cases that are
    /// not public, and everybody's marks.
    pub(super) fn open(folder: &Path) -> Result<Arc<Self>, StoreFault> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(folder.join(LOCK))?;
        let begun = Instant::now();
        while let Err(error) = lock.try_lock() {
            match error {
                TryLockError::WouldBlock if begun.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
                TryLockError::WouldBlock => return Err(StoreFault::InUse),
                TryLockError::Error(error) => return Err(error.into()),
            }
        }
        let file = folder.join(CLASS_FILE);
        OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&file)?;
        let writer = Writer::new(schema::open_for_writing(&file)?);
        let reader = ClassReader::open(folder)?;
        Ok(Arc::new(Self { reader, writer, _lock: lock }))
    }

    /// Returns what is there. It may lack what was done just now: see [`Self::wait`].
    pub(super) fn reader(&self) -> &ClassReader {
        &self.reader
    }

    /// Waits until all that was done is on the disk.
    pub(super) fn wait(&self) -> Result<(), StoreFault> {
        self.writer.wait()
    }

    /// Keeps facts about the run as a whole.
    pub(super) fn set_about(&self, facts: &[(&'static str, String)]) -> Result<(), StoreFault> {
        let facts = facts.to_vec();
        self.writer.change(move |connection| {
            for (name, value) in facts {
                connection.execute("INSERT OR REPLACE INTO about VALUES (?1, ?2)", params![name, value])?;
            }
            Ok(())
        })
    }

    /// Keeps the rows of the class in place of earlier ones.
    pub(super) fn plan(&self, rows: &[PlannedRow]) -> Result<(), StoreFault> {
        let rows = rows.to_vec();
        self.writer.change(move |connection| {
            connection.execute("DELETE FROM class_row", [])?;
            rows.iter().enumerate().try_for_each(|(place, row)| rows::insert(connection, place, row))
        })?;
        self.writer.wait()
    }

    /// Keeps decisions of staff, all of them or none, and waits until they are on the disk.
    pub(super) fn decide(&self, decisions: &[StaffDecision]) -> Result<(), StoreFault> {
        let decisions = decisions.to_vec();
        self.writer.change(move |connection| {
            decisions.iter().try_for_each(|decision| decisions::insert(connection, decision))
        })?;
        self.writer.wait()
    }

    /// Keeps what is told of a submission that was prepared: `tested` as JSON.
    pub(super) fn set_tested(&self, submission: &str, tested: String) -> Result<(), StoreFault> {
        let submission = submission.to_string();
        self.writer.change(move |connection| {
            let sql =
                "INSERT INTO submission VALUES (?1, ?2, '') ON CONFLICT (digest) DO UPDATE SET tested = ?2";
            connection.execute(sql, params![submission, tested]).map(drop)
        })
    }

    /// Keeps a judgement, and on what that depends which was found out about the submission besides its cases.
    pub(super) fn set_judgement(
        &self,
        submission: &str,
        extras: &str,
        judgement: &KeptJudgement,
    ) -> Result<(), StoreFault> {
        let (submission, extras) = (submission.to_string(), extras.to_string());
        let KeptJudgement { depends, is_complete, results, twins } = judgement.clone();
        let (results, twins) = (packed(&results), twins.as_deref().map(packed));
        self.writer.change(move |connection| {
            let sql = "UPDATE submission SET extras = ?2 WHERE digest = ?1";
            connection.execute(sql, params![submission, extras])?;
            let sql = "INSERT OR REPLACE INTO judgement (submission, depends, is_complete, packed, twins) \
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            connection.execute(sql, params![submission, depends, is_complete, results, twins]).map(drop)
        })
    }

    /// Keeps how the cases of a submission came out in a round in which they were run again.
    pub(super) fn set_round(&self, submission: &str, kept: KeptRound) -> Result<(), StoreFault> {
        let submission = submission.to_string();
        self.writer.change(move |connection| repeated::insert(connection, &submission, &kept))
    }
}

#[cfg(test)]
mod tests;
