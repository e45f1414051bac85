//! What a program prints again and again that is stopped because it never ends.

use std::collections::{BTreeSet, HashMap};

use reference::Typed;

use crate::comparison::typed_line;
use crate::recording::{Reason, Recording};

/// So many characters of the end of its output are looked at.
const WINDOW: usize = 4096;

/// So often at least it must come there.
const FEWEST: usize = 4;

/// So often a line must stand in the output of one turn that this tells that it never ends.
const OFTEN: usize = 100;

/// So many characters of it are told.
const TOLD: usize = 60;

/// Returns what a program prints again and again at its end, and after what, in words that go on after `the program`. That other digits
/// stand there each time, as those of dice do, makes no difference.
pub(super) fn hint(recording: &Recording) -> Option<String> {
    if !matches!(recording.stopped()?, Reason::TooMuchOutput | Reason::WallTime | Reason::CpuTime) {
        return None;
    }
    let turns = recording.turns();
    let last = turns.last()?;
    let text = last.text();
    let line = repeated(&text)?;
    let after = match turns.iter().rev().find_map(|turn| turn.typed.as_ref()) {
        Some(Typed::Line(typed)) => format!(" after {}", typed_line(typed)),
        Some(Typed::EndOfInput) => " after the end of the input".to_string(),
        None => String::new(),
    };
    Some(format!("it prints `{line}` again and again{after}"))
}

/// What a program prints without end.
#[derive(Debug, Default)]
pub(super) struct EndlessLines<'a> {
    /// The lines that stand so often in what it has printed at once that they say no more than that it never ends.
    repeated: BTreeSet<&'a str>,
    /// The last line, which may be cut off.
    last: &'a str,
}

impl<'a> EndlessLines<'a> {
    /// Finds them in a text.
    pub(super) fn of(text: &'a str) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            *counts.entry(line).or_default() += 1;
        }
        let often = counts.into_iter().filter(|(_, count)| *count >= OFTEN);
        let last = text.rsplit('\n').next().unwrap_or_default().trim_end();
        Self { repeated: often.map(|(line, _)| line).collect(), last }
    }

    /// Returns whether a line is one of them, or what was printed of the last one.
    pub(super) fn holds(&self, line: &str) -> bool {
        let line = line.trim_end();
        let is_cut = || !line.is_empty() && line == self.last;
        self.repeated.contains(line) || is_cut() && self.repeated.iter().any(|whole| whole.starts_with(line))
    }
}

/// Returns the first line of what comes again and again at the end of a text, or a part of it if it is long.
fn repeated(text: &str) -> Option<String> {
    let start = text.char_indices().rev().nth(WINDOW - 1)?.0;
    let window: Vec<char> = text[start..].chars().collect();
    let masked: Vec<char> = window.iter().map(|c| if c.is_ascii_digit() { '0' } else { *c }).collect();
    let period = period(&masked);
    if period * FEWEST > WINDOW {
        return None;
    }
    // Whole lines, if there are any; else what the last line begins with.
    let begin = match window.iter().position(|c| *c == '\n') {
        Some(end) => end + 1,
        None => 0,
    };
    let block: String = match window.get(begin..begin + period) {
        Some(block) if begin > 0 => block.iter().collect(),
        _ => text[text[..start].rfind('\n').map_or(0, |end| end + 1)..].chars().take(period).collect(),
    };
    let line = block.lines().map(str::trim).find(|line| !line.is_empty())?;
    let is_long = line.chars().count() > TOLD;
    let told: String = line.chars().take(TOLD).collect();
    Some(if is_long { told + "…" } else { told })
}

/// Returns after how many characters a text repeats itself: its length, if it does not. (The failure function of Knuth, Morris and Pratt.)
fn period(text: &[char]) -> usize {
    let mut borders = vec![0; text.len()];
    for end in 1..text.len() {
        let mut border = borders[end - 1];
        while border > 0 && text[border] != text[end] {
            border = borders[border - 1];
        }
        borders[end] = if text[border] == text[end] { border + 1 } else { 0 };
    }
    text.len() - borders.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(beginning: &str, block: &str, times: usize, told: Option<&str>) {
        let mut text = beginning.to_string() + &block.repeat(times);
        // It is cut off anywhere.
        text.pop();
        assert_eq!(repeated(&text).as_deref(), told, "{beginning} {block}");
    }

    #[test]
    fn what_comes_again_and_again_is_told_from_the_beginning_of_a_line() {
        check("Input > ", "ERROR: Invalid input.\n", 1000, Some("ERROR: Invalid input."));
        check("Hello\n", "\nHow many players?\nNo.\n", 1000, Some("How many players?"));
        check("Hello\n", "Input > ", 1000, Some("Input >"));
        let long = "a line that is so long that it would not fit into a line of a report\n";
        check(
            "Hello\n",
            &long.repeat(2),
            99,
            Some("a line that is so long that it would not fit into a line of …"),
        );
    }

    #[test]
    fn the_last_of_endless_lines_may_be_cut_off() {
        let text = "Hello\nTry\n".to_string() + &"Try again.\n".repeat(OFTEN) + "Try ag";
        let lines = EndlessLines::of(&text);
        assert_eq!(
            ["Try again.", "Try ag", "Try", "Hello", ""].map(|line| lines.holds(line)),
            [true, true, false, false, false]
        );
        assert!(!EndlessLines::of("Try again.\nTry ag").holds("Try ag"));
    }

    #[test]
    fn digits_may_differ() {
        let throw = |turn: i32| format!("You throw {}-{}", turn % 6 + 1, turn % 5 + 1);
        let text = (0..2000).map(throw).collect::<Vec<_>>().join("\n");
        assert!(repeated(&text).is_some_and(|line| line.starts_with("You throw ")));
    }

    #[test]
    fn what_is_never_the_same_or_too_short_tells_nothing() {
        let text: String = (0..3000).map(|line| "x".repeat(line % 97) + "\n").collect();
        assert_eq!(repeated(&text), None);
        check("", "ERROR\n", 100, None);
    }
}
