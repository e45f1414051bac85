//! The rows of a class, as they are kept.

use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;

use crate::class::naming::{Clues, Lateness};
use crate::class::status::RowStatus;

/// The columns in which rows are kept, in the order in which they are read.
pub(super) const COLUMNS: &str = "student_id, student_name, is_known, labels, other_attempts, late, notes, state, reason, submission, clues";

/// The state of a row that has a submission to be marked.
const SUBMISSION: &str = "submission";

/// A row of the class as it was planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::class) struct PlannedRow {
    /// What the student is called by the course.
    pub(in crate::class) id: String,
    /// The full name.
    pub(in crate::class) name: String,
    /// Whether the student is in the list.
    pub(in crate::class) is_known: bool,
    /// What is known of who it is.
    pub(in crate::class) clues: Clues,
    /// How the export calls what was handed in.
    pub(in crate::class) labels: Vec<String>,
    /// Attempts that are not marked.
    pub(in crate::class) other_attempts: Vec<String>,
    /// Whether it was late.
    pub(in crate::class) late: Lateness,
    /// What a person should look at.
    pub(in crate::class) notes: Vec<String>,
    /// What there is to mark.
    pub(in crate::class) state: PlannedState,
}

impl PlannedRow {
    /// Returns what the class calls the student: an id, else a name, else what the export calls the submission.
    pub(in crate::class) fn called(&self) -> String {
        let texts = [&self.id, &self.name].into_iter().chain(&self.labels);
        texts.into_iter().find(|text| !text.is_empty()).cloned().unwrap_or_default()
    }
}

/// What there is to mark of a student.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::class) enum PlannedState {
    /// The submission with this digest.
    Submission(String),
    /// Nothing: what became of it instead, and why.
    Nothing(RowStatus, String),
}

/// Adds a row at this place.
pub(super) fn insert(connection: &Connection, place: usize, row: &PlannedRow) -> rusqlite::Result<()> {
    let PlannedRow { id, name, is_known, clues, labels, other_attempts, late, notes, state } = row;
    let (state, reason, submission) = match state {
        PlannedState::Submission(digest) => (SUBMISSION, "", Some(digest)),
        PlannedState::Nothing(status, reason) => (status.name(), reason.as_str(), None),
    };
    let sql = format!(
        "INSERT INTO class_row (place, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
    );
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    let (labels, others, notes) = (list(labels), list(other_attempts), list(notes));
    let (late, clues) = (late.name(), serde_json::to_string(clues).expect("plain JSON"));
    let values =
        params![place, id, name, is_known, labels, others, late, notes, state, reason, submission, clues];
    connection.execute(&sql, values).map(drop)
}

/// Returns the row that was read in these columns.
pub(super) fn of(row: &Row<'_>) -> rusqlite::Result<PlannedRow> {
    let state: String = row.get(7)?;
    let submission: Option<String> = row.get(9)?;
    Ok(PlannedRow {
        id: row.get(0)?,
        name: row.get(1)?,
        is_known: row.get(2)?,
        clues: json(row, 10)?,
        labels: json(row, 3)?,
        other_attempts: json(row, 4)?,
        late: Lateness::named(&row.get::<_, String>(5)?),
        notes: json(row, 6)?,
        state: match submission {
            Some(digest) => PlannedState::Submission(digest),
            None => PlannedState::Nothing(RowStatus::named(&state), row.get(8)?),
        },
    })
}

fn list(texts: &[String]) -> String {
    serde_json::to_string(texts).expect("plain JSON")
}

/// Returns what is kept in a column as JSON.
pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}
