//! The words of a line, each with what it is about and where it stands.

use crate::cases::wording::{GameWords, Idea, Ideas};
use crate::text::tokens::{TokenKind, tokens};

/// A word of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// The word in small letters.
    pub(crate) text: String,
    /// What it is about.
    pub(crate) ideas: Ideas,
    /// Its first and its last column.
    pub(crate) columns: (usize, usize),
    /// The group of words to which it belongs: two blanks, or a bar, stand between groups.
    pub(crate) group: usize,
    /// The clause to which it belongs.
    pub(crate) clause: usize,
    /// Whether that clause is a question.
    pub(crate) is_asked: bool,
}

impl Word {
    /// Returns whether it is about `idea`.
    pub(crate) fn is(&self, idea: Idea) -> bool {
        self.ideas.has(idea)
    }
}

/// Returns the words of a line, without numbers and signs.
pub(super) fn words(line: &str, known: &GameWords) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut column, mut group, mut clause) = (0, 0, 0);
    for token in tokens(line) {
        let width = token.text.chars().count();
        match token.kind {
            TokenKind::Word => {
                let text = token.text.to_lowercase();
                let ideas = known.ideas(&text);
                let columns = (column, column + width - 1);
                words.push(Word { text, ideas, columns, group, clause, is_asked: false });
            }
            TokenKind::Blanks if width > 1 => group += 1,
            TokenKind::Sign if matches!(token.text, "|" | "│") => {
                group += 1;
                clause += 1;
            }
            TokenKind::Sign if matches!(token.text, "." | "!" | "?" | ";" | ",") => {
                let own = words.iter_mut().filter(|word| word.clause == clause);
                own.for_each(|word| word.is_asked = token.text == "?");
                clause += 1;
            }
            _ => {}
        }
        column += width;
    }
    words
}

/// Returns the groups of words of a line, each with its first and its last column.
pub(super) fn groups(words: &[Word]) -> impl Iterator<Item = (usize, usize, &[Word])> {
    let groups = words.chunk_by(|one, other| one.group == other.group);
    groups.map(|group| (group[0].columns.0, group[group.len() - 1].columns.1, group))
}
