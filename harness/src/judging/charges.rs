//! What each difference costs, which row pays, and which difference is the root of others.

use super::is_hint;
use crate::cases::{Award, Case, Cause, Price, Row, Suite};
use crate::comparison::Difference;
use crate::recording::Recording;

/// How strictly presentation is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// As the suite says.
    #[default]
    AsTheSuiteSays,
    /// Whatever costs less than the case fails it.
    Strict,
    /// What only concerns presentation costs one step less: half instead of all, nothing instead of a part.
    Lenient,
}

/// A difference, and what it means for the marks.
#[derive(Debug, Clone, PartialEq)]
pub struct Charge {
    /// The difference.
    pub difference: Difference,
    /// The row that it costs.
    pub row: String,
    /// The index of the difference that it follows from or repeats; such a difference costs nothing.
    pub root: Option<usize>,
    /// What it costs.
    pub price: Price,
}

impl Charge {
    /// Returns whether the difference costs anything, be it by itself or with its root.
    pub fn costs(&self) -> bool {
        self.price != Price::Forgiven
    }
}

/// Finds out for every difference which row it costs, what, and whether it follows from another one.
pub(super) fn charge(
    suite: &Suite,
    case: &Case,
    differences: Vec<Difference>,
    strictness: Strictness,
) -> Vec<Charge> {
    let mut charges: Vec<Charge> = Vec::new();
    let mut own_root = None;
    for difference in differences {
        let is_content = !difference.cause.is_presentation() && !is_hint(&difference);
        let repeated = charges.iter().position(|earlier| repeats(&earlier.difference, &difference));
        let root = repeated
            .or_else(|| follows(suite, &charges, &difference).filter(|_| is_content))
            .map(|earlier| charges[earlier].root.unwrap_or(earlier))
            .or(own_root.filter(|_| is_content));
        let claiming = claimed_by(suite, &difference);
        let row = match root {
            Some(root) => charges[root].row.clone(),
            None => claiming.map_or(&case.row, |row| &row.name).clone(),
        };
        let counted = claiming.is_some_and(|row| row.award == Award::Count);
        if root.is_none() && is_content && row == case.row && !counted {
            own_root = Some(charges.len());
        }
        let price = price(suite, &difference, strictness);
        charges.push(Charge { difference, row, root, price });
    }
    charges
}

/// Returns the charge of a crash, if a row claims the part `crash`.
pub(super) fn crash(suite: &Suite, recording: &Recording, sentence: &str) -> Option<Charge> {
    let turns = recording.turns();
    let line = turns.last().map_or(0, |turn| turn.output.split(|byte| *byte == b'\n').count());
    let difference = Difference {
        cause: Cause::MissingOutput,
        part: "crash".to_string(),
        turn: turns.len(),
        line,
        expected: None,
        got: None,
        alike: true,
        sentence: sentence.to_string(),
    };
    let row = claimed_by(suite, &difference)?.name.clone();
    Some(Charge { difference, row, root: None, price: Price::Fails })
}

/// Returns the earlier difference of which this one is a consequence by the suite's own words.
fn follows(suite: &Suite, charges: &[Charge], difference: &Difference) -> Option<usize> {
    let causing = |charge: &Charge| {
        let earlier = &charge.difference;
        let differs = !earlier.cause.is_presentation() && charge.costs();
        differs && suite.follows.iter().any(|rule| rule.says(&difference.part, &earlier.part))
    };
    charges.iter().position(causing)
}

/// Returns whether a difference is the same slip again.
fn repeats(earlier: &Difference, later: &Difference) -> bool {
    if earlier.cause != later.cause {
        return false;
    }
    if later.cause == Cause::WrongValue {
        // The sentence names the right number and the wrong one.
        return earlier.sentence == later.sentence;
    }
    let same_lines = earlier.expected == later.expected && earlier.got == later.got;
    earlier.part == later.part && (later.cause.is_presentation() || same_lines)
}

/// Returns the row that claims the part of a difference.
///
/// A row claims lines that are there but not right, and everything that comes before anything is typed:
/// that a later line is missing or another one stands in its place may be the fault of what was typed, and
/// costs the case's own row. Of parts that it only claims the form of, a row takes slips of presentation.
fn claimed_by<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let claims = difference.alike || difference.turn == 1;
    let is_form = difference.cause.is_presentation();
    suite.rows.iter().find(|row| {
        (claims && row.parts.is_match(&difference.part)) || (is_form && row.forms.is_match(&difference.part))
    })
}

fn price(suite: &Suite, difference: &Difference, strictness: Strictness) -> Price {
    let cause = difference.cause;
    let price = match suite.causes.get(&cause) {
        Some(pricing) if !pricing.except.is_match(&difference.part) => pricing.price,
        _ => Price::Fails,
    };
    match (strictness, price) {
        _ if is_hint(difference) => Price::Forgiven,
        (Strictness::Strict, _) => Price::Fails,
        (Strictness::Lenient, Price::Fails) if cause.is_presentation() => Price::Part(0.5),
        (Strictness::Lenient, Price::Part(_)) => Price::Forgiven,
        _ => price,
    }
}

/// Returns the share of the case that is left after the differences that cost its own row.
pub(super) fn share(row: &str, charges: &[Charge]) -> f64 {
    let lost: f64 = charges
        .iter()
        .filter(|charge| charge.row == row && charge.root.is_none())
        .map(|charge| match charge.price {
            Price::Forgiven => 0.0,
            Price::Part(part) => part,
            Price::Fails => 1.0,
        })
        .sum();
    (1.0 - lost).max(0.0)
}
