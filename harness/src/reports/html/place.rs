//! One place at which a conversation differs: what is expected above what is there, column by column.

use std::io;

use super::pieces::{LineBlanks, typed, write};
use super::words::{LinePart, compare};
use crate::cases::{Cause, Typed};
use crate::reports::apart::{Apart, PointedAt};
use crate::reports::markup::Markup;
use crate::reports::visible::DottedBlanks;

/// Two lines of a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct DifferingLines<'a> {
    /// The line that should be there.
    pub(super) expected: Option<&'a str>,
    /// The line that is there.
    pub(super) got: Option<&'a str>,
    /// Why they differ.
    pub(super) cause: Option<Cause>,
    /// What was typed behind the line that is there.
    pub(super) typed: Option<&'a Typed>,
}

/// Writes both lines.
pub(super) fn lines(html: &mut Markup<'_>, lines: DifferingLines<'_>) -> io::Result<()> {
    let DifferingLines { expected, got, cause, typed } = lines;
    let blanks = Apart { expected, got, cause, pointed_at: PointedAt::Characters }.blanks();
    let (left, right) = match (expected, got) {
        (Some(expected), Some(got)) => compare(expected, got),
        (expected, got) => (as_it_is(expected), as_it_is(got)),
    };
    side(html, ("want", "expected"), expected.map(|_| left.as_slice()), (blanks, None))?;
    side(html, ("have", "got"), got.map(|_| right.as_slice()), (blanks, typed))?;
    if has_dots(&left, blanks) || has_dots(&right, blanks) {
        html.raw("<p class=\"note\">each <i>·</i> is a blank</p>\n")?;
    }
    Ok(())
}

/// Returns whether blanks of a line are shown as dots.
fn has_dots(parts: &[LinePart<'_>], blanks: DottedBlanks) -> bool {
    let at_the_end = parts.last().is_some_and(|part| part.text.ends_with(' '));
    match blanks {
        DottedBlanks::Nowhere => false,
        DottedBlanks::AtTheEnd => at_the_end,
        DottedBlanks::All => at_the_end || parts.iter().any(|part| part.differs && part.text.contains(' ')),
    }
}

fn as_it_is(line: Option<&str>) -> Vec<LinePart<'_>> {
    line.filter(|line| !line.is_empty()).map(|text| LinePart { text, differs: false }).into_iter().collect()
}

fn side(
    html: &mut Markup<'_>,
    (class, name): (&'static str, &'static str),
    line: Option<&[LinePart<'_>]>,
    (blanks, behind): (DottedBlanks, Option<&Typed>),
) -> io::Result<()> {
    html.open("div", &[("class", class)])?;
    html.element("span", &[("class", "side")], name)?;
    html.raw(" <code>")?;
    match line {
        None => html.raw("<em>(nothing)</em>")?,
        Some(line)
            if line.iter().all(|part| part.text.trim().is_empty())
                && behind.is_none()
                && blanks == DottedBlanks::Nowhere =>
        {
            html.raw("<em>(a blank line)</em>")?;
        }
        Some(line) => write(html, line, LineBlanks::of(blanks))?,
    }
    if let Some(behind) = behind {
        typed(html, behind)?;
    }
    html.raw("</code></div>\n")
}
