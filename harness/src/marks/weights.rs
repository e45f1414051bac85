//! What is to blame for the marks that the rules of a row have cost it, and how much each.

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
        for (index, (_, judgement)) in judged.iter().enumerate().filter(|(_, (case, _))| case.row == row.name)
        {
            let lost = match judgement.share {
                Some(share) => 1.0 - share,
                None if counts => 0.0,
                None => 1.0,
            };
            if lost > 0.0 {
                found.extend(of_case(index, judgement, row, slips, lost));
            }
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

/// Divides what a case lost among what went wrong in it: values that are never shown; what costs its own row; anything that
/// costs; slips.
fn of_case(index: usize, judgement: &Judgement, row: &Row, slips: &Slips, lost: f64) -> Vec<(Blame, f64)> {
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
        .filter(|(_, it)| is_blamed(it) && it.penalised.row == row.name)
        .map(|(at, _)| Blame::Difference(index, at))
        .collect();
    let any: Vec<Blame> =
        listed().filter(|(_, it)| is_blamed(it)).map(|(at, _)| Blame::Difference(index, at)).collect();
    let candidates =
        [own, slip(|kind| kind == Kind::Behaviour), any, slip(|_| true), vec![Blame::Verdict(index)]];
    let blamed = candidates.into_iter().find(|blamed| !blamed.is_empty()).unwrap_or_default();
    let count = u32::try_from(blamed.len()).map_or(1.0, f64::from);
    blamed.into_iter().map(|blame| (blame, lost / count)).collect()
}

/// Returns whether a difference costs something by itself, and is no slip.
fn is_blamed(Listed { penalised, root }: &Listed<'_>) -> bool {
    penalised.slip.is_none() && root.is_none() && penalised.costs()
}

/// Returns what costs a row in whatever case.
fn anywhere(row: &Row, judged: &[(&Case, &Judgement)]) -> Vec<(Blame, f64)> {
    let all = judged.iter().enumerate().flat_map(|(index, (_, judgement))| {
        let listed = judgement.deductions.differences().into_iter().enumerate();
        let of_rule = |it: &Listed<'_>| it.penalised.rule.is_some() && it.root.is_none();
        let costing = listed.filter(|(_, it)| (is_blamed(it) || of_rule(it)) && it.penalised.row == row.name);
        costing.map(|(at, _)| (Blame::Difference(index, at), 1.0)).collect::<Vec<_>>()
    });
    all.collect()
}
