//! What every form is made from: results that are fit for their readers, and the recordings that they tell of.

use std::path::{Component, Path};

use super::results::{CaseResult, Results};
use crate::recording::{Recording, from_json};
use crate::recording_store::RecordingStore;
use crate::running::BuildFailure;
use crate::target::quoted;

/// The folder in which a folder of results stands if nobody names another one.
pub const REPORTS: &str = "reports";

/// Results, and where the recordings of their cases are.
#[derive(Debug, Clone)]
pub struct Report<'a> {
    /// What the reader may see.
    pub results: &'a Results,
    /// Where it stands; nowhere for results of a class, which are kept otherwise.
    folder: &'a Path,
    recordings: Option<&'a RecordingStore>,
    failure: Option<BuildFailure>,
    command: &'a str,
    submission: &'a str,
}

impl<'a> Report<'a> {
    /// Returns the report of results that are kept in `folder`.
    pub fn new(results: &'a Results, folder: &'a Path) -> Self {
        let (command, submission) = (&results.command, &results.target);
        Self { results, folder, recordings: None, failure: None, command, submission }
    }

    /// Returns the report of results whose recordings are kept in a store, and that stand in no folder.
    pub(crate) fn of_store(results: &'a Results, recordings: &'a RecordingStore) -> Self {
        Self { recordings: Some(recordings), ..Self::new(results, Path::new("")) }
    }

    /// Returns the report for a reader who runs cases again by another command line than that of the results.
    #[must_use]
    pub fn repeated_by(self, command: &'a str) -> Self {
        Self { command, ..self }
    }

    /// Returns the report for a submission that stands at this path, of which a student's results have only the last name.
    #[must_use]
    pub fn of_submission(self, submission: &'a str) -> Self {
        Self { submission, ..self }
    }

    /// Returns where the submission stands, as far as that is known.
    pub(super) fn submission(&self) -> &str {
        self.submission
    }

    /// Returns the command line that runs all cases again.
    pub(super) fn command(&self) -> &str {
        self.command
    }

    /// Returns the command line that runs one case again.
    pub(super) fn repeat(&self, case: &CaseResult) -> String {
        format!("{} --case {}", self.command, quoted(&case.id))
    }

    /// Returns the report with what the compiler said, if the program was not built; results hold the first lines of it only.
    #[must_use]
    pub fn with_failure(self, failure: Option<BuildFailure>) -> Self {
        Self { failure, ..self }
    }

    /// Returns why the program was not built, if that is known.
    pub(super) fn failure(&self) -> Option<&BuildFailure> {
        self.failure.as_ref()
    }

    /// Returns the folder of results.
    pub(super) fn folder(&self) -> &Path {
        self.folder
    }

    /// Returns the folder of results as a command line names it; nothing for one that is found without a name.
    pub(super) fn folder_to_name(&self) -> Option<String> {
        let is_found = self.folder.parent() == Some(Path::new(REPORTS));
        Some(self.folder.display().to_string()).filter(|_| !is_found)
    }

    /// Returns the recording of a case, if the reader may see it and it is there. It is read each time, so that a report
    /// of many cases does not hold all of them.
    pub(super) fn recording(&self, case: &CaseResult) -> Option<Recording> {
        let path = Path::new(case.recording.as_deref()?);
        if let Some(store) = self.recordings {
            return from_json(&store.json(&case.id).ok()?).ok();
        }
        let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let text = std::fs::read_to_string(self.folder.join(path)).ok().filter(|_| inside)?;
        from_json(&text).ok()
    }
}
