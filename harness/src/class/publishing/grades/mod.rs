//! Fills the marks of a class into a table of grades that a platform has exported, as the platform imports it.
//!
//! The course's own table is filled, not a new one written: its lines and captions, in the language of whoever exported it, are what the
//! platform knows its students and assignments by.

mod canvas;
mod gradescope;
mod moodle;

use std::collections::BTreeMap;

use crate::cases::problem::Problem;
use crate::class::naming::Clues;
use crate::class::roster::{Roster, students};
use crate::class::table::{Table, caption_list};
use crate::class::whose::{Whose, whose};
use moodle::WorksheetCaptions;

/// The platforms whose tables of grades are filled.
#[derive(Debug, Clone, Copy)]
pub(super) enum GradePlatform {
    /// In this language.
    Moodle(&'static WorksheetCaptions),
    Canvas,
    Gradescope,
}

/// A student who has a mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkedStudent<'a> {
    /// What the class calls the student.
    pub(super) who: &'a str,
    /// What is known of who it is.
    pub(super) clues: &'a Clues,
    /// The marks.
    pub(super) marks: f64,
}

/// What is filled in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grading<'a> {
    /// The students who have marks.
    pub(super) students: &'a [MarkedStudent<'a>],
    /// What the assignment is worth.
    pub(super) out_of: f64,
    /// How the assignment is called: its title, or what the user says.
    pub(super) assignment: &'a str,
    /// Whether the user says so, and no other assignment is meant.
    pub(super) is_named: bool,
}

/// A table that is filled.
#[derive(Debug)]
pub(super) struct FilledTable {
    /// Whose table it is.
    pub(super) platform: GradePlatform,
    /// What the platform imports.
    pub(super) table: Table,
    /// How many students have their marks in it.
    pub(super) filled: usize,
    /// What a person should know.
    pub(super) notes: Vec<String>,
}

impl GradePlatform {
    /// Returns how the platform is called in the names of files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Moodle(_) => "moodle",
            Self::Canvas => "canvas",
            Self::Gradescope => "gradescope",
        }
    }

    /// Returns whose table has these columns.
    fn of(table: &Table) -> Option<Self> {
        let has = |captions: &[&str]| captions.iter().all(|caption| table.column(caption).is_some());
        if let Some(captions) = WorksheetCaptions::of(table) {
            return Some(Self::Moodle(captions));
        }
        match () {
            () if has(&canvas::CAPTIONS) => Some(Self::Canvas),
            () if has(&gradescope::CAPTIONS) => Some(Self::Gradescope),
            () => None,
        }
    }
}

/// Returns the table of grades in the file called `file`, filled.
///
/// # Errors
/// What is no table of grades that is known, or one for something else than this assignment.
pub(super) fn filled(file: &str, bytes: &[u8], grading: Grading<'_>) -> Result<FilledTable, Problem> {
    let table = Table::parse(file, bytes)?;
    let Some(platform) = GradePlatform::of(&table) else {
        let message = format!(
            "is no table of grades as Moodle, Canvas or Gradescope exports it: its columns are {}",
            table.caption_list()
        );
        return Err(Problem::of_file(file, message).help(format!(
            "Moodle's grading worksheet has {}; the grades of Canvas have {}, those of Gradescope {}",
            moodle::needed_columns(),
            caption_list(&canvas::CAPTIONS),
            caption_list(&gradescope::CAPTIONS)
        )));
    };
    let staying = match platform {
        GradePlatform::Moodle(captions) => moodle::staying(&table, captions),
        GradePlatform::Canvas => canvas::staying(file, &table, grading)?,
        GradePlatform::Gradescope => StayingLines::new(),
    };
    let (grades, mut notes) = grades(&table, grading.students, &staying);
    let table = match platform {
        GradePlatform::Moodle(captions) => moodle::filled(file, (table, captions), &grades, grading.out_of)?,
        GradePlatform::Canvas => canvas::filled(file, &table, &grades, grading)?,
        GradePlatform::Gradescope => gradescope::filled(file, table, &grades, grading.out_of)?,
    };
    notes.sort();
    Ok(FilledTable { platform, table, filled: grades.len(), notes })
}

/// The marks of students, by the places of their lines.
type GradesByLine = BTreeMap<usize, f64>;

/// Why lines stay as they are, by their places.
type StayingLines = BTreeMap<usize, &'static str>;

/// Returns the marks by the lines that are about the students, and who has no line, or one that stays as it is.
fn grades(
    table: &Table,
    marked: &[MarkedStudent<'_>],
    staying: &StayingLines,
) -> (GradesByLine, Vec<String>) {
    let (places, students): (Vec<usize>, Vec<_>) = students(table).into_iter().unzip();
    let roster = Roster { students };
    let mut grades: BTreeMap<usize, Vec<&MarkedStudent<'_>>> = BTreeMap::new();
    let mut notes = Vec::new();
    for student in marked {
        match whose(&roster, student.clues) {
            Whose::Of(found) if found.len() == 1 => grades.entry(places[found[0]]).or_default().push(student),
            Whose::Of(_) => notes.push(format!("{}: several lines are about this one", student.who)),
            Whose::Unknown(_) => notes.push(format!("{}: no line is about this one", student.who)),
        }
    }
    let mut by_line = GradesByLine::new();
    for (place, students) in grades {
        match &students[..] {
            [only] => match staying.get(&place) {
                None => drop(by_line.insert(place, only.marks)),
                Some(why) => notes.push(format!("{}: {why}", only.who)),
            },
            several => {
                let names: Vec<&str> = several.iter().map(|student| student.who).collect();
                notes.push(format!("{}: one line is about all of these", names.join(", ")));
            }
        }
    }
    (by_line, notes)
}

/// Returns the number that a cell holds, in which the last comma or full stop is the decimal mark.
fn number(cell: &str) -> Option<f64> {
    let text = cell.trim();
    let mark = text.rfind([',', '.']);
    let plain: String = text
        .char_indices()
        .filter(|(at, character)| !matches!(character, ',' | '.') || Some(*at) == mark)
        .map(|(_, character)| if character == ',' { '.' } else { character })
        .collect();
    plain.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Refuses a table in which the assignment is worth less than here: what is more than that would be refused or cut by the platform.
fn worth_enough(file: &str, maximum: Option<f64>, out_of: f64) -> Result<(), Problem> {
    match maximum {
        Some(maximum) if maximum + 0.005 < out_of => {
            let message = format!("the assignment is worth {maximum} there, and {out_of} by the suite");
            Err(Problem::of_file(file, message)
                .help("set the maximum of the assignment on the platform, and export again"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
