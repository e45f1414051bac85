//! Differing lines next to each other that have nothing in common, as after a wrong branch: all that is expected, then all that is there.

use std::io;
use std::ops::Range;

use super::place;
use super::talk::{Talk, TalkFocus, TalkProgress};
use super::talk_lines::FOLLOWS;
use crate::reports::markup::Markup;
use crate::reports::results::{DifferenceResult, ExpectedForm};

/// Places next to each other that are told as one.
#[derive(Debug)]
pub(super) struct RunOfLines<'a> {
    /// The first of its places, by the index of its difference.
    first: usize,
    /// Their differences, in order.
    differences: Vec<&'a DifferenceResult>,
    /// The lines that are there and are told: the first ones of the run.
    pub(super) told: Range<usize>,
    /// The first line behind the run.
    pub(super) end: usize,
}

impl RunOfLines<'_> {
    /// Returns whether all of it is expected, or all of it is there.
    pub(super) fn is_one_sided(&self) -> bool {
        self.told.is_empty() || self.differences.iter().all(|it| it.expected.is_none())
    }
}

impl Talk<'_> {
    /// Returns the run of places that begins at the first line of a range; nothing if it is no longer than one place. Where places have
    /// notes, one of the first place tells of all.
    pub(super) fn run_of_lines(
        &self,
        range: Range<usize>,
        progress: &TalkProgress<'_>,
    ) -> Option<RunOfLines<'_>> {
        let has_notes = matches!(self.focus, TalkFocus::All);
        let (start, mut differences) = (range.start, Vec::new());
        let first = *self.places_at(start, progress).first()?;
        let (mut told, mut end) = (start..start, start);
        for at in range {
            let line = &self.lines[at];
            let here = self.places_at(at, progress);
            let is_told = here.iter().any(|place| self.tells(*place, line));
            let has_pair = |place: &usize| {
                let difference = &self.case.differences[*place];
                !has_no_pair(difference) || difference.got.is_some() && !self.tells(*place, line)
            };
            // What is there must not stand behind lines that are not told.
            if here.is_empty() || here.iter().any(has_pair) || is_told && told.end != at {
                break;
            }
            let all = &self.case.differences;
            let has_own_note = |place: &usize| {
                self.follows(first) != self.follows(*place)
                    || has_notes && !have_one_note(&all[first], &all[*place])
            };
            if here.iter().any(has_own_note) {
                break;
            }
            told.end += usize::from(is_told);
            end = at + 1;
            let same = here.chunk_by(|one, other| self.are_one_place(*one, *other, line));
            differences.extend(same.map(|same| self.telling(same)));
            if line.typed.is_some() {
                break;
            }
        }
        (differences.len() > 1).then_some(RunOfLines { first, differences, told, end })
    }

    /// Writes a run of lines as one place.
    pub(super) fn block(
        &self,
        html: &mut Markup<'_>,
        run: &RunOfLines<'_>,
        progress: &mut TalkProgress<'_>,
    ) -> io::Result<()> {
        progress.places += 1;
        let id = format!("{}:{}", progress.name, progress.places);
        let class = self.class(&run.differences, run.told.start, progress);
        html.open("div", &[("class", &class), ("id", &id), ("tabindex", "-1")])?;
        let is_of_all = matches!(self.focus, TalkFocus::All);
        let only_follows = !is_of_all && self.follows(run.first);
        if is_of_all {
            self.note(html, run.first, progress)?;
        } else if only_follows {
            html.raw(FOLLOWS)?;
        }
        let expected: Vec<&str> = run.differences.iter().filter_map(|it| it.expected.as_deref()).collect();
        if expected.is_empty() {
            // What should come next is told at the place above.
            let next = if only_follows { None } else { self.next_expected(run.told.clone()) };
            place::nothing_expected(html, next)?;
            html.raw("</div>\n")?;
        }
        for line in expected {
            place::line(html, ("want", "expected"), Some(line), None)?;
            html.raw("</div>\n")?;
        }
        if run.told.is_empty() {
            place::line(html, ("have", "got"), None, None)?;
            html.raw("</div>\n")?;
        }
        for at in run.told.clone() {
            let line = &self.lines[at];
            place::line(html, ("have", "got"), Some(&line.printed), line.typed.as_ref())?;
            self.contents.tags(html, &self.others_at(at, &self.places_at(at, progress)))?;
            html.raw("</div>\n")?;
        }
        html.raw("</div>\n")
    }
}

/// Returns whether one note tells of two differences: what follows from others in the same words, or both are of one mistake, and on one
/// side of the conversation.
fn have_one_note(one: &DifferenceResult, other: &DifferenceResult) -> bool {
    let note = |it: &DifferenceResult| {
        let side = (it.expected.is_some(), it.got.is_some());
        let sentence = it.mistake.is_none().then(|| it.sentence.clone());
        (it.mistake.clone(), it.root.is_some(), sentence, side)
    };
    note(one) == note(other)
}

/// Returns whether the lines of a difference have nothing in common.
fn has_no_pair(difference: &DifferenceResult) -> bool {
    let is_of_lines = difference.expected_form == ExpectedForm::Line;
    match (&difference.expected, &difference.got) {
        (Some(expected), Some(got)) => is_of_lines && !place::are_alike(expected, got),
        (None, None) => false,
        _ => is_of_lines,
    }
}
