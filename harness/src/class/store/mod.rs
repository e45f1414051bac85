//! All that is known of a class, in one file: who is in it, what was handed in, what was recorded and what was judged.
//!
//! Submissions are known by their digests. So whoever hands in the same again keeps what was recorded, whatever the export calls it,
//! and what changes is run again, whoever did not change it.

mod decisions;
mod kept_texts;
mod packed;
mod reader;
mod rows;
mod schema;
mod submission_texts;
mod writer;

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

use rusqlite::{ErrorCode, params};

pub(super) use decisions::{DecisionSubject, StaffDecision};
pub(super) use kept_texts::KeptTexts;
use packed::packed;
pub(super) use reader::ClassReader;
pub(super) use rows::{PlannedRow, PlannedState};
pub(super) use submission_texts::{RecordingState, SubmissionTexts};
use writer::Writer;

/// The file in the folder of a class.
const FILE: &str = "class.sqlite";

/// The file that a process locks while it marks.
const LOCK: &str = "class.lock";

/// Why the file of a class cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum StoreFault {
    /// `SQLite` says so.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The system says so.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// What was kept is no JSON, or another one.
    #[error("what is kept there is not understood: {0}")]
    Json(#[from] serde_json::Error),
    /// There is none.
    #[error("there is no class in it")]
    NoClass,
    /// It holds something else.
    #[error("what is in it is not the file of a class")]
    NotAClass,
    /// Another version of this program wrote it.
    #[error("it has the version {0} of the tables; this program reads {VERSION}", VERSION = schema::VERSION)]
    Version(i32),
    /// A change did not come to the disk.
    #[error("{0}")]
    NotWritten(String),
    /// Another process marks the class.
    #[error("another `harness class` is marking it")]
    InUse,
}

impl StoreFault {
    /// Returns whether the folder is not one of a class that this program can use.
    pub(super) fn is_of_the_folder(&self) -> bool {
        match self {
            Self::NoClass | Self::NotAClass | Self::Version(_) | Self::Json(_) => true,
            Self::Database(error) => error.sqlite_error_code() == Some(ErrorCode::NotADatabase),
            Self::System(_) | Self::NotWritten(_) | Self::InUse => false,
        }
    }
}

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
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreFault::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let file = folder.join(FILE);
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
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::naming::{Clues, Lateness};
    use super::super::status::RowStatus;
    use super::*;
    use crate::recording_store::CaseTexts as _;

    fn row(name: &str, state: PlannedState) -> PlannedRow {
        PlannedRow {
            id: format!("id of {name}"),
            name: name.to_string(),
            is_known: name != "Eve",
            clues: Clues { names: vec![name.to_string()], ..Clues::default() },
            labels: vec![format!("{name}.zip"), "a, \"b\"".to_string()],
            other_attempts: Vec::new(),
            late: Lateness::Late,
            notes: vec!["a note".to_string()],
            state,
        }
    }

    fn inputs(of_a: &str) -> Arc<BTreeMap<String, String>> {
        let inputs = [("a", of_a), ("b", "1")];
        Arc::new(inputs.map(|(case, input)| (case.to_string(), input.to_string())).into())
    }

    #[test]
    fn what_was_kept_is_there_when_the_file_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let submission = PlannedState::Submission("d1".to_string());
        let nothing = PlannedState::Nothing(RowStatus::TwoPrograms, "a.py, b.py".to_string());
        let rows = vec![row("Ann", submission), row("Eve", nothing)];
        {
            let store = ClassStore::open(folder.path()).expect("opened");
            store.plan(&[row("old", PlannedState::Submission("d0".to_string()))]).expect("kept");
            store.plan(&rows).expect("kept");
            store.set_about(&[("suite", "bots".to_string())]).expect("kept");
            let texts = SubmissionTexts::new(&store, "d1", &inputs("1"));
            texts.keep("a", "first", RecordingState::Slow).expect("kept");
            texts.keep("a", "second", RecordingState::Again).expect("kept");
            texts.add("unit-tests.json", "", "{}").expect("kept");
            store.set_tested("d1", "{}".to_string()).expect("kept");
            let judgement = KeptJudgement {
                depends: "x".to_string(),
                is_complete: true,
                results: "[1]".to_string(),
                twins: Some("[2]".to_string()),
            };
            store.set_judgement("d1", "all", &judgement).expect("kept");
        }
        let store = ClassStore::open(folder.path()).expect("opened again");
        let reader = store.reader();
        assert_eq!(reader.rows().expect("read"), rows);
        assert_eq!(reader.about("suite").expect("read"), "bots");
        let recorded = reader.recorded("d1").expect("read");
        let kept = KeptRecording { input: "1".to_string(), state: RecordingState::Again };
        assert_eq!(recorded, BTreeMap::from([("a".to_string(), kept)]));
        assert_eq!(reader.tested("d1").expect("read"), Some(("{}".to_string(), "all".to_string())));
        let judged = reader.judgement("d1").expect("read").expect("it is there");
        assert_eq!(
            (judged.depends.as_str(), judged.is_complete, judged.results.as_str(), judged.twins.as_deref()),
            ("x", true, "[1]", Some("[2]"))
        );
        assert!(reader.judgement("d2").expect("read").is_none());
    }

    #[test]
    fn a_recording_of_another_run_does_not_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = ClassStore::open(folder.path()).expect("opened");
        SubmissionTexts::new(&store, "d1", &inputs("1"))
            .keep("a", "text", RecordingState::Counts)
            .expect("kept");
        store.wait().expect("written");
        for (submission, input, is_there) in [("d1", "1", true), ("d1", "2", false), ("d2", "1", false)] {
            let texts = SubmissionTexts::new(&store, submission, &inputs(input));
            assert_eq!(texts.holds("recordings", "a"), is_there, "{submission} {input}");
            let text = texts.text("recordings", "a").expect("read");
            assert_eq!(text.as_deref(), is_there.then_some("text"), "{submission} {input}");
        }
    }

    #[test]
    fn only_one_process_marks_and_others_may_look() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(ClassReader::open(folder.path()), Err(StoreFault::NoClass)));
        let store = ClassStore::open(folder.path()).expect("opened");
        assert!(matches!(ClassStore::open(folder.path()), Err(StoreFault::InUse)));
        store.plan(&[row("Ann", PlannedState::Submission("d1".to_string()))]).expect("kept");
        assert_eq!(ClassReader::open(folder.path()).expect("opened").rows().expect("read").len(), 1);
    }

    #[test]
    fn files_of_others_are_refused_and_left_as_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE);
        std::fs::write(&file, "no database, but long enough to be looked at by somebody").expect("written");
        let fault = ClassStore::open(folder.path()).expect_err("it is refused");
        assert!(fault.is_of_the_folder(), "{fault}");
        assert!(std::fs::read_to_string(&file).expect("there").starts_with("no database"));
        std::fs::remove_file(&file).expect("removed");
        let connection = rusqlite::Connection::open(&file).expect("opened");
        connection.execute_batch("CREATE TABLE other (x)").expect("made");
        drop(connection);
        assert!(matches!(ClassStore::open(folder.path()), Err(StoreFault::NotAClass)));
    }

    #[test]
    fn a_file_of_another_version_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(ClassStore::open(folder.path()).expect("opened"));
        let connection = rusqlite::Connection::open(folder.path().join(FILE)).expect("opened");
        connection.pragma_update(None, "user_version", 99).expect("changed");
        drop(connection);
        assert!(matches!(ClassStore::open(folder.path()), Err(StoreFault::Version(99))));
    }

    #[test]
    fn a_file_of_the_first_version_becomes_one_of_this_and_keeps_what_it_holds() {
        let folder = tempfile::tempdir().expect("a folder");
        let rows = vec![row("Ann", PlannedState::Submission("d1".to_string()))];
        ClassStore::open(folder.path()).expect("opened").plan(&rows).expect("kept");
        let connection = rusqlite::Connection::open(folder.path().join(FILE)).expect("opened");
        let first = "DROP TABLE decision; ALTER TABLE class_row DROP COLUMN clues; ALTER TABLE judgement DROP COLUMN twins; PRAGMA user_version = 1;";
        connection.execute_batch(first).expect("changed");
        drop(connection);
        let reader = ClassReader::open(folder.path()).expect("opened");
        let known = reader.rows().expect("read");
        assert_eq!(known, [PlannedRow { clues: Clues::default(), ..rows[0].clone() }]);
        assert_eq!(reader.decisions().expect("read"), []);
        let store = ClassStore::open(folder.path()).expect("opened");
        store.plan(&rows).expect("kept");
        assert_eq!(store.reader().rows().expect("read"), rows);
    }

    #[test]
    fn decisions_are_kept_in_their_order_with_their_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let decision = |subject: DecisionSubject, old: &str, new: &str| StaffDecision {
            time: String::new(),
            who: "tutor".to_string(),
            subject,
            old: old.to_string(),
            new: new.to_string(),
            note: "why".to_string(),
        };
        let [student, submission, row] = ["Ann", "d1", "style"].map(str::to_string);
        let decisions = [
            decision(DecisionSubject::Price("echo".to_string()), "", "0.25"),
            decision(DecisionSubject::Comment("echo".to_string()), "", "see page 2"),
            decision(DecisionSubject::Award { student, submission, row }, "", "1.5"),
            decision(DecisionSubject::Price("echo".to_string()), "0.25", ""),
        ];
        let store = ClassStore::open(folder.path()).expect("opened");
        store.decide(&decisions[..3]).expect("kept");
        store.decide(&decisions[3..]).expect("kept");
        let kept = store.reader().decisions().expect("read");
        assert!(kept.iter().all(|kept| kept.time.len() == 20 && kept.time.ends_with('Z')), "{kept:?}");
        let without_times: Vec<_> =
            kept.into_iter().map(|kept| StaffDecision { time: String::new(), ..kept }).collect();
        assert_eq!(without_times, decisions);
    }

    #[test]
    fn what_cannot_be_written_is_told_to_whoever_waits_and_to_everybody_after() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = ClassStore::open(folder.path()).expect("opened");
        let full = |connection: &rusqlite::Connection| {
            connection.execute("INSERT INTO nowhere VALUES (1)", []).map(drop)
        };
        store.writer.change(full).expect("it is taken");
        let fault = store.wait().expect_err("it was not written").to_string();
        assert!(fault.contains("nowhere"), "{fault}");
        assert!(store.set_about(&[("suite", "bots".to_string())]).is_err());
    }

    #[test]
    fn every_column_is_described() {
        let page = include_str!("../../../../docs/class-store.md");
        let tables = [schema::TABLES, schema::DECISIONS].concat();
        let columns = tables.lines().filter_map(|line| line.trim().split_once(' ')).filter(|(name, _)| {
            name.chars().all(|character| character.is_ascii_lowercase() || character == '_')
        });
        for (name, _) in columns.filter(|(name, _)| *name != "number") {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
}
