//! What was said just before a difference, and after it.

use std::cmp::Reverse;

use anstyle::Style;

use super::conversation::{TalkLine, lines};
use super::fields::{Fields, one_line};
use super::look::{Look, Voice};
use super::results::DifferenceResult;
use crate::cases::Cause;
use crate::recording::Recording;

const DIM: Style = Style::new().dimmed();

/// So many lines at most come again and again together.
const LONGEST_REPEATED: usize = 8;

/// Fewer lines that repeat others are all shown.
const FEWEST_REPEATED: usize = 20;

/// How much of a conversation there is room for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Lines.
    pub(super) lines: usize,
    /// Bytes.
    pub(super) bytes: usize,
}

/// The conversation around a difference, with typed text in its place.
#[derive(Debug, Default)]
pub(super) struct SaidAround {
    /// The lines before it; all lines if there is no difference.
    pub(super) before: Vec<String>,
    /// The first line, but for blank ones, after what is missing there, in backticks.
    pub(super) after: Option<String>,
}

/// Returns what was said before a difference, and after it.
pub(super) fn around(recording: &Recording, first: Option<&DifferenceResult>) -> SaidAround {
    let all = lines(recording, first.map(std::slice::from_ref).unwrap_or_default());
    let end = all.iter().position(|line| line.wrong.is_some() || !line.before.is_empty());
    let filled = all.iter().rposition(|line| !line.shown().is_empty()).map_or(0, |last| last + 1);
    let (before, after) = all.split_at(end.unwrap_or(filled));
    let after = after.iter().map(TalkLine::shown).find(|line| !line.trim().is_empty());
    let after = after.filter(|_| first.is_some_and(is_line_missing));
    let after = after.map(|line| format!("`{}`", line.trim()));
    SaidAround { before: without_repeats(before.iter().map(TalkLine::shown).collect()), after }
}

/// Returns whether a line is missing, not a fact that nothing in a run shows.
fn is_line_missing(difference: &DifferenceResult) -> bool {
    difference.got.is_none() && difference.cause != Cause::WrongValue
}

/// Puts a line that counts them in the place of lines at the end that only repeat those before: of a program that prints without end, what it
/// did before tells more.
fn without_repeats(mut lines: Vec<String>) -> Vec<String> {
    let repeated = |period: &usize| {
        let later = lines.iter().rev();
        later.zip(lines.iter().rev().skip(*period)).take_while(|(one, other)| one == other).count()
    };
    let most = (1..=LONGEST_REPEATED)
        .map(|period| (repeated(&period), period))
        .max_by_key(|(count, period)| (*count, Reverse(*period)));
    if let Some((count, _)) = most.filter(|(count, _)| *count >= FEWEST_REPEATED) {
        lines.truncate(lines.len() - count);
        lines.push(format!("(the same again and again: {count} lines more)"));
    }
    lines
}

/// Returns the last ones of these lines, as many as there is room for.
pub(super) fn before(lines: &[String], mut room: Room, look: Look) -> String {
    let mut chosen = Vec::new();
    for line in lines.iter().rev().take(room.lines) {
        let text = one_line(line, look.width.saturating_sub(6), look);
        let written = match look.voice {
            Voice::Signs => format!("    {DIM}|{DIM:#} {text}\n"),
            // Services take a line that begins with `::` for a command.
            Voice::Words => format!("    line: {text}\n"),
        };
        let Some(rest) = room.bytes.checked_sub(written.len()) else { break };
        room.bytes = rest;
        chosen.push(written);
    }
    chosen.reverse();
    let mut fields = Fields::new(look);
    if !chosen.is_empty() {
        fields.field("before", "(«...» was typed)");
    }
    fields.text + &chosen.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(printed: &str, times: usize, told: &[&str]) {
        let mut lines = vec!["How many players? «0»".to_string()];
        lines.extend(printed.split(' ').cycle().take(times).map(str::to_string));
        assert_eq!(without_repeats(lines), told, "{printed} {times} times");
    }

    #[test]
    fn of_lines_that_come_again_and_again_the_first_are_shown() {
        let asked = "How many players? «0»";
        check("TIE", 1000, &[asked, "TIE", "(the same again and again: 999 lines more)"]);
        check("5-1 TIE", 101, &[asked, "5-1", "TIE", "(the same again and again: 99 lines more)"]);
        check("a a b", 60, &[asked, "a", "a", "b", "(the same again and again: 57 lines more)"]);
    }

    #[test]
    fn a_few_lines_that_come_again_are_all_shown() {
        check("a", 3, &["How many players? «0»", "a", "a", "a"]);
    }
}
