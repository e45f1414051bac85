//! Whether the program asks, goes on and ends where it should.

use super::ledger::BrokenFact;
use super::numbers::numbers;
use super::pictures::Picture;
use super::red::{Red, red};
use super::story::{Asked, Stage};
use super::survey::{Over, Survey};
use super::words::{self, Idea};
use super::worth::{Roll, Worth};
use crate::cases::Cause;

/// What a program does after the player has declined to roll again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declined {
    /// It ends the turn, or it goes on and asks: either can be judged.
    Clear,
    /// It shows three more dice, which may be another roll of the player.
    Unclear,
}

impl Survey<'_> {
    /// Whether the player is asked after a roll, and should be by what it may be worth.
    pub(super) fn question(&mut self, stage: &Stage, roll: &Roll, worths: &[Worth]) {
        let may_end = worths.iter().any(|worth| !self.rules.asks_again(worth.points));
        let must_end = worths.iter().all(|worth| !self.rules.asks_again(worth.points));
        let is_fatal = worths.iter().all(Worth::is_fatal);
        let asks = stage.asked == Some(Asked::Roll);
        let last = last_line(stage);
        let dice = roll.text();
        if must_end {
            let asked = BrokenFact {
                at: (stage, last),
                cause: Cause::ExtraPrompt,
                expected: "the end of the turn, without a question".to_string(),
                sentence: format!(
                    "a red 1 without a white 1 ends the turn ({dice}), but the program asks whether to roll again"
                ),
            };
            return self.ledger.note("reroll/bust", asks.then_some(asked));
        }
        if may_end || stage.asked.is_none() && self.over != Over::ByItself {
            return;
        }
        let not_asked = BrokenFact {
            at: (stage, last),
            cause: Cause::MissingPrompt,
            expected: "the question whether to roll again".to_string(),
            sentence: format!(
                "this roll does not end the turn ({dice}), but the player is not asked whether to roll again"
            ),
        };
        self.ledger.note(if is_fatal { "reroll/bust" } else { "reroll/asked" }, (!asks).then_some(not_asked));
    }

    /// After a no the turn must end.
    pub(super) fn declined(&mut self, index: usize) -> Declined {
        let stage = &self.story.stages[index];
        let goes_on = stage.asked == Some(Asked::Roll);
        if !goes_on && self.shows_another_roll(index) {
            return Declined::Unclear;
        }
        let wrong = BrokenFact {
            at: (stage, 0),
            cause: Cause::ExtraOutput,
            expected: "the end of the player's turn".to_string(),
            sentence: "the player does not want to roll again, but the turn goes on".to_string(),
        };
        self.ledger.note("reroll/declined", goes_on.then_some(wrong));
        if goes_on {
            // What was rolled against the player's will counts for the program, and is not judged.
            self.game.may_have_any(&numbers(&stage.lines));
            self.game.rolls += 1;
        }
        Declined::Clear
    }

    /// Returns whether a stage shows three dice, one of them red, that are not the computer's and not those of the roll before.
    fn shows_another_roll(&self, index: usize) -> bool {
        let stage = &self.story.stages[index];
        let faces = |dice: &[Picture]| dice.iter().map(|die| die.pips).collect::<Vec<_>>();
        let before =
            index.checked_sub(1).map(|before| &self.story.stages[before].dice[..]).unwrap_or_default();
        let again = before.len() >= 3 && faces(&before[before.len() - 3..]) == faces(&stage.dice);
        let computers = stage.dice.first().is_some_and(|die| {
            let above = stage.lines[..die.area.top].iter().rev().find(|line| !line.trim().is_empty());
            above.is_some_and(|line| words::has(&words::words(line), Idea::Computer))
        });
        let reds = matches!(red(&stage.dice, &[], None), Red::Is(_));
        stage.dice.len() == 3 && stage.puzzles.is_empty() && !again && !computers && reds
    }

    /// After a game the program must ask for another one.
    pub(super) fn after_the_game(&mut self, stage: &Stage) {
        self.game.ended = true;
        let asked = stage.asked == Some(Asked::Play);
        let wrong = BrokenFact {
            at: (stage, stage.lines.len().saturating_sub(1)),
            cause: Cause::MissingPrompt,
            expected: "the question whether to play again".to_string(),
            sentence: "the game is over, but the player is not asked whether to play again".to_string(),
        };
        self.ledger.note("again/asked", (!asked).then_some(wrong));
    }

    /// After the last game the program must end.
    pub(super) fn farewell(&mut self, stage: &Stage) {
        let wrong = BrokenFact {
            at: (stage, last_line(stage)),
            cause: Cause::ExtraPrompt,
            expected: "the end of the program".to_string(),
            sentence: "no other game is wanted, but the program goes on".to_string(),
        };
        self.ledger.note("again/ended", (self.over != Over::ByItself).then_some(wrong));
    }
}

fn last_line(stage: &Stage) -> usize {
    stage.lines.iter().rposition(|line| !line.trim().is_empty()).unwrap_or(0)
}
