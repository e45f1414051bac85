//! Plays the game with any program: understands what it asks, answers by the case's policy, tries other words.

use std::collections::BTreeMap;

use super::answers::{Meaning, candidates, offers_choice};
use super::pictures::{Reading, find};
use super::story::{Asked, Dealt, Kind, Stage, Story, Worth, deal};
use super::survey::has_occasions;
use super::winner::named;
use super::words::{self, Idea};
use crate::cases::{Case, Suite, Typing};
use crate::recording::{Recording, What};
use crate::running::typist::{Type, Typist};

/// The most waits of one run.
const MOST_WAITS: usize = 1500;

/// The most rolls of one turn.
const MOST_ROLLS: usize = 100;

/// The most games that are played to see a fact for the first time.
const MOST_GAMES: usize = 60;

/// What a program wants when it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// An answer to a question of the game.
    Answer(Asked),
    /// A yes before the game begins.
    Start,
    /// A key, or a name.
    Text(&'static str),
}

/// Plays by the policy of a case.
pub(crate) struct Player<'a> {
    case: &'a Case,
    vocabulary: &'a BTreeMap<String, Vec<String>>,
    /// What has happened so far.
    pub(crate) story: Story,
    current: Stage,
    turns: usize,
    /// How many events of the recording have been seen, and what was printed since the last wait.
    seen: usize,
    heard: Vec<u8>,
    /// How often each question was answered, in all and in this game.
    answered: BTreeMap<&'static str, usize>,
    rolls: usize,
    games: usize,
    /// The last prompt, what was tried there, and what it should have meant.
    trial: Option<Trial>,
    after_the_end: usize,
}

/// Words that are tried at one prompt.
struct Trial {
    prompt: String,
    left: std::vec::IntoIter<String>,
}

impl<'a> Player<'a> {
    /// Returns a player for a case of a suite.
    pub(crate) fn new(suite: &'a Suite, case: &'a Case) -> Self {
        Self {
            case,
            vocabulary: &suite.vocabulary,
            story: Story::default(),
            current: Stage::default(),
            turns: 0,
            seen: 0,
            heard: Vec::new(),
            answered: BTreeMap::new(),
            rolls: 0,
            games: 1,
            trial: None,
            after_the_end: 0,
        }
    }

    /// Returns the story of a recording that was made with such a player.
    pub(crate) fn listen(mut self, recording: &Recording) -> Story {
        for turn in recording.turns() {
            self.turns += 1;
            let reading = find(&turn.text());
            if turn.typed.is_some() {
                self.hear(reading);
            } else {
                self.end(reading);
            }
        }
        self.story
    }

    /// Takes in what was printed after the last answer, where nothing more was typed.
    fn end(&mut self, reading: Reading) {
        let mut stage = std::mem::take(&mut self.current);
        stage.add(self.turns, reading);
        self.story.push(stage);
    }

    /// Takes in what was printed up to a wait, and decides what to type.
    fn hear(&mut self, reading: Reading) -> Type {
        if self.turns > MOST_WAITS {
            return Type::Stop;
        }
        let (prompt, tail) = tail(&reading).unwrap_or_default();
        if let Some(line) = self.try_another(&prompt, &reading) {
            return line;
        }
        self.trial = None;
        self.current.add(self.turns, reading);
        match self.wanted(&prompt, &tail) {
            Wanted::Text(text) if self.after_the_end > 1 && text.is_empty() => Type::Stop,
            Wanted::Text(text) => {
                self.after_the_end += usize::from(self.is_over());
                Type::Line(text.to_string())
            }
            _ if self.is_over() => Type::Stop,
            Wanted::Start => self.try_words(prompt, &tail, Meaning::Yes),
            Wanted::Answer(asked) => {
                let meaning = self.decide(asked);
                self.current.asked = Some(asked);
                self.current.said = Some(meaning);
                self.story.push(std::mem::take(&mut self.current));
                self.count(asked, meaning);
                let typed = if is_turned_round(&prompt) { opposite(meaning) } else { meaning };
                self.try_words(prompt, &tail, typed)
            }
        }
    }

    fn is_over(&self) -> bool {
        self.story.kind(self.story.stages.len()) == Kind::Farewell && !self.story.stages.is_empty()
    }

    fn count(&mut self, asked: Asked, meaning: Meaning) {
        match (asked, meaning) {
            (Asked::Roll, Meaning::Yes) => self.rolls += 1,
            (Asked::Play, Meaning::Yes) => {
                self.rolls = 0;
                self.games += 1;
            }
            _ => {}
        }
    }

    /// A prompt that comes back with hardly a word has not understood: another word is tried.
    fn try_another(&mut self, prompt: &str, reading: &Reading) -> Option<Type> {
        let trial = self.trial.as_mut()?;
        let lines = || reading.text.iter().filter(|line| !line.trim().is_empty());
        let others = || lines().filter(|line| line.trim() != prompt);
        let refused = trial.prompt == prompt
            && reading.pictures.is_empty()
            && reading.puzzles.is_empty()
            && lines().count() <= 4
            && named(&reading.text).is_none()
            && !others().any(|line| line.chars().any(|ch| ch.is_ascii_digit()));
        refused.then(|| trial.left.next().map_or(Type::Stop, Type::Line))
    }

    fn try_words(&mut self, prompt: String, tail: &str, meaning: Meaning) -> Type {
        let choice = if offers_choice(&prompt) { prompt.as_str() } else { tail };
        let mut left = candidates(choice, meaning, self.vocabulary).into_iter();
        let first = left.next().unwrap_or_default();
        self.trial = Some(Trial { prompt, left });
        Type::Line(first)
    }

    /// Returns what a program wants that waits at a prompt.
    fn wanted(&self, prompt: &str, tail: &str) -> Wanted {
        let last = words::words(prompt);
        let has = |idea| words::has(&last, idea);
        let presses = has(Idea::Press) && has(Idea::Key) && !offers_choice(prompt);
        if presses {
            return Wanted::Text("");
        }
        let index = self.story.stages.len();
        let in_game = self.rolled(index) || self.story.kind(index) == Kind::Ending;
        if !in_game {
            let name = has(Idea::Name) && !offers_choice(prompt);
            return if name { Wanted::Text("Ann") } else { Wanted::Start };
        }
        Wanted::Answer(self.asked(prompt, tail))
    }

    fn deal(&self) -> Dealt {
        deal(self.story.kind(self.story.stages.len()), &self.current, self.story.explained)
    }

    /// Returns whether the player has rolled in the current stage.
    fn rolled(&self, index: usize) -> bool {
        match self.story.kind(index) {
            Kind::Opening => {
                let unread = self.current.puzzles > 0 || self.seems_over() || self.has_scores();
                self.deal().roll.is_some() || unread
            }
            Kind::Roll => true,
            Kind::Ending | Kind::Farewell => false,
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

    fn asked(&self, prompt: &str, tail: &str) -> Asked {
        let verbs = |text: &str| {
            let words = words::words(text);
            (words::has(&words, Idea::Rolling), words::has(&words, Idea::Game))
        };
        let (rolls, plays) = match verbs(prompt) {
            (false, false) if !offers_choice(prompt) && offers_choice(tail) => verbs(tail),
            some => some,
        };
        let index = self.story.stages.len();
        if named(&self.current.lines).is_some()
            && (self.seems_over() || self.story.kind(index) == Kind::Ending)
        {
            return Asked::Play;
        }
        if self.story.kind(index) == Kind::Ending {
            return if rolls && !plays { Asked::Roll } else { Asked::Play };
        }
        let worths = self.deal().roll.map(|roll| roll.worths()).unwrap_or_default();
        let bust = !worths.is_empty() && worths.iter().all(|worth| *worth == Worth::Bust);
        match (bust, rolls, plays) {
            (true, true, false) | (false, _, false) | (false, true, true) => Asked::Roll,
            (true, _, _) => Asked::Play,
            (false, false, true) if worths.contains(&Worth::Bust) => Asked::Play,
            (false, false, true) => Asked::Roll,
        }
    }

    /// Returns the answer of the case's policy.
    fn decide(&mut self, asked: Asked) -> Meaning {
        let name = if asked == Asked::Roll { "roll-again" } else { "play-again" };
        let count = self.answered.entry(name).or_default();
        *count += 1;
        let count = *count;
        let Some(Typing::Play(policy)) = &self.case.typing else { return Meaning::No };
        let answers = policy.answers.get(name);
        let last = answers.is_some_and(|answers| count >= answers.len());
        let chance = (policy.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(count as u64))
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
            >> 63
            == 0;
        let yes = answers
            .and_then(|answers| answers.get(count - 1).or(answers.last()))
            .map_or(chance, |answer| words::is(answer, Idea::Yes));
        let yes = match asked {
            Asked::Roll if self.rolls >= MOST_ROLLS => false,
            // In every other game beyond the policy the player rolls on, so that each fact can come up.
            Asked::Roll => yes || self.games.saturating_sub(self.planned()) % 2 == 1,
            Asked::Play if last && !yes => {
                self.games < MOST_GAMES && !has_occasions(&self.story_so_far(), self.case)
            }
            Asked::Play => yes,
        };
        if yes { Meaning::Yes } else { Meaning::No }
    }

    /// Returns how many games the policy asks for.
    fn planned(&self) -> usize {
        match &self.case.typing {
            Some(Typing::Play(policy)) => policy.answers.get("play-again").map_or(1, Vec::len),
            _ => 1,
        }
    }

    fn story_so_far(&self) -> Story {
        let mut story = self.story.clone();
        story.push(self.current.clone());
        story
    }
}

/// Returns the last line of what was printed, and up to six lines at its end.
fn tail(reading: &Reading) -> Option<(String, String)> {
    let after = reading.pictures.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0);
    let lines: Vec<&String> =
        reading.text.iter().skip(after).filter(|line| !line.trim().is_empty()).collect();
    let last = (*lines.last()?).trim().to_string();
    let tail: Vec<&str> = lines.iter().rev().take(6).rev().map(|line| line.as_str()).collect();
    Some((last, tail.join("\n")))
}

fn opposite(meaning: Meaning) -> Meaning {
    match meaning {
        Meaning::Yes => Meaning::No,
        Meaning::No => Meaning::Yes,
    }
}

/// "Do you want to stop?" is answered with no by who goes on.
fn is_turned_round(prompt: &str) -> bool {
    let question = prompt.split(['(', '[', '?', ':', '/']).next().unwrap_or(prompt);
    let words = words::words(question);
    let goes_on =
        |word: &String| [Idea::Rolling, Idea::Yes, Idea::Game].iter().any(|idea| words::is(word, *idea));
    let stops = |word: &String| words::is(word, Idea::No);
    let both = words.iter().any(|word| word == "or" || word == "oder");
    let first = words.iter().find(|word| goes_on(word) || stops(word));
    first.is_some_and(stops) && !both && !prompt.contains(['1', '2'])
}

impl Typist for Player<'_> {
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
        self.hear(find(&String::from_utf8_lossy(&heard)))
    }
}
