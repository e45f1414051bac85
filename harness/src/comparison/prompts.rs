//! Prompts that lack the blank at their end: no line shows it, for what is typed stands there on a screen.

use super::{Difference, Printed, cause};
use crate::cases::Cause;
use crate::expected::Turn;
use crate::text::alignment::Pair;

/// Returns a difference for each prompt without its blanks, given which turns belong together.
pub(super) fn without_blanks(turns: &[Turn], printed: &[Printed], pairs: &[Pair]) -> Vec<Difference> {
    let pairs = pairs.iter().filter_map(|(expected, got)| Some(((*expected)?, (*got)?)));
    pairs
        .filter_map(|(expected, got)| {
            let wanted = turns[expected].output();
            let output = &printed[got].output;
            let asks =
                turns[expected].typed.is_some() && wanted.ends_with(' ') && !output.ends_with([' ', '\n']);
            asks.then(|| {
                let part = turns[expected].pieces.last().map_or("", |(part, _)| part);
                let prompt = |text: &str| text.lines().last().map(str::to_string);
                let difference = cause::difference(
                    Cause::InnerBlanks,
                    part,
                    "the blank at the end of the prompt is missing",
                );
                Difference {
                    turn: got + 1,
                    line: output.split('\n').count(),
                    expected: prompt(&wanted),
                    got: prompt(output),
                    alike: true,
                    ..difference
                }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Typed;

    #[test]
    fn a_prompt_without_its_blank_is_told_in_its_turn() {
        let turn = |text: &str| Turn {
            pieces: vec![("question", text.to_string())],
            typed: Some(Typed::Line("x".to_string())),
            ..Turn::default()
        };
        let printed = |text: &str| Printed { output: text.to_string(), typed: None };
        let turns = [turn("a\nName: "), turn("b\nAge: "), turn("Line:\n")];
        let printed = [printed("a\nName:"), printed("b\nAge: "), printed("Line:\n")];
        let pairs = [(Some(0), Some(0)), (Some(1), Some(1)), (Some(2), Some(2)), (None, Some(2))];
        let found = without_blanks(&turns, &printed, &pairs);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].part.as_str(), found[0].turn, found[0].line), ("question", 1, 2));
        assert_eq!((found[0].expected.as_deref(), found[0].got.as_deref()), (Some("Name: "), Some("Name:")));
    }
}
