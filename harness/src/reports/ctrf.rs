//! Results in the Common Test Report Format (CTRF 1.0.0): a test for each case, and the mistakes before them.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::failure::plain;
use super::faults::{FactOutcome, fact};
use super::mistake_list::costly;
use super::report::Report;
use super::results::{CaseResult, Results};
use super::visible::{DottedBlanks, show};
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CtrfReport<'a> {
    report_format: &'static str,
    spec_version: &'static str,
    results: CtrfResults<'a>,
}

#[derive(Serialize)]
struct CtrfResults<'a> {
    tool: CtrfTool<'a>,
    summary: CtrfSummary,
    /// The format has no place for marks and mistakes but this one.
    extra: CtrfMarks<'a>,
    tests: Vec<CtrfTest<'a>>,
}

#[derive(Serialize)]
struct CtrfTool<'a> {
    name: &'static str,
    version: &'a str,
}

/// How many tests ended in which way; times in milliseconds.
#[derive(Serialize, Default)]
struct CtrfSummary {
    tests: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    pending: usize,
    other: usize,
    start: u64,
    stop: u64,
}

#[derive(Serialize)]
struct CtrfMarks<'a> {
    suite: &'a str,
    title: &'a str,
    target: &'a str,
    automatic: f64,
    tutor: f64,
    pending: f64,
    out_of: f64,
    mistakes: Vec<&'a Mistake>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CtrfTest<'a> {
    name: String,
    status: &'static str,
    /// In milliseconds.
    duration: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
    raw_status: &'static str,
    extra: CtrfCaseMarks<'a>,
}

#[derive(Serialize)]
struct CtrfCaseMarks<'a> {
    row: &'a str,
    awarded: f64,
    out_of: f64,
}

/// Writes the results. They hold no time of day: the run starts at 0 and lasts as long as all cases together.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    let ctrf = CtrfReport {
        report_format: "CTRF",
        spec_version: "1.0.0",
        results: CtrfResults {
            tool: CtrfTool { name: "harness", version: &results.harness },
            summary: summary(results),
            extra: of_marks(results),
            tests: results.cases.iter().map(|case| test(report, case)).collect(),
        },
    };
    serde_json::to_writer_pretty(&mut *out, &ctrf)?;
    writeln!(out)
}

fn summary(results: &Results) -> CtrfSummary {
    let count = |wanted| results.cases.iter().filter(|case| status(case) == wanted).count();
    CtrfSummary {
        tests: results.cases.len(),
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        other: count("other"),
        stop: results.cases.iter().map(milliseconds).sum(),
        ..CtrfSummary::default()
    }
}

fn of_marks(results: &Results) -> CtrfMarks<'_> {
    let summary = &results.summary;
    CtrfMarks {
        suite: &results.suite,
        title: &results.title,
        target: &results.target,
        automatic: summary.automatic,
        tutor: summary.tutor,
        pending: summary.pending,
        out_of: summary.out_of,
        mistakes: costly(results).collect(),
    }
}

fn test<'a>(report: &Report<'_>, case: &'a CaseResult) -> CtrfTest<'a> {
    let sentence = || show(&case.sentence, DottedBlanks::AtTheEnd).text;
    CtrfTest {
        name: case.name(),
        status: status(case),
        duration: milliseconds(case),
        message: (case.verdict != Verdict::Passed).then(sentence),
        trace: (fact(case) == FactOutcome::Fails && !case.is_hidden()).then(|| plain(report, case)),
        raw_status: case.verdict.name(),
        extra: CtrfCaseMarks { row: &case.row, awarded: case.awarded, out_of: case.out_of },
    }
}

fn status(case: &CaseResult) -> &'static str {
    match fact(case) {
        FactOutcome::Holds => "passed",
        FactOutcome::Fails => "failed",
        FactOutcome::Unseen => "skipped",
        FactOutcome::Undecided => "other",
    }
}

fn milliseconds(case: &CaseResult) -> u64 {
    let duration = Duration::try_from_secs_f64(case.seconds).unwrap_or_default();
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
