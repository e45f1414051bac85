//! What kept recordings tell of the rules that a submission breaks, for who asks why.

use super::judge::judge_all;
use super::read::read_or_play;
use super::run::Witness;
use super::{NotMarked, Options, RecordingSource};
use crate::cases::{Case, Suite};
use crate::reports::rule_explanation;

/// Returns as text which rules the recordings of a submission break, what proves that, and what else was tried.
///
/// # Errors
/// What the harness itself could not do, and recordings that cannot be read.
pub fn explain_rules(
    suite: &Suite,
    cases: &[&Case],
    source: RecordingSource,
    options: Options,
) -> Result<String, NotMarked> {
    let witness = Witness { listener: &|_| {}, recorded: &|_, _| {} };
    let recorded = source.recordings(suite, cases, (options.jobs, options.sleepers), witness)?;
    let read = |case: &Case| read_or_play(&recorded, suite, case);
    let judged = judge_all(suite, &recorded.cases, &read, options)?;
    Ok(rule_explanation::text(suite, judged.diagnosis(), judged.broken_rules()))
}
