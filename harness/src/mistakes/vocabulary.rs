//! What the game of a suite ever says: its lines, words and signs, and the parts in which they stand.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::lexicon::{Lexicon, Versions};
use super::line::{Line, LineShape, ListInBrackets, NUMBER, Symbol, is_value};
use super::names::{names, part_of_names, stand_ins};
use super::page::Page;
use super::slots::slots;
use crate::cases::{Case, Suite};
use crate::expected::{Expected, expected};

/// The part of the message with which a program must fail.
pub(super) const ERROR: &str = "error/message";

/// A part with more versions of its lines than this holds mostly values.
const MANY_VERSIONS: usize = 12;

/// In a part of many versions, a line that is said in fewer cases may be one of values.
const FEWEST_CASES: usize = 5;

/// Lines in which more words differ are no versions of each other.
const MOST_EXCHANGED: usize = 2;

/// Versions of a part's lines that are compared with each other.
const MOST_COMPARED: usize = 200;

/// What a game says.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// Its lines.
    lines: HashMap<LineShape, Said>,
    words: HashSet<Symbol>,
    /// The letters of each line.
    letters: HashSet<String>,
    signs: HashSet<char>,
    /// The forms of the lines by which a program tells why it fails, each with the kind of its exception.
    errors: HashSet<LineShape>,
    /// The forms of lines after which something is typed.
    prompts: HashSet<LineShape>,
    /// Words that stand in the place of one another in lines of the same family.
    values: HashSet<(&'static str, Symbol)>,
    /// The different lines of each family of parts.
    versions: Versions,
    /// The name of what is printed in each part.
    families: BTreeMap<&'static str, &'static str>,
    /// The part in which names are asked for most often.
    part_of_names: &'static str,
    /// The cases in which a family stands, by their indices.
    spread: BTreeMap<&'static str, BTreeSet<usize>>,
    /// The different lists of words that stand in brackets behind the same words of a part.
    lists: BTreeMap<(&'static str, Vec<Symbol>), BTreeSet<Vec<Symbol>>>,
}

/// Fewer letters are the same by chance.
const FEWEST_LETTERS: usize = 6;

/// A line of the game, with any values.
#[derive(Debug)]
struct Said {
    /// An example.
    line: Arc<Line>,
    /// Its part.
    part: &'static str,
    /// Whether it is always the same text.
    is_fixed: bool,
    /// The signs with which it is said.
    signs: BTreeSet<String>,
    /// The cases in which it is said, by their indices.
    cases: BTreeSet<usize>,
}

/// Returns what is expected in the transcripts of a suite, case by case.
pub(super) fn transcripts(suite: &Suite) -> Vec<(&Case, Expected)> {
    suite.cases.iter().filter_map(|case| Some((case, expected(suite, case)?))).collect()
}

impl Vocabulary {
    /// Returns what is said in `transcripts`, and the lexicon of its words.
    pub(super) fn of(transcripts: &[(&Case, Expected)]) -> (Self, Lexicon) {
        let names = names(transcripts);
        let slots = slots(transcripts);
        let mut lexicon = Lexicon::new(names.clone(), HashSet::new(), slots.clone());
        let mut vocabulary = Self::new(transcripts, &mut lexicon);
        let others = stand_ins(&vocabulary.versions);
        if !others.is_empty() {
            let others = others.iter().map(|word| lexicon.word(*word).to_string()).collect();
            lexicon = Lexicon::new(names, others, slots);
            vocabulary = Self::new(transcripts, &mut lexicon);
        }
        lexicon.know_the_game();
        (vocabulary, lexicon)
    }

    fn new(transcripts: &[(&Case, Expected)], lexicon: &mut Lexicon) -> Self {
        let mut vocabulary = Self::default();
        for (index, (case, expected)) in transcripts.iter().enumerate() {
            for turn in &expected.turns {
                let page = Page::expected(turn, &case.tolerate, lexicon);
                for placed in &page.lines {
                    vocabulary.spread.entry(placed.part()).or_default().insert(index);
                    vocabulary.add(index, &placed.line, placed.part());
                    if let Some(ListInBrackets { start, head, entries }) = placed.line.list_in_brackets() {
                        vocabulary.lists.entry((placed.part_at(start), head)).or_default().insert(entries);
                    }
                }
                vocabulary.prompts.extend(
                    page.lines.last().filter(|_| turn.typed.is_some()).map(|placed| placed.line.form),
                );
            }
            for error in &case.errors {
                let Some(message) = &error.message else { continue };
                let tolerances = lexicon.tolerances(&case.tolerate);
                vocabulary.add(index, &lexicon.line(message, tolerances), ERROR);
                vocabulary.errors.insert(lexicon.line(&error.to_string(), tolerances).form);
            }
        }
        vocabulary.part_of_names = part_of_names(transcripts, lexicon);
        vocabulary.find_values();
        vocabulary.find_families();
        vocabulary
    }

    /// Returns what is said in some lines, each in many cases.
    #[cfg(test)]
    pub(super) fn of_lines(lines: &[(&'static str, &str)], lexicon: &mut Lexicon) -> Self {
        let mut vocabulary = Self::default();
        let tolerances = lexicon.tolerances(&BTreeSet::new());
        for (part, text) in lines {
            for case in 0..FEWEST_CASES {
                vocabulary.spread.entry(part).or_default().insert(case);
                vocabulary.add(case, &lexicon.line(text, tolerances), part);
            }
        }
        vocabulary.find_values();
        vocabulary.find_families();
        vocabulary
    }

    fn add(&mut self, case: usize, line: &Arc<Line>, part: &'static str) {
        self.words.extend(line.symbols());
        self.letters.insert(line.letters());
        self.signs.extend(line.raw.chars().filter(|sign| !sign.is_alphanumeric()));
        let new = || Said {
            line: Arc::clone(line),
            part,
            is_fixed: true,
            signs: BTreeSet::new(),
            cases: BTreeSet::new(),
        };
        let said = self.lines.entry(line.form).or_insert_with(new);
        said.is_fixed &= said.line.raw.trim() == line.raw.trim();
        said.signs.insert(line.signs());
        said.cases.insert(case);
        self.versions.entry(part).or_default().insert(line.symbols());
    }

    /// Finds the words that stand in the place of one another, and the entries of lists that are not always the same.
    fn find_values(&mut self) {
        let vary = |lists: &BTreeSet<Vec<Symbol>>| lists.len() > 1 && lists.iter().any(|list| list.len() > 1);
        for ((part, _), lists) in self.lists.iter().filter(|(_, lists)| vary(lists)) {
            self.values.extend(lists.iter().flatten().map(|word| (*part, *word)));
        }
        for (part, versions) in &self.versions {
            let versions: Vec<_> = versions.iter().take(MOST_COMPARED).collect();
            for (index, one) in versions.iter().enumerate() {
                for other in &versions[index + 1..] {
                    let words = exchanged(one, other).into_iter().flatten();
                    self.values.extend(words.filter(|word| !is_value(*word)).map(|word| (*part, word)));
                }
            }
        }
    }

    /// Finds the families of parts, and brings together what is said in each.
    fn find_families(&mut self) {
        let parts: Vec<&'static str> = self.versions.keys().copied().collect();
        for (index, part) in parts.iter().enumerate() {
            let inner = part.split_once('/').map(|(_, inner)| inner);
            let inner = inner.and_then(|inner| parts.iter().find(|part| **part == inner));
            let is_alike = |earlier: &&&'static str| {
                let is_near = place(earlier).is_some()
                    && (place(earlier) == place(part) || name(earlier) == name(part));
                is_near && self.share_a_line(earlier, part)
            };
            let inner = inner.filter(|inner| self.may_be_one(inner, part));
            let first = inner.or_else(|| parts[..index].iter().find(is_alike)).unwrap_or(part);
            self.families.insert(part, first);
        }
        for part in &parts {
            // The family of a family: at most as many steps as there are parts.
            let first = parts.iter().fold(*part, |family, _| self.family(family));
            self.families.insert(part, first);
        }
        for (part, versions) in std::mem::take(&mut self.versions) {
            self.versions.entry(self.family(part)).or_default().extend(versions);
        }
        for (part, cases) in std::mem::take(&mut self.spread) {
            self.spread.entry(self.family(part)).or_default().extend(cases);
        }
        self.values = self.values.iter().map(|(part, word)| (self.family(part), *word)).collect();
    }

    /// Returns whether a part and another one, of which it has the name, may print the same: not if each always prints
    /// one line, and these differ.
    fn may_be_one(&self, one: &str, other: &str) -> bool {
        let (left, right) = (&self.versions[one], &self.versions[other]);
        left.len() > 1 || right.len() > 1 || left == right
    }

    /// Returns whether two parts have a line with words in common.
    fn share_a_line(&self, one: &str, other: &str) -> bool {
        let (Some(left), Some(right)) = (self.versions.get(one), self.versions.get(other)) else {
            return false;
        };
        left.intersection(right).any(|version| version.iter().any(|word| !is_value(*word)))
    }

    /// Returns whether the game ever says a line of this form.
    pub(super) fn says(&self, form: LineShape) -> bool {
        self.lines.contains_key(&form)
    }

    /// Returns whether a line of this form tells why the program fails.
    pub(super) fn tells_why_it_fails(&self, form: LineShape) -> bool {
        self.errors.contains(&form)
    }

    /// Returns whether the game ever says a line of the words and signs of this one.
    pub(super) fn says_line(&self, line: &Line) -> bool {
        self.lines.get(&line.form).is_some_and(|said| said.signs.contains(&line.signs()))
    }

    /// Returns whether the game never says the words of a line, but ever its letters.
    pub(super) fn says_in_other_form(&self, line: &Line) -> bool {
        let says =
            |letters: &String| letters.chars().count() >= FEWEST_LETTERS && self.letters.contains(letters);
        !self.says(line.form) && says(&line.letters())
    }

    /// Returns whether the game ever says these words as a line of a part.
    pub(super) fn says_version(&self, part: &'static str, words: &[Symbol]) -> bool {
        self.versions.get(self.family(part)).is_some_and(|versions| versions.contains(words))
    }

    /// Returns a line of the game of this form, and the part in which it stands.
    pub(super) fn example(&self, form: LineShape) -> Option<(&Arc<Line>, &'static str)> {
        self.lines.get(&form).map(|said| (&said.line, said.part))
    }

    /// Returns whether a line of a part is the same words wherever it stands: none of them is a value, and it is said again
    /// and again.
    pub(super) fn is_literal(&self, part: &'static str, form: LineShape, lexicon: &Lexicon) -> bool {
        let is_fixed = self.is_fixed(form);
        let varies = |word: &Symbol| !(is_value(*word) && is_fixed) && self.is_value(part, *word);
        // A drawing without words or numbers is the same in however few cases.
        let is_drawn = lexicon.symbols(form).is_empty();
        let is_usual = |said: &Said| is_drawn || said.cases.len() >= FEWEST_CASES.min(self.spread(part));
        self.lines.get(&form).is_some_and(is_usual)
            && !lexicon.is_row(form)
            && !lexicon.symbols(form).iter().any(varies)
    }

    /// Returns whether these are all lines of a part, which is a list: several lines, each with a number.
    pub(super) fn is_list_of(&self, part: &'static str, forms: &BTreeSet<LineShape>) -> bool {
        let is_numbered =
            |form: &LineShape| self.lines.get(form).is_some_and(|it| it.line.symbols().contains(&NUMBER));
        let mut of_part = self.lines.iter().filter(|(_, said)| said.part == part);
        forms.len() > 1 && forms.iter().all(is_numbered) && of_part.all(|(form, _)| forms.contains(form))
    }

    /// Returns whether the game ever says a word.
    pub(super) fn knows(&self, word: Symbol) -> bool {
        is_value(word) || self.words.contains(&word)
    }

    /// Returns whether the game ever says each of these words.
    pub(super) fn knows_all(&self, words: &[Symbol]) -> bool {
        words.iter().all(|word| self.knows(*word))
    }

    /// Returns whether a sign ever stands in what the game says.
    pub(super) fn draws(&self, sign: char) -> bool {
        self.signs.contains(&sign)
    }

    /// Returns whether the lines of a part are mostly values.
    pub(super) fn is_varied(&self, part: &'static str) -> bool {
        self.versions.get(self.family(part)).map_or(0, BTreeSet::len) > MANY_VERSIONS
    }

    /// Returns whether a word stands in nearly every line of a part.
    pub(super) fn is_constant(&self, part: &'static str, word: Symbol) -> bool {
        let Some(versions) = self.versions.get(self.family(part)) else { return false };
        let with = versions.iter().filter(|version| version.contains(&word)).count();
        !is_value(word) && with * 10 >= versions.len() * 9
    }

    /// Returns whether a word of a part is a value: a number, a name, or one word of several that stand in its place.
    pub(super) fn is_value(&self, part: &'static str, word: Symbol) -> bool {
        is_value(word) || self.values.contains(&(self.family(part), word))
    }

    /// Returns the part in which names are asked for.
    pub(super) fn part_of_names(&self) -> &'static str {
        self.part_of_names
    }

    /// Returns the words that are values, by their part.
    pub(super) fn values(&self, lexicon: &Lexicon) -> HashMap<&'static str, HashSet<String>> {
        let mut words: HashMap<&'static str, HashSet<String>> = HashMap::new();
        for (part, word) in &self.values {
            words.entry(part).or_default().insert(lexicon.word(*word).to_string());
        }
        words
    }

    /// Returns whether a form is always the same text.
    pub(super) fn is_fixed(&self, form: LineShape) -> bool {
        self.lines.get(&form).is_some_and(|said| said.is_fixed)
    }

    /// Returns whether a form is that of a prompt.
    pub(super) fn is_prompt(&self, form: LineShape) -> bool {
        self.prompts.contains(&form)
    }

    /// Returns in how many cases a part stands.
    pub(super) fn spread(&self, part: &'static str) -> usize {
        self.spread.get(self.family(part)).map_or(0, BTreeSet::len)
    }

    /// Returns the name of what is printed in a part wherever it is printed: of `start/map` it is `map`, if the game has that
    /// part, too; parts of the same place that have a line in common, as the first roll and another, have one name.
    pub(super) fn family(&self, part: &'static str) -> &'static str {
        self.families.get(part).copied().unwrap_or(part)
    }

    /// Returns the family of each part that is not its own.
    pub(super) fn families(&self) -> BTreeMap<&'static str, &'static str> {
        self.families
            .iter()
            .filter(|(part, family)| part != family)
            .map(|(part, family)| (*part, *family))
            .collect()
    }
}

/// Returns the place of a part, as `roll` of `roll/first`.
fn place(part: &str) -> Option<&str> {
    part.split_once('/').map(|(place, _)| place)
}

/// Returns the last name of a part, as `first` of `roll/first`.
fn name(part: &str) -> Option<&str> {
    part.rsplit_once('/').map(|(_, name)| name)
}

/// Returns the words that stand in the place of one another in two lines: lines with most words in common, or that are
/// a list of one word and of another.
fn exchanged(one: &[Symbol], other: &[Symbol]) -> Vec<[Symbol; 2]> {
    if one.len() != other.len() {
        return Vec::new();
    }
    let differ =
        || one.iter().zip(other).filter(|(one, other)| one != other).map(|(one, other)| [*one, *other]);
    let Some(first) = differ().next() else { return Vec::new() };
    let places = differ().take(MOST_EXCHANGED + 1).count();
    if places <= MOST_EXCHANGED && one.len() >= if places > 1 { 4 * places } else { 3 } {
        differ().collect()
    } else if places > 1 && differ().all(|pair| pair == first) {
        vec![first]
    } else {
        Vec::new()
    }
}
