//! Puts into the holes of expected turns what was printed there, or what should have been.
//!
//! After that the turns have no holes, and are compared like any others.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::conversation::{ComparedConversation, Findings, WrongNumber};
use super::detail::Detail;
use super::difference::Difference;
use super::{alignment, equality, tolerance};
use crate::cases::notation::HoleKind;
use crate::cases::{Cause, Tolerance};
use crate::expected::{ExpectedTurn, Gap};
use crate::matching::fit::{CHARACTER, Fit, LineSymbol, fit};
use crate::matching::pairing::{NEVER, OTHER, pair};
use crate::matching::values::{Content, HoleNumbers, Misfit};
use crate::matching::{Lenience, PatternPiece, find, pieces};
use crate::text::alignment::StandsFor;

/// Expected turns without holes.
#[derive(Debug)]
pub(super) struct Filled<'t> {
    pub(super) turns: Cow<'t, [ExpectedTurn]>,
    /// The numbers that do not fit, in order.
    pub(super) wrong: Vec<WrongNumber>,
}

/// What was found in a hole.
#[derive(Debug, Clone, Default)]
struct HoleSeen {
    text: Option<String>,
    /// Whether the rest of its line is right, but for blanks, marks or letter case.
    line_fits: bool,
}

/// The most cells of all tables in which lines are fitted; beyond, lines with holes fit nothing.
const MOST_CELLS: usize = 20_000_000;

/// Fills the holes of `turns` from the outputs of a program, one for each of its turns.
pub(super) fn fill<'t>(
    turns: &'t [ExpectedTurn],
    printed: &[&str],
    tolerances: &BTreeSet<Tolerance>,
) -> Filled<'t> {
    if turns.iter().all(|turn| turn.gaps.is_empty()) {
        return Filled { turns: Cow::Borrowed(turns), wrong: Vec::new() };
    }
    let pieces: Vec<Vec<PatternPiece>> = turns.iter().map(|turn| normal_pieces(turn, tolerances)).collect();
    let seen = as_a_whole(&pieces, printed, tolerances)
        .unwrap_or_else(|| line_by_line(&pieces, printed, tolerances));
    let mut values = HoleNumbers::default();
    let mut seen = seen.into_iter();
    let mut wrong = Vec::new();
    let turns = turns.iter().map(|turn| filled(turn, &mut seen, &mut values, &mut wrong)).collect();
    Filled { turns, wrong }
}

/// Tells numbers that do not fit their holes.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    explain(&mut found.differences, &conversation.misfits);
}

/// Says of differences that are numbers in holes which number should be there.
fn explain(differences: &mut [Difference], wrong: &[WrongNumber]) {
    let mut rest = differences;
    for WrongNumber { line, misfit } in wrong {
        let is_it = |difference: &Difference| {
            difference.expected.as_ref() == Some(line)
                && matches!(difference.cause, Cause::WrongValue | Cause::WrongText)
        };
        if let Some(index) = rest.iter().position(is_it) {
            let difference = &mut rest[index];
            (difference.cause, difference.detail) = (Cause::WrongValue, Detail::WrongInHole(misfit.clone()));
            difference.track = difference.track.as_version();
            rest = &mut rest[index + 1..];
        }
    }
}

fn normal_pieces<'a>(turn: &'a ExpectedTurn, tolerances: &BTreeSet<Tolerance>) -> Vec<PatternPiece<'a>> {
    let pieces = pieces(&turn.output(), turn.gaps.iter().map(|gap| (gap.at, &gap.hole)));
    let normal = pieces.into_iter().map(|piece| match piece {
        PatternPiece::Text(text) => PatternPiece::Text(tolerance::text(&text, tolerances).into_owned()),
        hole @ PatternPiece::Hole(_) => hole,
    });
    normal.collect()
}

/// Returns what stands in the holes if the whole output is right, but for its numbers, wherever it was cut.
fn as_a_whole(
    turns: &[Vec<PatternPiece<'_>>],
    printed: &[&str],
    tolerances: &BTreeSet<Tolerance>,
) -> Option<Vec<HoleSeen>> {
    let text = equality::characters(&printed.concat(), tolerances);
    let breaks = tolerances.contains(&Tolerance::BreakAfterPrompt);
    let lenience = Lenience { breaks, blanks: breaks || tolerances.contains(&Tolerance::TrailingBlanks) };
    let spans = find(turns, &text, lenience)?;
    let seen =
        |span: std::ops::Range<usize>| HoleSeen { text: Some(text[span].iter().collect()), line_fits: true };
    Some(spans.into_iter().map(seen).collect())
}

/// A line of an expected turn.
struct HoleRow<'a> {
    symbols: Vec<LineSymbol<'a>>,
    stands: StandsFor,
    /// The line as it is written.
    written: String,
}

impl HoleRow<'_> {
    fn has_holes(&self) -> bool {
        self.holes() > 0
    }

    fn holes(&self) -> usize {
        let in_symbols = self.symbols.iter().filter(|token| matches!(token, LineSymbol::Hole(_))).count();
        in_symbols + usize::from(self.stands == StandsFor::Many)
    }
}

fn rows<'a>(pieces: &[PatternPiece<'a>], tolerances: &BTreeSet<Tolerance>) -> Vec<HoleRow<'a>> {
    let empty = || HoleRow { symbols: Vec::new(), stands: StandsFor::One, written: String::new() };
    let mut rows = vec![empty()];
    for piece in pieces {
        let row = rows.last_mut().expect("there is a row");
        match piece {
            PatternPiece::Hole(hole) if hole.kind == HoleKind::Lines => row.stands = StandsFor::Many,
            PatternPiece::Hole(hole) => {
                row.symbols.push(LineSymbol::Hole(hole));
                row.written.push_str(&hole.to_string());
            }
            PatternPiece::Text(text) => {
                for (index, line) in text.split('\n').enumerate() {
                    if index > 0 {
                        rows.push(empty());
                    }
                    let row = rows.last_mut().expect("there is a row");
                    row.symbols.extend(line.chars().map(LineSymbol::Character));
                    row.written.push_str(line);
                }
            }
        }
    }
    for row in rows.iter_mut().filter(|row| !row.has_holes()) {
        row.written = tolerance::line(&row.written, tolerances).into_owned();
    }
    rows
}

/// Returns what stands in the holes of each turn as well as can be told, turn by turn and line by line.
fn line_by_line(
    turns: &[Vec<PatternPiece<'_>>],
    printed: &[&str],
    tolerances: &BTreeSet<Tolerance>,
) -> Vec<HoleSeen> {
    let fitter = Fitter { cells_left: Cell::new(MOST_CELLS) };
    let expected: Vec<Vec<HoleRow>> = turns.iter().map(|pieces| rows(pieces, tolerances)).collect();
    let actual: Vec<Vec<String>> = printed
        .iter()
        .map(|output| output.split('\n').map(|line| tolerance::line(line, tolerances).into_owned()).collect())
        .collect();
    let partners = fitter.partners(&expected, &actual);
    expected
        .iter()
        .zip(partners)
        .flat_map(|(rows, partner)| fitter.turn(rows, partner.map_or(&[][..], |turn| &actual[turn])))
        .collect()
}

/// Fits lines, as long as the work is bounded.
struct Fitter {
    cells_left: Cell<usize>,
}

impl Fitter {
    fn fit(&self, row: &HoleRow<'_>, line: &str) -> Option<Fit> {
        let line: Vec<char> = line.chars().collect();
        let cells = (row.symbols.len() + 1) * (line.len() + 1);
        self.cells_left.set(self.cells_left.get().checked_sub(cells)?);
        fit(&row.symbols, &line)
    }

    /// Returns for each expected turn the turn that was printed in its place.
    fn partners(&self, expected: &[Vec<HoleRow<'_>>], actual: &[Vec<String>]) -> Vec<Option<usize>> {
        let literal: BTreeSet<&str> = expected
            .iter()
            .flatten()
            .filter(|row| !row.has_holes())
            .map(|row| row.written.as_str())
            .collect();
        let open: BTreeMap<&str, &HoleRow> = expected
            .iter()
            .flatten()
            .filter(|row| row.has_holes() && row.stands == StandsFor::One)
            .map(|row| (row.written.as_str(), row))
            .collect();
        let key = |line: &String| {
            let fits = |row: &HoleRow<'_>| self.fit(row, line).is_some_and(|fit| fit.cost == 0);
            if literal.contains(line.as_str()) {
                return line.clone();
            }
            open.values().find(|row| fits(row)).map_or_else(|| line.clone(), |row| row.written.clone())
        };
        let actual: Vec<Vec<String>> = actual.iter().map(|lines| lines.iter().map(key).collect()).collect();
        let one = |row: &&HoleRow<'_>| row.stands == StandsFor::One;
        let expected: Vec<Vec<String>> = expected
            .iter()
            .map(|rows| rows.iter().filter(one).map(|row| row.written.clone()).collect())
            .collect();
        let mut partners = vec![None; expected.len()];
        for (turn, partner) in
            alignment::align(&expected, &actual, |turn| turn.iter().map(String::as_str).collect())
        {
            if let Some(turn) = turn {
                partners[turn] = partner;
            }
        }
        partners
    }

    /// Returns what stands in the holes of one turn.
    fn turn(&self, rows: &[HoleRow<'_>], lines: &[String]) -> Vec<HoleSeen> {
        if !rows.iter().any(HoleRow::has_holes) {
            return Vec::new();
        }
        let stands: Vec<StandsFor> = rows.iter().map(|row| row.stands).collect();
        let pairs = pair(&stands, lines.len(), |row, line| self.cost(&rows[row], &lines[line]));
        rows.iter().zip(pairs).flat_map(|(row, range)| self.row(row, &lines[range])).collect()
    }

    fn cost(&self, row: &HoleRow<'_>, line: &str) -> u32 {
        if !row.has_holes() {
            return if row.written == line { 0 } else { OTHER };
        }
        let length = u32::try_from(row.symbols.len()).unwrap_or(u32::MAX).max(1);
        self.fit(row, line).map_or(NEVER, |fit| fit.cost / length)
    }

    fn row(&self, row: &HoleRow<'_>, lines: &[String]) -> Vec<HoleSeen> {
        if row.stands == StandsFor::Many {
            let text = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
            return vec![HoleSeen { text: Some(text), line_fits: true }];
        }
        let fitted = lines.first().and_then(|line| Some((line, self.fit(row, line)?)));
        let Some((line, fit)) = fitted.filter(|_| row.has_holes()) else {
            return vec![HoleSeen::default(); row.holes()];
        };
        let line: Vec<char> = line.chars().collect();
        let seen = |span: Option<std::ops::Range<usize>>| HoleSeen {
            text: span.map(|span| line[span].iter().collect()),
            line_fits: fit.cost < CHARACTER,
        };
        fit.holes.iter().cloned().map(seen).collect()
    }
}

/// Returns a turn with its holes filled.
fn filled(
    turn: &ExpectedTurn,
    seen: &mut impl Iterator<Item = HoleSeen>,
    values: &mut HoleNumbers,
    wrong: &mut Vec<WrongNumber>,
) -> ExpectedTurn {
    let mut filling = Filling { pieces: Vec::new(), length: 0, wrong: Vec::new() };
    let mut gaps = turn.gaps.iter().peekable();
    let mut start = 0;
    for (part, text) in &turn.pieces {
        let mut from = 0;
        while let Some(gap) = gaps.next_if(|gap| gap.at < start + text.len()) {
            let at = gap.at - start;
            filling.add(part, &text[from..at]);
            filling.fill(gap, &seen.next().unwrap_or_default(), values);
            // The line break after `{{...}}` is that of its last line.
            let is_closed = gap.hole.kind == HoleKind::Lines && text[at..].starts_with('\n');
            from = at + usize::from(is_closed);
        }
        filling.add(part, &text[from..]);
        start += text.len();
    }
    for gap in gaps {
        filling.fill(gap, &seen.next().unwrap_or_default(), values);
    }
    let places = std::mem::take(&mut filling.wrong);
    let turn = ExpectedTurn { pieces: filling.pieces, gaps: Vec::new(), typed: turn.typed.clone() };
    let output = turn.output();
    let line = |at: usize| {
        let from = output[..at].rfind('\n').map_or(0, |before| before + 1);
        let to = output[at..].find('\n').map_or(output.len(), |after| at + after);
        output[from..to].to_string()
    };
    wrong.extend(places.into_iter().map(|(at, misfit)| WrongNumber { line: line(at), misfit }));
    turn
}

/// The pieces of a turn whose holes are being filled.
struct Filling {
    pieces: Vec<(&'static str, String)>,
    length: usize,
    /// Where numbers end that do not fit, in bytes, and what is to be said of them.
    wrong: Vec<(usize, Misfit)>,
}

impl Filling {
    fn add(&mut self, part: &'static str, text: &str) {
        if !text.is_empty() {
            self.length += text.len();
            self.pieces.push((part, text.to_string()));
        }
    }

    fn fill(&mut self, gap: &Gap, seen: &HoleSeen, values: &mut HoleNumbers) {
        let Content { text, misfit } = values.settle(&gap.hole, seen.text.as_deref());
        self.add(gap.part, &text);
        self.wrong.extend(misfit.filter(|_| seen.line_fits).map(|misfit| (self.length, misfit)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cases::Conversation;
    use crate::comparison::compare;
    use crate::recording::Recording;

    fn turns(written: &str) -> Vec<ExpectedTurn> {
        let conversation = Conversation::parse(written).expect("well formed");
        let gap = |(at, hole)| Gap { at, hole, part: "" };
        let turns = conversation.turns.into_iter().map(|turn| ExpectedTurn {
            pieces: vec![("", turn.output)],
            gaps: turn.holes.into_iter().map(gap).collect(),
            typed: turn.typed,
        });
        turns.collect()
    }

    fn recording(conversation: &str) -> Recording {
        let turns = Conversation::parse(conversation).expect("well formed").turns.into_iter();
        turns.fold(Recording::default(), |recording, turn| {
            let recording = recording.prints(&turn.output);
            turn.typed.iter().fold(recording, Recording::reads)
        })
    }

    fn all() -> BTreeSet<Tolerance> {
        use Tolerance::{BreakAfterPrompt, ClearScreen, FinalNewline, LineEnds, TrailingBlanks, Typography};
        BTreeSet::from([TrailingBlanks, FinalNewline, LineEnds, Typography, ClearScreen, BreakAfterPrompt])
    }

    /// The differences are given as `CAUSE: SENTENCE`.
    #[track_caller]
    fn check(written: &str, printed: &str, expected: &[&str]) {
        let comparison = compare(&turns(written), &recording(printed), &all());
        let sentences =
            comparison.differences.iter().filter(|difference| difference.cause != Cause::NotFlushed);
        let sentences: Vec<_> = sentences
            .map(|difference| format!("{}: {}", difference.cause.name(), difference.sentence()))
            .collect();
        assert_eq!(sentences, expected, "{written:?} against {printed:?}");
        assert_eq!(comparison.equal, expected.is_empty());
    }

    #[test]
    fn what_fits_the_holes_is_equal() {
        check(
            "You rolled {{d: 1-4}}.\n> <<x>>\n{{= d + 2}} {{*}}\n",
            "You rolled 3.\n> <<x>>\n5 points\n",
            &[],
        );
        check("a\n{{...}}\n{{either: b|c}}\n", "a\nx\ny\nc\n", &[]);
        check("a\n{{...}}\nb\n", "a\nb\n", &[]);
        check("a\n{{...}}<<x>>\nb\n", "a\nmore\n? <<x>>\nb\n", &[]);
    }

    #[test]
    fn tolerances_work_around_holes() {
        check("a {{*}}\nit's {{d: 1-4}}\n", "a\nit’s 3  ", &[]);
        check("> <<x>>\n{{d: 1-4}}\n", ">\n<<x>>\n3\r\n", &[]);
        check("Turn: <<x>>\n{{d: 1-4}}\n", "<<x>>\nTurn: 3\n", &[]);
        check("{{clear}}{{*}} {{d: 1-4}}\n", "a 3\n", &[]);
    }

    #[test]
    fn a_number_that_does_not_fit_is_a_wrong_value() {
        check(
            "You rolled {{d: 1-4}}.\n> <<x>>\nThat makes {{= d + 2}}.\n",
            "You rolled 5.\n> <<x>>\nThat makes 8.\n",
            &[
                "wrong value: it should be a number from 1 to 4 (d), not 5",
                "wrong value: it should be 7 (d + 2), not 8",
            ],
        );
        check(
            "a {{d: 1-4}}\nb\n{{= d + 2}} c\n",
            "a 3\nB\n6 c\n",
            &[
                "letter case: only capital and small letters differ",
                "wrong value: it should be 5 (d + 2), not 6",
            ],
        );
        check("{{d: 1-4}}\n", "03\n", &["number format: the number is right, but written in another way"]);
    }

    #[test]
    fn what_is_wrong_around_holes_has_the_smallest_cause() {
        check(
            "You rolled {{d: 1-4}}.\n",
            "you rolled 3.\n",
            &["letter case: only capital and small letters differ"],
        );
        check(
            "You rolled {{d: 1-4}}.\n",
            "You  rolled 3.\n",
            &[
                "inner blanks: only the blanks differ: between `You` and `rolled` should be a blank, not a gap of 2 blanks",
            ],
        );
        check(
            "You rolled {{d: 1-4}} now.\n",
            "You roled 3 now.\n",
            &["wrong text: it should say `rolled`, not `roled`"],
        );
        check("{{either: A | B}} wins\n", "C wins\n", &["wrong text: it should say `A`, not `C`"]);
        check("a\n{{...}}\nb\n", "A\nx\nb\n", &["letter case: only capital and small letters differ"]);
        check("x\na {{*}}\n", "x\n", &["missing output: the line `a {{*}}` is missing"]);
    }

    #[test]
    fn turns_are_found_again_although_one_is_extra() {
        check(
            "a {{d: 1-4}}\n> <<x>>\nb {{*}}\n> <<x>>\nc {{= d}}\n",
            "a 2\n> <<x>>\nwhat?\n> <<x>>\nb b\n> <<x>>\nc 2\n",
            &["extra prompt: after `x` should come `b b`, not `what?`"],
        );
    }

    #[test]
    fn much_output_against_many_holes_is_judged() {
        let written = "{{*}} {{*}}\n".repeat(300) + "end\n";
        let printed = "a b c d\n".repeat(3000);
        assert!(!compare(&turns(&written), &recording(&printed), &all()).equal);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn holes_take_whatever_fits_them(
            pieces in prop::collection::vec(("[ab \n>]{0,5}", 0..5_usize, "[ab]{0,3}", 1..5_i64, any::<bool>()), 1..8),
        ) {
            let (mut written, mut printed) = (String::new(), String::new());
            let mut last = None;
            for (index, (text, kind, any, number, typed)) in pieces.iter().enumerate() {
                let (hole, content) = match (kind, &last) {
                    (0, _) => ("{{*}}".to_string(), any.clone()),
                    (1, _) => ("\n{{...}}\n".to_string(), format!("\n{any}\n\n")),
                    (2, _) => ("{{either: A | BB}}".to_string(), "BB".to_string()),
                    (3, Some((name, value))) => (format!(".{{{{= {name} - 2}}}}."), format!(".{}.", value - 2)),
                    _ => {
                        last = Some((format!("n{index}"), *number));
                        (format!("#{{{{n{index}: 1-4}}}}#"), format!("#{number}#"))
                    }
                };
                let end = if *typed { "<<x>>\n" } else { "" };
                written.extend([text, "|", &hole, "|", end]);
                printed.extend([text, "|", &content, "|", end]);
            }
            let comparison = compare(&turns(&written), &recording(&printed), &BTreeSet::new());
            prop_assert_eq!(comparison.differences, Vec::new());
            let comparison = compare(&turns(&written), &recording(&printed), &all());
            prop_assert_eq!(comparison.differences, Vec::new());
        }
    }
}
