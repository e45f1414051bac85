//! Exports of Gradescope: folders `submission_ID`, and a file that tells whose each of them is.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::clues::{Clues, Lateness};
use super::entries::{Entry, EntryItem, ExportedEntries, ReadItem};
use super::gathered::{Gathered, plain};
use super::platform::Platform;
use super::tops::{GRADESCOPE, TopItem};
use crate::cases::read_yaml;
use crate::target::BundleItem;

/// What the file tells of one submission. Its keys are symbols of Ruby.
#[derive(Debug, Default, Deserialize)]
struct SubmissionMetadata {
    #[serde(rename = ":submitters", default)]
    submitters: Option<Vec<Submitter>>,
}

#[derive(Debug, Deserialize)]
struct Submitter {
    #[serde(rename = ":name", default)]
    name: Option<MetadataText>,
    #[serde(rename = ":sid", default)]
    sid: Option<MetadataText>,
    #[serde(rename = ":email", default)]
    email: Option<MetadataText>,
}

/// A text, which may be written as a number.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MetadataText {
    Text(String),
    Number(i64),
}

impl MetadataText {
    fn texts(this: Option<&Self>) -> Vec<String> {
        this.map(|text| match text {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        })
        .into_iter()
        .collect()
    }
}

/// Returns the submissions of an export of Gradescope; nothing if it is none.
pub(super) fn entries(
    items: &[BundleItem],
    tops: &[TopItem],
    bytes: ReadItem<'_>,
) -> Option<ExportedEntries> {
    let file = tops.iter().find(|top| top.name == GRADESCOPE && !top.is_folder)?;
    let (place, _) = file.items.first()?;
    let mut notes = Vec::new();
    let metadata = read(&items[*place].path, *place, bytes).unwrap_or_else(|why| {
        notes.push(format!("{GRADESCOPE} does not tell whose the submissions are: {why}"));
        BTreeMap::new()
    });
    let mut gathered = Gathered::default();
    let mut entries = Vec::new();
    for top in tops.iter().filter(|top| top.name != GRADESCOPE) {
        match metadata.get(&top.name) {
            Some(told) => entries.push(entry(top, told)),
            None => gathered.add(top, plain(top)),
        }
    }
    for lacking in metadata.keys().filter(|name| !tops.iter().any(|top| top.name == **name)) {
        let told = &metadata[lacking];
        let notes = vec!["its folder is not in the export".to_string()];
        entries.push(Entry { label: lacking.clone(), clues: clues(told), notes, ..Entry::default() });
    }
    entries.extend(gathered.entries(Platform::Gradescope));
    Some(ExportedEntries { platform: Platform::Gradescope, entries, notes })
}

fn read(
    path: &str,
    place: usize,
    bytes: ReadItem<'_>,
) -> Result<BTreeMap<String, SubmissionMetadata>, String> {
    let bytes = bytes(place).map_err(|problem| problem.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    read_yaml(path, &text)
        .map_err(|problems| problems.first().map_or_else(|| "it is empty".to_string(), ToString::to_string))
}

fn entry(top: &TopItem, told: &SubmissionMetadata) -> Entry {
    let files = top.items.iter().map(|(item, path)| EntryItem { item: *item, path: path.clone() }).collect();
    Entry { label: top.name.clone(), clues: clues(told), files, ..Entry::default() }
}

fn clues(told: &SubmissionMetadata) -> Clues {
    let of = |submitter: &Submitter| {
        Clues {
            ids: MetadataText::texts(submitter.sid.as_ref()),
            emails: MetadataText::texts(submitter.email.as_ref()),
            names: MetadataText::texts(submitter.name.as_ref()),
            late: Lateness::Unknown,
            ..Clues::default()
        }
        .tidy()
    };
    let mut all: Vec<Clues> = told.submitters.iter().flatten().map(of).collect();
    if all.len() == 1 {
        return all.remove(0);
    }
    Clues { members: all, ..Clues::default() }
}
