//! What is fixed in lines that differ in their values.

use std::collections::{BTreeSet, HashSet};

use super::lexicon::Lexicon;
use super::line::{Line, LineShape, Symbol, is_value};
use super::vocabulary::Vocabulary;

/// Stands for a value.
pub(super) const VALUE: &str = "@";

/// Stands for all lines of a part that shows little but values.
pub(super) const ANY: &str = "*";

/// Stands for a row of cells.
const ROW: &str = "|";

/// Shorter words in a row of cells stand for pieces and the like.
const SHORTEST_TITLE: usize = 3;

/// Fewer words are not the beginning of a longer list.
const FEWEST_LISTED: usize = 3;

impl Vocabulary {
    /// Returns what is fixed in a printed line: neither numbers and names, nor values that the expected line has, too, nor
    /// more of a list than its shortest version has.
    pub(super) fn template_beside(
        &self,
        part: &'static str,
        expected: &Line,
        actual: &Line,
        lexicon: &Lexicon,
    ) -> String {
        let all = expected.symbols();
        let values: HashSet<Symbol> = all.iter().copied().filter(|word| self.is_value(part, *word)).collect();
        let symbols = actual.symbols();
        let beginning = self.shortest_beginning(part, &all).len();
        let symbols = if symbols.len() == all.len() { &symbols[..beginning] } else { &symbols };
        let is_word = |word: &&Symbol| !is_value(**word) && !values.contains(word);
        let words: Vec<Symbol> = symbols.iter().filter(is_word).copied().collect();
        lexicon.phrase(&words)
    }

    /// Returns what is fixed in all lines of the game that are this one with other values.
    pub(super) fn template(&self, part: &'static str, form: LineShape, lexicon: &Lexicon) -> String {
        if lexicon.is_row(form) {
            let is_word = |word: Symbol| lexicon.word(word).chars().count() >= SHORTEST_TITLE;
            let is_title = |word: &&Symbol| {
                !self.is_value(part, **word) && (is_word(**word) || self.is_constant(part, **word))
            };
            let titles: Vec<Symbol> = lexicon.symbols(form).iter().filter(is_title).copied().collect();
            return format!("{ROW} {}", lexicon.phrase(&titles)).trim_end().to_string();
        }
        if !lexicon.has_words(form) {
            let signs: BTreeSet<char> = lexicon.shown(form).chars().filter(|sign| *sign != ' ').collect();
            return signs.into_iter().collect();
        }
        if self.is_varied(part) && !self.is_literal(part, form, lexicon) {
            return ANY.to_string();
        }
        let symbols = lexicon.symbols(form);
        let words = self.shortest_beginning(part, symbols).iter().filter(|word| !self.is_value(part, **word));
        lexicon.phrase(&words.copied().collect::<Vec<_>>())
    }

    /// Returns the shortest version of a list of words, as the letters above a board are for the smallest board.
    fn shortest_beginning<'a>(&self, part: &'static str, symbols: &'a [Symbol]) -> &'a [Symbol] {
        let is_list = symbols.iter().all(|word| !is_value(*word));
        let lengths = if is_list { FEWEST_LISTED..symbols.len() } else { 0..0 };
        let shorter = lengths.map(|length| &symbols[..length]).find(|start| self.says_version(part, start));
        shorter.unwrap_or(symbols)
    }
}
