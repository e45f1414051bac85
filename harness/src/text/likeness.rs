//! How much two texts are alike.

/// Up to this many bytes, two texts are compared character by character.
const MOST_COMPARED: usize = 400;

/// Returns how much two texts are alike, from 0 (no character in common) to 1 (the same). Texts that are too long to be
/// compared count as half alike.
pub(crate) fn likeness(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    if one.len().max(other.len()) > MOST_COMPARED {
        return 0.5;
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let lengths = u32::try_from(one.len() + other.len()).map_or(f64::MAX, f64::from);
    2.0 * u32::try_from(in_common(&one, &other)).map_or(0.0, f64::from) / lengths
}

/// Returns the length of the longest common subsequence, as Hyyrö computes it (2004): a column of the table of lengths is a row of
/// bits, of which a 0 stands where the length grows, and each character of the other text makes the next column by one addition.
fn in_common(one: &[char], other: &[char]) -> usize {
    let places = CharacterPlaces::new(one);
    let mut column = vec![u64::MAX; places.words];
    for character in other {
        let Some(places) = places.of(*character) else { continue };
        let mut carry = false;
        for (word, places) in column.iter_mut().zip(places) {
            let matches = *word & places;
            let (sum, first) = word.overflowing_add(matches);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *word = sum | (*word & !matches);
        }
    }
    column.iter().map(|word| word.count_zeros() as usize).sum()
}

/// Where each character of a text stands, as a row of bits.
struct CharacterPlaces {
    /// The characters, sorted.
    characters: Vec<char>,
    /// As many words as a row has, for each of them.
    bits: Vec<u64>,
    /// How many words a row has.
    words: usize,
}

impl CharacterPlaces {
    fn new(text: &[char]) -> Self {
        let mut characters = text.to_vec();
        characters.sort_unstable();
        characters.dedup();
        let words = text.len().div_ceil(64);
        let mut places = Self { bits: vec![0; words * characters.len()], characters, words };
        for (at, character) in text.iter().enumerate() {
            let row = places.characters.binary_search(character).expect("it was put there");
            places.bits[row * words + at / 64] |= 1 << (at % 64);
        }
        places
    }

    fn of(&self, character: char) -> Option<&[u64]> {
        let row = self.characters.binary_search(&character).ok()?;
        Some(&self.bits[row * self.words..][..self.words])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::hunks::hunks;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn what_texts_have_in_common_is_what_stays_in_the_shortest_way_from_one_to_the_other(
            one in "[a-dé ]{0,150}",
            other in "[a-dé ]{0,150}",
        ) {
            let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
            // Of equally long ones hunks may be found place by place.
            prop_assume!(one.len() != other.len());
            let same = hunks(&one, &other).into_iter().filter(|hunk| hunk.is_equal);
            prop_assert_eq!(in_common(&one, &other), same.map(|hunk| hunk.old.len()).sum::<usize>());
        }
    }

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
