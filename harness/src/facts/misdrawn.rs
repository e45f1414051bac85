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

/// Returns the face that is never drawn, if another one stands for it in every roll whose score seems wrong.
pub(super) fn find(log: &[Logged], rules: &DiceGameRules) -> Option<MisdrawnFace> {
    let wrong: Vec<&Logged> = log.iter().filter(|roll| !roll.right).collect();
    if log.len() < FEWEST.0 || wrong.len() < FEWEST.1 {
        return None;
    }
    let place = wrong[0].place;
    let unseen = (1..=6).filter(|face| log.iter().all(|roll| !roll.pips.contains(face)));
    let pairs = unseen.flat_map(|face| (1..=6).map(move |drawn| (face, drawn)));
    let mut found =
        pairs.filter(|(face, drawn)| wrong.iter().all(|roll| explains(rules, roll, *face, *drawn)));
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
