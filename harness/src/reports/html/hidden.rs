//! What a student may know of cases that are not public: how many passed of each row, and what they cost.

use std::io;

use super::case::{sign, state};
use super::contents::Contents;
use crate::judging::Verdict;
use crate::reports::faults::{fault, has_failed};
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::CaseResult;
use crate::reports::screen::list::lost_in_hidden_cases;

/// The name of the place.
pub(super) const HIDDEN: &str = "not-public";

/// Writes what may be known of them; nothing if there are none.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let results = contents.results();
    let hidden: Vec<&CaseResult> = results.cases.iter().filter(|case| case.is_hidden()).collect();
    let lost = lost_in_hidden_cases(results, &contents.told);
    if hidden.is_empty() && lost.is_none() {
        return Ok(());
    }
    html.open("section", &[("class", "panel"), ("id", HIDDEN), ("tabindex", "-1")])?;
    html.raw("\n<p class=\"kicker\"><span>Not public</span></p>\n")?;
    let passed = hidden.iter().filter(|case| case.verdict == Verdict::Passed).count();
    html.element(
        "h2",
        &[],
        &format!("{passed} of {} that are not public passed", count(hidden.len(), "case")),
    )?;
    if let Some(lost) = lost {
        html.element("p", &[], &(lost + "."))?;
    }
    html.element("p", &[("class", "soft")], "What they type and expect is not told.")?;
    rows(html, contents, &hidden)?;
    titles(html, &hidden)?;
    html.raw("</section>\n")
}

fn rows(html: &mut Markup<'_>, contents: &Contents<'_>, hidden: &[&CaseResult]) -> io::Result<()> {
    html.raw("<table>\n<thead><tr><th scope=\"col\">Row</th><th scope=\"col\" class=\"number\">Passed</th>")?;
    html.raw("<th scope=\"col\" class=\"number\">Of</th></tr></thead>\n<tbody>\n")?;
    for row in &contents.results().mark_sheet {
        let of_row = || hidden.iter().filter(|case| case.row == row.row);
        let passed = of_row().filter(|case| case.verdict == Verdict::Passed).count();
        if of_row().next().is_none() {
            continue;
        }
        html.raw("<tr>")?;
        html.element("th", &[("scope", "row")], &format!("{}: {}", row.row, row.title))?;
        html.element("td", &[("class", "number")], &passed.to_string())?;
        html.element("td", &[("class", "number")], &of_row().count().to_string())?;
        html.raw("</tr>\n")?;
    }
    html.raw("</tbody>\n</table>\n")
}

/// Writes what the suite discloses of those that did not pass, folded.
fn titles(html: &mut Markup<'_>, hidden: &[&CaseResult]) -> io::Result<()> {
    let failed: Vec<&CaseResult> =
        hidden.iter().copied().filter(|case| case.verdict != Verdict::Passed).collect();
    if failed.is_empty() {
        return Ok(());
    }
    html.raw("<details class=\"also\"><summary>")?;
    html.text(&format!("The titles of {} that did not pass", count(failed.len(), "case")))?;
    html.raw("</summary>\n<ul class=\"cases\">\n")?;
    for case in failed {
        html.open("li", &[("class", state(case))])?;
        html.element("span", &[("class", "sign")], sign(case))?;
        let what = if has_failed(case) { fault(case) } else { "" };
        html.text(&format!(" {}", case.title))?;
        html.element("span", &[("class", "what")], &format!(" {what}"))?;
        html.raw("</li>\n")?;
    }
    html.raw("</ul></details>\n")
}
