//! Prompts that are missing, asked too often, or lack the blank at their end.

use super::conversation::{ComparedConversation, Findings, Printed};
use super::detail::Detail;
use super::difference::{Difference, Part, Track};
use crate::cases::Cause;
use crate::expected::ExpectedTurn;
use crate::text::alignment::Pair;

/// Returns the difference of a question that is not asked.
pub(super) fn missing(part: Part) -> Difference {
    Difference::new(Cause::MissingPrompt, part, Detail::MissingPrompt)
}

/// Returns the difference of a question that is asked once more than it should be.
pub(super) fn extra(part: Part) -> Difference {
    Difference::new(Cause::ExtraPrompt, part, Detail::ExtraPrompt)
}

/// Finds prompts without their blank, where nothing else is wrong.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    if found.differences.is_empty() {
        found.differences = without_blanks(&conversation.turns, &conversation.printed, &found.pairs);
    }
}

/// Returns a difference for each prompt without the blank at its end, given which turns belong together. No line shows it,
/// for what is typed stands there on a screen.
fn without_blanks(turns: &[ExpectedTurn], printed: &[Printed<'_>], pairs: &[Pair]) -> Vec<Difference> {
    let pairs = pairs.iter().filter_map(|(expected, actual)| Some(((*expected)?, (*actual)?)));
    pairs.filter_map(|(expected, actual)| without_blank(&turns[expected], &printed[actual], actual)).collect()
}

fn without_blank(expected: &ExpectedTurn, printed: &Printed<'_>, turn: usize) -> Option<Difference> {
    let (text, output) = (expected.output(), &printed.output);
    let lacks_it = expected.typed.is_some() && text.ends_with(' ') && !output.ends_with([' ', '\n']);
    let prompt = |text: &str| text.lines().last().map(str::to_string);
    let part = expected.pieces.last().map_or(Part::UNKNOWN, |(part, _)| Part::new(part));
    lacks_it.then(|| {
        Difference::new(Cause::InnerBlanks, part, Detail::BlankAfterPrompt)
            .at(turn + 1, output.split('\n').count())
            .lines(prompt(&text), prompt(output))
            .on(Track::Version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Typed;

    #[test]
    fn a_prompt_without_its_blank_is_told_in_its_turn() {
        let turn = |text: &str| ExpectedTurn {
            pieces: vec![("question", text.to_string())],
            typed: Some(Typed::Line("x".to_string())),
            ..ExpectedTurn::default()
        };
        let printed = |text: &'static str| Printed { output: text.into(), typed: None };
        let turns = [turn("a\nName: "), turn("b\nAge: "), turn("Line:\n")];
        let printed = [printed("a\nName:"), printed("b\nAge: "), printed("Line:\n")];
        let pairs = [(Some(0), Some(0)), (Some(1), Some(1)), (Some(2), Some(2)), (None, Some(2))];
        let found = without_blanks(&turns, &printed, &pairs);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].part.label(), found[0].turn, found[0].line), ("question", 1, 2));
        assert_eq!(
            (found[0].expected.as_deref(), found[0].actual.as_deref()),
            (Some("Name: "), Some("Name:"))
        );
    }
}
