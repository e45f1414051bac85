//! What to type for yes and for no, by the hints of a prompt, then by trial.

use std::collections::BTreeMap;

use super::words::{self, Idea};

/// What an answer means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Roll, play, go on.
    Yes,
    /// Stop, leave.
    No,
}

/// Words that are tried where neither prompt nor suite names any.
const COMMON: [(Meaning, &[&str]); 2] = [
    (Meaning::Yes, &["y", "yes", "1", "Y", "j", "ja", "ya"]),
    (Meaning::No, &["n", "no", "0", "2", "N", "nein", "tidak"]),
];

/// Returns what to try for `meaning` at a prompt, one after the other: what the prompt itself offers, then the words of
/// the suite's vocabulary, then common ones.
pub(crate) fn candidates(
    prompt: &str,
    meaning: Meaning,
    vocabulary: &BTreeMap<String, Vec<String>>,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let options = options(prompt);
    found.extend(options.iter().filter(|(of, _)| *of == meaning).map(|(_, key)| key.clone()));
    let name = if meaning == Meaning::Yes { "yes" } else { "no" };
    found.extend(vocabulary.get(name).into_iter().flatten().cloned());
    let common = COMMON.iter().filter(|(of, _)| *of == meaning).flat_map(|(_, words)| words.iter());
    found.extend(common.map(|word| (*word).to_string()));
    let mut tried: Vec<String> = Vec::new();
    for word in found {
        let opposite = options.iter().any(|(of, key)| *of != meaning && *key == word);
        if !opposite && !tried.contains(&word) {
            tried.push(word);
        }
    }
    tried
}

/// Returns what a text offers to type for `meaning`.
pub(crate) fn offered(text: &str, meaning: Meaning) -> Vec<String> {
    options(text).into_iter().filter(|(of, _)| *of == meaning).map(|(_, key)| key).collect()
}

/// Returns whether a prompt offers something to choose from.
pub(crate) fn offers_choice(prompt: &str) -> bool {
    !options(prompt).is_empty()
}

/// A piece of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PromptPiece {
    Word(String),
    Digit(String),
    Sign(char),
}

impl PromptPiece {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Word(text) | Self::Digit(text) => Some(text),
            Self::Sign(_) => None,
        }
    }
}

/// Returns the keys that a prompt offers, with their meanings.
fn options(prompt: &str) -> Vec<(Meaning, String)> {
    let pieces = pieces(prompt);
    let pair = pair(&pieces);
    if !pair.is_empty() {
        return pair;
    }
    menu(&pieces)
}

fn pieces(prompt: &str) -> Vec<PromptPiece> {
    let mut pieces: Vec<PromptPiece> = Vec::new();
    let mut word = String::new();
    let mut chars = prompt.chars().chain(['\n']).peekable();
    while let Some(ch) = chars.next() {
        let inside = !word.is_empty() && chars.peek().is_some_and(|next| next.is_alphabetic());
        if ch.is_alphanumeric() || (ch == '\'' && inside) {
            word.push(ch);
            continue;
        }
        if !word.is_empty() {
            let text = std::mem::take(&mut word);
            let is_number = text.chars().all(|ch| ch.is_ascii_digit());
            pieces.push(if is_number { PromptPiece::Digit(text) } else { PromptPiece::Word(text) });
        }
        if ch != ' ' {
            pieces.push(PromptPiece::Sign(ch));
        }
    }
    pieces
}

/// Returns the keys of `(y/n)`, `yes or no`, `[J/N]`: two words with a slash or "or" between them.
fn pair(pieces: &[PromptPiece]) -> Vec<(Meaning, String)> {
    let words: Vec<usize> = (0..pieces.len()).filter(|at| pieces[*at].text().is_some()).collect();
    for pair in words.windows(2).rev() {
        let between = &pieces[pair[0] + 1..pair[1]];
        let slash = between.iter().any(|piece| matches!(piece, PromptPiece::Sign('/' | '|')));
        let quoted = between.iter().all(|piece| {
            matches!(piece, PromptPiece::Sign('/' | '|' | '\'' | '"' | '[' | ']' | '(' | ')' | ' '))
        });
        if let Some(found) = opposites(pieces, pair[0], pair[1]).filter(|_| slash && quoted) {
            return found;
        }
    }
    for three in words.windows(3) {
        let or = pieces[three[1]]
            .text()
            .is_some_and(|word| ["or", "oder", "atau", "ou", "o"].contains(&word.to_lowercase().as_str()));
        let plain = |from: usize, to: usize| {
            pieces[from + 1..to]
                .iter()
                .all(|piece| matches!(piece, PromptPiece::Sign('\'' | '"' | '(' | ')' | '[' | ']' | ',')))
        };
        // In `(r)oll or (s)top` the word before "or" is only the rest of one.
        let rest = three[0] > 0 && pieces[three[0] - 1] == PromptPiece::Sign(')');
        let known = [three[0], three[2]]
            .iter()
            .all(|at| pieces[*at].text().is_some_and(|word| answer(word).is_some()));
        // Of two quoted words one may be unknown: it is the opposite of the other.
        let quoted = [three[0], three[2]].iter().all(|at| is_quoted(pieces, *at));
        let fits = or && (known || quoted) && !rest && plain(three[0], three[1]) && plain(three[1], three[2]);
        if let Some(found) = opposites(pieces, three[0], three[2]).filter(|_| fits) {
            return found;
        }
    }
    Vec::new()
}

/// Returns two answers of which one is known and the other is its opposite.
fn opposites(pieces: &[PromptPiece], one: usize, two: usize) -> Option<Vec<(Meaning, String)>> {
    let (one, two) = (pieces[one].text()?, pieces[two].text()?);
    let meanings = match (answer(one), answer(two)) {
        (Some(Meaning::Yes), Some(Meaning::No) | None) | (None, Some(Meaning::No)) => {
            [Meaning::Yes, Meaning::No]
        }
        (Some(Meaning::No), Some(Meaning::Yes) | None) | (None, Some(Meaning::Yes)) => {
            [Meaning::No, Meaning::Yes]
        }
        _ => return None,
    };
    // "R to roll or Q to quit" offers R and Q, not "roll" and Q.
    let letters = [one, two].map(|word| word.chars().count() == 1);
    let short = one.chars().count() <= 6 && two.chars().count() <= 6;
    (short && letters[0] == letters[1])
        .then(|| vec![(meanings[0], one.to_string()), (meanings[1], two.to_string())])
}

/// Returns the meaning of a word that is an answer by itself.
fn answer(word: &str) -> Option<Meaning> {
    let lower = word.to_lowercase();
    let yes = ["y", "yes", "ya", "ja", "j", "si", "sí", "s", "oui", "true", "yep", "roll", "r"];
    let no =
        ["n", "no", "nein", "tidak", "non", "false", "q", "quit", "stop", "nope", "exit", "stay", "hold"];
    if yes.contains(&lower.as_str()) {
        Some(Meaning::Yes)
    } else if no.contains(&lower.as_str()) {
        Some(Meaning::No)
    } else {
        None
    }
}

/// `1. Roll 2. Stop`, `y for yes`, `(R)oll or (S)top`, `yes (1)`, `type roll to go on`.
fn menu(pieces: &[PromptPiece]) -> Vec<(Meaning, String)> {
    let keys: Vec<usize> = (0..pieces.len()).filter(|at| is_key(pieces, *at)).collect();
    let mut found = Vec::new();
    for (index, &at) in keys.iter().enumerate() {
        let Some(key) = pieces[at].text() else { continue };
        let end = keys.get(index + 1).copied().unwrap_or(pieces.len());
        let start = if index == 0 { 0 } else { keys[index - 1] + 1 };
        let bracketed = at > 1
            && pieces[at - 1] == PromptPiece::Sign('(')
            && pieces.get(at + 1) == Some(&PromptPiece::Sign(')'))
            && pieces[at - 2].text().and_then(meaning_of_word).is_some();
        let first = if bracketed { pieces[at - 2].text().and_then(meaning_of_word) } else { None };
        let meaning = first
            .or_else(|| description(pieces, at, end))
            .or_else(|| answer(key).filter(|_| !matches!(pieces[at], PromptPiece::Digit(_))))
            .or_else(|| {
                pieces[start..at].iter().rev().filter_map(PromptPiece::text).find_map(meaning_of_word)
            });
        found.extend(meaning.map(|meaning| (meaning, key.to_string())));
    }
    let both = [Meaning::Yes, Meaning::No].iter().all(|meaning| found.iter().any(|(of, _)| of == meaning));
    if both || found.len() == 1 { found } else { Vec::new() }
}

fn is_quoted(pieces: &[PromptPiece], at: usize) -> bool {
    let is_quote = |at: Option<usize>| {
        matches!(
            at.and_then(|at| pieces.get(at)),
            Some(PromptPiece::Sign('\'' | '"' | '`' | '“' | '”' | '‘' | '’'))
        )
    };
    is_quote(at.checked_sub(1)) && is_quote(Some(at + 1))
}

/// Returns whether a piece is something to type: a digit, a letter alone, or a quoted word.
fn is_key(pieces: &[PromptPiece], at: usize) -> bool {
    let sign = |at: Option<usize>| match at.and_then(|at| pieces.get(at)) {
        Some(PromptPiece::Sign(sign)) => Some(*sign),
        _ => None,
    };
    let (before, after) = (sign(at.checked_sub(1)), sign(Some(at + 1)));
    let quote = |sign: Option<char>| matches!(sign, Some('\'' | '"' | '`' | '“' | '”' | '‘' | '’'));
    match &pieces[at] {
        PromptPiece::Digit(digits) => digits.len() == 1,
        PromptPiece::Word(word) if word.chars().count() == 1 => {
            !matches!(word.as_str(), "a" | "I" | "i" | "A" | "x") || before == Some('(') || quote(before)
        }
        PromptPiece::Word(_) => is_quoted(pieces, at) || (before == Some('[') && after == Some(']')),
        PromptPiece::Sign(_) => false,
    }
}

/// Returns the meaning of the words that follow a key; in `(r)oll` the first of them begins with the key.
fn description(pieces: &[PromptPiece], key: usize, end: usize) -> Option<Meaning> {
    let words: Vec<&str> = pieces[key + 1..end].iter().filter_map(PromptPiece::text).collect();
    if let (Some(letter), Some(PromptPiece::Sign(')')), Some(rest)) =
        (pieces[key].text(), pieces.get(key + 1), pieces.get(key + 2).and_then(PromptPiece::text))
    {
        let whole = format!("{letter}{rest}");
        if let Some(meaning) = meaning_of_word(&whole).filter(|_| key + 2 < end) {
            return Some(meaning);
        }
    }
    words.into_iter().find_map(meaning_of_word)
}

fn meaning_of_word(word: &str) -> Option<Meaning> {
    // "To go on", "for yes": a no counts before a verb that both may have, as in "do not roll".
    let no = words::is(word, Idea::No) || ["not", "nicht", "don"].contains(&word.to_lowercase().as_str());
    let yes = [Idea::Yes, Idea::Rolling, Idea::Game].iter().any(|idea| words::is(word, *idea));
    match (no, yes) {
        (true, _) => Some(Meaning::No),
        (false, true) => Some(Meaning::Yes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(prompt: &str, meaning: Meaning) -> String {
        candidates(prompt, meaning, &BTreeMap::new())[0].clone()
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
        let vocabulary = BTreeMap::from([("yes".to_string(), vec!["jawohl".to_string()])]);
        assert_eq!(candidates("Again? ", Meaning::Yes, &vocabulary)[..2], ["jawohl", "y"]);
        assert_eq!(candidates("Again (y/n)? ", Meaning::Yes, &vocabulary)[..2], ["y", "jawohl"]);
    }
}
