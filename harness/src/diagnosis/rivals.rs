//! What else may have caused what an attempt explains: then none of its bends is named.

use std::collections::BTreeSet;

use super::attempt::Attempt;
use super::distance::words;
use super::known::{BendSearch, all_but};
use super::said::SaidByGame;
use super::symptom::{is_part_of_more, is_said_elsewhere, symptom, withheld};

impl<'a> BendSearch<'a> {
    /// Returns whether all that the bends explain is that something is left out which is left out in as many other runs, too, or which is
    /// known to be never shown: then it is never printed.
    pub(super) fn is_left_out_elsewhere(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let left_out: Option<Vec<_>> = told.iter().map(|run| self.left_out(*run)).collect();
        left_out.is_some_and(|left_out| {
            let same = self.others(attempt).filter_map(|run| self.left_out(run));
            same.filter(|out| left_out.contains(out)).count() >= told.len()
                || left_out.iter().all(|out| self.is_never_shown(out))
        })
    }

    /// Returns whether the bends explain only some of the runs in which the same is answered wrongly.
    pub(super) fn is_answered_elsewhere(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let others = self.others(attempt);
        let told: Vec<_> = told.iter().map(|run| self.symptom(*run)).collect();
        is_part_of_more(&told, &others.map(|run| self.symptom(run)).collect::<Vec<_>>())
    }

    /// Returns whether what the bends explain is that something is not said, which is said in as many other runs where it should not be.
    pub(super) fn is_withheld_and_said(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let withheld: Vec<_> = told.iter().map(|run| self.withheld(*run)).collect();
        let others = self.others(attempt);
        is_said_elsewhere(&withheld, &others.map(|run| self.symptom(run)).collect::<Vec<_>>())
    }

    /// Returns whether all that one of the bends explains is a failure of which the program tells its own exception: that says why it fails, unless
    /// the bend is about nothing else.
    pub(super) fn only_fails(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let has_exception = |run: &usize| self.exception(*run).is_some();
        if !told.iter().any(has_exception) {
            return false;
        }
        let names = self.with(&attempt.names);
        let bent = self.bent(&names);
        let failing = self.scene.game.failing_bends();
        attempt.names.iter().filter(|name| !failing.contains(name)).any(|name| {
            let without = self.bent(&all_but(name, &names));
            let mut fails = told.iter().filter_map(|at| {
                let run = &self.scene.runs[*at];
                self.spend(2 * run.printed.len());
                let said = |game| SaidByGame::of(self.scene.suite, run, game, None);
                let (said, without) = (said(&bent)?, said(&without)?);
                (!said.is(&without)).then(|| has_exception(at) && said.fails(run))
            });
            fails.next() == Some(true) && fails.all(|fails| fails)
        })
    }

    /// Returns whether one of the bends is about a failure only, and the exception that ends the program in all runs that they explain ends more of the
    /// other runs at the same place.
    pub(super) fn fails_elsewhere(&self, attempt: &Attempt<'a>) -> bool {
        let failing = self.scene.game.failing_bends();
        if !attempt.names.iter().any(|name| failing.contains(name)) {
            return false;
        }
        let told = &attempt.evidence.told;
        let exceptions: BTreeSet<Option<String>> = told.iter().map(|run| self.exception(*run)).collect();
        let same = self.others(attempt).filter(|run| exceptions.contains(&self.exception(*run)));
        !exceptions.contains(&None) && same.count() > told.len()
    }

    /// Returns the exception that ends the program in the first wrong turn of a run, and its place if that is known.
    fn exception(&self, run: usize) -> Option<String> {
        self.scene.runs[run].exception_in(self.first_wrong(run)?)
    }

    /// Returns the runs that the bends do not explain.
    fn others(&self, attempt: &Attempt<'a>) -> impl Iterator<Item = usize> {
        (0..self.looked.len()).filter(|run| !attempt.evidence.told.contains(run))
    }

    fn withheld(&self, run: usize) -> Option<String> {
        withheld(&self.looked[run].as_ref()?.said, &self.scene.runs[run], self.first_wrong(run)?)
    }

    fn symptom(&self, run: usize) -> Option<String> {
        symptom(&self.looked[run].as_ref()?.said, &self.scene.runs[run], self.first_wrong(run)?)
    }

    /// Returns whether so begins a line that the program never prints.
    fn is_never_shown(&self, beginning: &[String]) -> bool {
        let mut never_shown = self.scene.never_shown.iter();
        never_shown.any(|line| words(line).iter().take(beginning.len()).eq(beginning))
    }

    /// Returns with which words begins what is left out in the first wrong turn of a run, if nothing else is wrong in it.
    fn left_out(&self, run: usize) -> Option<Vec<String>> {
        let turn = self.first_wrong(run)?;
        self.looked[run].as_ref()?.said.left_out(&self.scene.runs[run], turn)
    }
}
