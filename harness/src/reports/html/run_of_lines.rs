//! Differing lines next to each other that have nothing in common, as after a wrong branch: all that is expected, then all that is there.

use std::io;
use std::ops::Range;

use super::place;
use super::talk::{Talk, TalkFocus, TalkProgress};
use crate::reports::markup::Markup;
use crate::reports::results::{DifferenceResult, ExpectedForm};

/// Places next to each other that are told as one.
#[derive(Debug)]
pub(super) struct RunOfLines<'a> {
    /// Their differences, in order.
    differences: Vec<&'a DifferenceResult>,
    /// The lines that are there and are told: the first ones of the run.
    pub(super) told: Range<usize>,
    /// The first line behind the run.
    pub(super) end: usize,
}

impl Talk<'_> {
    /// Returns the run of places that begins at the first line of a range; nothing if it is no longer than one place, and where each
    /// place has notes.
    pub(super) fn run_of_lines(
        &self,
        range: Range<usize>,
        progress: &TalkProgress<'_>,
    ) -> Option<RunOfLines<'_>> {
        if matches!(self.focus, TalkFocus::All) {
            return None;
        }
        let (start, mut differences) = (range.start, Vec::new());
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
            told.end += usize::from(is_told);
            end = at + 1;
            let same = here.chunk_by(|one, other| self.are_one_place(*one, *other, line));
            differences.extend(same.map(|same| self.telling(same)));
            if line.typed.is_some() {
                break;
            }
        }
        (differences.len() > 1).then_some(RunOfLines { differences, told, end })
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
        let expected: Vec<&str> = run.differences.iter().filter_map(|it| it.expected.as_deref()).collect();
        if expected.is_empty() {
            place::line(html, ("want", "expected"), None, None)?;
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

/// Returns whether the lines of a difference have nothing in common.
fn has_no_pair(difference: &DifferenceResult) -> bool {
    let is_of_lines = difference.expected_form == ExpectedForm::Line;
    match (&difference.expected, &difference.got) {
        (Some(expected), Some(got)) => is_of_lines && !place::are_alike(expected, got),
        (None, None) => false,
        _ => is_of_lines,
    }
}
