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
mod withheld;

pub(crate) use cause::first_difference;
pub use failure::compare_failure;

use std::collections::BTreeSet;

use crate::cases::{Cause, Tolerance, Typed};
use crate::expected;
use crate::recording::{self, Recording};

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

/// The most differences that are told of one run.
const MOST_DIFFERENCES: usize = 200;

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
        let right = turns.iter().flat_map(labels).collect();
        let pairs =
            (0..turns.len()).map(|turn| (Some(turn), (turn < outputs.len()).then_some(turn))).collect();
        return Comparison { equal: true, differences: hints, right, pairs };
    }
    let printed = cut.as_ref().map_or(as_printed.clone(), |cut| withheld::in_turns(cut, &as_printed));
    let error_output = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let Found { mut differences, right, pairs } = turn_by_turn(&turns, &printed, &error_output, tolerances);
    if tolerances.contains(&Tolerance::BlankLines) {
        differences.retain(|difference| difference.cause != Cause::BlankLines);
    }
    filling::explain(&mut differences, wrong);
    if let Some(cut) = &cut {
        withheld::put_back(&mut differences, cut, &outputs);
    }
    if differences.is_empty() {
        differences.extend(prompts::without_blanks(&turns, &printed, &pairs));
    }
    if differences.is_empty() {
        let last = wanted.last().map_or("", String::as_str);
        let line = printed.last().map_or(0, |turn| turn.output.lines().count());
        differences.push(cause::final_newline(last, &whole, printed.len(), line + 1));
    }
    differences.truncate(MOST_DIFFERENCES);
    differences.append(&mut hints);
    Comparison { equal: false, differences, right, pairs }
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

/// Returns the labels of what is expected in a turn.
fn labels(turn: &expected::Turn) -> impl Iterator<Item = &'static str> {
    turn.pieces
        .iter()
        .filter(|(part, text)| !part.is_empty() && !text.trim().is_empty())
        .map(|(part, _)| *part)
}

/// What was found turn by turn.
#[derive(Default)]
struct Found {
    differences: Vec<Difference>,
    right: BTreeSet<&'static str>,
    pairs: Vec<(Option<usize>, Option<usize>)>,
}

fn turn_by_turn(
    turns: &[expected::Turn],
    printed: &[Printed],
    error_output: &str,
    tolerances: &BTreeSet<Tolerance>,
) -> Found {
    let wanted: Vec<lines::Wanted> = turns.iter().map(|turn| lines::Wanted::new(turn, tolerances)).collect();
    let got: Vec<lines::Got> = printed.iter().map(|turn| lines::Got::new(&turn.output, tolerances)).collect();
    let pairs = alignment::align(
        &wanted.iter().map(|turn| turn.keys.clone()).collect::<Vec<_>>(),
        &got.iter().map(|turn| turn.keys.clone()).collect::<Vec<_>>(),
    );
    let mut around = cause::Around {
        error_lines: error_output.lines().map(|line| tolerance::line(line, tolerances)).collect(),
        prompts: wanted.iter().filter_map(lines::Wanted::prompt).map(str::to_string).collect(),
        typed_before: String::new(),
        asks: false,
    };
    let mut found = Found::default();
    let mut sums = sums::Sums::default();
    let mut blanks = BlankRun::default();
    let mut last_got = 0;
    for (index, pair) in pairs.iter().enumerate() {
        let told = found.differences.len();
        let before = pair.1.and_then(|got| got.checked_sub(1)).and_then(|got| printed[got].typed.as_ref());
        around.typed_before = before.and_then(Typed::line).unwrap_or_default().to_string();
        around.asks = pair.0.is_some_and(|turn| turns[turn].typed.is_some());
        match *pair {
            (Some(expected), Some(turn)) => {
                last_got = turn;
                let (wanted, got) = (&wanted[expected], &got[turn]);
                found.differences.extend(blanks.meet(wanted, got, turn, tolerances));
                let cause::OfTurn { mut differences, missing } = cause::of_turn(wanted, got, turn, &around);
                sums.explain(&mut differences);
                let wrong: Vec<&str> =
                    differences.iter().map(|difference| difference.part.as_str()).collect();
                let is_right = |part: &&str| !wrong.contains(part) && !missing.contains(part);
                found.right.extend(labels(&turns[expected]).filter(is_right));
                found.differences.extend(differences);
            }
            (Some(expected), None) => {
                let rest_is_missing = pairs[index..].iter().all(|(_, got)| got.is_none());
                found.differences.extend(cause::missing_turn(&wanted[expected], last_got, rest_is_missing));
                if rest_is_missing {
                    let typed = turns[..expected].last().and_then(|turn| turn.typed.as_ref());
                    let typed = typed.and_then(Typed::line).unwrap_or_default();
                    found.differences[told..]
                        .iter_mut()
                        .for_each(|missing| missing.typed = typed.to_string());
                    break;
                }
            }
            (None, Some(turn)) => {
                last_got = turn;
                found.differences.extend(cause::extra_turn(&got[turn], turn, &around));
            }
            (None, None) => {}
        }
        for difference in &mut found.differences[told..] {
            difference.typed.clone_from(&around.typed_before);
        }
        if let Some(expected) = pair.0 {
            sums.remember(&wanted[expected]);
        }
    }
    Found { pairs, ..found }
}

/// Counts the line breaks around a prompt, where one more or less is forgiven.
#[derive(Default)]
struct BlankRun {
    /// Line breaks at the end of the turn before: expected, and got.
    before: Option<(usize, usize)>,
}

impl BlankRun {
    /// Takes the next turn; returns a difference if the line breaks between it and the turn before differ.
    fn meet(
        &mut self,
        wanted: &lines::Wanted,
        got: &lines::Got,
        turn: usize,
        tolerances: &BTreeSet<Tolerance>,
    ) -> Option<Difference> {
        let forgiven =
            usize::from(tolerances.contains(&Tolerance::BreakAfterPrompt) && self.before.is_some());
        let (before_wanted, before_got) = self.before.unwrap_or_default();
        self.before = Some((wanted.breaks_after, got.breaks_after));
        let expected = before_wanted + wanted.breaks_before;
        let found = before_got + got.breaks_before;
        (expected.abs_diff(found) > forgiven).then(|| cause::blank_lines(expected, found, wanted, turn))
    }
}
