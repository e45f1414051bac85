//! Goes through a text once, following all ways at the same time; the way that is tried first wins.

use std::ops::Range;

/// One step of a search.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// Takes this character.
    Character(char),
    /// Takes any character but a line break.
    NoBreak,
    /// Takes any character.
    Any,
    /// Takes a digit.
    Digit,
    /// Goes on at both steps; the first is the better one.
    Either(usize, usize),
    /// Goes on at this step.
    Jump(usize),
    /// Goes on only where a line ends.
    LineEnd,
    /// Goes on only where no digit follows.
    NoDigit,
    /// A hole begins.
    Open,
    /// A hole ends.
    Close,
    /// The text ends.
    Found,
}

/// The most steps that are tried on all ways together; beyond, nothing is found.
const MOST_STEPS: usize = 50_000_000;

/// The most places that are remembered on all ways together; beyond, nothing is found.
const MOST_MARKS: usize = 5_000_000;

/// Where a hole begins or ends, and the mark before it on the same way, counted from 1.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: usize,
    before: usize,
}

/// Returns for each hole, in order, the characters in it; nothing if the steps do not lead through the text.
pub(super) fn run(steps: &[Step], text: &[char]) -> Option<Vec<Range<usize>>> {
    let mut search = Search { steps, text, marks: Vec::new(), seen: vec![0; steps.len()], tried: 0 };
    let mut ways = search.follow(vec![(0, 0)], 0);
    for (at, character) in text.iter().enumerate() {
        let takes = |step: Step| match step {
            Step::Character(wanted) => wanted == *character,
            Step::NoBreak => *character != '\n',
            Step::Any => true,
            Step::Digit => character.is_ascii_digit(),
            _ => false,
        };
        ways.retain(|(step, _)| takes(steps[*step]));
        let next = ways.drain(..).rev().map(|(step, mark)| (step + 1, mark)).collect();
        ways = search.follow(next, at + 1);
        if ways.is_empty() || search.tried > MOST_STEPS || search.marks.len() > MOST_MARKS {
            return None;
        }
    }
    let (_, mark) = ways.into_iter().find(|(step, _)| matches!(steps[*step], Step::Found))?;
    Some(search.spans(mark))
}

struct Search<'a> {
    steps: &'a [Step],
    text: &'a [char],
    marks: Vec<Mark>,
    /// For each step, the place in the text, counted from 1, where it was met last.
    seen: Vec<usize>,
    tried: usize,
}

impl Search<'_> {
    /// Returns the steps that take a character, or end, to which `open` lead at a place; best first. The best
    /// of `open` is its last.
    fn follow(&mut self, mut open: Vec<(usize, usize)>, at: usize) -> Vec<(usize, usize)> {
        let mut ways = Vec::new();
        while let Some((step, mark)) = open.pop() {
            if std::mem::replace(&mut self.seen[step], at + 1) == at + 1 {
                continue;
            }
            self.tried += 1;
            let next = self.text.get(at);
            match self.steps[step] {
                Step::Either(first, second) => open.extend([(second, mark), (first, mark)]),
                Step::Jump(target) => open.push((target, mark)),
                Step::LineEnd if next.is_none_or(|next| *next == '\n') => open.push((step + 1, mark)),
                Step::NoDigit if !next.is_some_and(char::is_ascii_digit) => open.push((step + 1, mark)),
                Step::LineEnd | Step::NoDigit => {}
                Step::Open | Step::Close => {
                    self.marks.push(Mark { at, before: mark });
                    open.push((step + 1, self.marks.len()));
                }
                _ => ways.push((step, mark)),
            }
        }
        ways
    }

    /// Returns the holes on the way to a mark.
    fn spans(&self, mut mark: usize) -> Vec<Range<usize>> {
        let mut places = Vec::new();
        while let Some(Mark { at, before }) = mark.checked_sub(1).map(|index| self.marks[index]) {
            places.push(at);
            mark = before;
        }
        places.reverse();
        places.chunks_exact(2).map(|pair| pair[0]..pair[1]).collect()
    }
}
