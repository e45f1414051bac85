//! Rules that never had their chance: what a program does where they hold was not seen, so that nobody is paid for it, and nobody loses.

use std::collections::BTreeMap;

use crate::amounts::often;
use crate::cases::{Case, Chance, JudgedBy, Occasion, Suite};
use crate::judging::Verdict;
use crate::reports::judged::Judged;

/// Lets a person decide about the cases of each rule that had its chance less often than its case asks for, in all cases together.
pub(super) fn leave_to_a_person(suite: &Suite, judged: &mut [Judged<'_>]) {
    let mut chances: BTreeMap<Occasion, usize> = BTreeMap::new();
    for (occasion, count) in judged.iter().flat_map(|judged| &judged.judgement.chances) {
        *chances.entry(occasion.clone()).or_default() += count;
    }
    let unshown: Vec<(&Case, &Chance, String)> = judged
        .iter()
        .filter_map(|judged| Some((judged, judged.case.chance.as_deref()?)))
        .filter_map(|(judged, chance)| {
            let count = chances.get(&chance.occasion).copied().unwrap_or_default();
            let sentence = || sentence(suite, judged.case, chance, (count, judged.runs));
            (count < chance.times).then(|| (judged.case, chance, sentence()))
        })
        .collect();
    for Judged { case, judgement, .. } in judged {
        let unshown = unshown.iter().find(|(of, chance, _)| match suite.judge {
            JudgedBy::Transcript => case.rule == of.rule,
            JudgedBy::Facts => case.checks.contains(&chance.occasion.shown),
        });
        if let (Some((.., sentence)), Verdict::Passed) = (unshown, judgement.verdict) {
            judgement.verdict = Verdict::Undecided;
            judgement.sentence = sentence.clone().into();
            judgement.share = Some(0.0);
        }
    }
}

fn sentence(suite: &Suite, case: &Case, chance: &Chance, (count, runs): (usize, usize)) -> String {
    let rule = suite.rules.get(case.rule.as_str()).map_or(case.rule.as_str(), String::as_str);
    let runs = if runs == 1 { "one run".to_string() } else { format!("{runs} runs") };
    match count {
        0 => format!("never came up in {runs}: {rule}"),
        _ => format!("came up only {} in {runs}, not {}: {rule}", often(count), often(chance.times)),
    }
}
