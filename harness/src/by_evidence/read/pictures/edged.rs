//! Dice between two edges that stand above each other in the same columns, with sides or without.

use std::collections::BTreeMap;

use super::inside::Inside;
use super::{Drawing, Flaw};
use crate::by_evidence::read::canvas::{Area, Canvas};

/// The most rows between two edges, and the fewest of a die without sides, or with unlike ones.
const HIGHEST: usize = 11;
const FEWEST_ROWS: usize = 3;

/// The shortest and the longest edge.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=31;

/// Finds the dice whose rows begin with one sign and end with another one.
pub(super) fn with_unlike_sides(canvas: &Canvas<'_>) -> Vec<Drawing> {
    find(canvas, |canvas, area| {
        // The sides may also stand beside the ends of the edges.
        let wider = || Some(Area { left: area.left.checked_sub(1)?, right: area.right + 1, ..area });
        unlike(canvas, area).or_else(|| unlike(canvas, wider()?))
    })
}

/// Finds the dice beside which nothing stands.
pub(super) fn with_any_sides_or_none(canvas: &Canvas<'_>) -> Vec<Drawing> {
    find(canvas, alone)
}

fn find(canvas: &Canvas<'_>, die: fn(&Canvas<'_>, Area) -> Option<Drawing>) -> Vec<Drawing> {
    let mut found = Vec::new();
    for ((left, right), lines) in edges(canvas) {
        let mut below = 0;
        for pair in lines.windows(2).filter(|pair| (2..=HIGHEST + 1).contains(&(pair[1] - pair[0]))) {
            let area = Area { top: pair[0], left, bottom: pair[1], right };
            // Each edge belongs to one die: what is between two dice is a gap.
            if area.top >= below
                && let Some(drawing) = die(canvas, area)
            {
                below = area.bottom + 1;
                found.push(drawing);
            }
        }
    }
    found.sort_by_key(|die| die.area);
    found
}

/// Returns the lines of the edges that stand in the same columns.
fn edges(canvas: &Canvas<'_>) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut edges: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (line, cells) in canvas.lines.iter().enumerate() {
        let is_corner = |at: usize| cells.get(at).is_some_and(|cell| canvas.signs.corners.contains(&cell.ch));
        let mut to = 0;
        for run in cells.chunk_by(|one, other| one.ch == other.ch) {
            let from = to;
            to += run.len();
            if is_sign(run[0].ch) && run.len() >= *LENGTHS.start() {
                let left = from - usize::from(from > 0 && is_corner(from - 1));
                let right = to - 1 + usize::from(is_corner(to));
                if LENGTHS.contains(&(right - left + 1)) {
                    edges.entry((left, right)).or_default().push(line);
                }
            }
        }
    }
    edges
}

fn is_sign(ch: char) -> bool {
    !ch.is_alphanumeric() && ch != ' '
}

/// Returns the signs with which every row between two edges begins and ends.
fn sides(canvas: &Canvas<'_>, area: Area) -> Option<(char, char)> {
    let ends = |line: usize| (canvas.at(line, area.left).ch, canvas.at(line, area.right).ch);
    let (left, right) = ends(area.top + 1);
    let is_through = (area.top + 1..area.bottom).all(|line| ends(line) == (left, right));
    (is_through && is_sign(left) && right != ' ').then_some((left, right))
}

/// Returns the die with unlike sides. If neither of them stands inside the die, they are its frame; else one of them may be a pip, and the
/// die is a puzzle.
fn unlike(canvas: &Canvas<'_>, area: Area) -> Option<Drawing> {
    let (left, right) = sides(canvas, area)?;
    let inner = area.inner();
    let are_bars = [left, right].iter().all(|side| canvas.signs.bars.contains(side));
    let is_pair =
        [('/', '\\'), ('\\', '/')].iter().chain(&canvas.signs.brackets).any(|pair| *pair == (left, right));
    if left == right || is_pair || are_bars || !is_sign(right) || inner.height() < FEWEST_ROWS {
        return None;
    }
    let mut die = Drawing::new(canvas, area, inner);
    if matches!(die.inside, Inside::Text | Inside::Secret) {
        return None;
    }
    if canvas.rows(inner).into_iter().flatten().any(|cell| [left, right].contains(&cell.ch)) {
        die.inside = Inside::Puzzle(format!(
            "the dice cannot be read: each row of a die begins with `{left}` and ends with `{right}`, and one of them may be the frame or \
             a pip; draw both sides of a die with one sign that is no pip"
        ));
    } else {
        let says = format!("the left side of a die is drawn with `{left}`, the right side with `{right}`");
        die.flaws.push(Flaw::Frame(says));
    }
    Some(die)
}

/// Returns the die beside which nothing stands.
fn alone(canvas: &Canvas<'_>, area: Area) -> Option<Drawing> {
    let is_blank = |column: usize| (area.top + 1..area.bottom).all(|line| canvas.at(line, column).ch == ' ');
    if !area.left.checked_sub(1).is_none_or(is_blank) || !is_blank(area.right + 1) {
        return None;
    }
    let has_sides = sides(canvas, area).is_some();
    let within = area.inner();
    let within = if has_sides { within } else { Area { left: area.left, right: area.right, ..within } };
    let found = Drawing::new(canvas, area, within);
    let height = within.height();
    let is_die = match &found.inside {
        Inside::Pips(pips) if !pips.has_digit() => has_sides || height >= FEWEST_ROWS && pips.count <= 9,
        Inside::Pips(_) | Inside::Empty => has_sides && height >= 2,
        Inside::Puzzle(_) => has_sides || height >= FEWEST_ROWS,
        Inside::Text | Inside::Secret => false,
    };
    is_die.then_some(found)
}
