//! Whose case runs next: that of the submission on which the least time was spent, so that nobody waits for somebody else's slow
//! program.
//!
//! Time comes in from outside, as what has passed since the run began; nothing here waits.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// What a worker does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WorkerTask {
    /// Prepares the program of this submission.
    Prepare(usize),
    /// Runs this case of this submission.
    Run(usize, usize),
    /// Waits until another worker has done something.
    Wait,
    /// Goes home: everything is done, or being done.
    End,
}

/// What is left to be done, and what was spent on whom.
#[derive(Debug)]
pub(super) struct Schedule {
    /// The submissions that nobody has begun with, in their order, and the places of the cases that they need.
    waiting: VecDeque<(usize, Vec<usize>)>,
    /// Those that are being worked on, by their places.
    active: BTreeMap<usize, ActiveSubmission>,
    /// How many may be worked on at the same time.
    most_active: usize,
}

#[derive(Debug, Default)]
struct ActiveSubmission {
    /// Whether its program is there.
    is_prepared: bool,
    /// The cases that were not begun, in their order.
    left: VecDeque<usize>,
    /// How many cases run, and when they were begun, all together.
    running: usize,
    begun: Duration,
    /// How long the others took.
    spent: Duration,
}

impl ActiveSubmission {
    fn spent(&self, now: Duration) -> Duration {
        let running = now * u32::try_from(self.running).unwrap_or(u32::MAX);
        self.spent + running.saturating_sub(self.begun)
    }
}

impl Schedule {
    /// Returns a schedule for these submissions, each with the places of the cases that it needs; at most so many are worked on at the
    /// same time.
    pub(super) fn new(submissions: Vec<(usize, Vec<usize>)>, most_active: usize) -> Self {
        Self { waiting: submissions.into(), active: BTreeMap::new(), most_active }
    }

    /// Returns what a worker shall do now. A submission is begun as soon as there is room, else the case comes whose submission had the
    /// least time; of several the first.
    pub(super) fn next(&mut self, now: Duration) -> WorkerTask {
        if self.active.len() < self.most_active
            && let Some((submission, left)) = self.waiting.pop_front()
        {
            let begun = ActiveSubmission { left: left.into(), ..ActiveSubmission::default() };
            self.active.insert(submission, begun);
            return WorkerTask::Prepare(submission);
        }
        let can_run =
            self.active.iter_mut().filter(|(_, active)| active.is_prepared && !active.left.is_empty());
        if let Some((submission, active)) = can_run.min_by_key(|(_, active)| active.spent(now)) {
            let case = active.left.pop_front().expect("there is one left");
            active.running += 1;
            active.begun += now;
            return WorkerTask::Run(*submission, case);
        }
        let may_need_hands = self.active.values().any(|active| !active.is_prepared);
        if may_need_hands || !self.waiting.is_empty() { WorkerTask::Wait } else { WorkerTask::End }
    }

    /// Notes that the program of a submission is there. Returns whether there is nothing to run.
    pub(super) fn prepared(&mut self, submission: usize) -> bool {
        let active = self.active.get_mut(&submission).expect("somebody has begun with it");
        active.is_prepared = true;
        active.left.is_empty()
    }

    /// Notes that a case was run that was begun at `begun`. Returns whether it was the last one of its submission.
    pub(super) fn ran(&mut self, submission: usize, begun: Duration, now: Duration) -> bool {
        let active = self.active.get_mut(&submission).expect("somebody has begun with it");
        active.running -= 1;
        active.begun = active.begun.saturating_sub(begun);
        active.spent += now.saturating_sub(begun);
        active.running == 0 && active.left.is_empty()
    }

    /// Notes that nothing is to be done any more for a submission.
    pub(super) fn finished(&mut self, submission: usize) {
        self.active.remove(&submission);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Lets one worker do everything, where each case of a submission takes so many seconds, and returns what it did.
    fn worked(costs: &[u64], cases: usize, most_active: usize) -> String {
        let submissions = (0..costs.len()).map(|submission| (submission, (0..cases).collect())).collect();
        let mut schedule = Schedule::new(submissions, most_active);
        let mut now = Duration::ZERO;
        let mut done = Vec::new();
        loop {
            match schedule.next(now) {
                WorkerTask::Prepare(submission) => {
                    done.push(format!("+{submission}"));
                    assert!(!schedule.prepared(submission));
                }
                WorkerTask::Run(submission, case) => {
                    done.push(format!("{submission}.{case}"));
                    let begun = now;
                    now += seconds(costs[submission]);
                    if schedule.ran(submission, begun, now) {
                        schedule.finished(submission);
                    }
                }
                WorkerTask::Wait => panic!("nobody else could do anything"),
                WorkerTask::End => return done.join(" "),
            }
        }
    }

    #[test]
    fn everybody_gets_the_same_time() {
        assert_eq!(worked(&[1, 1, 1], 2, 9), "+0 +1 +2 0.0 1.0 2.0 0.1 1.1 2.1");
        assert_eq!(worked(&[1, 5], 4, 9), "+0 +1 0.0 1.0 0.1 0.2 0.3 1.1 1.2 1.3");
        assert_eq!(worked(&[5, 1, 1], 3, 9), "+0 +1 +2 0.0 1.0 2.0 1.1 2.1 1.2 2.2 0.1 0.2");
    }

    #[test]
    fn only_some_are_worked_on_at_the_same_time() {
        assert_eq!(worked(&[1, 1, 1], 2, 1), "+0 0.0 0.1 +1 1.0 1.1 +2 2.0 2.1");
        assert_eq!(worked(&[1, 1, 1], 1, 2), "+0 +1 0.0 +2 1.0 2.0");
    }

    #[test]
    fn a_case_that_runs_counts_while_it_runs() {
        let mut schedule = Schedule::new(vec![(0, vec![0, 1]), (1, vec![0, 1, 2])], 9);
        for submission in 0..2 {
            assert_eq!(schedule.next(Duration::ZERO), WorkerTask::Prepare(submission));
            schedule.prepared(submission);
        }
        assert_eq!(schedule.next(seconds(0)), WorkerTask::Run(0, 0));
        for case in 0..3 {
            assert_eq!(
                schedule.next(seconds(case + 1)),
                WorkerTask::Run(1, usize::try_from(case).expect("small"))
            );
            assert!(!(schedule.ran(1, seconds(case + 1), seconds(case + 1)) && case < 2));
        }
        assert_eq!(schedule.next(seconds(9)), WorkerTask::Run(0, 1));
        assert_eq!(schedule.next(seconds(9)), WorkerTask::End);
    }

    #[test]
    fn a_worker_waits_for_programs_that_others_prepare() {
        let mut schedule = Schedule::new(vec![(0, vec![0])], 9);
        assert_eq!(schedule.next(Duration::ZERO), WorkerTask::Prepare(0));
        assert_eq!(schedule.next(Duration::ZERO), WorkerTask::Wait);
        assert!(!schedule.prepared(0));
        assert_eq!(schedule.next(Duration::ZERO), WorkerTask::Run(0, 0));
        assert_eq!(schedule.next(Duration::ZERO), WorkerTask::End);
    }
}
