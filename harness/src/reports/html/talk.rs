//! A conversation on the page: one view that keeps its columns, with expected and got where it differs, and the rest folded.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;

use super::contents::Contents;
use super::context::{self, PlaceRank};
use super::legend;
use super::room::SharedRoom;
use super::standard_error;
use super::stretch::{LineFate, fates};
use crate::marks::mistake::Mistake;
use crate::recording::Recording;
use crate::reports::conversation::{TalkLine, lines};
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::CaseResult;

/// Lines around a place that are on the page at all, from many to few, until the conversation fits its room.
const AROUND: [usize; 6] = [usize::MAX, 40, 16, 6, 2, 1];

/// Places of a case that are shown where there is no room for all of them, and where there is hardly any.
const PLACES: [usize; 2] = [10, 3];

/// Lines behind the first place within which others are on the same screen.
const SCREEN: usize = 16;

/// Which differences of a conversation are its places.
pub(super) enum TalkFocus<'a> {
    /// Those of one mistake.
    Places {
        /// Their differences, by their indices.
        places: BTreeSet<usize>,
        /// The mistake.
        mistake: &'a Mistake,
    },
    /// All of them, each with a note.
    All,
}

/// What a conversation is written from.
pub(super) struct Talk<'a> {
    pub(super) contents: &'a Contents<'a>,
    pub(super) lines: Vec<TalkLine>,
    pub(super) case: &'a CaseResult,
    pub(super) recording: &'a Recording,
    pub(super) focus: TalkFocus<'a>,
}

/// What of a conversation was written so far.
pub(super) struct TalkProgress<'n> {
    /// The name to which the numbers of places are added.
    pub(super) name: &'n str,
    /// Lines around a place that are on the page.
    pub(super) around: usize,
    /// Places.
    pub(super) places: usize,
    /// The mistakes whose sentence stands at a place, by their numbers.
    pub(super) noted: BTreeSet<usize>,
    /// Whether paper needs no more of what was typed: it has the first place only.
    pub(super) is_typed_told: bool,
    /// The line behind the places that paper has: the first one, and others on the same screen.
    pub(super) paper: usize,
}

impl<'a> Talk<'a> {
    /// Returns the conversation of a case.
    pub(super) fn new(
        contents: &'a Contents<'a>,
        case: &'a CaseResult,
        recording: &'a Recording,
        focus: TalkFocus<'a>,
    ) -> Self {
        Self { contents, lines: lines(recording, &case.differences), case, recording, focus }
    }

    /// Writes the conversation in about the bytes of its `room`; only where it differs if there is no room for more. Its places are
    /// called `name:1`, `name:2` and so on.
    pub(super) fn fit(&self, html: &mut Markup<'_>, name: &str, room: &mut SharedRoom) -> io::Result<()> {
        let mut text = Vec::new();
        for around in AROUND {
            text.clear();
            let mut progress = TalkProgress {
                name,
                around,
                places: 0,
                noted: BTreeSet::new(),
                is_typed_told: false,
                paper: 0,
            };
            progress.paper = self.end_on_paper(&progress);
            self.write(&mut Markup::new(&mut text), &mut progress)?;
            if text.len() <= room.next() {
                break;
            }
        }
        if text.len() > room.next() && self.case.differences.is_empty() {
            room.take(0);
            let text =
                format!("The conversation is left out to keep this page small; it is in {}.", self.path());
            return html.element("p", &[("class", "end")], &text);
        }
        room.take(text.len());
        html.written(&text)?;
        legend::write(html, &text)
    }

    /// Returns where the recording is.
    fn path(&self) -> &str {
        self.case.recording.as_deref().unwrap_or("the recording")
    }

    fn write(&self, html: &mut Markup<'_>, progress: &mut TalkProgress<'_>) -> io::Result<()> {
        let label = format!("The conversation of {}", self.case.id);
        html.open("div", &[("class", "talk"), ("tabindex", "0"), ("role", "group"), ("aria-label", &label)])?;
        html.raw("<div class=\"lines\">\n")?;
        let mut start = 0;
        for run in self.fates(progress).chunk_by(|one, other| one == other) {
            let range = start..start + run.len();
            start = range.end;
            match run[0] {
                LineFate::Shown => self.shown(html, range, progress)?,
                LineFate::Folded => self.folded(html, range, progress)?,
                LineFate::LeftOut => self.left_out(html, range.len())?,
            }
        }
        if self.case.left_out > 0 && matches!(self.focus, TalkFocus::All) {
            html.element("p", &[("class", "note")], &not_marked(self.case.left_out))?;
        }
        self.end(html, progress)?;
        html.raw("</div></div>\n")?;
        standard_error::write(html, &self.recording.error_output())
    }

    /// Returns the line behind the places that paper has: the first one, and those that follow on the same screen.
    fn end_on_paper(&self, progress: &TalkProgress<'_>) -> usize {
        let is_place = |at: &usize| !self.places_at(*at, progress).is_empty();
        let Some(first) = (0..self.lines.len()).find(is_place) else { return self.lines.len() };
        let typed = (first..self.lines.len()).find(|at| self.lines[*at].typed.is_some());
        let end = typed.map_or(self.lines.len(), |at| at + 1).min(first + SCREEN);
        (first..end).rev().find(is_place).unwrap_or(first) + 1
    }

    /// Returns what becomes of each line: places are shown with what must be seen to understand them, but for those that repeat or
    /// follow from others.
    fn fates(&self, progress: &TalkProgress<'_>) -> Vec<LineFate> {
        let is_root = |index: &usize| self.case.differences[*index].root.is_none();
        let (mut places, mut roots) = (Vec::new(), Vec::new());
        for line in 0..self.lines.len() {
            let here = self.places_at(line, progress);
            places.extend(here.first().map(|_| line));
            roots.extend(here.iter().find(|index| is_root(index)).map(|_| line));
        }
        let end = self.lines.len().saturating_sub(1);
        let told = match (roots.is_empty(), places.first()) {
            (false, _) => roots,
            (true, first) => vec![first.copied().unwrap_or(end)],
        };
        let rank = |index| if index == 0 { PlaceRank::First } else { PlaceRank::Later };
        let shown = told.into_iter().enumerate();
        let shown: Vec<Range<usize>> = shown
            .flat_map(|(index, line)| context::of(&self.lines, line, progress.around, rank(index)))
            .collect();
        fates(self.lines.len(), &shown, &places, progress.around)
    }

    /// Returns the places before a line and at it that there is room for. What follows from others is left out first.
    pub(super) fn places_at(&self, line: usize, progress: &TalkProgress<'_>) -> Vec<usize> {
        let line = &self.lines[line];
        let is_place = |index: &usize| match &self.focus {
            TalkFocus::Places { places, .. } => places.contains(index),
            TalkFocus::All => true,
        };
        let all = line.before.iter().copied().chain(line.wrong);
        let all = all.filter(|index| is_place(index) && !self.is_cut_off(*index));
        all.filter(|index| self.has_room(*index, progress.around)).collect()
    }

    /// Returns whether a difference is told where the program broke off: it is a line that was never printed for that reason.
    fn is_cut_off(&self, index: usize) -> bool {
        let difference = &self.case.differences[index];
        let root = difference.root.map(|root| &self.case.differences[root]);
        let is_lost = difference.expected.is_some() && difference.got.is_none();
        is_lost && root.is_some_and(|root| root.expected.is_none() && root.got.is_none())
    }

    /// Returns the lines that were never printed because of a difference.
    pub(super) fn cut_off_by(&self, index: usize) -> impl Iterator<Item = &str> {
        let all = self.case.differences.iter().enumerate();
        let lost = all.filter(move |(at, it)| it.root == Some(index) && self.is_cut_off(*at));
        lost.filter_map(|(_, it)| it.expected.as_deref())
    }

    fn has_room(&self, index: usize, around: usize) -> bool {
        let most = match around {
            _ if around > AROUND[3] => return true,
            _ if around > AROUND[5] => PLACES[0],
            _ => PLACES[1],
        };
        let rank = match &self.focus {
            TalkFocus::Places { places, .. } => places.range(..index).count(),
            TalkFocus::All => {
                let differences = &self.case.differences;
                let roots = differences[..index].iter().filter(|difference| difference.root.is_none());
                if differences[index].root.is_some() { most } else { roots.count() }
            }
        };
        rank < most
    }

    /// Writes lines, and what is expected above the wrong ones.
    fn shown(
        &self,
        html: &mut Markup<'_>,
        range: Range<usize>,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        let (mut open, mut behind_run) = (range.start, range.start);
        for index in range.clone() {
            let places = self.places_at(index, progress);
            if places.is_empty() || index < behind_run {
                continue;
            }
            self.plain_lines(html, open..index, progress)?;
            self.typed_on_paper(html, index, progress)?;
            let run = self.run_of_lines(index..range.end, progress);
            let is_paired = places.len() == 1 && self.pair(places[0], index).is_some();
            if let Some(run) = run.filter(|run| !(is_paired && run.is_one_sided())) {
                self.block(html, &run, progress)?;
                (open, behind_run) = (run.told.end, run.end);
                continue;
            }
            let line = &self.lines[index];
            for same in places.chunk_by(|one, other| self.are_one_place(*one, *other, line)) {
                self.place(html, same, index, progress)?;
            }
            let is_told = |place: &usize| self.tells(*place, line) || self.is_paired_with(*place, index);
            open = index + usize::from(places.iter().any(is_told));
        }
        self.plain_lines(html, open..range.end, progress)
    }

    /// Writes lines that are shown when the reader asks for them, with the places among them.
    fn folded(
        &self,
        html: &mut Markup<'_>,
        range: Range<usize>,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        let mut inner = Vec::new();
        let before = progress.places;
        let is_told = std::mem::replace(&mut progress.is_typed_told, true);
        self.shown(&mut Markup::new(&mut inner), range.clone(), progress)?;
        progress.is_typed_told = is_told;
        let places = match progress.places - before {
            0 => String::new(),
            number => format!(", {} that repeat or follow", count(number, "place")),
        };
        html.raw("<details><summary>")?;
        html.text(&format!("{}{places}", count(range.len(), "more line")))?;
        html.raw("</summary>\n")?;
        html.written(&inner)?;
        html.raw("</details>\n")
    }

    fn left_out(&self, html: &mut Markup<'_>, lines: usize) -> io::Result<()> {
        let lines = count(lines, "line");
        let text = format!("{lines} left out to keep this page small; all of it is in {}", self.path());
        html.element("p", &[("class", "note")], &text)?;
        html.raw("\n")
    }
}

/// Returns that further places differ, so many, and what to do about them.
fn not_marked(places: usize) -> String {
    let differ = if places == 1 { "differs" } else { "differ" };
    format!("{} further down {differ}, too: mend what is marked first.", count(places, "place"))
}
