//! Finds the pictures of dice in printed text.
//!
//! Pictures are looked for in the order of certainty: dice between walls, dice between edges, dice without
//! a frame. What looks like a die and cannot be counted with certainty is a puzzle, not a die.

mod broken_edges;
mod edged;
mod grids;
mod inside;
mod puzzles;
mod sides;
mod uneven;
mod unframed;
mod walled;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::canvas::{Area, Canvas, Colour};
use crate::cases::wording::Signs;
use inside::{Inside, Pips};
pub(crate) use puzzles::{Puzzle, PuzzleReason};
use walled::Walls;

/// What is wrong with a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// There is a digit in it.
    Digit(char),
    /// Its rows do not stand under each other.
    UnevenRows,
    /// Each of its rows is drawn twice.
    DoubledRows,
    /// Its left side is drawn with the first sign, its right side with the second.
    UnlikeSides(char, char),
    /// It has a bottom edge, but no top edge.
    NoTopEdge,
    /// It has a top edge, but no bottom edge.
    NoBottomEdge,
    /// In one of its edges stands another sign than the usual one of that edge.
    BrokenEdge {
        /// The line of the edge.
        line: usize,
        /// The other sign.
        odd: char,
        /// The sign with which the edge is drawn.
        usual: char,
    },
}

/// One die that is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Where it stands, with its frame.
    pub(crate) area: Area,
    /// How many pips it has; of a die that shows a digit, that digit.
    pub(crate) pips: usize,
    /// What it looks like.
    pub(crate) look: DieLook,
    /// What is wrong with it.
    pub(crate) flaws: Vec<Flaw>,
}

/// What tells one die from another, besides its face.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct DieLook {
    /// The characters of its pips.
    pub(crate) pips: BTreeSet<char>,
    /// The colours of its pips.
    pub(crate) colours: BTreeSet<Colour>,
    /// The characters of its frame.
    pub(crate) frame: BTreeSet<char>,
    /// The colours of its frame.
    pub(crate) frame_colours: BTreeSet<Colour>,
    /// Its lines and columns.
    pub(crate) size: (usize, usize),
}

impl Picture {
    /// Returns the face, if it is one of a die with six sides.
    pub(crate) fn face(&self) -> Option<u8> {
        u8::try_from(self.pips).ok().filter(|pips| (1..=6).contains(pips))
    }
}

/// Returns how many pips a die has, in words.
pub(crate) fn count_of(pips: usize) -> String {
    match pips {
        0 => "no pips".to_string(),
        1 => "1 pip".to_string(),
        _ => format!("{pips} pips"),
    }
}

/// What was found in a text.
#[derive(Debug, Clone, Default)]
pub(crate) struct PicturesFound {
    /// The dice, line by line, from left to right.
    pub(crate) pictures: Vec<Picture>,
    /// What looks like dice and cannot be read.
    pub(crate) puzzles: Vec<Puzzle>,
    /// The lines, with blanks in place of pictures.
    pub(crate) text: Vec<String>,
    /// The lines as they are printed.
    pub(crate) printed: Vec<String>,
}

/// Finds pictures of one kind.
type PictureFinder<'a> = dyn Fn(&Canvas<'_>) -> Vec<Drawing> + 'a;

/// Finds the pictures in `text`. The work grows with its length only.
pub(crate) fn find(text: &str, signs: &Signs) -> PicturesFound {
    let mut canvas = Canvas::new(text, signs);
    let complete = canvas.complete;
    let printed = canvas.text();
    let mut reading = PicturesFound::default();
    let square = |pair: &&(char, char)| pair.0 == '[';
    let walls = |walls: Walls| move |canvas: &Canvas<'_>| walled::find(canvas, &walls);
    let (bars, colons) = (walls(Walls::bars(signs)), walls(Walls::colons()));
    let of_kind = |is_square: bool| -> Vec<(char, char)> {
        signs.brackets.iter().filter(|pair| square(pair) == is_square).copied().collect()
    };
    let (squares, others) = (walls(Walls::brackets(&of_kind(true))), walls(Walls::brackets(&of_kind(false))));
    let finders: [&PictureFinder<'_>; 8] =
        [&sides::find, &bars, &uneven::find, &squares, &others, &edged::find, &colons, &unframed::find];
    for finder in finders {
        for found in finder(&canvas) {
            canvas.blank(found.area);
            reading.take(found, &printed);
        }
    }
    for area in leftovers(&canvas, &reading.pictures) {
        reading.puzzle(area, PuzzleReason::UnknownFrame, &printed);
    }
    if !complete {
        let end = canvas.lines.len();
        let area = Area { top: end, left: 0, bottom: end, right: 0 };
        reading.puzzle(area, PuzzleReason::TooMuch, &printed);
    }
    reading.text = canvas.text();
    reading.printed = printed;
    reading.pictures = in_order(std::mem::take(&mut reading.pictures));
    reading
}

/// Returns the areas of drawings that were not read as dice: signs beside dice, and blocks of nothing but signs. They may be
/// dice with a frame of an unknown kind.
fn leftovers(canvas: &Canvas<'_>, pictures: &[Picture]) -> Vec<Area> {
    let is_sign = |ch: char| !ch.is_alphanumeric() && !" .,:;!?'\"()<>-=_/\u{2190}\u{2192}".contains(ch);
    let signs = |line: usize| {
        canvas.lines.get(line).map_or(0, |line| line.iter().filter(|cell| is_sign(cell.ch)).count())
    };
    let beside = pictures
        .iter()
        .filter(|die| (die.area.top..=die.area.bottom).filter(|line| signs(*line) >= 2).count() >= 2);
    let mut found: Vec<Area> = beside.map(|die| die.area).collect();
    let is_block_line = |line: &usize| {
        let cells = &canvas.lines[*line];
        let drawn = || cells.iter().filter(|cell| cell.ch != ' ');
        drawn().next().is_some()
            && !drawn().any(|cell| cell.ch.is_alphanumeric() && !"oO0xX".contains(cell.ch))
    };
    let mut top = 0;
    while top < canvas.lines.len() {
        let end = (top..canvas.lines.len()).find(|line| !is_block_line(line)).unwrap_or(canvas.lines.len());
        if end - top >= 3 {
            found.push(Area { top, left: 0, bottom: end - 1, right: 0 });
        }
        top = end.max(top + 1);
    }
    found
}

/// Something with a frame.
struct Drawing {
    area: Area,
    inside: Inside,
    /// The cells of the frame.
    frame: (BTreeSet<char>, BTreeSet<Colour>),
    flaws: Vec<Flaw>,
}

impl Drawing {
    /// Returns cells of a grid that may be one die together.
    fn grid(area: Area) -> Self {
        let inside = Inside::Puzzle(PuzzleReason::Grid);
        Self { area, inside, frame: Default::default(), flaws: Vec::new() }
    }

    /// Returns what stands in an area of the canvas, of which the part `inner` is inside a frame.
    fn new(canvas: &Canvas<'_>, area: Area, inner: Area) -> Self {
        let rows: Vec<_> =
            (inner.top..=inner.bottom).map(|line| canvas.row(line, inner.left, inner.right)).collect();
        let is_frame = |line: &usize, column: &usize| {
            !(inner.top..=inner.bottom).contains(line) || !(inner.left..=inner.right).contains(column)
        };
        let cells = (area.top..=area.bottom)
            .flat_map(|line| (area.left..=area.right).map(move |column| (line, column)))
            .filter(|(line, column)| is_frame(line, column))
            .map(|(line, column)| canvas.at(line, column))
            .filter(|cell| cell.ch != ' ');
        let (chars, colours): (Vec<char>, Vec<Colour>) = cells.map(|cell| (cell.ch, cell.colour)).unzip();
        Self {
            area,
            inside: inside::read(&rows, canvas.signs),
            frame: (chars.into_iter().collect(), colours.into_iter().collect()),
            flaws: broken_edge(canvas, area, inner).into_iter().collect(),
        }
    }
}

/// Returns what is wrong with the edges above and below what is inside a frame.
fn broken_edge(canvas: &Canvas<'_>, area: Area, inner: Area) -> Option<Flaw> {
    broken_edges::find(canvas, Area { top: inner.top.checked_sub(1)?, bottom: inner.bottom + 1, ..area })
}

impl PicturesFound {
    /// Takes over something with a frame that stands among `printed` lines.
    fn take(&mut self, found: Drawing, printed: &[String]) {
        let Drawing { area, inside, frame, mut flaws } = found;
        let pips = match inside {
            Inside::Pips(pips) => pips,
            Inside::Empty => Pips::default(),
            Inside::Puzzle(why) => return self.puzzle(area, why, printed),
            Inside::Secret | Inside::Text => return,
        };
        flaws.extend(pips.digit.map(Flaw::Digit));
        flaws.extend(pips.is_doubled.then_some(Flaw::DoubledRows));
        let look = DieLook {
            pips: pips.chars,
            colours: pips.colours,
            frame: frame.0,
            frame_colours: frame.1,
            size: (area.bottom - area.top + 1, area.right - area.left + 1),
        };
        self.pictures.push(Picture { area, pips: pips.count, look, flaws });
    }

    fn puzzle(&mut self, area: Area, why: PuzzleReason, printed: &[String]) {
        let lines = printed.iter().take(area.bottom + 1).skip(area.top);
        let drawn = |line: &&String| line.chars().filter(|ch| *ch != ' ').count();
        // Below the edge stands a row of pips, if there is one.
        let inner = lines.clone().skip(1).take((area.bottom - area.top).saturating_sub(1));
        let line = inner.max_by_key(drawn).or_else(|| lines.clone().max_by_key(drawn));
        self.puzzles.push(Puzzle { area, why, line: line.cloned().unwrap_or_default() });
    }
}

/// Sorts pictures line by line, each line from left to right.
fn in_order(mut pictures: Vec<Picture>) -> Vec<Picture> {
    pictures.sort_by_key(|picture| (picture.area.top, picture.area.left));
    let mut rows: Vec<Vec<Picture>> = Vec::new();
    for picture in pictures {
        let same_row = |row: &Vec<Picture>| row[0].area.bottom >= picture.area.top;
        match rows.last_mut().filter(|row| same_row(row)) {
            Some(row) => row.push(picture),
            None => rows.push(vec![picture]),
        }
    }
    for row in &mut rows {
        row.sort_by_key(|picture| picture.area.left);
    }
    rows.concat()
}
