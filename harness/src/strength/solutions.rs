//! What the cases of a suite notice of its own solution, made wrong by patches.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::bent::failed;
use super::blind_spot::BlindSpot;
use super::{BendPair, NotTried, NoticedBend, Strength, sort};
use crate::cases::{Case, Suite};
use crate::recording::Recording;
use crate::solution::BentSolutions;

/// Returns what the cases notice of the bent solutions. Of two bends it is only told whether any case tells them apart: a patch
/// need not fit where another one has been applied.
pub(super) fn strength<'a>(
    suite: &'a Suite,
    file: &str,
    jobs: NonZeroUsize,
) -> Result<Strength<'a>, NotTried> {
    let solutions = BentSolutions::build(suite, file)?.map_err(NotTried::Problems)?;
    let cases: Vec<&Case> = suite.cases.iter().collect();
    let mut bends = Vec::new();
    let mut recorded = Vec::new();
    for name in solutions.names() {
        let recordings = solutions.recordings(name, &cases, jobs)?;
        let placed: BTreeMap<usize, Recording> = recordings.into_iter().enumerate().collect();
        let failed = failed(suite, &placed, jobs)?;
        bends.push(NoticedBend {
            name,
            noticed_by: failed.iter().map(|place| &suite.cases[*place]).collect(),
        });
        recorded.push(placed);
    }
    let mut unclear = Vec::new();
    for (place, one) in bends.iter().enumerate() {
        for (other_place, other) in bends.iter().enumerate().skip(place + 1) {
            let are_alike = recorded[place]
                .values()
                .zip(recorded[other_place].values())
                .all(|(one, other)| is_same(one, other));
            if are_alike && !one.noticed_by.is_empty() {
                unclear.push(BendPair {
                    one: one.name,
                    other: other.name,
                    lack: BlindSpot::Which,
                    shown_by: None,
                });
            }
        }
    }
    let pairs = bends.len() * bends.len().saturating_sub(1) / 2;
    sort(&mut bends);
    Ok(Strength { bends, pairs, unclear })
}

/// Returns whether two programs have said the same and ended in the same way, however long it took. Of an error only the last line
/// counts: others tell where the program stands.
fn is_same(one: &Recording, other: &Recording) -> bool {
    let seen = |recording: &Recording| {
        let errors = recording.error_output();
        let last = String::from_utf8_lossy(&errors).trim_end().lines().last().map(str::to_string);
        (recording.turns(), last, recording.exit(), recording.stopped())
    };
    seen(one) == seen(other)
}
