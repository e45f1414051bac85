//! What holds of what staff have decided: the last word on each mistake, and on each row of each submission.

use std::collections::BTreeMap;

use super::store::{DecisionSubject, StaffDecision};
use crate::reports::awards::{Awards, Decision};
use crate::reports::results::Results;

/// What holds of what staff have decided.
#[derive(Debug, Clone, Default)]
pub(super) struct Decided {
    /// What is said to all who made a mistake, by its key.
    pub(super) comments: BTreeMap<String, String>,
    /// What a mistake costs, by its key.
    pub(super) prices: BTreeMap<String, f64>,
    /// What rows are worth, by the student, the submission and the row, and why.
    awards: BTreeMap<[String; 3], (f64, String)>,
}

impl Decided {
    /// Returns what holds after these decisions.
    pub(super) fn after(decisions: &[StaffDecision]) -> Self {
        let mut decided = Self::default();
        for StaffDecision { subject, new, note, .. } in decisions {
            match subject {
                DecisionSubject::Comment(key) => {
                    let comment = (!new.is_empty()).then(|| new.clone());
                    set(&mut decided.comments, key.clone(), comment);
                }
                DecisionSubject::Price(key) => set(&mut decided.prices, key.clone(), new.parse().ok()),
                DecisionSubject::Award { student, submission, row } => {
                    let place = [student, submission, row].map(Clone::clone);
                    set(&mut decided.awards, place, new.parse().ok().map(|marks| (marks, note.clone())));
                }
            }
        }
        decided
    }

    /// Returns the marks that a person gave for a row of a student's submission.
    pub(super) fn award(&self, student: &str, submission: &str, row: &str) -> Option<f64> {
        let place = [student, submission, row].map(str::to_string);
        self.awards.get(&place).map(|(marks, _)| *marks)
    }

    /// Returns the results of a student's submission as they are after all decisions. An award that its row cannot have any more is left out.
    pub(super) fn applied(&self, student: &str, results: Results) -> Results {
        let mut results = results.repriced(&self.prices);
        for mistake in &mut results.mistakes {
            mistake.comment = self.comments.get(&mistake.key).cloned();
        }
        let mut awards = Awards::none();
        for ([whose, submission, row], (marks, note)) in &self.awards {
            if whose == student && *submission == results.target_digest {
                let note = (!note.is_empty()).then(|| note.clone());
                let decision = Decision { row: row.clone(), marks: Some(*marks), note };
                // A row that is not there any more, or is worth less, is a person's to award again.
                let _ = awards.decide(&results, decision);
            }
        }
        awards.apply(results)
    }
}

fn set<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}
