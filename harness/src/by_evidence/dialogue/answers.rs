//! What a prompt offers to type for yes and for no.

use std::ops::Range;

use crate::cases::wording::{GameWords, Idea, Ideas};

/// Returns what a text offers to type, each with whether that means yes.
pub(super) fn offered(text: &str, words: &GameWords) -> Vec<(bool, String)> {
    let pieces = Pieces::of(text, words);
    pieces.pair().unwrap_or_else(|| pieces.menu())
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

    fn ends_line(&self) -> bool {
        self.text == "\n"
    }

    /// Returns whether it means yes, if it is an answer by itself.
    fn answer(&self) -> Option<bool> {
        let is_yes = self.ideas.has(Idea::YesKey);
        (is_yes || self.ideas.has(Idea::NoKey)).then_some(is_yes)
    }
}

/// Returns whether words beside a key mean yes: a no counts before a verb that both may have, as in "do not roll".
fn meaning_of(ideas: Ideas) -> Option<bool> {
    let has = |of: &[Idea]| of.iter().any(|idea| ideas.has(*idea));
    let is_no = has(&[Idea::No, Idea::Negation]);
    (is_no || has(&[Idea::Yes, Idea::Rolling, Idea::Game])).then_some(!is_no)
}

fn is_number(text: &str) -> bool {
    text.chars().all(|ch| ch.is_ascii_digit())
}

/// Returns whether a sign stands around quoted words.
fn is_quote(sign: char) -> bool {
    matches!(sign, '\'' | '"' | '`' | '“' | '”' | '‘' | '’')
}

/// A key that a menu offers.
#[derive(Clone)]
struct Offer {
    is_yes: bool,
    /// The piece that is the key, and the pieces of its line.
    at: usize,
    line: Range<usize>,
}

/// Returns whether one may choose between yes and no.
fn are_a_choice<'a>(mut offers: impl Iterator<Item = &'a Offer>) -> bool {
    let Some(first) = offers.next() else { return false };
    offers.any(|other| other.is_yes != first.is_yes)
}

/// A prompt in pieces.
struct Pieces<'a> {
    all: Vec<PromptPiece>,
    words: &'a GameWords,
}

impl<'a> Pieces<'a> {
    fn of(prompt: &str, words: &'a GameWords) -> Self {
        let chars: Vec<char> = prompt.chars().collect();
        let is_letter = |at: usize| chars.get(at).is_some_and(|ch| ch.is_alphabetic());
        let is_inside = |at: usize| at > 0 && chars[at - 1].is_alphanumeric() && is_letter(at + 1);
        let is_part = |at: usize| chars[at].is_alphanumeric() || chars[at] == '\'' && is_inside(at);
        let all: Vec<usize> = (0..chars.len()).collect();
        let pieces = all.chunk_by(|one, other| is_part(*one) && is_part(*other));
        let texts = pieces.map(|piece| piece.iter().map(|at| chars[*at]).collect::<String>());
        let piece = |text: String| PromptPiece { ideas: words.ideas(&text.to_lowercase()), text };
        let all = texts.filter(|text| text != " ").map(piece).collect();
        Self { all, words }
    }

    fn sign(&self, at: Option<usize>) -> Option<char> {
        self.all.get(at?)?.sign()
    }

    /// Returns the signs before and after a piece.
    fn around(&self, at: usize) -> Option<(char, char)> {
        self.sign(at.checked_sub(1)).zip(self.sign(Some(at + 1)))
    }

    fn is_quoted(&self, at: usize) -> bool {
        self.around(at).is_some_and(|(before, after)| is_quote(before) && is_quote(after))
    }

    /// Returns the keys of `(y/n)`, `yes or no`, `[J/N]`: two words with a slash or "or" between them.
    fn pair(&self) -> Option<Vec<(bool, String)>> {
        let words: Vec<usize> = (0..self.all.len()).filter(|at| self.all[*at].sign().is_none()).collect();
        let signs = |from: usize, to: usize| self.all[from + 1..to].iter().filter_map(PromptPiece::sign);
        let are_only =
            |from, to, allowed: &str| signs(from, to).all(|sign| is_quote(sign) || allowed.contains(sign));
        let has_slash = |pair: &&[usize]| {
            let [from, to] = [pair[0], pair[1]];
            are_only(from, to, "/|[]()") && signs(from, to).any(|sign| "/|".contains(sign))
        };
        let has_or = |three: &&[usize]| {
            let [one, or, two] = [three[0], three[1], three[2]];
            // Of two quoted words one may be unknown: it is the opposite of the other.
            let are_known = [one, two].iter().all(|at| self.all[*at].answer().is_some())
                || [one, two].iter().all(|at| self.is_quoted(*at));
            self.all[or].ideas.has(Idea::Or)
                && are_known
                && are_only(one, or, "()[],")
                && are_only(or, two, "()[],")
        };
        let slashed =
            words.windows(2).rev().filter(has_slash).find_map(|pair| self.opposites(pair[0], pair[1]));
        slashed
            .or_else(|| words.windows(3).filter(has_or).find_map(|three| self.opposites(three[0], three[2])))
    }

    /// Returns two answers of which one is known and the other is its opposite.
    fn opposites(&self, one: usize, two: usize) -> Option<Vec<(bool, String)>> {
        let (one, two) = (&self.all[one], &self.all[two]);
        let is_yes = one.answer().or(two.answer().map(|is_yes| !is_yes))?;
        // "R to roll or Q to quit" offers R and Q, not "roll" and Q.
        let [first, second] = [one, two].map(|piece| piece.text.chars().count());
        let fits = first <= 6 && second <= 6 && (first == 1) == (second == 1);
        let are_opposite = two.answer() != Some(is_yes);
        (fits && are_opposite).then(|| vec![(is_yes, one.text.clone()), (!is_yes, two.text.clone())])
    }

    /// `1. Roll 2. Stop`, `y for yes`, `(R)oll or (S)top`, `yes (1)`, `type roll to go on`. What a key means stands on its line.
    fn menu(&self) -> Vec<(bool, String)> {
        let keys: Vec<usize> = (0..self.all.len()).filter(|at| self.is_key(*at)).collect();
        let mut found: Vec<Offer> = Vec::new();
        let mut start = 0;
        for (index, &at) in keys.iter().enumerate() {
            let key = &self.all[at];
            let line = self.line_of(at);
            let end = keys.get(index + 1).copied().unwrap_or(line.end).min(line.end);
            let is_bracketed = at > 1 && self.around(at) == Some(('(', ')'));
            let named = if is_bracketed { meaning_of(self.all[at - 2].ideas) } else { None };
            let before = start.max(line.start)..at;
            let meaning = named
                .or_else(|| self.description(at, end))
                .or_else(|| key.answer().filter(|_| !is_number(&key.text)))
                .or_else(|| self.all[before].iter().rev().find_map(|piece| meaning_of(piece.ideas)));
            found.extend(meaning.map(|is_yes| Offer { is_yes, at, line }));
            start = at + 1;
        }
        let is_prompt = !self.all.iter().any(PromptPiece::ends_line);
        if !is_prompt {
            found = self.of_a_menu(&found);
        }
        // One key alone is offered by a prompt, not by what was printed above it.
        let is_enough = are_a_choice(found.iter()) || found.len() == 1 && is_prompt;
        let told = |offer: Offer| (offer.is_yes, self.all[offer.at].text.clone());
        if is_enough { found.into_iter().map(told).collect() } else { Vec::new() }
    }

    /// Returns what stands on lines as menus have: behind nothing but signs, or with its opposite. A score that is told has a place elsewhere.
    fn of_a_menu(&self, found: &[Offer]) -> Vec<Offer> {
        let is_in_its_place = |offer: &&Offer| {
            let stands_first =
                self.all[offer.line.start..offer.at].iter().all(|piece| piece.sign().is_some());
            stands_first || are_a_choice(found.iter().filter(|other| other.line == offer.line))
        };
        found.iter().filter(is_in_its_place).cloned().collect()
    }

    /// Returns the line on which a piece stands.
    fn line_of(&self, at: usize) -> Range<usize> {
        let start = self.all[..at].iter().rposition(PromptPiece::ends_line).map_or(0, |end| end + 1);
        let length = self.all[at..].iter().position(PromptPiece::ends_line);
        start..length.map_or(self.all.len(), |length| at + length)
    }

    /// Returns whether a piece is something to type: a digit, a letter alone, or a quoted word.
    fn is_key(&self, at: usize) -> bool {
        let piece = &self.all[at];
        let is_letter = piece.text.chars().count() == 1;
        if piece.sign().is_some() || is_number(&piece.text) {
            return is_number(&piece.text) && is_letter;
        }
        let before = self.sign(at.checked_sub(1));
        if is_letter {
            let is_word = ["a", "I", "i", "A", "x"].contains(&piece.text.as_str());
            return !is_word || before.is_some_and(|sign| sign == '(' || is_quote(sign));
        }
        self.is_quoted(at) || self.around(at) == Some(('[', ']'))
    }

    /// Returns the meaning of the words that follow a key; in `(r)oll` the first of them begins with the key.
    fn description(&self, key: usize, end: usize) -> Option<bool> {
        let rest = self.all[key..end].get(2).filter(|_| self.sign(Some(key + 1)) == Some(')'));
        let whole = rest
            .filter(|rest| rest.sign().is_none())
            .map(|rest| format!("{}{}", self.all[key].text, rest.text).to_lowercase());
        let meaning = whole.and_then(|whole| meaning_of(self.words.ideas(&whole)));
        meaning.or_else(|| self.all[key + 1..end].iter().find_map(|piece| meaning_of(piece.ideas)))
    }
}
