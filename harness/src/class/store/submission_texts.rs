//! The recordings of one submission of a class, as marking reads and keeps them.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use rusqlite::params;

use super::packed::packed;
use super::{ClassStore, StoreFault};
use crate::recording_store::{CaseTexts, RECORDINGS};

/// How often the cases were run before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::class) struct Round(pub(in crate::class) usize);

impl Round {
    /// The runs that count.
    pub(in crate::class) const FIRST: Self = Self(0);

    /// Returns the part of the recordings that holds its runs.
    pub(super) fn part(self) -> String {
        if self == Self::FIRST { RECORDINGS.to_string() } else { format!("round {}", self.0) }
    }
}

/// Whether a recording counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::class) enum RecordingState {
    /// It does.
    Counts,
    /// It timed out beside other programs, and must be made again alone.
    Slow,
    /// It was made again alone, and counts.
    Again,
    /// It timed out, as several before it did also alone, and counts.
    Believed,
    /// It counts, and is not kept: it was made again in another round, and was the same conversation as the first one.
    Same,
}

impl RecordingState {
    /// Returns the state with this name; what has another name does not count.
    pub(super) fn of(name: &str) -> Self {
        let all = [Self::Counts, Self::Again, Self::Believed, Self::Same];
        all.into_iter().find(|state| state.name() == name).unwrap_or(Self::Slow)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Slow => "slow",
            Self::Again => "again",
            Self::Believed => "believed",
            Self::Same => "same",
        }
    }
}

/// The recordings of one submission.
#[derive(Debug)]
pub(in crate::class) struct SubmissionTexts {
    store: Arc<ClassStore>,
    submission: String,
    /// On what the run of each case depends, by the ids of the cases.
    inputs: Arc<BTreeMap<String, String>>,
    round: Round,
}

impl SubmissionTexts {
    /// Returns the recordings of the submission with this digest, of the runs of a round that depend on `inputs`. What is not kept of a
    /// round after the first one is as it was the first time.
    pub(in crate::class) fn new(
        store: &Arc<ClassStore>,
        submission: &str,
        inputs: &Arc<BTreeMap<String, String>>,
        round: Round,
    ) -> Self {
        let (store, inputs) = (Arc::clone(store), Arc::clone(inputs));
        Self { store, submission: submission.to_string(), inputs, round }
    }

    /// Keeps a recording in this state.
    pub(in crate::class) fn keep(
        &self,
        case: &str,
        text: &str,
        state: RecordingState,
    ) -> Result<(), StoreFault> {
        self.keep_in(&self.round.part(), case, text, state)
    }

    /// Returns the recording of a case, if there is one that depends on the same.
    pub(in crate::class) fn kept(&self, case: &str) -> Result<Option<String>, StoreFault> {
        self.text_of(RECORDINGS, case)
    }

    /// Returns the recording that a case had in the first round, if there is one that depends on the same.
    pub(in crate::class) fn first(&self, case: &str) -> Result<Option<String>, StoreFault> {
        self.text_in(&Round::FIRST.part(), case)
    }

    fn text_of(&self, part: &str, case: &str) -> Result<Option<String>, StoreFault> {
        match self.text_in(&self.part(part), case)? {
            Some(text) if text.is_empty() => self.first(case),
            text => Ok(text),
        }
    }

    fn text_in(&self, part: &str, case: &str) -> Result<Option<String>, StoreFault> {
        let found = self.store.reader().text(&self.submission, part, case)?;
        Ok(found.filter(|(input, _)| input == self.input(case)).map(|(_, text)| text))
    }

    /// Returns the part in which this round has what stands in that part the first time: of all but the runs of cases there is one.
    fn part(&self, part: &str) -> String {
        if part == RECORDINGS { self.round.part() } else { part.to_string() }
    }

    /// Notes the state of a recording that is kept.
    pub(in crate::class) fn set_state(&self, case: &str, state: RecordingState) -> Result<(), StoreFault> {
        let (submission, part, case) = (self.submission.clone(), self.round.part(), case.to_string());
        self.store.writer.change(move |connection| {
            let sql = "UPDATE recording SET state = ?4 WHERE submission = ?1 AND part = ?2 AND case_id = ?3";
            connection.execute(sql, params![submission, part, case, state.name()]).map(drop)
        })
    }

    fn keep_in(&self, part: &str, case: &str, text: &str, state: RecordingState) -> Result<(), StoreFault> {
        let input = self.input(case).to_string();
        let (submission, part, case) = (self.submission.clone(), part.to_string(), case.to_string());
        let bytes = packed(text);
        self.store.writer.change(move |connection| {
            let sql = "INSERT INTO recording (submission, part, case_id, input, state, packed) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
                       ON CONFLICT (submission, part, case_id) DO UPDATE SET input = ?4, state = ?5, packed = ?6";
            connection.execute(sql, params![submission, part, case, input, state.name(), bytes]).map(drop)
        })
    }

    /// Returns on what the run of a case depends; what belongs to no case of the suite depends on all of them.
    fn input(&self, case: &str) -> &str {
        self.inputs.get(case).or_else(|| self.inputs.get("")).map_or("", String::as_str)
    }
}

impl CaseTexts for SubmissionTexts {
    fn holds(&self, part: &str, case: &str) -> bool {
        let found = self.store.reader().input(&self.submission, &self.part(part), case);
        found.is_ok_and(|input| input.as_deref() == Some(self.input(case)))
    }

    fn add(&self, part: &str, case: &str, text: &str) -> io::Result<()> {
        self.keep_in(&self.part(part), case, text, RecordingState::Counts)
            .and_then(|()| self.store.wait())
            .map_err(io::Error::other)
    }

    fn text(&self, part: &str, case: &str) -> io::Result<Option<String>> {
        self.text_of(part, case).map_err(io::Error::other)
    }
}
