//! Pieces of a line on the page, with signs for what does not show, and what was typed.

use std::io;

use super::words::{LinePart, with_gaps};
use crate::cases::Typed;
use crate::reports::markup::Markup;
use crate::reports::visible::{DottedBlanks, sign};

/// Characters of a piece that are shown.
const CHARACTERS: usize = 600;

/// Which blanks of a line are dots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineBlanks {
    /// None.
    Plain,
    /// Those at its end.
    AtTheEnd,
    /// Those in what differs, and at its end.
    WhereItDiffers,
}

impl LineBlanks {
    /// Returns the same for a line of which only some pieces differ.
    pub(super) fn of(blanks: DottedBlanks) -> Self {
        match blanks {
            DottedBlanks::Nowhere => Self::Plain,
            DottedBlanks::AtTheEnd => Self::AtTheEnd,
            DottedBlanks::All => Self::WhereItDiffers,
        }
    }
}

/// Writes the pieces of a line; those that differ in a gap that `is_other` are marked weakly, as what the mistake is not about.
pub(super) fn write(
    html: &mut Markup<'_>,
    pieces: &[LinePart<'_>],
    blanks: LineBlanks,
    is_other: impl Fn(usize) -> bool,
) -> io::Result<()> {
    for (index, (gap, piece)) in with_gaps(pieces).enumerate() {
        let is_end = index + 1 == pieces.len();
        let text = cut(piece.text);
        let end = text.trim_end_matches(' ').len();
        let is_dot = |at: usize| match blanks {
            LineBlanks::Plain => false,
            LineBlanks::AtTheEnd => is_end && at >= end,
            LineBlanks::WhereItDiffers => piece.differs || is_end && at >= end,
        };
        if piece.differs {
            html.raw(if is_other(gap) { "<mark class=\"other\">" } else { "<mark>" })?;
        }
        signs(html, text, is_dot)?;
        if text.len() < piece.text.len() {
            html.raw("<i>…</i>")?;
        }
        if piece.differs {
            html.raw("</mark>")?;
        }
    }
    Ok(())
}

/// Writes a whole line as it is.
pub(super) fn plain(html: &mut Markup<'_>, text: &str) -> io::Result<()> {
    write(html, &[LinePart { text, differs: false }], LineBlanks::Plain, |_| false)
}

/// Writes what was typed.
pub(super) fn typed(html: &mut Markup<'_>, typed: &Typed) -> io::Result<()> {
    match typed {
        Typed::Line(line) => {
            html.raw("<kbd>")?;
            plain(html, line)?;
            html.raw("</kbd>")
        }
        Typed::EndOfInput => html.element("kbd", &[("class", "eof")], "end of input"),
    }
}

fn signs(html: &mut Markup<'_>, text: &str, is_dot: impl Fn(usize) -> bool) -> io::Result<()> {
    let mut plain = String::new();
    for (at, character) in text.char_indices() {
        let shown = if character == ' ' && is_dot(at) { Some("·".to_string()) } else { sign(character) };
        match shown {
            None => plain.push(character),
            Some(shown) => {
                html.text(&std::mem::take(&mut plain))?;
                html.element("i", &[], &shown)?;
            }
        }
    }
    html.text(&plain)
}

fn cut(text: &str) -> &str {
    text.char_indices().nth(CHARACTERS).map_or(text, |(end, _)| &text[..end])
}
