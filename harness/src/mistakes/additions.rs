//! Lines that a program adds to what the game says, as one that tells its author what goes on: which of them one statement prints.

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
