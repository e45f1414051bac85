//! Which words are names, and where names are asked for.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::lexicon::{Lexicon, Versions};
use super::line::{NAME, Symbol, is_value};
use crate::cases::Case;
use crate::expected::Expected;
use crate::text::tokens::words;

/// Returns the words that are said only where somebody has typed them.
pub(super) fn names(transcripts: &[(&Case, Expected)]) -> HashSet<String> {
    let mut typed = HashSet::new();
    let mut said = HashSet::new();
    for (case, expected) in transcripts {
        let lines = case.typed().into_iter();
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

/// Returns the words that stand for a name wherever they stand: in the place of each of them, the game also says a name, as
/// of the computer that plays.
pub(super) fn stand_ins(versions: &Versions) -> HashSet<Symbol> {
    let mut is_always: HashMap<Symbol, bool> = HashMap::new();
    for version in
        versions.values().flat_map(|versions| versions.iter().map(move |version| (versions, version)))
    {
        let (versions, version) = version;
        for word in version.iter().filter(|word| !is_value(**word)) {
            let with_name: Vec<Symbol> =
                version.iter().map(|other| if other == word { NAME } else { *other }).collect();
            *is_always.entry(*word).or_insert(true) &= versions.contains(&with_name);
        }
    }
    is_always.into_iter().filter(|(_, always)| *always).map(|(word, _)| word).collect()
}

/// Returns the part in which names are typed most often; a name is said again, which other typed text is not.
pub(super) fn part_of_names(transcripts: &[(&Case, Expected)], lexicon: &Lexicon) -> &'static str {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
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

fn lower(text: &str) -> Vec<String> {
    words(text).map(str::to_lowercase).collect()
}
