//! What the computer shows before the player rolls.

use std::collections::BTreeMap;

use super::ledger::{BrokenFact, Unread};
use super::numbers::numbers;
use super::rolling::unreadable;
use super::story::{Dealt, Stage};
use super::survey::Survey;
use super::words::{self, Idea};
use crate::cases::Cause;

/// Returns the faces of the three dice that the computer shows, and notes the fact that it shows three.
pub(super) fn shown_dice(survey: &mut Survey<'_>, stage: &Stage, dealt: &Dealt) -> Option<Vec<i64>> {
    let later = survey.game.index > 0;
    let rolls = survey.rules.computer_rolls();
    let (count, values) = match counted(stage, dealt, rolls) {
        Ok(counted) => counted,
        Err(why) => {
            survey.ledger.unread("computer/rolls", why);
            survey.game.unclear = true;
            survey.ledger.held_if(later, "again/dice");
            return None;
        }
    };
    let wrong = |sentence: String| BrokenFact {
        at: (stage, dealt.computer.first().map_or(0, |die| die.area.top)),
        cause: if count < rolls { Cause::MissingOutput } else { Cause::ExtraOutput },
        expected: "one die of each of the computer's three rolls".to_string(),
        sentence,
    };
    if later && count == 0 {
        survey.ledger.wrong(
            "again/dice",
            wrong("a new game starts, but no dice of the computer are shown".to_string()),
        );
        return None;
    }
    survey.ledger.held_if(later, "again/dice");
    let sentence = match count {
        0 => "no dice of the computer are shown before the player rolls".to_string(),
        1 => "the computer rolls three times and shows one die of each roll, but 1 die is shown".to_string(),
        count => format!(
            "the computer rolls three times and shows one die of each roll, but {count} dice are shown"
        ),
    };
    survey.ledger.note("computer/rolls", (count != rolls).then(|| wrong(sentence)));
    values
}

/// Returns how many dice of the computer are shown, and their values if there are as many as it has `rolls` and they can be read.
///
/// # Errors
/// The reason why the computer's dice cannot be read, in words.
fn counted(stage: &Stage, dealt: &Dealt, rolls: usize) -> Result<(usize, Option<Vec<i64>>), Unread> {
    if !stage.puzzles.is_empty() {
        return Err(unreadable(stage));
    }
    let faces = dealt.computer.iter().filter_map(super::pictures::Picture::face);
    let drawn: Vec<i64> = faces.map(i64::from).collect();
    let top = dealt.roll.as_ref().map_or(stage.lines.len(), |roll| roll.dice[0].area.top);
    let written = if dealt.computer.is_empty() {
        in_digits(&stage.lines[..top.min(stage.lines.len())], rolls)
    } else {
        Digits::Nothing
    };
    match written {
        Digits::Dice(values) => Ok((rolls, Some(values))),
        Digits::Unclear => Err("how many dice of the computer are shown is not clear".into()),
        // Dice without a frame are easily overlooked.
        Digits::Nothing
            if drawn.len() != rolls && dealt.computer.iter().any(|die| die.look.frame.is_empty()) =>
        {
            Err(unreadable(stage))
        }
        // A blank die is one that is kept secret, or has a face that no die has.
        Digits::Nothing if drawn.len() != rolls && dealt.computer.len() == rolls => Ok((rolls, None)),
        Digits::Nothing => Ok((drawn.len(), Some(drawn).filter(|drawn| drawn.len() == rolls))),
    }
}

/// What lines of words say about the computer's dice where the program prints them as numbers.
#[derive(Debug, PartialEq, Eq)]
enum Digits {
    Dice(Vec<i64>),
    Nothing,
    Unclear,
}

/// Reads the dice of so many rolls from lines of words: a line of one kind for each, or all dice on one line.
fn in_digits(lines: &[String], rolls: usize) -> Digits {
    let counted: Vec<(&String, Vec<i64>)> = lines
        .iter()
        .map(|line| (line, numbers(std::slice::from_ref(line)).iter().map(|number| number.value).collect()))
        .filter(|(_, values): &(&String, Vec<i64>)| !values.is_empty())
        .collect();
    if counted.is_empty() {
        return Digits::Nothing;
    }
    let of_computer = counted.iter().filter(|(line, _)| words::has(&words::words(line), Idea::Computer));
    let mut kinds: BTreeMap<String, Vec<&Vec<i64>>> = BTreeMap::new();
    for (line, values) in &counted {
        let first = words::words(line).first().cloned().unwrap_or_default();
        kinds.entry(first).or_default().push(values);
    }
    let groups = [
        of_computer.map(|(_, values)| values).collect::<Vec<_>>(),
        counted.iter().map(|(_, values)| values).collect(),
    ];
    let mut fitting = groups.into_iter().chain(kinds.into_values()).filter(|group| group.len() == rolls);
    if let Some(values) = fitting.find_map(|group| one_of_each(&group)) {
        return Digits::Dice(values);
    }
    let lines =
        counted.iter().filter(|(_, values)| values.len() == rolls && values.iter().copied().all(is_face));
    match lines.collect::<Vec<_>>()[..] {
        [(_, values)] => Digits::Dice(values.clone()),
        _ => Digits::Unclear,
    }
}

fn is_face(value: i64) -> bool {
    (1..=6).contains(&value)
}

/// Returns the face on each of some lines. It is the last number of its line, or the first if the last numbers are
/// those of the rolls: 1, 2, 3.
fn one_of_each(lines: &[&Vec<i64>]) -> Option<Vec<i64>> {
    let last: Vec<i64> = lines.iter().filter_map(|values| values.last().copied()).collect();
    let first: Vec<i64> = lines.iter().filter_map(|values| values.first().copied()).collect();
    let count = i64::try_from(lines.len()).unwrap_or(0);
    let counts = last.iter().copied().eq(1..=count) && first != last;
    Some(if counts { first } else { last }).filter(|values| values.iter().copied().all(is_face))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_in_digits_are_read_from_lines() {
        let read = |text: &str| in_digits(&text.lines().map(str::to_string).collect::<Vec<_>>(), 3);
        let dice = |values: [i64; 3]| Digits::Dice(values.to_vec());
        assert_eq!(read("The computer rolls 3 times:\nRoll 1: 5\nRoll 2: 6\nRoll 3: 1"), dice([5, 6, 1]));
        assert_eq!(
            read(
                "In its first roll the computer shows a 2\nIn its second roll the computer shows a 2\nIn its third roll the computer shows a 4"
            ),
            dice([2, 2, 4])
        );
        assert_eq!(read("Visible dice: 3, 4 and 6"), dice([3, 4, 6]));
        assert_eq!(
            read("You see a 5 in roll 1\nYou see a 2 in roll 2\nYou see a 2 in roll 3"),
            dice([5, 2, 2])
        );
        assert_eq!(read("Welcome!"), Digits::Nothing);
        assert_eq!(read("Roll 1: 5\nRoll 2: 6"), Digits::Unclear);
    }
}
