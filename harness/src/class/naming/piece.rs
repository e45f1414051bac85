//! One item of an export, as its name tells whose it is.

use super::clues::Clues;

/// What an item of an export is, and whose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceOf {
    /// The same for all items of the same submission, whatever the attempt.
    pub(super) key: String,
    /// Which attempt it belongs to: a later one is greater. Empty where the platform exports one attempt.
    pub(super) attempt: String,
    /// Whose it is.
    pub(super) clues: Clues,
    /// What it is.
    pub(super) piece: ExportPiece,
}

/// What an item of an export is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExportPiece {
    /// A file of the submission, which was called so.
    File(String),
    /// A folder whose files are the submission's, or a file that has kept its name.
    Files,
    /// Something that was handed in, but is no file: a text or a link.
    NoFiles,
    /// What the platform tells of an attempt.
    About,
}
