//! Lets Slurm run a class: one task of an array for each shard, as long as one is missing that was not tried often enough; then merges.
//!
//! What is known stands in the folder of the class and in Slurm's queue, where jobs are found by a name that follows from the plan. So whoever
//! gives the command again goes on with what is there, whatever has ended the command before. What fails on a machine, or in the scheduler, is
//! never held against a submission: its runs are missing, and are told as missing.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::attempt_file::refusals;
use super::costs::{MOST_SHARDS, shards};
use super::merging::{MergeRequest, MergedClass, merge_open};
use super::plan_file::UnitPlan;
use super::planning::plan_open;
use super::shard_files::{SeenAttempts, is_cancelled, job_name, keep_count, kept_count, set_cancelled};
use super::shards::{ShardBook, ShardQueue, ShardStep};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::class::naming::Platform;
use crate::class::opening::{ClassRequest, HandedInClass, NoClass};
use crate::class::work::ClassProgress;
use crate::cluster::{self, ArrayJob, SchedulerFault};
use crate::running::{Fault, interruption};
use crate::target::quoted;

/// How often `sbatch` may refuse in a row, while the scheduler answers otherwise.
const REFUSALS: usize = 3;

/// How often a wait looks whether somebody wants an end.
const LOOK: Duration = Duration::from_millis(50);

/// How a class is run by Slurm.
pub(crate) struct SlurmRequest<'a> {
    /// Into how many shards it is divided; as many as their time asks for if nobody says.
    pub(crate) shards: Option<NonZeroUsize>,
    /// The harness, as nodes find it, and what goes before it.
    pub(crate) program: &'a str,
    /// What else `sbatch` is told.
    pub(crate) options: &'a [String],
    /// What containment is required of nodes, as `harness mark` is told.
    pub(crate) least: Option<String>,
    /// The time between two looks.
    pub(crate) poll: Duration,
    /// Is told what happens, in sentences.
    pub(crate) tell: &'a dyn Fn(&str),
}

/// A class that Slurm has run.
#[derive(Debug)]
pub(crate) struct SlurmClass {
    /// What came of it.
    pub(crate) merged: MergedClass,
    /// How the submissions are named.
    pub(crate) platform: Platform,
    /// What was found beside them.
    pub(crate) notes: Vec<String>,
}

/// Marks a class by Slurm.
///
/// # Errors
/// What is wrong with the submissions or the folder, a scheduler that takes no job, and what the harness could not do; an interruption is a
/// fault, and leaves the job as it is.
pub(crate) fn mark_class_on_slurm(
    request: &ClassRequest<'_>,
    suites: &SuiteSource,
    slurm: &SlurmRequest<'_>,
    listener: &(dyn Fn(ClassProgress<'_>) + Sync),
) -> Result<SlurmClass, NoClass> {
    let class = HandedInClass::open(request)?;
    let plan = plan_open(&class, request, suites)?;
    if !plan.units().is_empty() {
        Driver::new(&plan, request.folder, slurm)?.drive()?;
    }
    let merge = MergeRequest { folder: request.folder, others: &[], jobs: request.jobs, listener };
    let merged = merge_open(&class.store, &plan, merge)?;
    Ok(SlurmClass { merged, platform: class.entries.platform, notes: class.entries.notes })
}

/// Cancels what Slurm runs of a class. Who waits for it ends, too.
///
/// # Errors
/// What is wrong with the folder, and a scheduler that cannot be asked.
pub(crate) fn cancel_class(folder: &Path) -> Result<String, NoClass> {
    let plan = UnitPlan::needed(folder)?;
    let name = job_name(&plan);
    set_cancelled(&plan, folder, true)?;
    cluster::cancel(&name).map_err(|fault| refused(&fault))?;
    Ok(name)
}

/// How far the shards of a class are.
#[derive(Debug)]
pub(crate) struct ShardCounts {
    /// How many there are, were done, and wait or run; nothing of the last if the scheduler does not say.
    pub(crate) all: usize,
    pub(crate) done: usize,
    pub(crate) queued: Option<usize>,
    /// The machines that may not mark, and why.
    pub(crate) refusals: BTreeMap<String, String>,
}

/// Returns how far the shards of the class in this folder are, if it was given to Slurm.
pub(crate) fn shard_counts(folder: &Path) -> Option<ShardCounts> {
    let plan = UnitPlan::read(folder).ok()??;
    let count = kept_count(&plan, folder)?;
    let mut seen = SeenAttempts::default();
    let attempts = plan.attempts_folder(folder);
    let done = seen.done(&attempts, &plan, count).ok()?;
    let queued = cluster::queued(&job_name(&plan)).ok().map(|queued| queued.difference(&done).count());
    let refusals = refusals(&attempts).unwrap_or_default();
    Some(ShardCounts { all: count.get(), done: done.len(), queued, refusals })
}

/// Drives the shards of a plan to their end.
struct Driver<'a> {
    plan: &'a UnitPlan,
    folder: &'a Path,
    slurm: &'a SlurmRequest<'a>,
    count: NonZeroUsize,
    name: String,
}

impl<'a> Driver<'a> {
    fn new(plan: &'a UnitPlan, folder: &'a Path, slurm: &'a SlurmRequest<'a>) -> Result<Self, NoClass> {
        let own = || shards(plan.seconds(), plan.units().len());
        let wanted = slurm.shards.unwrap_or_else(own).get().min(MOST_SHARDS);
        let wanted = NonZeroUsize::new(wanted).unwrap_or(NonZeroUsize::MIN);
        // Shards that were begun with stay as they are.
        let count = kept_count(plan, folder).unwrap_or(wanted);
        keep_count(plan, folder, count)?;
        // Who has cancelled it before has not cancelled this.
        set_cancelled(plan, folder, false)?;
        let logs = plan.folder(folder).join("logs");
        std::fs::create_dir_all(logs).map_err(Fault::while_doing("make the folder of logs"))?;
        Ok(Self { plan, folder, slurm, count, name: job_name(plan) })
    }

    /// Submits and waits until each shard is done, or was tried often enough.
    fn drive(&self) -> Result<(), NoClass> {
        let mut book = ShardBook::new(self.count.get());
        let mut seen = SeenAttempts::default();
        let mut teller = Teller { tell: self.slurm.tell, last: String::new() };
        let mut refusals = 0;
        loop {
            // The queue first: a shard that ends in between is then in one of both.
            let queue = match cluster::queued(&self.name) {
                Ok(queued) => ShardQueue::Holds(queued),
                Err(fault @ SchedulerFault::NotStarted(..)) => return Err(refused(&fault).into()),
                Err(fault) => {
                    teller.tell(format!("the scheduler does not answer: {fault}"));
                    ShardQueue::Unknown
                }
            };
            let attempts = self.plan.attempts_folder(self.folder);
            let done = seen.done(&attempts, self.plan, self.count)?;
            teller.tell(self.told(&done, &queue));
            if is_cancelled(self.plan, self.folder) {
                (self.slurm.tell)("it was cancelled; the same command goes on where it was");
                return Ok(());
            }
            match book.next(&done, &queue) {
                ShardStep::Wait => {}
                ShardStep::Submit(numbers) => match self.submit(&numbers) {
                    Ok(()) => {
                        refusals = 0;
                        book.submitted(&numbers);
                    }
                    Err(fault) if refusals + 1 == REFUSALS => return Err(self.not_taken(&fault)),
                    Err(fault) => {
                        refusals += usize::from(queue != ShardQueue::Unknown);
                        teller.tell(format!("the scheduler has not taken a job: {fault}"));
                    }
                },
                ShardStep::End(lost) => {
                    self.tell_lost(&lost);
                    if matches!(&queue, ShardQueue::Holds(left) if !left.is_empty()) {
                        // What runs again of a node that was thought to be lost. If it cannot be cancelled, it is run for nothing.
                        let _ = cluster::cancel(&self.name);
                    }
                    return Ok(());
                }
            }
            self.wait()?;
        }
    }

    /// Returns the machines that refuse to mark, as far as is known, and why each does.
    fn refusals(&self) -> BTreeMap<String, String> {
        refusals(&self.plan.attempts_folder(self.folder)).unwrap_or_default()
    }

    fn submit(&self, numbers: &BTreeSet<usize>) -> Result<(), SchedulerFault> {
        let refusals = self.refusals();
        for (node, why) in &refusals {
            (self.slurm.tell)(&format!(
                "no shard is given to {node}: {}",
                why.lines().next().unwrap_or_default()
            ));
        }
        cluster::submit(&ArrayJob {
            name: &self.name,
            script: &self.script(),
            tasks: numbers,
            logs: &self.plan.folder(&absolute(self.folder)).join("logs"),
            options: self.slurm.options,
            not_on: &refusals.into_keys().collect(),
        })
    }

    /// Returns why the scheduler takes no job: it may have no machine left but those that refuse to mark.
    fn not_taken(&self, fault: &SchedulerFault) -> NoClass {
        let refusals = self.refusals();
        if refusals.is_empty() {
            return refused(fault).into();
        }
        let names = refusals.into_keys().collect::<Vec<_>>().join(", ");
        let what = format!("no machine is left: --require-sandbox refuses {names}, and {fault}");
        NoClass::Refused(
            Problem::of_file("slurm", what)
                .help("run `harness doctor` on one of them to see what is missing, or name machines that have it with --sbatch"),
        )
    }

    /// Returns what each task runs. `exec`: what the scheduler sends to the task must reach the harness.
    fn script(&self) -> String {
        let folder = quoted(&absolute(self.folder).display().to_string());
        let least =
            self.slurm.least.as_ref().map(|least| format!(" --require-sandbox {least}")).unwrap_or_default();
        format!(
            "#!/bin/sh\nexec {program} mark {folder} --plan {plan} --partition \"slice:$SLURM_ARRAY_TASK_ID/{count}\" \
             --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"{least} --quiet\n",
            program = self.slurm.program,
            plan = self.plan.short_id(),
            count = self.count,
        )
    }

    fn told(&self, done: &BTreeSet<usize>, queue: &ShardQueue) -> String {
        let queued = match queue {
            ShardQueue::Unknown => "nobody knows how many".to_string(),
            ShardQueue::Holds(queued) => queued.difference(done).count().to_string(),
        };
        format!("{} of {} shards are done, {queued} wait or run as {}", done.len(), self.count, self.name)
    }

    fn tell_lost(&self, lost: &BTreeSet<usize>) {
        for number in lost.iter().take(REFUSALS) {
            let logs = self.plan.folder(self.folder).join("logs");
            (self.slurm.tell)(&format!(
                "shard {number} did not come to its end, which is no fault of any submission; see {}/{number}.*.log",
                logs.display()
            ));
        }
        if lost.len() > REFUSALS {
            (self.slurm.tell)(&format!("nor did {} others", lost.len() - REFUSALS));
        }
    }

    /// Waits until the next look.
    fn wait(&self) -> Result<(), Fault> {
        let mut left = self.slurm.poll;
        while !left.is_zero() {
            if interruption::is_wanted() {
                (self.slurm.tell)(&format!(
                    "the job {} goes on without this command, which finds it again; `harness cancel {}` ends it",
                    self.name,
                    self.folder.display()
                ));
                return Err(Fault::interruption());
            }
            let part = left.min(LOOK);
            std::thread::sleep(part);
            left -= part;
        }
        Ok(())
    }
}

/// Tells what has changed since the last time.
struct Teller<'a> {
    tell: &'a dyn Fn(&str),
    last: String,
}

impl Teller<'_> {
    fn tell(&mut self, text: String) {
        if text != self.last {
            (self.tell)(&text);
            self.last = text;
        }
    }
}

fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf())
}

fn refused(fault: &SchedulerFault) -> Problem {
    Problem::of_file("slurm", fault.to_string())
        .help("see whether `sinfo` and `sbatch` work here, and give the same command again")
}
