//! What is known of a conversation with the dice game up to one of its stages, by one reading of it.

use reference::iec_dice::DiceGameRules;

use super::misdrawn::{Misdrawn, RollLog};
use crate::by_evidence::dialogue::deal::{Dealt, Roll};
use crate::by_evidence::dialogue::story::{Asked, Stage, Story};
use crate::by_evidence::read::numbers::PrintedNumber;
use crate::by_evidence::read::pictures::{PuzzleReason, count_of};
use crate::by_evidence::rules::claims::Unread;
use crate::by_evidence::rules::ledger::FactLedger;

/// How a whole conversation is read. The plain reading trusts words and pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StoryReading {
    /// Whether any number may be what its value fits, because the words near numbers are used in another sense.
    pub(super) by_value: bool,
    /// The face that is drawn as another one.
    pub(super) misdrawn: Option<Misdrawn>,
}

impl StoryReading {
    /// Returns what it takes for granted, in words.
    pub(super) fn says(self) -> String {
        match self {
            Self { misdrawn: Some(Misdrawn { face, drawn }), .. } => {
                format!("a {face} is drawn with {}", count_of(usize::from(drawn)))
            }
            Self { by_value: true, .. } => {
                "any number that fits may be a score, whatever the words near it".to_string()
            }
            _ => "pictures and the words near numbers mean what they say".to_string(),
        }
    }
}

/// The game that is played.
#[derive(Debug)]
pub(super) struct GameState<'a> {
    /// How many games came before it.
    pub(super) index: usize,
    /// The computer's dice that are shown, if they could be read.
    pub(super) shown: Option<Vec<u8>>,
    /// Whether the computer's dice are shown but cannot be read.
    pub(super) is_unclear: bool,
    /// What the player's total may be; nothing if that is not known.
    pub(super) totals: Vec<i64>,
    /// How many rolls the player has made.
    pub(super) rolls: usize,
    /// Whether the end was seen.
    pub(super) is_over: bool,
    /// What the player had at the end of the game before.
    pub(super) before: i64,
    /// Numbers of the computer that were shown before the end, each with the index of its stage.
    pub(super) early: Vec<(usize, &'a PrintedNumber)>,
}

/// The most totals of the player that are held to be possible; if there are more, nothing is known of the total.
const MOST_TOTALS: usize = 40;

impl GameState<'_> {
    /// Returns a game that begins with one of these totals, after so many others.
    pub(super) fn new(index: usize, before: i64, totals: Vec<i64>) -> Self {
        let (shown, early) = (None, Vec::new());
        Self { index, shown, is_unclear: false, totals, rolls: 0, is_over: false, before, early }
    }

    /// Returns the game after this one. If the total is not known, it is what the rules make of every total.
    pub(super) fn next(&self, rules: &DiceGameRules) -> Self {
        let totals = match &self.totals[..] {
            [] if rules.new_total(0) == rules.new_total(1) => vec![rules.new_total(0)],
            totals => totals.iter().map(|total| rules.new_total(*total)).collect(),
        };
        Self::new(self.index + 1, self.totals.iter().copied().max().unwrap_or(0), totals)
    }

    /// Notes what the player's total may be.
    pub(super) fn may_have(&mut self, mut totals: Vec<i64>) {
        totals.sort_unstable();
        totals.dedup();
        self.totals = if totals.len() > MOST_TOTALS { Vec::new() } else { totals };
    }

    /// Notes that each of some values may be the player's total, or may be added to it.
    pub(super) fn may_have_any(&mut self, values: impl Iterator<Item = i64>) {
        let values: Vec<i64> = values.collect();
        let totals = self.totals.iter();
        let added = totals.flat_map(|total| values.iter().map(move |value| total.saturating_add(*value)));
        self.may_have(added.chain(values.iter().copied()).collect());
    }
}

/// What is known of a conversation up to one of its stages.
pub(super) struct Replay<'a> {
    pub(super) story: &'a Story,
    pub(super) dealt: &'a [Dealt],
    pub(super) rules: &'a DiceGameRules,
    pub(super) reading: StoryReading,
    pub(super) ledger: FactLedger,
    pub(super) game: GameState<'a>,
    /// The index of the stage.
    pub(super) index: usize,
    pub(super) log: RollLog,
    pub(super) impossible: Vec<Impossible>,
    /// In how many games the computer's score was the sum of the six dice that the program shows at the end.
    pub(super) fitting_sums: usize,
}

/// A die with a number of pips that no die has.
#[derive(Debug)]
pub(super) struct Impossible {
    pub(super) stage: usize,
    pub(super) line: usize,
    pub(super) pips: usize,
    /// Whether the score of the roll counts the pips that are drawn: such a face fell.
    pub(super) as_drawn: bool,
    /// The faces of a die one of which the score may count instead: the picture is wrong.
    pub(super) as_faces: Vec<u8>,
}

/// A roll and what is printed with it.
#[derive(Clone, Copy)]
pub(super) struct RollSeen<'a, 'n> {
    pub(super) stage: &'a Stage,
    pub(super) roll: &'a Roll,
    /// The numbers that may be the player's.
    pub(super) numbers: &'n [&'a PrintedNumber],
}

impl RollSeen<'_, '_> {
    /// Returns whether a number that may be the player's has this value.
    pub(super) fn shows(&self, value: i64) -> bool {
        self.numbers.iter().any(|number| number.value == value)
    }

    /// Returns whether the program goes on without a question whether to roll again.
    pub(super) fn ends_turn(&self) -> bool {
        self.stage.asked.is_some_and(|asked| asked != Asked::Roll)
    }

    /// Returns the last line of the stage.
    pub(super) fn last_line(&self) -> usize {
        self.stage.sheet.lines.len().saturating_sub(1)
    }
}

/// Dice without a frame are easily overlooked.
pub(super) fn may_be_more(stage: &Stage) -> bool {
    stage.sheet.dice.iter().any(|die| die.look.frame.is_empty())
}

/// Why a roll cannot be read where more dice are drawn than it has.
const MORE_DICE: &str = "which of the dice that are drawn here the player has rolled is not clear: write above dice whose they are";

/// Returns why facts are undecided where the dice of a stage cannot be read.
pub(super) fn unreadable(stage: &Stage) -> Unread {
    if let Some(puzzle) = stage.sheet.puzzles.first() {
        return puzzle.into();
    }
    let frameless = stage.sheet.dice.iter().find(|die| die.look.frame.is_empty());
    let Some(die) = frameless else { return MORE_DICE.into() };
    let line = stage.sheet.lines.get(die.area.top).map(|line| line.printed.trim_end().to_string());
    Unread { why: PuzzleReason::NoFrame.to_string(), line }
}
