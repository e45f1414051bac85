//! Whether letters are those of what is said, wherever its blanks and line breaks stand.

use std::collections::BTreeSet;

use reference::Piece;

/// Returns the text without its blanks.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// Returns whether the letters `all` are what is said, whatever is chosen where the text leaves room.
pub(super) fn could_be(said: &[Piece], all: &str) -> bool {
    let (ends, _) = ends(said, all);
    ends.contains(&all.len())
}

/// Returns whether the letters `all` begin with what is said, or it with them.
pub(super) fn begins_alike(said: &[Piece], all: &str) -> bool {
    let (ends, is_cut) = ends(said, all);
    is_cut || !ends.is_empty()
}

/// Returns where what is said ends in the letters `all`, if they begin with it, for each choice where the text leaves room; and whether they
/// end before it does.
fn ends(said: &[Piece], all: &str) -> (BTreeSet<usize>, bool) {
    let mut ends = BTreeSet::from([0]);
    let mut is_cut = false;
    for texts in said.iter().filter_map(texts) {
        let mut after = BTreeSet::new();
        for (end, text) in ends.iter().flat_map(|end| texts.iter().map(move |text| (*end, text))) {
            match after_letters(&all[end..], text) {
                Letters::Same(length) => _ = after.insert(end + length),
                Letters::Cut => is_cut = true,
                Letters::Others => {}
            }
        }
        ends = after;
        if ends.is_empty() {
            break;
        }
    }
    (ends, is_cut)
}

/// What letters are, compared with those of a text.
enum Letters {
    /// They begin with all of its letters, which take so many bytes.
    Same(usize),
    /// They are the first of its letters.
    Cut,
    /// They begin with others.
    Others,
}

/// Compares letters with a text, whose blanks do not count.
fn after_letters(letters: &str, text: &str) -> Letters {
    let mut rest = letters.chars();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match rest.next() {
            Some(next) if next == letter => {}
            Some(_) => return Letters::Others,
            None => return Letters::Cut,
        }
    }
    Letters::Same(letters.len() - rest.as_str().len())
}

/// Returns the texts one of which is said.
fn texts(piece: &Piece) -> Option<&[String]> {
    match piece {
        Piece::Said { text, .. } => Some(std::slice::from_ref(text)),
        Piece::SaidEither { texts, .. } => Some(texts),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_may_be_the_beginning_of_the_other() {
        let either = |texts: &[&str]| Piece::SaidEither {
            part: "a",
            texts: texts.iter().map(ToString::to_string).collect(),
        };
        let said = [either(&["a b "]), either(&["c\n", "d d"]), Piece::Cleared];
        for (all, is_all, is_alike) in [
            ("abc", true, true),
            ("abdd", true, true),
            ("abd", false, true),
            ("", false, true),
            ("abcx", false, true),
            ("abx", false, false),
            ("b", false, false),
        ] {
            assert_eq!((could_be(&said, all), begins_alike(&said, all)), (is_all, is_alike), "{all}");
        }
        assert_eq!(letters(" a\tb\n c"), "abc");
    }
}
