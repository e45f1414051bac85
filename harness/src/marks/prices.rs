//! What a single slip costs at most: which row owns which part of a suite's conversations, and its prices.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::notation::CLEAR;
use crate::cases::{Award, By, Cause, JudgedBy, Penalty, Row, Suite};
use crate::expected::expected;

/// A slip of presentation costs this share of the row that owns its part, or of one unit of a row that counts units.
pub const PRESENTATION: f64 = 1.0 / 8.0;

/// As above, for other words than those of the text.
pub const WORDING: f64 = 1.0 / 4.0;

/// The causes that a slip of presentation can have, but for those that concern no part.
const FORMS: [Cause; 6] = [
    Cause::BlankLines,
    Cause::InnerBlanks,
    Cause::Typography,
    Cause::LetterCase,
    Cause::Punctuation,
    Cause::NumberFormat,
];

/// What a slip costs at most in one row.
#[derive(Debug, Clone)]
pub struct Prices<'a> {
    /// The row.
    pub row: &'a Row,
    /// The parts that it owns of those that are printed in some case.
    pub parts: BTreeSet<&'static str>,
    /// The marks for one slip of presentation.
    pub presentation: f64,
    /// The marks for one slip of wording.
    pub wording: f64,
}

/// Who owns what a suite's conversations print.
#[derive(Debug)]
pub struct Ownership<'a> {
    /// The rows that are awarded for cases, in the order of the suite.
    pub rows: Vec<Prices<'a>>,
    /// The parts that nobody owns.
    pub without_owner: BTreeSet<&'static str>,
}

impl<'a> Ownership<'a> {
    /// Returns who owns what is printed in the cases of a suite.
    pub fn of(suite: &'a Suite) -> Self {
        let mut owned: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
        let mut without_owner = BTreeSet::new();
        for part in printed(suite) {
            match suite.owner(part) {
                Some(row) => drop(owned.entry(&row.name).or_default().insert(part)),
                None => drop(without_owner.insert(part)),
            }
        }
        let awarded = suite.rows.iter().filter(|row| row.by == By::Harness && row.awarded_for().is_none());
        let prices = |row: &'a Row| prices(suite, row, owned.remove(row.name.as_str()).unwrap_or_default());
        Self { rows: awarded.map(prices).collect(), without_owner }
    }
}

/// Returns the parts that some case prints. Where facts are judged no part is priced, and a reference that is a command
/// names none.
fn printed(suite: &Suite) -> BTreeSet<&'static str> {
    if suite.judge == JudgedBy::Facts {
        return BTreeSet::new();
    }
    let turns =
        suite.cases.iter().filter_map(|case| expected(suite, case)).flat_map(|expected| expected.turns);
    let mut parts = BTreeSet::new();
    for turn in turns {
        let pieces = turn.pieces.iter().filter(|(_, text)| text != CLEAR).map(|(part, _)| *part);
        parts.extend(pieces.chain(turn.gaps.iter().map(|gap| gap.part)).filter(|part| !part.is_empty()));
    }
    if !parts.is_empty() && suite.cases.iter().any(|case| !case.errors.is_empty()) {
        parts.insert("error");
    }
    parts
}

fn prices<'a>(suite: &Suite, row: &'a Row, parts: BTreeSet<&'static str>) -> Prices<'a> {
    let unit = if row.award == Award::Count { row.out_of.min(1.0) } else { row.out_of };
    let costs = |part: &&str| FORMS.iter().any(|cause| !is_forgiven(suite, *cause, part));
    Prices {
        presentation: if parts.iter().any(costs) { unit * PRESENTATION } else { 0.0 },
        wording: if parts.is_empty() { 0.0 } else { unit * WORDING },
        row,
        parts,
    }
}

/// Returns whether a slip of presentation costs nothing in a part.
fn is_forgiven(suite: &Suite, cause: Cause, part: &str) -> bool {
    let rule = suite.causes.get(&cause);
    rule.is_some_and(|rule| rule.penalty == Penalty::Forgiven && !rule.except.is_match(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    /// Checks which marks slips cost at most in some rows of the public part of a suite.
    #[track_caller]
    fn check(suite: &str, expected: &[(&str, f64, f64)]) {
        let suite = select::suite(&SuiteSource::Inside, suite).expect("it is valid");
        let ownership = Ownership::of(&suite);
        assert_eq!(ownership.without_owner, BTreeSet::new());
        for (name, presentation, wording) in expected {
            let found = ownership.rows.iter().find(|prices| prices.row.name == *name).expect("a row");
            let actual = (found.presentation, found.wording);
            assert!(
                (actual.0 - presentation).abs() + (actual.1 - wording).abs() < 1e-9,
                "{name}: {actual:?}"
            );
        }
    }

    #[test]
    fn presentation_costs_an_eighth_of_a_row_and_wording_a_quarter() {
        check("rats", &[("players", 1.875, 3.75), ("throws", 2.5, 5.0), ("computer", 0.0, 0.0)]);
        check(
            "little_battle",
            &[("start", 0.125, 0.25), ("configuration", 0.3125, 0.625), ("scout", 0.0, 0.0)],
        );
    }

    #[test]
    fn what_a_suite_forgives_costs_nothing_and_a_row_of_units_loses_of_one_unit() {
        check(
            "bots",
            &[("first-interface", 0.125, 0.25), ("category-scores", 0.0, 0.25), ("accept", 0.0, 0.25)],
        );
    }

    #[test]
    fn facts_have_no_prices() {
        check("iec_dice", &[("pictures", 0.0, 0.0)]);
    }
}
