//! What a roll of the player is worth.

use reference::iec_dice::{DiceGameRules, alike};

use super::pictures::Picture;
use super::red::Red;

/// A face that is drawn as another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Misdrawn {
    /// The face that fell.
    pub(crate) face: i64,
    /// The number of pips that is drawn.
    pub(crate) drawn: i64,
}

/// Which faces may have fallen where some number of pips is drawn.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Faces {
    /// The face that is known to be misdrawn.
    pub(crate) misdrawn: Option<Misdrawn>,
}

impl Faces {
    /// Returns the faces for a number of pips; too many pips stand for a six.
    pub(crate) fn of(self, pips: i64) -> Vec<i64> {
        let face = pips.min(6);
        let other = self.misdrawn.filter(|misdrawn| misdrawn.drawn == face);
        [face].into_iter().chain(other.map(|misdrawn| misdrawn.face)).collect()
    }
}

/// A roll of the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Roll {
    /// The three dice, in the order of the text.
    pub(crate) dice: Vec<Picture>,
    /// Which of them is red.
    pub(crate) red: Red,
}

/// What a roll is worth by some rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Worth {
    /// What is scored; nothing if the roll loses all.
    pub(crate) points: Option<i64>,
    /// How many of the white dice are like the red one.
    pub(crate) alike: usize,
    /// Whether the red die shows a 1.
    pub(crate) has_red_one: bool,
}

impl Worth {
    /// Returns whether the roll is one that may lose all: by its dice, or by the rules.
    pub(crate) fn is_fatal(&self) -> bool {
        self.has_red_one && self.alike == 0 || self.points.is_none()
    }
}

impl Roll {
    /// Returns the pips of the dice.
    pub(crate) fn pips(&self) -> Vec<i64> {
        self.dice.iter().map(|die| i64::try_from(die.pips).unwrap_or(0)).collect()
    }

    /// Returns what the roll may be worth. If the dice are certain, this is one value; else there is one value for each
    /// die that may be red, and for each face that may have fallen.
    pub(crate) fn worths(&self, faces: Faces, rules: &DiceGameRules) -> Vec<Worth> {
        let reds = match self.red {
            Red::Is(die) => die..die + 1,
            _ => 0..self.dice.len(),
        };
        let fallen = fallen(&self.pips(), faces);
        let mut worths: Vec<Worth> =
            reds.flat_map(|red| fallen.iter().map(move |pips| worth(rules, pips, red))).collect();
        worths.sort();
        worths.dedup();
        worths
    }

    /// Returns the dice as text, the red one first.
    pub(crate) fn text(&self) -> String {
        let pips = self.pips();
        let list = |pips: &[i64]| pips.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
        match self.red {
            Red::Is(die) => {
                let white: Vec<i64> = (0..pips.len()).filter(|at| *at != die).map(|at| pips[at]).collect();
                format!("red {}, white {}", pips[die], list(&white))
            }
            _ => list(&pips),
        }
    }
}

/// Returns the faces that dice may show, one list for each way to read them.
fn fallen(pips: &[i64], faces: Faces) -> Vec<Vec<i64>> {
    let mut lists = vec![Vec::new()];
    for pips in pips {
        let longer = |list: &Vec<i64>, face| [&list[..], &[face]].concat();
        lists = lists
            .iter()
            .flat_map(|list| faces.of(*pips).into_iter().map(move |face| longer(list, face)))
            .collect();
    }
    lists
}

/// Returns what three dice are worth if the one with index `red` is red.
pub(crate) fn worth(rules: &DiceGameRules, pips: &[i64], red: usize) -> Worth {
    let mut white: Vec<u8> = pips.iter().map(|pips| u8::try_from(*pips).unwrap_or(u8::MAX)).collect();
    let red = white.remove(red);
    let alike = alike(red, &white);
    Worth { points: rules.score(red, &white), alike, has_red_one: red == 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_may_lose_all_by_its_dice_or_by_bent_rules() {
        let game = reference::game("iec_dice").expect("a game");
        let bent = |name| DiceGameRules::of(&game.bent(name).expect("a bend")).expect("the dice game");
        let (strict, kind) = (bent("any-red-one-loses"), bent("red-one-is-harmless"));
        let found = |rules: &DiceGameRules, pips: &[i64]| {
            let worth = worth(rules, pips, 0);
            (worth.points, worth.alike, worth.is_fatal())
        };
        let text = DiceGameRules::default();
        assert_eq!(found(&text, &[1, 4, 6]), (None, 0, true));
        assert_eq!(found(&kind, &[1, 4, 6]), (Some(10), 0, true));
        assert_eq!(found(&text, &[1, 1, 6]), (Some(14), 1, false));
        assert_eq!(found(&strict, &[1, 1, 6]), (None, 1, true));
    }

    #[test]
    fn a_misdrawn_face_leaves_more_than_one_reading() {
        let faces = Faces { misdrawn: Some(Misdrawn { face: 5, drawn: 4 }) };
        assert_eq!(fallen(&[1, 4, 7], faces), [[1, 4, 6], [1, 5, 6]]);
        assert_eq!(fallen(&[4, 4, 2], Faces::default()), [[4, 4, 2]]);
    }
}
