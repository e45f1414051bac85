//! Runs the cases. What is done is kept when something ends the run.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cases::Case;
use crate::running::{Fault, in_parallel, interruption};

/// What came of running the cases.
pub(super) struct Gathered<'a> {
    /// The cases that were run to their end, in their order.
    pub(super) done: Vec<&'a Case>,
    /// Why the others were not.
    pub(super) end: End,
}

/// Why no more cases were run.
pub(super) enum End {
    /// All of them were.
    AllDone,
    /// Somebody wanted it.
    Interrupted,
    /// The harness could not do its work.
    Fault(Fault),
}

/// Runs `cases` with `jobs` workers; `record` runs one and keeps its recording.
pub(super) fn gather<'a>(
    cases: &[&'a Case],
    jobs: NonZeroUsize,
    record: impl Fn(&Case) -> Result<(), Fault> + Sync,
) -> Gathered<'a> {
    let failed = AtomicBool::new(false);
    let one = |case: &&Case| -> Result<Option<Result<(), Fault>>, Infallible> {
        if failed.load(Ordering::Relaxed) || interruption::is_wanted() {
            return Ok(None);
        }
        let recorded = record(case);
        failed.fetch_or(recorded.is_err(), Ordering::Relaxed);
        Ok(Some(recorded))
    };
    let Ok(results) = in_parallel(cases, jobs, one);
    let mut gathered = Gathered { done: Vec::new(), end: End::AllDone };
    for (case, result) in cases.iter().zip(results) {
        match (result, &gathered.end) {
            (Some(Ok(())), _) => gathered.done.push(case),
            (Some(Err(fault)), End::AllDone | End::Interrupted) if !fault.is_interruption() => {
                gathered.end = End::Fault(fault);
            }
            (_, End::AllDone) => gathered.end = End::Interrupted,
            _ => {}
        }
    }
    gathered
}
