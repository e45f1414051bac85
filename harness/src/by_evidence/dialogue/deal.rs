//! Whose dice the pictures of a stage are.

use crate::by_evidence::read::{Picture, Red, Sheet, SheetLine, explained, red};
use crate::cases::wording::Idea;

/// What a stage should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StageKind {
    /// The computer's rolls, and the player's first one.
    Opening,
    /// Another roll of the player.
    Roll,
    /// The end of a game, after the player has declined.
    Ending,
    /// What comes after the last game.
    Farewell,
}

/// A roll of the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Roll {
    /// The three dice, in the order of the text.
    pub(crate) dice: Vec<Picture>,
    /// Which of them is red.
    pub(crate) red: Red,
}

impl Roll {
    /// Returns the pips of the dice.
    pub(crate) fn pips(&self) -> Vec<u8> {
        self.dice.iter().map(|die| die.pips).collect()
    }

    /// Returns the dice as text, the red one first.
    pub(crate) fn text(&self) -> String {
        let mut pips = self.pips();
        let list = |pips: &[u8]| pips.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
        match self.red {
            Red::Is(die) => format!("red {}, white {}", pips.remove(die), list(&pips)),
            _ => list(&pips),
        }
    }
}

/// The dice of a stage.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dealt {
    /// The computer's, before the player rolls.
    pub(crate) computer: Vec<Picture>,
    /// The player's roll.
    pub(crate) roll: Option<Roll>,
    /// What is shown after it.
    pub(crate) rest: Vec<Picture>,
}

/// Returns whose dice the pictures of a stage are. The red die stands at `place`, if words have explained that.
pub(super) fn deal(kind: StageKind, sheet: &Sheet, place: Option<usize>) -> Dealt {
    let Sheet { dice, lines, puzzles, .. } = sheet;
    let place = place.or_else(|| explained(lines));
    let from = match kind {
        _ if !puzzles.is_empty() => None,
        StageKind::Opening => opening(dice, lines, place),
        StageKind::Roll => (dice.len() >= 3 && are_of_one_roll(dice, 0)).then_some(0),
        _ => None,
    };
    let is_opening = kind == StageKind::Opening && puzzles.is_empty();
    let headed = || headings(dice, lines).map_or(dice.len(), |(first, _)| first);
    let first = from.unwrap_or_else(|| if is_opening { headed() } else { 0 });
    let (computer, others) = dice.split_at(first);
    let (rolled, rest) = others.split_at(if from.is_some() { 3 } else { 0 });
    let roll = from.map(|_| Roll { red: red(rolled, lines, place), dice: rolled.to_vec() });
    Dealt { computer: computer.to_vec(), roll, rest: rest.to_vec() }
}

/// Returns where the player's roll begins in the first stage of a game; nothing where there is none, or three dice that stand there may
/// be of two rolls.
fn opening(dice: &[Picture], lines: &[SheetLine], explained: Option<usize>) -> Option<usize> {
    if dice.len() < 3 {
        return None;
    }
    let red_of = |from: usize, place| red(&dice[from..from + 3], lines, place);
    let with_red = |from: &usize| matches!(red_of(*from, explained), Red::Is(_));
    let headed = headings(dice, lines);
    if headed.is_some_and(|(_, own)| own < 3) || dice.len() == 3 && are_computers(dice, lines) {
        return None;
    }
    let alike = dice.len() >= 6 && red_of(0, None) == Red::Alike && with_red(&3);
    // Three that stand side by side, and no other one beside them.
    let rows = dice.chunk_by(|one, other| one.area.top == other.area.top).scan(0, |end, row| {
        *end += row.len();
        Some((*end - row.len(), row.len()))
    });
    let mut by_row = rows.filter(|(_, count)| *count == 3).map(|(from, _)| from).filter(with_red);
    let is_one_roll = |from: &usize| are_of_one_roll(dice, *from);
    let by_looks = alike.then_some(3).filter(is_one_roll);
    by_looks
        .or(headed.map(|(first, _)| first))
        .or_else(|| by_row.next())
        // The computer may show both dice of each roll.
        .or_else(|| (3..=dice.len() - 3).step_by(3).find(|from| is_one_roll(from) && with_red(from)))
        .or_else(|| Some((dice.len() - 3).min(3)).filter(is_one_roll))
}

/// Returns whether three dice from one on may be a roll. They do not stand half beside and half below each other; and where others
/// stand beside or below them alike, all dice are rolls of three.
fn are_of_one_roll(dice: &[Picture], from: usize) -> bool {
    let is_beside = |one: usize, other: usize| {
        let (Some(one), Some(other)) = (dice.get(one), dice.get(other)) else { return false };
        one.area.top <= other.area.bottom && other.area.top <= one.area.bottom
    };
    let within = [is_beside(from, from + 1), is_beside(from + 1, from + 2)];
    let before = from.checked_sub(1).is_some_and(|before| is_beside(before, from));
    let is_whole_row = within == [true; 2] && !before && !is_beside(from + 2, from + 3);
    let are_threes = dice.len() <= 6 || dice.len().is_multiple_of(3);
    dice.len() == 3 || is_whole_row || within[0] == within[1] && are_threes
}

/// Returns where the player's dice begin by the words above them, and how many there are; the computer's come first. Returns nothing where
/// words do not tell of all dice.
fn headings(dice: &[Picture], lines: &[SheetLine]) -> Option<(usize, usize)> {
    [ByBoth::Nobodys, ByBoth::TheComputers].into_iter().find_map(|by_both| headings_by(by_both, dice, lines))
}

fn headings_by(by_both: ByBoth, dice: &[Picture], lines: &[SheetLine]) -> Option<(usize, usize)> {
    let are_players = whose(by_both, dice, lines);
    let first = are_players.iter().position(|is_players| *is_players == Some(true))?;
    if first == 0 && dice.len() > 3 {
        // The computer may speak of its own dice as "mine".
        return None;
    }
    let (theirs, own) = are_players.split_at(first);
    let own = own.iter().take_while(|is_players| **is_players == Some(true)).count();
    // Fewer than three are the player's only if no others come behind them.
    let is_whole = own >= 3 || first > 0 && first + own == dice.len();
    (is_whole && theirs.iter().all(|is_players| *is_players == Some(false))).then_some((first, own))
}

/// Returns whether words above all dice say that they are the computer's, and do not tell its values, which would stand in place of pictures.
fn are_computers(dice: &[Picture], lines: &[SheetLine]) -> bool {
    let bottom = dice.iter().map(|die| die.area.top).max().unwrap_or(0);
    let of_computer = || lines.iter().take(bottom + 1).filter(|line| line.is_about(Idea::Computer));
    // Words that name both may be followed by the player's dice if they stand there once.
    let by_both = if of_computer().count() >= dice.len() { ByBoth::TheComputers } else { ByBoth::Nobodys };
    whose(by_both, dice, lines).iter().all(|player| *player == Some(false))
        && !are_told_in_digits(dice, lines)
        && (!of_computer().any(SheetLine::has_digits)
            || are_counted(dice, &lines[..lines.len().min(bottom + 1)]))
}

/// Returns whether lines between the words about the computer and the first picture tell a number for each of the dice: they stand in place of pictures.
fn are_told_in_digits(dice: &[Picture], lines: &[SheetLine]) -> bool {
    let top = dice.iter().map(|die| die.area.top).min().unwrap_or(0).min(lines.len());
    let heading = lines[..top].iter().rposition(|line| line.is_about(Idea::Computer));
    heading.is_some_and(|heading| {
        let below = &lines[heading + 1..top];
        below.iter().filter(|line| line.has_digits()).count() >= dice.len()
    })
}

/// Returns whether each die has a line of its own above it that speaks of the computer, and all that these lines have in digits is which one of them each
/// is, as in "Roll 1 of 3": they tell no values.
fn are_counted(dice: &[Picture], lines: &[SheetLine]) -> bool {
    let of_computer = lines.iter().enumerate().filter(|(_, line)| line.is_about(Idea::Computer));
    let headings: Vec<(usize, &SheetLine)> = of_computer.filter(|(_, line)| line.has_digits()).collect();
    let is_own = |(index, die): (usize, &Picture)| {
        let next = headings.get(index + 1);
        headings[index].0 <= die.area.top && next.is_none_or(|(next, _)| *next > die.area.top)
    };
    let mut others = None;
    let is_next = |(index, (_, line)): (usize, &(usize, &SheetLine))| {
        let numbers = line.text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty());
        let mut numbers = numbers.map(str::to_string);
        let is_counted = numbers.next().and_then(|first| first.parse().ok()) == Some(index + 1);
        let rest: Vec<String> = numbers.collect();
        is_counted && *others.get_or_insert_with(|| rest.clone()) == rest
    };
    headings.len() == dice.len()
        && dice.iter().enumerate().all(is_own)
        && headings.iter().enumerate().all(is_next)
}

/// Whose the dice are below words that name both: "You see one of the computer's dice".
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByBoth {
    Nobodys,
    TheComputers,
}

/// Returns for each die whether the words above it say that it is the player's, or the computer's.
fn whose(by_both: ByBoth, dice: &[Picture], lines: &[SheetLine]) -> Vec<Option<bool>> {
    let is_players = |line: &SheetLine| match [Idea::Player, Idea::Computer].map(|idea| line.is_about(idea)) {
        [true, true] => (by_both == ByBoth::TheComputers).then_some(false),
        [true, false] => Some(true),
        [false, true] => Some(false),
        [false, false] => None,
    };
    let (mut last, mut from) = (None, 0);
    let are_players = dice.iter().map(|die| {
        let above = lines.iter().take(die.area.top + 1).skip(from);
        last = above.rev().find_map(is_players).or(last);
        from = die.area.top;
        last
    });
    are_players.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::tests::suite;

    /// A die with one pip in the middle.
    const ONE: &str = "+---+\n|   |\n| * |\n|   |\n+---+";

    /// Returns whether three dice are the computer's by these lines, each above a die of its own or all above all dice.
    fn are_computers_by(headings: [&str; 3], are_apart: bool) -> bool {
        let text = if are_apart {
            headings.map(|heading| format!("{heading}\n{ONE}\n")).concat()
        } else {
            format!("{}\n{}", headings.join("\n"), [ONE; 3].join("\n"))
        };
        let sheet = Sheet::read(&text, 1, suite());
        assert_eq!(sheet.dice.len(), 3, "{text}");
        are_computers(&sheet.dice, &sheet.lines)
    }

    #[test]
    fn the_computers_dice_may_be_counted_above_each_but_values_above_the_players_dice_are_none_of_it() {
        let counted = ["Computer roll 1, one die:", "Computer roll 2, one die:", "Computer roll 3, one die:"];
        assert!(are_computers_by(counted, true));
        let of_three = ["Computer, roll 1 of 3", "Computer, roll 2 of 3", "Computer, roll 3 of 3"];
        assert!(are_computers_by(of_three, true));
        assert!(are_computers_by(["The computer shows a die"; 3], true));
        assert!(!are_computers_by(["Computer's turn", "Roll 1: 4\nRoll 2: 4", "Roll 3: 6\n"], false));
        let values = ["The computer shows a 1", "The computer shows a 2", "The computer shows a 3"];
        assert!(!are_computers_by(values, false));
        assert!(!are_computers_by(["Computer's die: 5", "Computer's die: 2", "Computer's die: 5"], true));
        assert!(!are_computers_by(
            ["Computer, roll 1: 5", "Computer, roll 2: 4", "Computer, roll 3: 4"],
            true
        ));
    }
}
