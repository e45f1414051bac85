//! What is expected of one particular run, whose dice nobody knew before.

use reference::Game;

use super::{End, Expected, ExpectedTurn, expected, game, label};
use crate::cases::{Case, DiceSource, Suite, Typed, Typing};
use crate::observing::{DiceEnd, FirstTurns, Observation, PrintedTurns, Reading, observe};
use crate::recording::{Recording, Turn};

/// What is expected of one run, and which dice led to it.
#[derive(Debug)]
pub struct Foreseen {
    /// What is expected.
    pub expected: Expected,
    /// What was observed, if dice were.
    pub observation: Option<Observation>,
}

/// Returns whether the dice of a candidate are observed in `case`.
pub fn is_observed(suite: &Suite, case: &Case) -> bool {
    suite.dice == Some(DiceSource::Observed) && case.dice.is_none_or(|dice| dice.seeded.is_none())
}

/// Returns what is expected of the run that `recording` tells of; nothing if the case has no transcript yet.
pub fn foresee(suite: &Suite, case: &Case, recording: &Recording, reading: Reading) -> Option<Foreseen> {
    case.transcript.as_ref()?;
    let observation = observation(suite, case, recording, reading).filter(Observation::has_dice);
    match observation {
        Some(observation) => Some(by_dice(observation)),
        None => Some(Foreseen { expected: expected(suite, case)?, observation: None }),
    }
}

/// Returns what is expected of a run whose dice were observed.
pub(super) fn by_dice(observation: Observation) -> Foreseen {
    let end = match observation.end {
        DiceEnd::Known => End::from(&observation.transcript.ending),
        _ => End::Unknown,
    };
    let expected = Expected { turns: label(&observation.transcript), end };
    Foreseen { expected, observation: Some(observation) }
}

/// Returns what is expected of a run, where that follows from dice that are read from its output.
pub(crate) fn again(suite: &Suite, case: &Case, recording: &Recording) -> Option<Vec<ExpectedTurn>> {
    let observation = observation(suite, case, recording, Reading::First)?;
    Some(label(&observation.transcript))
}

fn observation(suite: &Suite, case: &Case, recording: &Recording, reading: Reading) -> Option<Observation> {
    if !is_observed(suite, case) {
        return None;
    }
    let (printed, typed) = printed_and_typed(&recording.turns());
    observe_run(suite, case, None, &with_the_rest(case, typed), PrintedTurns::from(printed).all(), reading)
}

/// Observes the dice of a run by the rules of `bent`, or by those of the suite's own game.
pub(super) fn observe_run(
    suite: &Suite,
    case: &Case,
    bent: Option<&Game>,
    typed: &[Typed],
    printed: FirstTurns<'_>,
    reading: Reading,
) -> Option<Observation> {
    let (game, setup) = game(suite, case)?;
    Some(observe(bent.unwrap_or(game), &setup, typed, printed, reading))
}

/// Returns what was printed in each turn, and what was typed after each but the last.
pub(crate) fn printed_and_typed(turns: &[Turn]) -> (Vec<String>, Vec<Typed>) {
    let printed = turns.iter().map(|turn| turn.text().into_owned()).collect();
    (printed, turns.iter().filter_map(|turn| turn.typed.clone()).collect())
}

/// Returns the lines that were typed, then those that the case would have typed after them.
pub(crate) fn with_the_rest(case: &Case, typed: Vec<Typed>) -> Vec<Typed> {
    if let Some(Typing::Play(_)) = case.typing {
        return typed;
    }
    let listed = case.typed();
    if listed.starts_with(&typed) { listed } else { typed }
}
