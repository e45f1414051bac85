//! What a roll of three dice may be worth: by the die that is red, and by the faces that fell.

use std::collections::BTreeSet;

use reference::iec_dice::{DiceGameRules, alike};

use crate::by_evidence::read::{Red, count_of};
use crate::cases::facts::DiceFact as F;

/// A face that falls, and the number of pips with which it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Misdrawn {
    pub(crate) face: u8,
    pub(crate) drawn: u8,
}

/// How a whole conversation is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoryReading {
    /// Words and pictures are trusted.
    Plain,
    /// Any number may be what its value fits, because the words near numbers are used in another sense.
    ByValue,
    /// A face is drawn as another one.
    Misdrawn(Misdrawn),
}

impl StoryReading {
    /// Returns what it takes for granted, in words.
    pub(super) fn says(self) -> String {
        match self {
            Self::Plain => "pictures and the words near numbers mean what they say".to_string(),
            Self::ByValue => "any number that fits may be a score, whatever the words near it".to_string(),
            Self::Misdrawn(Misdrawn { face, drawn }) => {
                format!("a {face} is drawn with {}", count_of(drawn))
            }
        }
    }

    /// Returns the faces that may have fallen where so many pips are drawn. Where no die has so many, no pips stand for one face, and too many
    /// for a six.
    pub(super) fn faces(self, pips: u8) -> Vec<u8> {
        let is_possible = |pips| (1..=6).contains(&pips);
        match self {
            Self::Misdrawn(Misdrawn { face, drawn }) if is_possible(pips) && drawn == pips => {
                vec![pips, face]
            }
            Self::Misdrawn(Misdrawn { face, drawn }) if !is_possible(pips) && !is_possible(drawn) => {
                vec![if pips == 0 { face } else { 6 }]
            }
            _ => vec![pips],
        }
    }
}

/// What a roll is worth by some rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// What is scored; nothing if the roll loses all.
    pub(super) points: Option<i64>,
    /// How many of the white dice are like the red one.
    pub(super) alike: usize,
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

/// Returns what a roll of these dice may be worth: one value for each die that may be red, and for each face that may have fallen.
pub(super) fn worths(pips: &[u8], red: Red, reading: StoryReading, rules: &DiceGameRules) -> Vec<Worth> {
    let fallen = pips.iter().fold(vec![Vec::new()], |lists: Vec<Vec<u8>>, pips| {
        let longer = |list: &Vec<u8>, face| [&list[..], &[face]].concat();
        let faces = reading.faces(*pips);
        lists.iter().flat_map(|list| faces.iter().map(move |face| longer(list, *face))).collect()
    });
    let reds = match red {
        Red::Is(die) => die..die + 1,
        _ => 0..pips.len(),
    };
    let worths = reds.flat_map(|red| fallen.iter().map(move |faces| Worth::of(rules, faces, red)));
    worths.collect::<BTreeSet<Worth>>().into_iter().collect()
}
