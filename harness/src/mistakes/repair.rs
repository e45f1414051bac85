//! Puts what is expected in the place of slips that were decided, and notes where.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::edit::{Edit, Edits, PlacedReplacement, with_words};
use super::elsewhere::{Elsewhere, Meanings};
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{Line, Symbol};
use super::look::{CaseView, Sighting, TurnView, lines_of};
use super::page::{Page, Placed};
use super::pages::{PageMaker, Pages, SharedPage};
use super::steps::Step;
use super::vocabulary::Vocabulary;

/// A place where a slip was repaired.
#[derive(Debug, Clone)]
pub(super) struct Note {
    /// What it is.
    pub(super) key: Arc<Key>,
    /// The part in which it shows.
    pub(super) part: &'static str,
    /// The turn, from 1.
    pub(super) turn: usize,
    /// The line in the turn as it was printed, from 1; that after which something is missing.
    pub(super) line: usize,
    /// The index of the expected line in its turn; 0 if none was.
    pub(super) row: usize,
    /// The expected line, if one was.
    pub(super) expected: Option<Arc<Line>>,
    /// The line that was printed, if one was.
    pub(super) actual: Option<Arc<Line>>,
}

/// What is needed to repair.
pub(super) struct Workshop<'a> {
    pub(super) slips: &'a BTreeSet<Key>,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) meanings: &'a Meanings,
    pub(super) lexicon: &'a mut Lexicon,
    pub(super) edits: &'a mut Edits,
    pub(super) pages: &'a mut Pages,
    /// The turns that were repaired, by the numbers of their views; nothing for those without slips.
    pub(super) known: HashMap<usize, Arc<RepairedTurn>>,
}

/// A turn without its slips.
#[derive(Debug)]
pub(super) struct RepairedTurn {
    page: Page,
    /// What was repaired, of a turn without a number.
    notes: Vec<Note>,
}

/// Repaired pages, and where they were repaired.
#[derive(Debug, Default)]
pub(super) struct Repaired {
    /// The printed turns that changed, by their indices.
    pub(super) pages: Vec<(usize, SharedPage)>,
    /// What was repaired.
    pub(super) notes: Vec<Note>,
}

/// The expected turns, and the printed ones.
type PagesOfBoth<'a> = (&'a [SharedPage], &'a [SharedPage]);

impl Workshop<'_> {
    /// Returns where pages are made.
    pub(super) fn maker(&mut self) -> PageMaker<'_> {
        PageMaker { lexicon: self.lexicon, pages: self.pages }
    }

    /// Returns the turns of a case without the decided slips.
    pub(super) fn repair(&mut self, view: &CaseView, conversation: PagesOfBoth<'_>) -> Repaired {
        let mut repaired = Repaired::default();
        for (pair, (places, turn)) in view.pairs.iter().zip(&view.turns).enumerate() {
            let (other, RepairedTurn { page, notes }) = match (places, turn) {
                ((Some(one), Some(other)), Some(turn)) => {
                    (*other, self.straightened(view, pair, conversation, (*one, *other), turn))
                }
                ((None, Some(other)), _) => (*other, self.lone_turn(&conversation.1[*other])),
                _ => continue,
            };
            if !notes.is_empty() {
                repaired.notes.extend(notes.into_iter().map(|note| Note { turn: other + 1, ..note }));
                repaired.pages.push((other, self.pages.share(page)));
            }
        }
        repaired
    }

    /// Repairs a turn that stands beside an expected one, and the blank lines in it.
    fn straightened(
        &mut self,
        view: &CaseView,
        pair: usize,
        conversation: PagesOfBoth<'_>,
        places: (usize, usize),
        turn: &TurnView,
    ) -> RepairedTurn {
        let known = self.turn(turn);
        let first = view.blanks.partition_point(|(at, _)| *at < pair);
        let here = view.blanks[first..].iter().take_while(|(at, _)| *at == pair).map(|(_, seen)| seen);
        let mut here = here.filter(|seen| self.slips.contains(&seen.key)).peekable();
        if known.notes.is_empty() && here.peek().is_none() {
            return RepairedTurn { page: Page::default(), notes: Vec::new() };
        }
        let (mut page, mut notes) = (known.page.clone(), known.notes.clone());
        for seen in here {
            straighten(conversation, places, &turn.steps, seen.step, &mut page);
            notes.push(note(seen, turn));
        }
        RepairedTurn { page, notes }
    }

    /// Repairs a turn that stands beside an expected one.
    fn turn(&mut self, turn: &TurnView) -> Arc<RepairedTurn> {
        if let Some(known) = self.known.get(&turn.number) {
            return Arc::clone(known);
        }
        let TurnView { expected, actual, steps, sightings, .. } = turn;
        let mut work = Work { page: Page::default(), straighten: false, expected, notes: Vec::new() };
        work.page.breaks_after = actual.breaks_after;
        let mut of_step: Vec<Vec<&Sighting>> = vec![Vec::new(); steps.len()];
        let decided = || sightings.iter().filter(|seen| self.slips.contains(&seen.key));
        decided().for_each(|seen| of_step[seen.step].push(seen));
        // Of lines that stand elsewhere only the place is noted where they should be.
        let is_noted = |seen: &&Sighting| match steps[seen.step] {
            Step::Gone { .. } => false,
            Step::Same(..) => !seen.key.is_of_place(),
            _ => true,
        };
        let mut notes: Vec<Note> = decided().filter(is_noted).map(|seen| note(seen, turn)).collect();
        for (step, seen) in steps.iter().zip(of_step) {
            let keys: Vec<&Key> = seen.iter().map(|seen| &*seen.key).collect();
            self.step(step, &keys, &mut work, actual);
        }
        notes.extend(work.notes);
        work.page.lines.shrink_to_fit();
        let repaired = Arc::new(RepairedTurn { page: work.page, notes });
        self.known.insert(turn.number, Arc::clone(&repaired));
        repaired
    }

    /// Repairs a turn that stands beside no other.
    fn lone_turn(&mut self, actual: &Page) -> RepairedTurn {
        let mut page = actual.clone();
        let mut notes = Vec::new();
        for placed in &mut page.lines {
            self.elsewhere(placed, &mut notes);
        }
        RepairedTurn { page, notes }
    }

    /// Repairs a line that stands beside no other.
    fn elsewhere(&mut self, placed: &mut Placed, notes: &mut Vec<Note>) {
        let mut elsewhere = Elsewhere {
            meanings: self.meanings,
            slips: self.slips,
            vocabulary: self.vocabulary,
            edits: self.edits,
        };
        let Some((text, shown)) = elsewhere.repaired(&placed.line, self.lexicon) else { return };
        let line = self.lexicon.line(&text, placed.line.tolerances);
        let actual = std::mem::replace(&mut placed.line, Arc::clone(&line));
        notes.extend(shown.into_iter().map(|(key, part)| Note {
            key,
            part,
            turn: 0,
            line: placed.origin.unwrap_or(1),
            row: 0,
            expected: Some(Arc::clone(&line)),
            actual: Some(Arc::clone(&actual)),
        }));
    }

    fn step(&mut self, step: &Step, keys: &[&Key], work: &mut Work<'_>, actual: &Page) {
        match step {
            Step::Same(row, column) => {
                let mut placed = actual.lines[*column].clone();
                if !keys.is_empty() {
                    placed.line = Arc::clone(&work.expected.lines[*row].line);
                }
                work.put(placed, Some(*row));
            }
            Step::Pair(row, column) => {
                let mut placed = actual.lines[*column].clone();
                match self.line(&work.expected.lines[*row].line, &placed.line, keys) {
                    Some(raw) => placed.line = self.lexicon.line(&raw, placed.line.tolerances),
                    None => self.elsewhere(&mut placed, &mut work.notes),
                }
                work.put(placed, Some(*row));
            }
            Step::Missing(_) if keys.is_empty() => {}
            Step::Moved { .. } if !is_straightened(keys) => {}
            Step::Missing(row) => work.insert(*row, None),
            Step::Extra(column) if keys.is_empty() => {
                let mut placed = actual.lines[*column].clone();
                self.elsewhere(&mut placed, &mut work.notes);
                work.put(placed, None);
            }
            Step::Moved { row, column } => {
                work.straighten = true;
                work.put(self.moved((*row, *column), keys, work.expected, actual), Some(*row));
                work.straighten = true;
            }
            Step::Gone { row, column } if !is_straightened(keys) => {
                work.put(self.moved((*row, *column), keys, work.expected, actual), None);
            }
            Step::Extra(column) | Step::Gone { column, .. } => work.remove(*column + 1 == actual.lines.len()),
            Step::Broken(_, columns) if keys.is_empty() => {
                actual.lines[columns.clone()].iter().for_each(|placed| work.put(placed.clone(), None));
            }
            Step::Swapped(_, column) if keys.is_empty() => {
                actual.lines[*column..=column + 1].iter().for_each(|placed| work.put(placed.clone(), None));
            }
            Step::Broken(rows, columns) => {
                let origin = actual.lines[columns.start].origin;
                rows.clone().for_each(|row| work.insert(row, origin));
            }
            Step::Swapped(row, column) => {
                let mut lines = [actual.lines[column + 1].clone(), actual.lines[*column].clone()];
                let blanks = [actual.lines[*column].blanks, actual.lines[column + 1].blanks];
                for (line, blanks) in lines.iter_mut().zip(blanks) {
                    line.blanks = blanks;
                }
                let [first, second] = lines;
                work.put(first, Some(*row));
                work.put(second, Some(row + 1));
            }
        }
    }

    /// Returns a printed line that stands elsewhere as it should be there.
    fn moved(
        &mut self,
        (row, column): (usize, usize),
        keys: &[&Key],
        expected: &Page,
        actual: &Page,
    ) -> Placed {
        let mut placed = actual.lines[column].clone();
        let of_line: Vec<&Key> = keys.iter().copied().filter(|key| !key.is_of_place()).collect();
        if let Some(raw) = self.line(&expected.lines[row].line, &placed.line, &of_line) {
            placed.line = self.lexicon.line(&raw, placed.line.tolerances);
        }
        placed
    }

    /// Returns a printed line as it should be, but for what was not decided.
    fn line(&mut self, expected: &Line, actual: &Line, keys: &[&Key]) -> Option<String> {
        match &*self.edits.edit(expected, actual, self.lexicon) {
            Edit::Values => None,
            Edit::Form(_, text) | Edit::Signs(_, _, text) => (!keys.is_empty()).then(|| text.clone()),
            Edit::Other => (!keys.is_empty()).then(|| super::line::filled(expected, actual)),
            Edit::Words(hunks) => {
                let is_decided = |placed: &&PlacedReplacement| keys.iter().any(|key| key.is_of(&placed.hunk));
                let decided: Vec<&PlacedReplacement> = hunks.iter().filter(is_decided).collect();
                (!decided.is_empty()).then(|| with_words(expected, actual, &decided))
            }
        }
    }
}

/// Returns whether lines that stand elsewhere are put where they should be.
fn is_straightened(keys: &[&Key]) -> bool {
    keys.iter().any(|key| key.is_of_place())
}

/// A turn that is put together again.
struct Work<'a> {
    page: Page,
    /// Whether the blank lines before the next line are those of the text, for a line before it was put in or taken out.
    straighten: bool,
    expected: &'a Page,
    /// What was repaired in lines that stand beside no other.
    notes: Vec<Note>,
}

impl Work<'_> {
    fn put(&mut self, mut placed: Placed, row: Option<usize>) {
        if let Some(row) = row {
            if self.straighten {
                placed.blanks = self.expected.lines[row].blanks;
            }
            self.straighten = false;
        }
        self.page.lines.push(placed);
    }

    fn insert(&mut self, row: usize, origin: Option<usize>) {
        let mut placed = self.expected.lines[row].clone();
        placed.parts = Arc::default();
        placed.origin = origin;
        self.page.lines.push(placed);
        self.straighten = true;
        if row + 1 == self.expected.lines.len() {
            self.page.breaks_after = self.expected.breaks_after;
        }
    }

    fn remove(&mut self, is_last: bool) {
        self.straighten = true;
        if is_last {
            self.page.breaks_after = self.expected.breaks_after;
        }
    }
}

/// Gives a printed line the blank lines that are expected before it.
fn straighten(
    (all_expected, all_actual): PagesOfBoth<'_>,
    (one, other): (usize, usize),
    steps: &[Step],
    column: usize,
    page: &mut Page,
) {
    let (expected, actual) = (&all_expected[one], &all_actual[other]);
    let row = steps.iter().find_map(|step| match step {
        Step::Same(row, at) | Step::Pair(row, at) if *at == column => Some(*row),
        _ => None,
    });
    let is_it =
        |placed: &&mut Placed| actual.lines.get(column).is_some_and(|line| line.origin == placed.origin);
    if let (Some(row), Some(line)) = (row, page.lines.iter_mut().find(is_it)) {
        let before = if row == 0 && one > 0 { all_expected[one - 1].breaks_after } else { 0 };
        let after = if row == 0 && other > 0 { all_actual[other - 1].breaks_after } else { 0 };
        line.blanks = (expected.lines[row].blanks + before).saturating_sub(after);
    }
}

fn note(sighting: &Sighting, TurnView { expected, actual, steps, .. }: &TurnView) -> Note {
    let (row, column) = match (&*sighting.key, steps.get(sighting.step)) {
        (Key::Blanks(..), _) => (None, Some(sighting.step)),
        (Key::Words(_, hunk), Some(Step::Broken(rows, columns))) => {
            let holds = |page: &Page, at: usize, words: &[Symbol]| {
                page.lines[at].line.symbols().windows(words.len().max(1)).any(|found| found == words)
            };
            let row = rows.clone().find(|at| holds(expected, *at, &hunk.expected));
            let column = columns.clone().find(|at| holds(actual, *at, &hunk.actual));
            (row.or(Some(rows.start)), column.or(Some(columns.start)))
        }
        (key, Some(Step::Moved { row, column })) if !key.is_of_place() => (Some(*row), Some(*column)),
        _ => lines_of(&steps[sighting.step]),
    };
    let line_of = |page: &Page, at: Option<usize>| {
        at.and_then(|at| page.lines.get(at)).map(|placed| Arc::clone(&placed.line))
    };
    let origin = |column: usize| actual.lines.get(column).and_then(|placed| placed.origin);
    // A missing line is noted behind the last line before it.
    let before = || steps[..sighting.step.min(steps.len())].iter().rev().find_map(|step| lines_of(step).1);
    let behind = || Some(before().and_then(origin)? + 1);
    let line = column.map_or_else(behind, origin);
    Note {
        key: Arc::clone(&sighting.key),
        part: sighting.part,
        turn: 0,
        line: line.unwrap_or(1),
        row: row.unwrap_or(0),
        expected: line_of(expected, row),
        actual: line_of(actual, column),
    }
}
