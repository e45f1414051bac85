//! Opens a class: reads what was handed in and the course's list, and keeps in the file of the class what there is to be marked.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use super::naming::{ExportedEntries, Naming};
use super::plan::{Plan, PlannedSubmission, files_of, plan, target_of};
use super::roll_call::roll_call;
use super::roster::Roster;
use super::store::{ClassReader, ClassStore, StoreFault};
use super::work::{ClassProgress, ClassWork, HandedIn, WorkScope};
use crate::cases::problem::Problem;
use crate::cases::{Start, Suite};
use crate::digest;
use crate::marking::run_inputs;
use crate::running::{Fault, Sandbox, interruption, remove_leftovers};
use crate::target::{Bundle, NoTarget, SubmissionFiles, Target};

/// In the file of a class, as JSON: how well programs were contained whose cases ran on a machine that contains them less than this one.
pub(super) const CONTAINED: &str = "contained";

/// What of a class is to be marked, and how.
pub(crate) struct ClassRequest<'a> {
    /// The suite.
    pub(crate) suite: &'a Suite,
    /// The folder of the cases, which no program may see.
    pub(crate) cases: Option<&'a Path>,
    /// The folder or archive with the submissions.
    pub(crate) submissions: &'a str,
    /// How names in it are read.
    pub(crate) naming: &'a Naming,
    /// The course's list of students.
    pub(crate) roster: Option<&'a Roster>,
    /// The folder in which everything about the class is kept.
    pub(crate) folder: &'a Path,
    /// How many programs run at the same time.
    pub(crate) jobs: NonZeroUsize,
    /// How often each case is run in all, each time under other conditions.
    pub(crate) times: NonZeroUsize,
}

/// Why a class could not be marked, or not be looked at.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoClass {
    /// Something is wrong with what the user points at.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// Several things are wrong with it.
    #[error("{} things are wrong", .0.len())]
    Problems(Vec<Problem>),
    /// No machine is left that contains programs as well as is required.
    #[error("{0}")]
    Refused(Problem),
    /// The harness could not do its work.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A class that this process marks.
pub(super) struct HandedInClass {
    bundle: Bundle,
    /// Whose files they are.
    pub(super) entries: ExportedEntries,
    /// What there is to be marked.
    pub(super) plan: Plan,
    /// Where everything is kept.
    pub(super) store: Arc<ClassStore>,
    /// On what the run of each case depends.
    pub(super) inputs: Arc<BTreeMap<String, String>>,
    /// On what judgements depend besides recordings.
    pub(super) depends: String,
}

impl HandedInClass {
    /// Opens the class of a request, and keeps its rows in place of earlier ones.
    ///
    /// # Errors
    /// What is wrong with the submissions or the folder, and what the harness could not do, or was not to do any more.
    pub(super) fn open(request: &ClassRequest<'_>) -> Result<Self, NoClass> {
        let bundle = Bundle::open(request.submissions);
        if interruption::is_wanted() {
            // What is listed may be a part of what is there.
            return Err(Fault::interruption().into());
        }
        let bundle = bundle?;
        let bytes = |place: usize| bundle.bytes(&bundle.items()[place]);
        let entries = request.naming.entries(bundle.items(), &bytes);
        if entries.entries.is_empty() {
            return Err(Problem::of_file(request.submissions, "there are no submissions in it")
                .help("give the folder or archive that the platform exports")
                .into());
        }
        remove_leftovers();
        let store = ClassStore::open(request.folder).map_err(|fault| unusable(request.folder, fault))?;
        is_of_this_suite(request, store.reader())?;
        let plan = plan(&bundle, &entries, &roll_call(request.roster, &entries), &request.suite.start)?;
        let (depends, inputs) = (depends(request.suite), Arc::new(run_inputs(request.suite)));
        let kept = store.set_about(&[
            ("suite", request.suite.name.clone()),
            ("cases", request.suite.cases.len().to_string()),
            ("times", request.times.to_string()),
            ("inputs", serde_json::to_string(&*inputs).expect("plain JSON")),
            ("depends", depends.clone()),
            ("title", request.suite.title.clone()),
            ("platform", entries.platform.name().to_string()),
            ("rows", serde_json::to_string(&row_names(request.suite)).expect("plain JSON")),
        ]);
        kept.and_then(|()| store.plan(&plan.rows)).map_err(|fault| unusable(request.folder, fault))?;
        Ok(Self { bundle, entries, plan, store, inputs, depends })
    }

    /// Returns what is to be done for it.
    ///
    /// # Errors
    /// What cannot be read from the file of the class.
    pub(super) fn work<'a>(
        &'a self,
        request: &'a ClassRequest<'a>,
        listener: &'a (dyn Fn(ClassProgress<'_>) + Sync),
    ) -> Result<ClassWork<'a>, NoClass> {
        let contained = contained(&self.store).map_err(|fault| unusable(request.folder, fault))?;
        Ok(ClassWork {
            suite: request.suite,
            handed_in: self,
            submissions: &self.plan.submissions,
            store: &self.store,
            inputs: Arc::clone(&self.inputs),
            depends: &self.depends,
            cases: request.cases,
            jobs: request.jobs,
            scope: WorkScope::Everything,
            contained,
            listener,
        })
    }

    /// Returns the files of a submission.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn files(&self, submission: &PlannedSubmission) -> Result<SubmissionFiles, Problem> {
        files_of(&self.bundle, &self.entries.entries[submission.entry])
    }
}

/// Returns how well programs were contained, by the digests of the submissions, where other machines than this one contain them less.
///
/// # Errors
/// What cannot be read from the file of the class.
pub(super) fn contained(store: &ClassStore) -> Result<BTreeMap<String, Sandbox>, StoreFault> {
    let kept = store.reader().about(CONTAINED)?;
    Ok(if kept.is_empty() { BTreeMap::new() } else { serde_json::from_str(&kept)? })
}

impl HandedIn for HandedInClass {
    fn label(&self, submission: &PlannedSubmission) -> &str {
        &self.entries.entries[submission.entry].label
    }

    fn target(
        &self,
        submission: &PlannedSubmission,
        start: &Start,
        hidden: Option<&Path>,
    ) -> Result<Target, NoTarget> {
        target_of(&self.bundle, &self.entries.entries[submission.entry], start, hidden)
    }
}

/// Refuses the folder of a class that is marked by another suite.
fn is_of_this_suite(request: &ClassRequest<'_>, reader: &ClassReader) -> Result<(), NoClass> {
    let suite = reader.about("suite").map_err(|fault| unusable(request.folder, fault))?;
    if suite.is_empty() || suite == request.suite.name {
        return Ok(());
    }
    let message = format!("holds a class that is marked by the suite `{suite}`");
    let problem = Problem::of_file(&request.folder.display().to_string(), message);
    Err(problem.help("name another folder with --out").into())
}

/// Returns on what judgements depend besides recordings: every file of the suite, and this very program.
pub(super) fn depends(suite: &Suite) -> String {
    let program = std::env::current_exe().and_then(|file| digest::of_file(&file)).unwrap_or_default();
    digest::of_files([
        ("suite", suite.digest.as_str()),
        ("version", env!("CARGO_PKG_VERSION")),
        ("program", program.as_str()),
    ])
}

fn row_names(suite: &Suite) -> Vec<&str> {
    suite.rows.iter().map(|row| row.name.as_str()).collect()
}

pub(super) fn unusable(folder: &Path, fault: StoreFault) -> NoClass {
    let name = folder.display().to_string();
    match fault {
        fault if fault.is_of_the_folder() => Problem::of_file(&name, "is no folder of a class")
            .because(fault)
            .help("name another folder")
            .into(),
        StoreFault::InUse => Problem::of_file(&name, "cannot be used now")
            .because(fault)
            .help("wait for it, or look at it with --status")
            .into(),
        fault => {
            Fault::while_doing(format!("use the folder of the class, {name}"))(io::Error::other(fault)).into()
        }
    }
}
