//! How much two texts are alike.

use super::alignment::same_ends;

/// Up to this many bytes, two texts are compared character by character.
const MOST_COMPARED: usize = 400;

/// How many bits a word of a row has.
const WORD: usize = u64::BITS as usize;

/// The most words of a row with a bit for each character of a text.
const MOST_WORDS: usize = MOST_COMPARED.div_ceil(WORD);

/// How many characters ASCII has.
const ASCII: usize = 128;

/// Returns how much two texts are alike, from 0 (no character in common) to 1 (the same). Texts that are too long to be
/// compared count as half alike.
pub(crate) fn likeness(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    if one.len().max(other.len()) > MOST_COMPARED {
        return 0.5;
    }
    let (common, all) = in_common_of_texts(one, other);
    let number = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    2.0 * number(common) / number(all)
}

/// Returns how many characters two texts that can be compared have in common, and how many both have together.
fn in_common_of_texts(one: &str, other: &str) -> (usize, usize) {
    if one.is_ascii() && other.is_ascii() {
        return (in_common(one.as_bytes(), other.as_bytes(), ASCII), one.len() + other.len());
    }
    let mut characters: Vec<char> = one.chars().chain(other.chars()).collect();
    let all = characters.len();
    characters.sort_unstable();
    characters.dedup();
    let number = |character: char| {
        let found = characters.binary_search(&character).ok();
        found.and_then(|number| u16::try_from(number).ok()).expect("it is one of a few hundred")
    };
    let [one, other] = [one, other].map(|text| text.chars().map(number).collect::<Vec<u16>>());
    (in_common(&one, &other, characters.len()), all)
}

/// Returns the length of the longest common subsequence of two texts, given as the numbers of their characters, each less than `characters`.
fn in_common<T: Copy + Eq + Into<usize>>(one: &[T], other: &[T], characters: usize) -> usize {
    let (head, tail) = same_ends(one, other, T::eq);
    let (one, other) = (&one[head..one.len() - tail], &other[head..other.len() - tail]);
    // The compiler keeps a row of known length in registers.
    let between = match one.len().div_ceil(WORD) {
        0 => 0,
        1 => by_rows::<T, 1>(one, other, characters),
        2 => by_rows::<T, 2>(one, other, characters),
        3 | 4 => by_rows::<T, 4>(one, other, characters),
        _ => by_rows::<T, MOST_WORDS>(one, other, characters),
    };
    head + between + tail
}

/// Returns the length of the longest common subsequence, as Hyyrö computes it (2004): a column of the table of lengths is a row of
/// bits, of which a 0 stands where the length grows, and each character of the other text makes the next column by one addition.
fn by_rows<T: Copy + Into<usize>, const WORDS: usize>(one: &[T], other: &[T], characters: usize) -> usize {
    // Where each character stands in the text.
    let mut places = vec![[0_u64; WORDS]; characters];
    for (at, character) in one.iter().enumerate() {
        places[(*character).into()][at / WORD] |= 1 << (at % WORD);
    }
    let mut column = [u64::MAX; WORDS];
    for character in other {
        let mut carry = false;
        for (word, places) in column.iter_mut().zip(&places[(*character).into()]) {
            let matches = *word & places;
            let (sum, carries) = word.carrying_add(matches, carry);
            carry = carries;
            *word = sum | (*word ^ matches);
        }
    }
    column.iter().map(|word| word.count_zeros() as usize).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the length of the longest common subsequence, as a table says it.
    fn by_table(one: &str, other: &str) -> usize {
        let other: Vec<char> = other.chars().collect();
        let mut row = vec![0; other.len() + 1];
        for character in one.chars() {
            let mut before = 0;
            for (at, it) in other.iter().enumerate() {
                let here = if *it == character { before + 1 } else { row[at].max(row[at + 1]) };
                before = std::mem::replace(&mut row[at + 1], here);
            }
        }
        row[other.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn what_texts_have_in_common_is_their_longest_common_subsequence(
            one in "[a-d ]{0,400}|[a-dé ]{0,200}",
            other in "[a-d ]{0,400}|[a-dé ]{0,200}",
        ) {
            prop_assert_eq!(in_common_of_texts(&one, &other).0, by_table(&one, &other));
        }
    }

    #[test]
    fn rows_of_every_number_of_words_say_the_same() {
        let text = |length: usize, step: usize| -> String {
            (0..length).map(|at| char::from(b"abcdefg"[at * at * step % 7])).collect()
        };
        for length in (1..=MOST_WORDS).flat_map(|words| [words * WORD - 1, words * WORD, words * WORD + 1]) {
            let length = length.min(MOST_COMPARED);
            let (one, other) = (text(length, 3), format!("x{}", text(length - 1, 5)));
            assert_eq!(in_common_of_texts(&one, &other), (by_table(&one, &other), 2 * length), "{length}");
        }
    }

    #[test]
    fn likeness_is_the_share_of_characters_that_both_texts_have() {
        for (one, other, expected) in [
            ("", "", 1.0),
            ("abcd", "abcd", 1.0),
            ("abcd", "abce", 0.75),
            ("ab", "cd", 0.0),
            ("", "ab", 0.0),
            ("aéb", "aèb", 2.0 / 3.0),
        ] {
            assert!((likeness(one, other) - expected).abs() < 1e-9, "{one:?} against {other:?}");
        }
        assert!((likeness(&"a".repeat(401), &"a".repeat(500)) - 0.5).abs() < 1e-9);
    }
}
