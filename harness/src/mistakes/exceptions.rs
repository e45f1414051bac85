//! Exceptions of one kind that are mistakes of their own: another message at another line.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::{SourcePlace, SuddenEnd};

/// The exceptions that ended a program, by their kind.
#[derive(Debug, Clone, Default)]
pub(super) struct ExceptionsByKind(BTreeMap<String, Vec<SameException>>);

/// Exceptions of one kind that are one mistake: each has the line or the message of another one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct SameException {
    messages: BTreeSet<String>,
    places: BTreeSet<SourcePlace>,
}

impl SameException {
    fn of(end: &SuddenEnd) -> Option<Self> {
        let exception = end.exception()?;
        let messages = BTreeSet::from([without_values(&exception.message)]);
        Some(Self { messages, places: exception.place.iter().cloned().collect() })
    }

    /// Returns whether one may be the other; where no line is told only the message speaks against it.
    fn is_like(&self, other: &Self) -> bool {
        let is_untold = self.places.is_empty() || other.places.is_empty();
        is_untold || !self.messages.is_disjoint(&other.messages) || !self.places.is_disjoint(&other.places)
    }

    fn add(&mut self, other: Self) {
        self.messages.extend(other.messages);
        self.places.extend(other.places);
    }
}

impl ExceptionsByKind {
    /// Remembers what ended a program.
    pub(super) fn add(&mut self, end: &SuddenEnd) {
        let Some(mut added) = SameException::of(end) else { return };
        let known = self.0.entry(end.kind()).or_default();
        let alike: Vec<SameException> = known.extract_if(.., |same| same.is_like(&added)).collect();
        for same in alike {
            added.add(same);
        }
        known.push(added);
    }

    /// Returns what the exception is called: its kind, and where others of its kind are mistakes of their own its first message.
    pub(super) fn name(&self, end: &SuddenEnd) -> String {
        let known = self.0.get(&end.kind()).filter(|known| known.len() > 1);
        let same = known
            .zip(SameException::of(end))
            .and_then(|(known, it)| known.iter().find(|same| same.is_like(&it)));
        match same.and_then(|same| same.messages.first()) {
            Some(message) => message.clone(),
            None => end.kind(),
        }
    }
}

/// Returns a message without numbers, and without what stands in quotation marks.
fn without_values(message: &str) -> String {
    let mut left = String::new();
    let mut rest = message;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        // Within a word it is an apostrophe.
        let opens = matches!(sign, '"' | '\'') && !left.ends_with(char::is_alphanumeric);
        match rest.split_once(sign).filter(|_| opens) {
            Some((_, after)) => {
                rest = after;
                left.push('…');
            }
            None if sign.is_ascii_digit() => {
                rest = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
                left.push('…');
            }
            None => left.push(sign),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{EndedBy, UncaughtException};

    fn end((message, line): (&str, usize)) -> SuddenEnd {
        let place = (line > 0).then(|| SourcePlace { file: "game.py".to_string(), line });
        let exception = UncaughtException { message: message.to_string(), place, is_its_own: false };
        SuddenEnd { by: EndedBy::Exception(exception), hint: None }
    }

    #[track_caller]
    fn check(ends: &[(&str, usize)], expected: &[&str]) {
        let ends: Vec<SuddenEnd> = ends.iter().copied().map(end).collect();
        let mut exceptions = ExceptionsByKind::default();
        for end in &ends {
            exceptions.add(end);
        }
        let names: Vec<String> = ends.iter().map(|end| exceptions.name(end)).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn another_message_at_another_line_is_another_mistake() {
        let (text, list) =
            (("IndexError: string index out of range", 30), ("IndexError: list index out of range", 83));
        check(&[text, list], &[text.0, list.0]);
        check(&[text], &["IndexError"]);
        check(&[text, (list.0, 30)], &["IndexError"; 2]);
        check(&[text, (text.0, 83)], &["IndexError"; 2]);
        // The third has the line of one and the message of the other.
        check(&[text, list, (list.0, 30)], &["IndexError"; 3]);
    }

    #[test]
    fn values_are_no_message() {
        let of = |value: &str, line| {
            (format!("ValueError: invalid literal for int() with base 10: {value}"), line)
        };
        let (one, other) = (of("'a \"b'", 4), of("\"it's\"", 9));
        check(&[(&one.0, 4), (&other.0, 9)], &["ValueError"; 2]);
        check(
            &[("E: Index 5 out of bounds for length 5", 4), ("E: Index 10 out of bounds for length 8", 9)],
            &["E"; 2],
        );
        assert_eq!(without_values("it's 2-10 'x' \"y\""), "it's …-… … …");
    }

    #[test]
    fn where_no_line_is_told_all_of_a_kind_are_one_mistake() {
        check(
            &[("std::out_of_range: stoi", 0), ("std::out_of_range: basic_string::at", 0)],
            &["std::out_of_range"; 2],
        );
    }
}
