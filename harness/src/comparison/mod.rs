//! Compares what was printed with what should have been: the whole output first, then turn by turn.
//!
//! Everything here is a function of plain data. Work is bounded by lines and turns, never by time. Each cause has one
//! owner, a file with its name: what it is, and where it is forgiven, stands there.

mod alignment;
mod blank_lines;
mod board;
mod cells;
mod conversation;
mod detail;
mod difference;
mod echo;
mod equality;
mod failure;
mod final_newline;
mod form;
mod holes;
mod ladder;
mod line_order;
mod lines;
mod not_flushed;
mod numbers;
mod prompts;
mod sentence;
mod setting;
mod shared_lines;
mod silence;
mod sudden_end;
mod sums;
mod tables;
mod tolerance;
mod turn;
mod two_texts;
mod uncaught;
mod walk;
mod words;
mod wrong_stream;

pub use crate::matching::values::Misfit;
pub use detail::{Detail, ErrorFault};
pub use difference::{Difference, Part, Reply, Setting, Track};
pub use failure::compare_failure;
pub(crate) use failure::other_message;
pub(crate) use form::one_sign_too_often;
pub(crate) use ladder::{cause_of_presentation, sentence_of_presentation};
pub use not_flushed::up_to_the_end;
pub(crate) use not_flushed::without_wish;
pub(crate) use sentence::{of_extra_line, of_moved_line, quoted, typed_line};
pub(crate) use setting::question_passed_over;
pub use sudden_end::{EndedBy, SuddenEnd};
pub(crate) use tables::beside_undrawn_table;
pub(crate) use tolerance::{line as line_as_compared, on_screen};
pub(crate) use turn::first_difference;
pub(crate) use uncaught::without_frames_of_the_course;
pub use uncaught::{SourcePlace, UncaughtException};
pub(crate) use walk::question_at;
pub(crate) use words::{of_lost_entry, of_one_word, should_say};

use std::borrow::Cow;
use std::collections::BTreeSet;

use conversation::{ComparedConversation, Findings, Printed};

use crate::cases::Tolerance;
use crate::expected::ExpectedTurn;
use crate::recording::Recording;
use crate::text::alignment::Pair;

/// What a comparison has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whether the whole output is right, after tolerances.
    pub equal: bool,
    /// Where it is not, in the order of the conversation.
    pub differences: Vec<Difference>,
    /// The parts that were printed right in at least one turn.
    pub right: BTreeSet<Part>,
    /// Which expected turn is which turn of the recording, counted from 0; one without a partner is missing or extra.
    pub pairs: Vec<Pair>,
}

/// A conversation beside the one that was expected, both as plain text.
pub(crate) struct Beside {
    /// What is expected in each turn, its holes filled.
    pub(crate) expected: Vec<ExpectedTurn>,
    /// What was printed in each turn; output that was withheld is cut where the expected one is.
    pub(crate) printed: Vec<String>,
    /// Whether the whole output is right, after tolerances.
    pub(crate) equal: bool,
}

/// Puts what was printed beside what was expected.
pub(crate) fn beside(
    turns: &[ExpectedTurn],
    recording: &Recording,
    tolerances: &BTreeSet<Tolerance>,
) -> Beside {
    let printed: Vec<String> = recording.turns().iter().map(|turn| turn.text().into_owned()).collect();
    let outputs: Vec<&str> = printed.iter().map(String::as_str).collect();
    let holes::Filled { turns, .. } = holes::fill(turns, &outputs, tolerances);
    let turns = turns.into_owned();
    let expected: Vec<Cow<'_, str>> = turns.iter().map(ExpectedTurn::output).collect();
    let equal = equality::equal(&expected, &whole(&outputs), tolerances);
    let printed = not_flushed::cut(&expected, &outputs).unwrap_or(printed);
    Beside { expected: turns, printed, equal }
}

/// Turns places in output that was cut into places in the output of `recording`, if that was withheld.
pub(crate) fn place_in<'a>(
    recording: &Recording,
    printed: &[String],
    differences: impl Iterator<Item = &'a mut Difference>,
) {
    let turns: Vec<String> = recording.turns().iter().map(|turn| turn.text().into_owned()).collect();
    if turns != printed {
        let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
        not_flushed::put_back(differences, printed, &turns);
    }
}

/// Returns the hint that a prompt was not visible when the program waited, if most were not.
pub(crate) fn hint_of_withheld(
    turns: &[ExpectedTurn],
    recording: &Recording,
    printed: &[String],
) -> Option<Difference> {
    let outputs: Vec<String> = recording.turns().iter().map(|turn| turn.text().into_owned()).collect();
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    (outputs != printed).then(|| not_flushed::hint(turns, printed, &outputs)).flatten()
}

/// One pass over what was found in a conversation.
type Pass = fn(&ComparedConversation<'_>, &mut Findings);

/// The passes over a conversation that is not right as a whole, in their order.
const PASSES: [Pass; 7] = [
    walk::pass,
    holes::pass,
    setting::pass,
    not_flushed::pass,
    silence::pass,
    prompts::pass,
    final_newline::pass,
];

/// Returns the outputs as one text.
fn whole<'a>(outputs: &[&'a str]) -> Cow<'a, str> {
    match outputs {
        [output] => Cow::Borrowed(output),
        _ => Cow::Owned(outputs.concat()),
    }
}

/// Compares a recording with the turns that were expected.
pub fn compare(
    turns: &[ExpectedTurn],
    recording: &Recording,
    tolerances: &BTreeSet<Tolerance>,
) -> Comparison {
    let recorded = recording.turns();
    let as_printed: Vec<Printed> = recorded.iter().map(Printed::from).collect();
    let outputs: Vec<&str> = as_printed.iter().map(|turn| turn.output.as_ref()).collect();
    let holes::Filled { turns, wrong: misfits } = holes::fill(turns, &outputs, tolerances);
    let expected: Vec<Cow<'_, str>> = turns.iter().map(ExpectedTurn::output).collect();
    let cut = not_flushed::cut(&expected, &outputs);
    let hint = cut.as_ref().and_then(|cut| not_flushed::hint(&turns, cut, &outputs));
    if equality::equal(&expected, &whole(&outputs), tolerances) {
        let right = turns.iter().flat_map(walk::parts).collect();
        let pairs = (0..turns.len()).map(|turn| (Some(turn), (turn < outputs.len()).then_some(turn)));
        return Comparison {
            equal: true,
            differences: hint.into_iter().collect(),
            right,
            pairs: pairs.collect(),
        };
    }
    // Long outputs are held no longer, and no more often, than needed.
    drop(expected);
    let printed = match &cut {
        Some(cut) => not_flushed::in_turns(cut, &as_printed),
        None => as_printed.iter().map(Printed::borrowed).collect(),
    };
    let conversation = ComparedConversation { recording, turns, misfits, outputs, cut, printed, tolerances };
    let mut found = Findings::default();
    for pass in PASSES {
        pass(&conversation, &mut found);
    }
    found.differences.extend(hint);
    let Findings { differences, right, pairs } = found;
    Comparison { equal: false, differences, right, pairs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Cause;
    use crate::cases::Typed;
    use crate::recording::{Exit, Reason, What};

    const NAME: &str = "Name: ";

    /// Returns what is said first of a program from which `Name: `, then `Hello` is expected, and that prints `output` at
    /// first, then nothing, and `errors` on standard error.
    fn said_first(output: &str, errors: &str, end: &[What]) -> String {
        let turn = |text: &str, typed| ExpectedTurn {
            pieces: vec![("", text.to_string())],
            typed,
            ..Default::default()
        };
        let turns = [turn(NAME, Some(Typed::Line("Ann".to_string()))), turn("Hello\n", None)];
        let printed = Recording::default().prints(output).then(What::Error(errors.into()));
        let recording = end.iter().cloned().fold(printed, Recording::then);
        let comparison = compare(&turns, &recording, &BTreeSet::from([Tolerance::BlankLines]));
        let first = &comparison.differences[0];
        format!("{}: {}", first.cause.name(), first.sentence())
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
        let spoken = "missing output: this step of the conversation is left out here";
        assert_eq!(said_first("Hello\n", "", &waits()), spoken);
    }

    #[test]
    fn prompts_on_standard_error_are_found_although_no_line_ends_there() {
        let wrong = "wrong stream: this line is on standard error; print it on standard output";
        assert_eq!(said_first("", "Name: Age: ", &waits()), wrong);
        assert_eq!(said_first("", "Name:\n", &waits()), wrong);
        assert_eq!(
            said_first("Who? ", "warning: Nam: ", &waits()),
            "wrong text: `Name:` should come here, not `Who?`"
        );
    }

    /// Returns the sentences about a conversation in which `go` is typed after `? `, then `on` after `more? `; turns are separated by `/`.
    fn sentences(printed: &str, ends: bool) -> Vec<String> {
        sentences_of(["? ", "You may pass.\nSo it is.\nmore? ", "The end of all.\n"], printed, ends)
    }

    /// Returns the sentences about a conversation in which this is expected: `go` is typed after the first text, `on` after the second.
    fn sentences_of(expected: [&str; 3], printed: &str, ends: bool) -> Vec<String> {
        let turn = |text: &str, typed: Option<&str>| ExpectedTurn {
            pieces: vec![("", text.to_string())],
            typed: typed.map(|line| Typed::Line(line.to_string())),
            ..Default::default()
        };
        let [first, second, last] = expected;
        let turns = [turn(first, Some("go")), turn(second, Some("on")), turn(last, None)];
        let mut recording = Recording::default();
        for (index, output) in printed.split('/').enumerate() {
            if index > 0 {
                recording = recording.reads(&Typed::Line(["go", "on"][index - 1].to_string()));
            }
            recording = recording.prints(output);
        }
        if ends {
            recording = recording.exits(0);
        }
        let comparison = compare(&turns, &recording, &BTreeSet::from([Tolerance::BlankLines]));
        comparison.differences.iter().map(Difference::sentence).collect()
    }

    #[test]
    fn what_is_printed_is_told_after_what_was_typed_and_in_place_of_what() {
        for (printed, ends, first) in [
            (
                "? /No way, wrong.\nSo it is.\nmore? /The end of all.\n",
                true,
                "after `go` should come `You may pass.`, not `No way, wrong.`",
            ),
            (
                "? /You may pass.\nNever!\nmore? /The end of all.\n",
                true,
                "`So it is.` should come here, not `Never!`",
            ),
            ("? /You may pass.\nSo it is.\n", true, "after `go` the program ends before it prints this"),
            ("? ", true, "the program ends too early: this should still come"),
            ("? ", false, "this should still come, but the program does not get so far"),
        ] {
            assert_eq!(sentences(printed, ends).first().map(String::as_str), Some(first), "{printed:?}");
        }
    }

    #[test]
    fn a_line_that_should_stand_elsewhere_lacks_no_words() {
        let expected = ["Order 2:\n? ", "Order 1's summary:\nmore? ", "The end of all.\n"];
        for (answer, told) in [
            ("Order 1:", "after `go` should come `Order 1's summary:`, not `Order 1:`"),
            ("Order 1's:", "`summary` is missing"),
        ] {
            let printed = format!("Order 2:\n? /{answer}\nmore? /The end of all.\n");
            let sentences = sentences_of(expected, &printed, true);
            assert_eq!(sentences.first().map(String::as_str), Some(told), "{answer}");
        }
    }

    #[test]
    fn a_line_that_comes_later_than_it_should_is_named() {
        let expected = ["? ", "You may pass.\nSo it is.\nIt rains.\nIt pours.\nmore? ", "The end of all.\n"];
        let printed = "? /So it is.\nIt rains.\nIt pours.\nYou may pass.\nmore? /The end of all.\n";
        let told = "the line `You may pass.` should come here; it is printed in another place";
        assert_eq!(sentences_of(expected, printed, true), [told]);
    }

    #[test]
    fn another_player_who_throws_is_named() {
        let throw = |actual: &str| {
            Difference::new(Cause::MissingOutput, Part::UNKNOWN, Detail::MissingThrow)
                .lines(Some("HAL rolls ?-?".to_string()), Some(actual.to_string()))
                .sentence()
        };
        assert_eq!(throw("Mary Ann rolls 1-4 turn 5"), "`HAL` should throw here, not `Mary Ann`");
        let other = "the dice should be thrown and shown here, not `ERROR`";
        assert_eq!(throw("ERROR"), other);
    }
}
