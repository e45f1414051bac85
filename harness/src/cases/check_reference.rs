//! Turns what knows the right output, as it is written, into a valid reference.

use std::collections::BTreeMap;

use super::problem::{Place, Problem, nearest};
use super::raw::RawReference;
use super::source::SuiteFiles;
use super::yaml::At;
use super::{Case, Reference, Row, Typing};

/// Returns the reference that a suite names: a game of this program or a command, not both.
pub(super) fn check_reference(
    file: &str,
    raw: At<RawReference>,
    problems: &mut Vec<Problem>,
) -> Option<Reference> {
    let place = raw.place();
    let RawReference { game, settings, command, build } = raw.value;
    if let Some(build) = build.as_ref().filter(|build| command.is_none() || build.value.is_empty()) {
        let problem = Problem::at(file, build.place(), "`build` builds what a command starts");
        problems.push(problem.help("write the words of both commands, or leave `build` out"));
    }
    let problem = match (game, command) {
        (Some(game), None) => match reference::game(&game.value) {
            Some(known) => return Some(Reference::Game { name: known.name, settings }),
            None => no_such_game(file, &game),
        },
        (None, Some(command)) if !settings.is_empty() => {
            Problem::at(file, command.place(), "`settings` belong to a game, not to a command")
                .help("write what the command needs into its words")
        }
        (None, Some(command)) if command.value.iter().any(|word| !word.trim().is_empty()) => {
            let build = build.map(|build| build.value).unwrap_or_default();
            return Some(Reference::Command { words: command.value, build, files: BTreeMap::new() });
        }
        (None, Some(command)) => Problem::at(file, command.place(), "the command is empty")
            .help("write its words, such as [python3, \"{suite}/reference/solution.py\"]"),
        (Some(_), Some(_)) => Problem::at(file, place, "`reference` has both a game and a command")
            .help("leave out one of the two"),
        (None, None) => Problem::at(file, place, "`reference` has neither a game nor a command").help(
            "write {game: NAME}, or {command: [python3, \"{suite}/reference/solution.py\"]} for a solution of your own",
        ),
    };
    problems.push(problem);
    None
}

fn no_such_game(file: &str, game: &At<String>) -> Problem {
    let names: Vec<&str> = reference::GAMES.iter().map(|game| game.name).collect();
    let problem = Problem::at(file, game.place(), format!("there is no game called `{}`", game.value));
    match nearest(&game.value, names.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(format!("the games are {}", names.join(", "))),
    }
}

/// Returns what only a game can do and is asked of a command.
pub(super) fn beyond_a_command(
    prefix: &str,
    suite_file: &str,
    rows: &[Row],
    cases: &[Case],
    files: &SuiteFiles,
) -> Vec<Problem> {
    let policies = cases.iter().filter(|case| !matches!(case.typing, None | Some(Typing::Lines(_))));
    let policies = policies.map(|case| {
        let file = case.file();
        let place = place_of_key("type:", files.get(&file));
        let file = format!("{prefix}{file}");
        Problem::at(&file, place, "only a game of this program can make up what is typed")
            .help("this suite's reference is a command: write the lines, as in `type: [\"one\", \"two\"]`")
    });
    let rows = rows.iter().filter(|row| row.files.is_some()).map(|row| {
        let message = format!("the row `{}` is awarded for files, which only a game can judge", row.name);
        Problem::of_file(&format!("{prefix}{suite_file}"), message)
            .help("this suite's reference is a command: leave `files` out and write `by: tutor`")
    });
    policies.chain(rows).collect()
}

fn place_of_key(key: &str, file: Option<&Vec<u8>>) -> Place {
    let text = String::from_utf8_lossy(file.map_or(&[], Vec::as_slice)).into_owned();
    let line = text.lines().position(|line| line.starts_with(key)).unwrap_or(0);
    Place { line: line + 1, column: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    #[test]
    fn no_suite_inside_the_program_has_a_command() {
        let source = SuiteSource::Inside;
        let suites = source.suites().into_iter().filter_map(|name| select::suite(&source, &name).ok());
        for suite in suites {
            assert!(matches!(suite.reference, Reference::Game { .. }), "{}", suite.name);
        }
    }
}
