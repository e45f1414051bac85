//! The mistakes as a code-quality report of GitLab: an issue for each, at its place in the student's files where that is known.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;

use super::mistake_list::{costly, place, seen, sentence};
use super::numbers::marks_of;
use super::report::Report;
use super::sources::{SourceFiles, SourceLine};
use super::visible::{DottedBlanks, show};
use crate::comparison::UncaughtException;
use crate::digest;
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;

#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: FirstLine,
}

#[derive(Serialize)]
struct FirstLine {
    begin: usize,
}

/// Writes the mistakes that cost something, the costliest first.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let sources = SourceFiles::of(report.submission());
    let mut taken = BTreeSet::new();
    let issues: Vec<Issue> =
        costly(report.results).map(|mistake| issue(report, &sources, mistake, &mut taken)).collect();
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    writeln!(out)
}

fn issue(
    report: &Report<'_>,
    sources: &SourceFiles,
    mistake: &Mistake,
    taken: &mut BTreeSet<String>,
) -> Issue {
    let SourceLine { path, line } = line_of(report, sources, mistake).unwrap_or_else(|| sources.beginning());
    let (check_name, severity) = match mistake.kind {
        Kind::Failure => ("failure", "critical"),
        Kind::Behaviour => ("behaviour", "major"),
        Kind::Wording => ("wording", "minor"),
        Kind::Presentation => ("presentation", "info"),
    };
    Issue {
        description: description(mistake),
        check_name,
        fingerprint: fingerprint(report, mistake, taken),
        severity,
        location: Location { path, lines: FirstLine { begin: line } },
    }
}

fn description(mistake: &Mistake) -> String {
    let line = |name: &str, line: &Option<String>| {
        let shown = line.as_ref().map(|line| show(line, DottedBlanks::AtTheEnd).text);
        shown.map(|line| format!("; {name} `{line}`")).unwrap_or_default()
    };
    let (expected, actual) = (line("expected", &mistake.expected), line("got", &mistake.actual));
    let (lost, sentence) = (marks_of(mistake.lost), sentence(mistake));
    format!("{sentence}{expected}{actual} ({lost} lost, {}; {})", place(mistake), seen(mistake))
}

/// Returns what stays the same for the same mistake in later runs, and is another for each mistake.
fn fingerprint(report: &Report<'_>, mistake: &Mistake, taken: &mut BTreeSet<String>) -> String {
    let Mistake { key, row, sentence, .. } = mistake;
    let known = if key.is_empty() { sentence } else { key };
    let mut number = 0;
    loop {
        let text = format!("{}\n{row}\n{known}\n{number}", report.results.suite);
        let fingerprint = digest::of_bytes(text.as_bytes());
        if taken.insert(fingerprint.clone()) {
            return fingerprint;
        }
        number += 1;
    }
}

/// Returns the line of the student's files that is to be changed: that of an exception, of the compiler's first complaint, or of the text
/// that is printed.
fn line_of(report: &Report<'_>, sources: &SourceFiles, mistake: &Mistake) -> Option<SourceLine> {
    match mistake.kind {
        Kind::Failure => match report.complaint() {
            Some(complaint) => sources.of_complaint(&complaint),
            None => line_of_exception(report, sources, mistake),
        },
        Kind::Wording | Kind::Presentation => sources.of_literal(mistake.actual.as_deref()?),
        Kind::Behaviour => None,
    }
}

fn line_of_exception(report: &Report<'_>, sources: &SourceFiles, mistake: &Mistake) -> Option<SourceLine> {
    let recording = report.recording(report.results.example(mistake)?)?;
    let complaint = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let place = UncaughtException::in_output(&complaint, &[])?.place?;
    sources.called(&place.file, place.line)
}
