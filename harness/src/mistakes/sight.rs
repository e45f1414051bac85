//! Sees slips: every difference of a case gets the key of one.

use super::edit::{Edit, Edits, PlacedReplacement, Replacement};
use super::evidence::Fates;
use super::key::Key;
use super::lexicon::{Lexicon, NAME, Symbol};
use super::look::{CaseView, LastTurn, Sighting};
use super::page::{Page, Placed};
use super::steps::Step;
use super::vocabulary::Vocabulary;
use crate::cases::Cause;

/// What is needed to see slips.
pub(super) struct Eye<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) lexicon: &'a Lexicon,
    pub(super) edits: &'a mut Edits,
}

impl Eye<'_> {
    /// Returns the slips of a case, in the order of its conversation; lines that are lost are counted.
    pub(super) fn sightings(&mut self, look: &CaseView<'_>, fates: &mut Fates) -> Vec<Sighting> {
        let mut found = Vec::new();
        for (pair, (turns, steps)) in look.turns.pairs.iter().zip(&look.turns.steps).enumerate() {
            let (Some(one), Some(other)) = turns else { continue };
            let (expected, actual) = (&look.expected[*one], &look.actual[*other]);
            let lost = self.lost(steps, expected, actual);
            for row in &lost {
                fates.lose(&expected.lines[*row], self.vocabulary);
            }
            if has_rows(expected) && !has_rows(actual) {
                // A table that is not drawn is looked at cell by cell when it is judged.
                continue;
            }
            let is_lost = expected.lines.len() > 1 && lost.len() == expected.lines.len();
            let is_end = look.last == LastTurn::CutOff && other + 1 == look.actual.len();
            let end = if is_end { rest(steps) } else { steps.len() };
            for (step, way) in steps[..end].iter().enumerate() {
                if let Step::Same(row, column) = way {
                    let asks = one + 1 < look.expected.len();
                    found.extend(
                        self.prompt(expected, *row, actual, *column)
                            .filter(|_| asks)
                            .map(|(key, part)| Sighting { key, pair, step, part }),
                    );
                }
                let keys = self.keys(way, expected, actual, steps, look.errors).into_iter();
                // A turn of which nothing is there is a step that is missing, and no wording.
                let keys = keys.filter(|(key, _)| !is_lost || !key.replaces_a_line());
                found.extend(keys.map(|(key, part)| Sighting { key, pair, step, part }));
            }
            found.extend(self.displaced(steps, expected, pair));
        }
        found.extend(super::blanks::sightings(look, self.vocabulary));
        found
    }

    /// Returns the expected lines of a turn that are not there, or are other ones altogether.
    fn lost(&mut self, steps: &[Step], expected: &Page, actual: &Page) -> Vec<usize> {
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
    fn displaced(&self, steps: &[Step], expected: &Page, pair: usize) -> Vec<Sighting> {
        let mut found = Vec::new();
        let mut open: Option<usize> = None;
        for (step, way) in steps.iter().enumerate() {
            match (way, open) {
                (Step::Moved { row, .. } | Step::Gone { row, .. }, None) => open = Some(*row),
                (Step::Moved { .. } | Step::Gone { .. }, Some(_)) => open = None,
                (_, Some(row)) => {
                    let part = expected.lines[row].part();
                    found.push(Sighting {
                        key: Key::Swapped(self.vocabulary.family(part)),
                        pair,
                        step,
                        part,
                    });
                }
                _ => {}
            }
        }
        found
    }

    fn keys(
        &mut self,
        step: &Step,
        expected: &Page,
        actual: &Page,
        steps: &[Step],
        errors: &[String],
    ) -> Vec<(Key, &'static str)> {
        let family = |part| self.vocabulary.family(part);
        match step {
            Step::Same(..) => Vec::new(),
            Step::Pair(row, column) => self.of_pair(&expected.lines[*row], &actual.lines[*column]),
            Step::Missing(row) => {
                let placed = &expected.lines[*row];
                let part = placed.part();
                let key = placed.line.key.trim();
                if !key.is_empty() && errors.iter().any(|line| is_printed(key, line)) {
                    return vec![(Key::Stream(family(part)), part)];
                }
                let template = self.vocabulary.template(part, placed.line.form, self.lexicon);
                vec![(Key::Missing(family(part), template), part)]
            }
            Step::Extra(column) => {
                let part = before(*column, steps).and_then(|row| expected.lines.get(row));
                let part = part.or(expected.lines.first()).map_or("", Placed::part);
                vec![(Key::Extra(actual.lines[*column].line.form), part)]
            }
            Step::Broken(rows, _) => {
                let part = expected.lines[rows.start].part();
                vec![(Key::Broken(family(part)), part)]
            }
            Step::Swapped(row, _) | Step::Moved { row, .. } | Step::Gone { row, .. } => {
                let part = expected.lines[*row].part();
                vec![(Key::Swapped(family(part)), part)]
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
