//! Dice between walls, such as `|` and `|`, or `[` and `]`.

use std::collections::{BTreeMap, BTreeSet};

use super::inside::Inside;
use super::{Drawing, Flaw, inside};
use crate::by_evidence::read::canvas::{Area, Canvas, NOTHING};

/// The signs of the walls on the left side of a die, and those on its right side.
pub(super) type Walls = (Vec<char>, Vec<char>);

/// The largest die.
const HIGHEST: usize = 12;
const WIDEST: usize = 31;

/// Why a grid cannot be read.
const GRID: &str = "the dice cannot be read: each place of a die seems to have a frame of its own; draw one frame around each die";

/// The widths of the cells of a grid.
const WIDTHS: [usize; 2] = [3, 5];

/// An area between two walls, from one edge to the next.
struct Section {
    /// What is inside the walls.
    inner: Area,
    /// What is drawn there, with its frame.
    drawing: Drawing,
    above: bool,
    below: bool,
    /// Whether the edge below is the last row itself, drawn with underscores.
    ground: bool,
}

impl Section {
    fn has_edges(&self) -> bool {
        self.above && self.below
    }

    /// Returns that one of its two edges is not drawn, if the other one is.
    fn lacks_an_edge(&self) -> Option<Flaw> {
        let (has, lacks) = match (self.above, self.below) {
            (false, true) if !self.ground => ("bottom", "top"),
            (true, false) => ("top", "bottom"),
            _ => return None,
        };
        Some(Flaw::Frame(format!("the picture of a die has a {has} edge, but no {lacks} edge")))
    }

    /// Returns whether it holds a die; in brackets, one of two rows needs no edges.
    fn is_die(&self, in_brackets: bool, others_are_framed: bool) -> bool {
        let (height, has_edges) = (self.inner.height(), self.has_edges());
        if height > HIGHEST || (!has_edges && height < if in_brackets { 2 } else { 3 }) {
            return false;
        }
        match &self.drawing.inside {
            Inside::Empty => has_edges && !in_brackets && height >= 2,
            Inside::Text | Inside::Secret => false,
            Inside::Puzzle(_) => has_edges || !others_are_framed,
            Inside::Pips(_) => true,
        }
    }
}

/// Finds the dice between walls, which may be brackets.
pub(super) fn find(canvas: &Canvas<'_>, walls: &Walls, are_brackets: bool) -> Vec<Drawing> {
    let mut strips: BTreeMap<(usize, usize), Vec<Section>> = BTreeMap::new();
    for section in columns(canvas, walls).into_iter().flat_map(|column| split(canvas, column)) {
        strips.entry((section.inner.top, section.inner.bottom)).or_default().push(section);
    }
    let (mut cells, mut grids, mut found) = (BTreeSet::new(), Vec::new(), Vec::new());
    for mut strip in strips.into_values() {
        strip.sort_by_key(|section| section.inner.left);
        if strip.iter().any(|section| section.drawing.inside == Inside::Text) {
            let inner = strip.iter().map(|section| section.inner);
            cells.extend(inner.map(|inner| (inner.left, inner.right, inner.top)));
        }
        match grids_of(canvas, &strip) {
            own if own.is_empty() => found.extend(dice_of(are_brackets, strip)),
            own => grids.extend(own),
        }
    }
    found.extend(dice_in_grids(canvas, &grids));
    // A picture of one row that stands below or above a cell of a table with words, or beside one, is a cell, too.
    let is_cell = |area: Area| {
        let mut near = area.top.saturating_sub(2)..=area.top + 4;
        area.height() <= 3 && near.any(|line| cells.contains(&(area.left + 1, area.right - 1, line)))
    };
    found.retain(|die| !is_cell(die.area));
    found
}

/// Returns the areas between two neighbouring walls that stand in the same columns on successive lines.
fn columns(canvas: &Canvas<'_>, (left, right): &Walls) -> Vec<Area> {
    let mut active: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut columns = Vec::new();
    for line in 0..=canvas.lines.len() {
        let cells = canvas.lines.get(line).map_or(&[][..], Vec::as_slice);
        let is_wall = |at: &usize| left.contains(&cells[*at].ch) || right.contains(&cells[*at].ch);
        let walls: Vec<usize> = (0..cells.len()).filter(is_wall).collect();
        let fits = |pair: &&[usize]| {
            left.contains(&cells[pair[0]].ch)
                && right.contains(&cells[pair[1]].ch)
                && (2..=WIDEST + 1).contains(&(pair[1] - pair[0]))
        };
        let spans = walls.windows(2).filter(fits).map(|pair| (pair[0], pair[1]));
        let next = spans.map(|span| (span, active.remove(&span).unwrap_or(line))).collect();
        columns.extend(active.iter().map(|((left, right), top)| Area {
            top: *top,
            left: left + 1,
            bottom: line - 1,
            right: right - 1,
        }));
        active = next;
    }
    columns
}

/// Cuts a column where edges cross it.
fn split(canvas: &Canvas<'_>, column: Area) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut top = column.top;
    let mut above = top > 0 && is_edge(canvas, top - 1, column);
    for line in column.top..=column.bottom + 1 {
        let edge = is_edge(canvas, line, column);
        if line <= column.bottom && !edge {
            continue;
        }
        if line > top {
            let inner = Area { top, bottom: line - 1, ..column };
            // The last line inside a frame may be its ground, drawn with underscores between pips.
            let underscores = canvas.row(line - 1, column.left, column.right);
            let ground = !edge && underscores.iter().filter(|cell| cell.ch == '_').count() >= 2;
            let framed = Area {
                top: inner.top - usize::from(above),
                left: inner.left - 1,
                bottom: inner.bottom + usize::from(edge),
                right: inner.right + 1,
            };
            let drawing = Drawing::new(canvas, framed, inner);
            sections.push(Section { inner, drawing, above, below: edge || ground, ground });
        }
        top = line + 1;
        above = true;
    }
    sections
}

/// Returns whether a line is an edge between the walls of a column.
fn is_edge(canvas: &Canvas<'_>, line: usize, column: Area) -> bool {
    let cells = canvas.row(line, column.left, column.right);
    let edges = cells.iter().filter(|cell| canvas.signs.edges.contains(&cell.ch)).count();
    let others = cells.iter().any(|cell| cell.ch != ' ' && !canvas.signs.edges.contains(&cell.ch));
    let first = cells[0].ch;
    let one_kind = cells.len() >= 5 && first != ' ' && cells.iter().all(|cell| cell.ch == first);
    // A row of quiet pips such as `. .` is no edge: an edge fills most of its line.
    let full = edges * 4 >= cells.len() * 3 || (edges >= 3 && edges * 2 >= cells.len());
    (edges > 0 && !others && full) || (one_kind && !first.is_alphanumeric())
}

/// Returns the dice of sections that stand side by side.
fn dice_of(in_brackets: bool, strip: Vec<Section>) -> Vec<Drawing> {
    let framed = strip.iter().any(Section::has_edges);
    let is_die = |at: &usize| strip[*at].is_die(in_brackets, framed) && !is_gap(&strip, *at);
    let dice: BTreeSet<usize> = (0..strip.len()).filter(is_die).collect();
    let dice = strip.into_iter().enumerate().filter(|(at, _)| dice.contains(at));
    dice.map(|(_, section)| {
        let flaw = section.lacks_an_edge();
        let mut drawing = section.drawing;
        drawing.flaws.extend(flaw);
        drawing
    })
    .collect()
}

/// Three cells that share their walls and are one die together.
struct Grid {
    /// Where they stand, without the frame and with it.
    inner: Area,
    area: Area,
    /// Which places of a die have pips, from 0 at the top left to 8; nothing if these are not the middles of the cells on three lines.
    places: Option<BTreeSet<usize>>,
}

/// The places of each face of a grid. One of the first two, if it is alone, may be three dice whose pips stand above each other: a 2, a 1
/// and a 2, or a 1 between two that are hidden.
const FACES: [&[usize]; 9] = [
    &[0, 2, 4, 6, 8],
    &[4],
    &[0, 8],
    &[2, 6],
    &[0, 4, 8],
    &[2, 4, 6],
    &[0, 2, 6, 8],
    &[0, 2, 3, 5, 6, 8],
    &[0, 1, 2, 6, 7, 8],
];

/// Returns the grids of sections that stand side by side, if there are no words among them. Their cells are no dice of their own: each
/// has its pips in the middle, but not where a die has them.
fn grids_of(canvas: &Canvas<'_>, strip: &[Section]) -> Vec<Grid> {
    let pips = |cell: Area| cell.cells().filter(|(line, column)| canvas.at(*line, *column).ch != ' ');
    let middle =
        |cell: Area| (usize::midpoint(cell.top, cell.bottom), usize::midpoint(cell.left, cell.right));
    let is_cell =
        |cell: Area| WIDTHS.contains(&cell.width()) && pips(cell).all(|(_, column)| column == middle(cell).1);
    let is_die = |cell: Area| cell.bottom > cell.top && pips(cell).eq([middle(cell)]);
    let is_grid = |three: &[&Section]| {
        let mut cells = three.iter().map(|section| section.inner);
        let has_pips = cells.clone().any(|cell| pips(cell).next().is_some());
        has_pips && cells.clone().all(is_cell) && !cells.all(is_die)
    };
    let grid = |three: &[&Section]| {
        let (first, last) = (three[0], three[2]);
        let inner = Area { right: last.inner.right, ..first.inner };
        let is_even = |cell: Area| is_cell(cell) && cell.width() == first.inner.width();
        let has_places = inner.height() == 3 && three.iter().all(|section| is_even(section.inner));
        let places = three.iter().zip(0..).flat_map(|(section, column)| {
            pips(section.inner).map(move |(line, _)| 3 * (line - inner.top) + column)
        });
        let area = Area { right: last.drawing.area.right, ..first.drawing.area };
        Grid { inner, area, places: has_places.then(|| places.collect()) }
    };
    if strip.iter().any(|section| section.drawing.inside == Inside::Text) {
        return Vec::new();
    }
    // What stands between two frames is no cell.
    let framed = strip.iter().any(Section::has_edges);
    let cells: Vec<&Section> = strip.iter().filter(|section| section.has_edges() || !framed).collect();
    let runs = cells.chunk_by(|one, other| one.drawing.area.right == other.drawing.area.left);
    let threes = runs.map(|run| run.chunks_exact(3)).filter(|threes| threes.remainder().is_empty());
    threes.filter(|threes| threes.clone().any(is_grid)).flatten().map(grid).collect()
}

/// Returns the dice of the grids in a text, if all of them show a face, and they cannot be three dice each.
fn dice_in_grids(canvas: &Canvas<'_>, grids: &[Grid]) -> Vec<Drawing> {
    let shows = |grid: &Grid, faces: &[&[usize]]| {
        grid.places.as_ref().is_some_and(|places| faces.iter().any(|face| face.iter().eq(places)))
    };
    let are_dice = grids.iter().all(|grid| shows(grid, &FACES))
        && (grids.len() > 1 || grids.iter().any(|grid| shows(grid, &FACES[2..])));
    let drawing = |Grid { inner, area, .. }: &Grid| {
        if !are_dice {
            return Drawing::without_frame(*area, Inside::Puzzle(GRID.to_string()));
        }
        let (mut rows, cell) = (canvas.rows(*inner), inner.width() / 3);
        for row in &mut rows {
            row.iter_mut().skip(cell).step_by(cell + 1).for_each(|wall| *wall = NOTHING);
        }
        Drawing { inside: inside::read(&rows, canvas.signs), ..Drawing::new(canvas, *area, *inner) }
    };
    grids.iter().map(drawing).collect()
}

/// Returns whether an empty section is the gap between two dice whose walls it shares; one as wide as the dice is none.
fn is_gap(strip: &[Section], at: usize) -> bool {
    let own = &strip[at];
    let neighbours = (at.checked_sub(1).map(|before| &strip[before].inner), strip.get(at + 1));
    let (Some(before), Some(after)) = neighbours else { return false };
    let is_shared = before.right + 2 == own.inner.left && after.inner.left == own.inner.right + 2;
    let is_drawn = |section: &&Section| matches!(section.drawing.inside, Inside::Pips(_) | Inside::Puzzle(_));
    let mut dice = strip.iter().filter(is_drawn).map(|section| section.inner.width()).peekable();
    let is_as_wide = match dice.peek() {
        Some(_) => dice.any(|width| width == own.inner.width()),
        None => strip.iter().all(|section| section.inner.width() <= own.inner.width()),
    };
    own.drawing.inside == Inside::Empty && is_shared && !is_as_wide
}
