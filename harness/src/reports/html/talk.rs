//! A conversation on the page: printed and typed text, with expected and got at each difference.

use std::io;

use super::words::{LinePart, compare};
use crate::cases::Typed;
use crate::recording::Recording;
use crate::reports::conversation::{TalkLine, ending, lines};
use crate::reports::faults::{again, is_again};
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::{CaseResult, DifferenceResult};
use crate::reports::visible::sign;

/// Lines around a difference that are shown, from many to few, until the conversation fits its room.
const AROUND: [usize; 5] = [usize::MAX, 40, 16, 6, 2];

/// Differences of a case that are shown where there is no room for all of them.
const DIFFERENCES: usize = 10;

/// Characters of a line that are shown.
const CHARACTERS: usize = 600;

/// Lines of standard error that are shown, the last ones.
const ERROR_LINES: usize = 12;

/// What a conversation is written from.
pub(super) struct Talk<'a> {
    lines: Vec<TalkLine>,
    case: &'a CaseResult,
    /// The number of the case on the page.
    number: usize,
    recording: &'a Recording,
}

impl<'a> Talk<'a> {
    /// Returns the conversation of a case, number `number` on the page.
    pub(super) fn new(case: &'a CaseResult, number: usize, recording: &'a Recording) -> Self {
        Self { lines: lines(recording, &case.differences), case, number, recording }
    }

    /// Writes the conversation in about `room` bytes; only what differs if there is no room at all.
    pub(super) fn fit(&self, html: &mut Markup<'_>, room: usize) -> io::Result<()> {
        let mut text = Vec::new();
        for around in AROUND {
            text.clear();
            self.write(&mut Markup::new(&mut text), around)?;
            if text.len() <= room {
                break;
            }
        }
        if text.len() <= room || !self.case.differences.is_empty() {
            html.written(&text)
        } else {
            html.element("p", &[("class", "end")], "The conversation is in the recording.")
        }
    }

    fn write(&self, html: &mut Markup<'_>, around: usize) -> io::Result<()> {
        html.raw("<div class=\"talk\">\n")?;
        let mut left_out = 0;
        let mut is_open = false;
        let shown = self.shown(around);
        for (index, line) in self.lines.iter().enumerate() {
            if !shown[index] {
                left_out += 1;
                continue;
            }
            let here: Vec<usize> = line.before.iter().copied().chain(line.wrong).collect();
            if is_open && (!here.is_empty() || left_out > 0) {
                html.raw("</pre>\n")?;
                is_open = false;
            }
            self.leave_out(html, &mut left_out)?;
            for difference in here.into_iter().filter(|index| self.is_told(*index, around)) {
                self.difference(html, difference)?;
            }
            if line.wrong.is_some_and(|index| self.is_told(index, around)) && line.typed.is_none() {
                continue;
            }
            if !is_open {
                html.raw("<pre tabindex=\"0\">")?;
                is_open = true;
            }
            self.line(html, line, index)?;
        }
        if is_open {
            html.raw("</pre>\n")?;
        }
        self.leave_out(html, &mut left_out)?;
        if self.case.left_out > 0 {
            let text = format!("{} left out", count(self.case.left_out, "more difference"));
            html.element("p", &[("class", "left-out")], &text)?;
            html.raw("\n")?;
        }
        html.element("p", &[("class", "end")], &ending(self.recording))?;
        self.errors(html)?;
        html.raw("</div>\n")
    }

    /// Returns for each line whether it is near a difference, or near the end where there is none.
    fn shown(&self, around: usize) -> Vec<bool> {
        let count = self.lines.len();
        if self.case.differences.is_empty() {
            return near(count, count.checked_sub(1), around);
        }
        let differs = |line: &TalkLine| {
            line.before.iter().copied().chain(line.wrong).any(|it| self.is_told(it, around))
        };
        near(count, (0..count).filter(|index| differs(&self.lines[*index])), around)
    }

    /// Returns whether there is room for a difference. What follows from others is left out first.
    fn is_told(&self, index: usize, around: usize) -> bool {
        let differences = &self.case.differences;
        let is_root = |difference: &DifferenceResult| difference.root.is_none();
        let rank = differences[..index].iter().filter(|difference| is_root(difference)).count();
        around > AROUND[3] || (is_root(&differences[index]) && rank < DIFFERENCES)
    }

    fn leave_out(&self, html: &mut Markup<'_>, left_out: &mut usize) -> io::Result<()> {
        if *left_out > 0 {
            let path = self.case.recording.as_deref().unwrap_or("the recording");
            let text = format!("{} left out; all of it is in {path}", count(*left_out, "line"));
            html.element("p", &[("class", "left-out")], &text)?;
            html.raw("\n")?;
        }
        *left_out = 0;
        Ok(())
    }

    fn line(&self, html: &mut Markup<'_>, line: &TalkLine, index: usize) -> io::Result<()> {
        if line.wrong.is_none() {
            let piece = LinePart { text: &line.printed, differs: false };
            pieces(html, &[piece], line.typed.is_none())?;
        }
        match &line.typed {
            Some(Typed::Line(text)) => {
                html.raw("<kbd>")?;
                pieces(html, &[LinePart { text, differs: false }], true)?;
                html.raw("</kbd>")?;
            }
            Some(Typed::EndOfInput) => html.element("kbd", &[("class", "eof")], "end of input")?,
            None => {}
        }
        if index + 1 < self.lines.len() { html.raw("\n") } else { Ok(()) }
    }

    fn difference(&self, html: &mut Markup<'_>, index: usize) -> io::Result<()> {
        let difference = &self.case.differences[index];
        let id = format!("d{}-{}", self.number, index + 1);
        let follows = difference.root.is_some() || self.case.is_paid_elsewhere(difference);
        let class = if follows { "diff follows" } else { "diff" };
        html.open("div", &[("class", class), ("id", &id), ("tabindex", "-1")])?;
        html.open("p", &[("class", "said")])?;
        html.element("b", &[], &self.title(index))?;
        html.text(&format!(" {}: ", difference.cause.name()))?;
        pieces(html, &[LinePart { text: &difference.sentence, differs: false }], true)?;
        html.close("p")?;
        pair(html, difference)?;
        html.raw("</div>\n")
    }

    /// Returns which difference this is, or of which one it is a consequence.
    fn title(&self, index: usize) -> String {
        let differences = &self.case.differences;
        if self.case.is_paid_elsewhere(&differences[index]) {
            let row = &differences[index].row;
            return format!(
                "Follows from a rule that you break, for which the row {row} pays; costs nothing here"
            );
        }
        let is_root = |difference: &DifferenceResult| {
            difference.root.is_none() && !self.case.is_paid_elsewhere(difference)
        };
        let roots: Vec<usize> =
            (0..differences.len()).filter(|index| is_root(&differences[*index])).collect();
        let place = |index: usize| roots.iter().position(|root| *root == index).map_or(0, |place| place + 1);
        match (differences[index].root, again(self.case, index)) {
            (None, 0) => format!("Difference {} of {}", place(index), roots.len()),
            (None, more) => {
                let more = count(more, "more place");
                format!("Difference {} of {}, the same in {more}", place(index), roots.len())
            }
            (Some(root), _) if is_again(&differences[root], &differences[index]) => {
                format!("The same as difference {} again, costs nothing", place(root))
            }
            (Some(root), _) => format!("Follows from difference {}, costs nothing", place(root)),
        }
    }

    fn errors(&self, html: &mut Markup<'_>) -> io::Result<()> {
        let output = self.recording.error_output();
        let text = String::from_utf8_lossy(&output);
        let all: Vec<&str> = text.lines().collect();
        if all.is_empty() {
            return Ok(());
        }
        html.element("p", &[("class", "end")], "On standard error:")?;
        html.raw("<pre class=\"error\" tabindex=\"0\">")?;
        for line in &all[all.len().saturating_sub(ERROR_LINES)..] {
            pieces(html, &[LinePart { text: line, differs: false }], true)?;
            html.raw("\n")?;
        }
        html.raw("</pre>\n")
    }
}

/// Returns for each of `count` lines whether at most `around` lines later, or half as many before, one of `places` comes. These
/// are in ascending order; each line is marked once.
fn near(count: usize, places: impl IntoIterator<Item = usize>, around: usize) -> Vec<bool> {
    let mut near = vec![false; count];
    let mut done = 0;
    for place in places {
        let end = place.saturating_add(around / 2).saturating_add(1).min(count);
        let start = place.saturating_sub(around).clamp(done, end);
        near[start..end].fill(true);
        done = end;
    }
    near
}

/// Writes expected and got beside each other; the style puts them below each other where the reader wants that.
pub(super) fn pair(html: &mut Markup<'_>, difference: &DifferenceResult) -> io::Result<()> {
    let (expected, got) = (difference.expected.as_deref(), difference.got.as_deref());
    if expected.is_none() && got.is_none() {
        return Ok(());
    }
    let (left, right) = compare(cut(expected.unwrap_or_default()), cut(got.unwrap_or_default()));
    html.raw("<div class=\"pair\">")?;
    side(html, "expected", expected.map(|_| left.as_slice()))?;
    side(html, "got", got.map(|_| right.as_slice()))?;
    html.raw("</div>")
}

fn side(html: &mut Markup<'_>, name: &'static str, line: Option<&[LinePart<'_>]>) -> io::Result<()> {
    html.open("div", &[("class", name)])?;
    html.element("span", &[], name)?;
    match line {
        None => html.element("em", &[], "nothing")?,
        Some([]) => html.element("em", &[], "a blank line")?,
        Some(line) => {
            html.raw("<code>")?;
            pieces(html, line, true)?;
            html.raw("</code>")?;
        }
    }
    html.close("div")
}

/// Writes pieces of a line with everything visible that does not show; `is_end` if the line ends after them.
fn pieces(html: &mut Markup<'_>, pieces: &[LinePart<'_>], is_end: bool) -> io::Result<()> {
    for (index, piece) in pieces.iter().enumerate() {
        if piece.differs {
            html.raw("<mark>")?;
        }
        let text = cut(piece.text);
        let ends = is_end && index + 1 == pieces.len();
        let end = if ends { text.trim_end_matches(' ').len() } else { text.len() };
        let mut plain = String::new();
        for (at, character) in text.char_indices() {
            let shown = if character == ' ' && (at >= end || piece.differs) {
                Some("·".to_string())
            } else {
                sign(character)
            };
            match shown {
                None => plain.push(character),
                Some(shown) => {
                    html.text(&std::mem::take(&mut plain))?;
                    html.element("i", &[], &shown)?;
                }
            }
        }
        html.text(&plain)?;
        if text.len() < piece.text.len() {
            html.element("i", &[], "…")?;
        }
        if piece.differs {
            html.raw("</mark>")?;
        }
    }
    Ok(())
}

fn cut(text: &str) -> &str {
    text.char_indices().nth(CHARACTERS).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn more_lines_before_a_difference_are_shown_than_after_it() {
        for (places, around, expected) in [
            (&[][..], 2, ".........."),
            (&[5], 2, "...####..."),
            (&[0, 9], 2, "##.....###"),
            (&[4, 5, 6], 2, "..######.."),
            (&[3, 8], 6, "##########"),
            (&[5], 0, ".....#...."),
            (&[5], usize::MAX, "##########"),
        ] {
            let near = near(10, places.iter().copied(), around);
            let shown: String = near.iter().map(|near| if *near { '#' } else { '.' }).collect();
            assert_eq!(shown, expected, "{places:?} {around}");
        }
    }
}
