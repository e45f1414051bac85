//! Dice without a frame.
//!
//! Only pips that stand alone between lines of words are certain: how pips side by side belong together, or
//! which rows belong to which die, cannot be told without a frame.

use super::inside::{Inside, Pips};
use super::{Drawing, NO_FRAME};
use crate::by_evidence::read::canvas::{Area, Canvas, Glyph};

/// The most rows of one die without a frame, and the widest.
const HIGHEST: usize = 5;
const WIDEST: usize = 11;

/// Finds dice without a frame.
pub(super) fn find(canvas: &Canvas<'_>) -> Vec<Drawing> {
    // A line of pips and blanks only; a blank line may be a row of a die.
    let is_drawn =
        |line: &Vec<Glyph>| line.iter().all(|cell| cell.ch == ' ' || canvas.signs.pips.contains(&cell.ch));
    let mut found = signs(canvas);
    let mut top = 0;
    for block in canvas.lines.chunk_by(|one, other| is_drawn(one) == is_drawn(other)) {
        let end = top + block.len();
        found.extend(if is_drawn(&block[0]) { region(canvas, top, end) } else { None });
        top = end;
    }
    found
}

/// Returns the die, or the puzzle, in lines that have only pips and blanks.
fn region(canvas: &Canvas<'_>, from: usize, to: usize) -> Option<Drawing> {
    let is_pip = |cell: &Glyph| cell.ch != ' ';
    let lines = || (from..to).filter(|line| canvas.lines[*line].iter().any(is_pip));
    let (top, bottom) = (lines().next()?, lines().next_back()?);
    let left = lines().filter_map(|line| canvas.lines[line].iter().position(is_pip)).min()?;
    let right = lines().filter_map(|line| canvas.lines[line].iter().rposition(is_pip)).max()?;
    let area = Area { top, left, bottom, right };
    if is_decoration(canvas, area) {
        return None;
    }
    let inside = Drawing::new(canvas, area, area).inside;
    if inside == Inside::Text {
        // A zero on a line of its own is a number.
        return None;
    }
    let certain = matches!(&inside, Inside::Pips(pips) if pips.count <= 6 && !pips.has_digit())
        && area.height() <= HIGHEST
        && area.width() <= WIDEST
        // One pip, or one row of pips, may be a bullet or a line of stars.
        && (bottom > top || left == right);
    Some(Drawing::without_frame(area, if certain { inside } else { Inside::Puzzle(NO_FRAME.to_string()) }))
}

/// A line of many characters without blanks is no row of pips.
fn is_decoration(canvas: &Canvas<'_>, area: Area) -> bool {
    canvas.rows(area).iter().all(|row| {
        let longest = row.split(|cell| cell.ch == ' ').map(<[Glyph]>::len).max().unwrap_or(0);
        longest > 3 || row.iter().all(|cell| cell.ch == ' ')
    })
}

/// Finds the signs that are whole dice.
fn signs(canvas: &Canvas<'_>) -> Vec<Drawing> {
    let faces = &canvas.signs.faces;
    let die = |(line, column, cell): (usize, usize, &Glyph)| {
        let (count, _) = (1..).zip(faces).find(|(_, sign)| **sign == cell.ch)?;
        let area = Area { top: line, left: column, bottom: line, right: column };
        let (chars, colours) = ([faces[0]].into(), [cell.colour].into());
        let pips = Pips { count, chars, colours, flaws: Vec::new() };
        Some(Drawing::without_frame(area, Inside::Pips(pips)))
    };
    let lines = canvas.lines.iter().enumerate();
    let cells =
        lines.flat_map(|(line, cells)| (0..).zip(cells).map(move |(column, cell)| (line, column, cell)));
    cells.filter_map(die).collect()
}
