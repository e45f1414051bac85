//! One mistake on the page: what is wrong, what the text says, the conversation that shows it best, and the other cases that show it.

use std::collections::BTreeSet;
use std::io;

use super::anchor;
use super::contents::{Contents, link_to_case};
use super::free::{FreeMistakes, marked_later};
use super::list::in_an_entry;
use super::place::{self, DifferingLines};
use super::prose;
use super::room::PageRoom;
use super::talk::{Talk, TalkFocus};
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::reports::faults::has_failed;
use crate::reports::markup::Markup;
use crate::reports::mistake_list::{advice, repair_first};
use crate::reports::numbers::{count, marks_of};
use crate::reports::results::{CaseResult, DifferenceResult};
use crate::reports::screen::list::{in_a_line, rows};
use crate::reports::visible::{DottedBlanks, show};

/// Characters of what is wrong and of the lines that tell it.
const COLUMNS: usize = 240;

/// How a sentence of the specification is called.
pub(super) const ASSIGNMENT: &str = "assignment";

/// Writes a mistake, of this number.
pub(super) fn write(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    (number, mistake): (usize, &Mistake),
    room: &mut PageRoom,
) -> io::Result<()> {
    let name = anchor::of_mistake(&mistake.key);
    let at = standing(number, contents);
    let costly = contents.told.costly.len().to_string();
    let numbers = [costly, FreeMistakes::of(contents).in_short()].join(" ");
    let all = format!("Mistakes ({})", numbers.trim_end());
    let attributes =
        [("class", "panel mistake"), ("id", &name), ("tabindex", "-1"), ("data-at", &at), ("data-all", &all)];
    html.open("article", &attributes)?;
    kicker(html, contents, (number, mistake))?;
    html.raw("<h2>")?;
    prose::sentence(html, &heading(contents, mistake))?;
    html.raw("</h2>\n")?;
    let example = contents.example(mistake);
    texts(html, contents, mistake)?;
    match example {
        Some(case) => evidence(html, contents, mistake, case, room)?,
        None => alone(html, contents, mistake)?,
    }
    others(html, contents, mistake, room.listed)?;
    html.raw("</article>\n")
}

/// Returns which of the mistakes that cost marks one is, or which of those that cost nothing.
fn standing(number: usize, contents: &Contents<'_>) -> String {
    let (costly, free) = (contents.told.costly.len(), FreeMistakes::of(contents));
    match free.in_short() {
        _ if number > costly => free.standing(number),
        others if others.is_empty() => format!("Mistake {number} of {costly}"),
        others => format!("Mistake {number} of {costly} ({others})"),
    }
}

/// Returns what is wrong: of long lines only what differs, for both stand below.
fn heading(contents: &Contents<'_>, mistake: &Mistake) -> String {
    let has_lines = mistake.expected.is_some() && mistake.actual.is_some() || mistake.rule.is_some();
    if has_lines && mistake.kind != Kind::Failure {
        in_an_entry(contents.results(), mistake)
    } else {
        in_a_line(mistake, COLUMNS)
    }
}

/// Writes what a mistake costs which row, and where it shows.
fn kicker(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    (number, mistake): (usize, &Mistake),
) -> io::Result<()> {
    let results = contents.results();
    let worth = marked_later(results, mistake);
    html.raw("\n<p class=\"kicker\">")?;
    html.element("span", &[], &format!("Mistake {number}"))?;
    if mistake.lost > 0.0 {
        html.element("b", &[], &format!("costs {}", marks_of(mistake.lost)))?;
    } else if !results.is_of_some_cases() && worth.is_none() {
        html.raw("<span>costs nothing by itself</span>")?;
    }
    html.element("span", &[], &worth.unwrap_or_else(|| rows(mistake)))?;
    if let Some(seen) = where_it_is_seen(contents, mistake) {
        html.element("span", &[], &seen)?;
    }
    html.raw("</p>\n")
}

/// Returns in how many cases a mistake shows, or that it takes all runs to see it; nothing of files and unit tests, which are no cases.
fn where_it_is_seen(contents: &Contents<'_>, mistake: &Mistake) -> Option<String> {
    if mistake.cases == 0 {
        let is_of_all_runs = mistake.part.starts_with("dice/");
        return is_of_all_runs.then(|| "seen by comparing all runs".to_string());
    }
    let is_fresh = contents.example(mistake).is_some_and(|case| contents.results().is_twin(case));
    let cases = count(mistake.cases, "case");
    Some(if is_fresh { format!("{cases} {}", not_public(mistake.cases)) } else { cases })
}

/// Returns what is said of so many cases that are not public.
fn not_public(cases: usize) -> &'static str {
    if cases == 1 { "that is not public" } else { "that are not public" }
}

/// Writes what to repair before it, what the text says, and what helps.
fn texts(html: &mut Markup<'_>, contents: &Contents<'_>, mistake: &Mistake) -> io::Result<()> {
    let first = repair_first(contents.results(), mistake).map(|text| ("first", text));
    let texts: Vec<(&str, String)> = first.into_iter().chain(advice(mistake)).collect();
    if texts.is_empty() {
        return Ok(());
    }
    html.raw("<dl class=\"texts\">")?;
    for (name, text) in texts {
        html.raw("<div>")?;
        html.element("dt", &[], if name == "the text" { ASSIGNMENT } else { name })?;
        html.raw("<dd>")?;
        prose::text(html, &if name == "the text" { prose::requoted(&text) } else { text })?;
        html.raw("</dd>")?;
        html.raw("</div>")?;
    }
    html.raw("</dl>\n")
}

/// Writes the conversation that shows a mistake best.
fn evidence(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    mistake: &Mistake,
    case: &CaseResult,
    room: &mut PageRoom,
) -> io::Result<()> {
    let (what, why) = match contents.results().is_twin(case) {
        true => ("an example, ", format!(": {}", case.why)),
        false if case.why.is_empty() || !is_what_it_checks(contents, mistake, case) => {
            ("the case ", String::new())
        }
        false => ("the case ", format!(", which checks: {}", case.why)),
    };
    let class = if mistake.kind == Kind::Failure { "failure" } else { "example" };
    html.open("figure", &[("class", class)])?;
    html.raw("\n<figcaption>It shows in ")?;
    html.text(what)?;
    link_to_case(html, case)?;
    if !why.is_empty() {
        html.element("span", &[("class", "soft")], &why)?;
    }
    html.raw("</figcaption>\n")?;
    let places = places(mistake, case);
    let recording = contents.report.recording(case);
    if places.is_empty() || recording.is_none() {
        alone(html, contents, mistake)?;
    }
    if let Some(recording) = recording {
        let talk = Talk::new(contents, case, &recording, TalkFocus::Places { places, mistake });
        talk.fit(html, &anchor::of_mistake(&mistake.key), &mut room.mistakes)?;
    }
    html.raw("</figure>\n")?;
    repeat(html, contents, case)
}

/// Returns whether a mistake is what its example checks: one of its row, for which it fails. Of a broken rule nobody knows: a case of
/// the rule may check another side of it, as what happens with equal scores where the lower one wins.
fn is_what_it_checks(contents: &Contents<'_>, mistake: &Mistake, case: &CaseResult) -> bool {
    let mut rows = std::iter::once(&mistake.row).chain(&mistake.other_rows);
    let is_its_reason = |it: &DifferenceResult| it.mistake.as_ref() == Some(&mistake.key);
    let is_of_row = rows.any(|row| *row == case.row);
    is_of_row && mistake.rule.is_none() && contents.reason(case).is_none_or(is_its_reason)
}

/// Writes the command that runs a case again.
pub(super) fn repeat(html: &mut Markup<'_>, contents: &Contents<'_>, case: &CaseResult) -> io::Result<()> {
    html.raw("<p class=\"repeat\">Repeat <code>")?;
    html.text(&show(&contents.report.repeat(case), DottedBlanks::Nowhere).text)?;
    html.raw("</code></p>\n")
}

/// Returns the differences of a case that are places of a mistake, by their indices, and those that follow from them and are no mistakes
/// of their own. Of a broken rule only what follows in the same turn or the next, for what comes after is another conversation.
fn places(mistake: &Mistake, case: &CaseResult) -> BTreeSet<usize> {
    let all = &case.differences;
    let is_own = |index: usize| all[index].mistake.as_ref() == Some(&mistake.key);
    let is_of_another = |index: usize| all[index].mistake.is_some() && !is_own(index);
    let has_root = (0..all.len()).any(|index| is_own(index) && all[index].root.is_none());
    let is_near = |index: usize, root: usize| all[index].turn <= all[root].turn + 1;
    let is_shown = |index: usize| match all[index].root {
        None => is_own(index),
        Some(root) if mistake.rule.is_some() && has_root => is_own(root) && is_near(index, root),
        Some(root) => is_own(index) || is_own(root),
    };
    (0..all.len()).filter(|index| is_shown(*index) && !is_of_another(*index)).collect()
}

/// Writes the lines of a mistake without a conversation.
fn alone(html: &mut Markup<'_>, contents: &Contents<'_>, mistake: &Mistake) -> io::Result<()> {
    let (expected, got) = (mistake.expected.as_deref(), mistake.actual.as_deref());
    if expected.is_none() && got.is_none() {
        return Ok(());
    }
    html.raw("<div class=\"talk\" tabindex=\"0\" role=\"group\" aria-label=\"Expected and got\"><div class=\"lines\"><div class=\"place\">")?;
    let form = contents.cases(mistake).iter().flat_map(|case| &case.differences);
    let form = form.filter(|it| it.mistake.as_ref() == Some(&mistake.key) && it.expected == mistake.expected);
    let form = form.map(|it| it.expected_form).next().unwrap_or_default();
    let lines = DifferingLines {
        expected,
        form,
        got,
        cause: mistake.cause,
        typed: None,
        next: None,
        others: &BTreeSet::new(),
    };
    place::lines(html, contents, lines)?;
    html.raw("</div></div></div>\n")
}

/// Writes the other cases that show a mistake, folded: at most so many.
fn others(html: &mut Markup<'_>, contents: &Contents<'_>, mistake: &Mistake, most: usize) -> io::Result<()> {
    let seen = contents.cases(mistake).iter().copied().filter(|case| !case.is_hidden());
    let results = contents.results();
    let example = contents.example(mistake);
    let mut seen: Vec<&CaseResult> =
        seen.filter(|case| example.is_none_or(|example| example.id != case.id)).collect();
    seen.sort_by_key(|case| (!has_failed(case), case.visible));
    let is_fresh = example.is_some_and(|case| results.is_twin(case));
    let is_counted = example.is_some() && !is_fresh;
    let hidden = mistake.cases.saturating_sub(seen.len() + usize::from(is_counted));
    if seen.is_empty() {
        let text = format!("It also shows in {} {}.", count(hidden, "case"), not_public(hidden));
        return if hidden == 0 || is_fresh { Ok(()) } else { html.element("p", &[("class", "also")], &text) };
    }
    html.raw("<details class=\"also\"><summary>")?;
    let shown = match hidden {
        0 => count(seen.len(), "other case"),
        hidden => format!("{}, and {hidden} {}", count(seen.len(), "other public case"), not_public(hidden)),
    };
    html.text(&format!("It also shows in {shown}"))?;
    html.raw("</summary>\n<ul class=\"cases\">\n")?;
    for case in seen.iter().take(most) {
        html.raw("<li>")?;
        link_to_case(html, case)?;
        html.text(" ")?;
        html.element("span", &[("class", "what")], &case.why)?;
        html.raw("</li>\n")?;
    }
    if seen.len() > most {
        html.element("li", &[("class", "what")], &format!("and {} more", seen.len() - most))?;
    }
    html.raw("</ul></details>\n")
}
