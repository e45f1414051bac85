//! Moodle's offline grading worksheet.
//!
//! Moodle finds a participant by `Identifier` as it wrote it, and passes over lines that are as they were, empty, locked, above the maximum
//! or changed on the platform since the export. So all columns stay, and only `Grade` is filled.

use super::{GradesByLine, number, worth_enough};
use crate::cases::problem::Problem;
use crate::class::table::Table;
use crate::reports::marks;

/// The columns without which Moodle imports nothing.
pub(super) const CAPTIONS: [&str; 3] = ["Identifier", "Grade", "Last modified (grade)"];

/// The column of what the assignment is worth; one that is marked by words has `Scale` instead.
const MAXIMUM: &str = "Maximum grade";

/// Returns the worksheet with these grades.
pub(super) fn filled(
    file: &str,
    mut table: Table,
    grades: &GradesByLine,
    out_of: f64,
) -> Result<Table, Problem> {
    let Some(maximum) = table.column(MAXIMUM) else {
        let message = format!("has no column `{MAXIMUM}`: the assignment is not marked by numbers");
        return Err(
            Problem::of_file(file, message).help("let the assignment have a grade of the type `Point`")
        );
    };
    for line in &table.lines {
        worth_enough(file, number(line.cell(maximum)), out_of)?;
    }
    let grade = table.column(CAPTIONS[1]).expect("it was looked for");
    let has_comma = table.lines.iter().any(|line| line.cell(maximum).contains(','));
    for (place, number) in grades {
        let text = marks(*number);
        table.lines[*place].set(grade, if has_comma { text.replace('.', ",") } else { text });
    }
    Ok(table)
}
