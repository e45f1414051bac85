//! What several machines have recorded of the same unit: once, if it is the same conversation, and not at all if it is not.
//!
//! Times, memory and machines do not count: a unit is run twice because a machine was thought to be lost, and no two runs take the same time.

use crate::class::store::{HandedOver, StoreFault};
use crate::recording::{Recording, from_json};

/// What became of a unit that was run more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    /// All runs are the same conversation.
    Same,
    /// They are not.
    Unstable,
}

/// Returns whether these recordings agree.
///
/// # Errors
/// Bytes that are no packed text.
pub(super) fn agreement(recordings: &[&HandedOver]) -> Result<Agreement, StoreFault> {
    let Some((first, others)) = recordings.split_first() else { return Ok(Agreement::Same) };
    let differing: Vec<_> = others.iter().filter(|other| !other.is_identical(first)).collect();
    if differing.is_empty() {
        return Ok(Agreement::Same);
    }
    let parsed =
        |one: &HandedOver| -> Result<Option<Recording>, StoreFault> { Ok(from_json(&one.text()?).ok()) };
    let first = parsed(first)?;
    for other in differing {
        match (&first, parsed(other)?) {
            (Some(first), Some(other)) if other.is_same_conversation(first) => {}
            _ => return Ok(Agreement::Unstable),
        }
    }
    Ok(Agreement::Same)
}
