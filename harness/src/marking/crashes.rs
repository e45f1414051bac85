//! A crash, or a flood of output, that ends cases of several rows: the row pays for it that is about it, and what cases of other rows are about
//! was not seen.

use std::collections::BTreeMap;

use crate::cases::Penalty;
use crate::comparison::{Detail, Difference};
use crate::judging::{Deduction, Verdict};
use crate::reports::judged::Judged;

/// How many cases of each row a crash has ended, by the names of the rows.
type CasesOfRows = BTreeMap<String, usize>;

/// Lets a case count nowhere that was right until a crash which ends more cases of another row, if it ends no more than half of the cases
/// of its own row. The same crash has the same `key`.
pub(super) fn charge_once(judged: &mut [Judged<'_>], key: &dyn Fn(&Difference) -> String) {
    let mut all = CasesOfRows::new();
    let mut crashes: BTreeMap<String, CasesOfRows> = BTreeMap::new();
    for it in judged.iter().filter(|it| it.judgement.share.is_some()) {
        let row = it.case.row.to_string();
        *all.entry(row.clone()).or_default() += 1;
        if let Some(crash) = only_crash(it) {
            *crashes.entry(key(crash)).or_default().entry(row).or_default() += 1;
        }
    }
    let pays = |rows: &CasesOfRows, row: &str| {
        let own = rows[row];
        own * 2 > all[row] || rows.values().all(|count| *count <= own)
    };
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

/// Returns the end of a program that crashed or was stopped, if nothing else costs anything, and its case's own row would pay.
fn only_crash<'j>(judged: &'j Judged<'_>) -> Option<&'j Difference> {
    let judgement = &judged.judgement;
    // A program that does not go on may do so for another reason in each case.
    let is_sudden = matches!(judgement.verdict, Verdict::Crashed | Verdict::TooMuchOutput);
    if !is_sudden || judgement.share.is_none() {
        return None;
    }
    let mut costing = judgement.deductions.costing();
    let (Some(Deduction { root, .. }), None) = (costing.next(), costing.next()) else { return None };
    let is_crash = matches!(root.difference.detail, Detail::SuddenEnd(_)) && root.rule.is_none();
    (is_crash && *root.row == *judged.case.row).then_some(&root.difference)
}
