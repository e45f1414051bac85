//! Dice of our own, for scripts: `ChaCha8`, whose values are fixed for good.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Dice;

/// A seeded stream of numbers that no language's library gives.
#[derive(Debug, Clone)]
pub struct Own(ChaCha8Rng);

impl Own {
    /// Returns the stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number from 0 up to, not including, `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a list is shorter than 2^64");
        usize::try_from(self.0.next_u64() % bound).expect("smaller than a list's length")
    }
}

impl Dice for Own {
    fn face(&mut self, sides: u8) -> u8 {
        u8::try_from(self.below(usize::from(sides.max(1))) + 1).expect("at most `sides`, which is a u8")
    }
}
