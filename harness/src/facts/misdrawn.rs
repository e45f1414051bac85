//! Faces that are drawn as others: the score counts a five where a four is drawn.

use reference::iec_dice::DiceGameRules;

use super::ledger::{BrokenFact, FactLedger};
use super::pictures::count_of;
use super::red::Red;
use super::story::Story;
use super::worth::{Misdrawn, worth};
use crate::cases::Cause;

/// A roll, and the numbers that may be its score.
#[derive(Debug, Clone)]
pub(super) struct Logged {
    pub(super) pips: Vec<i64>,
    pub(super) red: Red,
    pub(super) values: Vec<i64>,
    pub(super) right: bool,
    /// The index of the stage, and of the line in it, where the pictures of the roll end.
    pub(super) place: (usize, usize),
}

/// A face that is drawn as another one, with the stage and the line of the first roll that shows it.
pub(super) struct MisdrawnFace {
    pub(super) misdrawn: Misdrawn,
    place: (usize, usize),
}

/// The fewest rolls, and the fewest rolls with a wrong score among them, that prove a misdrawn face.
const FEWEST: (usize, usize) = (12, 3);

/// What all runs of a submission must show together before a face is known to be misdrawn: so many rolls, so many of them with a wrong
/// score that counts the face.
const FEWEST_IN_ALL: (usize, usize) = (60, 6);

/// The player's rolls in some runs whose scores could be judged.
#[derive(Debug, Default)]
pub(crate) struct RollLog(pub(super) Vec<Logged>);

impl RollLog {
    /// Adds the rolls of another run.
    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns the face that is never drawn in all these rolls, if another one stands for it in at least half of those rolls that show
    /// that other one and whose scores seem wrong: rules may be broken, too.
    pub(crate) fn misdrawn(&self, rules: &DiceGameRules) -> Option<Misdrawn> {
        let log = &self.0;
        if log.len() < FEWEST_IN_ALL.0 {
            return None;
        }
        let explained = |(face, drawn): &(i64, i64)| {
            let wrong = log.iter().filter(|roll| !roll.right && roll.pips.contains(drawn));
            let (explained, other): (Vec<_>, Vec<_>) =
                wrong.partition(|roll| explains(rules, roll, *face, *drawn));
            (explained.len() >= FEWEST_IN_ALL.1 && explained.len() >= other.len()).then_some(explained.len())
        };
        let found = unseen(log).filter_map(|pair| Some((explained(&pair)?, pair)));
        let (_, (face, drawn)) = found.rev().max_by_key(|(explained, _)| *explained)?;
        Some(Misdrawn { face, drawn })
    }
}

/// Returns each face that no roll shows, with each that may stand for it.
fn unseen(log: &[Logged]) -> impl DoubleEndedIterator<Item = (i64, i64)> {
    let unseen = (1..=6).filter(|face| log.iter().all(|roll| !roll.pips.contains(face)));
    unseen.flat_map(|face| (1..=6).map(move |drawn| (face, drawn)))
}

/// Returns the face that is known to be misdrawn, if a roll of the run counts it whose score seems wrong.
pub(super) fn known(log: &[Logged], rules: &DiceGameRules, known: Misdrawn) -> Option<MisdrawnFace> {
    let counts = |roll: &&Logged| !roll.right && explains(rules, roll, known.face, known.drawn);
    log.iter().find(counts).map(|roll| MisdrawnFace { misdrawn: known, place: roll.place })
}

/// Returns the face that is never drawn, if another one stands for it in every roll whose score seems wrong.
pub(super) fn find(log: &[Logged], rules: &DiceGameRules) -> Option<MisdrawnFace> {
    let wrong: Vec<&Logged> = log.iter().filter(|roll| !roll.right).collect();
    if log.len() < FEWEST.0 || wrong.len() < FEWEST.1 {
        return None;
    }
    let place = wrong[0].place;
    let mut found =
        unseen(log).filter(|(face, drawn)| wrong.iter().all(|roll| explains(rules, roll, *face, *drawn)));
    found.next().map(|(face, drawn)| MisdrawnFace { misdrawn: Misdrawn { face, drawn }, place })
}

/// Returns whether a score is right once some of the dice drawn as `drawn` count as `face`.
fn explains(rules: &DiceGameRules, roll: &Logged, face: i64, drawn: i64) -> bool {
    let Red::Is(red) = roll.red else { return false };
    (1..8_u8).any(|mask| {
        let chosen = |at: usize| mask >> at & 1 == 1;
        let fits = roll.pips.iter().enumerate().all(|(at, pips)| !chosen(at) || *pips == drawn);
        let pips: Vec<i64> =
            roll.pips.iter().enumerate().map(|(at, pips)| if chosen(at) { face } else { *pips }).collect();
        let counted = worth(rules, &pips, red).points.unwrap_or(0);
        fits && roll.values.contains(&counted)
    })
}

/// Notes the misdrawn face as a wrong picture, at the first roll where it shows.
pub(super) fn note(ledger: &mut FactLedger, story: &Story, found: &MisdrawnFace) {
    let MisdrawnFace { misdrawn: Misdrawn { face, drawn }, place } = found;
    let pips = |count: i64| count_of(usize::try_from(count).unwrap_or_default());
    ledger.wrong(
        "pictures/pips",
        BrokenFact {
            at: (&story.stages[place.0], place.1),
            cause: Cause::WrongValue,
            expected: pips(*face),
            sentence: format!(
                "no die is ever drawn with {}: where the score counts a {face}, a die with {} is drawn",
                pips(*face),
                pips(*drawn)
            ),
        },
    );
}
