//! What a course's own solution with bends says in a run, as it was recorded.

use std::collections::BTreeSet;

use reference::{Ending, Piece, Raised, Replies, Transcript};

use crate::cases::notation::{HoleKind, WrittenTurn};
use crate::cases::{Case, Conversation, ExpectedError, KnownBent, Suite};

/// Returns what the solution says with these bends until as many lines as in a run are `typed`, and then up to the next question or its
/// end; nothing if that was not recorded, or if its text leaves open more than which of several texts stands somewhere.
pub(super) fn recorded(
    suite: &Suite,
    case: &Case,
    bends: &BTreeSet<String>,
    typed: usize,
) -> Option<Transcript> {
    let written = case.conversation()?;
    let (conversation, errors) = match suite.bent_transcripts.as_ref()?.known(&case.id, bends) {
        KnownBent::AsWritten => (&written, case.errors.iter().collect::<Vec<_>>()),
        KnownBent::Held(conversation, error) => (conversation, error.into_iter().collect()),
        KnownBent::Unknown => return None,
    };
    let pieces = pieces(conversation, typed)?;
    let ending = if typed + 1 < conversation.turns.len() {
        Ending::Asks { question: "", replies: Replies::default() }
    } else if errors.is_empty() {
        Ending::Unknown
    } else {
        Ending::Raised(errors.into_iter().map(raised).collect())
    };
    Some(Transcript { pieces, ending })
}

/// Returns a conversation up to its turn number `last`, counted from 0.
fn pieces(conversation: &Conversation, last: usize) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for (index, turn) in conversation.turns.iter().take(last + 1).enumerate() {
        add_output(&mut pieces, turn)?;
        pieces.extend(turn.typed.clone().filter(|_| index < last).map(Piece::Typed));
    }
    Some(pieces)
}

fn add_output(pieces: &mut Vec<Piece>, turn: &WrittenTurn) -> Option<()> {
    let said = |text: &str| Piece::Said { part: "", text: text.to_string() };
    let mut from = 0;
    for (at, hole) in &turn.holes {
        let HoleKind::Either(texts) = &hole.kind else { return None };
        pieces.push(said(&turn.output[from..*at]));
        pieces.push(Piece::SaidEither { part: "", texts: texts.clone() });
        from = *at;
    }
    pieces.push(said(&turn.output[from..]));
    Some(())
}

fn raised(error: &ExpectedError) -> Raised {
    let ExpectedError { kind, message } = error.clone();
    Raised { kind: kind.into(), message: message.unwrap_or_default() }
}
