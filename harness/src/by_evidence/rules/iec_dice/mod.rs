//! The rules of the IEC dice game, as `reference::iec_dice` has them, and what they claim of a conversation.

mod computer;
mod digits;
mod drawing;
mod ending;
mod misdrawn;
mod replay;
mod roll;
mod worth;

use std::sync::Arc;

use reference::Game;
use reference::iec_dice::DiceGameRules;

use super::{FactLedger, GameDice, HeardRun, RuleBook, TWO_WAYS, agree, fewest_wrong};
use crate::by_evidence::dialogue::{EvidenceTypist, Over, Roll, Stage, StageKind, Story};
use crate::by_evidence::read::Picture;
use crate::cases::facts::DiceFact as F;
use crate::cases::{Case, Suite};
use crate::running::typist::Typist;
pub(crate) use misdrawn::RollLog;
use replay::Replay;
pub(crate) use worth::Misdrawn;
use worth::{StoryReading, worths};

/// Why a fact is undecided where a die that shows what no die has can be read in several ways.
const WHICH_FACES: &str = "a die is drawn with more than 6 pips, or with none; whether such a face fell, or is drawn wrongly, is not clear";

/// The rules of the IEC dice game.
pub(super) struct IecDice;

impl RuleBook for IecDice {
    fn no_dice(&self) -> &'static str {
        "no roll of the player was found: after each roll, three dice should be drawn, one of them red, and the score be shown"
    }

    fn judge(&self, run: &HeardRun<'_>, game: &Game) -> (Arc<Story>, FactLedger) {
        let rules = DiceGameRules::of(game).unwrap_or_default();
        let story = story(run, &rules);
        let ledger = judge(&story, &rules, run.misdrawn);
        (story, ledger)
    }

    fn throws(&self, run: &HeardRun<'_>) -> Option<Vec<GameDice>> {
        throws(&story(run, &DiceGameRules::default()))
    }

    fn rolls(&self, run: &HeardRun<'_>) -> Option<RollLog> {
        let rules = DiceGameRules::default();
        let story = story(run, &rules);
        Some(Replay::of(&story, &rules, StoryReading::Plain).log)
    }

    fn typist<'a>(&self, suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a> {
        let by_the_text = &|roll: &Roll| ends_turn(roll, &DiceGameRules::default());
        Box::new(EvidenceTypist::new((suite, case), by_the_text, &has_occasions))
    }
}

/// Returns the story of a run as it is understood by these rules.
pub(in crate::by_evidence) fn story(run: &HeardRun<'_>, rules: &DiceGameRules) -> Arc<Story> {
    run.story(&|roll| ends_turn(roll, rules))
}

/// Returns whether a roll ends the turn; nothing if it does by some readings of the dice only.
fn ends_turn(roll: &Roll, rules: &DiceGameRules) -> Option<bool> {
    let mut ends = worths(&roll.pips(), roll.red, StoryReading::Plain, rules)
        .into_iter()
        .map(|worth| !rules.asks_again(worth.points));
    let first = ends.next()?;
    ends.all(|other| other == first).then_some(first)
}

/// Returns what a story says about every fact by the reading with the fewest wrong claims. `known` is the face that other conversations
/// of the submission show to be misdrawn.
///
/// Words are rarely used in another sense: not to trust them must explain more wrong claims than half of the rolls, and is tried only
/// where so many scores and totals seem wrong. What equally good readings disagree about is undecided.
fn judge(story: &Story, rules: &DiceGameRules, known: Option<Misdrawn>) -> FactLedger {
    let read = |reading| Replay::of(story, rules, reading);
    let plain = read(StoryReading::Plain);
    let suspected = plain.log.suspected(rules, known);
    let rolls = plain.ledger.rolls;
    let slips = plain.ledger.wrong_in_all().filter(|wrong| is_of_number(wrong.part.label())).count();
    let by_value = (2 * slips > rolls).then_some(StoryReading::ByValue);
    // A number of pips that no die has stands for one face wherever it is drawn, or such a face falls.
    let impossible = plain.impossible.first().into_iter().flat_map(|drawn| {
        let faces = if *drawn == 0 { 1..=6 } else { 6..=6 };
        faces.map(|face| Misdrawn { face, drawn: *drawn })
    });
    let misdrawn =
        suspected.map(|(found, _)| found).into_iter().chain(impossible).map(StoryReading::Misdrawn);
    let cost = |replay: &Replay<'_>| {
        let distrusts = replay.reading == StoryReading::ByValue && !replay.swaps_words;
        let price = if distrusts { rolls / 2 } else { 0 };
        replay.ledger.wrong_in_all().count() + replay.unexplained + price
    };
    let why = if plain.impossible.is_empty() { TWO_WAYS } else { WHICH_FACES };
    let others: Vec<Replay<'_>> = by_value.into_iter().chain(misdrawn).map(read).collect();
    let readings: Vec<Replay<'_>> = std::iter::once(plain).chain(others).collect();
    let tried = readings.iter().map(|replay| (replay.reading.says(), cost(replay))).collect();
    let kept = fewest_wrong(readings, cost).into_iter().map(|mut replay| {
        if let Some((found, place)) =
            suspected.filter(|(found, _)| replay.reading == StoryReading::Misdrawn(*found))
        {
            replay.note_misdrawn(found, place);
        }
        replay.ledger
    });
    let mut ledger = agree(kept, why);
    if !ledger.entry("dice/faces").wrong.is_empty() {
        // With such faces other sums are possible, too.
        ledger.forgive(F::ComputerScore);
    }
    ledger.tried = tried;
    ledger
}

/// Returns whether a fact is of the score of a roll, or of the total.
fn is_of_number(fact: &str) -> bool {
    fact.starts_with("score/") || fact.starts_with("total/")
}

/// The number of rolls that suffices to tell a wrong score from a wrong picture.
const CERTAIN: usize = 24;

/// The most rolls that are made to see a fact for the first time.
const MOST_ROLLS: usize = 300;

/// Returns whether every fact that a case checks has come up, or cannot come up any more. A fact that seems wrong, or cannot be read,
/// needs more rolls than one that holds: a single roll may be misread.
pub(in crate::by_evidence) fn has_occasions(story: &Story, case: &Case) -> bool {
    let ledger = judge(story, &DiceGameRules::default(), None);
    let came_up = |fact: &String| {
        let entry = ledger.entry(fact);
        let is_doubtful = !entry.wrong.is_empty() || entry.unread.is_some() && entry.held == 0;
        let is_enough = if is_doubtful { ledger.rolls >= CERTAIN } else { entry.held > 0 };
        // What is known only after the last game needs no further one.
        is_enough || [F::AgainEnded, F::AgainAsked].iter().any(|last| last.row().name == fact)
    };
    ledger.rolls == 0 || ledger.rolls > MOST_ROLLS || case.checks.iter().all(came_up)
}

/// Returns the dice of the games in a story; nothing if not all throws of the player can be read.
fn throws(story: &Story) -> Option<Vec<GameDice>> {
    let mut games: Vec<GameDice> = Vec::new();
    for (index, Stage { sheet, dealt, asked, .. }) in story.stages.iter().enumerate() {
        let kind = story.kind(index);
        let is_rolled = matches!(kind, StageKind::Opening | StageKind::Roll);
        let is_cut = story.over != Over::ByItself && story.is_last(index) && asked.is_none();
        if is_cut || !is_rolled || sheet.dice.is_empty() && sheet.puzzles.is_empty() {
            continue;
        }
        let faces = |dice: &[Picture]| dice.iter().map(Picture::face).collect::<Option<Vec<u8>>>();
        let (shown, throw) = (faces(&dealt.computer)?, faces(&dealt.roll.as_ref()?.dice)?);
        match games.last_mut().filter(|_| kind == StageKind::Roll) {
            Some(game) => game.throws.push(throw),
            None => games.push(GameDice { shown, throws: vec![throw] }),
        }
    }
    Some(games)
}
