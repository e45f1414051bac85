//! The differences of one turn, line by line, each with its part and its place.

use std::collections::BTreeSet;

use super::detail::Detail;
use super::difference::{Difference, Part, Track};
use super::ladder::explain;
use super::lines::{self, ActualLines, ExpectedLines, LettersLeft, LinePair, is_version};
use super::numbers::wrong_parts;
use super::tables::{WithoutTable, without_table};
use super::wrong_stream::ErrorLines;
use super::{blank_lines, echo, line_order, prompts};
use crate::cases::Cause;

/// What else happened around a turn.
#[derive(Debug)]
pub(super) struct Around {
    /// What was printed on standard error.
    pub(super) error_lines: ErrorLines,
    /// The last line of every expected turn, where the program asks.
    pub(super) prompts: Vec<String>,
    /// The line that was typed before the turn.
    pub(super) typed_before: String,
    /// Whether the turn ends with a question.
    pub(super) asks: bool,
    /// How much work may still be done to match lines.
    pub(super) letters: LettersLeft,
}

/// What is wrong in a turn.
#[derive(Debug, Default)]
pub(super) struct TurnDifferences {
    /// Where it differs.
    pub(super) differences: Vec<Difference>,
    /// The parts of the expected lines that are missing.
    pub(super) missing: BTreeSet<Part>,
}

/// Returns what is wrong in a turn, number `turn` of the recording counted from 0.
pub(super) fn compare_turn(
    expected: &ExpectedLines<'_>,
    actual: &ActualLines<'_>,
    turn: usize,
    around: &Around,
) -> TurnDifferences {
    let Some(WithoutTable { expected, actual, mut differences }) = without_table(expected, actual, turn)
    else {
        return compare_lines(expected, actual, turn, around);
    };
    let rest = compare_lines(&expected, &actual, turn, around);
    differences.extend(rest.differences);
    TurnDifferences { differences, ..rest }
}

fn compare_lines(
    expected: &ExpectedLines<'_>,
    actual: &ActualLines<'_>,
    turn: usize,
    around: &Around,
) -> TurnDifferences {
    let mut found = TurnDifferences::default();
    let pairs = lines::differing(expected, actual, &around.letters);
    let in_step = is_in_step(&pairs, expected, actual);
    let is_other_step = is_other_step(&pairs, expected, actual);
    for pair in blank_lines::without_company(&pairs, expected, actual) {
        let differences = match (pair.expected, pair.actual) {
            (Some(line), Some(other)) => changed_line((expected, line), (actual, other), around),
            (Some(line), None) => vec![missing_line(expected, line, around)],
            (None, Some(other)) => vec![extra_line(expected, pair.near, (actual, other), around)],
            (None, None) => continue,
        };
        let is_missing = |it: &Difference| it.actual.is_none() || !it.track.is_version();
        if let Some(line) = pair.expected.filter(|_| differences.iter().any(is_missing)) {
            found.missing.extend(expected.parts(line));
        }
        let line = actual.number(pair.actual.unwrap_or(pair.near));
        found.differences.extend(differences.into_iter().map(|difference| {
            let track = match difference.track {
                track if in_step => track.in_step(),
                Track::Lost if is_other_step => Track::OtherStep,
                track => track,
            };
            difference.at(turn + 1, line).on(track)
        }));
    }
    line_order::join_moved(&mut found.differences);
    line_order::join_shuffled(&mut found.differences);
    found
}

/// Returns whether most lines of a turn are right, and the prompt at its end: what is wrong then is not the fault of what
/// was typed.
fn is_in_step(pairs: &[LinePair], expected: &ExpectedLines<'_>, actual: &ActualLines<'_>) -> bool {
    let lines = expected.keys.iter().filter(|key| !key.is_empty()).count();
    let is_line = |pair: &&LinePair| pair.expected.is_some_and(|line| !expected.keys[line].is_empty());
    let is_prompt =
        |pair: &&LinePair| expected.prompt().is_some() && pair.expected == Some(expected.keys.len() - 1);
    let asks = pairs.iter().filter(is_prompt).all(|pair| pair.is_version(expected, actual));
    asks && pairs.iter().filter(is_line).count() * 3 <= lines
}

/// Returns whether something is printed, but no line of the turn, not even a version of one.
fn is_other_step(pairs: &[LinePair], expected: &ExpectedLines<'_>, actual: &ActualLines<'_>) -> bool {
    let lines = expected.keys.iter().filter(|key| !key.is_empty()).count();
    let is_line = |pair: &&LinePair| pair.expected.is_some_and(|line| !expected.keys[line].is_empty());
    let lost = pairs.iter().filter(is_line).filter(|pair| !pair.is_version(expected, actual)).count();
    !actual.keys.is_empty() && lost == lines
}

/// Returns what is wrong in a line: one difference, or one for each part if only values are wrong.
fn changed_line(
    (expected, line): (&ExpectedLines<'_>, usize),
    (actual, other): (&ActualLines<'_>, usize),
    around: &Around,
) -> Vec<Difference> {
    let (key, printed) = (&expected.keys[line], &actual.keys[other]);
    let (cause, detail) = explain(key, printed, &around.typed_before);
    let difference = |cause: Cause, part, detail| {
        let right_but_for_it = cause.is_presentation() || cause == Cause::WrongValue;
        Difference::new(cause, part, detail)
            .lines(Some(expected.shown[line].to_string()), Some(actual.shown[other].to_string()))
            .on(Track::of_line(right_but_for_it || is_version(key, printed)))
    };
    let column = first_difference(&expected.shown[line], &actual.shown[other]);
    let part = expected.part(line, column.min(expected.shown[line].chars().count().saturating_sub(1)));
    let is_content = matches!(cause, Cause::WrongValue | Cause::WrongText);
    if is_content && line_order::is_other_order(key, printed) {
        return vec![difference(cause, part, Detail::OtherOrder)];
    }
    if is_content {
        let parts = wrong_parts(expected, line, printed);
        if !parts.is_empty() {
            return parts
                .into_iter()
                .map(|wrong| difference(wrong.cause, wrong.part, wrong.detail))
                .collect();
        }
    }
    vec![difference(cause, part, detail)]
}

fn missing_line(expected: &ExpectedLines<'_>, line: usize, around: &Around) -> Difference {
    let (key, part) = (&expected.keys[line], expected.part(line, 0));
    let is_prompt = around.asks && line + 1 == expected.keys.len();
    let on_standard_error =
        around.error_lines.have_line(key) || is_prompt && around.error_lines.have_prompt(key);
    let difference = if key.is_empty() {
        blank_lines::difference(part, Detail::MissingBlankLine)
    } else if on_standard_error {
        Difference::new(Cause::WrongStream, part, Detail::OnStandardError).on(Track::Version)
    } else if is_prompt {
        prompts::missing(part).on(Track::of_line(is_rule(key)))
    } else {
        Difference::new(Cause::MissingOutput, part, Detail::MissingLine).on(Track::of_line(is_rule(key)))
    };
    difference.lines(Some(expected.shown[line].to_string()), None)
}

/// Returns the difference of a line that should not be there. It belongs to the part of the line that it follows.
fn extra_line(
    expected: &ExpectedLines<'_>,
    near: usize,
    (actual, other): (&ActualLines<'_>, usize),
    around: &Around,
) -> Difference {
    let (key, part) = (&actual.keys[other], expected.part(near.saturating_sub(1), usize::MAX));
    let difference = if key.is_empty() {
        blank_lines::difference(part, Detail::ExtraBlankLine)
    } else if echo::is_line(key, &around.typed_before) {
        Difference::new(Cause::Echo, part, Detail::Echo).on(Track::Version)
    } else if around.prompts.iter().any(|prompt| **prompt == *key) {
        prompts::extra(part)
    } else {
        Difference::new(Cause::ExtraOutput, part, Detail::ExtraLine)
    };
    difference.lines(None, Some(actual.shown[other].to_string()))
}

/// Returns whether a line only draws the rule of a table: that it is missing is no fault of what was typed.
fn is_rule(line: &str) -> bool {
    line.contains('+') && line.contains('-') && line.chars().all(|c| matches!(c, '+' | '-' | ' '))
}

/// Returns the difference of a turn that never came. If nothing came after it, the program had ended or
/// was stopped in turn `last`, counted from 0.
pub(super) fn missing_turn(
    expected: &ExpectedLines<'_>,
    last: usize,
    rest_is_missing: bool,
) -> Option<Difference> {
    let line = expected.keys.iter().position(|key| !key.is_empty())?;
    let detail = if rest_is_missing { Detail::MissingRest } else { Detail::MissingTurn };
    let difference = Difference::new(Cause::MissingOutput, expected.part(line, 0), detail);
    Some(difference.at(last + 1, 1).lines(Some(expected.shown[line].to_string()), None))
}

/// Returns the difference of a turn that should not be there.
pub(super) fn extra_turn(actual: &ActualLines<'_>, turn: usize, around: &Around) -> Option<Difference> {
    let line = actual.keys.iter().rposition(|key| !key.is_empty())?;
    let difference = if around.prompts.iter().any(|prompt| **prompt == actual.keys[line]) {
        prompts::extra(Part::UNKNOWN)
    } else {
        Difference::new(Cause::ExtraOutput, Part::UNKNOWN, Detail::ExtraTurn)
    };
    Some(difference.at(turn + 1, actual.number(line)).lines(None, Some(actual.shown[line].to_string())))
}

/// Returns the first column, counted from 0, in which two lines differ.
pub(crate) fn first_difference(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}
