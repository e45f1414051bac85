//! The turns of a conversation as lines, which know their parts and where they were printed.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lexicon::Lexicon;
use super::line::Line;
use crate::cases::Tolerance;
use crate::cases::notation::CLEAR;
use crate::comparison::on_screen;
use crate::expected::ExpectedTurn;

/// The lines of a turn that are not blank.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Page {
    /// The lines.
    pub(super) lines: Vec<Placed>,
    /// Line breaks after the last of them.
    pub(super) breaks_after: usize,
}

/// A line of a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Placed {
    /// Blank lines before it.
    pub(super) blanks: usize,
    /// The label of the piece that ends the last of these, if they are expected.
    pub(super) blanks_part: Option<&'static str>,
    /// What it says.
    pub(super) line: Arc<Line>,
    /// The labels of its pieces, and the bytes at which they begin; empty in what was printed.
    pub(super) parts: Arc<[(usize, &'static str)]>,
    /// The number of the line in the turn as it was printed, from 1; none if it is put in or expected.
    pub(super) origin: Option<usize>,
}

impl Placed {
    /// Returns the label of what stands first in the line.
    pub(super) fn part(&self) -> &'static str {
        self.parts.first().map_or("", |(_, part)| part)
    }

    /// Returns the label of what stands at a byte of the line.
    pub(super) fn part_at(&self, byte: usize) -> &'static str {
        self.parts.iter().rev().find(|(start, _)| *start <= byte).map_or(self.part(), |(_, part)| part)
    }
}

impl Page {
    /// Returns the lines that are expected in a turn.
    pub(super) fn expected(
        turn: &ExpectedTurn,
        tolerances: &BTreeSet<Tolerance>,
        lexicon: &mut Lexicon,
    ) -> Self {
        let is_shown = |text: &str| text != CLEAR || !tolerances.contains(&Tolerance::ClearScreen);
        let mut text = String::new();
        let mut parts: Vec<Vec<(usize, &'static str)>> = vec![Vec::new()];
        // For each line the piece that ends it.
        let mut ends: Vec<&'static str> = Vec::new();
        let mut column = 0;
        for (part, piece) in turn.pieces.iter().filter(|(_, text)| is_shown(text)) {
            for (index, piece) in piece.split('\n').enumerate() {
                if index > 0 {
                    ends.push(part);
                    parts.push(Vec::new());
                    column = 0;
                }
                let line = parts.last_mut().expect("there is a line");
                if !piece.trim().is_empty() && line.last().is_none_or(|(_, last)| last != part) {
                    line.push((column, *part));
                }
                column += piece.len();
            }
            text.push_str(piece);
        }
        let mut page = Self::printed(&text, tolerances, lexicon);
        for placed in &mut page.lines {
            let number = placed.origin.take().unwrap_or(1);
            placed.parts = std::mem::take(&mut parts[number - 1]).into();
            placed.blanks_part = (placed.blanks > 0).then(|| ends[number - 2]);
        }
        page
    }

    /// Returns the lines that were printed in a turn.
    pub(super) fn printed(text: &str, tolerances: &BTreeSet<Tolerance>, lexicon: &mut Lexicon) -> Self {
        let text = on_screen(text, tolerances);
        let tolerances = lexicon.tolerances(tolerances);
        let mut page = Self::default();
        for (index, raw) in text.split('\n').enumerate() {
            if raw.trim().is_empty() {
                page.breaks_after += 1;
                continue;
            }
            let line = lexicon.line(raw, tolerances);
            let blanks = std::mem::take(&mut page.breaks_after);
            page.lines.push(Placed {
                blanks,
                blanks_part: None,
                line,
                parts: Arc::default(),
                origin: Some(index + 1),
            });
        }
        page
    }

    /// Tells what was typed before the page from its own words.
    pub(super) fn tell_typed(&mut self, typed: &str, lexicon: &mut Lexicon) {
        for placed in &mut self.lines {
            placed.line = lexicon.line_after(typed, &placed.line.raw, placed.line.tolerances);
        }
    }

    /// Returns the page as it is printed, and the number of each of its lines in the turn as it was printed.
    pub(super) fn text(&self) -> (String, Vec<Option<usize>>) {
        let mut text = String::new();
        let mut origins = Vec::new();
        for (index, placed) in self.lines.iter().enumerate() {
            text.push_str(&"\n".repeat(placed.blanks + usize::from(index > 0)));
            text.push_str(&placed.line.raw);
            origins.extend(std::iter::repeat_n(placed.origin, placed.blanks + 1));
        }
        text.push_str(&"\n".repeat(self.breaks_after));
        (text, origins)
    }
}
