//! What was found out about each fact of a conversation.

use std::collections::BTreeMap;

use super::story::Stage;
use crate::cases::Cause;
use crate::comparison::Difference;

/// The facts that are looked for, each with what it says.
pub(crate) const FACTS: &[(&str, &str)] = &[
    ("computer/rolls", "the computer rolls three times and shows one die of each roll"),
    ("computer/hidden", "the computer's total is not shown before the player's turn is over"),
    ("computer/score", "the computer's final score is possible for the dice shown"),
    ("dice/three", "every roll of the player shows three dice"),
    ("dice/faces", "a die shows one of six faces"),
    ("pictures/drawn", "dice are drawn, without digits"),
    ("pictures/rows", "the rows of a die stand under each other"),
    ("pictures/pips", "a die has as many pips as it counts"),
    ("pictures/red", "the red die can be told from the white ones"),
    ("reroll/asked", "the player is asked after every roll that does not end the turn"),
    ("reroll/rolled", "on yes all three dice are rolled again"),
    ("reroll/declined", "on no the player's turn ends"),
    ("reroll/bust", "a red 1 without a white 1 ends the turn without a question"),
    ("score/sum", "a roll scores the sum of the white dice"),
    ("score/doubled", "the score is doubled if the red die is like one white die"),
    ("score/tripled", "the score is tripled if the red die is like both white dice"),
    ("score/red-one", "a red 1 with one white 1 doubles"),
    ("score/three-ones", "three ones triple to six"),
    ("total/first", "after the first roll the total is its score"),
    ("total/added", "every roll is added to the total"),
    ("total/zero", "a red 1 without a white 1 resets the total to zero"),
    ("ending/scores", "at the end both scores are shown"),
    ("ending/winner", "the one with the higher score is named the winner"),
    ("again/asked", "after a game the player is asked for another one"),
    ("again/started", "on yes a new game starts"),
    ("again/dice", "in a new game the computer rolls again"),
    ("again/reset", "in a new game the player's total starts at zero"),
    ("again/ended", "on no the program ends"),
];

/// What was found out about one fact.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entry {
    /// How often it held.
    pub(crate) held: usize,
    /// Where it did not.
    pub(crate) wrong: Vec<Difference>,
    /// Why it could not be told, if it could not somewhere.
    pub(crate) unread: Option<String>,
}

/// What was found out about all facts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ledger {
    entries: BTreeMap<&'static str, Entry>,
    /// How many rolls of the player were read.
    pub(crate) rolls: usize,
}

/// Something that is wrong.
pub(crate) struct Wrong<'a> {
    /// The stage, and the index of the line in it.
    pub(crate) at: (&'a Stage, usize),
    /// As what a difference it counts.
    pub(crate) cause: Cause,
    /// What should be there.
    pub(crate) expected: String,
    /// What is wrong, in a sentence.
    pub(crate) sentence: String,
}

impl Ledger {
    /// Returns what was found out about a fact.
    pub(crate) fn entry(&self, fact: &str) -> Entry {
        self.entries.get(fact).cloned().unwrap_or_default()
    }

    /// Notes that a fact held.
    pub(crate) fn held(&mut self, fact: &'static str) {
        self.entries.entry(fact).or_default().held += 1;
    }

    /// Notes that a fact cannot be told somewhere, and why.
    pub(crate) fn unread(&mut self, fact: &'static str, why: &str) {
        self.entries.entry(fact).or_default().unread.get_or_insert_with(|| why.to_string());
    }

    /// Notes that a fact did not hold.
    pub(crate) fn wrong(&mut self, fact: &'static str, wrong: Wrong<'_>) {
        let Wrong { at: (stage, line), cause, expected, sentence } = wrong;
        let (turn, place) = stage.places.get(line).or(stage.places.last()).copied().unwrap_or((1, 1));
        let got = stage.lines.get(line).map(|line| line.trim_end().to_string());
        let missing = matches!(cause, Cause::MissingOutput | Cause::MissingPrompt);
        self.entries.entry(fact).or_default().wrong.push(Difference {
            cause,
            part: fact.to_string(),
            turn,
            line: place,
            expected: Some(expected),
            got: got.filter(|line| !missing && !line.trim().is_empty()),
            alike: true,
            in_step: true,
            sentence,
            typed: String::new(),
        });
    }

    /// Notes a fact as held, or as wrong.
    pub(crate) fn note(&mut self, fact: &'static str, wrong: Option<Wrong<'_>>) {
        match wrong {
            None => self.held(fact),
            Some(wrong) => self.wrong(fact, wrong),
        }
    }
}

impl Ledger {
    /// Notes that a fact held, where it could have failed.
    pub(crate) fn held_if(&mut self, could_fail: bool, fact: &'static str) {
        if could_fail {
            self.held(fact);
        }
    }

    /// Forgets what is wrong with a fact, because it has another reason.
    pub(crate) fn forgive(&mut self, fact: &str) {
        if let Some(entry) = self.entries.get_mut(fact) {
            entry.held += entry.wrong.len();
            entry.wrong.clear();
        }
    }
}
