//! What the passes over a conversation know of it, and what they find.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::difference::{Difference, Part};
use crate::cases::{Tolerance, Typed};
use crate::expected::ExpectedTurn;
use crate::matching::values::Misfit;
use crate::recording::{self, Recording};
use crate::text::alignment::Pair;

/// What the passes over a conversation know of it.
pub(super) struct ComparedConversation<'a> {
    pub(super) recording: &'a Recording,
    /// The expected turns, their holes filled.
    pub(super) turns: Cow<'a, [ExpectedTurn]>,
    /// The numbers in holes that do not fit.
    pub(super) misfits: Vec<WrongNumber>,
    /// What was printed in each turn of the recording.
    pub(super) outputs: Vec<&'a str>,
    /// The same in the turns in which it should have been printed, if it was withheld.
    pub(super) cut: Option<Vec<String>>,
    /// The turns that are compared: as they were cut, else as they were printed.
    pub(super) printed: Vec<Printed<'a>>,
    pub(super) tolerances: &'a BTreeSet<Tolerance>,
}

/// A number that does not fit, on a line that is right otherwise.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongNumber {
    /// The line as it should be.
    pub(super) line: String,
    pub(super) misfit: Misfit,
}

/// A turn of a recording as text; bytes that are no UTF-8 become `U+FFFD`.
#[derive(Debug, Clone)]
pub(super) struct Printed<'a> {
    pub(super) output: Cow<'a, str>,
    pub(super) typed: Option<Typed>,
}

impl Printed<'_> {
    /// Returns the turn without a copy of what was printed.
    pub(super) fn borrowed(&self) -> Printed<'_> {
        Printed { output: Cow::Borrowed(&self.output), typed: self.typed.clone() }
    }
}

impl<'a> From<&'a recording::Turn> for Printed<'a> {
    fn from(turn: &'a recording::Turn) -> Self {
        Self { output: turn.text(), typed: turn.typed.clone() }
    }
}

/// What the passes have found in it.
#[derive(Default)]
pub(super) struct Findings {
    /// Where the turns differ, in the order of the conversation.
    pub(super) differences: Vec<Difference>,
    /// The parts that were right in at least one turn.
    pub(super) right: BTreeSet<Part>,
    /// The turns that were compared with each other.
    pub(super) pairs: Vec<Pair>,
}
