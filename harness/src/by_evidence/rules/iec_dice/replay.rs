//! Goes through a conversation stage by stage by one reading of it, knows what the player has, and checks what the rules claim.

use std::collections::BTreeSet;

use reference::iec_dice::DiceGameRules;

use super::misdrawn::RollLog;
use super::worth::StoryReading;
use crate::by_evidence::dialogue::{Asked, Over, Stage, StageKind, Story};
use crate::by_evidence::read::{NO_FRAME, Picture, PrintedNumber, Unread, below};
use crate::by_evidence::rules::{FactLedger, Told, TrailStep, comes};
use crate::cases::facts::DiceFact as F;

/// The game that is played.
#[derive(Debug, Default)]
pub(super) struct GameState<'a> {
    /// How many games came before it.
    pub(super) index: usize,
    /// The computer's dice that are shown, if they could be read.
    pub(super) shown: Option<Vec<u8>>,
    /// Whether the computer's dice are shown but cannot be read.
    pub(super) is_unclear: bool,
    /// Both dice of each of its rolls, if numbers on its lines may be these.
    pub(super) both: Option<Vec<u8>>,
    /// What the player's total may be; nothing if that is not known.
    pub(super) totals: Vec<i64>,
    /// How many rolls the player has made.
    pub(super) rolls: usize,
    /// Whether the end was seen.
    pub(super) is_over: bool,
    /// What the player had at the end of the game before.
    pub(super) before: i64,
    /// The same of the computer, as far as it is known, and what it has at the end of this one.
    pub(super) computer_before: i64,
    pub(super) computer: i64,
    /// Numbers of the computer that were shown before the end, each with the index of its stage.
    pub(super) early: Vec<(usize, &'a PrintedNumber)>,
}

/// The most totals of the player that are held to be possible; if there are more, nothing is known of the total.
const MOST_TOTALS: usize = 40;

impl GameState<'_> {
    /// Returns the game after this one. If the total is not known, it is what the rules make of every total.
    pub(super) fn next(&self, rules: &DiceGameRules) -> Self {
        let totals = match &self.totals[..] {
            [] if rules.new_total(0) == rules.new_total(1) => vec![rules.new_total(0)],
            totals => totals.iter().map(|total| rules.new_total(*total)).collect(),
        };
        let before = self.totals.iter().copied().max().unwrap_or(0);
        Self { index: self.index + 1, before, computer_before: self.computer, totals, ..Self::default() }
    }

    /// Notes what the player's total may be.
    pub(super) fn may_have(&mut self, mut totals: Vec<i64>) {
        totals.sort_unstable();
        totals.dedup();
        self.totals = if totals.len() > MOST_TOTALS { Vec::new() } else { totals };
    }

    /// Notes that each of some values may be the player's total, or may be added to it.
    pub(super) fn may_have_any(&mut self, values: &[i64]) {
        let totals = self.totals.iter();
        let added = totals.flat_map(|total| values.iter().map(move |value| total.saturating_add(*value)));
        self.may_have(added.chain(values.iter().copied()).collect());
    }
}

/// What is known of a conversation up to one of its stages.
pub(super) struct Replay<'a> {
    pub(super) story: &'a Story,
    pub(super) rules: &'a DiceGameRules,
    pub(super) reading: StoryReading,
    pub(super) ledger: FactLedger,
    pub(super) game: GameState<'a>,
    /// The index of the stage.
    pub(super) index: usize,
    pub(super) log: RollLog,
    /// The numbers of pips that are drawn and that no die has, and how many scores of rolls with them this reading does not explain.
    pub(super) impossible: BTreeSet<u8>,
    pub(super) unexplained: usize,
    /// Whether the score of a roll and the total stand behind each other's words somewhere.
    pub(super) swaps_words: bool,
    /// The games in which the computer's score is known while some of its dice are not.
    pub(super) scored: Vec<ScoredGame<'a>>,
}

/// A game, and the computer's score at its end.
pub(super) struct ScoredGame<'a> {
    pub(super) end: (&'a Stage, usize),
    pub(super) score: i64,
    /// What the score would be if each of the hidden dice were like one that is shown.
    pub(super) twice_shown: i64,
    /// Whether the dice that it has shown are alike: those of a generator that is seeded for each die are, hidden ones, too.
    pub(super) are_alike: bool,
    /// What it would be if two numbers on each line of the computer were both dice of a roll.
    pub(super) if_both: Option<i64>,
}

impl<'a> Replay<'a> {
    /// Goes through a story.
    pub(super) fn of(story: &'a Story, rules: &'a DiceGameRules, reading: StoryReading) -> Self {
        let mut replay = Self {
            story,
            rules,
            reading,
            ledger: FactLedger::default(),
            game: GameState { totals: vec![0], ..GameState::default() },
            index: 0,
            log: RollLog::default(),
            impossible: BTreeSet::new(),
            unexplained: 0,
            swaps_words: false,
            scored: Vec::new(),
        };
        for index in (0..story.stages.len()).filter(|index| !story.is_unfinished(*index)) {
            replay.index = index;
            replay.ledger.trail.push(TrailStep::Stage(index));
            replay.stage();
        }
        replay.computers_dice();
        replay.ledger.puzzle = story.stages.iter().find_map(|stage| stage.sheet.puzzles.first()).cloned();
        replay
    }

    fn stage(&mut self) {
        let story = self.story;
        let stage = &story.stages[self.index];
        match story.kind(self.index) {
            StageKind::Opening => self.opening(stage),
            StageKind::Roll => self.another_roll(stage),
            StageKind::Ending => {
                // If the player has rolled, the scores are others.
                if !self.declined(stage) {
                    return self.after_the_game(stage);
                }
            }
            StageKind::Farewell => return self.farewell(stage),
        }
        let is_end = stage.asked.is_none() && story.over == Over::ByItself && story.is_last(self.index);
        let ends = stage.asked == Some(Asked::Play) || is_end;
        if ends && !self.game.is_over && (self.game.rolls > 0 || self.ledger.rolls == 0) {
            self.ending(stage);
        } else if self.game.rolls > 0 {
            self.collect_early(stage.sheet.lines.len());
        }
    }

    fn opening(&mut self, stage: &'a Stage) {
        let Stage { sheet, dealt, .. } = stage;
        if self.index > 0 {
            self.game = self.game.next(self.rules);
            let has_come = !sheet.dice.is_empty() || !sheet.puzzles.is_empty() || !sheet.numbers.is_empty();
            let is_skipped = has_come && self.skips_the_player(stage);
            let says = is_skipped.then_some("a new game starts, but the player does not roll in it");
            let told = || Told { says, ..Told::default() };
            self.ledger.claim(F::AgainStarted, (stage, 0), comes(true, has_come && !is_skipped), told);
            if is_skipped {
                self.shown_dice(stage);
            }
            if !has_come || is_skipped {
                self.game.is_over = true;
                return;
            }
        }
        self.shown_dice(stage);
        let from = below(&dealt.computer);
        // A roll that cannot be seen may have ended the turn.
        self.collect_early(dealt.roll.as_ref().map_or(from, |_| stage.top_of_roll()));
        self.roll(stage, dealt.roll.as_ref(), from);
    }

    /// Returns whether a game goes from the computer's dice to its end, though the player has rolled in one before.
    fn skips_the_player(&self, stage: &Stage) -> bool {
        let Stage { sheet, dealt, .. } = stage;
        let are_the_computers = sheet.puzzles.is_empty() && dealt.computer.len() == sheet.dice.len();
        self.ledger.rolls > 0 && stage.asked == Some(Asked::Play) && dealt.roll.is_none() && are_the_computers
    }

    /// Judges what is shown where the player rolls again.
    fn another_roll(&mut self, stage: &'a Stage) {
        let dealt = &stage.dealt;
        let is_missing = dealt.roll.is_none() && stage.sheet.puzzles.is_empty() && stage.sheet.dice.len() < 3;
        if is_missing && stage.asked.is_none() && self.story.over == Over::Waits {
            let why = "the program goes on waiting after everything that was typed";
            return self.ledger.unread([F::RerollRolled], why);
        }
        if dealt.roll.is_none() && !is_missing {
            self.ledger.unread([F::RerollRolled], unreadable(stage));
        } else {
            self.ledger.claim(F::RerollRolled, (stage, 0), comes(true, !is_missing), Told::default);
        }
        // A game that ends instead of going on shows no dice, and that is told once.
        if !is_missing || stage.asked == Some(Asked::Roll) {
            self.roll(stage, dealt.roll.as_ref(), 0);
        }
    }
}

/// Dice without a frame are easily overlooked.
pub(super) fn may_be_more(stage: &Stage) -> bool {
    stage.sheet.dice.iter().any(Picture::is_frameless)
}

/// Why a roll cannot be read where more dice are drawn than it has.
const MORE_DICE: &str = "which of the dice that are drawn here the player has rolled is not clear: write above dice whose they are";

/// Returns why facts are undecided where the dice of a stage cannot be read.
pub(super) fn unreadable(stage: &Stage) -> Unread {
    if let Some(puzzle) = stage.sheet.puzzles.first() {
        return puzzle.clone();
    }
    let Some(die) = stage.sheet.dice.iter().find(|die| die.is_frameless()) else { return MORE_DICE.into() };
    let line = stage.sheet.lines.get(die.area.top).map(|line| line.printed.trim_end().to_string());
    Unread { why: NO_FRAME.to_string(), line }
}
