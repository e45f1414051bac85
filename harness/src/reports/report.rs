//! What every form is made from: results that are fit for their readers, and the recordings that they tell of.

use std::cell::OnceCell;
use std::path::{Component, Path};

use super::results::{CaseResult, PASSED, Results};
use crate::recording::{Recording, from_json};
use crate::recording_store::RecordingLines;

/// Results, and where the recordings of their cases are.
#[derive(Debug)]
pub struct Report<'a> {
    /// What the reader may see.
    pub results: &'a Results,
    folder: &'a Path,
    /// The recordings of cases that passed, if they can be read, once one of them was asked for.
    passed: OnceCell<Option<RecordingLines>>,
}

impl<'a> Report<'a> {
    /// Returns the report of results that are kept in `folder`.
    pub fn new(results: &'a Results, folder: &'a Path) -> Self {
        Self { results, folder, passed: OnceCell::new() }
    }

    /// Returns the recording of a case, if the reader may see it and it is there. It is read each time, so that a report
    /// of many cases does not hold all of them.
    pub(super) fn recording(&self, case: &CaseResult) -> Option<Recording> {
        let path = case.recording.as_deref()?;
        let text = if path == PASSED {
            let open = || RecordingLines::open(&self.folder.join(PASSED)).ok();
            self.passed.get_or_init(open).as_ref()?.line(&case.id).ok()?
        } else {
            let path = Path::new(path);
            let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
            std::fs::read_to_string(self.folder.join(path)).ok().filter(|_| inside)
        };
        from_json(&text?).ok()
    }
}
