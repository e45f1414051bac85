//! `harness --target TARGET --suite SUITE`: runs the cases, judges them, and writes the reports.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Outcome, RunArgs, Trouble, print, tell};
use crate::cases::problem::Problem;
use crate::cases::shelf::Shelf;
use crate::cases::{Case, Judge, Suite, select};
use crate::facts;
use crate::fairness::{self, Finding, Unfair};
use crate::file_marks::mark_files;
use crate::judging::{Charge, Strictness, judge};
use crate::marks::MarkSheet;
use crate::recording::Recording;
use crate::reports::results::{Judged, Results};
use crate::reports::{build_failure, prepare, screen, write};
use crate::running::typist::ListTypist;
use crate::running::{Fault, default_jobs, in_parallel, run as run_program};
use crate::solution::scratch_folder;
use crate::target::Target;

/// Runs what the command line says. Nothing is run, and no folder made, before all of it is known to be right.
pub(super) fn run(args: &RunArgs, cases: Option<&Path>) -> Result<Outcome, Trouble> {
    let (Some(target), Some(name)) = (&args.target, &args.suite) else {
        let problem = Problem::of_file("harness", "give both --target and --suite");
        return Err(problem
            .help("for example: harness --target ./my_program --suite little_battle; see --help")
            .into());
    };
    let shelf = Shelf::find(cases)?;
    let suite = select::suite(&shelf, name)?;
    if matches!(shelf, Shelf::Inside) {
        tell("note: marked by the public cases inside this program; name a folder of suites with --cases\n");
    }
    let target = Target::resolve(target, args.target_command, &suite.start)?;
    let selected = select::cases(&suite, args.case.as_deref())?;
    if selected.is_empty() {
        return Err(Trouble::NoCase(select::no_case(&suite, args.case.as_deref().unwrap_or("*"))));
    }
    refuse_unwritten(&shelf, &suite, &selected)?;
    prepare(&reports_folder(args, name))?;
    let target = target.build()?;

    let jobs = args.jobs.unwrap_or_else(default_jobs);
    let recordings = in_parallel(&selected, jobs, |case| record(&target, &suite, case))?;
    let judged: Vec<Judged<'_>> = selected
        .iter()
        .zip(recordings)
        .map(|(case, recording)| {
            let judgement = judge(&suite, case, &recording, strictness(args));
            Judged { case, recording, judgement }
        })
        .collect();
    let unfair = unfair_dice(&suite, &target, &judged)?;
    report(args, &suite, &target, &judged, &unfair)
}

fn report(
    args: &RunArgs,
    suite: &Suite,
    target: &Target,
    judged: &[Judged<'_>],
    unfair: &[Finding],
) -> Result<Outcome, Trouble> {
    let reports = reports_folder(args, &suite.name);
    let reports = reports.as_path();
    let judgements: Vec<_> = judged.iter().map(|judged| (judged.case, judged.judgement.clone())).collect();
    let mut sheet = MarkSheet::new(suite, &judgements);
    if let Some(submission) = target.folder() {
        mark_files(suite, submission, &mut sheet);
    }
    sheet.charge_dice(suite, unfair, judged.len() == suite.cases.len());
    let results = Results::new(suite, target, judged, &sheet).for_audience(suite, args.audience);
    write(reports, &results, judged).map_err(Trouble::writing)?;
    let mut text = Vec::new();
    if let Some(failure) = target.failure() {
        build_failure::write(&mut text, failure).map_err(Trouble::writing)?;
    }
    screen::write(&mut text, suite, &results, judged).map_err(Trouble::writing)?;
    print(&String::from_utf8_lossy(&text))?;
    let all = results.summary.passed == results.summary.cases && unfair.is_empty();
    Ok(if all { Outcome::Good } else { Outcome::NotAll })
}

fn reports_folder(args: &RunArgs, suite: &str) -> PathBuf {
    args.reports.clone().unwrap_or_else(|| PathBuf::from("reports").join(suite))
}

/// More than this lies between two starts of a program whose seed is the clock's second, if they shall differ.
const NEXT_SECOND: Duration = Duration::from_millis(1100);

/// Returns what is wrong with the dice of all runs. Before all runs are said to repeat one sequence, one more is
/// started in another second.
fn unfair_dice(suite: &Suite, target: &Target, judged: &[Judged<'_>]) -> Result<Vec<Finding>, Fault> {
    let misdrawn =
        |charge: &Charge| ["pictures/pips", "dice/faces"].contains(&charge.difference.part.as_str());
    let marked = suite.rows.iter().any(|row| row.fair_dice.is_some());
    // Of faces that are drawn as others nobody knows what fell.
    if !marked || judged.iter().flat_map(|judged| &judged.judgement.charges).any(misdrawn) {
        return Ok(Vec::new());
    }
    let mut runs = fairness::runs(suite, judged.iter().map(|judged| (judged.case, &judged.recording)));
    let findings = fairness::examine(&runs);
    let repeats =
        findings.iter().any(|finding| matches!(finding.unfair, Unfair::SameSequence | Unfair::NeverVary));
    let Some(first) = judged.first().filter(|_| repeats) else { return Ok(findings) };
    std::thread::sleep(NEXT_SECOND);
    let again = record(target, suite, first.case)?;
    runs.extend(fairness::runs(suite, [(first.case, &again)].into_iter()));
    Ok(fairness::examine(&runs))
}

fn strictness(args: &RunArgs) -> Strictness {
    match (args.strict, args.lenient) {
        (true, _) => Strictness::Strict,
        (_, true) => Strictness::Lenient,
        _ => Strictness::AsTheSuiteSays,
    }
}

/// A case whose transcript was never written is an invalid case.
fn refuse_unwritten(shelf: &Shelf, suite: &Suite, selected: &[&Case]) -> Result<(), Vec<Problem>> {
    let prefix = shelf.prefix(&suite.name);
    let problems: Vec<Problem> = selected
        .iter()
        .filter(|case| case.transcript.is_none())
        .map(|case| {
            Problem::of_file(&format!("{prefix}{}", case.file), "the transcript is not written yet")
                .help(format!("run `harness regen --suite {}`", suite.name))
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Runs the target on one case, in a fresh folder with the case's files.
fn record(target: &Target, suite: &Suite, case: &Case) -> Result<Recording, Fault> {
    let folder = scratch_folder(case)?;
    let launch = match target.launch(&case.args, folder.path()) {
        Ok(launch) => launch,
        Err(reason) => return Ok(Recording::without_start(reason)),
    };
    if suite.judge == Judge::Facts {
        return run_program(&launch, case.limits, &mut *facts::typist(suite, case));
    }
    let lines = case.transcript.as_ref().map(crate::cases::Conversation::typed).unwrap_or_default();
    run_program(&launch, case.limits, &mut ListTypist::new(lines))
}
