//! A typist who plays: follows the game with the dice that the program shows, and answers the open question by a policy.

pub(crate) mod vocabulary;

use std::collections::BTreeMap;

use reference::author::{Author, Policy};
use reference::{Ending, Game, Piece, Replies, Setup};

use crate::expected::printed_and_typed;
use crate::observing::{Reading, observe};
use crate::recording::{Recording, Turn};
use crate::running::{Type, Typist};
use crate::text::tokens::words;
use vocabulary::{AnswerWords, choose};

/// A typist who plays.
#[expect(missing_debug_implementations, reason = "games and their files have nothing to show")]
pub struct Player<'a> {
    game: &'static Game,
    setup: Setup,
    vocabulary: &'a AnswerWords,
    author: Author,
    /// The questions that were answered, by the prompts that the program has for them.
    known: BTreeMap<String, OpenQuestion>,
    /// What was typed last: the prompt, the question, the answer, and the words for it that were tried.
    last: Option<Answered>,
}

/// A question of the game.
#[derive(Debug, Clone)]
struct OpenQuestion {
    question: &'static str,
    replies: Replies,
    /// The words with which the game asks it.
    words: Vec<String>,
}

/// An answer that was typed.
#[derive(Debug, Clone)]
struct Answered {
    prompt: String,
    question: &'static str,
    answer: String,
    words: Vec<String>,
}

impl<'a> Player<'a> {
    /// Returns a player of `game` who answers by `policy`, in words of the `vocabulary`.
    pub fn new(game: &'static Game, setup: Setup, policy: Policy, vocabulary: &'a AnswerWords) -> Self {
        Self { game, setup, vocabulary, author: Author::new(policy), known: BTreeMap::new(), last: None }
    }

    /// Returns the question that is open, if the game can be followed to it.
    fn open_question(&self, turns: &[Turn]) -> Option<OpenQuestion> {
        let (printed, typed) = printed_and_typed(turns);
        let observation = observe(self.game, &self.setup, &typed, &printed, Reading::First);
        let prompt = observation.transcript.pieces.iter().rev().find_map(|piece| match piece {
            Piece::Said { text, .. } if !text.trim().is_empty() => text.trim().lines().next_back(),
            _ => None,
        });
        let words = lower(prompt.unwrap_or_default());
        match observation.transcript.ending {
            Ending::Asks { question, replies } => Some(OpenQuestion { question, replies, words }),
            _ => None,
        }
    }

    /// Returns another word for the last answer, if the program asks again although the game has moved on: it has not
    /// understood the word.
    fn another_word(&mut self, prompt: &str, open: Option<&'static str>) -> Option<String> {
        let last = self.last.as_mut().filter(|last| last.prompt == prompt && open != Some(last.question))?;
        let word = choose(self.vocabulary, &last.answer, prompt, &last.words);
        let is_new = !last.words.iter().any(|tried| tried == word);
        is_new.then(|| {
            last.words.push(word.to_string());
            word.to_string()
        })
    }

    /// Returns what is typed for the next question: the one that the program has for a prompt, where that is the game's own
    /// prompt for it; else the one that the game asks at this place, however the program words it.
    fn next_word(&mut self, prompt: String, open: OpenQuestion) -> Option<String> {
        let asked = self.known.entry(prompt.clone()).or_insert_with(|| open.clone());
        if asked.question == open.question || asked.words != lower(&prompt) {
            *asked = open;
        }
        let OpenQuestion { question, replies, .. } = asked.clone();
        let answer = self.author.answer(question, &replies)?;
        // What the rules refuse is typed as it is, to be refused.
        let is_refused = replies.refused.contains(&answer);
        let word =
            if is_refused { &answer } else { choose(self.vocabulary, &answer, &prompt, &[]) }.to_string();
        self.last = Some(Answered { prompt, question, answer, words: vec![word.clone()] });
        Some(word)
    }
}

impl Typist for Player<'_> {
    fn next(&mut self, so_far: &Recording) -> Type {
        let turns = so_far.turns();
        let open = self.open_question(&turns);
        let output = turns.last().map(Turn::text).unwrap_or_default();
        let prompt =
            output.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_string();
        self.another_word(&prompt, open.as_ref().map(|open| open.question))
            .or_else(|| self.next_word(prompt, open?))
            .map_or(Type::Stop, Type::Line)
    }
}

/// Returns the words of a line in lower case.
fn lower(line: &str) -> Vec<String> {
    words(line).map(str::to_lowercase).collect()
}
