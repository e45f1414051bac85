//! The computer's dice and its score: what is shown before the player rolls, and what the score may be at the end.

use std::collections::BTreeMap;

use super::misdrawn::Misdrawn;
use super::replay::{Replay, unreadable};
use crate::by_evidence::dialogue::deal::Dealt;
use crate::by_evidence::dialogue::story::Stage;
use crate::by_evidence::read::SheetLine;
use crate::by_evidence::read::numbers::{PrintedNumber, list};
use crate::by_evidence::read::pictures::Picture;
use crate::by_evidence::rules::claims::{Expects, FactClaim, SentenceParts, Unread};
use crate::cases::facts::DiceFact as F;
use crate::cases::wording::Idea;

impl<'a> Replay<'a> {
    /// Judges which dice the computer shows before the player rolls.
    pub(super) fn shown_dice(&mut self, stage: &'a Stage, dealt: &Dealt) {
        let rolls = self.rules.computer_rolls();
        let is_later = self.game.index > 0;
        let (seen, faces) = match counted(stage, dealt, rolls) {
            Ok(counted) => counted,
            Err(why) => {
                self.ledger.unread([F::ComputerRolls.row()], why);
                self.ledger.held_if(is_later, F::AgainDice.row());
                self.game.is_unclear = true;
                return;
            }
        };
        self.game.shown = faces;
        let at = (stage, dealt.computer.first().map_or(0, |die| die.area.top));
        let comes = Expects::Comes { due: true, comes: seen > 0 };
        if is_later {
            let claim = FactClaim { fact: F::AgainDice.row(), at, expects: comes, told: None };
            self.ledger.check(&claim, SentenceParts::default);
        }
        if seen > 0 || !is_later {
            let told = (seen == 0).then_some("no dice of the computer are shown before the player rolls");
            let expects = Expects::Dice { right: rolls, seen };
            let claim = FactClaim { fact: F::ComputerRolls.row(), at, expects, told };
            let shown = || if seen == 1 { "1 die is".to_string() } else { format!("{seen} dice are") };
            self.ledger.check(&claim, || SentenceParts { shown: shown(), ..SentenceParts::default() });
        }
    }

    /// Notes numbers of the computer that are shown before the end.
    pub(super) fn collect_early(&mut self, index: usize, to: usize) {
        let early = self.story.stages[index].sheet.numbers.iter().filter(|number| {
            let is_score = number.is_score() || number.is(Idea::Total);
            number.line < to && number.is(Idea::Computer) && is_score && !number.is(Idea::Player)
        });
        self.game.early.extend(early.map(|number| (index, number)));
    }

    /// Returns the least and the greatest score of the computer if its dice are drawn with these pips. Dice that are not known show any
    /// face.
    fn range(&self, shown: Option<&[u8]>, hidden: Option<&[u8]>) -> (i64, i64) {
        let drawn = |pips: Option<&[u8]>| match pips {
            Some(pips) => pips.iter().map(|pips| Misdrawn::faces(self.reading.misdrawn, *pips)).collect(),
            None => vec![(1..=6).collect(); self.rules.computer_rolls()],
        };
        let (shown, hidden): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (drawn(shown), drawn(hidden));
        let score = |of: fn(&Vec<u8>) -> Option<&u8>| {
            let faces = |dice: &[Vec<u8>]| dice.iter().filter_map(of).copied().collect::<Vec<u8>>();
            self.rules.computer_score(&faces(&shown), &faces(&hidden))
        };
        (score(|faces| faces.iter().min()), score(|faces| faces.iter().max()))
    }

    /// Returns the computer's score if all its dice are drawn at the end, and words say that they are the computer's. Three dice say
    /// nothing for certain: they may be the hidden ones, the ones shown before, or the player's.
    fn revealed(&self, stage: &Stage, dealt: &Dealt) -> Option<(i64, i64)> {
        let shown = self.game.shown.as_ref()?;
        let mut left = dealt.rest.iter().map(Picture::face).collect::<Option<Vec<u8>>>()?;
        if !stage.sheet.puzzles.is_empty() || left.len() != 2 * self.rules.computer_rolls() {
            return None;
        }
        let mut take = |face: &u8| left.iter().position(|other| other == face).map(|at| left.remove(at));
        let are_there = shown.iter().all(|face| take(face).is_some());
        let are_own = belong_to_the_computer(&stage.sheet.lines, &dealt.rest);
        (are_there && are_own).then(|| self.range(Some(shown), Some(&left)))
    }

    /// Returns the computer's score if a line adds up all its dice.
    fn added_up(&self, lines: &[SheetLine]) -> Option<(i64, i64)> {
        let rolls = self.rules.computer_rolls();
        let faces = lines.iter().find_map(|line| added_up(line, 2 * rolls))?;
        let (shown, hidden) = faces.split_at(rolls);
        Some(self.range(Some(shown), Some(hidden)))
    }

    /// Returns what the end of a game says about the computer's score.
    pub(super) fn computers(
        &self,
        stage: &'a Stage,
        dealt: &Dealt,
        numbers: &[&'a PrintedNumber],
    ) -> Computers<'a> {
        let revealed = self.revealed(stage, dealt).or_else(|| self.added_up(&stage.sheet.lines));
        let range = revealed.unwrap_or_else(|| self.range(self.game.shown.as_deref(), None));
        let labelled: Vec<&PrintedNumber> =
            numbers.iter().copied().filter(|number| number.is(Idea::Computer)).collect();
        let fitting = |may_be: &dyn Fn(&PrintedNumber) -> bool| -> Vec<i64> {
            let values = numbers.iter().filter(|number| may_be(number)).map(|number| number.value);
            values.filter(|value| (range.0..=range.1).contains(value)).collect()
        };
        let own = fitting(&|number| number.is(Idea::Computer));
        let possible = match (own.is_empty(), labelled.is_empty()) {
            (false, _) => own,
            (true, false) => fitting(&|number| number.label.is_empty()),
            (true, true) => fitting(&|_| true),
        };
        Computers { labelled, possible, range, is_exact: revealed.is_some() }
    }

    /// Judges whether the computer's score is possible for its dice.
    pub(super) fn computer_score(
        &mut self,
        stage: &'a Stage,
        computers: &Computers<'a>,
        numbers: &[&'a PrintedNumber],
    ) {
        let fact = F::ComputerScore.row();
        let is_known = self.game.shown.is_some();
        if !computers.possible.is_empty() {
            self.ledger.held_if(is_known, fact);
            self.fitting_sums += usize::from(is_known && computers.is_exact);
            return;
        }
        // Numbers that words do not give to anybody may be the player's.
        let may_be =
            |number: &&&PrintedNumber| !self.game.totals.contains(&number.value) && !number.is(Idea::Player);
        let other = || numbers.iter().rfind(may_be).copied();
        let Some(number) = computers.labelled.last().copied().or_else(other) else { return };
        if !is_known {
            if self.game.is_unclear {
                self.ledger.unread([fact], "which dice the computer has shown is not clear");
            }
            return;
        }
        if computers.is_exact && self.fitting_sums > 0 {
            let why = "the computer's score fits the six dice told at the end in some games only";
            return self.ledger.unread([fact], why);
        }
        let (least, most) = computers.range;
        let right = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let expects = Expects::Shows { is_shown: false, instead: Some(number) };
        let claim = FactClaim { fact, at: (stage, number.line), expects, told: None };
        self.ledger.check(&claim, || SentenceParts { right, ..SentenceParts::default() });
    }

    /// Judges whether the computer's total stayed hidden until the end of the game.
    pub(super) fn hidden(&mut self, computers: &Computers<'_>) {
        let fact = F::ComputerHidden.row();
        let (least, most) = computers.range;
        let early = std::mem::take(&mut self.game.early);
        if self.game.is_unclear && !early.is_empty() {
            return self.ledger.unread([fact], "where the player's turn ends is not clear");
        }
        if computers.possible.is_empty()
            && early.iter().any(|(_, number)| (least..=most).contains(&number.value))
        {
            let why = "whether a number told early is the computer's final score is not clear";
            return self.ledger.unread([fact], why);
        }
        let Some((index, number)) =
            early.iter().find(|(_, number)| computers.possible.contains(&number.value))
        else {
            let is_known = self.game.shown.is_some() || !computers.labelled.is_empty();
            return self.ledger.held_if(is_known, fact);
        };
        let at = (&self.story.stages[*index], number.line);
        let claim = FactClaim { fact, at, expects: Expects::Comes { due: false, comes: true }, told: None };
        self.ledger
            .check(&claim, || SentenceParts { shown: number.value.to_string(), ..SentenceParts::default() });
    }
}

/// What the computer's final score may be.
pub(super) struct Computers<'a> {
    /// Numbers that words say are the computer's.
    labelled: Vec<&'a PrintedNumber>,
    /// Values that are possible for the dice shown.
    possible: Vec<i64>,
    /// The least and the greatest possible value.
    pub(super) range: (i64, i64),
    /// Whether the program shows all six dice of the computer.
    is_exact: bool,
}

impl Computers<'_> {
    /// Returns whether the computer's score is among `count` numbers at the end of a game, where one is the player's total.
    pub(super) fn are_shown(&self, count: usize) -> bool {
        !self.labelled.is_empty() || (!self.possible.is_empty() && count > 1)
    }

    /// Returns the numbers that may be the computer's score: those that its dice allow, or else those that words call so.
    pub(super) fn scores(&self) -> Vec<i64> {
        match &self.possible[..] {
            [] => self.labelled.iter().map(|number| number.value).collect(),
            possible => possible.to_vec(),
        }
    }

    /// Returns the numbers that may be the computer's score, in words.
    pub(super) fn text(&self) -> String {
        let scores = self.scores();
        if scores.is_empty() { format!("{} or more", self.range.0) } else { list(&scores) }
    }
}

/// Returns how many dice of the computer are shown, and their faces if there are as many as it has `rolls` and they can be read.
///
/// # Errors
/// The reason why the computer's dice cannot be read, in words.
fn counted(stage: &Stage, dealt: &Dealt, rolls: usize) -> Result<(usize, Option<Vec<u8>>), Unread> {
    if !stage.sheet.puzzles.is_empty() {
        return Err(unreadable(stage));
    }
    let top = dealt.roll.as_ref().map_or(stage.sheet.lines.len(), |roll| roll.dice[0].area.top);
    let written = if dealt.computer.is_empty() { in_digits(stage, top, rolls) } else { Digits::Nothing };
    let drawn: Vec<u8> = dealt.computer.iter().filter_map(Picture::face).collect();
    let is_whole = drawn.len() == rolls;
    match written {
        Digits::Dice(faces) => Ok((rolls, Some(faces))),
        Digits::Unclear => Err("how many dice of the computer are shown is not clear".into()),
        // Dice without a frame are easily overlooked.
        Digits::Nothing if !is_whole && dealt.computer.iter().any(|die| die.look.frame.is_empty()) => {
            Err(unreadable(stage))
        }
        // A blank die is one that is kept secret, or has a face that no die has.
        Digits::Nothing if !is_whole && dealt.computer.len() == rolls => Ok((rolls, None)),
        Digits::Nothing => Ok((drawn.len(), Some(drawn).filter(|_| is_whole))),
    }
}

/// What lines of words say about the computer's dice where the program prints them as numbers.
#[derive(Debug, PartialEq, Eq)]
enum Digits {
    Dice(Vec<u8>),
    Nothing,
    Unclear,
}

/// Reads the dice of so many rolls from the lines above `top`: a line of one kind for each, or all dice on one line.
fn in_digits(stage: &Stage, top: usize, rolls: usize) -> Digits {
    let mut counted: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    for number in stage.sheet.numbers.iter().filter(|number| number.line < top) {
        counted.entry(number.line).or_default().push(number.value);
    }
    if counted.is_empty() {
        return Digits::Nothing;
    }
    let line = |at: usize| &stage.sheet.lines[at];
    let mut kinds: BTreeMap<&str, Vec<&Vec<i64>>> = BTreeMap::new();
    for (at, values) in &counted {
        let first = line(*at).words.first().map_or("", |word| &word.text);
        kinds.entry(first).or_default().push(values);
    }
    let own = counted.iter().filter(|(at, _)| line(**at).is_about(Idea::Computer));
    let groups = [own.map(|(_, values)| values).collect::<Vec<_>>(), counted.values().collect()];
    let mut fitting = groups.into_iter().chain(kinds.into_values()).filter(|group| group.len() == rolls);
    if let Some(faces) = fitting.find_map(|group| one_of_each(&group)) {
        return Digits::Dice(faces);
    }
    let whole: Vec<Vec<u8>> =
        counted.values().filter(|values| values.len() == rolls).filter_map(|values| faces(values)).collect();
    match &whole[..] {
        [only] => Digits::Dice(only.clone()),
        _ => Digits::Unclear,
    }
}

/// Returns values as faces, if all of them are.
fn faces(values: &[i64]) -> Option<Vec<u8>> {
    values.iter().map(|value| u8::try_from(*value).ok().filter(|face| (1..=6).contains(face))).collect()
}

/// Returns the face on each of some lines. It is the last number of its line, or the first if the last numbers are those of the rolls:
/// 1, 2, 3.
fn one_of_each(lines: &[&Vec<i64>]) -> Option<Vec<u8>> {
    let last: Vec<i64> = lines.iter().filter_map(|values| values.last().copied()).collect();
    let first: Vec<i64> = lines.iter().filter_map(|values| values.first().copied()).collect();
    let count = i64::try_from(lines.len()).unwrap_or(0);
    let counts = last.iter().copied().eq(1..=count) && first != last;
    faces(if counts { &first } else { &last })
}

/// Returns whether pictures are the computer's by their words: those above the first picture name the computer, and those between the
/// pictures do not name the player.
fn belong_to_the_computer(lines: &[SheetLine], dice: &[Picture]) -> bool {
    let top = dice.iter().map(|die| die.area.top).min().unwrap_or(0).min(lines.len());
    let bottom = dice.iter().map(|die| die.area.bottom).max().unwrap_or(0);
    let above = lines[..top].iter().rev().find(|line| !line.is_blank());
    above.is_some_and(|line| line.is_about(Idea::Computer) && !line.is_about(Idea::Player))
        && !lines.iter().take(bottom + 1).skip(top).any(|line| line.is_about(Idea::Player))
}

/// Returns so many dice that a line of the computer adds up with plus signs and an equals sign.
fn added_up(line: &SheetLine, count: usize) -> Option<Vec<u8>> {
    let (left, right) = line.text.split_once('=').filter(|_| line.is_about(Idea::Computer))?;
    let sum = left.rsplit(|ch: char| !(ch.is_ascii_digit() || ch == '+' || ch == ' ')).next()?;
    let values: Vec<i64> = sum.split('+').map(|face| face.trim().parse().ok()).collect::<Option<_>>()?;
    let has_sum = right.trim_start().starts_with(|ch: char| ch.is_ascii_digit());
    faces(&values).filter(|faces| has_sum && faces.len() == count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::read::Sheet;
    use crate::by_evidence::read::numbers::numbers;
    use crate::by_evidence::tests::suite;

    #[test]
    fn dice_in_digits_are_read_from_lines() {
        let read = |text: &str| {
            let mut sheet = Sheet::read(text, 1, suite());
            sheet.numbers = numbers(&sheet.lines);
            let stage = Stage { sheet, ..Stage::default() };
            in_digits(&stage, stage.sheet.lines.len(), 3)
        };
        let dice = |values: [u8; 3]| Digits::Dice(values.to_vec());
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
            assert_eq!(added_up(&Sheet::read(line, 1, suite()).lines[0], 6), sum, "{line}");
        }
    }
}
