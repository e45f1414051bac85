//! How long the cases of a suite take: as measured in earlier runs of the class, or by an estimate; and how many shards follow from that.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use crate::cases::Case;

/// How long a program takes that does nothing, in seconds, where nothing was measured: between a native program and Java.
const START: f64 = 0.1;

/// How long it takes to type a line and to wait for the next question.
const LINE: f64 = 0.002;

/// What a unit costs at least, so that shards have a bound of units, too.
const LEAST: f64 = 0.002;

/// How long a shard should take: what a scheduler and a new process cost for each is less than a hundredth of it.
const SHARD: f64 = 180.0;

/// The most shards. Schedulers allow arrays of a thousand tasks where nobody has changed it.
pub(super) const MOST_SHARDS: usize = 1000;

/// How long a case took, with how many submissions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct MeasuredTime {
    seconds: f64,
    runs: u32,
}

impl MeasuredTime {
    /// Adds a run.
    pub(super) fn add(&mut self, seconds: f64) {
        self.seconds += seconds;
        self.runs += 1;
    }

    fn mean(self) -> f64 {
        self.seconds / f64::from(self.runs)
    }
}

/// Returns how long each case takes: the mean of its runs, for a case without any that of the others, and where there are none at all, by
/// an estimate.
pub(super) fn seconds(cases: &[Case], measured: &BTreeMap<String, MeasuredTime>) -> Vec<f64> {
    let mut all = MeasuredTime::default();
    for one in measured.values() {
        all.add(one.mean());
    }
    let of = |case: &Case| match measured.get(&case.id) {
        Some(one) => one.mean(),
        None if all.runs > 0 => all.mean(),
        None => estimate(case),
    };
    cases.iter().map(|case| of(case).max(LEAST)).collect()
}

fn estimate(case: &Case) -> f64 {
    let lines = case.transcript.as_ref().map_or(1, |transcript| transcript.typed().len());
    START + LINE * f64::from(u32::try_from(lines).unwrap_or(u32::MAX))
}

/// Returns into how many shards so many units are divided that take so many seconds together.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a small number of shards")]
pub(super) fn shards(seconds: f64, units: usize) -> NonZeroUsize {
    let wanted = (seconds / SHARD).ceil() as usize;
    NonZeroUsize::new(wanted.min(MOST_SHARDS).min(units)).unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    #[test]
    fn shards_take_minutes_and_are_a_thousand_at_most() {
        let count = |seconds: f64, units: usize| shards(seconds, units).get();
        assert_eq!([count(0.0, 0), count(10.0, 500), count(361.0, 500), count(361.0, 2)], [1, 1, 3, 2]);
        assert_eq!(count(1e9, 1_000_000), MOST_SHARDS);
    }

    #[test]
    fn a_case_that_was_never_run_costs_as_much_as_the_others() {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let cases = &suite.cases[..3];
        let estimated = seconds(cases, &BTreeMap::new());
        assert!(estimated.iter().all(|seconds| (0.1..0.2).contains(seconds)), "{estimated:?}");
        let mut measured = BTreeMap::<String, MeasuredTime>::new();
        for (case, seconds) in [(0, 1.0), (0, 3.0), (1, 4.0)] {
            measured.entry(cases[case].id.clone()).or_default().add(seconds);
        }
        assert_eq!(seconds(cases, &measured), [2.0, 4.0, 3.0]);
    }
}
