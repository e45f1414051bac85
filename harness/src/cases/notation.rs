//! How a conversation is written down in a case: output as it is, `<<typed text>>` where it was typed.
//!
//! `<<text>>` is a line that is typed, up to the last `>>` of its line; the line break after it is the
//! typed one and not output. `<<EOF>>` is the end of input. `{{esc}}`, `{{clear}}` and `{{x07}}` (a code
//! point in hexadecimal digits) stand for what cannot be written; other `{{...}}` in output are holes, as
//! `hole.rs` tells. A literal `<<` or `{{` is doubled.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reference::Typed;

pub use super::hole::{Hole, HoleKind};
use super::problem::Place;

/// What the program of this project prints to clear a screen; written `{{clear}}`.
pub const CLEAR: &str = "\x1b[2J\x1b[H";

/// A conversation: turn after turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conversation {
    /// The turns, at least one; only the last has nothing typed at its end.
    pub turns: Vec<WrittenTurn>,
}

/// What is printed between two inputs, and the input at its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenTurn {
    /// The output, without its holes.
    pub output: String,
    /// The holes in their order, each with the byte of the output before which it stands.
    pub holes: Vec<(usize, Hole)>,
    /// What is typed then; nothing at the end of the conversation.
    pub typed: Option<Typed>,
}

/// Why a text is no conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    /// Where, counted from the first character of the text.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// The way out.
    pub help: String,
}

impl WrittenTurn {
    /// Returns the output with its holes as they are written.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        let mut from = 0;
        for (at, hole) in &self.holes {
            write!(shown, "{}{hole}", &self.output[from..*at]).expect("to a string");
            from = *at;
        }
        shown + &self.output[from..]
    }

    fn write(&self, text: &mut String) {
        let mut from = 0;
        for (at, hole) in &self.holes {
            escape(&self.output[from..*at], Before::Hole, text);
            write!(text, "{hole}").expect("to a string");
            from = *at;
        }
        let before = if self.typed.is_some() { Before::Typed } else { Before::End };
        escape(&self.output[from..], before, text);
        match &self.typed {
            Some(Typed::EndOfInput) => text.push_str("<<EOF>>\n"),
            Some(Typed::Line(line)) => writeln!(text, "<<{}>>", escape_typed(line)).expect("to a string"),
            None => {}
        }
    }
}

impl Conversation {
    /// Returns the conversation that `text` writes down.
    ///
    /// # Errors
    /// The first place where the text cannot be understood.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let mut turns = Vec::new();
        let mut turn = WrittenTurn::default();
        let mut names = BTreeSet::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let reader = WrittenLine { number: index + 1, text: line };
            if let Some(typed) = reader.read(&mut turn, &mut names)? {
                turns.push(WrittenTurn { typed: Some(typed), ..std::mem::take(&mut turn) });
            }
        }
        turns.push(turn);
        // A suite may have thousands of conversations.
        turns.shrink_to_fit();
        Ok(Self { turns })
    }

    /// Returns the text that writes the conversation down.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for turn in &self.turns {
            turn.write(&mut text);
        }
        text
    }

    /// Returns the conversation as the last key of a case file.
    pub fn to_yaml(&self) -> String {
        let text = self.write();
        let ends_in_break = |turn: &WrittenTurn| {
            let ends_in_hole = turn.holes.last().is_some_and(|(at, _)| *at == turn.output.len());
            turn.output.ends_with('\n') && !ends_in_hole
        };
        let keep = if self.turns.last().is_some_and(ends_in_break) { '+' } else { '-' };
        let mut yaml = format!("transcript: |2{keep}\n");
        for line in text.trim_end_matches(|c| keep == '-' && c == '\n').split_inclusive('\n') {
            if line != "\n" {
                yaml.push_str("  ");
            }
            yaml.push_str(line);
        }
        if !yaml.ends_with('\n') {
            yaml.push('\n');
        }
        yaml
    }

    /// Returns everything that is typed, in order.
    pub fn typed(&self) -> Vec<Typed> {
        self.turns.iter().filter_map(|turn| turn.typed.clone()).collect()
    }

    /// Returns whether more than one output is right.
    pub fn has_holes(&self) -> bool {
        self.turns.iter().any(|turn| !turn.holes.is_empty())
    }
}

/// One line of a written conversation, with its line break.
struct WrittenLine<'a> {
    number: usize,
    text: &'a str,
}

impl WrittenLine<'_> {
    /// Adds the line's output to `turn` and returns what is typed at its end. `names` are those of the numbers
    /// that come before.
    fn read(
        &self,
        turn: &mut WrittenTurn,
        names: &mut BTreeSet<String>,
    ) -> Result<Option<Typed>, NotationError> {
        let mut at = 0;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let plain = rest.find(['<', '{']).unwrap_or(rest.len());
            if plain > 0 {
                turn.output.push_str(&rest[..plain]);
                at += plain;
                continue;
            }
            if rest.starts_with("<<") && !rest.starts_with("<<<<") {
                return self.typed(at).map(Some);
            }
            if let Some((hole, length)) = self.hole(at)? {
                self.check_hole(at, length, &hole, names)?;
                turn.holes.push((turn.output.len(), hole));
                at += length;
            } else {
                at += self.literal(at, &mut turn.output)?;
            }
        }
        Ok(None)
    }

    /// Returns the hole at `at`, if there is one, and the length of its text.
    fn hole(&self, at: usize) -> Result<Option<(Hole, usize)>, NotationError> {
        let rest = &self.text[at..];
        let inner = rest.strip_prefix("{{").filter(|_| !rest.starts_with("{{{{"));
        let Some(written) = inner.and_then(|inner| inner.find("}}").map(|end| &inner[..end])) else {
            return Ok(None);
        };
        match Hole::parse(written) {
            Ok(hole) => Ok(hole.map(|hole| (hole, written.len() + 4))),
            Err(bad) => Err(self.mistake(at, &bad.message, bad.help)),
        }
    }

    /// Checks what a hole says about the rest of its line, and about numbers that come before.
    fn check_hole(
        &self,
        at: usize,
        length: usize,
        hole: &Hole,
        names: &mut BTreeSet<String>,
    ) -> Result<(), NotationError> {
        let rest = &self.text[at + length..];
        match &hole.kind {
            HoleKind::Lines if at > 0 || !(rest.is_empty() || rest == "\n" || rest.starts_with("<<")) => {
                let help = "give it a line of its own, or use {{*}} for the rest of a line";
                Err(self.mistake(at, &format!("`{hole}` stands for whole lines"), help))
            }
            HoleKind::Number { name, .. } if !names.insert(name.clone()) => {
                let message = format!("a number before this one is called `{name}`, too");
                Err(self.mistake(at, &message, "take another name; the same number again is {{= NAME}}"))
            }
            HoleKind::Computed(formula) => {
                match formula.names().iter().find(|name| !names.contains(**name)) {
                    Some(name) => {
                        let message = format!("no number before this one is called `{name}`");
                        Err(self.mistake(at, &message, "name it where it is printed, as in {{d: 1-4}}"))
                    }
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Adds the character, doubled mark or escape at `at` to `output`; returns its length.
    fn literal(&self, at: usize, output: &mut String) -> Result<usize, NotationError> {
        let rest = &self.text[at..];
        if rest.starts_with("<<<<") || rest.starts_with("{{{{") {
            output.push_str(&rest[..2]);
            return Ok(4);
        }
        if let Some(name) = rest.strip_prefix("{{") {
            let Some(end) = name.find("}}") else {
                return Err(self.mistake(
                    at,
                    "`{{` is not closed on its line",
                    "a literal `{{` is doubled: `{{{{`",
                ));
            };
            self.escape(at, &name[..end], output)?;
            return Ok(end + 4);
        }
        let character = rest.chars().next().expect("there is a rest");
        output.push(character);
        Ok(character.len_utf8())
    }

    fn escape(&self, at: usize, name: &str, output: &mut String) -> Result<(), NotationError> {
        let code = name.strip_prefix('x').and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match (name, code.and_then(char::from_u32)) {
            ("esc", _) => output.push('\x1b'),
            ("clear", _) => output.push_str(CLEAR),
            (_, Some(character)) => output.push(character),
            _ => {
                let message = format!("`{{{{{name}}}}}` means nothing here");
                let help = "use {{esc}}, {{clear}}, a code point such as {{x07}}, or a hole: {{*}}, {{...}}, {{d: 1-4}}, {{= d + 2}}, {{either: A | B}}; a literal `{{` is doubled";
                return Err(self.mistake(at, &message, help));
            }
        }
        Ok(())
    }

    fn typed(&self, at: usize) -> Result<Typed, NotationError> {
        let inner = at + 2;
        let line = self.text.trim_end_matches('\n');
        let Some(end) = line[inner..].rfind(">>").map(|end| inner + end) else {
            let help = "close it with `>>`; a literal `<<` is doubled: `<<<<`";
            return Err(self.mistake(at, "`<<` is not closed on its line", help));
        };
        if end + 2 != line.len() {
            let help = "what is typed ends with the Enter key, so `>>` ends its line";
            return Err(self.mistake(end + 2, "there is text after `>>`", help));
        }
        if &line[inner..end] == "EOF" {
            return Ok(Typed::EndOfInput);
        }
        let mut text = String::new();
        let mut position = inner;
        while position < end {
            if let Some((hole, _)) = self.hole(position)? {
                let help = "write what exactly is typed; a literal `{{` is doubled";
                return Err(self.mistake(position, &format!("`{hole}` cannot be typed"), help));
            }
            position += self.literal(position, &mut text)?;
        }
        if text.contains('\n') {
            let help = "type two lines, each in `<<` and `>>`";
            return Err(self.mistake(at, "a line that is typed cannot hold a line break", help));
        }
        Ok(Typed::Line(text))
    }

    fn mistake(&self, at: usize, message: &str, help: &str) -> NotationError {
        let column = self.text[..at].chars().count() + 1;
        let place = Place { line: self.number, column };
        NotationError { place, message: message.to_string(), help: help.to_string() }
    }
}

/// What comes after a piece of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Typed,
    Hole,
    End,
}

/// Adds `output` to `text` so that it is read back as it is.
fn escape(output: &str, before: Before, text: &mut String) {
    let mut rest = output;
    while let Some(character) = rest.chars().next() {
        let mut length = character.len_utf8();
        let last = rest.len() == length;
        if rest.starts_with(CLEAR) {
            text.push_str("{{clear}}");
            length = CLEAR.len();
        } else if rest.starts_with("<<") || rest.starts_with("{{") {
            text.push_str(&rest[..2].repeat(2));
            length = 2;
        } else if character == '\x1b' {
            text.push_str("{{esc}}");
        } else if needs_code(character, &rest[length..], if last { before } else { Before::End }) {
            write!(text, "{{{{x{:02X}}}}}", u32::from(character)).expect("to a string");
        } else {
            text.push(character);
        }
        rest = &rest[length..];
    }
}

/// Returns whether a character must be written as a code point: it cannot be seen, or it would run
/// together with the mark that follows it.
fn needs_code(character: char, rest: &str, before: Before) -> bool {
    let next = rest.chars().next();
    match character {
        '\n' | '\t' => false,
        '<' => before == Before::Typed,
        '{' if before == Before::Hole => true,
        '{' => next.is_some_and(|next| matches!(next, '\x1b' | '<') || needs_code(next, "", Before::End)),
        '\u{2028}' | '\u{2029}' | '\u{feff}' => true,
        other => other.is_control(),
    }
}

fn escape_typed(line: &str) -> String {
    let mut text = String::new();
    let rest = match line.strip_prefix('<') {
        Some(rest) => {
            text.push_str("{{x3C}}");
            rest
        }
        None => line,
    };
    if line == "EOF" {
        return "{{x45}}OF".to_string();
    }
    escape(rest, Before::End, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turn(output: &str, typed: &str) -> WrittenTurn {
        WrittenTurn { typed: Some(Typed::Line(typed.to_string())), ..last(output) }
    }

    fn last(output: &str) -> WrittenTurn {
        WrittenTurn { output: output.to_string(), ..WrittenTurn::default() }
    }

    #[track_caller]
    fn check(text: &str, turns: &[WrittenTurn]) {
        let conversation = Conversation::parse(text).expect("the text is well formed");
        assert_eq!(conversation.turns, turns);
    }

    #[test]
    fn typed_text_stands_where_it_is_typed_and_takes_its_line_break() {
        check("Roll > <<save>>\n\nNext\n", &[turn("Roll > ", "save"), last("\nNext\n")]);
        check("<<S>>", &[turn("", "S"), last("")]);
        check("<<S>>\n", &[turn("", "S"), last("")]);
        check("<<>>\n<< a >>\n", &[turn("", ""), turn("", " a "), last("")]);
    }

    #[test]
    fn typed_text_reaches_to_the_last_mark_of_its_line() {
        check("<<a>>b>>\nc", &[turn("", "a>>b"), last("c")]);
    }

    #[test]
    fn marks_are_literal_when_doubled() {
        check("a <<<< b {{{{c}}\n", &[last("a << b {{c}}\n")]);
    }

    #[test]
    fn what_cannot_be_written_has_names() {
        check("{{esc}}[0m{{x07}}{{clear}}", &[last(&format!("\x1b[0m\x07{CLEAR}"))]);
    }

    #[test]
    fn the_end_of_input_is_not_the_line_that_says_eof() {
        let end = WrittenTurn { typed: Some(Typed::EndOfInput), ..WrittenTurn::default() };
        check("<<EOF>>\n", &[end, last("")]);
        check("<<{{x45}}OF>>\n", &[turn("", "EOF"), last("")]);
    }

    #[test]
    fn a_mistake_has_its_place() {
        let place = |text| Conversation::parse(text).expect_err("a mistake").place;
        assert_eq!(place("one\ntwo <<x\n"), Place { line: 2, column: 5 });
        assert_eq!(place("<<x>> y\n"), Place { line: 1, column: 6 });
        assert_eq!(place("{{what}}\n"), Place { line: 1, column: 1 });
        assert_eq!(place("ab {{\n"), Place { line: 1, column: 4 });
        assert_eq!(place("<<a{{x0A}}b>>\n"), Place { line: 1, column: 1 });
    }

    #[test]
    fn yaml_keeps_final_line_breaks_only_where_they_are_output() {
        let finished = Conversation { turns: vec![turn("> ", "QUIT"), last("bye\n")] };
        assert_eq!(finished.to_yaml(), "transcript: |2+\n  > <<QUIT>>\n  bye\n");
        let asking = Conversation { turns: vec![turn("\n> ", "a"), last("> ")] };
        assert_eq!(asking.to_yaml(), "transcript: |2-\n\n  > <<a>>\n  > \n");
        let silent = Conversation { turns: vec![last("")] };
        assert_eq!(silent.to_yaml(), "transcript: |2-\n");
    }

    #[test]
    fn holes_stand_in_output_and_are_shown_as_written() {
        let text = "a {{*}} b\n{{...}}\n{{{{{{d:1-4}}}} {{= d}}\n> {{either: x|y}}<<5>>\n{{...}}";
        let conversation = Conversation::parse(text).expect("well formed");
        let first = &conversation.turns[0];
        assert_eq!(first.output, "a  b\n\n{{}} \n> ");
        let places: Vec<(usize, &str)> =
            first.holes.iter().map(|(at, hole)| (*at, hole.written.as_str())).collect();
        assert_eq!(places, [(2, "*"), (5, "..."), (8, "d:1-4"), (11, "= d"), (14, "either: x|y")]);
        assert_eq!(first.shown(), "a {{*}} b\n{{...}}\n{{{{d:1-4}}}} {{= d}}\n> {{either: x|y}}");
        assert_eq!(conversation.write(), text);
    }

    #[test]
    fn a_hole_in_a_wrong_place_is_refused() {
        for (text, column, message) in [
            ("x {{...}}\n", 3, "`{{...}}` stands for whole lines"),
            ("{{...}} x\n", 1, "`{{...}}` stands for whole lines"),
            ("{{= d}} {{d: 1-4}}\n", 1, "no number before this one is called `d`"),
            ("{{d: 1-4}} {{d: 1-4}}\n", 12, "a number before this one is called `d`, too"),
            ("{{d: 1}}\n", 1, "`1` is no range of whole numbers"),
            ("> <<a{{*}}>>\n", 6, "`{{*}}` cannot be typed"),
        ] {
            let mistake = Conversation::parse(text).expect_err("a mistake");
            assert_eq!((mistake.place.column, mistake.message.as_str()), (column, message), "{text}");
        }
    }

    #[test]
    fn a_break_before_a_hole_at_the_end_is_kept() {
        let conversation = Conversation::parse("a\n{{...}}").expect("well formed");
        assert_eq!(conversation.to_yaml(), "transcript: |2-\n  a\n  {{...}}\n");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn what_is_written_is_read_back(
            outputs in prop::collection::vec("[a<>{}x \\n\u{1b}\u{7}é\\t]{0,12}", 1..5),
            lines in prop::collection::vec("(EOF|[a<>{}x \u{1b}é]{0,8})", 4),
        ) {
            let mut turns: Vec<WrittenTurn> = outputs.iter().zip(&lines).map(|(output, line)| turn(output, line)).collect();
            turns.push(last(&outputs[0]));
            let conversation = Conversation { turns };
            prop_assert_eq!(Conversation::parse(&conversation.write()), Ok(conversation));
        }

        #[test]
        fn holes_are_read_back_wherever_they_stand(
            pieces in prop::collection::vec(("[a<>{}x \n\u{1b}é]{0,6}", "(\\*|either: a \\| <<b|= 2 \\* \\(3\\)|each)", any::<bool>()), 1..8),
        ) {
            let mut turns = vec![WrittenTurn::default()];
            for (index, (output, written, typed)) in pieces.iter().enumerate() {
                let written = if written == "each" { format!("n{index}: 1-4") } else { written.clone() };
                let hole = Hole::parse(&written).expect("well formed").expect("a hole");
                let turn = turns.last_mut().expect("one at least");
                turn.output.push_str(output);
                turn.holes.push((turn.output.len(), hole));
                if *typed {
                    turn.typed = Some(Typed::Line(output.replace('\n', "")));
                    turns.push(WrittenTurn::default());
                }
            }
            let conversation = Conversation { turns };
            prop_assert_eq!(Conversation::parse(&conversation.write()), Ok(conversation));
        }
    }
}
