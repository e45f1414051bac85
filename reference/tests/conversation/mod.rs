//! Writes a conversation with a game down as people read it, for tests that are tables of text.

use std::fmt::Write as _;

use reference::replay::replay;
use reference::{Ending, Piece, Script, Setup, Transcript, Typed, game};

/// Returns the conversation of the game called `name` when `typed` is typed and these faces fall.
pub(crate) fn hold(name: &str, arguments: &[&str], typed: &[&str], faces: &[u8]) -> Transcript {
    let replies = typed.iter().map(|line| Typed::Line(line.to_string())).collect();
    let script = Script { replies, faces: faces.to_vec() };
    let game = game(name).expect("the game is in the table");
    replay(game, &Setup::new(arguments, &[]), &script)
}

/// Returns the conversation with the typed text in its place, as `<<text>>`, and how it ended if it
/// did so by an exception.
pub(crate) fn read(transcript: &Transcript) -> String {
    let mut text = String::new();
    for piece in &transcript.pieces {
        match piece {
            Piece::Said { text: said, .. } => text.push_str(said),
            Piece::SaidEither { texts, .. } => {
                let _ = write!(text, "{{{{either: {}}}}}", texts.join(" | "));
            }
            Piece::Typed(Typed::Line(line)) => {
                let _ = writeln!(text, "<<{line}>>");
            }
            Piece::Typed(Typed::EndOfInput) => text.push_str("<<EOF>>\n"),
            Piece::Rolled { .. } | Piece::Cleared => {}
        }
    }
    if let Ending::Raised(errors) = &transcript.ending {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{}", errors.join(" | "));
    }
    text
}

/// Checks that two texts are equal, and prints both as they are if not.
#[track_caller]
pub(crate) fn similar(got: &str, expected: &str) {
    assert!(got == expected, "got:\n{got}\nexpected:\n{expected}");
}
