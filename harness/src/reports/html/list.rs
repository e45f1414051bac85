//! The list at the left: the mistakes, worst first, each a link to all that is known of it; then what else there is to see.

use std::io;

use super::anchor;
use super::contents::Contents;
use super::hidden::HIDDEN;
use super::prose;
use crate::marks::mistake::Mistake;
use crate::reports::markup::Markup;
use crate::reports::mistake_list::title;
use crate::reports::numbers::{count, marks};
use crate::reports::results::{CaseResult, Results};
use crate::reports::screen::ending::what_costs;
use crate::reports::screen::list::{heading, in_a_line, place};

/// Characters of an entry.
const COLUMNS: usize = 130;

/// Writes the list.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let (results, told) = (contents.results(), &contents.told);
    let label = title(results).unwrap_or_else(|| "What was found".to_string());
    html.open("nav", &[("aria-label", &label)])?;
    html.raw("\n")?;
    let heading = match told.costly.len() {
        0 => "No mistake that costs marks".to_string(),
        number => heading(results, number).trim_end_matches(':').to_string(),
    };
    let (heading, order) = heading.split_once(". ").unwrap_or((heading.trim_end_matches('.'), ""));
    html.element("h2", &[], heading)?;
    if !order.is_empty() {
        html.element("p", &[("class", "order")], order)?;
    }
    entries(html, contents, 1, &told.costly)?;
    not_public(html, contents)?;
    if !told.costly.is_empty() {
        html.element("p", &[("class", "costs")], &what_costs(results, told).1)?;
    }
    if !told.free.is_empty() {
        html.raw("\n<details class=\"free\"><summary>")?;
        html.text(&format!("Slips that cost nothing: {}", told.free.len()))?;
        html.raw("</summary>\n")?;
        entries(html, contents, told.costly.len() + 1, &told.free)?;
        html.raw("</details>\n")?;
    }
    all_cases(html, contents.results())?;
    html.raw("</nav>\n")
}

fn entries(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    first: usize,
    mistakes: &[&Mistake],
) -> io::Result<()> {
    if mistakes.is_empty() {
        return Ok(());
    }
    html.open("ol", &[("start", &first.to_string())])?;
    html.raw("\n")?;
    for (index, mistake) in mistakes.iter().enumerate() {
        html.raw("<li>")?;
        html.open("a", &[("href", &anchor::link(&anchor::of_mistake(&mistake.key)))])?;
        html.element("span", &[("class", "no")], &(first + index).to_string())?;
        html.raw("<span class=\"what\"><span>")?;
        prose::sentence(html, &in_a_line(mistake, COLUMNS))?;
        html.raw("</span></span>")?;
        let cost = if mistake.lost > 0.0 { format!("−{}", marks(mistake.lost)) } else { String::new() };
        html.element("span", &[("class", "cost")], &cost)?;
        html.element("span", &[("class", "where")], &place(contents.results(), mistake, false))?;
        html.raw("</a></li>\n")?;
    }
    html.raw("</ol>\n")
}

/// Writes a link to what may be told of cases that are not public, with what they cost; nothing if there are none.
fn not_public(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    if contents.told.hidden.is_empty() && !contents.results().cases.iter().any(CaseResult::is_hidden) {
        return Ok(());
    }
    html.raw("<ul class=\"others\">\n<li>")?;
    html.open("a", &[("href", &anchor::link(HIDDEN))])?;
    html.raw("<span class=\"what\">Cases that are not public</span>")?;
    let lost: f64 = contents.told.hidden.iter().map(|mistake| mistake.lost).sum();
    let cost = if lost > 0.0 { format!("−{}", marks(lost)) } else { String::new() };
    html.element("span", &[("class", "cost")], &cost)?;
    html.raw("</a></li>\n</ul>\n")
}

/// Writes a link to all cases of which the reader may see more than a number.
fn all_cases(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    let seen = results.cases.iter().filter(|case| !case.is_hidden()).count();
    let what = if seen == results.cases.len() { "case" } else { "public case" };
    html.raw("<ul class=\"others\">\n<li><a href=\"#cases\"><span class=\"what\">")?;
    html.text(&format!("All {}", count(seen, what)))?;
    html.raw("</span></a></li>\n</ul>\n")
}
