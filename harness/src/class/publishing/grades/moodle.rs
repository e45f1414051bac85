//! Moodle's offline grading worksheet.
//!
//! Moodle finds a participant by `Identifier` as it wrote it, and passes over lines that are as they were, empty, locked, above the maximum
//! or changed on the platform since the export. So all columns stay, and only `Grade` is filled.

use super::{GradesByLine, StayingLines, number, worth_enough};
use crate::cases::problem::Problem;
use crate::class::table::Table;
use crate::reports::marks;

/// The columns without which Moodle imports nothing.
pub(super) const CAPTIONS: [&str; 3] = ["Identifier", "Grade", "Last modified (grade)"];

/// The column of what the assignment is worth; one that is marked by words has `Scale` instead.
const MAXIMUM: &str = "Maximum grade";

/// The column of lines that Moodle passes over, and what it says there.
const LOCKED: (&str, &str) = ("Grade can be changed", "No");

/// Returns the lines of grades that Moodle does not let anybody change.
pub(super) fn staying(table: &Table) -> StayingLines {
    let Some(column) = table.column(LOCKED.0) else { return StayingLines::new() };
    let lines = table.lines.iter().enumerate();
    let locked = lines.filter(|(_, line)| line.cell(column).eq_ignore_ascii_case(LOCKED.1));
    locked.map(|(place, _)| (place, "the grade is locked there, and stays as it is")).collect()
}

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
