//! Dice between walls that do not stand under each other.

use super::walled::is_edge_char;
use super::{Drawing, Flaw};
use crate::by_evidence::read::canvas::{Area, Canvas, Glyph};
use crate::cases::wording::Signs;

/// The lowest and the highest die.
const HEIGHTS: std::ops::RangeInclusive<usize> = 3..=9;

/// Finds lines with as many walls each, between two edges, whose walls are not aligned.
pub(super) fn find(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let walls: Vec<Vec<usize>> = canvas.lines.iter().map(|line| walls(line, canvas.signs)).collect();
    let mut found = Vec::new();
    let mut top = 0;
    while top < walls.len() {
        let count = walls[top].len();
        let end = (top..walls.len()).find(|line| walls[*line].len() != count).unwrap_or(walls.len());
        let framed = top > 0 && has_edge(canvas, top - 1) && has_edge(canvas, end);
        if count >= 2 && count.is_multiple_of(2) && HEIGHTS.contains(&(end - top)) && framed {
            found.extend((0..count / 2).filter_map(|die| read(canvas, &walls[top..end], top, die)));
        }
        top = end;
    }
    found
}

fn walls(line: &[Glyph], signs: &Signs) -> Vec<usize> {
    let is_wall = |cell: &Glyph| matches!(cell.ch, '|' | '│' | '║' | '┃');
    let edges = line.iter().filter(|cell| is_edge_char(cell.ch, signs)).count();
    if edges > line.len() / 2 {
        return Vec::new();
    }
    line.iter().enumerate().filter(|(_, cell)| is_wall(cell)).map(|(column, _)| column).collect()
}

fn has_edge(canvas: &Canvas<'_>, line: usize) -> bool {
    canvas
        .lines
        .get(line)
        .is_some_and(|line| line.iter().filter(|cell| is_edge_char(cell.ch, canvas.signs)).count() >= 3)
}

/// Reads one die between its walls on each line.
fn read(canvas: &Canvas<'_>, walls: &[Vec<usize>], top: usize, die: usize) -> Option<Drawing> {
    let left = walls.iter().map(|walls| walls[2 * die]).min()?;
    let right = walls.iter().map(|walls| walls[2 * die + 1]).max()?;
    let bottom = top + walls.len() - 1;
    let mut own = Canvas { lines: Vec::new(), ..*canvas };
    for (line, walls) in walls.iter().enumerate() {
        let (from, to) = (walls[2 * die] + 1, walls[2 * die + 1]);
        if from >= to {
            return None;
        }
        own.lines.push(canvas.row(top + line, from, to - 1));
    }
    let width = own.lines.iter().map(Vec::len).max()?;
    let inner = Area { top: 0, left: 0, bottom: own.lines.len() - 1, right: width - 1 };
    let mut found = Drawing::new(&own, inner, inner);
    found.area = Area { top: top - 1, left, bottom: bottom + 1, right };
    found.frame.0 = [canvas.at(top, walls[0][2 * die]).ch].into();
    found.flaws.push(Flaw::UnevenRows);
    Some(found)
}
