//! What a game says in a run, whatever its rules are.

use reference::Ending;
use reference::replay::replay_beside;

use super::of_run::{by_dice, observe_run};
use super::recorded_bends::recorded;
use super::{
    BentReference, End, Expected, ExpectedTurn, Foreseen, dice, game, is_observed, keeping, label,
    printed_and_typed, with_the_rest, written,
};
use crate::cases::{Case, Suite, Typed};
use crate::observing::{DiceEnd, FirstTurns, Observation, PrintedTurns, Reading};
use crate::recording::Recording;

/// What was printed in a run, turn by turn, and what was typed after each turn but the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conversed<'a> {
    /// What was printed.
    pub(crate) printed: FirstTurns<'a>,
    /// What was typed, and what would have been typed after it.
    pub(crate) typed: &'a [Typed],
}

/// Returns the conversation by the rules of `bent` with what was typed and thrown in a run;
/// nothing if nobody knows.
pub(crate) fn played(
    suite: &Suite,
    case: &Case,
    bent: &BentReference,
    run: Conversed<'_>,
) -> Option<Observation> {
    observation(suite, case, bent, run, Reading::First)
}

fn observation(
    suite: &Suite,
    case: &Case,
    bent: &BentReference,
    run: Conversed<'_>,
    reading: Reading,
) -> Option<Observation> {
    let known = |transcript| Observation {
        transcript,
        throws: Vec::new(),
        findings: Vec::new(),
        end: DiceEnd::Known,
    };
    let bent = match bent {
        BentReference::Game(game) => game,
        BentReference::Solution(bends) => return recorded(suite, case, bends, run.typed.len()).map(known),
    };
    let Conversed { printed, typed } = run;
    if is_observed(suite, case) {
        return observe_run(suite, case, Some(bent), typed, printed, reading);
    }
    let (_, setup) = game(suite, case)?;
    let mut dice = dice(suite, case, bent, &setup, &|| case.typed());
    Some(known(replay_beside(bent, &setup, (typed, printed.texts()), &mut *dice)))
}

/// Returns what is expected of a run by the rules of `bent`, where that follows from dice that are read from its output.
pub(crate) fn again_bent(
    suite: &Suite,
    case: &Case,
    bent: &BentReference,
    recording: &Recording,
) -> Option<Vec<ExpectedTurn>> {
    let is_observed = is_observed(suite, case);
    let foreseen = is_observed.then(|| foresee_bent(suite, case, bent, recording, Reading::First));
    Some(foreseen??.foreseen.expected.turns)
}

/// What a game with bent rules leads to in a run.
#[derive(Debug)]
pub(crate) struct Bent {
    /// What is expected then.
    pub(crate) foreseen: Foreseen,
    /// How the game ends.
    pub(crate) ending: Ending,
}

/// Returns whether a game ends with an error that only its bent rules lead to. How a program fails then is its own affair.
pub(crate) fn fails_by_bent_rules(case: &Case, ending: &Ending) -> bool {
    case.errors.is_empty() && matches!(ending, Ending::Raised(_))
}

impl Bent {
    /// Returns how many lines that are not blank are known of the last turn of a game that prints on for ever, where a program was stopped in this turn.
    pub(crate) fn known_of_no_end(&self, recording: &Recording) -> Option<usize> {
        let turns = &self.foreseen.expected.turns;
        let never_ends = self.ending == Ending::Endless && recording.stopped().is_some();
        let last = turns.last().filter(|_| never_ends && recording.turns().len() == turns.len())?;
        Some(last.output().lines().filter(|line| !line.trim().is_empty()).count())
    }

    /// Expects the program to end well where it failed, if that is no later than where the game fails.
    pub(crate) fn fail_as(&mut self, recording: &Recording) {
        let Expected { turns, end } = &mut self.foreseen.expected;
        let (printed, _) = printed_and_typed(&recording.turns());
        let Some(last) = printed.last() else { return };
        if turns.len() < printed.len() {
            return;
        }
        turns.truncate(printed.len());
        if let Some(turn) = turns.last_mut() {
            turn.typed = None;
            cut(&mut turn.pieces, last);
        }
        (*end, self.ending) = (End::Finishes, Ending::Finished);
    }

    /// Expects nothing from the answer on at which the game fails, if the program goes on after it, and returns how many turns are left; nothing if none is.
    pub(crate) fn end_before_failing(&mut self, recording: &Recording) -> Option<usize> {
        let Expected { turns, end } = &mut self.foreseen.expected;
        let left = turns.len().checked_sub(1).filter(|left| *left > 0 && recording.turns().len() > *left)?;
        turns.truncate(left);
        if let Some(turn) = turns.last_mut() {
            turn.typed = None;
        }
        (*end, self.ending) = (End::Unknown, Ending::Unknown);
        Some(left)
    }
}

/// Leaves of the pieces of a turn those that are printed, if what is printed begins like them.
fn cut(pieces: &mut Vec<(&'static str, String)>, printed: &str) {
    let said = super::text_of(&*pieces);
    // What blanks and line breaks follow may differ.
    let Some(printed) = [printed, printed.trim_end()].into_iter().find(|printed| said.starts_with(printed))
    else {
        return;
    };
    let mut left = printed.len();
    for (_, text) in pieces.iter_mut() {
        text.truncate(left.min(text.len()));
        left -= text.len();
    }
    pieces.retain(|(_, text)| !text.is_empty());
}

/// Returns what is expected of a run by the rules of `bent`; nothing if the case has no transcript yet.
pub(crate) fn foresee_bent(
    suite: &Suite,
    case: &Case,
    bent: &BentReference,
    recording: &Recording,
    reading: Reading,
) -> Option<Bent> {
    let transcript = case.transcript.as_ref()?;
    let (printed, typed) = printed_and_typed(&recording.turns());
    let (printed, typed) = (PrintedTurns::from(printed), with_the_rest(case, typed));
    let conversed = Conversed { printed: printed.all(), typed: &typed };
    let observation = observation(suite, case, bent, conversed, reading)?;
    let ending = observation.transcript.ending.clone();
    if observation.has_dice() && is_observed(suite, case) {
        return Some(Bent { foreseen: by_dice(observation), ending });
    }
    let plain = label(&observation.transcript);
    let kept = keeping::keep(&transcript.turns(), written(&plain));
    let turns = keeping::labelled(&kept, &plain).unwrap_or(plain);
    let expected = Expected { turns, end: End::from(&ending) };
    Some(Bent { foreseen: Foreseen { expected, observation: None }, ending })
}
