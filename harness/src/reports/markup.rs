//! Writes HTML and XML. Names of elements and attributes stand in the program; every other text is escaped.

use std::io::{self, Write};

/// Writes marked-up text.
pub(crate) struct Markup<'w> {
    out: &'w mut dyn Write,
}

/// The name and value of an attribute.
pub(crate) type Attribute<'a> = (&'static str, &'a str);

impl<'w> Markup<'w> {
    /// Returns a writer to `out`.
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out }
    }

    /// Writes a start tag.
    pub(crate) fn open(&mut self, name: &'static str, attributes: &[Attribute<'_>]) -> io::Result<()> {
        self.tag(name, attributes, ">")
    }

    /// Writes an element without content.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: &[Attribute<'_>]) -> io::Result<()> {
        self.tag(name, attributes, "/>")
    }

    fn tag(&mut self, name: &str, attributes: &[Attribute<'_>], end: &str) -> io::Result<()> {
        write!(self.out, "<{name}")?;
        for (key, value) in attributes {
            write!(self.out, " {key}=\"{}\"", escaped(value))?;
        }
        self.out.write_all(end.as_bytes())
    }

    /// Writes an end tag.
    pub(crate) fn close(&mut self, name: &'static str) -> io::Result<()> {
        write!(self.out, "</{name}>")
    }

    /// Writes text.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(escaped(text).as_bytes())
    }

    /// Writes an element that holds nothing but text.
    pub(crate) fn element(
        &mut self,
        name: &'static str,
        attributes: &[Attribute<'_>],
        text: &str,
    ) -> io::Result<()> {
        self.open(name, attributes)?;
        self.text(text)?;
        self.close(name)
    }

    /// Writes what another writer of this kind has written.
    pub(crate) fn written(&mut self, markup: &[u8]) -> io::Result<()> {
        self.out.write_all(markup)
    }

    /// Writes what stands in the program as it is.
    pub(crate) fn raw(&mut self, text: &'static str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }
}

/// Returns a text in which nothing is markup, and no character is one that XML forbids.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push(character),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let mut out = Vec::new();
        let mut markup = Markup::new(&mut out);
        markup.element("p", &[("title", "\"><script>")], "<b>&amp;'\u{1b}").expect("written");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;amp;&#39;\u{fffd}</p>"
        );
    }
}
