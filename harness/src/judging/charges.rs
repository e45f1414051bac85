//! What each difference costs, which row pays, and which difference is the root of others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    /// The row to whose parts the line belongs that stands here.
    Misplaced(&'a Row),
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
    let mut firsts = Vec::new();
    let repeated = repeated(&differences);
    for (difference, repeated) in differences.into_iter().zip(repeated) {
        let is_content = !difference.cause.is_presentation() && !is_hint(&difference);
        let root = repeated
            .or_else(|| follows(suite, &firsts, &difference).filter(|_| is_content))
            .map(|earlier| charges[earlier].root.unwrap_or(earlier))
            .or(lost_at.filter(|_| is_content));
        let claim = claim(suite, case, &difference);
        let mut price = price(suite, &difference, strictness);
        let row = match (root, &claim) {
            (Some(root), _) => charges[root].row.clone(),
            (None, Claim::Part(row) | Claim::Misplaced(row) | Claim::Answer(row)) => row.name.clone(),
            (None, Claim::Case) => case.row.clone(),
            (None, Claim::Nobody) => {
                price = Price::Forgiven;
                case.row.clone()
            }
        };
        let loses_track = match claim {
            Claim::Part(claiming) => row == case.row && claiming.award != Award::Count,
            Claim::Misplaced(_) | Claim::Answer(_) => !difference.in_step && !difference.alike,
            Claim::Case | Claim::Nobody => true,
        };
        if root.is_none() && is_content && loses_track {
            lost_at = lost_at.or(Some(charges.len()));
        }
        let charge = Charge { difference, row, root, price };
        remember_part(&mut firsts, charges.len(), &charge);
        charges.push(charge);
    }
    charges
}

/// Returns the parts that differ, each with the rows that are charged for it.
pub(super) fn wrong_parts(charges: &[Charge]) -> BTreeMap<String, BTreeSet<String>> {
    let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for charge in charges {
        let rows = parts.entry(charge.difference.part.clone()).or_default();
        rows.extend((charge.root.is_none() && charge.costs()).then(|| charge.row.clone()));
    }
    parts
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
        let moved: Vec<bool> = charges.iter().map(|charge| charge.root == Some(first)).collect();
        let follows_moved = |charge: &&mut Charge| charge.root.is_some_and(|root| moved[root]);
        charges.iter_mut().filter(follows_moved).for_each(|charge| charge.root = Some(first));
    }
}

/// Returns the earlier difference of which this one is a consequence by the suite's own words.
fn follows(suite: &Suite, firsts: &[(usize, String)], difference: &Difference) -> Option<usize> {
    let causing = |earlier: &str| suite.follows.iter().any(|rule| rule.says(&difference.part, earlier));
    firsts.iter().find(|(_, part)| causing(part)).map(|(index, _)| *index)
}

/// Remembers the first charge, number `index`, for each part whose content is wrong.
fn remember_part(firsts: &mut Vec<(usize, String)>, index: usize, charge: &Charge) {
    let Difference { cause, part, .. } = &charge.difference;
    let is_known = || firsts.iter().any(|(_, known)| known == part);
    if !cause.is_presentation() && charge.costs() && !is_known() {
        firsts.push((index, part.clone()));
    }
}

/// Returns for each difference the first one before it that is the same slip, if there is one.
fn repeated(differences: &[Difference]) -> Vec<Option<usize>> {
    let mut first = HashMap::new();
    let slips = differences.iter().map(slip).enumerate();
    slips.map(|(index, slip)| Some(*first.entry(slip).or_insert(index)).filter(|it| *it < index)).collect()
}

/// Returns what two differences have in common if they are the same slip.
fn slip(difference: &Difference) -> (Cause, [Option<&str>; 3]) {
    let Difference { cause, part, expected, got, sentence, .. } = difference;
    let what = match cause {
        // The sentence names the right number and the wrong one.
        Cause::WrongValue => [Some(sentence.as_str()), None, None],
        cause if cause.is_presentation() => [Some(part.as_str()), None, None],
        _ => [Some(part.as_str()), expected.as_deref(), got.as_deref()],
    };
    (*cause, what)
}

/// Returns who pays for a difference.
///
/// A row claims lines that are there but not right, and everything that comes before anything is typed. If it says so, it
/// claims lines that are missing, other or too much in a turn that is right otherwise, and its own lines where they do
/// not belong. That another answer comes than the expected one may be the fault of what was typed, and costs the row
/// that claims the answers to it, else the case's own row. Of parts that it only claims the form of, a row takes
/// slips of presentation.
fn claim<'a>(suite: &'a Suite, case: &Case, difference: &Difference) -> Claim<'a> {
    let is_form = difference.cause.is_presentation();
    if let Some(row) = misplaced(suite, difference) {
        return Claim::Misplaced(row);
    }
    if let Some(row) = by_part(suite, difference) {
        return Claim::Part(row);
    }
    if let Some(row) = answering(suite, &difference.typed).filter(|_| !is_form) {
        return Claim::Answer(row);
    }
    let line = |row: &&Row| difference.in_step && row.lines.is_match(&difference.part);
    match (suite.rows.iter().find(line), suite.row(&case.row)) {
        (Some(row), _) => Claim::Part(row),
        (None, Some(row)) if row.only_parts => Claim::Nobody,
        _ => Claim::Case,
    }
}

fn by_part<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let claims = difference.alike || difference.turn == 1;
    let is_form = difference.cause.is_presentation();
    let is_line = difference.in_step && difference.expected.is_some();
    let part = &difference.part;
    suite.rows.iter().find(|row| {
        (claims && row.parts.is_match(part))
            || (is_form && row.forms.is_match(part))
            || (is_line && row.lines.is_match(part))
    })
}

/// Returns the row that claims a line that belongs somewhere else.
fn misplaced<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let is_other = matches!(difference.cause, Cause::ExtraOutput | Cause::WrongText);
    let part = part_of_line(suite, difference.got.as_ref().filter(|_| is_other)?)?;
    suite.rows.iter().find(|row| part != difference.part && row.lines.is_match(part))
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
