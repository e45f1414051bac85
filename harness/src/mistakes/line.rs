//! A line that is not blank, as its words: numbers, names and other typed text abstracted.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A word as a small number; [`NUMBER`] and [`NAME`] stand for values.
pub(super) type Symbol = u32;

/// Stands for any number.
pub(super) const NUMBER: Symbol = 0;

/// Stands for any text that somebody has typed, such as a player's name.
pub(super) const NAME: Symbol = 1;

/// What a line says, values abstracted, as a small number.
pub(super) type LineShape = u32;

/// A word, number or name of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineWord {
    /// What it says.
    pub(super) symbol: Symbol,
    /// The word itself, where the game says it in the place of a name; else as above.
    pub(super) word: Symbol,
    /// Its bytes in the line.
    pub(super) start: usize,
    /// The end of its bytes.
    pub(super) end: usize,
}

/// A line that is not blank, and what it says.
#[derive(Debug)]
pub(super) struct Line {
    /// A number of its own.
    pub(super) id: u32,
    /// The line as it was printed.
    pub(super) raw: Arc<str>,
    /// The line as it is compared, after tolerances.
    pub(super) key: Arc<str>,
    /// Its words, numbers and names.
    pub(super) tokens: Box<[LineWord]>,
    /// Its form.
    pub(super) form: LineShape,
    /// The number of the tolerances with which it is compared.
    pub(super) tolerances: usize,
}

/// A list of words in brackets, as in `Custom (Ham, Cheese)`.
#[derive(Debug)]
pub(super) struct ListInBrackets {
    /// The byte at which it begins.
    pub(super) start: usize,
    /// The words before it.
    pub(super) head: Vec<Symbol>,
    /// Its words.
    pub(super) entries: Vec<Symbol>,
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Line {}

impl Hash for Line {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl Line {
    /// Returns its letters, in small letters.
    pub(super) fn letters(&self) -> String {
        self.key.chars().filter(|sign| sign.is_alphabetic()).flat_map(char::to_lowercase).collect()
    }

    /// Returns the words, numbers and names.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        self.tokens.iter().map(|token| token.symbol).collect()
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, token: &LineWord) -> &str {
        &self.raw[token.start..token.end]
    }

    /// Returns its signs, which tell lines with the same few words apart.
    pub(super) fn signs(&self) -> String {
        self.key.chars().filter(|sign| !sign.is_alphanumeric() && !sign.is_whitespace()).collect()
    }

    /// Returns the list between the brackets of a line, if it is one of words alone, with commas between them.
    pub(super) fn list_in_brackets(&self) -> Option<ListInBrackets> {
        let start = self.raw.find('(')?;
        let end = start + self.raw[start..].find(')')?;
        let first = self.tokens.partition_point(|token| token.start < start);
        let last = self.tokens.partition_point(|token| token.end <= end);
        let inside = self.tokens.get(first..last).filter(|inside| !inside.is_empty())?;
        let is_joined = |pair: &[LineWord]| {
            self.raw.get(pair[0].end..pair[1].start).is_some_and(|it| it.trim_end() == ",")
        };
        let is_list = inside.windows(2).all(is_joined) && !inside.iter().any(|word| is_value(word.symbol));
        let symbols = |words: &[LineWord]| words.iter().map(|word| word.symbol).collect();
        is_list.then(|| ListInBrackets {
            start: inside[0].start,
            head: symbols(&self.tokens[..first]),
            entries: symbols(inside),
        })
    }

    /// Returns the tokens that are values.
    pub(super) fn values(&self) -> Vec<LineWord> {
        self.tokens.iter().copied().filter(|token| is_value(token.symbol)).collect()
    }
}

/// Returns whether a symbol stands for a number or a name.
pub(super) fn is_value(symbol: Symbol) -> bool {
    symbol == NUMBER || symbol == NAME
}

/// Returns whether two lines have as many values of each kind, in the same order.
pub(super) fn values_fit(line: &Line, other: &Line) -> bool {
    let kinds = |line: &Line| line.symbols().into_iter().filter(|word| is_value(*word)).collect::<Vec<_>>();
    kinds(line) == kinds(other)
}

/// Returns `line` with the values of `other` in the places of its own, where they have as many of each kind; a number
/// that is only written in another way stays, and so does what the game itself says in the place of a name where only its letters are large
/// instead of small.
pub(super) fn filled(line: &Line, other: &Line) -> String {
    if !values_fit(line, other) {
        return line.raw.to_string();
    }
    let (places, values) = (line.values(), other.values());
    let mut text = String::new();
    let mut at = 0;
    for (place, value) in places.iter().zip(&values) {
        let (old, new) = (line.text(place), other.text(value));
        let is_same = match place.symbol {
            NUMBER => old.trim_start_matches('0') == new.trim_start_matches('0'),
            symbol => place.word != symbol && old.to_lowercase() == new.to_lowercase(),
        };
        text.push_str(&line.raw[at..place.start]);
        text.push_str(if is_same { old } else { new });
        at = place.end;
    }
    text + &line.raw[at..]
}
