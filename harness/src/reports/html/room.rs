//! How much of the page each mistake and each case may take, so that a page of many cases stays small.

use super::contents::Contents;
use crate::judging::Verdict;
use crate::reports::results::CaseResult;

/// Bytes that the conversations of all mistakes, of all cases that differ, and of all others take.
const ALL: PageRoom = PageRoom { mistake: 700_000, differing: 1_000_000, right: 250_000, listed: 1_600 };

/// The same for one of them, where there are few.
const MOST: PageRoom = PageRoom { mistake: 80_000, differing: 120_000, right: 20_000, listed: 200 };

/// Cases that are listed with a mistake, however many mistakes there are.
const LISTED: usize = 5;

/// Bytes for one conversation, and cases that are listed with one mistake.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageRoom {
    /// Of a mistake.
    pub(super) mistake: usize,
    /// Of a case that differs somewhere.
    differing: usize,
    /// Of a case in which everything is right.
    right: usize,
    /// Cases that are listed with a mistake.
    pub(super) listed: usize,
}

impl PageRoom {
    /// Returns the room of each part of a page.
    pub(super) fn of(contents: &Contents<'_>) -> Self {
        let cases = &contents.results().cases;
        let mistakes = contents.told.count().max(1);
        let differing = cases.iter().filter(|case| differs(case)).count();
        let right = cases.len() - differing;
        Self {
            mistake: MOST.mistake.min(ALL.mistake / mistakes),
            differing: MOST.differing.min(ALL.differing / differing.max(1)),
            right: MOST.right.min(ALL.right / right.max(1)),
            listed: (ALL.listed / mistakes).clamp(LISTED, MOST.listed),
        }
    }

    /// Returns the bytes for the conversation of a case.
    pub(super) fn of_case(self, case: &CaseResult) -> usize {
        if differs(case) { self.differing } else { self.right }
    }
}

fn differs(case: &CaseResult) -> bool {
    case.verdict != Verdict::Passed || !case.differences.is_empty()
}
