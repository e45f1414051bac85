//! Which differences are mistakes of their own, though another one stands before them in their case: those that another case
//! of the submission shows without it.

use std::collections::{BTreeMap, BTreeSet};

use super::claims::{Claim, claim};
use super::deductions::{Deduction, Penalised};
use super::{Judgement, is_hint};
use crate::cases::{Case, Penalty, Suite};
use crate::comparison::Difference;

/// Tells the same mistake in several cases.
pub(crate) type KeyOf<'a> = dyn Fn(&Difference) -> String + 'a;

/// Makes a deduction of its own of every difference that was taken to follow from another one of its case, but that also
/// shows where that one does not.
pub(crate) fn free_independent(suite: &Suite, judged: &mut [(&Case, &mut Judgement)], key_of: &KeyOf<'_>) {
    let companions = companions(judged, key_of);
    for (case, judgement) in judged {
        let mut freed: Vec<Penalised> = Vec::new();
        let mut keys = BTreeSet::new();
        for Deduction { root, followers } in &mut judgement.deductions.all {
            let root_key = key_of(&root.difference);
            let mut depends = |follower: &Penalised| {
                let key = key_of(&follower.difference);
                let is_told = suite
                    .follows
                    .iter()
                    .any(|rule| rule.says(follower.difference.part.label(), root.difference.part.label()));
                is_told
                    || !counts(follower)
                    || key == root_key
                    || companions.get(&key).is_none_or(|with| with.contains(&root_key))
                    // What is free once is repeated after that.
                    || !keys.insert(key)
            };
            let all = std::mem::take(followers);
            let (kept, free): (Vec<Penalised>, Vec<Penalised>) = all.into_iter().partition(|it| depends(it));
            *followers = kept;
            freed.extend(free);
        }
        if !freed.is_empty() {
            add(suite, case, judgement, freed);
        }
    }
}

/// Returns for what differs the mistakes that show in every case in which it shows.
fn companions(judged: &[(&Case, &mut Judgement)], key_of: &KeyOf<'_>) -> BTreeMap<String, BTreeSet<String>> {
    let mut companions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, judgement) in judged {
        let differences = judgement.deductions.differences();
        let keys = differences.iter().filter(|it| counts(it.penalised));
        let here: BTreeSet<String> = keys.map(|it| key_of(&it.penalised.difference)).collect();
        for key in &here {
            match companions.get_mut(key) {
                Some(with) => with.retain(|other| here.contains(other)),
                None => drop(companions.insert(key.clone(), here.clone())),
            }
        }
    }
    companions
}

/// Returns whether a difference is one of behaviour that may cost marks.
fn counts(penalised: &Penalised) -> bool {
    let difference = &penalised.difference;
    penalised.slip.is_none()
        && penalised.costs()
        && !difference.cause.is_presentation()
        && !is_hint(difference)
}

fn add(suite: &Suite, case: &Case, judgement: &mut Judgement, freed: Vec<Penalised>) {
    let mut lost = 0.0;
    for penalised in freed {
        let (row, penalty) = match claim(suite, case, &penalised.difference) {
            Claim::Part(row) | Claim::Misplaced(row) | Claim::Answer(row) => (&row.name, penalised.penalty),
            Claim::Case => (&case.row, penalised.penalty),
            Claim::Nobody => (&case.row, Penalty::Forgiven),
        };
        let root = Penalised { row: row.clone(), penalty, ..penalised };
        if root.row == case.row {
            lost += match root.penalty {
                Penalty::Forgiven => 0.0,
                Penalty::Part(part) => part,
                Penalty::Fails => 1.0,
            };
        }
        judgement.deductions.all.push(Deduction { root, followers: Vec::new() });
    }
    judgement.deductions.all.sort_by_key(|deduction| deduction.root.number);
    judgement.wrong = judgement.deductions.wrong_parts();
    judgement.share = judgement.share.map(|share| (share - lost).max(0.0));
}
