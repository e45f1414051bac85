//! The lines of a turn, with their parts and with their values set apart.

use std::ops::Range;

use super::values::Values;

/// A line that the program prints.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The text, without its line break.
    pub(crate) text: String,
    /// The part of its first character that is not blank.
    pub(crate) part: &'static str,
    /// The text with `#` for every value: the literal that the line is; empty for a blank line.
    pub(crate) form: String,
    /// The places of its values.
    pub(crate) values: Vec<Range<usize>>,
    /// Whether it has a line break.
    pub(crate) is_ended: bool,
}

/// Returns the lines that are printed between two inputs, of which `typed` are the lines typed before.
pub(crate) fn lines(pieces: &[(&'static str, String)], values: &Values, typed: &[String]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut open: Vec<(&'static str, &str)> = Vec::new();
    for (part, text) in pieces {
        for piece in text.split_inclusive('\n') {
            open.push((part, piece));
            if piece.ends_with('\n') {
                lines.push(line(&std::mem::take(&mut open), values, typed));
            }
        }
    }
    if !open.is_empty() {
        lines.push(line(&open, values, typed));
    }
    lines
}

fn line(pieces: &[(&'static str, &str)], values: &Values, typed: &[String]) -> Line {
    let whole: String = pieces.iter().map(|(_, text)| *text).collect();
    let text = whole.trim_end_matches('\n').to_string();
    let speaking = pieces.iter().find(|(_, text)| !text.trim().is_empty());
    let part = speaking.or(pieces.first()).map_or("", |(part, _)| part);
    let places = values.places(part, &text, typed);
    let form =
        if values.is_row(part, &text) { row(&text) } else { values.one_for_all(&form(&text, &places)) };
    Line { form, part, values: places, is_ended: whole.ends_with('\n'), text }
}

/// Returns the form of a line: lists of values, however long, have one form.
fn form(text: &str, places: &[Range<usize>]) -> String {
    let mut form = String::new();
    let mut at = 0;
    for place in places {
        form.push_str(&text[at..place.start]);
        form.push('#');
        at = place.end;
    }
    form.push_str(&text[at..]);
    for (item, list) in
        [("-", "--"), ("-+", "-+-+"), ("#", "#, #"), ("#", "# #"), ("(#)", "(#), (#)"), ("'#'", "'#', '#'")]
    {
        while form.contains(list) {
            form = form.replace(list, item);
        }
    }
    form.trim().to_string()
}

/// Returns the form of a row of cells: the words that name it or its columns, and that it is one.
fn row(text: &str) -> String {
    let words = text
        .split(['|', ' '])
        .filter(|word| *word == "1S" || (word.len() > 3 && word.chars().all(char::is_alphabetic)));
    format!("{}|", words.take(1).collect::<String>())
}
