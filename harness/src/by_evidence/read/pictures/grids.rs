//! Cells of a grid that may be one die together: three beside each other that share their walls.

use crate::by_evidence::read::canvas::{Area, Canvas};

/// A cell, and what belongs to it.
#[derive(Clone, Copy)]
pub(super) struct GridCell {
    /// What is inside its frame.
    pub(super) inner: Area,
    /// The same with its frame.
    pub(super) framed: Area,
}

/// The widths of cells.
const WIDTHS: [usize; 2] = [3, 5];

/// Returns the areas of three cells each that are one die together. Such cells are no dice of their own: each has its pips in
/// the middle, but not where a die has them. `cells` stand side by side, each with the area of its frame.
pub(super) fn find(canvas: &Canvas<'_>, cells: &[GridCell]) -> Vec<Area> {
    let mut grids = Vec::new();
    for rest in cells.chunk_by(|one, other| one.framed.right == other.framed.left) {
        let threes = rest.chunks_exact(3);
        if threes.remainder().is_empty() && threes.clone().any(|three| is_grid(canvas, three)) {
            grids.extend(threes.map(|three| Area { right: three[2].framed.right, ..three[0].framed }));
        }
    }
    grids
}

fn is_grid(canvas: &Canvas<'_>, three: &[GridCell]) -> bool {
    let three: Vec<Area> = three.iter().map(|cell| cell.inner).collect();
    let width = |cell: &Area| cell.right + 1 - cell.left;
    let pips = |cell: &Area| -> Vec<(usize, usize)> {
        let places =
            (cell.top..=cell.bottom).flat_map(|line| (cell.left..=cell.right).map(move |at| (line, at)));
        places.filter(|(line, column)| canvas.at(*line, *column).ch != ' ').collect()
    };
    let middle =
        |cell: &Area| (usize::midpoint(cell.top, cell.bottom), usize::midpoint(cell.left, cell.right));
    let in_middle_column = |cell: &Area| pips(cell).iter().all(|(_, column)| *column == middle(cell).1);
    let is_die = |cell: &Area| cell.bottom > cell.top && pips(cell) == [middle(cell)];
    three.iter().all(|cell| WIDTHS.contains(&width(cell)) && in_middle_column(cell))
        && three.iter().any(|cell| !pips(cell).is_empty())
        && !three.iter().all(is_die)
}
