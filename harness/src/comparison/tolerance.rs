//! Takes out of a text what a comparison forgives.

use std::collections::BTreeSet;

use crate::cases::Tolerance;

/// Returns `text` without what is forgiven anywhere in it; line ends are `\n` if their form is forgiven.
pub(super) fn text(text: &str, tolerances: &BTreeSet<Tolerance>) -> String {
    let mut text = text.to_string();
    if tolerances.contains(&Tolerance::ClearScreen) {
        text = without_clearing(&text);
    }
    if tolerances.contains(&Tolerance::LineEnds) {
        text = text.replace("\r\n", "\n");
    }
    if tolerances.contains(&Tolerance::Typography) {
        text = text.chars().map(straight).collect();
    }
    text
}

/// Returns a line, without its line break, as it is compared.
pub(super) fn line(line: &str, tolerances: &BTreeSet<Tolerance>) -> String {
    let line = text(line, tolerances);
    let line = if tolerances.contains(&Tolerance::LineEnds) {
        line.strip_suffix('\r').unwrap_or(&line)
    } else {
        &line
    };
    if tolerances.contains(&Tolerance::TrailingBlanks) {
        line.trim_end_matches([' ', '\t']).to_string()
    } else {
        line.to_string()
    }
}

/// Returns the straight form of a typographic quotation mark or dash.
pub(super) fn straight(character: char) -> char {
    match character {
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '–' | '—' => '-',
        other => other,
    }
}

/// Takes out the control sequences that clear the screen or move to its top: `ESC [ ... J`, `ESC [ ... H`
/// and `ESC c`.
fn without_clearing(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('\x1b') {
        kept.push_str(&rest[..start]);
        rest = &rest[start..];
        let length = clearing_length(rest);
        if length == 0 {
            kept.push('\x1b');
        }
        rest = &rest[length.max(1)..];
    }
    kept + rest
}

fn clearing_length(sequence: &str) -> usize {
    if sequence.starts_with("\x1bc") {
        return 2;
    }
    let Some(parameters) = sequence.strip_prefix("\x1b[") else { return 0 };
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';');
    match end.map(|end| (end, parameters.as_bytes()[end])) {
        Some((end, b'J' | b'H')) => end + 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_that_clear_are_taken_out_and_others_are_kept() {
        for (before, after) in [
            ("\x1b[2J\x1b[HTitle", "Title"),
            ("a\x1b[1;1Hb\x1bcc", "abc"),
            ("\x1b[31mred", "\x1b[31mred"),
            ("\x1b", "\x1b"),
            ("\x1b[2", "\x1b[2"),
            ("é\x1b[Jü", "éü"),
        ] {
            assert_eq!(text(before, &BTreeSet::from([Tolerance::ClearScreen])), after);
        }
    }

    #[test]
    fn nothing_is_forgiven_without_a_tolerance() {
        let none = BTreeSet::new();
        assert_eq!(text("“a”\r\n", &none), "“a”\r\n");
        assert_eq!(line("a \r", &none), "a \r");
    }
}
