//! What holds of what staff have decided: the last word on each mistake, and on each row of each submission.

use std::collections::BTreeMap;

use super::naming::Clues;
use super::same_student::row_about;
use super::store::{DecisionSubject, PlannedRow, PlannedState, StaffDecision};
use crate::reports::awards::{Awards, Decision};
use crate::reports::results::Results;

/// What holds of what staff have decided about mistakes.
#[derive(Debug, Clone, Default)]
pub(super) struct Decided {
    /// What is said to all who made a mistake, by its key.
    pub(super) comments: BTreeMap<String, String>,
    /// What a mistake costs, by its key.
    pub(super) prices: BTreeMap<String, f64>,
}

/// What rows of the mark sheet are worth that a person has awarded, and why, by their names.
pub(super) type AwardedRows = BTreeMap<String, (f64, String)>;

/// What holds of what a person has awarded.
#[derive(Debug, Clone, Default)]
pub(super) struct HeldAwards {
    /// What each row of the class was awarded.
    pub(super) of_rows: Vec<AwardedRows>,
    /// What was awarded for what no row of the class has handed in now.
    pub(super) of_nobody: Vec<HomelessAward>,
}

/// Marks that were awarded to a student for something that none of the rows has handed in who may be the same student.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HomelessAward {
    /// What the class called the student then.
    pub(super) student: String,
    /// What was known of who it is.
    pub(super) known: Clues,
    /// The row of the mark sheet.
    pub(super) row: String,
    /// The marks.
    pub(super) marks: f64,
}

impl Decided {
    /// Returns what holds after these decisions.
    pub(super) fn after(decisions: &[StaffDecision]) -> Self {
        let mut decided = Self::default();
        for StaffDecision { subject, new, .. } in decisions {
            match subject {
                DecisionSubject::Comment(key) => {
                    let comment = (!new.is_empty()).then(|| new.clone());
                    set(&mut decided.comments, key.clone(), comment);
                }
                DecisionSubject::Price(key) => set(&mut decided.prices, key.clone(), new.parse().ok()),
                DecisionSubject::Award { .. } => {}
            }
        }
        decided
    }

    /// Returns the results of a row of the class as they are after all decisions. An award that its row cannot have any more is left out.
    pub(super) fn applied(&self, awarded: &AwardedRows, results: Results) -> Results {
        let mut results = results.repriced(&self.prices);
        for mistake in &mut results.mistakes {
            mistake.comment = self.comments.get(&mistake.key).cloned();
        }
        let mut awards = Awards::none();
        for (row, (marks, note)) in awarded {
            let note = (!note.is_empty()).then(|| note.clone());
            let decision = Decision { row: row.clone(), marks: Some(*marks), note };
            // A row that is not there any more, or is worth less, is a person's to award again.
            let _ = awards.decide(&results, decision);
        }
        awards.apply(results)
    }
}

impl HeldAwards {
    /// Returns what holds after these decisions for the rows of the class as they are now. An award belongs to the row that has handed in the
    /// same and is about the same student, whatever the class calls the student now.
    pub(super) fn after(decisions: &[StaffDecision], rows: &[PlannedRow]) -> Self {
        let mut by_submission: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, row) in rows.iter().enumerate() {
            if let PlannedState::Submission(digest) = &row.state {
                by_submission.entry(digest).or_default().push(place);
            }
        }
        let mut of_rows = vec![AwardedRows::new(); rows.len()];
        let mut of_nobody: BTreeMap<[&str; 3], Option<HomelessAward>> = BTreeMap::new();
        for StaffDecision { subject, new, note, .. } in decisions {
            let DecisionSubject::Award { student, clues, submission, row } = subject else { continue };
            let marks: Option<f64> = new.parse().ok();
            let places = by_submission.get(submission.as_str()).map_or(&[][..], Vec::as_slice);
            let candidates: Vec<&PlannedRow> = places.iter().map(|place| &rows[*place]).collect();
            let known = known_then(student, clues);
            let only = || (candidates.len() == 1 && candidates[0].called() == *student).then_some(0);
            if let Some(found) = row_about(&known, &candidates).or_else(only) {
                let value = marks.map(|marks| (marks, note.clone()));
                set(&mut of_rows[places[found]], row.clone(), value);
            } else {
                let award =
                    |marks| HomelessAward { student: student.clone(), known, row: row.clone(), marks };
                of_nobody.insert([student, submission, row], marks.map(award));
            }
        }
        Self { of_rows, of_nobody: of_nobody.into_values().flatten().collect() }
    }
}

/// Returns what was known of a student when a decision was taken; an earlier version kept only what the class called the student.
fn known_then(student: &str, clues: &Clues) -> Clues {
    if *clues == Clues::default() {
        return Clues { anything: Some(student.to_string()), ..Clues::default() };
    }
    clues.clone()
}

fn set<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}
