//! What the last lines before a wait ask for.

use super::answers::{candidates, offered};
use super::story::Meaning;
use crate::by_evidence::read::Sheet;
use crate::cases::Suite;
use crate::cases::wording::{Idea, Ideas};
use crate::text::tokens::{TokenKind, tokens};

/// The end of what is printed before a wait.
#[derive(Debug, Clone)]
pub(super) struct Prompt<'a> {
    /// The last line.
    pub(super) line: String,
    /// Up to six lines, the last one among them.
    pub(super) tail: String,
    suite: &'a Suite,
}

impl<'a> Prompt<'a> {
    /// Returns the prompt at the end of what was printed.
    pub(super) fn of(sheet: &Sheet, suite: &'a Suite) -> Self {
        let lines = sheet.lines.iter().skip(sheet.below_dice()).filter(|line| !line.is_blank());
        let lines: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
        let tail = lines[lines.len().saturating_sub(6)..].join("\n");
        Self { line: lines.last().map(|line| line.trim().to_string()).unwrap_or_default(), tail, suite }
    }

    fn offers_choice(&self, text: &str) -> bool {
        !offered(text, &self.suite.words).is_empty()
    }

    /// Returns the text that offers something to choose from, if the last line does not.
    fn choice(&self) -> &str {
        if self.offers_choice(&self.line) { &self.line } else { &self.tail }
    }

    /// Returns what the words of its last line are about.
    fn ideas(&self) -> Ideas {
        self.suite.words.ideas_of(&self.line)
    }

    /// Returns whether it speaks of rolling, and of a game. What is not said in the last line may stand in a menu above.
    pub(super) fn topics(&self) -> (bool, bool) {
        let topics = |ideas: Ideas| (ideas.has(Idea::Rolling), ideas.has(Idea::Game));
        match topics(self.ideas()) {
            (false, false) if !self.offers_choice(&self.line) && self.offers_choice(&self.tail) => {
                topics(self.suite.words.ideas_of(&self.tail))
            }
            some => some,
        }
    }

    /// Returns whether a key is to be pressed.
    pub(super) fn wants_a_key(&self) -> bool {
        self.ideas().has(Idea::Press) && self.ideas().has(Idea::Key) && !self.offers_choice(&self.line)
    }

    /// Returns whether a name is asked for.
    pub(super) fn wants_a_name(&self) -> bool {
        self.ideas().has(Idea::Name) && !self.offers_choice(&self.line)
    }

    /// Returns what to try so that `meaning` comes about, one word after the other.
    pub(super) fn words_for(&self, meaning: Meaning) -> Vec<String> {
        candidates(self.choice(), self.turned(meaning), self.suite)
    }

    /// Returns what was meant with `line` as an answer to it, if that is clear.
    pub(super) fn meaning_of(&self, line: &str) -> Option<Meaning> {
        let may_mean =
            |meaning| candidates(self.choice(), meaning, self.suite).iter().any(|word| word == line);
        match (may_mean(Meaning::Yes), may_mean(Meaning::No)) {
            (true, false) => Some(self.turned(Meaning::Yes)),
            (false, true) => Some(self.turned(Meaning::No)),
            _ => None,
        }
    }

    /// Returns what the program here offers to type so that `meaning` comes about at an earlier prompt.
    pub(super) fn offers(&self, meaning: Meaning) -> Vec<String> {
        let offered = offered(&self.tail, &self.suite.words).into_iter();
        offered.filter(|(of, _)| *of == meaning).map(|(_, key)| key).collect()
    }

    /// Returns what to answer so that `meaning` comes about: the opposite where the prompt asks whether to stop.
    pub(super) fn turned(&self, meaning: Meaning) -> Meaning {
        match (self.is_turned_round(), meaning) {
            (false, meaning) => meaning,
            (true, Meaning::Yes) => Meaning::No,
            (true, Meaning::No) => Meaning::Yes,
        }
    }

    /// Returns whether no means to go on, as after "Do you want to stop?".
    fn is_turned_round(&self) -> bool {
        let question = self.line.split(['(', '[', '?', ':', '/']).next().unwrap_or(&self.line);
        let words = tokens(question).filter(|token| token.kind == TokenKind::Word);
        let ideas: Vec<Ideas> = words.map(|word| self.suite.words.ideas(&word.text.to_lowercase())).collect();
        let goes_on =
            |ideas: Ideas| [Idea::Rolling, Idea::Yes, Idea::Game].iter().any(|idea| ideas.has(*idea));
        let first = ideas.iter().find(|ideas| goes_on(**ideas) || ideas.has(Idea::No));
        let either = ideas.iter().any(|ideas| ideas.has(Idea::Or));
        first.is_some_and(|ideas| ideas.has(Idea::No)) && !either && !self.line.contains(['1', '2'])
    }
}
