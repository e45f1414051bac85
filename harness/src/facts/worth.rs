//! What a roll of the player is worth.

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

/// What a roll is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    /// A red 1 without a white 1.
    Bust,
    /// The sum of the white dice, multiplied by what the red die says.
    Points {
        /// What is scored.
        points: i64,
        /// Once, doubled, or tripled.
        times: i64,
    },
}

impl Roll {
    /// Returns the pips of the dice.
    pub(crate) fn pips(&self) -> Vec<i64> {
        self.dice.iter().map(|die| i64::try_from(die.pips).unwrap_or(0)).collect()
    }

    /// Returns what the roll may be worth. If the dice are certain, this is one value; else there is one value for each
    /// die that may be red, and for each face that may have fallen.
    pub(crate) fn worths(&self, faces: Faces) -> Vec<Worth> {
        let reds = match self.red {
            Red::Is(die) => die..die + 1,
            _ => 0..self.dice.len(),
        };
        let fallen = fallen(&self.pips(), faces);
        let mut worths: Vec<Worth> =
            reds.flat_map(|red| fallen.iter().map(move |pips| worth(pips, red))).collect();
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
pub(crate) fn worth(pips: &[i64], red: usize) -> Worth {
    let white: Vec<i64> = (0..pips.len()).filter(|at| *at != red).map(|at| pips[at]).collect();
    let sum: i64 = white.iter().sum();
    let same = white.iter().filter(|face| **face == pips[red]).count();
    match same {
        0 if pips[red] == 1 => Worth::Bust,
        0 => Worth::Points { points: sum, times: 1 },
        1 => Worth::Points { points: 2 * sum, times: 2 },
        _ => Worth::Points { points: 3 * sum, times: 3 },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use reference::replay::replay;
    use reference::{Piece, Script, Setup, game};

    use super::*;

    #[test]
    fn rolls_are_worth_what_the_text_says() {
        assert_eq!(worth(&[3, 4, 2], 0), Worth::Points { points: 6, times: 1 });
        assert_eq!(worth(&[1, 5, 1], 0), Worth::Points { points: 12, times: 2 });
        assert_eq!(worth(&[5, 5, 5], 0), Worth::Points { points: 30, times: 3 });
        assert_eq!(worth(&[1, 1, 1], 0), Worth::Points { points: 6, times: 3 });
        assert_eq!(worth(&[4, 6, 1], 2), Worth::Bust);
    }

    /// Returns what the reference says of a roll with these faces, the red die first.
    fn score_of_the_reference(faces: [u8; 3]) -> String {
        let script = Script { replies: Vec::new(), faces: [&[1, 1, 1], &faces[..]].concat() };
        let files = Box::new(BTreeMap::new());
        let setup = Setup { arguments: Vec::new(), files, settings: BTreeMap::new() };
        let transcript = replay(game("iec_dice").expect("a game"), &setup, &script);
        let score = |piece: &Piece| match piece {
            Piece::Said { part: "roll/score", text } => Some(text.clone()),
            _ => None,
        };
        transcript.pieces.iter().find_map(score).expect("a roll has a score")
    }

    #[test]
    fn every_roll_is_worth_what_the_reference_scores() {
        for number in 0..216_u8 {
            let faces = [number / 36 + 1, number / 6 % 6 + 1, number % 6 + 1];
            let scored = score_of_the_reference(faces);
            match worth(&faces.map(i64::from), 0) {
                Worth::Bust => assert!(scored.contains("you lose it all"), "{faces:?}: {scored}"),
                Worth::Points { points, .. } => assert_eq!(scored, format!("This roll scores {points}.\n")),
            }
        }
    }

    #[test]
    fn a_misdrawn_face_leaves_more_than_one_reading() {
        let faces = Faces { misdrawn: Some(Misdrawn { face: 5, drawn: 4 }) };
        assert_eq!(fallen(&[1, 4, 7], faces), [[1, 4, 6], [1, 5, 6]]);
        assert_eq!(fallen(&[4, 4, 2], Faces::default()), [[4, 4, 2]]);
    }
}
