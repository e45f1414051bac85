//! How a program ended, or was stopped, where it should have gone on: facts first, the sentence that tells them last.

use serde::{Deserialize, Serialize};

use super::uncaught::UncaughtException;

/// How a program ended, or was stopped, where it should have gone on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SuddenEnd {
    /// What ended it.
    #[serde(flatten)]
    pub by: EndedBy,
    /// The limit that may be why, or how the line is found, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// What ended a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// An exception that nobody caught.
    Exception(UncaughtException),
    /// A signal.
    Signal(i32),
    /// It got no more memory.
    NoMemory {
        /// What it may have, in words.
        limit: String,
        /// What it said of it.
        exception: UncaughtException,
    },
    /// It went beyond a limit and was stopped: what it did, in words that go on after `the program`.
    Limit(String),
}

impl SuddenEnd {
    /// Returns whether another run ended so, too: by the same exception at the same line, whatever it tells of values.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        let place = |end: &Self| end.exception().and_then(|exception| exception.place.clone());
        self.kind() == other.kind() && place(self) == place(other)
    }

    /// Returns the exception that ended the program, if one did.
    pub fn exception(&self) -> Option<&UncaughtException> {
        match &self.by {
            EndedBy::Exception(exception) => Some(exception),
            _ => None,
        }
    }

    /// Returns whether the program used memory that is not its own, as far as the signal tells that ended it.
    pub(crate) fn is_of_memory(&self) -> bool {
        matches!(self.by, EndedBy::Signal(7 | 11))
    }

    /// Returns what became of the program, in a sentence.
    pub fn sentence(&self) -> String {
        format!("the program {}", self.what_became())
    }

    /// Returns what became of the program, in words that go on where the program was named.
    pub fn what_became(&self) -> String {
        let what = match &self.by {
            EndedBy::Exception(exception) if exception.is_its_own => {
                format!("ended with its own exception: {}", exception.in_short())
            }
            EndedBy::Exception(exception) => format!("crashed: {}", exception.in_short()),
            EndedBy::Signal(signal) => format!("{}{}", killed(*signal), in_brackets(*signal)),
            EndedBy::NoMemory { limit, exception } => {
                format!("got no more memory than {limit}: {}", exception.in_short())
            }
            EndedBy::Limit(what) => what.clone(),
        };
        self.with_hint(what)
    }

    /// Returns `what`, and the hint behind it if there is one.
    pub(crate) fn with_hint(&self, what: String) -> String {
        let hint = self.hint.iter().map(|hint| format!("; {hint}"));
        hint.fold(what, |what, hint| what + &hint)
    }

    /// Returns what is the same in all ends of this kind, whatever the message of an exception and its place.
    pub(crate) fn kind(&self) -> String {
        match &self.by {
            EndedBy::Exception(exception) | EndedBy::NoMemory { exception, .. } => {
                exception.kind().to_string()
            }
            EndedBy::Signal(signal) => {
                let (meaning, _) = meaning(*signal);
                let open = if meaning.is_empty() { "" } else { " (" };
                format!("the program {}{open}{meaning}", killed(*signal))
            }
            EndedBy::Limit(what) => format!("the program {what}"),
        }
    }

    /// Returns the text in it that comes from the program, however long it is, if there is one.
    pub(crate) fn text_mut(&mut self) -> Option<&mut String> {
        match &mut self.by {
            EndedBy::Exception(exception) | EndedBy::NoMemory { exception, .. } => {
                Some(&mut exception.message)
            }
            EndedBy::Signal(_) | EndedBy::Limit(_) => None,
        }
    }
}

fn killed(signal: i32) -> String {
    format!("was killed by signal {signal}")
}

fn in_brackets(signal: i32) -> String {
    let (meaning, more) = meaning(signal);
    if meaning.is_empty() { String::new() } else { format!(" ({meaning}{more})") }
}

/// Returns what a signal means, and what more helps to find out why it came.
fn meaning(signal: i32) -> (&'static str, &'static str) {
    match signal {
        4 => ("illegal instruction", ""),
        6 => ("it aborted itself", ""),
        7 | 11 => ("it used memory that is not its own", ", as beyond an array or by a null pointer"),
        8 => ("arithmetic error", ", such as a division by zero"),
        9 => ("killed", ""),
        13 => ("it wrote to a closed pipe", ""),
        15 => ("terminated", ""),
        24 => ("it used too much processor time", ""),
        25 => ("it wrote a file larger than allowed", ""),
        31 => ("it made a system call that is not allowed", ""),
        _ => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::super::uncaught::SourcePlace;
    use super::*;

    fn exception(message: &str, line: Option<usize>) -> UncaughtException {
        let place = line.map(|line| SourcePlace { file: "game.py".to_string(), line });
        UncaughtException { message: message.to_string(), place, is_its_own: false }
    }

    #[track_caller]
    fn check(by: EndedBy, sentence: &str, kind: &str) {
        let end = SuddenEnd { by, hint: None };
        assert_eq!((end.sentence().as_str(), end.kind().as_str()), (sentence, kind));
        let written = serde_json::to_string(&end).expect("it can be written");
        assert_eq!(serde_json::from_str::<SuddenEnd>(&written).expect(&written), end);
    }

    #[test]
    fn each_end_has_a_sentence_and_a_kind_that_is_the_same_in_all_places() {
        check(
            EndedBy::Exception(exception("ValueError: no, not here", Some(7))),
            "the program crashed: ValueError: no, not here, at line 7 of game.py",
            "ValueError",
        );
        check(
            EndedBy::Exception(exception("NullPointerException", None)),
            "the program crashed: NullPointerException",
            "NullPointerException",
        );
        check(
            EndedBy::NoMemory { limit: "512 MiB".to_string(), exception: exception("MemoryError", Some(2)) },
            "the program got no more memory than 512 MiB: MemoryError, at line 2 of game.py",
            "MemoryError",
        );
        check(
            EndedBy::Signal(8),
            "the program was killed by signal 8 (arithmetic error, such as a division by zero)",
            "the program was killed by signal 8 (arithmetic error",
        );
        check(EndedBy::Signal(3), "the program was killed by signal 3", "the program was killed by signal 3");
        check(
            EndedBy::Limit("printed more than 9 bytes and was stopped".to_string()),
            "the program printed more than 9 bytes and was stopped",
            "the program printed more than 9 bytes and was stopped",
        );
    }

    #[test]
    fn an_exception_that_the_program_raises_itself_is_told_to_be_its_own() {
        let exception = UncaughtException { is_its_own: true, ..exception("ValueError: no", Some(7)) };
        let end = SuddenEnd { by: EndedBy::Exception(exception), hint: None };
        assert_eq!(
            end.sentence(),
            "the program ended with its own exception: ValueError: no, at line 7 of game.py"
        );
        assert_eq!(end.kind(), "ValueError");
    }

    #[test]
    fn a_limit_that_may_be_why_comes_last() {
        let by = EndedBy::Exception(exception("OSError: Too many open files", None));
        let hint = Some("it may have 9 files open at a time".to_string());
        let end = SuddenEnd { by, hint };
        assert_eq!(
            end.sentence(),
            "the program crashed: OSError: Too many open files; it may have 9 files open at a time"
        );
    }
}
