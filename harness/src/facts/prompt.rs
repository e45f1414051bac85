//! What the last lines before a wait ask for.

use std::collections::BTreeMap;

use super::answers::{Meaning, candidates, offers_choice};
use super::pictures::PicturesFound;
use super::words::{self, Idea};

/// The end of what is printed before a wait.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Prompt {
    /// The last line.
    pub(super) line: String,
    /// Up to six lines, the last one among them.
    pub(super) tail: String,
}

impl Prompt {
    /// Returns the prompt at the end of what was printed.
    pub(super) fn of(reading: &PicturesFound) -> Self {
        let after = reading.pictures.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0);
        let lines = reading.text.iter().skip(after).filter(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let tail = lines[lines.len().saturating_sub(6)..].join("\n");
        Self { line: lines.last().map(|line| line.trim().to_string()).unwrap_or_default(), tail }
    }

    /// Returns the text that offers something to choose from, if the last line does not.
    pub(super) fn choice(&self) -> &str {
        if offers_choice(&self.line) { &self.line } else { &self.tail }
    }

    /// Returns whether it speaks of rolling, and of a game. What is not said in the last line may stand in a menu above.
    pub(super) fn topics(&self) -> (bool, bool) {
        let verbs = |text: &str| {
            let words = words::words(text);
            (words::has(&words, Idea::Rolling), words::has(&words, Idea::Game))
        };
        match verbs(&self.line) {
            (false, false) if !offers_choice(&self.line) && offers_choice(&self.tail) => verbs(&self.tail),
            some => some,
        }
    }

    /// Returns whether a key is to be pressed.
    pub(super) fn wants_a_key(&self) -> bool {
        let words = words::words(&self.line);
        words::has(&words, Idea::Press) && words::has(&words, Idea::Key) && !offers_choice(&self.line)
    }

    /// Returns whether a name is asked for.
    pub(super) fn wants_a_name(&self) -> bool {
        words::has(&words::words(&self.line), Idea::Name) && !offers_choice(&self.line)
    }

    /// Returns what `line` means as an answer to it, if that is clear.
    pub(super) fn meaning_of(
        &self,
        line: &str,
        vocabulary: &BTreeMap<String, Vec<String>>,
    ) -> Option<Meaning> {
        let may_mean =
            |meaning| candidates(self.choice(), meaning, vocabulary).iter().any(|word| word == line);
        match (may_mean(Meaning::Yes), may_mean(Meaning::No)) {
            (true, false) => Some(self.turned(Meaning::Yes)),
            (false, true) => Some(self.turned(Meaning::No)),
            _ => None,
        }
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
        let words = words::words(question);
        let goes_on =
            |word: &String| [Idea::Rolling, Idea::Yes, Idea::Game].iter().any(|idea| words::is(word, *idea));
        let stops = |word: &String| words::is(word, Idea::No);
        let both = words.iter().any(|word| word == "or" || word == "oder");
        let first = words.iter().find(|word| goes_on(word) || stops(word));
        first.is_some_and(stops) && !both && !self.line.contains(['1', '2'])
    }
}
