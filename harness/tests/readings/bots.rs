//! Commands and categories of Battle of the Sexes.

use super::{Moment, after_last, those_broken};

const CATEGORIES: [&str; 9] = ["1s", "2s", "3s", "4s", "trio", "quartet", "band", "doremi", "orchestra"];

pub(crate) fn broken(moment: &Moment<'_>, line: &str) -> Vec<&'static str> {
    match moment.question {
        "command" => no_command(line),
        "category" => no_category(moment.output, line),
        _ => Vec::new(),
    }
}

/// Program Logic 4 to 7: SAVE, ROLL, "a space-separated list of positive integers", CHEAT with exactly five.
fn no_command(line: &str) -> Vec<&'static str> {
    let words: Vec<String> = line.split(' ').filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let [command, numbers @ ..] = words.as_slice() else { return vec!["a command"] };
    if numbers.iter().any(|word| word.contains(',')) {
        return vec!["a space-separated list"];
    }
    let rule_of_each = |largest: u8| {
        let is_wrong =
            move |word: &&String| !word.parse().is_ok_and(|number: u8| (1..=largest).contains(&number));
        numbers.iter().filter(is_wrong).map(|_| "a number in the range")
    };
    match command.as_str() {
        "save" => those_broken(&[(!numbers.is_empty(), "SAVE alone")]),
        "roll" => rule_of_each(5).collect(),
        "cheat" => {
            let count = (numbers.len() != 5).then_some("five numbers");
            rule_of_each(4).chain(count).collect()
        }
        _ => vec!["a command"],
    }
}

/// Program Logic 8: a category that exists and that this player has not used.
fn no_category(output: &str, line: &str) -> Vec<&'static str> {
    let scoreboard = after_last(output, "Scoreboard\n");
    let player = scoreboard.split("\n========\n").next().and_then(|text| text.lines().last()).unwrap_or("");
    let row =
        scoreboard.lines().find(|line| line.starts_with(&format!("| {player} "))).expect("the player's row");
    let cells: Vec<&str> = row.split('|').skip(2).map(str::trim).collect();
    match CATEGORIES.iter().position(|name| *name == line.trim().to_lowercase()) {
        Some(index) => those_broken(&[(!cells[index].is_empty(), "an unused category")]),
        None => vec!["a category"],
    }
}
