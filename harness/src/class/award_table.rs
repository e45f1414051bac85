//! Marks for many students at once, from a table: who, and a column for each row of the mark sheet that a person awards. The gradebook itself,
//! with its empty fields filled in, is such a table.

use std::path::Path;

use super::deciding::{Decider, DecisionOutcome, GivenMarks, OpenClass};
use super::naming::Clues;
use super::roster::{Roster, Student, students};
use super::session::NoClass;
use super::student_row::StudentRow;
use super::table::{Table, TableLine};
use super::whose::{Whose, whose};
use crate::cases::problem::{Place, Problem};
use crate::reports::awards::Decision;
use crate::reports::marks;

/// The column that says why. That of the gradebook, `note`, is the harness's own.
const NOTE: &str = "comment";

/// Awards what the table in `file` says; nothing of it, if anything is wrong.
///
/// # Errors
/// All that is wrong with the table.
pub(crate) fn award_from(
    folder: &Path,
    file: &Path,
    decider: Decider<'_>,
) -> Result<DecisionOutcome, NoClass> {
    let name = file.display().to_string();
    let bytes = std::fs::read(file).map_err(|error| Problem::unread(&name, error))?;
    let table = Table::parse(&name, &bytes)?;
    let class = OpenClass::open(folder)?;
    let given = given(&name, &table, &class.rows).map_err(NoClass::Problems)?;
    let changes = class.awards(given)?;
    class.keep(changes, decider)
}

/// Awards rows of one student.
///
/// # Errors
/// A student whom the class does not know, and marks that the rows cannot have.
pub(crate) fn award_student(
    folder: &Path,
    student: &str,
    decisions: Vec<Decision>,
    decider: Decider<'_>,
) -> Result<DecisionOutcome, NoClass> {
    let class = OpenClass::open(folder)?;
    let is_meant = |(_, row): &(usize, &StudentRow)| {
        let planned = &row.planned;
        [&planned.id, &planned.name].into_iter().chain(&planned.labels).any(|text| text == student)
    };
    let found: Vec<usize> = class.rows.iter().enumerate().filter(is_meant).map(|(place, _)| place).collect();
    let [place] = found[..] else {
        let message =
            if found.is_empty() { "nobody in the class is called so" } else { "several rows are called so" };
        return Err(Problem::of_file(student, message)
            .help("give an id or a name as the gradebook has them")
            .into());
    };
    let given = decisions.into_iter().map(|decision| GivenMarks { student: place, decision }).collect();
    let changes = class.awards(given)?;
    class.keep(changes, decider)
}

/// Returns the marks that a table gives.
fn given(file: &str, table: &Table, rows: &[StudentRow]) -> Result<Vec<GivenMarks>, Vec<Problem>> {
    let sheet = rows.iter().find_map(|row| row.marks.as_ref()).map(|marks| &marks.mark_sheet);
    let names: Vec<&str> = sheet.into_iter().flatten().map(|row| row.row.as_str()).collect();
    let columns: Vec<(usize, &str)> =
        names.iter().filter_map(|name| Some((table.column(name)?, *name))).collect();
    if columns.is_empty() {
        let message = format!("has no column of a row that is awarded: the rows are {}", names.join(", "));
        return Err(vec![
            Problem::of_file(file, message).help("give each row that you award a column with its name"),
        ]);
    }
    let roster = Roster { students: rows.iter().map(known_as).collect() };
    let note = table.column(NOTE).filter(|_| table.column("total").is_none());
    let mut given = Vec::new();
    let mut problems = Vec::new();
    for (line, student) in students(table) {
        let line = &table.lines[line];
        let place = match whose(&roster, &clues(&student)) {
            Whose::Of(found) if found.len() == 1 => found[0],
            _ => {
                let message = "is about nobody in the class, or about several students";
                problems.push(
                    at(file, line, message).help("name students by id or name as the gradebook has them"),
                );
                continue;
            }
        };
        for (column, name) in &columns {
            match mark(&rows[place], name, line.cell(*column)) {
                Ok(None) => {}
                Ok(Some(marks)) => {
                    let note = note.map(|note| line.cell(note).to_string()).filter(|note| !note.is_empty());
                    let decision = Decision { row: (*name).to_string(), marks: Some(marks), note };
                    given.push(GivenMarks { student: place, decision });
                }
                Err(message) => {
                    problems.push(at(file, line, &message).help("correct it, or leave the field empty"));
                }
            }
        }
    }
    if problems.is_empty() { Ok(given) } else { Err(problems) }
}

/// Returns the marks in a cell; nothing if it is empty, or says what is so anyway.
fn mark(row: &StudentRow, name: &str, cell: &str) -> Result<Option<f64>, String> {
    let sheet = row.marks.iter().flat_map(|marks| &marks.mark_sheet);
    let own = sheet.into_iter().find(|own| own.row == name);
    if cell.is_empty() || own.is_some_and(|own| own.by == "harness" && marks(own.awarded) == cell) {
        return Ok(None);
    }
    let number =
        cell.replace(',', ".").parse::<f64>().ok().filter(|marks| marks.is_finite() && *marks >= 0.0);
    number.map(Some).ok_or_else(|| format!("`{}` is no number of marks for `{name}`", cell.escape_debug()))
}

/// Returns a row of the class as a student whom lines of a table may mean.
fn known_as(row: &StudentRow) -> Student {
    let Clues { ids, platform_ids, logins, emails, .. } = row.planned.clues.clone();
    let own = Some(row.planned.id.clone()).filter(|id| !id.is_empty());
    Student {
        name: row.planned.name.clone(),
        ids: own.into_iter().chain(ids).collect(),
        platform_ids,
        logins,
        emails,
        groups: Vec::new(),
    }
}

/// Returns what a line of a table tells of whom it means.
fn clues(student: &Student) -> Clues {
    let Student { name, ids, platform_ids, logins, emails, .. } = student.clone();
    Clues { ids, platform_ids, logins, emails, names: vec![name], ..Clues::default() }.tidy()
}

fn at(file: &str, line: &TableLine, message: &str) -> Problem {
    Problem::at(file, Place { line: line.number, column: 1 }, message)
}
