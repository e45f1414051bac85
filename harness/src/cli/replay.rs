//! `harness --replay DIR --suite SUITE`: judges recordings again, without running anything.

use std::path::Path;

use super::judged::{Run, unfair_dice};
use super::run::{pairs, reports_folder, selected};
use super::{Outcome, RunArgs, Trouble, tell};
use crate::cases::problem::Problem;
use crate::cases::select;
use crate::cases::shelf::Shelf;
use crate::collection::Collection;
use crate::reports::prepare;

/// Judges the recordings in `folder`.
pub(super) fn replay(folder: &Path, args: &RunArgs, cases: Option<&Path>) -> Result<Outcome, Trouble> {
    let Some(name) = &args.suite else {
        let problem = Problem::of_file("harness", "give --suite, too");
        return Err(problem.help("for example: harness --replay recordings/ --suite little_battle").into());
    };
    let shelf = Shelf::find(cases)?;
    let suite = select::suite(&shelf, name)?;
    let selected = selected(args, &shelf, &suite)?;
    let collection = Collection::at(folder);
    let tested = collection.tested(&suite)?;
    let mut recordings = Vec::new();
    for case in &selected {
        if let Some(recording) = collection.read(case)? {
            recordings.push((*case, recording));
        }
    }
    let reports = reports_folder(args, name);
    prepare(&reports)?;
    args.report.prepare()?;
    let count = recordings.len();
    let submission = collection.submission();
    let submission = Some(submission.as_path()).filter(|folder| folder.is_dir());
    let again = match recordings.first() {
        Some((case, _)) => collection.read_again(case)?.map(|again| (*case, again)),
        None => None,
    };
    let again = again.iter().map(|(case, again)| (*case, again));
    let unfair = unfair_dice(&suite, pairs(&recordings).chain(again));
    let run = Run { args, cases, suite: &suite, tested: &tested, unfair, submission, reports: &reports };
    let outcome = run.judge_and_report(recordings)?;
    if count < selected.len() {
        tell(&format!("note: {count} of {} cases are recorded; the others feed no row\n", selected.len()));
        return Ok(Outcome::Incomplete);
    }
    Ok(outcome)
}
