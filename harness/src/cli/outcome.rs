//! How a command ends: well, or with trouble; each has its exit status.

use std::io::Write;
use std::process::ExitCode;

use crate::cases::problem::Problem;
use crate::running::Fault;
use crate::target::NoTarget;

/// How a command ends that could do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All passed, nothing to change, nothing wrong.
    Good,
    /// Not all passed, or something is to be changed.
    NotAll,
    /// Not everything was done that should be.
    Incomplete,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Good => Self::SUCCESS,
            Outcome::NotAll => Self::from(1),
            Outcome::Incomplete => Self::from(4),
        }
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

    /// Tells the trouble on standard error and returns the exit status.
    pub fn report(self) -> ExitCode {
        let (lines, status): (Vec<String>, u8) = match self {
            Self::Usage(problems) => (problems.iter().map(told).collect(), 2),
            Self::NoCase(problem) => (vec![told(&problem)], 3),
            Self::Refused(problem) => (vec![told(&problem)], 5),
            Self::Fault(fault) if fault.is_interruption() => {
                (vec!["harness: interrupted before anything was done".to_string()], 4)
            }
            Self::Fault(fault) => (vec![format!("harness: {fault}; this is not the program's fault")], 70),
            Self::Panic => (vec![PANICKED.to_string()], 70),
        };
        let mut out = anstream::stderr().lock();
        for line in lines {
            // Nobody is left to tell if standard error is closed.
            let _ = writeln!(out, "{line}");
        }
        ExitCode::from(status)
    }
}

const PANICKED: &str = "harness: this is a mistake in the harness, not the program's fault\n  help: please report it \
with the lines above, the command, and its input; earlier results are as they were";

/// Does `work`; if it panics, here or on a thread that it waits for, that is trouble.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    // Nothing that `work` has changed is used after it.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or(Err(Trouble::Panic))
}

fn told(problem: &Problem) -> String {
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
            NoTarget::Problem(problem) => problem.into(),
            NoTarget::Fault(fault) => fault.into(),
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
        let status = |code: ExitCode| format!("{code:?}");
        assert_eq!(status(Trouble::Panic.report()), status(ExitCode::from(70)));
    }
}
