//! Results as Markdown that fits a comment on a pull request, or the summary of a job.

use std::fmt::Write as _;
use std::io;

use super::failure::plain;
use super::faults::{first, groups};
use super::forgiven::slips;
use super::full_text::in_full;
use super::mistake_list::{advice, costly, example, seen, sentence, title};
use super::numbers::{count, marks};
use super::report::Report;
use super::results::{CaseResult, Results, RowResult};
use super::visible::{DottedBlanks, show};

/// Bytes of a report; services refuse comments above 65,536 characters.
const BYTES: usize = 60_000;

/// Failed cases of one cause that are named.
const NAMED: usize = 50;

/// Writes the mark sheet, the mistakes, the worst one in full, and as evidence the cases that failed, by cause, one of them in full.
pub(super) fn write(report: &Report<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let mut text = head(report.results);
    text.push_str(&mark_sheet(report.results));
    text.push_str(&mistakes(report.results));
    let groups = groups(report.results);
    if let Some(worst) = in_full(report, 1) {
        text.push_str("\n### Repair this first\n\n");
        text.push_str(&fenced(&worst));
    }
    for (index, group) in groups.iter().enumerate() {
        if index == 0 {
            text.push_str("\n### Cases that failed\n");
            let shown = first(&groups).map(|case| format!("\n{}", fenced(&plain(report, case))));
            text.push_str(&shown.unwrap_or_default());
        }
        let part =
            format!("\n**{}** ({})\n\n{}", group.name, count(group.cases.len(), "case"), named(&group.cases));
        if text.len() + part.len() > BYTES {
            text.push_str("\nThere are more; the whole list is in `results.json`.\n");
            break;
        }
        text.push_str(&part);
    }
    for (index, slip) in slips(report.results).iter().enumerate() {
        let head = if index == 0 { "\n### Forgiven\n\n" } else { "" };
        let first = slip.first.map(|case| format!(", first in {}", code(case))).unwrap_or_default();
        let (cause, sentence) = (slip.cause.name(), code(&slip.sentence));
        writeln!(text, "{head}- {cause}: {sentence}{first}").expect("to a string");
    }
    out.write_all(text.as_bytes())
}

fn head(results: &Results) -> String {
    let summary = &results.summary;
    let passed = format!("**{} of {}** passed", summary.passed, count(summary.cases, "case"));
    let (automatic, pending) = (marks(summary.automatic), marks(summary.pending));
    let tutor = if summary.tutor > 0.0 {
        format!(" and {} from a tutor", marks(summary.tutor))
    } else {
        String::new()
    };
    format!(
        "## {}\n\n{passed}. {automatic} marks{tutor} so far, {pending} pending, out of {}.\n\nSubmission: {}; {}.\n\n",
        escaped(&results.title),
        marks(summary.out_of),
        code(&results.target),
        escaped(&results.sandbox.sentence()),
    )
}

fn mark_sheet(results: &Results) -> String {
    let noted = results.mark_sheet.iter().any(|row| row.note.is_some());
    let (head, line) = if noted { (" Note |", " --- |") } else { ("", "") };
    let mut text = format!("| Row | Marks | Out of | By |{head}\n| --- | ---: | ---: | --- |{line}\n");
    for row in &results.mark_sheet {
        text.push_str(&line_of(row, noted));
        for (name, sentence) in row.remarks() {
            let (name, sentence) = (code(name), code(sentence));
            let note = if noted { " |" } else { "" };
            writeln!(text, "| {name}: {sentence} | | | |{note}").expect("to a string");
        }
    }
    text
}

/// Returns the mistakes that cost something, the costliest first.
fn mistakes(results: &Results) -> String {
    let Some(title) = title(results) else { return String::new() };
    let mut text = format!(
        "\n### {title}\n\n| Lost | Mistake | Row | Part | Where |\n| ---: | --- | --- | --- | --- |\n"
    );
    for mistake in costly(results) {
        let [row, part, seen] = [&mistake.row, &mistake.part, &seen(mistake)].map(|text| escaped(text));
        let (lost, mut sentence) = (marks(mistake.lost), code(&sentence(mistake)));
        for (name, text) in advice(mistake) {
            write!(sentence, " *{name}:* {}", escaped(&text)).expect("to a string");
        }
        for (name, line) in example(mistake) {
            write!(sentence, " *{name}:* {}", code(&line)).expect("to a string");
        }
        if text.len() > BYTES / 2 {
            text.push_str("\nThere are more; the whole list is in `results.json`.\n");
            break;
        }
        writeln!(text, "| {lost} | {sentence} | {row} | {part} | {seen} |").expect("to a string");
    }
    text
}

fn line_of(row: &RowResult, noted: bool) -> String {
    let awarded = if row.is_judged() { marks(row.awarded) } else { String::new() };
    let note = row.note.as_deref().filter(|_| noted).map(escaped);
    let note = if noted { format!(" {} |", note.unwrap_or_default()) } else { String::new() };
    let name = escaped(&format!("{}: {}", row.row, row.title));
    format!("| {name} | {awarded} | {} | {} |{note}\n", marks(row.out_of), escaped(&row.by))
}

fn named(cases: &[&CaseResult]) -> String {
    let mut text: String = cases
        .iter()
        .take(NAMED)
        .map(|case| {
            let title = escaped(&case.title);
            if case.is_hidden() {
                format!("- {title} (not public)\n")
            } else {
                format!("- {}: {title}\n", code(&case.id))
            }
        })
        .collect();
    if cases.len() > NAMED {
        writeln!(text, "- and {} more", cases.len() - NAMED).expect("to a string");
    }
    text
}

/// Returns lines as a block of code that they cannot end.
fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// Returns a text from outside as code that it cannot end, also in a table.
fn code(text: &str) -> String {
    let shown = show(text, DottedBlanks::AtTheEnd).text.replace('|', "¦");
    let fence = "`".repeat(longest_run(&shown) + 1);
    format!("{fence} {shown} {fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// Returns a text of the course in which nothing is Markdown, HTML, or the name of a person to be told.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in show(text, DottedBlanks::AtTheEnd).text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '@' => escaped.push_str("@<!-- -->"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '!' | '|' | '~' => {
                escaped.extend(['\\', character]);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_cannot_end_its_block() {
        assert_eq!(fenced("a\n```\n<b>\n"), "````text\na\n```\n<b>\n````\n");
        assert_eq!(code("a`` b|\n"), "``` a`` b¦␊ ```");
    }

    #[test]
    fn text_of_the_course_is_text() {
        assert_eq!(escaped("a_b <i> @you | #1"), "a\\_b &lt;i&gt; @<!-- -->you \\| \\#1");
    }
}
