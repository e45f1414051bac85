//! The report on the terminal: what the marks are, which failures to repair first, and the first one in full.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::differing_part::differing_part;
use super::failure::{in_full, in_short, one_line};
use super::faults::{FaultGroup, first, groups};
use super::forgiven::{Forgiven, slips};
use super::look::{Amount, Look, Voice, wrap};
use super::mistake_list::{advice, costly, seen, sentence, title};
use super::numbers::{count, marks};
use super::report::Report;
use super::results::{CaseResult, Results, RowResult};
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Blue.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Writes the report. Styles are control sequences, which a stream takes out where they are not wanted; for
/// readers who hear it there are none.
///
/// # Errors
/// What the writer says.
pub fn write(out: &mut dyn Write, report: &Report<'_>, look: Look) -> io::Result<()> {
    if look.voice == Voice::Signs {
        return write_styled(out, report, look);
    }
    let mut text = Vec::new();
    write_styled(&mut text, report, look)?;
    out.write_all(&anstream::adapter::strip_bytes(&text).into_vec())
}

fn write_styled(out: &mut dyn Write, report: &Report<'_>, look: Look) -> io::Result<()> {
    if look.amount == Amount::Least {
        return write_last_line(out, report.results);
    }
    write_mark_sheet(out, report.results, look)?;
    write_undecided(out, report.results, look)?;
    write_mistakes(out, report.results, look)?;
    let groups = groups(report.results);
    match look.amount {
        Amount::All => write_all(out, report, &groups, look)?,
        _ => write_first(out, report, &groups, look)?,
    }
    if !groups.is_empty() {
        writeln!(out)?;
    }
    write_forgiven(out, report.results, look)?;
    write_last_line(out, report.results)?;
    writeln!(out, "{DIM}{}{DIM:#}", report.results.sandbox.sentence())
}

/// Writes the answer to "what do I get" in one line.
fn write_last_line(out: &mut dyn Write, results: &Results) -> io::Result<()> {
    let summary = &results.summary;
    let style = if summary.passed == summary.cases { GOOD } else { BAD };
    let passed = format!("{} of {} passed", summary.passed, count(summary.cases, "case"));
    let tutor = if summary.tutor > 0.0 {
        format!(" and {} from a tutor", marks(summary.tutor))
    } else {
        String::new()
    };
    let (automatic, pending) = (marks(summary.automatic), marks(summary.pending));
    writeln!(
        out,
        "{HEADING}{}{HEADING:#}: {style}{passed}{style:#}; {automatic} marks{tutor} so far, {pending} pending, out of {}",
        results.title,
        marks(summary.out_of)
    )
}

fn write_mark_sheet(out: &mut dyn Write, results: &Results, look: Look) -> io::Result<()> {
    writeln!(out, "{HEADING}Marks for {}{HEADING:#}", results.title)?;
    for row in &results.mark_sheet {
        write_row(out, row, look)?;
        for (name, sentence) in row.remarks() {
            let sentence = one_line(sentence, 2 * look.width, look);
            writeln!(out, "               {name}: {sentence}")?;
        }
    }
    let hidden = results.cases.iter().filter(|case| case.is_hidden()).count();
    if hidden > 0 {
        let all = count(results.cases.len(), "case");
        writeln!(out, "{DIM}{hidden} of {all} are not public{DIM:#}")?;
    }
    writeln!(out)
}

fn write_row(out: &mut dyn Write, row: &RowResult, look: Look) -> io::Result<()> {
    let note = match (row.by.as_str(), row.awarded < row.out_of) {
        ("pending", _) => " (pending)".to_string(),
        ("tutor", _) => " (by a tutor)".to_string(),
        (_, true) => format!(" ({} lost)", marks(row.out_of - row.awarded)),
        _ => String::new(),
    };
    let awarded = if row.by == "pending" { "-".to_string() } else { marks(row.awarded) };
    let out_of = marks(row.out_of);
    match look.voice {
        Voice::Signs => {
            let title = wrap(&format!("{}{note}", row.title), look.width.saturating_sub(15));
            writeln!(out, "  {awarded:>4} / {out_of:<5} {}", title.join("\n               "))
        }
        Voice::Words => writeln!(out, "  {}: {awarded} of {out_of}{note}", row.title),
    }
}

/// Writes the mistakes that cost something, the costliest first; together they cost what the rows have lost.
fn write_mistakes(out: &mut dyn Write, results: &Results, look: Look) -> io::Result<()> {
    let Some(title) = title(results) else { return Ok(()) };
    writeln!(out, "{HEADING}{title}{HEADING:#}")?;
    for mistake in costly(results) {
        let sentence = match mistake.rule {
            Some(_) => sentence(mistake),
            None => one_line(&mistake.sentence, 2 * look.width, look),
        };
        let text = format!("{sentence} (row {}; {})", mistake.row, seen(mistake));
        match look.voice {
            Voice::Signs => {
                let lines = wrap(&text, look.width.saturating_sub(9));
                writeln!(out, "  {:>5}  {}", marks(mistake.lost), lines.join("\n         "))?;
            }
            Voice::Words => writeln!(out, "  {} lost: {text}", marks(mistake.lost))?,
        }
        write_advice(out, mistake, look)?;
        let width = look.width.saturating_sub(20);
        let lines = match (&mistake.expected, &mistake.actual) {
            (Some(expected), Some(got)) => differing_part(expected, got, width).map(Some),
            (expected, got) => [expected.clone(), got.clone()],
        };
        for (name, line) in ["should be", "is"].into_iter().zip(lines) {
            if let Some(line) = line {
                writeln!(out, "         {DIM}{name:<9}{DIM:#} {}", one_line(&line, width, look))?;
            }
        }
    }
    writeln!(out)
}

/// Lines that each piece of advice takes at most.
const LINES_OF_ADVICE: usize = 3;

/// Writes below a broken rule what the text says, and what helps.
fn write_advice(out: &mut dyn Write, mistake: &Mistake, look: Look) -> io::Result<()> {
    let indent = format!("\n{}", " ".repeat(19));
    for (name, text) in advice(mistake) {
        let lines = wrap(&text, look.width.saturating_sub(20));
        let cut = if lines.len() > LINES_OF_ADVICE { " …" } else { "" };
        let text = lines.into_iter().take(LINES_OF_ADVICE).collect::<Vec<_>>().join(&indent);
        writeln!(out, "         {DIM}{name:<9}{DIM:#} {text}{cut}")?;
    }
    Ok(())
}

/// Writes how many cases could not be judged, for each reason.
fn write_undecided(out: &mut dyn Write, results: &Results, look: Look) -> io::Result<()> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for case in results.cases.iter().filter(|case| case.verdict == Verdict::Undecided) {
        *reasons.entry(&case.sentence).or_default() += 1;
    }
    for (reason, number) in reasons {
        let reason = one_line(reason, 2 * look.width, look);
        writeln!(out, "{HEADING}UNDECIDED{HEADING:#} {}: {reason}", count(number, "case"))?;
    }
    Ok(())
}

/// Writes each kind of slip that cost nothing once.
fn write_forgiven(out: &mut dyn Write, results: &Results, look: Look) -> io::Result<()> {
    let slips = slips(results);
    if slips.is_empty() {
        return Ok(());
    }
    writeln!(out, "{HEADING}Forgiven{HEADING:#}")?;
    for Forgiven { cause, sentence, first } in slips {
        let first = first.map(|case| format!(", first in {case}")).unwrap_or_default();
        let text = one_line(&format!("{}: {sentence}{first}", cause.name()), 2 * look.width, look);
        writeln!(out, "  {text}")?;
    }
    writeln!(out)
}

/// Writes the first failure in full, and the others in one line each, below their causes.
fn write_first(
    out: &mut dyn Write,
    report: &Report<'_>,
    groups: &[FaultGroup<'_>],
    look: Look,
) -> io::Result<()> {
    let failed: usize = groups.iter().map(|group| group.cases.len()).sum();
    let shown = first(groups);
    if let Some(case) = shown {
        writeln!(out, "{HEADING}Repair this first{HEADING:#}")?;
        writeln!(out, "{}", in_full(report, case, look))?;
    }
    if failed > usize::from(shown.is_some()) {
        writeln!(out, "{HEADING}All {failed} failures by cause{HEADING:#}")?;
    }
    for group in groups.iter().filter(|_| failed > 1 || shown.is_none()) {
        writeln!(out, "{BAD}{}{BAD:#} ({})", group.name, count(group.cases.len(), "case"))?;
        write_in_short(out, &group.cases, look)?;
    }
    if failed > 1 {
        writeln!(out, "{DIM}--all shows each of them in full{DIM:#}")?;
    }
    Ok(())
}

fn write_in_short(out: &mut dyn Write, cases: &[&CaseResult], look: Look) -> io::Result<()> {
    for case in cases {
        writeln!(out, "  {}", in_short(case, look))?;
    }
    Ok(())
}

/// Writes every failure in full.
fn write_all(
    out: &mut dyn Write,
    report: &Report<'_>,
    groups: &[FaultGroup<'_>],
    look: Look,
) -> io::Result<()> {
    for group in groups {
        writeln!(out, "{BAD}{}{BAD:#} ({})", group.name, count(group.cases.len(), "case"))?;
        for case in &group.cases {
            if case.is_hidden() {
                writeln!(out, "  {}", in_short(case, look))?;
            } else {
                writeln!(out, "{}", in_full(report, case, look))?;
            }
        }
    }
    Ok(())
}
