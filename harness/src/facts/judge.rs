//! What the facts of a recording mean for a case that checks some of them.

use reference::iec_dice::DiceGameRules;

use super::ledger::FactEntry;
use super::player::FactsPlayer;
use super::stages::survey;
use super::survey::{Hearing, Over};
use crate::cases::{Case, Suite};
use crate::comparison::Difference;
use crate::recording::{Reason, Recording};
use crate::running::typist::Typist;

/// What was found in a run about the facts that a case checks.
pub(crate) struct Facts {
    /// Where they do not hold, in the order of the conversation.
    pub(crate) differences: Vec<Difference>,
    /// Why one of them is undecided, if one is.
    pub(crate) unread: Option<String>,
}

/// Returns what a recording says about the facts that a case checks.
///
/// A fact that never came up is not held against a program that has shown dice.
pub(crate) fn judge(suite: &Suite, case: &Case, recording: &Recording) -> Facts {
    let rules = DiceGameRules::default();
    let story = FactsPlayer::new(suite, case).listen(recording);
    let ledger = survey(Hearing { story: &story, over: over(recording), rules: &rules });
    let entries: Vec<FactEntry> = case.checks.iter().map(|fact| ledger.entry(fact)).collect();
    // What was read once, and was right, is not undecided because it could not be read elsewhere.
    let mut unread = entries.iter().filter(|entry| entry.held == 0).find_map(|entry| entry.unread.clone());
    if ledger.rolls == 0 && entries.iter().any(|entry| entry.held == 0 && entry.wrong.is_empty()) {
        unread = unread.or(Some("no roll of dice was found".to_string()));
    }
    let mut differences: Vec<Difference> = entries.into_iter().flat_map(|entry| entry.wrong).collect();
    differences.sort_by_key(|difference| (difference.turn, difference.line));
    Facts { differences, unread }
}

fn over(recording: &Recording) -> Over {
    match recording.stopped() {
        None => Over::ByItself,
        Some(Reason::NothingToType) => Over::Waits,
        Some(_) => Over::CutOff,
    }
}

/// Returns who types in a case whose facts are judged.
pub(crate) fn typist<'a>(suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a> {
    Box::new(FactsPlayer::new(suite, case))
}
