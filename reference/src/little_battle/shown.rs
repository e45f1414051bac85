//! What somebody else's program shows of a game.

use super::army::{Army, ArmyKind, BattlePlayer};
use super::board::{BattleBoard, Position};
use crate::console::{Console, ShownTurn};

/// How far what is shown has been followed.
#[derive(Default)]
pub(super) struct Followed {
    /// In which turn of the conversation, and how many of its lines with assets.
    assets: (usize, usize),
    /// Which players had a first turn.
    has_begun: [bool; 2],
}

/// How a fight ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FightEnd {
    /// The enemy is lost.
    Defeated,
    /// Both are lost.
    Destroyed,
    /// The army that attacks is lost.
    Lost,
}

impl BattleBoard {
    /// Takes over the assets that are shown next, as far as the rules say so.
    pub(super) fn follow_assets(&mut self, player: BattlePlayer, has_recruited: bool, console: &dyn Console) {
        let rules = self.rules.as_shown;
        let begins = !std::mem::replace(&mut self.followed.has_begun[player as usize], true);
        let follows = match (has_recruited, begins) {
            (true, _) => rules.paid_assets,
            (false, true) => rules.first_assets,
            (false, false) => rules.later_assets,
        };
        let Some(shown) = console.shown() else { return };
        let (turn, lines) = self.followed.assets;
        let before = if turn == shown.turn { lines } else { 0 };
        self.followed.assets = (shown.turn, before + 1);
        if follows && let Some(assets) = shown.text.lines().filter_map(assets).nth(before) {
            let purse = self.purse(player);
            self.assets[purse] = assets;
        }
    }

    /// Takes over the first list of armies that may move, as far as the rules say so.
    pub(super) fn follow_armies(&mut self, player: BattlePlayer, console: &dyn Console) {
        let rules = self.rules.as_shown;
        let Some(shown) = console.shown().filter(|_| rules.places || rules.armies) else { return };
        let Some(listed) = listed(shown.text) else { return };
        let is_listed = |army: &Army| listed.contains(&(army.kind, army.at));
        let gone: Vec<(ArmyKind, Position)> =
            self.ready(player).filter(|army| !is_listed(army)).map(|army| (army.kind, army.at)).collect();
        let is_ready = |(kind, at): &(ArmyKind, Position)| {
            self.ready(player).any(|army| (army.kind, army.at) == (*kind, *at))
        };
        let mut new: Vec<(ArmyKind, Position)> = listed.iter().filter(|it| !is_ready(it)).copied().collect();
        for (kind, from) in gone {
            let to = new.iter().position(|(other, _)| *other == kind).map(|at| new.remove(at).1);
            let army =
                self.armies.iter().position(|army| army.owner == player && !army.moved && army.at == from);
            match (army, to) {
                (Some(army), Some(to)) if rules.places => self.armies[army].at = to,
                (Some(army), None) if rules.armies => drop(self.armies.remove(army)),
                _ => {}
            }
        }
        if rules.armies {
            let army = |(kind, at)| Army {
                kind,
                owner: player,
                at,
                moved: false,
                is_shadow: false,
                is_beaten: false,
            };
            self.armies.extend(new.into_iter().map(army));
        }
    }
}

/// What is said of a place for a new army.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceAnswer {
    Recruited,
    NotThere,
    Invalid,
}

/// Returns what is said of a place that was typed, if that is shown and the rules follow it.
pub(super) fn shown_place(board: &BattleBoard, console: &dyn Console) -> Option<PlaceAnswer> {
    let answers = [
        ("You has recruited a ", PlaceAnswer::Recruited),
        ("You must place your newly recruited unit", PlaceAnswer::NotThere),
        ("Sorry, invalid input.", PlaceAnswer::Invalid),
    ];
    let line = first_line(console.shown().filter(|_| board.rules.as_shown.recruited)?)?;
    answers.into_iter().find(|(words, _)| line.starts_with(words)).map(|(_, answer)| answer)
}

/// What is said of a move.
pub(super) enum MoveAnswer {
    Refused,
    /// An army goes from here to there.
    Moved(Position, Position),
}

/// Returns what is said of a move that was typed, if that is shown and the rules follow it.
pub(super) fn shown_answer(board: &BattleBoard, console: &dyn Console) -> Option<MoveAnswer> {
    let line = first_line(console.shown().filter(|_| board.rules.as_shown.moved)?)?;
    if line.starts_with("Invalid move.") || line == board.rules.wrong_move {
        return Some(MoveAnswer::Refused);
    }
    let (_, places) = line.strip_prefix("You have moved ")?.split_once(" from ")?;
    let (from, to) = places.trim_end_matches('.').split_once(" to ")?;
    Some(MoveAnswer::Moved(position(from)?, position(to)?))
}

/// Returns the first line that is shown after what was typed, blank ones left out.
fn first_line(shown: ShownTurn<'_>) -> Option<&str> {
    shown.text.lines().map(str::trim).find(|line| !line.is_empty())
}

/// Returns how fight number `number` of this move ends, counted from 1, if that is shown and the rules follow it.
pub(super) fn shown_end(number: usize, board: &BattleBoard, console: &dyn Console) -> Option<FightEnd> {
    let shown = console.shown().filter(|_| board.rules.as_shown.fights)?;
    let lines = shown.text.trim_start().lines().take_while(|line| !line.trim().is_empty());
    lines.filter_map(fight_end).nth(number - 1)
}

fn fight_end(line: &str) -> Option<FightEnd> {
    let ends = [
        ("We defeated the enemy", FightEnd::Defeated),
        ("We destroyed the enemy", FightEnd::Destroyed),
        ("We lost the army", FightEnd::Lost),
    ];
    ends.into_iter().find(|(words, _)| line.contains(words)).map(|(_, end)| end)
}

/// Returns the assets of a line: `[Your Asset: Wood - 2 Food - 2 Gold - 2]`.
fn assets(line: &str) -> Option<[i64; 3]> {
    let words: Vec<&str> =
        line.trim().strip_prefix("[Your Asset:")?.strip_suffix(']')?.split_whitespace().collect();
    match words.as_slice() {
        ["Wood", "-", wood, "Food", "-", food, "Gold", "-", gold] => {
            Some([wood.parse().ok()?, food.parse().ok()?, gold.parse().ok()?])
        }
        _ => None,
    }
}

/// Returns the armies of the first list in a text: `  Spearman: (2, 1), (0, 1)`.
fn listed(text: &str) -> Option<Vec<(ArmyKind, Position)>> {
    let mut lines = text.lines().skip_while(|line| line.trim() != "Armies to Move:").skip(1).peekable();
    lines.peek()?;
    let lines = lines.take_while(|line| !line.trim().is_empty());
    Some(lines.map(armies).collect::<Option<Vec<_>>>()?.concat())
}

fn armies(line: &str) -> Option<Vec<(ArmyKind, Position)>> {
    let (name, places) = line.trim().split_once(": ")?;
    let kind = ArmyKind::ALL.into_iter().find(|kind| kind.name() == name)?;
    places.split_inclusive(')').map(|place| Some((kind, position(place)?))).collect()
}

/// Returns a position: `(2, 1)`.
fn position(text: &str) -> Option<Position> {
    let (x, y) = text.trim_matches(['(', ')', ',', ' ']).split_once(", ")?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_and_armies_are_read_as_the_text_prints_them() {
        assert_eq!(assets("[Your Asset: Wood - 2 Food - 0 Gold - 11]"), Some([2, 0, 11]));
        assert_eq!(assets("[Your Asset: Wood - 2 Gold - 11]"), None);
        let text = "\nArmies to Move:\n  Spearman: (2, 1), (0, 1)\n  Scout: (1, 0)\n\nEnter\n";
        let (spearman, scout) = (ArmyKind::Spearman, ArmyKind::Scout);
        assert_eq!(listed(text), Some(vec![(spearman, (2, 1)), (spearman, (0, 1)), (scout, (1, 0))]));
        assert_eq!(listed("No Army to Move: next turn.\n"), None);
        assert_eq!(listed("Armies to Move:\n  Spearman (2, 1)\n"), None);
    }
}
