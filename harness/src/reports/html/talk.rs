//! A conversation on the page: one view that keeps its columns, with expected and got where it differs, and the rest folded.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;

use super::contents::Contents;
use super::pieces::{plain, typed};
use super::place::{self, DifferingLines};
use super::prose;
use super::stretch::{LineFate, fates};
use crate::recording::Recording;
use crate::reports::conversation::{TalkLine, ending, lines};
use crate::reports::judged::tells_of;
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::CaseResult;
use crate::text::own_folders::without_own_folders;

/// Lines around a place that are on the page at all, from many to few, until the conversation fits its room.
const AROUND: [usize; 5] = [usize::MAX, 40, 16, 6, 2];

/// Places of a case that are shown where there is no room for all of them.
const PLACES: usize = 10;

/// Lines of standard error that are shown, the last ones.
const ERROR_LINES: usize = 12;

/// Which differences of a conversation are its places.
pub(super) enum TalkFocus {
    /// These, by their indices: those of one mistake.
    Places(BTreeSet<usize>),
    /// All of them, each with a note.
    All,
}

/// What a conversation is written from.
pub(super) struct Talk<'a> {
    contents: &'a Contents<'a>,
    lines: Vec<TalkLine>,
    case: &'a CaseResult,
    recording: &'a Recording,
    focus: TalkFocus,
}

/// What of a conversation was written so far.
struct TalkProgress<'n> {
    /// The name to which the numbers of places are added.
    name: &'n str,
    /// Lines around a place that are on the page.
    around: usize,
    /// Places.
    places: usize,
    /// The mistakes whose sentence stands at a place, by their numbers.
    noted: BTreeSet<usize>,
}

impl<'a> Talk<'a> {
    /// Returns the conversation of a case.
    pub(super) fn new(
        contents: &'a Contents<'a>,
        case: &'a CaseResult,
        recording: &'a Recording,
        focus: TalkFocus,
    ) -> Self {
        Self { contents, lines: lines(recording, &case.differences), case, recording, focus }
    }

    /// Writes the conversation in about `room` bytes; only where it differs if there is no room for more. Its places are called
    /// `name:1`, `name:2` and so on.
    pub(super) fn fit(&self, html: &mut Markup<'_>, name: &str, room: usize) -> io::Result<()> {
        let mut text = Vec::new();
        for around in AROUND {
            text.clear();
            let mut progress = TalkProgress { name, around, places: 0, noted: BTreeSet::new() };
            self.write(&mut Markup::new(&mut text), &mut progress)?;
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

    fn write(&self, html: &mut Markup<'_>, progress: &mut TalkProgress<'_>) -> io::Result<()> {
        let label = format!("The conversation of {}", self.case.id);
        html.open("div", &[("class", "talk"), ("tabindex", "0"), ("role", "group"), ("aria-label", &label)])?;
        html.raw("<div class=\"lines\">\n")?;
        let places = (0..self.lines.len()).filter(|line| !self.places_at(*line, progress).is_empty());
        let places: Vec<usize> = places.collect();
        let fates = fates(self.lines.len(), &places, progress.around);
        let mut start = 0;
        for run in fates.chunk_by(|one, other| one == other) {
            let range = start..start + run.len();
            start = range.end;
            match run[0] {
                LineFate::Shown => self.shown(html, range, progress)?,
                LineFate::Folded => self.folded(html, range)?,
                LineFate::LeftOut => self.left_out(html, range.len())?,
            }
        }
        if self.case.left_out > 0 {
            let text = format!("{} left out", count(self.case.left_out, "more difference"));
            html.element("p", &[("class", "note")], &text)?;
        }
        html.element("p", &[("class", "end")], &ending(self.recording))?;
        html.raw("</div></div>\n")?;
        self.errors(html)
    }

    /// Returns the places before a line and at it that there is room for. What follows from others is left out first.
    fn places_at(&self, line: usize, progress: &TalkProgress<'_>) -> Vec<usize> {
        let line = &self.lines[line];
        let is_place = |index: &usize| match &self.focus {
            TalkFocus::Places(places) => places.contains(index),
            TalkFocus::All => true,
        };
        let all = line.before.iter().copied().chain(line.wrong);
        all.filter(is_place).filter(|index| self.has_room(*index, progress.around)).collect()
    }

    fn has_room(&self, index: usize, around: usize) -> bool {
        if around > AROUND[3] {
            return true;
        }
        let rank = match &self.focus {
            TalkFocus::Places(places) => places.range(..index).count(),
            TalkFocus::All => {
                let differences = &self.case.differences;
                let roots = differences[..index].iter().filter(|difference| difference.root.is_none());
                if differences[index].root.is_some() { PLACES } else { roots.count() }
            }
        };
        rank < PLACES
    }

    /// Writes lines, and what is expected above the wrong ones.
    fn shown(
        &self,
        html: &mut Markup<'_>,
        range: Range<usize>,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        let mut open = range.start;
        for index in range.clone() {
            let places = self.places_at(index, progress);
            if places.is_empty() {
                continue;
            }
            self.plain_lines(html, open..index)?;
            let line = &self.lines[index];
            for same in places.chunk_by(|one, other| self.have_same_lines(*one, *other)) {
                self.place(html, same, line, progress)?;
            }
            open = index + usize::from(places.iter().any(|place| self.tells(*place, line)));
        }
        self.plain_lines(html, open..range.end)
    }

    fn have_same_lines(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|index| &self.case.differences[index]);
        (&one.expected, &one.got) == (&other.expected, &other.got)
    }

    /// Returns whether the line that is there at a place is this one.
    fn tells(&self, place: usize, line: &TalkLine) -> bool {
        let got = self.case.differences[place].got.as_ref();
        line.wrong == Some(place) || got.is_some_and(|got| tells_of(got, &line.printed))
    }

    fn folded(&self, html: &mut Markup<'_>, range: Range<usize>) -> io::Result<()> {
        html.raw("<details><summary>")?;
        html.text(&count(range.len(), "more line"))?;
        html.raw("</summary>\n")?;
        self.plain_lines(html, range)?;
        html.raw("</details>\n")
    }

    fn left_out(&self, html: &mut Markup<'_>, lines: usize) -> io::Result<()> {
        let path = self.case.recording.as_deref().unwrap_or("the recording");
        let text = format!("{} left out; all of it is in {path}", count(lines, "line"));
        html.element("p", &[("class", "note")], &text)?;
        html.raw("\n")
    }

    /// Writes lines as they were printed and typed; what is a place of another mistake has its number before it.
    fn plain_lines(&self, html: &mut Markup<'_>, range: Range<usize>) -> io::Result<()> {
        let lines = &self.lines[range.clone()];
        let is_empty = |line: &TalkLine| line.printed.is_empty() && line.typed.is_none();
        if lines.is_empty() || (range.end == self.lines.len() && lines.len() == 1 && is_empty(&lines[0])) {
            return Ok(());
        }
        // A browser takes away the first line break.
        html.raw("<pre>\n")?;
        for (index, line) in lines.iter().enumerate() {
            if let Some(number) =
                line.wrong.and_then(|wrong| self.contents.number(&self.case.differences[wrong]))
            {
                html.element("span", &[("class", "other")], &format!("≠{number}"))?;
            }
            plain(html, &line.printed)?;
            if let Some(text) = &line.typed {
                typed(html, text)?;
            }
            if index + 1 < lines.len() {
                html.raw("\n")?;
            }
        }
        html.raw("</pre>\n")
    }

    /// Writes a place: differences that have the same lines.
    fn place(
        &self,
        html: &mut Markup<'_>,
        same: &[usize],
        line: &TalkLine,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        progress.places += 1;
        let id = format!("{}:{}", progress.name, progress.places);
        let differences = same.iter().map(|index| &self.case.differences[*index]);
        let is_free = differences.clone().all(|it| it.root.is_some() || self.case.is_paid_elsewhere(it));
        let class = if is_free && matches!(self.focus, TalkFocus::All) { "place free" } else { "place" };
        html.open("div", &[("class", class), ("id", &id), ("tabindex", "-1")])?;
        if matches!(self.focus, TalkFocus::All) {
            for index in same {
                self.note(html, *index, progress)?;
            }
        }
        let difference = &self.case.differences[same[0]];
        let typed = line.typed.as_ref().filter(|_| same.iter().any(|index| self.tells(*index, line)));
        let (expected, got) = (difference.expected.as_deref(), difference.got.as_deref());
        if expected.is_some() || got.is_some() {
            place::lines(html, DifferingLines { expected, got, cause: Some(difference.cause), typed })?;
        } else if matches!(self.focus, TalkFocus::Places(_)) {
            html.raw("<p class=\"note\">")?;
            prose::text(html, &difference.sentence)?;
            html.raw("</p>\n")?;
        }
        html.raw("</div>\n")
    }

    /// Writes which mistake a place shows; what it is only once.
    fn note(&self, html: &mut Markup<'_>, index: usize, progress: &mut TalkProgress<'_>) -> io::Result<()> {
        let difference = &self.case.differences[index];
        let number = self.contents.number(difference);
        html.raw("<p class=\"note\">")?;
        let is_known = match number {
            Some(number) => {
                self.contents.link(html, number)?;
                !progress.noted.insert(number)
            }
            None => false,
        };
        let sentence = &difference.sentence;
        match (number, is_known) {
            (_, true) => html.text(" again")?,
            (Some(_), false) => prose::text(html, &format!(": {sentence}"))?,
            (None, false) if difference.root.is_some() => {
                prose::text(html, &format!("follows from another place: {sentence}"))?;
            }
            (None, false) => prose::text(html, &format!("{}: {sentence}", difference.cause.name()))?,
        }
        html.raw("</p>\n")
    }

    fn errors(&self, html: &mut Markup<'_>) -> io::Result<()> {
        let output = self.recording.error_output();
        let text = String::from_utf8_lossy(&output);
        let all: Vec<&str> = text.lines().collect();
        if all.is_empty() {
            return Ok(());
        }
        html.raw("<div class=\"talk error\" tabindex=\"0\" role=\"group\" aria-label=\"Standard error\"><p class=\"note\">On standard error:</p>\n<pre>\n")?;
        for line in &all[all.len().saturating_sub(ERROR_LINES)..] {
            plain(html, &without_own_folders(line))?;
            html.raw("\n")?;
        }
        html.raw("</pre></div>\n")
    }
}
