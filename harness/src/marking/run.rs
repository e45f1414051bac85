//! Runs a program on cases. What is done is kept when something ends the run.

use std::num::NonZeroUsize;

use super::playing_on::play_on;
use super::recorded::Completeness;
use super::typing::typist;
use crate::cases::{Case, Suite};
use crate::recording::{Reason, Recording};
use crate::recording_store::RecordingStore;
use crate::running::{
    self, Chunking, Fault, Scratch, Tier, interruption, most_asleep, tier, until_error_resting,
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

/// Whether the time of a case was enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunTime {
    /// It was.
    Enough,
    /// The program was stopped because of it.
    Over,
}

impl RunTime {
    /// Returns whether the time was enough of which a recording tells.
    pub(crate) fn of(recording: &Recording) -> Self {
        if recording.stopped() == Some(Reason::WallTime) { Self::Over } else { Self::Enough }
    }
}

/// So many cases that time out again one after the other, alone, show that this program does so by itself.
const CONFIRMED: usize = 3;

/// Why cases were not run again: those from the place `from` have no verdict.
#[derive(Debug)]
pub(crate) struct Unconfirmed {
    from: usize,
    /// What the harness could not do.
    pub(crate) fault: Fault,
}

/// Runs cases that timed out `again`, alone: others that ran beside them may have taken the processor. Once some in a row have
/// timed out again, the rest is believed.
///
/// # Errors
/// What the harness could not do, and for which cases; nobody knows whether these were slow.
pub(crate) fn confirm<'s>(
    slow: &[&'s Case],
    again: impl Fn(&'s Case) -> Result<RunTime, Fault>,
) -> Result<(), Unconfirmed> {
    let mut in_a_row = 0;
    for (from, case) in slow.iter().enumerate() {
        if in_a_row == CONFIRMED {
            return Ok(());
        }
        let time = if interruption::is_wanted() { Err(Fault::interruption()) } else { again(case) };
        match time.map_err(|fault| Unconfirmed { from, fault })? {
            RunTime::Over => in_a_row += 1,
            RunTime::Enough => in_a_row = 0,
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    /// Returns the places of the cases that were run again, if those in `still_slow` time out again.
    fn confirmed(still_slow: &[usize]) -> Vec<usize> {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let cases: Vec<&Case> = suite.cases.iter().take(6).collect();
        let run = RefCell::new(Vec::new());
        let again = |case: &Case| {
            let place = cases.iter().position(|other| other.id == case.id).expect("it is one of them");
            run.borrow_mut().push(place);
            Ok(if still_slow.contains(&place) { RunTime::Over } else { RunTime::Enough })
        };
        confirm(&cases, again).expect("nothing fails");
        run.into_inner()
    }

    #[test]
    fn cases_that_timed_out_are_run_again_until_three_in_a_row_do_so_alone() {
        assert_eq!(confirmed(&[]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(confirmed(&[0, 1, 3, 5]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(confirmed(&[0, 1, 2, 3, 4, 5]), [0, 1, 2]);
        assert_eq!(confirmed(&[1, 2, 3]), [0, 1, 2, 3]);
    }

    #[test]
    fn a_case_that_could_not_be_run_again_has_no_verdict() {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let cases: Vec<&Case> = suite.cases.iter().take(3).collect();
        let again = |case: &Case| {
            let fault = Fault::while_doing("run")(std::io::Error::other("broken"));
            if case.id == cases[1].id { Err(fault) } else { Ok(RunTime::Enough) }
        };
        assert_eq!(confirm(&cases, again).map_err(|unconfirmed| unconfirmed.from), Err(1));
    }
}
