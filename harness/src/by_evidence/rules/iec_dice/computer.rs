//! The computer's dice and its score: what is shown before the player rolls, and what the score may be at the end.

use super::digits::{both_in_digits, in_digits};
use super::replay::{Replay, ScoredGame, unreadable};
use crate::by_evidence::dialogue::Stage;
use crate::by_evidence::read::{Picture, PrintedNumber, Unread, below, list};
use crate::by_evidence::rules::{END, Told, comes, shows};
use crate::cases::Cause;
use crate::cases::facts::DiceFact as F;
use crate::cases::wording::Idea;

/// In so many games the hidden dice add up to as much as the shown ones less than once in 100,000 runs.
const FEWEST_SCORED: usize = 5;

/// The end of a game, and what the computer's final score may be.
pub(super) struct GameEnd<'a> {
    pub(super) stage: &'a Stage,
    /// The first line that is about the end, and the numbers from there on.
    pub(super) from: usize,
    pub(super) numbers: Vec<&'a PrintedNumber>,
    /// Those that words say are the computer's.
    labelled: Vec<&'a PrintedNumber>,
    /// The values that are possible for the computer's dice, between the least and the greatest one.
    pub(super) possible: Vec<i64>,
    pub(super) range: (i64, i64),
}

impl GameEnd<'_> {
    /// Returns whether the computer's score is among `count` numbers at the end of a game, where one is the player's total.
    pub(super) fn shows_computers(&self, count: usize) -> bool {
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
    pub(super) fn computers(&self) -> String {
        let scores = self.scores();
        if scores.is_empty() { format!("{} or more", self.range.0) } else { list(&scores) }
    }
}

impl<'a> Replay<'a> {
    /// Judges which dice the computer shows before the player rolls.
    pub(super) fn shown_dice(&mut self, stage: &'a Stage) {
        let due = self.rules.shown_by_computer();
        let is_later = self.game.index > 0;
        let (seen, faces) = match counted(stage, due) {
            Ok(counted) => counted,
            Err(why) => {
                self.ledger.unread([F::ComputerRolls], why);
                if is_later {
                    self.ledger.holds(F::AgainDice);
                }
                self.game.is_unclear = true;
                return;
            }
        };
        self.game.shown = faces;
        self.game.both = both_in_digits(&stage.sheet, stage.top_of_roll(), due);
        let at = (stage, stage.dealt.computer.first().map_or(0, |die| die.area.top));
        if is_later {
            self.ledger.claim(F::AgainDice, at, comes(true, seen > 0), Told::default);
        }
        if seen > 0 || !is_later {
            let says = (seen == 0).then_some("no dice of the computer are shown before the player rolls");
            let shown = || if seen == 1 { "1 die is".to_string() } else { format!("{seen} dice are") };
            let told = || Told { says, shown: shown(), ..Told::default() };
            self.ledger.claim(F::ComputerRolls, at, comes(due, seen), told);
        }
    }

    /// Notes numbers of the computer that are shown before the end and may be its score: those that are called so, and those that no die shows.
    pub(super) fn collect_early(&mut self, to: usize) {
        let index = self.index;
        let early = self.story.stages[index].sheet.numbers.iter().filter(|number| {
            let may_be_score = number.is_score() || number.is(Idea::Total) || number.value > 6;
            number.line < to && number.is(Idea::Computer) && may_be_score && !number.is(Idea::Player)
        });
        self.game.early.extend(early.map(|number| (index, number)));
    }

    /// Returns the least and the greatest score of the computer if its dice are drawn with these pips. Dice that are not known show any
    /// face.
    fn range(&self, shown: Option<&[u8]>, hidden: Option<&[u8]>) -> (i64, i64) {
        let drawn = |pips: Option<&[u8]>, count: usize| -> Vec<Vec<u8>> {
            let known = pips.map(|pips| pips.iter().map(|pips| self.reading.faces(*pips)).collect());
            known.unwrap_or_else(|| vec![(1..=6).collect(); count])
        };
        let shown = drawn(shown, self.rules.shown_by_computer());
        let hidden = drawn(hidden, self.rules.hidden_by_computer());
        let had = self.rules.computer_starts_with(self.game.computer_before);
        let score = |of: fn(&Vec<u8>) -> Option<&u8>| {
            let faces = |dice: &[Vec<u8>]| dice.iter().filter_map(of).copied().collect::<Vec<u8>>();
            had + self.rules.computer_score(&faces(&shown), &faces(&hidden))
        };
        (score(|faces| faces.iter().min()), score(|faces| faces.iter().max()))
    }

    /// Returns the computer's score if all its dice are drawn at the end, and words say that they are the computer's. Three dice say
    /// nothing for certain: they may be the hidden ones, the ones shown before, or the player's.
    fn revealed(&self, stage: &Stage) -> Option<(i64, i64)> {
        let shown = self.game.shown.as_ref()?;
        let rest = &stage.dealt.rest;
        let mut left = rest.iter().map(Picture::face).collect::<Option<Vec<u8>>>()?;
        let are_all = left.len() == self.rules.shown_by_computer() + self.rules.hidden_by_computer();
        let mut take = |face: &u8| left.iter().position(|other| other == face).map(|at| left.remove(at));
        let are_there = are_all && shown.iter().all(|face| take(face).is_some());
        (are_there && belong_to_the_computer(stage, rest)).then(|| self.range(Some(shown), Some(&left)))
    }

    /// Returns the end of a game in a stage.
    pub(super) fn game_end(&self, stage: &'a Stage) -> GameEnd<'a> {
        let from = stage.dealt.roll.as_ref().map_or(0, |roll| below(&roll.dice));
        let range = self.revealed(stage).unwrap_or_else(|| self.range(self.game.shown.as_deref(), None));
        let mut numbers: Vec<&PrintedNumber> =
            stage.sheet.numbers.iter().filter(|number| number.line >= from).collect();
        if let Some(last) = self.line_of_the_result(stage, &numbers, range) {
            numbers.retain(|number| number.line <= last);
        }
        let labelled: Vec<&PrintedNumber> = numbers
            .chunk_by(|one, other| one.line == other.line)
            .flat_map(|of_line| self.computers_of_line(stage, of_line))
            .collect();
        let in_range = |numbers: &[&PrintedNumber]| -> Vec<i64> {
            numbers
                .iter()
                .map(|number| number.value)
                .filter(|value| (range.0..=range.1).contains(value))
                .collect()
        };
        let own = in_range(&labelled);
        let fitting = |may_be: &dyn Fn(&PrintedNumber) -> bool| {
            in_range(&numbers.iter().copied().filter(|number| may_be(number)).collect::<Vec<_>>())
        };
        let possible = match (own.is_empty(), labelled.is_empty()) {
            (false, _) => own,
            // One that cannot be it may count the games that the computer has won.
            (true, false) => {
                let is_score = |number: &PrintedNumber| {
                    let is_anybodys = !number.is(Idea::Player) && !number.is(Idea::Computer);
                    is_anybodys && number.is_score() && !self.game.totals.contains(&number.value)
                };
                fitting(&|number| number.label.is_none() || is_score(number))
            }
            // A number that is alone and the player's says nothing of the computer.
            (true, true) if numbers.len() == 1 && self.game.totals.contains(&numbers[0].value) => Vec::new(),
            (true, true) => fitting(&|_| true),
        };
        GameEnd { stage, from, numbers, labelled, possible, range }
    }

    /// Returns the line that names the winner, if a line above it, or this one, has both scores and speaks of the computer: what is counted below it are
    /// games, not points.
    fn line_of_the_result(
        &self,
        stage: &Stage,
        numbers: &[&PrintedNumber],
        (least, most): (i64, i64),
    ) -> Option<usize> {
        let has_both = |line: &[&PrintedNumber]| {
            let on = &stage.sheet.lines[line[0].line];
            let is_computers = on.is_about(Idea::Computer) || on.is_about(Idea::Speaker);
            let own = line.iter().position(|number| self.game.totals.contains(&number.value));
            let mut others = line.iter().enumerate().filter(|(at, _)| Some(*at) != own);
            is_computers && own.is_some() && others.any(|(_, number)| (least..=most).contains(&number.value))
        };
        let mut lines = numbers.chunk_by(|one, other| one.line == other.line);
        let scores = lines.find(|line| has_both(line))?[0].line;
        (scores..stage.sheet.lines.len()).find(|line| stage.sheet.lines[*line].named.is_some())
    }

    /// Returns the numbers of a line that words give to the computer. Where all its dice are listed before another number, these are no scores, and
    /// the other one is what they make, whatever the words between them.
    fn computers_of_line(&self, stage: &Stage, numbers: &[&'a PrintedNumber]) -> Vec<&'a PrintedNumber> {
        let dice = self.rules.shown_by_computer() + self.rules.hidden_by_computer();
        let line = &stage.sheet.lines[numbers[0].line];
        let is_face = |number: &&PrintedNumber| (1..=6).contains(&number.value);
        match numbers.split_at_checked(dice) {
            Some((listed, after))
                if !after.is_empty()
                    && listed.iter().all(is_face)
                    && line.is_about(Idea::Computer)
                    && !line.is_about(Idea::Player) =>
            {
                after.to_vec()
            }
            _ => numbers.iter().copied().filter(|number| number.is(Idea::Computer)).collect(),
        }
    }

    /// Judges whether the computer's score is possible for its dice.
    pub(super) fn computer_score(&mut self, end: &GameEnd<'a>) {
        let is_known = self.game.shown.is_some();
        if !end.possible.is_empty() {
            if is_known {
                self.ledger.holds(F::ComputerScore);
                self.note_score(end);
            }
            return;
        }
        // Numbers that words do not give to anybody may be the player's, or no score at all.
        let may_be = |number: &&&PrintedNumber| {
            let is_score = number.is_score() || number.is(Idea::Total);
            is_score && !self.game.totals.contains(&number.value) && !number.is(Idea::Player)
        };
        let other = || end.numbers.iter().rfind(may_be);
        let Some(number) = end.labelled.last().or_else(other).copied() else { return };
        if !is_known {
            if self.game.is_unclear {
                self.ledger.unread([F::ComputerScore], "which dice the computer has shown is not clear");
            }
            return;
        }
        let (least, most) = end.range;
        let right = || if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let told = || Told::number(&right(), Some(number));
        self.ledger.claim(F::ComputerScore, (end.stage, number.line), shows(false, Some(number)), told);
    }

    /// Notes the computer's score, if one number only may be it and depends on hidden dice: by bent rules these may not be counted.
    fn note_score(&mut self, end: &GameEnd<'a>) {
        let (Some(shown), [score]) = (&self.game.shown, &end.possible[..]) else { return };
        if end.range.0 == end.range.1 {
            return;
        }
        let Some(number) = end.numbers.iter().find(|number| number.value == *score) else { return };
        let had = self.rules.computer_starts_with(self.game.computer_before);
        let twice_shown = had + self.rules.computer_score(shown, shown);
        let if_both = self.game.both.as_deref().map(|both| had + self.rules.computer_score(both, &[]));
        let end = (end.stage, number.line);
        let are_alike = shown.windows(2).all(|dice| dice[0] == dice[1]);
        self.scored.push(ScoredGame { end, score: *score, twice_shown, are_alike, if_both });
    }

    /// Judges what the computer's scores of all games tell of its dice.
    pub(super) fn computers_dice(&mut self) {
        let Some(ScoredGame { end, score, .. }) = self.scored.last() else { return };
        let (end, shown) = (*end, score.to_string());
        let games = self.scored.len();
        // By chance one game of ten has such a score.
        let mut both = self.scored.iter().filter_map(|game| Some((game.score, game.if_both?))).peekable();
        if both.peek().is_some() && both.all(|(score, if_both)| score == if_both) {
            let (due, seen) = (self.rules.shown_by_computer(), 2 * self.rules.shown_by_computer());
            let told = || Told { shown: format!("{seen} dice are"), ..Told::default() };
            self.ledger.claim(F::ComputerRolls, end, comes(due, seen), told);
        } else if games >= FEWEST_SCORED
            && self.scored.iter().all(|game| game.score == game.twice_shown)
            && self.scored.iter().any(|game| !game.are_alike)
        {
            let says = "in each of {dice} games the computer's score is twice what its shown dice add up to, as here {shown}: its hidden dice \
                        are not counted";
            let right = "three shown and three hidden dice".to_string();
            let told = || Told { says: Some(says), dice: games.to_string(), right, shown };
            self.ledger.claim(F::ComputerScore, end, Some(Cause::WrongValue), told);
        }
    }

    /// Judges whether the computer's total stayed hidden until the end of the game.
    pub(super) fn hidden(&mut self, end: &GameEnd<'_>) {
        let (least, most) = end.range;
        let early = std::mem::take(&mut self.game.early);
        if self.game.is_unclear && !early.is_empty() {
            return self.ledger.unread([F::ComputerHidden], "where the player's turn ends is not clear");
        }
        if end.possible.is_empty() && early.iter().any(|(_, number)| (least..=most).contains(&number.value)) {
            let why = "whether a number told early is the computer's final score is not clear";
            return self.ledger.unread([F::ComputerHidden], why);
        }
        let due = self.rules.tells_computer_score_at_once();
        let told = early.iter().find(|(_, number)| end.possible.contains(&number.value));
        if told.is_none() && self.game.shown.is_none() && end.labelled.is_empty() {
            return;
        }
        let at = told.map_or((end.stage, END), |(index, number)| (&self.story.stages[*index], number.line));
        let fault = comes(due, told.is_some());
        let told = || Told {
            shown: told.map(|(_, number)| number.value.to_string()).unwrap_or_default(),
            ..Told::default()
        };
        self.ledger.claim(F::ComputerHidden, at, fault, told);
    }
}

/// Returns how many dice of the computer are shown, and their faces if there are as many as it has `rolls` and they can be read.
///
/// # Errors
/// The reason why the computer's dice cannot be read, in words.
fn counted(stage: &Stage, rolls: usize) -> Result<(usize, Option<Vec<u8>>), Unread> {
    let dealt = &stage.dealt;
    let are_players_among = dealt.roll.is_none() && dealt.computer.len() > rolls;
    if !stage.sheet.puzzles.is_empty() || are_players_among {
        return Err(unreadable(stage));
    }
    let written =
        if dealt.computer.is_empty() { in_digits(&stage.sheet, stage.top_of_roll(), rolls)? } else { None };
    let faces = written.unwrap_or_else(|| dealt.computer.iter().filter_map(Picture::face).collect());
    // Dice without a frame are easily overlooked.
    if faces.len() != rolls && dealt.computer.iter().any(Picture::is_frameless) {
        return Err(unreadable(stage));
    }
    // A blank die is one that is kept secret, or has a face that no die has.
    let seen = if dealt.computer.len() == rolls { rolls } else { faces.len() };
    Ok((seen, Some(faces).filter(|faces| faces.len() == rolls)))
}

/// Returns whether pictures are the computer's by their words: those above the first picture name the computer, and those between the
/// pictures do not name the player.
fn belong_to_the_computer(stage: &Stage, dice: &[Picture]) -> bool {
    let top = dice.iter().map(|die| die.area.top).min().unwrap_or(0);
    let mut between = stage.sheet.lines.iter().take(below(dice)).skip(top);
    stage
        .sheet
        .line_above(top)
        .is_some_and(|line| line.is_about(Idea::Computer) && !line.is_about(Idea::Player))
        && !between.any(|line| line.is_about(Idea::Player))
}
