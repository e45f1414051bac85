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

/// Returns the hunks of both sequences, in order; together they cover all items. They come by Myers' algorithm, or place by place where
/// both are equally long and fewer items differ so: `a b` and `b b` differ in their first item.
pub(crate) fn hunks<T: Hash + Eq + Ord>(old: &[T], new: &[T]) -> Vec<Hunk> {
    let found = by_myers(old, new);
    let changed: usize =
        found.iter().filter(|it| !it.is_equal).map(|it| it.old.len().max(it.new.len())).sum();
    let differ = old.iter().zip(new).filter(|(one, other)| one != other).count();
    if old.len() == new.len() && differ < changed { by_place(old, new) } else { found }
}

fn by_place<T: Eq>(old: &[T], new: &[T]) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    for (at, is_equal) in old.iter().zip(new).map(|(one, other)| one == other).enumerate() {
        match hunks.last_mut().filter(|last| last.is_equal == is_equal) {
            Some(last) => (last.old.end, last.new.end) = (at + 1, at + 1),
            None => hunks.push(Hunk { old: at..at + 1, new: at..at + 1, is_equal }),
        }
    }
    hunks
}

fn by_myers<T: Hash + Eq + Ord>(old: &[T], new: &[T]) -> Vec<Hunk> {
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

    #[test]
    fn an_item_in_the_place_of_another_one_is_one_change() {
        let hunk = |old: std::ops::Range<usize>, is_equal| Hunk { new: old.clone(), old, is_equal };
        let found = hunks(&["x", "a", "b", "c"], &["x", "b", "b", "c"]);
        assert_eq!(found, [hunk(0..1, true), hunk(1..2, false), hunk(2..4, true)]);
        assert_eq!(hunks(&["a", "b", "c"], &["b", "c", "d"]).len(), 3);
    }
}
