//! Named facts, one below the other, for eyes or for ears.

use super::look::{Look, Voice, wrap};
use super::visible::{DottedBlanks, crop, show, spoken};

/// Columns before a value: two blanks, the name, and a blank.
pub(super) const INDENT: usize = 12;

/// Returns text from a program on one line of at most `width` columns.
pub(super) fn one_line(text: &str, width: usize, look: Look) -> String {
    look.program_text(crop(&show(text, DottedBlanks::Nowhere), 0, width).0)
}

impl Look {
    /// Returns text of a program that was made visible: with its signs, or for a reader who listens, in words.
    pub(super) fn program_text(self, shown: String) -> String {
        match self.voice {
            Voice::Signs => shown,
            Voice::Words => spoken(&shown),
        }
    }
}

/// Named facts, one below the other.
pub(super) struct Fields {
    /// What was added so far.
    pub(super) text: String,
    /// For whom it is laid out.
    pub(super) look: Look,
}

impl Fields {
    /// Returns no facts yet.
    pub(super) fn new(look: Look) -> Self {
        Self { text: String::new(), look }
    }

    /// Adds a fact; without a name it belongs to the one before.
    pub(super) fn field(&mut self, name: &str, value: &str) {
        let line = match self.look.voice {
            Voice::Signs => format!("  {name:<9} {value}\n"),
            Voice::Words => format!("  {name}: {value}\n"),
        };
        self.text.push_str(&line);
    }

    /// Adds a text in as many lines as it takes, but at most `most`.
    pub(super) fn prose(&mut self, name: &str, text: &str, most: usize) {
        let lines = first_lines(text, self.look.width.saturating_sub(INDENT), most);
        let indent = if self.look.voice == Voice::Signs { "\n            " } else { " " };
        if !lines.is_empty() {
            self.field(name, &lines.join(indent));
        }
    }
}

/// Returns the first lines of a text, at most `most` of at most `width` characters; where more words follow, a sign for them at the end.
pub(super) fn first_lines(text: &str, width: usize, most: usize) -> Vec<String> {
    const LEFT_OUT: &str = " …";
    let mut lines = wrap(text, width);
    if lines.len() <= most {
        return lines;
    }
    lines.truncate(most);
    if let Some(last) = lines.last_mut() {
        while last.chars().count() + LEFT_OUT.chars().count() > width
            && let Some((rest, _)) = last.trim_end().rsplit_once(' ')
        {
            *last = rest.to_string();
        }
        let end = last.trim_end_matches([' ', '…']).len();
        last.truncate(end);
        last.push_str(LEFT_OUT);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_cut_is_no_wider_than_the_screen() {
        let lines = |text| first_lines(text, 10, 2);
        assert_eq!(lines("one two three four"), ["one two", "three four"]);
        assert_eq!(lines("one two three four five"), ["one two", "three …"]);
        assert_eq!(lines("one two three … four"), ["one two", "three …"]);
    }
}
