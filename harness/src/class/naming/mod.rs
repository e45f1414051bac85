//! Finds out from names which items of an export belong to which submission, and whose it is.
//!
//! Platforms name what they export in ways of their own (`platform.rs`, `gradescope.rs`, `submitty.rs`). The way that most items at
//! the top follow is taken for all; what does not follow it is an entry of its own, so that no item is lost.

mod clues;
mod entries;
mod gathered;
mod gradescope;
mod pattern;
mod piece;
mod platform;
mod submitty;
mod tops;

use crate::cases::problem::Problem;
pub use crate::class::lateness::Lateness;
use crate::target::BundleItem;
pub use clues::Clues;
pub use entries::{Entry, EntryItem, ExportedEntries, ReadItem};
use gathered::{Gathered, plain};
use pattern::NamePattern;
use piece::{ExportPiece, PieceOf};
pub use platform::Platform;
use platform::{TOP_NAMES, TopNames};
use tops::{TopItem, tops, wrapper};

/// The groups of which an expression of a user must have one, and the group for the path in the submission.
const WHOSE: [&str; 3] = ["student_id", "login", "name"];
const FILE: &str = "file_id";

/// How the names in an export are read.
#[derive(Debug, Clone, Default)]
pub struct Naming {
    pattern: Option<NamePattern>,
}

impl Naming {
    /// Returns the way of a user's expression, which is looked for in each path. It says whose the file is with a group `student_id`,
    /// `login` or `name`, and perhaps with `file_id` how the file is called in the submission.
    ///
    /// # Errors
    /// What is no expression, and one without these groups.
    pub fn by_pattern(text: &str) -> Result<Self, Problem> {
        let pattern = NamePattern::new(text)?;
        if WHOSE.iter().any(|group| pattern.has_group(group)) {
            return Ok(Self { pattern: Some(pattern) });
        }
        Err(Problem::of_file(text, "does not say whose a file is")
            .help("give it a group (?P<student_id>...), (?P<login>...) or (?P<name>...)"))
    }

    /// Returns the submissions of an export; `bytes` reads the file at a place of the list. Every item belongs to an entry, but for
    /// folders that only hold other items, and what a platform tells of all submissions.
    pub fn entries(&self, items: &[BundleItem], bytes: ReadItem<'_>) -> ExportedEntries {
        let all: Vec<usize> = (0..items.len()).collect();
        if let Some(pattern) = &self.pattern {
            return by_pattern(items, pattern);
        }
        let wrapped = wrapper(items);
        let tops = tops(items, &all, wrapped.as_deref().unwrap_or_default());
        let mut entries = gradescope::entries(items, &tops, bytes)
            .or_else(|| submitty::entries(&tops, bytes))
            .unwrap_or_else(|| by_top_names(&tops));
        entries.entries.sort_by(|one, other| one.label.cmp(&other.label));
        entries
    }
}

/// Returns the submissions as the names of items at the top tell them.
fn by_top_names(tops: &[TopItem]) -> ExportedEntries {
    let counts = |names: &&TopNames| tops.iter().filter(|top| names.piece(&top.name).is_some()).count();
    // The first of those that know the most names; they hardly ever know the same.
    let best =
        TOP_NAMES.iter().rev().max_by_key(counts).filter(|names| counts(names) * 2 >= tops.len().max(1));
    let mut gathered = Gathered::default();
    for top in tops {
        let piece = best.and_then(|names| names.piece(&top.name)).unwrap_or_else(|| plain(top));
        gathered.add(top, piece);
    }
    let platform = best.map_or(Platform::Plain, |names| names.platform);
    ExportedEntries { platform, entries: gathered.entries(platform), notes: Vec::new() }
}

/// Returns the submissions as an expression of the user finds them in paths.
fn by_pattern(items: &[BundleItem], pattern: &NamePattern) -> ExportedEntries {
    let mut gathered = Gathered::default();
    let mut notes = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let name = item.path.rsplit('/').next().unwrap_or(&item.path);
        let top =
            TopItem { name: item.path.clone(), is_folder: false, items: vec![(index, name.to_string())] };
        let piece = match pattern.find(&item.path) {
            _ if item.is_folder() => continue,
            None => {
                notes.push(format!("`{}` does not match the pattern", item.path.escape_debug()));
                plain(&top)
            }
            Some(found) => {
                let texts = |group| found.get(group).map(str::to_string).into_iter().collect::<Vec<_>>();
                let (ids, logins, names) = (texts(WHOSE[0]), texts(WHOSE[1]), texts(WHOSE[2]));
                let key = format!("{ids:?} {logins:?} {names:?}");
                let file = found.get(FILE).unwrap_or(name).to_string();
                let clues = Clues { ids, logins, names, ..Clues::default() };
                PieceOf { key, attempt: String::new(), clues, piece: ExportPiece::File(file) }
            }
        };
        gathered.add(&top, piece);
    }
    let mut entries = gathered.entries(Platform::Pattern);
    entries.sort_by(|one, other| one.label.cmp(&other.label));
    ExportedEntries { platform: Platform::Pattern, entries, notes }
}

#[cfg(test)]
mod tests;
