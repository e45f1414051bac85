//! One run of a submission, as far as a diagnosis needs it.

use std::hash::{Hash, Hasher};

use crate::cases::{Case, Typed};
use crate::comparison::{UncaughtException, line_as_compared};
use crate::expected::{printed_and_typed, with_the_rest};
use crate::observing::PrintedTurns;
use crate::recording::{Reason, Recording};

/// So many bytes are looked at of a turn in which the program was stopped.
const BEGINNING: usize = 2000;

/// One run of a submission, without its slips.
#[derive(Debug)]
pub(crate) struct PlayedRun<'a> {
    /// The case.
    pub(crate) case: &'a Case,
    /// What was printed, turn by turn.
    pub(super) printed: PrintedTurns,
    /// What was typed after each turn but the last, then what would have been typed.
    pub(super) typed: Vec<Typed>,
    /// How it ended.
    pub(super) end: PlayedEnd,
    /// The lines that the program never prints, wherever they are due.
    pub(super) never_printed: &'a [String],
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum PlayedEnd {
    /// The program ended well.
    Finished,
    /// It waits for more input.
    Waits,
    /// It failed, and said this on standard error.
    Failed(String),
    /// It was stopped from outside.
    CutOff,
}

/// Equal are runs of which every diagnosis says the same.
impl Hash for PlayedRun<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { case, printed, typed, end, never_printed } = self;
        (&case.id, &**printed, typed, end, never_printed).hash(state);
    }
}

impl<'a> PlayedRun<'a> {
    /// Returns what a diagnosis needs of a recording from which slips were taken out.
    pub(crate) fn new(case: &'a Case, recording: &Recording) -> Self {
        let (mut printed, typed) = printed_and_typed(&recording.with_withheld(usize::MAX).turns());
        let end = PlayedEnd::of(recording);
        if end == PlayedEnd::CutOff {
            printed.last_mut().into_iter().for_each(leave_beginning);
        }
        let goes_on = matches!(end, PlayedEnd::Finished | PlayedEnd::Waits);
        let typed = if goes_on { with_the_rest(case, typed) } else { typed };
        let compared = |text: &String| {
            let lines = text.split('\n').map(|line| line_as_compared(line, &case.tolerate));
            lines.collect::<Vec<_>>().join("\n")
        };
        let printed = printed.iter().map(compared).collect::<Vec<_>>().into();
        Self { case, printed, typed, end, never_printed: &[] }
    }

    /// Returns the run of a program that never prints these lines.
    pub(crate) fn never_printing(self, never_printed: &'a [String]) -> Self {
        Self { never_printed, ..self }
    }

    /// Returns whether the program failed.
    pub(super) fn failed(&self) -> bool {
        matches!(self.end, PlayedEnd::Failed(_))
    }

    /// Returns the exception that ended the program in turn number `turn`, counted from 0, and its place if that is known.
    pub(super) fn exception_in(&self, turn: usize) -> Option<String> {
        let PlayedEnd::Failed(errors) = &self.end else { return None };
        let exception = self.is_last(turn).then(|| UncaughtException::in_output(errors, &[]))??;
        Some(format!("{}{}", exception.kind(), exception.at_place()))
    }

    /// Returns whether the program failed in turn number `turn`, counted from 0, before it said anything there, though the case is not about failing.
    pub(super) fn crashed_in(&self, turn: usize) -> bool {
        let is_silent = self.printed.last().is_some_and(|text| text.trim().is_empty());
        self.failed() && self.is_last(turn) && is_silent && self.case.errors.is_empty()
    }

    /// Returns whether the program was stopped in turn number `turn`, counted from 0.
    pub(super) fn is_cut_off_in(&self, turn: usize) -> bool {
        self.end == PlayedEnd::CutOff && self.is_last(turn)
    }

    /// Returns whether nothing was printed after turn number `turn`, counted from 0.
    pub(super) fn is_last(&self, turn: usize) -> bool {
        turn + 1 == self.printed.len()
    }

    /// Returns how many bytes it holds.
    pub(crate) fn size(&self) -> usize {
        self.printed.iter().map(String::len).sum()
    }
}

/// Leaves the first lines of a turn in which the program was stopped, which may have printed without end.
fn leave_beginning(printed: &mut String) {
    let beginning = &printed[..printed.floor_char_boundary(BEGINNING)];
    if beginning.len() < printed.len() {
        let whole = whole_lines(beginning).len();
        printed.truncate(whole);
    }
}

/// Returns a text without what stands behind its last line break.
pub(super) fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

impl PlayedEnd {
    fn of(recording: &Recording) -> Self {
        match (recording.exit(), recording.stopped()) {
            (Some(_), _) if recording.failed() => {
                Self::Failed(String::from_utf8_lossy(&recording.error_output()).into_owned())
            }
            (Some(_), _) => Self::Finished,
            (None, Some(Reason::NothingToType) | None) => Self::Waits,
            (None, Some(_)) => Self::CutOff,
        }
    }
}
