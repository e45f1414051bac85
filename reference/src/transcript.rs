//! A conversation with a game as plain data: what was typed, and what was said.

use std::fmt;

use crate::console::{Raised, Replies};

/// What is typed at one question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Typed {
    /// A line, without its line break.
    Line(String),
    /// The end of standard input.
    EndOfInput,
}

impl Typed {
    /// Returns the line, if it is one.
    pub fn line(&self) -> Option<&str> {
        match self {
            Self::Line(line) => Some(line),
            Self::EndOfInput => None,
        }
    }
}

/// Dice and replies; with a game and its setup they determine a transcript.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// What is typed, question by question.
    pub replies: Vec<Typed>,
    /// The faces of the dice in the order in which they are drawn.
    pub faces: Vec<u8>,
}

/// One piece of a conversation, in the order of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// The game printed something.
    Said {
        /// The label under which it was said, such as `start/map`.
        part: &'static str,
        /// The text, exactly.
        text: String,
    },
    /// The game printed one of several texts, where the text of the assignment leaves open which.
    SaidEither {
        /// The label under which it was said.
        part: &'static str,
        /// The texts; the first is the reference's own.
        texts: Vec<String>,
    },
    /// The game waited, and this was typed.
    Typed(Typed),
    /// Dice were thrown; what the game showed of them is the next piece.
    Rolled {
        /// The number of faces of each die.
        sides: u8,
        /// All dice after the throw.
        faces: Vec<u8>,
        /// The positions that were thrown, counted from 0.
        rerolled: Vec<usize>,
    },
    /// The screen was cleared.
    Cleared,
}

/// How a conversation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The program ended by its rules.
    Finished,
    /// The script ran out at this question.
    Asks {
        /// The question's name.
        question: &'static str,
        /// What may be typed there.
        replies: Replies,
    },
    /// The script ran out of dice.
    NeedsDice,
    /// The program ended because its input had ended.
    InputEnded,
    /// The program goes on printing without ever asking again, as far as can be told.
    Endless,
    /// Nobody knows: what was said is only written down.
    Unknown,
    /// The program failed, as it must, with one of these; the first is the reference's own.
    Raised(Vec<Raised>),
}

/// A conversation from the start of a program to its end, or to where its script ran out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// What happened, in order.
    pub pieces: Vec<Piece>,
    /// How it ended.
    pub ending: Ending,
}

impl Transcript {
    /// Returns everything the program printed, without what was typed.
    pub fn output(&self) -> String {
        self.pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Said { text, .. } => Some(text.as_str()),
                Piece::SaidEither { texts, .. } => texts.first().map(String::as_str),
                _ => None,
            })
            .collect()
    }

    /// Returns the dice and replies that lead to this conversation.
    pub fn script(&self) -> Script {
        let thrown = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Rolled { faces, rerolled, .. } => Some(rerolled.iter().map(|position| faces[*position])),
            _ => None,
        });
        Script { replies: self.typed(), faces: thrown.flatten().collect() }
    }

    /// Returns the replies that were typed, in order.
    pub fn typed(&self) -> Vec<Typed> {
        self.pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Typed(reply) => Some(reply.clone()),
                _ => None,
            })
            .collect()
    }
}

/// Shows a conversation as people read it: what was typed stands in its place as `<<text>>`, a cleared screen as
/// `{{clear}}`, and at the end the errors with one of which the program failed, if it did.
impl fmt::Display for Transcript {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Said { text, .. } => formatter.write_str(text)?,
                Piece::SaidEither { texts, .. } => {
                    write!(formatter, "{{{{either: {}}}}}", texts.join(" | "))?;
                }
                Piece::Typed(Typed::Line(line)) => writeln!(formatter, "<<{line}>>")?,
                Piece::Typed(Typed::EndOfInput) => writeln!(formatter, "<<EOF>>")?,
                Piece::Rolled { .. } => {}
                Piece::Cleared => writeln!(formatter, "{{{{clear}}}}")?,
            }
        }
        let Ending::Raised(errors) = &self.ending else { return Ok(()) };
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        writeln!(formatter, "{}", errors.join(" | "))
    }
}
