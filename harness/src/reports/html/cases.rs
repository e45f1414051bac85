//! The list of all cases of which the reader may see more than a number, those that are public apart from the others.

use std::io;

use super::contents::{Contents, link_to_case};
use super::prose;
use super::sheet::named;
use super::state::CaseState;
use crate::cases::Visibility;
use crate::comparison::SourcePlace;
use crate::judging::Verdict;
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::CaseResult;

/// Characters of what is told of a case.
const CHARACTERS: usize = 160;

/// Writes the list.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let results = contents.results();
    let seen: Vec<&CaseResult> = results.cases.iter().filter(|case| !case.is_hidden()).collect();
    if seen.is_empty() {
        return Ok(());
    }
    let (public, others): (Vec<&CaseResult>, Vec<&CaseResult>) =
        seen.iter().partition(|case| case.visible == Visibility::Public);
    html.raw("<section class=\"panel\" id=\"cases\" tabindex=\"-1\">\n")?;
    html.element("h2", &[], "Cases")?;
    controls(html, &seen)?;
    for (title, cases) in [("Public", &public), ("Not public, unseen by students", &others)] {
        if cases.is_empty() {
            continue;
        }
        html.raw("<section class=\"group\">\n")?;
        html.element("h3", &[], title)?;
        html.element("p", &[("class", "soft")], &in_numbers(cases))?;
        by_row(html, contents, cases)?;
        html.raw("</section>\n")?;
    }
    legend(html, &seen)?;
    html.raw("</section>\n")
}

/// Returns the states of these cases, each with the number of cases that have it.
fn states<'a>(cases: &'a [&CaseResult]) -> impl Iterator<Item = (CaseState, usize)> + 'a {
    let number = |state| cases.iter().filter(|case| CaseState::of(case) == state).count();
    CaseState::ALL.into_iter().map(move |state| (state, number(state))).filter(|(_, number)| *number > 0)
}

/// Returns how many of these cases passed, failed and so on.
fn in_numbers(cases: &[&CaseResult]) -> String {
    let numbers: Vec<String> =
        states(cases).map(|(state, number)| format!("{number} {}", state.name())).collect();
    format!("{}: {}", count(cases.len(), "case"), numbers.join(", "))
}

/// Writes what the signs mean that stand before cases.
fn legend(html: &mut Markup<'_>, seen: &[&CaseResult]) -> io::Result<()> {
    html.raw("<ul class=\"legend\" aria-label=\"Signs\">\n")?;
    for (state, _) in states(seen) {
        html.open("li", &[("class", state.class())])?;
        html.element("span", &[("class", "sign")], state.sign())?;
        html.text(&format!(" {}: {}", state.name(), state.meaning()))?;
        html.raw("</li>\n")?;
    }
    html.raw("</ul>\n")
}

/// Writes filter and search, for readers whose browser runs the script.
fn controls(html: &mut Markup<'_>, seen: &[&CaseResult]) -> io::Result<()> {
    html.raw("\n<form id=\"controls\" role=\"search\" aria-label=\"Cases\" hidden=\"\">\n")?;
    html.raw("<label>Search all cases <input type=\"search\" id=\"search\" autocomplete=\"off\"/></label>\n<label>Show <select id=\"state\">")?;
    html.element("option", &[("value", "")], &format!("all ({})", seen.len()))?;
    for (state, number) in states(seen) {
        html.element("option", &[("value", state.class())], &format!("{} ({number})", state.name()))?;
    }
    html.raw("</select></label>\n<p id=\"shown\" role=\"status\"></p>\n<button type=\"button\" id=\"reset\" hidden=\"\">Show all cases</button>\n</form>\n")
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
        html.element("h4", &[], &named(row, title))?;
        html.raw("<ul class=\"cases\">\n")?;
        for case in of_row {
            entry(html, contents, case)?;
        }
        html.raw("</ul>\n</div>\n")?;
    }
    Ok(())
}

fn entry(html: &mut Markup<'_>, contents: &Contents<'_>, case: &CaseResult) -> io::Result<()> {
    let state = CaseState::of(case);
    html.open("li", &[("class", state.class()), ("data-s", state.class())])?;
    html.element("span", &[("class", "sign")], state.sign())?;
    html.raw(" ")?;
    html.raw("<div>")?;
    link_to_case(html, case)?;
    html.raw(" ")?;
    html.raw("<span class=\"what\">")?;
    prose::text(html, &what(contents, case, state))?;
    html.raw("</span></div></li>\n")
}

/// Returns a text that is not too long for an entry, with a sign where it is cut.
fn cut(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => {
            let end = text[..end].rfind(' ').unwrap_or(end);
            format!("{} …", text[..end].trim_end())
        }
        None => text.to_string(),
    }
}

/// Returns what a case fails by, or what it checks, and which mistakes it shows.
fn what(contents: &Contents<'_>, case: &CaseResult, state: CaseState) -> String {
    match (state, case.verdict, contents.reason(case)) {
        (CaseState::Failed, Verdict::Wrong | Verdict::Presentation, Some(difference)) => {
            cut(&difference.sentence)
        }
        (CaseState::Failed, ..) => crash_in_short(case).unwrap_or(cut(&case.sentence)),
        (CaseState::ShowsMistakes | CaseState::NotCounted, ..) => {
            let numbers: Vec<String> = contents.shown_in(case).iter().map(usize::to_string).collect();
            let mistakes = if numbers.len() == 1 { "mistake" } else { "mistakes" };
            format!("{} Shows {mistakes} {}.", cut(&case.why), numbers.join(", "))
        }
        (CaseState::Passed | CaseState::Undecided, ..) => cut(&case.why),
    }
}

/// Returns the kind of the exception that ended the program, and its place; nothing if no exception did, or if it has no place.
fn crash_in_short(case: &CaseResult) -> Option<String> {
    let exception = case.ended_by.as_ref()?.exception()?;
    let SourcePlace { file, line } = exception.place.as_ref()?;
    Some(format!("crash: {} at line {line} of {file}", exception.kind()))
}
