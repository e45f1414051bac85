//! `harness explain SUITE/CASE --recording FILE`: shows step by step how a verdict came about.

use std::path::Path;

use super::show::find_case;
use super::{Outcome, Trouble, print};
use crate::cases::problem::Problem;
use crate::cases::shelf::Shelf;
use crate::judging::{Strictness, examine};
use crate::recording::{Recording, from_json};
use crate::reports::explanation;

/// Judges the recording in `file` by the case that `name` means, and tells every step.
pub(super) fn explain(
    name: &str,
    file: &Path,
    strictness: Strictness,
    cases: Option<&Path>,
) -> Result<Outcome, Trouble> {
    let (suite, id) = find_case(name, &Shelf::find(cases)?)?;
    let case = suite.cases.iter().find(|case| case.id == id).expect("it was found");
    let recording = read_recording(file)?;
    let text = match examine(&suite, case, &recording, strictness) {
        Ok(examination) => explanation::text(&suite, case, &recording, &examination),
        Err(judgement) => explanation::verdict(&judgement),
    };
    print(&text)?;
    Ok(Outcome::Good)
}

/// Returns the recording in a file.
pub(super) fn read_recording(file: &Path) -> Result<Recording, Problem> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Problem::of_file(&name, format!("failed to read: {error}")))?;
    from_json(&text).map_err(|error| {
        Problem::of_file(&name, format!("the file {error}"))
            .help("give a file that `harness` wrote, such as reports/SUITE/recordings/CASE.json")
    })
}
