//! Lets further workers begin while programs only sleep: these need no processor.
//!
//! A crew has as many places as programs may want a processor at the same time. A worker whose program sleeps leaves its place, and
//! another worker takes it, as long as there are not too many. A program that wakes goes on at once, whether there is a place or not;
//! its worker begins nothing new before there is one. How long a program waits for a processor is not its own time, and one that timed
//! out is run again alone, so this changes no verdict.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// So many programs may be there for each that may want a processor.
const MOST_FOR_EACH: usize = 8;

/// Returns how many programs that may take so much memory there may be at the same time, if all but `jobs` of them sleep: no more
/// than the memory of this machine is enough for.
pub(crate) fn most_asleep(jobs: NonZeroUsize, memory: u64) -> NonZeroUsize {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let room = available(&told).unwrap_or(0) / memory.max(1);
    let most = usize::try_from(room).unwrap_or(usize::MAX).min(jobs.get() * MOST_FOR_EACH);
    NonZeroUsize::new(most).map_or(jobs, |most| most.max(jobs))
}

/// Returns how many bytes of memory are available, as the kernel tells it.
fn available(told: &str) -> Option<u64> {
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The places of a crew.
#[derive(Debug)]
pub(super) struct CrewPlaces {
    /// How many workers may have one.
    jobs: usize,
    /// How many workers there may be.
    most: usize,
    state: Mutex<PlacesTaken>,
    /// Something changes for the workers that have no place, and for who makes new ones.
    changed: Condvar,
}

#[derive(Debug)]
struct PlacesTaken {
    /// Workers that have a place, or go on without one.
    awake: usize,
    /// All workers that have begun and are not done.
    workers: usize,
    /// Those of them that want a place.
    waiting: usize,
    /// There is nothing left to begin.
    over: bool,
}

thread_local! {
    /// The places of the crew of which this thread is a worker, if its places may be left.
    static MINE: RefCell<Option<Arc<CrewPlaces>>> = const { RefCell::new(None) };
}

impl CrewPlaces {
    /// Returns the places of a crew of `jobs` workers, all of which have one; up to `most` there may be.
    pub(super) fn new(jobs: usize, most: usize) -> Self {
        let state = PlacesTaken { awake: jobs, workers: jobs, waiting: 0, over: false };
        Self { jobs, most, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Makes this thread a worker with a place, until it is done with `work`.
    pub(super) fn work(self: &Arc<Self>, work: impl FnOnce()) {
        let _done = WorkerEnd(self);
        if self.most > self.jobs {
            MINE.with_borrow_mut(|mine| *mine = Some(Arc::clone(self)));
        }
        work();
    }

    /// Returns whether this worker may begin something new, once there is a place for it; not if nothing is left to begin.
    pub(super) fn may_begin(&self) -> bool {
        let mut state = self.state();
        if state.awake > self.jobs {
            state.awake -= 1;
            state.waiting += 1;
            state =
                self.changed.wait_while(state, |state| state.awake >= self.jobs && !state.over).expect(HELD);
            state.waiting -= 1;
            state.awake += 1;
            // There may be places for others, too.
            self.changed.notify_all();
        }
        !state.over
    }

    /// Takes note that there is nothing left to begin.
    pub(super) fn is_over(&self) {
        self.state().over = true;
        self.changed.notify_all();
    }

    /// Waits until a further worker is of use, and counts it; returns whether there is one, and not all are done.
    pub(super) fn wants_another(&self) -> bool {
        let no_use = |state: &mut PlacesTaken| {
            let is_of_use = state.awake < self.jobs && state.waiting == 0 && state.workers < self.most;
            state.workers > 0 && (state.over || !is_of_use)
        };
        let mut state = self.changed.wait_while(self.state(), no_use).expect(HELD);
        if state.workers == 0 {
            return false;
        }
        state.workers += 1;
        state.awake += 1;
        true
    }

    fn leave(&self) {
        self.state().awake -= 1;
        self.changed.notify_all();
    }

    fn take(&self) {
        self.state().awake += 1;
    }

    fn state(&self) -> MutexGuard<'_, PlacesTaken> {
        self.state.lock().expect(HELD)
    }
}

const HELD: &str = "nobody panics who holds this";

/// Counts a worker as done when it is dropped, also if it panics.
struct WorkerEnd<'a>(&'a Arc<CrewPlaces>);

impl Drop for WorkerEnd<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.awake -= 1;
        state.workers -= 1;
        drop(state);
        self.0.changed.notify_all();
    }
}

/// Whether the program of a worker only sleeps, so that its place is another one's.
#[derive(Debug)]
pub(super) struct Rest {
    places: Option<Arc<CrewPlaces>>,
    rests: bool,
}

impl Rest {
    /// Returns that a program of this thread, which has just begun, does not sleep.
    pub(super) fn new() -> Self {
        Self { places: MINE.with_borrow(Clone::clone), rests: false }
    }

    /// Returns whether it makes a difference that the program sleeps.
    pub(super) fn counts(&self) -> bool {
        self.places.is_some()
    }

    /// Takes note of whether the program sleeps.
    pub(super) fn set(&mut self, rests: bool) {
        let Some(places) = self.places.as_ref().filter(|_| self.rests != rests) else { return };
        self.rests = rests;
        if rests { places.leave() } else { places.take() }
    }
}

impl Drop for Rest {
    fn drop(&mut self) {
        self.set(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_programs_sleep_than_memory_is_enough_for() {
        let told = "MemTotal:       24684640 kB\nMemAvailable:    2048 kB\nBuffers: 7 kB\n";
        assert_eq!(available(told), Some(2 << 20));
        assert_eq!(available("MemTotal: 7 kB\n"), None);
        let two = NonZeroUsize::new(2).expect("two is not zero");
        assert_eq!(most_asleep(two, 1).get(), 2 * MOST_FOR_EACH);
        assert_eq!(most_asleep(two, u64::MAX), two);
    }
}
