//! Finds out whether a submission draws a face as another one, by all of its runs together, and judges its cases so.

use reference::iec_dice::DiceGameRules;

use super::bench::Bench;
use crate::by_evidence::{Misdrawn, RollLog};
use crate::cases::JudgedBy;
use crate::cases::problem::Problem;
use crate::reports::judged::Judged;

/// Judges the cases once more if a face is drawn as another one. One run alone may be too short to show it.
pub(super) fn judge_again(bench: &mut Bench<'_, '_>, judged: &mut [Judged<'_>]) -> Result<(), Problem> {
    bench.misdrawn = find(bench, judged)?;
    if bench.misdrawn.is_none() {
        return Ok(());
    }
    for judged in judged {
        if let Some(recording) = bench.read(judged.case)? {
            *judged = Judged::new(judged.case, &recording, bench.judge(judged.case, &recording, None));
        }
    }
    Ok(())
}

/// Returns the face that is drawn as another one. Its wrong scores may have been explained in the runs whose facts they are, and so stand in no
/// judgement: all runs are looked at, until each face was seen.
fn find(bench: &Bench<'_, '_>, judged: &[Judged<'_>]) -> Result<Option<Misdrawn>, Problem> {
    if bench.suite.judge != JudgedBy::Facts {
        return Ok(None);
    }
    let mut log = RollLog::default();
    for judged in judged {
        let Some(recording) = bench.read(judged.case)? else { continue };
        let Some(rolls) = bench.heard(judged.case, &recording).rolls() else { return Ok(None) };
        log.add(rolls);
        if log.shows_all_faces() {
            return Ok(None);
        }
    }
    Ok(log.misdrawn(&DiceGameRules::default()))
}
