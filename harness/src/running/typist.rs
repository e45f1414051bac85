//! Decides at every wait what is typed next.

use std::collections::VecDeque;

use crate::recording::Recording;
use reference::Typed;

/// What is done when a program waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Type this line and Enter.
    Line(String),
    /// Close standard input.
    EndOfInput,
    /// Stop the run here.
    Stop,
}

/// Sits at the keyboard.
pub trait Typist {
    /// Returns what to do now that the program waits, given all that has happened.
    fn next(&mut self, so_far: &Recording) -> Type;
}

/// Types a list of lines, then stops.
#[derive(Debug)]
pub struct ListTypist {
    left: VecDeque<Typed>,
}

impl ListTypist {
    /// Returns a typist who types `lines` in their order.
    pub fn new(lines: impl IntoIterator<Item = Typed>) -> Self {
        Self { left: lines.into_iter().collect() }
    }
}

impl Typist for ListTypist {
    fn next(&mut self, _so_far: &Recording) -> Type {
        match self.left.pop_front() {
            Some(Typed::Line(line)) => Type::Line(line),
            Some(Typed::EndOfInput) => Type::EndOfInput,
            None => Type::Stop,
        }
    }
}
