//! Work for many cases of which a part is held at a time.

use std::num::NonZeroUsize;

use crate::cases::problem::Problem;
use crate::running::{give_back_memory, in_parallel};

/// The outputs of so many cases are held at the same time.
pub(super) const HELD: usize = 64;

/// After so many cases memory that was freed is given back.
pub(super) const GIVEN_BACK: usize = 512;

/// Does work for `held` of the items at a time, and takes its results in the order of the items. What is freed by it is given back
/// to the system now and then: long output leaves holes between what is kept of each case.
pub(super) fn in_parts<T: Sync, R: Send>(
    items: &[T],
    held: usize,
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> Result<R, Problem> + Sync,
    mut take: impl FnMut(&T, R),
) -> Result<(), Problem> {
    for (part, some) in items.chunks(held).enumerate() {
        let results = in_parallel(some, jobs, &work)?;
        some.iter().zip(results).for_each(|(item, result)| take(item, result));
        if ((part + 1) * held).is_multiple_of(GIVEN_BACK) {
            give_back_memory();
        }
    }
    Ok(())
}
