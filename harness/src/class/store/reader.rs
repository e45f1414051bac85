//! What is there of a class, also while another process marks it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::decisions::{self, StaffDecision};
use super::packed::unpacked;
use super::repeated::{self, KeptRound};
use super::submission_texts::{RecordingState, Round};
use super::{CLASS_FILE, KeptJudgement, KeptRecording, PlannedRow, StoreFault, rows, schema};

/// A judgement as it stands in the table.
type PackedJudgement = (String, bool, Vec<u8>, Option<Vec<u8>>);

/// Reads the file of a class.
#[derive(Debug)]
pub(in crate::class) struct ClassReader(Mutex<Connection>);

impl ClassReader {
    /// Opens the file in `folder`, which must be there.
    pub(in crate::class) fn open(folder: &Path) -> Result<Self, StoreFault> {
        Ok(Self(Mutex::new(schema::open_for_reading(&folder.join(CLASS_FILE))?)))
    }

    /// Opens a file that nobody writes any more, wherever it is: nothing beside it is needed or made, and nothing is locked.
    pub(in crate::class) fn of_finished(file: &Path) -> Result<Self, StoreFault> {
        Ok(Self(Mutex::new(schema::open_finished(file)?)))
    }

    /// Returns a fact about the run as a whole; empty if it was not kept.
    pub(in crate::class) fn about(&self, name: &str) -> Result<String, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT value FROM about WHERE name = ?1";
        Ok(connection.query_row(sql, [name], |row| row.get(0)).optional()?.unwrap_or_default())
    }

    /// Returns the rows of the class.
    pub(in crate::class) fn rows(&self) -> Result<Vec<PlannedRow>, StoreFault> {
        let connection = self.connection();
        let mut select =
            connection.prepare(&format!("SELECT {} FROM class_row ORDER BY place", rows::COLUMNS))?;
        let rows = select.query_map([], rows::of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns what is recorded of a submission in a round, by the ids of the cases.
    pub(in crate::class) fn recorded(
        &self,
        submission: &str,
        round: Round,
    ) -> Result<BTreeMap<String, KeptRecording>, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT case_id, input, state FROM recording WHERE submission = ?1 AND part = ?2";
        let mut select = connection.prepare_cached(sql)?;
        let rows = select.query_map(params![submission, round.part()], |row| {
            let state = RecordingState::of(&row.get::<_, String>(2)?);
            Ok((row.get(0)?, KeptRecording { input: row.get(1)?, state }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns a text that is kept of a submission, and on what it depends.
    pub(super) fn text(
        &self,
        submission: &str,
        part: &str,
        case: &str,
    ) -> Result<Option<(String, String)>, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT input, packed FROM recording WHERE submission = ?1 AND part = ?2 AND case_id = ?3";
        let mut select = connection.prepare_cached(sql)?;
        let found: Option<(String, Vec<u8>)> = select
            .query_row(params![submission, part, case], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        drop(select);
        drop(connection);
        found.map(|(input, bytes)| Ok((input, unpacked(&bytes)?))).transpose()
    }

    /// Returns on what a text depends that is kept of a submission.
    pub(super) fn input(
        &self,
        submission: &str,
        part: &str,
        case: &str,
    ) -> Result<Option<String>, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT input FROM recording WHERE submission = ?1 AND part = ?2 AND case_id = ?3";
        let mut select = connection.prepare_cached(sql)?;
        Ok(select.query_row(params![submission, part, case], |row| row.get(0)).optional()?)
    }

    /// Returns what is told of a submission, as JSON, and on what that depends which was found out about it besides its cases.
    pub(in crate::class) fn tested(&self, submission: &str) -> Result<Option<(String, String)>, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT tested, extras FROM submission WHERE digest = ?1";
        Ok(connection.query_row(sql, [submission], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// Returns the judgement of a submission.
    pub(in crate::class) fn judgement(&self, submission: &str) -> Result<Option<KeptJudgement>, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT depends, is_complete, packed, twins FROM judgement WHERE submission = ?1";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let found: Option<PackedJudgement> = connection.query_row(sql, [submission], read).optional()?;
        drop(connection);
        let kept = |(depends, is_complete, results, twins): PackedJudgement| {
            let twins = twins.map(|bytes| unpacked(&bytes)).transpose()?;
            Ok(KeptJudgement { depends, is_complete, results: unpacked(&results)?, twins })
        };
        found.map(kept).transpose()
    }

    /// Returns how the cases of a submission came out when they were run again, the first round first.
    pub(in crate::class) fn rounds(&self, submission: &str) -> Result<Vec<KeptRound>, StoreFault> {
        repeated::of_submission(&self.connection(), submission)
    }

    /// Returns what staff have decided, the first decision first.
    pub(in crate::class) fn decisions(&self) -> Result<Vec<StaffDecision>, StoreFault> {
        Ok(decisions::all(&self.connection())?)
    }

    pub(super) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().expect("nobody panics who holds this")
    }
}
