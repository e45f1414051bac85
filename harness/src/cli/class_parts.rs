//! `harness plan`, `harness mark` and `harness merge`: a class that several machines mark, whoever starts them.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::class_input::{ClassFiles, ClassInput, named_by};
use super::class_progress::ClassDisplay;
use super::class_told::{ended, told};
use super::mark::require;
use super::{LeastSandbox, Status, Trouble, print, tell};
use crate::class::{
    MergedClass, PartRequest, Partition, PlannedUnits, mark_part, merge_class, note_refusal, plan_class,
};
use crate::reports::{count, safe_line};
use crate::running::{Fault, default_jobs, interruption};

/// How many lines of a kind are told.
const LINES: usize = 20;

#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    /// What the platform exports: a folder or archive with the submissions
    #[arg(value_name = "SUBMISSIONS")]
    submissions: String,
    /// The suite by which they are marked
    #[arg(long, value_name = "SUITE")]
    suite: String,
    #[command(flatten)]
    files: ClassFiles,
}

#[derive(Debug, Args)]
pub(super) struct MarkArgs {
    /// The folder of a planned class
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// The part of it: 'slice:K/N', the K-th of N parts that take as long as each other, or 'hash:K/N'
    #[arg(long, value_name = "PARTITION")]
    partition: Partition,
    /// How many programs run at the same time [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Refuse to run programs that are contained less than this
    #[arg(long, value_enum, value_name = "LEAST")]
    require_sandbox: Option<LeastSandbox>,
    /// Mark only by the plan with this id, not by one that was made since
    #[arg(long, value_name = "ID")]
    plan: Option<String>,
    /// Do not show how far it is
    #[arg(long)]
    quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The folder of the planned class, and others with what machines have marked of it
    #[arg(value_name = "RUN", required = true)]
    folders: Vec<PathBuf>,
    /// How many programs run at the same time, where some are run again, and how many submissions are judged at the same time [default: the number of
    /// processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Do not show how far it is
    #[arg(long)]
    quiet: bool,
}

/// Plans a class.
pub(super) fn plan(args: &PlanArgs, cases: Option<&Path>) -> Result<Status, Trouble> {
    let input = ClassInput::read(&args.submissions, &args.suite, &args.files, cases)?;
    let planned = plan_class(&input.request(default_jobs(), NonZeroUsize::MIN), &input.suites)?;
    tell(&format!("note: {}\n", named_by(planned.platform)));
    notes(&planned.notes);
    print(&told_of_plan(&planned, &input.folder))?;
    Ok(Status::Good)
}

fn told_of_plan(planned: &PlannedUnits, folder: &Path) -> String {
    let PlannedUnits { id, submissions, units, seconds, is_measured, shards, state, .. } = planned;
    let how = if *is_measured { "as measured" } else { "by an estimate" };
    let mut text = format!(
        "{}: plan {}: {} of {}, {seconds:.0} s of work {how}\n",
        state.suite,
        &id[..12],
        count(*units, "run"),
        count(*submissions, "submission")
    );
    let folder = folder.display();
    if *units > 0 {
        let _ = writeln!(
            text,
            "mark:      harness mark {folder} --partition slice:K/{shards}, for each K from 1 to {shards}"
        );
    }
    let _ = writeln!(text, "merge:     harness merge {folder}");
    text
}

/// Marks a part of a class.
pub(super) fn mark(args: &MarkArgs) -> Result<Status, Trouble> {
    let request = PartRequest {
        folder: &args.folder,
        partition: args.partition,
        plan: args.plan.as_deref(),
        jobs: args.jobs.unwrap_or_else(default_jobs),
    };
    if let Err(trouble) = require(args.require_sandbox) {
        if let Trouble::Refused(problem) = &trouble {
            note_refusal(&request, &problem.to_string())?;
        }
        return Err(trouble);
    }
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let display = ClassDisplay::new(!args.quiet);
    let marked = mark_part(&request, &|progress| display.show(progress))?;
    for line in &marked.set_aside {
        tell(&format!("note: not run here: {}\n", safe_line(line)));
    }
    print(&format!(
        "{}: {}; kept in {}\n",
        args.partition,
        count(marked.units, "run"),
        marked.file.display()
    ))?;
    match marked.fault {
        None if marked.lacks => Ok(Status::Incomplete),
        None => Ok(Status::Good),
        Some(fault) if fault.is_interruption() => {
            tell("note: interrupted; what was run is kept, and the rest of this part is missing\n");
            Ok(Status::Incomplete)
        }
        Some(fault) => Err(fault.into()),
    }
}

/// Merges what was marked of a class.
pub(super) fn merge(args: &MergeArgs) -> Result<Status, Trouble> {
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let display = ClassDisplay::new(!args.quiet);
    let (folder, others) = args.folders.split_first().expect("the command line asks for one");
    let jobs = args.jobs.unwrap_or_else(default_jobs);
    let merged = merge_class(folder, others, jobs, &|progress| display.show(progress))?;
    tell_merged(&merged);
    print(&told(&merged.state, folder))?;
    if merged.missing > 0 && merged.fault.is_none() {
        return Ok(Status::NoCase);
    }
    ended(&merged.state, merged.fault)
}

/// Tells what was merged, and what is missing.
pub(super) fn tell_merged(merged: &MergedClass) {
    notes(&merged.notes);
    tell(&format!(
        "note: {} taken from {} that machines have marked\n",
        count(merged.units, "run"),
        count(merged.attempts, "part")
    ));
    for node in &merged.nodes {
        tell(&format!(
            "note: {}: {}; {}\n",
            safe_line(&node.name),
            count(node.units, "run"),
            node.sandbox.sentence()
        ));
    }
    lines("unstable, and run again here: ", &merged.unstable);
    if merged.missing > 0 {
        let parts = if merged.missing_partitions.is_empty() {
            "nothing was marked yet".to_string()
        } else {
            format!("mark {} again", merged.missing_partitions.join(", "))
        };
        let are = if merged.missing == 1 { "is" } else { "are" };
        tell(&format!("note: {} {are} missing; {parts}\n", count(merged.missing, "run")));
    }
}

fn notes(notes: &[String]) {
    lines("", notes);
}

fn lines(what: &str, lines: &[String]) {
    for line in lines.iter().take(LINES) {
        tell(&format!("note: {what}{}\n", safe_line(line)));
    }
    if lines.len() > LINES {
        tell(&format!("note: {what}and {} more\n", lines.len() - LINES));
    }
}
