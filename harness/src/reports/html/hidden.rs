//! What a student may know of cases that are not public: how many passed of each row, and what they cost.

use std::io;

use super::anchor::HIDDEN;
use super::contents::Contents;
use super::state::CaseState;
use crate::cases::Cause;
use crate::judging::Verdict;
use crate::reports::faults::{FactOutcome, fact};
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::{CaseResult, DifferenceResult, Results};
use crate::reports::screen::list::lost_in_hidden_cases;

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
    let passed = number_of(&hidden, passed);
    html.element(
        "h2",
        &[],
        &format!("{passed} of {} that are not public passed", count(hidden.len(), "case")),
    )?;
    if let Some(lost) = lost {
        // The table below counts cases of the mistakes that are told, too.
        let further = if contents.told.costly.is_empty() { "" } else { "A further " };
        html.element("p", &[], &format!("{further}{lost}."))?;
    }
    html.element("p", &[("class", "soft")], "What they type and expect is not told.")?;
    rows(html, results, &hidden)?;
    uncounted(html, results, &hidden)?;
    titles(html, results, &hidden)?;
    html.raw("</section>\n")
}

fn passed(case: &CaseResult) -> bool {
    fact(case) == FactOutcome::Holds
}

/// Returns whether a case did not pass and is not held against its row: what it is about could not be seen, through what another row
/// pays for. Where the reader is not told why, this is known of rows that are won in full.
fn is_uncounted(results: &Results, case: &CaseResult) -> bool {
    let is_full = || results.mark_sheet.iter().any(|row| row.row == case.row && row.awarded >= row.out_of);
    match fact(case) {
        FactOutcome::Unseen => true,
        FactOutcome::Fails => is_untold(case) && is_full(),
        FactOutcome::Holds | FactOutcome::Undecided => false,
    }
}

/// Returns whether the reader is not told why a case did not pass.
fn is_untold(case: &CaseResult) -> bool {
    case.verdict == Verdict::Wrong && case.differences.is_empty()
}

fn number_of(cases: &[&CaseResult], is_meant: impl Fn(&CaseResult) -> bool) -> usize {
    cases.iter().filter(|case| is_meant(case)).count()
}

fn rows(html: &mut Markup<'_>, results: &Results, hidden: &[&CaseResult]) -> io::Result<()> {
    let has_uncounted = number_of(hidden, |case| is_uncounted(results, case)) > 0;
    html.raw("<table>\n<thead><tr><th scope=\"col\">Row</th>")?;
    for name in
        ["Passed", "Not counted", "Of"].into_iter().filter(|name| has_uncounted || *name != "Not counted")
    {
        html.element("th", &[("scope", "col"), ("class", "number")], name)?;
    }
    html.raw("</tr></thead>\n<tbody>\n")?;
    for row in &results.mark_sheet {
        let of_row: Vec<&CaseResult> = hidden.iter().copied().filter(|case| case.row == row.row).collect();
        if of_row.is_empty() {
            continue;
        }
        html.raw("<tr>")?;
        html.element("th", &[("scope", "row")], &format!("{}: {}", row.row, row.title))?;
        let uncounted = number_of(&of_row, |case| is_uncounted(results, case));
        let numbers =
            [Some(number_of(&of_row, passed)), has_uncounted.then_some(uncounted), Some(of_row.len())];
        for number in numbers.into_iter().flatten() {
            html.element("td", &[("class", "number")], &number.to_string())?;
        }
        html.raw("</tr>\n")?;
    }
    html.raw("</tbody>\n</table>\n")
}

/// Writes why some of those that did not pass cost their row nothing.
fn uncounted(html: &mut Markup<'_>, results: &Results, hidden: &[&CaseResult]) -> io::Result<()> {
    let is_open = |case: &CaseResult| {
        fact(case) == FactOutcome::Fails && is_untold(case) && !is_uncounted(results, case)
    };
    if number_of(hidden, |case| is_uncounted(results, case)) > 0 {
        let text = "Not counted: a mistake for which another row pays hides what the case is about.";
        html.element("p", &[("class", "soft")], text)?;
    }
    if number_of(hidden, is_open) > 0 {
        let text =
            "Others that did not pass may have failed through a mistake for which another row pays, too.";
        html.element("p", &[("class", "soft")], text)?;
    }
    Ok(())
}

/// Returns why the fact that a case is about does not hold, if the reader may know: the cause of a difference for which its own row pays
/// and that follows from no other, rather not one of form; or that the program went wrong in another way.
fn own_fault(case: &CaseResult) -> &'static str {
    let is_own = |difference: &&DifferenceResult| difference.row == case.row && difference.root.is_none();
    match case.verdict {
        Verdict::Wrong | Verdict::Presentation => {
            let causes = case.differences.iter().filter(is_own).map(|difference| difference.cause);
            causes.max().map_or("", Cause::name)
        }
        verdict => verdict.name(),
    }
}

/// Writes what the suite discloses of those that did not pass, folded.
fn titles(html: &mut Markup<'_>, results: &Results, hidden: &[&CaseResult]) -> io::Result<()> {
    let failed: Vec<&CaseResult> = hidden.iter().copied().filter(|case| !passed(case)).collect();
    if failed.is_empty() {
        return Ok(());
    }
    html.raw("<details class=\"also\" id=\"titles\"><summary>")?;
    html.text(&format!("The titles of {} that did not pass", count(failed.len(), "case")))?;
    html.raw("</summary>\n<ul class=\"cases\">\n")?;
    for case in failed {
        let state = if is_uncounted(results, case) { CaseState::NotCounted } else { CaseState::of(case) };
        let what = match state {
            CaseState::NotCounted => state.name(),
            CaseState::Failed => own_fault(case),
            _ => "",
        };
        html.open("li", &[("class", state.class())])?;
        html.element("span", &[("class", "sign")], state.sign())?;
        html.text(&format!(" {}", case.title))?;
        if !what.is_empty() {
            html.element("span", &[("class", "what")], &format!(" {what}"))?;
        }
        html.raw("</li>\n")?;
    }
    html.raw("</ul></details>\n")
}
