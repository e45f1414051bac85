//! Java's `java.util.Random`, a linear congruential generator of 48 bits.

use super::Dice;

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

/// A `java.util.Random`.
#[derive(Debug, Clone)]
pub struct Java(u64);

impl Java {
    /// Returns `new Random(seed)`.
    pub fn new(seed: i64) -> Self {
        Self((seed.cast_unsigned() ^ MULTIPLIER) & MASK)
    }

    /// Returns `nextInt(bound)`, a number below `bound`.
    ///
    /// # Panics
    /// If `bound` is not positive, where Java throws an `IllegalArgumentException`.
    pub fn next_int(&mut self, bound: i32) -> i32 {
        assert!(bound > 0, "bound must be positive");
        if bound & (bound - 1) == 0 {
            let product = i64::from(bound) * i64::from(self.next_31_bits());
            return i32::try_from(product >> 31).expect("below `bound`");
        }
        loop {
            let bits = self.next_31_bits();
            let value = bits % bound;
            // Of the last, incomplete stretch of `bound` numbers, none is taken.
            if (bits - value).checked_add(bound - 1).is_some() {
                return value;
            }
        }
    }

    fn next_31_bits(&mut self) -> i32 {
        self.0 = (self.0.wrapping_mul(MULTIPLIER) + 0xB) & MASK;
        i32::try_from(self.0 >> 17).expect("31 bits fit")
    }
}

impl Dice for Java {
    fn face(&mut self, sides: u8) -> u8 {
        u8::try_from(self.next_int(i32::from(sides.max(1))) + 1).expect("at most `sides`, which is a u8")
    }
}
