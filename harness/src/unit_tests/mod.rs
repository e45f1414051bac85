//! Runs the unit tests that a submission brings along, each against a module that is right and one that is bent.
//!
//! Theory of operation. A test wins its marks if it passes with a right module and fails with the module that is bent in just its
//! way. Each run is a contained process of its own (`running.rs`), started by `run_test.py`; what it says about itself is never
//! believed without a reason. Neither module is in that process: what the test imports sends each call to the harness
//! (`calling.rs`), which lets the suite's module answer it in another contained process (`answering.rs`). So a test cannot know
//! with which module it runs but by the answers to its own calls; and the bent run counts only if one of these answers was not
//! that of the right module, and if both runs end in the same ways once more. Whatever a test file does to its process, it wins nothing by it that its calls have not earned.
//!
//! While the file of the tests is imported, all calls are answered as the right module does.

mod answering;
mod calling;
mod names;
mod observed;
mod running;
mod submitted;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::cases::RequestedTests;
use crate::running::{Fault, find_program, in_parallel};
use answering::ModuleAnswers;
pub use names::{FoundFunction, Pairing};
pub use observed::{
    ObservedRun, ObservedTest, ObservedTests, RunEnd, SubmittedTestFile, TestException, TestRuns,
};
use running::{Stand, TestStage};
use submitted::SubmittedFiles;

/// Runs the unit tests of the submission in `folder`, which is a copy of it, with `jobs` workers; programs may not see what is in
/// `hides`. Returns nothing where there is no Python.
///
/// # Errors
/// Only what the harness itself could not do.
pub fn run_unit_tests(
    requested: &RequestedTests,
    folder: &Path,
    hides: &[PathBuf],
    jobs: NonZeroUsize,
) -> Result<Option<ObservedTests>, Fault> {
    let Some(python) = find_program("python3") else { return Ok(None) };
    let Some(submitted) = SubmittedFiles::read(folder, requested) else {
        return Ok(Some(ObservedTests { file: SubmittedTestFile::Missing, tests: Vec::new() }));
    };
    let answers = ModuleAnswers::new(requested, &python)?;
    let stage = TestStage { python: &python, submitted: &submitted, hides, limits: requested.limits };
    let functions = match stage.functions()? {
        Ok(functions) => functions,
        Err(end) => {
            let file = SubmittedTestFile::Unreadable(end);
            return Ok(Some(ObservedTests { file, tests: Vec::new() }));
        }
    };
    let required: Vec<&str> = requested.expect.keys().map(String::as_str).collect();
    let pairings = names::pair(&required, &functions);
    let tests = required.into_iter().zip(pairings).collect::<Vec<_>>();
    let observe = |(name, pairing): &(&str, Pairing)| {
        let bend = &requested.expect[*name].bend;
        observe(&stage, &answers, bend, pairing).map(|runs| ObservedTest {
            name: (*name).to_string(),
            bend: bend.clone(),
            pairing: pairing.clone(),
            runs,
        })
    };
    let tests = in_parallel(&tests, jobs, observe)?;
    Ok(Some(ObservedTests { file: SubmittedTestFile::Found(submitted.file.clone()), tests }))
}

/// Runs one test: with the right module; with the bent one if it passes with that; both once more if it fails then; and with the
/// submission's own.
fn observe(
    stage: &TestStage<'_>,
    answers: &ModuleAnswers<'_>,
    bend: &str,
    pairing: &Pairing,
) -> Result<Option<TestRuns>, Fault> {
    let Pairing::Function(function) = pairing else { return Ok(None) };
    if function.arguments > 0 {
        return Ok(None);
    }
    let run = |reading, bend| stage.run(&function.name, Stand::In { answers, reading, bend });
    let mut failed = None;
    for reading in answers.readings() {
        let right = run(reading, None)?;
        if right.passes() {
            let wrong = run(reading, Some(bend))?;
            let is_steady = !matches!(wrong.end, RunEnd::Raised(_))
                || (ends_alike(&run(reading, Some(bend))?, &wrong) && run(reading, None)?.passes());
            let own = stage.has_own_module(answers.module()).then(|| stage.run(&function.name, Stand::Own));
            return Ok(Some(TestRuns { right, bent: Some(wrong), is_steady, own: own.transpose()? }));
        }
        // Another reading of the text can only matter if it answers one of these calls in another way.
        let is_decided = !right.depends_on_reading;
        failed.get_or_insert(right);
        if is_decided {
            break;
        }
    }
    Ok(failed.map(|right| TestRuns { right, bent: None, is_steady: true, own: None }))
}

/// Returns whether two runs end in the same way, whatever an exception says: that may hold addresses.
fn ends_alike(one: &ObservedRun, other: &ObservedRun) -> bool {
    std::mem::discriminant(&one.end) == std::mem::discriminant(&other.end)
}
