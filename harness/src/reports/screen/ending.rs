//! The end of the report on the terminal: how to see more, and what costs marks.

use std::collections::BTreeSet;

use anstyle::Style;

use super::sheet::standing;
use super::{BAD, DIM, GOOD, HEADING, styled};
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::reports::Audience;
use crate::reports::faults::passes_with_mistakes;
use crate::reports::look::Look;
use crate::reports::numbers::{count, marks, marks_of};
use crate::reports::report::Report;
use crate::reports::results::{CaseResult, Results};
use crate::reports::told::ToldMistakes;
use crate::target::quoted;

/// Returns the answer to "what do I get" in one line.
pub(super) fn in_one_line(results: &Results) -> String {
    let summary = &results.summary;
    let style = if summary.passed == summary.cases { GOOD } else { BAD };
    let with_mistakes = match results.cases.iter().filter(|case| passes_with_mistakes(case)).count() {
        0 => String::new(),
        number if results.cases.iter().any(CaseResult::is_hidden) => {
            let ones = if number == 1 { "one" } else { "ones" };
            format!(", {number} public {ones} with mistakes")
        }
        number => format!(", {number} with mistakes"),
    };
    let passed = format!("{} of {} passed{with_mistakes}", summary.passed, count(summary.cases, "case"));
    format!("{HEADING}{}{HEADING:#}: {style}{passed}{style:#}; {}\n", results.title, standing(results))
}

/// Returns how to mark a program that is, by its name, for another assignment: what differs from this one helps nobody to mend it.
pub(super) fn of_another_assignment(report: &Report<'_>, other: &str, look: Look) -> String {
    let suite = |name: &str| format!("--suite {}", quoted(name));
    let marked = report.command().replace(&suite(&report.results.suite), &suite(other));
    let everything = quoted(&report.folder().display().to_string());
    let sentence = format!(
        "Mark it as that one: `{marked}`. What differs from this one is not listed here; `harness report {everything} --all` lists it."
    );
    styled(&sentence, HEADING, look)
}

/// Returns what to write to see more than is shown, and how well programs were contained.
pub(super) fn how_to_see_more(
    report: &Report<'_>,
    told: &ToldMistakes<'_>,
    shown: usize,
    look: Look,
) -> String {
    let results = report.results;
    let mut text = String::new();
    let mut tell = |sentence: &str| text.push_str(&styled(sentence, DIM, look));
    let everything = format!("`harness report {} --all`", quoted(&report.folder().display().to_string()));
    if told.count() == 1 {
        tell(&format!("{everything} shows every case that fails."));
    }
    if told.count() > 1 {
        let next = if shown < told.count() { shown + 1 } else { 1 };
        tell(&format!("More: `{}`, or {everything}.", report.show_mistake(next)));
    }
    text + &containment(results, look)
}

/// What is no promise where mistakes share a row.
pub(in crate::reports) const SHARED: &str =
    "Where mistakes share a row, repairing one may win more or less than its price.";

/// Returns that what mistakes of the same row cost is no promise, if there are such.
pub(super) fn shared_rows(results: &Results, told: &ToldMistakes<'_>, look: Look) -> String {
    if !have_shared_prices(results, told) {
        return String::new();
    }
    styled(SHARED, DIM, look)
}

/// Returns whether the prices of several mistakes come from the same row.
pub(in crate::reports) fn have_shared_prices(results: &Results, told: &ToldMistakes<'_>) -> bool {
    !results.is_of_some_cases() && share_a_row(told)
}

/// Returns whether several mistakes cost the same row something.
fn share_a_row(told: &ToldMistakes<'_>) -> bool {
    let mut rows = BTreeSet::new();
    let costly = told.costly.iter().filter(|mistake| mistake.lost > 0.0);
    costly
        .flat_map(|mistake| std::iter::once(&mistake.row).chain(&mistake.other_rows))
        .any(|row| !rows.insert(row))
}

/// Returns how well programs were contained, for staff, and for everybody where they could reach what they should not.
pub(super) fn containment(results: &Results, look: Look) -> String {
    if results.audience == Audience::Student && !results.sandbox.is_warning() {
        return String::new();
    }
    styled(&results.sandbox.sentence(), DIM, look)
}

/// Returns what costs marks, in a sentence.
pub(super) fn sentence(results: &Results, told: &ToldMistakes<'_>, look: Look) -> String {
    let (style, text) = what_costs(results, told);
    styled(&text, style, look)
}

/// Returns what costs marks, in a sentence, and how it looks.
pub(in crate::reports) fn what_costs(results: &Results, told: &ToldMistakes<'_>) -> (Style, String) {
    let out_of = results.out_of_automatic();
    let lost = told.costly.iter().chain(&told.hidden).map(|mistake| mistake.lost).sum::<f64>();
    let you = who_loses(results);
    let (summary, uncounted) = (&results.summary, results.uncounted());
    if results.is_of_some_cases() {
        of_some_cases(results, told)
    } else if lost > 0.0 {
        let others = match results.undecided() {
            _ if summary.automatic <= 0.0 => ".".to_string(),
            0 if told.costly.iter().any(|it| it.kind == Kind::Failure) => {
                "; what comes after a crash or a stop was not seen.".to_string()
            }
            0 if uncounted > 0 => {
                let are = if uncounted == 1 { "is" } else { "are" };
                format!("; what {} {are} about was not seen.", count(uncounted, "case"))
            }
            0 => {
                let what = if may_hide_others(results, told) {
                    "no other mistake was seen"
                } else if !told.free.is_empty() {
                    "nothing else costs marks"
                } else {
                    "all other things are right"
                };
                let place = if results.only_public { " in the public cases" } else { "" };
                format!("; {what}{place}.")
            }
            undecided => format!("; {} could not be judged.", count(undecided, "case")),
        };
        (BAD, format!("{you} {} of {}{others}", marks(lost), marks_of(out_of)))
    } else if results.undecided() > 0 {
        (
            HEADING,
            format!("{you} no marks so far; {} could not be judged.", count(results.undecided(), "case")),
        )
    } else if results.only_public {
        let all = all_are(out_of);
        (GOOD, format!("{you} nothing in the public cases: {all} won there; others may show more."))
    } else {
        (GOOD, format!("{you} nothing: {} won.", all_are(out_of)))
    }
}

/// Returns who loses marks, as the reader is spoken to.
pub(super) fn who_loses(results: &Results) -> &'static str {
    if results.audience == Audience::Student { "You lose" } else { "It loses" }
}

/// Returns that so many marks, all that there are, are: `all 3 marks are`.
fn all_are(out_of: f64) -> String {
    match marks_of(out_of) {
        one if one == "1 mark" => format!("{one} is"),
        several => format!("all {several} are"),
    }
}

/// Returns whether conversations may have gone another way because of a mistake, so that what should have come later was not seen: where the
/// rule that is broken is known, they were compared with what follows from it, and only what other rows are about may not have come up.
fn may_hide_others(results: &Results, told: &ToldMistakes<'_>) -> bool {
    let is_followed = |mistake: &Mistake| {
        let others = results.cases.iter().filter(|case| case.row != mistake.row);
        others.flat_map(|case| &case.differences).any(|it| it.mistake.as_deref() == Some(&mistake.key))
    };
    let mut all = told.costly.iter().chain(&told.hidden);
    all.any(|mistake| match mistake.rule {
        None => mistake.kind == Kind::Behaviour,
        Some(_) => is_followed(mistake),
    })
}

/// Returns how many of the cases that were run have passed; those that show mistakes all the same pass by what they check.
fn of_some_cases(results: &Results, told: &ToldMistakes<'_>) -> (Style, String) {
    let summary = &results.summary;
    let passed = format!("{} of {} passed", summary.passed, count(summary.cases, "case"));
    match told.costly.len() {
        _ if summary.passed < summary.cases => (BAD, format!("{passed}.")),
        0 => (GOOD, format!("{passed}.")),
        mistakes => {
            let show = if mistakes == 1 { "shows" } else { "show" };
            let they = if summary.cases == 1 { "it checks" } else { "they check" };
            (BAD, format!("{passed}, but {} {show} beside what {they}.", count(mistakes, "mistake")))
        }
    }
}
