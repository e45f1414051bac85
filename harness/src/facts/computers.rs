//! What the computer's final score may be, whether it is shown, and whether it was told too early.

use super::ledger::BrokenFact;
use super::numbers::{PrintedNumber, list};
use super::pictures::Picture;
use super::story::{Dealt, Stage};
use super::survey::Survey;
use super::words::{self, Idea};
use crate::cases::Cause;

/// What the computer's final score may be.
pub(super) struct Computers<'a> {
    /// Numbers that words say are the computer's.
    labelled: Vec<&'a PrintedNumber>,
    /// Values that are possible for the dice shown.
    possible: Vec<i64>,
    /// The least and the greatest possible value.
    pub(super) range: (i64, i64),
    /// Whether the program shows all six dice of the computer.
    exact: bool,
}

impl<'a> Computers<'a> {
    /// Returns what `numbers` at the end of a game say about the computer's score.
    pub(super) fn new(
        survey: &Survey<'_>,
        stage: &Stage,
        dealt: &Dealt,
        numbers: &'a [PrintedNumber],
    ) -> Self {
        let revealed = survey.revealed(stage, dealt).or_else(|| survey.added_up(&stage.lines));
        let range = revealed.unwrap_or_else(|| survey.range(survey.game.shown.as_deref(), None));
        let labelled: Vec<&PrintedNumber> =
            numbers.iter().filter(|number| number.is(Idea::Computer)).collect();
        let values = |may_be: &dyn Fn(&PrintedNumber) -> bool| -> Vec<i64> {
            let values = numbers.iter().filter(|number| may_be(number)).map(|number| number.value);
            values.filter(|value| (range.0..=range.1).contains(value)).collect()
        };
        let own = values(&|number| number.is(Idea::Computer));
        let possible = match (own.is_empty(), labelled.is_empty()) {
            (false, _) => own,
            (true, false) => values(&|number| number.label.is_empty()),
            (true, true) => values(&|_| true),
        };
        Self { labelled, possible, range, exact: revealed.is_some() }
    }

    /// Returns whether the computer's score is among `count` numbers at the end of a game, where one is the player's total.
    pub(super) fn are_shown(&self, count: usize) -> bool {
        !self.labelled.is_empty() || (!self.possible.is_empty() && count > 1)
    }

    /// Returns the numbers that may be the computer's score: those that its dice allow, or else those that words call so.
    pub(super) fn scores(&self) -> Vec<i64> {
        if self.possible.is_empty() {
            return self.labelled.iter().map(|number| number.value).collect();
        }
        self.possible.clone()
    }

    /// Returns the numbers that may be the computer's score, in words.
    pub(super) fn text(&self) -> String {
        let scores = self.scores();
        if scores.is_empty() { format!("{} or more", self.range.0) } else { list(&scores) }
    }
}

impl Survey<'_> {
    /// Notes numbers of the computer that are shown before the end.
    pub(super) fn collect_early(&mut self, index: usize, stage: &Stage, to: usize) {
        let lines = &stage.lines[..to.min(stage.lines.len())];
        let early = super::numbers::numbers(lines).into_iter().filter(|number| {
            let scores = number.is(Idea::Score) || number.is(Idea::Total);
            number.is(Idea::Computer) && scores && !number.is(Idea::Player)
        });
        self.game.early.extend(early.map(|number| (index, number)));
    }

    /// Returns the least and the greatest score of the computer, if its dice are drawn with these pips. Dice that are not known show
    /// any face.
    fn range(&self, shown: Option<&[i64]>, hidden: Option<&[i64]>) -> (i64, i64) {
        let drawn = |pips: Option<&[i64]>| match pips {
            Some(pips) => pips.iter().map(|pips| self.faces.of(*pips)).collect(),
            None => vec![(1..=6).collect(); self.rules.computer_rolls()],
        };
        let (shown, hidden) = (drawn(shown), drawn(hidden));
        let score = |of: fn(&Vec<i64>) -> Option<&i64>| {
            let faces = |dice: &[Vec<i64>]| -> Vec<u8> {
                dice.iter().filter_map(of).filter_map(|face| u8::try_from(*face).ok()).collect()
            };
            self.rules.computer_score(&faces(&shown), &faces(&hidden))
        };
        (score(|faces| faces.iter().min()), score(|faces| faces.iter().max()))
    }

    /// Returns the computer's score, if all its dice are drawn at the end, and words say that they are the computer's.
    ///
    /// Three dice say nothing for certain: they may be the hidden ones, the ones shown before, or the player's.
    fn revealed(&self, stage: &Stage, dealt: &Dealt) -> Option<(i64, i64)> {
        let shown = self.game.shown.as_ref()?;
        let drawn: Vec<i64> = dealt.rest.iter().filter_map(Picture::face).map(i64::from).collect();
        if !stage.puzzles.is_empty()
            || drawn.len() != self.computers_dice()
            || dealt.rest.len() != drawn.len()
        {
            return None;
        }
        let mut left = drawn.clone();
        let mut take = |face: &i64| left.iter().position(|other| other == face).map(|at| left.remove(at));
        let all_there = shown.iter().all(|face| take(face).is_some());
        (all_there && belong_to_the_computer(stage, &dealt.rest))
            .then(|| self.range(Some(shown), Some(&left)))
    }

    /// Returns the computer's score, if a line adds up all its dice.
    fn added_up(&self, lines: &[String]) -> Option<(i64, i64)> {
        let faces = added_up(lines, self.computers_dice())?;
        let (shown, hidden) = faces.split_at(self.rules.computer_rolls());
        Some(self.range(Some(shown), Some(hidden)))
    }

    fn computers_dice(&self) -> usize {
        2 * self.rules.computer_rolls()
    }

    /// Judges whether the computer's score is possible for its dice.
    pub(super) fn computer_score(
        &mut self,
        stage: &Stage,
        computers: &Computers<'_>,
        numbers: &[PrintedNumber],
    ) {
        let fact = "computer/score";
        let known = self.game.shown.is_some();
        if !computers.possible.is_empty() {
            self.ledger.held_if(known, fact);
            self.fitting_sums += usize::from(known && computers.exact);
            return;
        }
        // Numbers that words do not give to anybody may be the player's.
        let may_be =
            |number: &&PrintedNumber| !self.game.totals.contains(&number.value) && !number.is(Idea::Player);
        let other = || numbers.iter().rfind(may_be);
        let Some(number) = computers.labelled.last().copied().or_else(other) else { return };
        if !known {
            if self.game.unclear {
                self.ledger.unread(fact, "which dice the computer has shown is not clear");
            }
            return;
        }
        if computers.exact && self.fitting_sums > 0 {
            let why = "the computer's score fits the six dice told at the end in some games only";
            return self.ledger.unread(fact, why);
        }
        self.ledger.wrong(fact, impossible_score(stage, number, computers.range));
    }

    /// Notes whether the computer's total stayed hidden until the end of the game.
    pub(super) fn hidden(&mut self, computers: &Computers<'_>) {
        let fact = "computer/hidden";
        let (least, most) = computers.range;
        let early = std::mem::take(&mut self.game.early);
        if self.game.unclear && !early.is_empty() {
            return self.ledger.unread(fact, "where the player's turn ends is not clear");
        }
        let could_be = |(_, number): &(usize, PrintedNumber)| (least..=most).contains(&number.value);
        if computers.possible.is_empty() && early.iter().any(could_be) {
            let why = "whether a number told early is the computer's final score is not clear";
            return self.ledger.unread(fact, why);
        }
        let leak = early.iter().find(|(_, number)| computers.possible.contains(&number.value));
        let Some((stage, number)) = leak else {
            return self.ledger.held_if(self.game.shown.is_some(), fact);
        };
        let sentence =
            format!("the computer's score of {} is told before the player's turn is over", number.value);
        let at = (&self.story.stages[*stage], number.line);
        let expected = "no score of the computer before the end".to_string();
        self.ledger.wrong(fact, BrokenFact { at, cause: Cause::ExtraOutput, expected, sentence });
    }
}

fn impossible_score<'a>(
    stage: &'a Stage,
    number: &PrintedNumber,
    (least, most): (i64, i64),
) -> BrokenFact<'a> {
    let should = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    BrokenFact {
        at: (stage, number.line),
        cause: Cause::WrongValue,
        expected: format!("a score of the computer of {should}"),
        sentence: format!(
            "with these dice the computer's score is {should}; the program shows {}",
            number.value
        ),
    }
}

/// Returns whether pictures are the computer's by their words: those above the first picture name the computer, and those
/// between the pictures do not name the player.
fn belong_to_the_computer(stage: &Stage, dice: &[Picture]) -> bool {
    let names = |line: &String, idea| words::has(&words::words(line), idea);
    let top = dice.iter().map(|die| die.area.top).min().unwrap_or(0);
    let bottom = dice.iter().map(|die| die.area.bottom).max().unwrap_or(0);
    let above = stage.lines[..top.min(stage.lines.len())].iter().rev().find(|line| !line.trim().is_empty());
    let among = stage.lines.iter().take(bottom + 1).skip(top);
    above.is_some_and(|line| names(line, Idea::Computer) && !names(line, Idea::Player))
        && !among.into_iter().any(|line| names(line, Idea::Player))
}

/// Returns so many dice that a line of the computer adds up with plus signs and an equals sign.
fn added_up(lines: &[String], count: usize) -> Option<Vec<i64>> {
    lines.iter().filter(|line| words::has(&words::words(line), Idea::Computer)).find_map(|line| {
        let (left, right) = line.split_once('=')?;
        let sum = left.rsplit(|ch: char| !(ch.is_ascii_digit() || ch == '+' || ch == ' ')).next()?;
        let faces: Vec<i64> = sum.split('+').map(|face| face.trim().parse().ok()).collect::<Option<_>>()?;
        let has_sum = right.trim_start().starts_with(|ch: char| ch.is_ascii_digit());
        (has_sum && faces.len() == count && faces.iter().all(|face| (1..=6).contains(face))).then_some(faces)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_six_dice_with_plus_signs_are_added_up() {
        for (line, sum) in [
            ("All dice of the computer: 1 + 2 + 3 + 4 + 5 + 6 = 21", Some(vec![1, 2, 3, 4, 5, 6])),
            ("Computer: 1+1+2+2+3+3 = 13", Some(vec![1, 1, 2, 2, 3, 3])),
            ("Computer\u{2019}s sum\u{2026} 1+1+2+2+3+3 = 13", Some(vec![1, 1, 2, 2, 3, 3])),
            ("In rolls 1 2 3 the computer got 4, 5 and 6: 30", None),
            ("Your dice: 1 + 2 + 3 + 4 + 5 + 6 = 21", None),
            ("The computer has 10 + 2 + 3 + 4 + 5 + 6 = 30", None),
            ("The computer's hidden dice: 4 + 5 + 6 = 15", None),
        ] {
            assert_eq!(added_up(&[line.to_string()], 6), sum, "{line}");
        }
    }
}
