//! Lines that a program adds to what the game says, as one that tells its author what goes on: which of them one statement prints.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::Evidence;
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{LineShape, Symbol};
use super::vocabulary::Vocabulary;

/// What added lines have in common that one statement prints.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Addition {
    /// They begin with a word that the game never says.
    After(Symbol),
    /// They are values and these signs, each value and each list of values taken alike.
    Values(String),
    /// They are the same words.
    Same(LineShape),
}

impl Addition {
    /// Returns what one line has in common with others.
    pub(super) fn of(form: LineShape, vocabulary: &Vocabulary, lexicon: &Lexicon) -> Self {
        match lexicon.symbols(form) {
            [first, ..] if !vocabulary.knows(*first) => Self::After(*first),
            [_, ..] if !lexicon.has_words(form) => Self::Values(as_one_list(lexicon.shown(form))),
            _ => Self::Same(form),
        }
    }
}

/// All lines that are added, by what they have in common. They are counted once: a program may add any number of them.
pub(super) struct Additions(BTreeMap<Addition, SeenTogether>);

/// How often added lines that have something in common were seen.
#[derive(Debug, Default)]
pub(super) struct SeenTogether {
    /// In which cases.
    pub(super) cases: BTreeSet<usize>,
    /// In how many places.
    pub(super) places: usize,
    /// In how many of these the conversation was in step.
    pub(super) in_step: usize,
}

impl Additions {
    /// Counts what was seen.
    pub(super) fn seen(evidence: &Evidence, vocabulary: &Vocabulary, lexicon: &Lexicon) -> Self {
        let mut together: BTreeMap<Addition, SeenTogether> = BTreeMap::new();
        for (key, seen) in &evidence.seen {
            let Key::Extra(form) = key else { continue };
            let alike = together.entry(Addition::of(*form, vocabulary, lexicon)).or_default();
            alike.cases.extend(&seen.cases);
            alike.places += seen.places;
            alike.in_step += seen.in_step;
        }
        Self(together)
    }

    /// Returns what was seen of the lines that have this in common.
    pub(super) fn like(&self, addition: &Addition) -> Option<&SeenTogether> {
        self.0.get(addition)
    }
}

/// Returns signs with one value for each list of values.
fn as_one_list(signs: &str) -> String {
    let mut one = signs.replace(' ', "");
    while one.contains("#,#") {
        one = one.replace("#,#", "#");
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_values_are_one_however_many_there_are() {
        for (signs, one) in [("~#", "~#"), ("~[#, #, #]", "~[#]"), ("~(#, #) -> #", "~(#)->#")] {
            assert_eq!(as_one_list(signs), one);
        }
    }
}
