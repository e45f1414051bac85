//! Cases that took too long are run again, alone: others that ran beside them may have taken the processor.

use super::{Fault, interruption};
use crate::recording::{Reason, Recording};

/// Whether the time of a run was enough.
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
    pub(crate) from: usize,
    /// What the harness could not do.
    pub(crate) fault: Fault,
}

/// Runs cases that timed out `again`, alone: others that ran beside them may have taken the processor. Once some in a row have
/// timed out again, the rest is believed.
///
/// # Errors
/// What the harness could not do, and for which cases; nobody knows whether these were slow.
pub(crate) fn confirm<C: Copy>(
    slow: &[C],
    mut again: impl FnMut(C) -> Result<RunTime, Fault>,
) -> Result<(), Unconfirmed> {
    let mut in_a_row = 0;
    for (from, case) in slow.iter().enumerate() {
        if in_a_row == CONFIRMED {
            return Ok(());
        }
        let time = if interruption::is_wanted() { Err(Fault::interruption()) } else { again(*case) };
        match time.map_err(|fault| Unconfirmed { from, fault })? {
            RunTime::Over => in_a_row += 1,
            RunTime::Enough => in_a_row = 0,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Returns which of six cases were run again, if those in `still_slow` time out again.
    fn confirmed(still_slow: &[usize]) -> Vec<usize> {
        let run = RefCell::new(Vec::new());
        let again = |case: usize| {
            run.borrow_mut().push(case);
            Ok(if still_slow.contains(&case) { RunTime::Over } else { RunTime::Enough })
        };
        confirm(&[0, 1, 2, 3, 4, 5], again).expect("nothing fails");
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
        let again = |case: &str| {
            let fault = Fault::while_doing("run")(std::io::Error::other("broken"));
            if case == "second" { Err(fault) } else { Ok(RunTime::Enough) }
        };
        let confirmed = confirm(&["first", "second", "third"], again);
        assert_eq!(confirmed.map_err(|unconfirmed| unconfirmed.from), Err(1));
    }
}
