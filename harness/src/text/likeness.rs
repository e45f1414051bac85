//! How much two texts are alike.

use super::hunks::hunks;

/// Up to this many bytes, two texts are compared character by character.
const MOST_COMPARED: usize = 400;

/// Returns how much two texts are alike, from 0 (no character in common) to 1 (the same). Texts that are too long to be
/// compared count as half alike.
pub(crate) fn likeness(one: &str, other: &str) -> f64 {
    if one.len().max(other.len()) > MOST_COMPARED {
        return if one == other { 1.0 } else { 0.5 };
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.is_empty() && other.is_empty() {
        return 1.0;
    }
    let same: usize =
        hunks(&one, &other).iter().filter(|hunk| hunk.is_equal).map(|hunk| hunk.old.len()).sum();
    let lengths = u32::try_from(one.len() + other.len()).map_or(f64::MAX, f64::from);
    2.0 * u32::try_from(same).map_or(0.0, f64::from) / lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_the_share_of_characters_that_both_texts_have() {
        for (one, other, expected) in
            [("", "", 1.0), ("abcd", "abcd", 1.0), ("abcd", "abce", 0.75), ("ab", "cd", 0.0), ("", "ab", 0.0)]
        {
            assert!((likeness(one, other) - expected).abs() < 1e-9, "{one:?} against {other:?}");
        }
        assert!((likeness(&"a".repeat(401), &"a".repeat(500)) - 0.5).abs() < 1e-9);
    }
}
