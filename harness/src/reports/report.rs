//! What every form is made from: results that are fit for their readers, and the recordings that they tell of.

use std::path::{Component, Path};

use super::results::{CaseResult, Results};
use crate::recording::{Recording, from_json};

/// Results, and where the recordings of their cases are.
#[derive(Debug)]
pub struct Report<'a> {
    /// What the reader may see.
    pub results: &'a Results,
    folder: &'a Path,
}

impl<'a> Report<'a> {
    /// Returns the report of results that are kept in `folder`.
    pub fn new(results: &'a Results, folder: &'a Path) -> Self {
        Self { results, folder }
    }

    /// Returns the recording of a case, if the reader may see it and it is there. It is read each time, so that a report
    /// of many cases does not hold all of them.
    pub(super) fn recording(&self, case: &CaseResult) -> Option<Recording> {
        let path = Path::new(case.recording.as_deref()?);
        let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        let text = std::fs::read_to_string(self.folder.join(path)).ok().filter(|_| inside)?;
        from_json(&text).ok()
    }
}
