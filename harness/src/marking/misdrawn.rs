//! Finds out whether a submission draws a face as another one, by all of its runs together, and judges its cases so.

use reference::iec_dice::DiceGameRules;

use super::bench::Bench;
use crate::by_evidence::{Misdrawn, RollLog};
use crate::cases::JudgedBy;
use crate::cases::problem::Problem;
use crate::reports::judged::Judged;

/// The facts that seem wrong where faces are drawn as others.
const SCORES: &str = "score/";

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

fn find(bench: &Bench<'_, '_>, judged: &[Judged<'_>]) -> Result<Option<Misdrawn>, Problem> {
    let mut wrong = judged.iter().flat_map(|judged| judged.judgement.wrong.parts());
    let is_judged_by_facts = bench.suite.judge == JudgedBy::Facts;
    if !is_judged_by_facts || !wrong.any(|part| part.label().starts_with(SCORES)) {
        return Ok(None);
    }
    let rules = DiceGameRules::default();
    let mut log = RollLog::default();
    for judged in judged {
        if let Some(recording) = bench.read(judged.case)? {
            log.add(bench.heard(judged.case, &recording).rolls());
        }
    }
    Ok(log.misdrawn(&rules))
}
