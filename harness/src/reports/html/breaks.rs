//! Long words on the page break where a reader would break them: before a capital letter, behind a stroke.

use std::io;

use crate::reports::markup::Markup;

/// Characters of a word that may have to be broken.
const LONG: usize = 25;

/// Writes a text, with places in its long words at which a line may end.
pub(super) fn breakable(html: &mut Markup<'_>, text: &str) -> io::Result<()> {
    for word in text.split_inclusive(' ') {
        if word.chars().count() <= LONG {
            html.text(word)?;
            continue;
        }
        for (index, piece) in pieces(word).into_iter().enumerate() {
            html.raw(if index > 0 { "<wbr/>" } else { "" })?;
            html.text(piece)?;
        }
    }
    Ok(())
}

fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut last) = (0, ' ');
    for (at, sign) in word.char_indices() {
        let is_behind_a_stroke = matches!(last, '_' | '/') && sign != '/';
        if at > start && (is_behind_a_stroke || last.is_lowercase() && sign.is_uppercase()) {
            pieces.push(&word[start..at]);
            start = at;
        }
        last = sign;
    }
    pieces.push(&word[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_words_may_be_broken_and_where_they_are_put_together() {
        for (text, expected) in [
            ("a short one", "a short one"),
            ("IndexOutOfBoundsException: at", "Index<wbr/>Out<wbr/>Of<wbr/>Bounds<wbr/>Exception: at"),
            ("FileNotFoundError: at", "FileNotFoundError: at"),
            (
                "collect/the_line_of_all_assets",
                "collect/<wbr/>the_<wbr/>line_<wbr/>of_<wbr/>all_<wbr/>assets",
            ),
            ("https://example.org/<abc>/def", "https://<wbr/>example.org/<wbr/>&lt;abc&gt;/<wbr/>def"),
            ("éÉ", "éÉ"),
        ] {
            let mut out = Vec::new();
            breakable(&mut Markup::new(&mut out), text).expect("to memory");
            assert_eq!(String::from_utf8(out).expect("text"), expected);
        }
    }
}
