//! What is done about the shards of a class that a scheduler runs: whether to wait, to submit some again, or to give up. Nothing here knows
//! a scheduler or a clock; each look at the queue and at the files is one step.

use std::collections::BTreeSet;

/// How often a shard is submitted at most.
const MOST_TRIES: usize = 3;

/// In so many looks in a row a shard must be neither in the queue nor done before it is taken for lost: what a task has written may be seen
/// later than its end.
const LOOKS: usize = 3;

/// What the scheduler says of the shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShardQueue {
    /// Nobody knows: it could not be asked.
    Unknown,
    /// These wait or run, by their numbers from 1.
    Holds(BTreeSet<usize>),
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShardStep {
    /// Look again later.
    Wait,
    /// Submit these.
    Submit(BTreeSet<usize>),
    /// All are done, but these, which were tried often enough.
    End(BTreeSet<usize>),
}

/// What is known of the shards.
#[derive(Debug)]
pub(super) struct ShardBook(Vec<Shard>);

#[derive(Debug, Clone, Default)]
struct Shard {
    is_done: bool,
    tries: usize,
    /// How often in a row it was not seen.
    unseen: usize,
}

impl ShardBook {
    /// Returns a book of so many shards, of which nothing is known.
    pub(super) fn new(count: usize) -> Self {
        Self(vec![Shard::default(); count])
    }

    /// Returns what is to be done, where these are done, and the scheduler says this.
    pub(super) fn next(&mut self, done: &BTreeSet<usize>, queue: &ShardQueue) -> ShardStep {
        for number in done {
            self.0[number - 1].is_done = true;
        }
        let ShardQueue::Holds(queued) = queue else {
            return if self.left().next().is_none() {
                ShardStep::End(BTreeSet::new())
            } else {
                ShardStep::Wait
            };
        };
        let (mut submitted, mut given_up, mut waiting) = (BTreeSet::new(), BTreeSet::new(), false);
        for (place, shard) in self.0.iter_mut().enumerate().filter(|(_, shard)| !shard.is_done) {
            if queued.contains(&(place + 1)) {
                // One that another process has submitted counts as tried.
                (shard.unseen, shard.tries, waiting) = (0, shard.tries.max(1), true);
                continue;
            }
            shard.unseen += 1;
            if shard.tries > 0 && shard.unseen < LOOKS {
                waiting = true;
            } else if shard.tries < MOST_TRIES {
                submitted.insert(place + 1);
            } else {
                given_up.insert(place + 1);
            }
        }
        match () {
            () if !submitted.is_empty() => ShardStep::Submit(submitted),
            () if waiting => ShardStep::Wait,
            () => ShardStep::End(given_up),
        }
    }

    /// Notes that these were submitted.
    pub(super) fn submitted(&mut self, numbers: &BTreeSet<usize>) {
        for number in numbers {
            let shard = &mut self.0[number - 1];
            (shard.tries, shard.unseen) = (shard.tries + 1, 0);
        }
    }

    fn left(&self) -> impl Iterator<Item = &Shard> {
        self.0.iter().filter(|shard| !shard.is_done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[usize]) -> BTreeSet<usize> {
        numbers.iter().copied().collect()
    }

    fn holds(numbers: &[usize]) -> ShardQueue {
        ShardQueue::Holds(set(numbers))
    }

    /// Looks, and submits what is to be submitted.
    fn look(book: &mut ShardBook, done: &[usize], queue: &ShardQueue) -> ShardStep {
        let step = book.next(&set(done), queue);
        if let ShardStep::Submit(numbers) = &step {
            book.submitted(numbers);
        }
        step
    }

    #[test]
    fn shards_are_submitted_once_and_waited_for() {
        let mut book = ShardBook::new(3);
        assert_eq!(look(&mut book, &[], &holds(&[])), ShardStep::Submit(set(&[1, 2, 3])));
        for done in [&[][..], &[2], &[1, 2]] {
            assert_eq!(look(&mut book, done, &holds(&[3])), ShardStep::Wait);
        }
        assert_eq!(look(&mut book, &[1, 2, 3], &holds(&[])), ShardStep::End(set(&[])));
    }

    #[test]
    fn a_job_that_runs_already_is_adopted() {
        let mut book = ShardBook::new(3);
        assert_eq!(look(&mut book, &[1], &holds(&[2])), ShardStep::Submit(set(&[3])));
        assert_eq!(look(&mut book, &[1], &holds(&[2, 3])), ShardStep::Wait);
    }

    #[test]
    fn a_controller_that_is_down_says_nothing() {
        let mut book = ShardBook::new(2);
        assert_eq!(look(&mut book, &[], &ShardQueue::Unknown), ShardStep::Wait);
        look(&mut book, &[], &holds(&[]));
        for _ in 0..50 {
            assert_eq!(look(&mut book, &[1], &ShardQueue::Unknown), ShardStep::Wait);
        }
        assert_eq!(look(&mut book, &[1, 2], &ShardQueue::Unknown), ShardStep::End(set(&[])));
    }

    #[test]
    fn a_shard_that_is_lost_is_submitted_again_while_others_run_and_not_for_ever() {
        let mut book = ShardBook::new(2);
        look(&mut book, &[], &holds(&[]));
        let mut submitted = 1;
        let end = loop {
            match look(&mut book, &[1], &holds(&[])) {
                ShardStep::Submit(numbers) => {
                    assert_eq!(numbers, set(&[2]));
                    submitted += 1;
                }
                ShardStep::Wait => {}
                end @ ShardStep::End(_) => break end,
            }
        };
        assert_eq!((submitted, end), (MOST_TRIES, ShardStep::End(set(&[2]))));
    }

    #[test]
    fn a_file_that_is_seen_late_is_no_lost_shard() {
        let mut book = ShardBook::new(1);
        look(&mut book, &[], &holds(&[]));
        for _ in 1..LOOKS {
            assert_eq!(look(&mut book, &[], &holds(&[])), ShardStep::Wait);
        }
        assert_eq!(look(&mut book, &[1], &holds(&[])), ShardStep::End(set(&[])));
    }
}
