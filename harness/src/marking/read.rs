//! Reads the recording of a case, or plays the case now where it was made up.

use super::made_up::is_made_up;
use super::recorded::Recorded;
use super::run::record;
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::recording::Recording;

/// Returns the recording of a case; an empty one if it has none. A game that was made up is played now if it was not before, and has
/// none if it cannot be.
///
/// # Errors
/// A file that is no recording.
pub(super) fn read_or_play(
    recorded: &Recorded<'_>,
    suite: &Suite,
    case: &Case,
) -> Result<Option<Recording>, Problem> {
    let kept = recorded.store.read(case)?;
    if !is_made_up(case) {
        return Ok(Some(kept.unwrap_or_default()));
    }
    if kept.is_some() {
        return Ok(kept);
    }
    let played = recorded.target.as_ref().and_then(|target| record(suite, target, case).ok());
    if let Some(played) = &played {
        // What cannot be kept is played again when it is wanted again.
        let _ = recorded.store.keep(case, played);
    }
    Ok(played)
}
