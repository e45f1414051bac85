//! All that is wrong with a run, from whatever was looked at, in the order of the conversation.

use crate::cases::{Case, Cause, Typed};
use crate::comparison::{
    Comparison, Detail, Difference, Part, Reply, Setting, Track, compare, compare_failure, question_at,
};
use crate::expected::{ExpectedTurn, Foreseen};
use crate::observing::{DiceEnd, DiceFinding, Missing};
use crate::recording::{Exit, Recording, Turn};
use crate::text::alignment::Pair;
use crate::text::tokens::{TokenKind, tokens};

/// The part of a throw that is not shown.
pub(crate) const THROW: Part = Part::new("dice/throw");

/// The part of dice that do not follow the seed.
const SEED: Part = Part::new("dice/seed");

/// Compares a run with what was expected of it, as far as its dice are known.
pub(super) fn compare_run(foreseen: &Foreseen, recording: &Recording, case: &Case) -> Comparison {
    let turns = &foreseen.expected.turns;
    match missing_throw(foreseen) {
        Some(missing) => compare(turns, &recording.first_turns(missing.turn), &case.tolerate),
        None => compare(turns, recording, &case.tolerate),
    }
}

/// Returns all that is wrong.
pub(super) fn all(
    foreseen: &Foreseen,
    comparison: &Comparison,
    case: &Case,
    recording: &Recording,
) -> Vec<Difference> {
    let turns = &foreseen.expected.turns;
    let failure = compare_failure(&case.errors, recording, &case.tolerate);
    let mut found = comparison.differences.clone();
    if let Some(missing) = missing_throw(foreseen) {
        // What is printed instead of the throw is no difference of its own.
        let is_instead =
            |difference: &Difference| difference.turn >= missing.turn && difference.expected.is_none();
        found.retain(|difference| !is_instead(difference));
        let turns = recording.turns();
        let reply = reply_before(&turns, missing.turn, foreseen, &comparison.pairs);
        found.extend(instead_of_a_throw(missing, foreseen, &turns).map(|throw| throw.after(reply)));
    }
    // What is wrong with the dice comes first, because what is shown of them follows from it.
    let findings = foreseen.observation.iter().flat_map(|observation| &observation.findings);
    let mut found: Vec<Difference> = findings.map(difference).chain(found).collect();
    found.sort_by_key(|difference| (difference.turn, difference.line));
    let seed = case.dice.filter(|dice| dice.seeded.is_some() && !found.is_empty()).map(|dice| dice.seed);
    if let Some(other_dice) = seed.and_then(|seed| other_dice(turns, recording, seed)) {
        // All that differs follows from it.
        found = vec![other_dice];
    }
    failure.into_iter().chain(found).chain(compare_exit(case, recording)).collect()
}

/// Returns that the dice do not follow the seed, where the first line that is another one is one of several numbers and shows another one
/// among the first of them: what stands behind words is no throw.
fn other_dice(turns: &[ExpectedTurn], recording: &Recording, seed: i64) -> Option<Difference> {
    let filled = |text: &str| -> Vec<(usize, String)> {
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end().to_string()));
        lines.filter(|(_, line)| !line.is_empty()).collect()
    };
    let printed = recording.turns();
    let lines = turns.iter().zip(&printed).enumerate().flat_map(|(turn, (due, shown))| {
        let lines = filled(&due.output()).into_iter().zip(filled(&shown.text()));
        lines.map(move |((_, due), (line, shown))| (turn + 1, line, due, shown)).collect::<Vec<_>>()
    });
    let (turn, line, due, shown) = lines.into_iter().find(|(_, _, due, shown)| due != shown)?;
    let (at, right, wrong) = due
        .char_indices()
        .zip(shown.chars())
        .find_map(|((at, right), wrong)| (right != wrong).then_some((at, right, wrong)))?;
    let difference = Difference::new(Cause::WrongValue, SEED, Detail::OtherDice(seed)).at(turn, line);
    let numbers = tokens(&due).filter(|token| token.kind == TokenKind::Number).count();
    let first = due.find(|it: char| it.is_ascii_digit()).unwrap_or(0);
    let is_of_throw = !due[first.min(at)..at].contains(char::is_alphabetic);
    let is_other_throw = numbers > 1 && right.is_ascii_digit() && wrong.is_ascii_digit() && is_of_throw;
    is_other_throw.then(|| difference.lines(Some(due), Some(shown)).on(Track::Version))
}

/// Returns what was typed before turn number `turn`, counted from 1.
pub(super) fn reply_before(turns: &[Turn], turn: usize, foreseen: &Foreseen, pairs: &[Pair]) -> Reply {
    let Some(before) = turn.checked_sub(2) else { return Reply::default() };
    let typed = turns.get(before).and_then(|turn| turn.typed.as_ref());
    let line = typed.and_then(Typed::line).unwrap_or_default().to_string();
    Reply { line, question: question_at(&foreseen.expected.turns, pairs, before) }
}

fn missing_throw(foreseen: &Foreseen) -> Option<&Missing> {
    match &foreseen.observation.as_ref()?.end {
        DiceEnd::Missing(missing) => Some(missing),
        _ => None,
    }
}

/// Returns the difference of a throw that is not shown; none if the program did not come that far.
fn instead_of_a_throw(missing: &Missing, foreseen: &Foreseen, turns: &[Turn]) -> Option<Difference> {
    let turn = turns.get(missing.turn - 1)?;
    let output = turn.text();
    let before = foreseen.expected.turns.last().map(ExpectedTurn::output).unwrap_or_default();
    let is_new =
        |line: &str| !line.trim().is_empty() && !before.lines().any(|known| known.trim() == line.trim());
    let instead = output.split('\n').enumerate().find(|(_, line)| is_new(line));
    let line = instead.map_or_else(|| output.lines().count(), |(index, _)| index + 1);
    let is_printed = |due: &str| output.lines().any(|line| line.trim() == due.trim());
    let due = before.lines().find(|due| !due.trim().is_empty() && !is_printed(due));
    let setting = due.map_or(Setting::Usual, |due| Setting::DueBeforeAThrow(due.to_string()));
    let difference = Difference::new(Cause::MissingOutput, THROW, Detail::MissingThrow)
        .at(missing.turn, line)
        .lines(Some(missing.expected.clone()), instead.map(|(_, line)| line.to_string()));
    Some(Difference { setting, ..difference })
}

fn difference(finding: &DiceFinding) -> Difference {
    let detail = Detail::Dice(finding.fault.clone());
    Difference::new(Cause::WrongValue, Part::new(finding.part), detail)
        .at(finding.turn, finding.line)
        .lines(finding.expected.clone().or_else(|| finding.fault.due()), Some(finding.actual.clone()))
        .on(Track::Version)
}

/// The exit status counts only where the case asks for one and the program ended by itself.
fn compare_exit(case: &Case, recording: &Recording) -> Option<Difference> {
    let (expected, exit) = (case.exit?, recording.exit()?);
    let actual = match exit {
        Exit::Status(status) if status == expected => return None,
        Exit::Status(status) => format!("exit status {status}"),
        Exit::Signal(signal) => format!("signal {signal}"),
    };
    let difference = Difference::new(Cause::WrongValue, Part::new("exit"), Detail::ExitStatus)
        .at(recording.turns().len(), 1)
        .lines(Some(format!("exit status {expected}")), Some(actual))
        .on(Track::Version);
    Some(difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_faces_do_not_follow_the_seed() {
        let due = "Jane goes first\nJane rolls 5-3\tturn 18 total 18\n";
        let turns =
            [ExpectedTurn { pieces: vec![("turn/throw", due.to_string())], ..ExpectedTurn::default() }];
        let follows = |shown: &str| {
            let found = other_dice(&turns, &Recording::default().prints(shown), 1);
            found.map(|difference| (difference.turn, difference.line))
        };
        assert_eq!(follows("Jane goes first\nJane rolls 5-4\tturn 19 total 19\n"), Some((1, 2)));
        assert_eq!(follows("Jane goes first\nJane rolls 6-3\tturn 19 total 19\n"), Some((1, 2)));
        // The dice are right, and something else is wrong.
        assert_eq!(follows("Jane goes first\nJane rolls 5-3\tturn 8 total 18\n"), None);
        assert_eq!(follows("Dave goes first\nJane rolls 6-3\tturn 18 total 18\n"), None);
        assert_eq!(follows(due), None);
    }
}
