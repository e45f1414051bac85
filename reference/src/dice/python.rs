//! `CPython`'s module `random`, from Python 3.2 on: a Mersenne Twister, and how it is cut to a range.

use rand_mt::Mt;

use super::{Dice, lowest_32_bits};

/// The state of Python's module `random`.
#[derive(Debug, Clone)]
pub struct Python(Mt);

impl Python {
    /// Returns the module after `random.seed(seed)`; the sign of a seed does not count.
    pub fn new(seed: i64) -> Self {
        let size = seed.unsigned_abs();
        let words = [lowest_32_bits(size), lowest_32_bits(size >> 32)];
        let key = if words[1] == 0 { &words[..1] } else { &words[..] };
        Self(Mt::new_with_key(key.iter().copied()))
    }

    /// Returns `random.getrandbits(count)`.
    ///
    /// # Panics
    /// If `count` is not from 1 to 32.
    pub fn getrandbits(&mut self, count: u32) -> u32 {
        assert!((1..=32).contains(&count), "from 1 to 32 bits");
        self.0.next_u32() >> (32 - count)
    }

    /// Returns `random.randint(low, high)`, both ends included.
    ///
    /// # Panics
    /// If there is no number between the ends, or more than a `u32` can count.
    pub fn randint(&mut self, low: i64, high: i64) -> i64 {
        let count = u32::try_from(high - low + 1).expect("a range that a u32 can count");
        low + i64::from(self.below(count))
    }

    /// Returns `random.randrange(start, stop)`, without `stop`.
    ///
    /// # Panics
    /// As [`Python::randint`] does.
    pub fn randrange(&mut self, start: i64, stop: i64) -> i64 {
        self.randint(start, stop - 1)
    }

    /// Returns `random.choice(from)`.
    ///
    /// # Panics
    /// If there is nothing to choose from, or more than a `u32` can count.
    pub fn choice<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let count = u32::try_from(from.len()).expect("a length that a u32 can count");
        &from[usize::try_from(self.below(count)).expect("below a length")]
    }

    /// `random._randbelow(bound)`: draws as many bits as `bound` has until they are below it.
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing is below 0");
        let bits = u32::BITS - bound.leading_zeros();
        loop {
            let number = self.getrandbits(bits);
            if number < bound {
                return number;
            }
        }
    }
}

impl Dice for Python {
    fn face(&mut self, sides: u8) -> u8 {
        u8::try_from(self.randint(1, i64::from(sides.max(1)))).expect("at most `sides`, which is a u8")
    }
}
