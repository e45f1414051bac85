//! Rats! with free wording: the second game that is judged by evidence, and the one to copy for a third.
//!
//! Nothing is known of its words. The dice of a throw are two numbers beside each other on a line; which two, counted from the first
//! number of the line, is what readings differ in. For each reading the reference is played again with these dice and what was typed,
//! and each number that it says in a part with a fact is claimed to be seen in the same turn.

use std::sync::Arc;

use reference::replay::replay;
use reference::{Game, Piece, Script, Transcript};

use super::{FactLedger, HeardRun, RuleBook, TWO_WAYS, Told, agree, fewest_wrong, shows};
use crate::by_evidence::dialogue::{Stage, Story};
use crate::by_evidence::read::{Sheet, numbers};
use crate::cases::facts::RatsFact;
use crate::cases::{Case, Suite, Typed, Typing};
use crate::expected;
use crate::playing::Player;
use crate::running::Typist;
use crate::running::typist::ListTypist;

/// So many numbers may stand on a line before its dice.
const BEFORE_DICE: usize = 3;

/// The rules of Rats!.
pub(super) struct Rats;

impl RuleBook for Rats {
    fn no_dice(&self) -> &'static str {
        "no throw was found: each throw should be told on a line, its two dice beside each other"
    }

    fn judge(&self, run: &HeardRun<'_>, game: &Game) -> (Arc<Story>, FactLedger) {
        let stages = run.turns.iter().map(|(sheet, _)| {
            let sheet = Sheet { numbers: numbers(&sheet.lines), ..sheet.clone() };
            Stage { sheet, ..Stage::default() }
        });
        let story = Story { stages: stages.collect(), ..Story::default() };
        let readings = (0..BEFORE_DICE).map(|before| judge(run, game, &story, before)).collect();
        let kept = fewest_wrong(readings, |(ledger, unexplained): &(FactLedger, usize)| {
            ledger.wrong_in_all().count() + unexplained
        });
        let ledger = agree(kept.into_iter().map(|(ledger, _)| ledger), TWO_WAYS);
        (Arc::new(story), ledger)
    }

    fn typist<'a>(&self, suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a> {
        if let (Some(Typing::Play(policy)), Some((game, setup))) = (&case.typing, expected::game(suite, case))
        {
            return Box::new(Player::new(game, setup, policy.clone(), &suite.vocabulary));
        }
        Box::new(ListTypist::new(case.typed()))
    }
}

/// Returns what a run says about every fact if so many numbers stand before the dice of a line, and how many of its turns that reading
/// does not explain.
fn judge(run: &HeardRun<'_>, game: &Game, story: &Story, before: usize) -> (FactLedger, usize) {
    let mut ledger = FactLedger::default();
    let faces: Vec<u8> = story.stages.iter().flat_map(|stage| throws(stage, before)).collect();
    ledger.rolls = faces.len() / 2;
    let replies: Vec<Typed> = run.turns.iter().filter_map(|(_, typed)| typed.clone()).collect();
    let Some((_, setup)) = expected::game(run.suite, run.case) else { return (ledger, 0) };
    let expected = turns(&replay(game, &setup, &Script { replies, faces }));
    for (stage, said) in story.stages.iter().zip(&expected) {
        for (fact, value) in said {
            let is_shown = stage.sheet.numbers.iter().any(|number| number.value == *value);
            let at = (stage, stage.sheet.last_line());
            ledger.claim(*fact, at, shows(is_shown, None), || Told::number(value, None));
        }
    }
    (ledger, story.stages.len().saturating_sub(expected.len()))
}

/// Returns the two faces of each line of a stage on which a throw is told.
fn throws(stage: &Stage, before: usize) -> Vec<u8> {
    let lines = stage.sheet.numbers.chunk_by(|one, other| one.line == other.line);
    let dice = lines.filter_map(|line| line.get(before..before + 2));
    let face = |value: i64| u8::try_from(value).ok().filter(|face| (1..=6).contains(face));
    let faces = dice.filter_map(|dice| Some([face(dice[0].value)?, face(dice[1].value)?]));
    faces.flatten().collect()
}

/// Returns the numbers that the reference says in each turn in parts that have a fact.
fn turns(transcript: &Transcript) -> Vec<Vec<(RatsFact, i64)>> {
    let mut turns = vec![Vec::new()];
    for piece in &transcript.pieces {
        let (part, text) = match piece {
            Piece::Typed(_) => {
                turns.push(Vec::new());
                continue;
            }
            Piece::Said { part, text } => (*part, text),
            _ => continue,
        };
        let fact = match part {
            "turn/points" | "turn/boxcars" => RatsFact::Points,
            "turn/rats" => RatsFact::Rats,
            "winning/points" => RatsFact::Winning,
            _ => continue,
        };
        let values = text.split(|ch: char| !ch.is_ascii_digit()).filter_map(|value| value.parse().ok());
        turns.last_mut().expect("there is always a turn").extend(values.map(|value| (fact, value)));
    }
    turns
}
