//! The head of the page: what the marks are, what to repair first, which mistakes cost them, and the controls of the list of cases.

use std::collections::BTreeSet;
use std::io;

use super::talk::pair;
use crate::judging::Verdict;
use crate::reports::Audience;
use crate::reports::faults::{FaultGroup, fault, first, groups, has_failed};
use crate::reports::forgiven::slips;
use crate::reports::markup::Markup;
use crate::reports::mistake_list::{advice, costly, example, seen, sentence, title};
use crate::reports::numbers::{count, marks};
use crate::reports::report::Report;
use crate::reports::results::{CaseResult, Results, RowResult};
use crate::reports::visible::{DottedBlanks, show};

/// Writes title, numbers, what to repair first, and the mark sheet; opens the main part.
pub(super) fn write(html: &mut Markup<'_>, report: &Report<'_>) -> io::Result<()> {
    let results = report.results;
    html.raw("<header>\n")?;
    html.element("h1", &[], &results.title)?;
    html.raw("\n<p>Submission ")?;
    html.element("code", &[], &show(&results.target, DottedBlanks::AtTheEnd).text)?;
    html.raw("</p>\n")?;
    numbers(html, results)?;
    html.element("p", &[("class", "sandbox")], &results.sandbox.sentence())?;
    html.raw("\n")?;
    if results.audience == Audience::Staff {
        let text = "For staff: this page shows cases that are not public. Do not hand it out.";
        html.element("p", &[("class", "staff")], text)?;
    }
    html.raw("</header>\n<main>\n<div class=\"top\">\n")?;
    let groups = groups(results);
    repair(html, results, &groups)?;
    mark_sheet(html, results)?;
    html.raw("</div>\n")?;
    mistakes(html, results)
}

fn numbers(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    let summary = &results.summary;
    let passed = format!("{} of {} passed", summary.passed, count(summary.cases, "case"));
    let tutor = if summary.tutor > 0.0 {
        format!(" and {} from a tutor", marks(summary.tutor))
    } else {
        String::new()
    };
    let mut parts = vec![
        format!("{} marks{tutor} so far", marks(summary.automatic)),
        format!("out of {}", marks(summary.out_of)),
    ];
    if summary.pending > 0.0 {
        parts.insert(1, format!("{} pending", marks(summary.pending)));
    }
    html.raw("<p class=\"numbers\">")?;
    html.element("b", &[], &passed)?;
    html.text(&format!("; {}", parts.join(", ")))?;
    html.raw("</p>\n")
}

fn repair(html: &mut Markup<'_>, results: &Results, groups: &[FaultGroup<'_>]) -> io::Result<()> {
    html.raw("<section class=\"repair\" aria-labelledby=\"repair-title\">\n")?;
    let title = if groups.is_empty() { "Nothing to repair" } else { "Repair this first" };
    html.element("h2", &[("id", "repair-title")], title)?;
    match first(groups) {
        Some(case) => first_failure(html, results, case)?,
        None if groups.is_empty() => html.element("p", &[], "Every case that could be judged has passed.")?,
        None => html.element("p", &[], "Only cases that are not public did not pass.")?,
    }
    if !groups.is_empty() {
        html.element("h3", &[], "Failures by cause")?;
        html.raw("<ul class=\"causes\">")?;
    }
    for group in groups {
        html.raw("<li>")?;
        html.open("a", &[("href", "#cases"), ("data-cause", group.name)])?;
        html.text(group.name)?;
        html.close("a")?;
        html.text(&format!(" {}", count(group.cases.len(), "case")))?;
        html.raw("</li>")?;
    }
    html.raw(if groups.is_empty() { "" } else { "</ul>" })?;
    let slips = slips(results);
    if !slips.is_empty() {
        html.element("h3", &[], "Forgiven")?;
        html.raw("<ul class=\"forgiven\">")?;
    }
    for slip in &slips {
        let first = slip.first.map(|case| format!(", first in {case}")).unwrap_or_default();
        let sentence = show(&slip.sentence, DottedBlanks::AtTheEnd).text;
        html.element("li", &[], &format!("{}: {sentence}{first}", slip.cause.name()))?;
    }
    html.raw(if slips.is_empty() { "</section>\n" } else { "</ul></section>\n" })
}

fn first_failure(html: &mut Markup<'_>, results: &Results, case: &CaseResult) -> io::Result<()> {
    let number = results.cases.iter().position(|other| std::ptr::eq(other, case)).unwrap_or(0) + 1;
    let judged = matches!(case.verdict, Verdict::Wrong | Verdict::Presentation);
    let index = case.differences.iter().position(|difference| difference.root.is_none()).filter(|_| judged);
    let place = match index {
        Some(index) => format!("#d{number}-{}", index + 1),
        None => format!("#c{number}"),
    };
    html.raw("<p>")?;
    html.element("a", &[("href", &place)], &case.id)?;
    html.raw("</p>\n")?;
    if !case.why.is_empty() {
        html.element("p", &[], &case.why)?;
    }
    let Some(difference) = index.map(|index| &case.differences[index]) else {
        let sentence = format!("{}: {}", fault(case), show(&case.sentence, DottedBlanks::AtTheEnd).text);
        return html.element("p", &[("class", "said")], &sentence);
    };
    html.raw("<div class=\"diff\"><p class=\"said\">")?;
    html.element("b", &[], difference.cause.name())?;
    html.text(&format!(": {}", show(&difference.sentence, DottedBlanks::AtTheEnd).text))?;
    html.raw("</p>")?;
    pair(html, difference)?;
    html.raw("</div>\n")
}

fn mark_sheet(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    html.raw("<section class=\"marks\" aria-labelledby=\"marks-title\">\n")?;
    html.element("h2", &[("id", "marks-title")], "Marks")?;
    html.raw("<table>\n<thead><tr><th scope=\"col\">Row</th><th scope=\"col\">Marks</th>")?;
    html.raw("<th scope=\"col\">Out of</th><th scope=\"col\">By</th></tr></thead>\n<tbody>\n")?;
    for row in &results.mark_sheet {
        write_row(html, row)?;
    }
    let summary = &results.summary;
    html.raw("</tbody>\n<tfoot><tr><th scope=\"row\">So far</th>")?;
    html.element("td", &[], &marks(summary.automatic + summary.tutor))?;
    html.element("td", &[], &marks(summary.out_of))?;
    html.element("td", &[], &format!("{} pending", marks(summary.pending)))?;
    html.raw("</tr></tfoot>\n</table></section>\n")
}

/// Writes the mistakes that cost something, the costliest first.
fn mistakes(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    let Some(title) = title(results) else { return Ok(()) };
    html.raw("<section class=\"mistakes\" aria-labelledby=\"mistakes-title\">\n")?;
    html.element("h2", &[("id", "mistakes-title")], &title)?;
    html.raw("<table>\n<thead><tr><th scope=\"col\">Mistake</th><th scope=\"col\">Lost</th>")?;
    html.raw("<th scope=\"col\">Row</th><th scope=\"col\">Part</th>")?;
    html.raw("<th scope=\"col\">Where</th></tr></thead>\n<tbody>\n")?;
    for mistake in costly(results) {
        html.raw("<tr>")?;
        html.open("th", &[("scope", "row")])?;
        html.text(&sentence(mistake))?;
        for (name, text) in advice(mistake) {
            html.element("small", &[], &format!("{name}: {text}"))?;
        }
        for (name, line) in example(mistake) {
            html.open("small", &[])?;
            html.text(&format!("{name}: "))?;
            html.element("code", &[], &line)?;
            html.close("small")?;
        }
        html.close("th")?;
        for text in [&marks(mistake.lost), &mistake.row, &mistake.part, &seen(mistake)] {
            html.element("td", &[], text)?;
        }
        html.raw("</tr>\n")?;
    }
    html.raw("</tbody>\n</table></section>\n")
}

fn write_row(html: &mut Markup<'_>, row: &RowResult) -> io::Result<()> {
    let class = match (row.by.as_str(), row.awarded < row.out_of) {
        ("pending", _) => "pending",
        (_, true) => "lost",
        _ => "full",
    };
    html.open("tr", &[("class", class)])?;
    html.open("th", &[("scope", "row")])?;
    html.text(&row.title)?;
    if let Some(note) = &row.note {
        html.element("small", &[], note)?;
    }
    for (name, sentence) in row.remarks() {
        let text = format!("{name}: {}", show(sentence, DottedBlanks::AtTheEnd).text);
        html.element("small", &[], &text)?;
    }
    html.close("th")?;
    let awarded = if class == "pending" { "–".to_string() } else { marks(row.awarded) };
    html.element("td", &[], &awarded)?;
    html.element("td", &[], &marks(row.out_of))?;
    html.element("td", &[], &row.by)?;
    html.raw("</tr>\n")
}

/// Writes filter and search, for readers whose browser runs the script.
pub(super) fn controls(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    let number = |state: &str| results.cases.iter().filter(|case| is(case, state)).count();
    html.raw("\n<form id=\"controls\" role=\"search\" aria-label=\"Cases\" hidden=\"\">\n")?;
    html.raw("<label>Search <input type=\"search\" id=\"search\" autocomplete=\"off\"/></label>\n")?;
    html.raw("<label>Show <select id=\"state\">")?;
    let states = [("", "all"), ("failed", "failed"), ("passed", "passed"), ("undecided", "undecided")];
    for (value, name) in states.into_iter().filter(|(value, _)| value.is_empty() || number(value) > 0) {
        html.element("option", &[("value", value)], &format!("{name} ({})", number(value)))?;
    }
    html.raw("</select></label>\n<label>Cause <select id=\"cause\"><option value=\"\">any</option>")?;
    let causes: BTreeSet<&str> = results.cases.iter().filter(|case| has_failed(case)).map(fault).collect();
    for cause in causes {
        html.element("option", &[("value", cause)], cause)?;
    }
    html.raw("</select></label>\n<label>Row <select id=\"row\"><option value=\"\">any</option>")?;
    let used: BTreeSet<&str> = results.cases.iter().map(|case| case.row.as_str()).collect();
    for row in results.mark_sheet.iter().filter(|row| used.contains(row.row.as_str())) {
        html.element("option", &[("value", &row.row)], &row.title)?;
    }
    html.raw(CONTROLS)
}

/// The rest of the controls.
const CONTROLS: &str = "</select></label>
<label>Expected and got <select id=\"view\"><option value=\"beside\">side by side</option>\
<option value=\"below\">one below the other</option></select></label>
<button type=\"button\" id=\"next\">Next difference</button>
<button type=\"button\" id=\"previous\">Previous</button>
<label class=\"check\"><input type=\"checkbox\" id=\"keys\" checked=\"\"/> Keys: \
<kbd>n</kbd> next difference, <kbd>p</kbd> previous, <kbd>/</kbd> search</label>
<p id=\"shown\" role=\"status\"></p>
</form>
";

fn is(case: &CaseResult, state: &str) -> bool {
    match state {
        "failed" => has_failed(case),
        "passed" => case.verdict == Verdict::Passed,
        "undecided" => case.verdict == Verdict::Undecided,
        _ => true,
    }
}

/// Writes the legend, and what made the page.
pub(super) fn foot(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    html.raw(
        "<footer>\n<p>In a conversation, <kbd>text like this</kbd> was typed when the program waited. ",
    )?;
    html.raw("<i>·</i> is a blank, <i>→</i> a tab, <i>␍</i> a carriage return, <i>␛</i> an escape character.</p>\n")?;
    let text =
        format!("harness {}, suite {}, sandbox {}", results.harness, results.suite, results.sandbox.tier);
    html.element("p", &[], &text)?;
    html.raw("\n</footer>\n")
}
