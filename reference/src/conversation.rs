//! Conversations as text, for tests: what is typed stands where it was typed, as `<<text>>`.

use crate::games::game;
use crate::replay::replay;
use crate::setup::Setup;
use crate::transcript::{Script, Typed};

/// Compares the conversation that `expected` is with that of the game called `name`, in which the same
/// is typed and `faces` fall.
#[track_caller]
pub(crate) fn check(name: &str, setup: &Setup, faces: &[u8], expected: &str) {
    let typed: Vec<&str> =
        expected.split("<<").skip(1).filter_map(|rest| Some(rest.split_once(">>")?.0)).collect();
    let actual = converse(name, setup, &typed, faces);
    assert!(actual == expected, "got:\n{actual}\n\nexpected:\n{expected}\n");
}

/// Returns the conversation of the game called `name` in which `typed` is typed and `faces` fall.
pub(crate) fn converse(name: &str, setup: &Setup, typed: &[&str], faces: &[u8]) -> String {
    let game = game(name).expect("a game of the table");
    let replies = typed.iter().map(|line| Typed::Line(line.to_string())).collect();
    replay(game, setup, &Script { replies, faces: faces.to_vec() }).to_string()
}
