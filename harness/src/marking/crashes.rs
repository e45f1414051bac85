//! A crash, or a flood of output, that ends cases of several rows: the row pays for it that is about it, and what cases of other rows are about
//! was not seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::{Penalty, Row, Suite};
use crate::comparison::{Difference, SuddenEnd};
use crate::judging::{Penalised, Verdict};
use crate::reports::judged::Judged;

/// How many cases of each row a crash has ended, by the names of the rows.
type CasesOfRows = BTreeMap<String, usize>;

/// Lets a case count nowhere that was right until a crash which ends a larger share of the cases of another row, if it ends no more than half of the cases
/// of its own row. Rows with neither parts of a conversation nor rules of their own pay only beside none that have some; of rows with as many, the
/// first one of the suite pays. The same crash has the same `key`.
pub(super) fn charge_once(suite: &Suite, judged: &mut [Judged<'_>], key: &dyn Fn(&Difference) -> String) {
    let mut all = CasesOfRows::new();
    let mut crashes: BTreeMap<String, CasesOfRows> = BTreeMap::new();
    for it in judged.iter().filter(|it| it.judgement.share.is_some()) {
        let row = it.case.row.to_string();
        *all.entry(row.clone()).or_default() += 1;
        if let Some(crash) = only_crash(it) {
            *crashes.entry(key(crash)).or_default().entry(row).or_default() += 1;
        }
    }
    let with_rules: BTreeSet<&str> = suite.bends.values().map(|bend| bend.row.as_str()).collect();
    let claims = |row: &Row| !row.parts.is_empty() || with_rules.contains(row.name.as_str());
    // The share of its cases, in thousandths, tells what a row is about, however many it has. It counts half a case less: one alone says little.
    let ended = |rows: &CasesOfRows, row: &Row| {
        Some((claims(row), (2 * rows.get(&row.name)? - 1) * 500 / all.get(&row.name)?))
    };
    let most = |rows: &CasesOfRows| {
        let ended = suite.rows.iter().filter_map(|row| Some((row.name.as_str(), ended(rows, row)?)));
        ended.reduce(|most, row| if row.1 > most.1 { row } else { most }).map(|(row, _)| row)
    };
    let pays = |rows: &CasesOfRows, row: &str| rows[row] * 2 > all[row] || most(rows) == Some(row);
    for it in judged.iter_mut() {
        let crash = only_crash(it).map(key).and_then(|key| crashes.get(&key));
        if crash.is_some_and(|rows| !pays(rows, &it.case.row)) {
            let costing = it.judgement.deductions.differences_mut().filter(|penalised| penalised.costs());
            costing.for_each(|penalised| penalised.penalty = Penalty::Forgiven);
            it.judgement.share = None;
            it.judgement.wrong = it.judgement.deductions.wrong_parts();
        }
    }
}

/// Lets cases win their marks in which all that is due was printed before the program crashed, if cases of other rows pay for the same crash.
pub(super) fn pay_what_came_before(judged: &mut [Judged<'_>]) {
    let crashed = judged.iter().filter(|it| it.judgement.verdict == Verdict::Crashed);
    let costing = crashed.flat_map(|it| it.judgement.deductions.costing().map(|deduction| &deduction.root));
    let end = |root: &Penalised| Some((root.row.clone(), root.difference.ended_by()?.clone()));
    let paying: Vec<(String, SuddenEnd)> = costing.filter_map(end).collect();
    for it in judged.iter_mut() {
        let judgement = &it.judgement;
        let is_all_there = judgement.verdict == Verdict::Crashed
            && judgement.share == Some(0.0)
            && judgement.deductions.costing().next().is_none();
        let own = judgement.ended_by.as_deref().filter(|_| is_all_there);
        let is_paid =
            |own: &SuddenEnd| paying.iter().any(|(row, other)| *row != *it.case.row && own.is_same_as(other));
        if own.is_some_and(is_paid) {
            it.judgement.share = Some(1.0);
        }
    }
}

/// Returns the end of a program that crashed or was stopped, if nothing else costs anything, and its case's own row would pay.
fn only_crash<'j>(judged: &'j Judged<'_>) -> Option<&'j Difference> {
    let judgement = &judged.judgement;
    // A program that does not go on may do so for another reason in each case.
    let is_sudden = matches!(judgement.verdict, Verdict::Crashed | Verdict::TooMuchOutput);
    if !is_sudden || judgement.share.is_none() {
        return None;
    }
    // Beside the row that its last answer belongs to, one that is about crashes may pay.
    let costing = || judgement.deductions.costing().map(|deduction| &deduction.root);
    let is_crash = |root: &Penalised| root.difference.ended_by().is_some() && root.rule.is_none();
    let is_only = costing().all(is_crash);
    costing().find(|root| is_only && *root.row == *judged.case.row).map(|root| &root.difference)
}
