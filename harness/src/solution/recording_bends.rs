//! Records what a course's own solution says with its bends, where that is not what it says by the text.

use std::collections::BTreeSet;

use super::bent::{BentSolution, BentSolutions};
use super::conversation;
use crate::cases::problem::Problem;
use crate::cases::{BentTranscript, BentTranscripts, Case, ExpectedError, Suite};
use crate::comparison::compare_failure;
use crate::expected::keeping::fits;
use crate::judging::crash;
use crate::recording::{Reason, Recording};
use crate::running::{Fault, default_jobs};

/// Of so many pairs of bends it is recorded what they say together. What more of them say together is not known.
const MOST_PAIRS: usize = 200;

/// Returns what the solution of a suite says with each of its bends, and with two of them in the cases that both change. `cases` are
/// those of the suite, with the transcripts that hold by the text. Problems are told of the suite's `file`.
///
/// # Errors
/// Only what the harness itself could not do.
pub fn record_bends(
    suite: &Suite,
    cases: &[Case],
    file: &str,
) -> Result<Result<BentTranscripts, Vec<Problem>>, Fault> {
    let solutions = match BentSolutions::build(suite, file)? {
        Ok(solutions) => solutions,
        Err(problems) => return Ok(Err(problems)),
    };
    let known = KnownErrors::of(cases);
    let mut all = BentTranscripts::default();
    let names: Vec<&str> = solutions.names().collect();
    let in_cases: Vec<&Case> = cases.iter().collect();
    for name in &names {
        let recordings = solutions.recordings(name, &in_cases, default_jobs())?;
        let said = cases.iter().zip(recordings).map(|(case, recording)| (case, known.read(case, &recording)));
        let changed = said.filter(|(case, said)| !is_as_written(case, said));
        all.add(bends(&[name]), changed.map(|(case, said)| (case.id.clone(), said)).collect());
    }
    record_pairs(suite, cases, (&names, &known, file), &mut all)?;
    Ok(Ok(all))
}

/// Adds what the solution says with two bends at the same time, in the cases that each of them changes.
fn record_pairs(
    suite: &Suite,
    cases: &[Case],
    (names, known, file): (&[&str], &KnownErrors, &str),
    all: &mut BentTranscripts,
) -> Result<(), Fault> {
    let pairs = names
        .iter()
        .enumerate()
        .flat_map(|(at, one)| names[at + 1..].iter().map(move |other| (*one, *other)));
    for (one, other) in pairs.take(MOST_PAIRS) {
        let (by_one, by_other) = (all.changed_by(one), all.changed_by(other));
        let is_changed = |case: &&Case| [&by_one, &by_other].iter().all(|ids| ids.contains(case.id.as_str()));
        let changed: Vec<&Case> = cases.iter().filter(is_changed).collect();
        if changed.is_empty() {
            continue;
        }
        let Some(solution) = BentSolution::with_both(suite, one, other, file)? else { continue };
        let recordings = solution.recordings(&changed, default_jobs())?;
        let said = changed.iter().zip(recordings).map(|(case, it)| (case.id.clone(), known.read(case, &it)));
        all.add(bends(&[one, other]), said.collect());
    }
    Ok(())
}

fn bends(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// Returns whether what a bent solution says is what is expected by the text.
fn is_as_written(case: &Case, said: &BentTranscript) -> bool {
    let BentTranscript::Held(conversation, error) = said else { return false };
    let fails_alike = match error {
        None => case.errors.is_empty(),
        Some(error) => case.errors.contains(error),
    };
    fails_alike && case.conversation().is_some_and(|written| fits(&written, conversation))
}

/// The errors with which programs must fail in some case. A bent solution that fails in another way has crashed.
struct KnownErrors(Vec<ExpectedError>);

impl KnownErrors {
    fn of(cases: &[Case]) -> Self {
        Self(cases.iter().flat_map(|case| case.errors.clone()).collect())
    }

    fn read(&self, case: &Case, recording: &Recording) -> BentTranscript {
        let is_over = recording.stopped().is_some_and(|reason| reason != Reason::NothingToType);
        let error = self.error(case, recording);
        let has_crashed = crash(recording).is_some() && error.is_none();
        if is_over || has_crashed || recording.not_started().is_some() {
            return BentTranscript::Unfit;
        }
        conversation(recording)
            .map_or(BentTranscript::Unfit, |conversation| BentTranscript::Held(conversation, error))
    }

    fn error(&self, case: &Case, recording: &Recording) -> Option<ExpectedError> {
        crash(recording)?;
        let is_it = |error: &&ExpectedError| {
            compare_failure(&[(*error).clone()], recording, &BTreeSet::new()).is_none()
        };
        case.errors.iter().chain(&self.0).find(is_it).cloned()
    }
}
