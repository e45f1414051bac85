//! A row of the class with what became of it.

use serde::Deserialize;

use super::status::RowStatus;
use super::store::{ClassReader, PlannedRow, PlannedState, StoreFault};
use crate::recording_store::Tested;
use crate::reports::results::{RowResult, Summary};

/// A row of the class with what became of it.
#[derive(Debug, Clone)]
pub(crate) struct StudentRow {
    /// The row as it was planned.
    pub(super) planned: PlannedRow,
    /// What became of it.
    pub(crate) status: RowStatus,
    /// Why, where that is not plain.
    pub(super) reason: String,
    /// What it is worth; nothing where there is no mark.
    pub(super) marks: Option<KeptMarks>,
}

/// What a submission is worth: of its results only what a gradebook has, so that those of a whole class are small.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct KeptMarks {
    /// The numbers.
    pub(super) summary: Summary,
    /// The rows of the mark sheet.
    pub(super) mark_sheet: Vec<RowResult>,
}

impl StudentRow {
    /// Returns whether a person must look at it: there is no mark, or nobody to whom it belongs.
    pub(crate) fn needs_a_person(&self) -> bool {
        self.status.needs_a_person() || !self.planned.is_known
    }

    /// Returns the id and the name, as far as they are known.
    pub(crate) fn who(&self) -> Vec<&str> {
        let texts = [self.planned.id.as_str(), self.planned.name.as_str()];
        texts.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// Returns what a person should know of it.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let others = &self.planned.other_attempts;
        let others = (!others.is_empty()).then(|| format!("not marked: {}", others.join(", ")));
        let texts = [self.reason.clone()].into_iter().chain(self.planned.notes.clone()).chain(others);
        texts.filter(|text| !text.is_empty()).collect()
    }
}

/// Returns the rows of a class with what became of them. Only judgements count that depend on `depends`, and on all `cases`.
///
/// # Errors
/// A file that cannot be read or understood.
pub(super) fn student_rows(
    reader: &ClassReader,
    depends: &str,
    cases: usize,
) -> Result<Vec<StudentRow>, StoreFault> {
    reader.rows()?.into_iter().map(|planned| student_row(reader, planned, depends, cases)).collect()
}

fn student_row(
    reader: &ClassReader,
    planned: PlannedRow,
    depends: &str,
    cases: usize,
) -> Result<StudentRow, StoreFault> {
    let digest = match &planned.state {
        PlannedState::Nothing(status, reason) => {
            let (status, reason) = (*status, reason.clone());
            return Ok(StudentRow { planned, status, reason, marks: None });
        }
        PlannedState::Submission(digest) => digest.clone(),
    };
    let judged = reader.judgement(&digest)?.filter(|kept| kept.is_complete && kept.depends == depends);
    let Some(judged) = judged else {
        let recorded = reader.recorded(&digest)?.len();
        let reason = format!("{recorded} of {cases} cases were run");
        return Ok(StudentRow { planned, status: RowStatus::Incomplete, reason, marks: None });
    };
    let marks = Some(serde_json::from_str(&judged.results)?);
    let tested =
        reader.tested(&digest)?.map(|(tested, _)| serde_json::from_str::<Tested>(&tested)).transpose()?;
    Ok(match tested.and_then(|tested| tested.failure()) {
        Some(failure) => StudentRow { planned, status: RowStatus::CannotStart, reason: failure.why, marks },
        None => StudentRow { planned, status: RowStatus::Marked, reason: String::new(), marks },
    })
}
