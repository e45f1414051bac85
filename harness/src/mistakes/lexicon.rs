//! Lines as their words: numbers, names and other typed text abstracted, each line analysed once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::slots::{self, Slot};
use crate::cases::Tolerance;
use crate::comparison::line_as_compared;
use crate::text::tokens::{TokenKind, tokens};

/// A word as a small number; [`NUMBER`] and [`NAME`] stand for values.
pub(super) type Symbol = u32;

/// The different lines of each part.
pub(super) type Versions = BTreeMap<&'static str, BTreeSet<Vec<Symbol>>>;

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
    pub(super) raw: Box<str>,
    /// The line as it is compared, after tolerances.
    pub(super) key: Box<str>,
    /// Its words, numbers and names.
    pub(super) tokens: Box<[LineWord]>,
    /// Its form.
    pub(super) form: LineShape,
    /// The number of the tolerances with which it is compared.
    pub(super) tolerances: usize,
}

impl Line {
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

    /// Returns the tokens that are values.
    pub(super) fn values(&self) -> Vec<LineWord> {
        self.tokens.iter().copied().filter(|token| is_value(token.symbol)).collect()
    }
}

/// Returns whether a symbol stands for a number or a name.
pub(super) fn is_value(symbol: Symbol) -> bool {
    symbol == NUMBER || symbol == NAME
}

/// Shorter names are not looked for at the ends of words.
const SHORTEST_JOINED: usize = 3;

/// Longer words are no name and a word.
const LONGEST_JOINED: usize = 60;

/// Every line, word and form that was met so far.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    names: HashSet<String>,
    /// The words that the game says in the place of a name.
    stand_ins: HashSet<String>,
    /// The lines in which something typed stands.
    slots: Vec<Slot>,
    /// The words below this one are the game's.
    said: Symbol,
    /// The forms below this one are the game's.
    said_forms: LineShape,
    symbols: HashMap<String, Symbol>,
    words: Vec<String>,
    forms: HashMap<String, LineShape>,
    shown: Vec<(String, Vec<Symbol>)>,
    lines: HashMap<(usize, Box<str>), Rc<Line>>,
    /// The forms of rows of cells.
    rows: HashSet<LineShape>,
    tolerances: Vec<BTreeSet<Tolerance>>,
}

impl Lexicon {
    /// Returns an empty lexicon in which the words `names` are names, so are `stand_ins`, which the game itself says,
    /// and what stands in `slots`.
    pub(super) fn new(names: HashSet<String>, stand_ins: HashSet<String>, slots: Vec<Slot>) -> Self {
        let words = vec!["#".to_string(), "$".to_string()];
        Self { names, stand_ins, slots, words, ..Self::default() }
    }

    /// Returns the words that are names because somebody has typed them.
    pub(super) fn names(&self) -> &HashSet<String> {
        &self.names
    }

    /// Returns the words that the game says in the place of a name.
    pub(super) fn stand_ins(&self) -> &HashSet<String> {
        &self.stand_ins
    }

    /// Takes the words so far for those of the game: from now on a name that stands without a blank beside one of them is
    /// told from it.
    pub(super) fn know_the_game(&mut self) {
        self.said = Symbol::try_from(self.words.len()).unwrap_or(Symbol::MAX);
        self.said_forms = LineShape::try_from(self.shown.len()).unwrap_or(LineShape::MAX);
    }

    /// Returns the byte at which a word is a name and a word of the game, or the other way round.
    fn seam(&self, word: &str) -> Option<usize> {
        let is_said = |word: &str| self.symbols.get(word).is_some_and(|symbol| *symbol < self.said);
        if self.said == 0 || word.len() > LONGEST_JOINED || is_said(word) || self.names.contains(word) {
            return None;
        }
        let is_known = |word: &str| self.names.contains(word) || self.stand_ins.contains(word);
        let is_name = |word: &str| word.len() >= SHORTEST_JOINED && is_known(word);
        let splits = |at: &usize| {
            let (head, tail) = word.split_at(*at);
            is_name(head) && is_said(tail) || is_said(head) && is_name(tail)
        };
        word.char_indices().map(|(at, _)| at).skip(1).find(splits)
    }

    /// Returns words with a name for each word that the game says in the place of one.
    pub(super) fn with_names(&self, words: &[Symbol]) -> Vec<Symbol> {
        let is_name = |word: &Symbol| self.stand_ins.contains(self.word(*word));
        words.iter().map(|word| if is_name(word) { NAME } else { *word }).collect()
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
        let slot =
            self.slots.iter().find_map(|slot| slot.place(raw).filter(|place| slots::is_shown(raw, place)));
        let line = self.new_line(raw, slot, tolerances);
        self.lines.insert((tolerances, raw.into()), Rc::clone(&line));
        line
    }

    /// Returns a line before which something was typed: if the game never says such a line, and what was typed stands in it,
    /// that is a name.
    pub(super) fn line_after(&mut self, typed: &str, raw: &str, tolerances: usize) -> Rc<Line> {
        let line = self.line(raw, tolerances);
        let place = slots::place(raw, typed).filter(|place| slots::is_shown(raw, place));
        let Some(place) = place.filter(|_| line.form >= self.said_forms) else { return line };
        let key = (tolerances, Box::from(format!("{raw}\0{typed}")));
        if let Some(line) = self.lines.get(&key) {
            return Rc::clone(line);
        }
        let line = self.new_line(raw, Some(place), tolerances);
        self.lines.insert(key, Rc::clone(&line));
        line
    }

    /// Returns whether a text stands in a line of the game as what was typed.
    pub(super) fn repeats(&self, line: &Line, typed: &str) -> bool {
        let mut places = self.slots.iter().filter_map(|slot| slot.place(&line.raw));
        places.any(|place| line.raw[place].trim() == typed.trim())
    }

    fn new_line(&mut self, raw: &str, slot: Option<Range<usize>>, tolerances: usize) -> Rc<Line> {
        let is_row = is_row(raw);
        let tokens = match slot {
            Some(slot) => self.tokens_around(raw, slot),
            None => self.tokens(raw, 0),
        };
        let form = self.form(raw, &tokens);
        if is_row {
            self.rows.insert(form);
        }
        Rc::new(Line {
            id: u32::try_from(self.lines.len()).unwrap_or(u32::MAX),
            raw: raw.into(),
            key: line_as_compared(raw, &self.tolerances[tolerances]).into(),
            tokens: tokens.into(),
            form,
            tolerances,
        })
    }

    /// Returns the tokens of a line with a name at a place of it.
    fn tokens_around(&mut self, raw: &str, slot: Range<usize>) -> Vec<LineWord> {
        let mut tokens = self.tokens(&raw[..slot.start], 0);
        tokens.push(LineWord { symbol: NAME, word: NAME, start: slot.start, end: slot.end });
        tokens.extend(self.tokens(&raw[slot.end..], slot.end));
        tokens
    }

    /// Returns a line as it is compared with the tolerances of that number.
    pub(super) fn compared(&self, raw: &str, tolerances: usize) -> String {
        line_as_compared(raw, &self.tolerances[tolerances]).into_owned()
    }

    /// Returns the tokens of a text that begins at a byte of its line.
    fn tokens(&mut self, raw: &str, offset: usize) -> Vec<LineWord> {
        let mut found: Vec<LineWord> = Vec::new();
        for token in tokens(raw) {
            let (start, end) = (token.start, token.range().end);
            match token.kind {
                TokenKind::Number => found.push(LineWord { symbol: NUMBER, word: NUMBER, start, end }),
                TokenKind::Word => {
                    let word = token.text.to_lowercase();
                    // Letters whose small form has another length are not cut apart.
                    let seam = self
                        .seam(&word)
                        .filter(|at| word.len() == token.text.len() && token.text.is_char_boundary(*at));
                    if let Some(at) = seam {
                        self.push(raw, &mut found, &word[..at], start..start + at);
                        self.push(raw, &mut found, &word[at..], start + at..end);
                    } else {
                        self.push(raw, &mut found, &word, start..end);
                    }
                }
                _ => {}
            }
        }
        for token in &mut found {
            (token.start, token.end) = (token.start + offset, token.end + offset);
        }
        found
    }

    /// Adds a word; names of several words are one.
    fn push(&mut self, raw: &str, found: &mut Vec<LineWord>, word: &str, at: Range<usize>) {
        let word_symbol = self.symbol(word);
        let symbol = if self.stand_ins.contains(word) { NAME } else { word_symbol };
        match found.last_mut() {
            Some(last)
                if symbol == NAME && last.symbol == NAME && raw[last.end..at.start].trim().is_empty() =>
            {
                last.end = at.end;
            }
            _ => found.push(LineWord { symbol, word: word_symbol, start: at.start, end: at.end }),
        }
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
    fn form(&mut self, raw: &str, tokens: &[LineWord]) -> LineShape {
        let symbols: Vec<Symbol> = tokens.iter().map(|token| token.symbol).collect();
        let has_words = symbols.iter().any(|symbol| !is_value(*symbol));
        let shown = if has_words { self.phrase(&symbols) } else { drawing(raw) };
        if let Some(form) = self.forms.get(&shown) {
            return *form;
        }
        let form = LineShape::try_from(self.shown.len()).unwrap_or(LineShape::MAX);
        self.forms.insert(shown.clone(), form);
        self.shown.push((shown, symbols));
        form
    }

    /// Returns the form of some words, if it was met.
    pub(super) fn known(&self, words: &[Symbol]) -> Option<LineShape> {
        self.forms.get(&self.phrase(words)).copied()
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
    pub(super) fn shown(&self, form: LineShape) -> &str {
        &self.shown[form as usize].0
    }

    /// Returns the words of a form; only its values if it is a drawing.
    pub(super) fn symbols(&self, form: LineShape) -> &[Symbol] {
        &self.shown[form as usize].1
    }

    /// Returns whether a form is that of a row of cells.
    pub(super) fn is_row(&self, form: LineShape) -> bool {
        self.rows.contains(&form)
    }

    /// Returns whether a form has words; one that has none is a drawing.
    pub(super) fn has_words(&self, form: LineShape) -> bool {
        !self.shown(form).starts_with(DRAWING)
    }
}

/// Returns whether a line is a row of cells.
fn is_row(raw: &str) -> bool {
    raw.matches('|').count() >= 2
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

/// Returns whether two lines have as many values of each kind, in the same order.
pub(super) fn values_fit(line: &Line, other: &Line) -> bool {
    let kinds = |line: &Line| line.symbols().into_iter().filter(|word| is_value(*word)).collect::<Vec<_>>();
    kinds(line) == kinds(other)
}

/// Returns `line` with the values of `other` in the places of its own, where they have as many of each kind; a number
/// that is only written in another way stays.
pub(super) fn filled(line: &Line, other: &Line) -> String {
    if !values_fit(line, other) {
        return line.raw.to_string();
    }
    let (places, values) = (line.values(), other.values());
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
