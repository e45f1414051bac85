//! What every form is made from: results that are fit for their readers, and the recordings that they tell of.

use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, OnceLock};

use super::results::{CaseResult, PASSED, Results};
use crate::cases::problem::Problem;
use crate::recording::{Recording, from_json};
use crate::recording_store::{RecordingLines, RecordingStore, read_recording};
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
    /// Where command lines can be run, as the end of one; nothing where the reader stands.
    place: String,
    /// The recordings of the cases that pass, once one of them is asked for.
    passed: Arc<OnceLock<Result<RecordingLines, Problem>>>,
    /// Why recordings that were asked for could not be read, by their cases.
    unread: Arc<Mutex<BTreeMap<String, Problem>>>,
}

impl<'a> Report<'a> {
    /// Returns the report of results that are kept in `folder`.
    pub fn new(results: &'a Results, folder: &'a Path) -> Self {
        let (command, submission) = (&results.command, &results.target);
        let (passed, unread) = (Arc::default(), Arc::default());
        let place = String::new();
        Self { results, folder, recordings: None, failure: None, command, submission, place, passed, unread }
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

    /// Returns the report for a reader who stands `here`: command lines are for those who stand where the submission is, and say so elsewhere.
    #[must_use]
    pub fn read_in(self, here: &Path) -> Self {
        let target = self.results.target.as_str();
        let is_command = target.contains(' ');
        let is_here = here.join(target).exists() || here.file_name().is_some_and(|name| name == target);
        let place = if is_command || is_here { String::new() } else { format!("  # where {target} is") };
        Self { place, ..self }
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
        format!("{} --case {}{}", self.command, quoted(&case.id), self.place)
    }

    /// Returns the report with what the compiler said, if the program was not built; results hold the first lines of it only.
    #[must_use]
    pub fn with_failure(self, failure: Option<BuildFailure>) -> Self {
        Self { failure, ..self }
    }

    /// Returns what the compiler said, if the program was not built: all of it, or the first lines, which results keep.
    pub(super) fn complaint(&self) -> Option<String> {
        let all = self.failure.as_ref().map(|failure| failure.output.clone());
        let kept = &self.results.start.complaint;
        all.or_else(|| (!kept.is_empty()).then(|| kept.join("\n")))
    }

    /// Returns the folder of results.
    pub(super) fn folder(&self) -> &Path {
        self.folder
    }

    /// Returns the folder of results as a command line names it; nothing for one that is found without a name.
    fn folder_to_name(&self) -> Option<String> {
        let is_found = self.folder.parent() == Some(Path::new(REPORTS));
        Some(self.folder.display().to_string()).filter(|_| !is_found)
    }

    /// Returns the command line that shows the mistake with this number in full.
    pub(super) fn show_mistake(&self, number: usize) -> String {
        let folder = self.folder_to_name().map(|folder| format!(" {}", quoted(&folder)));
        format!("harness show-mistake {number}{}", folder.unwrap_or_default())
    }

    /// Returns the recording of a case, if the reader may see it and it is there. It is read each time, so that a report
    /// of many cases does not hold all of them.
    pub(super) fn recording(&self, case: &CaseResult) -> Option<Recording> {
        let path = Path::new(case.recording.as_deref()?);
        if let Some(store) = self.recordings {
            return from_json(&store.json(case.kept_as()).ok()?).ok();
        }
        let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let read = if is_inside { self.read(path, &case.id) } else { return None };
        let note = |problem| drop(self.unread().insert(case.id.clone(), problem));
        read.map_err(note).ok()
    }

    /// Returns the recording of a case in the file at `path`, of its own or with those of others.
    fn read(&self, path: &Path, case: &str) -> Result<Recording, Problem> {
        let whole = self.folder.join(path);
        let missing =
            || Problem::of_file(&whole.display().to_string(), format!("there is no recording of `{case}`"));
        if path != Path::new(PASSED) {
            return read_recording(&whole)?.ok_or_else(missing);
        }
        let lines =
            self.passed.get_or_init(|| RecordingLines::open(&whole)).as_ref().map_err(Problem::clone)?;
        let found = lines.recording(case)?;
        found.ok_or_else(|| lines.first_problem().cloned().unwrap_or_else(missing))
    }

    fn unread(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Problem>> {
        self.unread.lock().expect("nobody panics who holds this")
    }

    /// Returns of how many cases the conversations that were asked for could not be read, and why the first of them could not.
    pub fn conversations_lost(&self) -> Option<(usize, Problem)> {
        let unread = self.unread();
        Some((unread.len(), unread.values().next()?.clone()))
    }
}
