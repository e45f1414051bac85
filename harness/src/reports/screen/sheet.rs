//! The marks on the terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{DIM, HEADING, styled};
use crate::judging::Verdict;
use crate::reports::fields::one_line;
use crate::reports::look::{Look, Voice, wrap};
use crate::reports::numbers::{count, marks, were};
use crate::reports::results::{Results, RowResult};

/// Rows that have lost something and have a line of their own.
const ROWS: usize = 8;

/// The most characters that are told of why cases could not be judged.
const REASON: usize = 400;

/// Columns before the title of a row.
const COLUMNS: usize = 15;

/// Returns the marks in few lines: the rows that have lost something, and the names of all others.
pub(super) fn in_short(results: &Results, look: Look) -> String {
    let mut text = heading(results, look);
    if results.is_of_some_cases() {
        let judged = results.mark_sheet.iter().filter(|row| row.is_judged());
        return text + &judged.map(|row| line(row, look)).collect::<String>() + "\n";
    }
    let lost: Vec<&RowResult> =
        results.mark_sheet.iter().filter(|row| row.is_judged() && has_lost(row)).collect();
    for row in lost.iter().take(ROWS) {
        text.push_str(&line(row, look));
    }
    let others = |is_meant: &dyn Fn(&RowResult) -> bool, worth: &dyn Fn(&RowResult) -> f64| {
        let rows = results.mark_sheet.iter().filter(|row| is_meant(row));
        rows.map(|row| format!("{} {}", row.row, marks(worth(row)))).collect::<Vec<_>>().join(", ")
    };
    let waits_for_cases = |row: &RowResult| !row.is_judged() && row.without_cases;
    let is_for_a_person =
        |row: &RowResult| !row.is_judged() && !row.without_cases && !results.is_unreached(row);
    let more = lost.iter().skip(ROWS).map(|row| format!("{} {}", row.row, marks(row.out_of - row.awarded)));
    for (name, rows) in [
        ("also lost", more.collect::<Vec<_>>().join(", ")),
        (
            if results.only_public { "none lost" } else { "all marks" },
            others(&|row| row.is_judged() && !has_lost(row), &|row| row.awarded),
        ),
        ("not reached", others(&|row| results.is_unreached(row), &|row| row.out_of)),
        ("marked later", others(&waits_for_cases, &|row| row.out_of)),
        ("pending", others(&is_for_a_person, &|row| row.out_of)),
    ] {
        if rows.is_empty() {
            continue;
        }
        let lines = wrap(&rows, look.width.saturating_sub(COLUMNS));
        match look.voice {
            Voice::Signs => {
                writeln!(text, "  {name:<12} {}", lines.join(&format!("\n{}", " ".repeat(COLUMNS))))
            }
            Voice::Words => writeln!(text, "  {name}: {rows}"),
        }
        .expect("to a string");
    }
    text.push('\n');
    text
}

/// Returns the whole mark sheet, of a run of some cases as far as rows are judged: a line for each row, and below it what cost marks besides cases.
pub(super) fn whole(results: &Results, look: Look) -> String {
    let mut text = heading(results, look);
    for row in results.mark_sheet.iter().filter(|row| row.is_judged() || !results.is_of_some_cases()) {
        text.push_str(&line(row, look));
        for (name, sentence) in row.remarks() {
            let sentence = one_line(sentence, 2 * look.width, look);
            writeln!(text, "{}{name}: {sentence}", " ".repeat(COLUMNS)).expect("to a string");
        }
    }
    text.push('\n');
    text
}

fn has_lost(row: &RowResult) -> bool {
    row.awarded < row.out_of || row.by == "tutor"
}

/// Returns what the marks are, below the name of the assignment.
pub(super) fn heading(results: &Results, look: Look) -> String {
    styled(&format!("{}: {}", results.title, progress(results)), HEADING, look)
}

/// Returns what the marks are or, if only some cases were run, how many.
pub(in crate::reports) fn progress(results: &Results) -> String {
    if results.is_of_some_cases() {
        let all = count(results.summary.all_cases, "case");
        let which = if results.mark_sheet.iter().any(RowResult::is_judged) {
            "; marks for rows whose cases were all run"
        } else {
            ""
        };
        let were = were(results.summary.cases);
        format!("{} of {all} {were} run{which}", results.summary.cases)
    } else {
        standing(results)
    }
}

/// Returns what the marks are.
pub(super) fn standing(results: &Results) -> String {
    let summary = &results.summary;
    let tutor = if summary.tutor > 0.0 {
        format!(" and {} from a tutor", marks(summary.tutor))
    } else {
        String::new()
    };
    let [automatic, pending, out_of] = [summary.automatic, summary.pending, summary.out_of].map(marks);
    format!("{automatic} marks{tutor} so far, {pending} pending, out of {out_of}")
}

fn line(row: &RowResult, look: Look) -> String {
    let note = match (row.by.as_str(), row.awarded < row.out_of) {
        ("pending", _) => " (pending)".to_string(),
        ("tutor", _) => " (by a tutor)".to_string(),
        (_, true) => format!(" ({} lost)", marks(row.out_of - row.awarded)),
        _ => String::new(),
    };
    let awarded = if row.is_judged() { marks(row.awarded) } else { "-".to_string() };
    let (name, out_of) = (&row.row, marks(row.out_of));
    match look.voice {
        Voice::Signs => {
            let room = look.width.saturating_sub(COLUMNS + name.chars().count() + 2 + note.chars().count());
            let title = one_line(&row.title, room.saturating_sub(1), look);
            format!("  {awarded:>5} / {out_of:<4} {name}: {title}{note}\n")
        }
        Voice::Words => format!("  {name}, {}: {awarded} of {out_of}{note}\n", row.title),
    }
}

/// Cases that could not be judged, for one reason.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::reports) struct UndecidedCases<'a> {
    /// How many there are.
    pub(in crate::reports) number: usize,
    /// A printed line of one of them that cannot be read, if that is the reason.
    pub(in crate::reports) line: Option<&'a str>,
}

/// Returns the cases that could not be judged, by the reason.
pub(in crate::reports) fn reasons(results: &Results) -> BTreeMap<&str, UndecidedCases<'_>> {
    let mut reasons: BTreeMap<&str, UndecidedCases<'_>> = BTreeMap::new();
    for case in results.cases.iter().filter(|case| case.verdict == Verdict::Undecided) {
        let cases = reasons.entry(&case.sentence).or_default();
        cases.number += 1;
        cases.line = cases.line.or(case.unread_line.as_deref());
    }
    reasons
}

/// Returns how many cases could not be judged, for each reason, with a line that cannot be read.
pub(super) fn undecided(results: &Results, look: Look) -> String {
    let lines = |(reason, cases): (&str, UndecidedCases<'_>)| {
        let UndecidedCases { number, line } = cases;
        let reason = one_line(reason, REASON, look);
        let text = format!("UNDECIDED {}: {reason}", count(number, "case"));
        let text = match look.voice {
            Voice::Signs => wrap(&text, look.width.saturating_sub(2)).join("\n  "),
            Voice::Words => text,
        };
        let text = text.replacen("UNDECIDED", &format!("{HEADING}UNDECIDED{HEADING:#}"), 1);
        let line =
            line.map(|line| format!("  one line  {}\n", one_line(line, look.width.saturating_sub(12), look)));
        format!("{text}\n{}", line.unwrap_or_default())
    };
    let lines: String = reasons(results).into_iter().map(lines).collect();
    if lines.is_empty() { lines } else { format!("{lines}{DIM}A person decides them.{DIM:#}\n\n") }
}
