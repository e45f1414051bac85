//! Trying bends: what the wrong runs tell of them, first a sample, then all, and how much nearer these are by them.

use super::attempt::Attempt;
use super::evidence::BendEvidence;
use super::known::{BendSearch, first_wrong};
use super::said::{SaidByGame, ThrownAgain};
use crate::expected::BentReference;

/// Of so many wrong runs, evenly chosen, each bend is tried first.
const SAMPLE: usize = 48;

/// A run that goes astray so many turns later was explained up to there.
const SOME_TURNS: usize = 3;

/// A turn is nearly another game's if that is nearer by all but one part in so many of what was wrong.
const NEARLY: usize = 4;

/// What one run tells of a bend.
enum Tells {
    /// Nothing: up to the first wrong turn the bend changes nothing.
    Nothing,
    /// The first wrong turn is the bent game's.
    ForIt,
    /// It is not, but this many words nearer, and perhaps nearly there.
    Nearer { words: usize, is_nearly_there: bool },
    /// It is not.
    AgainstIt,
}

impl<'a> BendSearch<'a> {
    /// Tries some bends together, once beside what is named.
    pub(super) fn attempt(&self, names: Vec<&'a str>) -> Attempt<'a> {
        let key = (self.named.iter().copied().collect(), names);
        if let Some(known) = self.attempts.borrow().get(&key) {
            return known.clone();
        }
        let attempt = self.first_attempt(key.1.clone());
        if !self.is_over() {
            self.attempts.borrow_mut().insert(key, attempt.clone());
        }
        attempt
    }

    /// Tries some bends together on a sample of the wrong runs and, if that looks well, on all of them.
    fn first_attempt(&self, names: Vec<&'a str>) -> Attempt<'a> {
        let wrong: Vec<usize> =
            (0..self.looked.len()).filter(|run| self.first_wrong(*run).is_some()).collect();
        let bent = self.bent(&self.with(&names));
        let step = wrong.len().div_ceil(SAMPLE).max(1);
        let mut attempt =
            Attempt { names, evidence: BendEvidence::default(), nearer: 0, nearer_in: 0, astray: 0 };
        let (sample, rest): (Vec<usize>, Vec<usize>) = (0..wrong.len()).partition(|at| at % step == 0);
        self.ask(&bent, sample.iter().map(|at| wrong[*at]), &mut attempt);
        if attempt.evidence.is_promising() {
            self.ask(&bent, rest.iter().map(|at| wrong[*at]), &mut attempt);
        }
        if attempt.evidence.is_promising() {
            attempt.evidence.told.sort_unstable();
            self.measure(&bent, &mut attempt);
        }
        attempt
    }

    fn ask(&self, bent: &BentReference, runs: impl Iterator<Item = usize>, attempt: &mut Attempt<'a>) {
        for run in runs {
            match self.tells(bent, run) {
                Tells::Nothing => {}
                Tells::ForIt => attempt.evidence.told.push(run),
                Tells::Nearer { words, is_nearly_there } => {
                    attempt.evidence.missed += 1;
                    attempt.nearer += words;
                    attempt.nearer_in += 1;
                    attempt.evidence.nearly += usize::from(is_nearly_there);
                }
                Tells::AgainstIt => attempt.evidence.missed += 1,
            }
        }
    }

    /// Asks one run up to its first wrong turn.
    fn tells(&self, bent: &BentReference, index: usize) -> Tells {
        let run = &self.scene.runs[index];
        let (Some(looked), Some(first)) = (&self.looked[index], self.first_wrong(index)) else {
            return Tells::Nothing;
        };
        self.spend(first + 1);
        if self.is_over() {
            return Tells::Nothing;
        }
        let Some(said) = SaidByGame::of(self.scene.suite, run, bent, Some(first)) else {
            return Tells::Nothing;
        };
        if (0..first).any(|turn| !said.is_in(&looked.said, turn)) {
            return Tells::AgainstIt;
        }
        if said.is_in(&looked.said, first) {
            return Tells::Nothing;
        }
        let (before, after) = (looked.distances[first], said.distance_in(run, first));
        match after {
            0 => Tells::ForIt,
            _ if after < before => {
                // What the text says and the program prints is no slip beside the rule.
                let is_nearly_there =
                    after * NEARLY <= before && !said.lacks_a_right_line_of(&looked.said, run, first);
                Tells::Nearer { words: before - after, is_nearly_there }
            }
            // That it crashes there is another mistake: nobody knows what it would have said.
            _ if run.crashed_in(first) => Tells::Nothing,
            _ => Tells::AgainstIt,
        }
    }

    /// Measures how much nearer the bent game is in the runs that tell of it.
    fn measure(&self, bent: &BentReference, attempt: &mut Attempt<'a>) {
        let evidence = &mut attempt.evidence;
        for index in std::mem::take(&mut evidence.told) {
            let (run, Some(looked)) = (&self.scene.runs[index], &self.looked[index]) else { continue };
            self.spend(run.printed.len());
            let Some(said) = SaidByGame::of(self.scene.suite, run, bent, None) else { continue };
            if said.is_known_shorter_than(&looked.said, run) {
                // What comes after a throw that is not there cannot be compared.
                evidence.missed += 1;
                continue;
            }
            let after = said.distances(run, Some((&looked.said, &looked.distances)));
            let Some(gain) =
                gain(&looked.distances, &after).filter(|_| !makes_wrong(&looked.distances, &after))
            else {
                evidence.missed += 1;
                attempt.astray += 1;
                continue;
            };
            let first = looked.first_wrong();
            evidence.exact += usize::from(first.is_some_and(|turn| said.is_as_printed_in(run, turn)));
            evidence.told.push(index);
            evidence.gain += gain;
            evidence.more_dice.add_more(&said.again, &looked.said.again);
            evidence.all_dice.add_more(&said.told_apart, &ThrownAgain::default());
        }
    }
}

/// Returns whether the first turn that is wrong with the distances `after` was right with those `before`. Whether later ones were tells nothing:
/// conversations that have gone astray may say the same now and then.
fn makes_wrong(before: &[usize], after: &[usize]) -> bool {
    first_wrong(after).is_some_and(|turn| before[turn] == 0)
}

/// Returns how much nearer a run is with the distances `after` instead of `before`: 1 if it is explained wholly. A run that is farther
/// after all is nearer up to where it goes astray again, if that is some turns later; else nothing is returned.
fn gain(before: &[usize], after: &[usize]) -> Option<f64> {
    let sum = |distances: &[usize]| distances.iter().sum::<usize>();
    if sum(after) <= sum(before) {
        return Some(1.0 - number(sum(after)) / number(sum(before)));
    }
    let (first, next) = (first_wrong(before)?, first_wrong(after)?);
    (next >= first + SOME_TURNS).then(|| number(next - first) / number(before.len() - first))
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &[usize], after: &[usize], expected: Option<f64>) {
        let found = gain(before, after);
        let is_same = match (found, expected) {
            (Some(one), Some(other)) => (one - other).abs() < 1e-9,
            (one, other) => one.is_none() && other.is_none(),
        };
        assert!(is_same, "{found:?} instead of {expected:?}");
    }

    #[test]
    fn a_run_speaks_against_bends_by_which_it_first_goes_astray_where_it_is_right() {
        assert!(makes_wrong(&[0, 4, 0, 0], &[0, 0, 0, 2]));
        assert!(!makes_wrong(&[0, 4, 0, 0], &[0, 0, 0, 0]));
        assert!(!makes_wrong(&[0, 4, 4, 0], &[0, 0, 2, 2]));
    }

    #[test]
    fn a_run_is_nearer_by_the_share_of_its_distance_or_up_to_where_it_goes_astray_again() {
        check(&[0, 4, 4], &[0, 0, 0], Some(1.0));
        check(&[0, 4, 4], &[0, 0, 4], Some(0.5));
        check(&[0, 4, 4, 4, 4, 4], &[0, 0, 0, 0, 90, 90], Some(0.6));
        check(&[0, 4, 4, 4, 4, 4], &[0, 0, 0, 90, 90, 90], None);
    }
}
