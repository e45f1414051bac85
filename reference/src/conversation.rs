//! Conversations as text, for tests: what is typed stands where it was typed, as `<<text>>`.

use crate::games::game;
use crate::replay::replay;
use crate::setup::Setup;
use crate::transcript::{Piece, Reply, Script};

/// Returns the conversation of the game called `name` in which `typed` is typed and `faces` fall.
pub(crate) fn converse(name: &str, setup: &Setup, typed: &[&str], faces: &[u8]) -> String {
    let game = game(name).expect("a game of the table");
    let replies = typed.iter().map(|line| Reply::Line(line.to_string())).collect();
    let transcript = replay(game, setup, &Script { replies, faces: faces.to_vec() });
    let texts = transcript.pieces.into_iter().map(|piece| match piece {
        Piece::Said { text, .. } => text,
        Piece::Typed(Reply::Line(line)) => format!("<<{line}>>\n"),
        Piece::Typed(Reply::EndOfInput) => "<<EOF>>\n".to_string(),
        Piece::Rolled { .. } | Piece::Cleared => String::new(),
    });
    texts.collect()
}
