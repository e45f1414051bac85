//! Marks for many students at once, from a table: who, and a column for each row of the mark sheet that a person awards. The gradebook itself,
//! with its empty fields filled in, is such a table.

use std::collections::BTreeMap;
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
    let (given, mut problems) = given(&name, &table, &class.rows);
    let mut changes = Vec::new();
    // Every line that is wrong is told, whatever is wrong with it.
    for (line, given) in given {
        match class.award(given) {
            Ok(change) => changes.push(change),
            Err(NoClass::Problem(problem)) => problems.push(in_line(&name, line, problem)),
            Err(other) => return Err(other),
        }
    }
    if !problems.is_empty() {
        problems.sort();
        return Err(NoClass::Problems(problems));
    }
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
    let award = |decision: Decision| class.award(GivenMarks { student: place, decision });
    let changes = decisions.into_iter().map(award).collect::<Result<Vec<_>, _>>()?;
    class.keep(changes, decider)
}

/// Returns the marks that a table gives, each with the number of its line, and what is wrong with it.
fn given(file: &str, table: &Table, rows: &[StudentRow]) -> (Vec<(usize, GivenMarks)>, Vec<Problem>) {
    let sheet = rows.iter().find_map(|row| row.marks.as_ref()).map(|marks| &marks.mark_sheet);
    let names: Vec<&str> = sheet.into_iter().flatten().map(|row| row.row.as_str()).collect();
    let columns: Vec<(usize, &str)> =
        names.iter().filter_map(|name| Some((table.column(name)?, *name))).collect();
    if columns.is_empty() {
        let message = format!("has no column of a row that is awarded: the rows are {}", names.join(", "));
        let problem =
            Problem::of_file(file, message).help("give each row that you award a column with its name");
        return (Vec::new(), vec![problem]);
    }
    let roster = Roster { students: rows.iter().map(known_as).collect() };
    let note = table.column(NOTE).filter(|_| table.column("total").is_none());
    let who: BTreeMap<usize, Student> = students(table).into_iter().collect();
    let mut given: BTreeMap<(usize, &str), (usize, GivenMarks)> = BTreeMap::new();
    let mut problems = Vec::new();
    for (place, line) in table.lines.iter().enumerate() {
        if line.is_longer_than(table.captions.len()) {
            let message = format!("has more fields than the {} columns", table.captions.len());
            let help = "put a field that has the separator in it in quotation marks";
            problems.push(at(file, line, &message).help(help));
            continue;
        }
        let Some(student) = who.get(&place) else {
            if columns.iter().any(|(column, _)| !line.cell(*column).is_empty()) {
                let help = "name each student by id or name as the gradebook has them";
                problems.push(at(file, line, "gives marks to nobody").help(help));
            }
            continue;
        };
        let student = match whose(&roster, &clues(student)) {
            Whose::Of(found) if found.len() == 1 => found[0],
            _ => {
                let message = "is about nobody in the class, or about several students";
                let help = "name students by id or name as the gradebook has them";
                problems.push(at(file, line, message).help(help));
                continue;
            }
        };
        for (column, name) in &columns {
            let marks = match mark(&rows[student], name, line.cell(*column)) {
                Ok(None) => continue,
                Ok(Some(marks)) => marks,
                Err(message) => {
                    problems.push(at(file, line, &message).help("correct it, or leave the field empty"));
                    continue;
                }
            };
            let note = note.map(|note| line.cell(note).to_string()).filter(|note| !note.is_empty());
            let decision = Decision { row: (*name).to_string(), marks: Some(marks), note };
            let own = GivenMarks { student, decision };
            match given.get(&(student, *name)) {
                Some((earlier, other)) if *other != own => {
                    let message =
                        format!("gives other marks for `{name}`, or another comment, than line {earlier}");
                    problems.push(at(file, line, &message).help("keep one of the two lines"));
                }
                _ => drop(given.insert((student, name), (line.number, own))),
            }
        }
    }
    (given.into_values().collect(), problems)
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
        ..Student::default()
    }
}

/// Returns what a line of a table tells of whom it means.
fn clues(student: &Student) -> Clues {
    let Student { name, ids, platform_ids, logins, emails, .. } = student.clone();
    Clues { ids, platform_ids, logins, emails, names: vec![name], ..Clues::default() }.tidy()
}

/// Returns what is wrong with what a line of a table says of a student.
fn in_line(file: &str, line: usize, problem: Problem) -> Problem {
    Problem {
        message: format!("{}: {}", problem.file, problem.message),
        file: file.to_string(),
        place: Some(Place { line, column: 1 }),
        ..problem
    }
}

fn at(file: &str, line: &TableLine, message: &str) -> Problem {
    Problem::at(file, Place { line: line.number, column: 1 }, message)
}
