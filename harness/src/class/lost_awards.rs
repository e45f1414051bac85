//! Marks that a person awarded, and that no row of the class has now: something else was handed in since, the student is not there any more,
//! or the mark sheet has changed. They stay in the list of decisions, and a person is told of each.

use super::decided::{HeldAwards, HomelessAward};
use super::same_student::row_about;
use super::store::{ClassReader, PlannedRow, StoreFault};
use super::student_row::StudentRow;
use crate::reports::marks;

/// Returns what no row has any more of what was awarded, in sentences.
///
/// # Errors
/// A file that cannot be read or understood.
pub(super) fn lost_awards(reader: &ClassReader, rows: &[StudentRow]) -> Result<Vec<String>, StoreFault> {
    let planned: Vec<PlannedRow> = rows.iter().map(|row| row.planned.clone()).collect();
    let held = HeldAwards::after(&reader.decisions()?, &planned);
    let all: Vec<&PlannedRow> = planned.iter().collect();
    let homeless = held.of_nobody.iter().filter_map(|award| homeless(award, &all, rows));
    Ok(homeless.chain(rows.iter().flat_map(not_possible)).collect())
}

/// Returns what became of an award for what nobody has handed in now; nothing if the student was awarded the same row since.
fn homeless(award: &HomelessAward, planned: &[&PlannedRow], rows: &[StudentRow]) -> Option<String> {
    let HomelessAward { student, known, row, marks: awarded } = award;
    let awarded = marks(*awarded);
    let Some(place) = row_about(known, planned) else {
        return Some(format!(
            "{student} was awarded {awarded} for {row}, and no row of the class is surely about this student now"
        ));
    };
    let now = rows[place].called();
    (!rows[place].awarded.contains_key(row)).then(|| {
        format!("{now} was awarded {awarded} for {row} of something else than what is handed in now: award it again")
    })
}

/// Returns what a row was awarded that its mark sheet does not have so.
fn not_possible(row: &StudentRow) -> Vec<String> {
    let Some(kept) = &row.marks else { return Vec::new() };
    let stands = |name: &str, awarded: f64| {
        let mut sheet = kept.mark_sheet.iter();
        sheet.any(|other| other.row == name && other.by == "tutor" && (other.awarded - awarded).abs() < 1e-9)
    };
    let lost = row.awarded.iter().filter(|(name, (awarded, _))| !stands(name, *awarded));
    lost.map(|(name, (awarded, _))| {
        let (called, awarded) = (row.called(), marks(*awarded));
        format!("{called} was awarded {awarded} for {name}, which the suite does not allow any more: award it again")
    })
    .collect()
}
