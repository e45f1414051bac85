//! What became of a student's submission, in the words of the gradebook.

use std::fmt;

/// What became of a student's submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowStatus {
    /// It was marked.
    Marked,
    /// There is none.
    NotHandedIn,
    /// No program begins in it, or it cannot be built.
    CannotStart,
    /// It holds several programs, or there are several submissions, and nothing says which is meant.
    TwoPrograms,
    /// It cannot be read, or is refused.
    Unreadable,
    /// Not all of its cases were run and judged; it has no mark.
    Incomplete,
}

impl RowStatus {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Self; 6] = [
        Self::Marked,
        Self::NotHandedIn,
        Self::CannotStart,
        Self::TwoPrograms,
        Self::Unreadable,
        Self::Incomplete,
    ];

    /// Returns how the gradebook calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Marked => "marked",
            Self::NotHandedIn => "not handed in",
            Self::CannotStart => "cannot start",
            Self::TwoPrograms => "two programs",
            Self::Unreadable => "unreadable",
            Self::Incomplete => "incomplete",
        }
    }

    /// Returns the status with this name; what nobody knows is not complete.
    pub(super) fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|status| status.name() == name).unwrap_or(Self::Incomplete)
    }

    /// Returns whether a person must look at it.
    pub fn needs_a_person(self) -> bool {
        matches!(self, Self::CannotStart | Self::TwoPrograms | Self::Unreadable)
    }
}

impl fmt::Display for RowStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
