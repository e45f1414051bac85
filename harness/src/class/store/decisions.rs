//! What staff have decided about a class, in the order in which they did. Nothing is ever taken from the list: what holds now follows from it,
//! and so does who has changed what.

use rusqlite::{Connection, Row, params};

use super::rows::json;
use crate::class::naming::Clues;

/// A decision of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::class) struct StaffDecision {
    /// When, in UTC, as `2026-11-22T23:30:00Z`; empty before it is kept.
    pub(in crate::class) time: String,
    /// Who.
    pub(in crate::class) who: String,
    /// What is decided.
    pub(in crate::class) subject: DecisionSubject,
    /// What it was before; empty if nothing was.
    pub(in crate::class) old: String,
    /// What it is from now on; empty if the decision before it is taken back.
    pub(in crate::class) new: String,
    /// Why.
    pub(in crate::class) note: String,
}

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::class) enum DecisionSubject {
    /// What staff say to all who made the mistake with this key.
    Comment(String),
    /// What the mistake with this key costs.
    Price(String),
    /// The marks for a row of a submission.
    Award {
        /// The student, as the class called them then.
        student: String,
        /// What was known then of who it is; nothing of decisions that an earlier version kept.
        clues: Box<Clues>,
        /// The digest of the submission: what is handed in later is not awarded.
        submission: String,
        /// The row of the mark sheet.
        row: String,
    },
}

impl DecisionSubject {
    /// Returns its name in the table, what it is about, the student and the submission.
    pub(in crate::class) fn columns(&self) -> [&str; 4] {
        match self {
            Self::Comment(key) => ["comment", key, "", ""],
            Self::Price(key) => ["price", key, "", ""],
            Self::Award { student, submission, row, .. } => ["award", row, student, submission],
        }
    }

    fn of([name, about, student, submission]: [String; 4], clues: Clues) -> Option<Self> {
        match name.as_str() {
            "comment" => Some(Self::Comment(about)),
            "price" => Some(Self::Price(about)),
            "award" => Some(Self::Award { student, clues: Box::new(clues), submission, row: about }),
            _ => None,
        }
    }
}

/// Adds a decision with the time of now.
pub(super) fn insert(connection: &Connection, decision: &StaffDecision) -> rusqlite::Result<()> {
    let [kind, subject, student, submission] = decision.subject.columns();
    let StaffDecision { who, old, new, note, .. } = decision;
    let clues = match &decision.subject {
        DecisionSubject::Award { clues, .. } => serde_json::to_string(clues).expect("plain JSON"),
        DecisionSubject::Comment(_) | DecisionSubject::Price(_) => "{}".to_string(),
    };
    let sql = "INSERT INTO decision (time, who, kind, subject, student, submission, old, new, note, clues) \
               VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    connection.execute(sql, params![who, kind, subject, student, submission, old, new, note, clues]).map(drop)
}

/// Returns all decisions, the first one first. One of a kind that this program does not know is passed over.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<StaffDecision>> {
    let sql = "SELECT time, who, kind, subject, student, submission, old, new, note, clues FROM decision ORDER BY number";
    let mut select = connection.prepare(sql)?;
    let read = select.query_map([], of)?;
    Ok(read.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

fn of(row: &Row<'_>) -> rusqlite::Result<Option<StaffDecision>> {
    let columns = [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
    let Some(subject) = DecisionSubject::of(columns, json(row, 9)?) else {
        return Ok(None);
    };
    let decision = StaffDecision {
        time: row.get(0)?,
        who: row.get(1)?,
        subject,
        old: row.get(6)?,
        new: row.get(7)?,
        note: row.get(8)?,
    };
    Ok(Some(decision))
}
