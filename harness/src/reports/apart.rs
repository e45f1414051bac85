//! Two lines below each other, and a mark where they part.

use super::fields::Fields;
use super::look::Voice;
use super::visible::{DottedBlanks, Shown, crop, crop_beside, show};
use crate::cases::Cause;
use crate::comparison;
use crate::text::tokens::words;

/// Two lines, and why they are not the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Apart<'a> {
    /// The line that should be there.
    pub(super) expected: Option<&'a str>,
    /// The line that is there.
    pub(super) got: Option<&'a str>,
    /// Whether the line that should be there is only described, because its words are free.
    pub(super) is_described: bool,
    /// What comes next where no line is there: a line in backticks, or what became of the program.
    pub(super) then: Option<&'a str>,
    /// How the program ended where no line is there because of that.
    pub(super) end: Option<&'static str>,
    /// Why they differ.
    pub(super) cause: Option<Cause>,
    /// What the mark points at.
    pub(super) pointed_at: PointedAt,
}

/// What a mark below two lines points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PointedAt {
    /// The first character that differs.
    Characters,
    /// The first letter or digit that differs, for the lines may differ in their signs, too; if none does, the first character.
    Words,
}

impl Apart<'_> {
    /// Adds both lines and the mark to `fields`.
    pub(super) fn write(self, fields: &mut Fields) {
        let blanks = self.blanks();
        let shown = |line: Option<&str>| line.map(|line| show(line, blanks));
        let (expected, got) = (shown(self.expected), shown(self.got));
        if expected.is_none() && got.is_none() {
            return;
        }
        let columns = self.columns();
        let at = |shown: Option<&Shown>, column: Option<usize>| {
            shown.zip(column).and_then(|(shown, column)| shown.columns.get(column).copied()).unwrap_or(0)
        };
        let [in_expected, in_got] = [
            at(expected.as_ref(), columns.map(|[column, _]| column)),
            at(got.as_ref(), columns.map(|[_, column]| column)),
        ];
        let width = fields.look.width.saturating_sub(14);
        let mut write = |name: &str, line: Option<&Shown>, other: Option<&Shown>| {
            let (text, cut) = match line {
                None if name == "got" => (self.nothing(width), 0),
                None if self.lacks_a_blank_line() => ("(a blank line)".to_string(), 0),
                None => ("(no line here)".to_string(), 0),
                Some(line) if line.text.trim().is_empty() => ("(a blank line)".to_string(), 0),
                Some(line) => crop_beside(line, other.unwrap_or(line), in_expected, width),
            };
            let text = fields.look.program_text(text);
            fields.field(name, &text);
            cut
        };
        write("expected", expected.as_ref(), got.as_ref());
        let cut = write("got", got.as_ref(), expected.as_ref());
        if let Some([_, column]) = columns {
            match fields.look.voice {
                Voice::Signs => {
                    fields.field("", &caret(in_got.saturating_sub(cut), &self.place(column), width));
                }
                Voice::Words => fields.field("they differ from", &self.place(column)),
            }
        }
        let has_dots = |shown: &Option<Shown>| shown.as_ref().is_some_and(|shown| shown.text.contains('·'));
        if fields.look.voice == Voice::Signs
            && blanks != DottedBlanks::Nowhere
            && (has_dots(&expected) || has_dots(&got))
        {
            fields.field("", "(each · is a blank)");
        }
    }

    /// Returns whether a blank line should stand before the line that is there.
    pub(super) fn lacks_a_blank_line(self) -> bool {
        let has_words = self.got.is_some_and(|got| !got.trim().is_empty());
        self.cause == Some(Cause::BlankLines) && self.expected.is_none() && has_words
    }

    /// Says that no line is there, and what comes next.
    fn nothing(self, width: usize) -> String {
        if self.is_described {
            // What comes next may well say something else that is right.
            return "(not shown)".to_string();
        }
        if let Some(end) = self.end {
            return format!("({end})");
        }
        let Some(then) = self.then else { return "(missing)".to_string() };
        crop(&show(&format!("(missing), then {then}"), DottedBlanks::Nowhere), 0, width).0
    }

    /// Returns which blanks are shown as dots: none where blanks do not matter.
    pub(super) fn blanks(self) -> DottedBlanks {
        let at_the_end = |line: &str| line.len() - line.trim_end_matches(' ').len();
        match (self.cause, self.expected, self.got) {
            (Some(Cause::InnerBlanks), ..) => DottedBlanks::All,
            // Where words differ, too, nobody looks for a blank.
            (_, Some(expected), Some(got))
                if at_the_end(expected) != at_the_end(got) && expected.trim_end() == got.trim_end() =>
            {
                DottedBlanks::AtTheEnd
            }
            _ => DottedBlanks::Nowhere,
        }
    }

    /// Returns how the place in the printed line is called from which it differs.
    fn place(self, column: usize) -> String {
        let ends = self.got.is_some_and(|got| column >= got.trim_end().chars().count());
        let why = if ends { ": it ends too early" } else { "" };
        format!("column {}{why}", column + 1)
    }

    /// Returns the characters from which both lines differ, counted from 0.
    fn columns(self) -> Option<[usize; 2]> {
        let (expected, got) =
            self.expected.zip(self.got).filter(|(one, other)| !self.is_described && one != other)?;
        let in_words = Some(self.pointed_at)
            .filter(|pointed_at| *pointed_at == PointedAt::Words && !have_same_signs(expected, got));
        let in_words = in_words.and_then(|_| first_other_word(expected, got));
        let columns = in_words.unwrap_or_else(|| [comparison::first_difference(expected, got); 2]);
        // Nobody looks for the place where one line turns into quite another one.
        (columns != [0, 0] || have_a_word_in_common(expected, got)).then_some(columns)
    }
}

/// Returns whether a word or a number stands in both of two lines.
fn have_a_word_in_common(one: &str, other: &str) -> bool {
    words(one).any(|word| words(other).any(|it| it == word))
}

/// Returns whether the same signs stand in the same columns of two lines, as in a table whose values differ: then blanks are values, too.
fn have_same_signs(one: &str, other: &str) -> bool {
    let signs = |line: &str| -> Vec<(usize, char)> {
        let is_sign = |sign: char| !sign.is_alphanumeric() && !sign.is_whitespace();
        line.chars().enumerate().filter(|(_, character)| is_sign(*character)).collect()
    };
    let one = signs(one);
    !one.is_empty() && one == signs(other)
}

/// Returns where the letters and digits of two lines begin to differ, in each of them.
fn first_other_word(expected: &str, got: &str) -> Option<[usize; 2]> {
    let words = |line: &str| {
        let characters = line.chars().enumerate().filter(|(_, character)| character.is_alphanumeric());
        characters.map(|(at, character)| (at, character.to_lowercase().to_string())).collect::<Vec<_>>()
    };
    let (one, other) = (words(expected), words(got));
    let same = one.iter().zip(&other).take_while(|((_, one), (_, other))| one == other).count();
    // Where words are missing at the end, they should come behind what both lines have.
    let behind = |words: &[(usize, String)]| same.checked_sub(1).map_or(0, |last| words[last].0 + 1);
    let after = |line: &str, at: usize| line.chars().skip(at).collect::<Vec<_>>();
    let (in_expected, in_got) = (behind(&one), behind(&other));
    let (left, right) = (after(expected, in_expected), after(got, in_got));
    let both = left.iter().zip(&right).take_while(|(one, other)| one == other).count();
    let at = |words: &[(usize, String)], end: usize| words.get(same).map_or(end, |(at, _)| *at);
    (same < one.len().max(other.len())).then(|| [at(&one, in_expected + both), at(&other, in_got + both)])
}

/// Returns a line that points at the place `at`, which is called `name`, below a line of at most `width` columns.
fn caret(at: usize, name: &str, width: usize) -> String {
    let blanks = " ".repeat(at);
    match at.checked_sub(name.len() + 1) {
        Some(before) if at + 2 + name.len() > width => format!("{}{name} ^", " ".repeat(before)),
        _ => format!("{blanks}^ {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::look::Look;
    use super::*;

    #[test]
    fn the_place_that_differs_is_pointed_at_from_where_there_is_room() {
        assert_eq!(caret(2, "column 3", 20), "  ^ column 3");
        assert_eq!(caret(15, "column 16", 20), "     column 16 ^");
        assert_eq!(caret(3, "column 4", 5), "   ^ column 4");
    }

    #[track_caller]
    fn check(expected: &str, got: &str, cause: Cause, pointed_at: PointedAt, lines: &[&str]) {
        let mut fields = Fields::new(Look::of_text());
        Apart {
            expected: Some(expected),
            got: Some(got),
            is_described: false,
            then: None,
            end: None,
            cause: Some(cause),
            pointed_at,
        }
        .write(&mut fields);
        assert_eq!(fields.text.lines().map(str::trim).collect::<Vec<_>>(), lines);
    }

    #[test]
    fn blanks_are_dots_only_where_they_differ_and_the_dots_are_explained() {
        let words = PointedAt::Characters;
        let plain = ["expected  Go! ", "got       Go? ", "^ column 3"];
        check("Go! ", "Go? ", Cause::Punctuation, words, &plain.map(str::trim));
        let dotted =
            ["expected  Go:·", "got       Go:", "^ column 4: it ends too early", "(each · is a blank)"];
        check("Go: ", "Go:", Cause::TrailingBlanks, words, &dotted);
        let inner = ["expected  a·b", "got       ab", "^ column 2", "(each · is a blank)"];
        check("a b", "ab", Cause::InnerBlanks, words, &inner);
    }

    #[test]
    fn lines_that_have_no_word_in_common_part_nowhere() {
        let other = ["expected  Jane rolls ?-?", "got       Give up the dice?"];
        check("Jane rolls ?-?", "Give up the dice?", Cause::WrongText, PointedAt::Words, &other);
        let word = ["expected  Jane rolls 1-2", "got       Dave rolls 1-2", "^ column 1"];
        check("Jane rolls 1-2", "Dave rolls 1-2", Cause::WrongText, PointedAt::Words, &word);
    }

    #[test]
    fn of_a_line_that_is_missing_it_is_told_what_comes_instead() {
        let line = Apart {
            expected: Some("Try again."),
            got: None,
            is_described: false,
            then: None,
            end: None,
            cause: None,
            pointed_at: PointedAt::Words,
        };
        let told_of = |apart: Apart<'_>| {
            let mut fields = Fields::new(Look { width: 40, ..Look::of_text() });
            apart.write(&mut fields);
            fields.text.lines().nth(1).map(|line| line.trim().to_string())
        };
        let told = |then| told_of(Apart { then, ..line });
        assert_eq!(told(None).as_deref(), Some("got       (missing)"));
        assert_eq!(told(Some("`TIE`")).as_deref(), Some("got       (missing), then `TIE`"));
        let long = told(Some("the program crashed: ValueError"));
        assert_eq!(long.as_deref(), Some("got       (missing), then the progra…"));
        let described = Apart { expected: Some("a total of 12"), is_described: true, ..line };
        let described = told_of(Apart { then: Some("`Total: 30`"), ..described });
        assert_eq!(described.as_deref(), Some("got       (not shown)"));
        let blank = Apart { expected: None, cause: Some(Cause::BlankLines), ..line };
        let told = |got| {
            let mut fields = Fields::new(Look::of_text());
            Apart { got: Some(got), ..blank }.write(&mut fields);
            fields.text.lines().next().map(|line| line.trim().to_string())
        };
        assert_eq!(told("-Year 618-").as_deref(), Some("expected  (a blank line)"));
        assert_eq!(told("").as_deref(), Some("expected  (no line here)"));
        let end = told_of(Apart { end: Some("the program crashed here"), ..line });
        assert_eq!(end.as_deref(), Some("got       (the program crashed here)"));
    }

    #[test]
    fn a_value_too_much_in_a_table_is_pointed_at_itself() {
        let lines = ["expected  6 |   |   | X |", "got       6 |   | X | X |", "^ column 9"];
        check("6 |   |   | X |", "6 |   | X | X |", Cause::WrongText, PointedAt::Words, &lines);
    }

    #[test]
    fn a_wrong_value_is_pointed_at_behind_other_signs() {
        let lines = ["expected  X: ['X', 'O']", "got       X: [X, X]", "^ column 8"];
        check("X: ['X', 'O']", "X: [X, X]", Cause::WrongText, PointedAt::Words, &lines);
        let signs = ["expected  X:", "got       X!", "^ column 2"];
        check("X:", "X!", Cause::Punctuation, PointedAt::Words, &signs);
        let missing = ["expected  (A, B)", "got       (A)", "^ column 3"];
        check("(A, B)", "(A)", Cause::WrongText, PointedAt::Words, &missing);
        let end = ["expected  No. Try it.", "got       No.", "^ column 4: it ends too early"];
        check("No. Try it.", "No.", Cause::WrongText, PointedAt::Words, &end);
    }
}
