//! The lines of a conversation as they were printed and typed, and its places, each with the mistakes that show there.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;

use super::pieces::{plain, typed};
use super::place::{self, DifferingLines};
use super::prose;
use super::talk::{Talk, TalkFocus, TalkProgress};
use crate::cases::Typed;
use crate::reports::conversation::{TalkLine, ending};
use crate::reports::judged::tells_of;
use crate::reports::markup::Markup;
use crate::reports::numbers::count;
use crate::reports::results::{DifferenceResult, ExpectedForm};

/// The part of a difference that is a crash.
const CRASH: &str = "crash";

/// Bars that a row of a table has, at least.
const BARS: usize = 2;

/// What is said of a place of one mistake that is none of its own.
pub(super) const FOLLOWS: &str = "<p class=\"note\">follows from the place above</p>\n";

/// Lines that are told of those that a program never printed because it ended before.
const NEVER_PRINTED: usize = 5;

impl Talk<'_> {
    /// Returns whether two places are told as one: with the same lines or, where all places are told, on the same line.
    pub(super) fn are_one_place(&self, one: usize, other: usize, line: &TalkLine) -> bool {
        let is_of_all = matches!(self.focus, TalkFocus::All);
        let are_here = is_of_all && self.tells(one, line) && self.tells(other, line);
        let [one, other] = [one, other].map(|index| &self.case.differences[index]);
        are_here || (&one.expected, &one.got) == (&other.expected, &other.got)
    }

    /// Returns the difference whose lines tell a place: of several the one that is no matter of form.
    pub(super) fn telling(&self, same: &[usize]) -> &DifferenceResult {
        let differences = same.iter().map(|index| &self.case.differences[*index]);
        differences.min_by_key(|it| std::cmp::Reverse(it.cause)).expect("a place has a difference")
    }

    /// Returns whether the line that is there at a place is this one.
    pub(super) fn tells(&self, place: usize, line: &TalkLine) -> bool {
        let got = self.case.differences[place].got.as_ref();
        line.wrong == Some(place) || got.is_some_and(|got| tells_of(got, &line.printed))
    }

    /// Returns the lines of the mistake that is shown at a place, if they say more of it than the place itself: both sides of it, one of
    /// which the place has, and the other one of which this case bears out.
    pub(super) fn pair(&self, place: usize, line: usize) -> Option<[&str; 2]> {
        let difference = &self.case.differences[place];
        let mistake = self.contents.told.numbered(self.contents.number(difference)?)?;
        let [expected, got] = [mistake.expected.as_deref()?, mistake.actual.as_deref()?];
        let is_of_lines = difference.expected_form == ExpectedForm::Line && difference.root.is_none();
        let is_example = mistake.example.as_ref() == Some(&self.case.id);
        let is_due = || {
            let mut following = self.case.differences.iter().filter(|it| it.root == Some(place));
            is_example
                || following.any(|it| it.expected.as_deref().map(str::trim_end) == Some(expected.trim_end()))
        };
        let is_told = match (difference.expected.as_deref(), difference.got.as_deref()) {
            (Some(own), None) => own == expected && tells_of(got, &self.lines[line].printed),
            (None, Some(own)) => own == got && is_due(),
            _ => false,
        };
        (is_of_lines && is_told).then_some([expected, got])
    }

    /// Returns whether the line that is there is told at a place beside the one that is missing before it.
    pub(super) fn is_paired_with(&self, place: usize, line: usize) -> bool {
        self.case.differences[place].got.is_none() && self.pair(place, line).is_some()
    }

    /// Returns the numbers of the mistakes that show on a line besides these places.
    pub(super) fn others_at(&self, line: usize, places: &[usize]) -> BTreeSet<usize> {
        let number = |index: usize| self.contents.number(&self.case.differences[index]);
        let line = &self.lines[line];
        let own = match self.focus {
            TalkFocus::Places { mistake, .. } => self.contents.number_of(mistake),
            TalkFocus::All => None,
        };
        let told: BTreeSet<usize> = places.iter().filter_map(|place| number(*place)).chain(own).collect();
        let all = line.before.iter().copied().chain(line.wrong);
        let others = all.filter(|index| !places.contains(index)).filter_map(number);
        others.filter(|number| !told.contains(number)).collect()
    }

    /// Writes lines as they were printed and typed; what is a place of other mistakes has their numbers before it.
    pub(super) fn plain_lines(
        &self,
        html: &mut Markup<'_>,
        range: Range<usize>,
        progress: &TalkProgress<'_>,
    ) -> io::Result<()> {
        let lines = &self.lines[range.clone()];
        if lines.is_empty() || (range.end == self.lines.len() && lines.len() == 1 && is_empty(&lines[0])) {
            return Ok(());
        }
        // A browser takes away the first line break.
        html.raw(if range.start < progress.paper { "<pre>\n" } else { "<pre class=\"later\">\n" })?;
        for (index, line) in lines.iter().enumerate() {
            let at = range.start + index;
            if at + 1 < self.lines.len() || !is_empty(line) {
                self.contents.tags(html, &self.others_at(at, &self.places_at(at, progress)))?;
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

    /// Writes how the program ended, and which other mistakes show where no line is left to show them.
    pub(super) fn end(&self, html: &mut Markup<'_>, progress: &TalkProgress<'_>) -> io::Result<()> {
        html.raw("<p class=\"end\">")?;
        html.text(&ending(self.recording))?;
        let others = match self.lines.last() {
            Some(line) if is_empty(line) => {
                let last = self.lines.len() - 1;
                self.others_at(last, &self.places_at(last, progress))
            }
            _ => BTreeSet::new(),
        };
        if !others.is_empty() {
            html.text(" Here shows, too: ")?;
            self.contents.links(html, &others)?;
        }
        html.raw("</p>\n")
    }

    /// Writes, for paper, which has few of the lines before a place, what was typed last before the first place of a mistake.
    pub(super) fn typed_on_paper(
        &self,
        html: &mut Markup<'_>,
        place: usize,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        if matches!(self.focus, TalkFocus::All) || std::mem::replace(&mut progress.is_typed_told, true) {
            return Ok(());
        }
        let Some(typed) = self.lines[..place].iter().rev().find_map(|line| line.typed.as_ref()) else {
            return Ok(());
        };
        html.raw("<p class=\"note paper\">after ")?;
        match typed {
            Typed::Line(line) if line.is_empty() => html.text("an empty line")?,
            Typed::Line(line) => {
                html.raw("<code>")?;
                plain(html, line)?;
                html.raw("</code>")?;
            }
            Typed::EndOfInput => html.text("the end of input")?,
        }
        html.raw(" was typed</p>\n")
    }

    /// Writes a place: differences that have the same lines.
    pub(super) fn place(
        &self,
        html: &mut Markup<'_>,
        same: &[usize],
        at: usize,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        let line = &self.lines[at];
        progress.places += 1;
        let id = format!("{}:{}", progress.name, progress.places);
        let differences: Vec<&DifferenceResult> =
            same.iter().map(|index| &self.case.differences[*index]).collect();
        html.open(
            "div",
            &[("class", &self.class(&differences, at, progress)), ("id", &id), ("tabindex", "-1")],
        )?;
        let is_of_all = matches!(self.focus, TalkFocus::All);
        let only_follows = !is_of_all && same.iter().all(|index| self.follows(*index));
        if is_of_all {
            let mut told = BTreeSet::new();
            for index in same {
                let number = self.contents.number(&self.case.differences[*index]);
                if number.is_none_or(|number| told.insert(number)) {
                    self.note(html, *index, progress)?;
                }
            }
        } else if only_follows {
            html.raw(FOLLOWS)?;
        }
        let difference = self.telling(same);
        let is_there = same.iter().any(|index| self.tells(*index, line) || self.is_paired_with(*index, at));
        let typed = line.typed.as_ref().filter(|_| is_there);
        let others =
            if is_there { self.others_at(at, &self.places_at(at, progress)) } else { BTreeSet::new() };
        let pair = same.iter().find_map(|index| self.pair(*index, at)).map(|pair| pair.map(Some));
        let [expected, got] = pair.unwrap_or([difference.expected.as_deref(), difference.got.as_deref()]);
        if expected.is_some() || got.is_some() {
            let (form, cause) = (difference.expected_form, Some(difference.cause));
            let told = at..at + usize::from(is_there);
            // What should come next is told at the place above.
            let next = if expected.is_none() && !only_follows { self.next_expected(told) } else { None };
            let lines = DifferingLines { expected, form, got, cause, typed, next, others: &others };
            place::lines(html, self.contents, lines)?;
        } else if matches!(self.focus, TalkFocus::Places { .. }) {
            html.raw("<p class=\"note paper\">")?;
            let is_told_above = difference.part == CRASH;
            prose::sentence(
                html,
                if is_told_above { "here the program ended" } else { &difference.sentence },
            )?;
            html.raw("</p>\n")?;
        }
        for index in same {
            self.never_printed(html, *index)?;
        }
        html.raw("</div>\n")
    }

    /// Returns whether a place of one mistake follows from another place of it, and does not repeat it.
    pub(super) fn follows(&self, index: usize) -> bool {
        let TalkFocus::Places { places, .. } = &self.focus else { return false };
        let difference = &self.case.differences[index];
        let has_root_here = difference.root.is_some_and(|root| places.contains(&root));
        has_root_here && (difference.mistake.is_none() || difference.rule.is_some())
    }

    /// Returns the line that should come next behind lines none of which should be there, as far as the rest of the turn tells it; nothing
    /// if it does not, or if not all differences are known.
    pub(super) fn next_expected(&self, behind: Range<usize>) -> Option<&str> {
        let is_end_of_turn = self.lines[behind.clone()].iter().any(|line| line.typed.is_some());
        if is_end_of_turn || self.case.left_out > 0 {
            return None;
        }
        let rest = &self.lines[behind.end..];
        let typed = rest.iter().position(|line| line.typed.is_some());
        let turn = &rest[..typed.map_or(rest.len(), |at| at + 1)];
        let all = &self.case.differences;
        let differences = |line: &TalkLine| -> Vec<&DifferenceResult> {
            line.before.iter().chain(&line.wrong).map(|index| &all[*index]).collect()
        };
        let is_extra = |it: &&DifferenceResult| it.expected.is_none() && it.got.is_some();
        let next = turn.iter().find(|line| !differences(line).iter().any(is_extra))?;
        let here = differences(next);
        let mut of_lines = here.iter().filter(|it| it.expected_form == ExpectedForm::Line);
        let expected = of_lines.find_map(|it| it.expected.as_deref());
        let expected = if here.is_empty() { Some(next.printed.as_str()) } else { expected };
        expected.filter(|line| !line.trim().is_empty())
    }

    /// Returns the class of a place: whether it costs nothing here, whether it only follows from another one, and whether paper has it.
    pub(super) fn class(
        &self,
        differences: &[&DifferenceResult],
        at: usize,
        progress: &TalkProgress<'_>,
    ) -> String {
        let follows = differences.iter().all(|it| it.root.is_some());
        let is_free = differences.iter().all(|it| it.root.is_some() || self.case.is_paid_elsewhere(it));
        let is_row =
            |line: &Option<String>| line.as_ref().is_some_and(|line| line.matches('|').count() >= BARS);
        let classes = [
            ("place", true),
            ("table", differences.iter().any(|it| is_row(&it.expected) || is_row(&it.got))),
            ("free", is_free && matches!(self.focus, TalkFocus::All)),
            ("follows", follows),
            ("later", at >= progress.paper),
        ];
        classes.iter().filter(|(_, is_so)| *is_so).map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
    }

    /// Writes the lines that were never printed because of a difference.
    fn never_printed(&self, html: &mut Markup<'_>, index: usize) -> io::Result<()> {
        for line in self.cut_off_by(index).take(NEVER_PRINTED) {
            place::line(html, ("want", "expected"), Some(line), None)?;
            html.raw("</div>\n")?;
        }
        match self.cut_off_by(index).count().saturating_sub(NEVER_PRINTED) {
            0 => Ok(()),
            more => html.element("p", &[("class", "note")], &format!("and {}", count(more, "more line"))),
        }
    }

    /// Writes which mistake a place shows; what it is only once.
    pub(super) fn note(
        &self,
        html: &mut Markup<'_>,
        index: usize,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
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
}

/// Returns whether nothing was printed on a line, and nothing typed.
fn is_empty(line: &TalkLine) -> bool {
    line.printed.is_empty() && line.typed.is_none()
}
