//! The report on the terminal: one screen for each case that did not pass, then a summary.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::results::{CaseResult, DifferenceResult, Judged, Results};
use super::visible::{Blanks, Shown, crop, show};
use crate::cases::notation::Typed;
use crate::cases::{Cause, Suite, Visibility};
use crate::comparison::first_difference;
use crate::judging::Verdict;
use crate::recording::Recording;

/// Lines of the conversation that are shown before a difference.
const LINES_BEFORE: usize = 8;

/// Columns of a line that are shown.
const WIDTH: usize = 120;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const DIM: Style = Style::new().dimmed();

/// Writes the whole report.
///
/// # Errors
/// What the writer says.
pub fn write(out: &mut dyn Write, suite: &Suite, results: &Results, judged: &[Judged<'_>]) -> io::Result<()> {
    let failed = |case: &&CaseResult| !matches!(case.verdict, Verdict::Passed | Verdict::Undecided);
    for case in results.cases.iter().filter(failed) {
        let judged = judged.iter().find(|judged| judged.case.id == case.id);
        match judged {
            Some(judged) => write_failure(out, suite, results, case, judged)?,
            None => write_hidden(out, case)?,
        }
    }
    write_undecided(out, results)?;
    write_summary(out, suite, results)
}

/// Writes how many cases could not be judged, for each reason.
fn write_undecided(out: &mut dyn Write, results: &Results) -> io::Result<()> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for case in results.cases.iter().filter(|case| case.verdict == Verdict::Undecided) {
        *reasons.entry(&case.sentence).or_default() += 1;
    }
    for (reason, number) in reasons {
        writeln!(out, "{HEADING}UNDECIDED{HEADING:#} {}: {}", count(number, "case"), one_line(reason))?;
    }
    Ok(())
}

fn write_failure(
    out: &mut dyn Write,
    suite: &Suite,
    results: &Results,
    result: &CaseResult,
    judged: &Judged<'_>,
) -> io::Result<()> {
    let case = judged.case;
    let verdict = result.verdict.name();
    let costing = judged.judgement.charges.iter().position(|charge| charge.root.is_none());
    let first = costing.map(|index| &result.differences[index]);
    let row = first.map_or(&result.row, |difference| &difference.row);
    writeln!(out, "{BAD}FAILED{BAD:#} {HEADING}{}{HEADING:#} ({verdict}), costs row {row}", result.id)?;
    writeln!(out, "  why       {}", case.why)?;
    if let Some(rule) = suite.rules.get(&case.rule) {
        writeln!(out, "  rule      {rule}")?;
    }
    write_conversation(out, &judged.recording, first)?;
    if let Some(difference) = first {
        write_difference(out, difference)?;
    }
    match (result.verdict, first) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => {
            let sentence = one_line(&difference.sentence);
            writeln!(out, "  cause     {}: {sentence}", difference.cause.name())?;
        }
        _ => writeln!(out, "  cause     {}", one_line(&result.sentence))?,
    }
    write_others(out, result)?;
    writeln!(out, "  repeat    {}\n", repeat(results, result))
}

fn write_hidden(out: &mut dyn Write, case: &CaseResult) -> io::Result<()> {
    let roots = case.differences.iter().filter(|difference| difference.root.is_none());
    let causes: BTreeSet<&str> = roots.map(|difference| difference.cause.name()).collect();
    let causes: Vec<&str> = causes.into_iter().collect();
    let causes = if causes.is_empty() { String::new() } else { format!(": {}", causes.join(", ")) };
    writeln!(out, "{BAD}FAILED{BAD:#} {} (not public) row {}{causes}", case.title, case.row)
}

/// Writes the last lines before the difference, with typed text in its place.
fn write_conversation(
    out: &mut dyn Write,
    recording: &Recording,
    first: Option<&DifferenceResult>,
) -> io::Result<()> {
    let (turn, line) =
        first.map_or((usize::MAX, usize::MAX), |difference| (difference.turn, difference.line));
    let lines = conversation(recording, turn, line);
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "  before    {DIM}(«...» was typed){DIM:#}")?;
    for line in &lines[lines.len().saturating_sub(LINES_BEFORE)..] {
        let shown = show(line, Blanks::AtTheEnd);
        writeln!(out, "    {DIM}|{DIM:#} {}", crop(&shown, 0, WIDTH).0)?;
    }
    Ok(())
}

/// Returns the lines of a conversation before line `line` of turn `turn`, both counted from 1.
fn conversation(recording: &Recording, turn: usize, line: usize) -> Vec<String> {
    let mut text = String::new();
    for (index, happened) in recording.turns().iter().enumerate().take(turn) {
        let output = String::from_utf8_lossy(&happened.output);
        if index + 1 == turn {
            text.extend(output.split_inclusive('\n').take(line.saturating_sub(1)));
            break;
        }
        text.push_str(&output);
        match &happened.typed {
            Some(Typed::Line(typed)) => text.extend(["«", typed, "»\n"]),
            Some(Typed::EndOfInput) => text.push_str("«end of input»\n"),
            None => {}
        }
    }
    text.lines().map(str::to_string).collect()
}

fn write_difference(out: &mut dyn Write, difference: &DifferenceResult) -> io::Result<()> {
    let blanks = match difference.cause {
        Cause::InnerBlanks | Cause::TrailingBlanks => Blanks::All,
        _ => Blanks::AtTheEnd,
    };
    let shown = |line: &Option<String>| line.as_ref().map(|line| show(line, blanks));
    let (expected, got) = (shown(&difference.expected), shown(&difference.got));
    if expected.is_none() && got.is_none() {
        return Ok(());
    }
    let both = difference.expected.as_ref().zip(difference.got.as_ref());
    let column = both.map(|(expected, got)| first_difference(expected, got));
    let at = |shown: &Shown| column.and_then(|column| shown.columns.get(column).copied()).unwrap_or(0);
    let focus = expected.as_ref().or(got.as_ref()).map_or(0, at);
    let write = |out: &mut dyn Write, name: &str, line: Option<&Shown>| match line {
        None => writeln!(out, "  {name} (nothing)").map(|()| 0),
        Some(line) if line.text.is_empty() => writeln!(out, "  {name} (a blank line)").map(|()| 0),
        Some(line) => {
            let (text, cut) = crop(line, focus, WIDTH);
            writeln!(out, "  {name} {text}").map(|()| cut)
        }
    };
    write(out, "expected ", expected.as_ref())?;
    let cut = write(out, "got      ", got.as_ref())?;
    if let (Some(column), Some(_)) = (column, &got) {
        writeln!(out, "            {}^ column {}", " ".repeat(focus.saturating_sub(cut)), column + 1)?;
    }
    Ok(())
}

fn write_others(out: &mut dyn Write, result: &CaseResult) -> io::Result<()> {
    let others =
        result.differences.iter().filter(|difference| difference.root.is_none()).count().saturating_sub(1);
    let following = result.differences.iter().filter(|difference| difference.root.is_some()).count();
    match (others, following) {
        (0, 0) => Ok(()),
        (0, 1) => writeln!(out, "  also      1 difference that follows or repeats"),
        (0, following) => writeln!(out, "  also      {following} differences that follow or repeat"),
        (others, 0) => writeln!(out, "  also      {}", count(others, "other difference")),
        (others, following) => {
            writeln!(
                out,
                "  also      {}, {following} more that follow or repeat",
                count(others, "other difference")
            )
        }
    }
}

/// Returns the command that repeats a case.
fn repeat(results: &Results, result: &CaseResult) -> String {
    let quote =
        |word: &str| shlex::try_quote(word).map_or_else(|_| word.to_string(), std::borrow::Cow::into_owned);
    format!(
        "harness --target {} --suite {} --case {}",
        quote(&results.target),
        results.suite,
        quote(&result.id)
    )
}

fn write_summary(out: &mut dyn Write, suite: &Suite, results: &Results) -> io::Result<()> {
    let summary = &results.summary;
    let style = if summary.passed == summary.cases { GOOD } else { BAD };
    let passed = format!("{} of {}", summary.passed, count(summary.cases, "case"));
    writeln!(out, "{HEADING}{}{HEADING:#}: {style}{passed} passed{style:#}", suite.title)?;
    let hidden = results
        .cases
        .iter()
        .filter(|case| case.visible != Visibility::Public && case.digest.is_empty())
        .count();
    if hidden > 0 {
        writeln!(out, "{DIM}{} not public{DIM:#}", count(hidden, "case"))?;
    }
    for row in &results.mark_sheet {
        let marks = match row.by.as_str() {
            "pending" => format!("   - / {:<5}", number(row.out_of)),
            _ => format!("{:>4} / {:<5}", number(row.awarded), number(row.out_of)),
        };
        let note = if row.by == "pending" { " (pending)" } else { "" };
        writeln!(out, "  {marks} {}{note}", row.title)?;
        for sentence in &row.dice {
            writeln!(out, "               {BAD}dice{BAD:#} {}", one_line(sentence))?;
        }
        for file in row.files.iter().filter(|file| file.awarded < file.out_of) {
            writeln!(out, "               {}: {}", file.name, one_line(&file.sentence))?;
        }
    }
    let (automatic, pending) = (number(summary.automatic), number(summary.pending));
    writeln!(out, "{automatic} marks so far, {pending} pending, out of {}", number(summary.out_of))?;
    writeln!(
        out,
        "{DIM}sandbox {}: time and output are limited, nothing else is{DIM:#}",
        results.sandbox.tier
    )
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// Marks with two decimals at most.
fn number(marks: f64) -> String {
    let text = format!("{marks:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn one_line(text: &str) -> String {
    let shown = show(text, Blanks::AtTheEnd);
    crop(&shown, 0, 2 * WIDTH).0
}
