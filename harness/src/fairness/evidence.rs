//! The throws that the runs of a suite show.

use super::{Run, Throw};
use crate::cases::{Case, Dice, Judge, Suite};
use crate::expected::foresee;
use crate::facts;
use crate::observing::Reading;
use crate::recording::Recording;

/// Returns the throws of each run that can be read. Dice that follow from a seed are left out: they say nothing.
pub fn runs<'a>(suite: &Suite, recordings: impl Iterator<Item = (&'a Case, &'a Recording)>) -> Vec<Run> {
    if matches!(suite.dice, Some(Dice::Seeded(_)) | None) {
        return Vec::new();
    }
    let unseeded = recordings.filter(|(case, _)| case.dice.is_none_or(|dice| dice.seeded.is_none()));
    unseeded.filter_map(|(case, recording)| run(suite, case, recording)).collect()
}

fn run(suite: &Suite, case: &Case, recording: &Recording) -> Option<Run> {
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
