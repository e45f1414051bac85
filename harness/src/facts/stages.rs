//! Goes through a conversation stage by stage, and finds out about each fact.

use reference::iec_dice::DiceGameRules;

use super::asking::Declined;
use super::ledger::{BrokenFact, FactLedger, Unread};
use super::misdrawn::{self, Logged, RollLog};
use super::numbers::numbers;
use super::opening::shown_dice;
use super::story::{Asked, Dealt, Stage, StageKind, Story, deal};
use super::survey::{Hearing, NumbersBy, Over, Survey};
use super::worth::Faces;
use crate::cases::{Case, Cause};

/// Returns what a conversation says about every fact.
///
/// Where scores count a face that is never drawn, it is read again, with that face in the place of the one drawn.
pub(crate) fn survey(hearing: Hearing<'_>) -> FactLedger {
    let (ledger, log) = by_labels(hearing, Faces::default());
    let known = || misdrawn::known(&log, hearing.rules, hearing.misdrawn?);
    let Some(found) = misdrawn::find(&log, hearing.rules).or_else(known) else { return ledger };
    let faces = Faces { misdrawn: Some(found.misdrawn) };
    let (mut ledger, _) = by_labels(hearing, faces);
    misdrawn::note(&mut ledger, hearing.story, &found);
    ledger
}

/// Returns the player's rolls in a conversation whose scores could be judged, with the faces that are drawn.
pub(super) fn rolls(hearing: Hearing<'_>) -> RollLog {
    RollLog(by_labels(hearing, Faces::default()).1)
}

/// The words near numbers count, unless hardly any roll would be right by them: then the program uses words in another
/// sense, and the values alone count.
fn by_labels(hearing: Hearing<'_>, faces: Faces) -> (FactLedger, Vec<Logged>) {
    let by_words = Survey::new(hearing, NumbersBy::Words, faces).run();
    let slips = |ledger: &FactLedger| -> usize {
        ["score/sum", "score/doubled", "total/first", "total/added"]
            .iter()
            .map(|fact| ledger.entry(fact).wrong.len())
            .sum()
    };
    if 2 * slips(&by_words.0) <= by_words.0.rolls {
        return by_words;
    }
    let by_value = Survey::new(hearing, NumbersBy::Value, faces).run();
    if 4 * slips(&by_value.0) < slips(&by_words.0) { by_value } else { by_words }
}

/// Returns whether every fact that a case checks has come up, or cannot come up any more. A fact that seems wrong, or
/// cannot be read, needs more rolls than one that holds: a single roll may be misread.
pub(crate) fn has_occasions(story: &Story, case: &Case) -> bool {
    let ledger = survey(Hearing { story, over: Over::No, rules: &DiceGameRules::default(), misdrawn: None });
    let came_up = |fact: &String| {
        let entry = ledger.entry(fact);
        let doubtful = !entry.wrong.is_empty() || entry.unread.is_some() && entry.held == 0;
        let enough = if doubtful { ledger.rolls >= CERTAIN } else { entry.held > 0 };
        // What is known only after the last game needs no further one.
        enough || fact.as_str() == "again/ended" || fact.as_str() == "again/asked"
    };
    ledger.rolls == 0 || ledger.rolls > MOST_ROLLS || case.checks.iter().all(came_up)
}

/// The number of rolls that suffices to tell a wrong score from a wrong picture.
const CERTAIN: usize = 24;

/// The most rolls that are made to see a fact for the first time.
const MOST_ROLLS: usize = 300;

impl Survey<'_> {
    fn run(mut self) -> (FactLedger, Vec<Logged>) {
        for index in 0..self.story.stages.len() {
            self.stage(index);
        }
        self.impossible_faces();
        self.ledger.puzzle =
            self.story.stages.iter().find_map(|stage| stage.puzzles.first()).map(Unread::from);
        if !self.ledger.entry("dice/faces").wrong.is_empty() {
            // With such faces other sums are possible, too.
            self.ledger.forgive("computer/score");
        }
        (self.ledger, self.log)
    }

    fn stage(&mut self, index: usize) {
        let stage = &self.story.stages[index];
        let kind = self.story.kind(index);
        if self.is_last(index) && stage.asked.is_none() && self.is_unfinished(stage) {
            return;
        }
        let dealt = deal(kind, stage, self.story.explained);
        match kind {
            StageKind::Opening => self.opening(index, stage, &dealt),
            StageKind::Roll => self.another_roll(stage, dealt.roll.as_ref()),
            StageKind::Ending => {
                if self.declined(index) == Declined::Unclear {
                    // If the player has rolled, the scores are others.
                    self.game.early.clear();
                    return self.after_the_game(stage);
                }
            }
            StageKind::Farewell => return self.farewell(stage),
        }
        let ends = stage.asked == Some(Asked::Play)
            || (stage.asked.is_none() && self.over == Over::ByItself && self.is_last(index));
        if ends && !self.game.ended && (self.game.rolls > 0 || self.ledger.rolls == 0) {
            self.ending(index, &dealt);
            self.after_the_game(stage);
        } else if self.game.rolls > 0 {
            self.collect_early(index, stage, stage.lines.len());
        }
    }

    /// A stage that was cut off, or that the program is still in, says nothing about what is missing.
    fn is_unfinished(&self, stage: &Stage) -> bool {
        matches!(self.over, Over::CutOff | Over::No) && stage.asked.is_none()
            || (self.over == Over::Waits && stage.is_blank())
    }

    fn opening(&mut self, index: usize, stage: &Stage, dealt: &Dealt) {
        if index > 0 {
            self.game = self.game.next(self.rules);
            let nothing =
                stage.dice.is_empty() && stage.puzzles.is_empty() && numbers(&stage.lines).is_empty();
            self.ledger.note(
                "again/started",
                nothing.then(|| BrokenFact {
                    at: (stage, 0),
                    cause: Cause::MissingOutput,
                    expected: "a new game".to_string(),
                    sentence: "another game is wanted, but none starts".to_string(),
                }),
            );
            if nothing {
                self.game.ended = true;
                return;
            }
        }
        self.game.shown = shown_dice(self, stage, dealt);
        let top = dealt.roll.as_ref().map_or(stage.lines.len(), |roll| roll.dice[0].area.top);
        self.collect_early(index, stage, top);
        let from = dealt.computer.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0);
        self.roll(stage, dealt.roll.as_ref(), from);
    }
}
