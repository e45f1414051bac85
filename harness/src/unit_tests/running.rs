//! Runs one function of a submission's unit tests in a contained process of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::answering::ModuleAnswers;
use super::calling::{CallTally, Caller, messages};
use super::names::FoundFunction;
use super::observed::{ObservedRun, RunEnd, TestException};
use super::submitted::SubmittedFiles;
use crate::cases::TestModule;
use crate::digest;
use crate::limits::Limits;
use crate::recording::{Reason, Recording};
use crate::running::typist::ListTypist;
use crate::running::{Fault, Launch, Scratch, Typist, run};

/// The program that lists the functions of tests, or runs one of them.
const RUN: &str = include_str!("run_test.py");

/// Where tests are run.
#[derive(Debug)]
pub(super) struct TestStage<'a> {
    pub(super) python: &'a Path,
    pub(super) submitted: &'a SubmittedFiles,
    /// What programs may not see.
    pub(super) hides: &'a [PathBuf],
    pub(super) limits: Limits,
}

/// Which module a test imports.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stand<'a> {
    /// One that stands in for the submission's own: the suite's, right by `reading`, and bent by `bend`.
    In { answers: &'a ModuleAnswers<'a>, reading: Option<&'a str>, bend: Option<&'a str> },
    /// The submission's own.
    Own,
}

impl TestStage<'_> {
    /// Returns the functions in the file of the tests, in their order, or how reading it ended.
    ///
    /// # Errors
    /// What the harness itself could not do.
    pub(super) fn functions(&self) -> Result<Result<Vec<FoundFunction>, RunEnd>, Fault> {
        let recording =
            self.start(&["list", &self.submitted.file], &self.submitted.files, &mut ListTypist::new([]))?;
        let told = messages(&recording.output());
        let listed = told.into_iter().find_map(|mut message| Some(message.get_mut("functions")?.take()));
        let functions = listed.and_then(|functions| serde_json::from_value(functions).ok());
        Ok(functions.ok_or_else(|| end(&recording)))
    }

    /// Returns whether the submission has a module of its own by this name.
    pub(super) fn has_own_module(&self, module: &TestModule) -> bool {
        self.submitted.files.contains_key(&format!("{}.py", module.name))
    }

    /// Runs a function.
    ///
    /// # Errors
    /// What the harness itself could not do.
    pub(super) fn run(&self, function: &str, stand: Stand<'_>) -> Result<ObservedRun, Fault> {
        let words = ["run", &self.submitted.file, function];
        match stand {
            Stand::Own => {
                let recording = self.start(&words, &self.submitted.files, &mut ListTypist::new([]))?;
                Ok(observed(&recording, None))
            }
            Stand::In { answers, reading, bend } => {
                let mut caller = Caller::new(answers, reading, bend);
                let recording = self.start(&words, &self.files_with(answers.module()), &mut caller)?;
                match caller.fault.take() {
                    Some(fault) => Err(fault),
                    None => Ok(observed(&recording, Some(&caller))),
                }
            }
        }
    }

    fn start(
        &self,
        words: &[&str],
        files: &BTreeMap<String, Vec<u8>>,
        typist: &mut dyn Typist,
    ) -> Result<Recording, Fault> {
        let folder = Scratch::with(files)?;
        let launch = Launch {
            program: self.python.to_path_buf(),
            arguments: ["-I", "-c", RUN].iter().chain(words).map(|word| (*word).to_string()).collect(),
            folder: folder.path().to_path_buf(),
            hides: self.hides.to_vec(),
            ..Launch::default()
        };
        run(&launch, self.limits, typist)
    }

    /// Returns the files of the submission with a module that asks the harness in the place of its own.
    fn files_with(&self, module: &TestModule) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.submitted.files.clone();
        let package = format!("{}/", module.name);
        files.retain(|path, _| !path.starts_with(&package));
        let functions = module.functions.iter().map(|name| format!("{name} = remote(\"{name}\")\n"));
        let text = "from __main__ import remote\n\n".to_string() + &functions.collect::<String>();
        files.insert(format!("{}.py", module.name), text.into_bytes());
        files
    }
}

fn observed(recording: &Recording, caller: Option<&Caller<'_>>) -> ObservedRun {
    let CallTally { count, is_misled, depends_on_reading } =
        caller.map(|caller| caller.tally).unwrap_or_default();
    let is_stuck = caller.is_some_and(|caller| caller.is_stuck);
    ObservedRun {
        end: if is_stuck { RunEnd::Unanswered } else { end(recording) },
        calls: count,
        is_misled,
        depends_on_reading,
        printed: digest::of_bytes(&recording.error_output()),
    }
}

/// Returns how a run ended: by what the process told at its end, or else by what became of it.
fn end(recording: &Recording) -> RunEnd {
    if let Some(end) = messages(&recording.output()).iter().find_map(told_end) {
        return end;
    }
    match recording.stopped() {
        Some(Reason::NothingToType) => RunEnd::Waits,
        Some(Reason::WallTime | Reason::CpuTime) => RunEnd::TimedOut,
        Some(Reason::TooMuchOutput) => RunEnd::Flooded,
        Some(_) => RunEnd::Exceeded,
        None => RunEnd::Vanished,
    }
}

fn told_end(message: &Value) -> Option<RunEnd> {
    let text = |key: &str| message[key].as_str().unwrap_or_default().to_string();
    let exception = || TestException {
        kind: text("kind"),
        message: text("message"),
        line: message["line"].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or(0),
    };
    match message["end"].as_str()? {
        "returned" => Some(RunEnd::Returned { value: text("value") }),
        "raised" => Some(RunEnd::Raised(exception())),
        "broken" => Some(RunEnd::Broken(exception())),
        _ => None,
    }
}
