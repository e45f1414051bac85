//! What was seen when the unit tests of a submission were run; it is kept beside recordings, and judged from there.

use serde::{Deserialize, Serialize};

use super::names::Pairing;

/// What was seen of all unit tests of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedTests {
    /// Their file.
    pub file: SubmittedTestFile,
    /// The tests that the suite asks for, if the file could be read.
    pub tests: Vec<ObservedTest>,
}

/// The file of a submission's unit tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubmittedTestFile {
    /// There is none.
    Missing,
    /// It is no Python, or too much for it: how reading it ended.
    Unreadable(RunEnd),
    /// It was found, under this name.
    Found(String),
}

/// What was seen of one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedTest {
    /// The name that the assignment gives it.
    pub name: String,
    /// The bend that it had to notice.
    pub bend: String,
    /// Which function is meant for it.
    pub pairing: Pairing,
    /// How it ran, if it could be.
    pub runs: Option<TestRuns>,
}

/// The runs of one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRuns {
    /// With a right module.
    pub right: ObservedRun,
    /// With the bent module, if it passes with the right one.
    pub bent: Option<ObservedRun>,
    /// Whether it ended in the same ways when both runs were done once more.
    pub is_steady: bool,
    /// With the submission's own module, if it passes with the right one and there is an own one.
    pub own: Option<ObservedRun>,
}

/// One run of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedRun {
    /// How it ended.
    pub end: RunEnd,
    /// How often it called the module.
    pub calls: usize,
    /// Whether one of its calls was not answered as the right module does.
    pub is_misled: bool,
    /// Whether one of its calls is answered in another way by another reading of the text.
    pub depends_on_reading: bool,
    /// SHA-256 of what it printed.
    pub printed: String,
}

impl ObservedRun {
    /// Returns whether the test passed.
    pub fn passes(&self) -> bool {
        matches!(self.end, RunEnd::Returned { .. })
    }
}

/// How the run of a test ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunEnd {
    /// The function returned; what it returned, if that is not `None`.
    Returned {
        /// As Python shows it, cut; empty for `None`.
        value: String,
    },
    /// The function ended with an exception.
    Raised(TestException),
    /// The file could not be imported, because of this exception.
    Broken(TestException),
    /// The process ended without a word about the test.
    Vanished,
    /// It waits for somebody to type.
    Waits,
    /// It took too long.
    TimedOut,
    /// It printed too much.
    Flooded,
    /// It called the module in a way that nobody can answer.
    Unanswered,
    /// It used more than allowed of something else.
    Exceeded,
}

/// An exception that nobody caught.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestException {
    /// Its type.
    pub kind: String,
    /// What it says.
    pub message: String,
    /// The last line of the tests that led to it, from 1; 0 if none did.
    pub line: usize,
}
