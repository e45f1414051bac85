//! `harness play GAME`: plays a reference game in the terminal.

use std::process::ExitCode;

use reference::{GAMES, Setup, game, terminal};

use super::Trouble;
use crate::cases::problem::{Problem, nearest};

/// Plays the game called `name` with `arguments`; the exit status is the game's.
pub(super) fn play(name: &str, arguments: Vec<String>) -> ExitCode {
    let Some(game) = game(name) else {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        let problem = Problem::of_file(name, "there is no game of this name");
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the games are {}", names.join(", ")),
        };
        return Trouble::from(problem.help(help)).report().number().into();
    };
    terminal::play(game, &Setup::from_terminal(arguments))
}
