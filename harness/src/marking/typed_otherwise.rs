//! Which cases of a submission are typed otherwise, because a rule of another row that it breaks keeps it from what they are about.

use std::collections::BTreeMap;

use super::bench::Bench;
use super::broken_rules::{bent, charged};
use super::diagnosed::is_wrong;
use super::other_games::other_games;
use super::retyped::{HiddenCase, RetypedCase, retyped};
use crate::cases::problem::Problem;
use crate::cases::{Case, JudgedBy};
use crate::diagnosis::Diagnosis;
use crate::expected::BentReference;
use crate::recording::Recording;
use crate::reports::judged::Judged;
use crate::running::in_parallel;

/// Returns the cases that are typed otherwise, by the ids of those in whose places they are; none that the program cannot play.
pub(super) fn typed_otherwise(
    bench: &Bench<'_, '_>,
    judged: &[Judged<'_>],
    diagnosis: &Diagnosis,
) -> Result<BTreeMap<String, Case>, Problem> {
    let suite = bench.suite;
    let rules = charged(suite, &diagnosis.broken);
    let Some(game @ BentReference::Game(_)) = BentReference::of(suite).filter(|_| !rules.is_empty()) else {
        return Ok(BTreeMap::new());
    };
    if suite.judge == JudgedBy::Facts {
        return Ok(BTreeMap::new());
    }
    let others = |case: &Case| bent(&game, &rules, |rule| rule.row != *case.row);
    let may_be_hidden = |judged: &&Judged<'_>| {
        is_wrong(&judged.judgement) && rules.iter().any(|rule| rule.row != *judged.case.row)
    };
    let hidden = judged.iter().filter(may_be_hidden).filter_map(|judged| {
        let BentReference::Game(bent) = others(judged.case) else { return None };
        Some(HiddenCase { case: judged.case, bent })
    });
    let names: Vec<&str> = rules.iter().map(|rule| rule.bend.as_str()).collect();
    let mut hidden: Vec<HiddenCase<'_>> = hidden.collect();
    let mut retyped = retyped(suite, &hidden, &names);
    hidden.retain(|hidden| retyped.iter().all(|it| it.of.id != hidden.case.id));
    retyped.extend(other_games(suite, &hidden, &names));
    let played = in_parallel(&retyped, bench.options.jobs, |it: &RetypedCase<'_>| bench.read(&it.case))?;
    let mut played: Vec<(RetypedCase<'_>, Recording)> =
        retyped.into_iter().zip(played).filter_map(|(it, played)| Some((it, played?))).collect();
    if played.iter().any(|(it, _)| it.is_longer) {
        let games: Vec<Case> = played.iter().map(|(it, _)| it.case.clone()).collect();
        let beside = bench.beside(&bent(&game, &rules, |_| true), &games)?;
        played.retain(|(it, recording)| {
            let judgement = beside.judge(&it.case, recording, Some(&others(&it.case)));
            let mut costing = judgement.deductions.costing();
            !it.is_longer || costing.all(|deduction| *deduction.root.row == *it.case.row)
        });
    }
    Ok(played.into_iter().map(|(it, _)| (it.of.id.clone(), it.case)).collect())
}
