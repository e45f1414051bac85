//! Dice between walls, such as `|` and `|`, or `[` and `]`.

use std::collections::{BTreeMap, BTreeSet};

use super::grids;
use super::inside::{Inside, is_blank};
use super::{Drawing, Flaw};
use crate::by_evidence::read::canvas::{Area, Canvas};
use crate::cases::wording::Signs;

/// The signs of the walls on both sides of a die.
pub(super) struct Walls {
    left: Vec<char>,
    right: Vec<char>,
    /// Whether a die of any height needs no edge above and below.
    brackets: bool,
}

impl Walls {
    /// Returns upright bars.
    pub(super) fn bars(signs: &Signs) -> Self {
        Self { left: signs.bars.clone(), right: signs.bars.clone(), brackets: false }
    }

    /// Returns brackets of these kinds.
    pub(super) fn brackets(kinds: &[(char, char)]) -> Self {
        let (left, right) = kinds.iter().copied().unzip();
        Self { left, right, brackets: true }
    }

    /// Returns colons and crosses.
    pub(super) fn colons() -> Self {
        Self { left: vec![':', '+'], right: vec![':', '+'], brackets: false }
    }
}

/// The largest die.
const HIGHEST: usize = 12;
const WIDEST: usize = 31;

/// An area between two walls, from one edge to the next.
#[derive(Clone)]
struct Section {
    /// What is inside the walls.
    inner: Area,
    above: bool,
    below: bool,
    /// Whether the edge below is the last row itself, drawn with underscores.
    ground: bool,
}

impl Section {
    fn has_edges(&self) -> bool {
        self.above && self.below
    }
}

/// Finds the dice between `walls`.
pub(super) fn find(canvas: &Canvas<'_>, walls: &Walls) -> Vec<Drawing> {
    let sections: Vec<Section> =
        columns(canvas, walls).into_iter().flat_map(|column| split(canvas, column)).collect();
    let mut strips: BTreeMap<(usize, usize), Vec<Section>> = BTreeMap::new();
    for section in sections {
        strips.entry((section.inner.top, section.inner.bottom)).or_default().push(section);
    }
    let mut cells = BTreeSet::new();
    let mut found = Vec::new();
    for strip in strips.into_values() {
        found.extend(dice_of(canvas, walls, strip, &mut cells));
    }
    found.retain(|die| !is_cell(die.area, &cells));
    found
}

/// Returns whether a picture of one row stands below or above a cell of a table with words, or beside one.
fn is_cell(area: Area, cells: &BTreeSet<TableCell>) -> bool {
    let row = area.top + 1;
    area.bottom - area.top <= 2
        && (row.saturating_sub(3)..=row + 3).any(|line| cells.contains(&(area.left, area.right, line)))
}

/// The walls of a cell of a table, and its line.
type TableCell = (usize, usize, usize);

/// Returns the areas between two neighbouring walls that stand in the same columns on successive lines.
fn columns(canvas: &Canvas<'_>, walls: &Walls) -> Vec<Area> {
    let mut active: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut columns = Vec::new();
    for line in 0..=canvas.lines.len() {
        let spans = canvas.lines.get(line).map(|cells| {
            let at: Vec<usize> = cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| walls.left.contains(&cell.ch) || walls.right.contains(&cell.ch))
                .map(|(column, _)| column)
                .collect();
            let fits = |pair: &&[usize]| {
                walls.left.contains(&cells[pair[0]].ch)
                    && walls.right.contains(&cells[pair[1]].ch)
                    && (2..=WIDEST + 1).contains(&(pair[1] - pair[0]))
            };
            at.windows(2).filter(fits).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
        });
        let mut next = BTreeMap::new();
        for span in spans.unwrap_or_default() {
            next.insert(span, active.remove(&span).unwrap_or(line));
        }
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
        let ends = line > column.bottom;
        if !ends && !is_edge(canvas, line, column) {
            continue;
        }
        let edge = is_edge(canvas, line, column);
        let ground = !edge && is_ground(canvas, line.saturating_sub(1), column);
        let below = edge || ground;
        if line > top {
            let inner = Area { top, bottom: line - 1, ..column };
            sections.push(Section { inner, above, below, ground });
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

/// Returns whether the last line inside a frame is its ground, drawn with underscores between pips.
fn is_ground(canvas: &Canvas<'_>, line: usize, column: Area) -> bool {
    let cells = canvas.row(line, column.left, column.right);
    cells.iter().filter(|cell| cell.ch == '_').count() >= 2
}

/// Returns the dice of sections that stand side by side, and notes the cells of tables.
fn dice_of(
    canvas: &Canvas<'_>,
    walls: &Walls,
    mut strip: Vec<Section>,
    cells: &mut BTreeSet<TableCell>,
) -> Vec<Drawing> {
    strip.sort_by_key(|section| section.inner.left);
    let read: Vec<(Section, Drawing)> = strip
        .into_iter()
        .map(|section| {
            let found = Drawing::new(canvas, framed(&section), section.inner);
            (section, found)
        })
        .collect();
    let wordy = read.iter().any(|(_, found)| found.inside == Inside::Text);
    if wordy {
        let places = read.iter().map(|(section, _)| section.inner);
        cells.extend(places.map(|inner| (inner.left - 1, inner.right + 1, inner.top)));
    }
    let framed = read.iter().any(|(section, _)| section.has_edges());
    // What stands between two frames is no cell.
    let is_cell = |(section, _): &&(Section, Drawing)| section.has_edges() || !framed;
    let cell =
        |(section, found): &(Section, Drawing)| grids::GridCell { inner: section.inner, framed: found.area };
    let grids = grids::find(canvas, &read.iter().filter(is_cell).map(cell).collect::<Vec<_>>());
    if !wordy && !grids.is_empty() {
        return grids.into_iter().map(Drawing::grid).collect();
    }
    let dice: Vec<bool> = (0..read.len())
        .map(|index| {
            let (section, found) = &read[index];
            is_die(walls, section, found, framed) && !is_gap(&read, index)
        })
        .collect();
    let dice = read.into_iter().zip(dice).filter(|(_, is_die)| *is_die);
    dice.map(|((section, mut found), _)| {
        found.flaws.extend(lacks_an_edge(&section));
        found
    })
    .collect()
}

/// Returns that one of the two edges of a die is not drawn, if the other one is.
fn lacks_an_edge(section: &Section) -> Option<Flaw> {
    match section {
        Section { above: false, below: true, ground: false, .. } => Some(Flaw::NoTopEdge),
        Section { above: true, below: false, .. } => Some(Flaw::NoBottomEdge),
        _ => None,
    }
}

/// Returns the area of a section with its walls and edges.
fn framed(section: &Section) -> Area {
    let Section { inner, above, below, ground } = section;
    Area {
        top: inner.top - usize::from(*above && inner.top > 0),
        left: inner.left - 1,
        bottom: inner.bottom + usize::from(*below && !*ground),
        right: inner.right + 1,
    }
}

fn is_die(walls: &Walls, section: &Section, found: &Drawing, others_are_framed: bool) -> bool {
    let height = section.inner.bottom - section.inner.top + 1;
    let edges = section.has_edges();
    if height > HIGHEST || (!edges && height < 3 && !(walls.brackets && height == 2)) {
        return false;
    }
    match &found.inside {
        Inside::Empty => edges && !walls.brackets && height >= 2,
        Inside::Text | Inside::Secret => false,
        Inside::Puzzle(_) => edges || !others_are_framed,
        Inside::Pips(_) => true,
    }
}

/// Returns whether an empty section is the gap between two dice whose walls it shares; one as wide as the dice is none.
fn is_gap(strip: &[(Section, Drawing)], index: usize) -> bool {
    let (section, found) = &strip[index];
    let neighbours = (index.checked_sub(1).map(|before| &strip[before].0), strip.get(index + 1));
    let (Some(before), Some((after, _))) = neighbours else { return false };
    let shared = before.inner.right + 2 == section.inner.left && after.inner.left == section.inner.right + 2;
    let width = |section: &Section| section.inner.right - section.inner.left;
    let is_drawn = |found: &Drawing| matches!(found.inside, Inside::Pips(_) | Inside::Puzzle(_));
    let drawn = strip.iter().filter(|(_, found)| is_drawn(found)).map(|(section, _)| width(section));
    let dice: Vec<usize> = drawn.collect();
    let widest = strip.iter().map(|(section, _)| width(section)).max();
    let as_wide = dice.contains(&width(section)) || (dice.is_empty() && widest == Some(width(section)));
    found.inside == Inside::Empty && shared && !as_wide
}

/// Returns whether a character may stand in the edge of a frame.
pub(super) fn is_edge_char(ch: char, signs: &Signs) -> bool {
    signs.edges.contains(&ch) && !is_blank(ch) || ch == '_'
}
