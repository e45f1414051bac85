//! The list at the left: the mistakes, worst first, each a link to all that is known of it; then what else there is to see.

use std::io;

use super::anchor;
use super::contents::Contents;
use super::prose;
use super::words::{LinePart, compare};
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::reports::markup::Markup;
use crate::reports::mistake_list::{sentence, title};
use crate::reports::numbers::{count, marks};
use crate::reports::results::{CaseResult, Results};
use crate::reports::screen::ending::what_costs;
use crate::reports::screen::list::{heading, in_a_line, place};
use crate::reports::visible::{DottedBlanks, show};

/// Characters of an entry.
const COLUMNS: usize = 130;

/// Characters of what differs in a line that is too long for an entry.
const DIFFERING: usize = 40;

/// Writes the list.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let (results, told) = (contents.results(), &contents.told);
    let label = title(results).unwrap_or_else(|| "What was found".to_string());
    html.open("nav", &[("aria-label", &label)])?;
    html.raw("\n")?;
    let heading = match told.costly.len() {
        0 => "No mistake that costs marks".to_string(),
        _ => heading(results, told).trim_end_matches(':').to_string(),
    };
    let (heading, order) = heading.split_once(". ").unwrap_or((heading.trim_end_matches('.'), ""));
    html.element("h2", &[], heading)?;
    if !order.is_empty() {
        html.element("p", &[("class", "order")], order)?;
    }
    html.raw("\n<div class=\"entries\">\n")?;
    entries(html, contents, 1, &told.costly)?;
    if !told.free.is_empty() {
        html.raw("\n<details class=\"free\"><summary>")?;
        html.text(&format!("Slips that cost nothing: {}", told.free.len()))?;
        html.raw("</summary>\n")?;
        entries(html, contents, told.costly.len() + 1, &told.free)?;
        html.raw("</details>\n")?;
    }
    html.raw("</div>\n")?;
    not_public(html, contents)?;
    if !told.costly.is_empty() {
        html.element("p", &[("class", "costs")], &what_costs(results, told).1)?;
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
        prose::sentence(html, &in_an_entry(mistake))?;
        html.raw("</span></span>")?;
        let cost = if mistake.lost > 0.0 { format!("−{}", marks(mistake.lost)) } else { String::new() };
        html.element("span", &[("class", "cost")], &cost)?;
        html.element("span", &[("class", "where")], &place(contents.results(), mistake, false))?;
        html.raw("</a></li>\n")?;
    }
    html.raw("</ol>\n")
}

/// Returns what is wrong as an entry has room for it: of long lines only what differs, and of a crash its place in any case.
pub(super) fn in_an_entry(mistake: &Mistake) -> String {
    let said = sentence(mistake);
    if mistake.kind == Kind::Failure {
        return with_its_end(&mistake.sentence).unwrap_or(said);
    }
    let whole = in_a_line(mistake, COLUMNS);
    let (Some(expected), Some(got)) = (&mistake.expected, &mistake.actual) else { return whole };
    if whole == said || !whole.contains('…') {
        return whole;
    }
    let (expected, got) = compare(expected, got);
    match (differing(&expected), differing(&got)) {
        (Some(expected), Some(got)) => format!("{said}: \"{got}\" should be \"{expected}\""),
        _ => said,
    }
}

/// Returns the part of a line from the first to the last word that differs, if it is not blank and short enough for an entry.
fn differing(parts: &[LinePart<'_>]) -> Option<String> {
    let first = parts.iter().position(|part| part.differs)?;
    let last = parts.iter().rposition(|part| part.differs)?;
    let text: String = parts[first..=last].iter().map(|part| part.text).collect();
    let text = show(text.trim(), DottedBlanks::Nowhere).text;
    (!text.is_empty() && text.chars().count() <= DIFFERING).then_some(text)
}

/// Returns a sentence that is too long for an entry without its middle; nothing if it is short, or tells no place at its end.
fn with_its_end(sentence: &str) -> Option<String> {
    let sentence = show(sentence, DottedBlanks::Nowhere).text;
    let (said, place) = sentence.split_at(sentence.rfind(", at line ")?);
    let room = COLUMNS.saturating_sub(place.chars().count());
    let (end, _) = said.char_indices().nth(room)?;
    Some(format!("{}…{place}", &said[..end]))
}

/// Writes a link to what may be told of cases that are not public, with what they cost; nothing if there are none.
fn not_public(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    if contents.told.hidden.is_empty() && !contents.results().cases.iter().any(CaseResult::is_hidden) {
        return Ok(());
    }
    html.raw("<ul class=\"others\">\n<li>")?;
    html.open("a", &[("href", &anchor::link(anchor::HIDDEN))])?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_what_differs_is_told_and_of_a_crash_its_place() {
        let told = |expected: &str, got: &str| {
            let (expected, got) = compare(expected, got);
            (differing(&got), differing(&expected))
        };
        let some = |text: &str| Some(text.to_string());
        assert_eq!(
            told("== Battle of It ==", "== BATTLE of IT =="),
            (some("BATTLE of IT"), some("Battle of It"))
        );
        assert_eq!(told("0's summary:", "0's summary"), (None, some(":")));
        assert_eq!(told(&"a ".repeat(30), &"b ".repeat(30)), (None, None));
        let crash = |text: &str| with_its_end(&format!("ValueError: {text}, at line 3 of game.py"));
        assert_eq!(crash("short"), None);
        let long = crash(&"é".repeat(200)).expect("it is too long");
        assert_eq!(long.chars().count(), COLUMNS + 1);
        assert!(long.ends_with("é…, at line 3 of game.py"), "{long}");
    }
}
