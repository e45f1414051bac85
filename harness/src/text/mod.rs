//! What every layer knows about text: its tokens, how much two texts are alike, and how two sequences align.

pub(crate) mod alignment;
pub(crate) mod likeness;
pub(crate) mod tokens;
