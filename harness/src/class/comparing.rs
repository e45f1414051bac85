//! What has changed between two runs of a class: whose marks, by how much, and through which mistake or case.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

use super::class_mistakes::short_key;
use super::opening::NoClass;
use super::same_student::{known_of, row_about};
use super::session::{ClassState, class_state};
use super::status::RowStatus;
use super::store::PlannedRow;
use super::student_row::{KeptMarks, StudentRow};
use crate::cases::problem::Problem;
use crate::reports::{csv_line, marks};

/// Changes that are less are none.
const ROUNDING: f64 = 0.005;

/// What becomes of marks that are lower now than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lowering {
    /// The student keeps the marks from before.
    Kept,
    /// They are lower from now on.
    Lowered,
}

/// A student in two runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ComparedStudent {
    /// What the class calls the student.
    pub(crate) who: String,
    /// The full name.
    pub(crate) name: String,
    /// The status before, and now; none if the student is not in the run.
    pub(crate) statuses: [Option<RowStatus>; 2],
    /// The marks before, and now.
    pub(crate) totals: [Option<f64>; 2],
    /// The marks that the student has by the policy.
    pub(crate) kept: Option<f64>,
    /// Why they have changed: mistakes that cost something else than before, rows that a person awarded, cases with another outcome.
    pub(crate) reasons: Vec<String>,
}

/// Compares the classes in two folders. Students of the first come first.
///
/// # Errors
/// A folder without a class, and classes that were marked by different suites.
pub(crate) fn compare(
    before: &Path,
    now: &Path,
    lowering: Lowering,
) -> Result<Vec<ComparedStudent>, NoClass> {
    let (before, now) = (class_state(before)?, class_state(now)?);
    if before.suite != now.suite {
        let message = format!("was marked by the suite `{}`, the other one by `{}`", now.suite, before.suite);
        return Err(Problem::of_file(&now.gradebook.display().to_string(), message)
            .help("compare two runs of one assignment")
            .into());
    }
    Ok(compared(&before, &now, lowering))
}

/// Returns the marks that each of these rows had in the class in the folder `before`, and who had marks there and is not among them. Students
/// are known again as in a comparison.
///
/// # Errors
/// A folder without a class, and a class that was marked by another suite.
pub(super) fn earlier_marks(
    before: &Path,
    suite: &str,
    now: &[StudentRow],
) -> Result<(Vec<Option<f64>>, Vec<String>), NoClass> {
    let state = class_state(before)?;
    if state.suite != suite {
        let message = format!("was marked by the suite `{}`, not by `{suite}`", state.suite);
        return Err(Problem::of_file(&before.display().to_string(), message)
            .help("name an earlier run of the same assignment")
            .into());
    }
    let (mut marks, mut gone) = (vec![None; now.len()], Vec::new());
    for (row, partner) in state.rows.iter().zip(partners(&state.rows, now)) {
        match partner {
            Some(place) => marks[place] = row.final_marks(),
            None if row.final_marks().is_some() => gone.push(row.called()),
            None => {}
        }
    }
    Ok((marks, gone))
}

fn compared(before: &ClassState, now: &ClassState, lowering: Lowering) -> Vec<ComparedStudent> {
    let partners = partners(&before.rows, &now.rows);
    let of_before = before.rows.iter().zip(&partners).map(|(row, partner)| {
        let now = partner.map(|place| &now.rows[place]);
        student(Some(row), now, now.unwrap_or(row).called(), lowering)
    });
    let is_new = |place: &usize| !partners.contains(&Some(*place));
    let new = (0..now.rows.len()).filter(is_new).map(|place| &now.rows[place]);
    of_before.chain(new.map(|row| student(None, Some(row), row.called(), lowering))).collect()
}

/// Returns for each row of the first run which row of the second one is about the same student: the one that is called so, else the only one
/// left with the same submission that may be the student's, else the only one left at all.
fn partners(before: &[StudentRow], now: &[StudentRow]) -> Vec<Option<usize>> {
    let mut partners = vec![None; before.len()];
    let mut left: BTreeSet<usize> = (0..now.len()).collect();
    let is_called_so = |row: &StudentRow, other: &StudentRow| row.called() == other.called();
    let has_handed_in_the_same =
        |row: &StudentRow, other: &StudentRow| row.planned.state == other.planned.state;
    let is_any = |_: &StudentRow, _: &StudentRow| true;
    let rounds: [fn(&StudentRow, &StudentRow) -> bool; 3] = [is_called_so, has_handed_in_the_same, is_any];
    for (round, may_be) in rounds.into_iter().enumerate() {
        for (row, partner) in before.iter().zip(&mut partners).filter(|(_, partner)| partner.is_none()) {
            let places: Vec<usize> = left.iter().copied().filter(|place| may_be(row, &now[*place])).collect();
            let rows: Vec<&PlannedRow> = places.iter().map(|place| &now[*place].planned).collect();
            let found = if round == 0 {
                (!rows.is_empty()).then_some(0)
            } else {
                row_about(&known_of(&row.planned), &rows)
            };
            if let Some(found) = found.map(|found| places[found]) {
                left.remove(&found);
                *partner = Some(found);
            }
        }
    }
    partners
}

fn student(
    before: Option<&StudentRow>,
    now: Option<&StudentRow>,
    who: String,
    lowering: Lowering,
) -> ComparedStudent {
    let both = [before, now];
    let totals = both.map(|row| row.and_then(StudentRow::total));
    let kept = match (totals, lowering) {
        ([Some(before), Some(now)], Lowering::Kept) => Some(before.max(now)),
        ([before, None], Lowering::Kept) => before,
        ([_, now], _) => now,
    };
    let sheets = both.map(|row| row.and_then(|row| row.marks.as_ref()));
    let reasons = match sheets {
        [Some(before), Some(now)] => reasons(before, now),
        _ => Vec::new(),
    };
    let name = now.or(before).map(|row| row.planned.name.clone()).unwrap_or_default();
    ComparedStudent { who, name, statuses: both.map(|row| row.map(|row| row.status)), totals, kept, reasons }
}

impl ComparedStudent {
    /// Returns by how much the marks have changed; nothing if they are the same, or there are none in either run.
    pub(crate) fn change(&self) -> Option<f64> {
        let [before, now] = self.totals;
        let change = now.unwrap_or(0.0) - before.unwrap_or(0.0);
        (change.abs() >= ROUNDING).then_some(change)
    }

    /// Returns whether anything has changed.
    pub(crate) fn has_changed(&self) -> bool {
        self.change().is_some() || self.statuses[0] != self.statuses[1] || !self.reasons.is_empty()
    }
}

/// Returns why marks have changed, the most important first.
fn reasons(before: &KeptMarks, now: &KeptMarks) -> Vec<String> {
    mistakes(before, now).into_iter().chain(awards(before, now)).chain(cases(before, now)).collect()
}

/// Returns which mistakes cost something else than before.
fn mistakes(before: &KeptMarks, now: &KeptMarks) -> Vec<String> {
    let costs = |marks: &KeptMarks| -> BTreeMap<String, f64> {
        marks.mistakes.iter().map(|mistake| (mistake.key.clone(), mistake.lost)).collect()
    };
    let (old, new) = (costs(before), costs(now));
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut changed: Vec<(f64, String)> = Vec::new();
    for key in keys {
        let cost = |costs: &BTreeMap<String, f64>| costs.get(key).copied().unwrap_or(0.0);
        let change = cost(&new) - cost(&old);
        if change.abs() >= ROUNDING {
            let all = now.mistakes.iter().chain(&before.mistakes);
            let sentence =
                all.into_iter().find(|mistake| mistake.key == *key).map_or("", |mistake| &mistake.sentence);
            let (was, is) = (marks(cost(&old)), marks(cost(&new)));
            changed.push((change.abs(), format!("{} costs {is}, not {was}: {sentence}", short_key(key))));
        }
    }
    changed.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    changed.into_iter().map(|(_, text)| text).collect()
}

/// Returns which rows a person has awarded otherwise.
fn awards(before: &KeptMarks, now: &KeptMarks) -> Vec<String> {
    let told = |marks_of: &KeptMarks, name: &str| {
        let row = marks_of.mark_sheet.iter().find(|row| row.row == name && row.by == "tutor");
        row.map_or("nothing".to_string(), |row| marks(row.awarded))
    };
    let rows = now.mark_sheet.iter().filter(|row| row.by != "harness");
    let changes = rows.filter_map(|row| {
        let (was, is) = (told(before, &row.row), told(now, &row.row));
        (was != is).then(|| format!("{} is awarded {is}, not {was}", row.row))
    });
    changes.collect()
}

/// Returns which cases have another outcome, in a sentence.
fn cases(before: &KeptMarks, now: &KeptMarks) -> Option<String> {
    let old: BTreeMap<&str, f64> = before.cases.iter().map(|case| (case.id.as_str(), case.awarded)).collect();
    let changed: Vec<&str> = now
        .cases
        .iter()
        .filter(|case| old.get(case.id.as_str()).is_none_or(|awarded| (awarded - case.awarded).abs() > 1e-6))
        .map(|case| case.id.as_str())
        .collect();
    match &changed[..] {
        [] => None,
        [only] => Some(format!("another outcome in {only}")),
        [first, ..] => Some(format!("another outcome in {} cases, as {first}", changed.len())),
    }
}

/// Writes a line for each student.
pub(crate) fn write_comparison(students: &[ComparedStudent], out: &mut dyn Write) -> io::Result<()> {
    csv_line(
        out,
        &["who", "name", "status before", "status now", "before", "now", "change", "by the policy", "why"],
    )?;
    for student in students {
        let status = |at: usize| student.statuses[at].map_or("", RowStatus::name);
        let number = |number: Option<f64>| number.map(marks).unwrap_or_default();
        let fields = [
            student.who.clone(),
            student.name.clone(),
            status(0).to_string(),
            status(1).to_string(),
            number(student.totals[0]),
            number(student.totals[1]),
            number(student.change()),
            number(student.kept),
            student.reasons.join("; "),
        ];
        csv_line(out, &fields.each_ref().map(String::as_str))?;
    }
    Ok(())
}
