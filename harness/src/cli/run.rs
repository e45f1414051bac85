//! `harness --target TARGET --suite SUITE`: runs the cases, judges them, and writes the reports.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::gather::{End, Gathered, gather};
use super::judged::{Run, unfair_dice};
use super::progress::Progress;
use super::{LeastSandbox, Outcome, RunArgs, Trouble, tell};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, Conversation, Judge, Suite, Typed, Typing, Visibility, select};
use crate::expected::{game, is_observed};
use crate::facts;
use crate::fairness::{Finding, Unfair};
use crate::playing::Player;
use crate::recording::Recording;
use crate::recording_store::{RecordingStore, Tested};
use crate::reports::{Audience, prepare};
use crate::running::Scratch;
use crate::running::typist::ListTypist;
use crate::running::{Fault, Tier, interruption, run as run_program, tier};
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
    let source = SuiteSource::find(cases)?;
    let suite = suite(args, &source, name)?;
    let target = Target::resolve(target, args.target_command, &suite.start)?;
    let selected = selected(args, &source, &suite)?;
    let reports = reports_folder(args, name);
    apart(args.record.as_deref(), &reports)?;
    prepare(&reports)?;
    args.report.prepare()?;
    require(args.require_sandbox)?;
    interruption::listen().map_err(Fault::while_doing("listen to signals"))?;
    let target = target.build()?;

    let tested = Tested::now(&suite, &target, args.target_command);
    let scratch = Scratch::new().map_err(Fault::while_doing("make a folder for recordings"))?;
    let store = RecordingStore::at(args.record.as_deref().unwrap_or(scratch.path()));
    store.begin(&suite, &tested, target.folder()).map_err(Trouble::writing)?;
    let progress = Progress::begin(selected.len(), args.report.progress());
    let Gathered { done, end } = gather(&selected, args.jobs(), |case| {
        let is_told = case.visible == Visibility::Public || args.audience == Audience::Staff;
        let _running = progress.running(if is_told { &case.id } else { "a case that is not public" });
        let recording = record(&suite, &target, case)?;
        store.keep(case, &recording).map_err(Fault::while_doing("keep a recording"))
    });
    progress.end();
    let unfair = unfair(&suite, &target, &store, &done)?;
    let run = Run {
        args,
        cases,
        suite: &suite,
        tested: &tested,
        store: &store,
        unfair,
        submission: target.folder(),
        reports: &reports,
    };
    let outcome = run.judge_and_report(&done)?;
    if !matches!(end, End::AllDone) {
        let (count, all) = (done.len(), selected.len());
        tell(&format!("note: {count} of {all} cases were run; the others feed no row\n"));
    }
    match end {
        End::AllDone => Ok(outcome),
        End::Interrupted => Ok(Outcome::Incomplete),
        End::Fault(fault) => Err(fault.into()),
    }
}

/// Returns the suite with this name, with the limits of the command line.
fn suite(args: &RunArgs, source: &SuiteSource, name: &str) -> Result<Suite, Vec<Problem>> {
    let mut suite = select::suite(source, name)?;
    for case in &mut suite.cases {
        for (limit, value) in &args.limits {
            case.limits.set(limit, *value).expect("the command line was checked");
        }
    }
    if matches!(source, SuiteSource::Inside) {
        tell("note: marked by the public cases inside this program; name a folder of suites with --cases\n");
    }
    Ok(suite)
}

/// Returns what is wrong with the dice of all runs. Before all of them are said to repeat one sequence of throws, one more
/// is started in another second.
fn unfair(
    suite: &Suite,
    target: &Target,
    store: &RecordingStore,
    done: &[&Case],
) -> Result<Vec<Finding>, Trouble> {
    let unfair = unfair_dice(suite, store, done)?;
    let Some(case) = done.first().filter(|_| is_repeated(&unfair)) else { return Ok(unfair) };
    std::thread::sleep(NEXT_SECOND);
    let again = record(suite, target, case)?;
    store.keep_again(case, &again).map_err(Trouble::writing)?;
    Ok(unfair_dice(suite, store, done)?)
}

/// More than this lies between two starts of a program whose seed is the clock's second, if they shall differ.
const NEXT_SECOND: Duration = Duration::from_millis(1100);

/// Returns whether all runs are said to repeat one sequence of throws.
fn is_repeated(unfair: &[Finding]) -> bool {
    unfair.iter().any(|finding| matches!(finding.unfair, Unfair::SameSequence | Unfair::NeverVary))
}

/// Returns where results and recordings are written.
pub(super) fn reports_folder(args: &RunArgs, suite: &str) -> PathBuf {
    args.reports.clone().unwrap_or_else(|| PathBuf::from("reports").join(suite))
}

/// Refuses recordings among the reports: there they could be read by students, and the next run would remove them.
pub(super) fn apart(recordings: Option<&Path>, reports: &Path) -> Result<(), Problem> {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let Some(folder) = recordings.filter(|folder| whole(folder).starts_with(whole(reports))) else {
        return Ok(());
    };
    let problem = Problem::of_file(&folder.display().to_string(), "reports are written into this folder");
    Err(problem.help("keep recordings elsewhere, or name another folder with --reports"))
}

/// Refuses to go on where programs are contained less than is required.
fn require(least: Option<LeastSandbox>) -> Result<(), Trouble> {
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
pub(super) fn selected<'a>(
    args: &RunArgs,
    source: &SuiteSource,
    suite: &'a Suite,
) -> Result<Vec<&'a Case>, Trouble> {
    let selected = select::cases(suite, args.case.as_deref())?;
    if selected.is_empty() {
        return Err(Trouble::NoCase(select::no_case(suite, args.case.as_deref().unwrap_or("*"))));
    }
    refuse_unwritten(source, suite, &selected)?;
    Ok(selected)
}

/// A case whose transcript was never written is an invalid case.
fn refuse_unwritten(source: &SuiteSource, suite: &Suite, selected: &[&Case]) -> Result<(), Vec<Problem>> {
    let prefix = source.prefix(&suite.name);
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
fn record(suite: &Suite, target: &Target, case: &Case) -> Result<Recording, Fault> {
    let folder = scratch_folder(case)?;
    let launch = match target.launch(&case.args, folder.path()) {
        Ok(launch) => launch,
        Err(reason) => return Ok(Recording::without_start(reason)),
    };
    if suite.judge == Judge::Facts {
        return run_program(&launch, case.limits, &mut *facts::typist(suite, case));
    }
    match player(suite, case) {
        Some(mut player) => run_program(&launch, case.limits, &mut player),
        None => run_program(&launch, case.limits, &mut ListTypist::new(lines(case))),
    }
}

/// Returns who plays in a case: somebody must where the number of questions depends on dice that nobody knows.
fn player<'a>(suite: &'a Suite, case: &Case) -> Option<Player<'a>> {
    let Some(Typing::Play(policy)) = &case.typing else { return None };
    let (game, setup) = game(suite, case).filter(|_| is_observed(suite, case))?;
    Some(Player::new(game, setup, policy.clone(), &suite.vocabulary))
}

fn lines(case: &Case) -> Vec<Typed> {
    case.transcript.as_ref().map(Conversation::typed).unwrap_or_default()
}
