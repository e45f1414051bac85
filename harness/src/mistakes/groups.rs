//! Which keys are one slip: what a tutor would write down once.

use std::collections::{BTreeMap, BTreeSet};

use super::additions::Addition;
use super::edit::Replacement;
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{Line, LineShape, NAME, Symbol, is_value};
use super::repair::Note;
use super::templates::ANY;
use super::vocabulary::Vocabulary;
use crate::cases::Cause;
use crate::text::tokens::tokens;

/// From which likeness on, between 0 and 1, a word is the other one misspelt.
const MISSPELT: f64 = 0.5;

/// What stands around a word: its part, the other words of the line, and which place among them is its own.
type WordFrame<'a> = (&'a str, Vec<Symbol>, usize);

/// Places of a slip: case, turn and line.
type Places = BTreeSet<(usize, usize, usize)>;

/// Returns for keys that always show at the places of another key that other key: a line in which several words are other
/// ones is one slip, and so are lines that are missing or added together, which are called by the first of them. A word that the game
/// never says, and that stands in other parts, too, explains nothing else in a line.
pub(super) fn same_places(notes: &[Vec<Note>], vocabulary: &Vocabulary) -> BTreeMap<Key, Key> {
    let mut parts: BTreeMap<[&[Symbol]; 2], BTreeSet<&str>> = BTreeMap::new();
    for note in notes.iter().flatten() {
        if let Key::Words(part, hunk) = &*note.key {
            parts.entry([&hunk.expected, &hunk.actual]).or_default().insert(part);
        }
    }
    let is_of_several_parts = |hunk: &Replacement| {
        let is_new = || !vocabulary.knows_all(&hunk.actual);
        parts[&[&hunk.expected[..], &hunk.actual[..]]].len() > 1 && !hunk.expected.is_empty() && is_new()
    };
    let mut places: BTreeMap<&Key, Places> = BTreeMap::new();
    let mut met: BTreeMap<&Key, usize> = BTreeMap::new();
    for (case, notes) in notes.iter().enumerate() {
        for note in notes {
            let line = match &*note.key {
                Key::Words(_, hunk) if is_of_several_parts(hunk) => continue,
                // A line with other words may be spelt otherwise, too.
                Key::Words(..) | Key::Form(_, Cause::LetterCase | Cause::Punctuation) => note.line,
                // Lines of one part that are missing or added together are one block.
                Key::Missing(..) | Key::Extra(_) | Key::Twice(_) => 0,
                _ => continue,
            };
            places.entry(&note.key).or_default().insert((case, note.turn, line));
            let number = met.len();
            met.entry(&note.key).or_insert(number);
        }
    }
    let mut in_order: Vec<(&Key, &Places)> = places.iter().map(|(key, places)| (*key, places)).collect();
    in_order.sort_by_key(|(key, _)| if matches!(key, Key::Words(..)) { 0 } else { met[key] });
    let mut first: BTreeMap<(u8, &str, &Places), &Key> = BTreeMap::new();
    let mut groups = BTreeMap::new();
    for (key, places) in in_order {
        let (kind, part) = match key {
            Key::Missing(part, _) => (1, *part),
            Key::Extra(_) => (2, ""),
            Key::Twice(part) => (3, part.split('/').next().unwrap_or_default()),
            _ => (0, ""),
        };
        match first.get(&(kind, part, places)) {
            Some(other) => {
                groups.insert(key.clone(), (*other).clone());
            }
            None if matches!(key, Key::Form(..)) => {}
            None => {
                first.insert((kind, part, places), key);
            }
        }
    }
    groups
}

/// Returns for keys of a word that the game never says, in place of the same word in several parts, the first of these keys:
/// it is one word in the program, too, or one that its author does not know. So is a name that is lost in several parts, a word that is
/// lost after the same one, a word that is written in other letters everywhere, blank lines before the same line, line breaks after names, and
/// added lines that one statement prints.
pub(super) fn same_words(
    notes: &[Vec<Note>],
    groups: &BTreeMap<Key, Key>,
    vocabulary: &Vocabulary,
    lexicon: &Lexicon,
) -> BTreeMap<Key, Key> {
    let mut keys: Vec<&Key> = notes.iter().flatten().map(|note| &*note.key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.retain(|key| !groups.contains_key(key));
    let with_hunk = keys.iter().copied().filter_map(|key| {
        let Key::Words(_, hunk) = key else { return None };
        let is_new = || !vocabulary.knows_all(&hunk.actual);
        let is_lost = || hunk.actual.is_empty() && hunk.after.is_some();
        let is_one = !hunk.expected.is_empty() && (is_new() || is_lost() || key.loses_a_name());
        is_one.then_some((key, hunk))
    });
    let mut same = first_about(with_hunk);
    let additions = keys.iter().filter_map(|key| match key {
        Key::Extra(form) => Some((*key, Addition::of(*form, vocabulary, lexicon))),
        _ => None,
    });
    same.extend(first_about(additions));
    same.extend(same_spelling(notes));
    same.extend(same_phrase(notes));
    same.extend(same_blanks(notes));
    same.extend(broken_after_names(notes));
    same.extend(other_names(notes, vocabulary, lexicon));
    same
}

/// Returns for keys of words that the game never says, each in place of another word between the same others of one part, the first of these keys: one
/// statement prints names of its own, as `BLACK` for `X` and `RED` for `O`. Words that are only misspelt are no other names.
fn other_names(notes: &[Vec<Note>], vocabulary: &Vocabulary, lexicon: &Lexicon) -> BTreeMap<Key, Key> {
    let is_misspelt = |one: Symbol, other: Symbol| {
        let alike = strsim::normalized_damerau_levenshtein(lexicon.word(one), lexicon.word(other));
        alike >= MISSPELT
    };
    let mut frames: BTreeMap<&Key, BTreeSet<WordFrame<'_>>> = BTreeMap::new();
    for note in notes.iter().flatten() {
        let (Key::Words(part, hunk), Some(line)) = (&*note.key, &note.expected) else { continue };
        let ([expected], [actual]) = (&hunk.expected[..], &hunk.actual[..]) else { continue };
        if is_value(*expected) || vocabulary.knows_all(&hunk.actual) || is_misspelt(*expected, *actual) {
            continue;
        }
        let mut words: Vec<Symbol> = line.tokens.iter().map(|token| token.word).collect();
        if let Some(at) = words.iter().position(|word| word == expected) {
            words.remove(at);
            frames.entry(&note.key).or_default().insert((*part, words, at));
        }
    }
    let only = frames.into_iter().filter(|(_, frames)| frames.len() == 1);
    first_about(only.filter_map(|(key, frames)| Some((key, frames.into_iter().next()?))))
}

/// Returns for keys of lines that are always broken after a name the first of these keys: the end of the typed line stays in the name.
fn broken_after_names(notes: &[Vec<Note>]) -> BTreeMap<Key, Key> {
    let mut are_after_names: BTreeMap<&Key, bool> = BTreeMap::new();
    for note in notes.iter().flatten().filter(|note| matches!(*note.key, Key::Broken(_))) {
        let is_name =
            note.actual.as_ref().is_some_and(|line| line.symbols().iter().all(|word| *word == NAME));
        *are_after_names.entry(&note.key).or_insert(true) &= is_name;
    }
    first_about(are_after_names.into_iter().filter(|(_, is_after_name)| *is_after_name))
}

/// Returns for keys of blank lines before one and the same line, which stands in several parts, the first of these keys.
fn same_blanks(notes: &[Vec<Note>]) -> BTreeMap<Key, Key> {
    let mut lines: BTreeMap<&Key, BTreeSet<&str>> = BTreeMap::new();
    for note in notes.iter().flatten().filter(|note| matches!(*note.key, Key::Blanks(..))) {
        let lines = lines.entry(&note.key).or_default();
        if lines.len() < 2 {
            lines.extend(note.actual.as_ref().map(|line| line.raw.trim()));
        }
    }
    let only = lines.into_iter().filter_map(|(key, lines)| match (key, lines.first(), lines.len()) {
        (Key::Blanks(_, too_few), Some(line), 1) => Some((key, (*too_few, *line))),
        _ => None,
    });
    first_about(only)
}

/// Returns for keys of letter case, or of blanks inside a line, that are about one and the same word, or place between two words, in several parts
/// the first of these keys.
fn same_spelling(notes: &[Vec<Note>]) -> BTreeMap<Key, Key> {
    let mut spelt: BTreeMap<&Key, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for note in notes.iter().flatten() {
        let Key::Form(_, cause @ (Cause::LetterCase | Cause::InnerBlanks)) = &*note.key else { continue };
        let spelt = spelt.entry(&note.key).or_default();
        if let (Some(expected), Some(actual), 0..=1) = (&note.expected, &note.actual, spelt.len()) {
            let pairs =
                tokens(&expected.raw).zip(tokens(&actual.raw)).map(|(one, other)| (one.text, other.text));
            let is_spelling = |one: &str, other: &str| match cause {
                Cause::InnerBlanks => one != other && (one.starts_with(other) || other.starts_with(one)),
                _ => one != other && one.to_lowercase() == other.to_lowercase(),
            };
            spelt.extend(pairs.filter(|(one, other)| is_spelling(one, other)));
        }
    }
    let only = spelt.into_iter().filter(|(_, words)| words.len() == 1);
    first_about(only.filter_map(|(key, words)| Some((key, *words.first()?))))
}

/// Returns for keys of the same words in place of the same others, after one and the same word in several parts, the first of these keys: a name of
/// two words is one name wherever it stands, though the game says the other word, too.
fn same_phrase(notes: &[Vec<Note>]) -> BTreeMap<Key, Key> {
    let mut before: BTreeMap<&Key, BTreeSet<Option<Symbol>>> = BTreeMap::new();
    for note in notes.iter().flatten() {
        let (Key::Words(_, hunk), Some(line)) = (&*note.key, &note.expected) else { continue };
        let before = before.entry(&note.key).or_default();
        if hunk.expected.is_empty() || hunk.actual.is_empty() || before.len() > 1 {
            continue;
        }
        let words: Vec<Symbol> = line.tokens.iter().map(|token| token.word).collect();
        let at = words.windows(hunk.expected.len()).position(|words| words == hunk.expected);
        before.insert(at.and_then(|at| words.get(at.checked_sub(1)?).copied()));
    }
    let only = before.into_iter().filter_map(|(key, before)| match (key, before.first(), before.len()) {
        (Key::Words(_, hunk), Some(Some(word)), 1) if !is_value(*word) => Some((key, (hunk, *word))),
        _ => None,
    });
    first_about(only)
}

/// Returns for keys that are about the same as one before them the first of these keys.
fn first_about<'a, T: Ord>(keys: impl Iterator<Item = (&'a Key, T)>) -> BTreeMap<Key, Key> {
    let mut first: BTreeMap<T, &Key> = BTreeMap::new();
    let mut same = BTreeMap::new();
    for (key, about) in keys {
        match first.get(&about) {
            Some(first) => drop(same.insert(key.clone(), (*first).clone())),
            None => drop(first.insert(about, key)),
        }
    }
    same
}

/// Returns the keys of blocks of missing lines of which one shows values, or that are a whole list of numbered entries.
pub(super) fn lacking_values(
    notes: &[Vec<Note>],
    beside: &BTreeMap<Key, Key>,
    vocabulary: &Vocabulary,
) -> BTreeSet<Key> {
    let lists = missing_lists(notes, vocabulary);
    let is_of_a_list = |note: &Note| matches!(*note.key, Key::Missing(..)) && lists.contains(note.part);
    let lacking = notes.iter().flatten().filter(|note| is_of_a_list(note) || lacks_values(note, vocabulary));
    lacking.map(|note| beside.get(&note.key).unwrap_or(&note.key).clone()).collect()
}

/// Returns the parts that are nothing but a list of numbered entries, of which none is ever printed: what may be chosen is not
/// shown then, however often its words are the same.
fn missing_lists(notes: &[Vec<Note>], vocabulary: &Vocabulary) -> BTreeSet<&'static str> {
    let mut missing: BTreeMap<&'static str, BTreeSet<LineShape>> = BTreeMap::new();
    for note in notes.iter().flatten() {
        if let (Key::Missing(..), Some(expected)) = (&*note.key, &note.expected) {
            missing.entry(note.part).or_default().insert(expected.form);
        }
    }
    let is_list = |(part, forms): &(&'static str, BTreeSet<LineShape>)| vocabulary.is_list_of(part, forms);
    missing.into_iter().filter(is_list).map(|(part, _)| part).collect()
}

/// Returns whether the values of a line are lost with it, because it is missing or another one without them. Where a program asks
/// for something without a prompt, nothing is lost but the words.
pub(super) fn lacks_values(note: &Note, vocabulary: &Vocabulary) -> bool {
    let Some(expected) = &note.expected else { return false };
    // Lines of a part that shows little but values are values, though each of them may be the same text wherever it stands.
    let is_any = matches!(&*note.key, Key::Missing(_, template) if template == ANY);
    if vocabulary.is_prompt(expected.form) || vocabulary.is_fixed(expected.form) && !is_any {
        return false;
    }
    let values =
        |line: &Line| line.symbols().into_iter().filter(|word| vocabulary.is_value(note.part, *word)).count();
    match (&*note.key, &note.actual) {
        (Key::Missing(..), _) => true,
        (Key::Line(..), Some(actual)) => values(expected) > 0 && values(actual) == 0,
        _ => false,
    }
}
