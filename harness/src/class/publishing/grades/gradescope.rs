//! The grades that Gradescope exports.
//!
//! It does not say that it imports marks of programs again; the table is for whatever a course does with its export.

use super::{GradesByLine, number, worth_enough};
use crate::cases::problem::Problem;
use crate::class::table::Table;
use crate::reports::marks;

/// The columns by which the table is known.
pub(super) const CAPTIONS: [&str; 3] = ["Total Score", "Max Points", "Status"];

/// What the status of a marked submission is.
const GRADED: &str = "Graded";

/// Returns the table with these grades.
pub(super) fn filled(
    file: &str,
    mut table: Table,
    grades: &GradesByLine,
    out_of: f64,
) -> Result<Table, Problem> {
    let [total, maximum, status] = CAPTIONS.map(|caption| table.column(caption).expect("it was looked for"));
    for line in &table.lines {
        worth_enough(file, number(line.cell(maximum)), out_of)?;
    }
    for (place, number) in grades {
        table.lines[*place].set(total, marks(*number));
        table.lines[*place].set(status, GRADED.to_string());
    }
    Ok(table)
}
