//! Compares what was printed with what should have been: the whole output first, then turn by turn.
//!
//! Everything here is a function of plain data. Work is bounded by lines and turns, never by time.

mod alignment;
mod cause;
mod equality;
mod failure;
mod filling;
mod ladder;
mod lines;
mod prompts;
mod sums;
mod tables;
mod tolerance;
mod values;
mod walk;
mod withheld;

pub(crate) use cause::first_difference;
pub use failure::compare_failure;
pub use withheld::up_to_the_end;

use std::collections::BTreeSet;

use crate::cases::{Cause, Tolerance, Typed};
use crate::expected;
use crate::recording::{self, Reason, Recording};

/// One place where a conversation differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The smallest reason that explains it.
    pub cause: Cause,
    /// The label of the part that differs; empty if nobody knows it.
    pub part: String,
    /// The turn of the recording, counted from 1.
    pub turn: usize,
    /// The line in that turn, counted from 1.
    pub line: usize,
    /// The line that should be there.
    pub expected: Option<String>,
    /// The line that is there.
    pub got: Option<String>,
    /// Whether `got` is a version of `expected` and not something else in its place.
    pub alike: bool,
    /// Whether the rest of its turn is right, so that the program has not lost track of the conversation.
    pub in_step: bool,
    /// What is wrong, in a plain sentence.
    pub sentence: String,
    /// The line that was typed before the turn; empty if there was none.
    pub typed: String,
}

/// What a comparison has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whether the whole output is right, after tolerances.
    pub equal: bool,
    /// Where it is not, in the order of the conversation.
    pub differences: Vec<Difference>,
    /// The parts that were printed right in at least one turn.
    pub right: BTreeSet<&'static str>,
    /// Which expected turn is which turn of the recording, counted from 0; one without a partner is missing or extra.
    pub pairs: Vec<(Option<usize>, Option<usize>)>,
}

/// Compares a recording with the turns that were expected.
pub fn compare(
    turns: &[expected::Turn],
    recording: &Recording,
    tolerances: &BTreeSet<Tolerance>,
) -> Comparison {
    let as_printed: Vec<Printed> = recording.turns().iter().map(Printed::from).collect();
    let outputs: Vec<&str> = as_printed.iter().map(|turn| turn.output.as_str()).collect();
    let filling::Filled { turns, wrong } = filling::fill(turns, &outputs, tolerances);
    let wanted: Vec<String> = turns.iter().map(expected::Turn::output).collect();
    let cut = withheld::cut(&wanted, &outputs);
    let mut hints: Vec<Difference> =
        cut.as_ref().and_then(|cut| withheld::hint(&turns, cut, &outputs)).into_iter().collect();
    let whole = outputs.concat();
    if equality::equal(&wanted, &whole, tolerances) {
        let right = turns.iter().flat_map(walk::labels).collect();
        let pairs =
            (0..turns.len()).map(|turn| (Some(turn), (turn < outputs.len()).then_some(turn))).collect();
        return Comparison { equal: true, differences: hints, right, pairs };
    }
    let printed = cut.as_ref().map_or(as_printed.clone(), |cut| withheld::in_turns(cut, &as_printed));
    let error_output = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let walk::Found { mut differences, right, pairs } =
        walk::turn_by_turn(&turns, &printed, &error_output, tolerances);
    if tolerances.contains(&Tolerance::BlankLines) {
        differences.retain(|difference| difference.cause != Cause::BlankLines);
    }
    filling::explain(&mut differences, wrong);
    if let Some(cut) = &cut {
        withheld::put_back(&mut differences, cut, &outputs);
    }
    if whole.trim().is_empty() {
        say_it_is_silent(&mut differences, recording);
    }
    if differences.is_empty() {
        differences.extend(prompts::without_blanks(&turns, &printed, &pairs));
    }
    if differences.is_empty() {
        let last = wanted.last().map_or("", String::as_str);
        let line = printed.last().map_or(0, |turn| turn.output.lines().count());
        differences.push(cause::final_newline(last, &whole, printed.len(), line + 1));
    }
    differences.append(&mut hints);
    Comparison { equal: false, differences, right, pairs }
}

/// Says of the first line that is missing that nothing was printed at all, which the line alone does not tell.
fn say_it_is_silent(differences: &mut [Difference], recording: &Recording) {
    let is_elsewhere = differences.iter().any(|difference| difference.cause == Cause::WrongStream);
    let is_missing = |difference: &&mut Difference| {
        matches!(difference.cause, Cause::MissingPrompt | Cause::MissingOutput) && !is_elsewhere
    };
    let Some(first) = differences.iter_mut().find(is_missing) else { return };
    let reads = recording.turns().iter().any(|turn| turn.typed.is_some())
        || recording.stopped() == Some(Reason::NothingToType);
    let sentence = if reads {
        "the program reads its input and prints nothing; ask first, then read one line at a time"
    } else {
        "the program prints nothing"
    };
    first.sentence = sentence.to_string();
}

/// A turn of a recording as text; bytes that are no UTF-8 become `U+FFFD`.
#[derive(Debug, Clone)]
struct Printed {
    output: String,
    typed: Option<Typed>,
}

impl From<&recording::Turn> for Printed {
    fn from(turn: &recording::Turn) -> Self {
        Self { output: turn.text().into_owned(), typed: turn.typed.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::{Event, Exit, What};

    const NAME: &str = "Name: ";

    /// Returns what is said first of a program from which `Name: `, then `Hello` is expected, and that prints `output` at
    /// first, then nothing, and `errors` on standard error.
    fn said_first(output: &str, errors: &str, end: &[What]) -> String {
        let turn = |text: &str, typed| expected::Turn {
            pieces: vec![("", text.to_string())],
            typed,
            ..Default::default()
        };
        let turns = [turn(NAME, Some(Typed::Line("Ann".to_string()))), turn("Hello\n", None)];
        let printed = [What::Output(output.into()), What::Error(errors.into())];
        let events = printed.into_iter().chain(end.iter().cloned());
        let recording = Recording { events: events.map(|what| Event { at: 0, what }).collect() };
        let comparison = compare(&turns, &recording, &BTreeSet::from([Tolerance::BlankLines]));
        let first = &comparison.differences[0];
        format!("{}: {}", first.cause.name(), first.sentence)
    }

    fn waits() -> Vec<What> {
        vec![What::Typed("Ann".to_string()), What::Stopped(Reason::NothingToType)]
    }

    #[test]
    fn a_program_that_reads_and_prints_nothing_is_told_to_ask_first() {
        let sentence =
            "the program reads its input and prints nothing; ask first, then read one line at a time";
        assert_eq!(said_first("", "", &waits()), format!("missing prompt: {sentence}"));
        assert_eq!(said_first("\n", "", &waits()[1..]), format!("missing prompt: {sentence}"));
        let ended = [What::Exit(Exit::Status(0))];
        assert_eq!(said_first("", "", &ended), "missing prompt: the program prints nothing");
        let spoken = "missing output: this whole step of the conversation is missing";
        assert_eq!(said_first("Hello\n", "", &waits()), spoken);
    }

    #[test]
    fn prompts_on_standard_error_are_found_although_no_line_ends_there() {
        let wrong = "wrong stream: this line is on standard error; print it on standard output";
        assert_eq!(said_first("", "Name: Age: ", &waits()), wrong);
        assert_eq!(said_first("", "Name:\n", &waits()), wrong);
        assert_eq!(
            said_first("Who? ", "warning: Nam: ", &waits()),
            "wrong text: something else should be printed here"
        );
    }
}
