//! The list of all cases of which the reader may see more than a number, those that are public apart from the others.

use std::io;

use super::anchor;
use super::case::{sign, state};
use super::contents::Contents;
use super::prose;
use crate::cases::Visibility;
use crate::judging::Verdict;
use crate::reports::faults::has_failed;
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::CaseResult;

/// Characters of what is told of a case.
const CHARACTERS: usize = 120;

/// Writes the list.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let results = contents.results();
    let seen: Vec<&CaseResult> = results.cases.iter().filter(|case| !case.is_hidden()).collect();
    if seen.is_empty() {
        return Ok(());
    }
    let (public, others): (Vec<&CaseResult>, Vec<&CaseResult>) =
        seen.iter().partition(|case| case.visible == Visibility::Public);
    html.raw("<section class=\"panel\" id=\"cases\" tabindex=\"-1\">\n<p class=\"kicker\"><span>Evidence</span></p>\n")?;
    html.element("h2", &[], "Cases")?;
    controls(html, &seen)?;
    for (title, cases) in [("Public", &public), ("Not public: students do not see these", &others)] {
        if cases.is_empty() {
            continue;
        }
        html.raw("<section class=\"group\">\n")?;
        let passed = cases.iter().filter(|case| case.verdict == Verdict::Passed).count();
        html.element("h3", &[], &format!("{title}: {passed} of {} passed", count(cases.len(), "case")))?;
        by_row(html, contents, cases)?;
        html.raw("</section>\n")?;
    }
    html.raw("</section>\n")
}

/// Writes filter and search, for readers whose browser runs the script.
fn controls(html: &mut Markup<'_>, seen: &[&CaseResult]) -> io::Result<()> {
    html.raw("\n<form id=\"controls\" role=\"search\" aria-label=\"Cases\" hidden=\"\">\n")?;
    html.raw("<label>Search <input type=\"search\" id=\"search\" autocomplete=\"off\"/></label>\n<label>Show <select id=\"state\">")?;
    for value in ["", "failed", "passed", "undecided"] {
        let number = seen.iter().filter(|case| value.is_empty() || state(case) == value).count();
        if number > 0 {
            let name = if value.is_empty() { "all" } else { value };
            html.element("option", &[("value", value)], &format!("{name} ({number})"))?;
        }
    }
    html.raw("</select></label>\n<p id=\"shown\" role=\"status\"></p>\n</form>\n")
}

fn by_row(html: &mut Markup<'_>, contents: &Contents<'_>, cases: &[&CaseResult]) -> io::Result<()> {
    let results = contents.results();
    let titles = results.mark_sheet.iter().map(|row| (row.row.as_str(), row.title.as_str()));
    let mut rows: Vec<(&str, &str)> = titles.collect();
    let others = cases.iter().map(|case| case.row.as_str());
    for row in others {
        if rows.iter().all(|(name, _)| *name != row) {
            rows.push((row, ""));
        }
    }
    for (row, title) in rows {
        let of_row: Vec<&CaseResult> = cases.iter().copied().filter(|case| case.row == row).collect();
        if of_row.is_empty() {
            continue;
        }
        html.raw("<div class=\"row\">\n")?;
        html.element("h4", &[], &format!("{row}: {title}"))?;
        html.raw("<ul class=\"cases\">\n")?;
        for case in of_row {
            entry(html, contents, case)?;
        }
        html.raw("</ul>\n</div>\n")?;
    }
    Ok(())
}

fn entry(html: &mut Markup<'_>, contents: &Contents<'_>, case: &CaseResult) -> io::Result<()> {
    html.open("li", &[("class", state(case)), ("data-s", state(case))])?;
    html.open("a", &[("href", &anchor::link(&anchor::of_case(&case.id)))])?;
    html.element("span", &[("class", "sign")], sign(case))?;
    html.text(&format!(" {}", case.id))?;
    html.raw("</a> ")?;
    let what = match (case.verdict, contents.reason(case)) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => &difference.sentence,
        _ if has_failed(case) => &case.sentence,
        _ => &case.title,
    };
    let what: String = what.chars().take(CHARACTERS).collect();
    html.raw("<span class=\"what\">")?;
    prose::text(html, &what)?;
    html.raw("</span></li>\n")
}
