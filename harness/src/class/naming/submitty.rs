//! Exports of Submitty: a folder for each student, in it a folder for each version, of which one is active.

use serde::Deserialize;

use super::clues::Clues;
use super::entries::{Entry, EntryItem, ExportedEntries, ReadItem};
use super::gathered::{Gathered, plain};
use super::platform::Platform;
use super::tops::TopItem;

/// The file that is in the folder of each version.
const TIMESTAMP: &str = ".submit.timestamp";

/// The file in the folder of a student that tells which version is active.
const SETTINGS: &str = "user_assignment_settings.json";

/// Files of the platform in the folder of a version.
const OWN: [&str; 4] =
    [TIMESTAMP, ".submit.VCS_CHECKOUT", ".user_assignment_access.json", ".submit.notebook"];

#[derive(Debug, Deserialize)]
struct VersionSettings {
    active_version: u64,
}

/// Returns the submissions of an export of Submitty; nothing if it is none.
pub(super) fn entries(tops: &[TopItem], bytes: ReadItem<'_>) -> Option<ExportedEntries> {
    if !tops.iter().any(is_of_submitty) {
        return None;
    }
    let mut gathered = Gathered::default();
    let mut entries = Vec::new();
    for top in tops {
        if is_of_submitty(top) {
            entries.push(entry(top, bytes));
        } else {
            gathered.add(top, plain(top));
        }
    }
    entries.extend(gathered.entries(Platform::Submitty));
    Some(ExportedEntries { platform: Platform::Submitty, entries, notes: Vec::new() })
}

fn is_of_submitty(top: &TopItem) -> bool {
    top.items.iter().any(|(_, path)| version(path).is_some_and(|(_, file)| file == TIMESTAMP))
}

/// Returns the version to which a file belongs, and its path in it.
fn version(path: &str) -> Option<(u64, &str)> {
    let (version, file) = path.split_once('/')?;
    Some((version.parse().ok()?, file))
}

fn entry(top: &TopItem, bytes: ReadItem<'_>) -> Entry {
    let mut versions: Vec<u64> =
        top.items.iter().filter_map(|(_, path)| version(path)).map(|(version, _)| version).collect();
    versions.sort_unstable();
    versions.dedup();
    let settings = top.items.iter().find(|(_, path)| path == SETTINGS);
    let told =
        settings.and_then(|(place, _)| serde_json::from_slice::<VersionSettings>(&bytes(*place).ok()?).ok());
    let active = told.map_or(versions.last().copied().unwrap_or(0), |told| told.active_version);
    let files = top.items.iter().filter_map(|(item, path)| {
        let (version, file) = version(path)?;
        (version == active && !OWN.contains(&file)).then(|| EntryItem { item: *item, path: file.to_string() })
    });
    let mut notes = Vec::new();
    if !versions.contains(&active) {
        notes.push("no version is active: the student has taken it back".to_string());
    }
    Entry {
        label: top.name.clone(),
        clues: Clues { logins: vec![top.name.clone()], ..Clues::default() },
        files: files.collect(),
        other_attempts: versions
            .iter()
            .filter(|version| **version != active)
            .map(|version| format!("{}/{version}", top.name))
            .collect(),
        notes,
    }
}
