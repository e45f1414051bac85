//! What became of a case, in words and by a sign.

use crate::reports::faults::{FactOutcome, fact, passes_with_mistakes};
use crate::reports::results::CaseResult;

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseState {
    /// Its own fact does not hold.
    Failed,
    /// Its own fact holds, but its conversation shows mistakes for which others pay.
    ShowsMistakes,
    /// All of it is right.
    Passed,
    /// Its own fact could not be seen, through a mistake for which another row pays.
    NotCounted,
    /// A person decides.
    Undecided,
}

impl CaseState {
    /// All of them, in the order in which they are told.
    pub(super) const ALL: [Self; 5] =
        [Self::Failed, Self::ShowsMistakes, Self::Passed, Self::NotCounted, Self::Undecided];

    /// Returns what became of a case.
    pub(super) fn of(case: &CaseResult) -> Self {
        match fact(case) {
            FactOutcome::Fails => Self::Failed,
            FactOutcome::Holds if passes_with_mistakes(case) => Self::ShowsMistakes,
            FactOutcome::Holds => Self::Passed,
            FactOutcome::Unseen => Self::NotCounted,
            FactOutcome::Undecided => Self::Undecided,
        }
    }

    /// Returns its name on the page's elements.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::ShowsMistakes => "mistaken",
            Self::Passed => "passed",
            Self::NotCounted => "uncounted",
            Self::Undecided => "undecided",
        }
    }

    /// Returns a sign that tells it without colour.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Failed => "✗",
            Self::ShowsMistakes => "!",
            Self::Passed => "✓",
            Self::NotCounted => "–",
            Self::Undecided => "?",
        }
    }

    /// Returns its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::ShowsMistakes => "passed with mistakes",
            Self::Passed => "passed",
            Self::NotCounted => "not counted",
            Self::Undecided => "undecided",
        }
    }

    /// Returns what its name means.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Failed => "what the case checks is wrong",
            Self::ShowsMistakes => "what the case checks is right, but its conversation shows mistakes",
            Self::Passed => "all of it is right",
            Self::NotCounted => "a mistake for which another row pays hides what the case checks",
            Self::Undecided => "a person decides",
        }
    }
}
