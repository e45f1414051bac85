//! The GNU C library's `rand`: an additive feedback generator over 31 words.

use std::collections::VecDeque;

use super::Dice;

const WORDS: usize = 31;

/// How far back the second summand lies.
const LAG: usize = 3;

/// The state of `rand()`; the oldest word comes first.
#[derive(Debug, Clone)]
pub struct Glibc(VecDeque<u32>);

impl Glibc {
    /// Returns the state after `srand(seed)`; 0 is taken for 1.
    pub fn new(seed: u32) -> Self {
        let mut word = seed.max(1).cast_signed();
        let mut words = VecDeque::new();
        for _ in 0..WORDS {
            words.push_back(word.cast_unsigned());
            word = minimal_standard(word);
        }
        words.rotate_left(LAG);
        let mut state = Self(words);
        for _ in 0..10 * WORDS {
            state.next_word();
        }
        state
    }

    /// Returns `rand()`, from 0 to `RAND_MAX`.
    pub fn rand(&mut self) -> i32 {
        (self.next_word() >> 1).cast_signed()
    }

    fn next_word(&mut self) -> u32 {
        let word = self.0[0].wrapping_add(self.0[WORDS - LAG]);
        self.0.pop_front();
        self.0.push_back(word);
        word
    }
}

/// One step of the generator that fills the state, `16807 * word % 2147483647` made positive.
///
/// The library computes with truncating division, which matters for a negative first word.
fn minimal_standard(word: i32) -> i32 {
    let next = 16_807 * (word % 127_773) - 2_836 * (word / 127_773);
    if next < 0 { next + 2_147_483_647 } else { next }
}

impl Dice for Glibc {
    fn face(&mut self, sides: u8) -> u8 {
        u8::try_from(self.rand() % i32::from(sides.max(1)) + 1).expect("at most `sides`, which is a u8")
    }
}
