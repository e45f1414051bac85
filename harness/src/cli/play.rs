//! `harness play GAME`: plays a reference game in the terminal.

use std::path::Path;
use std::process::ExitCode;

use reference::replay::replay;
use reference::{Ending, GAMES, Game, Script, Setup, game, terminal};

use super::status::Status;
use super::{Trouble, tell};
use crate::cases::problem::{Problem, nearest};
use crate::cases::source::SuiteSource;
use crate::cases::{Suite, Visibility, select};
use crate::expected;
use crate::target::quoted;

/// Plays the game called `name` with `arguments`, or with those and the files of an example; the exit status is the game's.
pub(super) fn play(name: &str, arguments: Vec<String>, as_example: bool, cases: Option<&Path>) -> ExitCode {
    let Some(game) = game(name) else {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        let problem = Problem::of_file(name, "there is no game of this name");
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the games are {}", names.join(", ")),
        };
        return Trouble::from(problem.help(help)).report().number().into();
    };
    if as_example {
        return match example(game, cases) {
            Ok((_, setup)) => terminal::play(game, &setup),
            Err(trouble) => trouble.report().number().into(),
        };
    }
    let needs_more = arguments.is_empty() && needs_arguments(game);
    let setup = Setup::from_terminal(arguments);
    if let Some(problem) = out_of_limits(game, &setup) {
        return Trouble::from(problem).report().number().into();
    }
    let status = terminal::play(game, &setup);
    if needs_more {
        tell(&how_to_play(game, cases));
    }
    status
}

/// Tells how each game is played, as somebody wants to know who names none.
pub(super) fn which_game(cases: Option<&Path>) -> ExitCode {
    let lines = GAMES.iter().map(|game| format!("  {:<42} {}\n", shortest_command(game, cases), game.about));
    tell(&format!("error: no game is named; these can be played:\n{}", lines.collect::<String>()));
    Status::Usage.number().into()
}

/// Returns the shortest command that plays a game as it is meant.
fn shortest_command(Game { name, .. }: &Game, cases: Option<&Path>) -> String {
    match game(name).filter(|game| needs_arguments(game) && example(game, cases).is_ok()) {
        Some(_) => format!("harness play --example {name}"),
        None => format!("harness play {name}"),
    }
}

/// Returns what is wrong with the arguments of a game that refuses them before it says anything.
fn out_of_limits(game: &Game, setup: &Setup) -> Option<Problem> {
    let begun = replay(game, setup, &Script::default());
    let refuses = matches!(begun.ending, Ending::Raised(_)) && begun.output().is_empty();
    (refuses && !game.limits.is_empty()).then(|| {
        let words: Vec<String> = setup.arguments.iter().map(|word| quoted(word)).collect();
        let message = format!("the game cannot be played with `{}`", words.join(" "));
        let usage = format!("write harness play {} {}: {}", game.name, game.arguments, game.limits);
        Problem::of_file(game.name, message).help(usage)
    })
}

/// Returns whether the game cannot be played without an argument.
fn needs_arguments(game: &Game) -> bool {
    !game.arguments.is_empty() && !game.arguments.starts_with('[')
}

fn how_to_play(game: &Game, cases: Option<&Path>) -> String {
    let Game { name, arguments, .. } = game;
    let usage = format!("note: write harness play {name} {arguments}");
    match example(game, cases) {
        Ok((example, _)) => format!(
            "{usage}; harness play --example {name} plays it with {}\n",
            example.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
        ),
        Err(_) => format!("{usage}\n"),
    }
}

/// Returns the arguments of the first public case that takes some and does not fail, and the setup with its files.
fn example(game: &Game, cases: Option<&Path>) -> Result<(Vec<String>, Setup), Trouble> {
    let source = SuiteSource::find(cases)?;
    let suite: Suite = select::suite(&source, game.name)?;
    let fits = |case: &&crate::cases::Case| {
        case.visible == Visibility::Public
            && case.errors.is_empty()
            && case.exit.is_none()
            && case.args.is_empty() != needs_arguments(game)
            && case.args.iter().all(|word| case.files.is_empty() || case.files.contains_key(word))
    };
    let case = suite.cases.iter().find(fits);
    let found = case.and_then(|case| Some((case.args.clone(), expected::game(&suite, case)?.1)));
    found.ok_or_else(|| Problem::of_file(game.name, "no public case shows how to play it").into())
}
