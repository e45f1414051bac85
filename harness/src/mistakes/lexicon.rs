//! Every line, word and form that was met, each line analysed once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::line::{Line, LineShape, LineWord, NAME, NUMBER, Symbol, is_value};
use super::slots::{self, Slot};
use crate::cases::Tolerance;
use crate::comparison::line_as_compared;
use crate::text::tokens::{TokenKind, tokens};

/// The different lines of each part.
pub(super) type Versions = BTreeMap<&'static str, BTreeSet<Vec<Symbol>>>;

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
    /// The lines by their text, for each set of tolerances.
    lines: Vec<HashMap<Arc<str>, Arc<Line>>>,
    /// The lines before which something was typed that is a name in them, by their text and by what was typed.
    after: HashMap<(usize, Box<str>, Box<str>), Arc<Line>>,
    /// The number of the next new line.
    next: u32,
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

    /// Returns the byte at which a word is a name and a word of the game, or the other way round; or two words of the game, the other one of which is
    /// written with a capital letter in `text`.
    fn seam(&self, word: &str, text: &str) -> Option<usize> {
        let is_said = |word: &str| self.symbols.get(word).is_some_and(|symbol| *symbol < self.said);
        // Letters whose small form has another length are not cut apart.
        let is_cut_alike = word.len() == text.len();
        let is_one = || is_said(word) || self.names.contains(word);
        if self.said == 0 || word.len() > LONGEST_JOINED || !is_cut_alike || is_one() {
            return None;
        }
        let has_capital = |at: usize| {
            text.get(..at).is_some_and(|head| head.ends_with(char::is_lowercase))
                && text.get(at..).is_some_and(|tail| tail.starts_with(char::is_uppercase))
        };
        let is_known = |word: &str| self.names.contains(word) || self.stand_ins.contains(word);
        let is_name = |word: &str| word.len() >= SHORTEST_JOINED && is_known(word);
        let splits = |at: &usize| {
            let (head, tail) = word.split_at(*at);
            is_name(head) && is_said(tail)
                || is_said(head) && (is_name(tail) || is_said(tail) && has_capital(*at))
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
        self.lines.push(HashMap::new());
        self.tolerances.len() - 1
    }

    /// Returns a line, compared with the tolerances of that number.
    pub(super) fn line(&mut self, raw: &str, tolerances: usize) -> Arc<Line> {
        if let Some(line) = self.lines[tolerances].get(raw) {
            return Arc::clone(line);
        }
        let slot =
            self.slots.iter().find_map(|slot| slot.place(raw).filter(|place| slots::is_shown(raw, place)));
        let line = self.new_line(raw, slot, tolerances);
        self.lines[tolerances].insert(Arc::clone(&line.raw), Arc::clone(&line));
        line
    }

    /// Returns a line before which something was typed: if the game never says such a line, and what was typed stands in it,
    /// that is a name.
    pub(super) fn line_after(&mut self, typed: &str, raw: &str, tolerances: usize) -> Arc<Line> {
        let line = self.line(raw, tolerances);
        let place = slots::place(raw, typed).filter(|place| slots::is_shown(raw, place));
        let Some(place) = place.filter(|_| line.form >= self.said_forms) else { return line };
        let key = (tolerances, raw.into(), typed.into());
        if let Some(line) = self.after.get(&key) {
            return Arc::clone(line);
        }
        let line = self.new_line(raw, Some(place), tolerances);
        self.after.insert(key, Arc::clone(&line));
        line
    }

    /// Returns whether a text stands in a line of the game as what was typed.
    pub(super) fn repeats(&self, line: &Line, typed: &str) -> bool {
        let mut places = self.slots.iter().filter_map(|slot| slot.place(&line.raw));
        places.any(|place| line.raw[place].trim() == typed.trim())
    }

    fn new_line(&mut self, raw: &str, slot: Option<Range<usize>>, tolerances: usize) -> Arc<Line> {
        let is_row = is_row(raw);
        let tokens = match slot {
            Some(slot) => self.tokens_around(raw, slot),
            None => self.tokens(raw, 0),
        };
        let form = self.form(raw, &tokens);
        if is_row {
            self.rows.insert(form);
        }
        let (id, raw) = (self.next, Arc::from(raw));
        self.next = self.next.saturating_add(1);
        let key = line_as_compared(&raw, &self.tolerances[tolerances]);
        Arc::new(Line {
            id,
            key: if *key == *raw { Arc::clone(&raw) } else { key.into() },
            raw,
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
                    let seam = self.seam(&word, token.text).filter(|at| token.text.is_char_boundary(*at));
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
