//! Takes out of a text what a comparison forgives.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::cases::Tolerance;

/// Returns `text` without what is forgiven anywhere in it; line ends are `\n` if their form is forgiven.
pub(super) fn text<'t>(text: &'t str, tolerances: &BTreeSet<Tolerance>) -> Cow<'t, str> {
    let mut text = on_screen(text, tolerances);
    if tolerances.contains(&Tolerance::LineEnds) && text.contains("\r\n") {
        text = Cow::Owned(text.replace("\r\n", "\n"));
    }
    if tolerances.contains(&Tolerance::Typography) && !text.is_ascii() {
        text = Cow::Owned(text.chars().map(straight).collect());
    }
    if tolerances.contains(&Tolerance::BlanksAroundHyphens) && text.contains('-') {
        text = Cow::Owned(without_blanks_around_hyphens(&text));
    }
    text
}

/// Returns `text` as it stays on the screen, without the sequences that clear it, if these are forgiven.
pub(crate) fn on_screen<'t>(text: &'t str, tolerances: &BTreeSet<Tolerance>) -> Cow<'t, str> {
    if tolerances.contains(&Tolerance::ClearScreen) && text.contains('\x1b') {
        Cow::Owned(without_clearing(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a whole output as it is compared: [`text`], then what is forgiven line by line. Unless it is the `first` one, it may begin with the line
/// break of what was typed before.
pub(super) fn lines<'t>(output: &'t str, first: bool, tolerances: &BTreeSet<Tolerance>) -> Cow<'t, str> {
    let output = text(output, tolerances);
    let by_line = [Tolerance::BlankLines, Tolerance::TitleFill, Tolerance::ColumnWidths];
    if by_line.iter().all(|tolerance| !tolerances.contains(tolerance)) {
        return output;
    }
    let drop_blank = tolerances.contains(&Tolerance::BlankLines);
    let mut kept = String::new();
    for (index, piece) in output.split_inclusive('\n').enumerate() {
        let (line, end) = piece.strip_suffix('\n').map_or((piece, ""), |line| (line, "\n"));
        if drop_blank && (first || index > 0) && line.trim().is_empty() && !end.is_empty() {
            continue;
        }
        kept.push_str(&without_drawing(line, tolerances));
        kept.push_str(end);
    }
    Cow::Owned(kept)
}

/// Returns a line with its title filled and its columns drawn in the plain form, where that is forgiven.
fn without_drawing<'t>(line: &'t str, tolerances: &BTreeSet<Tolerance>) -> Cow<'t, str> {
    let mut line = Cow::Borrowed(line);
    if tolerances.contains(&Tolerance::TitleFill) && line.contains("===") {
        line = Cow::Owned(plain_title(&line));
    }
    if tolerances.contains(&Tolerance::ColumnWidths) && line.starts_with(['+', '|']) {
        line = Cow::Owned(narrow_table(&line));
    }
    line
}

/// Takes blanks away that stand next to a hyphen.
fn without_blanks_around_hyphens(text: &str) -> String {
    let mut kept = String::new();
    for piece in text.split_inclusive('-') {
        let piece = if kept.ends_with('-') { piece.trim_start_matches(' ') } else { piece };
        match piece.strip_suffix('-') {
            Some(before) => {
                kept.push_str(before.trim_end_matches(' '));
                kept.push('-');
            }
            None => kept.push_str(piece),
        }
    }
    kept
}

/// Returns `= Title =` for a title that is centred on 79 or 80 columns between `=`. A prompt may stand before it.
fn plain_title(line: &str) -> String {
    let (prompt, title) = line.split_at(line.find("===").unwrap_or(line.len()));
    let trimmed = title.trim_end_matches(' ');
    let left = trimmed.chars().take_while(|c| *c == '=').count();
    let right = trimmed.chars().rev().take_while(|c| *c == '=').count();
    let title = trimmed.trim_matches('=').trim();
    let centred = left.abs_diff(right) <= 1 && (79..=80).contains(&trimmed.chars().count());
    if centred && !title.is_empty() { format!("{prompt}= {title} =") } else { line.to_string() }
}

/// Returns a line of a table with the narrowest columns: one `-` for each run of them in a rule, and no
/// blanks next to the `|` of a row.
fn narrow_table(line: &str) -> String {
    let is_rule = line.starts_with('+') && line.trim_end().chars().all(|c| matches!(c, '+' | '-'));
    if is_rule {
        return line
            .split('+')
            .map(|run| if run.contains('-') { "-" } else { "" })
            .collect::<Vec<_>>()
            .join("+");
    }
    if line.starts_with('|') {
        return line.split('|').map(str::trim).collect::<Vec<_>>().join("|");
    }
    line.to_string()
}

/// Returns a line, without its line break, as it is compared.
pub(crate) fn line<'t>(line: &'t str, tolerances: &BTreeSet<Tolerance>) -> Cow<'t, str> {
    let drawn = changed(text(line, tolerances), |line| without_drawing(line, tolerances));
    changed(drawn, |line| Cow::Borrowed(without_end(line, tolerances)))
}

fn without_end<'t>(line: &'t str, tolerances: &BTreeSet<Tolerance>) -> &'t str {
    let is_stripped = tolerances.contains(&Tolerance::LineEnds);
    let line = line.strip_suffix('\r').filter(|_| is_stripped).unwrap_or(line);
    if tolerances.contains(&Tolerance::TrailingBlanks) { line.trim_end_matches([' ', '\t']) } else { line }
}

/// Returns a text with a change, and copies it only where that is needed.
fn changed(text: Cow<'_, str>, change: impl Fn(&str) -> Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => change(text),
        Cow::Owned(text) => Cow::Owned(change(&text).into_owned()),
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
    fn tables_titles_and_hyphens_have_a_plain_form() {
        assert_eq!(narrow_table("| Player 1 |    |  8 |"), "|Player 1||8|");
        assert_eq!(narrow_table("+------+--+"), "+-+-+");
        assert_eq!(narrow_table("Roll #1 : [1, 2]"), "Roll #1 : [1, 2]");
        let title = |left: usize, right: usize| format!("{} B.O.T.S {}", "=".repeat(left), "=".repeat(right));
        assert_eq!(plain_title(&title(35, 36)), "= B.O.T.S =");
        assert_eq!(plain_title(&title(36, 35)), "= B.O.T.S =");
        assert_eq!(plain_title(&format!("Category: {}", title(35, 36))), "Category: = B.O.T.S =");
        assert_eq!(plain_title(&title(30, 41)), title(30, 41));
        assert_eq!(plain_title(&title(45, 46)), title(45, 46));
        assert_eq!(without_blanks_around_hyphens("4 - 5 -x - "), "4-5-x-");
    }

    #[test]
    fn blank_lines_between_lines_go_and_line_breaks_stay() {
        let blank = BTreeSet::from([Tolerance::BlankLines]);
        assert_eq!(lines("a\n\n \nb\n\n", false, &blank), "a\nb\n");
        assert_eq!(lines("\na", false, &blank), "\na");
        assert_eq!(lines("\n\na", true, &blank), "a");
    }

    #[test]
    fn nothing_is_forgiven_without_a_tolerance() {
        let none = BTreeSet::new();
        assert_eq!(text("“a”\r\n", &none), "“a”\r\n");
        assert_eq!(line("a \r", &none), "a \r");
    }
}
