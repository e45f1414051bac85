//! `harness class ... --engine slurm` and `harness cancel`: a class that the machines of a cluster run.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::class_input::{ClassInput, named_by};
use super::class_parts::tell_merged;
use super::class_progress::ClassDisplay;
use super::class_told::{ended, told};
use super::{LeastSandbox, Status, Trouble, print, tell};
use crate::class::{NoClass, SlurmClass, SlurmRequest, cancel_class, mark_class_on_slurm, shard_counts};
use crate::reports::safe_line;
use crate::running::{Fault, default_jobs, interruption};
use crate::target::{quoted, words};

/// Who runs a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Engine {
    /// This machine
    #[default]
    Local,
    /// The machines of a cluster, through Slurm
    Slurm,
}

#[derive(Debug, Args)]
pub(super) struct SlurmArgs {
    /// Who runs the cases
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t, conflicts_with = "repeat")]
    engine: Engine,
    /// Into how many shards Slurm's engine divides the class, at most 1000 [default: so many that each takes some minutes]
    #[arg(long, value_name = "N")]
    shards: Option<NonZeroUsize>,
    /// What else `sbatch` is told, such as '--partition=teaching --time=1:00:00 --cpus-per-task=4'
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    sbatch: Option<String>,
    /// The command by which nodes start the harness, if it is another one there, such as 'module load java; harness' [default: this program]
    #[arg(long, value_name = "COMMAND")]
    nodes_run: Option<String>,
    /// The seconds between two looks at the queue
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, hide = true)]
    poll: f64,
}

impl SlurmArgs {
    /// Returns whether Slurm shall run the class.
    pub(super) fn is_meant(&self) -> bool {
        self.engine == Engine::Slurm
    }
}

/// Marks a class by Slurm.
pub(super) fn mark(
    args: &SlurmArgs,
    input: &ClassInput<'_>,
    (jobs, least): (Option<NonZeroUsize>, Option<LeastSandbox>),
    is_shown: bool,
) -> Result<Status, Trouble> {
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let own = std::env::current_exe().map_err(Fault::while_doing("find this program"))?;
    let program = args.nodes_run.clone().unwrap_or_else(|| quoted(&own.display().to_string()));
    let options = args.sbatch.as_deref().map(words).unwrap_or_default();
    let least = least.and_then(|least| least.to_possible_value()).map(|value| value.get_name().to_string());
    let tell_line = |line: &str| {
        if is_shown {
            tell(&format!("slurm: {}\n", safe_line(line)));
        }
    };
    let slurm = SlurmRequest {
        shards: args.shards,
        program: &program,
        options: &options,
        least,
        poll: Duration::try_from_secs_f64(args.poll).unwrap_or_default(),
        tell: &tell_line,
    };
    let display = ClassDisplay::new(is_shown);
    let request = input.request(jobs.unwrap_or_else(default_jobs), NonZeroUsize::MIN);
    let marked = mark_class_on_slurm(&request, &input.suites, &slurm, &|progress| display.show(progress));
    let SlurmClass { merged, platform, notes } = match marked {
        Err(NoClass::Fault(fault)) if fault.is_interruption() => {
            tell("note: interrupted; the same command goes on where this one was ended\n");
            return Ok(Status::Incomplete);
        }
        marked => marked?,
    };
    tell(&format!("note: {}\n", named_by(platform)));
    for note in &notes {
        tell(&format!("note: {}\n", safe_line(note)));
    }
    tell_merged(&merged);
    print(&told(&merged.state, &input.folder))?;
    ended(&merged.state, merged.fault)
}

/// Cancels what Slurm runs of a class.
pub(super) fn cancel(folder: &Path) -> Result<Status, Trouble> {
    let name = cancel_class(folder)?;
    print(&format!("{name} is cancelled; what was run is kept\n"))?;
    Ok(Status::Good)
}

/// Returns how far the shards of a class are, if it was given to Slurm.
pub(super) fn told_of_shards(folder: &Path) -> String {
    let Some(counts) = shard_counts(folder) else { return String::new() };
    let queued = counts.queued.map_or_else(|| "nobody knows how many".to_string(), |count| count.to_string());
    let mut text = format!("shards:    {} of {} done, {queued} wait or run\n", counts.done, counts.all);
    for (node, why) in &counts.refusals {
        let _ = writeln!(
            text,
            "refused:   {}: {}",
            safe_line(node),
            safe_line(why.lines().next().unwrap_or_default())
        );
    }
    text
}
