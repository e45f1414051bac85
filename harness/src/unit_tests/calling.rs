//! Sits where somebody would type to a test, and answers its calls.

use serde_json::Value;

use super::answering::ModuleAnswers;
use crate::recording::{Recording, What};
use crate::running::{Fault, Type, Typist};

/// Answers the calls of one run of a test.
#[derive(Debug)]
pub(super) struct Caller<'a> {
    answers: &'a ModuleAnswers<'a>,
    reading: Option<&'a str>,
    bend: Option<&'a str>,
    /// Whether the test has begun, and its file is imported.
    has_begun: bool,
    /// What is known of the calls.
    pub(super) tally: CallTally,
    /// Whether one of the calls could not be answered.
    pub(super) is_stuck: bool,
    /// What the harness could not do.
    pub(super) fault: Option<Fault>,
}

/// What is known of the calls that were answered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CallTally {
    /// How many there were since the test has begun.
    pub(super) count: usize,
    /// Whether one of the answers was not that of the right module.
    pub(super) is_misled: bool,
    /// Whether another reading of the text has another answer to one of them.
    pub(super) depends_on_reading: bool,
}

impl<'a> Caller<'a> {
    /// Returns one who answers as the module does that is right by `reading` and bent by `bend`.
    pub(super) fn new(
        answers: &'a ModuleAnswers<'a>,
        reading: Option<&'a str>,
        bend: Option<&'a str>,
    ) -> Self {
        let tally = CallTally::default();
        Self { answers, reading, bend, has_begun: false, tally, is_stuck: false, fault: None }
    }

    fn answer(&mut self, call: &Value) -> Result<Option<String>, Fault> {
        let bend = self.bend.filter(|_| self.has_begun);
        let Some(answer) = self.answers.of(call, self.reading, bend)? else { return Ok(None) };
        self.tally.count += usize::from(self.has_begun);
        self.tally.is_misled |= answer.is_misleading;
        self.tally.depends_on_reading |= answer.depends_on_reading;
        Ok(Some(answer.reply))
    }
}

impl Typist for Caller<'_> {
    /// Answers the last call since something was typed; whoever waits without having called waits for a person.
    fn next(&mut self, so_far: &Recording) -> Type {
        let told = told_since_typed(so_far);
        self.has_begun |= told.iter().any(|message| message.get("begins").is_some());
        let Some(call) = told.iter().rev().find(|message| message.get("call").is_some()) else {
            return Type::Stop;
        };
        match self.answer(call) {
            Ok(Some(reply)) => Type::Line(reply),
            Ok(None) => {
                self.is_stuck = true;
                Type::Stop
            }
            Err(fault) => {
                self.fault = Some(fault);
                Type::Stop
            }
        }
    }
}

/// Returns what a test has told since something was typed.
fn told_since_typed(recording: &Recording) -> Vec<Value> {
    let recent = recording.events.iter().rev().take_while(|event| !matches!(event.what, What::Typed(_)));
    let mut parts: Vec<&[u8]> = recent
        .filter_map(|event| if let What::Output(bytes) = &event.what { Some(bytes.as_slice()) } else { None })
        .collect();
    parts.reverse();
    messages(&parts.concat())
}

/// Returns the JSON objects in what was printed, one on a line; other lines are nobody's.
pub(super) fn messages(output: &[u8]) -> Vec<Value> {
    let lines = output.split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok()).filter(Value::is_object).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reference::Typed;

    #[test]
    fn only_what_was_told_since_the_last_answer_counts() {
        let recording = Recording::default()
            .prints("{\"call\": \"a\"}\n")
            .reads(&Typed::Line("{}".to_string()))
            .prints("passed\n[1]\n{\"call\"")
            .prints(": \"b\"}\n{\"more\": ");
        assert_eq!(told_since_typed(&recording), [serde_json::json!({"call": "b"})]);
    }
}
