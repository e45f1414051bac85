//! Keeps a worker and its spawner on one processor while a program runs: they and the program take turns, and to wake somebody on
//! another processor takes longer than most turns. Programs themselves may use all processors.

use std::marker::PhantomData;
use std::sync::Mutex;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// How many spawners there are on each processor.
static SPAWNERS: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// The processor of a spawner, as long as this is there.
#[derive(Debug)]
pub(super) struct Seat {
    processor: usize,
}

impl Seat {
    /// Returns the processor with the fewest spawners, and if several have as few, the next from the present one on, so that
    /// several harnesses begin with different ones; nothing where there is no choice.
    pub(super) fn choose() -> Option<Self> {
        let allowed = processors()?;
        let here = sched_getcpu();
        let mut spawners = SPAWNERS.lock().expect("nobody panics who holds this");
        spawners.resize(CpuSet::MAX_CPU, 0);
        let all = (0..CpuSet::MAX_CPU).map(|step| (here + step) % CpuSet::MAX_CPU);
        let processor = all.filter(|one| allowed.is_set(*one)).min_by_key(|one| spawners[*one])?;
        spawners[processor] += 1;
        Some(Self { processor })
    }

    /// Keeps a process there, with all that it will start.
    pub(super) fn keep(&self, process: Pid) {
        // Where it is refused, everything only takes longer.
        let _ = sched_setaffinity(Some(process), &self.only());
    }

    /// Keeps this thread there until what is returned is dropped.
    pub(super) fn keep_this_thread(&self) -> Stay {
        let before = processors().filter(|_| sched_setaffinity(None, &self.only()).is_ok());
        Stay { before: before.map(Box::new), _of_one_thread: PhantomData }
    }

    fn only(&self) -> CpuSet {
        let mut only = CpuSet::new();
        only.set(self.processor);
        only
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut spawners = SPAWNERS.lock().expect("nobody panics who holds this");
        spawners[self.processor] -= 1;
    }
}

/// As long as this is there, this thread stays on one processor.
#[derive(Debug)]
pub(super) struct Stay {
    before: Option<Box<CpuSet>>,
    _of_one_thread: PhantomData<*const ()>,
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            give_back(before);
        }
    }
}

/// Returns the processors that this thread may use, if there are several.
pub(super) fn processors() -> Option<CpuSet> {
    sched_getaffinity(None).ok().filter(|all| all.count() > 1)
}

/// Lets this thread use these processors again.
pub(super) fn give_back(all: &CpuSet) {
    // It had them before.
    let _ = sched_setaffinity(None, all);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_its_processors_back_when_it_need_not_stay() {
        let before = sched_getaffinity(None).expect("it is known").count();
        let Some(seat) = Seat::choose() else { return assert_eq!(before, 1) };
        let stay = seat.keep_this_thread();
        assert_eq!(sched_getaffinity(None).expect("it is known").count(), 1);
        drop(stay);
        assert_eq!(sched_getaffinity(None).expect("it is known").count(), before);
    }
}
