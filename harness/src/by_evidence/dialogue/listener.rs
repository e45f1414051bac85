//! Understands what a program says turn by turn: what it asks, and whether it has understood the last answer. Who types and who judges
//! tell the same story of a conversation.

use super::deal::{Dealt, Roll, StageKind, deal};
use super::prompt::{Prompt, asked_in_passing};
use super::story::{Asked, Over, Stage, Story};
use crate::by_evidence::read::{Sheet, below, named};
use crate::cases::wording::Idea;
use crate::cases::{Suite, Typed};

/// The most waits of one run.
const MOST_WAITS: usize = 1500;

/// Returns whether the turn of the player ends after a roll, unless he or she wants it, by the rules of the game; nothing if it does by
/// some readings of the dice only.
pub(crate) type EndsTurn<'a> = dyn Fn(&Roll) -> Option<bool> + 'a;

/// What a program wants when it waits.
#[derive(Debug)]
pub(super) enum Awaited<'a> {
    /// Another word for the last answer, which it has not understood.
    AnotherWord(Prompt<'a>),
    /// An answer to a question of the game.
    Answer(Asked, Prompt<'a>),
    /// A yes before the game begins.
    Start(Prompt<'a>),
    /// A key, or a name.
    Text(&'static str),
    /// Nothing: the conversation is over.
    Nothing,
}

/// Who listens to a program.
pub(super) struct StoryListener<'a> {
    suite: &'a Suite,
    ends_turn: &'a EndsTurn<'a>,
    /// What has happened so far.
    pub(super) story: Story,
    current: Stage,
    turns: usize,
    /// The prompt that was answered last: if it comes back with hardly a word, the answer was not understood.
    answered: Option<String>,
    after_the_end: usize,
}

/// Returns the story of a recording, in whose turns this is seen.
pub(crate) fn story(
    suite: &Suite,
    turns: &[(Sheet, Option<Typed>)],
    recording_over: Over,
    ends_turn: &EndsTurn<'_>,
) -> Story {
    let mut listener = StoryListener::new(suite, ends_turn);
    for (sheet, typed) in turns {
        let Some(typed) = typed else {
            // What is printed after the last answer, where nothing more was typed.
            listener.current.sheet.add(sheet.clone());
            listener.ends_stage();
            continue;
        };
        if let Awaited::Answer(_, prompt) = listener.hear(sheet.clone()) {
            let meaning = typed.line().and_then(|line| prompt.meaning_of(line));
            listener.is_answered(meaning.unwrap_or(false));
        }
    }
    Story { over: recording_over, ..listener.story }
}

impl<'a> StoryListener<'a> {
    /// Returns a listener who has heard nothing yet.
    pub(super) fn new(suite: &'a Suite, ends_turn: &'a EndsTurn<'a>) -> Self {
        let (story, current) = (Story::default(), Stage::default());
        Self { suite, ends_turn, story, current, turns: 0, answered: None, after_the_end: 0 }
    }

    /// Takes in what was printed up to a wait; returns what the program wants there, and will be given. A question ends the stage.
    pub(super) fn hear(&mut self, sheet: Sheet) -> Awaited<'a> {
        self.turns += 1;
        if self.turns > MOST_WAITS {
            return Awaited::Nothing;
        }
        let prompt = Prompt::of(&sheet, self.suite);
        if self.answered.as_ref() == Some(&prompt.line) && is_refusal(&sheet, &prompt.line) {
            return Awaited::AnotherWord(prompt);
        }
        self.answered = None;
        self.current.sheet.add(sheet);
        let is_over = self.kind() == StageKind::Farewell;
        let text = if prompt.wants(&[Idea::Press, Idea::Key]) {
            ""
        } else if prompt.wants(&[Idea::Name]) && prompt.topics() == (false, false) {
            "Ann"
        } else if self.has_rolled() || self.kind() == StageKind::Ending {
            let asked = self.asked(&prompt);
            self.current.asked = Some(asked);
            self.ends_stage();
            self.answered = Some(prompt.line.clone());
            return Awaited::Answer(asked, prompt);
        } else if is_over {
            return Awaited::Nothing;
        } else {
            self.answered = Some(prompt.line.clone());
            return Awaited::Start(prompt);
        };
        if self.after_the_end > 1 && text.is_empty() {
            return Awaited::Nothing;
        }
        self.after_the_end += usize::from(is_over);
        Awaited::Text(text)
    }

    fn ends_stage(&mut self) {
        let mut stage = std::mem::take(&mut self.current);
        let lines = stage.sheet.lines_below_dice();
        // The last line is the prompt that is answered, if one is.
        let passed = &lines[..lines.len().saturating_sub(usize::from(stage.asked.is_some()))];
        let asked = passed.iter().filter_map(|line| asked_in_passing(line, &self.suite.words));
        stage.asked_in_passing = asked.collect();
        self.story.push(stage);
    }

    /// Notes what was answered to the question with which the last stage ends.
    pub(super) fn is_answered(&mut self, is_yes: bool) {
        if let Some(stage) = self.story.stages.last_mut() {
            stage.answered = Some(is_yes);
        }
    }

    fn kind(&self) -> StageKind {
        self.story.kind(self.story.stages.len())
    }

    fn deal(&self) -> Dealt {
        deal(self.kind(), &self.current.sheet, self.story.explained)
    }

    /// Returns whether the player has rolled in the current stage.
    fn has_rolled(&self) -> bool {
        match self.kind() {
            StageKind::Opening => {
                let Sheet { dice, puzzles, .. } = &self.current.sheet;
                let unread = !puzzles.is_empty() || self.seems_over() || self.has_scores();
                // Six dice are those of the computer and those of the player, whichever these are.
                unread || dice.len() >= 6 || self.deal().roll.is_some()
            }
            StageKind::Roll => true,
            StageKind::Ending | StageKind::Farewell => false,
        }
    }

    /// A program without pictures still shows numbers that are scores.
    fn has_scores(&self) -> bool {
        let scores = [Idea::Score, Idea::Points, Idea::Total];
        let mut lines = self.current.sheet.lines.iter().filter(|line| line.has_digits());
        lines.any(|line| scores.iter().any(|idea| line.is_about(*idea)))
    }

    /// Returns whether a winner is named below the dice.
    fn seems_over(&self) -> bool {
        let sheet = &self.current.sheet;
        named(&sheet.lines[below(&sheet.dice).min(sheet.lines.len())..]).is_some()
    }

    fn asked(&self, prompt: &Prompt<'_>) -> Asked {
        let (rolls, plays) = prompt.topics();
        let is_ending = self.kind() == StageKind::Ending;
        let is_named = named(&self.current.sheet.lines).is_some() && (self.seems_over() || is_ending);
        let ends = if is_ending {
            Some(true)
        } else {
            self.deal().roll.map_or(Some(false), |roll| (self.ends_turn)(&roll))
        };
        let asks_to_roll = match ends {
            _ if is_named => false,
            Some(true) => rolls && !plays,
            Some(false) => true,
            None => rolls || !plays,
        };
        if asks_to_roll { Asked::Roll } else { Asked::Play }
    }
}

/// Returns whether a prompt comes back with hardly a word: the program has not understood the last answer.
fn is_refusal(sheet: &Sheet, prompt: &str) -> bool {
    let lines = || sheet.lines.iter().filter(|line| !line.is_blank());
    sheet.dice.is_empty()
        && sheet.puzzles.is_empty()
        && lines().count() <= 4
        && named(&sheet.lines).is_none()
        && !lines().any(|line| line.text.trim() != prompt && line.has_digits())
}
