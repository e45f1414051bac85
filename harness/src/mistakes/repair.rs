//! Puts what is expected in the place of slips that were decided, and notes where.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::edit::{Edit, Edits, PlacedHunk, with_words};
use super::key::Key;
use super::lexicon::{Lexicon, Line};
use super::look::{Look, Sighting, lines_of};
use super::page::{Page, Placed};
use super::steps::Step;

/// A place where a slip was repaired.
#[derive(Debug, Clone)]
pub(super) struct Note {
    /// What it is.
    pub(super) key: Key,
    /// The part in which it shows.
    pub(super) part: &'static str,
    /// The turn, from 1.
    pub(super) turn: usize,
    /// The line in the turn as it was printed, from 1; that after which something is missing.
    pub(super) line: usize,
    /// The expected line, if one was.
    pub(super) expected: Option<Rc<Line>>,
    /// The line that was printed, if one was.
    pub(super) got: Option<Rc<Line>>,
}

/// What is needed to repair.
pub(super) struct Workshop<'a> {
    pub(super) slips: &'a BTreeSet<Key>,
    pub(super) lexicon: &'a mut Lexicon,
    pub(super) edits: &'a mut Edits,
    /// The number of the case's tolerances.
    pub(super) tolerances: usize,
}

/// Repaired pages, and where they were repaired.
#[derive(Debug, Default)]
pub(super) struct Repaired {
    /// The printed turns that changed, by their indices.
    pub(super) pages: Vec<(usize, Page)>,
    /// What was repaired.
    pub(super) notes: Vec<Note>,
}

impl Workshop<'_> {
    /// Returns the turns of a case without the decided slips.
    pub(super) fn repair(&mut self, look: &Look<'_>, sightings: &[Sighting]) -> Repaired {
        let mut repaired = Repaired::default();
        for (pair, (turns, steps)) in look.turns.pairs.iter().zip(&look.turns.steps).enumerate() {
            let (Some(one), Some(other)) = turns else { continue };
            let is_here = |sighting: &&Sighting| sighting.pair == pair && self.slips.contains(&sighting.key);
            let here: Vec<&Sighting> = sightings.iter().filter(is_here).collect();
            if here.is_empty() {
                continue;
            }
            let (expected, got) = (&look.expected[*one], &look.got[*other]);
            let mut work = Work { page: Page::default(), straighten: false, expected };
            work.page.breaks_after = got.breaks_after;
            for (index, step) in steps.iter().enumerate() {
                let keys: Vec<&Key> = here
                    .iter()
                    .filter(|sighting| sighting.step == index && !matches!(sighting.key, Key::Blanks(..)))
                    .map(|sighting| &sighting.key)
                    .collect();
                self.step(step, &keys, &mut work, got);
            }
            let column = |placed: &Placed, at: usize| {
                got.lines.get(at).is_some_and(|line| line.origin == placed.origin)
            };
            for sighting in here.iter().filter(|sighting| matches!(sighting.key, Key::Blanks(..))) {
                let row = steps.iter().find_map(|step| match step {
                    Step::Same(row, at) | Step::Pair(row, at) if *at == sighting.step => Some(*row),
                    _ => None,
                });
                let line = work.page.lines.iter_mut().find(|placed| column(placed, sighting.step));
                if let (Some(row), Some(line)) = (row, line) {
                    let before = if row == 0 && *one > 0 { look.expected[*one - 1].breaks_after } else { 0 };
                    let after = if row == 0 && *other > 0 { look.got[*other - 1].breaks_after } else { 0 };
                    line.blanks = (expected.lines[row].blanks + before).saturating_sub(after);
                }
            }
            repaired
                .notes
                .extend(here.iter().map(|sighting| note(sighting, steps, expected, got, *other + 1)));
            repaired.pages.push((*other, work.page));
        }
        repaired
    }

    fn step(&mut self, step: &Step, keys: &[&Key], work: &mut Work<'_>, got: &Page) {
        match step {
            Step::Same(row, column) => {
                let mut placed = got.lines[*column].clone();
                if !keys.is_empty() {
                    placed.line = Rc::clone(&work.expected.lines[*row].line);
                }
                work.put(placed, Some(*row));
            }
            Step::Pair(row, column) => {
                let mut placed = got.lines[*column].clone();
                if let Some(raw) = self.line(&work.expected.lines[*row].line, &placed.line, keys) {
                    placed.line = self.lexicon.line(&raw, self.tolerances);
                }
                work.put(placed, Some(*row));
            }
            Step::Missing(_) if keys.is_empty() => {}
            Step::Missing(row) => work.insert(*row, None),
            Step::Extra(column) if keys.is_empty() => work.put(got.lines[*column].clone(), None),
            Step::Extra(column) => work.remove(*column + 1 == got.lines.len()),
            Step::Broken(rows, columns) => {
                let origin = got.lines[columns.start].origin;
                rows.clone().for_each(|row| work.insert(row, origin));
            }
            Step::Swapped(row, column) => {
                let mut lines = [got.lines[column + 1].clone(), got.lines[*column].clone()];
                let blanks = [got.lines[*column].blanks, got.lines[column + 1].blanks];
                for (line, blanks) in lines.iter_mut().zip(blanks) {
                    line.blanks = blanks;
                }
                let [first, second] = lines;
                work.put(first, Some(*row));
                work.put(second, Some(row + 1));
            }
        }
    }

    /// Returns a printed line as it should be, but for what was not decided.
    fn line(&mut self, expected: &Line, got: &Line, keys: &[&Key]) -> Option<String> {
        match &*self.edits.edit(expected, got, self.lexicon) {
            Edit::Values => None,
            Edit::Form(_, text) | Edit::Signs(_, _, text) => (!keys.is_empty()).then(|| text.clone()),
            Edit::Other => (!keys.is_empty()).then(|| super::lexicon::filled(expected, got)),
            Edit::Words(hunks) => {
                let is_decided = |placed: &&PlacedHunk| {
                    keys.iter().any(|key| matches!(key, Key::Words(_, hunk) if *hunk == placed.hunk))
                };
                let decided: Vec<&PlacedHunk> = hunks.iter().filter(is_decided).collect();
                (!decided.is_empty()).then(|| with_words(expected, got, &decided))
            }
        }
    }
}

/// A turn that is put together again.
struct Work<'a> {
    page: Page,
    /// Whether the blank lines before the next line are those of the text, for a line before it was put in or taken out.
    straighten: bool,
    expected: &'a Page,
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
        placed.parts = Rc::new([]);
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

fn note(sighting: &Sighting, steps: &[Step], expected: &Page, got: &Page, turn: usize) -> Note {
    let (row, column) = match sighting.key {
        Key::Blanks(..) => (None, Some(sighting.step)),
        _ => lines_of(&steps[sighting.step]),
    };
    let line_of = |page: &Page, at: Option<usize>| {
        at.and_then(|at| page.lines.get(at)).map(|placed| Rc::clone(&placed.line))
    };
    // A missing line is noted at the last line before it.
    let before = steps[..sighting.step.min(steps.len())].iter().rev().find_map(|step| lines_of(step).1);
    let at = column.or(before).and_then(|column| got.lines.get(column)).and_then(|placed| placed.origin);
    Note {
        key: sighting.key.clone(),
        part: sighting.part,
        turn,
        line: at.unwrap_or(1),
        expected: line_of(expected, row),
        got: line_of(got, column),
    }
}
