//! The mark sheet: a bar for each row, and the rows in words.

use std::io;

use super::contents::Contents;
use crate::reports::markup::Markup;
use crate::reports::numbers::{decimals, marks};
use crate::reports::results::{HARNESS, Results, RowResult};
use crate::reports::visible::{DottedBlanks, show};

/// Characters of a name for which every bar has room.
const SHORT: usize = 12;

/// Characters of a name for which a wide bar has room.
const LONG: usize = 18;

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
            () if !row.is_judged() => Self::Pending,
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
    let is_meant = |row: &&RowResult| row.is_judged() || !results.is_of_some_cases();
    results.mark_sheet.iter().filter(is_meant)
}

/// Returns a row by its name and its title; by its title alone where that begins with the name.
pub(super) fn named(row: &str, title: &str) -> String {
    let [name, words] = [row, title].map(|text| text.to_lowercase().replace('-', " "));
    let rest = words.strip_prefix(&name);
    if rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic)) {
        title.to_string()
    } else {
        format!("{row}: {title}")
    }
}

/// Writes a bar for each row that is judged; the name of one that lost marks leads to the mistake that costs most of those it lost them by.
/// Below stand those that a person awards.
pub(super) fn in_short(
    html: &mut Markup<'_>,
    results: &Results,
    contents: Option<&Contents<'_>>,
) -> io::Result<()> {
    if rows(results).next().is_none() {
        return Ok(());
    }
    let judged: Vec<&RowResult> = rows(results).filter(|row| row.is_judged()).collect();
    html.raw("<div class=\"rows\">\n")?;
    let is_empty = judged.is_empty();
    if !is_empty {
        html.open("ul", &[("class", class_of_bars(&judged)), ("aria-label", "Marks of each row")])?;
        html.raw("\n")?;
    }
    let decimals = decimals(judged.iter().map(|row| row.awarded));
    for row in judged {
        let state = RowState::of(row);
        html.open("li", &[("class", state.class()), ("title", &row.title)])?;
        html.element("span", &[("class", "sign"), ("aria-hidden", "true")], state.sign())?;
        name(html, row, contents)?;
        html.element("span", &[("class", "full")], &row.title)?;
        bar(html, row)?;
        html.element("span", &[("class", "won")], &format!("{:.decimals$}", row.awarded))?;
        html.element("span", &[("class", "of")], &format!(" / {}", marks(row.out_of)))?;
        html.raw("</li>\n")?;
    }
    html.raw(if is_empty { "" } else { "</ul>\n" })?;
    pending(html, results)?;
    html.raw("</div>\n")
}

/// Returns the class of bars with names of these lengths: wider ones for long names, and broken ones for those that are too long for a line.
fn class_of_bars(rows: &[&RowResult]) -> &'static str {
    match rows.iter().map(|row| row.row.chars().count()).max() {
        Some(longest) if longest > LONG => "bars long broken",
        Some(longest) if longest > SHORT => "bars long",
        _ => "bars",
    }
}

/// Writes which rows cases that are not public award, which a person does, and what they are worth; nothing if there are none.
fn pending(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    for by in [RowResult::CASES, RowResult::PERSON] {
        let pending = rows(results).filter(|row| !row.is_judged() && row.later_by() == by);
        let names: Vec<String> = pending.map(|row| format!("{} {}", row.row, marks(row.out_of))).collect();
        if names.is_empty() {
            continue;
        }
        html.raw("<p class=\"pending\"><span class=\"sign\" aria-hidden=\"true\">–</span>")?;
        html.element("span", &[], &format!("Later, by {by}: {}", names.join(", ")))?;
        html.raw("</p>\n")?;
    }
    Ok(())
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
    let width = format!("{:.1}", share.clamp(0.0, 1.0) * 100.0);
    html.raw("<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")?;
    html.empty("rect", &[("width", &width), ("height", "10")])?;
    html.raw("</svg>")
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
    html.raw("<details class=\"sheet\"><summary>The mark sheet with full names</summary>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" ")?;
    html.raw("aria-label=\"The mark sheet\">\n<table>\n<thead><tr><th scope=\"col\">Row</th><th scope=\"col\" class=\"number\">Marks</th>")?;
    html.raw(
        "<th scope=\"col\" class=\"number\">Out of</th><th scope=\"col\">By</th></tr></thead>\n<tbody>\n",
    )?;
    let rows: Vec<&RowResult> = rows(results).collect();
    let judged = || rows.iter().filter(|row| row.is_judged());
    let [won, worth] =
        [decimals(judged().map(|row| row.awarded)), decimals(rows.iter().map(|row| row.out_of))];
    for row in &rows {
        in_words(html, row, [won, worth], contents)?;
    }
    html.raw("</tbody>\n<tfoot><tr><th scope=\"row\">So far</th>")?;
    let sums =
        [(judged().map(|row| row.awarded).sum::<f64>(), won), (judged().map(|row| row.out_of).sum(), worth)];
    for (sum, decimals) in sums {
        html.element("td", &[("class", "number")], &format!("{sum:.decimals$}"))?;
    }
    html.raw("<td></td></tr></tfoot>\n</table>\n</div></details>\n")
}

fn in_words(
    html: &mut Markup<'_>,
    row: &RowResult,
    [won, worth]: [usize; 2],
    contents: Option<&Contents<'_>>,
) -> io::Result<()> {
    let state = RowState::of(row);
    html.open("tr", &[("class", state.class())])?;
    html.open("th", &[("scope", "row")])?;
    html.element("span", &[("class", "sign"), ("aria-hidden", "true")], state.sign())?;
    html.text(&format!(" {}", named(&row.row, &row.title)))?;
    if let Some(contents) = contents {
        lost_by(html, row, contents)?;
    }
    if let Some(note) = &row.note {
        html.element("small", &[], note)?;
    }
    for (name, sentence) in row.remarks() {
        let text = format!("{name}: {}", show(sentence, DottedBlanks::Nowhere).text);
        html.element("small", &[], &text)?;
    }
    html.close("th")?;
    let is_pending = state == RowState::Pending;
    let awarded = if is_pending { "–".to_string() } else { format!("{:.won$}", row.awarded) };
    html.element("td", &[("class", "number")], &awarded)?;
    html.element("td", &[("class", "number")], &format!("{:.worth$}", row.out_of))?;
    html.element("td", &[], by(row))?;
    html.raw("</tr>\n")
}

/// Returns who awards a row, as a reader calls it.
fn by(row: &RowResult) -> &str {
    match row.by.as_str() {
        "pending" if row.without_cases => "cases that are not public, later",
        "pending" => "a person, later",
        HARNESS => "this program",
        "tutor" => "a tutor",
        other => other,
    }
}

/// Writes which mistakes, or which cases, cost a row something; nothing if none does.
fn lost_by(html: &mut Markup<'_>, row: &RowResult, contents: &Contents<'_>) -> io::Result<()> {
    let numbers = contents.costing(&row.row);
    let link = contents.worst_of(&row.row);
    match link {
        _ if !numbers.is_empty() => {
            html.raw("<small>lost by ")?;
            contents.links(html, &numbers)?;
        }
        Some(link) => {
            html.raw("<small>lost in ")?;
            html.element("a", &[("href", &link)], "cases that are not public")?;
        }
        None => return Ok(()),
    }
    html.raw("</small>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_the_title_repeats_is_left_out() {
        for (row, title, expected) in [
            ("start", "Start: loading", "Start: loading"),
            ("winning", "Winning", "Winning"),
            ("off-board", "Off board pieces", "Off board pieces"),
            ("line", "Linear games", "line: Linear games"),
            ("fights", "Armies meet", "fights: Armies meet"),
        ] {
            assert_eq!(named(row, title), expected);
        }
    }
}
