//! What runs tell of one bend, and whether that is enough to name it.

use super::said::ThrownAgain;
use crate::amounts::amount;

/// What the runs of a submission tell of a bend.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct BendEvidence {
    /// The telling runs, by their indices, whose first wrong turn is what the bent game says.
    pub(crate) told: Vec<usize>,
    /// How many telling runs do not have the turn that the bent game has.
    pub(crate) missed: usize,
    /// How many of these nearly have it: what is left of the turn is another mistake, perhaps.
    pub(super) nearly: usize,
    /// In how many of the runs that tell the wrong turn is what the bent game says to the character.
    pub(crate) exact: usize,
    /// In how many runs that are right the bent game says something else.
    pub(crate) against: usize,
    /// How much nearer the bent game is in the runs of `told`: 1 for each that it explains wholly.
    pub(crate) gain: f64,
    /// The dice that the bent game has thrown in these runs, but not the game without the bend.
    pub(super) more_dice: ThrownAgain,
    /// All dice that the bent game has thrown again in these runs, where it is known which is which.
    pub(super) all_dice: ThrownAgain,
}

/// What becomes of a bend on the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BendVerdict {
    /// It is the broken rule.
    Named,
    /// One run only tells of it.
    Perhaps,
    /// Too many runs contradict it, or it explains too little.
    Rejected,
    /// It would change nothing before the first wrong turn of any run.
    Silent,
}

/// Why a bend is not named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objection {
    /// Too many telling runs do not have its turn.
    Misses,
    /// Too many runs that are right contradict it.
    Contradicted,
    /// It had dice thrown again that were kept.
    DiceWereKept,
    /// Too much stays wrong after its turn.
    ExplainsTooLittle,
    /// Only one run tells of it.
    OneRun,
    /// The evidence is enough, but other bends explain the same runs, and more.
    Rival,
}

/// So many telling runs are needed.
const FEWEST: usize = 2;

/// Of 20 runs that speak, for or against, so many may contradict.
const AGAINST_OF_20: usize = 1;

/// Of 10 telling runs so many must have the very turn.
const TOLD_OF_10: usize = 9;

/// For each telling run that nearly has the turn so many must have it.
const FOR_EACH: usize = 4;

/// With the turn in so many of 10 telling runs, a bend is likely, though not named.
const LIKELY_OF_10: usize = 6;

/// A likely bend outweighs one that has the turns of so many times fewer runs.
const OUTWEIGHS: usize = 8;

/// So many standard deviations above what is expected are no chance, of dice that only the bent game throws again,
const DEVIATIONS: f64 = 2.6;

/// and of all that it does: those that both games throw may be kept for another reason.
const DEVIATIONS_OF_ALL: f64 = 4.0;

/// The bent game must be nearer by this share of the distance, on average,
const GAIN: f64 = 0.6;

/// and by this share where one run only tells of the bend.
const GAIN_OF_ONE: f64 = 0.95;

impl BendEvidence {
    /// Returns what becomes of the bend.
    pub(crate) fn verdict(&self) -> BendVerdict {
        match self.objection() {
            _ if self.told.is_empty() && self.missed == 0 => BendVerdict::Silent,
            Objection::OneRun => BendVerdict::Perhaps,
            Objection::Rival => BendVerdict::Named,
            _ => BendVerdict::Rejected,
        }
    }

    /// Returns whether several runs are evidence enough to name it.
    pub(super) fn is_enough(&self) -> bool {
        self.verdict() == BendVerdict::Named
    }

    /// Returns what runs tell together, of which so many tell of the bend, miss it, or contradict it.
    #[cfg(test)]
    pub(crate) fn of(told: usize, missed: usize, against: usize, gain: f64) -> Self {
        Self { told: (0..told).collect(), missed, against, gain, ..Self::default() }
    }

    /// Returns why a bend with this evidence was not named.
    pub(crate) fn objection(&self) -> Objection {
        let told = self.told.len();
        if !self.is_promising() {
            Objection::Misses
        } else if self.mean_gain() < GAIN {
            Objection::ExplainsTooLittle
        } else if self.dice_were_kept() {
            Objection::DiceWereKept
        } else if self.against > self.most_against() {
            Objection::Contradicted
        } else if told < FEWEST {
            Objection::OneRun
        } else {
            Objection::Rival
        }
    }

    /// Returns how many right runs may contradict it.
    pub(super) fn most_against(&self) -> usize {
        self.told.len() * AGAINST_OF_20 / 20
    }

    /// Returns whether one run only tells of the bend, and all that is wrong in it is explained: where few cases are there, none may be left to confirm it.
    pub(super) fn explains_its_only_run(&self) -> bool {
        self.objection() == Objection::OneRun && self.missed == 0 && self.mean_gain() >= GAIN_OF_ONE
    }

    /// Returns whether dice were kept that the bent game would have thrown again.
    pub(super) fn dice_were_kept(&self) -> bool {
        self.more_dice.were_kept(DEVIATIONS) || self.all_dice.were_kept(DEVIATIONS_OF_ALL)
    }

    /// Returns whether enough of the telling runs have the very turn.
    pub(super) fn is_promising(&self) -> bool {
        !self.told.is_empty() && self.may_become_promising(0)
    }

    /// Returns whether enough of the telling runs may have the very turn once so many more runs are asked.
    pub(super) fn may_become_promising(&self, more: usize) -> bool {
        are_enough(self.told.len() + more, self.speak_against_it())
    }

    /// Returns whether enough of the telling runs would have the very turn if so many of those that miss it had it.
    pub(super) fn would_be_promising(&self, of_missed: usize) -> bool {
        are_enough(self.told.len() + of_missed, self.speak_against_it() - of_missed)
    }

    /// Returns how many of the runs that miss the turn speak against the bend: not those that nearly have it, as far as enough have it for each.
    fn speak_against_it(&self) -> usize {
        self.missed - self.nearly.min(self.told.len() / FOR_EACH)
    }

    /// Returns whether other bends have the wrong turns of all these runs, and of more: then it is a part of something else.
    pub(super) fn is_part_of(&self, other: &Self) -> bool {
        other.told.len() > self.told.len() && self.told.iter().all(|run| other.told.contains(run))
    }

    /// Returns whether other bends have the wrong turns of so many more runs that it is likelier that a slip hides these from the rest of their runs.
    pub(super) fn is_outweighed_by(&self, other: &Self) -> bool {
        let told = other.told.len();
        told >= OUTWEIGHS * self.told.len() && told * 10 >= (told + other.speak_against_it()) * LIKELY_OF_10
    }

    /// Returns how much nearer the bent game is in a telling run, on average.
    pub(crate) fn mean_gain(&self) -> f64 {
        if self.told.is_empty() { 0.0 } else { self.gain / amount(self.told.len()) }
    }
}

/// Returns whether so many runs have the very turn that those that miss it do not count.
fn are_enough(told: usize, missed: usize) -> bool {
    told * 10 >= (told + missed) * TOLD_OF_10
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(told: usize, missed: usize, against: usize, mean_gain: f64) -> BendEvidence {
        let gain = mean_gain * amount(told);
        BendEvidence::of(told, missed, against, gain)
    }

    #[track_caller]
    fn check(told: usize, missed: usize, against: usize, mean_gain: f64, expected: BendVerdict) {
        let evidence = evidence(told, missed, against, mean_gain);
        assert_eq!(evidence.verdict(), expected, "{evidence:?}");
    }

    #[test]
    fn a_bend_is_named_on_two_telling_runs_that_nothing_contradicts() {
        check(2, 0, 0, 1.0, BendVerdict::Named);
        check(2, 0, 0, 0.6, BendVerdict::Named);
        check(2, 0, 0, 0.59, BendVerdict::Rejected);
        check(1, 0, 0, 1.0, BendVerdict::Perhaps);
        check(0, 3, 0, 0.0, BendVerdict::Rejected);
        check(0, 0, 5, 0.0, BendVerdict::Silent);
    }

    #[test]
    fn a_run_that_nearly_has_the_turn_does_not_count_beside_four_that_have_it() {
        for (told, nearly, missed, expected) in [
            (4, 1, 1, true),
            (3, 1, 1, false),
            (4, 2, 2, false),
            (8, 2, 2, true),
            (4, 0, 1, false),
            (4, 1, 2, false),
            (0, 1, 1, false),
        ] {
            let evidence = BendEvidence { nearly, ..evidence(told, missed, 0, 1.0) };
            assert_eq!(evidence.is_promising(), expected, "{told} {nearly} {missed}");
        }
    }

    #[test]
    fn one_run_is_enough_if_it_is_explained_wholly_and_nothing_speaks_against_it() {
        assert!(evidence(1, 0, 0, 1.0).explains_its_only_run());
        for (told, missed, against, mean_gain) in
            [(1, 0, 0, 0.9), (1, 1, 0, 1.0), (1, 0, 1, 1.0), (2, 0, 0, 1.0)]
        {
            let evidence = evidence(told, missed, against, mean_gain);
            assert!(!evidence.explains_its_only_run(), "{evidence:?}");
        }
    }

    #[test]
    fn what_is_not_named_has_a_reason() {
        let reasons = [
            (evidence(0, 3, 0, 0.0), Objection::Misses),
            (evidence(8, 1, 0, 1.0), Objection::Misses),
            (evidence(2, 0, 0, 0.5), Objection::ExplainsTooLittle),
            (evidence(2, 0, 1, 1.0), Objection::Contradicted),
            (evidence(1, 0, 0, 1.0), Objection::OneRun),
            (evidence(2, 0, 0, 1.0), Objection::Rival),
        ];
        for (evidence, reason) in reasons {
            assert_eq!(evidence.objection(), reason, "{evidence:?}");
        }
    }

    #[test]
    fn a_likely_bend_outweighs_one_that_few_runs_tell_of() {
        let few = evidence(2, 0, 0, 1.0);
        assert!(few.is_outweighed_by(&evidence(20, 5, 0, 0.0)));
        assert!(!few.is_outweighed_by(&evidence(20, 14, 0, 0.0)));
        assert!(!few.is_outweighed_by(&evidence(15, 0, 0, 0.0)));
    }

    #[test]
    fn nine_of_ten_telling_runs_must_have_the_turn_and_nearly_no_right_run_may_change() {
        check(9, 1, 0, 1.0, BendVerdict::Named);
        check(8, 1, 0, 1.0, BendVerdict::Rejected);
        check(19, 0, 1, 1.0, BendVerdict::Rejected);
        check(20, 0, 1, 1.0, BendVerdict::Named);
    }
}
