//! Whether the whole output is the expected one, wherever the program waited.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::tolerance;
use crate::cases::Tolerance;

/// Returns whether `actual` is what `turns` print in their order, after tolerances.
///
/// Where a turn ends, one line break more or less is forgiven if the tolerances say so: some programs
/// end the line of a prompt, others do not.
pub(super) fn equal(turns: &[impl AsRef<str>], actual: &str, tolerances: &BTreeSet<Tolerance>) -> bool {
    if is_same(turns, actual) {
        return true;
    }
    let actual = [actual];
    let actual = Text::new(&actual, tolerances);
    let expected = Text::new(turns, tolerances);
    let mut walk = EqualityWalk { expected: &expected, actual: &actual.bytes, expected_at: 0, actual_at: 0 };
    let loose = tolerances.contains(&Tolerance::BreakAfterPrompt);
    for boundary in expected.boundaries.iter().filter(|_| loose) {
        let (start, end) = expected.breaks_around(boundary.at);
        if start < walk.expected_at {
            // The boundary lies in the line breaks that were just compared.
            continue;
        }
        let boundaries = expected.boundaries.iter().filter(|it| (start..=end).contains(&it.at)).count();
        if !walk.literal(start) {
            return false;
        }
        walk.prompt_blanks(boundary.blanks, end);
        if !walk.breaks(end, boundaries) {
            return false;
        }
    }
    let forgiven = usize::from(tolerances.contains(&Tolerance::FinalNewline));
    let (end, _) = expected.breaks_around(expected.bytes.len());
    (walk.expected_at >= end || walk.literal(end))
        && walk.breaks(expected.bytes.len(), forgiven)
        && walk.is_done()
}

/// Returns whether `actual` is `turns` to the byte, as it mostly is.
fn is_same(turns: &[impl AsRef<str>], actual: &str) -> bool {
    let rest = turns.iter().try_fold(actual, |rest, turn| rest.strip_prefix(turn.as_ref()));
    rest.is_some_and(str::is_empty)
}

/// Returns the characters of a text as they are compared.
pub(super) fn characters(text: &str, tolerances: &BTreeSet<Tolerance>) -> Vec<char> {
    String::from_utf8_lossy(&Text::new(&[text], tolerances).bytes).chars().collect()
}

/// A text as it is compared, and where its turns end.
struct Text<'t> {
    bytes: Cow<'t, [u8]>,
    boundaries: Vec<Boundary>,
}

/// The place between two turns.
struct Boundary {
    /// The number of bytes before it.
    at: usize,
    /// How many blanks stood before it that were taken out, because a line ends after it.
    blanks: usize,
}

impl<'t> Text<'t> {
    fn new(turns: &'t [impl AsRef<str>], tolerances: &BTreeSet<Tolerance>) -> Self {
        let mut text = Self { bytes: Cow::Borrowed(&[]), boundaries: Vec::new() };
        for (index, turn) in turns.iter().enumerate() {
            if index > 0 {
                text.boundaries.push(Boundary { at: text.bytes.len(), blanks: 0 });
            }
            match tolerance::lines(turn.as_ref(), index == 0, tolerances) {
                // Most long outputs are a single turn, in which nothing is forgiven.
                Cow::Borrowed(lines) if index == 0 => text.bytes = Cow::Borrowed(lines.as_bytes()),
                lines => text.bytes.to_mut().extend_from_slice(lines.as_bytes()),
            }
        }
        if tolerances.contains(&Tolerance::TrailingBlanks) && text.has_trailing_blanks() {
            text.drop_trailing_blanks();
        }
        text
    }

    fn has_trailing_blanks(&self) -> bool {
        self.bytes.split(|byte| *byte == b'\n').any(|line| matches!(line.last(), Some(b' ' | b'\t')))
    }

    fn drop_trailing_blanks(&mut self) {
        let mut kept: Vec<u8> = Vec::with_capacity(self.bytes.len());
        let mut moved: Vec<Boundary> = Vec::new();
        let mut boundaries = self.boundaries.iter().peekable();
        for at in 0..=self.bytes.len() {
            while boundaries.next_if(|boundary| boundary.at == at).is_some() {
                moved.push(Boundary { at: kept.len(), blanks: 0 });
            }
            let byte = self.bytes.get(at);
            if byte.is_none_or(|byte| *byte == b'\n') {
                let end =
                    kept.iter().rposition(|kept| !matches!(kept, b' ' | b'\t')).map_or(0, |last| last + 1);
                kept.truncate(end);
                for boundary in moved.iter_mut().rev().take_while(|boundary| boundary.at > end) {
                    *boundary = Boundary { at: end, blanks: boundary.at - end };
                }
            }
            kept.extend(byte);
        }
        (self.bytes, self.boundaries) = (Cow::Owned(kept), moved);
    }

    /// Returns the run of line breaks, maybe empty, in which or at whose end `at` lies.
    fn breaks_around(&self, at: usize) -> (usize, usize) {
        let before = self.bytes[..at].iter().rev().take_while(|c| **c == b'\n').count();
        let after = self.bytes[at..].iter().take_while(|c| **c == b'\n').count();
        (at - before, at + after)
    }
}

/// Walks through both texts at once.
struct EqualityWalk<'a> {
    expected: &'a Text<'a>,
    actual: &'a [u8],
    expected_at: usize,
    actual_at: usize,
}

impl EqualityWalk<'_> {
    /// Goes on to `end` of the expected text if the other text has the same bytes. Blanks before `end`
    /// may be missing where the other text breaks its line instead.
    fn literal(&mut self, end: usize) -> bool {
        let expected = &self.expected.bytes[self.expected_at..end];
        let actual = &self.actual[self.actual_at..];
        let same = expected.iter().zip(actual).take_while(|(expected, actual)| expected == actual).count();
        let rest = &expected[same..];
        let line_ends = rest.iter().all(|c| *c == b' ') && actual.get(same).is_none_or(|c| *c == b'\n');
        self.expected_at = end;
        self.actual_at += same;
        rest.is_empty() || line_ends
    }

    /// Goes over as many as `most` blanks with which a prompt ends where the other text does not break its line after it,
    /// but not over those that are expected after `end`.
    fn prompt_blanks(&mut self, most: usize, end: usize) {
        let blanks = |text: &[u8]| text.iter().take_while(|c| **c == b' ').count();
        let next = blanks(&self.expected.bytes[end..]);
        self.actual_at += blanks(&self.actual[self.actual_at..]).saturating_sub(next).min(most);
    }

    /// Goes over line breaks in both texts if their numbers differ by `forgiven` at most.
    fn breaks(&mut self, end: usize, forgiven: usize) -> bool {
        let expected = end - self.expected_at;
        let actual = self.actual[self.actual_at..].iter().take_while(|c| **c == b'\n').count();
        self.expected_at = end;
        self.actual_at += actual;
        expected.abs_diff(actual) <= forgiven
    }

    fn is_done(&self) -> bool {
        self.actual_at == self.actual.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all() -> BTreeSet<Tolerance> {
        use Tolerance::{BreakAfterPrompt, ClearScreen, FinalNewline, LineEnds, TrailingBlanks, Typography};
        BTreeSet::from([TrailingBlanks, FinalNewline, LineEnds, Typography, ClearScreen, BreakAfterPrompt])
    }

    /// Turns are separated by `|`.
    #[track_caller]
    fn check(expected: &str, actual: &str, are_equal: bool) {
        let turns: Vec<String> = expected.split('|').map(str::to_string).collect();
        assert_eq!(equal(&turns, actual, &all()), are_equal, "{expected:?} against {actual:?}");
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
    fn a_line_break_may_be_missing_after_the_blank_of_a_prompt() {
        check("Again? |\nDave rolls\n", "Again? Dave rolls\n", true);
        check("Again? |\nDave rolls\n", "Again?   Dave rolls\n", false);
        check("Again? |\n  1 2\n", "Again?   1 2\n", true);
        check("Again? |\n\nDave rolls\n", "Again? Dave rolls\n", false);
        check("a? |\nb? |\nc\n", "a? b? c\n", true);
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

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn a_line_break_after_any_prompt_may_be_missing_or_added(
            turns in prop::collection::vec(("\n?", "[ab]{1,3}", "[ab \n]{0,6}", "[:>] ?", any::<bool>()), 1..6),
        ) {
            let expected: Vec<String> =
                turns.iter().map(|(start, head, body, prompt, _)| format!("{start}{head}{body}{prompt}")).collect();
            let mut actual = expected[0].clone();
            for (turn, (start, .., changes)) in expected.iter().zip(&turns).skip(1) {
                match (start.as_str(), changes) {
                    (_, false) => actual.push_str(turn),
                    ("\n", true) => actual.push_str(&turn[1..]),
                    _ => actual.extend(["\n", turn]),
                }
            }
            prop_assert!(equal(&expected, &actual, &all()), "{:?} against {:?}", expected, actual);
        }
    }
}
