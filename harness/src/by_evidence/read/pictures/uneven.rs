//! Dice between walls that do not stand under each other.

use super::{DieLook, Drawing, Flaw, inside};
use crate::by_evidence::read::canvas::{Area, Canvas, Glyph};

/// The lowest and the highest die.
const HEIGHTS: std::ops::RangeInclusive<usize> = 3..=9;

/// Finds lines with as many walls each, between two edges, whose walls are not aligned.
pub(super) fn find(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let edges = |line: &[Glyph]| line.iter().filter(|cell| canvas.signs.edges.contains(&cell.ch)).count();
    let has_edge = |line: usize| canvas.lines.get(line).is_some_and(|line| edges(line) >= 3);
    let is_wall = |cell: &Glyph| matches!(cell.ch, '|' | '│' | '║' | '┃');
    let walls = canvas.lines.iter().map(|line| {
        let all = line.iter().enumerate().filter(|(_, cell)| is_wall(cell)).map(|(column, _)| column);
        all.filter(|_| edges(line) <= line.len() / 2).collect()
    });
    let walls: Vec<Vec<usize>> = walls.collect();
    let mut found = Vec::new();
    let mut top = 0;
    for rows in walls.chunk_by(|one, other| one.len() == other.len()) {
        let (count, end) = (rows[0].len(), top + rows.len());
        let framed = top > 0 && has_edge(top - 1) && has_edge(end);
        if count >= 2 && count.is_multiple_of(2) && HEIGHTS.contains(&rows.len()) && framed {
            found.extend((0..count / 2).filter_map(|die| read(canvas, rows, top, die)));
        }
        top = end;
    }
    found
}

/// Reads one die between its walls on each line.
fn read(canvas: &Canvas<'_>, walls: &[Vec<usize>], top: usize, die: usize) -> Option<Drawing> {
    let left = walls.iter().map(|walls| walls[2 * die]).min()?;
    let right = walls.iter().map(|walls| walls[2 * die + 1]).max()?;
    let rows = walls.iter().enumerate().map(|(line, walls)| {
        let (from, to) = (walls[2 * die] + 1, walls[2 * die + 1]);
        (from < to).then(|| canvas.row(top + line, from, to - 1))
    });
    let rows = rows.collect::<Option<Vec<Vec<Glyph>>>>()?;
    let area = Area { top: top - 1, left, bottom: top + walls.len(), right };
    let frame = DieLook { frame: [canvas.at(top, walls[0][2 * die]).ch].into(), ..DieLook::default() };
    Some(Drawing { area, inside: inside::read(&rows, canvas.signs), frame, flaws: vec![Flaw::UnevenRows] })
}
