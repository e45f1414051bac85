//! The mark sheet: a bar for each row, and the rows in words.

use std::io;

use super::contents::Contents;
use crate::reports::markup::Markup;
use crate::reports::numbers::marks;
use crate::reports::results::{Results, RowResult};
use crate::reports::screen::sheet::is_judged;
use crate::reports::visible::{DottedBlanks, show};

/// How much of a row is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowState {
    All,
    Part,
    Nothing,
    Pending,
}

impl RowState {
    fn of(row: &RowResult) -> Self {
        match () {
            () if !is_judged(row) => Self::Pending,
            () if row.awarded >= row.out_of => Self::All,
            () if row.awarded > 0.0 => Self::Part,
            () => Self::Nothing,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Part => "part",
            Self::Nothing => "nothing",
            Self::Pending => "pending",
        }
    }

    /// Returns a sign that tells it without colour.
    fn sign(self) -> &'static str {
        match self {
            Self::All => "●",
            Self::Part => "◐",
            Self::Nothing => "○",
            Self::Pending => "–",
        }
    }
}

/// Returns the rows that the page tells of: of a run of some cases only those that are judged.
fn rows(results: &Results) -> impl Iterator<Item = &RowResult> {
    let is_meant = |row: &&RowResult| is_judged(row) || !results.is_of_some_cases();
    results.mark_sheet.iter().filter(is_meant)
}

/// Writes a bar for each row; the name of one that lost marks leads to the mistake that costs most of those it lost them by.
pub(super) fn in_short(
    html: &mut Markup<'_>,
    results: &Results,
    contents: Option<&Contents<'_>>,
) -> io::Result<()> {
    if rows(results).next().is_none() {
        return Ok(());
    }
    html.raw("<ul class=\"bars\" aria-label=\"Marks of each row\">\n")?;
    for row in rows(results) {
        let state = RowState::of(row);
        html.open("li", &[("class", state.class()), ("title", &row.title)])?;
        html.element("span", &[("class", "sign"), ("aria-hidden", "true")], state.sign())?;
        name(html, row, contents)?;
        bar(html, row)?;
        number(html, row)?;
        html.raw("</li>\n")?;
    }
    html.raw("</ul>\n")
}

fn name(html: &mut Markup<'_>, row: &RowResult, contents: Option<&Contents<'_>>) -> io::Result<()> {
    let worst = contents.and_then(|contents| contents.worst_of(&row.row));
    match worst {
        Some(link) => html.element("a", &[("class", "name"), ("href", &link)], &row.row),
        None => html.element("span", &[("class", "name")], &row.row),
    }
}

/// Writes a bar whose filled part is what was won.
fn bar(html: &mut Markup<'_>, row: &RowResult) -> io::Result<()> {
    let share = if row.out_of > 0.0 { row.awarded / row.out_of } else { 0.0 };
    let width = format!("{:.1}", if is_judged(row) { share.clamp(0.0, 1.0) * 100.0 } else { 0.0 });
    html.raw("<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")?;
    html.empty("rect", &[("width", &width), ("height", "10")])?;
    html.raw("</svg>")
}

/// Writes what was won, of what could be.
fn number(html: &mut Markup<'_>, row: &RowResult) -> io::Result<()> {
    let won = if is_judged(row) { marks(row.awarded) } else { "–".to_string() };
    html.element("span", &[("class", "won")], &won)?;
    html.element("span", &[("class", "of")], &format!(" / {}", marks(row.out_of)))
}

/// Writes the rows in words, folded, with the mistakes that cost them something, what tutors note and what cost marks besides cases.
pub(super) fn in_full(
    html: &mut Markup<'_>,
    results: &Results,
    contents: Option<&Contents<'_>>,
) -> io::Result<()> {
    if rows(results).next().is_none() {
        return Ok(());
    }
    html.raw("<details class=\"sheet\"><summary>The mark sheet in words</summary>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" ")?;
    html.raw("aria-label=\"The mark sheet\">\n<table>\n<thead><tr><th scope=\"col\">Row</th><th scope=\"col\">Marks</th>")?;
    html.raw("<th scope=\"col\">Out of</th><th scope=\"col\">By</th></tr></thead>\n<tbody>\n")?;
    for row in rows(results) {
        in_words(html, row, contents)?;
    }
    html.raw("</tbody>\n</table>\n</div></details>\n")
}

fn in_words(html: &mut Markup<'_>, row: &RowResult, contents: Option<&Contents<'_>>) -> io::Result<()> {
    let state = RowState::of(row);
    html.open("tr", &[("class", state.class())])?;
    html.open("th", &[("scope", "row")])?;
    html.element("span", &[("class", "sign"), ("aria-hidden", "true")], state.sign())?;
    html.text(&format!(" {}: {}", row.row, row.title))?;
    let costing = contents.map(|contents| (contents, contents.costing(&row.row)));
    if let Some((contents, numbers)) = costing.filter(|(_, numbers)| !numbers.is_empty()) {
        html.raw("<small>lost by ")?;
        contents.links(html, &numbers)?;
        html.raw("</small>")?;
    }
    if let Some(note) = &row.note {
        html.element("small", &[], note)?;
    }
    for (name, sentence) in row.remarks() {
        let text = format!("{name}: {}", show(sentence, DottedBlanks::Nowhere).text);
        html.element("small", &[], &text)?;
    }
    html.close("th")?;
    let awarded = if state == RowState::Pending { "–".to_string() } else { marks(row.awarded) };
    html.element("td", &[("class", "number")], &awarded)?;
    html.element("td", &[("class", "number")], &marks(row.out_of))?;
    html.element("td", &[], &row.by)?;
    html.raw("</tr>\n")
}
