//! Writes scripts from a seed: whole conversations of legal, or of partly illegal, input.

use std::collections::{BTreeMap, BTreeSet};

use crate::console::{Question, Replies, Throw};
use crate::dice::{Dice, Own};
use crate::games::Game;
use crate::replay::{Source, converse};
use crate::setup::Setup;
use crate::transcript::{Transcript, Typed};

/// How an author plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Only replies that the rules allow.
    Legal,
    /// Only those, and of those that differ in letter case and blanks alone always this one: a program that refuses the others plays on.
    OneForm(ReplyForm),
    /// About one reply in five is one that the rules refuse.
    Mixed,
    /// The first time that a question comes, whatever is prescribed there, the reply with this number, counted from 0, of those that the rules
    /// refuse, the seldom typed ones first; behind the last of them, and one later at each further question, a reply that ends the program.
    /// All other replies are legal.
    Probing(usize),
}

/// Which of replies that differ in letter case and blanks alone is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyForm {
    /// The one that is listed first.
    First,
    /// The one that is listed last.
    Last,
}

/// How an author answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Legal replies only, or which others, too.
    pub style: Style,
    /// What chance decides follows from this.
    pub seed: u64,
    /// The most replies.
    pub turns: usize,
    /// Answers to questions by their names, one after the other; the last one comes again and again.
    pub answers: BTreeMap<String, Vec<String>>,
}

/// Returns a conversation of at most `turns` replies, made from `seed`, with dice of the author's own.
///
/// The same arguments always give the same conversation. Unless it probes, the author never leaves the game on purpose: it ends by its rules
/// or at a question.
pub fn write(game: &Game, setup: &Setup, style: Style, seed: u64, turns: usize) -> Transcript {
    let policy = Policy { style, seed, turns, answers: BTreeMap::new() };
    play(game, setup, &policy, &mut Own::new(seed))
}

/// Returns the conversation of an author who answers by `policy` while `dice` fall.
pub fn play(game: &Game, setup: &Setup, policy: &Policy, dice: &mut dyn Dice) -> Transcript {
    converse(game, setup, &mut Playing { author: Author::new(policy.clone()), dice })
}

/// A question that came up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuestion {
    /// Its name.
    pub name: &'static str,
    /// What was printed before the program waited.
    pub prompt: String,
    /// What may be typed.
    pub replies: Replies,
}

/// Returns the questions that come up while an author answers by `policy`, each prompt once, with dice of the author's own.
pub fn questions(game: &Game, setup: &Setup, policy: &Policy) -> Vec<AskedQuestion> {
    let mut dice = Own::new(policy.seed);
    let playing = Playing { author: Author::new(policy.clone()), dice: &mut dice };
    let mut asking = Asking { playing, asked: Vec::new() };
    converse(game, setup, &mut asking);
    asking.asked
}

/// Answers questions by a policy, one after the other.
#[derive(Debug, Clone)]
pub struct Author {
    random: Own,
    policy: Policy,
    left: usize,
    /// How often each question was answered.
    asked: BTreeMap<&'static str, usize>,
    /// The questions that were probed.
    probed: BTreeSet<&'static str>,
}

impl Author {
    /// Returns an author who has not answered anything yet.
    pub fn new(policy: Policy) -> Self {
        Self {
            random: Own::new(policy.seed),
            left: policy.turns,
            policy,
            asked: BTreeMap::new(),
            probed: BTreeSet::new(),
        }
    }

    /// Returns the answer to the next question, which is called `name`; nothing after the policy's last one.
    pub fn answer(&mut self, name: &'static str, replies: &Replies) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        if let Some(probe) = self.probe(name, replies) {
            return Some(probe);
        }
        if let Some(answer) = self.prescribed(name) {
            return Some(answer);
        }
        if let Style::OneForm(form) = self.policy.style {
            return Some(self.pick(&in_form(form, &replies.accepted)).unwrap_or_default());
        }
        let aside = self.one_in(12);
        let refused = self.policy.style == Style::Mixed && self.one_in(5);
        let line = (refused.then(|| self.pick(&replies.refused)).flatten())
            .or_else(|| aside.then(|| self.pick(replies.asides)).flatten())
            .or_else(|| self.pick(&replies.accepted))
            .unwrap_or_default();
        Some(line)
    }

    /// Returns what the question is probed with, if it comes for the first time.
    fn probe(&mut self, question: &'static str, replies: &Replies) -> Option<String> {
        let Style::Probing(number) = self.policy.style else { return None };
        let later = self.probed.len();
        if !self.probed.insert(question) {
            return None;
        }
        let mut refused = replies.seldom.iter().chain(&replies.refused);
        let leaves = number == replies.seldom.len() + replies.refused.len() + later;
        let leaving = replies.leaving.first().filter(|_| leaves).map(ToString::to_string);
        refused.nth(number).cloned().or(leaving)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.random.below(chances) == 0
    }

    fn pick(&mut self, from: &[impl AsRef<str>]) -> Option<String> {
        (!from.is_empty()).then(|| from[self.random.below(from.len())].as_ref().to_string())
    }

    /// Returns the answer that the policy gives to the question, if it gives one.
    fn prescribed(&mut self, question: &'static str) -> Option<String> {
        let answers = self.policy.answers.get(question)?;
        let count = self.asked.entry(question).or_default();
        *count += 1;
        answers.get(*count - 1).or(answers.last()).cloned()
    }
}

/// Returns of replies that differ in letter case and blanks alone this one.
fn in_form(form: ReplyForm, replies: &[String]) -> Vec<&String> {
    let letters = |reply: &String| reply.split_whitespace().collect::<String>().to_lowercase();
    let mut known = BTreeSet::new();
    let mut is_new = |reply: &&String| known.insert(letters(reply));
    match form {
        ReplyForm::First => replies.iter().filter(|reply| is_new(reply)).collect(),
        ReplyForm::Last => replies.iter().rev().filter(|reply| is_new(reply)).collect(),
    }
}

/// An author who keeps the questions.
struct Asking<'a> {
    playing: Playing<'a>,
    asked: Vec<AskedQuestion>,
}

impl Source for Asking<'_> {
    fn reply(&mut self, question: &Question<'_>) -> Option<Typed> {
        let Question { name, prompt, replies } = question;
        if !self.asked.iter().any(|asked| asked.prompt == *prompt) {
            self.asked.push(AskedQuestion { name, prompt: (*prompt).to_string(), replies: replies() });
        }
        self.playing.reply(question)
    }

    fn throw(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Option<Vec<u8>> {
        self.playing.throw(throw, show)
    }
}

/// An author at a table with dice.
struct Playing<'a> {
    author: Author,
    dice: &'a mut dyn Dice,
}

impl Source for Playing<'_> {
    fn reply(&mut self, question: &Question<'_>) -> Option<Typed> {
        self.author.answer(question.name, &(question.replies)()).map(Typed::Line)
    }

    fn throw(&mut self, throw: &Throw<'_>, _show: &dyn Fn(&[u8]) -> String) -> Option<Vec<u8>> {
        throw.faces(|| Some(self.dice.face(throw.sides)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_same_replies_the_first_or_the_last_is_typed() {
        let replies = ["a1", "b2", " A 1", "A1", "B2"].map(String::from);
        assert_eq!(in_form(ReplyForm::First, &replies), ["a1", "b2"]);
        assert_eq!(in_form(ReplyForm::Last, &replies), ["B2", "A1"]);
    }
}
