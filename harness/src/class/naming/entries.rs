//! The submissions of an export, and whose they seem to be.

use super::clues::Clues;
use super::platform::Platform;
use crate::cases::problem::Problem;

/// One submission of an export, perhaps not of a student that anybody knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// How the export calls it: the name of its first item at the top.
    pub label: String,
    /// Whose it is.
    pub clues: Clues,
    /// The items of the attempt that counts.
    pub files: Vec<EntryItem>,
    /// Other attempts, which are not marked.
    pub other_attempts: Vec<String>,
    /// What should be known of it besides.
    pub notes: Vec<String>,
}

/// One item of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryItem {
    /// Its place in the list of the bundle.
    pub item: usize,
    /// Its path in the submission.
    pub path: String,
}

/// The submissions of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedEntries {
    /// Who has named them.
    pub platform: Platform,
    /// All of them, sorted by label.
    pub entries: Vec<Entry>,
    /// What was found beside them.
    pub notes: Vec<String>,
}

/// Reads the file at a place of the list of a bundle.
pub type ReadItem<'a> = &'a dyn Fn(usize) -> Result<Vec<u8>, Problem>;
