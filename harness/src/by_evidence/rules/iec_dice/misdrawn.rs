//! Faces that are drawn as others: the score counts a five where a four is drawn.

use reference::iec_dice::DiceGameRules;

use super::worth::Worth;
use crate::by_evidence::dialogue::deal::Roll;
use crate::by_evidence::read::red::Red;

/// A face that is drawn as another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Misdrawn {
    /// The face that fell.
    pub(crate) face: u8,
    /// The number of pips that is drawn.
    pub(crate) drawn: u8,
}

impl Misdrawn {
    /// Returns the faces that may have fallen where so many pips are drawn; too many pips stand for a six.
    pub(super) fn faces(misdrawn: Option<Self>, pips: u8) -> Vec<u8> {
        let face = pips.min(6);
        let other = misdrawn.filter(|misdrawn| misdrawn.drawn == face);
        [face].into_iter().chain(other.map(|misdrawn| misdrawn.face)).collect()
    }
}

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
    pub(super) fn of(stage: usize, roll: &Roll, values: Vec<i64>, is_right: bool) -> Self {
        let place = (stage, roll.dice[0].area.bottom);
        Self { pips: roll.pips(), red: roll.red, values, is_right, place }
    }

    /// Returns whether the score seems wrong, and is right once some of the dice that are drawn so count as the face.
    fn is_explained(&self, rules: &DiceGameRules, Misdrawn { face, drawn }: Misdrawn) -> bool {
        let Red::Is(red) = self.red else { return false };
        !self.is_right
            && (1..8_u8).any(|mask| {
                let chosen = |at: usize| mask >> at & 1 == 1;
                let fits = self.pips.iter().enumerate().all(|(at, pips)| !chosen(at) || *pips == drawn);
                let faces =
                    self.pips.iter().enumerate().map(|(at, pips)| if chosen(at) { face } else { *pips });
                let points = Worth::of(rules, &faces.collect::<Vec<_>>(), red).points.unwrap_or(0);
                fits && self.values.contains(&points)
            })
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
