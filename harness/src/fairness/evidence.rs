//! The throws that the runs of a suite show.

use super::{Run, Stretch, Throw};
use crate::cases::{Case, Dice, Judge, Suite, Typing};
use crate::expected::foresee;
use crate::facts;
use crate::observing::Reading;
use crate::recording::Recording;

/// Returns the throws of each run, those first of which the case asks for most. Dice that follow from a seed are left
/// out: they say nothing.
///
/// Where pictures of dice are read, one throw that cannot be read is enough to say nothing at all: it may always be the
/// same face that is unreadable, and then the others would seem to be favoured.
pub fn runs<'a>(suite: &Suite, recordings: impl Iterator<Item = (&'a Case, &'a Recording)>) -> Vec<Run> {
    if matches!(suite.dice, Some(Dice::Seeded(_)) | None) {
        return Vec::new();
    }
    let unseeded = recordings.filter(|(case, _)| case.dice.is_none_or(|dice| dice.seeded.is_none()));
    let mut recordings: Vec<_> = unseeded.collect();
    // How much was played depends on the faces; how much was asked for does not.
    recordings.sort_by_key(|(case, _)| std::cmp::Reverse(asked_for(case)));
    match suite.judge {
        Judge::Facts => {
            let drawn = recordings.iter().map(|(case, recording)| drawn(suite, case, recording));
            drawn.collect::<Option<Vec<Run>>>().unwrap_or_default()
        }
        Judge::Transcript => {
            recordings.iter().filter_map(|(case, recording)| told(suite, case, recording)).collect()
        }
    }
}

/// Returns how many answers a case gives, or how many lines it types.
fn asked_for(case: &Case) -> usize {
    match (&case.typing, &case.transcript) {
        (Some(Typing::Play(policy)), _) => policy.answers.values().map(Vec::len).sum(),
        (_, Some(transcript)) => transcript.typed().len(),
        _ => 0,
    }
}

/// Returns the throws of a run whose dice are drawn; nothing if not all of them can be read.
fn drawn(suite: &Suite, case: &Case, recording: &Recording) -> Option<Run> {
    let stretches = facts::games(suite, case, recording)?.into_iter().map(|game| Stretch {
        shown: game.shown,
        throws: game.throws.iter().map(|faces| Throw::of_all(6, faces)).collect(),
    });
    Some(Run { stretches: stretches.collect() })
}

/// Returns the throws of a run in which the dice were observed.
fn told(suite: &Suite, case: &Case, recording: &Recording) -> Option<Run> {
    let observation = foresee(suite, case, recording, Reading::First)?.observation?;
    // Whether dice that are thrown again change is a rule of the game, not of chance.
    let first = observation.throws.iter().filter(|seen| seen.is_first);
    let throws = first.map(|seen| Throw::of_all(seen.sides, &seen.faces)).collect();
    Some(Run { stretches: vec![Stretch { shown: Vec::new(), throws }] })
}
