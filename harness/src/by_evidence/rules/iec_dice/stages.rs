//! Goes through a conversation stage by stage by one reading of it, and checks what the rules claim at each.

use reference::iec_dice::DiceGameRules;

use super::ending::Declined;
use super::misdrawn::RollLog;
use super::replay::{GameState, Replay, StoryReading, unreadable};
use crate::by_evidence::dialogue::deal::{Dealt, deal};
use crate::by_evidence::dialogue::story::{Asked, Over, Stage, StageKind, Story};
use crate::by_evidence::rules::claims::{Expects, FactClaim, SentenceParts, Unread};
use crate::by_evidence::rules::ledger::{FactLedger, TrailStep};
use crate::cases::facts::DiceFact as F;

/// Returns whose dice those of each stage are.
pub(super) fn dealt(story: &Story) -> Vec<Dealt> {
    let stages = story.stages.iter().enumerate();
    stages.map(|(index, stage)| deal(story.kind(index), stage, story.explained)).collect()
}

impl<'a> Replay<'a> {
    /// Goes through a story whose dice are dealt so.
    pub(super) fn of(
        story: &'a Story,
        dealt: &'a [Dealt],
        rules: &'a DiceGameRules,
        reading: StoryReading,
    ) -> Self {
        let mut replay = Self {
            story,
            dealt,
            rules,
            reading,
            ledger: FactLedger::default(),
            game: GameState::new(0, 0, vec![0]),
            index: 0,
            log: RollLog::default(),
            impossible: Vec::new(),
            fitting_sums: 0,
        };
        for index in (0..story.stages.len()).filter(|index| !story.is_unfinished(*index)) {
            replay.index = index;
            replay.ledger.trail.push(TrailStep::Stage(index));
            replay.stage();
        }
        replay.impossible_faces();
        let puzzle = story.stages.iter().find_map(|stage| stage.sheet.puzzles.first());
        replay.ledger.puzzle = puzzle.map(Unread::from);
        replay
    }

    fn stage(&mut self) {
        let (story, dealt) = (self.story, &self.dealt[self.index]);
        let stage = &story.stages[self.index];
        match story.kind(self.index) {
            StageKind::Opening => self.opening(stage, dealt),
            StageKind::Roll => self.another_roll(stage, dealt),
            StageKind::Ending => {
                if self.declined(stage) == Declined::Unclear {
                    // If the player has rolled, the scores are others.
                    self.game.early.clear();
                    return self.after_the_game(stage);
                }
            }
            StageKind::Farewell => return self.farewell(stage),
        }
        let is_end = stage.asked.is_none() && story.over == Over::ByItself && story.is_last(self.index);
        let ends = stage.asked == Some(Asked::Play) || is_end;
        if ends && !self.game.is_over && (self.game.rolls > 0 || self.ledger.rolls == 0) {
            self.ending(stage, dealt);
            self.after_the_game(stage);
        } else if self.game.rolls > 0 {
            self.collect_early(self.index, stage.sheet.lines.len());
        }
    }

    fn opening(&mut self, stage: &'a Stage, dealt: &'a Dealt) {
        let sheet = &stage.sheet;
        if self.index > 0 {
            self.game = self.game.next(self.rules);
            let comes = !sheet.dice.is_empty() || !sheet.puzzles.is_empty() || !sheet.numbers.is_empty();
            let expects = Expects::Comes { due: true, comes };
            let claim = FactClaim { fact: F::AgainStarted.row(), at: (stage, 0), expects, told: None };
            self.ledger.check(&claim, SentenceParts::default);
            if !comes {
                self.game.is_over = true;
                return;
            }
        }
        self.shown_dice(stage, dealt);
        let top = dealt.roll.as_ref().map_or(sheet.lines.len(), |roll| roll.dice[0].area.top);
        self.collect_early(self.index, top);
        let from = dealt.computer.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0);
        self.roll(stage, dealt.roll.as_ref(), from);
    }

    /// Judges what is shown where the player rolls again.
    fn another_roll(&mut self, stage: &'a Stage, dealt: &'a Dealt) {
        let fact = F::RerollRolled.row();
        let is_missing = dealt.roll.is_none() && stage.sheet.puzzles.is_empty();
        if is_missing && stage.asked.is_none() && self.story.over == Over::Waits {
            let why = "the program goes on waiting after everything that was typed";
            return self.ledger.unread([fact], why);
        }
        if dealt.roll.is_none() && !is_missing {
            self.ledger.unread([fact], unreadable(stage));
        } else {
            let expects = Expects::Comes { due: true, comes: !is_missing };
            let claim = FactClaim { fact, at: (stage, 0), expects, told: None };
            self.ledger.check(&claim, SentenceParts::default);
        }
        // A game that ends instead of going on shows no dice, and that is told once.
        if !is_missing || stage.asked == Some(Asked::Roll) {
            self.roll(stage, dealt.roll.as_ref(), 0);
        }
    }
}
