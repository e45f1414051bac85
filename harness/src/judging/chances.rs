//! How often rules have their chance in a run: the parts of what is expected that come only where dice fall as a rule needs it.

use std::collections::BTreeMap;

use crate::cases::{Case, Occasion, Suite};
use crate::expected::{ExpectedTurn, Foreseen};
use crate::recording::Recording;

/// Returns how often each occasion came up for which some rule waits. Of a case in which the program was run again and again, what was
/// counted in all of these runs is what counts.
pub(super) fn of_run(
    (suite, case): (&Suite, &Case),
    recording: &Recording,
    foreseen: &Foreseen,
) -> BTreeMap<Occasion, usize> {
    // What is expected without a look at the dice says nothing of them.
    if suite.occasions.is_empty() || foreseen.observation.is_none() {
        return BTreeMap::new();
    }
    let turns = &foreseen.expected.turns;
    let mut chances: BTreeMap<Occasion, usize> =
        suite.occasions.iter().map(|occasion| (occasion.clone(), count(occasion, turns))).collect();
    let own = case.chance.as_ref().and_then(|chance| chances.get_mut(&chance.occasion));
    if let (Some(count), Some(played)) = (own, recording.played_on()) {
        *count = played.chances.max(*count);
    }
    chances
}

/// Returns how often an occasion comes in a conversation; pieces that stand together come once.
fn count(occasion: &Occasion, turns: &[ExpectedTurn]) -> usize {
    let pieces = turns.iter().flat_map(|turn| turn.pieces.chunk_by(|(part, _), (other, _)| part == other));
    let is_one = |pieces: &&[(&str, String)]| {
        let says = |text: &String| pieces.iter().any(|(_, piece)| holds(piece, text));
        pieces[0].0 == occasion.shown && occasion.text.as_ref().is_none_or(says)
    };
    pieces.filter(is_one).count()
}

/// Returns whether a text holds these words: `total 1000` does not hold `total 100`.
fn holds(text: &str, words: &str) -> bool {
    let is_apart = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        let joins = |edge: Option<char>, next: Option<char>| {
            edge.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)
        };
        !joins(words.chars().next(), before) && !joins(words.chars().next_back(), after)
    };
    text.match_indices(words).any(|(at, _)| is_apart(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occasion_is_a_part_or_words_in_it() {
        let turn = |pieces: &[(&'static str, &str)]| ExpectedTurn {
            pieces: pieces.iter().map(|(part, text)| (*part, (*text).to_string())).collect(),
            ..ExpectedTurn::default()
        };
        let turns = [
            turn(&[
                ("throw", "1-1"),
                ("rats", " - RATS!"),
                ("rats", " total 100"),
                ("throw", "2-3"),
                ("points", " total 100"),
            ]),
            turn(&[("points", " total 1000"), ("rats", " total 5")]),
        ];
        for (shown, text, expected) in [
            ("rats", None, 2),
            ("points", None, 2),
            ("points", Some("total 100"), 1),
            ("rats", Some("total"), 2),
            ("rats", Some("otal 5"), 0),
            ("boxcars", None, 0),
        ] {
            let occasion = Occasion { shown: shown.to_string(), text: text.map(str::to_string) };
            assert_eq!(count(&occasion, &turns), expected, "{occasion:?}");
        }
    }
}
