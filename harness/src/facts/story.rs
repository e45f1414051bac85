//! A conversation in stages: what is printed from one question of the game to the next.

use super::answers::Meaning;
use super::canvas::Area;
use super::pictures::{Picture, PicturesFound, Puzzle};
use super::red::{Red, explained, red};
use super::words::{self, Idea};
use super::worth::Roll;

/// What a program asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Whether to roll again.
    Roll,
    /// Whether to play another game.
    Play,
}

/// What a stage should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StageKind {
    /// The computer's rolls, and the player's first one.
    Opening,
    /// Another roll of the player.
    Roll,
    /// The end of a game, after the player has declined.
    Ending,
    /// What comes after the last game.
    Farewell,
}

/// What is printed from one question to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stage {
    /// The dice, in the order of the text.
    pub(crate) dice: Vec<Picture>,
    /// What looks like dice and cannot be read.
    pub(crate) puzzles: Vec<Puzzle>,
    /// The lines, with blanks in the places of pictures.
    pub(crate) lines: Vec<String>,
    /// The lines as they are printed.
    pub(crate) printed: Vec<String>,
    /// The turn and the line of each of the lines, both from 1.
    pub(crate) places: Vec<(usize, usize)>,
    /// What is asked at its end; nothing if the program or the run ends there.
    pub(crate) asked: Option<Asked>,
    /// What was answered.
    pub(crate) answered: Option<Meaning>,
}

/// A whole conversation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Story {
    /// The stages; the last one may be unfinished.
    pub(crate) stages: Vec<Stage>,
    /// The place of the red die, if words explain it.
    pub(crate) explained: Option<usize>,
}

impl Stage {
    /// Adds what was printed in a turn.
    pub(crate) fn add(&mut self, turn: usize, reading: PicturesFound) {
        let down = self.lines.len();
        let lower = |area: Area| Area { top: area.top + down, bottom: area.bottom + down, ..area };
        self.dice.extend(reading.pictures.into_iter().map(|die| Picture { area: lower(die.area), ..die }));
        self.puzzles.extend(reading.puzzles);
        self.places.extend((1..=reading.text.len()).map(|line| (turn, line)));
        self.lines.extend(reading.text);
        self.printed.extend(reading.printed);
    }

    /// Returns whether nothing is printed in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.dice.is_empty() && self.lines.iter().all(|line| line.trim().is_empty())
    }
}

impl Story {
    /// Returns what the stage with this index should hold.
    pub(crate) fn kind(&self, index: usize) -> StageKind {
        let before = index.checked_sub(1).map(|before| &self.stages[before]);
        match before.map(|stage| (stage.asked, stage.answered)) {
            Some((Some(Asked::Roll), Some(Meaning::Yes))) => StageKind::Roll,
            Some((Some(Asked::Roll), Some(Meaning::No))) => StageKind::Ending,
            Some((Some(Asked::Play), Some(Meaning::No))) => StageKind::Farewell,
            _ => StageKind::Opening,
        }
    }

    /// Returns whether its first stages are in a language whose words are known.
    pub(crate) fn is_in_known_language(&self) -> bool {
        let lines = self.stages.iter().take(4).flat_map(|stage| stage.lines.iter());
        words::is_known_language(&lines.map(String::as_str).collect::<Vec<_>>().join("\n"))
    }

    /// Adds a stage.
    pub(crate) fn push(&mut self, stage: Stage) {
        self.explained = self.explained.or_else(|| explained(&stage.lines));
        self.stages.push(stage);
    }
}

/// Returns whose dice the pictures of a stage are.
pub(crate) fn deal(kind: StageKind, stage: &Stage, place: Option<usize>) -> Dealt {
    let place = place.or_else(|| explained(&stage.lines));
    let (from, to) = match kind {
        _ if !stage.puzzles.is_empty() => (0, 0),
        StageKind::Opening => opening(stage, place),
        StageKind::Roll if stage.dice.len() >= 3 => (0, 3),
        _ => (0, 0),
    };
    let dice = stage.dice[from..to].to_vec();
    let whole = dice.len() == 3;
    Dealt {
        computer: stage.dice[..from].to_vec(),
        roll: whole.then(|| Roll { red: red(&dice, &stage.lines, place), dice }),
        rest: stage.dice[to..].to_vec(),
    }
}

/// The dice of a stage.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dealt {
    /// The computer's, before the player rolls.
    pub(crate) computer: Vec<Picture>,
    /// The player's roll.
    pub(crate) roll: Option<Roll>,
    /// What is shown after it.
    pub(crate) rest: Vec<Picture>,
}

/// Returns the range of the pictures in the first stage of a game that are the player's roll.
fn opening(stage: &Stage, explained: Option<usize>) -> (usize, usize) {
    let dice = &stage.dice;
    if dice.len() < 3 {
        return (dice.len(), dice.len());
    }
    if dice.len() >= 6 {
        let first = red(&dice[..3], &stage.lines, None);
        let second = red(&dice[3..6], &stage.lines, explained);
        if matches!((first, second), (Red::Alike, Red::Is(_))) {
            return (3, 6);
        }
    }
    if let Some(from) = by_headings(stage) {
        return from;
    }
    if let Some(from) = row_with_red(stage, explained) {
        return (from, from + 3);
    }
    match dice.len() {
        3 => (0, 3),
        4 => (1, 4),
        5 => (2, 5),
        _ => (3, 6),
    }
}

/// Returns the range by the words above the pictures: the computer's dice come first, then the player's three.
fn by_headings(stage: &Stage) -> Option<(usize, usize)> {
    let mut whose = Vec::new();
    let mut last = None;
    let mut from = 0;
    for die in &stage.dice {
        let lines = stage.lines.iter().take(die.area.top + 1).skip(from).rev();
        let named = lines.into_iter().find_map(|line| {
            let words = words::words(line);
            match (words::has(&words, Idea::Computer), words::has(&words, Idea::Player)) {
                (true, false) => Some(Idea::Computer),
                (false, true) => Some(Idea::Player),
                _ => None,
            }
        });
        last = named.or(last);
        whose.push(last);
        from = die.area.top;
    }
    let first = whose.iter().position(|whose| *whose == Some(Idea::Player))?;
    let own = whose[first..].iter().take_while(|whose| **whose == Some(Idea::Player)).count();
    let theirs = whose[..first].iter().all(|whose| *whose == Some(Idea::Computer));
    (own >= 3 && theirs).then_some((first, first + 3))
}

/// Returns the index of the first of three pictures that stand side by side and of which one is red.
fn row_with_red(stage: &Stage, explained: Option<usize>) -> Option<usize> {
    let tops: Vec<usize> = stage.dice.iter().map(|die| die.area.top).collect();
    (0..stage.dice.len() - 2).find(|&at| {
        let alone = (at == 0 || tops[at - 1] != tops[at]) && tops.get(at + 3) != Some(&tops[at]);
        let row = tops[at] == tops[at + 1] && tops[at] == tops[at + 2];
        row && alone && matches!(red(&stage.dice[at..at + 3], &stage.lines, explained), Red::Is(_))
    })
}
