//! Lines that are printed a question too late: they are due before it, and come after its answer, or after that of the question asked again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::evidence::Counts;
use super::key::Key;
use super::open::{Open, Subject};
use super::page::{Page, Placed};
use super::pages::Pages;
use super::repair::Note;
use super::vocabulary::Vocabulary;

/// In fewer cases it may be chance.
const FEWEST_CASES: usize = 2;

/// Of ten times that lines are due, they come too late so often at least.
const LATE_OF_10: usize = 8;

/// So many turns later lines are looked for: a question may be asked again a few times.
const MOST_LATER: usize = 8;

/// Lines of a turn that come at the beginning of a later one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LateBlock {
    /// The turn in which they are due, by its index.
    turn: usize,
    /// Their rows in the expected turn.
    rows: Range<usize>,
    /// The turn in which they come; none if the conversation ends before.
    comes: Option<usize>,
}

/// How often lines are due, and come too late.
#[derive(Debug, Default)]
struct LateCount {
    due: usize,
    late: usize,
    cases: BTreeSet<usize>,
}

impl LateCount {
    fn is_usual(&self) -> bool {
        self.cases.len() >= FEWEST_CASES && self.late * 10 >= self.due * LATE_OF_10
    }
}

/// Puts lines that nearly always come a question too late where they are due. `counts` has what was due in the cases that are right.
pub(super) fn take_back_late_lines(
    opens: &mut [Open<'_>],
    counts: &Counts,
    (vocabulary, pages): (&Vocabulary, &mut Pages),
) {
    let blocks: Vec<Vec<LateBlock>> = opens.iter().map(late_blocks).collect();
    let mut counted: BTreeMap<Vec<u32>, LateCount> = BTreeMap::new();
    let mut due: BTreeMap<u32, usize> = BTreeMap::new();
    for (open, blocks) in opens.iter().zip(&blocks) {
        for block in blocks.iter().filter(|block| block.comes.is_some()) {
            let count = counted.entry(lines_of(open, block)).or_default();
            count.late += 1;
            count.cases.insert(open.index);
            let first = &open.expected[block.turn].lines[block.rows.start];
            due.insert(first.line.id, counts.due(vocabulary.family(first.part()), first.line.form));
        }
    }
    for open in opens.iter() {
        let answered = open.expected.iter().take(open.actual.len().saturating_sub(1));
        for line in answered.flat_map(|page| lines(page)) {
            due.entry(line).and_modify(|count| *count += 1);
        }
    }
    for (late, count) in &mut counted {
        count.due = due[&late[0]];
    }
    for (open, mut blocks) in opens.iter_mut().zip(blocks) {
        let is_usual =
            |block: &LateBlock| counted.get(&lines_of(open, block)).is_some_and(LateCount::is_usual);
        // What would have come after the last answer is nobody's fault.
        blocks.retain(|block| block.comes.is_some() || is_usual(block));
        if blocks.iter().all(is_usual) {
            for block in &blocks {
                take_back(open, block, (vocabulary, &mut *pages));
            }
        }
    }
}

fn lines_of(open: &Open<'_>, block: &LateBlock) -> Vec<u32> {
    lines(&open.expected[block.turn])[block.rows.clone()].to_vec()
}

fn lines(page: &Page) -> Vec<u32> {
    page.lines.iter().map(|placed| placed.line.id).collect()
}

/// Returns the lines of a conversation that come a question too late.
fn late_blocks(open: &Open<'_>) -> Vec<LateBlock> {
    let mut blocks = Vec::new();
    if open.subject == Subject::Message {
        return blocks;
    }
    let expected: Vec<_> = open.expected.iter().map(|page| lines(page)).collect();
    let mut actual: Vec<_> = open.actual.iter().map(|page| lines(page)).collect();
    for turn in 0..actual.len().min(expected.len()) {
        let Some(rows) = missing_rows(&expected[turn], &actual[turn]) else { continue };
        let late = &expected[turn][rows.clone()];
        let comes = (turn + 1..actual.len())
            .take(MOST_LATER)
            .find(|at| begins_late(late, &expected, &actual[*at], *at));
        if let Some(comes) = comes {
            actual[comes].drain(..rows.len());
        }
        blocks.push(LateBlock { turn, rows, comes });
    }
    blocks
}

/// Returns whether a printed turn begins with lines with which it should not begin.
fn begins_late(late: &[u32], expected: &[Vec<u32>], printed: &[u32], turn: usize) -> bool {
    printed.starts_with(late) && !expected.get(turn).is_some_and(|expected| expected.starts_with(late))
}

/// Returns the rows of an expected turn that are missing before the question of the printed one, which is right but for them.
fn missing_rows(expected: &[u32], actual: &[u32]) -> Option<Range<usize>> {
    let missing = expected.len().checked_sub(actual.len()).filter(|missing| *missing > 0)?;
    let head = expected.iter().zip(actual).take_while(|(one, other)| one == other).count();
    let is_right = head < actual.len() && expected[head + missing..] == actual[head..];
    is_right.then_some(head..head + missing)
}

fn take_back(open: &mut Open<'_>, block: &LateBlock, (vocabulary, pages): (&Vocabulary, &mut Pages)) {
    let LateBlock { turn, rows, comes } = block;
    let expected = &open.expected[*turn];
    let mut page = Page::clone(&open.actual[*turn]);
    let first = &expected.lines[rows.start];
    open.notes.push(Note {
        key: Arc::new(Key::Late(vocabulary.family(first.part()))),
        part: first.part(),
        turn: turn + 1,
        line: page.lines[rows.start].origin.unwrap_or(1),
        row: rows.start,
        expected: Some(Arc::clone(&first.line)),
        actual: Some(Arc::clone(&page.lines[rows.start].line)),
    });
    let late = expected.lines[rows.clone()].iter();
    let late = late.map(|placed| Placed { parts: Arc::default(), origin: None, ..placed.clone() });
    page.lines.splice(rows.start..rows.start, late);
    page.lines[rows.end].blanks = expected.lines[rows.end].blanks;
    open.actual[*turn] = pages.share(page);
    open.is_changed = true;
    let Some(comes) = *comes else { return };
    let mut later = Page::clone(&open.actual[comes]);
    later.lines.drain(..rows.len());
    let due = open.expected.get(comes);
    match (later.lines.first_mut(), due.and_then(|due| due.lines.first())) {
        (Some(placed), Some(due)) => placed.blanks = due.blanks,
        (None, _) => later.breaks_after = due.map_or(0, |due| due.breaks_after),
        (Some(_), None) => {}
    }
    open.actual[comes] = pages.share(later);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_missing_before_a_question_that_is_there() {
        for (expected, actual, missing) in [
            (&[1, 2, 3, 9][..], &[1, 9][..], Some(1..3)),
            (&[2, 3, 9], &[9], Some(0..2)),
            (&[1, 2, 3, 9], &[1, 2, 3, 9], None),
            // Something else is wrong, too; the question itself does not come.
            (&[1, 2, 3, 9], &[4, 9], None),
            (&[1, 2, 9], &[1], None),
        ] {
            assert_eq!(missing_rows(expected, actual), missing, "{actual:?}");
        }
    }
}
