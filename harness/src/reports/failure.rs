//! One failed case in words: why it matters, what was said before, expected against got, cause, and the
//! command that repeats it. It takes about 1,200 bytes.

use anstyle::{AnsiColor, Style};

use super::apart::{Apart, PointedAt};
use super::broken_rule;
use super::due_next::due_next;
use super::faults::{again, failing_index, first_difference};
use super::fields::{Fields, one_line};
use super::leading_up::{Room, around, before};
use super::look::{Look, Voice};
use super::numbers::count;
use super::report::Report;
use super::results::{CaseResult, DifferenceResult, ExpectedForm};
use super::visible::{DottedBlanks, show};
use crate::judging::Verdict;

/// Lines of the conversation that are shown before a difference.
const LINES_BEFORE: usize = 8;

/// Bytes that a failure takes with its context, if the rest leaves room for one.
const BYTES: usize = 1200;

/// Lines of the rule that are shown.
const LINES_OF_RULE: usize = 3;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Returns a failure with control sequences for styles, and a line break at its end.
pub(super) fn in_full(report: &Report<'_>, case: &CaseResult, look: Look) -> String {
    let costing = failing_index(report.results, case);
    let first = costing.map(|index| &case.differences[index]);
    let above = head(case, first, look);
    let said = report.recording(case).map(|recording| around(&recording, first)).unwrap_or_default();
    let mut below = Fields::new(look);
    if let Some(difference) = first {
        let (expected, got) = match (difference.expected.as_deref(), difference.got.as_deref()) {
            (None, None) if difference.is_sudden_end() => due_next(case, difference),
            lines => lines,
        };
        let pointed_at = PointedAt::Characters;
        let then = said.after.as_deref().filter(|_| !difference.is_sudden_end());
        let is_described = difference.expected_form == ExpectedForm::Words;
        let end = difference.sudden_end();
        Apart { expected, got, is_described, then, end, cause: Some(difference.cause), pointed_at }
            .write(&mut below);
    }
    below.prose("cause", &cause(case, first), usize::MAX);
    if let Some(origin) = first.and_then(|difference| broken_rule::origin(report.results, difference)) {
        below.prose("follows", &origin, usize::MAX);
    }
    also(&mut below, case, costing);
    below.field("repeat", &show(&report.repeat(case), DottedBlanks::AtTheEnd).text);
    let bytes = BYTES.saturating_sub(above.len() + below.text.len());
    let room = Room { lines: LINES_BEFORE, bytes };
    format!("{above}{}{}", before(&said, room, look), below.text)
}

/// Returns a failure as plain text.
pub(super) fn plain(report: &Report<'_>, case: &CaseResult) -> String {
    anstream::adapter::strip_str(&in_full(report, case, Look::of_text())).to_string()
}

/// Returns a failure in a few words, on one line without its end.
pub(super) fn in_short(case: &CaseResult, look: Look) -> String {
    if case.is_hidden() {
        return format!("{} (not public)", case.title);
    }
    let sentence = match (case.verdict, first_difference(case)) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => difference.sentence.as_str(),
        _ => &case.sentence,
    };
    let room = look.width.saturating_sub(case.id.len() + 6).max(20);
    format!("{}: {}", case.id, one_line(sentence, room, look))
}

fn head(case: &CaseResult, first: Option<&DifferenceResult>, look: Look) -> String {
    let row = first.map_or(case.row.as_str(), |difference| &difference.row);
    let verdict = case.verdict.name();
    let title = match look.voice {
        Voice::Signs => {
            format!("{BAD}FAILED{BAD:#} {HEADING}{}{HEADING:#} ({verdict}), costs row {row}\n", case.id)
        }
        Voice::Words => format!("Failed: {} ({verdict}), costs row {row}\n", case.id),
    };
    let mut fields = Fields { text: title, look };
    fields.prose("why", &case.why, usize::MAX);
    fields.prose("rule", &case.rule, LINES_OF_RULE);
    fields.text
}

fn cause(case: &CaseResult, first: Option<&DifferenceResult>) -> String {
    let width = 2 * Look::of_text().width;
    match (case.verdict, first) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => {
            let sentence = one_line(&difference.sentence, width, Look::of_text());
            format!("{}: {sentence}", difference.cause.name())
        }
        _ => one_line(&case.sentence, width, Look::of_text()),
    }
}

/// Tells how many more differences there are, and how many of them cost nothing.
fn also(fields: &mut Fields, case: &CaseResult, costing: Option<usize>) {
    let Some(first) = costing else { return };
    let later = || case.differences.iter().enumerate().filter(|(index, _)| *index != first).map(|(_, it)| it);
    let elsewhere = later().filter(|difference| case.is_paid_elsewhere(difference)).count();
    let is_other = |it: &&DifferenceResult| it.root.is_none() && !case.is_paid_elsewhere(it);
    let others = later().filter(is_other).count();
    let again = if case.is_paid_elsewhere(&case.differences[first]) { 0 } else { again(case, first) };
    let following = later().count() - others - again - elsewhere;
    let mut parts = Vec::new();
    if again > 0 {
        parts.push(format!("the same slip in {}", count(again, "more place")));
    }
    if others > 0 {
        parts.push(count(others, "other difference"));
    }
    if following > 0 {
        let verbs = if following == 1 { "that follows or repeats" } else { "that follow or repeat" };
        parts.push(format!("{} {verbs}", count(following, "difference")));
    }
    if elsewhere > 0 {
        parts.push(format!("{} that another row's broken rule explains", count(elsewhere, "difference")));
    }
    if case.left_out > 0 {
        parts.push(format!("{} left out here", count(case.left_out, "more difference")));
    }
    if !parts.is_empty() {
        fields.prose("also", &parts.join(", "), usize::MAX);
    }
}
