//! One run of `harness class`: reads the class, marks what is not marked yet, and writes the gradebook.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::books::{CLASS_PAGE, write_books};
use super::case_statistics::{case_statistics, never_failed};
use super::class_mistakes::{ClassMistake, class_mistakes};
use super::doubts::{Doubt, doubts};
use super::gradebook::GRADEBOOK;
use super::lost_awards::lost_awards;
use super::naming::{Naming, Platform};
use super::plan::plan;
use super::roll_call::roll_call;
use super::roster::Roster;
use super::run::mark_all;
use super::store::{ClassReader, ClassStore, Round, StoreFault};
use super::student_pages::write_pages;
use super::student_row::{StudentRow, student_rows};
use super::work::{ClassProgress, ClassWork};
use crate::cases::Suite;
use crate::cases::problem::Problem;
use crate::digest;
use crate::marking::run_inputs;
use crate::running::{Fault, interruption, remove_leftovers};
use crate::target::Bundle;

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

/// What is known of a class.
#[derive(Debug)]
pub(crate) struct ClassState {
    /// The suite's name.
    pub(crate) suite: String,
    /// The rows with what became of them.
    pub(crate) rows: Vec<StudentRow>,
    /// Awards that no row has any more, in sentences.
    pub(crate) lost_awards: Vec<String>,
    /// The gradebook, if it was written.
    pub(crate) gradebook: PathBuf,
}

impl ClassState {
    /// Returns the mistakes of the class, the one that most students made first.
    pub(crate) fn mistakes(&self) -> Vec<ClassMistake> {
        class_mistakes(&self.rows)
    }

    /// Returns what is doubtful about the suite, in sentences.
    pub(crate) fn doubts(&self) -> Vec<String> {
        doubts(&self.rows).iter().map(Doubt::sentence).collect()
    }

    /// Returns the cases that no program fails.
    pub(crate) fn never_failed(&self) -> Vec<String> {
        never_failed(&case_statistics(&self.rows)).into_iter().map(str::to_string).collect()
    }

    /// Returns the page of the class, if it was written.
    pub(crate) fn page(&self) -> PathBuf {
        self.gradebook.with_file_name(CLASS_PAGE)
    }
}

/// What came of marking a class.
#[derive(Debug)]
pub(crate) struct MarkedClass {
    /// What is known of it now.
    pub(crate) state: ClassState,
    /// How the submissions are named.
    pub(crate) platform: Platform,
    /// What was found beside the submissions.
    pub(crate) notes: Vec<String>,
    /// What ended the run before everything was done.
    pub(crate) fault: Option<Fault>,
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
    /// The harness could not do its work.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Marks what is not marked yet of a class. Everything is kept in the folder of the class, from which the same request goes on where
/// this one was ended, by whatever.
///
/// # Errors
/// What is wrong with the submissions or the folder, and what the harness could not do, or was not to do any more, before anything was
/// run; what it could not do later is in what is returned.
pub(crate) fn mark_class(
    request: &ClassRequest<'_>,
    listener: &(dyn Fn(ClassProgress<'_>) + Sync),
) -> Result<MarkedClass, NoClass> {
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
    let work = ClassWork {
        suite: request.suite,
        bundle: &bundle,
        entries: &entries,
        plan: &plan,
        store: &store,
        inputs,
        depends: &depends,
        cases: request.cases,
        jobs: request.jobs,
        listener,
    };
    if !work.left(Round::FIRST).map_err(|fault| unusable(request.folder, fault))?.is_empty() {
        // Whatever ends this: what was marked before something changed does not stand there as if it were still so.
        let rows = state(request.folder, store.reader())?.rows;
        write_books(request.folder, store.reader(), &rows)
            .map_err(Fault::while_doing("write the gradebook"))?;
    }
    let fault = mark_all(&work, request.times).err();
    let state = state(request.folder, store.reader())?;
    if fault.is_none() {
        let reader = ClassReader::open(request.folder).map_err(|fault| unusable(request.folder, fault))?;
        write_pages(request.folder, &Arc::new(reader), &state.rows)
            .map_err(Fault::while_doing("write the pages of students"))?;
    }
    write_books(request.folder, store.reader(), &state.rows)
        .map_err(Fault::while_doing("write the gradebook"))?;
    Ok(MarkedClass { state, platform: entries.platform, notes: entries.notes, fault })
}

/// Returns what is known of the class in `folder`, also while another process marks it.
///
/// # Errors
/// A folder in which no class is kept.
pub(crate) fn class_state(folder: &Path) -> Result<ClassState, NoClass> {
    let reader = ClassReader::open(folder).map_err(|fault| unusable(folder, fault))?;
    state(folder, &reader)
}

fn state(folder: &Path, reader: &ClassReader) -> Result<ClassState, NoClass> {
    let read = || -> Result<ClassState, StoreFault> {
        let rows = student_rows(reader)?;
        let lost_awards = lost_awards(reader, &rows)?;
        Ok(ClassState { suite: reader.about("suite")?, rows, lost_awards, gradebook: folder.join(GRADEBOOK) })
    };
    read().map_err(|fault| unusable(folder, fault))
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
fn depends(suite: &Suite) -> String {
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
