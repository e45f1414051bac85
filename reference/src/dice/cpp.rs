//! C++'s `std::mt19937` with the `uniform_int_distribution` of libstdc++, from GCC 11 on.

use rand_mt::Mt;

use super::Dice;

/// A `std::mt19937`.
#[derive(Debug, Clone)]
pub struct Cpp(Mt);

impl Cpp {
    /// Returns `std::mt19937(seed)`.
    pub fn new(seed: u32) -> Self {
        Self(Mt::new(seed))
    }

    /// Returns what `std::uniform_int_distribution<int>(low, high)` draws, both ends included.
    ///
    /// # Panics
    /// If there is no number between the ends, or more than a `u32` can count.
    pub fn uniform_int(&mut self, low: i32, high: i32) -> i32 {
        let count =
            u32::try_from(i64::from(high) - i64::from(low) + 1).expect("a range that a u32 can count");
        assert!(count > 0, "a range that is not empty");
        let number = i64::from(low) + i64::from(self.below(count));
        i32::try_from(number).expect("at most `high`")
    }

    /// Lemire's multiplication, as libstdc++ does it for engines of exactly 32 bits.
    fn below(&mut self, bound: u32) -> u32 {
        let bound = u64::from(bound);
        let threshold = (1_u64 << 32) % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * bound;
            if product & u64::from(u32::MAX) >= threshold {
                return u32::try_from(product >> 32).expect("below `bound`");
            }
        }
    }
}

impl Dice for Cpp {
    fn face(&mut self, sides: u8) -> u8 {
        u8::try_from(self.uniform_int(1, i32::from(sides.max(1)))).expect("at most `sides`, which is a u8")
    }
}
