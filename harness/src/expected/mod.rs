//! What a program should have printed: the transcript of the case, its parts labelled by the reference, or, where
//! dice are observed, what the reference says with the dice of the run.

mod bent_reference;
pub(crate) mod keeping;
mod of_run;
mod phrases;
mod played;
mod recorded_bends;

pub(crate) use bent_reference::{BentReference, bendable};
pub use of_run::{Foreseen, foresee, is_observed};
pub(crate) use of_run::{again, printed_and_typed, with_the_rest};
pub(crate) use phrases::part_of_line;
pub(crate) use played::{Bent, Conversed, again_bent, fails_by_bent_rules, foresee_bent, played};

use std::borrow::Cow;

use reference::author;
use reference::dice::{Dialect, Dice};
use reference::replay::replay_with;
use reference::{Ending, Game, Piece, Setup, Transcript};

use crate::cases::notation::{CLEAR, WrittenTurn};
use crate::cases::{
    Case, CaseDice, Conversation, DiceSource, Hole, Reference, SeededDice, Suite, Typed, Typing,
};

/// The part of a conversation in which the screen is cleared.
pub(crate) const SCREEN: &str = "screen";

/// What is expected of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The turns, at least one; only the last has nothing typed at its end.
    pub turns: Vec<ExpectedTurn>,
    /// How the program ends.
    pub end: End,
}

/// What is expected between two inputs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExpectedTurn {
    /// The output in pieces, each with its label; the label is empty if nobody knows it.
    pub pieces: Vec<(&'static str, String)>,
    /// The places in the output, in order, where more than one text is right.
    pub gaps: Vec<Gap>,
    /// What is typed then.
    pub typed: Option<Typed>,
}

/// A place in the output of a turn where more than one text is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// The byte of the output before which it stands.
    pub at: usize,
    /// What may stand there.
    pub hole: Hole,
    /// The label of what stands there.
    pub part: &'static str,
}

impl ExpectedTurn {
    /// Returns the turn with the first text of its gaps in them, where they have one of several texts.
    pub(crate) fn with_first_texts(&self) -> Self {
        let mut turn = Self { typed: self.typed.clone(), ..Self::default() };
        let mut gaps = self.gaps.iter().peekable();
        let mut at = 0;
        for (part, text) in self.pieces.iter().chain([&("", String::new())]) {
            let mut rest = text.as_str();
            while let Some(gap) = gaps.next_if(|gap| gap.at <= at + rest.len()) {
                let (before, after) = rest.split_at(gap.at - at);
                turn.pieces.push((part, before.to_string()));
                turn.pieces.push((gap.part, gap.hole.first_text().to_string()));
                (at, rest) = (gap.at, after);
            }
            turn.pieces.push((part, rest.to_string()));
            at += rest.len();
        }
        turn.pieces.retain(|(_, text)| !text.is_empty());
        turn
    }

    /// Returns the label of the question with which the turn ends; empty if nobody knows it, or nothing is asked.
    pub fn question(&self) -> &'static str {
        let last = self.pieces.iter().rfind(|(_, text)| !text.trim().is_empty());
        last.filter(|_| self.typed.is_some()).map_or("", |(part, _)| part)
    }

    /// Returns the output, without what stands in its gaps.
    pub fn output(&self) -> Cow<'_, str> {
        text_of(&self.pieces)
    }
}

/// Returns the text of these pieces; that of a single one is not copied: it may be long.
pub(crate) fn text_of<'p>(pieces: impl IntoIterator<Item = &'p (&'static str, String)>) -> Cow<'p, str> {
    let mut texts = pieces.into_iter().map(|(_, text)| text.as_str());
    match (texts.next(), texts.next()) {
        (first, None) => Cow::Borrowed(first.unwrap_or_default()),
        (first, second) => Cow::Owned(first.into_iter().chain(second).chain(texts).collect()),
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

impl From<&Ending> for End {
    fn from(ending: &Ending) -> Self {
        match ending {
            Ending::Finished => Self::Finishes,
            Ending::Asks { .. } => Self::Asks,
            Ending::Raised(_) => Self::Fails,
            Ending::InputEnded => Self::InputEnds,
            Ending::NeedsDice | Ending::Endless | Ending::Unknown => Self::Unknown,
        }
    }
}

/// Returns what is expected of a program in `case`; nothing if its transcript is not written yet.
///
/// The transcript of the case is what counts. Where the reference says the same, or what fits its holes, the
/// reference's labels are kept.
pub fn expected(suite: &Suite, case: &Case) -> Option<Expected> {
    let conversation = &case.conversation()?;
    let Some(from_reference) = transcript(suite, case, &|| conversation.typed()) else {
        return Some(Expected { turns: unlabelled(conversation), end: End::Unknown });
    };
    let end = End::from(&from_reference.ending);
    let labelled = label(&from_reference);
    if written(&labelled) == *conversation {
        return Some(Expected { turns: labelled, end });
    }
    if let Some(turns) = keeping::labelled(conversation, &labelled) {
        return Some(Expected { turns, end });
    }
    Some(Expected { turns: unlabelled(conversation), end: End::Unknown })
}

fn unlabelled(conversation: &Conversation) -> Vec<ExpectedTurn> {
    let turns = conversation.turns.iter().map(|WrittenTurn { output, holes, typed }| ExpectedTurn {
        pieces: vec![("", output.clone())],
        gaps: holes.iter().map(|(at, hole)| Gap { at: *at, hole: hole.clone(), part: "" }).collect(),
        typed: typed.clone(),
    });
    turns.collect()
}

/// Returns the conversation that the reference holds in `case`, and its ending; nothing if the reference
/// is a command, which knows no labels and is started only to write transcripts.
pub fn from_reference(suite: &Suite, case: &Case) -> Option<(Conversation, Ending)> {
    let transcript = reference_transcript(suite, case)?;
    Some((conversation(&transcript), transcript.ending))
}

/// Returns what the reference says and throws in `case`, where it is a game.
pub fn reference_transcript(suite: &Suite, case: &Case) -> Option<Transcript> {
    transcript(suite, case, &|| case.typed())
}

/// Returns what the reference says and throws in `case`, in whose conversation these lines are `typed`.
fn transcript(suite: &Suite, case: &Case, typed: &dyn Fn() -> Vec<Typed>) -> Option<Transcript> {
    let (game, setup) = game(suite, case)?;
    let mut dice = dice(suite, case, game, &setup, typed);
    Some(hold(case, game, &setup, typed, &mut *dice))
}

/// Returns what is said in a transcript, and typed, as a case has it.
pub(crate) fn conversation(transcript: &Transcript) -> Conversation {
    written(&label(transcript))
}

/// Returns what an author says and types in a game that starts with what `case` starts with; nothing if it does not end by rules of the
/// game or at a question.
pub(crate) fn made_up(
    suite: &Suite,
    case: &Case,
    bent: &Game,
    policy: &author::Policy,
) -> Option<Transcript> {
    let (_, setup) = game(suite, case)?;
    let transcript = author::play(bent, &setup, policy, &mut *Dialect::Own.dice(0));
    let goes_well = matches!(transcript.ending, Ending::Finished | Ending::Asks { .. });
    goes_well.then_some(transcript)
}

/// Returns what `bent` says in `case` where these lines are typed; nothing if the reference is a command.
pub(crate) fn typed_in(suite: &Suite, case: &Case, bent: &Game, typed: &[Typed]) -> Option<Transcript> {
    let (_, setup) = game(suite, case)?;
    let mut dice = dice(suite, case, bent, &setup, &|| typed.to_vec());
    Some(replay_with(bent, &setup, typed, &mut *dice))
}

/// Returns the game that is played in `case`, and with what it starts; nothing if the reference is a command.
pub fn game(suite: &Suite, case: &Case) -> Option<(&'static Game, Setup)> {
    let Reference::Game { name, settings } = &suite.reference else { return None };
    let game = reference::game(name).expect("a suite was checked to name a game");
    let setup = Setup {
        arguments: case.args.clone(),
        files: Box::new(case.files.clone()),
        settings: settings.clone(),
    };
    Some((game, setup))
}

/// Returns the conversation of a case with these dice, typed by whoever types in it: these lines, if nobody makes up others.
fn hold(
    case: &Case,
    game: &Game,
    setup: &Setup,
    typed: &dyn Fn() -> Vec<Typed>,
    dice: &mut dyn Dice,
) -> Transcript {
    match &case.typing {
        Some(Typing::Random(policy) | Typing::Play(policy)) => author::play(game, setup, policy, dice),
        Some(Typing::Lines(lines)) => replay_with(game, setup, lines, dice),
        None => replay_with(game, setup, &typed(), dice),
    }
}

/// Returns the dice of the expected transcript.
fn dice(
    suite: &Suite,
    case: &Case,
    game: &Game,
    setup: &Setup,
    typed: &dyn Fn() -> Vec<Typed>,
) -> Box<dyn Dice> {
    if let (Some(DiceSource::Observed), None, Some(_)) = (suite.dice, case.dice, game.seeded) {
        return game.dice(setup);
    }
    let CaseDice { seed, seeded } = case.dice.unwrap_or(CaseDice { seed: 0, seeded: None });
    let seeded = seeded.or(match suite.dice {
        Some(DiceSource::Seeded(seeded)) => Some(seeded),
        _ => None,
    });
    let Some(SeededDice { dialect, skip_first }) = seeded else { return Dialect::Own.dice(seed) };
    let mut dice = dialect.dice(seed);
    if skip_first {
        let transcript = hold(case, game, setup, typed, &mut *dialect.dice(seed));
        let first = transcript.pieces.iter().find_map(|piece| match piece {
            Piece::Rolled { sides, rerolled, .. } => Some((*sides, rerolled.len())),
            _ => None,
        });
        if let Some((sides, count)) = first {
            dice.skip(sides, count);
        }
    }
    dice
}

fn label(transcript: &Transcript) -> Vec<ExpectedTurn> {
    let mut turns = Vec::new();
    let mut turn = ExpectedTurn::default();
    for piece in &transcript.pieces {
        match piece {
            Piece::Said { part, text } => turn.pieces.push((part, text.clone())),
            Piece::SaidEither { part, texts } => {
                turn.gaps.push(Gap { at: turn.output().len(), hole: Hole::either(texts), part });
            }
            Piece::Cleared => turn.pieces.push((SCREEN, CLEAR.to_string())),
            Piece::Rolled { .. } => {}
            Piece::Typed(typed) => {
                turns.push(ExpectedTurn { typed: Some(typed.clone()), ..std::mem::take(&mut turn) });
            }
        }
    }
    turns.push(turn);
    turns
}

/// Returns the conversation that turns hold.
pub(crate) fn written(turns: &[ExpectedTurn]) -> Conversation {
    let turns = turns.iter().map(|turn| WrittenTurn {
        output: turn.output().into_owned(),
        typed: turn.typed.clone(),
        holes: turn.gaps.iter().map(|gap| (gap.at, gap.hole.clone())).collect(),
    });
    Conversation { turns: turns.collect() }
}
