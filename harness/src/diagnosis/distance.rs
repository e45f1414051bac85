//! How far two texts are apart, in words and signs.

use crate::text::alignment::same_ends;
use crate::text::tokens::{Token, TokenKind, tokens};

/// Texts that are farther apart than this are just as far apart as they are long.
const FARTHEST: usize = 400;

/// Signs of which lines are drawn, as long as somebody likes.
const LINES: [&str; 7] = ["-", "=", "_", "~", "*", "#", "+"];

/// Returns the words, numbers and signs of a text; blanks and line breaks only separate them, and a drawn line is one sign.
pub(super) fn words(text: &str) -> Vec<&str> {
    let is_word = |kind| !matches!(kind, TokenKind::Blanks | TokenKind::Break | TokenKind::Control);
    let mut before: Option<Token<'_>> = None;
    let mut words = Vec::new();
    for token in tokens(text) {
        let goes_on = |before: Token<'_>| before.text == token.text && LINES.contains(&token.text);
        if is_word(token.kind) && !before.is_some_and(goes_on) {
            words.push(token.text);
        }
        before = Some(token);
    }
    words
}

/// Returns how many words have to be taken out of one sequence and put into it to get the other.
pub(super) fn distance(one: &[&str], other: &[&str]) -> usize {
    let (head, tail) = same_ends(one, other, |one, other| one == other);
    edits(&one[head..one.len() - tail], &other[head..other.len() - tail])
}

/// Returns how many words two sequences have in common, in order.
pub(super) fn in_common(one: &[&str], other: &[&str]) -> usize {
    (one.len() + other.len() - distance(one, other)) / 2
}

/// So many words tell what is left out.
const FIRST_WORDS: usize = 3;

/// Returns the first words that have to be taken out of a sequence to get the other, if nothing has to be put into it.
pub(super) fn left_out(whole: &[&str], rest: &[&str]) -> Option<Vec<String>> {
    let mut rest = rest.iter().peekable();
    let missing = whole.iter().filter(|word| rest.next_if(|next| next == word).is_none());
    let missing: Vec<String> = missing.map(|word| (*word).to_string()).collect();
    (rest.next().is_none() && !missing.is_empty()).then(|| missing.into_iter().take(FIRST_WORDS).collect())
}

/// Returns the length of the shortest edit script (E. W. Myers, "An O(ND) difference algorithm and its variations", 1986).
fn edits(one: &[&str], other: &[&str]) -> usize {
    let all = one.len() + other.len();
    let most = all.min(FARTHEST);
    // The farthest place in `one` on each diagonal; the diagonal 0 stands in the middle.
    let mut farthest = vec![0_usize; 2 * most + 3];
    let middle = most + 1;
    for edits in 0..=most {
        for diagonal in (middle - edits..=middle + edits).step_by(2) {
            let (below, above) = (farthest[diagonal - 1], farthest[diagonal + 1]);
            let goes_down = diagonal == middle - edits || diagonal != middle + edits && below < above;
            let mut at = if goes_down { above } else { below + 1 };
            if at + middle < diagonal {
                continue;
            }
            let mut to = at + middle - diagonal;
            while at < one.len() && to < other.len() && one[at] == other[to] {
                (at, to) = (at + 1, to + 1);
            }
            farthest[diagonal] = at;
            if at >= one.len() && to >= other.len() {
                return edits;
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_that_have_to_go_or_come_are_counted() {
        for (one, other, expected) in [
            ("1 . X .", "1 . X .", 0),
            ("1 . X .", "1 X . .", 2),
            ("", "a b", 2),
            ("a b", "", 2),
            ("a b c d", "a c e d", 2),
            ("You rolled: [3, 4]\n", "You  rolled:[3,\n5]", 2),
            ("=== BoTS ===\n---+--", "===== BoTS ==\n--+-----", 0),
            ("|  |S1|  |", "|S1|  |  |", 2),
        ] {
            assert_eq!(distance(&words(one), &words(other)), expected, "{one:?} and {other:?}");
        }
    }

    #[test]
    fn what_is_left_out_is_told_by_its_first_words() {
        let told = |whole, rest| left_out(&words(whole), &words(rest)).map(|words| words.join(" "));
        assert_eq!(
            told("What's your name? Well done, Emperor Ann!", "What's your name?").as_deref(),
            Some("Well done ,")
        );
        assert_eq!(told("a b c", "a c").as_deref(), Some("b"));
        assert_eq!((told("a b", "a b"), told("a b", "a x")), (None, None));
    }

    /// Counts by the longest common subsequence, cell by cell.
    fn by_table(one: &[&str], other: &[&str]) -> usize {
        let mut row: Vec<usize> = vec![0; other.len() + 1];
        for left in one {
            let mut before = 0;
            for (at, right) in other.iter().enumerate() {
                let here = if left == right { before + 1 } else { row[at + 1].max(row[at]) };
                before = std::mem::replace(&mut row[at + 1], here);
            }
        }
        one.len() + other.len() - 2 * row[other.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn the_distance_is_that_of_the_longest_common_sequence(one in "[ab c]{0,24}", other in "[ab c]{0,24}") {
            let (one, other) = (one.split(' ').collect::<Vec<_>>(), other.split(' ').collect::<Vec<_>>());
            prop_assert_eq!(distance(&one, &other), by_table(&one, &other));
        }
    }
}
