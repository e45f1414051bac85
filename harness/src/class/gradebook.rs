//! The gradebook: a line for each student, with a column for each row of the mark sheet.

use std::io::{self, Write};

use super::student_row::{KeptMarks, StudentRow};
use crate::reports::{csv_line, marks};

/// The file in the folder of a class.
pub(super) const GRADEBOOK: &str = "gradebook.csv";

/// The columns before the rows of the mark sheet, and those after them.
const BEFORE: [&str; 5] = ["id", "name", "status", "late", "submission"];
const AFTER: [&str; 4] = ["total", "out of", "pending", "note"];

/// What the total is called where a row of the mark sheet is called so.
const SUM: &str = "sum of all rows";

/// Writes the gradebook, with a column for each of these rows of the mark sheet. The same marks give the same bytes; fields that a spreadsheet would take for formulas are guarded.
///
/// A row that has no mark has empty fields, and so has a row of the mark sheet that nobody has awarded yet.
pub(super) fn write(names: &[String], rows: &[StudentRow], out: &mut dyn Write) -> io::Result<()> {
    let titles = names.iter().map(String::as_str);
    let after = AFTER.map(|caption| if names.iter().any(|name| name == caption) { SUM } else { caption });
    let head: Vec<&str> = BEFORE.into_iter().chain(titles).chain(after).collect();
    csv_line(out, &head)?;
    for row in rows {
        let fields = fields(names, row);
        csv_line(out, &fields.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn fields(names: &[String], row: &StudentRow) -> Vec<String> {
    let planned = &row.planned;
    let mut fields = vec![
        planned.id.clone(),
        planned.name.clone(),
        row.status.name().to_string(),
        planned.late.name().to_string(),
        planned.labels.join("; "),
    ];
    fields.extend(names.iter().map(|name| awarded(row, name)));
    fields.extend(match &row.marks {
        Some(KeptMarks { summary, .. }) => {
            [summary.automatic + summary.tutor, summary.out_of, summary.pending].map(marks)
        }
        None => [String::new(), String::new(), String::new()],
    });
    fields.push(row.remarks().join("; "));
    fields
}

/// Returns the marks of a row of the mark sheet; nothing where it is pending.
fn awarded(row: &StudentRow, name: &str) -> String {
    let sheet = row.marks.iter().flat_map(|kept| &kept.mark_sheet);
    let found = sheet.into_iter().find(|other| other.row == name && other.by != "pending");
    found.map(|found| marks(found.awarded)).unwrap_or_default()
}
