//! What there is to be marked: a row for every student and every submission, and each submission once, whoever handed it in.

use std::collections::BTreeMap;
use std::path::Path;

use super::naming::{Clues, Entry, ExportedEntries};
use super::roll_call::ClassRow;
use super::status::RowStatus;
use super::store::{PlannedRow, PlannedState};
use crate::cases::Start;
use crate::cases::problem::Problem;
use crate::running::{Fault, interruption};
use crate::target::{Bundle, BundleItem, NoTarget, SubmissionFiles, Target};

/// What there is to be marked.
#[derive(Debug)]
pub(super) struct Plan {
    /// The rows of the class.
    pub(super) rows: Vec<PlannedRow>,
    /// The submissions that can be marked, by their digests.
    pub(super) submissions: Vec<PlannedSubmission>,
}

/// A submission that can be marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlannedSubmission {
    /// SHA-256 of what was handed in.
    pub(super) digest: String,
    /// The place of the first entry with these files.
    pub(super) entry: usize,
}

/// Returns the plan for these rows of an export. Programs are looked for with the rules of `start`, but not built.
///
/// # Errors
/// What the harness itself could not do; an interruption is such a fault.
pub(super) fn plan(
    bundle: &Bundle,
    entries: &ExportedEntries,
    rows: &[ClassRow],
    start: &Start,
) -> Result<Plan, Fault> {
    let unless_ended = |entry: &Entry| {
        if interruption::is_wanted() { Err(Fault::interruption()) } else { state(bundle, entry, start) }
    };
    let states = entries.entries.iter().map(unless_ended).collect::<Result<Vec<_>, Fault>>()?;
    let mut submissions = BTreeMap::new();
    for (place, state) in states.iter().enumerate() {
        if let PlannedState::Submission(digest) = state {
            submissions.entry(digest.clone()).or_insert(place);
        }
    }
    let rows = rows.iter().map(|row| planned(row, &entries.entries, &states)).collect();
    let submissions =
        submissions.into_iter().map(|(digest, entry)| PlannedSubmission { digest, entry }).collect();
    Ok(Plan { rows, submissions })
}

/// Returns the files of an entry.
///
/// # Errors
/// What is wrong with them.
pub(super) fn files_of(bundle: &Bundle, entry: &Entry) -> Result<SubmissionFiles, Problem> {
    let items: Vec<(&BundleItem, String)> =
        entry.files.iter().map(|file| (&bundle.items()[file.item], file.path.clone())).collect();
    bundle.submission(&entry.label, &items)
}

/// Returns the program of an entry, which is not built yet, and may not see the cases in `cases`.
///
/// # Errors
/// What is wrong with the submission.
pub(super) fn target_of(
    bundle: &Bundle,
    entry: &Entry,
    start: &Start,
    cases: Option<&Path>,
) -> Result<Target, NoTarget> {
    Ok(Target::of_submission(&entry.label, files_of(bundle, entry)?, start)?.apart_from(cases))
}

fn state(bundle: &Bundle, entry: &Entry, start: &Start) -> Result<PlannedState, Fault> {
    let nothing = |status: RowStatus, why: String| Ok(PlannedState::Nothing(status, why));
    if entry.files.is_empty() {
        return nothing(RowStatus::CannotStart, "it holds no files".to_string());
    }
    let (status, problem) = match target_of(bundle, entry, start, None) {
        Ok(target) => return Ok(PlannedState::Submission(target.digest)),
        Err(NoTarget::Fault(fault)) => return Err(fault),
        Err(NoTarget::Problem(problem)) => (RowStatus::Unreadable, problem),
        Err(NoTarget::NoProgram(problem)) => (RowStatus::CannotStart, problem),
        Err(NoTarget::SeveralPrograms(problem)) => (RowStatus::TwoPrograms, problem),
        // It could be marked on another machine.
        Err(NoTarget::LacksLauncher(problem)) => (RowStatus::Incomplete, problem),
    };
    nothing(status, in_one_line(&problem))
}

/// Returns what is wrong, and why, without the way out.
fn in_one_line(problem: &Problem) -> String {
    let whole = Problem { file: String::new(), place: None, help: None, ..problem.clone() }.to_string();
    whole.trim_start_matches(": ").to_string()
}

fn planned(row: &ClassRow, entries: &[Entry], states: &[PlannedState]) -> PlannedRow {
    let own: Vec<&Entry> = row.entries.iter().map(|place| &entries[*place]).collect();
    let late = own.iter().map(|entry| entry.clues.late).chain([row.clues.late]).max().unwrap_or_default();
    PlannedRow {
        id: row.id.clone(),
        name: row.name.clone(),
        is_known: row.is_known,
        clues: clues(row, &own),
        labels: own.iter().map(|entry| entry.label.clone()).collect(),
        other_attempts: own.iter().flat_map(|entry| entry.other_attempts.clone()).collect(),
        late,
        notes: row.notes.iter().cloned().chain(own.iter().flat_map(|entry| entry.notes.clone())).collect(),
        state: of_all(row.entries.iter().map(|place| &states[*place]).collect()),
    }
}

/// Returns what is known of who a row is about: of a submission that is nobody else's, the platform's number, too.
fn clues(row: &ClassRow, own: &[&Entry]) -> Clues {
    let mut clues = row.clues.clone();
    if let [only] = own
        && only.clues.members.is_empty()
        && clues.platform_ids.is_empty()
    {
        clues.platform_ids.clone_from(&only.clues.platform_ids);
    }
    clues
}

/// Returns what there is to mark of somebody with these submissions.
fn of_all(mut states: Vec<&PlannedState>) -> PlannedState {
    states.dedup();
    let nothing = |status: RowStatus, why: &str| PlannedState::Nothing(status, why.to_string());
    match &states[..] {
        [] => nothing(RowStatus::NotHandedIn, ""),
        [only] => (*only).clone(),
        _ => nothing(
            RowStatus::TwoPrograms,
            "there are several submissions, and nothing says which of them counts",
        ),
    }
}
