//! The table of games. A new game is one file and one line here.

use crate::bends::{self, BendKind, BendName, Bends};
use crate::console::{Console, Play};
use crate::dice::{self, Dice};
use crate::setup::Setup;
use crate::{bots, gekitai, iec_dice, little_battle, pizza, rats};

/// Returns the dice that follow from the arguments of a program.
pub type Seeded = fn(&Setup) -> Box<dyn Dice>;

/// One game of the table.
#[derive(Debug, Clone, Copy)]
pub struct Game {
    /// The name of its suite and of its executable.
    pub name: &'static str,
    /// What the game is, in one line.
    pub about: &'static str,
    /// The arguments that the program takes, as in a usage line.
    pub arguments: &'static str,
    /// Which of these arguments it accepts, in a sentence; empty if they speak for themselves.
    pub limits: &'static str,
    /// What it is played by.
    pub rules: GameRules,
    /// The dice that follow from the program's arguments; none if they fall differently every time.
    pub seeded: Option<Seeded>,
}

/// What a game is played by.
#[derive(Debug, Clone, Copy)]
pub enum GameRules {
    /// These rules.
    Fixed(fn(&Setup, &mut dyn Console) -> Play),
    /// Rules that may be bent.
    Bendable(BendableRules),
}

/// Rules that may be bent in the ways in which beginners get them wrong.
#[derive(Debug, Clone, Copy)]
pub struct BendableRules {
    play: fn(&Setup, Bends, &mut dyn Console) -> Play,
    names: fn() -> Vec<BendName>,
    bends: Bends,
}

impl Game {
    /// Plays the game at `console`.
    ///
    /// # Errors
    /// The reason to leave the table before the rules have come to their end.
    pub fn play(&self, setup: &Setup, console: &mut dyn Console) -> Play {
        match self.rules {
            GameRules::Fixed(play) => play(setup, console),
            GameRules::Bendable(BendableRules { play, bends, .. }) => play(setup, bends, console),
        }
    }

    /// Returns the names of the ways in which beginners get the rules wrong.
    pub fn bends(&self) -> Vec<&'static str> {
        self.named(|bend| bend.kind != BendKind::Following)
    }

    /// Returns the names of those bends by which the game goes on from what somebody else's program shows, whatever led to it. They change
    /// nothing where the game is played without such a program.
    pub fn following_bends(&self) -> Vec<&'static str> {
        self.named(|bend| bend.kind == BendKind::Following)
    }

    /// Returns the names of those bends of which nothing shows but that the game fails.
    pub fn failing_bends(&self) -> Vec<&'static str> {
        self.named(|bend| bend.kind == BendKind::Failing)
    }

    /// Returns the names of all bends, those that follow a program, too.
    pub fn all_bends(&self) -> Vec<&'static str> {
        self.named(|_| true)
    }

    fn named(&self, is_meant: impl Fn(&BendName) -> bool) -> Vec<&'static str> {
        match self.rules {
            GameRules::Fixed(_) => Vec::new(),
            GameRules::Bendable(BendableRules { names, .. }) => {
                names().into_iter().filter(is_meant).map(|bend| bend.name).collect()
            }
        }
    }

    /// Returns the game with its rules bent in one more way, which is called `name`; nothing if no bend has that name.
    pub fn bent(&self, name: &str) -> Option<Self> {
        let GameRules::Bendable(rules) = self.rules else { return None };
        let index = (rules.names)().iter().position(|bend| bend.name == name)?;
        let rules = BendableRules { bends: rules.bends.and(index), ..rules };
        Some(Self { rules: GameRules::Bendable(rules), ..*self })
    }

    /// Returns in which ways its rules are bent; nothing if they cannot be.
    pub(crate) fn chosen_bends(&self) -> Option<Bends> {
        match self.rules {
            GameRules::Fixed(_) => None,
            GameRules::Bendable(BendableRules { bends, .. }) => Some(bends),
        }
    }

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
        limits: "",
        rules: bendable(bots::play, || bends::names(bots::BENDS)),
        seeded: None,
    },
    Game {
        name: "gekitai",
        about: "a board game for two whose pieces push each other away",
        arguments: "[N [P [L]]]",
        limits: "N, the size of the board, is 6, 7 or 8; P, the pieces of each player, is 6 to 12; L, how many of them make a line, \
                 is at least 3 and at most N and P",
        rules: bendable(gekitai::play, || bends::names(gekitai::BENDS)),
        seeded: None,
    },
    Game {
        name: "iec_dice",
        about: "a dice game against the computer that shows half of its dice",
        arguments: "",
        limits: "",
        rules: bendable(iec_dice::play, || bends::names(iec_dice::BENDS)),
        seeded: None,
    },
    Game {
        name: "little_battle",
        about: "a strategy game for two on a small map",
        arguments: "CONFIG",
        limits: "",
        rules: bendable(little_battle::play, || bends::names(little_battle::BENDS)),
        seeded: None,
    },
    Game {
        name: "pizza",
        about: "three orders at a pizza shop",
        arguments: "",
        limits: "",
        rules: bendable(pizza::play, || bends::names(pizza::BENDS)),
        seeded: None,
    },
    Game {
        name: "rats",
        about: "Rats!: two dice, and the first to reach 100 points wins",
        arguments: "SEED",
        limits: "",
        rules: bendable(rats::play, || bends::names(rats::BENDS)),
        seeded: Some(rats::dice),
    },
];

const fn bendable(
    play: fn(&Setup, Bends, &mut dyn Console) -> Play,
    names: fn() -> Vec<BendName>,
) -> GameRules {
    GameRules::Bendable(BendableRules { play, names, bends: Bends::NONE })
}

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
