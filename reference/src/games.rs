//! The table of games. A new game is one file and one line here.

use crate::console::{Console, Play};
use crate::dice::{self, Dice};
use crate::setup::Setup;
use crate::{bots, gekitai, iec_dice, little_battle, pizza, rats};

/// Returns the dice that follow from the arguments of a program.
pub type Seeded = fn(&Setup) -> Box<dyn Dice>;

/// One game of the table.
#[derive(Clone, Copy)]
pub struct Game {
    /// The name of its suite and of its executable.
    pub name: &'static str,
    /// What the game is, in one line.
    pub about: &'static str,
    /// The arguments that the program takes, as in a usage line.
    pub arguments: &'static str,
    /// The rules.
    pub play: fn(&Setup, &mut dyn Console) -> Play,
    /// The dice that follow from the program's arguments; none if they fall differently every time.
    pub seeded: Option<Seeded>,
}

impl Game {
    /// Returns the dice of a program that is started with `setup`.
    pub fn dice(&self, setup: &Setup) -> Box<dyn Dice> {
        self.seeded.map_or_else(dice::unseeded, |seeded| seeded(setup))
    }
}

/// All games, in alphabetical order.
pub const GAMES: &[Game] = &[
    Game {
        name: "bots",
        about: "Battle of the Sexes: five dice, nine categories, two players",
        arguments: "",
        play: bots::play,
        seeded: None,
    },
    Game {
        name: "gekitai",
        about: "a board game for two whose pieces push each other away",
        arguments: "[N [P [L]]]",
        play: gekitai::play,
        seeded: None,
    },
    Game {
        name: "iec_dice",
        about: "a dice game against the computer that shows half of its dice",
        arguments: "",
        play: iec_dice::play,
        seeded: None,
    },
    Game {
        name: "little_battle",
        about: "a strategy game for two on a small map",
        arguments: "CONFIG",
        play: little_battle::play,
        seeded: None,
    },
    Game {
        name: "pizza",
        about: "three orders at a pizza shop",
        arguments: "",
        play: pizza::play,
        seeded: None,
    },
    Game {
        name: "rats",
        about: "Rats!: two dice, and the first to reach 100 points wins",
        arguments: "SEED",
        play: rats::play,
        seeded: Some(rats::dice),
    },
];

/// Returns the game of that name.
pub fn game(name: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_finds_its_games() {
        assert!(GAMES.is_sorted_by_key(|game| game.name));
        for entry in GAMES {
            assert_eq!(game(entry.name).map(|found| found.about), Some(entry.about));
        }
        assert!(game("chess").is_none());
    }
}
