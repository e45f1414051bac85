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
    /// The words that are left to try at the last prompt, the next one last, those that were tried, and whether they mean yes there.
    left: Vec<String>,
    tried: Vec<String>,
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
            left: Vec::new(),
            tried: Vec::new(),
            is_yes: true,
        }
    }

    fn hear(&mut self, sheet: Sheet) -> Type {
        match self.listener.hear(sheet) {
            Awaited::Nothing => Type::Stop,
            Awaited::Text(text) => Type::Line(text.to_string()),
            Awaited::AnotherWord(prompt) => {
                // What a refusal offers is tried first.
                let offered = prompt.offers(self.is_yes).into_iter().rev();
                self.left.extend(offered.filter(|word| !self.tried.contains(word)));
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
        self.left = words.into_iter().rev().collect();
        self.tried.clear();
        self.is_yes = is_yes;
        Type::Line(self.next_word().unwrap_or_default())
    }

    fn next_word(&mut self) -> Option<String> {
        let word = self.left.pop()?;
        self.tried.push(word.clone());
        Some(word)
    }
}

impl Typist for EvidenceTypist<'_> {
    fn next(&mut self, so_far: &Recording) -> Type {
        let turns = so_far.turns();
        let text = turns.last().map(Turn::text).unwrap_or_default();
        self.hear(Sheet::read(&text, turns.len(), self.suite))
    }
}
