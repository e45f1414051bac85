//! Looks at conversations beside the expected ones; turns in which the same stands are looked at once.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::edit::Edits;
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::LineShape;
use super::look::{CaseView, LastTurn, TurnView};
use super::open::Open;
use super::pages::Pages;
use super::sight::{Eye, TurnBeside};
use super::steps::{Alike, Learnt, Matcher};
use super::turns::pairs;
use super::vocabulary::Vocabulary;

/// What is needed to look at conversations in one round.
pub(super) struct Viewer<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) lexicon: &'a Lexicon,
    pub(super) pages: &'a Pages,
    pub(super) learnt: &'a Learnt,
    /// The lines that were decided to be missing in earlier rounds.
    pub(super) missing: &'a BTreeSet<Key>,
    /// What is expected where lines of these forms were printed.
    pub(super) meanings: HashMap<LineShape, LineShape>,
    pub(super) alike: &'a mut Alike,
    pub(super) edits: &'a mut Edits,
    pub(super) views: Views,
}

/// The views of turns of one round.
#[derive(Debug, Default)]
pub(super) struct Views {
    /// They, in the order in which they were met first.
    pub(super) all: Vec<Arc<TurnView>>,
    known: HashMap<Situation, usize>,
    keys: BTreeSet<Arc<Key>>,
}

/// All that the view of a turn depends on: both pages and standard error by their numbers, whether something is typed after
/// the expected turn, and whether the printed one was cut off.
type Situation = (usize, usize, usize, bool, bool);

impl Viewer<'_> {
    /// Returns a conversation beside the expected one.
    pub(super) fn view(&mut self, open: &Open) -> CaseView {
        let pairs = pairs(&open.expected, &open.actual, self.pages, &self.meanings);
        let mut turns = Vec::with_capacity(pairs.len());
        for pair in &pairs {
            turns.push(pair.0.zip(pair.1).map(|(one, other)| self.turn(open, one, other)));
        }
        let view = CaseView { pairs, turns, blanks: Vec::new() };
        let blanks = super::blanks::sightings(&view, open.blanks, self.vocabulary);
        CaseView { blanks, ..view }
    }

    fn turn(&mut self, open: &Open, one: usize, other: usize) -> Arc<TurnView> {
        let (expected, actual) = (&open.expected[one], &open.actual[other]);
        let asks = one + 1 < open.expected.len();
        let is_last = other + 1 == open.actual.len();
        let printed = if is_last { open.last } else { LastTurn::Whole };
        let is_cut_off = printed == LastTurn::CutOff;
        let situation = (expected.number(), actual.number(), open.errors.number(), asks, is_cut_off);
        if let Some(known) = self.views.known.get(&situation) {
            return Arc::clone(&self.views.all[*known]);
        }
        let mut matcher = Matcher {
            vocabulary: self.vocabulary,
            lexicon: self.lexicon,
            learnt: self.learnt,
            missing: self.missing,
            alike: self.alike,
        };
        let mut steps = matcher.steps(expected, actual);
        steps.shrink_to_fit();
        let mut eye = Eye {
            vocabulary: self.vocabulary,
            lexicon: self.lexicon,
            edits: self.edits,
            keys: &mut self.views.keys,
        };
        let lost = eye.lost(&steps, expected, actual);
        let beside = TurnBeside { expected, actual, steps: &steps, asks, printed, errors: &open.errors };
        let mut sightings = eye.sightings(beside, &lost);
        sightings.shrink_to_fit();
        let number = self.views.all.len();
        let (expected, actual) = (expected.clone(), actual.clone());
        let view = Arc::new(TurnView { number, expected, actual, steps, sightings, lost });
        self.views.known.insert(situation, number);
        self.views.all.push(Arc::clone(&view));
        view
    }
}
