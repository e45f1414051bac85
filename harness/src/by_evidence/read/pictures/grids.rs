//! Grids: three cells that share their walls and are one die together.

use super::Drawing;
use super::inside::{self, Inside};
use crate::by_evidence::read::canvas::{Area, Canvas, NOTHING};

/// Why a grid cannot be read.
const WHY: &str = "the dice cannot be read: each place of a die seems to have a frame of its own; draw one frame around each die";

/// The widths of the cells of a grid.
const WIDTHS: [usize; 2] = [3, 5];

/// A grid.
pub(super) struct Grid {
    /// Where it stands, without the frame and with it.
    inner: Area,
    area: Area,
    /// Which places of a die have pips, a bit for each; nothing if these are not the middles of the cells on three lines.
    places: Option<u16>,
}

/// The places of each face of a grid, line by line. One of the first two, if it is alone, may be three dice whose pips stand above each
/// other: a 2, a 1 and a 2, or a 1 between two that are hidden.
const FACES: [u16; 9] = [
    0b101_010_101,
    0b000_010_000,
    0b100_000_001,
    0b001_000_100,
    0b100_010_001,
    0b001_010_100,
    0b101_000_101,
    0b101_101_101,
    0b111_000_111,
];

/// Returns the grids of cells that stand side by side, each without its frame and with it. Such cells are no dice of their own: each has
/// its pips in the middle, but not where a die has them.
pub(super) fn of(canvas: &Canvas<'_>, cells: &[(Area, Area)]) -> Vec<Grid> {
    let pips = |cell: Area| cell.cells().filter(|(line, column)| canvas.at(*line, *column).ch != ' ');
    let middle =
        |cell: Area| (usize::midpoint(cell.top, cell.bottom), usize::midpoint(cell.left, cell.right));
    let is_cell =
        |cell: Area| WIDTHS.contains(&cell.width()) && pips(cell).all(|(_, column)| column == middle(cell).1);
    let is_die = |cell: Area| cell.bottom > cell.top && pips(cell).eq([middle(cell)]);
    let is_grid = |three: &[(Area, Area)]| {
        let mut cells = three.iter().map(|(inner, _)| *inner);
        let has_pips = cells.clone().any(|cell| pips(cell).next().is_some());
        has_pips && cells.clone().all(is_cell) && !cells.all(is_die)
    };
    let grid = |three: &[(Area, Area)]| {
        let [(first, frame), (last, last_frame)] = [three[0], three[2]];
        let is_even = |(cell, _): &(Area, Area)| is_cell(*cell) && cell.width() == first.width();
        let has_places = first.height() == 3 && three.iter().all(is_even);
        let has_pip = |at: usize| canvas.at(first.top + at / 3, middle(three[at % 3].0).1).ch != ' ';
        let places = || (0..9).fold(0, |places, at| places << 1 | u16::from(has_pip(at)));
        Grid {
            inner: Area { right: last.right, ..first },
            area: Area { right: last_frame.right, ..frame },
            places: has_places.then(places),
        }
    };
    let runs = cells.chunk_by(|(_, one), (_, other)| one.right == other.left);
    let threes = runs.map(|run| run.chunks_exact(3)).filter(|threes| threes.remainder().is_empty());
    threes.filter(|threes| threes.clone().any(is_grid)).flatten().map(grid).collect()
}

/// Returns the dice of the grids in a text, if all of them show a face, and they cannot be three dice each.
pub(super) fn dice(canvas: &Canvas<'_>, grids: &[Grid]) -> Vec<Drawing> {
    let shows = |grid: &Grid, faces: &[u16]| grid.places.is_some_and(|places| faces.contains(&places));
    let are_dice = grids.iter().all(|grid| shows(grid, &FACES))
        && (grids.len() > 1 || grids.iter().any(|grid| shows(grid, &FACES[2..])));
    let drawing = |Grid { inner, area, .. }: &Grid| {
        if !are_dice {
            return Drawing::without_frame(*area, Inside::Puzzle(WHY.to_string()));
        }
        let (mut rows, cell) = (canvas.rows(*inner), inner.width() / 3);
        for row in &mut rows {
            row.iter_mut().skip(cell).step_by(cell + 1).for_each(|wall| *wall = NOTHING);
        }
        Drawing { inside: inside::read(&rows, canvas.signs), ..Drawing::new(canvas, *area, *inner) }
    };
    grids.iter().map(drawing).collect()
}
