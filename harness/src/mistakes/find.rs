//! The rounds in which slips are found and repaired.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::Differing;
use super::decide::Judge;
use super::edit::Edits;
use super::elsewhere::Meanings;
use super::evidence::{Counts, Evidence, Fates, Tally};
use super::key::Key;
use super::late::take_back_late_lines;
use super::lexicon::Lexicon;
use super::look::{CaseView, TurnView};
use super::open::{Open, Subject};
use super::pages::{PageMaker, Pages, SharedPage};
use super::repair::{Note, Workshop};
use super::slip::{Repair, Slips, Values, slips};
use super::steps::{Alike, Learnt, Step};
use super::view::{Viewer, Views};
use super::vocabulary::{Vocabulary, transcripts};
use crate::cases::{Case, Cause, Penalty, Suite, Tolerance};
use crate::expected::{Expected, ExpectedTurn};

/// After this many rounds nothing more is repaired.
const ROUNDS: usize = 5;

/// Fewer lines than this that begin with what was typed are chance.
const FEWEST_ECHOES: usize = 3;

/// Returns what is expected of a differing case, by its index, whose output is now this.
pub(super) type Again<'a> = dyn Fn(usize, &[String]) -> Option<Vec<ExpectedTurn>> + 'a;

/// Which slips are repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repairs {
    /// All of them.
    All,
    /// Those alone that no broken rule looks like: presentation, misspelt words, and other words for what is always the same.
    SureSlips,
}

/// What the search asks for while it goes on.
#[derive(Clone, Copy)]
pub(crate) struct Asks<'a> {
    /// What is expected of other output.
    pub(crate) again: &'a Again<'a>,
    /// Whether nobody needs the answer any more.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// The search for a submission's slips. It is given the cases that differ, one by one, in the order of their ids; of what they
/// print each line is held once.
pub(crate) struct Search<'a> {
    suite: &'a Suite,
    repairs: Repairs,
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    pages: Pages,
    edits: Edits,
    alike: Alike,
    opens: Vec<Open<'a>>,
    /// The differing cases.
    cases: Vec<&'a Case>,
    /// What is expected in the transcripts.
    transcripts: Vec<(&'a Case, Vec<SharedPage>)>,
    /// What was due and printed in the cases that are right.
    counts: Counts,
    /// The lines of the cases that were right at first sight.
    fates: Fates,
    /// The lines that were decided to be missing.
    missing: BTreeSet<Key>,
    /// The turns as they were looked at last.
    views: Vec<Arc<TurnView>>,
}

impl<'a> Search<'a> {
    /// Begins a search for all slips.
    pub(crate) fn new(suite: &'a Suite) -> Self {
        Self::for_repairs(suite, Repairs::All)
    }

    /// Begins a search.
    pub(crate) fn for_repairs(suite: &'a Suite, repairs: Repairs) -> Self {
        let transcripts = transcripts(suite);
        let (vocabulary, mut lexicon) = Vocabulary::of(&transcripts);
        let mut pages = Pages::default();
        let mut maker = PageMaker { lexicon: &mut lexicon, pages: &mut pages };
        let shared =
            |(case, expected): (&'a Case, Expected)| (case, maker.expected(&expected.turns, &case.tolerate));
        Self {
            suite,
            repairs,
            transcripts: transcripts.into_iter().map(shared).collect(),
            vocabulary,
            lexicon,
            pages,
            edits: Edits::default(),
            alike: Alike::default(),
            opens: Vec::new(),
            cases: Vec::new(),
            counts: Counts::default(),
            fates: Fates::default(),
            missing: BTreeSet::new(),
            views: Vec::new(),
        }
    }

    /// Adds a case that differs.
    pub(crate) fn add(&mut self, differing: &Differing<'a>) {
        let index = self.cases.len();
        let penalty = self.suite.causes.get(&Cause::BlankLines).map(|rule| rule.penalty);
        let tolerates_blanks = differing.case.tolerate.contains(&Tolerance::BlankLines);
        let forgives_blanks = penalty == Some(Penalty::Forgiven) || tolerates_blanks;
        let mut maker = PageMaker { lexicon: &mut self.lexicon, pages: &mut self.pages };
        self.opens.push(Open::conversation(index, differing, forgives_blanks, &mut maker));
        self.opens.extend(Open::message(index, differing, &mut maker));
        self.cases.push(differing.case);
    }

    /// Adds a case that is right, but not by the text: this is expected.
    pub(crate) fn add_right(&mut self, case: &Case, turns: &[ExpectedTurn]) {
        let mut maker = PageMaker { lexicon: &mut self.lexicon, pages: &mut self.pages };
        let pages = maker.expected(turns, &case.tolerate);
        self.count(&pages);
    }

    /// Returns the slips, where all cases of `judged` are right that were not added. Whatever was found until it is over
    /// means nothing.
    pub(crate) fn slips(mut self, judged: &[&Case], Asks { again, is_over }: Asks<'_>) -> Slips {
        if self.cases.is_empty() {
            return Slips::default();
        }
        self.count_right(judged);
        self.take_out_echoes();
        take_back_late_lines(&mut self.opens, &self.counts, (&self.vocabulary, &mut self.pages));
        let mut learnt = Learnt::default();
        for _ in 0..ROUNDS {
            let (mut evidence, fresh) = self.look(&learnt, is_over);
            learnt = fresh;
            if self.is_out_of_step() {
                // What was learnt of lines that stand for one another matches them better.
                (evidence, learnt) = self.look(&learnt, is_over);
            }
            if is_over() || evidence.fates.are_mostly_lost(&self.vocabulary, &self.lexicon) {
                break;
            }
            let mut slips = self.decide(&evidence);
            let decided = self.missing.len();
            self.missing.extend(slips.iter().filter(|key| matches!(key, Key::Missing(..))).cloned());
            if self.missing.len() > decided {
                // What is never there is not there either where something else was taken for it.
                (evidence, learnt) = self.look(&learnt, is_over);
                slips = self.decide(&evidence);
            }
            if !self.repair(&slips, again) {
                break;
            }
        }
        self.finish()
    }

    /// Counts what is said in the cases that are right.
    fn count_right(&mut self, judged: &[&Case]) {
        let mut right: HashSet<&str> = judged.iter().map(|case| case.id.as_str()).collect();
        for case in &self.cases {
            right.remove(case.id.as_str());
        }
        let transcripts = std::mem::take(&mut self.transcripts);
        for (_, pages) in transcripts.iter().filter(|(case, _)| right.contains(case.id.as_str())) {
            self.count(pages);
        }
    }

    fn count(&mut self, pages: &[SharedPage]) {
        for page in pages {
            self.counts.expect(page, 1, &self.vocabulary);
            self.counts.print(page, 1);
            self.fates.expect(page, 1, &self.vocabulary);
        }
    }

    /// Takes out what was typed where it is printed again.
    fn take_out_echoes(&mut self) {
        let echoes = |open: &Open<'_>| {
            if open.subject == Subject::Message { Vec::new() } else { open.echoes(&self.vocabulary) }
        };
        let echoes: Vec<_> = self.opens.iter().map(echoes).collect();
        self.opens.iter_mut().for_each(Open::forget_typed);
        if echoes.iter().map(Vec::len).sum::<usize>() < FEWEST_ECHOES {
            return;
        }
        let mut maker = PageMaker { lexicon: &mut self.lexicon, pages: &mut self.pages };
        for (open, echoes) in self.opens.iter_mut().zip(echoes) {
            for echo in &echoes {
                open.take_out(echo, &mut maker);
            }
        }
    }

    /// Matches all conversations that are not right, and counts what differs.
    fn look(&mut self, learnt: &Learnt, is_over: &dyn Fn() -> bool) -> (Evidence, Learnt) {
        // What was seen before is as much again as what is seen now.
        self.views.clear();
        self.opens.iter_mut().for_each(|open| open.view = CaseView::default());
        let mut evidence =
            Evidence { counts: self.counts.clone(), fates: self.fates.clone(), ..Evidence::default() };
        let mut viewer = Viewer {
            vocabulary: &self.vocabulary,
            lexicon: &self.lexicon,
            pages: &self.pages,
            learnt,
            missing: &self.missing,
            meanings: learnt.meanings(),
            alike: &mut self.alike,
            edits: &mut self.edits,
            views: Views::default(),
        };
        let mut tallies: Vec<Tally> = Vec::new();
        let open = self.opens.iter_mut().filter(|open| !open.is_right);
        for open in open.take_while(|_| !is_over()) {
            open.view = viewer.view(open);
            open.is_right = open.view.is_right();
            tallies.resize(viewer.views.all.len(), Tally::default());
            for (_, turn) in open.view.met() {
                tallies[turn.number].add(open.index);
            }
            open.actual.iter().for_each(|page| evidence.counts.print(page, 1));
            open.view.blanks.iter().for_each(|(_, seen)| evidence.add_blanks(open.index, seen));
            if open.is_right {
                // It counts from now on with those that are right.
                open.expected.iter().for_each(|page| self.counts.expect(page, 1, &self.vocabulary));
                open.actual.iter().for_each(|page| self.counts.print(page, 1));
            }
        }
        let mut fresh = Learnt::default();
        for (view, tally) in viewer.views.all.iter().zip(&tallies) {
            evidence.add(view, tally, &self.vocabulary, &mut fresh);
        }
        self.views = viewer.views.all;
        (evidence, fresh)
    }

    /// Returns the slips, with those of the missing lines that were decided before.
    fn decide(&self, evidence: &Evidence) -> BTreeSet<Key> {
        let judge = Judge { evidence, vocabulary: &self.vocabulary, lexicon: &self.lexicon };
        let mut slips = judge.slips();
        if self.repairs == Repairs::SureSlips {
            slips.retain(|key| judge.is_never_behaviour(key));
        }
        slips.extend(self.missing.iter().filter(|key| evidence.seen.contains_key(key)).cloned());
        slips
    }

    /// Returns whether lines or turns were left without a partner on both sides.
    fn is_out_of_step(&self) -> bool {
        let steps = || self.views.iter().flat_map(|view| &view.steps);
        let is_missing = |step: &Step| matches!(step, Step::Missing(_));
        let is_extra = |step: &Step| matches!(step, Step::Extra(_));
        let mut open = self.opens.iter().filter(|open| !open.is_right);
        steps().any(is_missing) && steps().any(is_extra)
            || open.any(|open| open.view.turns.iter().any(Option::is_none))
    }

    /// Repairs the slips; returns whether there were any.
    fn repair(&mut self, slips: &BTreeSet<Key>, again: &Again<'_>) -> bool {
        let mut any = false;
        let mut meanings = Meanings::default();
        self.views.iter().for_each(|view| meanings.learn(view, slips));
        // What is repaired of a conversation takes the place of what was seen of it.
        self.views.clear();
        let mut workshop = Workshop {
            slips,
            vocabulary: &self.vocabulary,
            meanings: &meanings,
            lexicon: &mut self.lexicon,
            edits: &mut self.edits,
            pages: &mut self.pages,
            known: HashMap::new(),
        };
        for open in self.opens.iter_mut().filter(|open| !open.is_right) {
            let view = std::mem::take(&mut open.view);
            let repaired = workshop.repair(&view, (&open.expected, &open.actual));
            if repaired.notes.is_empty() {
                continue;
            }
            any = true;
            open.is_changed = true;
            let may_show_dice = repaired.notes.iter().any(|note| !matches!(*note.key, Key::Blanks(..)));
            for (turn, page) in repaired.pages {
                open.actual[turn] = page;
            }
            open.notes.extend(repaired.notes);
            if open.subject == Subject::ConversationWithDice && may_show_dice {
                let outputs: Vec<String> = open.actual.iter().map(|page| page.text().0).collect();
                if let Some(turns) = again(open.index, &outputs) {
                    open.expected = workshop.maker().expected(&turns, &open.case.tolerate);
                }
            }
        }
        any
    }

    fn finish(self) -> Slips {
        let mut repairs: Vec<Repair> = self.cases.iter().map(|_| Repair::default()).collect();
        let mut notes: Vec<Vec<Note>> = self.cases.iter().map(|_| Vec::new()).collect();
        for open in self.opens {
            let repair = &mut repairs[open.index];
            if open.is_changed && open.subject == Subject::Message {
                repair.message = open.actual.first().map(|page| page.text().0);
            } else if open.is_changed {
                repair.pages = open.actual;
            }
            notes[open.index].extend(open.notes);
        }
        for notes in &mut notes {
            notes.sort_by(|one, other| {
                let place = |note: &Note| (note.turn, note.line, note.row);
                place(one).cmp(&place(other)).then_with(|| one.key.cmp(&other.key))
            });
        }
        let (slips, places) = slips(&self.cases, &notes, &self.vocabulary, &self.lexicon);
        for (repair, notes) in repairs.iter_mut().zip(places) {
            repair.notes = notes;
        }
        let values = Values {
            names: self.lexicon.names().union(self.lexicon.stand_ins()).cloned().collect(),
            words: self.vocabulary.values(&self.lexicon),
            families: self.vocabulary.families(),
        };
        Slips { all: slips, repairs, values, ..Slips::default() }
    }
}
