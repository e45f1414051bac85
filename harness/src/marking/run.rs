//! Runs a program on cases. What is done is kept when something ends the run.

use std::num::NonZeroUsize;

use super::playing_on::play_on;
use super::recorded::Completeness;
use super::typing::typist;
use crate::cases::{Case, Suite};
use crate::recording::Recording;
use crate::recording_store::RecordingStore;
use crate::running::{
    self, Chunking, Fault, RunTime, Scratch, Tier, Unconfirmed, confirm, interruption, most_asleep, tier,
    until_error_resting,
};
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

/// Who is told of a run, by several threads.
#[derive(Clone, Copy)]
pub(super) struct Witness<'a, 's> {
    /// Is told how far it has come.
    pub(super) listener: Listener<'a>,
    /// Is shown each recording when it is made; that of a case which is run again, again.
    pub(super) recorded: &'a (dyn Fn(&'s Case, &Recording) + Sync),
}

/// Cases that are to be run.
#[derive(Clone, Copy)]
pub(super) struct CaseRuns<'r, 's> {
    /// The suite.
    pub(super) suite: &'r Suite,
    /// The program.
    pub(super) target: &'r Target,
    /// Where the recordings are kept.
    pub(super) store: &'r RecordingStore,
    /// The cases.
    pub(super) cases: &'r [&'s Case],
    /// How many programs run at the same time.
    pub(super) jobs: NonZeroUsize,
    /// What begins while some of them only sleep.
    pub(super) sleepers: Sleepers,
    /// In which pieces is typed in each case.
    pub(super) chunking: &'r (dyn Fn(&Case) -> Chunking + Sync),
}

/// What begins while programs only sleep, which then take no processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sleepers {
    /// Nothing: somebody has said how many programs there may be.
    KeepTheirPlace,
    /// Other programs.
    LetOthersRun,
}

impl CaseRuns<'_, '_> {
    /// Returns how many programs there may be at the same time if some only sleep. Where they are not apart from each other, they count
    /// each other's processes.
    fn most(&self) -> NonZeroUsize {
        let memory = self.cases.iter().map(|case| case.limits.memory).max().unwrap_or_default();
        match self.sleepers {
            Sleepers::LetOthersRun if tier() == Tier::Namespaces => most_asleep(self.jobs, memory),
            _ => self.jobs,
        }
    }
}

/// Runs the cases, and keeps their recordings. Returns those that were run to their end, and why the others were not.
pub(super) fn run_all<'s>(
    runs: CaseRuns<'_, 's>,
    Witness { listener, recorded }: Witness<'_, 's>,
) -> (Vec<&'s Case>, Completeness) {
    let CaseRuns { suite, target, store, cases, jobs, chunking, .. } = runs;
    let record = |case: &'s Case| record_typing(suite, target, case, &chunking(case));
    let keep = |case: &'s Case, recording: &Recording| {
        recorded(case, recording);
        keep(store, case, recording)
    };
    let one = |case: &&'s Case| {
        if interruption::is_wanted() {
            return Err(Fault::interruption());
        }
        listener(Progress::Starts(case));
        let recording = record(case);
        listener(Progress::Ends(case));
        keep(case, &recording?)
    };
    listener(Progress::Begins(cases.len()));
    let results = until_error_resting(cases, jobs, runs.most(), one);
    let mut slow = Vec::new();
    let mut done = Vec::new();
    let mut end = Completeness::AllDone;
    for (case, result) in cases.iter().zip(results) {
        match result {
            Some(Ok(time)) => {
                done.push(*case);
                slow.extend((time == RunTime::Over).then_some(*case));
            }
            Some(Err(fault)) if !fault.is_interruption() => end = Completeness::Fault(fault),
            _ if matches!(end, Completeness::AllDone) => end = Completeness::Interrupted,
            _ => {}
        }
    }
    let again = |case: &'s Case| keep(case, &record(case)?);
    if let Err(Unconfirmed { from, fault }) = confirm(&slow, again) {
        done.retain(|case| !slow[from..].iter().any(|other| other.id == case.id));
        end = if fault.is_interruption() { Completeness::Interrupted } else { Completeness::Fault(fault) };
    }
    listener(Progress::IsOver);
    (done, end)
}

fn keep(store: &RecordingStore, case: &Case, recording: &Recording) -> Result<RunTime, Fault> {
    store.keep(case, recording).map_err(Fault::while_doing("keep a recording"))?;
    Ok(RunTime::of(recording))
}

/// Runs a program on one case, each time in a fresh folder with the case's files; again and again where its rule needs a chance.
///
/// # Errors
/// Only what the harness itself could not do.
pub(crate) fn record(suite: &Suite, target: &Target, case: &Case) -> Result<Recording, Fault> {
    record_typing(suite, target, case, &Chunking::ByLine)
}

/// Does the same, and types in these pieces.
///
/// # Errors
/// Only what the harness itself could not do.
pub(crate) fn record_typing(
    suite: &Suite,
    target: &Target,
    case: &Case,
    chunking: &Chunking,
) -> Result<Recording, Fault> {
    let once = || record_once(suite, target, case, chunking);
    match &case.chance {
        Some(chance) => play_on((suite, case), chance, once, std::thread::sleep),
        None => once(),
    }
}

fn record_once(suite: &Suite, target: &Target, case: &Case, chunking: &Chunking) -> Result<Recording, Fault> {
    let folder = Scratch::with(&case.files)?;
    match target.launch(&case.args, folder.path()) {
        Ok(launch) => {
            let typist = &mut *typist(suite, case);
            let recording = running::run_in_chunks(&launch, *case.limits, typist, chunking.clone())?;
            Ok(recording.with_own_names(target.own_name()))
        }
        Err(reason) => Ok(Recording::without_start(reason)),
    }
}
