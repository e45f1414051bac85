//! Results as `PrairieLearn` reads them from an external grader: the mistakes, and a test with points for each row.

use std::io::{self, Write};

use serde::Serialize;

use super::mistake_list::{self, costly, sentence};
use super::numbers::{count, marks, marks_of};
use super::report::Report;
use super::results::{Results, RowResult};
use super::visible::{DottedBlanks, show};

/// Bytes of one text; all of the results together may have a megabyte.
const BYTES: usize = 20_000;

#[derive(Serialize)]
struct GraderResults {
    /// Whether this is a grade; else the attempt does not count.
    gradable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    message: String,
    output: String,
    tests: Vec<GraderTest>,
}

#[derive(Serialize)]
struct GraderTest {
    name: String,
    description: String,
    points: f64,
    max_points: f64,
    message: String,
}

/// Writes the score, which is the share of what is awarded in the rows that anybody has awarded, and why.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    let score = score(results);
    let format_errors = if score.is_none() {
        vec!["no row of the mark sheet is awarded yet".to_string()]
    } else {
        Vec::new()
    };
    let graded = GraderResults {
        gradable: score.is_some(),
        score,
        format_errors,
        message: message(results),
        output: cut(mistake_list::as_text(results)),
        tests: judged_rows(results).map(|row| test(results, row)).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &graded)?;
    writeln!(out)
}

/// Returns the score from 0 to 1; none if no row is awarded.
fn score(results: &Results) -> Option<f64> {
    let sum = |marks: fn(&RowResult) -> f64| judged_rows(results).map(marks).sum::<f64>();
    let (awarded, out_of) = (sum(|row| row.awarded), sum(|row| row.out_of));
    (out_of > 0.0).then(|| (awarded / out_of).clamp(0.0, 1.0))
}

fn judged_rows(results: &Results) -> impl Iterator<Item = &RowResult> {
    results.mark_sheet.iter().filter(|row| row.is_judged())
}

fn message(results: &Results) -> String {
    let summary = &results.summary;
    let pending = match marks(summary.pending).as_str() {
        "0" => String::new(),
        pending => format!(" {pending} more are for a tutor to award; they do not count here."),
    };
    let awarded = marks(summary.automatic + summary.tutor);
    let out_of = marks(summary.out_of - summary.pending);
    let mistakes = match costly(results).count() {
        0 => "You have no mistakes.".to_string(),
        number => format!("You have {}, told below, the worst first.", count(number, "mistake")),
    };
    format!("{awarded} of {out_of} marks. {mistakes}{pending}")
}

/// Returns a row with the mistakes that cost it most.
fn test(results: &Results, row: &RowResult) -> GraderTest {
    let mistakes = costly(results).filter(|mistake| mistake.row == row.row);
    let mistakes = mistakes.map(|mistake| format!("{} lost: {}", marks_of(mistake.lost), sentence(mistake)));
    let remarks = row
        .remarks()
        .map(|(name, sentence)| format!("{name}: {}", show(sentence, DottedBlanks::AtTheEnd).text));
    let note = row.note.iter().map(|note| show(note, DottedBlanks::AtTheEnd).text);
    let lines: Vec<String> = note.chain(mistakes).chain(remarks).collect();
    GraderTest {
        name: row.title.clone(),
        description: row.row.clone(),
        points: row.awarded,
        max_points: row.out_of,
        message: cut(lines.join("\n")),
    }
}

fn cut(mut text: String) -> String {
    let end = (0..=BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.truncate(end);
    text
}
