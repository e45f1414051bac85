//! Does independent work on several threads and returns the results in the order of the work.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::rest::CrewPlaces;

/// Returns the number of workers that suits this machine.
pub fn default_jobs() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Returns `work` of each item, done by `jobs` workers. After the first error no new item is begun.
///
/// # Errors
/// The error of the first item, in the order of items, that has one.
pub fn in_parallel<T: Sync, R: Send, E: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    until_error(items, jobs, work).into_iter().flatten().collect()
}

/// Returns `work` of each item, done by `jobs` workers; nothing for items that were not begun because there was an error.
pub(crate) fn until_error<T: Sync, R: Send, E: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Vec<Option<Result<R, E>>> {
    until_error_resting(items, jobs, jobs, work)
}

/// Does the same with up to `most` workers, of which all but `jobs` wait for programs that only sleep.
pub(crate) fn until_error_resting<T: Sync, R: Send, E: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    most: NonZeroUsize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Vec<Option<Result<R, E>>> {
    let (jobs, most) = (jobs.get().min(items.len()), most.get().min(items.len()));
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<R, E>>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let places = Arc::new(CrewPlaces::new(jobs, most));
    let work_on = || {
        while let Some(index) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < items.len())
        {
            let result = work(&items[index]);
            if result.is_err() {
                next.store(items.len(), Ordering::Relaxed);
            }
            *results[index].lock().expect("no worker panics while it holds the lock") = Some(result);
            if !places.may_begin() {
                return;
            }
        }
        places.is_over();
    };
    std::thread::scope(|scope| {
        let spawn = || scope.spawn(|| places.work(work_on));
        let mut workers: Vec<_> = (0..jobs).map(|_| spawn()).collect();
        while places.wants_another() {
            workers.push(spawn());
        }
        // What threads keep for themselves is gone only when they have been waited for.
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    results.into_iter().map(|result| result.into_inner().expect("no worker panicked")).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::Condvar;

    use super::super::rest::Rest;
    use super::*;

    const THREE: NonZeroUsize = NonZeroUsize::new(3).expect("three is not zero");

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        let doubled = in_parallel(&items, THREE, |item| Ok::<_, ()>(item * 2));
        assert_eq!(doubled, Ok(items.iter().map(|item| item * 2).collect()));
        assert_eq!(in_parallel(&[], THREE, |(): &()| Ok::<u32, ()>(1)), Ok(vec![]));
    }

    #[test]
    fn an_error_ends_the_work() {
        let items: Vec<u32> = (0..100).collect();
        let result = in_parallel(&items, THREE, |item| if *item == 7 { Err("seven") } else { Ok(()) });
        assert_eq!(result, Err("seven"));
    }

    /// Something that happens, for which others wait.
    #[derive(Default)]
    struct Milestone {
        count: Mutex<usize>,
        changed: Condvar,
    }

    impl Milestone {
        fn happens(&self) {
            *self.count.lock().expect("nobody panics who holds this") += 1;
            self.changed.notify_all();
        }

        /// Waits until it has happened so often; a crew that does not let it happen fails the test.
        fn wait(&self, times: usize) {
            let count = self.count.lock().expect("nobody panics who holds this");
            let long = std::time::Duration::from_mins(1);
            let waited = self.changed.wait_timeout_while(count, long, |count| *count < times);
            assert!(
                !waited.expect("nobody panics who holds this").1.timed_out(),
                "it has not happened {times} times"
            );
        }
    }

    /// Returns how many of `count` items are worked on at the same time at most, and how many of them do not rest. Each is done when
    /// `meet` of them are worked on at the same time, of which there must be a multiple.
    fn at_once((count, meet): (usize, usize), jobs: usize, most: usize, rests: bool) -> [usize; 2] {
        let number = |number| NonZeroUsize::new(number).expect("it is not zero");
        let [now, awake] = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let highest = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let items: Vec<usize> = (0..count).collect();
        let comes = Milestone::default();
        let enter = |counts: &AtomicUsize, highest: &AtomicUsize| {
            highest.fetch_max(counts.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        };
        let done = until_error_resting(&items, number(jobs), number(most), |item| {
            let mut rest = Rest::new();
            enter(&now, &highest[0]);
            enter(&awake, &highest[1]);
            if rests {
                awake.fetch_sub(1, Ordering::SeqCst);
                rest.set(true);
            }
            comes.happens();
            comes.wait((item / meet + 1) * meet);
            if !rests {
                awake.fetch_sub(1, Ordering::SeqCst);
            }
            now.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, ()>(*item)
        });
        assert_eq!(done.into_iter().map(Option::unwrap).collect::<Result<Vec<_>, ()>>(), Ok(items));
        highest.map(AtomicUsize::into_inner)
    }

    #[test]
    fn more_is_begun_only_while_some_rest() {
        assert_eq!(at_once((30, 2), 2, 8, false), [2, 2]);
        let [all, awake] = at_once((64, 8), 2, 8, true);
        assert!(all == 8 && awake <= 2 + 1, "{all} {awake}");
        // Nobody asked for more.
        assert_eq!(at_once((30, 2), 2, 2, true)[0], 2);
        assert_eq!(at_once((3, 3), 7, 9, true)[0], 3);
    }

    thread_local! {
        /// What happens when this thread ends.
        static END: RefCell<Option<ThreadEnd>> = const { RefCell::new(None) };
    }

    struct ThreadEnd(Arc<Milestone>);

    impl Drop for ThreadEnd {
        fn drop(&mut self) {
            self.0.happens();
        }
    }

    #[test]
    fn an_error_ends_the_work_of_those_who_rest_too() {
        let items: Vec<u32> = (0..100).collect();
        let number = |number| NonZeroUsize::new(number).expect("it is not zero");
        let ended = Arc::new(Milestone::default());
        let results = until_error_resting(&items, number(2), number(8), |item| {
            let mut rest = Rest::new();
            rest.set(true);
            if *item == 20 {
                END.set(Some(ThreadEnd(Arc::clone(&ended))));
                return Err("twenty");
            }
            // Who came later goes on when the worker has seen that there was an error, and is done.
            if *item > 20 {
                ended.wait(1);
            }
            Ok(())
        });
        assert!(results[..20].iter().all(Option::is_some), "{results:?}");
        assert!(results[20 + 8..].iter().all(Option::is_none), "{results:?}");
    }

    #[test]
    fn a_worker_that_panics_ends_the_crew() {
        let items: Vec<u32> = (0..20).collect();
        let number = |number| NonZeroUsize::new(number).expect("it is not zero");
        let crew = || {
            until_error_resting(&items, number(2), number(8), |item| {
                Rest::new().set(true);
                assert_ne!(*item, 7, "as was wanted");
                Ok::<_, ()>(())
            })
        };
        assert!(std::panic::catch_unwind(crew).is_err());
    }
}
