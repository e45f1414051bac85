//! The way through a conversation: pair by pair of expected and printed turns, with what is remembered on the way.

use std::collections::BTreeSet;

use super::alignment::align;
use super::blank_lines;
use super::blank_lines::BetweenTurns;
use super::conversation::{ComparedConversation, Findings, Printed};
use super::difference::{Part, Reply};
use super::lines::{ActualLines, ExpectedLines, LettersLeft};
use super::sums::Sums;
use super::turn::{self, Around, TurnDifferences};
use super::wrong_stream::ErrorLines;
use crate::cases::{Tolerance, Typed};
use crate::expected::ExpectedTurn;
use crate::text::alignment::Pair;

/// Compares the turns one by one.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    let ComparedConversation { recording, turns, printed, tolerances, .. } = conversation;
    let error_output = String::from_utf8_lossy(&recording.error_output()).into_owned();
    *found = turn_by_turn(turns, printed, &error_output, tolerances);
}

/// Returns what was found in the turns of a run.
fn turn_by_turn(
    turns: &[ExpectedTurn],
    printed: &[Printed<'_>],
    error_output: &str,
    tolerances: &BTreeSet<Tolerance>,
) -> Findings {
    let expected: Vec<_> = turns.iter().map(|turn| ExpectedLines::new(turn, tolerances)).collect();
    let actual: Vec<_> = printed.iter().map(|turn| ActualLines::new(&turn.output, tolerances)).collect();
    let expected_keys: Vec<_> = expected.iter().map(|turn| &turn.keys).collect();
    let actual_keys: Vec<_> = actual.iter().map(|turn| &turn.keys).collect();
    let pairs = align(&expected_keys, &actual_keys, |keys| keys.iter().collect());
    let around = Around {
        error_lines: ErrorLines::new(error_output, tolerances),
        prompts: expected.iter().filter_map(ExpectedLines::prompt).map(str::to_string).collect(),
        typed_before: String::new(),
        asks: false,
        letters: LettersLeft::default(),
    };
    let mut walk = Walk {
        turns,
        printed,
        expected,
        actual,
        tolerances,
        around,
        pairs,
        found: Findings::default(),
        sums: Sums::default(),
        between_turns: BetweenTurns::default(),
        last_printed: 0,
    };
    for index in 0..walk.pairs.len() {
        let rest_is_missing = walk.pairs[index..].iter().all(|(_, actual)| actual.is_none());
        walk.step(walk.pairs[index], rest_is_missing);
        if rest_is_missing {
            break;
        }
    }
    blank_lines::forgive(&mut walk.found.differences, tolerances);
    Findings { pairs: walk.pairs, ..walk.found }
}

struct Walk<'a> {
    turns: &'a [ExpectedTurn],
    printed: &'a [Printed<'a>],
    expected: Vec<ExpectedLines<'a>>,
    actual: Vec<ActualLines<'a>>,
    tolerances: &'a BTreeSet<Tolerance>,
    around: Around,
    pairs: Vec<Pair>,
    found: Findings,
    sums: Sums,
    between_turns: BetweenTurns,
    /// The last printed turn so far, counted from 0.
    last_printed: usize,
}

impl Walk<'_> {
    fn step(&mut self, pair: Pair, rest_is_missing: bool) {
        let first = self.found.differences.len();
        let reply = self.reply_before(pair);
        self.around.typed_before.clone_from(&reply.line);
        self.around.asks = pair.0.is_some_and(|turn| self.turns[turn].typed.is_some());
        self.last_printed = pair.1.unwrap_or(self.last_printed);
        match pair {
            (Some(expected), Some(turn)) => self.compare(expected, turn),
            (Some(expected), None) => {
                let missing =
                    turn::missing_turn(&self.expected[expected], self.last_printed, rest_is_missing);
                self.found.differences.extend(missing);
            }
            (None, Some(turn)) => {
                self.found.differences.extend(turn::extra_turn(&self.actual[turn], turn, &self.around));
            }
            (None, None) => {}
        }
        for difference in &mut self.found.differences[first..] {
            difference.reply.clone_from(&reply);
        }
        if let Some(expected) = pair.0 {
            self.sums.remember(expected);
        }
    }

    /// Returns what was typed before a pair of turns; before a turn that is missing, what was due there.
    fn reply_before(&self, (expected, actual): Pair) -> Reply {
        let due = || Some(Reply::to(self.turns.get(expected?.checked_sub(1)?)?));
        let typed = |turn: usize| Some(reply_in(self.turns, &self.pairs, self.printed, turn.checked_sub(1)?));
        actual.map_or_else(due, typed).unwrap_or_default()
    }

    fn compare(&mut self, expected: usize, turn: usize) {
        let lines = (&self.expected[expected], &self.actual[turn]);
        self.found.differences.extend(self.between_turns.next(lines, turn, self.tolerances));
        let TurnDifferences { mut differences, missing } =
            turn::compare_turn(lines.0, lines.1, turn, &self.around);
        self.sums.explain(&mut differences, &self.expected);
        let wrong: Vec<Part> = differences.iter().map(|difference| difference.part).collect();
        let is_right = |part: &Part| !wrong.contains(part) && !missing.contains(part);
        self.found.right.extend(parts(&self.turns[expected]).filter(is_right));
        self.found.differences.extend(differences);
    }
}

/// Returns the reply with which turn number `turn` of a recording, counted from 0, ends.
fn reply_in(turns: &[ExpectedTurn], pairs: &[Pair], printed: &[Printed<'_>], turn: usize) -> Reply {
    let typed = printed.get(turn).and_then(|turn| turn.typed.as_ref());
    let line = typed.and_then(Typed::line).unwrap_or_default().to_string();
    Reply { line, question: question_at(turns, pairs, turn) }
}

/// Returns the part of the question that was due where turn number `turn` of a recording, counted from 0, ends.
pub(crate) fn question_at(turns: &[ExpectedTurn], pairs: &[Pair], turn: usize) -> Part {
    let due = pairs.iter().find(|(_, actual)| *actual == Some(turn)).and_then(|(expected, _)| *expected);
    due.map_or(Part::UNKNOWN, |due| Part::new(turns[due].question()))
}

/// Returns the parts of which an expected turn prints something.
pub(super) fn parts(turn: &ExpectedTurn) -> impl Iterator<Item = Part> {
    let pieces = turn.pieces.iter().filter(|(part, text)| !part.is_empty() && !text.trim().is_empty());
    pieces.map(|(part, _)| Part::new(part))
}
