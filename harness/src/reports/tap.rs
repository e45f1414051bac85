//! Results as TAP 14, the Test Anything Protocol: the mistakes as comments, then a test point for each case.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::failure::plain;
use super::faults::{FactOutcome, fact};
use super::mistake_list;
use super::numbers::{count, marks};
use super::report::Report;
use super::results::CaseResult;
use super::visible::{DottedBlanks, show};

/// Writes the plan, the marks and the mistakes as comments, and the cases.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    let summary = &results.summary;
    writeln!(out, "TAP version 14\n1..{}", results.cases.len())?;
    let title = show(&results.title, DottedBlanks::Nowhere).text;
    let (automatic, out_of) = (marks(summary.automatic + summary.tutor), marks(summary.out_of));
    let pending = marks(summary.pending);
    writeln!(out, "# {title}: {automatic} marks so far, {pending} pending, out of {out_of}")?;
    for line in mistake_list::as_text(results).lines() {
        writeln!(out, "# {line}")?;
    }
    for (number, case) in (1..).zip(&results.cases) {
        write_case(report, number, case, out)?;
    }
    let passed = count(summary.passed, "case");
    writeln!(out, "# {passed} of {} passed", summary.cases)
}

fn write_case(report: &Report<'_>, number: usize, case: &CaseResult, out: &mut dyn Write) -> io::Result<()> {
    let (name, outcome) = (description(&case.name()), fact(case));
    let sentence = show(&case.sentence, DottedBlanks::AtTheEnd).text;
    match outcome {
        FactOutcome::Holds => writeln!(out, "ok {number} - {name}"),
        FactOutcome::Unseen | FactOutcome::Undecided => {
            writeln!(out, "ok {number} - {name} # SKIP {}", description(&sentence))
        }
        FactOutcome::Fails => {
            write!(out, "not ok {number} - {name}\n{}", diagnostics(report, case, &sentence))
        }
    }
}

/// Returns a text on one line in which nothing is a directive.
fn description(text: &str) -> String {
    show(text, DottedBlanks::Nowhere).text.replace('\\', "\\\\").replace('#', "\\#")
}

/// Returns what is wrong with a case as a block of YAML. Strings of JSON are strings of YAML, too.
fn diagnostics(report: &Report<'_>, case: &CaseResult, sentence: &str) -> String {
    let of = format!("{} of {}", marks(case.awarded), marks(case.out_of));
    let mut fields = vec![
        ("message", sentence.to_string()),
        ("severity", "fail".to_string()),
        ("verdict", case.verdict.name().to_string()),
        ("row", case.row.to_string()),
        ("marks", of),
    ];
    if !case.is_hidden() {
        fields.push(("report", plain(report, case)));
    }
    let mut text = "  ---\n".to_string();
    for (name, value) in fields {
        writeln!(text, "  {name}: {}", serde_json::Value::from(value)).expect("to a string");
    }
    text + "  ...\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_no_directive_and_has_one_line() {
        assert_eq!(description("is # SKIP\\ped\nok 2"), "is \\# SKIP\\\\ped␊ok 2");
    }
}
