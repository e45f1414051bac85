//! Results as `JUnit` XML, for services that show tests: the mistakes as the output of a suite without tests, then one test for each
//! case, which fails if the fact does that it is about, in a suite for each row.

use std::io::{self, Write};

use super::failure::plain;
use super::faults::{FactOutcome, fact};
use super::markup::Markup;
use super::mistake_list;
use super::report::Report;
use super::results::{CaseResult, Results};
use super::visible::{DottedBlanks, show};

/// Writes the results as `JUnit` XML.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    let mut xml = Markup::new(out);
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
    let all: Vec<&CaseResult> = results.cases.iter().collect();
    let [tests, failures, _] = numbers(&all);
    let attributes =
        [("name", results.suite.as_str()), ("tests", &tests), ("failures", &failures), ("errors", "0")];
    xml.open("testsuites", &attributes)?;
    write_mistakes(&mut xml, results)?;
    for (row, cases) in rows(results) {
        let [tests, failures, row_skipped] = numbers(&cases);
        let name = format!("{}.{row}", results.suite);
        let attributes = [
            ("name", name.as_str()),
            ("tests", &tests),
            ("failures", &failures),
            ("errors", "0"),
            ("skipped", &row_skipped),
        ];
        xml.raw("\n")?;
        xml.open("testsuite", &attributes)?;
        for case in cases {
            write_case(&mut xml, report, case, &name)?;
        }
        xml.raw("\n")?;
        xml.close("testsuite")?;
    }
    xml.raw("\n")?;
    xml.close("testsuites")?;
    xml.raw("\n")
}

/// Writes a suite without tests, whose output is the list of mistakes.
fn write_mistakes(xml: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    let list = mistake_list::as_text(results);
    if list.is_empty() {
        return Ok(());
    }
    let name = format!("{}.mistakes", results.suite);
    let attributes =
        [("name", name.as_str()), ("tests", "0"), ("failures", "0"), ("errors", "0"), ("skipped", "0")];
    xml.raw("\n")?;
    xml.open("testsuite", &attributes)?;
    xml.element("system-out", &[], &list)?;
    xml.close("testsuite")
}

/// Returns the rows that cases feed, in the order of the mark sheet, with their cases.
fn rows(results: &Results) -> impl Iterator<Item = (&str, Vec<&CaseResult>)> {
    results.mark_sheet.iter().filter_map(|row| {
        let cases: Vec<_> = results.cases.iter().filter(|case| case.row == row.row).collect();
        (!cases.is_empty()).then_some((row.row.as_str(), cases))
    })
}

fn numbers(cases: &[&CaseResult]) -> [String; 3] {
    let failed = cases.iter().filter(|case| fact(case) == FactOutcome::Fails).count();
    let is_skipped = |case: &&&CaseResult| matches!(fact(case), FactOutcome::Unseen | FactOutcome::Undecided);
    let skipped = cases.iter().filter(is_skipped).count();
    [cases.len(), failed, skipped].map(|number| number.to_string())
}

fn write_case(xml: &mut Markup<'_>, report: &Report<'_>, case: &CaseResult, suite: &str) -> io::Result<()> {
    let time = format!("{:.3}", case.seconds);
    xml.raw("\n  ")?;
    xml.open("testcase", &[("name", &case.name()), ("classname", suite), ("time", &time)])?;
    let sentence = show(&case.sentence, DottedBlanks::AtTheEnd).text;
    match fact(case) {
        FactOutcome::Holds => {}
        FactOutcome::Unseen | FactOutcome::Undecided => xml.empty("skipped", &[("message", &sentence)])?,
        FactOutcome::Fails => {
            let text = if case.is_hidden() { sentence.clone() } else { plain(report, case) };
            xml.element("failure", &[("message", &sentence), ("type", case.verdict.name())], &text)?;
        }
    }
    xml.close("testcase")
}
