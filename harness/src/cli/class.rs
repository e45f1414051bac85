//! `harness class SUBMISSIONS --suite SUITE`: marks a whole class; with `--status RUN`, tells how far that is.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::class_input::{ClassFiles, ClassInput, named_by};
use super::class_progress::ClassDisplay;
use super::class_slurm::{self, SlurmArgs};
use super::class_told::{ended, status, told};
use super::{LeastSandbox, Status, Trouble, mark, print, tell};
use crate::class::{NoClass, class_state, mark_class};
use crate::reports::safe_line;
use crate::running::{Fault, default_jobs, interruption};

#[derive(Debug, Args)]
pub(super) struct ClassArgs {
    /// What the platform exports: a folder or archive with the submissions
    #[arg(value_name = "SUBMISSIONS", required_unless_present = "status")]
    submissions: Option<String>,
    /// The suite by which they are marked
    #[arg(long, value_name = "SUITE", required_unless_present = "status")]
    suite: Option<String>,
    #[command(flatten)]
    files: ClassFiles,
    /// How many programs run at the same time [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Run every case of every submission so many times under other conditions, and tell what does not come out the same; the marks are
    /// those of the first time
    #[arg(long, value_name = "K")]
    repeat: Option<NonZeroUsize>,
    /// Refuse to run programs that are contained less than this
    #[arg(long, value_enum, value_name = "LEAST")]
    require_sandbox: Option<LeastSandbox>,
    #[command(flatten)]
    slurm: SlurmArgs,
    /// Do not show how far it is
    #[arg(long)]
    quiet: bool,
    /// Tell how far the class in this folder is marked, also while it is being marked
    #[arg(long, value_name = "RUN", conflicts_with_all = ["submissions", "suite", "out", "roster", "pattern", "jobs", "repeat", "require_sandbox", "engine", "shards", "sbatch", "nodes_run"])]
    status: Option<PathBuf>,
}

/// Marks a class, or tells how far that is.
pub(super) fn class(args: &ClassArgs, cases: Option<&Path>) -> Result<Status, Trouble> {
    if let Some(folder) = &args.status {
        let state = class_state(folder)?;
        print(&told(&state, folder))?;
        print(&class_slurm::told_of_shards(folder))?;
        return Ok(status(&state));
    }
    let submissions = args.submissions.as_deref().unwrap_or_default();
    let suite = args.suite.as_deref().unwrap_or_default();
    let input = ClassInput::read(submissions, suite, &args.files, cases)?;
    // Also where a cluster runs the cases, some programs are built and run here.
    mark::require(args.require_sandbox)?;
    if args.slurm.is_meant() {
        return class_slurm::mark(&args.slurm, &input, (args.jobs, args.require_sandbox), !args.quiet);
    }
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let jobs = args.jobs.unwrap_or_else(default_jobs);
    let request = input.request(jobs, args.repeat.unwrap_or(NonZeroUsize::MIN));
    let folder = &input.folder;
    let display = ClassDisplay::new(!args.quiet);
    let marked = mark_class(&request, &|progress| display.show(progress))?;
    tell(&format!("note: {}\n", named_by(marked.platform)));
    for note in &marked.notes {
        tell(&format!("note: {}\n", safe_line(note)));
    }
    print(&told(&marked.state, folder))?;
    ended(&marked.state, marked.fault)
}

impl From<NoClass> for Trouble {
    fn from(no_class: NoClass) -> Self {
        match no_class {
            NoClass::Problem(problem) => problem.into(),
            NoClass::Problems(problems) => problems.into(),
            NoClass::Refused(problem) => Self::Refused(problem),
            NoClass::Fault(fault) => fault.into(),
        }
    }
}
