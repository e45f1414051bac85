//! What is to blame for the marks that the rules of a row have cost it, and how much each.

use std::collections::{BTreeMap, BTreeSet};

use super::{amount, pays_as_a_case};
use crate::cases::{Award, Case, Row};
use crate::judging::{Judgement, Listed};
use crate::mistakes::{Kind, Slips};

/// Something that costs marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Blame {
    /// A slip of the submission, by its index.
    Slip(usize),
    /// A difference: the judged case, and its deduction, by their indices.
    Difference(usize, usize),
    /// What became of a case, where no difference tells it.
    Verdict(usize),
}

/// Returns what is to blame for what a row has lost, with weights.
pub(super) fn weights(row: &Row, judged: &[(&Case, &Judgement)], slips: &Slips) -> Vec<(Blame, f64)> {
    let mut found = Vec::new();
    if row.award != Award::Count {
        let counts = judged.iter().any(|(case, judgement)| case.row == row.name && judgement.share.is_some());
        let cases_of_rules = cases_of_rules(row, judged);
        for (index, (_, judgement)) in judged.iter().enumerate().filter(|(_, (case, _))| case.row == row.name)
        {
            let lost = match judgement.share {
                Some(share) => 1.0 - share,
                None if counts => 0.0,
                None => 1.0,
            };
            if lost > 0.0 {
                found.extend(of_case((index, judgement), row, slips, &cases_of_rules, lost));
            }
        }
        if !found.is_empty() {
            found.extend(shown_elsewhere(row, judged, &cases_of_rules));
        }
    }
    if found.is_empty() {
        found.extend(anywhere(row, judged));
    }
    if found.is_empty() {
        let own = judged.iter().enumerate().filter(|(_, (case, _))| case.row == row.name);
        found.extend(own.map(|(index, _)| (Blame::Verdict(index), 1.0)));
    }
    found
}

/// Returns in how many cases of a row each broken rule costs something.
fn cases_of_rules(row: &Row, judged: &[(&Case, &Judgement)]) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    for (_, judgement) in judged.iter().filter(|(case, _)| case.row == row.name) {
        let all = judgement.deductions.differences();
        let of_row = all.iter().filter(|it| is_blamed(&all, it) && it.penalised.row == row.name);
        let rules: BTreeSet<usize> = of_row.filter_map(|it| it.penalised.rule).collect();
        for rule in rules {
            *found.entry(rule).or_default() += 1;
        }
    }
    found
}

/// Returns the broken rules that a row pays for though none of its cases shows them: each counts as a case.
fn shown_elsewhere(
    row: &Row,
    judged: &[(&Case, &Judgement)],
    cases_of_rules: &BTreeMap<usize, usize>,
) -> Vec<(Blame, f64)> {
    let paying = judged.iter().enumerate().filter(|(_, (_, judgement))| pays_as_a_case(&row.name, judgement));
    let blame = |(index, (_, judgement)): (usize, &(&Case, &Judgement))| {
        let all = judgement.deductions.differences();
        let is_one = |it: &Listed<'_>| {
            it.penalised.row == row.name
                && it.penalised.rule.is_some_and(|rule| !cases_of_rules.contains_key(&rule))
        };
        Some((Blame::Difference(index, all.iter().position(is_one)?), 1.0))
    };
    paying.filter_map(blame).collect()
}

/// Of several broken rules in a case those are to blame that fewest cases show, or not twice as many: the others are paid for where they stand
/// alone.
fn leave_to_the_rarest(blamed: &mut Vec<Blame>, all: &[Listed<'_>], cases_of_rules: &BTreeMap<usize, usize>) {
    let rule = |blame: &Blame| match blame {
        Blame::Difference(_, at) => all[*at].penalised.rule,
        Blame::Slip(_) | Blame::Verdict(_) => None,
    };
    let cases = |rule| cases_of_rules.get(&rule).copied().unwrap_or_default();
    let fewest = blamed.iter().filter_map(rule).map(cases).min().unwrap_or_default();
    blamed.retain(|blame| rule(blame).is_none_or(|rule| cases(rule) == fewest || cases(rule) < 2 * fewest));
}

/// Divides what a case lost among what went wrong in it: values that are never shown; what costs its own row; anything that
/// costs; slips.
fn of_case(
    (index, judgement): (usize, &Judgement),
    row: &Row,
    slips: &Slips,
    cases_of_rules: &BTreeMap<usize, usize>,
    lost: f64,
) -> Vec<(Blame, f64)> {
    let all = judgement.deductions.differences();
    let listed = || all.iter().enumerate();
    let slip = |counts: fn(Kind) -> bool| {
        let mut of_kind: Vec<Blame> = listed()
            .filter_map(|(_, it)| it.penalised.slip.filter(|slip| counts(slips.all[*slip].kind)))
            .map(Blame::Slip)
            .collect();
        of_kind.sort_unstable();
        of_kind.dedup();
        of_kind
    };
    let own: Vec<Blame> = listed()
        .filter(|(_, it)| is_blamed(&all, it) && it.penalised.row == row.name)
        .map(|(at, _)| Blame::Difference(index, at))
        .collect();
    let any: Vec<Blame> =
        listed().filter(|(_, it)| is_blamed(&all, it)).map(|(at, _)| Blame::Difference(index, at)).collect();
    let candidates =
        [own, slip(|kind| kind == Kind::Behaviour), any, slip(|_| true), vec![Blame::Verdict(index)]];
    let mut blamed = candidates.into_iter().find(|blamed| !blamed.is_empty()).unwrap_or_default();
    leave_to_the_rarest(&mut blamed, &all, cases_of_rules);
    let count = amount(blamed.len());
    blamed.into_iter().map(|blame| (blame, lost / count)).collect()
}

/// Returns whether a difference costs something by itself, and is no slip. What follows from another one does if another rule is to blame for it.
fn is_blamed(all: &[Listed<'_>], Listed { penalised, root }: &Listed<'_>) -> bool {
    let is_of_another_rule =
        |root: usize| penalised.rule.is_some() && penalised.rule != all[root].penalised.rule;
    penalised.slip.is_none() && root.is_none_or(is_of_another_rule) && penalised.costs()
}

/// Returns what costs a row in whatever case. Where units are counted, each broken rule and each part that is wrong costs as much as any
/// other, however often it shows.
fn anywhere(row: &Row, judged: &[(&Case, &Judgement)]) -> Vec<(Blame, f64)> {
    let mut found: BTreeMap<(Option<usize>, &str), Vec<Blame>> = BTreeMap::new();
    for (index, (_, judgement)) in judged.iter().enumerate() {
        let all = judgement.deductions.differences();
        let of_rule = |it: &Listed<'_>| it.penalised.rule.is_some() && it.root.is_none();
        let counts = |it: &Listed<'_>| is_blamed(&all, it) || of_rule(it);
        let costing = all.iter().enumerate().filter(|(_, it)| counts(it) && it.penalised.row == row.name);
        for (at, Listed { penalised, .. }) in costing {
            let part = if penalised.rule.is_none() { penalised.difference.part.label() } else { "" };
            found.entry((penalised.rule, part)).or_default().push(Blame::Difference(index, at));
        }
    }
    let weighted = |blames: Vec<Blame>| {
        let weight = if row.award == Award::Count { 1.0 / amount(blames.len()) } else { 1.0 };
        blames.into_iter().map(move |blame| (blame, weight))
    };
    found.into_values().flat_map(weighted).collect()
}
