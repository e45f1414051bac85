//! What differs in one place, with the values that matter.

use super::sudden_end::SuddenEnd;
use crate::cases::Cause;
use crate::matching::values::Misfit;
use crate::observing::DiceFault;

/// What differs in one place. Two differences of one cause with equal details are the same slip.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Only the form of a line, as the cause says.
    Form,
    /// Only what fills the line around its words.
    Filling,
    /// The blank at the end of a prompt.
    BlankAfterPrompt,
    /// A blank line that is not there.
    MissingBlankLine,
    /// A blank line too many.
    ExtraBlankLine,
    /// Blank lines too many between two turns.
    ExtraBlankLines,
    /// The number of line breaks with which the output ends.
    FinalBreaks {
        /// As many as should be.
        expected: usize,
        /// As many as there are.
        actual: usize,
    },
    /// What was typed is printed again.
    Echo,
    /// A number.
    WrongNumber {
        /// The column of the table in which it stands.
        column: Option<String>,
        /// What should be there.
        expected: String,
        /// What is there.
        actual: String,
    },
    /// A number that is not the sum of two others.
    WrongSum {
        /// The word before the number; empty if there is none.
        name: String,
        /// The number that is there.
        actual: u64,
        /// The number that was there before.
        before: u64,
        /// The number that came to it.
        more: u64,
    },
    /// A number that does not fit its hole in the transcript.
    WrongInHole(Misfit),
    /// Words that are not there.
    MissingWords(String),
    /// Words that should not be there.
    ExtraWords(String),
    /// Words in the place of others, in a line that is right otherwise.
    OtherWords {
        /// What should be there.
        expected: String,
        /// What is there.
        actual: String,
    },
    /// Several words of a line.
    SomeWords,
    /// The whole line.
    OtherLine,
    /// A line that is not there.
    MissingLine,
    /// A line that should not be there.
    ExtraLine,
    /// A line that stands in another place.
    MovedLine,
    /// The values of a line, all there, in another order.
    OtherOrder,
    /// Lines that are all there, in another order.
    ShuffledLines,
    /// A question that is not asked.
    MissingPrompt,
    /// A question that is asked once more than it should be.
    ExtraPrompt,
    /// A whole turn that is not there, though later ones are.
    MissingTurn,
    /// A turn after which nothing came any more.
    MissingRest,
    /// A whole turn that should not be there.
    ExtraTurn,
    /// Nothing is printed at all by a program that reads its input.
    SilentReader,
    /// Nothing is printed at all.
    Silence,
    /// A line that is printed on standard error.
    OnStandardError,
    /// A prompt that was not on the screen yet when the program waited.
    NotFlushed,
    /// A table whose values are printed without the table.
    TableNotDrawn,
    /// A throw of dice that is not shown.
    MissingThrow,
    /// The dice themselves.
    Dice(DiceFault),
    /// Other dice than those of this seed.
    OtherDice(i64),
    /// An error that the program must fail with, and does not.
    Error(ErrorFault),
    /// The exit status.
    ExitStatus,
    /// The program ended, or was stopped.
    SuddenEnd(Box<SuddenEnd>),
    /// A fact of the conversation, as told here.
    Fact(String),
    /// A slip of the whole submission, as told here.
    Slip(String),
}

/// What is wrong with how a program fails.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ErrorFault {
    /// It ended without the error.
    EndedWithout,
    /// It goes on without the error.
    GoesOnWithout,
    /// It printed the error with its other output.
    NotRaised,
    /// It printed the error and ended as if all were well.
    EndedWell,
    /// It printed the error and goes on.
    GoesOn,
    /// The exception should be of this kind.
    OtherKind(String),
    /// The exception has another message, which differs in this.
    OtherMessage(Cause, Box<Detail>),
}

impl Detail {
    /// Returns the detail of a wrong number, in a column of a table or elsewhere.
    pub(super) fn wrong_number(column: Option<&str>, expected: &str, actual: &str) -> Self {
        let (expected, actual) = (expected.to_string(), actual.to_string());
        Self::WrongNumber { column: column.map(str::to_string), expected, actual }
    }

    /// Returns whether what is expected is only described: no line of the conversation says it.
    pub(crate) fn is_described(&self) -> bool {
        match self {
            Self::Fact(_) => true,
            Self::Dice(fault) => fault.due().is_some(),
            _ => false,
        }
    }

    /// Returns the texts in it that come from the program, however long they are.
    pub(crate) fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::WrongNumber { column, expected, actual } => {
                column.iter_mut().chain([expected, actual]).collect()
            }
            Self::OtherWords { expected, actual } => vec![expected, actual],
            Self::WrongSum { name: text, .. }
            | Self::WrongInHole(
                Misfit::OutOfRange { actual: text, .. } | Misfit::NotComputed { actual: text, .. },
            )
            | Self::MissingWords(text)
            | Self::ExtraWords(text)
            | Self::Fact(text)
            | Self::Slip(text) => vec![text],
            Self::SuddenEnd(end) => end.text_mut().into_iter().collect(),
            Self::Error(ErrorFault::OtherMessage(_, detail)) => detail.texts_mut(),
            _ => Vec::new(),
        }
    }
}
