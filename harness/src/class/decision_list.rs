//! The list of what staff have decided: who changed what, when, and what it was before.

use std::io::{self, Write};

use super::store::StaffDecision;
use crate::reports::csv_line;

/// The file in the folder of a class.
pub(super) const DECISIONS: &str = "decisions.csv";

/// The columns.
const COLUMNS: [&str; 9] = ["time", "who", "what", "about", "student", "submission", "old", "new", "note"];

/// Writes the list, the first decision first.
pub(super) fn write(decisions: &[StaffDecision], out: &mut dyn Write) -> io::Result<()> {
    csv_line(out, &COLUMNS)?;
    for StaffDecision { time, who, subject, old, new, note } in decisions {
        let [what, about, student, submission] = subject.columns();
        csv_line(out, &[time, who, what, about, student, submission, old, new, note])?;
    }
    Ok(())
}
