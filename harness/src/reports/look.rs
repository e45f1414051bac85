//! How a report looks on the terminal at hand.

/// Columns where nobody knows how wide the terminal is.
const WIDTH: usize = 100;

/// The fewest columns in which the columns of a report have room beside each other.
const LEAST: usize = 24;

/// The most columns in which a line of text can be read.
const MOST: usize = 160;

/// How a report looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Columns of the terminal.
    pub width: usize,
    /// For eyes or for ears.
    pub voice: Voice,
    /// How much is told.
    pub amount: Amount,
}

/// For whom a report is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Voice {
    /// For eyes: columns, signs for what does not show, a mark below the place that differs.
    #[default]
    Signs,
    /// For screen readers: one fact in one line, everything in words, no colours.
    Words,
}

/// How much is told of what did not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Amount {
    /// Only the last line: cases and marks.
    Least,
    /// One screen: the marks, the mistakes in a line or two each, and the worst one in full.
    #[default]
    First,
    /// The same, with the mistake of this number in full.
    Mistake(usize),
    /// Every mistake and every failed case in full.
    All,
}

impl Look {
    /// Returns a look that fits the terminal to which standard output goes or, where it goes elsewhere, as many columns as the
    /// variable `COLUMNS` of the environment says.
    pub fn of_terminal(voice: Voice, amount: Amount) -> Self {
        let terminal = rustix::termios::tcgetwinsize(std::io::stdout()).ok();
        let columns = terminal.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0);
        let told = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        Self { width: columns.or_else(told).unwrap_or(WIDTH).clamp(LEAST, MOST), voice, amount }
    }

    /// Returns the look of text that is not for a terminal.
    pub(super) fn of_text() -> Self {
        Self { width: WIDTH, voice: Voice::Signs, amount: Amount::First }
    }
}

/// Returns the words of a text in lines of at most `width` characters. A longer word has lines of its own, and is broken at its slashes, as
/// the id of a case; one that would be a command to a CI service at the beginning of a line stays behind the word before it.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line)
                if word.starts_with("::") || line.chars().count() + 1 + word.chars().count() <= width =>
            {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken_at_slashes(word, width)),
        }
    }
    lines
}

/// Returns a word in lines: one if it is short enough, or has no slash within it.
fn broken_at_slashes(word: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in word.split_inclusive('/') {
        let line = lines.last_mut().expect("there is a first one");
        if line.is_empty() || line.chars().count() + piece.chars().count() <= width {
            line.push_str(piece);
        } else {
            lines.push(piece.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible a", 5), ["incomprehensible", "a"]);
        assert_eq!(wrap("see row/a_long_name: it", 13), ["see", "row/", "a_long_name:", "it"]);
        assert_eq!(wrap("see row/name: it", 13), ["see row/name:", "it"]);
        assert!(wrap(" ", 5).is_empty());
    }

    #[test]
    fn no_line_but_the_first_begins_like_a_command_to_a_ci_service() {
        assert_eq!(wrap("it says ::error::x and more", 8), ["it says ::error::x", "and more"]);
    }
}
