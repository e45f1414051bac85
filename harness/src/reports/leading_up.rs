//! What was said just before a difference, and after it.

use std::cmp::Reverse;

use anstyle::Style;

use super::conversation::{TalkLine, lines};
use super::fields::{Fields, INDENT, one_line};
use super::look::{Look, Voice};
use super::results::DifferenceResult;
use crate::cases::Cause;
use crate::recording::Recording;

const DIM: Style = Style::new().dimmed();

/// So many lines at most come again and again together.
const LONGEST_REPEATED: usize = 8;

/// Fewer lines that repeat others are all shown.
const FEWEST_REPEATED: usize = 20;

/// Of what is typed again fewer times, each is shown.
const FEWEST_COUNTED: usize = 4;

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
    /// What was typed before it, each with the number of the line behind which it was.
    typed: Vec<(usize, String)>,
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
    let typed = before.iter().enumerate().filter_map(|(number, line)| Some((number, line.shown_typed()?)));
    SaidAround {
        before: without_repeats(before.iter().map(TalkLine::shown).collect()),
        typed: typed.collect(),
        after,
    }
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

/// Returns the last lines before a difference, as many as there is room for, and above them, in a line, what was typed before these.
pub(super) fn before(said: &SaidAround, mut room: Room, look: Look) -> String {
    let lines = &said.before;
    // Where nothing but Enter was typed it tells nothing.
    let typed_above = |shown: usize| -> Option<Vec<&str>> {
        let above = said.typed.iter().filter(|(line, _)| line + shown < lines.len());
        let above: Vec<&str> = above.map(|(_, typed)| typed.as_str()).collect();
        above.iter().any(|typed| *typed != "«»").then_some(above)
    };
    if typed_above(room.lines).is_some() {
        room.lines = room.lines.saturating_sub(1);
    }
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
        if let Some(above) = typed_above(chosen.len()) {
            fields.field("earlier", &last_typed(&above, look));
        }
        fields.field("before", "(«...» was typed)");
    }
    fields.text + &chosen.concat()
}

/// Returns the last ones of what was typed, as many as a line takes. What is typed again and again is counted.
fn last_typed(typed: &[&str], look: Look) -> String {
    let width = look.width.saturating_sub(INDENT + 2);
    let counted = typed.chunk_by(|one, other| one == other).flat_map(|alike| {
        let one = one_line(alike[0], width / 2, look);
        if alike.len() < FEWEST_COUNTED {
            vec![one; alike.len()]
        } else {
            vec![format!("{one} ({} times)", alike.len())]
        }
    });
    let mut shown = String::new();
    for one in counted.rev() {
        let longer = format!("{one} {shown}");
        if longer.trim_end().chars().count() > width {
            return format!("… {shown}").trim_end().to_string();
        }
        shown = longer;
    }
    shown.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Typed;

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

    #[track_caller]
    fn check_earlier(lines: usize, width: usize, told: &[&str]) {
        let typed = |line: &str| Typed::Line(line.to_string());
        let played = ["a1", "b2", "c3"].iter().fold(Recording::default(), |recording, place| {
            recording.prints("board\n\nturn: ").reads(&typed(place))
        });
        let said = around(&played.prints("Invalid move!\n"), None);
        let look = Look { width, ..Look::of_text() };
        let text = before(&said, Room { lines, bytes: 1000 }, look);
        let text = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(text.lines().map(str::trim).collect::<Vec<_>>(), told);
    }

    #[test]
    fn what_was_typed_above_the_lines_that_are_shown_is_told_in_a_line() {
        let shown = ["before    («...» was typed)", "| turn: «c3»", "| Invalid move!"];
        check_earlier(3, 40, &[&["earlier   «a1» «b2»"], &shown[..]].concat());
        check_earlier(3, 22, &[&["earlier   … «b2»"], &shown[..]].concat());
        let all = ["| board", "|", "| turn: «a1»", "| board", "|", "| turn: «b2»", "| board", "|"];
        check_earlier(20, 40, &[&shown[..1], &all, &shown[1..]].concat());
    }

    #[test]
    fn what_is_typed_again_and_again_is_counted() {
        let told = |typed: &str, width| {
            let typed: Vec<&str> = typed.split(' ').collect();
            last_typed(&typed, Look { width, ..Look::of_text() })
        };
        assert_eq!(told("«2» «y» «y» «y» «n»", 60), "«2» «y» «y» «y» «n»");
        assert_eq!(told("«2» «y» «y» «y» «y» «n»", 60), "«2» «y» (4 times) «n»");
        assert_eq!(told("«2» «y» «y» «y» «y» «n»", 28), "… «n»");
    }

    #[test]
    fn a_few_lines_that_come_again_are_all_shown() {
        check("a", 3, &["How many players? «0»", "a", "a", "a"]);
    }
}
