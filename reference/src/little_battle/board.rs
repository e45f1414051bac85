//! The map with everything on it, and how it is displayed.

use std::collections::BTreeMap;
use std::fmt;

use super::army::{Army, ArmyKind, BattlePlayer, Resource};
use super::config::Config;
use super::rules::{
    BattleRules, LookedFor, LostArmies, Moved, Needed, OccupiedBy, PlacesAre, Recruiting, Resources,
};
use super::shown::Followed;

/// Column and row, counted from 0 at the top left.
pub(super) type Position = (usize, usize);

/// What a cell holds besides armies and homes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Water,
    Holds(Resource),
}

impl Ground {
    fn symbol(self) -> &'static str {
        match self {
            Self::Water => "~~",
            Self::Holds(Resource::Wood) => "WW",
            Self::Holds(Resource::Food) => "FF",
            Self::Holds(Resource::Gold) => "GG",
        }
    }
}

/// Returns the four cells around `at`, as far as they are not left of or above the map.
pub(super) fn neighbours((x, y): Position) -> Vec<Position> {
    let before = [x.checked_sub(1).map(|x| (x, y)), y.checked_sub(1).map(|y| (x, y))];
    before.into_iter().flatten().chain([(x + 1, y), (x, y + 1)]).collect()
}

/// Returns a home base and the four cells around it.
pub(super) fn home_and_neighbours(home: Position) -> Vec<Position> {
    neighbours(home).into_iter().chain([home]).collect()
}

/// The state of a game.
pub(super) struct BattleBoard {
    width: usize,
    height: usize,
    ground: BTreeMap<Position, Ground>,
    /// In the order in which they were recruited.
    pub(super) armies: Vec<Army>,
    /// Wood, food and gold of player 1, then of player 2; below zero only by bent rules.
    pub(super) assets: [[i64; 3]; 2],
    /// How far what somebody else's program shows has been followed.
    pub(super) followed: Followed,
    pub(super) rules: BattleRules,
}

impl BattleBoard {
    /// Returns the board at the start of a game: no armies, and two of each resource for each player.
    pub(super) fn new(config: Config, rules: &BattleRules) -> Self {
        let Config { width, height, ground } = config;
        Self {
            width,
            height,
            ground,
            armies: Vec::new(),
            assets: [[2; 3]; 2],
            followed: Followed::default(),
            rules: *rules,
        }
    }

    pub(super) fn home(&self, player: BattlePlayer) -> Position {
        match player {
            BattlePlayer::One => (1, 1),
            BattlePlayer::Two => (self.rules.second_home)((self.width, self.height)),
        }
    }

    pub(super) fn contains(&self, (x, y): Position) -> bool {
        x < self.width && y < self.height
    }

    /// Returns whether something that a configuration file names is off the map; only by bent rules it may be.
    pub(super) fn has_something_off_the_map(&self) -> bool {
        self.ground.keys().any(|at| !self.contains(*at))
    }

    /// Returns whether moves may end at this position, as far as the size of the map is concerned.
    pub(super) fn is_within_moves(&self, (x, y): Position) -> bool {
        let (width, height) = (self.rules.bounds)((self.width, self.height));
        x < width && y < height
    }

    pub(super) fn army_at(&self, at: Position) -> Option<&Army> {
        self.armies.iter().find(|army| army.at == at && !army.is_beaten)
    }

    pub(super) fn enemy_at(&self, player: BattlePlayer, at: Position) -> Option<&Army> {
        self.army_at(at).filter(|army| army.owner != player)
    }

    pub(super) fn water_at(&self, at: Position) -> bool {
        self.ground.get(&at) == Some(&Ground::Water)
    }

    /// All armies of both players, oldest first.
    pub(super) fn armies(&self) -> impl Iterator<Item = &Army> {
        self.armies.iter()
    }

    /// The player's armies that have not moved in this stage, oldest first.
    pub(super) fn ready(&self, player: BattlePlayer) -> impl Iterator<Item = &Army> {
        self.armies.iter().filter(move |army| army.owner == player && !army.moved)
    }

    /// The player's armies that are shown as those that can move.
    pub(super) fn listed(&self, player: BattlePlayer) -> impl Iterator<Item = &Army> {
        let moved_ones_too = self.rules.moved == Moved::RestsListed;
        self.armies.iter().filter(move |army| army.owner == player && (moved_ones_too || !army.moved))
    }

    /// Returns whether the player's stage goes on: whether an army of his is ready.
    pub(super) fn has_ready(&self, player: BattlePlayer) -> bool {
        match self.rules.looked_for {
            LookedFor::Own => self.ready(player).next().is_some(),
            LookedFor::OwnMovedOrNot => self.armies.iter().any(|army| army.owner == player),
            LookedFor::Any => self.armies.iter().any(|army| !army.moved),
        }
    }

    /// The cells on which the player may place a new army.
    pub(super) fn free_places(&self, player: BattlePlayer) -> Vec<Position> {
        let mut places = self.places(player);
        places.retain(|at| !self.is_occupied(player, *at));
        places
    }

    /// Returns whether the player is told that there is no place.
    pub(super) fn has_no_place(&self, player: BattlePlayer) -> bool {
        match self.rules.has_no_place {
            Some(is_told) => is_told(self.home(player), &|place| self.is_occupied(player, place)),
            None => self.free_places(player).is_empty(),
        }
    }

    /// The cells that are accepted when a place is asked: those, but for bent rules.
    pub(super) fn accepted_places(&self, player: BattlePlayer) -> Vec<Position> {
        if self.rules.occupied_by == OccupiedBy::AnyArmyUntilAPlaceIsAsked {
            return self.places(player);
        }
        self.free_places(player)
    }

    /// Returns whether only bent rules let a new army be placed on a cell.
    pub(super) fn is_place_by_bent_rules(&self, at: Position) -> bool {
        match self.rules.places_are {
            PlacesAre::BesideTheHome => false,
            PlacesAre::FreeCells => self.contains(at) && self.army_at(at).is_none(),
            PlacesAre::Anywhere => self.army_at(at).is_none(),
        }
    }

    /// The cells next to the player's home base, free or not.
    fn places(&self, player: BattlePlayer) -> Vec<Position> {
        (self.rules.places)(self.home((self.rules.places_at)(player)))
    }

    /// Next to a home base there is nothing but armies; only by bent rules other places count.
    fn is_occupied(&self, player: BattlePlayer, place: Position) -> bool {
        self.ground.contains_key(&place)
            || self.army_at(place).is_some_and(|army| match self.rules.occupied_by {
                OccupiedBy::AnyArmy | OccupiedBy::AnyArmyUntilAPlaceIsAsked => true,
                OccupiedBy::OwnArmies => army.owner == player,
                OccupiedBy::Nobody => false,
            })
    }

    pub(super) fn asset(&self, player: BattlePlayer, resource: Resource) -> i64 {
        self.assets[self.purse(player)][resource as usize]
    }

    /// Returns whose assets a player has, as their place in the list.
    pub(super) fn purse(&self, player: BattlePlayer) -> usize {
        (self.rules.purse_of)(player) as usize
    }

    pub(super) fn can_afford(&self, player: BattlePlayer, kind: ArmyKind) -> bool {
        let price = self.rules.looked_up(kind);
        let left = |resource: &Resource| self.asset(player, *resource);
        let is_there = |resource: &Resource| (self.rules.is_enough)(left(resource));
        let is_for_nothing = |resource: &Resource| !price.contains(resource) && left(resource) >= 0;
        match self.rules.needed {
            Needed::AllOfThePrice => price.iter().all(is_there),
            Needed::OneOfThePrice => price.iter().any(is_there),
            Needed::OneOfAll => price.iter().any(is_there) || Resource::ALL.iter().any(is_for_nothing),
        }
    }

    pub(super) fn can_afford_any(&self, player: BattlePlayer) -> bool {
        ArmyKind::ALL.into_iter().any(|kind| self.can_afford(player, kind))
    }

    /// Returns whether any army can be recruited with what the player has.
    pub(super) fn can_recruit(&self, player: BattlePlayer) -> bool {
        match self.rules.recruiting {
            Recruiting::NeedsOneArmyThatCanBePaid => self.can_afford_any(player),
            Recruiting::NeedsAPlaceFirst => self.has_no_place(player) || self.can_afford_any(player),
            Recruiting::GoesOnWithoutResources | Recruiting::NeedsNothing => true,
            Recruiting::NeedsAnyResource => self.assets[self.purse(player)].iter().any(|left| *left > 0),
            Recruiting::NeedsTwoResources => self.assets[self.purse(player)].iter().sum::<i64>() >= 2,
            Recruiting::NeedsEveryResource => self.assets[self.purse(player)].iter().all(|left| *left > 0),
        }
    }

    /// Takes off what an army costs.
    pub(super) fn pay(&mut self, player: BattlePlayer, kind: ArmyKind) {
        let purse = self.purse(player);
        let cost = if self.rules.pays { self.rules.cost(kind) } else { &[] };
        for resource in cost {
            self.assets[purse][*resource as usize] -= 1;
        }
    }

    /// Pays for a new army and places it.
    pub(super) fn recruit(&mut self, player: BattlePlayer, kind: ArmyKind, at: Position) {
        self.pay(player, kind);
        let stood = self.rules.army_that_stood;
        let there = |army: Army| if army.at == at { stood(army, kind) } else { Some(army) };
        self.armies = std::mem::take(&mut self.armies).into_iter().filter_map(there).collect();
        self.armies.push(Army {
            kind,
            owner: player,
            at,
            moved: !self.rules.new_armies_move,
            is_shadow: false,
            is_beaten: false,
        });
    }

    /// Takes the resource at `at` off the map, gives two of it to `player`, and returns it and their number.
    pub(super) fn collect(&mut self, player: BattlePlayer, at: Position) -> Option<(Resource, i64)> {
        let Some(Ground::Holds(resource)) = self.ground.get(&at).copied() else { return None };
        if self.rules.resources == Resources::Disappear {
            self.ground.remove(&at);
        }
        let collected = self.rules.collected;
        let purse = self.purse(player);
        for resource in (self.rules.added_to)(resource) {
            self.assets[purse][*resource as usize] += (self.rules.added)(collected, *resource);
        }
        Some((resource, collected))
    }

    pub(super) fn remove_army(&mut self, at: Position) {
        self.armies.retain(|army| army.at != at);
    }

    /// Takes the army at `from` off the map when it is lost on its way; only by bent rules it still stands there, and never moves again.
    pub(super) fn lose_army(&mut self, from: Position) {
        if self.rules.lost_armies == LostArmies::LeaveTheirShadows {
            let lost = self.armies.iter_mut().filter(|army| army.at == from);
            lost.for_each(|army| (army.moved, army.is_shadow) = (true, true));
        } else {
            self.remove_army(from);
        }
    }

    /// Lets the army at a place be defeated; only by bent rules it is not removed then.
    pub(super) fn beat_army(&mut self, at: Position) {
        self.armies.iter_mut().filter(|army| army.at == at).for_each(|army| army.is_beaten = true);
    }

    /// Puts the army at `from` on `to`; it has then moved.
    pub(super) fn advance(&mut self, from: Position, to: Position) {
        let Some(army) = self.armies.iter_mut().find(|army| army.at == from) else { return };
        let shadow = Army { moved: true, is_shadow: true, ..*army };
        (army.at, army.is_beaten) = (to, false);
        army.moved = match self.rules.moved {
            Moved::MovesAgain => false,
            Moved::MovesAgainIfScout => army.kind != ArmyKind::Scout,
            Moved::MovesAgainAfterTwoSteps => from.0.abs_diff(to.0) + from.1.abs_diff(to.1) < 2,
            _ => true,
        };
        if self.rules.moved == Moved::LeavesItsShadow {
            self.armies.push(shadow);
        }
    }

    /// Lets all armies move again in the next turn.
    pub(super) fn rest(&mut self) {
        if self.rules.moved == Moved::RestsForEver {
            return;
        }
        for army in self.armies.iter_mut().filter(|army| !army.is_shadow) {
            army.moved = false;
        }
    }

    fn symbol(&self, at: Position) -> String {
        let army = self.army_at(at);
        let is_covered = army.is_some() && self.rules.armies_cover_homes;
        let home = BattlePlayer::BOTH.into_iter().find(|player| self.home(*player) == at);
        if let Some(player) = home.filter(|_| !is_covered) {
            return format!("H{}", player.number());
        }
        match (army, self.ground.get(&at)) {
            (Some(army), _) => format!("{}{}", army.kind.letter(), army.owner.number()),
            (None, Some(ground)) => ground.symbol().to_string(),
            (None, None) => "  ".to_string(),
        }
    }
}

/// "Display the map".
impl fmt::Display for BattleBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn = (self.rules.drawn_columns)(self.width);
        let columns: Vec<String> = (0..drawn).map(self.rules.column_number).collect();
        let rule = "-".repeat(3 * drawn - 1);
        writeln!(f, "Please check the battlefield, commander.")?;
        writeln!(f, "  X{}X", columns.join(" "))?;
        writeln!(f, " Y+{rule}+")?;
        for y in 0..self.height {
            let cells: Vec<String> =
                (0..self.width).map(|x| self.symbol((self.rules.drawn_at)((x, y)))).collect();
            writeln!(f, "{y:02}|{}|", cells.join("|"))?;
        }
        writeln!(f, " Y+{rule}+")
    }
}

#[cfg(test)]
mod tests {
    use super::super::config;
    use super::*;

    #[test]
    fn the_map_of_the_text_is_displayed_with_its_frame() {
        let config = config::load(
            "Frame: 5x5\nWater: 0 0 4 2 1 3\nWood: 0 2 2 4\nFood: 0 4 3 1\nGold: 4 1 2 2\n",
            &BattleRules::default(),
        );
        let mut board =
            BattleBoard::new(config.expect("the example of the text is valid"), &BattleRules::default());
        board.recruit(BattlePlayer::One, ArmyKind::Scout, (0, 1));
        board.recruit(BattlePlayer::Two, ArmyKind::Knight, (2, 3));
        let expected = "\
Please check the battlefield, commander.
  X00 01 02 03 04X
 Y+--------------+
00|~~|  |  |  |  |
01|T1|H1|  |FF|GG|
02|WW|  |GG|  |~~|
03|  |~~|K2|H2|  |
04|FF|  |WW|  |  |
 Y+--------------+
";
        assert_eq!(board.to_string(), expected);
    }

    #[test]
    fn width_is_x_and_height_is_y() {
        let config = config::load(
            "Frame: 7x5\nWater: 6 0\nWood: 0 4\nFood: 4 0\nGold: 2 2\n",
            &BattleRules::default(),
        );
        let board = BattleBoard::new(config.expect("the map is valid"), &BattleRules::default());
        let map = board.to_string();
        assert!(map.contains("  X00 01 02 03 04 05 06X\n Y+--------------------+\n"), "{map}");
        assert!(map.contains("\n03|  |  |  |  |  |H2|  |\n04|WW|  |  |  |  |  |  |\n Y+"), "{map}");
    }
}
