//! Writes scripts from a seed: whole conversations of legal, or of partly illegal, input.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::console::Question;
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
/// The same arguments always give the same conversation: the generator is `ChaCha8`, whose values are
/// fixed. The author never leaves the game on purpose, so it ends by its rules or at a question.
pub fn write(game: &Game, setup: &Setup, style: Style, seed: u64, turns: usize) -> Transcript {
    let mut author = Author { random: ChaCha8Rng::seed_from_u64(seed), style, left: turns };
    write_down(game, setup, &mut author)
}

struct Author {
    random: ChaCha8Rng,
    style: Style,
    left: usize,
}

impl Author {
    /// Returns a number from 0 up to, not including, `bound`.
    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a list is shorter than 2^64");
        usize::try_from(self.random.next_u64() % bound).expect("smaller than a list's length")
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick(&mut self, from: &[impl AsRef<str>]) -> Option<String> {
        (!from.is_empty()).then(|| from[self.below(from.len())].as_ref().to_string())
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
        let face = self.below(usize::from(sides.max(1))) + 1;
        Some(u8::try_from(face).expect("at most `sides`, which is a u8"))
    }
}
