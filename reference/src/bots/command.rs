//! The commands after a roll: SAVE, ROLL and CHEAT (Program Logic 4 to 7).

use std::ops::RangeInclusive;

use crate::console::Replies;

use super::{ALL_DICE, SIDES};

/// What a player does with the dice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Save,
    /// Positions counted from 0, sorted and without duplicates.
    Roll(Vec<usize>),
    /// The desired faces.
    Cheat(Vec<u8>),
}

impl Command {
    /// Returns the command that `line` is, or nothing if it is invalid input. Words may be in any
    /// letter case and are separated by blanks.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (command, numbers) = words.split_first()?;
        match (command.to_ascii_uppercase().as_str(), numbers.len()) {
            ("SAVE", 0) => Some(Self::Save),
            ("ROLL", 0) => Some(Self::Roll(ALL_DICE.to_vec())),
            ("ROLL", _) => Some(Self::Roll(positions(numbers)?)),
            ("CHEAT", 5) => Some(Self::Cheat(numbers_to(SIDES, numbers)?)),
            _ => None,
        }
    }
}

/// Takes positions as counted from 0.
pub(super) fn parse_from_0(line: &str) -> Option<Command> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.split_first() {
        Some((command, numbers)) if command.eq_ignore_ascii_case("ROLL") && !numbers.is_empty() => {
            let shifted: Option<Vec<String>> = numbers
                .iter()
                .map(|word| Some((word.parse::<u8>().ok()?.checked_add(1)?).to_string()))
                .collect();
            Command::parse(&format!("ROLL {}", shifted?.join(" ")))
        }
        _ => Command::parse(line),
    }
}

/// Refuses ROLL with a position, counted from 0.
pub(super) fn parse_without(line: &str, position: usize) -> Option<Command> {
    let names =
        |command: &Command| matches!(command, Command::Roll(positions) if positions.contains(&position));
    let is_listed = line.split_whitespace().nth(1).is_some();
    Command::parse(line).filter(|command| !is_listed || !names(command))
}

/// Refuses ROLL with a position that is named twice.
pub(super) fn parse_without_duplicates(line: &str) -> Option<Command> {
    let named = line.split_whitespace().skip(1).count();
    Command::parse(line).filter(|command| match command {
        Command::Roll(positions) => named == 0 || named == positions.len(),
        _ => true,
    })
}

/// Refuses ROLL with positions that are not sorted.
pub(super) fn parse_sorted(line: &str) -> Option<Command> {
    let is_sorted = line.split_whitespace().skip(1).is_sorted();
    Command::parse(line).filter(|command| is_sorted || !matches!(command, Command::Roll(_)))
}

/// Refuses ROLL with more than five positions.
pub(super) fn parse_at_most_five(line: &str) -> Option<Command> {
    Command::parse(line).filter(|_| line.split_whitespace().count() <= 1 + ALL_DICE.len())
}

/// Takes these faces for those of CHEAT.
pub(super) fn parse_faces(line: &str, accepted: &RangeInclusive<u8>) -> Option<Command> {
    let any_face = || match cheated(line)?.as_slice() {
        faces @ [_, _, _, _, _] => Some(Command::Cheat(faces.to_vec())),
        _ => None,
    };
    let are_accepted = |faces: &[u8]| faces.iter().all(|face| accepted.contains(face));
    let command = Command::parse(line).or_else(any_face);
    command.filter(|command| !matches!(command, Command::Cheat(faces) if !are_accepted(faces)))
}

/// Takes an empty line as a command.
pub(super) fn parse_empty_as(line: &str, command: &str) -> Option<Command> {
    Command::parse(if line.trim().is_empty() { command } else { line })
}

/// Takes CHEAT with fewer than five faces, too.
pub(super) fn parse_fewer_dice(line: &str) -> Option<Command> {
    let fewer = || cheated(line).filter(|faces| faces.iter().all(|face| (1..=SIDES).contains(face)));
    Command::parse(line).or_else(|| fewer().filter(|faces| (1..5).contains(&faces.len())).map(Command::Cheat))
}

/// Returns the numbers after CHEAT, whatever they are.
fn cheated(line: &str) -> Option<Vec<u8>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (command, numbers) = words.split_first()?;
    let numbers = numbers.iter().map(|word| word.parse().ok()).collect();
    if command.eq_ignore_ascii_case("CHEAT") { numbers } else { None }
}

fn positions(words: &[&str]) -> Option<Vec<usize>> {
    let numbers = numbers_to(5, words)?;
    Some(
        ALL_DICE
            .into_iter()
            .filter(|position| numbers.iter().any(|n| usize::from(*n) == position + 1))
            .collect(),
    )
}

/// Returns the numbers that `words` are, if each is a whole number from 1 to `largest`.
fn numbers_to(largest: u8, words: &[&str]) -> Option<Vec<u8>> {
    words.iter().map(|word| word.parse().ok().filter(|number| (1..=largest).contains(number))).collect()
}

/// Returns what may be typed at the prompt for a command.
pub(super) fn replies() -> Replies {
    let accepted = [
        "SAVE",
        "save",
        "sAvE",
        "ROLL",
        "roll",
        "RolL",
        "ROLL 1 3",
        "roll 3 1 1",
        "Roll 2 1 5 4 1",
        "ROLL 5",
        "roll 1 2 3 4 5",
        "CHEAT 1 1 1 1 1",
        "cheat 4 3 2 1 1",
        "Cheat 2 2 4 4 4",
    ];
    let refused = [
        "",
        "SAVES",
        "SAVE 1",
        "stop",
        "1 3",
        "ROLL1",
        "ROLL 0",
        "ROLL 6",
        "ROLL -1",
        "ROLL a",
        "roll 1 b 3",
        "ROLL 1,3",
        "CHEAT",
        "CHEAT 1 1 1 1",
        "cheat 1 1 1 1 1 1",
        "cheat 1 1 1 1 0",
        "CHEAT 5 1 1 1 1",
        "cheat 1 1 -1 1 1",
        "cheat 1 a 1 1 1",
        "CHEAT 1.0 1 1 1 1",
    ];
    Replies {
        accepted: accepted.map(String::from).to_vec(),
        refused: refused.map(String::from).to_vec(),
        ..Replies::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn save_and_roll_are_valid_in_any_letter_case() {
        for line in ["SAVE", "save", "sAvE"] {
            assert_eq!(Command::parse(line), Some(Command::Save), "{line}");
        }
        for line in ["ROLL", "roll", "RolL"] {
            assert_eq!(Command::parse(line), Some(Command::Roll(vec![0, 1, 2, 3, 4])), "{line}");
        }
    }

    #[test]
    fn positions_need_no_order_and_may_come_twice() {
        for line in ["ROLL 1 3", "roll 3 1", "Roll 1 3 1 1 3"] {
            assert_eq!(Command::parse(line), Some(Command::Roll(vec![0, 2])), "{line}");
        }
        assert_eq!(Command::parse("roll 2 1 5 4 1"), Some(Command::Roll(vec![0, 1, 3, 4])));
    }

    #[test]
    fn a_cheat_is_five_faces() {
        assert_eq!(Command::parse("Cheat 4 1 2 3 4"), Some(Command::Cheat(vec![4, 1, 2, 3, 4])));
    }

    #[test]
    fn everything_else_is_invalid_input() {
        for line in replies().refused {
            assert_eq!(Command::parse(&line), None, "{line}");
        }
    }
}
