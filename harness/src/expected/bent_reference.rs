//! What a suite takes for right, with some of its rules bent.

use std::collections::BTreeSet;

use reference::Game;

use crate::cases::{Reference, Suite};

/// What a suite takes for right, with some of its rules bent, or none.
#[derive(Debug, Clone)]
pub(crate) enum BentReference {
    /// A game with other rules.
    Game(Game),
    /// The course's own solution with these bends, of which it is known what they make it say.
    Solution(BTreeSet<String>),
}

impl BentReference {
    /// Returns what a suite takes for right, unbent; nothing if none of its rules can be bent.
    pub(crate) fn of(suite: &Suite) -> Option<Self> {
        match &suite.reference {
            Reference::Game { .. } => bendable(suite).copied().map(Self::Game),
            Reference::Command { .. } => {
                suite.bent_transcripts.as_ref().map(|_| Self::Solution(BTreeSet::new()))
            }
        }
    }

    /// Returns the names of the bends that have a meaning in the suite, in the order in which they are tried.
    pub(crate) fn bends<'a>(&self, suite: &'a Suite) -> Vec<&'a str> {
        match self {
            Self::Game(game) => meant(suite, game.bends()),
            Self::Solution(_) => suite.bends.keys().map(String::as_str).collect(),
        }
    }

    /// Returns the names of the bends that have a meaning in the suite and are tried only where no other explains what is left: by them a game goes
    /// on from whatever the program shows.
    pub(crate) fn following_bends<'a>(&self, suite: &'a Suite) -> Vec<&'a str> {
        match self {
            Self::Game(game) => meant(suite, game.following_bends()),
            Self::Solution(_) => Vec::new(),
        }
    }

    /// Returns the names of the bends of which nothing shows but that the game fails.
    pub(crate) fn failing_bends(&self) -> Vec<&'static str> {
        match self {
            Self::Game(game) => game.failing_bends(),
            Self::Solution(_) => Vec::new(),
        }
    }

    /// Returns it with more rules bent.
    pub(crate) fn with<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Self {
        names.into_iter().fold(self.clone(), |game, name| game.bent(name))
    }

    /// Returns it with one more rule bent; as it is, if it has no such bend.
    pub(crate) fn bent(&self, name: &str) -> Self {
        match self {
            Self::Game(game) => Self::Game(game.bent(name).unwrap_or(*game)),
            Self::Solution(bends) => {
                Self::Solution(bends.iter().cloned().chain([name.to_string()]).collect())
            }
        }
    }
}

/// Returns those of the names that have a meaning in the suite.
fn meant<'a>(suite: &'a Suite, names: Vec<&str>) -> Vec<&'a str> {
    names.into_iter().filter_map(|name| Some(suite.bends.get_key_value(name)?.0.as_str())).collect()
}

/// Returns the suite's game, if its rules can be bent.
pub(crate) fn bendable(suite: &Suite) -> Option<&'static Game> {
    let Reference::Game { name, .. } = &suite.reference else { return None };
    reference::game(name).filter(|game| !game.bends().is_empty())
}
