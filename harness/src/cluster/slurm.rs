//! Slurm's commands: to submit an array of tasks, to ask which of them are in the queue, and to cancel them. Jobs are known by their names.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::ranges::range_lists;

/// Tasks that are to be run.
#[derive(Debug)]
pub(crate) struct ArrayJob<'a> {
    /// The name by which they are asked for afterwards.
    pub(crate) name: &'a str,
    /// The script that each task runs; `SLURM_ARRAY_TASK_ID` is its number.
    pub(crate) script: &'a str,
    /// The numbers of the tasks.
    pub(crate) tasks: &'a BTreeSet<usize>,
    /// The folder in which what they print is kept.
    pub(crate) logs: &'a Path,
    /// What else `sbatch` is told.
    pub(crate) options: &'a [String],
    /// The nodes on which they must not run.
    pub(crate) not_on: &'a BTreeSet<String>,
}

/// Why the scheduler could not be asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SchedulerFault {
    /// It has no such command.
    #[error("failed to start `{0}`: {1}")]
    NotStarted(&'static str, std::io::Error),
    /// The command has failed. That tells nothing about jobs.
    #[error("`{0}` says: {1}")]
    Failed(&'static str, String),
}

/// Submits tasks. Where there are too many ranges for one list, several jobs of the same name are made.
///
/// # Errors
/// A scheduler that could not be asked. It may have taken the tasks all the same: look before they are submitted again.
pub(crate) fn submit(job: &ArrayJob<'_>) -> Result<(), SchedulerFault> {
    for tasks in range_lists(job.tasks) {
        let mut command = Command::new("sbatch");
        command.args(["--parsable", "--requeue", "--job-name", job.name]).arg(format!("--array={tasks}"));
        command.arg(format!("--output={}", job.logs.join("%a.%A.log").display()));
        if !job.not_on.is_empty() {
            let nodes: Vec<&str> = job.not_on.iter().map(String::as_str).collect();
            command.arg(format!("--exclude={}", nodes.join(",")));
        }
        said("sbatch", command.args(job.options), job.script)?;
    }
    Ok(())
}

/// Returns the numbers of the tasks of a name that wait or run.
///
/// # Errors
/// A scheduler that could not be asked: then nobody knows.
pub(crate) fn queued(name: &str) -> Result<BTreeSet<usize>, SchedulerFault> {
    // A job that is asked for by its number is gone in the same way as a controller is.
    let mut command = Command::new("squeue");
    command.args(["-h", "-r", "--me", "-o", "%K"]).arg(format!("--name={name}"));
    let said = said("squeue", &mut command, "")?;
    Ok(said.lines().filter_map(|line| line.trim().parse().ok()).collect())
}

/// Cancels all tasks of a name.
///
/// # Errors
/// A scheduler that could not be asked.
pub(crate) fn cancel(name: &str) -> Result<(), SchedulerFault> {
    said("scancel", Command::new("scancel").args(["--me"]).arg(format!("--name={name}")), "").map(drop)
}

/// Runs a command with this input, and returns what it says.
fn said(name: &'static str, command: &mut Command, input: &str) -> Result<String, SchedulerFault> {
    let not_started = |error| SchedulerFault::NotStarted(name, error);
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = streams.spawn().map_err(not_started)?;
    if let Some(mut stdin) = process.stdin.take() {
        // Who does not read it says why.
        let _ = stdin.write_all(input.as_bytes());
    }
    let Output { status, stdout, stderr } = process.wait_with_output().map_err(not_started)?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&stderr).trim().to_string();
    Err(SchedulerFault::Failed(name, if why.is_empty() { status.to_string() } else { why }))
}
