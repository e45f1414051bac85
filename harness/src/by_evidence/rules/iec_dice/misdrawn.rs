//! Faces that are drawn as others: the score counts a five where a four is drawn.

use reference::iec_dice::DiceGameRules;

use super::worth::{Misdrawn, Worth};
use crate::by_evidence::dialogue::deal::Roll;
use crate::by_evidence::read::red::Red;

/// A roll whose dice can be read in one way, and the numbers that may be its score.
#[derive(Debug, Clone)]
pub(super) struct Logged {
    pips: Vec<u8>,
    red: Red,
    values: Vec<i64>,
    is_right: bool,
    /// The index of the stage, and of the line in it, where the pictures of the roll end.
    pub(super) place: (usize, usize),
}

impl Logged {
    /// Returns a roll of a stage that is worth `points`.
    pub(super) fn of(stage: usize, roll: &Roll, values: Vec<i64>, points: i64) -> Self {
        let (place, is_right) = ((stage, roll.dice[0].area.bottom), values.contains(&points));
        Self { pips: roll.pips(), red: roll.red, values, is_right, place }
    }

    /// Returns whether the score seems wrong, and is right once some of the dice that are drawn so count as the face.
    fn is_explained(&self, rules: &DiceGameRules, Misdrawn { face, drawn }: Misdrawn) -> bool {
        let Red::Is(red) = self.red else { return false };
        let is_right_by = |mask: u8| {
            let counted = self.pips.iter().enumerate().map(|(at, pips)| match mask >> at & 1 {
                0 => Some(*pips),
                _ => (*pips == drawn).then_some(face),
            });
            let faces: Option<Vec<u8>> = counted.collect();
            let points = |faces: Vec<u8>| Worth::of(rules, &faces, red).points.unwrap_or(0);
            faces.is_some_and(|faces| self.values.contains(&points(faces)))
        };
        !self.is_right && (1..8).any(is_right_by)
    }
}

/// The fewest rolls, and the fewest rolls with a wrong score among them, that prove a misdrawn face in one run: all of these must be
/// explained. In all runs of a submission it takes more rolls, but rules may be broken, too: only half of the wrong scores that show the
/// drawn face must be explained.
const FEWEST: (usize, usize) = (12, 3);
const FEWEST_IN_ALL: (usize, usize) = (60, 6);

/// The player's rolls in some runs whose scores could be judged.
#[derive(Debug, Default)]
pub(crate) struct RollLog(Vec<Logged>);

impl RollLog {
    /// Adds the rolls of another run.
    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn push(&mut self, roll: Logged) {
        self.0.push(roll);
    }

    /// Returns each face that no roll shows, with each that may stand for it.
    fn unseen(&self) -> impl Iterator<Item = Misdrawn> {
        let unseen = (1..=6).filter(|face| self.0.iter().all(|roll| !roll.pips.contains(face)));
        unseen.flat_map(|face| (1..=6).map(move |drawn| Misdrawn { face, drawn }))
    }

    /// Returns the face that all these rolls, of all runs of a submission, show to be misdrawn.
    pub(crate) fn misdrawn(&self, rules: &DiceGameRules) -> Option<Misdrawn> {
        let explained = |found: Misdrawn| {
            let wrong = self.0.iter().filter(|roll| !roll.is_right && roll.pips.contains(&found.drawn));
            let (explained, other): (Vec<_>, Vec<_>) =
                wrong.partition(|roll| roll.is_explained(rules, found));
            (explained.len() >= FEWEST_IN_ALL.1 && explained.len() >= other.len()).then_some(explained.len())
        };
        let found = self.unseen().filter_map(|found| Some((explained(found)?, found)));
        // Of equal ones `max_by_key` returns the last, and the first is meant.
        let found: Vec<_> = found.filter(|_| self.0.len() >= FEWEST_IN_ALL.0).collect();
        found.into_iter().rev().max_by_key(|(explained, _)| *explained).map(|(_, found)| found)
    }

    /// Returns the face that seems to be misdrawn in this run, or is `known` to be by others, with the first place that shows it.
    pub(super) fn suspected(
        &self,
        rules: &DiceGameRules,
        known: Option<Misdrawn>,
    ) -> Option<(Misdrawn, (usize, usize))> {
        let wrong: Vec<&Logged> = self.0.iter().filter(|roll| !roll.is_right).collect();
        let is_enough = self.0.len() >= FEWEST.0 && wrong.len() >= FEWEST.1;
        let explains_all = |found: &Misdrawn| wrong.iter().all(|roll| roll.is_explained(rules, *found));
        let own = self.unseen().filter(|_| is_enough).find(explains_all);
        let place =
            |found: Misdrawn| Some((found, wrong.iter().find(|roll| roll.is_explained(rules, found))?.place));
        own.or(known).and_then(place)
    }
}
