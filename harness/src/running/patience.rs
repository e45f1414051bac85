//! Decides from look to look whether a program waits, and when to look again.

use std::time::{Duration, Instant};

use super::polling::{Guess, Polls};
use super::waiting::TreeState;

/// How long other tasks that run may delay typing to a task that waits.
const OTHERS_DELAY: Duration = Duration::from_millis(20);

/// How long a program that waits for several things at once must be quiet to be taken for waiting.
const QUIET: Duration = Duration::from_millis(50);

/// The same for a program whose tasks the kernel does not tell about.
const QUIET_IF_HIDDEN: Duration = Duration::from_millis(250);

/// How often a program that reads without blocking must have slept, and been woken, to be taken for waiting, and how much
/// processor time it may use meanwhile, in ticks of the kernel.
const POLLS: u64 = 4;
const POLLING_TICKS: u64 = 2;

/// The first pause between two looks where nothing else tells of a wait.
const FIRST: Duration = Duration::from_micros(30);

/// The longest pause between two looks, and the first where the kernel tells of most waits.
pub(super) const LONG: Duration = Duration::from_millis(2);

/// The longest pause between two looks where the kernel tells of most waits, and the program runs or only sleeps.
const LONGEST: Duration = Duration::from_millis(20);

/// The pause of a program that prints so much that it would soon have to wait for its output to be read.
const FLOODED: Duration = Duration::from_micros(250);

/// Whether a program waits for input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    No,
    /// It does, and there is no other task that could do something meanwhile.
    Alone,
    /// One of its tasks does.
    Seen,
    /// It does nothing else that can be seen.
    Guessed(Guess),
}

impl Waits {
    fn seen(waits: bool) -> Self {
        if waits { Self::Seen } else { Self::No }
    }
}

/// How often a program is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Looks {
    /// Nothing else tells that it waits.
    Often,
    /// The kernel tells of most waits.
    Seldom,
}

/// Decides from look to look whether a program waits, and how long to pause between two looks.
pub(super) struct Patience {
    looks: Looks,
    pause: Duration,
    /// When to look next.
    due: Instant,
    /// Since when a task reads while others run.
    reading: Option<Instant>,
    /// Since when nothing runs, and the processor time used by then.
    quiet: Option<(Instant, u64)>,
    /// The processor time and the number of times that its tasks had been woken when it was first seen to poll.
    polling: Option<(u64, u64)>,
    /// Whether it polls in a way that cannot be seen.
    polls: Polls,
}

impl Patience {
    pub(super) fn new(looks: Looks) -> Self {
        let pause = first_pause(looks);
        Self {
            looks,
            pause,
            due: Instant::now() + pause,
            reading: None,
            quiet: None,
            polling: None,
            polls: Polls::default(),
        }
    }

    /// Something was printed: the program is not quiet.
    pub(super) fn restart(&mut self) {
        self.pause = first_pause(self.looks);
        self.quiet = None;
        self.polling = None;
        self.polls = Polls::default();
    }

    /// A task is about to wait, perhaps.
    pub(super) fn look_soon(&mut self) {
        self.pause = FIRST;
        self.due = Instant::now() + FIRST;
    }

    /// So much was printed that the program is surely not done.
    pub(super) fn listen_soon(&mut self) {
        self.due = Instant::now() + FLOODED;
    }

    /// Nothing can be typed now, whatever a look shows.
    pub(super) fn postpone(&mut self) {
        self.pause_again(LONG);
    }

    /// Returns how long to pause now.
    pub(super) fn pause(&self) -> Duration {
        self.due.saturating_duration_since(Instant::now())
    }

    /// Returns whether it is time to look: where nothing else tells of waits, that is whenever something happens.
    pub(super) fn is_due(&self) -> bool {
        self.looks == Looks::Often || self.pause().is_zero()
    }

    /// Returns whether a program waits that looks like this.
    pub(super) fn waits(&mut self, look: TreeState) -> Waits {
        // Of one that only sleeps nothing tells that it waits, either.
        let does_not_wait =
            matches!(look, TreeState::Running(_) | TreeState::Busy | TreeState::Pausing { .. });
        self.pause_again(if does_not_wait && self.looks == Looks::Seldom { LONGEST } else { LONG });
        self.decide(look)
    }

    fn decide(&mut self, look: TreeState) -> Waits {
        match look {
            TreeState::Reading { others_run: false } => Waits::Seen,
            TreeState::Reading { others_run: true } => {
                Waits::seen(self.reading.get_or_insert_with(Instant::now).elapsed() >= OTHERS_DELAY)
            }
            TreeState::Choosing { used } => Waits::seen(self.is_quiet(used, QUIET)),
            TreeState::Hidden { used } => Waits::seen(self.is_quiet(used, QUIET_IF_HIDDEN)),
            TreeState::Polling { used, woken } => {
                let (used_before, woken_before) = *self.polling.get_or_insert((used, woken));
                if used > used_before + POLLING_TICKS {
                    self.polling = Some((used, woken));
                }
                Waits::seen(woken >= woken_before + POLLS)
            }
            TreeState::Pausing { used, woken } => {
                self.quiet = None;
                self.polls.by_pauses(used, woken).map_or(Waits::No, Waits::Guessed)
            }
            TreeState::Running(work) => {
                self.quiet = None;
                self.polls.by_calls(work).map_or(Waits::No, Waits::Guessed)
            }
            TreeState::Busy => {
                self.quiet = None;
                Waits::No
            }
        }
    }

    fn is_quiet(&mut self, used: u64, long_enough: Duration) -> bool {
        match self.quiet {
            Some((since, before)) if before == used => since.elapsed() >= long_enough,
            _ => {
                self.quiet = Some((Instant::now(), used));
                false
            }
        }
    }

    /// Each pause is twice as long as the one before, up to `longest`.
    fn pause_again(&mut self, longest: Duration) {
        self.due = Instant::now() + self.pause.min(longest);
        self.pause = (self.pause * 2).min(longest);
    }
}

fn first_pause(looks: Looks) -> Duration {
    match looks {
        Looks::Often => FIRST,
        Looks::Seldom => LONG,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const LAZY: TreeState = TreeState::Choosing { used: 1 };

    /// Returns the pauses between looks at a program that looks like this each time, in microseconds.
    fn pauses(looks: Looks, look: &TreeState, count: usize) -> Vec<u128> {
        let mut patience = Patience::new(looks);
        let pause = |patience: &mut Patience| {
            patience.waits(look.clone());
            patience.due.saturating_duration_since(Instant::now()).as_micros()
        };
        (0..count).map(|_| pause(&mut patience)).collect()
    }

    #[test]
    fn who_runs_or_only_sleeps_is_looked_at_ever_more_seldom_if_the_kernel_tells_of_waits() {
        let sleeps = TreeState::Pausing { used: 1, woken: BTreeMap::new() };
        for look in [&TreeState::Busy, &sleeps] {
            let each = pauses(Looks::Seldom, look, 6);
            assert!(each[5] > LONG.as_micros() && each.iter().all(|pause| *pause <= LONGEST.as_micros()));
            assert!(pauses(Looks::Often, look, 12).iter().all(|pause| *pause <= LONG.as_micros()));
        }
        for (looks, look) in [(Looks::Often, &TreeState::Busy), (Looks::Seldom, &LAZY)] {
            assert!(pauses(looks, look, 12).iter().all(|pause| *pause <= LONG.as_micros()), "{looks:?}");
        }
    }

    #[test]
    fn where_nothing_else_tells_of_waits_every_event_is_a_reason_to_look() {
        assert!(Patience::new(Looks::Often).is_due());
        let mut patience = Patience::new(Looks::Seldom);
        patience.due = Instant::now() + Duration::from_secs(9);
        assert!(!patience.is_due());
        patience.look_soon();
        assert!(patience.due < Instant::now() + LONG);
    }
}
