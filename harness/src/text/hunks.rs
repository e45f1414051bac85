//! How one sequence became another: in hunks of items that stay, and of items that others take the place of.

use std::hash::Hash;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Items of the old sequence, and those of the new one that stand in their place. One of the ranges may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
    /// Whether the items are the same.
    pub(crate) is_equal: bool,
}

/// Returns the hunks of both sequences, in order, by Myers' algorithm; together they cover all items.
pub(crate) fn hunks<T: Hash + Eq + Ord>(old: &[T], new: &[T]) -> Vec<Hunk> {
    let hunk = |operation: DiffOp| Hunk {
        old: operation.old_range(),
        new: operation.new_range(),
        is_equal: matches!(operation, DiffOp::Equal { .. }),
    };
    capture_diff_slices(Algorithm::Myers, old, new).into_iter().map(hunk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_and_what_is_replaced_are_hunks_that_cover_both() {
        let hunks = hunks(&["a", "b", "c"], &["a", "x", "y", "c"]);
        let hunk = |old, new, is_equal| Hunk { old, new, is_equal };
        assert_eq!(hunks, [hunk(0..1, 0..1, true), hunk(1..2, 1..3, false), hunk(2..3, 3..4, true)]);
    }
}
