//! Programs that print nothing at all: the first missing line says so.

use super::conversation::{ComparedConversation, Findings};
use super::detail::Detail;
use super::difference::{Difference, Setting};
use crate::cases::Cause;
use crate::recording::{Reason, Recording};

/// Tells of a program that printed nothing.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    if conversation.outputs.iter().all(|output| output.trim().is_empty()) {
        tell(&mut found.differences, conversation.recording);
    }
}

/// Says of the first line that is missing that nothing was printed at all.
fn tell(differences: &mut [Difference], recording: &Recording) {
    let is_elsewhere = differences.iter().any(|difference| difference.cause == Cause::WrongStream);
    let is_missing = |it: &&mut Difference| matches!(it.cause, Cause::MissingPrompt | Cause::MissingOutput);
    let Some(first) = differences.iter_mut().find(is_missing).filter(|_| !is_elsewhere) else { return };
    let reads = recording.turns().iter().any(|turn| turn.typed.is_some())
        || recording.stopped() == Some(Reason::NothingToType);
    first.detail = if reads { Detail::SilentReader } else { Detail::Silence };
    first.setting = Setting::Usual;
}
