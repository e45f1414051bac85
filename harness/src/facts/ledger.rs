//! What was found out about each fact of a conversation.

use std::collections::BTreeMap;

use super::pictures::Puzzle;
use super::story::Stage;
use crate::cases::Cause;
use crate::comparison::{Detail, Difference, Part, Track};

/// Why a fact is undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    /// The reason, in a sentence.
    pub(crate) why: String,
    /// A line that cannot be read, as it is printed, if one is the reason.
    pub(crate) line: Option<String>,
}

impl From<&str> for Unread {
    fn from(why: &str) -> Self {
        Self { why: why.to_string(), line: None }
    }
}

impl From<&Puzzle> for Unread {
    fn from(puzzle: &Puzzle) -> Self {
        Self { why: puzzle.why.to_string(), line: Some(puzzle.line.trim_end().to_string()) }
    }
}

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
    pub(super) fn came_up(&self) -> usize {
        self.held + self.wrong.len()
    }
}

/// What was found out about all facts.
#[derive(Debug, Clone, Default)]
pub(crate) struct FactLedger {
    entries: BTreeMap<&'static str, FactEntry>,
    /// How many rolls of the player were read.
    pub(crate) rolls: usize,
    /// Why the first picture could not be read of which that holds.
    pub(crate) puzzle: Option<Unread>,
}

/// One place where a fact does not hold.
pub(crate) struct BrokenFact<'a> {
    /// The stage, and the index of the line in it.
    pub(crate) at: (&'a Stage, usize),
    /// The cause of the difference, which decides its penalty.
    pub(crate) cause: Cause,
    /// What should be there.
    pub(crate) expected: String,
    /// What is wrong, in a sentence.
    pub(crate) sentence: String,
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

    /// Notes that a fact held.
    pub(crate) fn held(&mut self, fact: &'static str) {
        self.entries.entry(fact).or_default().held += 1;
    }

    /// Notes that a fact is undecided somewhere, and why.
    pub(crate) fn unread(&mut self, fact: &'static str, why: impl Into<Unread>) {
        self.entries.entry(fact).or_default().unread.get_or_insert_with(|| why.into());
    }

    /// Notes that a fact did not hold.
    pub(crate) fn wrong(&mut self, fact: &'static str, wrong: BrokenFact<'_>) {
        let BrokenFact { at: (stage, line), cause, expected, sentence } = wrong;
        let missing = matches!(cause, Cause::MissingOutput | Cause::MissingPrompt);
        // What is too much begins with the next line that is not blank.
        let last =
            if cause == Cause::ExtraOutput { stage.lines.len() } else { stage.lines.len().min(line + 1) };
        let filled = (line..last).find(|line| !stage.lines[*line].trim().is_empty() && !missing);
        let place = stage.places.get(filled.unwrap_or(line)).or(stage.places.last());
        let (turn, place) = place.copied().unwrap_or((1, 1));
        let actual = filled.map(|line| stage.lines[line].trim_end().to_string());
        let difference = Difference::new(cause, Part::new(fact), Detail::Fact(sentence))
            .at(turn, place)
            .lines(Some(expected), actual)
            .on(Track::VersionInStep);
        self.entries.entry(fact).or_default().wrong.push(difference);
    }

    /// Notes that a fact held, or did not, as `holds` says.
    pub(crate) fn note(&mut self, fact: &'static str, wrong: Option<BrokenFact<'_>>) {
        match wrong {
            None => self.held(fact),
            Some(wrong) => self.wrong(fact, wrong),
        }
    }
}

impl FactLedger {
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
