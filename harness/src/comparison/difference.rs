//! One place where a conversation differs: typed facts, from which others make sentences.

use std::fmt;

use super::board::Misplaced;
use super::detail::Detail;
use super::sudden_end::SuddenEnd;
use crate::cases::{Cause, Typed};
use crate::expected::ExpectedTurn;

/// One place where a conversation differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The smallest reason that explains it.
    pub cause: Cause,
    /// The part of the conversation that differs.
    pub part: Part,
    /// What differs there.
    pub detail: Detail,
    /// The turn of the recording, counted from 1.
    pub turn: usize,
    /// The line in that turn, counted from 1.
    pub line: usize,
    /// The line that should be there.
    pub expected: Option<String>,
    /// The line that is there.
    pub actual: Option<String>,
    /// How far the program keeps to the conversation there.
    pub track: Track,
    /// The line that was typed before the turn.
    pub reply: Reply,
    /// What else is known of its place.
    pub setting: Setting,
}

/// What is known of the place of a difference, beside what differs there: sentences tell it. It decides that a program which prints a line
/// twice has not lost track, of which mistake a question that is not waited at is a place, and that its case pays for a crash behind it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Setting {
    /// Nothing.
    #[default]
    Usual,
    /// The conversation should have ended before it.
    AfterTheEnd,
    /// The program ends there, though the conversation should go on.
    EndsTooEarly,
    /// The line that is too much stands twice in its turn, in which it should come once.
    Twice,
    /// The line that is too much should come in an earlier turn, and no more from there on.
    BelongsEarlier,
    /// The line that is missing stands within this one.
    WithinALine(String),
    /// The program ended by itself before it: after a typed line, or before it read the one that was due.
    NeverReached {
        /// Whether the line that was due before it was typed.
        typed: bool,
        /// The last line of its turn, counted from 1.
        line: usize,
    },
    /// The program was stopped before it read what was due before it.
    NeverAsked {
        /// The last line of its turn, counted from 1.
        line: usize,
    },
    /// A whole step is left out there: the program goes on with what comes later.
    LeftOut {
        /// Whether the line that was due before it was typed there.
        typed: bool,
        /// The first line of the step that is not printed there, and the line that is printed in its place.
        instead: Option<[String; 2]>,
    },
    /// A question is printed there, but the program goes on without waiting for the answer.
    NotAwaited {
        /// The question.
        question: String,
        /// The line in which it is printed, with what follows.
        line: String,
    },
    /// The throw is not shown, and already this line, which is due before it, is not there.
    DueBeforeAThrow(String),
    /// A value of a board that should stand in one of its rows stands in another one.
    OnTheBoard(Misplaced),
    /// There the program parts from what should be printed in its turn.
    Parting {
        /// Whether nothing of the turn is right before it, so that it answers what was typed.
        is_answer: bool,
        /// The line on the other side, where only the line of one side is known: what is printed there, or what should be. None if that
        /// comes later.
        beside: Option<String>,
        /// Whether the line that is printed there should, by its letters, stand elsewhere in the conversation.
        is_another: bool,
    },
}

impl Difference {
    /// Returns how the program ended, or was stopped, if that is the difference.
    pub fn ended_by(&self) -> Option<&SuddenEnd> {
        match &self.detail {
            Detail::SuddenEnd(end) => Some(end),
            _ => None,
        }
    }

    /// Returns a difference at the beginning of the conversation, where neither an expected nor an actual line is known.
    pub fn new(cause: Cause, part: Part, detail: Detail) -> Self {
        let (expected, actual) = (None, None);
        Self {
            cause,
            part,
            detail,
            turn: 1,
            line: 1,
            expected,
            actual,
            track: Track::Lost,
            reply: Reply::default(),
            setting: Setting::default(),
        }
    }

    /// Places it in a turn and a line, both counted from 1.
    #[must_use]
    pub fn at(self, turn: usize, line: usize) -> Self {
        Self { turn, line, ..self }
    }

    /// Adds the line that should be there and the line that is there, as far as there are such lines.
    #[must_use]
    pub fn lines(self, expected: Option<String>, actual: Option<String>) -> Self {
        Self { expected, actual, ..self }
    }

    /// Says how far the program keeps to the conversation there.
    #[must_use]
    pub fn on(self, track: Track) -> Self {
        Self { track, ..self }
    }

    /// Returns the line that should be there and the one that is: where the program parts from what should be printed, also what stands
    /// on the other side there.
    pub(crate) fn shown_lines(&self) -> [Option<String>; 2] {
        let beside = match &self.setting {
            Setting::Parting { beside, .. } => beside.as_ref(),
            Setting::LeftOut { instead: Some(lines), .. } => return lines.clone().map(Some),
            Setting::WithinALine(line) => return [self.expected.clone(), Some(line.clone())],
            Setting::DueBeforeAThrow(due) => return [Some(due.clone()), self.actual.clone()],
            Setting::NotAwaited { question, line } => return [question, line].map(|line| Some(line.clone())),
            _ => None,
        };
        [&self.expected, &self.actual].map(|line| line.as_ref().or(beside).cloned())
    }

    /// Returns the turn and the line, both counted from 1, before or at which it is shown: a step that is left out is missing after what
    /// was typed at the end of its turn.
    pub(crate) fn shown_at(&self) -> (usize, usize) {
        match self.setting {
            Setting::LeftOut { .. } => (self.turn + 1, 1),
            Setting::NotAwaited { .. } if self.detail == Detail::MissingTurn => (self.turn + 1, 1),
            Setting::NeverReached { line, .. } | Setting::NeverAsked { line } => (self.turn, line),
            _ => (self.turn, self.line),
        }
    }

    /// Adds the line that was typed before the turn.
    #[must_use]
    pub fn after(self, reply: Reply) -> Self {
        Self { reply, ..self }
    }
}

/// A line that was typed, and the question at which it was due.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The line; empty if none was typed.
    pub line: String,
    /// The part of the question that it answers; unknown if no question was due there.
    pub question: Part,
}

impl Reply {
    /// Returns the reply with which an expected turn ends.
    pub(crate) fn to(turn: &ExpectedTurn) -> Self {
        let line = turn.typed.as_ref().and_then(Typed::line).unwrap_or_default().to_string();
        Self { line, question: Part::new(turn.question()) }
    }
}

/// The label that the reference gives a part of the conversation, such as `category-scores/band`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Part(&'static str);

impl Part {
    /// A part that has no label, because nobody knows it.
    pub const UNKNOWN: Self = Self("");

    /// Returns the part with this label.
    pub const fn new(label: &'static str) -> Self {
        Self(label)
    }

    /// Returns its label; empty if nobody knows it.
    pub fn label(self) -> &'static str {
        self.0
    }

    /// Returns the first piece of its label, which all parts of one display share, as in `category-scores`.
    pub(super) fn display(self) -> &'static str {
        self.0.split('/').next().unwrap_or_default()
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// How far a program keeps to the conversation where it differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// A version of the expected line stands there, and the rest of its turn is right.
    VersionInStep,
    /// A version of the expected line stands there; more of its turn is wrong.
    Version,
    /// Another line stands there, or none; the rest of the turn is right.
    InStep,
    /// Another line stands there, or none, and more of the turn is wrong: the program may have lost track.
    Lost,
    /// Nothing of the turn is there: another step stands in its place.
    OtherStep,
}

impl Track {
    /// Returns the track of a line that is, or is not, a version of the expected one.
    pub(super) fn of_line(is_version: bool) -> Self {
        if is_version { Self::Version } else { Self::Lost }
    }

    /// Returns the track of the same line in a turn that is right otherwise.
    pub(super) fn in_step(self) -> Self {
        if self.is_version() { Self::VersionInStep } else { Self::InStep }
    }

    /// Returns the track of a version of the expected line in the same turn.
    pub(super) fn as_version(self) -> Self {
        if self.is_in_step() { Self::VersionInStep } else { Self::Version }
    }

    /// Returns whether what stands there is a version of the expected line and not something else in its place.
    pub fn is_version(self) -> bool {
        matches!(self, Self::Version | Self::VersionInStep)
    }

    /// Returns whether the program may have lost track of the conversation.
    pub fn is_lost(self) -> bool {
        matches!(self, Self::Lost | Self::OtherStep)
    }

    /// Returns whether the rest of the turn is right, so that the program has not lost track of the conversation.
    pub fn is_in_step(self) -> bool {
        matches!(self, Self::InStep | Self::VersionInStep)
    }
}
