//! `harness --target TARGET --suite SUITE`, and the same with `--replay DIR`: marks a submission.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::marked::Marking;
use super::progress::Display;
use super::{CaseScope, LeastSandbox, RunArgs, Status, Trouble, tell, which_suite};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, Suite, Visibility, select};
use crate::marking::{self, HiddenMistakes, Options, RecordingSource, Repetition};
use crate::reports::results::Results;
use crate::reports::{Audience, REPORTS, finish_others, prepare};
use crate::running::{Fault, Tier, give_back_memory, interruption, tier};
use crate::target::Target;

/// The share of the marks below which a program may be one for another assignment.
const LITTLE: f64 = 0.25;

/// Marks what the command line says. Nothing is run, and no folder made, before all of it is known to be right.
pub(super) fn mark(args: &RunArgs, cases: Option<&Path>) -> Result<Status, Trouble> {
    let name = args.suite.as_deref().filter(|_| args.replay.is_some() || args.target.is_some());
    let name = name.ok_or_else(|| incomplete(args))?;
    let suites = SuiteSource::find(cases)?;
    let suite = suite(args, &suites, name)?;
    // The files were as large as all of their cases.
    give_back_memory();
    let source = source(args, &suite, suites.folder())?;
    let selected = selected(args, &suites, &suite)?;
    let reports = args.reports.clone().unwrap_or_else(|| PathBuf::from(REPORTS).join(name));
    apart(args.record.as_deref().or(args.replay.as_deref()), &reports)?;
    prepare(&reports)?;
    finish_others(&reports);
    args.report.prepare(args.audience)?;
    if args.replay.is_none() {
        require(args.require_sandbox)?;
    }
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let hidden = match args.audience {
        Audience::Student => HiddenMistakes::ShownByTwins,
        Audience::Staff if args.record.is_some() => HiddenMistakes::ShownAndTwinsRecorded,
        Audience::Staff => HiddenMistakes::Shown,
    };
    let options =
        Options { strictness: args.strictness(), jobs: args.jobs(), sleepers: args.sleepers(), hidden };
    let display = Display::new(args.report.progress(), args.audience);
    let mut marked = marking::mark(&suite, &selected, source, options, &|progress| display.show(progress))?;
    if let Some(times) = args.repeat {
        let repetition = Repetition { cases: &selected, times };
        marking::repeat(&suite, repetition, options, &mut marked)?;
    }
    if wins_little(&marked.results) {
        let target = args.target.as_ref().filter(|_| !args.target_command);
        marked.results.start.called_for =
            target.and_then(|target| which_suite::another(Path::new(target), &suite, &suites));
    }
    let only_public = is_of_public_cases(args, &suites);
    Marking { args, cases, suite: &suite, reports: &reports, selected: selected.len(), only_public }
        .report(marked)
}

/// Returns whether so little is won that the program may be for another assignment.
fn wins_little(results: &Results) -> bool {
    results.summary.automatic < LITTLE * results.out_of_automatic()
}

fn incomplete(args: &RunArgs) -> Problem {
    if args.replay.is_some() {
        let help = "for example: harness --replay recordings/ --suite little_battle";
        return Problem::of_file("harness", "give --suite, too").help(help);
    }
    Problem::of_file("harness", "give both --target and --suite")
        .help("for example: harness --target ./my_program --suite little_battle; see --help")
}

/// Returns the suite with this name, with the limits of the command line, and the fresh case that this asks for.
fn suite(args: &RunArgs, suites: &SuiteSource, name: &str) -> Result<Suite, Vec<Problem>> {
    let mut suite = select::suite(suites, name)?;
    for case in &mut suite.cases {
        for (limit, value) in &args.limits {
            Arc::make_mut(&mut case.limits).set(limit, *value).expect("the command line was checked");
        }
    }
    if args.scope == CaseScope::Public {
        suite.cases.retain(|case| case.visible == Visibility::Public);
        tell("note: these are the public cases; others may show more\n");
    } else if matches!(suites, SuiteSource::Inside) {
        tell("note: marked by the public cases inside this program; name a folder of suites with --cases\n");
    }
    tell_of_lacking(&suite);
    let fresh = args.case.as_deref().and_then(|id| marking::fresh_case(&suite, id));
    suite.cases.extend(fresh);
    Ok(suite)
}

/// Returns whether public cases only are run: those that were asked for, or all that are inside this program.
fn is_of_public_cases(args: &RunArgs, suites: &SuiteSource) -> bool {
    args.scope == CaseScope::Public || matches!(suites, SuiteSource::Inside)
}

/// Tells why no broken rule is named, where one might be.
pub(super) fn tell_of_lacking(suite: &Suite) {
    if suite.lacks_bent_transcripts() {
        let name = &suite.name;
        tell(&format!(
            "note: no broken rule is named: what the solution says with its bends was not recorded since the suite \
             was changed; run `harness regen --suite {name}`\n"
        ));
    }
}

/// Returns where the recordings come from.
fn source(args: &RunArgs, suite: &Suite, cases: Option<&Path>) -> Result<RecordingSource, Trouble> {
    if let Some(folder) = &args.replay {
        return Ok(RecordingSource::kept(folder, suite)?);
    }
    let text = args.target.as_deref().unwrap_or_default();
    let target = Target::resolve(text, args.target_command, &suite.start)?.apart_from(cases);
    Ok(RecordingSource::Target { target, is_command: args.target_command, record: args.record.clone() })
}

/// Refuses recordings among the reports: there they could be read by students, and the next run would remove them.
fn apart(recordings: Option<&Path>, reports: &Path) -> Result<(), Problem> {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let Some(folder) = recordings.filter(|folder| whole(folder).starts_with(whole(reports))) else {
        return Ok(());
    };
    let problem = Problem::of_file(&folder.display().to_string(), "reports are written into this folder");
    Err(problem.help("keep recordings elsewhere, or name another folder with --reports"))
}

/// Refuses to go on where programs are contained less than is required.
pub(super) fn require(least: Option<LeastSandbox>) -> Result<(), Trouble> {
    let (name, weakest) = match least {
        None => return Ok(()),
        Some(LeastSandbox::Namespaces) => ("namespaces", Tier::Namespaces),
        Some(LeastSandbox::Landlock) => ("landlock", Tier::Landlock),
    };
    if tier() <= weakest {
        return Ok(());
    }
    let found = format!("the sandbox of this machine is {} ({}), not {name}", tier().name(), tier().about());
    let problem = Problem::of_file("harness", found);
    Err(Trouble::Refused(problem.help("run `harness doctor` to see what is missing and how it is repaired")))
}

/// Returns the cases that the command line selects, at least one.
fn selected<'a>(args: &RunArgs, suites: &SuiteSource, suite: &'a Suite) -> Result<Vec<&'a Case>, Trouble> {
    let selected = select::cases(suite, args.case.as_deref())?;
    if selected.is_empty() {
        return Err(Trouble::NoCase(select::no_case(suite, args.case.as_deref().unwrap_or("*"))));
    }
    refuse_unwritten(suites, suite, &selected)?;
    Ok(selected)
}

/// A case whose transcript was never written is an invalid case.
pub(super) fn refuse_unwritten(
    suites: &SuiteSource,
    suite: &Suite,
    selected: &[&Case],
) -> Result<(), Vec<Problem>> {
    let prefix = suites.prefix(&suite.name);
    let problems: Vec<Problem> = selected
        .iter()
        .filter(|case| case.transcript.is_none())
        .map(|case| {
            Problem::of_file(&format!("{prefix}{}", case.file()), "the transcript is not written yet")
                .help(format!("run `harness regen --suite {}`", suite.name))
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
