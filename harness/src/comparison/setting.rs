//! What is known of the place of a difference that a sentence should tell: that a program goes on after the end, ends too early, or
//! prints in one line what should be several.

use super::conversation::{ComparedConversation, Findings};
use super::detail::Detail;
use super::difference::{Difference, Setting};

/// The fewest characters of a line that is looked for within another one.
const FEWEST: usize = 4;

/// Tells of each difference what is known of its place.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    let last = conversation.turns.len().checked_sub(1);
    let end = last.filter(|last| conversation.turns[*last].typed.is_none());
    let end = end.and_then(|end| found.pairs.iter().find(|(expected, _)| *expected == Some(end))?.1);
    let ended = conversation.recording.exit().map(|_| conversation.printed.len());
    let places = SettingSearch { conversation, end, ended };
    for difference in &mut found.differences {
        difference.setting = places.setting(difference, &found.pairs);
    }
}

struct SettingSearch<'a> {
    conversation: &'a ComparedConversation<'a>,
    /// The printed turn that stands for the one with which the conversation ends, counted from 0.
    end: Option<usize>,
    /// The printed turn in which the program ended by itself, counted from 1.
    ended: Option<usize>,
}

impl SettingSearch<'_> {
    fn setting(&self, difference: &Difference, pairs: &[(Option<usize>, Option<usize>)]) -> Setting {
        let Some(turn) = difference.turn.checked_sub(1) else { return Setting::Usual };
        match difference.detail {
            Detail::ExtraLine | Detail::ExtraTurn | Detail::ExtraPrompt
                if self.is_after_the_end(difference, turn) =>
            {
                Setting::AfterTheEnd
            }
            Detail::ExtraLine if self.ended == Some(difference.turn) && self.should_ask(turn, pairs) => {
                Setting::EndsTooEarly
            }
            Detail::MissingLine if self.is_within_a_line(difference, turn) => Setting::WithinALine,
            _ => Setting::Usual,
        }
    }

    /// Returns whether all of the conversation has been printed before the difference.
    fn is_after_the_end(&self, difference: &Difference, turn: usize) -> bool {
        let Some(end) = self.end else { return false };
        let last =
            self.conversation.turns.last().map(crate::expected::ExpectedTurn::output).unwrap_or_default();
        let last = last.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default().to_string();
        let output = &self.conversation.printed[end].output;
        let before =
            output.lines().take(if turn == end { difference.line.saturating_sub(1) } else { usize::MAX });
        turn >= end && before.into_iter().any(|line| line.trim() == last)
    }

    /// Returns whether the program should ask something in this turn.
    fn should_ask(&self, turn: usize, pairs: &[(Option<usize>, Option<usize>)]) -> bool {
        let expected =
            pairs.iter().find(|(_, actual)| *actual == Some(turn)).and_then(|(expected, _)| *expected);
        expected.is_some_and(|expected| self.conversation.turns[expected].typed.is_some())
    }

    /// Returns whether the line that is missing is a part of a longer one that is printed in its turn.
    fn is_within_a_line(&self, difference: &Difference, turn: usize) -> bool {
        let letters = |line: &str| line.chars().filter(|it| it.is_alphanumeric()).collect::<String>();
        let missing = letters(difference.expected.as_deref().unwrap_or_default());
        let printed = self.conversation.printed.get(turn);
        let mut lines = printed.into_iter().flat_map(|printed| printed.output.lines()).map(letters);
        missing.chars().count() >= FEWEST
            && lines.any(|line| line.len() > missing.len() && line.contains(&missing))
    }
}
