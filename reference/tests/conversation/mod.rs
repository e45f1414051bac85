//! Writes a conversation with a game down as people read it, for tests that are tables of text.

use reference::replay::replay;
use reference::{Script, Setup, Transcript, Typed, game};

/// Returns the conversation of the game called `name` when `typed` is typed and these faces fall.
pub(crate) fn hold(name: &str, arguments: &[&str], typed: &[&str], faces: &[u8]) -> Transcript {
    let replies = typed.iter().map(|line| Typed::Line(line.to_string())).collect();
    let script = Script { replies, faces: faces.to_vec() };
    let game = game(name).expect("the game is in the table");
    replay(game, &Setup::new(arguments, &[]), &script)
}

/// Checks that two texts are equal, and prints both as they are if not.
#[track_caller]
pub(crate) fn similar(got: &str, expected: &str) {
    assert!(got == expected, "got:\n{got}\nexpected:\n{expected}");
}
