//! What slips of presentation and wording cost: each once for the whole submission, in the row that owns its part.

use std::collections::{BTreeMap, BTreeSet};

use super::prices::{PRESENTATION, WORDING};
use super::{MarkSheet, MarkedRow, Marker};
use crate::cases::{Award, Case, Cause, Row, Suite};
use crate::comparison::Part;
use crate::judging::{Judgement, Penalised, Strictness, Verdict, is_left_over, rate};
use crate::mistakes::{Kind, Slip, Slips};

/// All slips together take at most this share of a row whose rules hold.
const MOST: f64 = 1.0 / 2.0;

/// A slip, and what it costs.
#[derive(Debug, Clone)]
pub(crate) struct SlipLoss {
    /// The row that owns its part.
    pub(crate) row: String,
    /// The marks.
    pub(crate) lost: f64,
}

/// Slips of presentation that were not repaired, in conversations that could not be matched: one for each cause and family
/// of parts.
#[derive(Debug)]
pub(crate) struct LeftOver<'a> {
    pub(crate) cause: Cause,
    /// The part in which it shows first.
    pub(crate) part: Part,
    /// Each place, with its case.
    pub(crate) places: Vec<(&'a Case, &'a Penalised)>,
    /// Whether the same was repaired in other conversations, and is paid for there.
    pub(crate) is_paid: bool,
}

/// Returns the slips of presentation that were not repaired.
pub(crate) fn left_over<'a>(judged: &[(&'a Case, &'a Judgement)], slips: &Slips) -> Vec<LeftOver<'a>> {
    let mut found: BTreeMap<(Cause, &str), Vec<(&Case, &Penalised)>> = BTreeMap::new();
    for (case, judgement) in judged {
        let differences = judgement.deductions.differences().into_iter().map(|listed| listed.penalised);
        for penalised in differences.filter(|it| is_left_over(it) && it.rule.is_none()) {
            let key = (penalised.difference.cause, slips.family(penalised.difference.part));
            found.entry(key).or_default().push((case, penalised));
        }
    }
    let left = found.into_iter();
    let first = |places: &[(&Case, &Penalised)]| places[0].1.difference.part;
    let is_paid = |cause: Cause, family: &str| {
        slips.all.iter().any(|slip| slip.cause == cause && slips.family(Part::new(slip.part)) == family)
    };
    let of_family = |((cause, family), places): ((Cause, &str), Vec<(&'a Case, &'a Penalised)>)| LeftOver {
        cause,
        part: first(&places),
        places,
        is_paid: is_paid(cause, family),
    };
    left.map(of_family).collect()
}

/// Takes the slips off the rows of a sheet.
pub(crate) fn deduct(
    suite: &Suite,
    judged: &[(&Case, &Judgement)],
    slips: &Slips,
    strictness: Strictness,
    sheet: &mut MarkSheet,
) {
    let left = left_over(judged, slips);
    let deductions = deductions(suite, &slips.all, &left, sheet, strictness);
    for marked in &mut sheet.rows {
        let lost: f64 = deductions
            .iter()
            .filter(|deduction| deduction.row == marked.name)
            .map(|deduction| deduction.lost)
            .sum();
        marked.awarded -= lost;
    }
}

/// Returns what each slip costs, and then each that is left over.
pub(crate) fn deductions(
    suite: &Suite,
    slips: &[Slip],
    left: &[LeftOver<'_>],
    sheet: &MarkSheet,
    strictness: Strictness,
) -> Vec<SlipLoss> {
    let found = slips.iter().map(|slip| {
        let row = owner_of_slip(suite, slip);
        let usual = match slip.kind {
            Kind::Presentation => PRESENTATION,
            Kind::Wording => WORDING,
            Kind::Behaviour | Kind::Failure => 0.0,
        };
        let usual = usual * rate(suite, slip.cause, Part::new(slip.part), strictness);
        deduction(suite, row, usual, &slip.cases)
    });
    let left = left.iter().map(|left| {
        let cases: BTreeSet<String> = left.places.iter().map(|(case, _)| case.id.clone()).collect();
        let row = owner_of_form(suite, left.part.label(), cases.iter().map(String::as_str));
        let usual = if left.is_paid { 0.0 } else { PRESENTATION };
        deduction(suite, row, usual * rate(suite, left.cause, left.part, strictness), &cases)
    });
    let mut found: Vec<SlipLoss> = found.chain(left).collect();
    for marked in &sheet.rows {
        limit(marked, &mut found);
    }
    found
}

/// Returns the row that pays for a slip.
pub(crate) fn owner_of_slip<'s>(suite: &'s Suite, slip: &Slip) -> Option<&'s Row> {
    slip.owner(suite).or_else(|| of_first(suite, slip.cases.iter()))
}

/// Returns the row that owns a part; of a part that nobody owns, the row of the first case in which it shows.
pub(crate) fn owner_of_form<'s>(
    suite: &'s Suite,
    part: &str,
    cases: impl Iterator<Item = impl AsRef<str>>,
) -> Option<&'s Row> {
    suite.owner(part).or_else(|| of_first(suite, cases))
}

fn of_first(suite: &Suite, mut cases: impl Iterator<Item = impl AsRef<str>>) -> Option<&Row> {
    let first = cases.next()?;
    let case = suite.cases.iter().find(|case| case.id == first.as_ref())?;
    suite.row(&case.row)
}

fn deduction(suite: &Suite, row: Option<&Row>, usual: f64, cases: &BTreeSet<String>) -> SlipLoss {
    let Some(row) = row else { return SlipLoss { row: String::new(), lost: 0.0 } };
    let own = || suite.cases.iter().filter(|case| case.row == row.name);
    let shows = own().filter(|case| cases.contains(&case.id)).count();
    let share = number(shows.max(1)) / number(own().count().max(1));
    let unit = if row.award == Award::Count { row.out_of.min(1.0) } else { row.out_of };
    SlipLoss { row: row.name.clone(), lost: (unit * usual).min(row.out_of * share) }
}

/// Keeps what the slips of a row take together within what its rules have left of it.
fn limit(marked: &MarkedRow, deductions: &mut [SlipLoss]) {
    let own = |deduction: &&mut SlipLoss| deduction.row == marked.name;
    let sum: f64 =
        deductions.iter().filter(|deduction| deduction.row == marked.name).map(|own| own.lost).sum();
    let holds = if marked.out_of > 0.0 { marked.by_rules / marked.out_of } else { 0.0 };
    let allowed = if marked.by == Marker::Harness { sum.min(marked.out_of * MOST) * holds } else { 0.0 };
    let scale = if sum > 0.0 { allowed / sum } else { 0.0 };
    deductions.iter_mut().filter(own).for_each(|deduction| deduction.lost *= scale);
}

/// Fails a case in which anything differs.
pub(crate) fn fail_what_differs(judgement: &mut Judgement) {
    let differs = |it: &Penalised| it.slip.is_some() || is_left_over(it) || it.costs();
    let differences = judgement.deductions.differences();
    let Some(first) = differences.iter().find(|listed| differs(listed.penalised)) else { return };
    let sentence = first.penalised.difference.sentence();
    let is_form = differences.iter().all(|listed| listed.penalised.difference.cause.is_presentation());
    judgement.share = Some(0.0);
    if judgement.verdict == Verdict::Passed {
        judgement.verdict = if is_form { Verdict::Presentation } else { Verdict::Wrong };
        judgement.sentence = sentence.into();
    }
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(by_rules: f64, by: Marker, slips: &[f64], lost: &[f64]) {
        let row = || "welcome".to_string();
        let marked = MarkedRow {
            name: row(),
            title: String::new(),
            out_of: 4.0,
            awarded: by_rules,
            by_rules,
            by,
            is_without_cases: false,
            step: None,
            files: Vec::new(),
            tests: Vec::new(),
            dice: Vec::new(),
        };
        let slip = |marks: &f64| SlipLoss { row: row(), lost: *marks };
        let of_another_row = SlipLoss { row: "throws".to_string(), lost: 3.0 };
        let mut losses: Vec<SlipLoss> = slips.iter().map(slip).chain([of_another_row]).collect();
        limit(&marked, &mut losses);
        let left: Vec<f64> = losses.iter().map(|slip| slip.lost).collect();
        assert_eq!(left, [lost, &[3.0]].concat());
    }

    #[test]
    fn slips_of_a_row_take_together_half_at_most_of_what_its_rules_have_left() {
        check(4.0, Marker::Harness, &[0.5, 1.0], &[0.5, 1.0]);
        check(4.0, Marker::Harness, &[1.0, 1.0, 2.0], &[0.5, 0.5, 1.0]);
        check(2.0, Marker::Harness, &[4.0], &[1.0]);
        check(2.0, Marker::Harness, &[1.0], &[0.5]);
        check(0.0, Marker::Harness, &[1.0, 0.5], &[0.0, 0.0]);
        check(4.0, Marker::Pending, &[1.0], &[0.0]);
    }
}
