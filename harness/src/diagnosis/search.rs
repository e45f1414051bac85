//! The search for the bends that explain a submission: the best one by one, pairs where none alone will do, then backwards
//! without each.

use std::collections::BTreeSet;

use super::attempt::Attempt;
use super::evidence::BendEvidence;
use super::known::{BendSearch, Scene, all_but};
use super::outcome::Diagnosis;
use super::said::{SaidByGame, claimed_parts};
use crate::expected::{BentReference, is_observed};

/// So many bends are named at most.
pub(super) const MOST_NAMED: usize = 6;

/// Pairs are made of so many bends at most: of those that come nearest.
pub(super) const MOST_IN_PAIRS: usize = 12;

/// So many bends that have the first wrong turns are tried together with all others.
const MOST_BEGUN: usize = 2;

/// Finds the bends that explain what is wrong.
pub(crate) fn diagnose(scene: &Scene<'_>) -> Diagnosis {
    let mut search = BendSearch::new(scene);
    let singles = search.singles();
    let first = search.tried(&singles);
    search.name_from(singles.clone());
    search.leave_out_what_is_not_needed();
    search.exchange(&singles);
    if search.is_over() {
        return Diagnosis { is_given_up: true, ..Diagnosis::default() };
    }
    search.finish(first)
}

impl<'a> BendSearch<'a> {
    /// Names what explains most, one after the other, as long as something is wrong. These are the single bends that are tried first.
    pub(super) fn name_from(&mut self, mut singles: Vec<Attempt<'a>>) {
        while self.named.len() < MOST_NAMED && self.is_wrong() && !self.is_over() {
            let pair = || {
                let near = self.nearest(&singles);
                self.best(&self.pairs(&near)).or_else(|| self.best(&self.begun(&singles, &near)))
            };
            let following = || self.best(&self.following());
            let of_one_run = || {
                let is_enough = BendEvidence::explains_its_only_run;
                self.scene.one_is_enough.then(|| self.best_of(&singles, is_enough)).flatten()
            };
            let found = self.best(&singles).or_else(pair).or_else(following).or_else(of_one_run);
            let Some(found) = found else { break };
            self.add(&found);
            singles = self.singles();
        }
    }

    fn add(&mut self, names: &[&'a str]) {
        self.know(self.with(names));
    }

    /// Tries each bend that is not named yet.
    pub(super) fn singles(&self) -> Vec<Attempt<'a>> {
        let free = self.scene.bends.iter().filter(|name| !self.named.contains(name));
        free.map(|name| self.attempt(vec![*name])).collect()
    }

    /// Tries each bend by which the game goes on from what is shown, if none is named: what is shown later often follows from what one of them follows.
    fn following(&self) -> Vec<Attempt<'a>> {
        if self.scene.following.iter().any(|name| self.named.contains(name)) {
            return Vec::new();
        }
        let attempts = self.scene.following.iter().map(|name| self.attempt(vec![*name]));
        attempts.filter(|attempt| self.says_what_its_row_claims(attempt)).collect()
    }

    /// Returns whether a game that goes on from what is shown still says, in one of the runs that tell of it, each part that the row claims which pays. Who
    /// refuses every move shows nothing of moves, and may not be paid for what nobody has seen.
    fn says_what_its_row_claims(&self, attempt: &Attempt<'a>) -> bool {
        let bent = self.bent(&self.with(&attempt.names));
        let suite = self.scene.suite;
        let row = attempt.names.first().and_then(|name| suite.row(&suite.bends.get(*name)?.row));
        let said = |game: &BentReference| -> BTreeSet<&str> {
            let told = attempt.evidence.told.iter().map(|run| &self.scene.runs[*run]);
            // Where dice fall that nobody knows, a game says little after the place where it parts from the program.
            let told = told.filter(|run| !is_observed(suite, run.case));
            told.flat_map(|run| row.map(|row| claimed_parts(suite, run, game, row)).unwrap_or_default())
                .collect()
        };
        said(&self.game).is_subset(&said(&bent))
    }

    /// Returns the bends that come nearest alone, the nearest first; those that right runs contradict come last.
    pub(super) fn nearest<'s>(&self, singles: &'s [Attempt<'a>]) -> Vec<&'s Attempt<'a>> {
        let is_near = |attempt: &&Attempt<'a>| {
            attempt.nearer > 0 || !attempt.evidence.told.is_empty() || attempt.astray > 0
        };
        let mut near: Vec<&Attempt<'a>> = singles.iter().filter(is_near).collect();
        let worth = |attempt: &&Attempt<'a>| std::cmp::Reverse((attempt.evidence.told.len(), attempt.nearer));
        near.sort_by_key(worth);
        if near.len() > MOST_IN_PAIRS {
            near.sort_by_cached_key(|attempt| self.is_contradicted(attempt));
            near.truncate(MOST_IN_PAIRS);
        }
        near
    }

    /// Tries bends two by two.
    fn pairs(&self, near: &[&Attempt<'a>]) -> Vec<Attempt<'a>> {
        in_pairs(near.iter().map(|attempt| attempt.names.as_slice()))
            .map(|names| self.attempt(names))
            .collect()
    }

    /// Tries those bends that are near, and beside which others may be needed, with each that is not near alone.
    fn begun(&self, singles: &[Attempt<'a>], near: &[&Attempt<'a>]) -> Vec<Attempt<'a>> {
        let is_far = |other: &&Attempt<'a>| !near.iter().any(|attempt| attempt.names == other.names);
        let with_far = |one: &&Attempt<'a>| {
            let far = singles.iter().filter(is_far);
            far.map(|other| self.attempt([one.names.as_slice(), &other.names].concat())).collect::<Vec<_>>()
        };
        near.iter().filter(|attempt| attempt.is_begun()).take(MOST_BEGUN).flat_map(with_far).collect()
    }

    /// Returns the bends that explain most, on the evidence of several runs.
    pub(super) fn best(&self, attempts: &[Attempt<'a>]) -> Option<Vec<&'a str>> {
        self.best_of(attempts, BendEvidence::is_enough)
    }

    /// Returns the bends that explain most, on enough evidence.
    fn best_of(
        &self,
        attempts: &[Attempt<'a>],
        is_enough: fn(&BendEvidence) -> bool,
    ) -> Option<Vec<&'a str>> {
        let mut found: Vec<&Attempt<'a>> =
            attempts.iter().filter(|attempt| is_enough(&attempt.evidence)).collect();
        // Among those that explain as much, the one that takes fewer dice as they are shown, or says the same to the character. The sort is stable.
        found.sort_by(|one, other| {
            let gain = other.evidence.gain.total_cmp(&one.evidence.gain);
            gain.then(one.evidence.more_dice.expected.total_cmp(&other.evidence.more_dice.expected))
                .then(other.evidence.exact.cmp(&one.evidence.exact))
        });
        let has_rival = |attempt: &Attempt<'a>| {
            // Whatever falls may be thrown: who throws more dice explains more, even what was kept.
            let is_less = |other: &Attempt<'a>| {
                (attempt.evidence.is_part_of(&other.evidence)
                    || attempt.evidence.is_outweighed_by(&other.evidence))
                    && !other.evidence.dice_were_kept()
            };
            attempts.iter().any(is_less)
                || self.is_left_out_elsewhere(attempt)
                || self.is_answered_elsewhere(attempt)
                || self.is_withheld_and_said(attempt)
                || self.only_fails(attempt)
                || self.fails_elsewhere(attempt)
        };
        let holds = |attempt: &&Attempt<'a>| !has_rival(attempt) && self.holds(attempt, is_enough);
        found.into_iter().find(holds).map(|attempt| attempt.names.clone())
    }

    /// Returns whether the runs that are right do not contradict.
    pub(super) fn holds(&self, attempt: &Attempt<'a>, is_enough: fn(&BendEvidence) -> bool) -> bool {
        is_enough(&attempt.evidence)
            && is_enough(&BendEvidence { against: self.against(&attempt.names), ..attempt.evidence.clone() })
    }

    /// Returns in how many right runs the game would say something else with these bends, too.
    pub(super) fn against(&self, names: &[&str]) -> usize {
        self.against_up_to(names, usize::MAX)
    }

    /// Returns whether too many right runs speak against an attempt.
    fn is_contradicted(&self, attempt: &Attempt<'a>) -> bool {
        let most = attempt.evidence.most_against();
        self.against_up_to(&attempt.names, most + 1) > most
    }

    /// The same as `against`, but the search stops at so many.
    fn against_up_to(&self, names: &[&str], most: usize) -> usize {
        let bent = self.game.with(names.iter().copied());
        let explained = self.scene.runs.iter().zip(&self.looked).filter(|(run, looked)| {
            let Some(looked) = looked.as_ref().filter(|looked| looked.distance() == 0) else { return false };
            self.spend(run.printed.len());
            SaidByGame::of(self.scene.suite, run, &bent, None).is_some_and(|said| !said.is(&looked.said))
        });
        let explained = explained.take(most).count();
        explained + (self.scene.against)(&self.game, &bent, most - explained)
    }

    /// Leaves out each bend without which the runs are explained as well.
    fn leave_out_what_is_not_needed(&mut self) {
        let mut at = 0;
        while self.named.len() > 1 && at < self.named.len() && !self.is_over() {
            let (named, with) = (self.named.clone(), self.right_turns());
            self.know(all_but(named[at], &named));
            if is_worse(&self.right_turns(), &with) {
                self.know(named);
                at += 1;
            }
        }
    }
}

/// Returns bends two by two.
pub(super) fn in_pairs<'a: 'b, 'b>(
    near: impl Iterator<Item = &'b [&'a str]> + Clone,
) -> impl Iterator<Item = Vec<&'a str>> {
    near.clone()
        .enumerate()
        .flat_map(move |(at, one)| near.clone().skip(at + 1).map(move |other| [one, other].concat()))
}

/// Returns whether fewer turns are right than before, in the runs of which both numbers are known.
fn is_worse(now: &[Option<usize>], before: &[Option<usize>]) -> bool {
    let known = || now.iter().zip(before).filter_map(|(now, before)| Some(((*now)?, (*before)?)));
    known().map(|(now, _)| now).sum::<usize>() < known().map(|(_, before)| before).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_runs_count_of_which_both_numbers_are_known() {
        assert!(!is_worse(&[Some(4), Some(2)], &[None, Some(2)]));
        assert!(!is_worse(&[Some(4), None], &[Some(3), Some(9)]));
        assert!(is_worse(&[Some(4), Some(2)], &[Some(4), Some(3)]));
    }
}
