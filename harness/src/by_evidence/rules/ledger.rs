//! What was found out about each fact of a conversation.

use std::collections::BTreeMap;

use super::claims::{Outcome, Told, Unread, claimed};
use crate::by_evidence::dialogue::story::Stage;
use crate::cases::Cause;
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
    /// Something is found, in words.
    Says(String),
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
    pub(crate) fn entry(&self, fact: &str) -> &FactEntry {
        static NOTHING: FactEntry = FactEntry { held: 0, wrong: Vec::new(), unread: None };
        self.entries.get(fact).unwrap_or(&NOTHING)
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
        let entry = self.entries.entry(fact.name).or_default();
        let found = match outcome {
            Outcome::Held => {
                entry.held += 1;
                "holds"
            }
            Outcome::Wrong(difference) => {
                entry.wrong.push(*difference);
                "is wrong"
            }
            Outcome::Unread(why) => {
                entry.unread.get_or_insert(why);
                "cannot be told"
            }
        };
        self.tell(format!("{} {found}", fact.name));
    }

    /// Notes how something was understood, in words.
    pub(crate) fn tell(&mut self, says: String) {
        self.trail.push(TrailStep::Says(says));
    }

    /// Notes that these numbers are taken for something.
    pub(crate) fn took(&mut self, what: &str, values: &[i64]) {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let values = if values.is_empty() { "anything".to_string() } else { values.join(", ") };
        self.tell(format!("{what}: {values}"));
    }

    /// Notes what becomes of a claim about a fact.
    pub(crate) fn claim(
        &mut self,
        fact: impl Into<&'static FactRow>,
        at: (&Stage, usize),
        fault: Option<Cause>,
        told: impl FnOnce() -> Told,
    ) {
        let (fact, outcome) = claimed(fact, at, fault, told);
        self.note(fact, outcome);
    }

    /// Notes that facts are undecided somewhere, and why.
    pub(crate) fn unread<F: Into<&'static FactRow>>(
        &mut self,
        facts: impl IntoIterator<Item = F>,
        why: impl Into<Unread>,
    ) {
        let why = why.into();
        facts.into_iter().for_each(|fact| self.note(fact.into(), Outcome::Unread(why.clone())));
    }

    /// Notes that a fact held, where it could have failed.
    pub(crate) fn held_if(&mut self, could_fail: bool, fact: impl Into<&'static FactRow>) {
        if could_fail {
            self.note(fact.into(), Outcome::Held);
        }
    }

    /// Makes each fact undecided about which another reading, which is equally good, disagrees.
    pub(crate) fn doubt(&mut self, other: &Self, why: &str) {
        for (fact, entry) in &mut self.entries {
            if entry.wrong.is_empty() != other.entry(fact).wrong.is_empty() {
                *entry = FactEntry { unread: Some(why.into()), ..FactEntry::default() };
            }
        }
    }

    /// Forgets what is wrong with a fact, because it has another reason.
    pub(crate) fn forgive(&mut self, fact: impl Into<&'static FactRow>) {
        if let Some(entry) = self.entries.get_mut(fact.into().name) {
            entry.held += std::mem::take(&mut entry.wrong).len();
        }
    }
}
