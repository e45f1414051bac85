//! Repairs slips in lines that stand beside no expected line: in turns that are out of step, and where a throw was
//! taken for another one. Only what becomes a line of the game is repaired.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::edit::{Edit, Edits, Replacement};
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{Line, LineShape, NAME, Symbol, filled, is_value, values_fit};
use super::look::{Sighting, TurnView};
use super::steps::Step;
use super::vocabulary::Vocabulary;

/// A slip, and the part in which it shows.
pub(super) type ShownSlip = (Arc<Key>, &'static str);

/// What lines mean in which the decided slips were seen.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    /// What was printed, what it stands for, and the slips; nothing if it stands for several lines.
    lines: BTreeMap<LineShape, Option<(LineShape, Vec<ShownSlip>)>>,
}

impl Meanings {
    /// Learns what is meant by the lines of a turn all of whose slips are decided.
    pub(super) fn learn(&mut self, view: &TurnView, slips: &BTreeSet<Key>) {
        let TurnView { expected, actual, steps, sightings, .. } = view;
        let mut keys: BTreeMap<usize, Vec<&Sighting>> = BTreeMap::new();
        for seen in sightings {
            keys.entry(seen.step).or_default().push(seen);
        }
        for (step, seen) in keys {
            let Step::Pair(row, column) = &steps[step] else { continue };
            if seen.iter().all(|seen| slips.contains(&seen.key)) {
                let shown = seen.iter().map(|seen| (Arc::clone(&seen.key), seen.part)).collect();
                self.add(actual.lines[*column].line.form, expected.lines[*row].line.form, shown);
            }
        }
    }

    fn add(&mut self, actual: LineShape, expected: LineShape, shown: Vec<ShownSlip>) {
        let known = self.lines.entry(actual).or_insert(Some((expected, shown)));
        if known.as_ref().is_some_and(|(form, _)| *form != expected) {
            *known = None;
        }
    }
}

/// What is needed to repair a line that stands beside no other.
pub(super) struct Elsewhere<'a> {
    pub(super) meanings: &'a Meanings,
    pub(super) slips: &'a BTreeSet<Key>,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) edits: &'a mut Edits,
}

impl Elsewhere<'_> {
    /// Returns a line without its slips, and these; nothing if it has none or becomes no line of the game.
    pub(super) fn repaired(&mut self, line: &Line, lexicon: &Lexicon) -> Option<(String, Vec<ShownSlip>)> {
        if self.vocabulary.says(line.form) {
            return self.restyled(line, lexicon);
        }
        if let Some(Some((form, shown))) = self.meanings.lines.get(&line.form) {
            let (example, _) = self.vocabulary.example(*form)?;
            return values_fit(example, line).then(|| (filled(example, line), shown.clone()));
        }
        self.reworded(line, lexicon)
    }

    /// Returns a line of the game in its right form.
    fn restyled(&mut self, line: &Line, lexicon: &Lexicon) -> Option<(String, Vec<ShownSlip>)> {
        let (example, part) = self.vocabulary.example(line.form)?;
        if !values_fit(example, line) {
            return None;
        }
        let family = self.vocabulary.family(part);
        let (key, text) = match &*self.edits.edit(example, line, lexicon) {
            Edit::Form(cause, text) => (Key::Form(family, *cause), text.clone()),
            Edit::Signs(missing, added, text) => {
                (Key::Signs(family, missing.clone(), added.clone()), text.clone())
            }
            _ => return None,
        };
        self.slips.contains(&key).then(|| (text, vec![(Arc::new(key), part)]))
    }

    /// Returns a line with the words of a decided slip as they should be.
    fn reworded(&self, line: &Line, lexicon: &Lexicon) -> Option<(String, Vec<ShownSlip>)> {
        let symbols = line.symbols();
        for key in self.slips {
            let Key::Words(_, hunk) = key else { continue };
            let found = with_hunk(&symbols, hunk).into_iter().filter_map(|words| lexicon.known(&words));
            for form in found.filter(|form| self.vocabulary.says(*form)) {
                let (example, part) = self.vocabulary.example(form)?;
                if values_fit(example, line) {
                    return Some((filled(example, line), vec![(Arc::new(key.clone()), part)]));
                }
            }
        }
        None
    }
}

/// Returns words with what a hunk expects wherever it can be, one place after the other.
fn with_hunk(words: &[Symbol], hunk: &Replacement) -> Vec<Vec<Symbol>> {
    let Replacement { expected, actual, after } = hunk;
    let fits = |at: &usize| {
        let before = at.checked_sub(1).map(|before| words[before]);
        let is_after = match after {
            None => true,
            Some(NAME) => before.is_some(),
            Some(word) => before == Some(*word),
        };
        is_after && words[*at..].starts_with(actual) && (!actual.is_empty() || after.is_some())
    };
    let places = (0..=words.len()).filter(fits);
    let with = |at: usize| [&words[..at], expected.as_slice(), &words[at + actual.len()..]].concat();
    places.map(with).filter(|with| with.iter().any(|word| !is_value(*word))).collect()
}
