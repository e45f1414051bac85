//! Whose dice the pictures of a stage are.

use super::story::{Stage, StageKind};
use crate::by_evidence::read::SheetLine;
use crate::by_evidence::read::pictures::Picture;
use crate::by_evidence::read::red::{Red, explained, red};
use crate::cases::wording::Idea;

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
        self.dice.iter().map(|die| u8::try_from(die.pips).unwrap_or(u8::MAX)).collect()
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

    /// Returns the line below it.
    pub(crate) fn below(&self) -> usize {
        self.dice.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0)
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
pub(crate) fn deal(kind: StageKind, stage: &Stage, place: Option<usize>) -> Dealt {
    let (dice, lines) = (&stage.sheet.dice, &stage.sheet.lines);
    let place = place.or_else(|| explained(lines));
    let from = match kind {
        _ if !stage.sheet.puzzles.is_empty() => None,
        StageKind::Opening => opening(dice, lines, place),
        StageKind::Roll => Some(0),
        _ => None,
    };
    let Some(from) = from.filter(|from| dice.len() >= from + 3) else {
        let own = if kind == StageKind::Opening && stage.sheet.puzzles.is_empty() { dice.len() } else { 0 };
        return Dealt { computer: dice[..own].to_vec(), roll: None, rest: dice[own..].to_vec() };
    };
    let rolled = dice[from..from + 3].to_vec();
    Dealt {
        computer: dice[..from].to_vec(),
        roll: Some(Roll { red: red(&rolled, lines, place), dice: rolled }),
        rest: dice[from + 3..].to_vec(),
    }
}

/// Returns where the player's roll begins in the first stage of a game.
fn opening(dice: &[Picture], lines: &[SheetLine], explained: Option<usize>) -> Option<usize> {
    if dice.len() < 3 {
        return None;
    }
    let red_of = |from: usize, place| red(&dice[from..from + 3], lines, place);
    if dice.len() >= 6 && red_of(0, None) == Red::Alike && matches!(red_of(3, explained), Red::Is(_)) {
        return Some(3);
    }
    let with_red = |from: &usize| matches!(red_of(*from, explained), Red::Is(_));
    let by_row = || (0..dice.len() - 2).filter(|from| is_row(dice, *from)).find(with_red);
    by_headings(dice, lines).or_else(by_row).or(Some((dice.len() - 3).min(3)))
}

/// Returns where the player's three dice begin by the words above the pictures: the computer's dice come first.
fn by_headings(dice: &[Picture], lines: &[SheetLine]) -> Option<usize> {
    let mut whose = Vec::new();
    let (mut last, mut from) = (None, 0);
    for die in dice {
        let mut above = lines.iter().take(die.area.top + 1).skip(from).rev();
        let named =
            above.find_map(|line| match (line.is_about(Idea::Computer), line.is_about(Idea::Player)) {
                (true, false) => Some(Idea::Computer),
                (false, true) => Some(Idea::Player),
                _ => None,
            });
        last = named.or(last);
        whose.push(last);
        from = die.area.top;
    }
    let first = whose.iter().position(|whose| *whose == Some(Idea::Player))?;
    let own = whose[first..].iter().take_while(|whose| **whose == Some(Idea::Player)).count();
    let theirs = whose[..first].iter().all(|whose| *whose == Some(Idea::Computer));
    (own >= 3 && theirs).then_some(first)
}

/// Returns whether three pictures stand side by side, and no other one beside them.
fn is_row(dice: &[Picture], from: usize) -> bool {
    let top = |at: usize| dice.get(at).map(|die| die.area.top);
    let own = top(from);
    top(from + 1) == own
        && top(from + 2) == own
        && top(from + 3) != own
        && (from == 0 || top(from - 1) != own)
}
