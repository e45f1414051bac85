//! The head of the page: the assignment, the marks, and a bar for each row.

use std::io;
use std::path::{Component, Path};

use super::contents::Contents;
use super::prose;
use super::sheet;
use crate::cases::Visibility;
use crate::reports::Audience;
use crate::reports::markup::Markup;
use crate::reports::numbers::{count, marks, marks_of};
use crate::reports::report::Report;
use crate::reports::results::{MarkedLater, Results, RowResult};
use crate::reports::screen::sheet::{UndecidedCases, progress, reasons};
use crate::reports::start_remarks::taken;
use crate::reports::visible::{DottedBlanks, show};

/// Writes the head of the page, with links to what it tells of, if it tells of any mistakes.
pub(super) fn write(
    html: &mut Markup<'_>,
    report: &Report<'_>,
    contents: Option<&Contents<'_>>,
) -> io::Result<()> {
    let results = report.results;
    html.raw("<header class=\"top\">\n<div class=\"score\">\n")?;
    html.element("h1", &[], &results.title)?;
    html.raw("\n<p class=\"target\">")?;
    html.element("code", &[], &submission_name(report))?;
    html.raw("</p>\n")?;
    score(html, results)?;
    html.raw("</div>\n")?;
    sheet::in_short(html, results, contents)?;
    let shows_more = results.cases.iter().any(|case| case.visible != Visibility::Public);
    if results.audience == Audience::Staff && shows_more {
        let text = "For staff: this page shows cases that are not public. Do not hand it out.";
        html.element("p", &[("class", "notice")], text)?;
    }
    if let Some(taken) = taken(results) {
        html.raw("<p class=\"notice calm\">")?;
        prose::text(html, &taken)?;
        html.raw("</p>\n")?;
    }
    undecided(html, results)?;
    sheet::in_full(html, results, contents)?;
    html.raw("</header>\n")
}

/// Returns the name of the submission: of the folder in which the reader stands, the folder's own.
pub(super) fn submission_name(report: &Report<'_>) -> String {
    let target = &report.results.target;
    let is_named = Path::new(target).components().any(|part| matches!(part, Component::Normal(_)));
    let folder = if is_named { None } else { Path::new(report.submission()).canonicalize().ok() };
    let name = folder.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    show(name.as_ref().unwrap_or(target), DottedBlanks::Nowhere).text
}

/// Writes the marks large, and what is not awarded yet.
fn score(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    let summary = &results.summary;
    html.raw("<p class=\"marks\">")?;
    if results.is_of_some_cases() {
        html.element("b", &[], &summary.passed.to_string())?;
        html.text(&format!(" of {} passed", count(summary.cases, "case")))?;
    } else {
        html.element("b", &[], &marks(summary.automatic + summary.tutor))?;
        html.text(&format!(" of {}", marks_of(summary.out_of - summary.pending)))?;
    }
    html.raw("</p>\n")?;
    let more = if results.is_of_some_cases() { progress(results) } else { rest(results) };
    html.element("p", &[("class", "standing")], &more)
}

/// Returns what is not awarded yet, and by whom else marks were awarded.
fn rest(results: &Results) -> String {
    let summary = &results.summary;
    let MarkedLater { by_cases, by_person } = results.marked_later();
    let given = |later: f64, by: &str| {
        let are = if marks(later) == "1" { "is" } else { "are" };
        format!("{} of the {} {are} given later by {by}", marks(later), marks_of(summary.out_of))
    };
    let parts = [
        (summary.tutor > 0.0, format!("{} of them from a tutor", marks(summary.tutor))),
        (by_cases > 0.0, given(by_cases, RowResult::CASES)),
        (by_person > 0.0, given(by_person, RowResult::PERSON)),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(is_said, _)| *is_said).map(|(_, part)| part).collect();
    parts.join("; ")
}

/// Writes how many cases could not be judged, and why.
fn undecided(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    for (reason, UndecidedCases { number, line }) in reasons(results) {
        let reason = show(reason, DottedBlanks::Nowhere).text;
        let text = format!("Undecided, {}: {reason}. A person decides.", count(number, "case"));
        html.element("p", &[("class", "notice")], &text)?;
        if let Some(line) = line {
            html.element("pre", &[("class", "notice")], &show(line, DottedBlanks::Nowhere).text)?;
        }
    }
    Ok(())
}
