//! Finds the pictures of dice in printed text.
//!
//! Pictures are looked for in the order of certainty: dice between walls, dice between edges, dice without
//! a frame. What looks like a die and cannot be counted with certainty is a puzzle, not a die.

mod broken_edges;
mod edged;
mod grids;
mod inside;
mod uneven;
mod unframed;
mod walled;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::Unread;
use super::canvas::{Area, Canvas, Colour, Glyph};
use crate::cases::wording::Signs;
use inside::Inside;

/// What is wrong with a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// There is a digit in it.
    Digit,
    /// Its rows do not stand under each other.
    UnevenRows,
    /// Each of its rows is drawn twice.
    DoubledRows,
    /// Its sides or its edges are not drawn alike, or not all of them are drawn; in a sentence.
    Frame(String),
}

/// Why dice without a frame cannot be read.
pub(crate) const NO_FRAME: &str = "the dice cannot be read: without a frame it is not clear which pips are of the same die; draw a frame around each die";

/// Why other drawings beside dice, or in their place, cannot be read.
const UNKNOWN_FRAME: &str = "the dice cannot be read: beside them, or in their place, stand signs that are neither pips nor a frame that is known; \
     draw frames with `-`, `|` and `+`";

/// Why the end of a text cannot be read.
const TOO_MUCH: &str = "the dice cannot be read: more than 20,000 lines, or a line of more than 300 signs, are printed between two answers";

/// One die that is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Where it stands, with its frame.
    pub(crate) area: Area,
    /// How many pips it has; of a die that shows a digit, that digit.
    pub(crate) pips: u8,
    pub(crate) look: DieLook,
    pub(crate) flaws: Vec<Flaw>,
}

/// What tells one die from another, besides its face: the signs and the colours of its pips and of its frame, and how many lines and
/// columns it has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct DieLook {
    pub(crate) pips: BTreeSet<char>,
    pub(crate) colours: BTreeSet<Colour>,
    pub(crate) frame: BTreeSet<char>,
    pub(crate) frame_colours: BTreeSet<Colour>,
    pub(crate) size: (usize, usize),
}

impl Picture {
    /// Returns whether it has no frame.
    pub(crate) fn is_frameless(&self) -> bool {
        self.look.frame.is_empty()
    }

    /// Returns the face, if it is one of a die with six sides.
    pub(crate) fn face(&self) -> Option<u8> {
        Some(self.pips).filter(|pips| (1..=6).contains(pips))
    }
}

/// Returns the line below some dice.
pub(crate) fn below(dice: &[Picture]) -> usize {
    dice.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0)
}

/// Returns how many pips a die has, in words.
pub(crate) fn count_of(pips: u8) -> String {
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
    pub(crate) puzzles: Vec<Unread>,
    /// The lines, with blanks in place of pictures.
    pub(crate) text: Vec<String>,
    /// The lines as they are printed.
    pub(crate) printed: Vec<String>,
}

/// The ways to find pictures, in the order in which they are tried.
const FINDERS: [fn(&Canvas<'_>) -> Vec<Drawing>; 7] = [
    edged::with_unlike_sides,
    walled::between_bars,
    uneven::find,
    walled::between_brackets,
    edged::with_any_sides_or_none,
    walled::between_colons_or_pluses,
    unframed::find,
];

/// Finds the pictures in `text`. The work grows with its length only.
pub(crate) fn find(text: &str, signs: &Signs) -> PicturesFound {
    let mut canvas = Canvas::new(text, signs);
    let mut found = PicturesFound { printed: canvas.text(), ..PicturesFound::default() };
    for finder in FINDERS {
        for drawing in finder(&canvas) {
            canvas.blank(drawing.area);
            found.take(drawing);
        }
    }
    for area in leftovers(&canvas, &found.pictures) {
        found.puzzle(area, UNKNOWN_FRAME.to_string());
    }
    if !canvas.complete {
        found.puzzles.push(TOO_MUCH.into());
    }
    PicturesFound { text: canvas.text(), pictures: in_order(found.pictures), ..found }
}

/// Returns the areas of drawings that were not read as dice: signs beside dice, and blocks of nothing but signs. They may be
/// dice with a frame of an unknown kind.
fn leftovers(canvas: &Canvas<'_>, pictures: &[Picture]) -> Vec<Area> {
    let is_sign = |ch: char| !ch.is_alphanumeric() && !" .,:;!?'\"()<>-=_/\u{2190}\u{2192}".contains(ch);
    let has_signs = |line: &&Vec<Glyph>| line.iter().filter(|cell| is_sign(cell.ch)).count() >= 2;
    let beside = pictures.iter().map(|die| die.area).filter(|area| {
        canvas.lines.iter().take(area.bottom + 1).skip(area.top).filter(has_signs).count() >= 2
    });
    let mut found: Vec<Area> = beside.collect();
    let is_word = |ch: char| ch.is_alphanumeric() && !"oO0xX".contains(ch);
    let is_drawn = |line: &Vec<Glyph>| {
        line.iter().any(|cell| cell.ch != ' ') && !line.iter().any(|cell| is_word(cell.ch))
    };
    let mut top = 0;
    for block in canvas.lines.chunk_by(|one, other| is_drawn(one) == is_drawn(other)) {
        if is_drawn(&block[0]) && block.len() >= 3 && !is_row_of_zeros(block, canvas.signs) {
            found.push(Area { top, left: 0, bottom: top + block.len() - 1, right: 0 });
        }
        top += block.len();
    }
    found
}

/// Returns whether but one of some lines is more than edges and sides, and that one has a zero in each of its cells: scores of a table.
fn is_row_of_zeros(lines: &[Vec<Glyph>], signs: &Signs) -> bool {
    let is_frame = |ch: char| [&signs.edges, &signs.corners, &signs.bars].iter().any(|of| of.contains(&ch));
    let cells =
        |line: &Vec<Glyph>| line.iter().map(|cell| if is_frame(cell.ch) { ' ' } else { cell.ch }).collect();
    let mut rows: Vec<String> = lines.iter().map(cells).collect();
    rows.retain(|row| !row.trim().is_empty());
    let has_bars = lines.iter().flatten().any(|cell| signs.bars.contains(&cell.ch));
    has_bars && matches!(&rows[..], [row] if row.split_whitespace().all(|cell| cell == "0"))
}

/// Something that may be a die.
struct Drawing {
    area: Area,
    inside: Inside,
    /// What its frame looks like.
    frame: DieLook,
    flaws: Vec<Flaw>,
}

impl Drawing {
    /// Returns what has no frame.
    fn without_frame(area: Area, inside: Inside) -> Self {
        Self { area, inside, frame: DieLook::default(), flaws: Vec::new() }
    }

    /// Returns what stands in an area of the canvas, of which the part `inner` is inside a frame.
    fn new(canvas: &Canvas<'_>, area: Area, inner: Area) -> Self {
        let is_frame = |(line, column): &(usize, usize)| {
            !(inner.top..=inner.bottom).contains(line) || !(inner.left..=inner.right).contains(column)
        };
        let cells = area.cells().filter(is_frame).map(|(line, column)| canvas.at(line, column));
        let (frame, frame_colours) =
            cells.filter(|cell| cell.ch != ' ').map(|cell| (cell.ch, cell.colour)).unzip();
        let edges = inner.top.checked_sub(1).map(|top| Area { top, bottom: inner.bottom + 1, ..area });
        Self {
            area,
            inside: inside::read(&canvas.rows(inner), canvas.signs),
            frame: DieLook { frame, frame_colours, ..DieLook::default() },
            flaws: edges.and_then(|edges| broken_edges::find(canvas, edges)).into_iter().collect(),
        }
    }
}

impl PicturesFound {
    /// Takes over what was found.
    fn take(&mut self, Drawing { area, inside, frame, mut flaws }: Drawing) {
        let pips = match inside {
            Inside::Pips(pips) => pips,
            Inside::Empty => inside::Pips::default(),
            Inside::Puzzle(why) => return self.puzzle(area, why),
            Inside::Secret | Inside::Text => return,
        };
        flaws.extend(pips.flaws);
        let size = (area.height(), area.width());
        let look = DieLook { pips: pips.chars, colours: pips.colours, size, ..frame };
        self.pictures.push(Picture { area, pips: pips.count, look, flaws });
    }

    fn puzzle(&mut self, area: Area, why: String) {
        let lines = || self.printed.iter().take(area.bottom + 1).skip(area.top);
        let drawn = |line: &&String| line.chars().filter(|ch| *ch != ' ').count();
        // Below the edge stands a row of pips, if there is one.
        let inner = lines().skip(1).take((area.bottom - area.top).saturating_sub(1)).max_by_key(drawn);
        let line = inner.or_else(|| lines().max_by_key(drawn)).map(|line| line.trim_end().to_string());
        self.puzzles.push(Unread { why, line });
    }
}

/// Sorts pictures line by line, each line from left to right.
fn in_order(mut pictures: Vec<Picture>) -> Vec<Picture> {
    pictures.sort_by_key(|picture| (picture.area.top, picture.area.left));
    let mut rest = &mut pictures[..];
    while let Some(first) = rest.first() {
        let bottom = first.area.bottom;
        let row = rest.iter().take_while(|picture| picture.area.top <= bottom).count();
        rest[..row].sort_by_key(|picture| picture.area.left);
        rest = &mut rest[row..];
    }
    pictures
}
