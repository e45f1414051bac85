//! Faces that are drawn as others: the score counts a five where a four is drawn.

use reference::iec_dice::DiceGameRules;

use super::worth::{Misdrawn, StoryReading, Worth, worths};
use crate::by_evidence::dialogue::Roll;
use crate::by_evidence::read::Red;

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
    fn is_explained(&self, rules: &DiceGameRules, found: Misdrawn) -> bool {
        let worths = worths(&self.pips, self.red, StoryReading::Misdrawn(found), rules);
        let is_right_by = |worth: &Worth| self.values.contains(&worth.points.unwrap_or(0));
        !self.is_right && matches!(self.red, Red::Is(_)) && worths.iter().any(is_right_by)
    }
}

/// The fewest rolls, and the fewest of them whose wrong scores it explains, by which a misdrawn face is suspected in one run, and in all
/// runs of a submission. Rules may be broken, too: half of the wrong scores that show the drawn face may have another reason.
const FEWEST: (usize, usize) = (12, 3);
const FEWEST_IN_ALL: (usize, usize) = (60, 6);

/// The player's rolls in some runs whose scores could be judged.
#[derive(Debug, Default)]
pub(crate) struct RollLog(pub(super) Vec<Logged>);

impl RollLog {
    /// Adds the rolls of another run.
    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns whether each face was drawn: then none is drawn as another one.
    pub(crate) fn shows_all_faces(&self) -> bool {
        self.unseen().next().is_none()
    }

    /// Returns the faces that no roll shows, the highest first.
    fn unseen(&self) -> impl Iterator<Item = u8> + '_ {
        (1..=6).rev().filter(|face| self.0.iter().all(|roll| !roll.pips.contains(face)))
    }

    /// Returns the face that all these rolls, of all runs of a submission, show to be misdrawn.
    pub(crate) fn misdrawn(&self, rules: &DiceGameRules) -> Option<Misdrawn> {
        self.find(rules, FEWEST_IN_ALL)
    }

    /// Returns the face that seems to be misdrawn in this run, or is `known` to be by others, with the first place that shows it.
    pub(super) fn suspected(
        &self,
        rules: &DiceGameRules,
        known: Option<Misdrawn>,
    ) -> Option<(Misdrawn, (usize, usize))> {
        let found = self.find(rules, FEWEST).or(known)?;
        let first = self.0.iter().find(|roll| roll.is_explained(rules, found))?;
        Some((found, first.place))
    }

    /// Returns the face that no roll shows, and which explains most of the wrong scores.
    fn find(&self, rules: &DiceGameRules, (rolls, least): (usize, usize)) -> Option<Misdrawn> {
        let explained = |found: &Misdrawn| {
            let wrong = self.0.iter().filter(|roll| !roll.is_right && roll.pips.contains(&found.drawn));
            let (explained, other): (Vec<_>, Vec<_>) =
                wrong.partition(|roll| roll.is_explained(rules, *found));
            Some(explained.len()).filter(|count| *count >= least.max(other.len()))
        };
        let all = self.unseen().flat_map(|face| (1..=6).rev().map(move |drawn| Misdrawn { face, drawn }));
        // Of equal ones `max_by_key` returns the last.
        let most = all.filter(|_| self.0.len() >= rolls).max_by_key(&explained)?;
        explained(&most).map(|_| most)
    }
}
