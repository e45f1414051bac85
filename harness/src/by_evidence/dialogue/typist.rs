//! Types in a case whose facts are judged: answers by the case's policy, and tries other words.

use super::listener::{Awaited, EndsTurn, StoryListener};
use super::policy::AnsweringPolicy;
use super::story::Story;
use crate::by_evidence::read::Sheet;
use crate::cases::{Case, Suite};
use crate::recording::{Recording, Turn};
use crate::running::typist::{Type, Typist};

/// Returns whether every fact that a case checks has come up, or cannot come up any more.
pub(crate) type HasOccasions<'a> = dyn Fn(&Story, &Case) -> bool + 'a;

/// Plays by the policy of a case.
pub(crate) struct EvidenceTypist<'a> {
    suite: &'a Suite,
    case: &'a Case,
    listener: StoryListener<'a>,
    has_occasions: &'a HasOccasions<'a>,
    policy: AnsweringPolicy,
    /// The words to try at the last prompt, how many of them were tried, and whether they mean yes there.
    words: Vec<String>,
    tried: usize,
    is_yes: bool,
}

impl<'a> EvidenceTypist<'a> {
    /// Returns a typist for a case of a suite.
    pub(crate) fn new(
        (suite, case): (&'a Suite, &'a Case),
        ends_turn: &'a EndsTurn<'a>,
        has_occasions: &'a HasOccasions<'a>,
    ) -> Self {
        Self {
            suite,
            case,
            listener: StoryListener::new(suite, ends_turn),
            has_occasions,
            policy: AnsweringPolicy::of(case),
            words: Vec::new(),
            tried: 0,
            is_yes: true,
        }
    }

    fn hear(&mut self, sheet: Sheet) -> Type {
        match self.listener.hear(sheet) {
            Awaited::Nothing => Type::Stop,
            Awaited::Text(text) => Type::Line(text.to_string()),
            Awaited::AnotherWord(prompt) => {
                // What a refusal offers is tried first.
                let mut offered = prompt.offers(self.is_yes);
                offered.retain(|word| !self.words[..self.tried].contains(word));
                self.words.splice(self.tried..self.tried, offered);
                self.next_word().map_or(Type::Stop, Type::Line)
            }
            Awaited::Start(prompt) => self.first_word(prompt.words_for(prompt.turned(true)), true),
            Awaited::Answer(asked, prompt) => {
                let Self { policy, listener, case, has_occasions, .. } = self;
                let is_yes = policy.answer(asked, || has_occasions(&listener.story, case));
                listener.is_answered(is_yes);
                self.first_word(prompt.words_for(is_yes), prompt.turned(is_yes))
            }
        }
    }

    fn first_word(&mut self, words: Vec<String>, is_yes: bool) -> Type {
        (self.words, self.tried, self.is_yes) = (words, 0, is_yes);
        Type::Line(self.next_word().unwrap_or_default())
    }

    fn next_word(&mut self) -> Option<String> {
        let word = self.words.get(self.tried).cloned();
        self.tried += usize::from(word.is_some());
        word
    }
}

impl Typist for EvidenceTypist<'_> {
    fn next(&mut self, so_far: &Recording) -> Type {
        let turns = so_far.turns();
        let text = turns.last().map(Turn::text).unwrap_or_default();
        self.hear(Sheet::read(&text, turns.len(), self.suite))
    }
}
