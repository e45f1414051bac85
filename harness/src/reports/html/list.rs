//! The list at the left: the mistakes, worst first, each a link to all that is known of it; then what else there is to see.

use std::io;

use super::anchor;
use super::contents::Contents;
use super::free::{FreeMistakes, marked_later};
use super::prose;
use super::words::{LinePart, compare};
use crate::comparison::{EndedBy, SuddenEnd, UncaughtException};
use crate::marks::mistake::{Mistake, broken};
use crate::mistakes::Kind;
use crate::reports::Audience;
use crate::reports::faults::{FactOutcome, fact};
use crate::reports::markup::Markup;
use crate::reports::mistake_list::{sentence, title};
use crate::reports::numbers::{count, decimals, marks};
use crate::reports::results::{CaseResult, Results};
use crate::reports::screen::ending::{SHARED, have_shared_prices, what_costs};
use crate::reports::screen::list::{in_a_line, place};
use crate::reports::told::ToldMistakes;
use crate::reports::visible::{DottedBlanks, show};
use crate::reports::words_apart::other_words;

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
    if told.count() > 0 {
        heading(html, results, told)?;
        html.raw("<div class=\"entries\">\n")?;
        let costly: Vec<(usize, &Mistake)> = contents.mistakes().take(told.costly.len()).collect();
        entries(html, contents, &costly)?;
        free(html, contents)?;
        html.raw("</div>\n<p class=\"below\" aria-hidden=\"true\" hidden=\"\"></p>\n")?;
    }
    not_public(html, contents)?;
    if !told.costly.is_empty() {
        let shared = if have_shared_prices(results, told) { SHARED } else { "" };
        let costs = format!("{} {shared}", what_costs(results, told).1);
        html.element("p", &[("class", "costs")], costs.trim_end())?;
    }
    all_cases(html, contents.results())?;
    html.raw("</nav>\n")
}

/// Writes how many mistakes there are, and in which order they stand.
fn heading(html: &mut Markup<'_>, results: &Results, told: &ToldMistakes<'_>) -> io::Result<()> {
    let number = told.costly.len();
    let heading = match number {
        0 => "No mistake that costs marks".to_string(),
        number => count(number, "mistake"),
    };
    html.raw("<h2>")?;
    html.text(&heading)?;
    let order = match number {
        1.. if results.is_of_some_cases() => "What each costs is known when all cases have run.",
        2.. if told.is_in_order_of_repair() => "repair them in this order",
        2.. => "worst first",
        _ => "",
    };
    if !order.is_empty() {
        html.raw(" ")?;
        html.element("span", &[("class", "order")], order)?;
    }
    html.raw("</h2>\n")
}

/// Writes the mistakes that cost nothing by themselves: those in rows that are marked later in full view, the others folded.
fn free(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let free = FreeMistakes::of(contents);
    if !free.later.is_empty() {
        html.raw("\n<section class=\"later\">\n<h3>In rows that are marked later</h3>\n")?;
        entries(html, contents, &free.later)?;
        html.raw("</section>\n")?;
    }
    if !free.others.is_empty() {
        let name = if free.name_of_others() == "slip" { "Slips" } else { "Mistakes" };
        html.raw("\n<details class=\"free\"><summary>")?;
        html.text(&format!("{name} that cost nothing: {}", free.others.len()))?;
        html.raw("</summary>\n")?;
        entries(html, contents, &free.others)?;
        html.raw("</details>\n")?;
    }
    Ok(())
}

fn entries(html: &mut Markup<'_>, contents: &Contents<'_>, mistakes: &[(usize, &Mistake)]) -> io::Result<()> {
    let Some((first, _)) = mistakes.first() else { return Ok(()) };
    html.open("ol", &[("start", &first.to_string())])?;
    html.raw("\n")?;
    let decimals = decimals(mistakes.iter().map(|(_, mistake)| mistake.lost));
    for (number, mistake) in mistakes {
        html.raw("<li>")?;
        html.open("a", &[("href", &anchor::link(&anchor::of_mistake(&mistake.key)))])?;
        html.element("span", &[("class", "no")], &number.to_string())?;
        html.raw("<span class=\"what\"><span>")?;
        prose::sentence(html, &in_an_entry(contents.results(), mistake))?;
        html.raw("</span></span>")?;
        if mistake.lost > 0.0 {
            html.element("span", &[("class", "cost")], &format!("−{:.decimals$}", mistake.lost))?;
        }
        html.element("span", &[("class", "where")], &where_it_shows(contents.results(), mistake))?;
        html.raw("</a></li>\n")?;
    }
    html.raw("</ol>\n")
}

/// Returns which row pays for a mistake, or what the row is worth and who marks it later, and in how many cases it shows.
fn where_it_shows(results: &Results, mistake: &Mistake) -> String {
    match marked_later(results, mistake) {
        Some(worth) if mistake.cases > 0 => format!("{worth}; {}", count(mistake.cases, "case")),
        Some(worth) => worth,
        None => place(results, mistake, false),
    }
}

/// Returns what is wrong as an entry has room for it: of a broken rule what the program does, of a slip of form the words that have it, of
/// long lines only what differs, and of a crash its place in any case.
pub(super) fn in_an_entry(results: &Results, mistake: &Mistake) -> String {
    let said = sentence(mistake);
    if mistake.kind == Kind::Failure {
        return mistake.ended_by.as_ref().and_then(with_its_place).unwrap_or(said);
    }
    if let Some(does) = broken(&said) {
        let whose = if results.audience == Audience::Student { "your" } else { "the" };
        let which = if mistake.key.contains('|') { "one of these is so: " } else { "" };
        return format!("in {whose} program, {which}{does}");
    }
    let whole = in_a_line(mistake, COLUMNS);
    let (Some(expected), Some(got)) = (&mistake.expected, &mistake.actual) else { return whole };
    if let Some(words) = other_words(mistake) {
        return words;
    }
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

/// Returns the sentence of an exception that is too long for an entry without its middle; nothing if it is short, or if no place is told.
fn with_its_place(end: &SuddenEnd) -> Option<String> {
    let exception = end.exception().filter(|exception| exception.place.is_some())?;
    let place = show(&exception.at_place(), DottedBlanks::Nowhere).text;
    let without_place = UncaughtException { place: None, ..exception.clone() };
    let said = SuddenEnd { by: EndedBy::Exception(without_place), hint: None }.sentence();
    let said = show(&said, DottedBlanks::Nowhere).text;
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
    let hidden: Vec<&CaseResult> = contents.results().cases.iter().filter(|case| case.is_hidden()).collect();
    let failed = hidden.iter().filter(|case| fact(case) != FactOutcome::Holds).count();
    let lost: f64 = contents.told.hidden.iter().map(|mistake| mistake.lost).sum();
    let cost = if lost > 0.0 { format!("−{}", marks(lost)) } else { String::new() };
    html.element("span", &[("class", "cost")], &cost)?;
    let all = hidden.len();
    let where_they_stand =
        if failed == 0 { format!("all {all} passed") } else { format!("{failed} of {all} did not pass") };
    html.element("span", &[("class", "where")], &where_they_stand)?;
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
    use crate::comparison::SourcePlace;

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
        let place = SourcePlace { file: "game.py".to_string(), line: 3 };
        let exception = |text: &str| UncaughtException {
            message: format!("ValueError: {text}"),
            place: Some(place.clone()),
            is_its_own: false,
        };
        let crash =
            |text: &str| with_its_place(&SuddenEnd { by: EndedBy::Exception(exception(text)), hint: None });
        assert_eq!(crash("short"), None);
        let long = crash(&"é".repeat(200)).expect("it is too long");
        assert_eq!(long.chars().count(), COLUMNS + 1);
        assert!(long.ends_with("é…, at line 3 of game.py"), "{long}");
    }
}
