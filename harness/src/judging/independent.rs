//! Which differences are mistakes of their own, though another one stands before them in their case: those with which
//! another case of the submission begins to differ, without that one.

use std::collections::{BTreeMap, BTreeSet};

use super::deductions::{Deduction, Penalised};
use super::{Judgement, is_hint};
use crate::cases::{Case, Cause, Penalty, Suite};
use crate::comparison::Difference;

/// Tells the same mistake in several cases.
pub(crate) type KeyOf<'a> = dyn Fn(&Difference) -> String + 'a;

/// Lets differences stand for themselves that were taken to follow from another one of their case, but that also show where
/// that one does not. They are paid for where they show alone, and cost nothing more here.
pub(crate) fn free_independent(suite: &Suite, judged: &mut [(&Case, &mut Judgement)], key_of: &KeyOf<'_>) {
    let alone = alone(judged, key_of);
    for (_, judgement) in judged {
        let mut freed: Vec<Penalised> = Vec::new();
        let mut keys = BTreeSet::new();
        for Deduction { root, followers } in &mut judgement.deductions.all {
            let root_key = key_of(&root.difference);
            let mut is_free = |follower: &Penalised| {
                let (part, root_part) = (follower.difference.part.label(), root.difference.part.label());
                let is_told = || suite.follows.iter().any(|rule| rule.says(part, root_part));
                let key = key_of(&follower.difference);
                let without_root =
                    |cases: &Vec<BTreeSet<String>>| cases.iter().any(|keys| !keys.contains(&root_key));
                let shows_alone = key != root_key && alone.get(&key).is_some_and(without_root);
                // What is free once is repeated after that.
                let is_free = counts(follower) && shows_alone && !is_told();
                is_free && !is_more_of_it(&root.difference, &follower.difference) && keys.insert(key)
            };
            freed.extend(followers.extract_if(.., |it| is_free(it)));
        }
        let deductions = &mut judgement.deductions.all;
        let forgiven = |follower| Penalised { penalty: Penalty::Forgiven, ..follower };
        deductions.extend(freed.into_iter().map(forgiven).map(Deduction::alone));
        deductions.sort_by_key(|deduction| deduction.root.number);
    }
}

/// Returns whether a line that is too much only goes on with what is too much before it in the same turn.
fn is_more_of_it(root: &Difference, follower: &Difference) -> bool {
    let is_too_much = |it: &Difference| it.cause == Cause::ExtraOutput;
    root.turn == follower.turn && is_too_much(root) && is_too_much(follower)
}

/// Returns for the mistakes with which cases begin to differ what else differs in each of these cases.
fn alone(judged: &[(&Case, &mut Judgement)], key_of: &KeyOf<'_>) -> BTreeMap<String, Vec<BTreeSet<String>>> {
    let mut alone: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    for (_, judgement) in judged {
        let differences = judgement.deductions.differences();
        let counting = differences.iter().filter(|it| counts(it.penalised));
        let keys: Vec<String> = counting.map(|it| key_of(&it.penalised.difference)).collect();
        if let Some(first) = keys.first() {
            alone.entry(first.clone()).or_default().push(keys.iter().cloned().collect());
        }
    }
    alone
}

/// Returns whether a difference is one of behaviour that may cost marks.
fn counts(penalised: &Penalised) -> bool {
    let difference = &penalised.difference;
    penalised.slip.is_none()
        && penalised.rule.is_none()
        && penalised.costs()
        && !difference.cause.is_presentation()
        && !is_hint(difference)
}
