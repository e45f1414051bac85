//! A judged case, small enough to be held by the thousand: its recording is elsewhere, long lines are cut, and of many
//! differences only those are left that a report tells of.

use std::borrow::Cow;

use super::shortlist::Shortlist;
use crate::cases::Case;
use crate::comparison::Difference;
use crate::judging::{Deduction, Judgement};
use crate::recording::Recording;

/// Characters of a printed line or a sentence that are kept beyond those of the line that it should be.
const KEPT: usize = 400;

/// What stands for the rest of a line.
const CUT: char = '…';

/// One case and what was made of it.
#[derive(Debug, Clone)]
pub struct Judged<'a> {
    /// The case.
    pub case: &'a Case,
    /// How long it ran.
    pub seconds: f64,
    /// How often it was run.
    pub runs: usize,
    /// What was made of it, with the differences that a report tells of.
    pub judgement: Judgement,
    /// How many differences it does not tell of.
    pub left_out: usize,
}

impl<'a> Judged<'a> {
    /// Returns what results tell of a judged case. Every line is long enough to show where it differs.
    pub fn new(case: &'a Case, recording: &Recording, mut judgement: Judgement) -> Self {
        if let Cow::Owned(sentence) = &mut judgement.sentence {
            shorten(sentence, KEPT);
        }
        let of_end = judgement.ended_by.iter_mut().filter_map(|end| end.text_mut());
        of_end.for_each(|text| shorten(text, KEPT));
        judgement.unread_line.iter_mut().for_each(|line| shorten(line, KEPT));
        let Shortlist { deductions, left_out } = Shortlist::of(judgement.deductions);
        judgement.deductions = deductions;
        for Deduction { root, followers } in &mut judgement.deductions.all {
            std::iter::once(root).chain(followers).for_each(|it| shorten_texts(&mut it.difference));
        }
        let runs = recording.played_on().map_or(1, |played| played.runs);
        Self { case, seconds: recording.seconds(), runs, judgement, left_out }
    }
}

fn shorten_texts(difference: &mut Difference) {
    let expected = difference.expected.as_ref().map_or(0, |line| line.chars().count());
    let texts = difference.actual.iter_mut().chain(difference.detail.texts_mut());
    texts.for_each(|text| shorten(text, expected + KEPT));
}

fn shorten(text: &mut String, most: usize) {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push(CUT);
        text.shrink_to_fit();
    }
}

/// Returns whether `got`, which may have been cut, tells of the line `printed`.
pub(super) fn tells_of(got: &str, printed: &str) -> bool {
    let is_its_head = |head: &str| head.chars().count() >= KEPT && printed.starts_with(head);
    got.trim_end() == printed.trim_end() || got.strip_suffix(CUT).is_some_and(is_its_head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_and_still_found() {
        let printed = "é".repeat(10 * KEPT);
        let mut got = printed.clone();
        shorten(&mut got, KEPT);
        assert_eq!(got.chars().count(), KEPT + 1);
        assert!(tells_of(&got, &printed) && !tells_of(&got, "é"));
        let mut short = "a  ".to_string();
        shorten(&mut short, KEPT);
        assert!(short == "a  " && tells_of(&short, "a") && !tells_of("a…", "ab"));
    }
}
