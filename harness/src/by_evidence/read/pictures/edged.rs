//! Dice whose frame has no bars: between two edges, or in a box of one character.

use std::collections::BTreeMap;

use super::Drawing;
use super::inside::Inside;
use crate::by_evidence::read::canvas::{Area, Canvas};

/// The most lines between two edges.
pub(super) const HIGHEST: usize = 11;

/// The shortest and the longest edge.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=31;

/// A row of one character.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) line: usize,
    pub(super) left: usize,
    pub(super) right: usize,
}

/// Finds dice between edges that stand above each other.
pub(super) fn find(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let mut found = Vec::new();
    for edges in columns(canvas) {
        let mut at = 0;
        while at + 1 < edges.len() {
            match between(canvas, edges[at], edges[at + 1]) {
                Some(die) => {
                    found.push(die);
                    at += 2;
                }
                None => at += 1,
            }
        }
    }
    found.sort_by_key(|die| die.area);
    found
}

/// Returns the edges that stand above each other, for all columns in which there are some.
pub(super) fn columns(canvas: &Canvas<'_>) -> Vec<Vec<Edge>> {
    let mut by_columns: BTreeMap<(usize, usize), Vec<Edge>> = BTreeMap::new();
    for line in 0..canvas.lines.len() {
        for edge in edges(canvas, line) {
            by_columns.entry((edge.left, edge.right)).or_default().push(edge);
        }
    }
    by_columns.into_values().collect()
}

/// Returns the edges on a line.
fn edges(canvas: &Canvas<'_>, line: usize) -> Vec<Edge> {
    let cells = &canvas.lines[line];
    let mut edges = Vec::new();
    let mut from = 0;
    while from < cells.len() {
        let ch = cells[from].ch;
        let to = (from..cells.len()).find(|at| cells[*at].ch != ch).unwrap_or(cells.len());
        if !ch.is_alphanumeric() && ch != ' ' && to - from >= *LENGTHS.start() {
            let is_corner =
                |at: usize| cells.get(at).is_some_and(|cell| canvas.signs.corners.contains(&cell.ch));
            let left = from - usize::from(from > 0 && is_corner(from - 1));
            let right = to - 1 + usize::from(is_corner(to));
            if LENGTHS.contains(&(right - left + 1)) {
                edges.push(Edge { line, left, right });
            }
        }
        from = to;
    }
    edges
}

/// Returns what stands between two edges, if that is a die.
fn between(canvas: &Canvas<'_>, above: Edge, below: Edge) -> Option<Drawing> {
    if !(2..=HIGHEST + 1).contains(&(below.line - above.line)) {
        return None;
    }
    let area = Area { top: above.line, left: above.left, bottom: below.line, right: below.right };
    let lines = || above.line + 1..below.line;
    let outside = |column: Option<usize>| {
        column.is_some_and(|column| lines().any(|line| canvas.at(line, column).ch != ' '))
    };
    if outside(area.left.checked_sub(1)) || outside(Some(area.right + 1)) {
        return None;
    }
    let first = canvas.at(above.line + 1, area.left).ch;
    let last = canvas.at(above.line + 1, area.right).ch;
    let walled = first != ' '
        && !first.is_alphanumeric()
        && lines()
            .all(|line| canvas.at(line, area.left).ch == first && canvas.at(line, area.right).ch == last)
        && last != ' ';
    let inset = usize::from(walled);
    let inner = Area {
        top: above.line + 1,
        left: area.left + inset,
        bottom: below.line - 1,
        right: area.right - inset,
    };
    let found = Drawing::new(canvas, area, inner);
    let height = inner.bottom - inner.top + 1;
    let is_die = match &found.inside {
        Inside::Pips(pips) if pips.digit.is_some() => walled && height >= 2,
        Inside::Pips(pips) => walled || (height >= 3 && pips.count <= 9),
        Inside::Empty => walled && height >= 2,
        Inside::Puzzle(_) => walled || height >= 3,
        Inside::Text | Inside::Secret => false,
    };
    is_die.then_some(found)
}
