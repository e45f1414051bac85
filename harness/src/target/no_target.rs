//! Why there is no target.

use crate::cases::problem::Problem;
use crate::running::Fault;

/// Why there is no target.
#[derive(Debug)]
pub enum NoTarget {
    /// What the user points at cannot be read, or is refused.
    Problem(Problem),
    /// It can be read, but no program begins in it.
    NoProgram(Problem),
    /// It can be read, but several programs begin in it, and nothing says which of them is meant.
    SeveralPrograms(Problem),
    /// This machine has nothing that builds or starts it.
    LacksLauncher(Problem),
    /// The harness could not do its work.
    Fault(Fault),
}

impl NoTarget {
    /// Returns what is wrong with what the user points at; nothing where the harness is at fault.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Problem(problem)
            | Self::NoProgram(problem)
            | Self::SeveralPrograms(problem)
            | Self::LacksLauncher(problem) => Some(problem),
            Self::Fault(_) => None,
        }
    }
}

impl From<Problem> for NoTarget {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Fault> for NoTarget {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
