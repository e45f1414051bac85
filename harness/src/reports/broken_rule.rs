//! From which broken rule a difference follows, in one line.

use super::results::{DifferenceResult, Results};
use crate::marks::mistake::broken;

/// Returns from what a difference follows, as in "follows from the broken rule: ..."; nothing if it follows from no rule, or that is
/// not told.
pub(super) fn origin(results: &Results, difference: &DifferenceResult) -> Option<String> {
    let key = difference.rule.as_ref()?;
    let mistake = results.mistakes.iter().find(|mistake| mistake.key == *key)?;
    Some(format!("from the broken rule: {}", broken(&mistake.sentence)?))
}
