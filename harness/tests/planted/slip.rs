//! The kinds of slips, and what each does to a line and its neighbours.

use super::line::Line;
use super::literal::Literal;

/// A kind of slip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Misspelt,
    WordDropped,
    OtherWords,
    ValueMisspelt,
    /// A value is misspelt in one literal that the program prints in several parts; where it stands in other literals it is right.
    SharedMisspelt,
    LetterCase,
    Punctuation,
    DoubledBlank,
    MissingBlank,
    BlankLineMore,
    BlankLineLess,
    LineDropped,
    LineAdded,
    LineBroken,
    LineJoined,
    LineSwapped,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 16] = [
        Self::Misspelt,
        Self::WordDropped,
        Self::OtherWords,
        Self::ValueMisspelt,
        Self::SharedMisspelt,
        Self::LetterCase,
        Self::Punctuation,
        Self::DoubledBlank,
        Self::MissingBlank,
        Self::BlankLineMore,
        Self::BlankLineLess,
        Self::LineDropped,
        Self::LineAdded,
        Self::LineBroken,
        Self::LineJoined,
        Self::LineSwapped,
    ];

    /// Returns whether the slip changes nothing but words, signs and blanks within lines.
    pub(crate) fn rewords(self) -> bool {
        use Kind::{
            DoubledBlank, LetterCase, MissingBlank, Misspelt, OtherWords, Punctuation, SharedMisspelt,
            ValueMisspelt, WordDropped,
        };
        matches!(
            self,
            Misspelt
                | WordDropped
                | OtherWords
                | ValueMisspelt
                | SharedMisspelt
                | LetterCase
                | Punctuation
                | DoubledBlank
                | MissingBlank
        )
    }

    /// Returns whether the slip is only one of presentation.
    pub(crate) fn is_presentation(self) -> bool {
        use Kind::{
            BlankLineLess, BlankLineMore, DoubledBlank, LetterCase, LineBroken, LineJoined, LineSwapped,
            MissingBlank, Punctuation,
        };
        matches!(
            self,
            LetterCase
                | Punctuation
                | DoubledBlank
                | MissingBlank
                | BlankLineMore
                | BlankLineLess
                | LineBroken
                | LineJoined
                | LineSwapped
        )
    }
}

/// A slip: what was done, everywhere, to one literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slip {
    /// What.
    pub(crate) kind: Kind,
    /// To which literal.
    pub(crate) literal: Literal,
}

/// Words that no game says.
const OTHER: [&str; 8] = ["Kindly", "mention", "whichever", "seems", "proper", "today", "without", "delay"];

impl Slip {
    /// Does to the lines of a turn what the slip is.
    pub(crate) fn plant(&self, lines: &mut Vec<Line>) {
        let mut at = 0;
        while at < lines.len() {
            at += if self.concerns(&lines[at]) { self.change(lines, at) } else { 1 };
        }
    }

    /// Returns the text of a line after a slip that changes nothing but words, signs and blanks in it, if it changes.
    pub(crate) fn reworded_line(&self, line: &Line) -> Option<String> {
        let text = if self.concerns(line) { self.reworded(line) } else { None };
        text.filter(|text| *text != line.text)
    }

    fn concerns(&self, line: &Line) -> bool {
        match &self.literal {
            Literal::Line(form) => line.form == *form,
            Literal::Value(_) => true,
        }
    }

    /// Changes the line at an index, and returns how many lines are done with.
    fn change(&self, lines: &mut Vec<Line>, at: usize) -> usize {
        let follower = lines.get(at + 1).filter(|next| !next.form.is_empty());
        match self.kind {
            Kind::BlankLineMore if lines[at].is_ended => {
                lines.insert(at + 1, plain("", lines[at].part));
                2
            }
            Kind::BlankLineLess
                if lines.get(at + 1).is_some_and(|next| next.is_ended && next.text.is_empty()) =>
            {
                lines.remove(at + 1);
                1
            }
            Kind::LineDropped if lines[at].is_ended => {
                lines.remove(at);
                0
            }
            Kind::LineDropped => {
                lines[at].text.clear();
                1
            }
            Kind::LineAdded => {
                // Under a pipe, a line that begins a turn goes on with the prompt's line.
                lines.insert(at, plain("Kindly mention whichever seems proper", lines[at].part));
                2
            }
            Kind::LineJoined if follower.is_some() && lines[at].is_ended => {
                let next = lines.remove(at + 1);
                lines[at].text = format!("{} {}", lines[at].text.trim_end(), next.text.trim_start());
                lines[at].is_ended = next.is_ended;
                1
            }
            Kind::LineSwapped if follower.is_some_and(|next| next.is_ended) => {
                lines.swap(at, at + 1);
                2
            }
            _ => {
                lines[at].text = self.reworded(&lines[at]).unwrap_or_else(|| lines[at].text.clone());
                1
            }
        }
    }

    /// Returns the text of the line after slips that concern nothing but the line; nothing if there is no place for it.
    fn reworded(&self, line: &Line) -> Option<String> {
        let text = &line.text;
        let words = words(line);
        let longest = words.iter().rev().max_by_key(|word| word.len()).filter(|word| word.len() >= 3);
        let replace = |place: &std::ops::Range<usize>, with: &str| {
            format!("{}{with}{}", &text[..place.start], &text[place.end..])
        };
        match self.kind {
            Kind::Misspelt => longest.map(|place| replace(place, &misspelt(&text[place.clone()]))),
            Kind::LetterCase => longest.map(|place| replace(place, &other_case(&text[place.clone()]))),
            Kind::WordDropped => {
                let word = longest.filter(|_| words.len() >= 2)?;
                let rest = text[word.end..].trim_start_matches(' ');
                Some(format!("{}{rest}", &text[..word.start]))
            }
            Kind::OtherWords => (!words.is_empty()).then(|| {
                let others = OTHER.iter().cycle();
                let changes = words.iter().zip(others).collect::<Vec<_>>();
                changes.iter().rev().fold(text.clone(), |text, (place, other)| {
                    format!("{}{other}{}", &text[..place.start], &text[place.end..])
                })
            }),
            Kind::Punctuation => {
                sign(line).map(|place| replace(&place, if &text[place.clone()] == "|" { "!" } else { "" }))
            }
            Kind::DoubledBlank => blank(line).map(|at| replace(&(at..at + 1), "  ")),
            Kind::MissingBlank => blank(line).map(|at| replace(&(at..at + 1), "")),
            Kind::LineBroken => middle_blank(line).map(|at| replace(&(at..at + 1), "\n")),
            // A refusal repeats what was typed, as it was typed.
            Kind::ValueMisspelt | Kind::SharedMisspelt if line.part.ends_with("refusal") => None,
            Kind::SharedMisspelt => {
                let Literal::Value(value) = &self.literal else { return None };
                // Another slip may have moved the values of the line.
                let is_it = |place: &&std::ops::Range<usize>| text.get((*place).clone()) == Some(&**value);
                let places = line.values.iter().rev().filter(is_it);
                Some(places.fold(text.clone(), |text, place| {
                    format!("{}{}{}", &text[..place.start], misspelt(value), &text[place.end..])
                }))
            }
            Kind::ValueMisspelt => {
                let Literal::Value(value) = &self.literal else { return None };
                Some(replace_words(text, value, &misspelt(value)))
            }
            _ => None,
        }
    }
}

fn plain(text: &str, part: &'static str) -> Line {
    Line { text: text.to_string(), part, form: String::new(), values: Vec::new(), is_ended: true }
}

fn is_value(line: &Line, at: usize) -> bool {
    line.values.iter().any(|place| place.contains(&at))
}

/// Returns the places of the words that are no values.
fn words(line: &Line) -> Vec<std::ops::Range<usize>> {
    let mut words: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, letter) in
        line.text.char_indices().filter(|(at, letter)| letter.is_alphabetic() && !is_value(line, *at))
    {
        match words.last_mut() {
            Some(word) if word.end == at => word.end += letter.len_utf8(),
            _ => words.push(at..at + letter.len_utf8()),
        }
    }
    words
}

/// Returns a word with two of its letters exchanged, or with one more.
fn misspelt(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    if letters.len() >= 3
        && letters[middle] != letters[middle - 1]
        && letters[middle - 1].is_lowercase() == letters[middle].is_lowercase()
    {
        letters.swap(middle - 1, middle);
    } else {
        letters.push('e');
    }
    letters.into_iter().collect()
}

fn other_case(word: &str) -> String {
    if word.chars().all(char::is_uppercase) { word.to_lowercase() } else { word.to_uppercase() }
}

/// Returns the place of the last sign of punctuation that is not part of a value.
fn sign(line: &Line) -> Option<std::ops::Range<usize>> {
    let is_sign = |(at, sign): &(usize, char)| ".:!?,'*>|+".contains(*sign) && !is_value(line, *at);
    line.text.char_indices().rfind(is_sign).map(|(at, sign)| at..at + sign.len_utf8())
}

/// Returns a blank between two words or signs, but not one between two numbers.
fn blank(line: &Line) -> Option<usize> {
    let bytes = line.text.as_bytes();
    let is_inner = |at: &usize| {
        let (before, after) = (bytes[at - 1], bytes[at + 1]);
        before != b' '
            && after != b' '
            && !(before.is_ascii_digit() && after.is_ascii_digit())
            && !is_value(line, *at)
    };
    (1..bytes.len().saturating_sub(1)).filter(|at| bytes[*at] == b' ').find(is_inner)
}

/// Returns the blank next to the middle.
fn middle_blank(line: &Line) -> Option<usize> {
    let text = line.text.trim_end();
    let blanks = text.char_indices().filter(|(at, sign)| *sign == ' ' && *at > 0 && !is_value(line, *at));
    let inner = blanks.filter(|(at, _)| !text[..*at].trim().is_empty());
    inner.map(|(at, _)| at).min_by_key(|at| at.abs_diff(text.len() / 2))
}

/// Returns the text with a word replaced wherever it stands by itself.
fn replace_words(text: &str, word: &str, other: &str) -> String {
    let joins = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let mut result = String::new();
    let mut at = 0;
    for (place, _) in text.match_indices(word) {
        let is_whole =
            !joins(text[..place].chars().next_back()) && !joins(text[place + word.len()..].chars().next());
        if is_whole {
            result.push_str(&text[at..place]);
            result.push_str(other);
            at = place + word.len();
        }
    }
    result + &text[at..]
}
