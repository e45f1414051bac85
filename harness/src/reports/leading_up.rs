//! What was said just before a difference.

use anstyle::Style;

use super::conversation::{TalkLine, lines};
use super::fields::{Fields, one_line};
use super::look::{Look, Voice};
use super::results::DifferenceResult;
use crate::recording::Recording;

const DIM: Style = Style::new().dimmed();

/// How much of a conversation there is room for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Lines.
    pub(super) lines: usize,
    /// Bytes.
    pub(super) bytes: usize,
}

/// Returns the lines before the difference with typed text in its place; all lines if there is none.
pub(super) fn lines_before(recording: &Recording, first: Option<&DifferenceResult>) -> Vec<String> {
    let mut all = lines(recording, first.map(std::slice::from_ref).unwrap_or_default());
    let end = all.iter().position(|line| line.wrong.is_some() || !line.before.is_empty());
    let filled = all.iter().rposition(|line| !line.shown().is_empty()).map_or(0, |last| last + 1);
    all.truncate(end.unwrap_or(filled));
    all.iter().map(TalkLine::shown).collect()
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
