//! What a student may know of cases that are not public: how many passed of each row, and what they cost.

use std::io;

use super::anchor::HIDDEN;
use super::contents::Contents;
use super::sheet::named;
use super::state::CaseState;
use crate::cases::Cause;
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;
use crate::reports::faults::{FactOutcome, fact};
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::{CaseResult, DifferenceResult, Results};
use crate::reports::screen::list::lost_unseen;
use crate::reports::told::called;

/// Writes what may be known of them; nothing if there are none.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let results = contents.results();
    let hidden: Vec<&CaseResult> = results.cases.iter().filter(|case| case.is_hidden()).collect();
    let lost = lost_unseen(results, &contents.told, "there");
    if hidden.is_empty() && lost.is_none() {
        return Ok(());
    }
    html.open("section", &[("class", "panel"), ("id", HIDDEN), ("tabindex", "-1")])?;
    html.raw("\n")?;
    let (passed, all) = (number_of(&hidden, passed), hidden.len());
    let heading = match all - passed {
        0 => format!("All {} that are not public passed", count(all, "case")),
        failed => format!("{failed} of {} that are not public did not pass", count(all, "case")),
    };
    html.element("h2", &[], &heading)?;
    if let Some(lost) = lost {
        // The table below counts cases of the mistakes that are told, too.
        let further = if contents.told.costly.is_empty() { "" } else { "A further " };
        html.element("p", &[], &format!("{further}{lost}."))?;
    }
    if let Some(why) = why_they_failed(contents, all - passed) {
        html.element("p", &[], &why)?;
    }
    if passed < all {
        html.element("p", &[("class", "soft")], "Their input and what they expect stay hidden.")?;
        rows(html, results, &hidden)?;
        uncounted(html, results, &hidden)?;
        titles(html, results, &hidden)?;
    }
    html.raw("</section>\n")
}

/// Returns which mistakes, of those that are told, those show that did not pass, so many; nothing if there are none.
fn why_they_failed(contents: &Contents<'_>, failed: usize) -> Option<String> {
    let told: Vec<(usize, &Mistake)> = contents.mistakes().filter(|(_, mistake)| mistake.cases > 0).collect();
    let shown_in = |mistake: &Mistake| {
        let seen = contents.cases(mistake).iter().filter(|case| !case.is_hidden());
        let seen = seen.filter(|case| !contents.results().is_twin(case)).count();
        mistake.cases.saturating_sub(seen)
    };
    match (&told[..], failed) {
        ([], _) | (_, 0) => None,
        ([(number, mistake)], _) if shown_in(mistake) >= failed => {
            let that = if failed == 1 { "The one" } else { "Those" };
            let show = if failed == 1 { "shows" } else { "show" };
            Some(format!("{that} that did not pass {show} mistake {number}."))
        }
        ([..], _) => {
            let numbers: Vec<usize> =
                told.iter().filter(|(_, mistake)| shown_in(mistake) > 0).map(|(number, _)| *number).collect();
            let text = match numbers.len() {
                1 => format!("Mend {} first: it shows in some of them, too.", called(&numbers)),
                all if all == told.len() => {
                    "Mend the mistakes that you know first: they show in some of them, too.".to_string()
                }
                _ => format!("Mend {} first: they show in some of them, too.", called(&numbers)),
            };
            (!numbers.is_empty()).then_some(text)
        }
    }
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
        html.element("th", &[("scope", "row")], &named(&row.row, &row.title))?;
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

/// Writes why some of those that did not pass cost their row nothing, if there are some.
fn uncounted(html: &mut Markup<'_>, results: &Results, hidden: &[&CaseResult]) -> io::Result<()> {
    if number_of(hidden, |case| is_uncounted(results, case)) > 0 {
        let text = "Not counted: a mistake for which another row pays hides what the case is about.";
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
    html.raw("</summary>\n")?;
    for of_row in by_row(results, &failed) {
        html.raw("<div class=\"row\">\n")?;
        html.element("h3", &[], &of_row[0].row)?;
        html.raw("<ul class=\"cases\">\n")?;
        for case in of_row {
            title(html, results, case)?;
        }
        html.raw("</ul>\n</div>\n")?;
    }
    html.raw("</details>\n")
}

/// Returns the cases of each row, in the order of the mark sheet.
fn by_row<'a>(results: &Results, cases: &[&'a CaseResult]) -> Vec<Vec<&'a CaseResult>> {
    let place = |case: &&CaseResult| results.mark_sheet.iter().position(|row| row.row == case.row);
    let mut cases = cases.to_vec();
    cases.sort_by_key(|case| (place(case), case.row.clone()));
    cases.chunk_by(|one, other| one.row == other.row).map(<[&CaseResult]>::to_vec).collect()
}

/// Writes the title of a case that did not pass, and why, as far as the suite discloses it.
fn title(html: &mut Markup<'_>, results: &Results, case: &CaseResult) -> io::Result<()> {
    let state = if is_uncounted(results, case) { CaseState::NotCounted } else { CaseState::of(case) };
    let what = match state {
        CaseState::NotCounted => state.name(),
        CaseState::Failed => own_fault(case),
        _ => "",
    };
    html.open("li", &[("class", state.class())])?;
    html.element("span", &[("class", "sign")], state.sign())?;
    html.raw("<div>")?;
    html.text(&case.title)?;
    if !what.is_empty() {
        html.element("span", &[("class", "what")], &format!(" {what}"))?;
    }
    html.raw("</div></li>\n")
}
