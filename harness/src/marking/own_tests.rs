//! The unit tests of a submission: run where the program is there, else as they were seen in an earlier run.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::NotMarked;
use super::recorded::{Completeness, Recorded};
use crate::cases::Suite;
use crate::running::{Fault, interruption};
use crate::unit_tests::{ObservedTests, run_unit_tests};

/// Returns what was seen of the unit tests, by the rows that are awarded for them. They are run only where all cases of the suite were
/// run to their end, and where the submission is known as a whole.
///
/// # Errors
/// What the harness itself could not do, and a file that holds nothing of the kind.
pub(super) fn observed_tests(
    suite: &Suite,
    recorded: &Recorded<'_>,
    jobs: NonZeroUsize,
) -> Result<BTreeMap<String, ObservedTests>, NotMarked> {
    let Some(target) = &recorded.target else { return Ok(recorded.store.tests()?) };
    let is_whole = matches!(recorded.end, Completeness::AllDone) && recorded.cases.len() == suite.cases.len();
    let Some(folder) = target.whole_submission().filter(|_| is_whole) else { return Ok(BTreeMap::new()) };
    let mut observed = BTreeMap::new();
    for (row, requested) in suite.rows.iter().filter_map(|row| Some((row, row.tests.as_ref()?))) {
        let found = match run_unit_tests(requested, folder, target.hides(), jobs) {
            Err(fault) if fault.is_interruption() && interruption::is_wanted() => None,
            found => found?,
        };
        observed.extend(found.map(|found| (row.name.clone(), found)));
    }
    recorded.store.keep_tests(&observed).map_err(Fault::while_doing("keep what was seen of unit tests"))?;
    Ok(observed)
}
