//! Runs a program on cases. What is done is kept when something ends the run.

use std::num::NonZeroUsize;

use super::recorded::End;
use super::typing::typist;
use crate::cases::{Case, Suite};
use crate::recording::Recording;
use crate::recording_store::RecordingStore;
use crate::running::{self, Fault, Scratch, interruption, until_error};
use crate::target::Target;

/// How far a run has come.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// A run of so many cases begins.
    Begins(usize),
    /// A case starts.
    Starts(&'a Case),
    /// A case has come to its end.
    Ends(&'a Case),
    /// No more cases are run.
    IsOver,
}

/// Is told how far a run has come, by several threads.
pub type Listener<'a> = &'a (dyn Fn(Progress<'_>) + Sync);

/// Runs `cases` with `jobs` workers, and keeps their recordings. Returns the cases that were run to their end, and why the
/// others were not.
pub(super) fn run_all<'s>(
    suite: &Suite,
    target: &Target,
    store: &RecordingStore,
    cases: &[&'s Case],
    jobs: NonZeroUsize,
    listener: Listener<'_>,
) -> (Vec<&'s Case>, End) {
    let one = |case: &&Case| {
        if interruption::is_wanted() {
            return Err(Fault::interruption());
        }
        listener(Progress::Starts(case));
        let recorded = record(suite, target, case);
        listener(Progress::Ends(case));
        store.keep(case, &recorded?).map_err(Fault::while_doing("keep a recording"))
    };
    listener(Progress::Begins(cases.len()));
    let results = until_error(cases, jobs, one);
    listener(Progress::IsOver);
    let mut done = Vec::new();
    let mut end = End::AllDone;
    for (case, result) in cases.iter().zip(results) {
        match result {
            Some(Ok(())) => done.push(*case),
            Some(Err(fault)) if !fault.is_interruption() => end = End::Fault(fault),
            _ if matches!(end, End::AllDone) => end = End::Interrupted,
            _ => {}
        }
    }
    (done, end)
}

/// Runs a program on one case, in a fresh folder with the case's files.
///
/// # Errors
/// Only what the harness itself could not do.
pub(super) fn record(suite: &Suite, target: &Target, case: &Case) -> Result<Recording, Fault> {
    let folder = Scratch::with(&case.files)?;
    match target.launch(&case.args, folder.path()) {
        Ok(launch) => running::run(&launch, case.limits, &mut *typist(suite, case)),
        Err(reason) => Ok(Recording::without_start(reason)),
    }
}
