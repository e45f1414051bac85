//! Line breaks at the end of all output.

use super::conversation::{ComparedConversation, Findings, Printed};
use super::detail::Detail;
use super::difference::{Difference, Part, Track};
use crate::cases::Cause;
use crate::expected::ExpectedTurn;

/// Finds what is left where no line differs: the line breaks at the end.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    if found.differences.is_empty() {
        found.differences.push(difference(&conversation.turns, &conversation.printed));
    }
}

/// Returns the difference in the line breaks with which the output ends, in its last turn, on the line after it.
fn difference(turns: &[ExpectedTurn], printed: &[Printed<'_>]) -> Difference {
    let breaks = |text: &str| text.len() - text.trim_end_matches('\n').len();
    let expected = turns.last().map(ExpectedTurn::output).unwrap_or_default();
    let actual: String = printed.iter().map(|turn| &*turn.output).collect();
    let detail = Detail::FinalBreaks { expected: breaks(&expected), actual: breaks(&actual) };
    let line = printed.last().map_or(0, |turn| turn.output.lines().count());
    let difference = Difference::new(Cause::FinalNewline, Part::UNKNOWN, detail);
    difference.at(printed.len(), line + 1).on(Track::Version)
}
