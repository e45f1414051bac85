//! What the rules of a game claim of a conversation, and whether that holds.

mod claims;
mod explain;
mod hypotheses;
pub(super) mod iec_dice;
pub(crate) mod ledger;
mod rats;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use reference::Game;

use super::dialogue::{self, EndsTurn, Over, Story};
use super::read::{Sheet, Unread};
use crate::cases::facts::facts_of;
use crate::cases::{Case, Occasion, Reference, Suite, Typed};
use crate::comparison::Difference;
use crate::recording::{Reason, Recording};
use crate::running::typist::Typist;
use claims::{END, NOT_AWAITED, Told, asks, comes, names, shows};
pub(crate) use explain::explain;
use hypotheses::{TWO_WAYS, agree, fewest_wrong};
pub(crate) use iec_dice::{Misdrawn, RollLog};
use ledger::{FactLedger, TrailStep};

/// The rules of a game whose text fixes facts and not words.
trait RuleBook: Sync {
    /// Returns why facts are undecided where no dice are found.
    fn no_dice(&self) -> &'static str;

    /// Returns how a run is understood by the rules of a game, which may be bent, and what it says about every fact.
    fn judge(&self, run: &HeardRun<'_>, game: &Game) -> (Arc<Story>, FactLedger);

    /// Returns who types in a case.
    fn typist<'a>(&self, suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a>;

    /// Returns the dice of the games in a run; nothing if not all throws of the player can be read.
    fn throws(&self, _run: &HeardRun<'_>) -> Option<Vec<GameDice>> {
        None
    }

    /// Returns the player's rolls whose scores could be judged, as they are drawn; nothing in a game that draws none.
    fn rolls(&self, _run: &HeardRun<'_>) -> Option<RollLog> {
        None
    }
}

/// Returns the rules of the game of a suite.
fn book(suite: &Suite) -> &'static dyn RuleBook {
    match suite.reference {
        Reference::Game { name: "rats", .. } => &rats::Rats,
        _ => &iec_dice::IecDice,
    }
}

/// Returns the game of a suite that is judged by facts, with its rules as they are.
fn own_game(suite: &Suite) -> &'static Game {
    let Reference::Game { name, .. } = &suite.reference else { unreachable!("only games have facts") };
    reference::game(name).expect("a suite was checked to name a game")
}

/// The dice of one game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct GameDice {
    /// Those that are drawn before the player rolls.
    pub(crate) shown: Vec<u8>,
    /// The player's throws, each with the faces in the order of the text.
    pub(crate) throws: Vec<Vec<u8>>,
}

/// A recording that was read once, whatever the rules by which it is judged.
pub(crate) struct HeardRun<'a> {
    pub(crate) suite: &'a Suite,
    pub(crate) case: &'a Case,
    turns: Vec<(Sheet, Option<Typed>)>,
    over: Over,
    misdrawn: Option<Misdrawn>,
    /// Its story as it was first understood, and whether each roll of the player was taken to end the turn.
    known: OnceLock<(Arc<Story>, Vec<Option<bool>>)>,
}

impl<'a> HeardRun<'a> {
    /// Returns what is seen in a recording of a case.
    pub(crate) fn new(suite: &'a Suite, case: &'a Case, recording: &Recording) -> Self {
        let turns = recording.turns().into_iter().enumerate();
        let turns = turns.map(|(at, turn)| (Sheet::read(&turn.text(), at + 1, suite), turn.typed)).collect();
        let over = match recording.stopped() {
            None => Over::ByItself,
            Some(Reason::NothingToType) => Over::Waits,
            Some(_) => Over::CutOff,
        };
        Self { suite, case, turns, over, misdrawn: None, known: OnceLock::new() }
    }

    /// Returns the same where a face is known to be misdrawn.
    pub(crate) fn where_misdrawn(self, misdrawn: Option<Misdrawn>) -> Self {
        Self { misdrawn, ..self }
    }

    /// Returns its story where rolls end the turn by these rules: it is the known one if the same rolls do.
    fn story(&self, ends_turn: &EndsTurn<'_>) -> Arc<Story> {
        let ends = |story: &Story| -> Vec<Option<bool>> {
            story.stages.iter().filter_map(|stage| stage.dealt.roll.as_ref()).map(ends_turn).collect()
        };
        if let Some((known, _)) = self.known.get().filter(|(known, before)| ends(known) == *before) {
            return Arc::clone(known);
        }
        let story = Arc::new(dialogue::story(self.suite, &self.turns, self.over, ends_turn));
        // Another one may be known by now, which is as good.
        let _ = self.known.set((Arc::clone(&story), ends(&story)));
        story
    }

    /// Returns what it says about every fact by the rules of a game, which may be bent.
    pub(crate) fn facts(&self, game: &Game) -> FactLedger {
        book(self.suite).judge(self, game).1
    }

    /// Returns the player's rolls whose scores could be judged, as they are drawn; nothing in a game that draws none.
    pub(crate) fn rolls(&self) -> Option<RollLog> {
        book(self.suite).rolls(self)
    }

    /// Returns how many turns it has.
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }
}

/// Returns the dice of the games in a recording; nothing if not all throws of the player can be read.
pub(crate) fn games(suite: &Suite, case: &Case, recording: &Recording) -> Option<Vec<GameDice>> {
    book(suite).throws(&HeardRun::new(suite, case, recording))
}

/// Returns who types in a case whose facts are judged.
pub(crate) fn typist<'a>(suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a> {
    book(suite).typist(suite, case)
}

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

/// Returns what a run says about the facts that its case checks, by the rules of a bent game, or by those of the suite. A fact that never
/// came up is undecided: nobody has seen that it holds. If the case waits for its chance, all runs together tell whether it had one.
pub(crate) fn judge(run: &HeardRun<'_>, bent: Option<&Game>) -> Facts {
    let HeardRun { suite, case, .. } = run;
    let ledger = run.facts(bent.unwrap_or(own_game(suite)));
    let chances = suite.occasions.iter().map(|it| (it.clone(), ledger.entry(&it.shown).came_up())).collect();
    let checked = || case.checks.iter().map(|fact| (fact, ledger.entry(fact)));
    // What was read once, and was right, is not undecided because it could not be read elsewhere.
    let unread = checked().filter(|(_, entry)| entry.held == 0).find_map(|(_, entry)| entry.unread.clone());
    let unseen = || checked().filter(|(_, entry)| entry.came_up() == 0).map(|(fact, _)| fact);
    // What cannot come up because another fact is wrong fails with that, in a program that was understood.
    let row = |fact: &str| facts_of(&suite.reference).iter().find(|row| row.name == fact);
    let needed = unseen().filter(|_| ledger.rolls > 0).filter_map(|fact| row(fact)).flat_map(|row| row.needs);
    let needed: BTreeSet<&str> =
        needed.copied().filter(|needed| !case.checks.iter().any(|fact| fact == needed)).collect();
    let entries =
        checked().map(|(_, entry)| entry).chain(needed.into_iter().map(|needed| ledger.entry(needed)));
    let mut differences: Vec<Difference> = entries.flat_map(|entry| entry.wrong.clone()).collect();
    differences.sort_by_key(|difference| (difference.turn, difference.line));
    let waits = |fact: &str| case.chance.as_ref().is_some_and(|chance| chance.occasion.shown == fact);
    let never = unseen().find(|fact| ledger.rolls == 0 || !waits(fact));
    let why = |fact: &String| match (ledger.rolls, &ledger.puzzle) {
        (0, Some(puzzle)) => puzzle.clone(),
        (0, None) => book(suite).no_dice().into(),
        _ => {
            let why = format!("it never came up whether {}", row(fact).map_or("", |row| row.says));
            Unread { why, line: None }
        }
    };
    let all_came_up = unseen().next().is_none();
    Facts { differences, unread: unread.or_else(|| never.map(why)), all_came_up, chances }
}
