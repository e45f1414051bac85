//! Whether the dice of all runs are fair, where a row of the mark sheet asks for it.

use super::NotMarked;
use super::playing_on::NEXT_SECOND;
use super::recorded::Recorded;
use super::run::record;
use crate::cases::Suite;
use crate::cases::problem::Problem;
use crate::fairness::{self, FairnessEvidence, Unfair, UnfairFinding};
use crate::reports::judged::Judged;
use crate::running::{Fault, interruption};

/// The parts in which dice are not shown as they fell: where one of them is wrong, nobody knows how they fell.
const MISDRAWN: [&str; 6] =
    ["pictures/pips", "dice/faces", "dice/face", "dice/count", "dice/all-shown", "dice/order"];

/// Returns what is wrong with the dice of all runs. Before all of them are said to repeat one sequence of throws, one more
/// is started in another second, where the program is there.
///
/// # Errors
/// A file that is no recording, and what the harness itself could not do.
pub(super) fn unfair(suite: &Suite, recorded: &Recorded<'_>) -> Result<Vec<UnfairFinding>, NotMarked> {
    if suite.rows.iter().all(|row| row.fair_dice.is_none()) {
        return Ok(Vec::new());
    }
    let unfair = examine(suite, recorded)?;
    let (Some(target), Some(case)) = (&recorded.target, recorded.cases.first()) else { return Ok(unfair) };
    if !unfair.iter().any(|finding| matches!(finding.unfair, Unfair::SameSequence | Unfair::NeverVary)) {
        return Ok(unfair);
    }
    std::thread::sleep(NEXT_SECOND);
    let again = match record(suite, target, case) {
        // Then not all cases are judged, and nothing is deducted for dice.
        Err(fault) if fault.is_interruption() && interruption::is_wanted() => return Ok(Vec::new()),
        again => again?,
    };
    recorded.store.keep_again(case, &again).map_err(Fault::while_doing("keep a recording"))?;
    Ok(examine(suite, recorded)?)
}

/// Returns what is certain of these findings where dice may be drawn as others: that all throws are the same shows whatever is drawn.
pub(super) fn certain(unfair: Vec<UnfairFinding>, judged: &[Judged<'_>]) -> Vec<UnfairFinding> {
    let mut wrong = judged.iter().flat_map(|judged| judged.judgement.wrong.parts());
    let are_misdrawn = wrong.any(|part| MISDRAWN.contains(&part.label()));
    let is_certain =
        |it: &UnfairFinding| !are_misdrawn || matches!(it.unfair, Unfair::NeverVary | Unfair::SameSequence);
    unfair.into_iter().filter(is_certain).collect()
}

fn examine(suite: &Suite, recorded: &Recorded<'_>) -> Result<Vec<UnfairFinding>, Problem> {
    let mut evidence = FairnessEvidence::new(suite);
    for (index, case) in recorded.cases.iter().enumerate() {
        if interruption::is_wanted() {
            // Then not all cases are judged, and nothing is deducted for dice.
            break;
        }
        let again = if index == 0 { recorded.store.read_again(case)? } else { None };
        for recording in recorded.store.read(case)?.into_iter().chain(again) {
            evidence.add(case, &recording);
        }
    }
    Ok(fairness::examine(&evidence.into_runs()))
}
