//! What a roll of three dice is worth.

use reference::iec_dice::{DiceGameRules, alike};

use crate::cases::facts::{DiceFact as F, FactRow};

/// What a roll is worth by some rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// What is scored; nothing if the roll loses all.
    pub(super) points: Option<i64>,
    /// How many of the white dice are like the red one.
    alike: usize,
    /// Whether the red die shows a 1.
    pub(super) has_red_one: bool,
}

impl Worth {
    /// Returns what three dice are worth if the one with index `red` is red.
    pub(super) fn of(rules: &DiceGameRules, faces: &[u8], red: usize) -> Self {
        let mut white = faces.to_vec();
        let red = white.remove(red);
        Self { points: rules.score(red, &white), alike: alike(red, &white), has_red_one: red == 1 }
    }

    /// Returns whether the roll may lose all: by its dice, or by the rules.
    pub(super) fn is_fatal(self) -> bool {
        self.has_red_one && self.alike == 0 || self.points.is_none()
    }

    /// Returns the fact that it is about.
    pub(super) fn fact(self) -> &'static FactRow {
        match (self.alike, self.has_red_one) {
            (0, _) => F::ScoreSum,
            (1, false) => F::ScoreDoubled,
            (1, true) => F::ScoreRedOne,
            (_, false) => F::ScoreTripled,
            (_, true) => F::ScoreThreeOnes,
        }
        .row()
    }
}
