//! `harness explain SUITE/CASE --recording FILE`: shows step by step how a verdict came about; with `SUITE --replay DIR`, which rules are
//! broken.

use std::path::Path;

use super::mark::tell_of_lacking;
use super::show::find_case;
use super::{Status, Trouble, print};
use crate::by_evidence::{self, HeardRun};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, JudgedBy, select};
use crate::judging::{Strictness, examine};
use crate::marking::{self, HiddenMistakes, Options, RecordingSource, Sleepers};
use crate::recording_store;
use crate::reports::explanation;
use crate::running::default_jobs;

/// Judges the recording in `file` by the case that `name` means, and tells every step.
pub(super) fn explain(
    name: &str,
    file: &Path,
    strictness: Strictness,
    cases: Option<&Path>,
) -> Result<Status, Trouble> {
    let (suite, id) = find_case(name, &SuiteSource::find(cases)?)?;
    let case = suite.cases.iter().find(|case| case.id == id).expect("it was found");
    let Some(recording) = recording_store::read_of_case(file, id)? else {
        let message = format!("there is no recording of `{id}`");
        return Err(Problem::of_file(&file.display().to_string(), message).into());
    };
    let text = match examine(&suite, case, &recording, strictness) {
        Ok(examination) => explanation::text(&suite, case, &recording, &examination),
        Err(judgement) if suite.judge == JudgedBy::Facts && recording.not_started().is_none() => {
            let steps = by_evidence::explain(&HeardRun::new(&suite, case, &recording));
            explanation::by_evidence(&steps, &judgement)
        }
        Err(judgement) => explanation::verdict(&judgement),
    };
    print(&text)?;
    Ok(Status::Good)
}

/// Judges the recordings in `folder` by the suite called `name`, and tells which rules the submission breaks, and how that is known.
pub(super) fn explain_rules(
    name: &str,
    folder: &Path,
    strictness: Strictness,
    cases: Option<&Path>,
) -> Result<Status, Trouble> {
    if name.contains('/') {
        let problem = Problem::of_file(name, "broken rules are looked for in all cases of a suite");
        return Err(problem.help("give the suite alone, or one recording with --recording").into());
    }
    let suite = select::suite(&SuiteSource::find(cases)?, name)?;
    tell_of_lacking(&suite);
    let source = RecordingSource::kept(folder, &suite)?;
    let all: Vec<&Case> = suite.cases.iter().collect();
    let options = Options {
        strictness,
        jobs: default_jobs(),
        sleepers: Sleepers::KeepTheirPlace,
        hidden: HiddenMistakes::Shown,
    };
    print(&marking::explain_rules(&suite, &all, source, options)?)?;
    Ok(Status::Good)
}
