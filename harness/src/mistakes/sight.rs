//! Sees slips: every difference of a case gets the key of one.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::edit::{Edit, Edits, PlacedReplacement, Replacement, hunks};
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::{NAME, Symbol, is_value};
use super::look::{LastTurn, Sighting, astray};
use super::page::{Page, Placed};
use super::steps::Step;
use super::vocabulary::Vocabulary;
use crate::cases::Cause;

/// What is needed to see slips.
pub(super) struct Eye<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) lexicon: &'a Lexicon,
    pub(super) edits: &'a mut Edits,
    /// The keys that were met.
    pub(super) keys: &'a mut BTreeSet<Arc<Key>>,
}

/// Two turns, and what else is known of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct TurnBeside<'a> {
    pub(super) expected: &'a Page,
    pub(super) actual: &'a Page,
    /// The way through the lines of both.
    pub(super) steps: &'a [Step],
    /// Whether something is typed after the expected turn.
    pub(super) asks: bool,
    /// How much of the printed turn is there.
    pub(super) printed: LastTurn,
    /// Standard error of the whole run.
    pub(super) errors: &'a str,
}

impl Eye<'_> {
    /// Returns the slips of a turn whose `lost` lines are known, in the order of its steps.
    pub(super) fn sightings(&mut self, turn: TurnBeside<'_>, lost: &[usize]) -> Vec<Sighting> {
        let TurnBeside { expected, actual, steps, .. } = turn;
        if has_rows(expected) && !has_rows(actual) {
            // A table that is not drawn is looked at cell by cell when it is judged.
            return Vec::new();
        }
        let mut found = Vec::new();
        let is_lost = expected.lines.len() > 1 && lost.len() == expected.lines.len();
        let end = if turn.printed == LastTurn::CutOff { rest(steps) } else { steps.len() };
        for (step, way) in steps[..end].iter().enumerate() {
            if let Step::Same(row, column) = way {
                let prompt = self.prompt(expected, *row, actual, *column).filter(|_| turn.asks);
                found.extend(prompt.map(|(key, part)| (key, step, part)));
            }
            let keys = self.keys(way, turn).into_iter();
            // A turn of which nothing is there is a step that is missing, and no wording.
            let keys = keys.filter(|(key, _)| !is_lost || !key.replaces_a_line());
            found.extend(keys.map(|(key, part)| (key, step, part)));
        }
        found.extend(self.displaced(steps, expected));
        let astray = astray(steps, expected, actual, self.vocabulary);
        let all = astray.iter().filter(|is_astray| **is_astray).count();
        let seen = |(key, step, part): (Key, usize, _)| {
            let is_in_step = all == usize::from(astray[step]);
            Sighting { key: self.shared(key), step, part, is_in_step }
        };
        let mut sightings = Vec::with_capacity(found.len());
        sightings.extend(found.into_iter().map(seen));
        sightings
    }

    /// Returns the one that equals `key`: the text of a long line may stand in it.
    fn shared(&mut self, key: Key) -> Arc<Key> {
        if let Some(known) = self.keys.get(&key) {
            return Arc::clone(known);
        }
        let key = Arc::new(key);
        self.keys.insert(Arc::clone(&key));
        key
    }

    /// Returns the expected lines of a turn that are not there, or are other ones altogether.
    pub(super) fn lost(&mut self, steps: &[Step], expected: &Page, actual: &Page) -> Vec<usize> {
        let mut lost = |step: &Step| match step {
            Step::Missing(row) => Some(*row),
            Step::Pair(row, column) => {
                let (one, other) = (&expected.lines[*row].line, &actual.lines[*column].line);
                matches!(*self.edits.edit(one, other, self.lexicon), Edit::Other).then_some(*row)
            }
            _ => None,
        };
        steps.iter().filter_map(&mut lost).collect()
    }

    /// Returns the slip of a prompt without the blank at its end: what comes next stands there.
    fn prompt(
        &self,
        expected: &Page,
        row: usize,
        actual: &Page,
        column: usize,
    ) -> Option<(Key, &'static str)> {
        let is_last = row + 1 == expected.lines.len() && column + 1 == actual.lines.len();
        let stays = expected.breaks_after == 0 && actual.breaks_after == 0;
        let (one, other) = (&expected.lines[row], &actual.lines[column]);
        let lacks = one.line.raw.ends_with(' ') && !other.line.raw.ends_with([' ', '\t']);
        let key = Key::Form(self.vocabulary.family(one.part()), Cause::InnerBlanks);
        (is_last && stays && lacks).then(|| (key, one.part()))
    }

    /// Returns sightings of the lines between the place where a line stands and the one where it should stand.
    fn displaced(&self, steps: &[Step], expected: &Page) -> Vec<(Key, usize, &'static str)> {
        let mut found = Vec::new();
        let mut open: Option<usize> = None;
        for (step, way) in steps.iter().enumerate() {
            match (way, open) {
                (Step::Moved { row, .. } | Step::Gone { row, .. }, None) => open = Some(*row),
                (Step::Moved { .. } | Step::Gone { .. }, Some(_)) => open = None,
                (_, Some(row)) => {
                    let part = expected.lines[row].part();
                    found.push((Key::Swapped(self.vocabulary.family(part)), step, part));
                }
                _ => {}
            }
        }
        found
    }

    fn keys(&mut self, step: &Step, turn: TurnBeside<'_>) -> Vec<(Key, &'static str)> {
        let TurnBeside { expected, actual, steps, errors, .. } = turn;
        let family = |part| self.vocabulary.family(part);
        let swapped = |row: usize| {
            let part = expected.lines[row].part();
            (Key::Swapped(family(part)), part)
        };
        match step {
            Step::Same(..) => Vec::new(),
            Step::Pair(row, column) => self.of_pair(&expected.lines[*row], &actual.lines[*column]),
            Step::Missing(row) => {
                let placed = &expected.lines[*row];
                let part = placed.part();
                let key = placed.line.key.trim();
                if !key.is_empty() && errors.lines().any(|line| is_printed(key, line)) {
                    return vec![(Key::Stream(family(part)), part)];
                }
                vec![(Key::missing((part, placed.line.form), self.vocabulary, self.lexicon), part)]
            }
            Step::Extra(column) => {
                if let Some(once) = should_come_once(*column, expected, actual) {
                    return vec![(Key::Twice(family(once.part())), once.part())];
                }
                let part = before(*column, steps).and_then(|row| expected.lines.get(row));
                let part = part.or(expected.lines.first()).map_or("", Placed::part);
                vec![(Key::Extra(actual.lines[*column].line.form), part)]
            }
            Step::Broken(rows, columns) => {
                let part = expected.lines[rows.start].part();
                let symbols = |lines: &[Placed]| -> Vec<Symbol> {
                    lines.iter().flat_map(|placed| placed.line.symbols()).collect()
                };
                let misspelt =
                    hunks(&symbols(&expected.lines[rows.clone()]), &symbols(&actual.lines[columns.clone()]));
                let letters = |words: &[Symbol]| self.lexicon.phrase(words).replace(' ', "");
                let is_of_words = |hunk: &Replacement| {
                    let is_any_value = hunk.expected.iter().chain(&hunk.actual).any(|word| is_value(*word));
                    // Words are joined where the break between them is missing.
                    !is_any_value && letters(&hunk.expected) != letters(&hunk.actual)
                };
                let misspelt = misspelt.into_iter().map(|placed| placed.hunk).filter(is_of_words);
                let misspelt = misspelt.map(|hunk| Key::Words(family(part), hunk));
                misspelt.chain([Key::Broken(family(part))]).map(|key| (key, part)).collect()
            }
            Step::Swapped(row, _) => vec![swapped(*row)],
            Step::Moved { row, column } | Step::Gone { row, column } => {
                let (one, other) = (&expected.lines[*row], &actual.lines[*column]);
                let mut found = vec![swapped(*row)];
                if one.line.key != other.line.key {
                    found.extend(self.of_pair(one, other));
                }
                found
            }
        }
    }

    fn of_pair(&mut self, expected: &Placed, actual: &Placed) -> Vec<(Key, &'static str)> {
        let family = |part| self.vocabulary.family(part);
        let first = expected.part();
        match &*self.edits.edit(&expected.line, &actual.line, self.lexicon) {
            Edit::Values => Vec::new(),
            Edit::Form(cause, _) => vec![(Key::Form(family(first), *cause), first)],
            Edit::Signs(missing, added, _) => {
                vec![(Key::Signs(family(first), missing.clone(), added.clone()), first)]
            }
            Edit::Words(hunks) => {
                let key = |placed: &PlacedReplacement| {
                    let tokens = &expected.line.tokens;
                    let at = tokens.get(placed.expected.start).or(tokens.last());
                    let part = expected.part_at(at.map_or(0, |token| token.start));
                    let is_value = |word: &Symbol| self.vocabulary.is_value(part, *word);
                    let after = placed.hunk.after.map(|word| if is_value(&word) { NAME } else { word });
                    (Key::Words(family(part), Replacement { after, ..placed.hunk.clone() }), part)
                };
                hunks.iter().map(key).collect()
            }
            Edit::Other => {
                let (one, other) = (&expected.line, &actual.line);
                let template = self.vocabulary.template(first, one.form, self.lexicon);
                let printed = self.vocabulary.template_beside(first, one, other, self.lexicon);
                vec![(Key::Line(family(first), template, printed), first)]
            }
        }
    }
}

/// Returns the first of the steps from which on all lines are missing.
fn rest(steps: &[Step]) -> usize {
    steps.iter().rposition(|step| !matches!(step, Step::Missing(_))).map_or(0, |last| last + 1)
}

/// Returns whether a page holds rows of a drawn table.
fn has_rows(page: &Page) -> bool {
    page.lines.iter().any(|placed| placed.line.raw.starts_with('|'))
}

/// Returns whether a line of standard error shows `key`, not only as a quotation from a program's text.
fn is_printed(key: &str, line: &str) -> bool {
    line.match_indices(key).any(|(at, _)| !line[..at].ends_with(['"', '\'']))
}

/// Returns the expected line that the extra line `column` repeats, if its turn says it twice wherever it should say it once, or twice
/// in a row, as it never should; of a line with another value the one that it stands for.
fn should_come_once<'a>(column: usize, expected: &'a Page, actual: &Page) -> Option<&'a Placed> {
    let line = &actual.lines[column].line;
    let is_it = |placed: &&Placed| !line.key.trim().is_empty() && placed.line.key == line.key;
    let due = expected.lines.iter().filter(is_it).count();
    let beside = [column.checked_sub(1), Some(column + 1)].into_iter().flatten();
    let is_in_a_row = beside.filter_map(|at| actual.lines.get(at)).any(|other| is_it(&other));
    if due == 0 {
        let stands_for = |placed: &&Placed| placed.line.form == line.form;
        let never_is = || !expected.lines.windows(2).any(|two| two[0].line.key == two[1].line.key);
        return expected.lines.iter().find(stands_for).filter(|_| is_in_a_row && never_is());
    }
    let once = expected.lines.iter().find(is_it)?;
    // An output may have a hundred thousand such lines: no more are counted than it takes.
    let is_twice = actual.lines.iter().filter(is_it).take(2 * due + 1).count() == 2 * due;
    let never_is = || !expected.lines.windows(2).any(|two| is_it(&&two[0]) && is_it(&&two[1]));
    (is_twice || is_in_a_row && never_is()).then_some(once)
}

/// Returns the expected line that the extra line `column` follows.
fn before(column: usize, steps: &[Step]) -> Option<usize> {
    let mut near = None;
    for step in steps {
        match step {
            Step::Extra(at) if *at == column => break,
            Step::Same(row, _) | Step::Pair(row, _) | Step::Missing(row) => near = Some(*row),
            Step::Swapped(row, _) => near = Some(row + 1),
            Step::Broken(rows, _) => near = Some(rows.end - 1),
            Step::Extra(_) | Step::Moved { .. } | Step::Gone { .. } => {}
        }
    }
    near
}
