//! Blank lines that are missing or too many between lines that are there.

use std::sync::Arc;

use super::key::Key;
use super::look::{Blanks, CaseView, Sighting, TurnView, astray};
use super::page::Page;
use super::steps::Step;
use super::vocabulary::Vocabulary;

/// Returns where blank lines are missing or too many, each with its pair of turns. Turns in which other lines stand are
/// left out.
pub(super) fn sightings(view: &CaseView, blanks: Blanks, vocabulary: &Vocabulary) -> Vec<(usize, Sighting)> {
    let mut found = Vec::new();
    if blanks == Blanks::Ignored {
        return found;
    }
    let mut before = None;
    for (pair, ((one, _), turn)) in view.pairs.iter().zip(&view.turns).enumerate() {
        let (Some(one), Some(turn)) = (one, turn) else {
            before = None;
            continue;
        };
        let TurnView { expected, actual, steps, .. } = &**turn;
        if astray(steps, expected, actual, vocabulary).contains(&true) {
            before = None;
            continue;
        }
        let free = usize::from(blanks == Blanks::LooseAfterPrompts && *one > 0);
        let start = if *one == 0 { Some((0, 0)) } else { before };
        for (row, column, due, printed) in places(expected, actual, steps, start) {
            let slack = if column == 0 { free } else { 0 };
            if due.abs_diff(printed) > slack {
                let of_line = expected.lines[before_it(row, column)].part();
                let key = Arc::new(Key::Blanks(vocabulary.family(of_line), due > printed));
                let part = expected.lines[row].blanks_part.unwrap_or(of_line);
                found.push((pair, Sighting { key, step: column, part, is_in_step: true }));
            }
        }
        let ends = met(steps)
            .last()
            .is_some_and(|(row, column)| row + 1 == expected.lines.len() && column + 1 == actual.lines.len());
        before = ends.then_some((expected.breaks_after, actual.breaks_after));
    }
    found
}

/// Returns the line by which blank lines are told from others: the one before them in its turn, else the one after them.
fn before_it(row: usize, column: usize) -> usize {
    if column == 0 { row } else { row.saturating_sub(1) }
}

/// Returns the lines that were met, expected and printed.
fn met(steps: &[Step]) -> impl Iterator<Item = (usize, usize)> {
    steps.iter().filter_map(|step| match step {
        Step::Same(row, column) | Step::Pair(row, column) => Some((*row, *column)),
        _ => None,
    })
}

/// Returns the lines before which blank lines can be counted: the expected line, the printed one, and how many there are.
fn places(
    expected: &Page,
    actual: &Page,
    steps: &[Step],
    before: Option<(usize, usize)>,
) -> Vec<(usize, usize, usize, usize)> {
    let mut found = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    for (row, column) in met(steps) {
        let (due, printed) = (expected.lines[row].blanks, actual.lines[column].blanks);
        if (row, column) == (0, 0) {
            let more = before.map(|(due_before, before)| (due_before + due, before + printed));
            found.extend(more.map(|(due, printed)| (row, column, due, printed)));
        } else if last.is_some_and(|(above, over)| above + 1 == row && over + 1 == column) {
            found.push((row, column, due, printed));
        }
        last = Some((row, column));
    }
    found
}
