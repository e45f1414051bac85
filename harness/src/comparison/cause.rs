//! The differences of one turn, each with its part and its place.

use std::collections::BTreeSet;

use super::Difference;
use super::ladder::explain;
use super::lines::{self, Got, LineDiff, Wanted};
use super::tables::{WithoutTable, without_table};
use super::values::wrong_parts;
use crate::cases::Cause;
use crate::text::likeness::likeness;

/// Two lines that are alike by more than this are versions of the same line.
pub(super) const ALIKE: f64 = 0.7;

pub(super) const ECHO: &str = "the program prints what was typed; the keyboard already shows it";

/// What else happened around a turn.
#[derive(Debug, Clone)]
pub(super) struct Around {
    /// The lines of standard error.
    pub(super) error_lines: Vec<String>,
    /// The last line of every expected turn, where the program asks.
    pub(super) prompts: Vec<String>,
    /// The line that was typed before the turn.
    pub(super) typed_before: String,
    /// Whether the turn ends with a question.
    pub(super) asks: bool,
}

impl Around {
    /// Returns whether standard error holds a prompt, after which no line ends.
    fn is_among_errors(&self, prompt: &str) -> bool {
        let prompt = prompt.trim();
        !prompt.is_empty() && self.error_lines.iter().any(|line| line.contains(prompt))
    }
}

/// What is wrong in a turn.
#[derive(Debug, Default)]
pub(super) struct OfTurn {
    /// Where it differs.
    pub(super) differences: Vec<Difference>,
    /// The parts of lines that are not there.
    pub(super) missing: BTreeSet<&'static str>,
}

/// Returns what is wrong in a turn, number `turn` of the recording counted from 0.
pub(super) fn of_turn(wanted: &Wanted, got: &Got, turn: usize, around: &Around) -> OfTurn {
    let Some(WithoutTable { wanted, got, mut differences }) = without_table(wanted, got, turn) else {
        return of_lines(wanted, got, turn, around);
    };
    let rest = of_lines(&wanted, &got, turn, around);
    differences.extend(rest.differences);
    OfTurn { differences, ..rest }
}

fn of_lines(wanted: &Wanted, got: &Got, turn: usize, around: &Around) -> OfTurn {
    let mut of_turn = OfTurn::default();
    let found = lines::diff(wanted, got);
    let in_step = is_in_step(&found, wanted, got);
    for diff in without_blank_company(&found, wanted, got) {
        let differences = match (diff.wanted, diff.got) {
            (Some(line), Some(other)) => changed(wanted, line, got, other, around),
            (Some(line), None) => vec![missing(wanted, line, around)],
            (None, Some(other)) => vec![extra(wanted, diff.near, got, other, around)],
            (None, None) => continue,
        };
        if let Some(line) = diff.wanted
            && differences.iter().any(|difference| difference.got.is_none() || !difference.alike)
        {
            of_turn.missing.extend(wanted.parts(line));
        }
        let line = got.number(diff.got.unwrap_or(diff.near));
        of_turn.differences.extend(differences.into_iter().map(|difference| Difference {
            turn: turn + 1,
            line,
            in_step,
            ..difference
        }));
    }
    join_moved_lines(&mut of_turn.differences);
    join_shuffled_lines(&mut of_turn.differences);
    of_turn
}

/// Returns whether most lines of a turn are right, and the prompt at its end: what is wrong then is not the fault of what
/// was typed.
fn is_in_step(found: &[LineDiff], wanted: &Wanted, got: &Got) -> bool {
    let lines = wanted.keys.iter().filter(|key| !key.is_empty()).count();
    let is_line = |diff: &&LineDiff| diff.wanted.is_some_and(|line| !wanted.keys[line].is_empty());
    let is_version = |diff: &LineDiff| match (diff.wanted, diff.got) {
        (Some(line), Some(other)) => likeness(&wanted.keys[line], &got.keys[other]) > ALIKE,
        _ => false,
    };
    let is_prompt =
        |diff: &&LineDiff| wanted.prompt().is_some() && diff.wanted == Some(wanted.keys.len() - 1);
    let asks = found.iter().filter(is_prompt).all(is_version);
    asks && found.iter().filter(is_line).count() * 3 <= lines
}

/// Leaves out blank lines that are missing or extra only in company of other lines that are wrong.
fn without_blank_company(found: &[LineDiff], wanted: &Wanted, got: &Got) -> Vec<LineDiff> {
    let is_blank = |diff: &LineDiff| match (diff.wanted, diff.got) {
        (Some(line), None) => wanted.keys[line].is_empty(),
        (None, Some(line)) => got.keys[line].is_empty(),
        _ => false,
    };
    let is_slip = |diff: &LineDiff| match (diff.wanted, diff.got) {
        (Some(line), Some(other)) => likeness(&wanted.keys[line], &got.keys[other]) > ALIKE,
        _ => false,
    };
    let company = |one: &LineDiff, other: &LineDiff| {
        let adjacent =
            |one: Option<usize>, other: Option<usize>| one.zip(other).is_some_and(|(a, b)| a + 1 == b);
        !is_slip(one)
            && !is_slip(other)
            && (adjacent(one.wanted, other.wanted) || adjacent(one.got, other.got))
    };
    let runs = found.chunk_by(company);
    runs.flat_map(|run| {
        let all_blank = run.iter().all(is_blank);
        run.iter().filter(move |diff| all_blank || !is_blank(diff)).copied()
    })
    .collect()
}

/// Returns the difference of a turn that never came. If nothing came after it, the program had ended or
/// was stopped in turn `last_got`.
pub(super) fn missing_turn(wanted: &Wanted, last_got: usize, rest_is_missing: bool) -> Option<Difference> {
    let line = wanted.keys.iter().position(|key| !key.is_empty())?;
    let sentence = if rest_is_missing {
        "nothing is printed after this; the conversation should go on"
    } else {
        "this whole step of the conversation is missing"
    };
    let difference = difference(Cause::MissingOutput, wanted.part(line, 0), sentence);
    Some(Difference { turn: last_got + 1, expected: Some(wanted.shown[line].clone()), ..difference })
}

/// Returns the difference of a turn that should not be there.
pub(super) fn extra_turn(got: &Got, turn: usize, around: &Around) -> Option<Difference> {
    let line = got.keys.iter().rposition(|key| !key.is_empty())?;
    let (cause, sentence) = if around.prompts.contains(&got.keys[line]) {
        (Cause::ExtraPrompt, asks_again(around))
    } else {
        (Cause::ExtraOutput, "this step of the conversation should not be there".to_string())
    };
    let line_number = got.number(line);
    let difference = difference(cause, "", sentence);
    Some(Difference { turn: turn + 1, line: line_number, got: Some(got.shown[line].clone()), ..difference })
}

fn asks_again(around: &Around) -> String {
    match around.typed_before.trim() {
        "" => "the program asks once more than it should".to_string(),
        typed => format!("the program asks again, although `{typed}` was an answer"),
    }
}

/// Returns the difference of line breaks at the end of all output, in the last turn.
pub(super) fn final_newline(wanted: &str, got: &str, turn: usize, line: usize) -> Difference {
    let breaks = |text: &str| text.len() - text.trim_end_matches('\n').len();
    let (expected, found) = (breaks(wanted), breaks(got));
    let sentence = format!("the output should end with {expected} line breaks, not with {found}");
    Difference { turn, line, alike: true, ..difference(Cause::FinalNewline, "", sentence) }
}

/// Returns the difference of line breaks between a turn and the one before.
pub(super) fn blank_lines(expected: usize, found: usize, wanted: &Wanted, turn: usize) -> Difference {
    let sentence =
        if expected > found { "a blank line is missing here" } else { "there are too many blank lines here" };
    Difference { turn: turn + 1, alike: true, ..difference(Cause::BlankLines, wanted.part(0, 0), sentence) }
}

/// Returns a difference at the beginning of the conversation, for others to complete.
pub(super) fn difference(cause: Cause, part: &str, sentence: impl Into<String>) -> Difference {
    let (part, sentence) = (part.to_string(), sentence.into());
    Difference {
        cause,
        part,
        turn: 1,
        line: 1,
        expected: None,
        got: None,
        alike: false,
        in_step: false,
        sentence,
        typed: String::new(),
    }
}

/// Returns what is wrong in a line: one difference, or one for each part if only values are wrong.
fn changed(wanted: &Wanted, line: usize, got: &Got, other: usize, around: &Around) -> Vec<Difference> {
    let (key, found) = (&wanted.keys[line], &got.keys[other]);
    let (cause, sentence) = explain(key, found, &around.typed_before);
    let shown = |cause: Cause, part, sentence| Difference {
        expected: Some(wanted.shown[line].clone()),
        got: Some(got.shown[other].clone()),
        alike: cause.is_presentation() || cause == Cause::WrongValue || likeness(key, found) > ALIKE,
        ..difference(cause, part, sentence)
    };
    if matches!(cause, Cause::WrongValue | Cause::WrongText) {
        let parts = wrong_parts(wanted, line, got, other);
        if !parts.is_empty() {
            return parts.into_iter().map(|wrong| shown(wrong.cause, wrong.part, wrong.sentence)).collect();
        }
    }
    let column = first_difference(&wanted.shown[line], &got.shown[other]);
    let column = column.min(wanted.shown[line].chars().count().saturating_sub(1));
    vec![shown(cause, wanted.part(line, column), sentence)]
}

fn missing(wanted: &Wanted, line: usize, around: &Around) -> Difference {
    let key = &wanted.keys[line];
    let part = wanted.part(line, 0);
    let is_prompt = around.asks && line + 1 == wanted.keys.len();
    let (cause, sentence) = if key.is_empty() {
        (Cause::BlankLines, "a blank line is missing here")
    } else if around.error_lines.contains(key) || is_prompt && around.is_among_errors(key) {
        (Cause::WrongStream, "this line is on standard error; print it on standard output")
    } else if is_prompt {
        (Cause::MissingPrompt, "the program should ask here")
    } else {
        (Cause::MissingOutput, "this line is missing")
    };
    let alike = cause == Cause::BlankLines || cause == Cause::WrongStream || is_rule(key);
    Difference { expected: Some(wanted.shown[line].clone()), alike, ..difference(cause, part, sentence) }
}

fn extra(wanted: &Wanted, near: usize, got: &Got, other: usize, around: &Around) -> Difference {
    let key = &got.keys[other];
    let (cause, sentence) = if key.is_empty() {
        (Cause::BlankLines, "there is a blank line too many here".to_string())
    } else if !around.typed_before.is_empty() && key.trim() == around.typed_before.trim() {
        (Cause::Echo, ECHO.to_string())
    } else if around.prompts.contains(key) {
        (Cause::ExtraPrompt, asks_again(around))
    } else {
        (Cause::ExtraOutput, "this line should not be there".to_string())
    };
    let alike = cause.is_presentation();
    Difference {
        got: Some(got.shown[other].clone()),
        alike,
        // What is added belongs to what it follows.
        ..difference(cause, wanted.part(near.saturating_sub(1), usize::MAX), sentence)
    }
}

/// Returns whether a line only draws the rule of a table: that it is missing is no fault of what was typed.
fn is_rule(line: &str) -> bool {
    line.contains('+') && line.contains('-') && line.chars().all(|c| matches!(c, '+' | '-' | ' '))
}

/// Makes one difference of a line that is missing in one place and extra in another.
fn join_moved_lines(differences: &mut Vec<Difference>) {
    let moved = |one: &Difference, other: &Difference| {
        let (missing, extra) = (one.cause == Cause::MissingOutput, other.cause == Cause::ExtraOutput);
        let trimmed = |line: &Option<String>| line.as_deref().map(str::trim_end).map(str::to_string);
        missing && extra && trimmed(&one.expected) == trimmed(&other.got)
    };
    while let Some((one, other)) = differences.iter().enumerate().find_map(|(index, difference)| {
        differences.iter().position(|other| moved(difference, other)).map(|other| (index, other))
    }) {
        let got = differences[other].got.clone();
        let first = &mut differences[one];
        first.cause = Cause::LineOrder;
        first.got = got;
        first.sentence = "the line is there, but in another place".to_string();
        differences.remove(other);
    }
}

/// Makes one difference of lines that are all there, but in another order.
fn join_shuffled_lines(differences: &mut Vec<Difference>) {
    let changed = |difference: &Difference| {
        difference.cause == Cause::WrongText || difference.cause == Cause::WrongValue
    };
    let sorted = |line: &dyn Fn(&Difference) -> Option<String>| {
        let mut lines: Vec<_> =
            differences.iter().filter(|difference| changed(difference)).map(line).collect();
        lines.sort();
        lines
    };
    let same =
        sorted(&|difference| difference.expected.clone()) == sorted(&|difference| difference.got.clone());
    let Some(first) = differences.iter().position(changed).filter(|_| same) else { return };
    let mut index = 0;
    differences.retain(|difference| {
        index += 1;
        index - 1 == first || !changed(difference)
    });
    differences[first].cause = Cause::LineOrder;
    differences[first].sentence = "the right lines are there, but in another order".to_string();
}

/// Returns the first column, counted from 0, in which two lines differ.
pub(crate) fn first_difference(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}
