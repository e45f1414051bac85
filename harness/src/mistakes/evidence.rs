//! What speaks for a difference being a slip: where it was seen, where what is expected was due, and what was printed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::edit::Replacement;
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{LineShape, Symbol};
use super::look::{Sighting, TurnView, lines_of};
use super::page::{Page, Placed};
use super::steps::{Learnt, Step};
use super::vocabulary::Vocabulary;

/// Where a slip was seen.
#[derive(Debug, Default, Clone)]
pub(super) struct Seen {
    /// At how many places.
    pub(super) places: usize,
    /// In which cases, by their indices; not in all of them, if there are many.
    pub(super) cases: BTreeSet<usize>,
    /// At how many places the rest of the turn was right.
    pub(super) in_step: usize,
    /// The forms of the expected lines.
    pub(super) expected: BTreeMap<LineShape, usize>,
    /// The forms of the printed lines.
    pub(super) actual: BTreeMap<LineShape, usize>,
    /// At how many places the game says elsewhere what was printed.
    pub(super) said_elsewhere: usize,
    /// At how many places one of the lines only draws, without a letter or a number.
    pub(super) drawn: usize,
}

/// What was counted over all cases.
#[derive(Debug, Default, Clone)]
pub(super) struct Counts {
    /// Lines that were due in turns that came, by the family of their part.
    due: BTreeMap<&'static str, BTreeMap<LineShape, usize>>,
    /// Lines that were printed.
    printed: HashMap<LineShape, usize>,
}

impl Counts {
    /// Counts the lines of a turn that was expected so many times.
    pub(super) fn expect(&mut self, page: &Page, times: usize, vocabulary: &Vocabulary) {
        for placed in &page.lines {
            // The cells of a row alternate with its frame: the row is due once in each.
            let families: BTreeSet<&'static str> =
                placed.parts.iter().map(|(_, part)| vocabulary.family(part)).collect();
            for family in families {
                *self.due.entry(family).or_default().entry(placed.line.form).or_default() += times;
            }
        }
    }

    /// Counts the lines of a turn that was printed so many times.
    pub(super) fn print(&mut self, page: &Page, times: usize) {
        for placed in &page.lines {
            *self.printed.entry(placed.line.form).or_default() += times;
        }
    }

    /// Returns how often a line was due in a part.
    pub(super) fn due(&self, part: &str, form: LineShape) -> usize {
        self.due.get(part).and_then(|lines| lines.get(&form)).copied().unwrap_or(0)
    }

    /// Returns how many different lines were due in a part, and how many in all.
    pub(super) fn variety(&self, part: &str) -> (usize, usize) {
        self.due.get(part).map_or((0, 0), |lines| (lines.len(), lines.values().sum()))
    }

    /// Returns how often lines were due in a part of which `is_one` is true.
    pub(super) fn due_where(&self, part: &str, is_one: impl Fn(LineShape) -> bool) -> usize {
        let lines = self.due.get(part).into_iter().flatten();
        lines.filter(|(form, _)| is_one(**form)).map(|(_, count)| count).sum()
    }

    /// Returns how often lines were printed of which `is_one` is true.
    pub(super) fn printed_where(&self, is_one: impl Fn(LineShape) -> bool) -> usize {
        self.printed.iter().filter(|(form, _)| is_one(**form)).map(|(_, count)| count).sum()
    }

    /// Returns how often a line was printed.
    pub(super) fn printed(&self, form: LineShape) -> usize {
        self.printed.get(&form).copied().unwrap_or(0)
    }
}

/// What was seen in all cases.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// Every slip that was seen.
    pub(super) seen: BTreeMap<Key, Seen>,
    /// What was counted.
    pub(super) counts: Counts,
    /// What some printed words of a part stand for.
    pub(super) stands_for: HashMap<(&'static str, Vec<Symbol>), BTreeSet<Vec<Symbol>>>,
    /// What became of the lines of the game.
    pub(super) fates: Fates,
}

/// How often the lines of each part were due in turns that were held, and how often they are not there, or are other
/// ones altogether.
#[derive(Debug, Default, Clone)]
pub(super) struct Fates {
    lines: BTreeMap<(&'static str, LineShape), Fate>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Fate {
    due: usize,
    lost: usize,
}

impl Fates {
    /// Counts the lines of a turn that was expected so many times.
    pub(super) fn expect(&mut self, page: &Page, times: usize, vocabulary: &Vocabulary) {
        for placed in &page.lines {
            self.fate(placed, vocabulary).due += times;
        }
    }

    /// Counts a line that was lost so many times.
    fn lose(&mut self, placed: &Placed, times: usize, vocabulary: &Vocabulary) {
        self.fate(placed, vocabulary).lost += times;
    }

    fn fate(&mut self, placed: &Placed, vocabulary: &Vocabulary) -> &mut Fate {
        self.lines.entry((vocabulary.family(placed.part()), placed.line.form)).or_default()
    }

    /// Returns whether more than half of what the game says is lost, each of its literals taken alike, however often it is
    /// said: nobody knows what a program means that says next to nothing of what the game says.
    pub(super) fn are_mostly_lost(&self, vocabulary: &Vocabulary, lexicon: &Lexicon) -> bool {
        let mut literals: BTreeMap<(&str, String), Fate> = BTreeMap::new();
        for ((part, form), fate) in &self.lines {
            let literal = literals.entry((*part, vocabulary.template(part, *form, lexicon))).or_default();
            literal.due += fate.due;
            literal.lost += fate.lost;
        }
        let lost: f64 = literals.values().map(|fate| number(fate.lost) / number(fate.due.max(1))).sum();
        lost * 2.0 > number(literals.len())
    }
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// How often the same was looked at.
#[derive(Debug, Default, Clone)]
pub(super) struct Tally {
    times: usize,
    /// The first cases in which it was, by their indices.
    cases: Vec<usize>,
}

/// More cases say nothing more.
const ENOUGH_CASES: usize = 3;

impl Tally {
    /// Counts one more in the case numbered `case`.
    pub(super) fn add(&mut self, case: usize) {
        self.times += 1;
        if self.cases.len() < ENOUGH_CASES && !self.cases.contains(&case) {
            self.cases.push(case);
        }
    }
}

impl Evidence {
    /// Counts what was seen in a turn, as often as it was looked at.
    pub(super) fn add(
        &mut self,
        view: &TurnView,
        tally: &Tally,
        vocabulary: &Vocabulary,
        learnt: &mut Learnt,
    ) {
        let (expected, times) = (&view.expected, tally.times);
        self.counts.expect(expected, times, vocabulary);
        self.fates.expect(expected, times, vocabulary);
        view.lost.iter().for_each(|row| self.fates.lose(&expected.lines[*row], times, vocabulary));
        learn(view, number(times), learnt);
        for sighting in &view.sightings {
            self.see(view, sighting, tally, vocabulary);
        }
    }

    /// Counts blank lines that are missing or too many in the case numbered `case`.
    pub(super) fn add_blanks(&mut self, case: usize, sighting: &Sighting) {
        let seen = self.seen.entry(Key::clone(&sighting.key)).or_default();
        seen.places += 1;
        seen.in_step += 1;
        seen.cases.insert(case);
    }

    fn see(&mut self, view: &TurnView, sighting: &Sighting, tally: &Tally, vocabulary: &Vocabulary) {
        if let Key::Words(part, Replacement { expected, actual, .. }) = &*sighting.key {
            self.stands_for.entry((part, actual.clone())).or_default().insert(expected.clone());
        }
        let seen = self.seen.entry(Key::clone(&sighting.key)).or_default();
        seen.places += tally.times;
        seen.cases.extend(&tally.cases);
        let (row, column) = lines_of(&view.steps[sighting.step]);
        if let Some(row) = row {
            *seen.expected.entry(view.expected.lines[row].line.form).or_default() += tally.times;
        }
        if let Some(column) = column {
            let line = &view.actual.lines[column].line;
            *seen.actual.entry(line.form).or_default() += tally.times;
            let has_its_letters =
                || row.is_some_and(|row| view.expected.lines[row].line.letters() == line.letters());
            let is_said =
                vocabulary.says_line(line) || vocabulary.says_in_other_form(line) && !has_its_letters();
            seen.said_elsewhere += tally.times * usize::from(is_said);
        }
        seen.in_step += tally.times * usize::from(sighting.is_in_step);
        if let Step::Broken(rows, columns) = &view.steps[sighting.step] {
            let mut lines =
                view.expected.lines[rows.clone()].iter().chain(&view.actual.lines[columns.clone()]);
            let draws = |placed: &Placed| !placed.line.key.contains(char::is_alphanumeric);
            seen.drawn += tally.times * usize::from(lines.any(draws));
        }
    }
}

/// Learns which lines stood for one another, so many times.
fn learn(view: &TurnView, times: f64, learnt: &mut Learnt) {
    let TurnView { expected, actual, steps, .. } = view;
    for step in steps {
        match step {
            Step::Pair(row, column) => {
                let (one, other) = (expected.lines[*row].line.form, actual.lines[*column].line.form);
                if one != other {
                    learnt.stood_for(one, other, times);
                    learnt.was_not_there(one, times);
                }
            }
            Step::Missing(row) => {
                let form = expected.lines[*row].line.form;
                learnt.was_not_there(form, times);
                for other in steps.iter().filter_map(|step| match step {
                    Step::Extra(column) => Some(actual.lines[*column].line.form),
                    _ => None,
                }) {
                    // It may be one of the lines that are too much.
                    learnt.stood_for(form, other, 0.5 * times);
                }
            }
            _ => {}
        }
    }
}
