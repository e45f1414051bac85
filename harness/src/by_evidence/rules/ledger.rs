//! What was found out about each fact of a conversation.

use std::collections::BTreeMap;

use super::claims::{FactClaim, Outcome, SentenceParts, Unread};
use crate::cases::facts::FactRow;
use crate::comparison::Difference;

/// What was found out about one fact.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactEntry {
    /// How often it held.
    pub(crate) held: usize,
    /// The places where it did not hold.
    pub(crate) wrong: Vec<Difference>,
    /// Why it is undecided somewhere, if it is.
    pub(crate) unread: Option<Unread>,
}

impl FactEntry {
    /// Returns how often it came up, whether it held or not.
    pub(crate) fn came_up(&self) -> usize {
        self.held + self.wrong.len()
    }
}

/// A step on the way to what was found out.
#[derive(Debug, Clone)]
pub(crate) enum TrailStep {
    /// The stage with this index is looked at.
    Stage(usize),
    /// Of so many readings of a roll some are kept.
    Kept { kept: usize, of: usize },
    /// These numbers are taken for something.
    Took(&'static str, Vec<i64>),
    /// Something is from the one to the other.
    Between(&'static str, i64, i64),
    /// A claim about a fact holds, is wrong, or cannot be told.
    Found(&'static str, &'static str),
}

/// What was found out about all facts.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactLedger {
    entries: BTreeMap<&'static str, FactEntry>,
    /// How many rolls of the player were read.
    pub(crate) rolls: usize,
    /// Why the first picture could not be read of which that holds.
    pub(crate) puzzle: Option<Unread>,
    /// How the conversation was understood, step by step, for who asks.
    pub(crate) trail: Vec<TrailStep>,
    /// The readings that were tried, in words, each with how many claims are wrong by it.
    pub(crate) tried: Vec<(String, usize)>,
}

impl FactLedger {
    /// Returns what was found out about a fact.
    pub(crate) fn entry(&self, fact: &str) -> FactEntry {
        self.entries.get(fact).cloned().unwrap_or_default()
    }

    /// Returns how often facts held.
    pub(crate) fn held_in_all(&self) -> usize {
        self.entries.values().map(|entry| entry.held).sum()
    }

    /// Returns where facts did not hold, fact by fact.
    pub(crate) fn wrong_in_all(&self) -> impl Iterator<Item = &Difference> {
        self.entries.values().flat_map(|entry| &entry.wrong)
    }

    /// Notes what became of a claim about a fact.
    pub(crate) fn note(&mut self, fact: &'static FactRow, outcome: Outcome) {
        let found = match outcome {
            Outcome::Held => "holds",
            Outcome::Wrong(_) => "is wrong",
            Outcome::Unread(_) => "cannot be told",
        };
        self.trail.push(TrailStep::Found(fact.name, found));
        let entry = self.entries.entry(fact.name).or_default();
        match outcome {
            Outcome::Held => entry.held += 1,
            Outcome::Wrong(difference) => entry.wrong.push(*difference),
            Outcome::Unread(why) => drop(entry.unread.get_or_insert(why)),
        }
    }

    /// Checks a claim and notes what became of it.
    pub(crate) fn check(&mut self, claim: &FactClaim<'_>, filling: impl FnOnce() -> SentenceParts) {
        self.note(claim.fact, claim.check(filling));
    }

    /// Notes that facts are undecided somewhere, and why.
    pub(crate) fn unread(
        &mut self,
        facts: impl IntoIterator<Item = &'static FactRow>,
        why: impl Into<Unread>,
    ) {
        let why = why.into();
        facts.into_iter().for_each(|fact| self.note(fact, Outcome::Unread(why.clone())));
    }

    /// Notes that a fact held, where it could have failed.
    pub(crate) fn held_if(&mut self, could_fail: bool, fact: &'static FactRow) {
        if could_fail {
            self.note(fact, Outcome::Held);
        }
    }

    /// Makes each fact undecided about which another reading, which is equally good, disagrees.
    pub(crate) fn doubt(&mut self, other: &Self, why: &str) {
        for (fact, entry) in &mut self.entries {
            let is_right = other.entries.get(fact).is_none_or(|other| other.wrong.is_empty());
            if is_right != entry.wrong.is_empty() {
                *entry = FactEntry { unread: Some(why.into()), ..FactEntry::default() };
            }
        }
    }

    /// Forgets what is wrong with a fact, because it has another reason.
    pub(crate) fn forgive(&mut self, fact: &'static FactRow) {
        if let Some(entry) = self.entries.get_mut(fact.name) {
            entry.held += entry.wrong.len();
            entry.wrong.clear();
        }
    }
}
