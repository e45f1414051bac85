//! Merges what machines have recorded of a class, and judges it as one machine does that has run everything.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::copies::{CopiedSubmissions, suite_of};
use super::gathering::{GatheredUnits, MarkingNode, NODES, find_attempts, gather, kept};
use super::plan_file::UnitPlan;
use crate::class::ClassState;
use crate::class::opening::{NoClass, contained, depends, unusable};
use crate::class::session::{FinishedWork, finish};
use crate::class::store::ClassStore;
use crate::class::work::{ClassProgress, ClassWork, WorkScope};
use crate::marking::run_inputs;
use crate::running::{Fault, remove_leftovers};

/// What came of merging a class.
#[derive(Debug)]
pub(crate) struct MergedClass {
    /// What is known of it now.
    pub(crate) state: ClassState,
    /// How many attempts there were that were not merged before, and how many units were taken from them.
    pub(crate) attempts: usize,
    pub(crate) units: usize,
    /// How many units nobody has run.
    pub(crate) missing: usize,
    /// In which partitions they are.
    pub(crate) missing_partitions: Vec<String>,
    /// The units that did not come out the same on all machines, in words; they were run again here.
    pub(crate) unstable: Vec<String>,
    /// The machines that have run units of the class, and how well they contain programs.
    pub(crate) nodes: Vec<MarkingNode>,
    /// What is to be told besides.
    pub(crate) notes: Vec<String>,
    /// What ended it before everything was judged.
    pub(crate) fault: Option<Fault>,
}

/// Merges what was recorded by the plan in a folder, here and in `others`; so many programs run at the same time.
///
/// # Errors
/// What is wrong with the folders, results of another plan, and what the harness could not do.
pub(crate) fn merge_class(
    folder: &Path,
    others: &[PathBuf],
    jobs: NonZeroUsize,
    listener: &(dyn Fn(ClassProgress<'_>) + Sync),
) -> Result<MergedClass, NoClass> {
    let plan = UnitPlan::needed(folder)?;
    remove_leftovers();
    let store = ClassStore::open(folder).map_err(|fault| unusable(folder, fault))?;
    merge_open(&store, &plan, MergeRequest { folder, others, jobs, listener })
}

/// Where what is merged into an open class comes from.
#[derive(Clone, Copy)]
pub(super) struct MergeRequest<'a> {
    /// The folder of the class.
    pub(super) folder: &'a Path,
    /// Other folders with attempts.
    pub(super) others: &'a [PathBuf],
    /// How many programs run at the same time.
    pub(super) jobs: NonZeroUsize,
    /// Is told how far it is.
    pub(super) listener: &'a (dyn Fn(ClassProgress<'_>) + Sync),
}

/// Merges what was recorded by a plan into an open class.
///
/// # Errors
/// The same as [`merge_class`].
pub(super) fn merge_open(
    store: &Arc<ClassStore>,
    plan: &UnitPlan,
    request: MergeRequest<'_>,
) -> Result<MergedClass, NoClass> {
    let MergeRequest { folder, others, jobs, listener } = request;
    let kept_fault = |fault| unusable(folder, fault);
    let suite = suite_of(plan, folder).map_err(NoClass::Problems)?;
    let mut notes = Vec::new();
    let attempts = find_attempts(folder, plan, others, &mut notes)?;
    let gathered = gather(store, plan, &attempts).map_err(kept_fault)?;
    let copies = CopiedSubmissions { class: folder, plan };
    let GatheredUnits { attempts, units, incomplete, missing, missing_partitions, unstable, .. } = gathered;
    let work = ClassWork {
        suite: &suite,
        handed_in: &copies,
        submissions: &copies.planned(),
        store,
        inputs: Arc::new(run_inputs(&suite)),
        depends: &depends(&suite),
        cases: Some(folder),
        jobs,
        scope: WorkScope::AllBut(incomplete),
        contained: contained(store).map_err(kept_fault)?,
        listener,
    };
    let FinishedWork { state, fault } = finish(folder, &work, NonZeroUsize::MIN)?;
    let missing_partitions = missing_partitions.iter().map(ToString::to_string).collect();
    Ok(MergedClass {
        state,
        attempts,
        units,
        missing,
        missing_partitions,
        unstable,
        nodes: kept(store, NODES).map_err(kept_fault)?,
        notes,
        fault,
    })
}
