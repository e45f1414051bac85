//! Makes the steps of a search of a transcript with holes.

use super::automaton::Step;
use crate::cases::notation::{Hole, Kind};

/// A piece of a turn's output.
#[derive(Debug, Clone)]
pub(crate) enum Piece<'a> {
    /// This text.
    Text(String),
    /// A hole.
    Hole(&'a Hole),
}

/// What is forgiven while holes are searched.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lenience {
    /// Line breaks where a turn ends, one more or less for each turn.
    pub(crate) breaks: bool,
    /// Blanks that are missing at the end of a line.
    pub(crate) blanks: bool,
}

/// One thing after the other, whatever piece it comes from.
#[derive(Debug, Clone, Copy)]
enum Item<'a> {
    Character(char),
    Hole(&'a Hole),
    TurnEnd,
}

/// Returns the steps that find the holes of `turns`.
pub(super) fn compile(turns: &[Vec<Piece<'_>>], lenience: Lenience) -> Vec<Step> {
    let mut items = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        if index > 0 {
            items.push(Item::TurnEnd);
        }
        for piece in turn {
            match piece {
                Piece::Text(text) => items.extend(text.chars().map(Item::Character)),
                Piece::Hole(hole) => items.push(Item::Hole(hole)),
            }
        }
    }
    let mut compiler = Compiler { steps: Vec::new(), lenience };
    let mut at = 0;
    while at < items.len() {
        at += compiler.item(&items, at);
    }
    if lenience.breaks {
        compiler.maybe(Step::Character('\n'));
    }
    compiler.steps.push(Step::Found);
    compiler.steps
}

struct Compiler {
    steps: Vec<Step>,
    lenience: Lenience,
}

impl Compiler {
    /// Adds the steps of the item at `at`; returns how many items these are for.
    fn item(&mut self, items: &[Item<'_>], at: usize) -> usize {
        match items[at] {
            Item::TurnEnd if self.lenience.breaks => self.maybe(Step::Character('\n')),
            Item::TurnEnd => {}
            Item::Character('\n') if self.lenience.breaks && at_turn_end(items, at) => {
                self.maybe(Step::Character('\n'));
            }
            Item::Character(character @ (' ' | '\t')) if self.lenience.blanks => {
                let next = self.steps.len();
                self.steps.push(Step::Either(next + 1, next + 3));
                self.steps.push(Step::Character(character));
                self.steps.push(Step::Jump(next + 4));
                self.steps.push(Step::LineEnd);
            }
            Item::Character(character) => self.steps.push(Step::Character(character)),
            Item::Hole(hole) => return self.hole(hole, items, at),
        }
        1
    }

    fn hole(&mut self, hole: &Hole, items: &[Item<'_>], at: usize) -> usize {
        let mut length = 1;
        self.steps.push(Step::Open);
        match &hole.kind {
            Kind::Anything => self.run_of(Step::NoBreak),
            Kind::Lines => {
                let closed = matches!(items.get(at + 1), Some(Item::Character('\n')));
                length += usize::from(closed);
                if closed && !(self.lenience.breaks && at_turn_end(items, at + 1)) {
                    self.whole_lines();
                } else {
                    self.run_of(Step::Any);
                }
            }
            Kind::Number { low, .. } => self.number(*low < 0),
            Kind::Computed(_) => self.number(true),
            Kind::Either(texts) => self.either(texts),
        }
        self.steps.push(Step::Close);
        length
    }

    /// As few characters as possible.
    fn run_of(&mut self, step: Step) {
        let start = self.steps.len();
        self.steps.extend([Step::Either(start + 3, start + 1), step, Step::Jump(start)]);
    }

    /// As few lines as possible.
    fn whole_lines(&mut self) {
        let start = self.steps.len();
        self.steps.extend([
            Step::Either(start + 6, start + 1),
            Step::Either(start + 2, start + 4),
            Step::NoBreak,
            Step::Jump(start + 1),
            Step::Character('\n'),
            Step::Jump(start),
        ]);
    }

    fn number(&mut self, signed: bool) {
        if signed {
            self.maybe(Step::Character('-'));
        }
        let start = self.steps.len();
        self.steps.extend([Step::Digit, Step::Either(start, start + 2), Step::NoDigit]);
    }

    fn either(&mut self, texts: &[String]) {
        let mut jumps = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let start = self.steps.len();
            let is_last = index + 1 == texts.len();
            if !is_last {
                self.steps.push(Step::Either(start + 1, start + text.chars().count() + 2));
            }
            self.steps.extend(text.chars().map(Step::Character));
            if !is_last {
                jumps.push(self.steps.len());
                self.steps.push(Step::Jump(0));
            }
        }
        let end = self.steps.len();
        for jump in jumps {
            self.steps[jump] = Step::Jump(end);
        }
    }

    fn maybe(&mut self, step: Step) {
        let next = self.steps.len();
        self.steps.extend([Step::Either(next + 1, next + 2), step]);
    }
}

/// Returns whether the line break at `at` belongs to a run of them in which, or at whose end, a turn ends.
fn at_turn_end(items: &[Item<'_>], at: usize) -> bool {
    let is_break = |item: &&Item<'_>| matches!(item, Item::Character('\n') | Item::TurnEnd);
    let after = items[at..].iter().take_while(is_break).count();
    let before = items[..at].iter().rev().take_while(is_break).count();
    at + after == items.len()
        || items[at - before..at + after].iter().any(|item| matches!(item, Item::TurnEnd))
}
