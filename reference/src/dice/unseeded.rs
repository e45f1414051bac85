//! Dice that fall differently every time.

use rand::RngExt;

use super::Dice;

/// The generator of this thread, seeded by the operating system.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unseeded;

impl Dice for Unseeded {
    fn face(&mut self, sides: u8) -> u8 {
        rand::rng().random_range(1..=sides.max(1))
    }
}
