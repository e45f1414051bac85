//! Plays the game with any program: understands what it asks, answers by the case's policy, tries other words.

use std::collections::BTreeMap;

use reference::iec_dice::DiceGameRules;

use super::answers::{Meaning, candidates, offered};
use super::heard::HeardTurn;
use super::pictures::{PicturesFound, find};
use super::policy::AnsweringPolicy;
use super::prompt::Prompt;
use super::stages::has_occasions;
use super::story::{Asked, Dealt, Stage, StageKind, Story, deal};
use super::winner::named;
use super::words::{self, Idea};
use super::worth::{Faces, Worth};
use crate::cases::{Case, Suite, Typed};
use crate::recording::{Recording, What};
use crate::running::typist::{Type, Typist};

/// The most waits of one run.
const MOST_WAITS: usize = 1500;

/// What a program wants when it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    /// An answer to a question of the game.
    Answer(Asked),
    /// A yes before the game begins.
    Start,
    /// A key, or a name.
    Text(&'static str),
}

/// Plays by the policy of a case.
pub(crate) struct FactsPlayer<'a> {
    case: &'a Case,
    /// The rules by which questions are understood.
    rules: DiceGameRules,
    vocabulary: &'a BTreeMap<String, Vec<String>>,
    /// What has happened so far.
    pub(crate) story: Story,
    current: Stage,
    turns: usize,
    /// How many events of the recording have been seen, and what was printed since the last wait.
    seen: usize,
    heard: Vec<u8>,
    policy: AnsweringPolicy<'a>,
    /// The last prompt, the words tried there, and the meaning that they should have had.
    trial: Option<WordTrial>,
    after_the_end: usize,
}

/// Words that are tried at one prompt.
struct WordTrial {
    prompt: String,
    meaning: Meaning,
    /// The words left to try, the next one last, and the words already tried.
    left: Vec<String>,
    tried: Vec<String>,
}

impl WordTrial {
    fn next(&mut self) -> Option<String> {
        let word = self.left.pop()?;
        self.tried.push(word.clone());
        Some(word)
    }

    /// Tries first what a refusal offers.
    fn prefer(&mut self, offered: Vec<String>) {
        let fresh = offered.into_iter().rev().filter(|word| !self.tried.contains(word));
        self.left.extend(fresh);
    }
}

impl<'a> FactsPlayer<'a> {
    /// Returns a player for a case of a suite, who understands questions by these rules.
    pub(crate) fn new(suite: &'a Suite, case: &'a Case, rules: DiceGameRules) -> Self {
        Self {
            case,
            rules,
            vocabulary: &suite.vocabulary,
            story: Story::default(),
            current: Stage::default(),
            turns: 0,
            seen: 0,
            heard: Vec::new(),
            policy: AnsweringPolicy::of(case),
            trial: None,
            after_the_end: 0,
        }
    }

    /// Returns the story of a recording that was made with such a player, of which this was heard.
    pub(super) fn listen(mut self, turns: &[HeardTurn]) -> Story {
        for HeardTurn { found, typed } in turns {
            self.turns += 1;
            let reading = found.clone();
            match typed {
                Some(Typed::Line(line)) => {
                    self.hear(reading, Some(line));
                }
                Some(Typed::EndOfInput) => {
                    self.hear(reading, None);
                }
                None => self.end(reading),
            }
        }
        self.story
    }

    /// Takes in what was printed after the last answer, where nothing more was typed.
    fn end(&mut self, reading: PicturesFound) {
        let mut stage = std::mem::take(&mut self.current);
        stage.add(self.turns, reading);
        self.story.push(stage);
    }

    /// Takes in what was printed up to a wait, and decides what to type, unless it is known what was typed there.
    fn hear(&mut self, reading: PicturesFound, typed: Option<&str>) -> Type {
        if self.turns > MOST_WAITS {
            return Type::Stop;
        }
        let prompt = Prompt::of(&reading);
        if let Some(line) = self.try_another(&prompt.line, &reading) {
            return line;
        }
        self.trial = None;
        self.current.add(self.turns, reading);
        match self.awaited(&prompt) {
            Awaited::Text(text) if self.after_the_end > 1 && text.is_empty() => Type::Stop,
            Awaited::Text(text) => {
                self.after_the_end += usize::from(self.is_over());
                Type::Line(text.to_string())
            }
            _ if self.is_over() => Type::Stop,
            Awaited::Start => self.try_words(&prompt, Meaning::Yes),
            Awaited::Answer(asked) => {
                self.current.asked = Some(asked);
                let known = typed.and_then(|line| prompt.meaning_of(line, self.vocabulary));
                let meaning = known.unwrap_or_else(|| self.decide(asked));
                self.current.answered = Some(meaning);
                self.story.push(std::mem::take(&mut self.current));
                self.try_words(&prompt, prompt.turned(meaning))
            }
        }
    }

    fn is_over(&self) -> bool {
        self.story.kind(self.story.stages.len()) == StageKind::Farewell && !self.story.stages.is_empty()
    }

    /// Returns another word to try where the prompt comes back with hardly a word: the program has not understood the last one.
    fn try_another(&mut self, prompt: &str, reading: &PicturesFound) -> Option<Type> {
        let trial = self.trial.as_mut()?;
        let lines = || reading.text.iter().filter(|line| !line.trim().is_empty());
        let others = || lines().filter(|line| line.trim() != prompt);
        let refused = trial.prompt == prompt
            && reading.pictures.is_empty()
            && reading.puzzles.is_empty()
            && lines().count() <= 4
            && named(&reading.text).is_none()
            && !others().any(|line| line.chars().any(|ch| ch.is_ascii_digit()));
        if !refused {
            return None;
        }
        trial.prefer(offered(&Prompt::of(reading).tail, trial.meaning));
        Some(trial.next().map_or(Type::Stop, Type::Line))
    }

    fn try_words(&mut self, prompt: &Prompt, meaning: Meaning) -> Type {
        let mut left = candidates(prompt.choice(), meaning, self.vocabulary);
        left.reverse();
        let mut trial = WordTrial { prompt: prompt.line.clone(), meaning, left, tried: Vec::new() };
        let first = trial.next().unwrap_or_default();
        self.trial = Some(trial);
        Type::Line(first)
    }

    /// Returns what a program wants that waits at a prompt.
    fn awaited(&self, prompt: &Prompt) -> Awaited {
        let index = self.story.stages.len();
        if prompt.wants_a_key() {
            Awaited::Text("")
        } else if self.rolled(index) || self.story.kind(index) == StageKind::Ending {
            Awaited::Answer(self.asked(prompt))
        } else if prompt.wants_a_name() {
            Awaited::Text("Ann")
        } else {
            Awaited::Start
        }
    }

    fn deal(&self) -> Dealt {
        deal(self.story.kind(self.story.stages.len()), &self.current, self.story.explained)
    }

    /// Returns whether the player has rolled in the current stage.
    fn rolled(&self, index: usize) -> bool {
        match self.story.kind(index) {
            StageKind::Opening => {
                let unread = !self.current.puzzles.is_empty() || self.seems_over() || self.has_scores();
                self.deal().roll.is_some() || unread
            }
            StageKind::Roll => true,
            StageKind::Ending | StageKind::Farewell => false,
        }
    }

    /// A program without pictures still shows numbers that are scores.
    fn has_scores(&self) -> bool {
        let scores = |word: &String| words::is(word, Idea::Score) || words::is(word, Idea::Total);
        let lines = self.current.lines.iter().filter(|line| line.chars().any(|ch| ch.is_ascii_digit()));
        lines.filter(|line| words::words(line).iter().any(scores)).count() > 0
    }

    fn seems_over(&self) -> bool {
        named(&self.after_the_roll()).is_some()
    }

    fn after_the_roll(&self) -> Vec<String> {
        let lines = &self.current.lines;
        let from = self.current.dice.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0);
        lines.iter().skip(from.min(lines.len())).cloned().collect()
    }

    fn asked(&self, prompt: &Prompt) -> Asked {
        let (rolls, plays) = prompt.topics();
        let index = self.story.stages.len();
        if named(&self.current.lines).is_some()
            && (self.seems_over() || self.story.kind(index) == StageKind::Ending)
        {
            return Asked::Play;
        }
        if self.story.kind(index) == StageKind::Ending {
            return if rolls && !plays { Asked::Roll } else { Asked::Play };
        }
        let worths =
            self.deal().roll.map(|roll| roll.worths(Faces::default(), &self.rules)).unwrap_or_default();
        let ends = |worth: &Worth| !self.rules.asks_again(worth.points);
        let is_over = !worths.is_empty() && worths.iter().all(ends);
        match (is_over, rolls, plays) {
            (true, true, false) | (false, _, false) | (false, true, true) => Asked::Roll,
            (true, _, _) => Asked::Play,
            (false, false, true) if worths.iter().any(ends) => Asked::Play,
            (false, false, true) => Asked::Roll,
        }
    }

    /// Returns the answer of the case's policy.
    fn decide(&mut self, asked: Asked) -> Meaning {
        let Self { policy, story, current, case, .. } = self;
        policy.answer(asked, || {
            let mut so_far = story.clone();
            so_far.push(current.clone());
            has_occasions(&so_far, case)
        })
    }
}

impl Typist for FactsPlayer<'_> {
    fn next(&mut self, so_far: &Recording) -> Type {
        for event in &so_far.events[self.seen..] {
            if let What::Output(bytes) = &event.what {
                self.heard.extend(bytes);
            }
        }
        // The last event may still grow: a wait follows it, so it is complete.
        self.seen = so_far.events.len();
        self.turns += 1;
        let heard = std::mem::take(&mut self.heard);
        self.hear(find(&String::from_utf8_lossy(&heard)), None)
    }
}
