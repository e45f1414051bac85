//! One case on the page.

use std::io;

use super::PageRoom;
use super::talk::Talk;
use crate::judging::Verdict;
use crate::reports::broken_rule;
use crate::reports::faults::{fault, first_difference, has_failed};
use crate::reports::markup::Markup;
use crate::reports::report::Report;
use crate::reports::results::CaseResult;
use crate::reports::visible::{DottedBlanks, show};

/// Where a case stands on the page, and how much room it has.
#[derive(Debug, Clone, Copy)]
pub(super) struct CasePlace {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The room of each conversation.
    pub(super) room: PageRoom,
}

/// Writes a case: one line that opens to all that is known of it.
pub(super) fn write(
    html: &mut Markup<'_>,
    report: &Report<'_>,
    case: &CaseResult,
    place: CasePlace,
) -> io::Result<()> {
    let state = match case.verdict {
        Verdict::Undecided => "undecided",
        _ if has_failed(case) => "failed",
        _ => "passed",
    };
    let fault_shown = if has_failed(case) { fault(case) } else { "" };
    let id = format!("c{}", place.number);
    let class = format!("case {state}");
    let attributes = [
        ("class", class.as_str()),
        ("id", &id),
        ("data-s", state),
        ("data-c", fault_shown),
        ("data-r", &case.row),
    ];
    html.open("article", &attributes)?;
    if case.is_hidden() {
        html.open("div", &[("class", "line")])?;
        line(html, case, state, fault_shown)?;
        html.raw("</div></article>\n")
    } else {
        html.raw("<details><summary class=\"line\">")?;
        line(html, case, state, fault_shown)?;
        html.raw("</summary><div class=\"body\">\n")?;
        body(html, report, case, place)?;
        html.raw("</div></details></article>\n")
    }
}

fn line(html: &mut Markup<'_>, case: &CaseResult, state: &'static str, shown: &str) -> io::Result<()> {
    html.element("span", &[("class", "state")], state)?;
    let title = if case.is_hidden() { format!("{} (not public)", case.title) } else { case.id.clone() };
    html.raw(" ")?;
    html.element("h3", &[], &title)?;
    html.raw(" ")?;
    let what = match (case.verdict, first_difference(case)) {
        (Verdict::Passed, _) => String::new(),
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) if !case.is_hidden() => {
            format!("{shown}: {}", difference.sentence)
        }
        _ if case.is_hidden() => shown.to_string(),
        _ => format!("{shown}: {}", case.sentence),
    };
    let what: String = show(&what, DottedBlanks::AtTheEnd).text.chars().take(160).collect();
    html.element("span", &[("class", "what")], &what)
}

fn body(html: &mut Markup<'_>, report: &Report<'_>, case: &CaseResult, place: CasePlace) -> io::Result<()> {
    html.raw("<dl>")?;
    fact(html, "Why", &case.why)?;
    if !case.rule.is_empty() {
        html.element("dt", &[], "Rule")?;
        html.open("dd", &[])?;
        html.element("q", &[], &case.rule)?;
        html.close("dd")?;
    }
    let failed = has_failed(case);
    if failed {
        fact(html, "Verdict", &verdict(case))?;
        let origin = first_difference(case).and_then(|it| broken_rule::origin(report.results, it));
        fact(html, "Follows", &origin.unwrap_or_default())?;
    }
    let row = report.results.mark_sheet.iter().find(|row| row.row == case.row);
    fact(html, "Row", row.map_or(&case.row, |row| &row.title))?;
    html.element("dt", &[], "Repeat")?;
    html.open("dd", &[])?;
    html.element("code", &[("class", "command")], &show(&report.repeat(case), DottedBlanks::AtTheEnd).text)?;
    html.raw("</dd></dl>\n")?;
    let Some(recording) = report.recording(case) else { return Ok(()) };
    let room = if failed { place.room.failed } else { place.room.passed };
    Talk::new(case, place.number, &recording).fit(html, room)
}

fn verdict(case: &CaseResult) -> String {
    let rows: std::collections::BTreeSet<&str> = case
        .differences
        .iter()
        .filter(|difference| difference.root.is_none() && difference.row != case.row)
        .filter(|difference| !case.is_paid_elsewhere(difference))
        .map(|difference| difference.row.as_str())
        .collect();
    let costs = match rows.len() {
        0 => String::new(),
        _ => format!(" (costs also: {})", rows.into_iter().collect::<Vec<_>>().join(", ")),
    };
    let sentence = show(&case.sentence, DottedBlanks::AtTheEnd).text;
    format!("{}: {sentence}{costs}", case.verdict.name())
}

fn fact(html: &mut Markup<'_>, name: &'static str, value: &str) -> io::Result<()> {
    if value.is_empty() {
        return Ok(());
    }
    html.element("dt", &[], name)?;
    html.element("dd", &[], value)
}
