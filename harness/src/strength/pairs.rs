//! Two bends beside each other: whether any case tells them apart, and whether both show where both are there.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use super::bent::{BentGame, record};
use super::blind_spot::BlindSpot;
use super::untried::{UntriedGame, UntriedGames};
use crate::cases::Suite;
use crate::recording::Recording;
use crate::running::in_parallel;

/// Two bends of which the cases show less than there is to see.
#[derive(Debug)]
pub struct BendPair<'a> {
    /// The name of one.
    pub one: &'a str,
    /// The name of the other.
    pub other: &'a str,
    /// What the cases do not show.
    pub lack: BlindSpot,
    /// A game that would show it; nothing if none was found.
    pub shown_by: Option<UntriedGame>,
}

/// Returns the pairs of which the cases show less than there is to see, the worst first. A bend that no case notices is left
/// out: that is worse.
///
/// Where one rule leaves nothing to see of another, as the direction of pushes where nothing is pushed, no case can show more.
/// Such a pair is only listed if a game is found that would show it.
pub(super) fn unclear(
    suite: &Suite,
    right: &[Recording],
    games: &[BentGame],
    jobs: NonZeroUsize,
) -> Vec<BendPair<'static>> {
    let noticed: Vec<&BentGame> = games.iter().filter(|game| !game.noticed_by.is_empty()).collect();
    let pairs: Vec<(&BentGame, &BentGame)> = (noticed.iter().enumerate())
        .flat_map(|(place, one)| noticed[place + 1..].iter().map(move |other| (*one, *other)))
        .collect();
    let untried = UntriedGames::of(suite);
    let look = |(one, other): &(&BentGame, &BentGame)| {
        Ok::<_, Infallible>(blind_spot(suite, right, one, other).and_then(|(one, other, lack)| {
            let shown_by = untried.shows(lack, one, other);
            let is_listed = lack != BlindSpot::Other || shown_by.is_some();
            is_listed.then_some(BendPair { one: one.name, other: other.name, lack, shown_by })
        }))
    };
    let Ok(looked_at) = in_parallel(&pairs, jobs, look);
    let mut unclear: Vec<BendPair<'static>> = looked_at.into_iter().flatten().collect();
    unclear.sort_by_key(|pair| (pair.lack, pair.shown_by.is_none()));
    unclear
}

/// Returns what no case shows of two bends, and which of them it does not show beside which.
fn blind_spot<'g>(
    suite: &Suite,
    right: &[Recording],
    one: &'g BentGame,
    other: &'g BentGame,
) -> Option<(&'g BentGame, &'g BentGame, BlindSpot)> {
    let is_told = |place: &usize| one.recording(*place, right) != other.recording(*place, right);
    let places = || one.noticed_by.union(&other.noticed_by);
    let which = places().any(is_told);
    let both = one.game.bent(other.name).expect("it is a bend of the same game");
    let (mut shows, mut one_shows, mut other_shows) = (false, false, false);
    for place in places() {
        let recording = record(suite, &suite.cases[*place], &both);
        shows |= recording != right[*place];
        one_shows |= recording != *other.recording(*place, right);
        other_shows |= recording != *one.recording(*place, right);
        if shows && one_shows && other_shows {
            break;
        }
    }
    match (shows, which, one_shows, other_shows) {
        (false, ..) => Some((one, other, BlindSpot::Both)),
        (_, false, ..) => Some((one, other, BlindSpot::Which)),
        (.., false) => Some((one, other, BlindSpot::Other)),
        (.., false, _) => Some((other, one, BlindSpot::Other)),
        _ => None,
    }
}
