//! Judges the numbers that stand in holes.

use std::collections::BTreeMap;
use std::fmt;

use crate::cases::notation::{Hole, HoleKind};

/// The numbers that were read so far, by their names.
#[derive(Debug, Clone, Default)]
pub(crate) struct HoleNumbers {
    numbers: BTreeMap<String, i64>,
}

/// What should stand in a hole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    /// The text: what is there, if it fits.
    pub(crate) text: String,
    /// Why the number that is there does not fit.
    pub(crate) misfit: Option<Misfit>,
}

/// A number that does not fit the hole in which it stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Misfit {
    /// It is not in the range of the hole.
    OutOfRange {
        /// The name of the hole.
        name: String,
        /// The least number that fits.
        low: i64,
        /// The greatest number that fits.
        high: i64,
        /// What is there.
        actual: String,
    },
    /// It is not the value of the hole's formula.
    NotComputed {
        /// The formula, as the transcript has it.
        formula: String,
        /// Its value.
        expected: i64,
        /// What is there.
        actual: String,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { name, low, high, actual } => {
                write!(f, "it should be a number from {low} to {high} ({name}), not {actual}")
            }
            Self::NotComputed { formula, expected, actual } => {
                write!(f, "it should be {expected} ({formula}), not {actual}")
            }
        }
    }
}

impl HoleNumbers {
    /// Returns what should stand in the next hole, where `seen` was found; nothing if it could not be found.
    ///
    /// A number that does not fit counts as it is from then on.
    pub(crate) fn settle(&mut self, hole: &Hole, seen: Option<&str>) -> Content {
        let fine = |text: String| Content { text, misfit: None };
        match &hole.kind {
            HoleKind::Anything => fine(seen.map_or_else(|| hole.to_string(), str::to_string)),
            HoleKind::Lines => fine(seen.unwrap_or_default().to_string()),
            HoleKind::Either(texts) => {
                fine(seen.or(texts.first().map(String::as_str)).unwrap_or("").to_string())
            }
            HoleKind::Number { name, low, high } => {
                let number = seen.and_then(|seen| seen.parse::<i64>().ok());
                self.numbers.extend(number.map(|number| (name.clone(), number)));
                if let Some(number) = number.filter(|number| (low..=high).contains(&number)) {
                    return fine(number.to_string());
                }
                let misfit = |actual: &str| {
                    let (name, actual) = (name.clone(), actual.to_string());
                    Misfit::OutOfRange { name, low: *low, high: *high, actual }
                };
                Content { text: format!("{low}-{high}"), misfit: seen.map(misfit) }
            }
            HoleKind::Computed(formula) => {
                let Some(right) = formula.value(&|name| self.numbers.get(name).copied()) else {
                    return fine(seen.map_or_else(|| hole.to_string(), str::to_string));
                };
                let misfit = |actual: &str| {
                    let formula = hole.written.trim().trim_start_matches('=').trim().to_string();
                    Misfit::NotComputed { formula, expected: right, actual: actual.to_string() }
                };
                let wrong = seen.filter(|seen| seen.parse() != Ok(right));
                Content { text: right.to_string(), misfit: wrong.map(misfit) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Conversation;

    /// Holes and what was seen in them, and what should be there; `?` stands for what was not found.
    #[track_caller]
    fn check(written: &str, seen: &[&str], expected: &[&str]) {
        let conversation = Conversation::parse(written).expect("well formed");
        let mut values = HoleNumbers::default();
        let holes = conversation.turns[0].holes.iter().map(|(_, hole)| hole);
        let contents = holes.zip(seen).map(|(hole, seen)| {
            let Content { text, misfit } = values.settle(hole, (*seen != "?").then_some(seen));
            misfit.map_or(text, |misfit| misfit.to_string())
        });
        assert_eq!(contents.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_number_that_does_not_fit_is_told_and_counts_on() {
        let too_large = "it should be a number from 1 to 4 (d), not 7";
        check("{{d: 1-4}} {{= d + 2}}", &["3", "5"], &["3", "5"]);
        check("{{d: 1-4}} {{= d + 2}}", &["3", "6"], &["3", "it should be 5 (d + 2), not 6"]);
        check("{{d: 1-4}} {{= d + 2}}", &["7", "9"], &[too_large, "9"]);
        check(
            "{{d: 1-4}}",
            &["99999999999999999999"],
            &["it should be a number from 1 to 4 (d), not 99999999999999999999"],
        );
    }

    #[test]
    fn what_depends_on_a_number_that_is_missing_may_be_any() {
        check("{{d: 1-4}} {{= d + 2}}", &["?", "9"], &["1-4", "9"]);
        check("{{= 2 * 3}}", &["?"], &["6"]);
    }

    #[test]
    fn a_number_is_written_without_leading_zeros() {
        check("{{d: 1-4}} {{= d}}", &["03", "03"], &["3", "3"]);
    }
}
