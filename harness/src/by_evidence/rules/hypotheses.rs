//! The one way in which ambiguity is resolved: of several readings, the one with the fewest wrong claims is kept.
//!
//! A reading is anything that explains what is seen: which die is red, which face fell, whose number this is, what the program made of
//! a roll, whether words near numbers are to be trusted. Where several readings are equally good, all of them are kept, and a fact of
//! which they say different things is undecided.

use super::claims::{Claimed, Outcome, Unread};
use super::ledger::FactLedger;
use crate::cases::facts::FactRow;

/// Keeps those of some readings by which the fewest claims are wrong.
pub(crate) fn fewest_wrong<R>(readings: Vec<R>, wrong: impl Fn(&R) -> usize) -> Vec<R> {
    let fewest = readings.iter().map(&wrong).min().unwrap_or(0);
    readings.into_iter().filter(|reading| wrong(reading) == fewest).collect()
}

/// Notes what equally good readings say of the facts, each reading with what became of its claims. A fact holds if some say so and none
/// says that it is wrong; it is wrong if all that speak of it say so; else it is undecided, for the reason `why`.
pub(crate) fn agree(ledger: &mut FactLedger, readings: &[Vec<Claimed>], why: &str) {
    let mut facts: Vec<&'static FactRow> = readings.iter().flatten().map(|(fact, _)| *fact).collect();
    facts.sort_by_key(|fact| fact.name);
    facts.dedup();
    for fact in facts {
        let said: Vec<&Outcome> =
            readings.iter().flatten().filter(|(of, _)| *of == fact).map(|(_, outcome)| outcome).collect();
        let is_wrong = |outcome: &&Outcome| matches!(outcome, Outcome::Wrong(_));
        let outcome = match (said.iter().any(is_wrong), said.iter().all(is_wrong)) {
            (true, false) => Outcome::Unread(Unread::from(why)),
            _ => said[0].clone(),
        };
        ledger.note(fact, outcome);
    }
}

/// Returns what equally good readings of a whole conversation say: a fact that is wrong by one and not by another is undecided.
pub(crate) fn merge(mut ledgers: Vec<FactLedger>) -> FactLedger {
    let others = ledgers.split_off(ledgers.len().min(1));
    let mut first = ledgers.pop().unwrap_or_default();
    for other in &others {
        first.doubt(other, "the conversation can be read in two ways, by which other facts are wrong");
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Cause;
    use crate::cases::facts::DiceFact;
    use crate::comparison::{Detail, Difference, Part};

    #[test]
    fn of_readings_those_with_the_fewest_wrong_claims_are_kept() {
        assert_eq!(fewest_wrong(vec![3, 1, 2, 1], |wrong| *wrong), [1, 1]);
        assert!(fewest_wrong(Vec::<usize>::new(), |wrong| *wrong).is_empty());
    }

    fn wrong() -> Outcome {
        let difference = Difference::new(Cause::WrongValue, Part::new("score/sum"), Detail::Silence);
        Outcome::Wrong(Box::new(difference))
    }

    #[test]
    fn a_fact_of_which_equally_good_readings_say_different_things_is_undecided() {
        let (sum, doubled) = (DiceFact::ScoreSum.row(), DiceFact::ScoreDoubled.row());
        let found = |readings: &[Vec<Claimed>]| {
            let mut ledger = FactLedger::default();
            agree(&mut ledger, readings, "why");
            let entry = ledger.entry("score/sum");
            (entry.held, entry.wrong.len(), entry.unread.is_some())
        };
        assert_eq!(found(&[vec![(sum, Outcome::Held)], vec![(sum, wrong())]]), (0, 0, true));
        assert_eq!(found(&[vec![(sum, wrong())], vec![(sum, wrong())]]), (0, 1, false));
        assert_eq!(found(&[vec![(sum, Outcome::Held)], vec![(doubled, Outcome::Held)]]), (1, 0, false));
    }

    #[test]
    fn a_fact_about_which_equally_good_readings_of_a_conversation_disagree_is_undecided() {
        let read = |outcome| {
            let mut ledger = FactLedger::default();
            ledger.note(DiceFact::ScoreSum.row(), outcome);
            ledger
        };
        let found = |ledgers| {
            let ledger = merge(ledgers);
            let entry = ledger.entry("score/sum");
            (entry.held, entry.wrong.len(), entry.unread.is_some())
        };
        assert_eq!(found(vec![read(Outcome::Held), read(wrong())]), (0, 0, true));
        assert_eq!(found(vec![read(wrong()), read(Outcome::Held)]), (0, 0, true));
        assert_eq!(found(vec![read(wrong()), read(wrong())]), (0, 1, false));
        assert_eq!(found(vec![read(Outcome::Held), read(Outcome::Held)]), (1, 0, false));
    }
}
