//! Which differences are slips of wording or presentation, by evidence over the whole suite.
//!
//! What stands in place of something whenever that is due, and nowhere else, is its wording, however unlike. What shows only
//! sometimes, or is what the game says elsewhere, is behaviour.

use std::collections::BTreeSet;

use super::additions::{Addition, Additions};
use super::edit::Replacement;
use super::evidence::{Evidence, Seen};
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{LineShape, NAME, NUMBER, Symbol, is_value};
use super::vocabulary::{ERROR, Vocabulary};

/// Of what was due, this share shows a slip; the rest may have been lost in turns that do not align.
const NEARLY_ALWAYS: f64 = 0.8;

/// Of what was printed, less than this share stands in a place by chance.
const CHANCE: f64 = 0.1;

/// Of what was due and never printed, this share shows a slip.
const MOSTLY: f64 = 0.5;

/// Of what was printed, this share stands where it was due.
const NOWHERE_ELSE: f64 = 0.9;

/// Words that bind others together, and say nothing of what a game does.
const BINDING_WORDS: [&str; 26] = [
    "a", "an", "and", "are", "at", "be", "been", "by", "for", "from", "had", "has", "have", "in", "is", "it",
    "of", "on", "our", "that", "the", "this", "to", "was", "were", "with",
];

/// Decides about what was seen.
pub(super) struct Judge<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) lexicon: &'a Lexicon,
}

impl Judge<'_> {
    /// Returns the slips. Lines that are missing or too much are only decided where nothing stands for something else, for
    /// they are often the two halves of one line in other words.
    pub(super) fn slips(&self) -> BTreeSet<Key> {
        let added = Additions::seen(self.evidence, self.vocabulary, self.lexicon);
        let seen = self.evidence.seen.iter();
        let mut slips: BTreeSet<Key> =
            seen.filter(|(key, seen)| self.is_slip(key, seen, &added)).map(|(key, _)| key.clone()).collect();
        if slips.iter().any(Key::is_a_replacement) {
            slips.retain(|key| !key.is_a_lone_line());
        }
        let misspelt: BTreeSet<Symbol> = slips.iter().filter_map(|key| self.misspelt(key)).collect();
        slips.retain(|key| !self.is_about_more(key, &misspelt));
        slips
    }

    /// Returns the word that a key is about, if it is one that the game never says in the place of another one.
    fn misspelt(&self, key: &Key) -> Option<Symbol> {
        let Key::Words(_, Replacement { expected, actual, .. }) = key else { return None };
        match (&expected[..], &actual[..]) {
            ([_], [word]) if !self.vocabulary.knows(*word) => Some(*word),
            _ => None,
        }
    }

    /// Returns whether a misspelt word is only a part of what a key is about: where that is repaired it may be what the game says elsewhere, as
    /// a pizza that was not ordered.
    fn is_about_more(&self, key: &Key, misspelt: &BTreeSet<Symbol>) -> bool {
        let holds = |form: &LineShape| self.lexicon.symbols(*form).iter().any(|word| misspelt.contains(word));
        match key {
            Key::Words(_, Replacement { actual, .. }) => {
                actual.len() > 1 && actual.iter().any(|word| misspelt.contains(word))
            }
            Key::Line(..) => self.evidence.seen[key].actual.keys().any(holds),
            _ => false,
        }
    }

    /// Returns whether no broken rule looks like this slip.
    pub(super) fn is_never_behaviour(&self, key: &Key) -> bool {
        match key {
            Key::Blanks(..) | Key::Form(..) | Key::Echo | Key::Broken(_) => true,
            Key::Words(_, hunk) if hunk.expected.len() == 1 && !self.vocabulary.knows_all(&hunk.actual) => {
                true
            }
            // A rule may leave out lines, but hardly a word that stands in each of them.
            Key::Words(part, hunk) if hunk.actual.is_empty() && self.is_constant(part, hunk) => true,
            Key::Words(part, _) | Key::Signs(part, ..) | Key::Line(part, ..) => {
                self.is_in_literals(part, &self.evidence.seen[key])
            }
            Key::Missing(..)
            | Key::Extra(_)
            | Key::Twice(_)
            | Key::Swapped(_)
            | Key::Late(_)
            | Key::Stream(_) => false,
        }
    }

    fn is_slip(&self, key: &Key, seen: &Seen, added: &Additions) -> bool {
        match key {
            Key::Blanks(..) | Key::Form(..) | Key::Echo | Key::Late(_) => true,
            // The same letters in the same order, with other line breaks, are never behaviour.
            Key::Broken(part) => seen.drawn == 0 || self.is_usual(part, seen),
            Key::Swapped(part) => self.is_usual(part, seen),
            Key::Words(part, hunk) => self.is_wording(part, hunk, seen),
            Key::Signs(part, missing, added) => self.is_drawing(part, (missing, added), seen),
            Key::Line(part, _, actual) => self.is_other_line(part, actual, seen),
            Key::Missing(part, template) => self.is_never_there(part, template, seen),
            Key::Extra(form) => self.is_added(*form, added),
            Key::Twice(part) => self.is_always_twice(part, seen),
            Key::Stream(_) => share(seen.in_step, seen.places) >= 0.5,
        }
    }

    /// Returns how often the lines were due in which something was seen.
    fn due(&self, part: &str, seen: &Seen) -> usize {
        seen.expected.keys().map(|form| self.evidence.counts.due(part, *form)).sum()
    }

    /// Returns whether none of the lines that were due where something was seen is ever printed.
    fn is_never_printed(&self, seen: &Seen) -> bool {
        seen.expected.keys().all(|form| self.evidence.counts.printed(*form) == 0)
    }

    /// Returns whether the lines in which something was seen mostly show it where they are due.
    fn is_usual(&self, part: &str, seen: &Seen) -> bool {
        let lines = self.due(part, seen);
        share(seen.places, lines) >= 0.5
    }

    /// Returns whether lines are printed twice nearly wherever they are due.
    fn is_always_twice(&self, part: &str, seen: &Seen) -> bool {
        let due: usize = seen.actual.keys().map(|form| self.evidence.counts.due(part, *form)).sum();
        seen.cases.len() > 1 && share(seen.places, due) >= NEARLY_ALWAYS
    }

    fn is_wording(&self, part: &'static str, hunk: &Replacement, seen: &Seen) -> bool {
        let is_novel = !self.vocabulary.knows_all(&hunk.actual);
        if part == ERROR {
            return is_novel || seen.cases.len() > 1 && self.is_always(part, hunk, seen);
        }
        if self.vocabulary.is_varied(part)
            && !is_novel
            && !self.is_constant(part, hunk)
            && !self.is_in_literals(part, seen)
            && !self.is_left_out(part, hunk, seen)
            && !self.is_grammar(hunk)
        {
            return false;
        }
        let values = |symbols: &[Symbol]| symbols.iter().filter(|symbol| is_value(**symbol)).count();
        if values(&hunk.expected) != values(&hunk.actual) && !(hunk.expected.len() > 1 && is_novel) {
            // Numbers that are missing or too much are behaviour; a name may be lost or added everywhere, and `(y/n)`, where somebody is called so.
            let has_a_name = |words: &[Symbol]| words.contains(&NAME) && !words.contains(&NUMBER);
            let adds_a_name = has_a_name(&hunk.actual) && !hunk.expected.contains(&NUMBER);
            let differs_in_a_name = has_a_name(&hunk.expected) || adds_a_name;
            return differs_in_a_name && seen.cases.len() > 1 && self.is_always(part, hunk, seen);
        }
        if hunk.expected.iter().any(|word| self.vocabulary.is_value(part, *word)) {
            if hunk.actual.is_empty() && hunk.expected.iter().any(|word| self.is_printed(*word)) {
                // An entry that is lost from a list, of a program that knows its word.
                return false;
            }
            let meanings =
                self.evidence.stands_for.get(&(part, hunk.actual.clone())).map_or(0, BTreeSet::len);
            if meanings > 1 || !is_novel && !self.is_always(part, hunk, seen) {
                return false;
            }
        }
        if seen.said_elsewhere > 0 {
            return false;
        }
        is_novel && !self.is_chance(part, hunk, seen)
            || self.is_grammar(hunk)
            || self.is_always(part, hunk, seen) && (seen.cases.len() > 1 || !self.varies(part))
    }

    /// Returns whether nothing differs but words that only bind others together: a program may write one of the places of a message in its own way.
    fn is_grammar(&self, hunk: &Replacement) -> bool {
        let mut words = hunk.expected.iter().chain(&hunk.actual).peekable();
        let binds = |word: &Symbol| {
            let word = self.lexicon.word(*word);
            BINDING_WORDS.iter().any(|it| it.eq_ignore_ascii_case(word))
        };
        words.peek().is_some() && words.all(binds)
    }

    /// Returns whether the program ever prints a word.
    fn is_printed(&self, word: Symbol) -> bool {
        self.evidence.counts.printed_where(|form| self.lexicon.symbols(form).contains(&word)) > 0
    }

    /// Returns whether new words stand in the place of a value only now and then: lines with them stand elsewhere.
    fn is_chance(&self, part: &'static str, hunk: &Replacement, seen: &Seen) -> bool {
        let holds = |form: LineShape| {
            let words = self.lexicon.symbols(form);
            hunk.actual.iter().all(|word| words.contains(word))
        };
        hunk.expected.iter().any(|word| self.vocabulary.is_value(part, *word))
            && share(seen.places, self.evidence.counts.printed_where(holds)) < CHANCE
    }

    /// Returns whether it was only seen in lines that are always the same words.
    fn is_in_literals(&self, part: &'static str, seen: &Seen) -> bool {
        seen.expected.keys().all(|form| self.vocabulary.is_literal(part, *form, self.lexicon))
    }

    /// Returns whether the words that are expected, or that come before what is added, stand in nearly every line of a part.
    fn is_constant(&self, part: &'static str, hunk: &Replacement) -> bool {
        let after = hunk.after.iter().filter(|word| **word != NAME);
        let words = || hunk.expected.iter().chain(after.clone());
        words().next().is_some() && words().all(|word| self.vocabulary.is_constant(part, *word))
    }

    /// Returns whether a hunk was seen nearly wherever its words were due.
    fn is_always(&self, part: &str, hunk: &Replacement, seen: &Seen) -> bool {
        let after = hunk.after.iter().filter(|word| **word != NAME);
        let window: Vec<Symbol> = after.chain(&hunk.expected).copied().collect();
        let window = self.lexicon.with_names(&window);
        let has_window = |form: LineShape| {
            let symbols = self.lexicon.symbols(form);
            window.is_empty() || symbols.windows(window.len()).any(|words| words == window)
        };
        let counts = &self.evidence.counts;
        let lines = self.due(part, seen);
        let words = if window.is_empty() { lines } else { counts.due_where(part, has_window) };
        // Where much is out of step, lines that lose words often stand beside others.
        let enough = if self.loses_words(hunk, seen) { MOSTLY } else { NEARLY_ALWAYS };
        share(self.places_of_name(part, hunk, seen), words.min(lines)) >= enough
    }

    /// Returns whether words are missing, and the lines are never printed with them.
    fn loses_words(&self, hunk: &Replacement, seen: &Seen) -> bool {
        hunk.actual.is_empty() && self.is_never_printed(seen)
    }

    /// Returns whether words that are no values are missing wherever their lines are due.
    fn is_left_out(&self, part: &'static str, hunk: &Replacement, seen: &Seen) -> bool {
        let lines = self.due(part, seen);
        self.loses_words(hunk, seen)
            && !hunk.expected.iter().any(|word| self.vocabulary.is_value(part, *word))
            && share(seen.places, lines) >= NEARLY_ALWAYS
    }

    /// Returns at how many places a hunk was seen; where a name should stand, with what the game itself says for a name.
    fn places_of_name(&self, part: &str, hunk: &Replacement, seen: &Seen) -> usize {
        if !hunk.expected.contains(&NAME) {
            return seen.places;
        }
        let is_alike = |key: &Key| match key {
            Key::Words(of, other) => {
                *of == part
                    && (&other.actual, other.after) == (&hunk.actual, hunk.after)
                    && self.lexicon.with_names(&other.expected) == hunk.expected
            }
            _ => false,
        };
        self.evidence.seen.iter().filter(|(key, _)| is_alike(key)).map(|(_, seen)| seen.places).sum()
    }

    /// Returns whether most lines of a part are different ones.
    fn varies(&self, part: &str) -> bool {
        let (forms, lines) = self.evidence.counts.variety(part);
        forms > 8 && forms * 4 > lines
    }

    fn is_drawing(&self, part: &'static str, (missing, added): (&str, &str), seen: &Seen) -> bool {
        let is_same = missing.is_empty() && added.is_empty();
        let is_novel = added.chars().any(|sign| !self.vocabulary.draws(sign));
        if is_same && self.vocabulary.is_varied(part) && !self.is_in_literals(part, seen) {
            // The same signs stand elsewhere in lines of many values: as a map that is wrong.
            return false;
        }
        let lines = self.due(part, seen);
        let is_always = share(seen.places, lines) >= NEARLY_ALWAYS && share(seen.in_step, seen.places) >= 0.7;
        is_novel || is_always && seen.cases.len() > 1
    }

    fn is_other_line(&self, part: &'static str, actual: &str, seen: &Seen) -> bool {
        let is_new = |form: &LineShape| !self.vocabulary.knows_all(self.lexicon.symbols(*form));
        let is_novel = seen.actual.keys().all(is_new);
        let is_rare = self.vocabulary.is_varied(part) && (seen.cases.len() < 3 || !is_novel);
        if seen.said_elsewhere > 0 || is_rare {
            return false;
        }
        let due = self.due(part, seen);
        let printed: usize = seen.actual.keys().map(|form| self.evidence.counts.printed(*form)).sum();
        let others = self
            .evidence
            .seen
            .iter()
            .filter(|(key, _)| matches!(key, Key::Line(_, _, other) if other == actual));
        let everywhere: usize = others.map(|(_, seen)| seen.places).sum();
        // A line that the game never says is no evidence against it where it stands beside no other.
        let is_nowhere_else = is_novel || share(everywhere, printed) >= NOWHERE_ELSE;
        share(seen.places, due) >= NEARLY_ALWAYS && is_nowhere_else
    }

    fn is_never_there(&self, part: &'static str, template: &str, seen: &Seen) -> bool {
        let is_due = |form: LineShape| self.vocabulary.template(part, form, self.lexicon) == template;
        let due = self.evidence.counts.due_where(part, is_due);
        let never = self.is_never_printed(seen);
        let nearly = share(seen.places, due) >= NOWHERE_ELSE || never && share(seen.places, due) >= MOSTLY;
        let is_spread = seen.cases.len() > 1 || self.vocabulary.spread(part) == 1;
        nearly && is_spread && share(seen.in_step, seen.places) >= 0.5
    }

    /// Returns whether a line is added that the game never says: words, or values that are no row of a table. An error that is printed, and
    /// not raised, is no addition.
    fn is_added(&self, form: LineShape, added: &Additions) -> bool {
        let says_something = self.lexicon.has_words(form)
            || !self.lexicon.symbols(form).is_empty() && !self.lexicon.is_row(form);
        if !says_something || self.vocabulary.says(form) || self.vocabulary.tells_why_it_fails(form) {
            return false;
        }
        let alike = added.like(&Addition::of(form, self.vocabulary, self.lexicon));
        alike.is_some_and(|alike| alike.cases.len() > 1 && share(alike.in_step, alike.places) >= 0.5)
    }
}

fn share(some: usize, all: usize) -> f64 {
    let number = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    if all == 0 { 1.0 } else { number(some) / number(all) }
}
