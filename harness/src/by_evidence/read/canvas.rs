//! Printed text as cells in lines and columns, each with its colour.

use crate::cases::wording::Signs;
use crate::text::tokens::{TokenKind, tokens};

/// The most lines that are looked at; what comes after them is not read.
const MOST_LINES: usize = 20_000;

/// The most columns of a line that are looked at.
const MOST_COLUMNS: usize = 300;

/// Foreground and background as a terminal's numbers; 0 where none was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Colour {
    foreground: u16,
    background: u16,
}

impl Colour {
    /// Returns whether a terminal shows this as red.
    pub(crate) fn is_red(self) -> bool {
        let red = |code: u16| matches!(code, 31 | 91 | 1001 | 1009 | 1160 | 1196 | 1124);
        red(self.foreground) || red(self.background)
    }

    /// Changes as a terminal does at a control sequence.
    fn follow(&mut self, sequence: &str) {
        let Some(numbers) = sequence.strip_prefix("\x1b[").and_then(|rest| rest.strip_suffix('m')) else {
            return;
        };
        let mut codes = numbers.split([';', ':']).map(|code| code.parse::<u16>().unwrap_or(0));
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Self::default(),
                30..=37 | 90..=97 => self.foreground = code,
                40..=47 | 100..=107 => self.background = code - 10,
                39 => self.foreground = 0,
                49 => self.background = 0,
                38 => self.foreground = extended(&mut codes),
                48 => self.background = extended(&mut codes),
                _ => {}
            }
        }
    }
}

/// Returns the number of a colour of the long form, from 1000 on: an index, or 9 for a strong red, 2 for another mixture.
fn extended(codes: &mut impl Iterator<Item = u16>) -> u16 {
    let mut next = || codes.next().unwrap_or(0);
    if next() == 5 {
        return 1000 + next().min(255);
    }
    let (red, green, blue) = (next(), next(), next());
    if red > 120 && green < red / 2 && blue < red / 2 { 1009 } else { 1002 }
}

/// One printed character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) ch: char,
    pub(crate) colour: Colour,
}

/// What is beyond the end of a line.
pub(crate) const NOTHING: Glyph = Glyph { ch: ' ', colour: Colour { foreground: 0, background: 0 } };

/// Printed lines.
#[derive(Debug, Clone)]
pub(crate) struct Canvas<'a> {
    /// The lines, without blanks at their ends.
    pub(crate) lines: Vec<Vec<Glyph>>,
    /// Whether all of the text is on it.
    pub(crate) complete: bool,
    pub(crate) signs: &'a Signs,
}

impl<'a> Canvas<'a> {
    /// Returns `text` as a terminal would show it; sequences that do not set colours are left out.
    pub(crate) fn new(text: &str, signs: &'a Signs) -> Self {
        let mut colour = Colour::default();
        let mut lines: Vec<Vec<Glyph>> = vec![Vec::new()];
        let mut complete = true;
        for token in tokens(text) {
            match token.kind {
                TokenKind::Control => {
                    colour.follow(token.text);
                    continue;
                }
                TokenKind::Break if lines.len() == MOST_LINES => {
                    return Self { lines, complete: false, signs };
                }
                TokenKind::Break => lines.push(Vec::new()),
                _ => {}
            }
            let line = lines.last_mut().expect("there is always a line");
            for ch in token.text.chars() {
                match ch {
                    '\t' => line.resize((line.len() / 8 + 1) * 8, NOTHING),
                    _ if ch.is_control() || matches!(ch, '\u{fe0f}' | '\u{feff}') => {}
                    _ if line.len() >= MOST_COLUMNS => complete = false,
                    _ => line.push(Glyph { ch: if ch == '\u{a0}' { ' ' } else { ch }, colour }),
                }
            }
        }
        Self { lines, complete, signs }
    }

    /// Returns the cell at a line and a column.
    pub(crate) fn at(&self, line: usize, column: usize) -> Glyph {
        self.lines.get(line).and_then(|line| line.get(column)).copied().unwrap_or(NOTHING)
    }

    /// Returns the cells of a line from one column to another, both included.
    pub(crate) fn row(&self, line: usize, left: usize, right: usize) -> Vec<Glyph> {
        (left..=right).map(|column| self.at(line, column)).collect()
    }

    /// Returns the rows of an area.
    pub(crate) fn rows(&self, area: Area) -> Vec<Vec<Glyph>> {
        (area.top..=area.bottom).map(|line| self.row(line, area.left, area.right)).collect()
    }

    /// Blanks an area out.
    pub(crate) fn blank(&mut self, area: Area) {
        for line in self.lines.iter_mut().take(area.bottom + 1).skip(area.top) {
            line.iter_mut().take(area.right + 1).skip(area.left).for_each(|cell| *cell = NOTHING);
        }
    }

    /// Returns the lines as text.
    pub(crate) fn text(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.iter().map(|cell| cell.ch).collect()).collect()
    }
}

/// A rectangle of cells: its first and its last line and column, from 0, which are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Area {
    pub(crate) top: usize,
    pub(crate) left: usize,
    pub(crate) bottom: usize,
    pub(crate) right: usize,
}

impl Area {
    /// Returns its cells, line by line, each with its line and its column.
    pub(crate) fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        (self.top..=self.bottom)
            .flat_map(move |line| (self.left..=self.right).map(move |column| (line, column)))
    }

    /// Returns what is inside a frame that fills its first and its last line and column.
    pub(crate) fn inner(self) -> Self {
        Self { top: self.top + 1, left: self.left + 1, bottom: self.bottom - 1, right: self.right - 1 }
    }

    /// Returns how many lines it has.
    pub(crate) fn height(self) -> usize {
        self.bottom + 1 - self.top
    }

    /// Returns how many columns it has.
    pub(crate) fn width(self) -> usize {
        self.right + 1 - self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_follow_the_sequences_and_take_no_place() {
        let signs = Signs::default();
        let canvas = Canvas::new("a\x1b[1;31mb\x1b[0mc\x1b[38;5;196md\x1b[2Je\tf", &signs);
        let text: String = canvas.text().concat();
        assert_eq!(text, "abcde   f");
        let red: Vec<bool> = canvas.lines[0].iter().map(|cell| cell.colour.is_red()).collect();
        assert_eq!(red[..5], [false, true, false, true, true]);
    }

    #[test]
    fn an_unfinished_sequence_is_no_harm() {
        for text in ["\x1b", "\x1b[", "\x1b[31", "\x1b[31;;;999999m", "a\x1b"] {
            assert!(Canvas::new(text, &Signs::default()).complete);
        }
    }
}
