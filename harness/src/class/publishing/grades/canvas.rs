//! The gradebook that Canvas exports.
//!
//! Canvas takes every other column of an assignment, and every empty cell above a mark, for a change. So what is written has only the
//! columns that tell who a student is and the one of the assignment, and only the lines of students who have marks.

use super::{GradesByLine, Grading, StayingLines, number, worth_enough};
use crate::cases::problem::Problem;
use crate::class::table::{Table, TableLine};
use crate::reports::marks;

/// The columns by which the gradebook is known.
pub(super) const CAPTIONS: [&str; 3] = ["Student", "ID", "Section"];

/// The columns that tell who a student is.
const IDENTITY: [&str; 7] =
    ["Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section"];

/// What the first cell of the line says that tells what assignments are worth.
const POINTS: &str = "Points Possible";

/// What stands in that line below columns that Canvas computes.
const READ_ONLY: &str = "(read only)";

/// What stands in the cell of a student who is excused.
const EXCUSED: &str = "EX";

/// Returns the lines of students who are excused from the assignment.
///
/// # Errors
/// A gradebook that does not say which column is that of the assignment.
pub(super) fn staying(file: &str, table: &Table, grading: Grading<'_>) -> Result<StayingLines, Problem> {
    let points = table.lines.iter().find(|line| is_points(line));
    let column = assignment(file, table, points, grading)?;
    let lines = table.lines.iter().enumerate();
    let excused = lines.filter(|(_, line)| line.cell(column).eq_ignore_ascii_case(EXCUSED));
    Ok(excused.map(|(place, _)| (place, "is excused there, and stays so")).collect())
}

/// Returns the gradebook with these grades and nothing else that Canvas would change.
pub(super) fn filled(
    file: &str,
    table: &Table,
    grades: &GradesByLine,
    grading: Grading<'_>,
) -> Result<Table, Problem> {
    let points = table.lines.iter().find(|line| is_points(line));
    let assignment = assignment(file, table, points, grading)?;
    worth_enough(file, points.and_then(|line| number(line.cell(assignment))), grading.out_of)?;
    let identity = IDENTITY.iter().filter_map(|caption| table.column(caption));
    let columns: Vec<usize> = identity.chain([assignment]).collect();
    let mut chosen = table.with_columns(&columns);
    for (place, number) in grades {
        chosen.lines[*place].set(columns.len() - 1, marks(*number));
    }
    let lines = chosen.lines.iter().enumerate();
    let wanted = lines.filter(|(place, line)| is_points(line) || grades.contains_key(place));
    chosen.lines = wanted.map(|(_, line)| line.clone()).collect();
    Ok(chosen)
}

fn is_points(line: &TableLine) -> bool {
    line.cell(0) == POINTS
}

/// Returns the column of the assignment: the one with its title or number, else the only one there is.
fn assignment(
    file: &str,
    table: &Table,
    points: Option<&TableLine>,
    grading: Grading<'_>,
) -> Result<usize, Problem> {
    let is_read_only = |column: &usize| points.is_some_and(|line| line.cell(*column) == READ_ONLY);
    let titles = |column: usize| titled(&table.captions[column]).map(|titled| (column, titled));
    let all: Vec<(usize, (&str, &str))> =
        (0..table.captions.len()).filter(|column| !is_read_only(column)).filter_map(titles).collect();
    let wanted = grading.assignment.trim().to_lowercase();
    let is_meant = |(_, (title, number)): &&(usize, (&str, &str))| {
        title.to_lowercase() == wanted
            || **number == wanted
            || format!("{title} ({number})").to_lowercase() == wanted
    };
    let meant: Vec<_> = all.iter().filter(is_meant).collect();
    match (&meant[..], &all[..]) {
        ([(column, _)], _) => Ok(*column),
        ([], [(column, _)]) if !grading.is_named => Ok(*column),
        _ => {
            let known: Vec<&str> = all.iter().map(|(column, _)| table.captions[*column].as_str()).collect();
            let message = format!(
                "does not say which column is that of `{}`: {}",
                grading.assignment,
                known.join(", ")
            );
            Err(Problem::of_file(file, message).help("name the column with --assignment, or its number"))
        }
    }
}

/// Returns the title and the number of an assignment, of a caption such as `Project 1 (12345)`.
fn titled(caption: &str) -> Option<(&str, &str)> {
    let (title, number) = caption.trim().strip_suffix(')')?.rsplit_once(" (")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((title, number))
}
