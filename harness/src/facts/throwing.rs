//! The dice of the player's rolls in a recording, game by game.

use reference::iec_dice::DiceGameRules;

use super::heard::heard;
use super::pictures::Picture;
use super::player::FactsPlayer;
use super::story::{Stage, StageKind, Story, deal};
use crate::cases::{Case, Suite};
use crate::recording::Recording;

/// The dice of one game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct GameDice {
    /// Those that are drawn before the player rolls.
    pub(crate) shown: Vec<u8>,
    /// The player's throws, each with the faces in the order of the text.
    pub(crate) throws: Vec<Vec<u8>>,
}

/// Returns the dice of the games in a recording; nothing if not all throws of the player can be read.
pub(crate) fn games(suite: &Suite, case: &Case, recording: &Recording) -> Option<Vec<GameDice>> {
    let story = FactsPlayer::new(suite, case, DiceGameRules::default()).listen(&heard(recording));
    let is_cut = recording.stopped().is_some();
    let unfinished =
        |index: usize| is_cut && index + 1 == story.stages.len() && story.stages[index].asked.is_none();
    let mut games: Vec<GameDice> = Vec::new();
    for (index, stage) in story.stages.iter().enumerate().filter(|(index, _)| !unfinished(*index)) {
        let kind = story.kind(index);
        if !matches!(kind, StageKind::Opening | StageKind::Roll)
            || (stage.dice.is_empty() && stage.puzzles.is_empty())
        {
            continue;
        }
        let dice = read(&story, kind, stage)?;
        match games.last_mut().filter(|_| kind == StageKind::Roll) {
            Some(game) => game.throws.extend(dice.throws),
            None => games.push(dice),
        }
    }
    Some(games)
}

fn read(story: &Story, kind: StageKind, stage: &Stage) -> Option<GameDice> {
    let dealt = deal(kind, stage, story.explained);
    let faces = |dice: &[Picture]| dice.iter().map(Picture::face).collect::<Option<Vec<u8>>>();
    Some(GameDice { shown: faces(&dealt.computer)?, throws: vec![faces(&dealt.roll?.dice)?] })
}
