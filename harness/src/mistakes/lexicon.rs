//! Lines as their words: numbers, names and other typed text abstracted, each line analysed once.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use crate::cases::Tolerance;
use crate::comparison::line_as_compared;
use crate::text::tokens::{TokenKind, tokens};

/// A word as a small number; [`NUMBER`] and [`NAME`] stand for values.
pub(super) type Symbol = u32;

/// Stands for any number.
pub(super) const NUMBER: Symbol = 0;

/// Stands for any text that somebody has typed, such as a player's name.
pub(super) const NAME: Symbol = 1;

/// What a line says, values abstracted, as a small number.
pub(super) type Form = u32;

/// A word, number or name of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// What it says.
    pub(super) symbol: Symbol,
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
    pub(super) raw: Box<str>,
    /// The line as it is compared, after tolerances.
    pub(super) key: Box<str>,
    /// Its words, numbers and names.
    pub(super) tokens: Box<[Token]>,
    /// Its form.
    pub(super) form: Form,
    /// The number of the tolerances with which it is compared.
    pub(super) tolerances: usize,
}

impl Line {
    /// Returns the words, numbers and names.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        self.tokens.iter().map(|token| token.symbol).collect()
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, token: &Token) -> &str {
        &self.raw[token.start..token.end]
    }

    /// Returns the tokens that are values.
    pub(super) fn values(&self) -> Vec<Token> {
        self.tokens.iter().copied().filter(|token| is_value(token.symbol)).collect()
    }
}

/// Returns whether a symbol stands for a number or a name.
pub(super) fn is_value(symbol: Symbol) -> bool {
    symbol == NUMBER || symbol == NAME
}

/// Every line, word and form that was met so far.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    names: HashSet<String>,
    symbols: HashMap<String, Symbol>,
    words: Vec<String>,
    forms: HashMap<String, Form>,
    shown: Vec<(String, Vec<Symbol>)>,
    lines: HashMap<(usize, Box<str>), Rc<Line>>,
    tolerances: Vec<BTreeSet<Tolerance>>,
}

impl Lexicon {
    /// Returns an empty lexicon in which the words `names` are names.
    pub(super) fn new(names: HashSet<String>) -> Self {
        let words = vec!["#".to_string(), "$".to_string()];
        Self { names, words, ..Self::default() }
    }

    /// Returns the words that are names.
    pub(super) fn names(&self) -> &HashSet<String> {
        &self.names
    }

    /// Returns the number under which a set of tolerances is known.
    pub(super) fn tolerances(&mut self, set: &BTreeSet<Tolerance>) -> usize {
        if let Some(known) = self.tolerances.iter().position(|known| known == set) {
            return known;
        }
        self.tolerances.push(set.clone());
        self.tolerances.len() - 1
    }

    /// Returns a line, compared with the tolerances of that number.
    pub(super) fn line(&mut self, raw: &str, tolerances: usize) -> Rc<Line> {
        if let Some(line) = self.lines.get(&(tolerances, Box::from(raw))) {
            return Rc::clone(line);
        }
        let tokens = self.tokens(raw);
        let form = self.form(raw, &tokens);
        let line = Rc::new(Line {
            id: u32::try_from(self.lines.len()).unwrap_or(u32::MAX),
            raw: raw.into(),
            key: line_as_compared(raw, &self.tolerances[tolerances]).into(),
            tokens: tokens.into(),
            form,
            tolerances,
        });
        self.lines.insert((tolerances, raw.into()), Rc::clone(&line));
        line
    }

    /// Returns a line as it is compared with the tolerances of that number.
    pub(super) fn compared(&self, raw: &str, tolerances: usize) -> String {
        line_as_compared(raw, &self.tolerances[tolerances])
    }

    fn tokens(&mut self, raw: &str) -> Vec<Token> {
        let mut found: Vec<Token> = Vec::new();
        for token in tokens(raw) {
            let symbol = match token.kind {
                TokenKind::Number => NUMBER,
                TokenKind::Word => self.symbol(&token.text.to_lowercase()),
                _ => continue,
            };
            let (start, end) = (token.start, token.range().end);
            match found.last_mut() {
                // Names of several words are one.
                Some(last)
                    if symbol == NAME && last.symbol == NAME && raw[last.end..start].trim().is_empty() =>
                {
                    last.end = end;
                }
                _ => found.push(Token { symbol, start, end }),
            }
        }
        found
    }

    fn symbol(&mut self, word: &str) -> Symbol {
        if self.names.contains(word) {
            return NAME;
        }
        if let Some(symbol) = self.symbols.get(word) {
            return *symbol;
        }
        let symbol = Symbol::try_from(self.words.len()).unwrap_or(Symbol::MAX);
        self.symbols.insert(word.to_string(), symbol);
        self.words.push(word.to_string());
        symbol
    }

    /// Returns the form of a line: its words, or, of a line without words, its signs.
    fn form(&mut self, raw: &str, tokens: &[Token]) -> Form {
        let symbols: Vec<Symbol> = tokens.iter().map(|token| token.symbol).collect();
        let has_words = symbols.iter().any(|symbol| !is_value(*symbol));
        let shown = if has_words { self.phrase(&symbols) } else { drawing(raw) };
        if let Some(form) = self.forms.get(&shown) {
            return *form;
        }
        let form = Form::try_from(self.shown.len()).unwrap_or(Form::MAX);
        self.forms.insert(shown.clone(), form);
        self.shown.push((shown, symbols));
        form
    }

    /// Returns the text of a word, or `#` or `$` for a value.
    pub(super) fn word(&self, symbol: Symbol) -> &str {
        &self.words[symbol as usize]
    }

    /// Returns the text of a row of words.
    pub(super) fn phrase(&self, symbols: &[Symbol]) -> String {
        symbols.iter().map(|symbol| self.word(*symbol)).collect::<Vec<_>>().join(" ")
    }

    /// Returns a form as text.
    pub(super) fn shown(&self, form: Form) -> &str {
        &self.shown[form as usize].0
    }

    /// Returns the words of a form; only its values if it is a drawing.
    pub(super) fn symbols(&self, form: Form) -> &[Symbol] {
        &self.shown[form as usize].1
    }

    /// Returns whether a form has words; one that has none is a drawing.
    pub(super) fn has_words(&self, form: Form) -> bool {
        !self.shown(form).starts_with(DRAWING)
    }
}

/// The sign with which forms without words begin.
const DRAWING: char = '~';

/// Returns the signs of a line without words, with `#` for its numbers.
fn drawing(raw: &str) -> String {
    let mut shown = String::from(DRAWING);
    for token in tokens(raw.trim()) {
        match token.kind {
            TokenKind::Number => shown.push('#'),
            TokenKind::Word => shown.push('$'),
            _ => shown.push_str(token.text),
        }
    }
    shown
}

/// Returns `line` with the values of `other` in the places of its own, where they have as many of each kind; a number
/// that is only written in another way stays.
pub(super) fn filled(line: &Line, other: &Line) -> String {
    let (places, values) = (line.values(), other.values());
    let kinds = |tokens: &[Token]| tokens.iter().map(|token| token.symbol).collect::<Vec<_>>();
    if kinds(&places) != kinds(&values) {
        return line.raw.to_string();
    }
    let mut text = String::new();
    let mut at = 0;
    for (place, value) in places.iter().zip(&values) {
        let (old, new) = (line.text(place), other.text(value));
        let is_same = place.symbol == NUMBER && old.trim_start_matches('0') == new.trim_start_matches('0');
        text.push_str(&line.raw[at..place.start]);
        text.push_str(if is_same { old } else { new });
        at = place.end;
    }
    text + &line.raw[at..]
}
