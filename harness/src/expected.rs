//! What a program should have printed: the transcript of the case, its parts labelled by the reference.

use reference::author;
use reference::replay::replay;
use reference::{Ending, Game, Piece, Reply, Script, Setup, Transcript};

use crate::cases::notation::{CLEAR, Turn as WrittenTurn};
use crate::cases::{Case, Conversation, Reference, Suite, Typed, Typing};

/// What is expected of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The turns, at least one; only the last has nothing typed at its end.
    pub turns: Vec<Turn>,
    /// How the program ends.
    pub end: End,
}

/// What is expected between two inputs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    /// The output in pieces, each with its label; the label is empty if nobody knows it.
    pub pieces: Vec<(&'static str, String)>,
    /// What is typed then.
    pub typed: Option<Typed>,
}

impl Turn {
    /// Returns the output.
    pub fn output(&self) -> String {
        self.pieces.iter().map(|(_, text)| text.as_str()).collect()
    }
}

/// How a program is expected to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By its rules.
    Finishes,
    /// Not yet: the case ends where the program asks.
    Asks,
    /// With an error.
    Fails,
    /// Because its input ended.
    InputEnds,
    /// Nobody knows.
    Unknown,
}

/// Returns what is expected of a program in `case`; nothing if its transcript is not written yet.
///
/// The transcript of the case is what counts. Where the reference says the same, its labels are kept.
pub fn expected(suite: &Suite, case: &Case) -> Option<Expected> {
    let conversation = case.transcript.as_ref()?;
    let Some(from_reference) = transcript(suite, case, Some(conversation)) else {
        return Some(Expected { turns: unlabelled(conversation), end: End::Unknown });
    };
    let end = match &from_reference.ending {
        Ending::Finished => End::Finishes,
        Ending::Asks { .. } => End::Asks,
        Ending::Raised { .. } => End::Fails,
        Ending::InputEnded => End::InputEnds,
        Ending::NeedsDice | Ending::Endless => End::Unknown,
    };
    let labelled = label(&from_reference);
    if written(&labelled) == *conversation {
        return Some(Expected { turns: labelled, end });
    }
    Some(Expected { turns: unlabelled(conversation), end: End::Unknown })
}

fn unlabelled(conversation: &Conversation) -> Vec<Turn> {
    let turns = conversation.turns.iter().map(|WrittenTurn { output, typed }| Turn {
        pieces: vec![("", output.clone())],
        typed: typed.clone(),
    });
    turns.collect()
}

/// Returns the conversation that the reference holds in `case`, and its ending; nothing if the reference
/// is a command, which knows no labels and is started only to write transcripts.
pub fn from_reference(suite: &Suite, case: &Case) -> Option<(Conversation, Ending)> {
    let transcript = transcript(suite, case, case.transcript.as_ref())?;
    Some((written(&label(&transcript)), transcript.ending))
}

fn transcript(suite: &Suite, case: &Case, conversation: Option<&Conversation>) -> Option<Transcript> {
    let Reference::Game { name, settings } = &suite.reference else { return None };
    let game = reference::game(name).expect("a suite was checked to name a game");
    let setup = Setup {
        arguments: case.args.clone(),
        files: Box::new(case.files.clone()),
        settings: settings.clone(),
    };
    Some(match (&case.typing, conversation) {
        (Some(Typing::Random { seed, turns, style }), _) => {
            author::write(game, &setup, *style, *seed, *turns)
        }
        (Some(Typing::Lines(lines)), _) => replay_lines(game, &setup, lines),
        (None, Some(conversation)) => replay_lines(game, &setup, &conversation.typed()),
        (None, None) => replay_lines(game, &setup, &[]),
    })
}

fn replay_lines(game: &Game, setup: &Setup, lines: &[Typed]) -> Transcript {
    let replies = lines.iter().map(|typed| match typed {
        Typed::Line(line) => Reply::Line(line.clone()),
        Typed::EndOfInput => Reply::EndOfInput,
    });
    replay(game, setup, &Script { replies: replies.collect(), faces: Vec::new() })
}

fn label(transcript: &Transcript) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut turn = Turn::default();
    for piece in &transcript.pieces {
        match piece {
            Piece::Said { part, text } => turn.pieces.push((part, text.clone())),
            Piece::Cleared => turn.pieces.push(("screen", CLEAR.to_string())),
            Piece::Rolled { .. } => {}
            Piece::Typed(reply) => {
                let typed = match reply {
                    Reply::Line(line) => Typed::Line(line.clone()),
                    Reply::EndOfInput => Typed::EndOfInput,
                };
                turns.push(Turn { typed: Some(typed), ..std::mem::take(&mut turn) });
            }
        }
    }
    turns.push(turn);
    turns
}

fn written(turns: &[Turn]) -> Conversation {
    let turns = turns.iter().map(|turn| WrittenTurn { output: turn.output(), typed: turn.typed.clone() });
    Conversation { turns: turns.collect() }
}
