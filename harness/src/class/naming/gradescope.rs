//! Exports of Gradescope: folders `submission_ID`, and a file that tells whose each of them is.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::clues::Clues;
use super::entries::{Entry, EntryItem, ExportedEntries, ReadItem};
use super::gathered::{Gathered, plain};
use super::platform::Platform;
use super::tops::{GRADESCOPE, TopItem};
use crate::cases::read_yaml;
use crate::class::lateness::Lateness;
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

/// A text, which may be written as something else.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MetadataText {
    Text(String),
    Number(i64),
    Fraction(f64),
    Truth(bool),
}

impl MetadataText {
    fn texts(this: Option<&Self>) -> Vec<String> {
        this.map(|text| match text {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Fraction(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
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
    let (metadata, notes) = read(&items[*place].path, *place, bytes);
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

/// What the file tells of each submission, and of which it tells nothing that is understood.
type ToldSubmissions = (BTreeMap<String, SubmissionMetadata>, Vec<String>);

/// Returns what the file tells. Of everything else in it, as results of an autograder and times that only Ruby understands, nothing is
/// read.
fn read(path: &str, place: usize, bytes: ReadItem<'_>) -> ToldSubmissions {
    let (mut told, mut notes) = (BTreeMap::new(), Vec::new());
    let text = bytes(place).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = text.unwrap_or_else(|problem| {
        notes.push(problem.to_string());
        String::new()
    });
    for (name, submitters) in submitters(&text) {
        match read_yaml(path, &submitters) {
            Ok(metadata) => drop(told.insert(name, metadata)),
            Err(problems) => {
                let problems = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                notes.push(format!("whose `{name}` is, is not understood: {problems}"));
            }
        }
    }
    if told.is_empty() {
        notes.push(format!("{GRADESCOPE} tells of no submission"));
    }
    (told, notes)
}

/// Returns the names of the submissions, each with the lines that tell who has submitted. A line at the left margin begins the next
/// submission; the first line below it tells how deep its keys stand, and a list may stand as deep.
fn submitters(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut margin = None;
    let mut is_inside = false;
    for line in text.lines().filter(|line| !line.trim().is_empty() && *line != "---") {
        let inner = line.trim_start();
        let depth = line.len() - inner.len();
        if depth == 0 {
            let name = inner.split(':').next().unwrap_or_default().trim_matches(['"', '\'']);
            all.push((name.to_string(), String::new()));
            (margin, is_inside) = (None, false);
            continue;
        }
        if depth <= *margin.get_or_insert(depth) && !inner.starts_with('-') {
            is_inside = inner.starts_with(":submitters:");
        }
        if let Some((_, lines)) = all.last_mut().filter(|_| is_inside) {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    all
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
