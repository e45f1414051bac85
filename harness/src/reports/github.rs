//! Annotations for GitHub Actions, and the summary of the job when run there.

use std::io::{self, Write};

use super::failure::plain;
use super::faults::groups;
use super::full_text::in_full;
use super::numbers::count;
use super::report::Report;
use super::told::ToldMistakes;
use super::{failure, look::Look, markdown, mistake_list};

/// Annotations that GitHub shows of one step.
const MOST: usize = 10;

/// The variable that holds the path of the job's summary.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Writes annotations. The Markdown report is added to the job's summary, if there is one.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    annotate(report, out)?;
    match std::env::var_os(SUMMARY).filter(|path| !path.is_empty()) {
        None => Ok(()),
        Some(path) => {
            let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path)?;
            markdown::write(report, &mut file)
        }
    }
}

/// Writes one annotation with the list of mistakes, and one for each of them in full, the worst first; GitHub shows ten of a step. Where
/// no mistake may be named, there is one for each cause of failed cases.
pub(super) fn annotate(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(title) = mistake_list::title(report.results) {
        let title = format!("{}: {title}", report.results.title);
        let text = mistake_list::as_text(report.results);
        writeln!(out, "::error title={}::{}", property(&title), escaped(text.trim_end()))?;
    }
    let told = ToldMistakes::of(report.results);
    for (index, mistake) in told.costly.iter().enumerate().take(MOST - 1) {
        let title = format!("{}: {}", report.results.title, mistake_list::sentence(mistake));
        let text = in_full(report, index + 1).unwrap_or_default();
        writeln!(out, "::error title={}::{}", property(&title), escaped(text.trim_end()))?;
    }
    if told.costly.is_empty() { annotate_causes(report, out) } else { Ok(()) }
}

fn annotate_causes(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    for group in groups(report.results).iter().take(MOST - 1) {
        let Some(case) = group.cases.iter().find(|case| !case.is_hidden()).or(group.cases.first()) else {
            continue;
        };
        let title =
            format!("{}: {} ({})", report.results.title, group.name, count(group.cases.len(), "case"));
        let text =
            if case.is_hidden() { failure::in_short(case, Look::of_text()) } else { plain(report, case) };
        writeln!(out, "::error title={}::{}", property(&title), escaped(&text))?;
    }
    Ok(())
}

/// Returns the text of a command, on one line.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns the value of a property of a command.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_one_line() {
        assert_eq!(property("a: b,\n100%"), "a%3A b%2C%0A100%25");
        assert_eq!(escaped("a: b\n::error::x"), "a: b%0A::error::x");
    }
}
