//! Makes text from programs safe to show: one line, no control characters, invisible ones visible.

use unicode_width::UnicodeWidthChar;

/// Which blanks are shown as dots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DottedBlanks {
    /// None.
    Nowhere,
    /// Those at the end.
    AtTheEnd,
    /// All of them.
    All,
}

/// A line that is safe to show, and where its characters stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    /// The text.
    pub(super) text: String,
    /// The display column, from 0, of each character of the original, and of its end.
    pub(super) columns: Vec<usize>,
}

impl Shown {
    /// Returns how many columns the line takes.
    fn width(&self) -> usize {
        self.columns.last().copied().unwrap_or(0)
    }
}

/// Returns a line without signs for its blanks, safe to show.
pub(crate) fn safe_line(line: &str) -> String {
    show(line, DottedBlanks::Nowhere).text
}

/// Returns a line with everything visible: blanks as `·`, tabs as `→`, other control characters by their
/// names or code points. What services that run programs would take for a command of theirs is broken up.
pub(super) fn show(line: &str, blanks: DottedBlanks) -> Shown {
    let end = line.trim_end_matches(' ').len();
    let mut shown = Shown { text: String::new(), columns: vec![0] };
    for (at, character) in line.char_indices() {
        let piece = match character {
            ' ' if blanks == DottedBlanks::All || blanks == DottedBlanks::AtTheEnd && at >= end => {
                "·".to_string()
            }
            '#' if is_inside_a_command(line, at) => "<U+0023>".to_string(),
            other => sign(other).unwrap_or_else(|| other.to_string()),
        };
        let width: usize = piece.chars().map(|c| c.width().unwrap_or(0)).sum();
        let column = shown.columns.last().copied().unwrap_or(0);
        shown.columns.push(column + width);
        shown.text.push_str(&piece);
    }
    shown
}

/// Returns what stands for a character that does not show; nothing for one that does, blanks among them.
pub(super) fn sign(character: char) -> Option<String> {
    match character {
        '\t' => Some("→".to_string()),
        '\r' => Some("␍".to_string()),
        '\n' => Some("␊".to_string()),
        '\x1b' => Some("␛".to_string()),
        other if is_hidden(other) => Some(format!("<U+{:04X}>", u32::from(other))),
        _ => None,
    }
}

/// Returns the name of a sign that stands for a blank or a character that does not show, for readers who hear it.
pub(super) fn spoken(shown: &str) -> String {
    let names = [("·", "<blank>"), ("→", "<tab>"), ("␍", "<carriage return>"), ("␛", "<escape>")];
    names.iter().fold(shown.to_string(), |text, (sign, name)| text.replace(sign, name))
}

/// Returns whether the `#` at `at` is the second of a `##[` or `##word[`, with which services that run
/// programs begin a command, anywhere in a line.
fn is_inside_a_command(line: &str, at: usize) -> bool {
    let word = line[at + 1..].trim_start_matches(|character: char| character.is_ascii_alphabetic());
    line[..at].ends_with('#') && word.starts_with('[')
}

/// Returns whether a character does not show, or changes how others are shown.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character, '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{2800}')
        || matches!(character, '\u{3164}' | '\u{ffa0}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
        || ('\u{200b}'..='\u{200f}').contains(&character)
        || ('\u{202a}'..='\u{202e}').contains(&character)
        || ('\u{2060}'..='\u{206f}').contains(&character)
        || ('\u{e0000}'..='\u{e007f}').contains(&character)
        || (!character.is_control() && character.width().is_none())
}

/// Returns at most `width` columns of a line, around the column `focus`, and how many columns were cut off
/// at its start. Cut ends are marked by `…`.
pub(super) fn crop(shown: &Shown, focus: usize, width: usize) -> (String, usize) {
    crop_beside(shown, shown, focus, width)
}

/// Returns the same as [`crop`], but cut where a line is cut that is as long as the longer one of the two, so that one
/// can stand below the other.
pub(super) fn crop_beside(shown: &Shown, other: &Shown, focus: usize, width: usize) -> (String, usize) {
    let total = shown.width().max(other.width());
    // Characters without a width of their own could make a line of few columns very long.
    let most = 4 * width;
    if total <= width {
        let mut text: String = shown.text.chars().take(most).collect();
        if text.len() < shown.text.len() {
            text.push('…');
        }
        return (text, 0);
    }
    let start = focus.saturating_sub(width / 2).min(total - width);
    let mut text = String::new();
    let mut column = 0;
    let mut cut = 0;
    for character in shown.text.chars() {
        let next = column + character.width().unwrap_or(0);
        if next <= start {
            cut = next;
        } else if next <= start + width && text.len() < 4 * most {
            text.push(character);
        }
        column = next;
    }
    let head = if cut > 0 { "…" } else { "" };
    let tail = if start + width < shown.width() { "…" } else { "" };
    (format!("{head}{text}{tail}"), cut.saturating_sub(head.chars().count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_shown() {
        for (line, blanks, expected) in [
            ("a b  ", DottedBlanks::AtTheEnd, "a b··"),
            ("a b ", DottedBlanks::All, "a·b·"),
            ("\ta\r", DottedBlanks::AtTheEnd, "→a␍"),
            ("\x1b[2J\x07", DottedBlanks::AtTheEnd, "␛[2J<U+0007>"),
            ("a\u{202e}b\u{200b}", DottedBlanks::AtTheEnd, "a<U+202E>b<U+200B>"),
            ("é\u{a0}", DottedBlanks::AtTheEnd, "é<U+00A0>"),
            ("a ##[error]b ##vso[x]", DottedBlanks::AtTheEnd, "a #<U+0023>[error]b #<U+0023>vso[x]"),
            ("## [1] # 2 ##", DottedBlanks::AtTheEnd, "## [1] # 2 ##"),
        ] {
            assert_eq!(show(line, blanks).text, expected, "{line:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_place_that_matters() {
        let shown = show(&"0123456789".repeat(3), DottedBlanks::AtTheEnd);
        assert_eq!(crop(&shown, 0, 10), ("0123456789…".to_string(), 0));
        assert_eq!(crop(&shown, 29, 10), ("…0123456789".to_string(), 19));
        assert_eq!(crop(&shown, 15, 10), ("…0123456789…".to_string(), 9));
        assert_eq!(crop(&shown, 15, 40).1, 0);
        let short = show(&"0123456789".repeat(2), DottedBlanks::AtTheEnd);
        assert_eq!(crop_beside(&shown, &short, 20, 14), ("…34567890123456…".to_string(), 12));
        assert_eq!(crop_beside(&short, &shown, 20, 14), ("…3456789".to_string(), 12));
    }
}
