//! Results as Gradescope reads them from an autograder.

use std::io::{self, Write};

use serde::Serialize;

use super::failure::plain;
use super::faults::{FactOutcome, fact};
use super::numbers::{count, marks_of};
use super::report::Report;
use super::results::{CaseResult, Results, RowResult};
use super::visible::{DottedBlanks, show};
use super::{Audience, mistake_list};
use crate::cases::Visibility;

/// Bytes of one test's output.
const BYTES: usize = 10_000;

#[derive(Serialize)]
struct Submission {
    score: f64,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<GradescopeTest>,
}

#[derive(Serialize)]
struct GradescopeTest {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    name: String,
    output: String,
    visibility: &'static str,
}

/// Writes a test with marks for each row of the mark sheet, then one without marks for each case.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    let rows = results.mark_sheet.iter().map(row);
    let tests = rows.chain(results.cases.iter().map(|case| test(report, case))).collect();
    let submission = Submission {
        score: results.summary.automatic + results.summary.tutor,
        output: output(results),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests,
    };
    serde_json::to_writer_pretty(&mut *out, &submission)?;
    writeln!(out)
}

fn output(results: &Results) -> String {
    let summary = &results.summary;
    let pending = marks_of(summary.pending);
    let (are, them) = if pending == "1 mark" { ("is", "it") } else { ("are", "them") };
    let numbers = format!(
        "{} of {} passed. {pending} {are} pending: a tutor awards {them}.",
        summary.passed,
        count(summary.cases, "case")
    );
    let mistakes = mistake_list::as_text(results);
    if mistakes.is_empty() { numbers } else { format!("{numbers}\n\n{mistakes}") }
}

fn row(row: &RowResult) -> GradescopeTest {
    let pending = row.by == "pending";
    let files = row.remarks();
    let files =
        files.map(|(name, sentence)| format!("{name}: {}\n", show(sentence, DottedBlanks::AtTheEnd).text));
    let about = if pending { "pending: a tutor awards this row\n" } else { "" };
    let note = row.note.iter().map(|note| format!("{}\n", show(note, DottedBlanks::AtTheEnd).text));
    GradescopeTest {
        score: (!pending).then_some(row.awarded),
        max_score: (!pending).then_some(row.out_of),
        status: None,
        name: row.title.clone(),
        output: about.to_string() + &note.chain(files).collect::<String>(),
        visibility: "visible",
    }
}

fn test(report: &Report<'_>, case: &CaseResult) -> GradescopeTest {
    let status = match fact(case) {
        FactOutcome::Holds => Some("passed"),
        FactOutcome::Fails => Some("failed"),
        FactOutcome::Unseen | FactOutcome::Undecided => None,
    };
    let output = if status == Some("failed") && !case.is_hidden() {
        plain(report, case)
    } else {
        show(&case.sentence, DottedBlanks::AtTheEnd).text
    };
    let name = if case.is_hidden() { case.title.to_string() } else { format!("{}: {}", case.id, case.title) };
    let visibility = match (report.results.audience, case.visible) {
        // What is in a student's copy may be seen by students.
        (Audience::Student, _) | (_, Visibility::Public) => "visible",
        (_, Visibility::AfterMarking) => "after_published",
        (_, Visibility::Staff) => "hidden",
    };
    GradescopeTest { score: None, max_score: None, status, name, output: cut(output), visibility }
}

fn cut(mut text: String) -> String {
    let end = (0..=BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.truncate(end);
    text
}
