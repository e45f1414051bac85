//! What is found in the turns of a recording.

use super::pictures::{PicturesFound, find};
use crate::cases::Typed;
use crate::recording::Recording;

/// What was found in a turn, and what was typed after it.
pub(super) struct HeardTurn {
    pub(super) found: PicturesFound,
    pub(super) typed: Option<Typed>,
}

/// Returns what is found in each turn of a recording.
pub(super) fn heard(recording: &Recording) -> Vec<HeardTurn> {
    let turns = recording.turns();
    turns.into_iter().map(|turn| HeardTurn { found: find(&turn.text()), typed: turn.typed.clone() }).collect()
}
