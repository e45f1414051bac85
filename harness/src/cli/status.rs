//! How a command ends, with its exit status.

use std::io::Write;

use crate::cases::problem::Problem;
use crate::marking::NotMarked;
use crate::running::Fault;
use crate::strength::NotTried;
use crate::target::NoTarget;

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All passed, nothing to change, nothing wrong.
    Good = 0,
    /// Not all passed, or something is to be changed.
    NotAll = 1,
    /// Wrong usage, or invalid files.
    Usage = 2,
    /// No case was selected, or parts of a class are missing that machines should have marked.
    NoCase = 3,
    /// Not everything was done that should be.
    Incomplete = 4,
    /// Programs cannot be contained as well as is required.
    Refused = 5,
    /// The harness itself failed.
    Fault = 70,
}

impl Status {
    /// Returns the exit status of this process.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Trouble {
    /// Wrong usage, or invalid files.
    Usage(Vec<Problem>),
    /// No case was selected.
    NoCase(Problem),
    /// Programs cannot be contained as well as is required.
    Refused(Problem),
    /// The harness itself failed.
    Fault(Fault),
    /// The harness itself is wrong: it has come to where it cannot be. Standard error has what and where.
    Panic,
}

impl Trouble {
    /// Returns the trouble that results cannot be written.
    pub fn writing(error: std::io::Error) -> Self {
        Self::Fault(Fault::while_doing("write the results")(error))
    }

    /// Tells the trouble on standard error and returns how the command ends.
    pub fn report(self) -> Status {
        let (lines, status) = match self {
            Self::Usage(problems) => (problems.iter().map(line_of).collect(), Status::Usage),
            Self::NoCase(problem) => (vec![line_of(&problem)], Status::NoCase),
            Self::Refused(problem) => (vec![line_of(&problem)], Status::Refused),
            Self::Fault(fault) if fault.is_interruption() => {
                (vec!["harness: interrupted before anything was done".to_string()], Status::Incomplete)
            }
            Self::Fault(fault) => {
                (vec![format!("harness: {fault}; this is not the program's fault")], Status::Fault)
            }
            Self::Panic => (vec![PANICKED.to_string()], Status::Fault),
        };
        let mut out = anstream::stderr().lock();
        for line in lines {
            // Nobody is left to tell if standard error is closed.
            let _ = writeln!(out, "{line}");
        }
        status
    }
}

const PANICKED: &str = "harness: this is a mistake in the harness, not the program's fault\n  help: please report it \
with the lines above, the command, and its input; earlier results are as they were";

/// Does `work`; if it panics, here or on a thread that it waits for, that is trouble.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    // Nothing that `work` has changed is used after it.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or(Err(Trouble::Panic))
}

fn line_of(problem: &Problem) -> String {
    format!("error: {problem}")
}

impl From<Vec<Problem>> for Trouble {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Usage(problems)
    }
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Self::Usage(vec![problem])
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<NoTarget> for Trouble {
    fn from(no_target: NoTarget) -> Self {
        match no_target {
            NoTarget::Problem(problem)
            | NoTarget::NoProgram(problem)
            | NoTarget::SeveralPrograms(problem)
            | NoTarget::LacksLauncher(problem) => problem.into(),
            NoTarget::Fault(fault) => fault.into(),
        }
    }
}

impl From<NotTried> for Trouble {
    fn from(not_tried: NotTried) -> Self {
        match not_tried {
            NotTried::Problems(problems) => problems.into(),
            NotTried::Fault(fault) => fault.into(),
        }
    }
}

impl From<NotMarked> for Trouble {
    fn from(not_marked: NotMarked) -> Self {
        match not_marked {
            NotMarked::Problem(problem) => problem.into(),
            NotMarked::Fault(fault) => fault.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::running::{default_jobs, in_parallel};

    #[test]
    fn a_panic_is_trouble_on_whatever_thread() {
        let here = guarded(|| -> Result<(), Trouble> { panic!("a test panics") });
        assert!(matches!(here, Err(Trouble::Panic)));
        let elsewhere = guarded(|| {
            in_parallel(&[0, 1], default_jobs(), |item| -> Result<(), Trouble> {
                assert_ne!(*item, 1, "a test panics");
                Ok(())
            })
        });
        assert!(matches!(elsewhere, Err(Trouble::Panic)));
        assert_eq!(Trouble::Panic.report().number(), 70);
    }
}
