//! The words and numbers of an output, in the form in which throws are looked for, and their places.

use crate::text::tokens::{Token, TokenKind, tokens};

/// A word or a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    /// Letters, in lower case.
    Word(String),
    /// Digits; a number beyond the range of the type is its largest value.
    Number(u32),
}

impl Term {
    /// Returns the term that a token is; nothing for blanks and signs.
    fn new(token: Token<'_>) -> Option<Self> {
        if token.kind == TokenKind::Word {
            let is_plain = token.text.is_ascii();
            let lower = || token.text.chars().flat_map(char::to_lowercase).collect();
            return Some(Self::Word(if is_plain { token.text.to_ascii_lowercase() } else { lower() }));
        }
        token.number().map(|number| Self::Number(u32::try_from(number).unwrap_or(u32::MAX)))
    }
}

/// A word or a number, and where it stands in a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacedTerm {
    pub(super) term: Term,
    /// The turn, counted from 0.
    pub(super) turn: usize,
    /// The line in the turn, counted from 0.
    pub(super) line: usize,
    /// Whether it begins a list: a colon, an equals sign or a bracket stands before it.
    pub(super) begins: bool,
}

/// Returns the words and numbers of a text. Everything else only separates them.
pub(super) fn terms(text: &str) -> Vec<Term> {
    tokens(text).filter_map(Term::new).collect()
}

/// Returns the words and numbers of a conversation's turns.
///
/// `joined` says that the turns are cut where the program's buffer was full, which may be in the middle of a word.
pub(super) fn of_turns(turns: &[String], joined: bool) -> Vec<PlacedTerm> {
    let mut placed = Placing::default();
    if joined {
        let ends = turns.iter().scan(0, |end, turn| {
            *end += turn.len();
            Some(*end)
        });
        placed.read(&turns.concat(), ends);
        return placed.terms;
    }
    for turn in turns {
        placed.read(turn, []);
        placed.end_turn();
    }
    placed.terms
}

/// Gives each term its place.
#[derive(Default)]
struct Placing {
    terms: Vec<PlacedTerm>,
    turn: usize,
    line: usize,
    begins: bool,
}

impl Placing {
    /// Reads a text in which turns end at these bytes.
    fn read(&mut self, text: &str, ends: impl IntoIterator<Item = usize>) {
        let mut ends = ends.into_iter().peekable();
        for token in tokens(text) {
            while ends.next_if(|end| *end <= token.start).is_some() {
                self.end_turn();
            }
            self.line += usize::from(token.kind == TokenKind::Break);
            match Term::new(token) {
                Some(term) => {
                    let begins = std::mem::take(&mut self.begins);
                    self.terms.push(PlacedTerm { term, turn: self.turn, line: self.line, begins });
                }
                None => self.begins |= matches!(token.text, ":" | "=" | "(" | "[" | "{" | "<"),
            }
        }
    }

    fn end_turn(&mut self) {
        (self.turn, self.line) = (self.turn + 1, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(terms: &[Term]) -> String {
        let one = |term: &Term| match term {
            Term::Word(word) => word.clone(),
            Term::Number(number) => number.to_string(),
        };
        terms.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn letters_and_digits_are_split_and_the_rest_only_separates() {
        for (text, expected) in [
            ("Roll #1 : [1, 3, 22]", "roll 1 1 3 22"),
            ("1S|Trio", "1 s trio"),
            ("\x1b[2J\x1b[HDave rolls 4 - 5", "dave rolls 4 5"),
            ("-1 99999999999", "1 4294967295"),
            ("", ""),
            ("Été 007", "été 7"),
        ] {
            assert_eq!(shown(&terms(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn a_turn_ends_a_word_unless_the_output_was_cut_anywhere() {
        let turns = ["Give up".to_string(), "Dave rolls 1".to_string(), "2".to_string()];
        let terms =
            |joined| of_turns(&turns, joined).into_iter().map(|placed| placed.term).collect::<Vec<_>>();
        assert_eq!(shown(&terms(false)), "give up dave rolls 1 2");
        assert_eq!(shown(&terms(true)), "give updave rolls 12");
    }

    #[test]
    fn a_term_knows_its_turn_and_its_line() {
        let turns = ["a\n\nb".to_string(), "c".to_string()];
        let places: Vec<_> =
            of_turns(&turns, false).iter().map(|placed| (placed.turn, placed.line)).collect();
        assert_eq!(places, [(0, 0), (0, 2), (1, 0)]);
    }
}
