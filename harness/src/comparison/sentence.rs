//! What is wrong, in a plain sentence. Only people read it: whatever is decided is decided by the typed facts.

use super::detail::{Detail, ErrorFault};
use super::difference::{Difference, Setting};
use super::{form, words};
use crate::cases::Cause;

impl Difference {
    /// Returns what is wrong, in a plain sentence.
    pub fn sentence(&self) -> String {
        let line = |line: &Option<String>| line.clone().unwrap_or_default();
        match self.setting {
            Setting::Usual => {}
            Setting::AfterTheEnd => return "the program should end before this, but goes on".to_string(),
            Setting::EndsTooEarly => return "the program ends with this, but should go on".to_string(),
            Setting::WithinALine => {
                return "this should be a line of its own, but stands in one line with others".to_string();
            }
        }
        match &self.detail {
            Detail::ExtraPrompt => self.after_typed(
                "the program should go on and not ask this",
                "the program should not ask this here",
            ),
            Detail::MissingTurn => self.after_typed(
                "this step should come; it is left out",
                "this step of the conversation is left out",
            ),
            Detail::ExtraTurn => self.after_typed(
                "this step should not come",
                "this step of the conversation should not be there",
            ),
            Detail::MissingRest => self.after_typed(
                "this should come, but the program goes no further",
                "this should come, but the program goes no further",
            ),
            Detail::NotFlushed => format!(
                "`{}` was not printed yet when the program waited; flush the output before reading, also if a terminal shows it in time",
                line(&self.expected).trim()
            ),
            Detail::ExitStatus => {
                let (expected, actual) = (line(&self.expected), line(&self.actual));
                format!("the program should end with {expected}, not with {actual}")
            }
            Detail::Form | Detail::Filling => self.of_form(),
            // In the rows of tables and maps the place of a value is its meaning.
            Detail::OtherWords { .. } if line(&self.expected).contains('|') => {
                words::several(&line(&self.expected), &line(&self.actual))
            }
            Detail::SomeWords => words::several(&line(&self.expected), &line(&self.actual)),
            detail => of_detail(self.cause, detail),
        }
    }

    /// Returns a sentence that says after what typed line something should, or should not, come: how it goes on after that line, or
    /// the whole of it where no line is known.
    fn after_typed(&self, then: &str, alone: &str) -> String {
        match self.reply.line.trim() {
            "" => alone.to_string(),
            typed => format!("after `{typed}` {then}"),
        }
    }
}

impl Difference {
    /// Returns what is wrong with a line of which only the form differs.
    fn of_form(&self) -> String {
        let lines = self.expected.as_ref().zip(self.actual.as_ref());
        let lines = lines.filter(|_| matches!(self.cause, Cause::LetterCase | Cause::Punctuation));
        let told = lines.and_then(|(expected, actual)| {
            form::several(expected, actual).or_else(|| form::one_mark(expected, actual))
        });
        told.unwrap_or_else(|| of_detail(self.cause, &self.detail))
    }
}

fn of_detail(cause: Cause, detail: &Detail) -> String {
    match detail {
        Detail::FinalBreaks { expected, actual } => {
            format!("the output should end with {expected} line breaks, not with {actual}")
        }
        Detail::WrongNumber { column, expected, actual } => {
            let or_empty = |cell: &str| if cell.is_empty() { "empty".to_string() } else { cell.to_string() };
            let subject = subject(column.as_deref().unwrap_or_default());
            format!("{subject} should be {}, not {}", or_empty(expected), or_empty(actual))
        }
        Detail::WrongSum { name, actual, before, more } => {
            format!("{} is {actual}, but {before} + {more} is {}", subject(name), before + more)
        }
        Detail::WrongInHole(misfit) => misfit.to_string(),
        Detail::MissingWords(words) => format!("`{words}` is missing"),
        Detail::ExtraWords(words) => format!("`{words}` should not be there"),
        Detail::OtherWords { expected, actual } => {
            let (expected, actual) = words::bare(expected, actual);
            format!("it should say `{expected}`, not `{actual}`")
        }
        Detail::Dice(fault) => fault.to_string(),
        Detail::Error(fault) => of_error(fault),
        Detail::SuddenEnd(sentence) | Detail::Fact(sentence) | Detail::Slip(sentence) => sentence.clone(),
        fixed => of_fixed(cause, fixed).to_string(),
    }
}

/// Returns what a sentence about the number called `name` begins with.
fn subject(name: &str) -> String {
    if name.is_empty() { "it".to_string() } else { format!("`{name}`") }
}

fn of_error(fault: &ErrorFault) -> String {
    let fixed = match fault {
        ErrorFault::EndedWithout => "the program should fail with this error, but ended without one",
        ErrorFault::GoesOnWithout => "the program should fail with this error, but goes on",
        ErrorFault::EndedWell => {
            "the error is printed, but the program ends as if all were well: let the exception out, or end with status 1"
        }
        ErrorFault::GoesOn => "the error is printed, but the program goes on",
        ErrorFault::OtherKind(kind) => return format!("the exception should be {} {kind}", article(kind)),
        ErrorFault::OtherMessage(cause, detail) => {
            return format!("the exception is right, but not its message: {}", of_detail(*cause, detail));
        }
    };
    fixed.to_string()
}

/// Returns the article before a word.
fn article(word: &str) -> &'static str {
    if word.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

/// Returns the sentence of a detail that has no values.
fn of_fixed(cause: Cause, detail: &Detail) -> &'static str {
    match detail {
        Detail::Filling => "only what fills the line around the words differs",
        Detail::BlankAfterPrompt => "the blank at the end of the prompt is missing",
        Detail::MissingBlankLine => "a blank line is missing here",
        Detail::ExtraBlankLine => "there is a blank line too many here",
        Detail::ExtraBlankLines => "there are too many blank lines here",
        Detail::Echo => "the program prints what was typed; the keyboard already shows it",
        Detail::OtherLine => "another line should be printed here",
        Detail::MissingLine => "this line is missing",
        Detail::ExtraLine => "this line should not be there",
        Detail::MovedLine => "the line is there, but in another place",
        Detail::OtherOrder => "the words and values are right, but stand in another order",
        Detail::ShuffledLines => "the right lines are there, but in another order",
        Detail::MissingPrompt => "the program should ask here",
        Detail::SilentReader => {
            "the program reads its input and prints nothing; ask first, then read one line at a time"
        }
        Detail::Silence => "the program prints nothing",
        Detail::OnStandardError => "this line is on standard error; print it on standard output",
        Detail::TableNotDrawn => "the values are there, but not in a table",
        Detail::MissingThrow => "the dice should be thrown and shown here",
        _ => of_form(cause),
    }
}

fn of_form(cause: Cause) -> &'static str {
    match cause {
        Cause::TrailingBlanks => "only blanks at the end of the line differ",
        Cause::InnerBlanks => "only the blanks differ",
        Cause::Typography => "only the kind of quotation marks or dashes differs",
        Cause::LetterCase => "only capital and small letters differ",
        Cause::Punctuation => "only the punctuation differs",
        Cause::NumberFormat => "the number is right, but written in another way",
        _ => "only the form of the line differs",
    }
}
