//! How much of the page each mistake and each case may take, so that a page of many cases stays small.

use super::contents::Contents;
use crate::judging::Verdict;
use crate::reports::results::CaseResult;

/// Cases that are listed with a mistake, however many mistakes there are; with all mistakes together; and with one of a few.
const LISTED: (usize, usize, usize) = (5, 1_500, 200);

/// Bytes that several conversations share: what one does not need is left to those after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SharedRoom {
    bytes: usize,
    parts: usize,
    most: usize,
}

impl SharedRoom {
    /// Returns room for so many conversations, of which none takes more than `most`.
    fn of(bytes: usize, parts: usize, most: usize) -> Self {
        Self { bytes, parts, most }
    }

    /// Returns the bytes for the next conversation.
    pub(super) fn next(self) -> usize {
        self.most.min(self.bytes / self.parts.max(1))
    }

    /// Notes how many bytes a conversation took.
    pub(super) fn take(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
        self.parts = self.parts.saturating_sub(1);
    }
}

/// Bytes for conversations, and cases that are listed with one mistake.
#[derive(Debug)]
pub(super) struct PageRoom {
    /// Of mistakes.
    pub(super) mistakes: SharedRoom,
    /// Of cases that differ somewhere.
    differing: SharedRoom,
    /// Of cases in which everything is right.
    right: SharedRoom,
    /// Cases that are listed with a mistake.
    pub(super) listed: usize,
}

impl PageRoom {
    /// Returns the room of each part of a page.
    pub(super) fn of(contents: &Contents<'_>) -> Self {
        let (cases, mistakes) = (contents.seen_cases().count(), contents.told.count());
        let differing = contents.seen_cases().filter(|case| differs(case)).count();
        Self {
            mistakes: SharedRoom::of(700_000, mistakes, 80_000),
            differing: SharedRoom::of(1_000_000, differing, 120_000),
            right: SharedRoom::of(400_000, cases - differing, 60_000),
            listed: (LISTED.1 / mistakes.max(1)).clamp(LISTED.0, LISTED.2),
        }
    }

    /// Returns the room that a case shares with others.
    pub(super) fn of_case(&mut self, case: &CaseResult) -> &mut SharedRoom {
        if differs(case) { &mut self.differing } else { &mut self.right }
    }
}

fn differs(case: &CaseResult) -> bool {
    case.verdict != Verdict::Passed || !case.differences.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_does_not_need_is_left_to_those_after_it() {
        let mut room = SharedRoom::of(100, 4, 60);
        let mut given = Vec::new();
        for used in [5, 25, 200, 0] {
            given.push(room.next());
            room.take(used);
        }
        assert_eq!(given, [25, 31, 35, 0]);
        assert_eq!(SharedRoom::of(1000, 2, 60).next(), 60);
    }
}
