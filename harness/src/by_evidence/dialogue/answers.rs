//! What to type for yes and for no: what a prompt offers, then the suite's words.

use super::story::Meaning;
use crate::cases::Suite;
use crate::cases::wording::{GameWords, Idea, Ideas};

/// Returns what to try for `meaning` at a prompt, one after the other: what the prompt itself offers, then the words of the suite.
pub(super) fn candidates(prompt: &str, meaning: Meaning, suite: &Suite) -> Vec<String> {
    let options = Pieces::of(prompt, &suite.words).options();
    let name = if meaning == Meaning::Yes { "yes" } else { "no" };
    let own = options.iter().filter(|(of, _)| *of == meaning).map(|(_, key)| key);
    let mut tried: Vec<String> = Vec::new();
    for word in own.chain(suite.vocabulary.get(name).into_iter().flatten()) {
        let is_opposite = options.iter().any(|(of, key)| *of != meaning && key == word);
        if !is_opposite && !tried.contains(word) {
            tried.push(word.clone());
        }
    }
    tried
}

/// Returns what a text offers to type, each with its meaning.
pub(super) fn offered(text: &str, words: &GameWords) -> Vec<(Meaning, String)> {
    Pieces::of(text, words).options()
}

/// A word, a digit or a sign of a prompt.
struct PromptPiece {
    text: String,
    ideas: Ideas,
}

impl PromptPiece {
    /// Returns the sign that it is, if it is one.
    fn sign(&self) -> Option<char> {
        self.text.chars().next().filter(|ch| !ch.is_alphanumeric())
    }

    /// Returns the word or the digits that it is.
    fn word(&self) -> Option<&str> {
        self.sign().is_none().then_some(self.text.as_str())
    }

    fn is_number(&self) -> bool {
        self.text.chars().all(|ch| ch.is_ascii_digit())
    }

    /// Returns its meaning if it is an answer by itself.
    fn answer(&self) -> Option<Meaning> {
        match (self.ideas.has(Idea::YesKey), self.ideas.has(Idea::NoKey)) {
            (true, _) => Some(Meaning::Yes),
            (false, true) => Some(Meaning::No),
            _ => None,
        }
    }
}

/// Returns the meaning of a word beside a key: a no counts before a verb that both may have, as in "do not roll".
fn meaning_of(ideas: Ideas) -> Option<Meaning> {
    if ideas.has(Idea::No) || ideas.has(Idea::Negation) {
        return Some(Meaning::No);
    }
    [Idea::Yes, Idea::Rolling, Idea::Game].iter().any(|idea| ideas.has(*idea)).then_some(Meaning::Yes)
}

/// Returns whether a sign stands around quoted words.
fn is_quote(sign: char) -> bool {
    matches!(sign, '\'' | '"' | '`' | '“' | '”' | '‘' | '’')
}

/// A prompt in pieces.
struct Pieces<'a> {
    all: Vec<PromptPiece>,
    words: &'a GameWords,
}

impl<'a> Pieces<'a> {
    fn of(prompt: &str, words: &'a GameWords) -> Self {
        let mut all: Vec<PromptPiece> = Vec::new();
        let mut word = String::new();
        let mut chars = prompt.chars().chain(['\n']).peekable();
        while let Some(ch) = chars.next() {
            let inside = !word.is_empty() && chars.peek().is_some_and(|next| next.is_alphabetic());
            if ch.is_alphanumeric() || (ch == '\'' && inside) {
                word.push(ch);
                continue;
            }
            if !word.is_empty() {
                let ideas = words.ideas(&word.to_lowercase());
                all.push(PromptPiece { text: std::mem::take(&mut word), ideas });
            }
            if ch != ' ' {
                all.push(PromptPiece { text: ch.to_string(), ideas: Ideas::default() });
            }
        }
        Self { all, words }
    }

    /// Returns the keys that it offers, with their meanings.
    fn options(&self) -> Vec<(Meaning, String)> {
        self.pair().unwrap_or_else(|| self.menu())
    }

    fn sign(&self, at: Option<usize>) -> Option<char> {
        self.all.get(at?)?.sign()
    }

    fn is_quoted(&self, at: usize) -> bool {
        let is_quote = |at| self.sign(at).is_some_and(is_quote);
        is_quote(at.checked_sub(1)) && is_quote(Some(at + 1))
    }

    /// Returns the keys of `(y/n)`, `yes or no`, `[J/N]`: two words with a slash or "or" between them.
    fn pair(&self) -> Option<Vec<(Meaning, String)>> {
        let words: Vec<usize> = (0..self.all.len()).filter(|at| self.all[*at].word().is_some()).collect();
        let slashed = words.windows(2).rev().find_map(|pair| {
            let signs: Vec<char> =
                self.all[pair[0] + 1..pair[1]].iter().filter_map(PromptPiece::sign).collect();
            let plain = signs.iter().all(|sign| is_quote(*sign) || "/|[]()".contains(*sign));
            let fits = plain && signs.iter().any(|sign| "/|".contains(*sign));
            fits.then(|| self.opposites(pair[0], pair[1])).flatten()
        });
        slashed.or_else(|| {
            words.windows(3).find_map(|three| {
                let plain = |from: usize, to: usize| {
                    let mut signs = self.all[from + 1..to].iter().filter_map(PromptPiece::sign);
                    signs.all(|sign| is_quote(sign) || "()[],".contains(sign))
                };
                // In `(r)oll or (s)top` the word before "or" is only the rest of one.
                let rest = three[0] > 0 && self.sign(Some(three[0] - 1)) == Some(')');
                let ends = [three[0], three[2]];
                let known = ends.iter().all(|at| self.all[*at].answer().is_some());
                // Of two quoted words one may be unknown: it is the opposite of the other.
                let fits = self.all[three[1]].ideas.has(Idea::Or)
                    && (known || ends.iter().all(|at| self.is_quoted(*at)))
                    && !rest
                    && plain(three[0], three[1])
                    && plain(three[1], three[2]);
                fits.then(|| self.opposites(three[0], three[2])).flatten()
            })
        })
    }

    /// Returns two answers of which one is known and the other is its opposite.
    fn opposites(&self, one: usize, two: usize) -> Option<Vec<(Meaning, String)>> {
        use Meaning::{No, Yes};
        let (one, two) = (&self.all[one], &self.all[two]);
        let meanings = match (one.answer(), two.answer()) {
            (Some(Yes), Some(No) | None) | (None, Some(No)) => [Yes, No],
            (Some(No), Some(Yes) | None) | (None, Some(Yes)) => [No, Yes],
            _ => return None,
        };
        // "R to roll or Q to quit" offers R and Q, not "roll" and Q.
        let [first, second] = [one, two].map(|piece| piece.text.chars().count());
        let fits = first <= 6 && second <= 6 && (first == 1) == (second == 1);
        fits.then(|| vec![(meanings[0], one.text.clone()), (meanings[1], two.text.clone())])
    }

    /// `1. Roll 2. Stop`, `y for yes`, `(R)oll or (S)top`, `yes (1)`, `type roll to go on`.
    fn menu(&self) -> Vec<(Meaning, String)> {
        let keys: Vec<usize> = (0..self.all.len()).filter(|at| self.is_key(*at)).collect();
        let mut found = Vec::new();
        for (index, &at) in keys.iter().enumerate() {
            let key = &self.all[at];
            let end = keys.get(index + 1).copied().unwrap_or(self.all.len());
            let start = if index == 0 { 0 } else { keys[index - 1] + 1 };
            let is_bracketed =
                at > 1 && self.sign(Some(at - 1)) == Some('(') && self.sign(Some(at + 1)) == Some(')');
            let before = |piece: &PromptPiece| piece.word().and_then(|_| meaning_of(piece.ideas));
            let first = if is_bracketed { before(&self.all[at - 2]) } else { None };
            let meaning = first
                .or_else(|| self.description(at, end))
                .or_else(|| key.answer().filter(|_| !key.is_number()))
                .or_else(|| self.all[start..at].iter().rev().find_map(before));
            found.extend(meaning.map(|meaning| (meaning, key.text.clone())));
        }
        let has = |meaning| found.iter().any(|(of, _)| *of == meaning);
        if has(Meaning::Yes) && has(Meaning::No) || found.len() == 1 { found } else { Vec::new() }
    }

    /// Returns whether a piece is something to type: a digit, a letter alone, or a quoted word.
    fn is_key(&self, at: usize) -> bool {
        let piece = &self.all[at];
        let before = self.sign(at.checked_sub(1));
        match piece.word() {
            None => false,
            Some(_) if piece.is_number() => piece.text.len() == 1,
            Some(word) if word.chars().count() == 1 => {
                let is_word = matches!(word, "a" | "I" | "i" | "A" | "x");
                !is_word || before.is_some_and(|sign| sign == '(' || is_quote(sign))
            }
            Some(_) => self.is_quoted(at) || before == Some('[') && self.sign(Some(at + 1)) == Some(']'),
        }
    }

    /// Returns the meaning of the words that follow a key; in `(r)oll` the first of them begins with the key.
    fn description(&self, key: usize, end: usize) -> Option<Meaning> {
        let rest = self.all.get(key + 2).filter(|_| self.sign(Some(key + 1)) == Some(')') && key + 2 < end);
        let whole = rest
            .and_then(PromptPiece::word)
            .map(|rest| format!("{}{rest}", self.all[key].text).to_lowercase());
        let meaning = whole.and_then(|whole| meaning_of(self.words.ideas(&whole)));
        let words = self.all[key + 1..end].iter().filter(|piece| piece.word().is_some());
        meaning.or_else(|| words.map(|piece| piece.ideas).find_map(meaning_of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::tests::suite;

    fn first(prompt: &str, meaning: Meaning) -> String {
        candidates(prompt, meaning, suite())[0].clone()
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
        ] {
            assert_eq!(
                (first(prompt, Meaning::Yes).as_str(), first(prompt, Meaning::No).as_str()),
                (yes, no),
                "{prompt}"
            );
        }
    }

    #[test]
    fn the_vocabulary_comes_after_the_hints() {
        assert_eq!(candidates("Again? ", Meaning::Yes, suite())[..2], ["y", "yes"]);
        assert_eq!(candidates("Again (j/n)? ", Meaning::Yes, suite())[..2], ["j", "y"]);
        assert!(!candidates("1. Stop 2. Roll", Meaning::Yes, suite()).contains(&"1".to_string()));
    }
}
