//! The one way in which ambiguity is resolved: of several readings, the one with the fewest wrong claims is kept.
//!
//! A reading is anything that explains what is seen: which die is red, which face fell, whose number this is, what the program made of
//! a roll, whether words near numbers are to be trusted. Where several readings are equally good, all of them are kept, and a fact of
//! which they say different things is undecided.

use super::ledger::FactLedger;

/// Keeps those of some readings by which the fewest claims are wrong.
pub(crate) fn fewest_wrong<R>(readings: Vec<R>, wrong: impl Fn(&R) -> usize) -> Vec<R> {
    let fewest = readings.iter().map(&wrong).min().unwrap_or(0);
    readings.into_iter().filter(|reading| wrong(reading) == fewest).collect()
}

/// Returns what equally good readings say together: a fact that is wrong by some of them only is undecided, for the reason `why`.
pub(crate) fn agree(readings: impl IntoIterator<Item = FactLedger>, why: &str) -> FactLedger {
    readings.into_iter().reduce(|one, other| one.agreed(other, why)).unwrap_or_default()
}

/// Why a fact is undecided about which equally good readings of a whole conversation disagree.
pub(crate) const TWO_WAYS: &str = "the conversation can be read in two ways, by which other facts are wrong";

#[cfg(test)]
mod tests {
    use super::super::claims::Told;
    use super::*;
    use crate::by_evidence::dialogue::Stage;
    use crate::cases::Cause;
    use crate::cases::facts::DiceFact;

    #[test]
    fn of_readings_those_with_the_fewest_wrong_claims_are_kept() {
        assert_eq!(fewest_wrong(vec![3, 1, 2, 1], |wrong| *wrong), [1, 1]);
        assert!(fewest_wrong(Vec::<usize>::new(), |wrong| *wrong).is_empty());
    }

    /// Returns what a reading says that makes these claims about facts, each with what is wrong.
    fn read(claims: &[(DiceFact, Option<Cause>)]) -> FactLedger {
        let mut ledger = FactLedger::default();
        for (fact, fault) in claims {
            ledger.claim(*fact, (&Stage::default(), 0), *fault, Told::default);
        }
        ledger
    }

    #[test]
    fn a_fact_of_which_equally_good_readings_say_different_things_is_undecided() {
        let (holds, wrong) =
            (read(&[(DiceFact::ScoreSum, None)]), read(&[(DiceFact::ScoreSum, Some(Cause::WrongValue))]));
        let both = read(&[(DiceFact::ScoreSum, None), (DiceFact::ScoreSum, Some(Cause::WrongValue))]);
        let silent = read(&[(DiceFact::ScoreDoubled, None)]);
        let found = |readings: &[&FactLedger]| {
            let ledger = agree(readings.iter().map(|reading| (*reading).clone()), "why");
            let entry = ledger.entry("score/sum");
            (entry.held, entry.wrong.len(), entry.unread.is_some())
        };
        assert_eq!(found(&[&holds, &wrong]), (0, 0, true));
        assert_eq!(found(&[&wrong, &holds]), (0, 0, true));
        assert_eq!(found(&[&wrong, &wrong]), (0, 1, false));
        assert_eq!(found(&[&holds, &holds]), (1, 0, false));
        assert_eq!(found(&[&holds, &both]), (1, 0, true));
        assert_eq!(found(&[&holds, &silent]), (1, 0, false));
        assert_eq!(found(&[&silent, &wrong]), (0, 0, true));
        assert_eq!(found(&[&silent, &holds]), (1, 0, false));
    }
}
