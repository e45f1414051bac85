//! Whom a line of a table of awards means: a student, or all for whom the submission was handed in that the line names, as for a group.

use std::collections::BTreeMap;

use super::naming::Clues;
use super::roster::{Roster, Student, students};
use super::student_row::StudentRow;
use super::table::{Table, TableLine};
use super::whose::{Whose, whose};

/// The column in which the gradebook tells what was handed in, as the export calls it.
const SUBMISSION: &str = "submission";

/// Tells whom the lines of a table mean.
pub(super) struct AwardLines<'a> {
    rows: &'a [StudentRow],
    roster: Roster,
    /// Of whom each line tells, by its place; lines that name nobody are not among them.
    students: BTreeMap<usize, Student>,
    submission: Option<usize>,
}

/// Whom a line means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// The rows of the class with these places.
    Rows(Vec<usize>),
    /// It names neither a student nor a submission.
    Nobody,
    /// It names somebody, but nobody of the class, or several may be meant.
    Unknown,
}

impl<'a> AwardLines<'a> {
    /// Reads of whom the lines of `table` tell.
    pub(super) fn new(table: &Table, rows: &'a [StudentRow]) -> Self {
        let roster = Roster { students: rows.iter().map(known_as).collect() };
        let students = students(table).into_iter().collect();
        Self { rows, roster, students, submission: table.column(SUBMISSION) }
    }

    /// Returns whom the line at `place` means. A submission counts where no student is named, and tells students apart who are called alike.
    pub(super) fn meant(&self, place: usize, line: &TableLine) -> Meant {
        let submission = self.submission.map_or("", |column| unguarded(line.cell(column)));
        let found = match self.students.get(&place) {
            None if submission.is_empty() => return Meant::Nobody,
            None => handed_in(self.rows, submission),
            Some(student) => match whose(&self.roster, &clues(student)) {
                Whose::Of(found) if found.len() == 1 => found,
                _ => self.called_alike(student, submission),
            },
        };
        if found.is_empty() { Meant::Unknown } else { Meant::Rows(found) }
    }
}

impl AwardLines<'_> {
    /// Returns the place of the only row for whom this submission was handed in and that is about this student, or one who is called so.
    fn called_alike(&self, student: &Student, submission: &str) -> Vec<usize> {
        let is_about = |place: &usize| {
            let alone = Roster { students: vec![self.roster.students[*place].clone()] };
            matches!(whose(&alone, &clues(student)), Whose::Of(_))
        };
        let mut found = handed_in(self.rows, submission);
        found.retain(is_about);
        if found.len() == 1 { found } else { Vec::new() }
    }
}

/// Returns a text without the sign that keeps spreadsheets from taking it for a formula.
fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|text| text.starts_with(['=', '+', '-', '@', '|', '%'])).unwrap_or(text)
}

/// Returns the places of the rows for whom the export has the submission that it calls `label`: of a group all members.
pub(super) fn handed_in(rows: &[StudentRow], label: &str) -> Vec<usize> {
    let is_theirs = |(_, row): &(usize, &StudentRow)| row.planned.labels.iter().any(|own| own == label);
    rows.iter().enumerate().filter(is_theirs).map(|(place, _)| place).collect()
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
    let ids = ids.iter().map(|id| unguarded(id).to_string()).collect();
    Clues { ids, platform_ids, logins, emails, names: vec![name], ..Clues::default() }.tidy()
}
