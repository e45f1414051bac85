//! What is known of the game that is played.

use reference::iec_dice::DiceGameRules;

use super::numbers::PrintedNumber;

/// What is known of the game that is played.
#[derive(Debug)]
pub(super) struct GameState {
    /// How many games came before it.
    pub(super) index: usize,
    /// The computer's dice that are shown, if they could be read.
    pub(super) shown: Option<Vec<i64>>,
    /// Whether the computer's dice are shown but cannot be read.
    pub(super) unclear: bool,
    /// What the player's total may be; nothing if that is not known.
    pub(super) totals: Vec<i64>,
    /// How many rolls the player has made.
    pub(super) rolls: usize,
    /// Whether the end was seen.
    pub(super) ended: bool,
    /// What the player had at the end of the game before.
    pub(super) before: i64,
    /// Numbers of the computer that were shown before the end, each with the index of its stage.
    pub(super) early: Vec<(usize, PrintedNumber)>,
}

/// The most totals of the player that are held to be possible; if there are more, nothing is known of the total.
const MOST_TOTALS: usize = 40;

impl Default for GameState {
    fn default() -> Self {
        Self {
            index: 0,
            shown: None,
            unclear: false,
            totals: vec![0],
            rolls: 0,
            ended: false,
            before: 0,
            early: Vec::new(),
        }
    }
}

impl GameState {
    /// Returns the game after this one.
    pub(super) fn next(&self, rules: &DiceGameRules) -> Self {
        let before = self.totals.iter().copied().max().unwrap_or(0);
        let totals = self.totals_after(|total| rules.new_total(total));
        Self { index: self.index + 1, before, totals, ..Self::default() }
    }

    /// Returns what a rule makes of the player's total. If that is not known, it is what the rule makes of every total.
    pub(super) fn totals_after(&self, rule: impl Fn(i64) -> i64) -> Vec<i64> {
        match (&self.totals[..], rule(0)) {
            ([], always) if always == rule(1) => vec![always],
            (totals, _) => totals.iter().map(|total| rule(*total)).collect(),
        }
    }

    /// Notes what the player's total may be.
    pub(super) fn may_have(&mut self, mut totals: Vec<i64>) {
        totals.sort_unstable();
        totals.dedup();
        self.totals = if totals.len() > MOST_TOTALS { Vec::new() } else { totals };
    }

    /// Notes that each of some numbers may be the player's total, or may be added to it.
    pub(super) fn may_have_any(&mut self, numbers: &[PrintedNumber]) {
        let values: Vec<i64> = numbers.iter().map(|number| number.value).collect();
        let added =
            self.totals.iter().flat_map(|total| values.iter().map(move |value| total.saturating_add(*value)));
        self.may_have(added.chain(values.iter().copied()).collect());
    }
}
