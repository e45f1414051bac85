//! Keeps the holes of a transcript where what the reference says fits them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cases::notation::{Hole, HoleKind, WrittenTurn};
use crate::cases::{Conversation, Typed};
use crate::expected::{self, ExpectedTurn, Gap};
use crate::matching::pairing::{NEVER, OTHER, pair};
use crate::matching::values::HoleNumbers;
use crate::matching::{Lenience, find, pieces};
use crate::text::alignment::StandsFor;

/// Returns whether what the reference says, `plain`, fits the transcript `written`: the same text, and in each hole something
/// that may stand there.
pub(crate) fn fits(written: &Conversation, plain: &Conversation) -> bool {
    written == plain || spans(written, plain).is_some()
}

/// Returns the transcript `written` with the labels that the reference gives to its parts, if what the reference says,
/// `plain`, fits it.
pub(crate) fn labelled(written: &Conversation, plain: &[ExpectedTurn]) -> Option<Vec<ExpectedTurn>> {
    let plain: Vec<ExpectedTurn> = plain.iter().map(ExpectedTurn::with_first_texts).collect();
    let spans = spans(written, &expected::written(&plain))?;
    let turns = written.turns.iter().zip(&plain).zip(&spans);
    Some(turns.map(|((written, plain), spans)| label(written, plain, spans)).collect())
}

/// Returns `plain`, what the reference says now, with the lines of `written` that have holes and still fit. After other input
/// no hole is kept: what stands there answers something else.
pub(crate) fn keep(written: &Conversation, plain: Conversation) -> Conversation {
    if !written.has_holes() {
        return plain;
    }
    if fits(written, &plain) {
        return written.clone();
    }
    let mut keeper = Keeper::default();
    let mut turns = plain.turns.clone();
    for (turn, written) in turns.iter_mut().zip(&written.turns) {
        *turn = keeper.turn(written, turn);
        if written.typed != turn.typed {
            break;
        }
    }
    let kept = Conversation { turns };
    let is_sound = Conversation::parse(&kept.write()).as_ref() == Ok(&kept) && fits(&kept, &plain);
    if is_sound { kept } else { plain }
}

/// Returns for each turn and each of its holes the characters of `plain` in it.
fn spans(written: &Conversation, plain: &Conversation) -> Option<Vec<Vec<Range<usize>>>> {
    if written.turns.len() != plain.turns.len() {
        return None;
    }
    let mut values = HoleNumbers::default();
    let turns = written.turns.iter().zip(&plain.turns);
    turns
        .map(|(written, plain)| {
            let same_input = written.typed == plain.typed;
            let spans = same_input.then(|| exact(written, &spoken(plain), &mut values)).flatten()?;
            leaves_open(plain, &spans).then_some(spans)
        })
        .collect()
}

/// Returns whether wherever the reference accepts several texts there is a hole of the transcript. `spans` are the
/// characters of each hole.
fn leaves_open(plain: &WrittenTurn, spans: &[Range<usize>]) -> bool {
    let mut shift = 0;
    plain.holes.iter().all(|(at, hole)| {
        let start = plain.output[..*at].chars().count() + shift;
        let length = hole.first_text().chars().count();
        shift += length;
        spans.iter().any(|span| span.start <= start && start + length <= span.end)
    })
}

/// Returns the output of what the reference says, with the first text where it may say one of several.
fn spoken(plain: &WrittenTurn) -> String {
    let mut output = plain.output.clone();
    for (at, hole) in plain.holes.iter().rev() {
        output.insert_str(*at, hole.first_text());
    }
    output
}

/// Returns for each hole of a turn the characters of `output` in it, if the output fits.
fn exact(turn: &WrittenTurn, output: &str, values: &mut HoleNumbers) -> Option<Vec<Range<usize>>> {
    if turn.holes.is_empty() {
        return (turn.output == output).then(Vec::new);
    }
    let pieces = pieces(&turn.output, turn.holes.iter().map(|(at, hole)| (*at, hole)));
    let output: Vec<char> = output.chars().collect();
    let spans = find(&[pieces], &output, Lenience::default())?;
    let right = turn.holes.iter().zip(&spans).all(|((_, hole), span)| {
        let seen: String = output[span.clone()].iter().collect();
        let content = values.settle(hole, Some(&seen));
        content.misfit.is_none() && content.text == seen
    });
    right.then_some(spans)
}

fn label(written: &WrittenTurn, plain: &ExpectedTurn, spans: &[Range<usize>]) -> ExpectedTurn {
    let labels: Vec<&'static str> =
        plain.pieces.iter().flat_map(|(part, text)| text.chars().map(|_| *part)).collect();
    let last = labels.last().copied().unwrap_or_default();
    let mut turn = ExpectedTurn { typed: written.typed.clone(), ..ExpectedTurn::default() };
    let mut holes = written.holes.iter().zip(spans).peekable();
    let mut column = 0;
    for (at, character) in written.output.char_indices().chain([(written.output.len(), '\0')]) {
        let mut in_lines = false;
        while let Some(((_, hole), span)) = holes.next_if(|((place, _), _)| *place == at) {
            let part = labels.get(span.start).copied().unwrap_or(last);
            turn.gaps.push(Gap { at, hole: hole.clone(), part });
            column = span.end;
            in_lines = hole.kind == HoleKind::Lines;
        }
        if at == written.output.len() {
            break;
        }
        // The line break after `{{...}}` belongs to its last line.
        let place = if in_lines { column.saturating_sub(1) } else { column };
        add(&mut turn.pieces, labels.get(place).copied().unwrap_or(last), character);
        column += usize::from(!in_lines);
    }
    turn
}

fn add(pieces: &mut Vec<(&'static str, String)>, part: &'static str, character: char) {
    match pieces.last_mut().filter(|(last, _)| *last == part) {
        Some((_, text)) => text.push(character),
        None => pieces.push((part, character.to_string())),
    }
}

/// Goes through both conversations and keeps what fits.
#[derive(Default)]
struct Keeper {
    values: HoleNumbers,
    names: BTreeSet<String>,
}

impl Keeper {
    fn turn(&mut self, written: &WrittenTurn, plain: &WrittenTurn) -> WrittenTurn {
        let rows = self::rows(written);
        let plain_rows = self::rows(plain);
        let lines: Vec<String> = plain_rows.iter().map(spoken).collect();
        let stands: Vec<StandsFor> = rows.iter().map(stands).collect();
        let cost = |row: usize, line: usize| {
            let fits = exact(&rows[row], &lines[line], &mut self.values.clone()).is_some();
            match (fits, rows[row].holes.is_empty()) {
                (true, _) => 0,
                (false, true) => OTHER,
                (false, false) => NEVER,
            }
        };
        let pairs = pair(&stands, lines.len(), cost);
        let mut kept = Vec::new();
        let mut next = 0;
        for (row, range) in rows.iter().zip(pairs) {
            kept.extend_from_slice(&plain_rows[next..range.start]);
            if stands_for_lines(row) || (!row.holes.is_empty() && self.keeps(row, &lines[range.clone()])) {
                kept.push(row.clone());
            } else {
                kept.extend_from_slice(&plain_rows[range.clone()]);
            }
            next = range.end;
        }
        kept.extend_from_slice(&plain_rows[next..]);
        joined(&kept, plain.typed.clone())
    }

    /// Returns whether a row for one line is kept; its numbers are known from then on.
    fn keeps(&mut self, row: &WrittenTurn, lines: &[String]) -> bool {
        let mut names = self.names.clone();
        let known = row.holes.iter().all(|(_, hole)| match &hole.kind {
            HoleKind::Number { name, .. } => names.insert(name.clone()),
            HoleKind::Computed(formula) => formula.names().iter().all(|name| names.contains(*name)),
            _ => true,
        });
        let mut values = self.values.clone();
        let keeps = known && lines.first().is_some_and(|line| exact(row, line, &mut values).is_some());
        if keeps {
            (self.names, self.values) = (names, values);
        }
        keeps
    }
}

fn stands(row: &WrittenTurn) -> StandsFor {
    if stands_for_lines(row) { StandsFor::Many } else { StandsFor::One }
}

fn stands_for_lines(row: &WrittenTurn) -> bool {
    row.holes.iter().any(|(_, hole)| hole.kind == HoleKind::Lines)
}

fn plain_row(line: &str) -> WrittenTurn {
    WrittenTurn { output: line.to_string(), ..WrittenTurn::default() }
}

/// Returns the lines of a turn, without their line breaks.
fn rows(turn: &WrittenTurn) -> Vec<WrittenTurn> {
    let mut start = 0;
    let mut holes: &[(usize, Hole)] = &turn.holes;
    let mut rows = Vec::new();
    for line in turn.output.split('\n') {
        let end = start + line.len();
        let count = holes.iter().take_while(|(at, _)| *at <= end).count();
        let of_line = holes[..count].iter().map(|(at, hole)| (at - start, hole.clone()));
        rows.push(WrittenTurn { holes: of_line.collect(), ..plain_row(line) });
        holes = &holes[count..];
        start = end + 1;
    }
    rows
}

fn joined(rows: &[WrittenTurn], typed: Option<Typed>) -> WrittenTurn {
    let mut turn = WrittenTurn { typed, ..WrittenTurn::default() };
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            turn.output.push('\n');
        }
        let start = turn.output.len();
        turn.holes.extend(row.holes.iter().map(|(at, hole)| (start + at, hole.clone())));
        turn.output.push_str(&row.output);
    }
    turn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Conversation {
        Conversation::parse(text).expect("well formed")
    }

    /// Keeping must give `expected`, and give it again.
    #[track_caller]
    fn check(written: &str, plain: &str, expected: &str) {
        let kept = keep(&parsed(written), parsed(plain));
        assert_eq!(kept.write(), expected, "{written:?} with {plain:?}");
        assert_eq!(keep(&kept, parsed(plain)), kept, "a second time");
        assert!(fits(&kept, &parsed(plain)));
    }

    #[test]
    fn a_transcript_that_fits_is_left_alone() {
        for (written, plain) in [
            ("a {{*}}\n{{...}}\nc\n> <<x>>\n{{either:A|B}}\n", "a b\nb\nb\nc\n> <<x>>\nB\n"),
            ("{{d: 1-4}}\n<<x>>\n{{= d * 2}}", "3\n<<x>>\n6"),
        ] {
            check(written, plain, written);
        }
    }

    #[test]
    fn what_the_reference_leaves_open_is_left_open() {
        check("old\n", "new\n{{either: A | B}}\n", "new\n{{either: A | B}}\n");
        check("a {{*}}\nA\n", "a b\n{{either: A | B}}\n", "a {{*}}\n{{either: A | B}}\n");
        assert!(!fits(&parsed("A\n"), &parsed("{{either: A | B}}\n")));
        assert!(fits(&parsed("{{*}}\n"), &parsed("{{either: A | B}}\n")));
    }

    #[test]
    fn a_line_that_does_not_fit_any_more_becomes_plain() {
        check("a {{*}}\nb {{*}}\n", "a 1\nc 1\n", "a {{*}}\nc 1\n");
        check("old\na {{*}}\n", "new\nmore\na 1\n", "new\nmore\na {{*}}\n");
        check("old\n{{...}}\nb\n", "new\nx\nb\n", "new\n{{...}}\nb\n");
        check("{{d: 1-4}}\n<<x>>\nis {{= d * 2}}\n", "3\n<<x>>\nis 7\n", "{{d: 1-4}}\n<<x>>\nis 7\n");
    }

    #[test]
    fn a_computed_number_goes_with_the_number_that_it_needs() {
        check("{{d: 1-4}}\n<<x>>\nis {{= d}}\n{{*}}\n", "5\n<<x>>\nis 5\nx\n", "5\n<<x>>\nis 5\n{{*}}\n");
    }

    #[test]
    fn after_other_input_no_hole_is_kept() {
        check(
            "a {{*}}\n<<x>>\n{{either: A | B}}\n<<z>>\n{{*}}\n",
            "a b\n<<y>>\nB\n<<z>>\nc\n",
            "a {{*}}\n<<y>>\nB\n<<z>>\nc\n",
        );
    }

    #[test]
    fn other_input_or_another_output_does_not_fit() {
        assert!(!fits(&parsed("{{*}}<<x>>\n"), &parsed("a<<y>>\n")));
        assert!(!fits(&parsed("{{*}}\n"), &parsed("a\nb\n")));
        assert!(!fits(&parsed("{{d: 1-4}}\n"), &parsed("5\n")));
        assert!(!fits(&parsed("{{d: 1-4}}\n"), &parsed("03\n")));
    }

    #[test]
    fn labels_stay_with_their_text() {
        let pieces = vec![
            ("a", "first ".to_string()),
            ("b", "3\n".to_string()),
            ("c", "x\ny\n".to_string()),
            ("d", "end".to_string()),
        ];
        let plain = [ExpectedTurn { pieces, ..ExpectedTurn::default() }];
        let turns = labelled(&parsed("first {{d: 1-4}}\n{{...}}\nend"), &plain).expect("fits");
        let text = |part, text: &str| (part, text.to_string());
        assert_eq!(
            turns[0].pieces,
            [text("a", "first "), text("b", "\n"), text("c", "\n"), text("d", "end")]
        );
        let gaps: Vec<_> = turns[0].gaps.iter().map(|gap| (gap.at, gap.part)).collect();
        assert_eq!(gaps, [(6, "b"), (7, "c")]);
    }
}
