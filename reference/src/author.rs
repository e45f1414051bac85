//! Writes scripts from a seed: whole conversations of legal, or of partly illegal, input.

use crate::console::Question;
use crate::dice::{Dice, Own};
use crate::games::Game;
use crate::replay::{Source, write_down};
use crate::setup::Setup;
use crate::transcript::{Reply, Transcript};

/// How an author plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Only replies that the rules allow.
    Legal,
    /// About one reply in five is one that the rules refuse.
    Mixed,
}

/// Returns a conversation of at most `turns` replies, made from `seed`.
///
/// The same arguments always give the same conversation, whose dice come from the author, too. The author never leaves the game on purpose, so it ends by its rules or at a question.
pub fn write(game: &Game, setup: &Setup, style: Style, seed: u64, turns: usize) -> Transcript {
    let mut author = Author { random: Own::new(seed), style, left: turns };
    write_down(game, setup, &mut author)
}

struct Author {
    random: Own,
    style: Style,
    left: usize,
}

impl Author {
    fn one_in(&mut self, chances: usize) -> bool {
        self.random.below(chances) == 0
    }

    fn pick(&mut self, from: &[impl AsRef<str>]) -> Option<String> {
        (!from.is_empty()).then(|| from[self.random.below(from.len())].as_ref().to_string())
    }
}

impl Source for Author {
    fn reply(&mut self, question: &Question<'_>) -> Option<Reply> {
        self.left = self.left.checked_sub(1)?;
        let replies = &question.replies;
        let aside = self.one_in(12);
        let refused = self.style == Style::Mixed && self.one_in(5);
        let line = (refused.then(|| self.pick(&replies.refused)).flatten())
            .or_else(|| aside.then(|| self.pick(replies.asides)).flatten())
            .or_else(|| self.pick(&replies.accepted))
            .unwrap_or_default();
        Some(Reply::Line(line))
    }

    fn face(&mut self, sides: u8) -> Option<u8> {
        Some(self.random.face(sides))
    }
}
