//! What each difference costs, which row pays, and which difference is the root of others.

use super::differences::typed_before;
use super::is_hint;
use crate::cases::{Award, Case, Cause, Price, Row, Suite};
use crate::comparison::Difference;
use crate::expected::part_of_line;
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

/// How a program ended that should not have.
pub(super) struct End<'a> {
    /// The label by which a row claims it.
    pub(super) part: &'static str,
    /// What happened.
    pub(super) sentence: &'a str,
}

/// Who pays for a difference.
enum Claim<'a> {
    /// The row that claims its part.
    Part(&'a Row),
    /// The row that claims what comes after the line that was typed.
    Answer(&'a Row),
    /// The case's own row.
    Case,
    /// Nobody: the case's own row only pays for what it claims.
    Nobody,
}

/// Finds out for every difference which row it costs, what, and whether it follows from another one.
pub(super) fn charge(
    suite: &Suite,
    case: &Case,
    differences: Vec<Difference>,
    strictness: Strictness,
) -> Vec<Charge> {
    let mut charges: Vec<Charge> = Vec::new();
    let mut lost_at = None;
    for difference in differences {
        let is_content = !difference.cause.is_presentation() && !is_hint(&difference);
        let repeated = charges.iter().position(|earlier| repeats(&earlier.difference, &difference));
        let root = repeated
            .or_else(|| follows(suite, &charges, &difference).filter(|_| is_content))
            .map(|earlier| charges[earlier].root.unwrap_or(earlier))
            .or(lost_at.filter(|_| is_content));
        let claim = claim(suite, case, &difference);
        let mut price = price(suite, &difference, strictness);
        let row = match (root, &claim) {
            (Some(root), _) => charges[root].row.clone(),
            (None, Claim::Part(row) | Claim::Answer(row)) => row.name.clone(),
            (None, Claim::Case) => case.row.clone(),
            (None, Claim::Nobody) => {
                price = Price::Forgiven;
                case.row.clone()
            }
        };
        let loses_track = match claim {
            Claim::Part(claiming) => row == case.row && claiming.award != Award::Count,
            Claim::Answer(_) => !difference.in_step,
            Claim::Case | Claim::Nobody => true,
        };
        if root.is_none() && is_content && loses_track {
            lost_at = lost_at.or(Some(charges.len()));
        }
        charges.push(Charge { difference, row, root, price });
    }
    charges
}

/// Charges a sudden end to the row that claims it as a part, `crash` or `hang`, and to the one that claims what comes
/// after the line that was typed last. What is missing from then on follows from it.
pub(super) fn charge_sudden_end(
    suite: &Suite,
    recording: &Recording,
    end: &End<'_>,
    charges: &mut Vec<Charge>,
) {
    let turns = recording.turns();
    let difference = Difference {
        cause: Cause::MissingOutput,
        part: end.part.to_string(),
        turn: turns.len(),
        line: turns.last().map_or(0, |turn| turn.output.split(|byte| *byte == b'\n').count()),
        expected: None,
        got: None,
        alike: true,
        in_step: false,
        sentence: end.sentence.to_string(),
        typed: typed_before(&turns, turns.len()),
    };
    let first = charges.len();
    let by_part = suite.rows.iter().find(|row| row.parts.is_match(end.part));
    let by_answer =
        answering(suite, &difference.typed).filter(|row| by_part.is_none_or(|other| other.name != row.name));
    for row in [by_part, by_answer].into_iter().flatten() {
        let (difference, row) = (difference.clone(), row.name.clone());
        charges.push(Charge { difference, row, root: None, price: Price::Fails });
    }
    if charges.len() > first {
        let is_rest =
            |charge: &&mut Charge| charge.difference.turn >= turns.len() && charge.difference.got.is_none();
        charges[..first].iter_mut().filter(is_rest).for_each(|charge| charge.root = Some(first));
    }
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

/// Returns who pays for a difference.
///
/// A row claims lines that are there but not right, lines that are missing or other in a turn that is right otherwise if
/// it says so, and everything that comes before anything is typed. That another answer comes than the expected one
/// may be the fault of what was typed, and costs the row that claims the answers to it, else the case's own row. Of
/// parts that it only claims the form of, a row takes slips of presentation.
fn claim<'a>(suite: &'a Suite, case: &Case, difference: &Difference) -> Claim<'a> {
    let is_form = difference.cause.is_presentation();
    let own = suite.row(&case.row);
    match (by_part(suite, difference), answering(suite, &difference.typed)) {
        (Some(row), _) => Claim::Part(row),
        (None, Some(row)) if !difference.alike && !is_form => Claim::Answer(row),
        _ if own.is_some_and(|row| row.only_parts) => Claim::Nobody,
        _ => Claim::Case,
    }
}

fn by_part<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let claims = difference.alike || difference.turn == 1;
    let is_form = difference.cause.is_presentation();
    // A line that is too much may belong somewhere else.
    let is_extra = difference.cause == Cause::ExtraOutput && difference.in_step;
    let misplaced = difference.got.as_ref().filter(|_| is_extra).and_then(|line| part_of_line(suite, line));
    let missing =
        Some(difference.part.as_str()).filter(|_| difference.in_step && difference.expected.is_some());
    let line = misplaced.or(missing);
    suite.rows.iter().find(|row| {
        (claims && row.parts.is_match(&difference.part))
            || (is_form && row.forms.is_match(&difference.part))
            || line.is_some_and(|part| row.lines.is_match(part))
    })
}

/// Returns the row that claims what comes after the line `typed`.
fn answering<'a>(suite: &'a Suite, typed: &str) -> Option<&'a Row> {
    let typed = typed.trim().to_lowercase();
    suite.rows.iter().find(|row| row.after.is_match(&typed))
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

/// Returns the share of the case that is left after the differences that cost its own row; nothing if the fact
/// that it is about could not show, through the fault of what another row pays for.
pub(super) fn share(row: &Row, charges: &[Charge], is_over: bool) -> Option<f64> {
    let roots = || charges.iter().filter(|charge| charge.root.is_none() && charge.costs());
    let lost: f64 = roots()
        .filter(|charge| charge.row == row.name)
        .map(|charge| match charge.price {
            Price::Forgiven => 0.0,
            Price::Part(part) => part,
            Price::Fails => 1.0,
        })
        .sum();
    let lost_track = |charge: &Charge| {
        let difference = &charge.difference;
        let is_sudden = is_over && difference.alike && difference.cause == Cause::MissingOutput;
        let is_content = !difference.cause.is_presentation();
        charge.row != row.name && is_content && (is_sudden || !difference.alike && !difference.in_step)
    };
    if lost == 0.0 && roots().any(lost_track) {
        return row.only_parts.then_some(1.0);
    }
    Some(if is_over && lost == 0.0 { 0.0 } else { (1.0 - lost).max(0.0) })
}
