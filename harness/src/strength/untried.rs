//! Games that no case plays, by which is found out whether a case could show what the cases do not.

use std::collections::BTreeSet;

use reference::author::{Style, write};
use reference::replay::replay;
use reference::{Game, Script};

use super::bent::BentGame;
use super::blind_spot::BlindSpot;
use crate::cases::{Case, Suite};
use crate::expected;

/// So many ways to start the game are tried.
const STARTS: usize = 6;

/// So many games are played in each.
const SEEDS: u64 = 6;

/// So many lines are typed in each.
const TURNS: usize = 80;

/// A game that would be a case: by what its author plays, and how it is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntriedGame {
    /// What its author plays by.
    pub seed: u64,
    /// The most lines that are typed.
    pub turns: usize,
    /// The id of a case that starts in the same way.
    pub as_in: String,
}

/// Games of a suite that no case plays.
pub(super) struct UntriedGames<'a> {
    suite: &'a Suite,
    games: Vec<Played<'a>>,
}

/// A game by the right rules, and what leads to it.
struct Played<'a> {
    start: &'a Case,
    seed: u64,
    script: Script,
    text: String,
}

impl<'a> UntriedGames<'a> {
    /// Returns games of the suite, started in some of the ways in which its cases start.
    pub(super) fn of(suite: &'a Suite) -> Self {
        let mut seen = BTreeSet::new();
        let starts = suite.cases.iter().filter(|case| case.errors.is_empty());
        let starts = starts.filter(|case| seen.insert((&case.args, &case.files))).take(STARTS);
        let games = starts.flat_map(|start| (1..=SEEDS).map(move |seed| (start, seed)));
        let games = games.filter_map(|(start, seed)| {
            let (game, setup) = expected::game(suite, start)?;
            let transcript = write(game, &setup, Style::Mixed, seed, TURNS);
            Some(Played { start, seed, script: transcript.script(), text: transcript.to_string() })
        });
        Self { suite, games: games.collect() }
    }

    /// Returns a game that would show of two bends what no case shows.
    pub(super) fn shows(&self, lack: BlindSpot, one: &BentGame, other: &BentGame) -> Option<UntriedGame> {
        let both = one.game.bent(other.name)?;
        let shows = |played: &&Played<'_>| {
            let says = |game: &Game| self.says(played, game);
            match lack {
                BlindSpot::Both => says(&both).as_ref() != Some(&played.text),
                BlindSpot::Which => says(&one.game) != says(&other.game),
                BlindSpot::Other => says(&both) != says(&one.game),
            }
        };
        let played = self.games.iter().find(shows)?;
        Some(UntriedGame { seed: played.seed, turns: TURNS, as_in: played.start.id.clone() })
    }

    fn says(&self, played: &Played<'_>, game: &Game) -> Option<String> {
        let (_, setup) = expected::game(self.suite, played.start)?;
        Some(replay(game, &setup, &played.script).to_string())
    }
}
