//! The page of a student: what the results say, without what is hidden, with the conversations that may be seen.

use std::io;
use std::sync::Arc;

use super::super::store::{ClassReader, KeptTexts};
use super::super::student_row::StudentRow;
use crate::cases::Suite;
use crate::recording_store::RecordingStore;
use crate::reports::forms::form;
use crate::reports::results::Results;
use crate::reports::{Audience, Report};

/// The page of a student.
pub(super) struct StudentPage {
    /// For browsers.
    pub(super) html: Vec<u8>,
    /// The same in short, as text.
    pub(super) text: Vec<u8>,
}

/// Makes the page of a student from the results for staff.
///
/// # Errors
/// What could not be read or written.
pub(super) fn student_page(
    suite: &Suite,
    reader: &Arc<ClassReader>,
    row: &StudentRow,
    results: Results,
) -> io::Result<StudentPage> {
    let submission = results.target_digest.clone();
    // Another student may have handed in the same, under another name.
    let label = row.planned.labels.first().cloned().unwrap_or_default();
    let command = format!("harness check . --suite {}", suite.name);
    let results = Results { target: label, command, ..results }.for_audience(suite, Audience::Student);
    let store = RecordingStore::on(Arc::new(KeptTexts::new(reader, &submission)));
    let report = Report::of_store(&results, &store);
    let report = report.with_failure(row.failure.clone());
    let in_form = |name: &str| form(name).expect("it is in the table").of(&report);
    Ok(StudentPage { html: in_form("html")?, text: in_form("markdown")? })
}
