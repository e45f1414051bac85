//! Which line of a turn stands for which expected line, also by what was learnt of lines that stand for one another.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::key::Key;
use super::lexicon::Lexicon;
use super::line::LineShape;
use super::page::{Page, Placed};
use super::vocabulary::Vocabulary;
use crate::text::alignment::{align, same_ends};
use crate::text::likeness::likeness;

/// A line costs this much if it has no partner; two lines cost 0 (the same) to 1 (nothing in common).
const GAP: f64 = 0.55;

/// Two lines that cost this, more than both without a partner, do not stand for one another.
const APART: f64 = 1.2;

/// Beyond this many pairs of lines in one turn, none of them is compared.
const MOST_PAIRS: usize = 40_000;

/// The most lines that are one line broken, or that are joined to one.
const MOST_BROKEN: usize = 8;

/// The most letters by which a word in broken lines is misspelt.
const MOST_MISSPELT: usize = 3;

/// A step through the expected and the printed lines of a turn, by their indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// The same line.
    Same(usize, usize),
    /// A line in place of another.
    Pair(usize, usize),
    /// An expected line that is not there.
    Missing(usize),
    /// A line that is not expected.
    Extra(usize),
    /// The same words with other line breaks.
    Broken(Range<usize>, Range<usize>),
    /// Two lines in the other order: the first expected one, and the first printed one.
    Swapped(usize, usize),
    /// The place of an expected line that stands elsewhere among lines that are right.
    Moved {
        /// The expected line.
        row: usize,
        /// The printed one.
        column: usize,
    },
    /// The place where such a line stands.
    Gone {
        /// The expected line.
        row: usize,
        /// The printed one.
        column: usize,
    },
}

/// What was learnt of lines that stand for one another.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    pairs: HashMap<(LineShape, LineShape), f64>,
    unmatched: HashMap<LineShape, f64>,
}

/// How much forms are alike, as far as it was asked for.
#[derive(Debug, Default)]
pub(super) struct Alike {
    known: HashMap<(LineShape, LineShape), f64>,
}

impl Alike {
    fn likeness(&mut self, one: LineShape, other: LineShape, lexicon: &Lexicon) -> f64 {
        let known = self.known.entry((one, other));
        *known.or_insert_with(|| likeness(lexicon.shown(one), lexicon.shown(other)))
    }
}

impl Learnt {
    /// Remembers that a line stood, with some certainty, where another was expected.
    pub(super) fn stood_for(&mut self, expected: LineShape, actual: LineShape, certainty: f64) {
        *self.pairs.entry((expected, actual)).or_default() += certainty;
    }

    /// Remembers that an expected line was so many times not there as it should be.
    pub(super) fn was_not_there(&mut self, expected: LineShape, times: f64) {
        *self.unmatched.entry(expected).or_default() += times;
    }

    /// Returns from 0 to 1 how surely a line stands for an expected one.
    fn affinity(&self, expected: LineShape, actual: LineShape) -> f64 {
        let pairs = self.pairs.get(&(expected, actual)).copied().unwrap_or(0.0);
        let all = self.unmatched.get(&expected).copied().unwrap_or(1.0);
        if pairs < 2.0 { 0.0 } else { (pairs / all).min(1.0) }
    }

    /// Returns what is expected where lines of these forms were printed.
    pub(super) fn meanings(&self) -> HashMap<LineShape, LineShape> {
        let mut meanings: HashMap<LineShape, (f64, LineShape)> = HashMap::new();
        for (expected, actual) in self.pairs.keys() {
            let affinity = self.affinity(*expected, *actual);
            let known = meanings.entry(*actual).or_insert((0.5, *actual));
            let order = affinity.total_cmp(&known.0).then_with(|| known.1.cmp(expected));
            if order.is_gt() {
                *known = (affinity, *expected);
            }
        }
        meanings.into_iter().map(|(actual, (_, expected))| (actual, expected)).collect()
    }
}

/// Matches the lines of turns.
pub(super) struct Matcher<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) lexicon: &'a Lexicon,
    pub(super) learnt: &'a Learnt,
    /// What was decided to be missing in earlier rounds: nothing stands for these lines.
    pub(super) missing: &'a BTreeSet<Key>,
    pub(super) alike: &'a mut Alike,
}

impl Matcher<'_> {
    /// Returns the way through the lines of a turn.
    pub(super) fn steps(&mut self, expected: &Page, actual: &Page) -> Vec<Step> {
        let (left, right) = (&expected.lines, &actual.lines);
        let (head, tail) = same_ends(left, right, |one, other| one.line.key == other.line.key);
        let mut steps: Vec<Step> = (0..head).map(|at| Step::Same(at, at)).collect();
        steps.extend(self.between(left, right, head..left.len() - tail, head..right.len() - tail));
        let ends = (0..tail).map(|at| Step::Same(left.len() - tail + at, right.len() - tail + at));
        steps.extend(ends);
        broken(&self.moved_far(swapped(&steps, left, right), left, right), left, right)
    }

    /// Finds lines without values that stand elsewhere in their turn, with nothing but lines that are right in between.
    fn moved_far(&self, mut steps: Vec<Step>, left: &[Placed], right: &[Placed]) -> Vec<Step> {
        let mut lone: Option<usize> = None;
        for at in 0..steps.len() {
            match (&steps[at], lone.map(|before| (before, &steps[before]))) {
                (Step::Same(..), _) => {}
                (Step::Missing(row), Some((before, Step::Extra(column))))
                | (Step::Extra(column), Some((before, Step::Missing(row))))
                    if self.is_same_literal(&left[*row], &right[*column]) =>
                {
                    let (row, column) = (*row, *column);
                    let (moved, gone) = (Step::Moved { row, column }, Step::Gone { row, column });
                    let is_missing = matches!(steps[at], Step::Missing(_));
                    (steps[before], steps[at]) = if is_missing { (gone, moved) } else { (moved, gone) };
                    lone = None;
                }
                (Step::Missing(_) | Step::Extra(_), _) => lone = Some(at),
                _ => lone = None,
            }
        }
        steps
    }

    /// Returns whether a printed line is an expected one without values, perhaps with signs with which the game never says it.
    fn is_same_literal(&self, expected: &Placed, actual: &Placed) -> bool {
        let (one, other) = (&expected.line, &actual.line);
        let has_other_signs = || {
            let says_something = !self.lexicon.symbols(one.form).is_empty();
            says_something && one.form == other.form && !self.vocabulary.says_line(other)
        };
        (one.key == other.key || has_other_signs())
            && self.vocabulary.is_literal(expected.part(), one.form, self.lexicon)
    }

    fn between(
        &mut self,
        left: &[Placed],
        right: &[Placed],
        rows: Range<usize>,
        columns: Range<usize>,
    ) -> Vec<Step> {
        if rows.len().saturating_mul(columns.len()) > MOST_PAIRS {
            return rows.map(Step::Missing).chain(columns.map(Step::Extra)).collect();
        }
        let mut steps = Vec::new();
        let (mut row, mut column) = (rows.start, columns.start);
        for (joined, at) in joined(left, right, &rows, &columns) {
            steps.extend(self.beside(left, right, row..joined.start, column..at));
            (row, column) = (joined.end, at + 1);
            steps.push(Step::Broken(joined, at..at + 1));
        }
        steps.extend(self.beside(left, right, row..rows.end, column..columns.end));
        steps
    }

    /// Returns the cheapest way through lines of which none is joined from whole other ones.
    fn beside(
        &mut self,
        left: &[Placed],
        right: &[Placed],
        rows: Range<usize>,
        columns: Range<usize>,
    ) -> Vec<Step> {
        let mut costs = Vec::with_capacity(rows.len() * columns.len());
        for row in rows.clone() {
            costs.extend(columns.clone().map(|column| self.cost(&left[row], &right[column])));
        }
        let path = align(rows.len(), columns.len(), GAP, |row, column| costs[row * columns.len() + column]);
        let step = |(row, column): (Option<usize>, Option<usize>)| {
            let (row, column) =
                (row.map(|row| row + rows.start), column.map(|column| column + columns.start));
            match (row, column) {
                (Some(row), Some(column)) if left[row].line.key == right[column].line.key => {
                    Step::Same(row, column)
                }
                (Some(row), Some(column)) => Step::Pair(row, column),
                (Some(row), None) => Step::Missing(row),
                (None, column) => Step::Extra(column.unwrap_or(columns.start)),
            }
        };
        let mut steps: Vec<Step> = path.into_iter().map(step).collect();
        // Of lines without a partner those that are missing stood before those that are too much.
        let is_lone = |step: &Step| matches!(step, Step::Missing(_) | Step::Extra(_));
        for run in steps.chunk_by_mut(|one, other| is_lone(one) && is_lone(other)) {
            run.sort_by_key(|step| matches!(step, Step::Extra(_)));
        }
        steps
    }

    fn cost(&mut self, expected: &Placed, actual: &Placed) -> f64 {
        let (one, other) = (&expected.line, &actual.line);
        if one.key == other.key {
            return 0.0;
        }
        if one.form == other.form {
            return 0.1;
        }
        if self.is_missing(expected) {
            return APART;
        }
        let alike = self.alike.likeness(one.form, other.form, self.lexicon);
        // A line that the game says elsewhere stands for this one only if it is much like it.
        let is_known = self.vocabulary.says_line(other) && alike < 0.7;
        let cost = if is_known { APART } else { 1.0 - alike };
        cost.min(1.0 - 0.95 * self.learnt.affinity(one.form, other.form))
    }

    fn is_missing(&self, expected: &Placed) -> bool {
        let key = || Key::missing((expected.part(), expected.line.form), self.vocabulary, self.lexicon);
        !self.missing.is_empty() && self.missing.contains(&key())
    }
}

/// Finds lines next to each other that are both there, in the other order.
fn swapped(steps: &[Step], left: &[Placed], right: &[Placed]) -> Vec<Step> {
    let mut found = Vec::with_capacity(steps.len());
    let mut at = 0;
    while at < steps.len() {
        let swap = steps.get(at..at + 3).and_then(|three| moved(three, left, right));
        let pair = steps.get(at..at + 2).and_then(|two| crossed(two, left, right));
        if let Some(swap) = swap {
            found.push(swap);
            at += 3;
        } else if let Some(swap) = pair {
            found.push(swap);
            at += 2;
        } else {
            found.push(steps[at].clone());
            at += 1;
        }
    }
    found
}

/// Returns the swap in which one line is missing before its neighbour and comes after it, or the other way round.
fn moved(three: &[Step], left: &[Placed], right: &[Placed]) -> Option<Step> {
    let is_same = |row: usize, column: usize| left[row].line.key == right[column].line.key;
    match three {
        [Step::Missing(row), Step::Same(..), Step::Extra(column)] if is_same(*row, *column) => {
            Some(Step::Swapped(*row, column - 1))
        }
        [Step::Extra(column), Step::Same(row, _), Step::Missing(last)] if is_same(*last, *column) => {
            Some(Step::Swapped(*row, *column))
        }
        _ => None,
    }
}

/// Returns the swap of two lines that were each taken for the other.
fn crossed(two: &[Step], left: &[Placed], right: &[Placed]) -> Option<Step> {
    let [Step::Pair(row, column), Step::Pair(next, last)] = two else { return None };
    let is_same = |row: &usize, column: &usize| left[*row].line.key == right[*column].line.key;
    (is_same(row, last) && is_same(next, column)).then_some(Step::Swapped(*row, *column))
}

/// Returns the printed lines that are several expected ones without the line breaks between them, each after those of the line before,
/// however many they are.
fn joined(
    left: &[Placed],
    right: &[Placed],
    rows: &Range<usize>,
    columns: &Range<usize>,
) -> Vec<(Range<usize>, usize)> {
    let due: Vec<String> = rows.clone().map(|row| letters(&left[row..=row])).collect();
    let mut found = Vec::new();
    let mut next = 0;
    for column in columns.clone().filter(|at| is_text(&right[*at])) {
        let printed = letters(&right[column..=column]);
        if due.contains(&printed) || !printed.contains(char::is_alphabetic) {
            continue;
        }
        let all_of = |start: usize| {
            let mut rest = printed.as_str();
            let taken = due[start..].iter().take_while(|line| match rest.strip_prefix(line.as_str()) {
                Some(after) if !line.is_empty() => {
                    rest = after;
                    true
                }
                _ => false,
            });
            let end = start + taken.count();
            (rest.is_empty() && end - start > 1).then_some(start..end)
        };
        if let Some(lines) = (next..due.len()).find_map(all_of) {
            next = lines.end;
            found.push((rows.start + lines.start..rows.start + lines.end, column));
        }
    }
    found
}

/// Returns the letters and digits of lines, in small letters.
fn letters(lines: &[Placed]) -> String {
    let signs = lines.iter().flat_map(|placed| placed.line.key.chars());
    signs.filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns whether a line is made of readable signs only.
fn is_text(placed: &Placed) -> bool {
    !placed.line.raw.contains([char::REPLACEMENT_CHARACTER, '\u{1b}'])
}

/// Finds lines that are the same but for their line breaks.
fn broken(steps: &[Step], left: &[Placed], right: &[Placed]) -> Vec<Step> {
    let mut found = Vec::with_capacity(steps.len());
    let mut at = 0;
    while at < steps.len() {
        let runs = (2..=MOST_BROKEN).filter_map(|length| Some((length, steps.get(at..at + length)?)));
        let run = runs.filter(|_| !matches!(steps[at], Step::Same(..)));
        let joined = run.into_iter().find_map(|(length, run)| Some((length, same_words(run, left, right)?)));
        let (length, step) = joined.unwrap_or_else(|| (1, steps[at].clone()));
        found.push(step);
        at += length;
    }
    found
}

fn same_words(run: &[Step], left: &[Placed], right: &[Placed]) -> Option<Step> {
    let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for step in run {
        match step {
            Step::Pair(row, column) => {
                rows.push(*row);
                columns.push(*column);
            }
            Step::Missing(row) => rows.push(*row),
            Step::Extra(column) => columns.push(*column),
            Step::Same(..)
            | Step::Broken(..)
            | Step::Swapped(..)
            | Step::Moved { .. }
            | Step::Gone { .. } => {
                return None;
            }
        }
    }
    let line_by_line = |lines: &[Placed], at: &[usize]| -> Vec<String> {
        at.iter().map(|at| letters(&lines[*at..=*at])).collect()
    };
    let (first, last) = (*rows.first()?, *columns.first()?);
    let (due, printed) = (line_by_line(left, &rows), line_by_line(right, &columns));
    let (words, printed_words) = (due.concat(), printed.concat());
    let is_broken = if due.len() == printed.len() {
        // What is the same line by line differs in its signs only.
        words == printed_words && due != printed
    } else {
        are_nearly(&words, &printed_words)
    };
    let is_same = is_broken && !words.is_empty() && columns.iter().all(|at| is_text(&right[*at]));
    is_same.then(|| Step::Broken(first..first + rows.len(), last..last + columns.len()))
}

/// Returns whether letters are the same, but for a few in one place where they are many: a word that is misspelt in lines that are broken.
fn are_nearly(expected: &str, actual: &str) -> bool {
    if expected == actual {
        return true;
    }
    let [one, other]: [Vec<char>; 2] = [expected, actual].map(|letters| letters.chars().collect());
    let (head, tail) = same_ends(&one, &other, char::eq);
    let mut differ = one[head..one.len() - tail].iter().chain(&other[head..other.len() - tail]);
    let differing = one.len().max(other.len()) - head - tail;
    differing <= MOST_MISSPELT && head + tail >= 8 * differing && differ.all(|letter| letter.is_alphabetic())
}
