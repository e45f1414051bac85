//! What was found out about each fact of a conversation.

use std::collections::BTreeMap;

use super::claims::{Told, place};
use crate::by_evidence::dialogue::Stage;
use crate::by_evidence::read::Unread;
use crate::cases::Cause;
use crate::cases::facts::FactRow;
use crate::comparison::{Detail, Difference, Part, Track};

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
    fn undecided(why: impl Into<Unread>) -> Self {
        Self { unread: Some(why.into()), ..Self::default() }
    }

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
    /// What becomes of a fact, in words.
    Finds(&'static str, &'static str),
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

    /// Notes how something was understood, in words.
    pub(crate) fn tell(&mut self, says: String) {
        self.trail.push(TrailStep::Says(says));
    }

    /// Notes that these numbers are taken for something.
    pub(crate) fn took(&mut self, what: &str, values: &[i64]) {
        let values = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        self.tell(format!("{what}: {}", if values.is_empty() { "anything" } else { &values }));
    }

    /// Notes that a fact held.
    pub(crate) fn holds(&mut self, fact: impl Into<&'static FactRow>) {
        self.note(fact.into().name, FactEntry { held: 1, ..FactEntry::default() });
    }

    /// Notes that facts are undecided somewhere, and why.
    pub(crate) fn unread<F: Into<&'static FactRow>>(
        &mut self,
        facts: impl IntoIterator<Item = F>,
        why: impl Into<Unread>,
    ) {
        let why = why.into();
        for fact in facts {
            self.note(fact.into().name, FactEntry::undecided(why.clone()));
        }
    }

    /// Notes a claim about a fact: it holds if it has no fault, else that is told at a line of a stage.
    pub(crate) fn claim(
        &mut self,
        fact: impl Into<&'static FactRow>,
        at: (&Stage, usize),
        fault: Option<Cause>,
        told: impl FnOnce() -> Told,
    ) {
        let fact = fact.into();
        let Some(cause) = fault else { return self.holds(fact) };
        let Told { says, dice, right, shown } = told();
        let fill =
            |text: &str| text.replace("{dice}", &dice).replace("{right}", &right).replace("{shown}", &shown);
        let (place, actual) = place(at, cause);
        let detail = Detail::Fact(fill(says.unwrap_or(fact.sentence)));
        let difference = Difference::new(cause, Part::new(fact.name), detail)
            .at(place.0, place.1)
            .lines(Some(fill(fact.expected)), actual)
            .on(Track::VersionInStep);
        self.note(fact.name, FactEntry { wrong: vec![difference], ..FactEntry::default() });
    }

    /// Adds what was found out about facts elsewhere.
    pub(crate) fn add(&mut self, other: Self) {
        for (fact, found) in other.entries {
            self.note(fact, found);
        }
    }

    fn note(&mut self, fact: &'static str, found: FactEntry) {
        let says = match &found {
            FactEntry { unread: Some(_), .. } => "cannot be told",
            FactEntry { held: 0, .. } => "is wrong",
            _ => "holds",
        };
        self.trail.push(TrailStep::Finds(fact, says));
        let entry = self.entries.entry(fact).or_default();
        entry.held += found.held;
        entry.wrong.extend(found.wrong);
        entry.unread = entry.unread.take().or(found.unread);
    }

    /// Returns it with each fact undecided about which another reading, which is equally good, disagrees: it is wrong by one of them only.
    /// Where it holds by both, it holds. What one says nothing about is as the other has it.
    pub(crate) fn agreed(mut self, mut other: Self, why: &str) -> Self {
        for (fact, entry) in &mut self.entries {
            let others = other.entries.remove(fact).unwrap_or_default();
            if entry.wrong.is_empty() != others.wrong.is_empty() {
                *entry = FactEntry { held: entry.held.min(others.held), ..FactEntry::undecided(why) };
            }
        }
        other.doubt(why);
        self.entries.extend(other.entries);
        self
    }

    /// Makes each fact undecided that is wrong.
    pub(crate) fn doubt(&mut self, why: &str) {
        for entry in self.entries.values_mut().filter(|entry| !entry.wrong.is_empty()) {
            *entry = FactEntry::undecided(why);
        }
    }

    /// Forgets what is wrong with a fact, because it has another reason.
    pub(crate) fn forgive(&mut self, fact: impl Into<&'static FactRow>) {
        if let Some(entry) = self.entries.get_mut(fact.into().name) {
            entry.held += std::mem::take(&mut entry.wrong).len();
        }
    }
}
