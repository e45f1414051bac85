//! What became of a case, in one word.

use serde::{Deserialize, Serialize};

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything is right.
    Passed,
    /// Only causes that cost a part of the case.
    Presentation,
    /// Something is wrong.
    Wrong,
    /// The program crashed.
    Crashed,
    /// The time was over.
    TimedOut,
    /// There was more output than allowed.
    TooMuchOutput,
    /// The program used more memory than allowed.
    OutOfMemory,
    /// The program ended while the conversation should go on.
    EndedEarly,
    /// The program waits for input where it should have ended.
    WantsMoreInput,
    /// The program could not be started.
    NotStarted,
    /// The harness cannot tell.
    Undecided,
}

impl Verdict {
    /// Returns the name of the verdict as reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Presentation => "presentation",
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed-out",
            Self::TooMuchOutput => "too-much-output",
            Self::OutOfMemory => "out-of-memory",
            Self::EndedEarly => "ended-early",
            Self::WantsMoreInput => "wants-more-input",
            Self::NotStarted => "not-started",
            Self::Undecided => "undecided",
        }
    }
}
