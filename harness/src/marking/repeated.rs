//! Runs the cases again and again under other conditions, and notes which of them do not come out the same.
//!
//! From time to time a program passes a case and then fails it, because what it does depends on the order of a hash table, on the clock, on what
//! else runs, on dice, or on how much of its input one read returns. Each time the cases come in another order, more or fewer of them run at the
//! same time, and lines are typed in other pieces; Python shuffles its hash tables in each run by itself.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::recorded::Completeness;
use super::run::{CaseRuns, Sleepers, Witness, run_all};
use super::source::{RanProgram, RecordingSource};
use super::typing::types_a_list;
use super::{HiddenMistakes, Marked, NotMarked, Options, mark};
use crate::cases::{Case, Suite};
use crate::recording::Recording;
use crate::recording_store::RecordingStore;
use crate::reports::outcome;
use crate::reports::results::{Outcomes, Results};
use crate::running::{Chunking, interruption};

/// A submission whose cases are run several times.
#[derive(Debug, Clone, Copy)]
pub struct Repetition<'a> {
    /// The cases.
    pub cases: &'a [&'a Case],
    /// How often each is run in all.
    pub times: NonZeroUsize,
}

/// Runs the cases until each was run so often, and notes in the results of `marked`, which are those of the first time, how often each outcome
/// came where they differ. Marks stay those of the first time. Nothing is run again where nothing was run. Who does not want to wait any
/// longer is told what was seen so far.
///
/// # Errors
/// What the harness itself could not do to judge what was run; what it could not do to run it is the end of `marked`.
pub fn repeat(
    suite: &Suite,
    repetition: Repetition<'_>,
    options: Options,
    marked: &mut Marked,
) -> Result<(), NotMarked> {
    let Repetition { cases, times } = repetition;
    let Some(target) = marked.target.clone() else { return Ok(()) };
    let mut outcomes: BTreeMap<String, Outcomes> = BTreeMap::new();
    count(&mut outcomes, &marked.results);
    for round in 1..times.get() {
        if interruption::is_wanted() {
            break;
        }
        let store = RecordingStore::temporary()?;
        let in_order = in_order(cases, round);
        let chunking = |case: &Case| chunking(suite, case, round, &|| marked.store.read(case).ok().flatten());
        let runs = CaseRuns {
            suite,
            target: &target,
            store: &store,
            cases: &in_order,
            jobs: jobs(options.jobs, round),
            sleepers: Sleepers::KeepTheirPlace,
            chunking: &chunking,
        };
        let (_, end) = run_all(runs, Witness { listener: &|_| (), recorded: &|_, _| () });
        // What is found out besides the cases was found out the first time.
        let ran = RanProgram { store, tested: marked.tested.clone(), target: None, folder: None };
        let options = Options { hidden: HiddenMistakes::Shown, ..options };
        let source = RecordingSource::Ran(Box::new(ran));
        count(&mut outcomes, &mark(suite, cases, source, options, &|_| ())?.results);
        if let Completeness::Fault(fault) = end {
            marked.end = Completeness::Fault(fault);
            break;
        }
    }
    for case in &mut marked.results.cases {
        case.outcomes = outcomes.remove(&case.id).filter(|outcomes| outcomes.len() > 1).unwrap_or_default();
    }
    Ok(())
}

/// Returns in which pieces is typed in a round. Where the lines follow from what the program prints, none comes before it has printed.
pub(crate) fn chunking(
    suite: &Suite,
    case: &Case,
    round: usize,
    earlier: &dyn Fn() -> Option<Recording>,
) -> Chunking {
    let earlier = if types_a_list(suite, case) { earlier() } else { None };
    Chunking::of_round(round, earlier.as_ref())
}

fn count(outcomes: &mut BTreeMap<String, Outcomes>, results: &Results) {
    for case in &results.cases {
        let own = outcomes.entry(case.id.clone()).or_default();
        *own.entry(outcome(results, case)).or_default() += 1;
    }
}

/// Returns the cases in the order of a round: backwards every other time, and each time another one first.
pub(crate) fn in_order<T: Clone>(cases: &[T], round: usize) -> Vec<T> {
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
pub(crate) fn jobs(usual: NonZeroUsize, round: usize) -> NonZeroUsize {
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
