//! What a roll of three dice may be worth: by the die that is red, and by the faces that fell.

use std::collections::BTreeSet;
use std::ops::Range;

use reference::iec_dice::{DiceGameRules, alike};

use super::replay::StoryReading;
use crate::by_evidence::dialogue::deal::Roll;
use crate::by_evidence::read::red::Red;
use crate::cases::facts::DiceFact as F;

/// A face that is drawn as another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Misdrawn {
    /// The face that fell.
    pub(crate) face: u8,
    /// The number of pips that is drawn.
    pub(crate) drawn: u8,
}

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
    pub(super) fn fact(self) -> F {
        match (self.alike, self.has_red_one) {
            (0, _) => F::ScoreSum,
            (1, false) => F::ScoreDoubled,
            (1, true) => F::ScoreRedOne,
            (_, false) => F::ScoreTripled,
            (_, true) => F::ScoreThreeOnes,
        }
    }
}

/// Returns which of the dice of a roll may be the red one.
pub(super) fn reds(roll: &Roll) -> Range<usize> {
    match roll.red {
        Red::Is(die) => die..die + 1,
        _ => 0..roll.dice.len(),
    }
}

/// Returns what a roll may be worth: one value for each die that may be red, and for each face that may have fallen.
pub(super) fn worths(roll: &Roll, reading: StoryReading, rules: &DiceGameRules) -> Vec<Worth> {
    let fallen = roll.pips().into_iter().fold(vec![Vec::new()], |lists: Vec<Vec<u8>>, pips| {
        let longer = |list: &Vec<u8>, face| [&list[..], &[face]].concat();
        let faces = reading.faces(pips);
        lists.iter().flat_map(|list| faces.iter().map(move |face| longer(list, *face))).collect()
    });
    let worths = reds(roll).flat_map(|red| fallen.iter().map(move |faces| Worth::of(rules, faces, red)));
    worths.collect::<BTreeSet<Worth>>().into_iter().collect()
}
