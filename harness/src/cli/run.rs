//! `harness --target TARGET --suite SUITE`: runs the cases, judges them, and writes the reports.

use std::path::{Path, PathBuf};

use super::{Outcome, RunArgs, Trouble, print, tell};
use crate::cases::problem::Problem;
use crate::cases::shelf::Shelf;
use crate::cases::{Case, Judge, Suite, select};
use crate::facts;
use crate::file_marks::mark_files;
use crate::judging::{Strictness, judge};
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
    let reports = args.reports.clone().unwrap_or_else(|| PathBuf::from("reports").join(name));
    prepare(&reports)?;
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
    report(args, &suite, &target, &judged, &reports)
}

fn report(
    args: &RunArgs,
    suite: &Suite,
    target: &Target,
    judged: &[Judged<'_>],
    reports: &Path,
) -> Result<Outcome, Trouble> {
    let judgements: Vec<_> = judged.iter().map(|judged| (judged.case, judged.judgement.clone())).collect();
    let mut sheet = MarkSheet::new(suite, &judgements);
    if let Some(submission) = target.folder() {
        mark_files(suite, submission, &mut sheet);
    }
    let results = Results::new(suite, target, judged, &sheet).for_audience(suite, args.audience);
    write(reports, &results, judged).map_err(Trouble::writing)?;
    let mut text = Vec::new();
    if let Some(failure) = target.failure() {
        build_failure::write(&mut text, failure).map_err(Trouble::writing)?;
    }
    screen::write(&mut text, suite, &results, judged).map_err(Trouble::writing)?;
    print(&String::from_utf8_lossy(&text))?;
    let all = results.summary.passed == results.summary.cases;
    Ok(if all { Outcome::Good } else { Outcome::NotAll })
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
