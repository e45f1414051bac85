//! Runs the cases again and again under other conditions, and notes which of them do not come out the same.
//!
//! From time to time a program passes a case and then fails it, because what it does depends on the order of a hash table, on the clock, on what
//! else runs, or on dice. Each time the cases come in another order and more or fewer of them run at the same time; Python shuffles its
//! hash tables in each run by itself.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::source::RecordingSource;
use super::{HiddenMistakes, NotMarked, Options, mark};
use crate::cases::{Case, Suite};
use crate::reports::results::{Outcomes, Results};
use crate::running::interruption;
use crate::target::Target;

/// A submission whose cases are run several times.
#[derive(Debug, Clone, Copy)]
pub struct Repetition<'a> {
    /// The program.
    pub target: &'a Target,
    /// The cases.
    pub cases: &'a [&'a Case],
    /// How often each is run in all.
    pub times: NonZeroUsize,
}

/// Runs the cases until each was run so often, and notes in `results`, which are those of the first time, how often each verdict came where
/// they differ. Marks stay those of the first time. Who does not want to wait any longer is told what was seen so far.
///
/// # Errors
/// What the harness itself could not do.
pub fn repeat(
    suite: &Suite,
    repetition: Repetition<'_>,
    options: Options,
    results: &mut Results,
) -> Result<(), NotMarked> {
    let Repetition { target, cases, times } = repetition;
    let mut outcomes: BTreeMap<String, Outcomes> = BTreeMap::new();
    count(&mut outcomes, results);
    for round in 1..times.get() {
        if interruption::is_wanted() {
            break;
        }
        let source = RecordingSource::Target { target: target.clone(), is_command: false, record: None };
        let options = Options { jobs: jobs(options.jobs, round), hidden: HiddenMistakes::Shown, ..options };
        count(&mut outcomes, &mark(suite, &in_order(cases, round), source, options, &|_| ())?.results);
    }
    for case in &mut results.cases {
        case.outcomes = outcomes.remove(&case.id).filter(|outcomes| outcomes.len() > 1).unwrap_or_default();
    }
    Ok(())
}

fn count(outcomes: &mut BTreeMap<String, Outcomes>, results: &Results) {
    for case in &results.cases {
        let own = outcomes.entry(case.id.clone()).or_default();
        *own.entry(case.verdict.name().to_string()).or_default() += 1;
    }
}

/// Returns the cases in the order of a round: backwards every other time, and each time another one first.
fn in_order<'a>(cases: &[&'a Case], round: usize) -> Vec<&'a Case> {
    let mut cases = cases.to_vec();
    if round % 2 == 1 {
        cases.reverse();
    }
    if !cases.is_empty() {
        let places = cases.len();
        cases.rotate_left(round % places);
    }
    cases
}

/// Returns how many programs run at the same time in a round: twice as many as there is room for, or only one.
fn jobs(usual: NonZeroUsize, round: usize) -> NonZeroUsize {
    if round % 2 == 1 { usual.saturating_mul(NonZeroUsize::MIN.saturating_add(1)) } else { NonZeroUsize::MIN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    #[test]
    fn each_round_has_another_order_of_the_same_cases_and_another_load() {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let cases: Vec<&Case> = suite.cases.iter().collect();
        let ids =
            |round: usize| in_order(&cases, round).iter().map(|case| case.id.clone()).collect::<Vec<_>>();
        let mut sorted = Vec::new();
        for round in 0..4 {
            let order = ids(round);
            assert!((0..round).all(|earlier| ids(earlier) != order), "round {round}");
            sorted.push({
                let mut order = order;
                order.sort();
                order
            });
        }
        assert!(sorted.iter().all(|order| *order == sorted[0]));
        let four = NonZeroUsize::new(4).expect("four");
        assert_eq!([1, 2, 3].map(|round| jobs(four, round).get()), [8, 1, 8]);
    }
}
