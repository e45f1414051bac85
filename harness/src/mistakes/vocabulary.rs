//! What the game of a suite ever says: its lines, words and signs, and the parts in which they stand.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::lexicon::{Form, Lexicon, Line, Symbol, is_value};
use super::page::Page;
use crate::cases::{Case, Conversation, Suite};
use crate::expected::{Expected, expected};
use crate::text::tokens::words;

/// The part of the message with which a program must fail.
pub(super) const ERROR: &str = "error/message";

/// A part with more versions of its lines than this holds mostly values.
const MANY_VERSIONS: usize = 12;

/// Versions of a part's lines that are compared with each other.
const MOST_COMPARED: usize = 200;

/// What a game says.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The forms of its lines.
    forms: HashSet<Form>,
    words: HashSet<Symbol>,
    signs: HashSet<char>,
    /// Words that stand in the place of one another in lines of the same part.
    values: HashSet<(&'static str, Symbol)>,
    /// The different lines of each part.
    versions: BTreeMap<&'static str, BTreeSet<Vec<Symbol>>>,
    /// The text of each form; none if it is not always the same.
    fixed: HashMap<Form, Option<Box<str>>>,
    /// The name of what is printed in each part.
    families: BTreeMap<&'static str, &'static str>,
    /// The part in which names are asked for most often.
    part_of_names: &'static str,
    /// The cases in which a part stands.
    spread: BTreeMap<&'static str, usize>,
}

/// Returns what is expected in the transcripts of a suite, case by case.
pub(super) fn transcripts(suite: &Suite) -> Vec<(&Case, Expected)> {
    suite.cases.iter().filter_map(|case| Some((case, expected(suite, case)?))).collect()
}

/// Returns the words that are said only where somebody has typed them.
pub(super) fn names(transcripts: &[(&Case, Expected)]) -> HashSet<String> {
    let lower = |text: &str| words(text).map(str::to_lowercase).collect::<Vec<_>>();
    let mut typed = HashSet::new();
    let mut said = HashSet::new();
    for (case, expected) in transcripts {
        let lines = case.transcript.iter().flat_map(Conversation::typed);
        let lines: Vec<String> = lines.filter_map(|line| line.line().map(str::to_string)).collect();
        let here: HashSet<String> = lines.iter().chain(&case.args).flat_map(|line| lower(line)).collect();
        for turn in &expected.turns {
            said.extend(lower(&turn.output()).into_iter().filter(|word| !here.contains(word)));
        }
        typed.extend(here);
    }
    let is_name = |word: &String| !said.contains(word) && word.chars().all(char::is_alphabetic);
    typed.into_iter().filter(is_name).collect()
}

impl Vocabulary {
    /// Returns what is said in `transcripts`.
    pub(super) fn new(transcripts: &[(&Case, Expected)], lexicon: &mut Lexicon) -> Self {
        let mut vocabulary = Self::default();
        for (case, expected) in transcripts {
            let mut here = BTreeSet::new();
            for turn in &expected.turns {
                for placed in Page::expected(turn, &case.tolerate, lexicon).lines {
                    here.insert(placed.part());
                    vocabulary.add(&placed.line, placed.part());
                }
            }
            for error in case.errors.iter().filter_map(|error| error.message.as_deref()) {
                let tolerances = lexicon.tolerances(&case.tolerate);
                vocabulary.add(&lexicon.line(error, tolerances), ERROR);
            }
            for part in here {
                *vocabulary.spread.entry(part).or_default() += 1;
            }
        }
        vocabulary.part_of_names = part_of_names(transcripts, lexicon);
        vocabulary.find_values();
        vocabulary.find_families();
        vocabulary
    }

    fn add(&mut self, line: &Line, part: &'static str) {
        self.forms.insert(line.form);
        self.words.extend(line.symbols());
        self.signs.extend(line.raw.chars().filter(|sign| !sign.is_alphanumeric()));
        let fixed = self.fixed.entry(line.form).or_insert_with(|| Some(line.raw.trim().into()));
        if fixed.as_deref() != Some(line.raw.trim()) {
            *fixed = None;
        }
        self.versions.entry(part).or_default().insert(line.symbols());
    }

    /// Finds the words that stand in the place of one another.
    fn find_values(&mut self) {
        for (part, versions) in &self.versions {
            let versions: Vec<_> = versions.iter().take(MOST_COMPARED).collect();
            for (index, one) in versions.iter().enumerate() {
                for other in versions[index + 1..].iter().filter(|other| other.len() == one.len()) {
                    let differ = || one.iter().zip(other.iter()).filter(|(one, other)| one != other);
                    let count = differ().take(3).count();
                    if count <= 2 && one.len() >= 3 * count {
                        let words = differ().flat_map(|(one, other)| [*one, *other]);
                        self.values.extend(words.filter(|word| !is_value(*word)).map(|word| (*part, word)));
                    }
                }
            }
        }
    }

    fn find_families(&mut self) {
        let parts: Vec<&'static str> = self.versions.keys().copied().collect();
        for (index, part) in parts.iter().enumerate() {
            let inner = part.split_once('/').map(|(_, inner)| inner);
            let inner = inner.and_then(|inner| parts.iter().find(|part| **part == inner));
            let has_line = |earlier: &&&'static str| {
                place(earlier).is_some() && place(earlier) == place(part) && self.share_a_line(earlier, part)
            };
            let earlier = parts[..index].iter().find(has_line).map(|earlier| self.family(earlier));
            let family = inner.copied().or(earlier).unwrap_or(*part);
            self.families.insert(part, family);
        }
    }

    /// Returns whether two parts have a line with words in common.
    fn share_a_line(&self, one: &str, other: &str) -> bool {
        let (Some(left), Some(right)) = (self.versions.get(one), self.versions.get(other)) else {
            return false;
        };
        left.intersection(right).any(|version| version.iter().any(|word| !is_value(*word)))
    }

    /// Returns whether the game ever says a line of this form.
    pub(super) fn says(&self, form: Form) -> bool {
        self.forms.contains(&form)
    }

    /// Returns whether the game ever says a word.
    pub(super) fn knows(&self, word: Symbol) -> bool {
        is_value(word) || self.words.contains(&word)
    }

    /// Returns whether a sign ever stands in what the game says.
    pub(super) fn draws(&self, sign: char) -> bool {
        self.signs.contains(&sign)
    }

    /// Returns whether the lines of a part are mostly values.
    pub(super) fn is_varied(&self, part: &str) -> bool {
        self.versions.get(part).map_or(0, BTreeSet::len) > MANY_VERSIONS
    }

    /// Returns whether a word stands in nearly every line of a part.
    pub(super) fn is_constant(&self, part: &str, word: Symbol) -> bool {
        let Some(versions) = self.versions.get(part) else { return false };
        let with = versions.iter().filter(|version| version.contains(&word)).count();
        !is_value(word) && with * 10 >= versions.len() * 9
    }

    /// Returns whether a word of a part is a value: a number, a name, or one word of several that stand in its place.
    pub(super) fn is_value(&self, part: &'static str, word: Symbol) -> bool {
        is_value(word) || self.values.contains(&(part, word))
    }

    /// Returns the part in which names are asked for.
    pub(super) fn part_of_names(&self) -> &'static str {
        self.part_of_names
    }

    /// Returns the words that are values, with their parts.
    pub(super) fn values(&self, lexicon: &Lexicon) -> HashSet<(&'static str, String)> {
        self.values.iter().map(|(part, word)| (*part, lexicon.word(*word).to_string())).collect()
    }

    /// Returns whether a form is always the same text.
    pub(super) fn is_fixed(&self, form: Form) -> bool {
        self.fixed.get(&form).is_some_and(Option::is_some)
    }

    /// Returns in how many cases a part stands.
    pub(super) fn spread(&self, part: &str) -> usize {
        self.spread.get(part).copied().unwrap_or(0)
    }

    /// Returns the name of what is printed in a part wherever it is printed: of `start/map` it is `map`, if the game has that
    /// part, too; parts of the same place that have a line in common, as the first roll and another, have one name.
    pub(super) fn family(&self, part: &'static str) -> &'static str {
        self.families.get(part).copied().unwrap_or(part)
    }

    /// Returns the families of the parts in which some words stand one after the other.
    pub(super) fn families_with(&self, words: &[Symbol]) -> BTreeSet<&'static str> {
        let has = |version: &Vec<Symbol>| version.windows(words.len().max(1)).any(|window| window == words);
        let parts = self.versions.iter().filter(|(_, versions)| versions.iter().any(has));
        parts.map(|(part, _)| self.family(part)).collect()
    }

    /// Returns what is fixed in a printed line: neither numbers and names, nor values that the expected line has, too.
    pub(super) fn template_beside(
        &self,
        part: &'static str,
        expected: &Line,
        got: &Line,
        lexicon: &Lexicon,
    ) -> String {
        let values: HashSet<Symbol> =
            expected.symbols().into_iter().filter(|word| self.is_value(part, *word)).collect();
        let mut words: Vec<&str> = Vec::new();
        for symbol in got.symbols() {
            let is_value = is_value(symbol) || values.contains(&symbol);
            let word = if is_value { "@" } else { lexicon.word(symbol) };
            if words.last() != Some(&word) {
                words.push(word);
            }
        }
        words.join(" ")
    }

    /// Returns a form with its values abstracted: what is fixed in the game that says it.
    pub(super) fn template(&self, part: &'static str, form: Form, lexicon: &Lexicon) -> String {
        if !lexicon.has_words(form) {
            let signs: BTreeSet<char> = lexicon.shown(form).chars().filter(|sign| *sign != ' ').collect();
            return signs.into_iter().collect();
        }
        if self.is_varied(part) && !self.is_fixed(form) {
            return "*".to_string();
        }
        let mut words: Vec<&str> = Vec::new();
        for symbol in lexicon.symbols(form) {
            let word = if self.is_value(part, *symbol) { "@" } else { lexicon.word(*symbol) };
            if words.last() != Some(&word) {
                words.push(word);
            }
        }
        words.join(" ")
    }
}

/// Returns the part in which names are typed most often; a name is said again, which other typed text is not.
fn part_of_names(transcripts: &[(&Case, Expected)], lexicon: &Lexicon) -> &'static str {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let lower = |text: &str| words(text).map(str::to_lowercase).collect::<Vec<_>>();
    for (_, expected) in transcripts {
        let said: HashSet<String> = expected.turns.iter().flat_map(|turn| lower(&turn.output())).collect();
        let is_name = |word: &String| lexicon.names().contains(word) && said.contains(word);
        for turn in &expected.turns {
            let typed = turn.typed.as_ref().and_then(|typed| typed.line()).unwrap_or_default();
            let last = turn.pieces.iter().rev().find(|(_, text)| !text.trim().is_empty());
            if let Some((part, _)) = last.filter(|_| lower(typed).iter().any(is_name)) {
                *counts.entry(part).or_default() += 1;
            }
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or("", |(part, _)| part)
}

/// Returns the place of a part, as `roll` of `roll/first`.
fn place(part: &str) -> Option<&str> {
    part.split_once('/').map(|(place, _)| place)
}
