//! What the signs of a conversation mean.

use std::io;

use crate::reports::markup::Markup;

/// A sign as it stands in the markup of a conversation, and what the legend says of it.
const SIGNS: [(&str, &str); 9] = [
    ("<kbd>", "<kbd>text like this</kbd> was typed when the program waited"),
    ("<kbd></kbd>", "<kbd></kbd> an empty line was typed"),
    (
        "<mark class=\"other\">",
        "<mark class=\"other\">dotted</mark> differs, too, but this mistake is not about it",
    ),
    ("<div class=\"place free\"", "a dotted edge: this case loses nothing by it"),
    ("<i>→</i>", "<i>→</i> a tab"),
    ("<i>␍</i>", "<i>␍</i> a carriage return"),
    ("<i>␛</i>", "<i>␛</i> an escape character"),
    ("<i>…</i>", "<i>…</i> more of a long line"),
    (">≠<a ", "<span class=\"other\">≠</span> and a number: that mistake shows on this line, too"),
];

/// Writes what the signs mean that are seen in a conversation; nothing if none is. What is folded is not seen.
pub(super) fn write(html: &mut Markup<'_>, conversation: &[u8]) -> io::Result<()> {
    let conversation = String::from_utf8_lossy(conversation);
    let seen: Vec<&str> = conversation.split("<details>").map(unfolded).collect();
    let occurs = |sign: &str| seen.iter().any(|text| text.contains(sign));
    let meanings: Vec<&'static str> =
        SIGNS.iter().filter(|(sign, _)| occurs(sign)).map(|(_, meaning)| *meaning).collect();
    if meanings.is_empty() {
        return Ok(());
    }
    html.raw("<ul class=\"legend\" aria-label=\"Signs\">")?;
    for meaning in meanings {
        html.raw("<li>")?;
        html.raw(meaning)?;
        html.raw("</li>")?;
    }
    html.raw("</ul>\n")
}

/// Returns what stands behind a fold, of a text that begins within one; all of it if it does not.
fn unfolded(text: &str) -> &str {
    text.split_once("</details>").map_or(text, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signs_that_occur_are_told() {
        let legend = |conversation: &str| {
            let mut out = Vec::new();
            write(&mut Markup::new(&mut out), conversation.as_bytes()).expect("to memory");
            String::from_utf8(out).expect("text")
        };
        assert_eq!(legend("<pre>hello</pre>"), "");
        let both = legend("<pre>? <kbd>a</kbd>\na<i>→</i>b</pre>");
        assert_eq!(both.matches("<li>").count(), 2, "{both}");
        assert!(both.contains("was typed") && both.contains("a tab"), "{both}");
        assert_eq!(legend("<pre>a</pre><details><pre>a<i>→</i>b</pre></details><pre>c</pre>"), "");
        let other = legend(
            "<pre><span class=\"other\" title=\"x\">≠<a href=\"#mistake/1\">7</a> <a href=\"#mistake/2\">9</a></span>x</pre>",
        );
        assert!(other.contains("≠</span> and a number: that mistake shows"), "{other}");
    }
}
