//! A conversation in stages: what is printed from one question of the game to the next.

use super::deal::{Dealt, StageKind, deal};
use crate::by_evidence::read::{Sheet, SheetLine, explained, numbers};
use crate::cases::wording::Idea;

/// What a program asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Whether to roll again.
    Roll,
    /// Whether to play another game.
    Play,
}

/// What is printed from one question to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stage {
    /// What is seen in it.
    pub(crate) sheet: Sheet,
    /// Whose dice are whose in it.
    pub(crate) dealt: Dealt,
    /// What is asked at its end; nothing if the program or the run ends there.
    pub(crate) asked: Option<Asked>,
    /// Whether yes was answered: roll, play, go on.
    pub(crate) answered: Option<bool>,
    /// What is asked in it without waiting for the answer.
    pub(crate) asked_in_passing: Vec<Asked>,
}

impl Stage {
    /// Returns whether nothing is printed in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.sheet.dice.is_empty() && self.sheet.lines.iter().all(SheetLine::is_blank)
    }

    /// Returns the line on which the player's dice begin; if there are none, the one behind the last.
    pub(crate) fn top_of_roll(&self) -> usize {
        self.dealt.roll.as_ref().map_or(self.sheet.lines.len(), |roll| roll.dice[0].area.top)
    }
}

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Over {
    /// The program ended by itself.
    ByItself,
    /// The program waits, and nothing more is typed.
    Waits,
    /// It was cut off, or it goes on.
    #[default]
    CutOff,
}

/// A whole conversation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Story {
    /// The stages; the last one may be unfinished.
    pub(crate) stages: Vec<Stage>,
    /// The place of the red die, if words explain it.
    pub(crate) explained: Option<usize>,
    /// How it came to its end.
    pub(crate) over: Over,
}

impl Story {
    /// Returns what the stage with this index should hold.
    pub(crate) fn kind(&self, index: usize) -> StageKind {
        let before = index.checked_sub(1).map(|before| &self.stages[before]);
        match before.map(|stage| (stage.asked, stage.answered)) {
            Some((Some(Asked::Roll), Some(true))) => StageKind::Roll,
            Some((Some(Asked::Roll), Some(false))) => StageKind::Ending,
            Some((Some(Asked::Play), Some(false))) => StageKind::Farewell,
            _ => StageKind::Opening,
        }
    }

    /// Returns whether nothing comes after the stage with this index.
    pub(crate) fn is_last(&self, index: usize) -> bool {
        index + 1 == self.stages.len()
    }

    /// Returns whether a stage was cut off, or the program is still in it: then it says nothing about what is missing.
    pub(crate) fn is_unfinished(&self, index: usize) -> bool {
        let stage = &self.stages[index];
        let is_open = self.over == Over::CutOff || self.over == Over::Waits && stage.is_blank();
        self.is_last(index) && stage.asked.is_none() && is_open
    }

    /// Returns whether its first stages are in a language whose words are known.
    pub(crate) fn is_in_known_language(&self) -> bool {
        let lines = self.stages.iter().take(4).flat_map(|stage| &stage.sheet.lines);
        let words = lines.flat_map(|line| &line.words).filter(|word| word.is(Idea::Common));
        words.map(|word| &word.text).collect::<std::collections::BTreeSet<_>>().len() >= 3
    }

    /// Adds a stage, of which all is there.
    pub(super) fn push(&mut self, mut stage: Stage) {
        stage.sheet.numbers = numbers(&stage.sheet.lines);
        self.explained = self.explained.or_else(|| explained(&stage.sheet.lines));
        stage.dealt = deal(self.kind(self.stages.len()), &stage.sheet, self.explained);
        self.stages.push(stage);
    }
}
