//! A mistake of the list while its places are gathered: where it shows best, and what it costs each row.

use std::collections::{BTreeMap, BTreeSet};

use super::about::ShownMistake;
use super::mistake::{Mistake, OF_RULE};
use super::round;
use crate::cases::{Case, Visibility};
use crate::comparison::{Detail, Difference, Setting, SuddenEnd};

/// Finds the sentence of the specification that is about a mistake.
pub(super) type AboutMistake<'a> = dyn Fn(&Mistake, &ShownMistake<'_>) -> Option<String> + 'a;

/// What is less costs a row nothing that anybody would see.
const LEAST: f64 = 0.005;

/// A mistake of the list.
#[derive(Debug)]
pub(super) struct ListedMistake {
    /// What is known of it so far.
    pub(super) mistake: Mistake,
    /// What it costs each row.
    pub(super) rows: BTreeMap<String, f64>,
    /// The cases in which it shows, by their ids.
    pub(super) shows_in: BTreeSet<String>,
    ease: Ease,
    /// The lines that are shown of the best example, which may be more than its difference has.
    shown: [Option<String>; 2],
    /// Whether nothing is told of the best example but that a line is missing.
    pub(super) is_only_missing: bool,
}

/// How good an example is; less is better: whether the case is not public, whether its row does not pay for the broken rule and its rule is another
/// one or, of other mistakes, whether nothing is known but that a line is missing or too much, the turn, where in it the line stands,
/// how long it is unless the rule is told, what was typed before it, the shortest first, and the id of the case.
type Ease = (bool, usize, usize, usize, usize, (usize, String), String);

impl ListedMistake {
    /// Returns a mistake that costs nothing yet and has no example.
    pub(super) fn new(mistake: Mistake) -> Self {
        let typed = (usize::MAX, String::new());
        let ease = (true, usize::MAX, usize::MAX, usize::MAX, usize::MAX, typed, String::new());
        let (rows, shows_in, shown) = (BTreeMap::new(), BTreeSet::new(), [None, None]);
        Self { mistake, rows, shows_in, ease, shown, is_only_missing: false }
    }

    /// Notes the cases in which it shows; the example that it has is the best of them.
    pub(super) fn keep_example(&mut self, cases: &BTreeSet<String>) {
        self.shows_in.extend(cases.iter().cloned());
        (self.ease.0, self.ease.1, self.ease.2) = (false, 0, 0);
    }

    /// Notes a place in a case; the best of them is the example.
    pub(super) fn show(&mut self, case: &Case, is_typed_otherwise: bool, difference: &Difference) {
        let is_hidden = case.visible != Visibility::Public;
        let reply = if difference.is_answer() { difference.reply.line.trim() } else { "" };
        let typed = (reply.len(), reply.to_string());
        // A case about something else seldom tells what is wrong as plainly.
        let is_elsewhere = usize::from(case.row != self.mistake.row);
        // Neither does another conversation than that of the case, which nobody finds in it.
        let is_strange = 3 * usize::from(is_typed_otherwise) + is_elsewhere;
        let ease = if self.mistake.rule.is_some() {
            let of_rule = self.mistake.part.strip_prefix(OF_RULE) == Some(&*case.rule);
            let strangeness = is_strange + usize::from(!of_rule);
            (is_hidden, strangeness, difference.turn, difference.line, 0, typed, case.id.clone())
        } else {
            let length = difference.actual.as_ref().or(difference.expected.as_ref()).map_or(0, String::len);
            (
                is_hidden,
                2 * usize::from(is_bare(difference)) + is_strange,
                difference.turn,
                difference.line,
                length,
                typed,
                case.id.clone(),
            )
        };
        if self.mistake.example.is_none() || ease < self.ease {
            self.mistake.expected.clone_from(&difference.expected);
            self.mistake.actual.clone_from(&difference.actual);
            self.shown = difference.shown_lines();
            self.is_only_missing = is_only_missing(difference);
            if self.mistake.rule.is_none() {
                self.mistake.sentence = difference.sentence();
                self.mistake.ended_by = difference.ended_by().cloned();
            }
            self.mistake.example = Some(case.id.clone());
            self.ease = ease;
        }
        self.shows_in.insert(case.id.clone());
    }

    /// Notes a case of which no place is known.
    pub(super) fn show_case(&mut self, case: &Case, sentence: String, ended_by: Option<SuddenEnd>) {
        let typed = (0, String::new());
        let ease = (case.visible != Visibility::Public, 0, 0, 0, 0, typed, case.id.clone());
        if self.mistake.example.is_none() || ease < self.ease {
            // The sentence of another case may tell what is not public.
            self.mistake.sentence = sentence;
            self.mistake.ended_by = ended_by;
            self.is_only_missing = false;
            self.mistake.example = Some(case.id.clone());
            self.ease = ease;
        }
        self.shows_in.insert(case.id.clone());
    }

    /// Returns the mistake, and what it costs exactly.
    pub(super) fn finish(self, about: &AboutMistake<'_>) -> (Mistake, f64) {
        let lost = self.rows.values().sum();
        let is_own = |row: &String| *row == self.mistake.row;
        let worse = |one: (&String, &f64), other: (&String, &f64)| {
            one.1.total_cmp(other.1).then(is_own(one.0).cmp(&is_own(other.0)))
        };
        let most = self.rows.iter().max_by(|one, other| worse(*one, *other));
        let row = most.map_or(self.mistake.row.clone(), |(row, _)| row.clone());
        let mut others: Vec<(&String, &f64)> =
            self.rows.iter().filter(|it| *it.0 != row && *it.1 >= LEAST).collect();
        others.sort_by(|one, other| other.1.total_cmp(one.1).then_with(|| one.0.cmp(other.0)));
        let other_rows = others.into_iter().map(|(row, _)| row.clone()).collect();
        let by_row =
            self.rows.into_iter().map(|(row, lost)| (row, round(lost))).filter(|(_, lost)| *lost > 0.0);
        let by_row = by_row.collect();
        let mistake = Mistake { row, other_rows, by_row, cases: self.shows_in.len(), ..self.mistake };
        let shown = ShownMistake { cases: &self.shows_in, due: self.shown[0].as_deref(), turn: self.ease.2 };
        let text = about(&mistake, &shown);
        let [expected, actual] = self.shown;
        let [expected, actual] = [expected.or(mistake.expected), actual.or(mistake.actual)];
        (Mistake { expected, actual, text, ..mistake }, lost)
    }
}

/// Returns whether nothing is told of a place but that a line is missing there.
fn is_only_missing(difference: &Difference) -> bool {
    let is_answer = |is_answer: bool| is_answer && !difference.reply.line.trim().is_empty();
    match &difference.setting {
        Setting::Usual => difference.detail == Detail::MissingLine,
        Setting::Parting { is_answer: answers, beside: None, .. } => {
            difference.actual.is_none() && !is_answer(*answers)
        }
        _ => false,
    }
}

/// Returns whether nothing is known of a place but that a line is missing there, or too much.
fn is_bare(difference: &Difference) -> bool {
    matches!(difference.detail, Detail::ExtraLine | Detail::MissingLine)
        && difference.setting == Setting::Usual
}
