//! `harness --target TARGET --suite SUITE`: runs the cases, judges them, and writes the reports.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::gather::{End, Gathered, gather};
use super::progress::Progress;
use super::{LeastSandbox, Outcome, RunArgs, Trouble, print, strictness, tell};
use crate::cases::problem::Problem;
use crate::cases::shelf::Shelf;
use crate::cases::{Case, Conversation, Suite, Typed, Typing, Visibility, select};
use crate::expected::{game, is_observed};
use crate::file_marks::mark_files;
use crate::judging::{Strictness, judge};
use crate::marks::MarkSheet;
use crate::playing::Player;
use crate::recording::Recording;
use crate::reports::Audience;
use crate::reports::awards::Awards;
use crate::reports::results::{Judged, Results};
use crate::reports::{Report, build_failure, prepare, screen, write};
use crate::running::typist::ListTypist;
use crate::running::{Fault, Tier, default_jobs, interruption, run as run_program, tier};
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
    let mut suite = select::suite(&shelf, name)?;
    for case in &mut suite.cases {
        for (limit, value) in &args.limits {
            case.limits.set(limit, *value).expect("the command line was checked");
        }
    }
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
    args.report.prepare()?;
    require(args.require_sandbox)?;
    interruption::listen().map_err(Fault::while_doing("listen to signals"))?;
    let target = target.build()?;

    let jobs = args.jobs.unwrap_or_else(default_jobs);
    let progress = Progress::begin(selected.len(), args.report.progress());
    let Gathered { done, end } = gather(&selected, jobs, |case| {
        let is_told = case.visible == Visibility::Public || args.audience == Audience::Staff;
        let _running = progress.running(if is_told { &case.id } else { "a case that is not public" });
        record(&suite, &target, case)
    });
    progress.end();
    let count = done.len();
    let judged: Vec<Judged<'_>> = done
        .into_iter()
        .map(|(case, recording)| {
            let judgement = judge(&suite, case, &recording, strictness(args.strict, args.lenient));
            Judged { case, recording, judgement }
        })
        .collect();
    let run = Run { args, cases, suite: &suite, target: &target, reports: &reports };
    let outcome = report(&run, &judged)?;
    if !matches!(end, End::AllDone) {
        tell(&format!("note: {count} of {} cases were run; the others feed no row\n", selected.len()));
    }
    match end {
        End::AllDone => Ok(outcome),
        End::Interrupted => Ok(Outcome::Incomplete),
        End::Fault(fault) => Err(fault.into()),
    }
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

/// What was run, and how.
struct Run<'a> {
    args: &'a RunArgs,
    cases: Option<&'a Path>,
    suite: &'a Suite,
    target: &'a Target,
    reports: &'a Path,
}

fn report(run: &Run<'_>, judged: &[Judged<'_>]) -> Result<Outcome, Trouble> {
    let Run { args, suite, target, reports, .. } = *run;
    let judgements: Vec<_> = judged.iter().map(|judged| (judged.case, judged.judgement.clone())).collect();
    let mut sheet = MarkSheet::new(suite, &judgements);
    if let Some(submission) = target.folder() {
        mark_files(suite, submission, &mut sheet);
    }
    let results = Results::new(suite, target, judged, &sheet)
        .repeated_by(run.command())
        .for_audience(suite, args.audience);
    let awards = Awards::read(reports)?;
    if awards.are_for_others(&results) {
        tell("note: awards.json holds awards for other submissions only; none is used\n");
    }
    let results = awards.apply(results);
    write(reports, &results, judged).map_err(Trouble::writing)?;
    let report = Report::of_run(&results, judged);
    let mut text = Vec::new();
    if let Some(failure) = target.failure() {
        build_failure::write(&mut text, failure).map_err(Trouble::writing)?;
    }
    screen::write(&mut text, &report, args.report.look()).map_err(Trouble::writing)?;
    print(&String::from_utf8_lossy(&text))?;
    for request in &args.report.requests {
        request.write(&report, reports).map_err(Trouble::writing)?;
    }
    let all = results.summary.passed == results.summary.cases;
    Ok(if all { Outcome::Good } else { Outcome::NotAll })
}

impl Run<'_> {
    /// Returns the command line that does the same again, but for where reports go.
    fn command(&self) -> String {
        let mut words = vec!["harness", "--target", &self.target.text];
        if self.args.target_command {
            words.push("--target-command");
        }
        words.extend(["--suite", &self.suite.name]);
        let cases = self.cases.map(|folder| folder.display().to_string());
        words.extend(cases.iter().flat_map(|folder| ["--cases", folder]));
        match strictness(self.args.strict, self.args.lenient) {
            Strictness::Strict => words.push("--strict"),
            Strictness::Lenient => words.push("--lenient"),
            Strictness::AsTheSuiteSays => {}
        }
        if self.args.audience == Audience::Staff {
            words.extend(["--audience", "staff"]);
        }
        let quoted =
            |word: &&str| shlex::try_quote(word).map_or_else(|_| (*word).to_string(), Cow::into_owned);
        words.iter().map(quoted).collect::<Vec<_>>().join(" ")
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
fn record(suite: &Suite, target: &Target, case: &Case) -> Result<Recording, Fault> {
    let folder = scratch_folder(case)?;
    let launch = match target.launch(&case.args, folder.path()) {
        Ok(launch) => launch,
        Err(reason) => return Ok(Recording::without_start(reason)),
    };
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
