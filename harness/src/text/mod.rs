//! What every layer knows about text: its tokens, how much two texts are alike, how two sequences align and differ, and bytes
//! written as text.

pub(crate) mod alignment;
pub(crate) mod base64;
pub(crate) mod hunks;
pub(crate) mod likeness;
pub(crate) mod own_folders;
pub(crate) mod shared;
pub(crate) mod tokens;
