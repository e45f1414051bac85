//! Recordings that another machine has made, as they go from its file into that of the class: packed as they are.

use std::collections::BTreeMap;

use rusqlite::params;

use super::packed::unpacked;
use super::{ClassReader, ClassStore, RecordingState, Round, StoreFault};

/// A recording of a case, packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::class) struct HandedOver {
    /// On what the run depends besides the program.
    pub(in crate::class) input: String,
    /// Whether it counts.
    pub(in crate::class) state: RecordingState,
    packed: Vec<u8>,
}

impl HandedOver {
    /// Returns whether both are the same to the byte, and need not be unpacked to tell.
    pub(in crate::class) fn is_identical(&self, other: &Self) -> bool {
        self.packed == other.packed
    }

    /// Returns the recording, schema `harness-recording/1`.
    ///
    /// # Errors
    /// Bytes that are no packed text.
    pub(in crate::class) fn text(&self) -> Result<String, StoreFault> {
        Ok(unpacked(&self.packed)?)
    }
}

impl ClassReader {
    /// Returns the recordings of a submission, of the first round, by the ids of the cases.
    pub(in crate::class) fn to_hand_over(
        &self,
        submission: &str,
    ) -> Result<BTreeMap<String, HandedOver>, StoreFault> {
        let connection = self.connection();
        let sql = "SELECT case_id, input, state, packed FROM recording WHERE submission = ?1 AND part = ?2";
        let mut select = connection.prepare_cached(sql)?;
        let rows = select.query_map(params![submission, Round::FIRST.part()], |row| {
            let state = RecordingState::of(&row.get::<_, String>(2)?);
            Ok((row.get(0)?, HandedOver { input: row.get(1)?, state, packed: row.get(3)? }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl ClassStore {
    /// Keeps recordings of a submission, by the ids of the cases, and takes those away of which there is nothing.
    pub(in crate::class) fn take_over(
        &self,
        submission: &str,
        recordings: BTreeMap<String, Option<HandedOver>>,
    ) -> Result<(), StoreFault> {
        let (submission, part) = (submission.to_string(), Round::FIRST.part());
        self.writer.change(move |connection| {
            let insert = "INSERT OR REPLACE INTO recording (submission, part, case_id, input, state, packed) \
                          VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let delete = "DELETE FROM recording WHERE submission = ?1 AND part = ?2 AND case_id = ?3";
            let (mut insert, mut delete) =
                (connection.prepare_cached(insert)?, connection.prepare_cached(delete)?);
            for (case, recording) in &recordings {
                match recording {
                    Some(HandedOver { input, state, packed }) => {
                        insert.execute(params![submission, part, case, input, state.name(), packed])?
                    }
                    None => delete.execute(params![submission, part, case])?,
                };
            }
            Ok(())
        })
    }
}
