//! What somebody else's program shows of a game.

use super::{Player, ThrowKind};
use crate::console::Console;

/// What follows the throws that decide who goes first.
pub(super) enum ShownStart {
    First(usize),
    AllThrowAgain,
}

/// Returns who goes first as it is shown, or that all throw again; nothing if neither is shown.
pub(super) fn shown_start(players: &[Player], console: &dyn Console) -> Option<ShownStart> {
    let text = console.shown()?.text;
    let ends = |line: &str| line.trim() == "TIE throw again" || line.trim_end().ends_with(" goes first");
    let end = text.lines().find(|line| ends(line))?;
    let is_named = |player: &Player| end.trim() == format!("{} goes first", player.name);
    match players.iter().position(is_named) {
        Some(starter) => Some(ShownStart::First(starter)),
        None => (!end.trim_end().ends_with(" goes first")).then_some(ShownStart::AllThrowAgain),
    }
}

/// Returns who throws after the last throw that is shown, if that is somebody.
pub(super) fn shown_thrower(players: &[Player], console: &dyn Console) -> Option<usize> {
    let throws_in = |line: &str, player: &Player| line.starts_with(&format!("{} rolls ", player.name));
    let text = console.shown()?.text;
    let begins_with_a_throw = text.lines().next().is_some_and(|line| line.contains(" rolls "));
    let mut rest = text.lines().skip(usize::from(begins_with_a_throw));
    let next = rest.find(|line| !line.trim().is_empty())?;
    players.iter().position(|player| throws_in(next, player))
}

/// Returns what a throw is taken for, as it is shown with it.
pub(super) fn shown_kind(console: &dyn Console) -> Option<ThrowKind> {
    let line = console.shown()?.text.lines().next()?;
    let marks =
        [(" - RATS!", ThrowKind::Rats), (" - BOXCARS!", ThrowKind::Boxcars), ("turn ", ThrowKind::Other)];
    marks.into_iter().find(|(mark, _)| line.contains(mark)).map(|(_, kind)| kind)
}

/// Returns the points of the turn and the total that are shown with a throw: `turn 4 total 9`.
pub(super) fn shown_points(console: &dyn Console) -> Option<(i64, i64)> {
    let line = console.shown()?.text.lines().next()?;
    let (turn, total) = line.rsplit_once("turn ")?.1.split_once(" total ")?;
    Some((turn.trim().parse().ok()?, total.trim().parse().ok()?))
}

/// Returns the total that is shown with two ones: `RATS! total 9`.
pub(super) fn shown_rats(console: &dyn Console) -> Option<i64> {
    console.shown()?.text.lines().next()?.rsplit_once(" - RATS! total ")?.1.trim().parse().ok()
}
