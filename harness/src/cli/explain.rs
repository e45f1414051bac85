//! `harness explain SUITE/CASE --recording FILE`: shows step by step how a verdict came about.

use std::path::Path;

use super::show::find_case;
use super::{Status, Trouble, print};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::judging::{Strictness, examine};
use crate::recording_store;
use crate::reports::explanation;

/// Judges the recording in `file` by the case that `name` means, and tells every step.
pub(super) fn explain(
    name: &str,
    file: &Path,
    strictness: Strictness,
    cases: Option<&Path>,
) -> Result<Status, Trouble> {
    let (suite, id) = find_case(name, &SuiteSource::find(cases)?)?;
    let case = suite.cases.iter().find(|case| case.id == id).expect("it was found");
    let Some(recording) = recording_store::read(file)? else {
        return Err(Problem::of_file(&file.display().to_string(), "there is no such recording").into());
    };
    let text = match examine(&suite, case, &recording, strictness) {
        Ok(examination) => explanation::text(&suite, case, &recording, &examination),
        Err(judgement) => explanation::verdict(&judgement),
    };
    print(&text)?;
    Ok(Status::Good)
}
