//! The way through a conversation: pair by pair of expected and printed turns, with what is remembered on the way.

use std::collections::BTreeSet;

use super::alignment::align;
use super::cause::{self, Around, OfTurn};
use super::lines::{Got, Wanted};
use super::sums::Sums;
use super::{Difference, Printed, tolerance};
use crate::cases::{Tolerance, Typed};
use crate::expected;
use crate::text::alignment::Pair;

/// What was found turn by turn.
#[derive(Default)]
pub(super) struct Found {
    /// Where the turns differ, in the order of the conversation.
    pub(super) differences: Vec<Difference>,
    /// The parts that were right in at least one turn.
    pub(super) right: BTreeSet<&'static str>,
    /// The turns that were compared with each other.
    pub(super) pairs: Vec<Pair>,
}

/// Returns what was found in the turns of a run.
pub(super) fn turn_by_turn(
    turns: &[expected::Turn],
    printed: &[Printed],
    error_output: &str,
    tolerances: &BTreeSet<Tolerance>,
) -> Found {
    let wanted: Vec<Wanted> = turns.iter().map(|turn| Wanted::new(turn, tolerances)).collect();
    let got: Vec<Got> = printed.iter().map(|turn| Got::new(&turn.output, tolerances)).collect();
    let wanted_keys: Vec<_> = wanted.iter().map(|turn| turn.keys.clone()).collect();
    let got_keys: Vec<_> = got.iter().map(|turn| turn.keys.clone()).collect();
    let pairs = align(&wanted_keys, &got_keys);
    let around = Around {
        error_lines: error_output.lines().map(|line| tolerance::line(line, tolerances)).collect(),
        prompts: wanted.iter().filter_map(Wanted::prompt).map(str::to_string).collect(),
        typed_before: String::new(),
        asks: false,
    };
    let mut walk = Walk {
        turns,
        printed,
        wanted,
        got,
        tolerances,
        around,
        found: Found::default(),
        sums: Sums::default(),
        blanks: BlankRun::default(),
        last_got: 0,
    };
    for (index, pair) in pairs.iter().enumerate() {
        let rest_is_missing = pairs[index..].iter().all(|(_, got)| got.is_none());
        walk.step(*pair, rest_is_missing);
        if rest_is_missing {
            break;
        }
    }
    Found { pairs, ..walk.found }
}

/// The place in the conversation, and what is remembered of the way to it.
struct Walk<'a> {
    turns: &'a [expected::Turn],
    printed: &'a [Printed],
    wanted: Vec<Wanted>,
    got: Vec<Got>,
    tolerances: &'a BTreeSet<Tolerance>,
    around: Around,
    found: Found,
    sums: Sums,
    blanks: BlankRun,
    last_got: usize,
}

impl Walk<'_> {
    fn step(&mut self, pair: Pair, rest_is_missing: bool) {
        let told = self.found.differences.len();
        self.around.typed_before = self.typed_before(pair, rest_is_missing);
        self.around.asks = pair.0.is_some_and(|turn| self.turns[turn].typed.is_some());
        self.last_got = pair.1.unwrap_or(self.last_got);
        match pair {
            (Some(expected), Some(turn)) => self.meet(expected, turn),
            (Some(expected), None) => {
                let missing = cause::missing_turn(&self.wanted[expected], self.last_got, rest_is_missing);
                self.found.differences.extend(missing);
            }
            (None, Some(turn)) => {
                self.found.differences.extend(cause::extra_turn(&self.got[turn], turn, &self.around));
            }
            (None, None) => {}
        }
        for difference in &mut self.found.differences[told..] {
            difference.typed.clone_from(&self.around.typed_before);
        }
        if let Some(expected) = pair.0 {
            self.sums.remember(&self.wanted[expected]);
        }
    }

    /// Returns what was typed before a pair of turns; where nothing more came, what should have been answered.
    fn typed_before(&self, pair: Pair, rest_is_missing: bool) -> String {
        let typed = match pair {
            (_, Some(got)) => got.checked_sub(1).and_then(|before| self.printed[before].typed.as_ref()),
            (Some(expected), None) if rest_is_missing => {
                self.turns[..expected].last().and_then(|turn| turn.typed.as_ref())
            }
            _ => None,
        };
        typed.and_then(Typed::line).unwrap_or_default().to_string()
    }

    fn meet(&mut self, expected: usize, turn: usize) {
        let (wanted, got) = (&self.wanted[expected], &self.got[turn]);
        self.found.differences.extend(self.blanks.meet(wanted, got, turn, self.tolerances));
        let OfTurn { mut differences, missing } = cause::of_turn(wanted, got, turn, &self.around);
        self.sums.explain(&mut differences);
        let wrong: Vec<&str> = differences.iter().map(|difference| difference.part.as_str()).collect();
        let is_right = |part: &&str| !wrong.contains(part) && !missing.contains(part);
        self.found.right.extend(labels(&self.turns[expected]).filter(is_right));
        self.found.differences.extend(differences);
    }
}

/// Returns the labels of what is expected in a turn.
pub(super) fn labels(turn: &expected::Turn) -> impl Iterator<Item = &'static str> {
    turn.pieces
        .iter()
        .filter(|(part, text)| !part.is_empty() && !text.trim().is_empty())
        .map(|(part, _)| *part)
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
        wanted: &Wanted,
        got: &Got,
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
