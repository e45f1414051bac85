//! The mark sheet, and the mistakes, as CSV (RFC 4180), for spreadsheets and course systems.

use std::io::{self, Write};

use super::mistake_list::sentence;
use super::numbers::marks;
use super::report::Report;
use super::told::ToldMistakes;

/// Writes one line for each row of the mark sheet. Files of many submissions can be put below each other,
/// because the first field names the target.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    line(out, &["target", "suite", "row", "title", "awarded", "out_of", "by", "note"])?;
    for row in &results.mark_sheet {
        let awarded = if row.by == "pending" { String::new() } else { marks(row.awarded) };
        let fields = [
            &results.target,
            &results.suite,
            &row.row,
            &row.title,
            &awarded,
            &marks(row.out_of),
            &row.by,
            row.note.as_deref().unwrap_or_default(),
        ];
        line(out, &fields)?;
    }
    Ok(())
}

/// Writes one line for each mistake, worst first, with the number by which `show-mistake` knows it. Files of many submissions can be put below each other.
pub(super) fn write_mistakes(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let results = report.results;
    let heads =
        ["target", "suite", "number", "lost", "row", "mistake", "expected", "got", "cases", "example"];
    line(out, &heads)?;
    for (number, mistake) in (1..).zip(ToldMistakes::of(results).in_order()) {
        let fields = [
            &results.target,
            &results.suite,
            &number.to_string(),
            &marks(mistake.lost),
            &mistake.row,
            &sentence(mistake),
            mistake.expected.as_deref().unwrap_or_default(),
            mistake.actual.as_deref().unwrap_or_default(),
            &mistake.cases.to_string(),
            mistake.example.as_deref().unwrap_or_default(),
        ];
        line(out, &fields)?;
    }
    Ok(())
}

/// Writes one line of a table, in which no field is taken for a formula.
pub(crate) fn line(out: &mut dyn Write, fields: &[&str]) -> io::Result<()> {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    write!(out, "{}\r\n", fields.join(","))
}

/// Returns a field that no spreadsheet takes for a formula, without line breaks and control characters.
fn quoted(field: &str) -> String {
    let text: String =
        field.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let formula =
        text.trim_start().starts_with(['=', '+', '-', '@', '|', '%']) && !is_number_below_zero(&text);
    let guard = if formula { "'" } else { "" };
    if text.contains([',', '"', ';']) || formula {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

fn is_number_below_zero(text: &str) -> bool {
    let is_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.strip_prefix('-').is_some_and(|number| number.splitn(2, '.').all(is_digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quoted_and_never_a_formula() {
        for (field, expected) in [
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=1+1", "\"'=1+1\""),
            (" \t@SUM(A1)", "\"'  @SUM(A1)\""),
            ("a\r\n=b", "a  =b"),
            ("-1", "-1"),
            ("-0.25", "-0.25"),
            ("-1+2", "\"'-1+2\""),
            ("-1.", "\"'-1.\""),
            ("-x", "\"'-x\""),
            ("-", "\"'-\""),
        ] {
            assert_eq!(quoted(field), expected);
        }
    }
}
