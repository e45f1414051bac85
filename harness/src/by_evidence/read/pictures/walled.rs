//! Dice between walls, such as `|` and `|`, or `[` and `]`.

use std::collections::{BTreeMap, BTreeSet};

use super::inside::Inside;
use super::{Drawing, Flaw, grids};
use crate::by_evidence::read::canvas::{Area, Canvas};

/// The largest die.
const HIGHEST: usize = 12;
const WIDEST: usize = 31;

/// An area between two walls, from one edge to the next.
struct Section {
    /// What is inside the walls.
    inner: Area,
    /// What is drawn there, with its frame.
    drawing: Drawing,
    /// Whether it has an edge above and one below.
    has_edges: bool,
}

impl Section {
    /// Returns whether it holds a die; in brackets, one of two rows needs no edges.
    fn is_die(&self, in_brackets: bool, others_are_framed: bool) -> bool {
        let height = self.inner.height();
        let is_high = self.has_edges || height >= if in_brackets { 2 } else { 3 };
        let holds_one = match &self.drawing.inside {
            // Words may ask something, too, but not in a frame.
            Inside::Empty | Inside::Secret => self.has_edges && !in_brackets && height >= 2,
            Inside::Text => false,
            Inside::Puzzle(_) => self.has_edges || !others_are_framed,
            Inside::Pips(_) => true,
        };
        is_high && height <= HIGHEST && holds_one
    }
}

/// The signs that are left walls, and those that are right ones.
type Walls<'a> = [&'a [char]; 2];

/// Finds the dice between bars.
pub(super) fn between_bars(canvas: &Canvas<'_>) -> Vec<Drawing> {
    find(canvas, [&canvas.signs.bars; 2])
}

/// Finds the dice between brackets.
pub(super) fn between_brackets(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let (left, right): (Vec<char>, Vec<char>) = canvas.signs.brackets.iter().copied().unzip();
    find(canvas, [&left, &right])
}

/// Finds the dice between signs that are walls where nothing else is.
pub(super) fn between_colons_or_pluses(canvas: &Canvas<'_>) -> Vec<Drawing> {
    find(canvas, [&[':', '+']; 2])
}

fn find(canvas: &Canvas<'_>, walls: Walls<'_>) -> Vec<Drawing> {
    let are_brackets = walls[0] != walls[1];
    let mut strips: BTreeMap<(usize, usize), Vec<Section>> = BTreeMap::new();
    for section in columns(canvas, walls).into_iter().flat_map(|column| split(canvas, column)) {
        strips.entry((section.inner.top, section.inner.bottom)).or_default().push(section);
    }
    let (mut words, mut grids, mut found) = (BTreeSet::new(), Vec::new(), Vec::new());
    for mut strip in strips.into_values() {
        strip.sort_by_key(|section| section.inner.left);
        let has_words = strip.iter().any(|section| section.drawing.inside == Inside::Text);
        if has_words {
            let inner = strip.iter().map(|section| section.inner);
            words.extend(inner.map(|inner| (inner.left, inner.right, inner.top)));
        }
        // What stands between two frames is no cell of a grid.
        let framed = strip.iter().any(|section| section.has_edges);
        let cells = strip.iter().filter(|section| section.has_edges || !framed);
        let cells: Vec<_> = cells.map(|section| (section.inner, section.drawing.area)).collect();
        match grids::of(canvas, &cells) {
            own if own.is_empty() || has_words => found.extend(dice_of(strip, are_brackets, framed)),
            own => grids.extend(own),
        }
    }
    found.extend(grids::dice(canvas, &grids));
    // A picture of one row that stands below or above a cell of a table with words, or beside one, is a cell, too.
    let is_cell = |area: Area| {
        let mut near = area.top.saturating_sub(2)..=area.top + 4;
        area.height() <= 3 && near.any(|line| words.contains(&(area.left + 1, area.right - 1, line)))
    };
    found.retain(|die| !is_cell(die.area));
    found
}

/// Returns the areas between two neighbouring walls that stand in the same columns on successive lines.
fn columns(canvas: &Canvas<'_>, walls: Walls<'_>) -> Vec<Area> {
    let is_wall = |ch: char| walls.map(|signs| signs.contains(&ch));
    let mut active: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut columns = Vec::new();
    for line in 0..=canvas.lines.len() {
        let cells = canvas.lines.get(line).map_or(&[][..], Vec::as_slice);
        let sides = cells.iter().enumerate().map(|(column, cell)| (column, is_wall(cell.ch)));
        let walls: Vec<(usize, [bool; 2])> = sides.filter(|(_, sides)| *sides != [false; 2]).collect();
        let spans = walls.windows(2).filter_map(|pair| {
            let [(left, [is_left, _]), (right, [_, is_right])] = [pair[0], pair[1]];
            (is_left && is_right && (2..=WIDEST + 1).contains(&(right - left))).then_some((left, right))
        });
        let next = spans.map(|span| (span, active.remove(&span).unwrap_or(line))).collect();
        let area = |((left, right), top)| Area { top, left: left + 1, bottom: line - 1, right: right - 1 };
        columns.extend(std::mem::replace(&mut active, next).into_iter().map(area));
    }
    columns
}

/// Cuts a column where edges cross it.
fn split(canvas: &Canvas<'_>, column: Area) -> Vec<Section> {
    let is_edge = |line: &usize| is_edge(canvas, *line, column);
    let lines: Vec<usize> = (column.top..=column.bottom).collect();
    let runs = lines.split(is_edge).filter(|run| !run.is_empty());
    runs.map(|run| section(canvas, Area { top: run[0], bottom: run[run.len() - 1], ..column })).collect()
}

/// Returns the section inside the walls, with an edge above and below or without.
fn section(canvas: &Canvas<'_>, inner: Area) -> Section {
    let above = inner.top > 0 && is_edge(canvas, inner.top - 1, inner);
    let below = is_edge(canvas, inner.bottom + 1, inner);
    // The last line inside a frame may be its ground, drawn with underscores between pips.
    let last = canvas.row(inner.bottom, inner.left, inner.right);
    let ground = !below && last.iter().filter(|cell| cell.ch == '_').count() >= 2;
    let framed = Area {
        top: inner.top - usize::from(above),
        left: inner.left - 1,
        bottom: inner.bottom + usize::from(below),
        right: inner.right + 1,
    };
    let mut drawing = Drawing::new(canvas, framed, inner);
    if !ground && above != below {
        let (has, lacks) = if above { ("top", "bottom") } else { ("bottom", "top") };
        let says = format!("the picture of a die has a {has} edge, but no {lacks} edge");
        drawing.flaws.push(Flaw::Frame(says));
    }
    Section { inner, drawing, has_edges: above && (below || ground) }
}

/// Returns whether a line is an edge between the walls of a column.
fn is_edge(canvas: &Canvas<'_>, line: usize, column: Area) -> bool {
    let cells = canvas.row(line, column.left, column.right);
    let edges = cells.iter().filter(|cell| canvas.signs.edges.contains(&cell.ch)).count();
    let blanks = cells.iter().filter(|cell| cell.ch == ' ').count();
    let first = cells[0].ch;
    let one_kind = cells.len() >= 5 && first != ' ' && cells.iter().all(|cell| cell.ch == first);
    // A row of quiet pips such as `. .` is no edge: an edge fills most of its line.
    let full = edges * 4 >= cells.len() * 3 || (edges >= 3 && edges * 2 >= cells.len());
    (edges > 0 && edges + blanks == cells.len() && full) || (one_kind && !first.is_alphanumeric())
}

/// Returns the dice of sections that stand side by side.
fn dice_of(strip: Vec<Section>, in_brackets: bool, framed: bool) -> Vec<Drawing> {
    let is_die = |at: usize| strip[at].is_die(in_brackets, framed) && !is_gap(&strip, at);
    let are_dice: Vec<bool> = (0..strip.len()).map(is_die).collect();
    let dice = strip.into_iter().zip(are_dice).filter(|(_, is_die)| *is_die);
    dice.map(|(section, _)| section.drawing).collect()
}

/// Returns whether an empty section is the gap between two dice; one as wide as the dice is none.
fn is_gap(strip: &[Section], at: usize) -> bool {
    let width = |section: &Section| section.inner.width();
    let is_drawn = |section: &&Section| matches!(section.drawing.inside, Inside::Pips(_) | Inside::Puzzle(_));
    let drawn: Vec<usize> = strip.iter().filter(is_drawn).map(width).collect();
    let is_as_wide = match &drawn[..] {
        [] => strip.iter().map(width).max() == Some(width(&strip[at])),
        drawn => drawn.contains(&width(&strip[at])),
    };
    strip[at].drawing.inside == Inside::Empty && (1..strip.len() - 1).contains(&at) && !is_as_wide
}
