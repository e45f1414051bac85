//! Marks a partition of a plan on this machine: runs its units, and leaves what was recorded in a file of its own.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::attempt_file::{AttemptHead, close, hand_over, this_node, write_refusal};
use super::copies::{CopiedSubmissions, suite_of};
use super::partition::Partition;
use super::plan_file::UnitPlan;
use crate::cases::problem::Problem;
use crate::class::opening::{NoClass, unusable};
use crate::class::run::mark_all;
use crate::class::store::ClassStore;
use crate::class::work::{ClassProgress, ClassWork, PartOfRuns, SetAside, WorkScope, faulty};
use crate::leftovers::OwnFolder;
use crate::marking::run_inputs;
use crate::running::{Fault, Sandbox, remove_leftovers};

/// A partition that is to be marked here.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartRequest<'a> {
    /// The folder of the class.
    pub(crate) folder: &'a Path,
    /// The partition.
    pub(crate) partition: Partition,
    /// The id of the plan that is meant, or how it begins, if somebody has said so.
    pub(crate) plan: Option<&'a str>,
    /// How many programs run at the same time.
    pub(crate) jobs: NonZeroUsize,
}

/// A partition that was marked.
#[derive(Debug)]
pub(crate) struct MarkedPart {
    /// The file with what was recorded.
    pub(crate) file: PathBuf,
    /// How many units it has.
    pub(crate) units: usize,
    /// The submissions of which nothing was run here, with the reason.
    pub(crate) set_aside: Vec<String>,
    /// Whether another machine must mark some of it.
    pub(crate) lacks: bool,
    /// What ended it before everything was run.
    pub(crate) fault: Option<Fault>,
}

/// Marks a partition.
///
/// # Errors
/// What is wrong with the folder, and what the harness could not do before anything was run.
pub(crate) fn mark_part(
    request: &PartRequest<'_>,
    listener: &(dyn Fn(ClassProgress<'_>) + Sync),
) -> Result<MarkedPart, NoClass> {
    let plan = plan_of(request)?;
    let suite = suite_of(&plan, request.folder).map_err(NoClass::Problems)?;
    remove_leftovers();
    let own = OwnFolder::new().map_err(Fault::while_doing("make a folder for recordings"))?;
    let store = ClassStore::open(own.path()).map_err(|fault| unusable(own.path(), fault))?;
    let copies = CopiedSubmissions { class: request.folder, plan: &plan };
    let submissions = copies.planned();
    let units = plan.units_of(request.partition);
    let mut cases: BTreeMap<usize, _> = BTreeMap::new();
    for (submission, case) in &units {
        cases.entry(*submission).or_insert_with(std::collections::BTreeSet::new).insert(*case);
    }
    let work = ClassWork {
        suite: &suite,
        handed_in: &copies,
        submissions: &submissions,
        store: &store,
        inputs: Arc::new(run_inputs(&suite)),
        depends: "",
        cases: Some(request.folder),
        jobs: request.jobs,
        scope: WorkScope::Runs(PartOfRuns { cases, set_aside: Mutex::default() }),
        contained: BTreeMap::new(),
        listener,
    };
    let fault = mark_all(&work, NonZeroUsize::MIN).err();
    let set_aside = work.scope.was_set_aside();
    let head = AttemptHead {
        plan: plan.id.clone(),
        partition: request.partition,
        node: this_node(),
        sandbox: Sandbox::of_this_machine(),
        set_aside: set_aside.iter().map(|(at, why)| (submissions[*at].digest.clone(), why.clone())).collect(),
        fault: fault.as_ref().map(ToString::to_string).unwrap_or_default(),
    };
    drop(work);
    head.keep(&store).map_err(faulty)?;
    close(store);
    let file = hand_over(own.path(), &plan.attempts_folder(request.folder), &head)
        .map_err(Fault::while_doing("hand over what was recorded"))?;
    let told = |(at, why): (&usize, &SetAside)| {
        let why = match why {
            SetAside::Unbuilt => "cannot be built here; it is built once more when the class is merged",
            SetAside::Lacks(why) => why,
        };
        format!("{}: {why}", plan.submissions[*at].label)
    };
    let lacks = set_aside.values().any(|why| matches!(why, SetAside::Lacks(_)));
    Ok(MarkedPart { file, units: units.len(), set_aside: set_aside.iter().map(told).collect(), lacks, fault })
}

/// Leaves a note beside the attempts that this machine may not mark: whoever starts machines takes another one then.
///
/// # Errors
/// What is wrong with the folder, and what could not be written.
pub(crate) fn note_refusal(request: &PartRequest<'_>, why: &str) -> Result<(), NoClass> {
    let attempts = plan_of(request)?.attempts_folder(request.folder);
    write_refusal(&attempts, request.partition, &this_node(), why)
        .map_err(Fault::while_doing("note that this machine is refused"))?;
    Ok(())
}

fn plan_of(request: &PartRequest<'_>) -> Result<UnitPlan, Problem> {
    let plan = UnitPlan::needed(request.folder)?;
    match request.plan {
        Some(wanted) if !plan.id.starts_with(wanted) => {
            let message = format!("the plan in it is {} now, not {wanted}", plan.short_id());
            Err(Problem::of_file(&request.folder.display().to_string(), message)
                .help("the class was planned anew since; mark by the new plan"))
        }
        _ => Ok(plan),
    }
}
