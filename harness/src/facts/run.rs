//! A recording in which pictures were found once, whatever the rules by which it is judged.

use reference::iec_dice::DiceGameRules;

use super::heard::{HeardTurn, heard};
use super::ledger::FactLedger;
use super::misdrawn::RollLog;
use super::player::FactsPlayer;
use super::stages::{rolls, survey};
use super::survey::{Hearing, Over};
use super::worth::Misdrawn;
use crate::cases::{Case, Suite};
use crate::recording::{Reason, Recording};

/// A recording in which pictures were found.
pub(crate) struct HeardRun<'a> {
    /// The suite.
    pub(crate) suite: &'a Suite,
    /// The case.
    pub(crate) case: &'a Case,
    turns: Vec<HeardTurn>,
    over: Over,
    misdrawn: Option<Misdrawn>,
}

impl<'a> HeardRun<'a> {
    /// Returns what is found in a recording of a case.
    pub(crate) fn new(suite: &'a Suite, case: &'a Case, recording: &Recording) -> Self {
        let over = match recording.stopped() {
            None => Over::ByItself,
            Some(Reason::NothingToType) => Over::Waits,
            Some(_) => Over::CutOff,
        };
        Self { suite, case, turns: heard(recording), over, misdrawn: None }
    }

    /// Returns the same where a face is known to be misdrawn.
    pub(crate) fn where_misdrawn(self, misdrawn: Option<Misdrawn>) -> Self {
        Self { misdrawn, ..self }
    }

    /// Returns what it says about every fact by these rules.
    pub(crate) fn facts(&self, rules: &DiceGameRules) -> FactLedger {
        let story = FactsPlayer::new(self.suite, self.case, *rules).listen(&self.turns);
        survey(Hearing { story: &story, over: self.over, rules, misdrawn: self.misdrawn })
    }

    /// Returns the player's rolls whose scores could be judged, as they are drawn.
    pub(crate) fn rolls(&self, rules: &DiceGameRules) -> RollLog {
        let story = FactsPlayer::new(self.suite, self.case, *rules).listen(&self.turns);
        rolls(Hearing { story: &story, over: self.over, rules, misdrawn: None })
    }

    /// Returns how many turns it has.
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }
}
