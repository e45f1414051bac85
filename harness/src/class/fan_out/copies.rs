//! The copies of the suite and of submissions that stand in the folder of a class, so that a machine that marks a part of it needs nothing else.

use std::path::Path;

use super::plan_file::UnitPlan;
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Start, Suite, select};
use crate::class::plan::PlannedSubmission;
use crate::class::work::HandedIn;
use crate::digest;
use crate::marking::run_inputs;
use crate::running::Fault;
use crate::target::{NoTarget, SubmissionFiles, Target};

/// The copies of submissions by a plan.
#[derive(Clone, Copy)]
pub(super) struct CopiedSubmissions<'a> {
    /// The folder of the class.
    pub(super) class: &'a Path,
    /// The plan.
    pub(super) plan: &'a UnitPlan,
}

impl CopiedSubmissions<'_> {
    /// Returns the submissions as they are planned.
    pub(super) fn planned(&self) -> Vec<PlannedSubmission> {
        let all = self.plan.submissions.iter().enumerate();
        all.map(|(entry, one)| PlannedSubmission { digest: one.digest.clone(), entry }).collect()
    }
}

impl HandedIn for CopiedSubmissions<'_> {
    fn label(&self, submission: &PlannedSubmission) -> &str {
        &self.plan.submissions[submission.entry].label
    }

    fn target(
        &self,
        submission: &PlannedSubmission,
        start: &Start,
        hidden: Option<&Path>,
    ) -> Result<Target, NoTarget> {
        let one = &self.plan.submissions[submission.entry];
        let path = self.plan.copy_of(self.class, one);
        let read = Fault::while_doing(format!("read the copy of a submission, {}", path.display()));
        let bytes = match std::fs::read(&path) {
            Ok(bytes) if digest::of_bytes(&bytes) == one.copy => bytes,
            Ok(_) => return Err(NoTarget::Fault(read(std::io::Error::other("it is not what was planned")))),
            Err(error) => return Err(NoTarget::Fault(read(error))),
        };
        let files = SubmissionFiles::from_bytes(&one.label, &one.digest, &bytes)?;
        Ok(Target::of_submission(&one.label, files, start)?.apart_from(hidden))
    }
}

/// Writes the copy of a submission, and returns its SHA-256.
///
/// # Errors
/// What could not be written.
pub(super) fn write_copy(path: &Path, files: &SubmissionFiles) -> Result<String, Fault> {
    let bytes = files.to_bytes();
    write(path, &bytes)?;
    Ok(digest::of_bytes(&bytes))
}

/// Writes the files of a suite into a folder of suites.
///
/// # Errors
/// What of the suite cannot be read, and what could not be written.
pub(super) fn write_suite(folder: &Path, suites: &SuiteSource, name: &str) -> Result<(), SuiteNotCopied> {
    for (path, bytes) in suites.files(name)? {
        write(&folder.join(name).join(path), &bytes)?;
    }
    Ok(())
}

/// Why a suite could not be copied.
#[derive(Debug, thiserror::Error)]
pub(super) enum SuiteNotCopied {
    /// It cannot be read.
    #[error("{} things are wrong", .0.len())]
    Problems(Vec<Problem>),
    /// The copy could not be written.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<Vec<Problem>> for SuiteNotCopied {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let folder = path.parent().expect("a file stands in a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, bytes))
        .map_err(Fault::while_doing(format!("write {}", path.display())))
}

/// Returns the suite of a plan.
///
/// # Errors
/// A suite that is wrong, or whose runs depend on something else than when the plan was made, as in another version of this program.
pub(super) fn suite_of(plan: &UnitPlan, class: &Path) -> Result<Suite, Vec<Problem>> {
    let other = |what: String| {
        let problem = Problem::of_file(&class.display().to_string(), what);
        vec![
            problem.help("mark with the program that has made the plan, or make the plan anew with this one"),
        ]
    };
    if plan.harness != env!("CARGO_PKG_VERSION") {
        return Err(other(format!(
            "the plan is of harness {}, and this is {}",
            plan.harness,
            env!("CARGO_PKG_VERSION")
        )));
    }
    let suites = SuiteSource::find(Some(&plan.cases_folder(class))).map_err(|problem| vec![problem])?;
    let suite = select::suite(&suites, &plan.suite)?;
    let inputs = run_inputs(&suite);
    let is_same = |place: usize| {
        let (planned, own) = (&plan.cases[place], &suite.cases[place]);
        planned.id == own.id && inputs.get(&own.id) == Some(&planned.input)
    };
    if plan.cases.len() != suite.cases.len() || !(0..plan.cases.len()).all(is_same) {
        return Err(other("the cases of the plan are not what this program makes of them".to_string()));
    }
    Ok(suite)
}
