//! Dice between edges whose left and right side are drawn with different signs.

use super::edged::{Edge, HIGHEST, columns};
use super::inside::Inside;
use super::puzzles::PuzzleReason;
use super::{Drawing, Flaw};
use crate::by_evidence::read::canvas::{Area, Canvas};

/// The fewest rows of a die.
const FEWEST_ROWS: usize = 3;

/// Finds dice of which every row begins with one sign and ends with another one. If neither of these stands inside the die, they are its
/// frame; else one of them may be a pip, and the die is a puzzle.
pub(super) fn find(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let mut found = Vec::new();
    for edges in columns(canvas) {
        for pair in edges.windows(2) {
            // The sides stand below the ends of the edge, or beside them.
            let beside = || {
                pair[0].left.checked_sub(1).and_then(|left| between(canvas, pair, left, pair[0].right + 1))
            };
            found.extend(between(canvas, pair, pair[0].left, pair[0].right).or_else(beside));
        }
    }
    found.sort_by_key(|die| die.area);
    found
}

/// Returns the die between two edges whose sides stand in these columns.
fn between(canvas: &Canvas<'_>, edges: &[Edge], from: usize, to: usize) -> Option<Drawing> {
    let (above, below) = (edges.first()?, edges.last()?);
    if !(FEWEST_ROWS + 1..=HIGHEST + 1).contains(&(below.line - above.line)) {
        return None;
    }
    let lines = || above.line + 1..below.line;
    let (left, right) = (canvas.at(above.line + 1, from).ch, canvas.at(above.line + 1, to).ch);
    let is_side = |ch: char| !ch.is_alphanumeric() && ch != ' ';
    let is_through = lines().all(|line| canvas.at(line, from).ch == left && canvas.at(line, to).ch == right);
    let is_pair = canvas.signs.brackets.contains(&(left, right))
        || [('/', '\\'), ('\\', '/')].contains(&(left, right))
        || [left, right].iter().all(|side| canvas.signs.bars.contains(side));
    if left == right || is_pair || !is_side(left) || !is_side(right) || !is_through {
        return None;
    }
    let area = Area { top: above.line, left: from, bottom: below.line, right: to };
    let inner =
        Area { top: area.top + 1, left: area.left + 1, bottom: area.bottom - 1, right: area.right - 1 };
    let mut die = Drawing::new(canvas, area, inner);
    if matches!(die.inside, Inside::Text | Inside::Secret) {
        return None;
    }
    let rows = || lines().map(|line| canvas.row(line, inner.left, inner.right));
    if rows().flatten().any(|cell| [left, right].contains(&cell.ch)) {
        die.inside = Inside::Puzzle(PuzzleReason::UnlikeSides(left, right));
    } else {
        die.flaws.push(Flaw::UnlikeSides(left, right));
    }
    Some(die)
}
