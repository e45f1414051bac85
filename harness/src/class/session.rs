//! One run of `harness class`: reads the class, marks what is not marked yet, and writes the gradebook.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::books::{CLASS_PAGE, write_books};
use super::case_statistics::{case_statistics, never_failed};
use super::class_mistakes::{ClassMistake, class_mistakes};
use super::doubts::{Doubt, doubts};
use super::gradebook::GRADEBOOK;
use super::lost_awards::lost_awards;
use super::naming::Platform;
use super::opening::{ClassRequest, HandedInClass, NoClass, unusable};
use super::run::mark_all;
use super::store::{ClassReader, Round, StoreFault};
use super::student_pages::write_pages;
use super::student_row::{StudentRow, student_rows};
use super::work::{ClassProgress, ClassWork};
use crate::running::Fault;

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
    let class = HandedInClass::open(request)?;
    let work = class.work(request, listener)?;
    let FinishedWork { state, fault } = finish(request.folder, &work, request.times)?;
    Ok(MarkedClass { state, platform: class.entries.platform, notes: class.entries.notes, fault })
}

/// What came of the work for a class.
pub(super) struct FinishedWork {
    /// What is known of the class now.
    pub(super) state: ClassState,
    /// What ended the run before everything was done.
    pub(super) fault: Option<Fault>,
}

/// Runs and judges what is missing of a class, as often as `times` says, and writes the books into its `folder`.
///
/// # Errors
/// What the harness could not do before anything was run, or when it wrote the books; what it could not do in between is in what is
/// returned.
pub(super) fn finish(
    folder: &Path,
    work: &ClassWork<'_>,
    times: NonZeroUsize,
) -> Result<FinishedWork, NoClass> {
    let reader = work.store.reader();
    if !work.left(Round::FIRST).map_err(|fault| unusable(folder, fault))?.is_empty() {
        // Whatever ends this: what was marked before something changed does not stand there as if it were still so.
        write_books(folder, reader, &state(folder, reader)?.rows)
            .map_err(Fault::while_doing("write the gradebook"))?;
    }
    let fault = mark_all(work, times).err();
    let state = state(folder, reader)?;
    if fault.is_none() {
        let reader = ClassReader::open(folder).map_err(|fault| unusable(folder, fault))?;
        write_pages(folder, &Arc::new(reader), &state.rows)
            .map_err(Fault::while_doing("write the pages of students"))?;
    }
    write_books(folder, reader, &state.rows).map_err(Fault::while_doing("write the gradebook"))?;
    Ok(FinishedWork { state, fault })
}

/// Returns what is known of the class in `folder`, also while another process marks it.
///
/// # Errors
/// A folder in which no class is kept.
pub(crate) fn class_state(folder: &Path) -> Result<ClassState, NoClass> {
    let reader = ClassReader::open(folder).map_err(|fault| unusable(folder, fault))?;
    state(folder, &reader)
}

pub(super) fn state(folder: &Path, reader: &ClassReader) -> Result<ClassState, NoClass> {
    let read = || -> Result<ClassState, StoreFault> {
        let rows = student_rows(reader)?;
        let lost_awards = lost_awards(reader, &rows)?;
        Ok(ClassState { suite: reader.about("suite")?, rows, lost_awards, gradebook: folder.join(GRADEBOOK) })
    };
    read().map_err(|fault| unusable(folder, fault))
}
