//! Judges the recordings of all cases.

use super::Options;
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::judging::judge;
use crate::recording::Recording;
use crate::reports::judged::Judged;
use crate::running::in_parallel;

/// Judges `cases`. Their recordings are read by `read`, which may be called again for the same case; no more of them are in
/// memory than there are workers.
///
/// # Errors
/// What `read` says.
pub fn judge_all<'c>(
    suite: &Suite,
    cases: &[&'c Case],
    read: &(dyn Fn(&Case) -> Result<Recording, Problem> + Sync),
    options: Options,
) -> Result<Vec<Judged<'c>>, Problem> {
    in_parallel(cases, options.jobs, |case| {
        let recording = read(case)?;
        let judgement = judge(suite, case, &recording, options.strictness);
        Ok(Judged::new(case, &recording, judgement))
    })
}
