//! `harness --replay DIR --suite SUITE`: judges recordings again, without running anything.

use std::path::Path;

use super::judged::{Run, unfair_dice};
use super::run::{apart, reports_folder, selected};
use super::{Outcome, RunArgs, Trouble, tell};
use crate::cases::problem::Problem;
use crate::cases::select;
use crate::cases::source::SuiteSource;
use crate::recording_store::RecordingStore;
use crate::reports::prepare;

/// Judges the recordings in `folder`.
pub(super) fn replay(folder: &Path, args: &RunArgs, cases: Option<&Path>) -> Result<Outcome, Trouble> {
    let Some(name) = &args.suite else {
        let problem = Problem::of_file("harness", "give --suite, too");
        return Err(problem.help("for example: harness --replay recordings/ --suite little_battle").into());
    };
    let source = SuiteSource::find(cases)?;
    let suite = select::suite(&source, name)?;
    let selected = selected(args, &source, &suite)?;
    let store = RecordingStore::at(folder);
    let tested = store.tested(&suite)?;
    let recorded: Vec<_> = selected.iter().copied().filter(|case| store.holds(case)).collect();
    let reports = reports_folder(args, name);
    apart(Some(folder), &reports)?;
    prepare(&reports)?;
    args.report.prepare()?;
    let submission = store.submission();
    let submission = Some(submission.as_path()).filter(|folder| folder.is_dir());
    let unfair = unfair_dice(&suite, &store, &recorded)?;
    let run = Run {
        args,
        cases,
        suite: &suite,
        tested: &tested,
        store: &store,
        unfair,
        submission,
        reports: &reports,
    };
    let outcome = run.judge_and_report(&recorded)?;
    let (count, all) = (recorded.len(), selected.len());
    if count < all {
        tell(&format!("note: {count} of {all} cases are recorded; the others feed no row\n"));
        return Ok(Outcome::Incomplete);
    }
    Ok(outcome)
}
