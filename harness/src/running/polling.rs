//! Whether a program polls its input in a way that the kernel does not tell: it sleeps again and again, or calls the kernel
//! again and again, and nothing else comes of it.
//!
//! To type to a program that does not wait does no harm, for the line stays where it is, and what is printed before it is read
//! is recorded before it. To stop one would, so whoever stops it must wait for longer than for others.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::waiting::TreeWork;

/// How long nothing else must come of it.
const PAUSING: Duration = Duration::from_millis(100);
const CALLING: Duration = Duration::from_millis(200);

/// How often one task must have slept, and been woken.
const PAUSES: u64 = 8;

/// How many reads that return nothing are no accident.
const READS: u64 = 100;

/// Processor time, in ticks of the kernel: less tells nothing.
const TICKS: u64 = 10;

/// How many pages of memory a program may ask for meanwhile: one that asks for more does some work.
const PAGES: u64 = 100;

/// How sure it is that a program polls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guess {
    /// It tries to read and gets nothing, or sleeps again and again.
    Likely,
    /// It calls the kernel again and again, be it to ask for input or for the time.
    Possible,
}

/// What was seen first, since something was printed last.
#[derive(Debug, Default)]
pub(super) struct Polls {
    pauses: Option<(Instant, u64, BTreeMap<u32, u64>)>,
    calls: Option<(Instant, TreeWork)>,
}

impl Polls {
    /// Returns whether a program of which no task runs polls: it has used `used` ticks of processor time, and its tasks were
    /// `woken` so often.
    pub(super) fn by_pauses(&mut self, used: u64, woken: BTreeMap<u32, u64>) -> Option<Guess> {
        if let Some((since, used_before, before)) = &self.pauses {
            let elapsed = since.elapsed();
            if used <= used_before + may_use(elapsed) {
                let pauses =
                    |(task, count): (&u32, &u64)| before.get(task).is_some_and(|it| it + PAUSES <= *count);
                return (elapsed >= PAUSING && woken.iter().any(pauses)).then_some(Guess::Likely);
            }
        }
        self.pauses = Some((Instant::now(), used, woken));
        None
    }

    /// Returns whether a program that runs, and has done so much, polls.
    pub(super) fn by_calls(&mut self, work: TreeWork) -> Option<Guess> {
        match &self.calls {
            Some((since, before)) if before.moved == work.moved => {
                only_calls(before, &work).filter(|_| since.elapsed() >= CALLING)
            }
            _ => {
                self.calls = Some((Instant::now(), work));
                None
            }
        }
    }
}

/// Returns how many ticks a program may use in this time that does nothing but look for input between two pauses.
fn may_use(elapsed: Duration) -> u64 {
    2 + u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX) / 100
}

/// Returns whether a program has done nothing from one look to another but call the kernel: it tries to read, or at least a
/// sixth of its time is the kernel's, which is more than those have that compute.
fn only_calls(before: &TreeWork, after: &TreeWork) -> Option<Guess> {
    let used = after.used.saturating_sub(before.used);
    let in_kernel = after.in_kernel.saturating_sub(before.in_kernel);
    match () {
        () if after.pages.saturating_sub(before.pages) >= PAGES => None,
        () if after.reads.saturating_sub(before.reads) >= READS => Some(Guess::Likely),
        () if used >= TICKS && in_kernel * 6 >= used => Some(Guess::Possible),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_computes_or_moves_bytes_does_not_poll() {
        let before = TreeWork { used: 50, in_kernel: 10, reads: 7, moved: 9, pages: 1000 };
        let after = |used, in_kernel, reads, pages| TreeWork {
            used: before.used + used,
            in_kernel: before.in_kernel + in_kernel,
            reads: before.reads + reads,
            pages: before.pages + pages,
            ..before
        };
        for (work, polls) in [
            (after(20, 0, 0, 0), None),
            (after(20, 3, 0, 0), None),
            (after(20, 10, 0, 0), Some(Guess::Possible)),
            (after(20, 10, 0, 5000), None),
            (after(3, 3, 0, 0), None),
            (after(3, 1, 5000, 0), Some(Guess::Likely)),
        ] {
            assert_eq!(only_calls(&before, &work), polls, "{work:?}");
        }
    }

    #[test]
    fn one_long_sleep_is_no_poll_and_nor_are_tasks_that_wake_each_other_once() {
        let mut polls = Polls::default();
        let woken = |counts: &[u64]| (0..).zip(counts.iter().copied()).collect();
        assert_eq!(polls.by_pauses(5, woken(&[100, 3])), None);
        let (since, ..) = polls.pauses.as_mut().expect("seen");
        *since = since.checked_sub(Duration::from_secs(1)).expect("a second ago");
        assert_eq!(polls.by_pauses(5, woken(&[100, 4])), None);
        assert_eq!(polls.by_pauses(5, woken(&[104, 7])), None);
        assert_eq!(polls.by_pauses(5, woken(&[100, 11])), Some(Guess::Likely));
        assert_eq!(polls.by_pauses(500, woken(&[100, 30])), None, "it works meanwhile");
    }
}
