//! What the facts of a recording mean for a case that checks some of them.

use std::collections::BTreeMap;

use reference::iec_dice::DiceGameRules;

use super::ledger::{FactEntry, Unread};
use super::player::FactsPlayer;
use super::run::HeardRun;
use crate::cases::{Case, Occasion, Suite};
use crate::comparison::Difference;
use crate::running::typist::Typist;

/// What was found in a run about the facts that a case checks.
pub(crate) struct Facts {
    /// Where they do not hold, in the order of the conversation.
    pub(crate) differences: Vec<Difference>,
    /// Why one of them is undecided, if one is.
    pub(crate) unread: Option<Unread>,
    /// Whether each of them came up, and held or did not.
    pub(crate) all_came_up: bool,
    /// How often each fact came up that needs a chance in some case of the suite.
    pub(crate) chances: BTreeMap<Occasion, usize>,
}

/// Returns what a run says by these rules about the facts that a case checks.
///
/// A fact that never came up is not held against a program that has shown dice.
pub(crate) fn judge(run: &HeardRun<'_>, rules: &DiceGameRules) -> Facts {
    let (suite, case, ledger) = (run.suite, run.case, run.facts(rules));
    let came_up = |occasion: &Occasion| (occasion.clone(), ledger.entry(&occasion.shown).came_up());
    let chances = suite.occasions.iter().map(came_up).collect();
    let entries: Vec<FactEntry> = case.checks.iter().map(|fact| ledger.entry(fact)).collect();
    // What was read once, and was right, is not undecided because it could not be read elsewhere.
    let mut unread = entries.iter().filter(|entry| entry.held == 0).find_map(|entry| entry.unread.clone());
    let all_came_up = entries.iter().all(|entry| entry.held > 0 || !entry.wrong.is_empty());
    if ledger.rolls == 0 && !all_came_up {
        unread = unread.or(ledger.puzzle).or(Some(NO_ROLL.into()));
    }
    let mut differences: Vec<Difference> = entries.into_iter().flat_map(|entry| entry.wrong).collect();
    differences.sort_by_key(|difference| (difference.turn, difference.line));
    Facts { differences, unread, all_came_up, chances }
}

/// Why facts are undecided where no dice are found.
const NO_ROLL: &str = "no roll of the player was found: after each roll, three dice should be drawn, one of them red, and the score be shown";

/// Returns who types in a case whose facts are judged.
pub(crate) fn typist<'a>(suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a> {
    Box::new(FactsPlayer::new(suite, case, DiceGameRules::default()))
}
