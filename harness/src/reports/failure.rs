//! One failed case in words: why it matters, what was said before, expected against got, cause, and the
//! command that repeats it. It takes about 1,200 bytes.

use anstyle::{AnsiColor, Style};

use super::broken_rule;
use super::conversation::{TalkLine, lines};
use super::faults::{again, first_difference, first_index};
use super::look::{Look, Voice, wrap};
use super::numbers::count;
use super::report::Report;
use super::results::{CaseResult, DifferenceResult};
use super::visible::{DottedBlanks, Shown, crop, crop_beside, show, spoken};
use crate::cases::Cause;
use crate::comparison;
use crate::judging::Verdict;
use crate::recording::Recording;

/// Lines of the conversation that are shown before a difference.
const LINES_BEFORE: usize = 8;

/// Bytes that a failure takes with its context, if the rest leaves room for one.
const BYTES: usize = 1200;

/// Lines of the rule that are shown.
const LINES_OF_RULE: usize = 3;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Returns a failure with control sequences for styles, and a line break at its end.
pub(super) fn in_full(report: &Report<'_>, case: &CaseResult, look: Look) -> String {
    let costing = first_index(case);
    let first = costing.map(|index| &case.differences[index]);
    let head = head(case, first, look);
    let mut tail = Fields { text: String::new(), look };
    if let Some(difference) = first {
        expected_and_got(&mut tail, difference);
    }
    tail.field("cause", &cause(case, first));
    if let Some(origin) = first.and_then(|difference| broken_rule::origin(report.results, difference)) {
        tail.prose("follows", &origin, usize::MAX);
    }
    also(&mut tail, case, costing);
    tail.field("repeat", &show(&report.results.repeat(case), DottedBlanks::AtTheEnd).text);
    let room = BYTES.saturating_sub(head.len() + tail.text.len());
    let lines = report.recording(case).map(|recording| lines_before(&recording, first)).unwrap_or_default();
    format!("{head}{}{}", before(&lines, room, look), tail.text)
}

/// Returns a failure as plain text.
pub(super) fn plain(report: &Report<'_>, case: &CaseResult) -> String {
    anstream::adapter::strip_str(&in_full(report, case, Look::of_text())).to_string()
}

/// Returns a failure in a few words, on one line without its end.
pub(super) fn in_short(case: &CaseResult, look: Look) -> String {
    if case.is_hidden() {
        return format!("{} (not public)", case.title);
    }
    let sentence = match (case.verdict, first_difference(case)) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => &difference.sentence,
        _ => &case.sentence,
    };
    let room = look.width.saturating_sub(case.id.len() + 6).max(20);
    format!("{}: {}", case.id, one_line(sentence, room, look))
}

/// Returns text from a program on one line of at most `width` columns.
pub(super) fn one_line(text: &str, width: usize, look: Look) -> String {
    look.program_text(crop(&show(text, DottedBlanks::AtTheEnd), 0, width).0)
}

impl Look {
    /// Returns text of a program that was made visible: with its signs, or for a reader who listens, in words.
    fn program_text(self, shown: String) -> String {
        match self.voice {
            Voice::Signs => shown,
            Voice::Words => spoken(&shown),
        }
    }
}

/// Named facts, one below the other.
struct Fields {
    text: String,
    look: Look,
}

impl Fields {
    fn field(&mut self, name: &str, value: &str) {
        let line = match self.look.voice {
            Voice::Signs => format!("  {name:<9} {value}\n"),
            Voice::Words => format!("  {name}: {value}\n"),
        };
        self.text.push_str(&line);
    }

    /// Adds a text of the suite, in as many lines as it takes, but at most `most`.
    fn prose(&mut self, name: &str, text: &str, most: usize) {
        let lines = wrap(text, self.look.width.saturating_sub(12));
        let cut = if lines.len() > most { " …" } else { "" };
        let indent = if self.look.voice == Voice::Signs { "\n            " } else { " " };
        let value = lines.into_iter().take(most).collect::<Vec<_>>().join(indent) + cut;
        if !value.is_empty() {
            self.field(name, &value);
        }
    }
}

fn head(case: &CaseResult, first: Option<&DifferenceResult>, look: Look) -> String {
    let row = first.map_or(&case.row, |difference| &difference.row);
    let verdict = case.verdict.name();
    let title = match look.voice {
        Voice::Signs => {
            format!("{BAD}FAILED{BAD:#} {HEADING}{}{HEADING:#} ({verdict}), costs row {row}\n", case.id)
        }
        Voice::Words => format!("Failed: {} ({verdict}), costs row {row}\n", case.id),
    };
    let mut fields = Fields { text: title, look };
    fields.prose("why", &case.why, usize::MAX);
    fields.prose("rule", &case.rule, LINES_OF_RULE);
    fields.text
}

/// Returns the lines before the difference with typed text in its place; all lines if there is none.
fn lines_before(recording: &Recording, first: Option<&DifferenceResult>) -> Vec<String> {
    let mut all = lines(recording, first.map(std::slice::from_ref).unwrap_or_default());
    let end = all.iter().position(|line| line.wrong.is_some() || !line.before.is_empty());
    let filled = all.iter().rposition(|line| !line.shown().is_empty()).map_or(0, |last| last + 1);
    all.truncate(end.unwrap_or(filled));
    all.iter().map(TalkLine::shown).collect()
}

/// Returns the last ones of these lines, as many as there is room for.
fn before(lines: &[String], mut room: usize, look: Look) -> String {
    let mut chosen = Vec::new();
    for line in lines.iter().rev().take(LINES_BEFORE) {
        let text = one_line(line, look.width.saturating_sub(6), look);
        let written = match look.voice {
            Voice::Signs => format!("    {DIM}|{DIM:#} {text}\n"),
            // Services take a line that begins with `::` for a command.
            Voice::Words => format!("    line: {text}\n"),
        };
        let Some(rest) = room.checked_sub(written.len()) else { break };
        room = rest;
        chosen.push(written);
    }
    chosen.reverse();
    let mut fields = Fields { text: String::new(), look };
    if !chosen.is_empty() {
        fields.field("before", "(«...» was typed)");
    }
    fields.text + &chosen.concat()
}

fn expected_and_got(fields: &mut Fields, difference: &DifferenceResult) {
    let blanks = match difference.cause {
        Cause::InnerBlanks | Cause::TrailingBlanks => DottedBlanks::All,
        _ => DottedBlanks::AtTheEnd,
    };
    let shown = |line: &Option<String>| line.as_ref().map(|line| show(line, blanks));
    let (expected, got) = (shown(&difference.expected), shown(&difference.got));
    if expected.is_none() && got.is_none() {
        return;
    }
    let both = difference.expected.as_ref().zip(difference.got.as_ref());
    let column = both.map(|(expected, got)| comparison::first_difference(expected, got));
    let at = |shown: &Shown| column.and_then(|column| shown.columns.get(column).copied()).unwrap_or(0);
    let focus = expected.as_ref().or(got.as_ref()).map_or(0, at);
    let width = fields.look.width.saturating_sub(14);
    let mut write = |name: &str, line: Option<&Shown>, other: Option<&Shown>| {
        let (text, cut) = match line {
            None => ("(nothing)".to_string(), 0),
            Some(line) if line.text.is_empty() => ("(a blank line)".to_string(), 0),
            Some(line) => crop_beside(line, other.unwrap_or(line), focus, width),
        };
        let text = fields.look.program_text(text);
        fields.field(name, &text);
        cut
    };
    write("expected", expected.as_ref(), got.as_ref());
    let cut = write("got", got.as_ref(), expected.as_ref());
    let (Some(column), Some(_)) = (column, &got) else { return };
    match fields.look.voice {
        Voice::Signs => fields.field("", &caret(focus.saturating_sub(cut), column + 1, width)),
        Voice::Words => fields.field("they differ from", &format!("column {}", column + 1)),
    }
}

/// Returns a line that points at the place `at` below a line of at most `width` columns.
fn caret(at: usize, column: usize, width: usize) -> String {
    let name = format!("column {column}");
    let blanks = " ".repeat(at);
    match at.checked_sub(name.len() + 1) {
        Some(before) if at + 2 + name.len() > width => format!("{}{name} ^", " ".repeat(before)),
        _ => format!("{blanks}^ {name}"),
    }
}

fn cause(case: &CaseResult, first: Option<&DifferenceResult>) -> String {
    let width = 2 * Look::of_text().width;
    match (case.verdict, first) {
        (Verdict::Wrong | Verdict::Presentation, Some(difference)) => {
            let sentence = one_line(&difference.sentence, width, Look::of_text());
            format!("{}: {sentence}", difference.cause.name())
        }
        _ => one_line(&case.sentence, width, Look::of_text()),
    }
}

/// Tells how many more differences there are, and how many of them cost nothing.
fn also(fields: &mut Fields, case: &CaseResult, costing: Option<usize>) {
    let Some(first) = costing else { return };
    let later = || case.differences.iter().enumerate().filter(|(index, _)| *index != first).map(|(_, it)| it);
    let elsewhere = later().filter(|difference| case.is_paid_elsewhere(difference)).count();
    let is_other = |it: &&DifferenceResult| it.root.is_none() && !case.is_paid_elsewhere(it);
    let others = later().filter(is_other).count();
    let again = if case.is_paid_elsewhere(&case.differences[first]) { 0 } else { again(case, first) };
    let following = later().count() - others - again - elsewhere;
    let mut parts = Vec::new();
    if again > 0 {
        parts.push(format!("the same slip in {}", count(again, "more place")));
    }
    if others > 0 {
        parts.push(count(others, "other difference"));
    }
    if following > 0 {
        let verbs = if following == 1 { "that follows or repeats" } else { "that follow or repeat" };
        parts.push(format!("{} {verbs}", count(following, "difference")));
    }
    if elsewhere > 0 {
        parts.push(format!("{} that another row's broken rule explains", count(elsewhere, "difference")));
    }
    if case.left_out > 0 {
        parts.push(format!("{} left out here", count(case.left_out, "more difference")));
    }
    if !parts.is_empty() {
        fields.field("also", &parts.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_that_differs_is_pointed_at_from_where_there_is_room() {
        assert_eq!(caret(2, 3, 20), "  ^ column 3");
        assert_eq!(caret(15, 16, 20), "     column 16 ^");
        assert_eq!(caret(3, 4, 5), "   ^ column 4");
    }
}
