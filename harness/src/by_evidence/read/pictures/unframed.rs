//! Dice without a frame.
//!
//! Only pips that stand alone between lines of words are certain: how pips side by side belong together, or
//! which rows belong to which die, cannot be told without a frame.

use std::collections::BTreeSet;

use super::Drawing;
use super::inside::Inside;
use super::puzzles::PuzzleReason;
use crate::by_evidence::read::canvas::{Area, Canvas, Colour, Glyph};

/// The most rows of one die without a frame, and the widest.
const HIGHEST: usize = 5;
const WIDEST: usize = 11;

/// Finds dice without a frame.
pub(super) fn find(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let mut found = signs(canvas);
    let mut line = 0;
    while line < canvas.lines.len() {
        let end = (line..canvas.lines.len()).find(|at| !is_drawn(canvas, *at)).unwrap_or(canvas.lines.len());
        found.extend(region(canvas, line, end));
        line = end.max(line + 1);
    }
    found
}

/// Returns whether a line has pips and blanks only; a blank line may be a row of a die.
fn is_drawn(canvas: &Canvas<'_>, line: usize) -> bool {
    canvas.lines[line].iter().all(|cell| cell.ch == ' ' || canvas.signs.pips.contains(&cell.ch))
}

/// Returns the die, or the puzzle, in lines that have only pips and blanks.
fn region(canvas: &Canvas<'_>, from: usize, to: usize) -> Option<Drawing> {
    let is_empty = |line: &usize| canvas.lines[*line].iter().all(|cell| cell.ch == ' ');
    let top = (from..to).find(|line| !is_empty(line))?;
    let bottom = (from..to).rfind(|line| !is_empty(line))?;
    let columns = || {
        (top..=bottom).flat_map(|line| {
            let cells = canvas.lines[line].iter().enumerate();
            cells.filter(|(_, cell)| cell.ch != ' ').map(|(column, _)| column)
        })
    };
    let area = Area { top, left: columns().min()?, bottom, right: columns().max()? };
    if is_decoration(canvas, area) {
        return None;
    }
    let mut found = Drawing::new(canvas, area, area);
    found.frame = <(BTreeSet<char>, BTreeSet<Colour>)>::default();
    let certain = matches!(&found.inside, Inside::Pips(pips) if pips.count <= 6 && pips.digit.is_none())
        && bottom - top < HIGHEST
        && area.right - area.left < WIDEST
        // One pip, or one row of pips, may be a bullet or a line of stars.
        && (bottom > top || area.left == area.right);
    if !certain {
        found.inside = Inside::Puzzle(PuzzleReason::NoFrame);
    }
    Some(found)
}

/// A line of many characters without blanks is no row of pips.
fn is_decoration(canvas: &Canvas<'_>, area: Area) -> bool {
    (area.top..=area.bottom).all(|line| {
        let row = canvas.row(line, area.left, area.right);
        let longest = row.split(|cell| cell.ch == ' ').map(<[Glyph]>::len).max().unwrap_or(0);
        longest > 3 || row.iter().all(|cell| cell.ch == ' ')
    })
}

/// Finds the signs for dice.
fn signs(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let mut found = Vec::new();
    for (line, cells) in canvas.lines.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Some(face) = canvas.signs.faces.iter().position(|sign| *sign == cell.ch) else { continue };
            let area = Area { top: line, left: column, bottom: line, right: column };
            let pips = super::Pips {
                count: face + 1,
                chars: canvas.signs.faces.first().copied().into_iter().collect(),
                colours: [cell.colour].into(),
                digit: None,
                is_doubled: false,
            };
            found.push(Drawing {
                area,
                inside: Inside::Pips(pips),
                frame: Default::default(),
                flaws: Vec::new(),
            });
        }
    }
    found
}
