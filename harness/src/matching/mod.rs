//! Finds what an output shows in the holes of a transcript.
//!
//! Work is bounded: no output, however long, makes it go back and try again.

pub(crate) mod fit;
pub(crate) mod pairing;
mod pattern;
pub(crate) mod values;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;

use regex_automata::meta::{Config, Regex};
use regex_automata::{Anchored, Input};

use crate::cases::notation::{Hole, HoleKind};
pub(crate) use pattern::{Lenience, PatternPiece};

/// The most bytes that a compiled expression takes; beyond, nothing is found.
const MOST_MEMORY: usize = 50_000_000;

/// So many compiled expressions are kept by each thread.
const MOST_KEPT: usize = 8;

/// None that is longer is kept, in bytes.
const LONGEST_KEPT: usize = 4096;

/// The most that the lengths of expression and text, in bytes, and the number of holes come to when they are multiplied:
/// what a search costs grows with all three. Beyond, nothing is found.
const MOST_WORK: usize = 10_000_000_000;

/// Cuts an output at its holes, given by the bytes before which they stand.
pub(crate) fn pieces<'a>(
    output: &str,
    holes: impl Iterator<Item = (usize, &'a Hole)>,
) -> Vec<PatternPiece<'a>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, hole) in holes {
        pieces.push(PatternPiece::Text(output[from..at].to_string()));
        pieces.push(PatternPiece::Hole(hole));
        from = at;
    }
    pieces.push(PatternPiece::Text(output[from..].to_string()));
    pieces
}

/// Returns for each hole of `turns` the characters of `text` that stand in it, counted from 0; nothing if the
/// text is another one. A number may be any number.
///
/// A hole takes as little as possible, the first one first; a number takes all its digits.
pub(crate) fn find(
    turns: &[Vec<PatternPiece<'_>>],
    text: &[char],
    lenience: Lenience,
) -> Option<Vec<Range<usize>>> {
    let holes: Vec<&Hole> = turns.iter().flatten().filter_map(hole).collect();
    let text: String = text.iter().collect();
    let spans = search(&pattern::pattern(turns, lenience), &text, holes.len())?;
    let is_cut = |(hole, span): (&&Hole, &Range<usize>)| {
        is_number(hole) && text[span.end..].starts_with(|next: char| next.is_ascii_digit())
    };
    let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    let column = |byte: usize| starts.partition_point(|start| *start < byte);
    let is_whole = !holes.iter().zip(&spans).any(is_cut);
    is_whole.then(|| spans.iter().map(|span| column(span.start)..column(span.end)).collect())
}

/// Returns the bytes of `text` in each of as many groups of an expression, if it fits the whole text.
fn search(pattern: &str, text: &str, groups: usize) -> Option<Vec<Range<usize>>> {
    if pattern.len().saturating_mul(text.len()).saturating_mul(groups) > MOST_WORK {
        return None;
    }
    with_compiled(pattern, |expression| {
        let mut captures = expression.create_captures();
        expression.search_captures(&Input::new(text).anchored(Anchored::Yes), &mut captures);
        let spans = (1..=groups).map(|group| captures.get_group(group).map(|span| span.range()));
        spans.collect::<Option<_>>().filter(|_| captures.is_match())
    })
}

/// Looks with a compiled expression; finds nothing if that takes too much memory. A case is judged several times, one after the other, so each thread
/// keeps the last few.
fn with_compiled<T>(pattern: &str, look: impl FnOnce(&Regex) -> Option<T>) -> Option<T> {
    thread_local! {
        static LAST: RefCell<VecDeque<(String, Regex)>> = const { RefCell::new(VecDeque::new()) };
    }
    let compile =
        || Regex::builder().configure(Config::new().nfa_size_limit(Some(MOST_MEMORY))).build(pattern).ok();
    if pattern.len() > LONGEST_KEPT {
        return look(&compile()?);
    }
    LAST.with_borrow_mut(|last| {
        if let Some(at) = last.iter().position(|(other, _)| other == pattern) {
            let found = last.remove(at)?;
            last.push_front(found);
        } else {
            last.push_front((pattern.to_string(), compile()?));
            last.truncate(MOST_KEPT);
        }
        last.front().and_then(|(_, expression)| look(expression))
    })
}

fn hole<'a>(piece: &'a PatternPiece<'_>) -> Option<&'a Hole> {
    match piece {
        PatternPiece::Hole(hole) => Some(hole),
        PatternPiece::Text(_) => None,
    }
}

fn is_number(hole: &Hole) -> bool {
    matches!(hole.kind, HoleKind::Number { .. } | HoleKind::Computed(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Conversation;

    /// Returns what stands in the holes, joined by `|`, or `-`.
    fn found(written: &str, text: &str, lenience: Lenience) -> String {
        let conversation = Conversation::parse(written).expect("well formed");
        let turns: Vec<Vec<PatternPiece>> = conversation
            .turns
            .iter()
            .map(|turn| pieces(&turn.output, turn.holes.iter().map(|(at, hole)| (*at, hole))))
            .collect();
        let text: Vec<char> = text.chars().collect();
        let texts = |spans: Vec<Range<usize>>| {
            spans.into_iter().map(|span| text[span].iter().collect()).collect::<Vec<String>>().join("|")
        };
        find(&turns, &text, lenience).map_or("-".to_string(), texts)
    }

    #[track_caller]
    fn check(written: &str, text: &str, expected: &str) {
        assert_eq!(found(written, text, Lenience::default()), expected, "{written:?} against {text:?}");
    }

    #[track_caller]
    fn check_loosely(written: &str, text: &str, expected: &str) {
        let lenience = Lenience { breaks: true, blanks: true };
        assert_eq!(found(written, text, lenience), expected, "{written:?} against {text:?}");
    }

    #[test]
    fn anything_stays_on_its_line() {
        check("a {{*}} c\n", "a b  c\n", "b ");
        check("a{{*}}\n", "a\n", "");
        check("a {{*}} c\n", "a b\nc\n", "-");
        check("{{*}}, {{*}}\n", "x, y, z\n", "x|y, z");
    }

    #[test]
    fn lines_are_whole_unless_the_turn_ends() {
        check("a\n{{...}}\nc\n", "a\nb\nb\nc\n", "b\nb\n");
        check("a\n{{...}}\nc\n", "a\nc\n", "");
        check("a\n{{...}}\nc\n", "a\nbc\n", "-");
        check("a\n{{...}}<<x>>\nc\n", "a\nb\n> c\n", "b\n> ");
        check("a\n{{...}}", "a\nb\n> ", "b\n> ");
        check("{{...}}\nb\n{{...}}\n", "a\nb\nb\n", "a\n|b\n");
    }

    #[test]
    fn a_number_takes_all_its_digits_and_a_sign_where_one_is_possible() {
        check("{{d: 1-4}}{{*}}\n", "123\n", "123|");
        check("a-{{d: 1-4}}\n", "a-3\n", "3");
        check("{{*}}{{d: 1-4}}\n", "a-3\n", "a-|3");
        check("{{d: -2-4}}\n", "-3\n", "-3");
        check("{{d: 1-4}}\n", "x\n", "-");
        check("{{d: 1-4}} {{= d - 5}}\n", "3 -2\n", "3|-2");
        check("{{*}}{{d: 1-4}} points\n", "round 12: 3 points\n", "round 12: |3");
    }

    #[test]
    fn one_of_several_texts_is_read() {
        check("{{either: A | AB}}B\n", "ABB\n", "AB");
        check("die{{either: s |}}\n", "die\n", "");
        check("{{either: A | B}}\n", "C\n", "-");
    }

    #[test]
    fn breaks_around_a_prompt_and_blanks_at_line_ends_are_forgiven_if_asked() {
        check("> <<x>>\n{{*}} b\n", "> \na b\n", "-");
        check_loosely("> <<x>>\n{{*}} b\n", ">\na b\n", "a");
        check_loosely("> {{*}}<<x>>\n{{d: 1-4}} b\n", ">3 b\n", "-");
        check_loosely("a {{*}}\nb\n", "a\nb", "");
        check_loosely("a\n{{...}}\n", "a\nb", "b");
        check_loosely("a\n<<x>>\n\n{{d: 1-4}}", "a\n3", "3");
    }

    #[test]
    fn many_holes_and_much_text_do_not_take_long() {
        let written = "{{*}}a".repeat(300) + "b";
        check(&written, &"a".repeat(3000), "-");
        let written = "{{...}}\na\n".repeat(100) + "b\n";
        check(&written, &"a\n".repeat(5000), "-");
    }

    #[test]
    fn a_search_beyond_the_bound_of_work_finds_nothing() {
        let (written, holes) = ("{{*}}a\n".repeat(100), "|".repeat(99));
        let printed = |last: usize| "a\n".repeat(99) + &"a".repeat(last) + "\n";
        check(&written, &printed(1000), &format!("{holes}{}", "a".repeat(999)));
        check(&written, &printed(MOST_WORK / written.len() / 100), "-");
    }
}
