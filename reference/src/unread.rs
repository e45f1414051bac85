//! Reading only a part of a typed line, as `nextInt` and `nextLine`, or `>>` and `getline`, do. Only by bent rules a game does.

use crate::console::{Console, Play, Question};

/// What is read of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reads {
    /// All of it; nothing is left.
    Line,
    /// The next word; what comes after it, be it only the end of the line, is left.
    Word,
    /// What was left of the last line, be it only its end; a line if nothing was.
    RestOfLine,
}

/// What was typed and not read yet.
#[derive(Default)]
pub(crate) struct Unread(Option<String>);

impl Unread {
    /// Asks a question, and waits for an answer only where nothing that can be read is left.
    pub(crate) fn ask(
        &mut self,
        reads: Reads,
        question: &Question<'_>,
        console: &mut dyn Console,
    ) -> Play<String> {
        let left = self.0.take();
        match (reads, left) {
            (Reads::RestOfLine, Some(left)) => {
                console.say(question.prompt)?;
                Ok(left)
            }
            (Reads::Line | Reads::RestOfLine, _) => console.ask(question),
            (Reads::Word, left) => {
                let mut line = match left.filter(|left| !left.trim().is_empty()) {
                    Some(left) => {
                        console.say(question.prompt)?;
                        left
                    }
                    None => console.ask(question)?,
                };
                // A line without a word is passed over.
                while line.trim().is_empty() {
                    line = console.ask(&Question { prompt: "", ..question.clone() })?;
                }
                let line = line.trim_start();
                let (word, left) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
                self.0 = Some(left.to_string());
                Ok(word.to_string())
            }
        }
    }
}
