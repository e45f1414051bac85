//! Whether the whole output is the expected one, wherever the program waited.

use std::collections::BTreeSet;

use super::tolerance;
use crate::cases::Tolerance;

/// Returns whether `got` is what `turns` print in their order, after tolerances.
///
/// Where a turn ends, one line break more or less is forgiven if the tolerances say so: some programs
/// end the line of a prompt, others do not.
pub(super) fn equal(turns: &[String], got: &str, tolerances: &BTreeSet<Tolerance>) -> bool {
    let got = Text::new(&[got.to_string()], tolerances);
    let wanted = Text::new(turns, tolerances);
    let mut walk = Walk { wanted: &wanted, got: &got.characters, wanted_at: 0, got_at: 0 };
    let loose = tolerances.contains(&Tolerance::BreakAfterPrompt);
    for boundary in wanted.boundaries.iter().copied().filter(|_| loose) {
        let (start, end) = wanted.breaks_around(boundary);
        if start < walk.wanted_at {
            // The boundary lies in the line breaks that were just compared.
            continue;
        }
        let boundaries = wanted.boundaries.iter().filter(|at| (start..=end).contains(at)).count();
        if !walk.literal(start) || !walk.breaks(end, boundaries) {
            return false;
        }
    }
    let forgiven = usize::from(tolerances.contains(&Tolerance::FinalNewline));
    let (end, _) = wanted.breaks_around(wanted.characters.len());
    (walk.wanted_at >= end || walk.literal(end))
        && walk.breaks(wanted.characters.len(), forgiven)
        && walk.is_done()
}

/// Returns the characters of a text as they are compared.
pub(super) fn characters(text: &str, tolerances: &BTreeSet<Tolerance>) -> Vec<char> {
    Text::new(&[text.to_string()], tolerances).characters
}

/// A text as it is compared, and where its turns end.
struct Text {
    characters: Vec<char>,
    /// Between the turns, counted in characters.
    boundaries: Vec<usize>,
}

impl Text {
    fn new(turns: &[String], tolerances: &BTreeSet<Tolerance>) -> Self {
        let mut text = Self { characters: Vec::new(), boundaries: Vec::new() };
        for (index, turn) in turns.iter().enumerate() {
            if index > 0 {
                text.boundaries.push(text.characters.len());
            }
            text.characters.extend(tolerance::lines(turn, tolerances).chars());
        }
        if tolerances.contains(&Tolerance::TrailingBlanks) {
            text.drop_trailing_blanks();
        }
        text
    }

    fn drop_trailing_blanks(&mut self) {
        let mut kept: Vec<char> = Vec::with_capacity(self.characters.len());
        let mut moved: Vec<usize> = Vec::new();
        let mut boundaries = self.boundaries.iter().peekable();
        for at in 0..=self.characters.len() {
            let character = self.characters.get(at);
            if character.is_none_or(|character| *character == '\n') {
                let end =
                    kept.iter().rposition(|kept| !matches!(kept, ' ' | '\t')).map_or(0, |last| last + 1);
                kept.truncate(end);
                moved
                    .iter_mut()
                    .rev()
                    .take_while(|boundary| **boundary > end)
                    .for_each(|boundary| *boundary = end);
            }
            while boundaries.next_if_eq(&&at).is_some() {
                moved.push(kept.len());
            }
            kept.extend(character);
        }
        (self.characters, self.boundaries) = (kept, moved);
    }

    /// Returns the run of line breaks, maybe empty, in which or at whose end `at` lies.
    fn breaks_around(&self, at: usize) -> (usize, usize) {
        let before = self.characters[..at].iter().rev().take_while(|c| **c == '\n').count();
        let after = self.characters[at..].iter().take_while(|c| **c == '\n').count();
        (at - before, at + after)
    }
}

/// Walks through both texts at once.
struct Walk<'a> {
    wanted: &'a Text,
    got: &'a [char],
    wanted_at: usize,
    got_at: usize,
}

impl Walk<'_> {
    /// Goes on to `end` of the wanted text if the other text has the same characters. Blanks before `end`
    /// may be missing where the other text breaks its line instead.
    fn literal(&mut self, end: usize) -> bool {
        let wanted = &self.wanted.characters[self.wanted_at..end];
        let got = &self.got[self.got_at..];
        let same = wanted.iter().zip(got).take_while(|(wanted, got)| wanted == got).count();
        let rest = &wanted[same..];
        let line_ends = rest.iter().all(|c| *c == ' ') && got.get(same).is_none_or(|c| *c == '\n');
        self.wanted_at = end;
        self.got_at += same;
        rest.is_empty() || line_ends
    }

    /// Goes over line breaks in both texts if their numbers differ by `forgiven` at most.
    fn breaks(&mut self, end: usize, forgiven: usize) -> bool {
        let wanted = end - self.wanted_at;
        let got = self.got[self.got_at..].iter().take_while(|c| **c == '\n').count();
        self.wanted_at = end;
        self.got_at += got;
        wanted.abs_diff(got) <= forgiven
    }

    fn is_done(&self) -> bool {
        self.got_at == self.got.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> BTreeSet<Tolerance> {
        use Tolerance::{BreakAfterPrompt, ClearScreen, FinalNewline, LineEnds, TrailingBlanks, Typography};
        BTreeSet::from([TrailingBlanks, FinalNewline, LineEnds, Typography, ClearScreen, BreakAfterPrompt])
    }

    /// Turns are separated by `|`.
    #[track_caller]
    fn check(wanted: &str, got: &str, expected: bool) {
        let turns: Vec<String> = wanted.split('|').map(str::to_string).collect();
        assert_eq!(equal(&turns, got, &all()), expected, "{wanted:?} against {got:?}");
    }

    #[test]
    fn the_same_output_is_equal_wherever_it_was_cut() {
        check("a\n|b\n", "a\nb\n", true);
        check("a|b|c", "abc", true);
        check("a|b|c", "abd", false);
        check("a|b|c", "ab", false);
        check("a|b", "abc", false);
        check("", "", true);
    }

    #[test]
    fn one_line_break_more_or_less_is_forgiven_after_a_prompt_only() {
        check("a\n|\nb\n", "a\nb\n", true);
        check("a\n|\nb\n", "a\n\n\nb\n", true);
        check("a\n|\nb\n", "ab\n", false);
        check("a\n|b\n", "ab\n", true);
        check("Turn: |Bad\n", "Turn: \nBad\n", true);
        check("Turn: |Bad\n", "Turn:\nBad\n", true);
        check("Turn: |Bad\n", "Turn:Bad\n", false);
        check("a\n\nb\n|c", "a\nb\nc", false);
    }

    #[test]
    fn turns_that_are_only_a_line_break_may_each_lose_it() {
        check("a\n|\n|\nb", "a\nb", true);
        check("a\n|\n|\nb", "a\n\n\n\n\nb", true);
        check("a\n|\n|\nb", "a\n\n\n\n\n\nb", false);
    }

    #[test]
    fn the_last_line_break_may_be_missing_or_doubled() {
        check("a\n", "a", true);
        check("a", "a\n", true);
        check("a\n", "a\n\n", true);
        check("a\n", "a\n\n\n", false);
        check("a\n|\n", "a\n", true);
    }

    #[test]
    fn blanks_at_line_ends_do_not_count_and_inner_blanks_do() {
        check("a \nb", "a\nb  ", true);
        check("a\n  \nb", "a\n\nb", true);
        check("a b", "a  b", false);
        check("> |x\n", "> x\n", true);
        check("> |x\n", ">x\n", false);
        check("> |\nx\n", ">\nx\n", true);
        check("a |  \nb", "a\nb", true);
        check("a |  \nb", "ab", true);
        check("a |  \nb|c", "a\nb\nc", true);
    }

    #[test]
    fn typography_line_ends_and_clearing_are_forgiven() {
        check("it's - \"a\"\n", "it’s – “a”\r\n", true);
        check("\x1b[2J\x1b[Ha", "a", true);
        check("a\n", "\x1b[H\x1b[2Ja\n", true);
    }

    #[test]
    fn without_tolerances_every_byte_counts() {
        let turns = ["a \n".to_string(), "b\n".to_string()];
        assert!(equal(&turns, "a \nb\n", &BTreeSet::new()));
        for other in ["a\nb\n", "a \nb", "a \r\nb\n", "a \n\nb\n", "a \nb\n\n"] {
            assert!(!equal(&turns, other, &BTreeSet::new()), "{other:?}");
        }
    }
}
