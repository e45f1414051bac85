//! What the last lines before a wait ask for, and what to type for yes and for no: what they offer, then the suite's words.

use super::answers::offered;
use super::story::Asked;
use crate::by_evidence::read::Sheet;
use crate::cases::Suite;
use crate::cases::wording::{GameWords, Idea};
use crate::text::tokens::words;

/// Returns whether a text speaks of rolling, and of a game.
fn topics_of(text: &str, words: &GameWords) -> (bool, bool) {
    let ideas = words.ideas_of(text);
    (ideas.has(Idea::Rolling), ideas.has(Idea::Game))
}

/// Returns what is asked on a line behind which more is printed, so that no answer is waited for: it offers what to type, as a prompt does.
pub(super) fn asked_in_passing(line: &str, words: &GameWords) -> Option<Asked> {
    let (question, _) = line.split_once('?')?;
    let asked = match topics_of(question, words) {
        (true, false) => Asked::Roll,
        (false, true) => Asked::Play,
        _ => return None,
    };
    (!offered(line, words).is_empty()).then_some(asked)
}

/// The end of what is printed before a wait.
#[derive(Debug, Clone)]
pub(super) struct Prompt<'a> {
    /// The last line.
    pub(super) line: String,
    /// Up to six lines, the last one among them.
    tail: String,
    suite: &'a Suite,
}

impl<'a> Prompt<'a> {
    /// Returns the prompt at the end of what was printed.
    pub(super) fn of(sheet: &Sheet, suite: &'a Suite) -> Self {
        let lines = sheet.lines_below_dice();
        let tail = lines[lines.len().saturating_sub(6)..].join("\n");
        Self { line: lines.last().map(|line| line.trim().to_string()).unwrap_or_default(), tail, suite }
    }

    /// Returns what it offers to type, each with whether that means yes: in the last line, or else in a menu above.
    fn options(&self) -> Vec<(bool, String)> {
        let own = offered(&self.line, &self.suite.words);
        if own.is_empty() { offered(&self.tail, &self.suite.words) } else { own }
    }

    /// Returns whether its last line is about all of this and offers nothing to choose from.
    pub(super) fn wants(&self, all: &[Idea]) -> bool {
        let ideas = self.suite.words.ideas_of(&self.line);
        all.iter().all(|idea| ideas.has(*idea)) && offered(&self.line, &self.suite.words).is_empty()
    }

    /// Returns whether it speaks of rolling, and of a game. What is not said in the last line may stand in a menu above.
    pub(super) fn topics(&self) -> (bool, bool) {
        let topics = |text: &str| topics_of(text, &self.suite.words);
        match topics(&self.line) {
            (false, false) if self.wants(&[]) && !self.options().is_empty() => topics(&self.tail),
            some => some,
        }
    }

    /// Returns what to try so that yes, or no, is understood, one word after the other.
    pub(super) fn words_for(&self, is_yes: bool) -> Vec<String> {
        let (options, is_yes) = (self.options(), self.turned(is_yes));
        let (own, opposite): (Vec<_>, Vec<_>) = options.iter().partition(|(of, _)| *of == is_yes);
        let known = self.suite.vocabulary.get(if is_yes { "yes" } else { "no" }).into_iter().flatten();
        let mut words: Vec<String> = Vec::new();
        for word in own.into_iter().map(|(_, key)| key).chain(known) {
            if !opposite.iter().any(|(_, key)| key == word) && !words.contains(word) {
                words.push(word.clone());
            }
        }
        words
    }

    /// Returns whether `line` means yes as an answer to it, if that is clear.
    pub(super) fn meaning_of(&self, line: &str) -> Option<bool> {
        let [yes, no] = [true, false].map(|is_yes| self.words_for(is_yes).iter().any(|word| word == line));
        (yes != no).then_some(yes)
    }

    /// Returns what the program here offers to type for yes, or for no, at an earlier prompt.
    pub(super) fn offers(&self, is_yes: bool) -> Vec<String> {
        let offered = offered(&self.tail, &self.suite.words).into_iter();
        offered.filter(|(of, _)| *of == is_yes).map(|(_, key)| key).collect()
    }

    /// Returns what to answer so that yes, or no, comes about: the opposite where the prompt asks whether to stop, as in "Do you want to
    /// stop?".
    pub(super) fn turned(&self, is_yes: bool) -> bool {
        let question = self.line.split(['(', '[', '?', ':', '/']).next().unwrap_or(&self.line);
        let decides = [Idea::No, Idea::Rolling, Idea::Yes, Idea::Game];
        let mut ideas = words(question).map(|word| self.suite.words.ideas_of(word));
        let first = ideas.find(|ideas| decides.iter().any(|idea| ideas.has(*idea)));
        let either = self.suite.words.ideas_of(question).has(Idea::Or);
        let stops = first.is_some_and(|ideas| ideas.has(Idea::No)) && !either;
        is_yes != (stops && !self.line.contains(['1', '2']))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::tests::suite;

    fn words_for(prompt: &str, is_yes: bool) -> Vec<String> {
        Prompt::of(&Sheet::read(prompt, 1, suite()), suite()).words_for(is_yes)
    }

    #[test]
    fn hints_of_a_prompt_are_followed() {
        for (prompt, yes, no) in [
            ("Roll again (y/n)? ", "y", "n"),
            ("Roll again? [Y/N]: ", "Y", "N"),
            ("Roll again, yes or no? ", "yes", "no"),
            ("Play again? (yes/no) ", "yes", "no"),
            ("Nochmal würfeln? (j/n) ", "j", "n"),
            ("Main lagi? (ya/tidak): ", "ya", "tidak"),
            ("Lempar lagi? (y/t): ", "y", "t"),
            ("1. Roll  2. Stop\nYour choice: ", "1", "2"),
            ("1) Stop\n2) Roll again\n> ", "2", "1"),
            ("Enter 1 to roll again, 0 to stop: ", "1", "0"),
            ("Roll again? 1 = yes, 0 = no: ", "1", "0"),
            ("(R)oll or (S)top? ", "R", "S"),
            ("Press R to roll again or Q to quit: ", "R", "Q"),
            ("Type 'roll' to roll again or 'stop' to end your turn: ", "roll", "stop"),
            ("Again? y for yes, n for no: ", "y", "n"),
            ("Would you like to roll again? Yes (1) or no (2): ", "1", "2"),
            ("Again? ", "y", "n"),
            ("Roll the dice again? ('y' or 'n') ", "y", "n"),
            ("Enter \"r\" to roll, \"e\" to end: ", "r", "e"),
            ("Please type 'roll' or 'stay'.\nWhat now? ", "roll", "stay"),
            ("Please type 'again' or 'exit'.\nAnd now? ", "again", "exit"),
            ("1. New game\n2. Quit\nEnter your choice (1-2): ", "1", "2"),
            ("You scored 7.\n1 - roll again\n2 - stop\nChoice: ", "1", "2"),
            ("Do you want to play again?\n1 - yes\n2 - no\n> ", "1", "2"),
            ("Game over. You: 4, CPU: 8\nWhat next?\n1) Play again\n2) Exit\n> ", "1", "2"),
            ("Your score: 0\nComputer's score: 8\nPlay again? ", "y", "n"),
            ("You have 9 points.\nRoll again? ", "y", "n"),
            ("Your score is 5.\nDo you want to roll again? ", "y", "n"),
        ] {
            assert_eq!(
                (words_for(prompt, true)[0].as_str(), words_for(prompt, false)[0].as_str()),
                (yes, no),
                "{prompt}"
            );
        }
    }

    #[test]
    fn the_vocabulary_comes_after_the_hints() {
        assert_eq!(words_for("Again? ", true)[..2], ["y", "yes"]);
        assert_eq!(words_for("Again (j/n)? ", true)[..2], ["j", "y"]);
        assert!(!words_for("1. Stop 2. Roll", true).contains(&"1".to_string()));
    }
}
