//! Recordings put together step by step, as simulated programs and tests need them. No time passes in them.

use reference::Typed;

use super::{Event, Exit, Recording, What};

impl Recording {
    /// Adds that this happened.
    #[must_use]
    pub fn then(mut self, what: What) -> Self {
        self.events.push(Event { at: 0, what });
        self
    }

    /// Adds that the program printed `text`.
    #[must_use]
    pub fn prints(self, text: &str) -> Self {
        self.then(What::Output(text.as_bytes().to_vec()))
    }

    /// Adds that the program waited, and that this was typed and read.
    #[must_use]
    pub fn reads(self, typed: &Typed) -> Self {
        match typed {
            Typed::Line(line) => {
                let read = What::Consumed(line.len() as u64 + 1);
                self.then(What::Wait).then(What::Typed(line.clone())).then(read)
            }
            Typed::EndOfInput => self.then(What::Wait).then(What::EndOfInput),
        }
    }

    /// Adds that the program ended by itself with this exit status.
    #[must_use]
    pub fn exits(self, status: i32) -> Self {
        self.then(What::Exit(Exit::Status(status)))
    }
}
