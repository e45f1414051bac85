//! What every form is made from: results that are fit for their readers, and the recordings that they tell of.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Component, Path};

use super::results::{CaseResult, Judged, Results};
use crate::recording::{Recording, from_json};

/// Results, and where the recordings of their cases are.
#[derive(Debug)]
pub struct Report<'a> {
    /// What the reader may see.
    pub results: &'a Results,
    recordings: Recordings<'a>,
}

#[derive(Debug)]
enum Recordings<'a> {
    InMemory(BTreeMap<&'a str, &'a Recording>),
    InFolder(&'a Path),
}

impl<'a> Report<'a> {
    /// Returns the report of a run that has just ended.
    pub fn of_run(results: &'a Results, judged: &'a [Judged<'a>]) -> Self {
        let recordings = judged.iter().map(|judged| (judged.case.id.as_str(), &judged.recording)).collect();
        Self::of_recordings(results, recordings)
    }

    /// Returns the report of results whose recordings, by the ids of their cases, are at hand.
    pub(super) fn of_recordings(results: &'a Results, recordings: BTreeMap<&'a str, &'a Recording>) -> Self {
        Self { results, recordings: Recordings::InMemory(recordings) }
    }

    /// Returns the report of results that are kept in `folder`. Recordings are read one at a time.
    pub fn of_folder(results: &'a Results, folder: &'a Path) -> Self {
        Self { results, recordings: Recordings::InFolder(folder) }
    }

    /// Returns the recording of a case, if the reader may see it and it is there.
    pub(super) fn recording(&self, case: &CaseResult) -> Option<Cow<'a, Recording>> {
        let path = Path::new(case.recording.as_deref()?);
        match &self.recordings {
            Recordings::InMemory(recordings) => {
                recordings.get(case.id.as_str()).map(|recording| Cow::Borrowed(*recording))
            }
            Recordings::InFolder(folder) => {
                let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
                let text = std::fs::read_to_string(folder.join(path)).ok().filter(|_| inside)?;
                from_json(&text).ok().map(Cow::Owned)
            }
        }
    }
}
