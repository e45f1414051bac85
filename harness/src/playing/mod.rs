//! A typist who plays: replays the reference with the dice that the program has shown, and answers the question that is open
//! by a policy.

pub(crate) mod vocabulary;

use std::collections::BTreeMap;

use reference::author::{AskedQuestion, Author, Policy, questions};
use reference::{Ending, Game, Piece, Replies, Setup};

use crate::expected::printed_and_typed;
use crate::observing::{PrintedTurns, Reading, observe};
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
    /// The questions of the game by its own prompts, and those that were answered so far by the program's.
    known: BTreeMap<String, OpenQuestion>,
    /// The answer that was typed last.
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
    /// The program's own prompt.
    prompt: String,
    question: &'static str,
    answer: String,
    /// The words for the answer that were typed there, one after the other.
    words: Vec<String>,
}

impl<'a> Player<'a> {
    /// Returns a player of `game` who answers by `policy`, in words of the `vocabulary`.
    pub fn new(game: &'static Game, setup: Setup, policy: Policy, vocabulary: &'a AnswerWords) -> Self {
        let asked =
            questions(game, &setup, &policy).into_iter().map(|AskedQuestion { name, prompt, replies }| {
                let prompt = prompt.trim().lines().next_back().unwrap_or_default().to_string();
                (prompt.clone(), OpenQuestion { question: name, replies, words: lower(&prompt) })
            });
        let known = asked.collect();
        Self { game, setup, vocabulary, author: Author::new(policy), known, last: None }
    }

    /// Returns the question that is open, if the game can be followed to it.
    fn open_question(&self, turns: &[Turn]) -> Option<OpenQuestion> {
        let (printed, typed) = printed_and_typed(turns);
        let printed = PrintedTurns::from(printed);
        let observation = observe(self.game, &self.setup, &typed, printed.all(), Reading::First);
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

    /// Returns another word for the last answer, if the program repeats its prompt where the game asks something else: then
    /// it has not understood the last word.
    fn another_word(&mut self, prompt: &str, open: Option<&'static str>) -> Option<String> {
        let last = self.last.as_mut().filter(|last| last.prompt == prompt && open != Some(last.question))?;
        let word = choose(self.vocabulary, &last.answer, prompt, &last.words);
        let is_new = !last.words.iter().any(|tried| tried == word);
        is_new.then(|| {
            last.words.push(word.to_string());
            word.to_string()
        })
    }

    /// Returns the question of the game that is asked in these words, whatever the signs between them; nothing if several are.
    fn asked_in(&self, words: &[String]) -> Option<OpenQuestion> {
        let mut same = self.known.values().filter(|known| !words.is_empty() && known.words == words);
        let first = same.next()?;
        same.all(|other| other.question == first.question).then(|| first.clone())
    }

    /// Returns the word for the next question. A prompt in the game's own words stands for the question that it stands for there;
    /// any other prompt stands for the question that the game asks at this place.
    fn next_word(&mut self, prompt: String, open: OpenQuestion) -> Option<String> {
        let words = lower(&prompt);
        let known = self.known.get(&prompt).cloned().or_else(|| self.asked_in(&words));
        let is_another = |known: &OpenQuestion| known.question != open.question && known.words == words;
        let asked = known.filter(is_another).unwrap_or(open);
        self.known.insert(prompt.clone(), asked.clone());
        let OpenQuestion { question, replies, .. } = asked;
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
