//! The rounds in which slips are found and repaired.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use super::Differing;
use super::decide::Judge;
use super::edit::Edits;
use super::elsewhere::Meanings;
use super::evidence::{Counts, Evidence, Fates};
use super::key::Key;
use super::lexicon::Lexicon;
use super::look::{Blanks, CaseView, LastTurn, Sighting};
use super::page::{Page, Placed};
use super::repair::{Note, Workshop};
use super::sight::Eye;
use super::slip::{Repair, Slips, Values, slips};
use super::steps::{Alike, Learnt, Matcher, Step};
use super::turns::Turns;
use super::vocabulary::{ERROR, Vocabulary, transcripts};
use crate::cases::{Case, Cause, Penalty, Suite, Tolerance};
use crate::expected::ExpectedTurn;

/// After this many rounds nothing more is repaired.
const ROUNDS: usize = 5;

/// Fewer lines than this that begin with what was typed are chance.
const FEWEST_ECHOES: usize = 3;

/// Returns what is expected of a differing case, by its index, whose output is now this.
pub(super) type Again<'a> = dyn Fn(usize, &[String]) -> Option<Vec<ExpectedTurn>> + 'a;

/// What the search asks for while it goes on.
#[derive(Clone, Copy)]
pub(crate) struct Asks<'a> {
    /// What is expected of other output.
    pub(crate) again: &'a Again<'a>,
    /// Whether nobody needs the answer any more.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// Returns the slips of a submission: of the cases that differ, where all others of `cases` are right. Whatever was found until it
/// is over means nothing.
pub(crate) fn find(suite: &Suite, cases: &[&Case], differing: &[Differing<'_>], asks: Asks<'_>) -> Slips {
    if differing.is_empty() {
        return Slips::default();
    }
    let transcripts = transcripts(suite);
    let (vocabulary, mut lexicon) = Vocabulary::of(&transcripts);
    let mut right: HashSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    for open in differing {
        right.remove(open.case.id.as_str());
    }
    let mut counts = Counts::default();
    let mut fates = Fates::default();
    for (case, expected) in transcripts.iter().filter(|(case, _)| right.contains(case.id.as_str())) {
        for turn in &expected.turns {
            let page = Page::expected(turn, &case.tolerate, &mut lexicon);
            counts.expect(&page, &vocabulary);
            counts.print(&page);
            fates.expect(&page, &vocabulary);
        }
    }
    let forgives_blanks = |case: &Case| {
        let penalty = suite.causes.get(&Cause::BlankLines).map(|rule| rule.penalty);
        penalty == Some(Penalty::Forgiven) || case.tolerate.contains(&Tolerance::BlankLines)
    };
    let mut opens = Vec::new();
    for (index, case) in differing.iter().enumerate() {
        opens.push(Open::conversation(index, case, forgives_blanks(case.case), &mut lexicon));
        opens.extend(Open::message(index, case, &mut lexicon));
    }
    let search = Search {
        vocabulary,
        lexicon,
        counts,
        edits: Edits::default(),
        alike: Alike::default(),
        opens,
        fates,
    };
    search.run(differing, asks)
}

/// A conversation that is not right yet, or the message of an error.
struct Open {
    /// The differing case, by its index.
    case: usize,
    expected: Vec<Page>,
    actual: Vec<Page>,
    blanks: Blanks,
    errors: Vec<String>,
    last: LastTurn,
    tolerances: usize,
    is_message: bool,
    is_right: bool,
    is_changed: bool,
    turns: Turns,
    sightings: Vec<Sighting>,
    notes: Vec<Note>,
}

impl Open {
    fn conversation(
        index: usize,
        differing: &Differing<'_>,
        forgives_blanks: bool,
        lexicon: &mut Lexicon,
    ) -> Self {
        let tolerate = &differing.case.tolerate;
        let blanks = match (forgives_blanks, tolerate.contains(&Tolerance::BreakAfterPrompt)) {
            (true, _) => Blanks::Ignored,
            (false, true) => Blanks::LooseAfterPrompts,
            (false, false) => Blanks::Exact,
        };
        let expected = pages(&differing.expected, tolerate, lexicon);
        let printed = differing.printed.iter().map(|text| Page::printed(text, tolerate, lexicon));
        let mut actual: Vec<Page> = printed.collect();
        for (at, (page, typed)) in actual.iter_mut().skip(1).zip(&differing.typed).enumerate() {
            // The expected turn, and its neighbours.
            let mut near = expected.iter().skip(at).take(3).flat_map(|page| &page.lines);
            if near.any(|placed| lexicon.repeats(&placed.line, typed)) {
                page.tell_typed(typed, lexicon);
            }
        }
        let errors = differing.errors.lines().map(str::to_string).collect();
        let last = if differing.is_cut_off { LastTurn::CutOff } else { LastTurn::Whole };
        Self { blanks, errors, last, ..Self::new(index, expected, actual, lexicon.tolerances(tolerate)) }
    }

    fn message(index: usize, differing: &Differing<'_>, lexicon: &mut Lexicon) -> Option<Self> {
        let (expected, actual) = differing.message.as_ref()?;
        let tolerate = &differing.case.tolerate;
        let turn = ExpectedTurn { pieces: vec![(ERROR, expected.clone())], ..ExpectedTurn::default() };
        let pages = (Page::expected(&turn, tolerate, lexicon), Page::printed(actual, tolerate, lexicon));
        let open = Self::new(index, vec![pages.0], vec![pages.1], lexicon.tolerances(tolerate));
        Some(Self { is_message: true, ..open })
    }

    fn new(case: usize, expected: Vec<Page>, actual: Vec<Page>, tolerances: usize) -> Self {
        Self {
            case,
            expected,
            actual,
            blanks: Blanks::Ignored,
            errors: Vec::new(),
            last: LastTurn::Whole,
            tolerances,
            is_message: false,
            is_right: false,
            is_changed: false,
            turns: Turns::default(),
            sightings: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn look(&self) -> CaseView<'_> {
        CaseView {
            expected: &self.expected,
            actual: &self.actual,
            turns: &self.turns,
            blanks: self.blanks,
            errors: &self.errors,
            last: self.last,
        }
    }
}

fn pages(turns: &[ExpectedTurn], tolerances: &BTreeSet<Tolerance>, lexicon: &mut Lexicon) -> Vec<Page> {
    turns.iter().map(|turn| Page::expected(turn, tolerances, lexicon)).collect()
}

/// The search for slips.
struct Search {
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    /// What was due and printed in the cases that are right.
    counts: Counts,
    edits: Edits,
    alike: Alike,
    opens: Vec<Open>,
    /// The lines of the cases that were right at first sight.
    fates: Fates,
}

impl Search {
    fn run(mut self, differing: &[Differing<'_>], Asks { again, is_over }: Asks<'_>) -> Slips {
        self.take_out_echoes(differing);
        let mut learnt = Learnt::default();
        for _ in 0..ROUNDS {
            let (mut evidence, fresh) = self.look(&learnt, is_over);
            learnt = fresh;
            if self.is_out_of_step() {
                // What was learnt of lines that stand for one another matches them better.
                (evidence, learnt) = self.look(&learnt, is_over);
            }
            if is_over() {
                break;
            }
            if evidence.fates.are_mostly_lost(&self.vocabulary, &self.lexicon) {
                break;
            }
            let judge = Judge { evidence: &evidence, vocabulary: &self.vocabulary, lexicon: &self.lexicon };
            let slips = judge.slips();
            if !self.repair(&slips, differing, again) {
                break;
            }
        }
        self.finish(differing)
    }

    /// Takes out what was typed where it is printed again.
    fn take_out_echoes(&mut self, differing: &[Differing<'_>]) {
        let mut echoes = Vec::new();
        for (index, open) in self.opens.iter().enumerate().filter(|(_, open)| !open.is_message) {
            let typed = &differing[open.case].typed;
            for turn in 1..open.actual.len().min(open.expected.len()) {
                let typed = typed.get(turn - 1).map_or("", |line| line.trim());
                let first = open.actual[turn].lines.first();
                if first.is_some_and(|first| self.vocabulary.says_line(&first.line)) {
                    // It is what the game says, though it begins with what was typed.
                    continue;
                }
                let comes_again = || {
                    open.actual[turn].lines.get(1).is_some_and(|next| begins(&next.line.raw, typed).is_some())
                };
                let is_new = |rest: &String| match begins_with(&open.expected[turn], typed) {
                    None => true,
                    Some(expected) => rest.is_empty() && !expected.is_empty() && comes_again(),
                };
                let echo = begins_with(&open.actual[turn], typed).filter(is_new);
                echoes.extend(echo.map(|rest| (index, turn, rest)));
            }
        }
        if echoes.len() >= FEWEST_ECHOES {
            for (index, turn, rest) in echoes {
                self.opens[index].take_out_echo(turn, &rest, &mut self.lexicon);
            }
        }
    }

    /// Matches all conversations that are not right, and counts what differs.
    fn look(&mut self, learnt: &Learnt, is_over: &dyn Fn() -> bool) -> (Evidence, Learnt) {
        let mut evidence =
            Evidence { counts: self.counts.clone(), fates: self.fates.clone(), ..Evidence::default() };
        let mut fresh = Learnt::default();
        let open = self.opens.iter_mut().filter(|open| !open.is_right);
        for open in open.take_while(|_| !is_over()) {
            let mut matcher = Matcher {
                vocabulary: &self.vocabulary,
                lexicon: &self.lexicon,
                learnt,
                alike: &mut self.alike,
            };
            open.turns = Turns::new(&open.expected, &open.actual, &mut matcher);
            let mut eye =
                Eye { vocabulary: &self.vocabulary, lexicon: &self.lexicon, edits: &mut self.edits };
            open.sightings = eye.sightings(&open.look(), &mut evidence.fates);
            open.is_right = open.turns.are_right() && open.sightings.is_empty();
            if open.is_right {
                // It counts from now on with those that are right.
                open.expected.iter().for_each(|page| self.counts.expect(page, &self.vocabulary));
                open.actual.iter().for_each(|page| self.counts.print(page));
            }
            evidence.add(open.case, &open.look(), &open.sightings, &self.vocabulary, &mut fresh);
        }
        (evidence, fresh)
    }

    /// Returns whether lines or turns were left without a partner on both sides.
    fn is_out_of_step(&self) -> bool {
        let open = || self.opens.iter().filter(|open| !open.is_right);
        let steps = || open().flat_map(|open| open.turns.steps.iter().flatten());
        let is_missing = |step: &Step| matches!(step, Step::Missing(_));
        let is_extra = |step: &Step| matches!(step, Step::Extra(_));
        let is_alone =
            |open: &Open| open.turns.pairs.iter().any(|(one, other)| one.is_none() || other.is_none());
        steps().any(is_missing) && steps().any(is_extra) || open().any(is_alone)
    }

    /// Repairs the slips; returns whether there were any.
    fn repair(&mut self, slips: &BTreeSet<Key>, differing: &[Differing<'_>], again: &Again<'_>) -> bool {
        let mut any = false;
        let mut meanings = Meanings::default();
        for open in self.opens.iter().filter(|open| !open.is_right) {
            meanings.learn(&open.look(), &open.sightings, slips);
        }
        for open in self.opens.iter_mut().filter(|open| !open.is_right) {
            let mut workshop = Workshop {
                slips,
                vocabulary: &self.vocabulary,
                meanings: &meanings,
                lexicon: &mut self.lexicon,
                edits: &mut self.edits,
                tolerances: open.tolerances,
            };
            let repaired = workshop.repair(&open.look(), &open.sightings);
            if repaired.notes.is_empty() {
                continue;
            }
            any = true;
            open.is_changed = true;
            let may_show_dice = repaired.notes.iter().any(|note| !matches!(note.key, Key::Blanks(..)));
            for (turn, page) in repaired.pages {
                open.actual[turn] = page;
            }
            open.notes.extend(repaired.notes);
            let case = &differing[open.case];
            if case.follows_dice && may_show_dice && !open.is_message {
                let outputs: Vec<String> = open.actual.iter().map(|page| page.text().0).collect();
                if let Some(turns) = again(open.case, &outputs) {
                    open.expected = pages(&turns, &case.case.tolerate, &mut self.lexicon);
                }
            }
        }
        any
    }

    fn finish(self, differing: &[Differing<'_>]) -> Slips {
        let mut repairs: Vec<Repair> = differing.iter().map(|_| Repair::default()).collect();
        let mut notes: Vec<Vec<Note>> = differing.iter().map(|_| Vec::new()).collect();
        for open in self.opens {
            let repair = &mut repairs[open.case];
            if open.is_changed && open.is_message {
                repair.message = open.actual.first().map(|page| page.text().0);
            } else if open.is_changed {
                (repair.outputs, repair.origins) = open.actual.iter().map(Page::text).unzip();
            }
            notes[open.case].extend(open.notes);
        }
        for notes in &mut notes {
            notes.sort_by(|one, other| {
                (one.turn, one.line, &one.key).cmp(&(other.turn, other.line, &other.key))
            });
        }
        let cases: Vec<&Case> = differing.iter().map(|differing| differing.case).collect();
        let (slips, places) = slips(&cases, &notes, &self.vocabulary, &self.lexicon);
        for (repair, notes) in repairs.iter_mut().zip(places) {
            repair.notes = notes;
        }
        let values = Values {
            names: self.lexicon.names().union(self.lexicon.stand_ins()).cloned().collect(),
            words: self.vocabulary.values(&self.lexicon),
            families: self.vocabulary.families(),
        };
        Slips { all: slips, repairs, values, hidden_throws: BTreeMap::new() }
    }
}

impl Open {
    /// Takes what was typed out of the beginning of a turn, so that `rest` is left of its first line.
    fn take_out_echo(&mut self, turn: usize, rest: &str, lexicon: &mut Lexicon) {
        let placed = self.actual[turn].lines[0].clone();
        self.notes.push(Note {
            key: Key::Echo,
            part: self.expected[turn].lines.first().map_or("", Placed::part),
            turn: turn + 1,
            line: placed.origin.unwrap_or(1),
            expected: None,
            actual: Some(Rc::clone(&placed.line)),
        });
        self.is_changed = true;
        let page = &mut self.actual[turn];
        if !rest.is_empty() {
            page.lines[0].line = lexicon.line(rest, self.tolerances);
            return;
        }
        page.lines.remove(0);
        match page.lines.first_mut() {
            Some(next) => next.blanks += placed.blanks,
            None => page.breaks_after = page.breaks_after.saturating_sub(1),
        }
    }
}

/// Returns what comes after `typed`, in any letter case, in the first line of a page that begins with it; a line that is
/// only its first word counts, too.
fn begins_with(page: &Page, typed: &str) -> Option<String> {
    begins(&page.lines.first()?.line.raw, typed)
}

fn begins(line: &str, typed: &str) -> Option<String> {
    let line = line.trim();
    let first = typed.split_whitespace().next()?;
    if line.to_lowercase() == first.to_lowercase() {
        return Some(String::new());
    }
    let (head, rest) = (line.get(..typed.len())?, line.get(typed.len()..)?);
    let is_echo = head.to_lowercase() == typed.to_lowercase();
    (is_echo && rest.chars().next().is_none_or(char::is_whitespace)).then(|| rest.trim_start().to_string())
}
