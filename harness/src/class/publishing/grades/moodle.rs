//! Moodle's offline grading worksheet.
//!
//! Moodle finds a participant by `Identifier` as it wrote it, and passes over lines that are as they were, empty, locked, above the maximum
//! or changed on the platform since the export. So all columns stay, and only `Grade` is filled.

use super::{GradesByLine, StayingLines, number, worth_enough};
use crate::cases::problem::Problem;
use crate::class::table::{Table, caption_list};
use crate::reports::marks;

/// How Moodle calls the columns of a worksheet in the language of whoever exports it.
#[derive(Debug)]
pub(in crate::class::publishing) struct WorksheetCaptions {
    /// By what Moodle finds a participant.
    identifier: &'static str,
    grade: &'static str,
    modified: &'static str,
    /// What the assignment is worth; one that is marked by words has another column instead.
    maximum: &'static str,
    /// Whether a grade can be changed.
    changeable: &'static str,
    /// What stands there if it cannot.
    no: &'static str,
}

/// The languages whose captions are known: English and German.
const LANGUAGES: [WorksheetCaptions; 2] = [
    WorksheetCaptions {
        identifier: "Identifier",
        grade: "Grade",
        modified: "Last modified (grade)",
        maximum: "Maximum grade",
        changeable: "Grade can be changed",
        no: "No",
    },
    WorksheetCaptions {
        identifier: "ID",
        grade: "Bewertung",
        modified: "Zuletzt geändert (Bewertung)",
        maximum: "Bestwertung",
        changeable: "Bewertung kann geändert werden",
        no: "Nein",
    },
];

impl WorksheetCaptions {
    /// Returns the columns without which Moodle imports nothing.
    fn needed(&self) -> [&'static str; 3] {
        [self.identifier, self.grade, self.modified]
    }

    /// Returns the language in which a table has the columns that Moodle needs; nothing if it is no worksheet.
    pub(super) fn of(table: &Table) -> Option<&'static Self> {
        let has = |caption: &&str| table.column(caption).is_some();
        LANGUAGES.iter().find(|captions| captions.needed().iter().all(has))
    }
}

/// Returns in words which columns a worksheet must have, in each of the languages.
pub(super) fn needed_columns() -> String {
    LANGUAGES
        .iter()
        .map(|captions| caption_list(&captions.needed()))
        .collect::<Vec<_>>()
        .join(", or in German ")
}

/// Returns the lines of grades that Moodle does not let anybody change.
pub(super) fn staying(table: &Table, captions: &WorksheetCaptions) -> StayingLines {
    let Some(column) = table.column(captions.changeable) else { return StayingLines::new() };
    let lines = table.lines.iter().enumerate();
    let locked = lines.filter(|(_, line)| line.cell(column).eq_ignore_ascii_case(captions.no));
    locked.map(|(place, _)| (place, "the grade is locked there, and stays as it is")).collect()
}

/// Returns the worksheet with these grades.
pub(super) fn filled(
    file: &str,
    (mut table, captions): (Table, &WorksheetCaptions),
    grades: &GradesByLine,
    out_of: f64,
) -> Result<Table, Problem> {
    let Some(maximum) = table.column(captions.maximum) else {
        let message =
            format!("has no column `{}`: the assignment is not marked by numbers", captions.maximum);
        return Err(
            Problem::of_file(file, message).help("let the assignment have a grade of the type `Point`")
        );
    };
    for line in &table.lines {
        worth_enough(file, number(line.cell(maximum)), out_of)?;
    }
    let grade = table.column(captions.grade).expect("it was looked for");
    let has_comma = table.lines.iter().any(|line| line.cell(maximum).contains(','));
    for (place, number) in grades {
        let text = marks(*number);
        table.lines[*place].set(grade, if has_comma { text.replace('.', ",") } else { text });
    }
    Ok(table)
}
