//! Marks for many students at once, from a table: who, and a column for each row of the mark sheet that a person awards. The gradebook itself,
//! with its empty fields filled in, is such a table.

use std::collections::BTreeMap;
use std::path::Path;

use super::award_line::{AwardLines, Meant, handed_in};
use super::deciding::{Decider, DecisionOutcome, GivenMarks, OpenClass};
use super::opening::NoClass;
use super::student_row::StudentRow;
use super::table::{Table, TableLine};
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

/// Awards rows of one student, or of all for whom the submission called `student` was handed in: a group.
///
/// # Errors
/// A student whom the class does not know, and marks that the rows cannot have.
pub(crate) fn award_student(
    folder: &Path,
    student: &str,
    decisions: &[Decision],
    decider: Decider<'_>,
) -> Result<DecisionOutcome, NoClass> {
    let class = OpenClass::open(folder)?;
    let is_meant = |(_, row): &(usize, &StudentRow)| {
        [&row.planned.id, &row.planned.name].into_iter().any(|text| text == student)
    };
    let called_so: Vec<usize> =
        class.rows.iter().enumerate().filter(is_meant).map(|(place, _)| place).collect();
    let places = if called_so.is_empty() { handed_in(&class.rows, student) } else { called_so.clone() };
    if places.is_empty() || called_so.len() > 1 {
        let message =
            if places.is_empty() { "nobody in the class is called so" } else { "several rows are called so" };
        return Err(Problem::of_file(student, message)
            .help("give an id or a name as the gradebook has them, or a group's submission")
            .into());
    }
    let given = places.iter().flat_map(|student| {
        let given = |decision: &Decision| GivenMarks { student: *student, decision: decision.clone() };
        decisions.iter().map(given)
    });
    let changes = given.map(|given| class.award(given)).collect::<Result<Vec<_>, _>>()?;
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
    let note = table.column(NOTE).filter(|_| table.column("total").is_none());
    let (lines, mut given) = (AwardLines::new(table, rows), GivenByTable::default());
    for (place, line) in table.lines.iter().enumerate() {
        if line.is_longer_than(table.captions.len()) {
            let message = format!("has more fields than the {} columns", table.captions.len());
            let help = "put a field that has the separator in it in quotation marks";
            given.problems.push(at(file, line, &message).help(help));
            continue;
        }
        if columns.iter().all(|(column, _)| line.cell(*column).is_empty()) {
            continue;
        }
        let help = "name students by id or name, or a group by its submission, as the gradebook has them";
        match lines.meant(place, line) {
            Meant::Rows(places) => {
                let note = note.map_or("", |note| line.cell(note));
                for (column, name) in &columns {
                    let give = |student: usize| -> Result<(), String> {
                        let Some(marks) = mark(&rows[student], name, line.cell(*column))? else {
                            return Ok(());
                        };
                        given.add(line, GivenMarks { student, decision: decision(name, marks, note) })
                    };
                    // What is wrong for one of a group is wrong for all.
                    if let Err(message) = places.iter().copied().try_for_each(give) {
                        given
                            .problems
                            .push(at(file, line, &message).help("correct it, or leave the field empty"));
                    }
                }
            }
            Meant::Nobody => given.problems.push(at(file, line, "gives marks to nobody").help(help)),
            Meant::Unknown => {
                let message = "is about nobody in the class, or about several students";
                given.problems.push(at(file, line, message).help(help));
            }
        }
    }
    (given.marks.into_values().collect(), given.problems)
}

/// The marks that a table gives, and what is wrong with it.
#[derive(Default)]
struct GivenByTable {
    /// The marks with the number of their line, by the place of the row of the class, and the row of the mark sheet.
    marks: BTreeMap<(usize, String), (usize, GivenMarks)>,
    problems: Vec<Problem>,
}

impl GivenByTable {
    /// Adds what a line gives, unless an earlier line gives something else.
    fn add(&mut self, line: &TableLine, own: GivenMarks) -> Result<(), String> {
        let key = (own.student, own.decision.row.clone());
        match self.marks.get(&key) {
            Some((earlier, other)) if *other != own => {
                Err(format!("gives other marks for `{}`, or another comment, than line {earlier}", key.1))
            }
            _ => {
                self.marks.insert(key, (line.number, own));
                Ok(())
            }
        }
    }
}

fn decision(row: &str, marks: f64, note: &str) -> Decision {
    let note = Some(note.to_string()).filter(|note| !note.is_empty());
    Decision { row: row.to_string(), marks: Some(marks), note }
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
