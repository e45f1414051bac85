//! Gathers items into submissions: the files of all items that are of the same student.

use std::collections::BTreeMap;

use super::clues::Clues;
use super::entries::{Entry, EntryItem};
use super::piece::{ExportPiece, PieceOf};
use super::platform::Platform;
use super::tops::TopItem;

/// Items that are gathered into submissions.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    of: BTreeMap<String, GatheredEntry>,
}

/// A submission as far as it is gathered.
#[derive(Debug, Default)]
struct GatheredEntry {
    entry: Entry,
    /// The attempts, of which the last counts.
    attempts: BTreeMap<String, AttemptFiles>,
}

#[derive(Debug, Default)]
struct AttemptFiles {
    /// The items at the top that belong to it.
    tops: Vec<String>,
    /// Those of them that are more than a text about it.
    handed_in: Vec<String>,
    files: Vec<EntryItem>,
}

impl Gathered {
    /// Adds an item at the top, with what its name tells.
    pub(super) fn add(&mut self, top: &TopItem, found: PieceOf) {
        let PieceOf { key, attempt, clues, piece } = found;
        let GatheredEntry { entry, attempts } = self.of.entry(key).or_default();
        entry.clues.merge(clues);
        let attempt = attempts.entry(attempt).or_default();
        attempt.tops.push(top.name.clone());
        if piece != ExportPiece::About {
            attempt.handed_in.push(top.name.clone());
        }
        match piece {
            ExportPiece::Files => attempt.files.extend(files(top, None)),
            ExportPiece::File(name) => attempt.files.extend(files(top, Some(&name))),
            ExportPiece::NoFiles => {
                let note = |(_, path): &(usize, String)| {
                    format!("`{}` is no file of a program", path.escape_debug())
                };
                entry.notes.extend(top.items.iter().map(note));
            }
            ExportPiece::About => {}
        }
    }

    /// Returns the submissions, each with the files of its last attempt.
    pub(super) fn entries(self, platform: Platform) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.of.into_values().map(GatheredEntry::finished).collect();
        if platform == Platform::Canvas {
            for entry in &mut entries {
                without_numbers(&mut entry.files);
            }
        }
        entries
    }
}

impl GatheredEntry {
    /// Returns the submission with the files of its last attempt.
    fn finished(self) -> Entry {
        let Self { entry, mut attempts } = self;
        let (_, last) = attempts.pop_last().unwrap_or_default();
        let label = last.handed_in.iter().min().or(last.tops.iter().min()).cloned().unwrap_or_default();
        let other_attempts = attempts.into_values().flat_map(|attempt| attempt.tops).collect();
        Entry { label, files: last.files, other_attempts, ..entry }
    }
}

/// Returns the files at or below an item at the top. What a platform calls a file called `name` may be a folder all the same.
fn files<'a>(top: &'a TopItem, name: Option<&'a str>) -> impl Iterator<Item = EntryItem> + 'a {
    top.items.iter().map(move |(item, inside)| {
        let path = match (name, top.is_folder) {
            (None, _) => inside.clone(),
            (Some(name), false) => name.to_string(),
            (Some(name), true) => format!("{name}/{inside}"),
        };
        EntryItem { item: *item, path }
    })
}

/// Gives files their names back to which a platform has added the number of the attempt, as in `Game-2.java`, where the number would
/// keep them from being what they are: no module of Python and no class of Java has such a name.
fn without_numbers(files: &mut [EntryItem]) {
    let mut taken: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
    for file in files {
        let Some((stem, extension)) = file.path.rsplit_once('.') else { continue };
        let Some((name, number)) = stem.rsplit_once('-') else { continue };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let restored = format!("{name}.{extension}");
        if is_number && !name.is_empty() && ["py", "java"].contains(&extension) && !taken.contains(&restored)
        {
            taken.push(restored.clone());
            file.path = restored;
        }
    }
}

/// Returns what an item is whose name nobody has made by a rule.
pub(super) fn plain(top: &TopItem) -> PieceOf {
    // What follows a point in the name of a folder is no extension, but a part of a login such as `ann.lee`.
    let name = if top.is_folder { &top.name } else { stem(&top.name) };
    let clues = Clues { anything: Some(name.to_string()), ..Clues::default() };
    PieceOf { key: format!("plain {}", top.name), attempt: String::new(), clues, piece: ExportPiece::Files }
}

/// Returns a name without its extension, which may be that of a packed archive.
fn stem(name: &str) -> &str {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.trim_matches('.').is_empty() && (1..=4).contains(&extension.len()) =>
        {
            stem
        }
        _ => name,
    }
}
