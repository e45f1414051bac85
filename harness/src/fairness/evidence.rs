//! The throws that a run shows.

use super::{Run, Throw};
use crate::cases::{Case, Dice, Judge, Suite};
use crate::expected::foresee;
use crate::facts;
use crate::observing::Reading;
use crate::recording::Recording;

/// Returns the throws of a run, if they can be read. Dice that follow from a seed are left out: they say nothing.
pub fn run(suite: &Suite, case: &Case, recording: &Recording) -> Option<Run> {
    let is_seeded = case.dice.is_some_and(|dice| dice.seeded.is_some());
    if is_seeded || matches!(suite.dice, Some(Dice::Seeded(_)) | None) {
        return None;
    }
    match suite.judge {
        Judge::Facts => {
            let throws = facts::throws(suite, case, recording)?;
            Some(Run { throws: throws.iter().map(|faces| Throw::of_all(6, faces)).collect() })
        }
        Judge::Transcript => {
            let observation = foresee(suite, case, recording, Reading::First)?.observation?;
            // Whether dice that are thrown again change is a rule of the game, not of chance.
            let first = observation.throws.iter().filter(|seen| seen.is_first);
            Some(Run { throws: first.map(|seen| Throw::of_all(seen.sides, &seen.faces)).collect() })
        }
    }
}
