//! Does independent work on several threads and returns the results in the order of the work.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<R, E>>>> = items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        let spawn = || {
            scope.spawn(|| {
                while let Some(index) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < items.len())
                {
                    let result = work(&items[index]);
                    if result.is_err() {
                        next.store(items.len(), Ordering::Relaxed);
                    }
                    *results[index].lock().expect("no worker panics while it holds the lock") = Some(result);
                }
            })
        };
        let workers: Vec<_> = (0..jobs.get().min(items.len())).map(|_| spawn()).collect();
        // What threads keep for themselves is gone only when they have been waited for.
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    results.into_iter().map(|result| result.into_inner().expect("no worker panicked")).collect()
}

#[cfg(test)]
mod tests {
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
}
