//! What the cases of a suite may fail to show of two bends.

/// What no case shows of two bends, from worse to better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlindSpot {
    /// That something is wrong with a program that has both.
    Both,
    /// Which of the two a program has.
    Which,
    /// That a program has the other, where it has the one.
    Other,
}
