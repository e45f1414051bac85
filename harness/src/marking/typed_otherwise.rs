//! Which cases of a submission are typed otherwise, because a rule of another row that it breaks keeps it from what they are about.

use std::collections::BTreeMap;

use super::bench::Bench;
use super::broken_rules::with_rows;
use super::diagnosed::is_wrong;
use super::retyped::{HiddenCase, RetypedCase, retyped};
use crate::cases::problem::Problem;
use crate::cases::{Case, JudgedBy};
use crate::diagnosis::Diagnosis;
use crate::expected::BentReference;
use crate::reports::judged::Judged;
use crate::running::in_parallel;

/// Returns the cases that are typed otherwise, by the ids of those in whose places they are; none that the program cannot play.
pub(super) fn typed_otherwise(
    bench: &Bench<'_, '_>,
    judged: &[Judged<'_>],
    diagnosis: &Diagnosis,
) -> Result<BTreeMap<String, Case>, Problem> {
    let suite = bench.suite;
    let rules: Vec<(&str, String)> =
        with_rows(suite, diagnosis).map(|(rule, row)| (rule.names[0].as_str(), row)).collect();
    let Some(game @ BentReference::Game(_)) = BentReference::of(suite).filter(|_| !rules.is_empty()) else {
        return Ok(BTreeMap::new());
    };
    if suite.judge == JudgedBy::Facts {
        return Ok(BTreeMap::new());
    }
    let others = |case: &Case| {
        let others = rules.iter().filter(|(_, row)| *row != *case.row);
        game.with(others.map(|(bend, _)| *bend))
    };
    let hidden = judged.iter().filter(|judged| is_wrong(&judged.judgement)).filter_map(|judged| {
        let BentReference::Game(bent) = others(judged.case) else { return None };
        Some(HiddenCase { case: judged.case, bent })
    });
    let names: Vec<&str> = rules.iter().map(|(bend, _)| *bend).collect();
    let retyped = retyped(suite, &hidden.collect::<Vec<_>>(), &names);
    let played = in_parallel(&retyped, bench.options.jobs, |it: &RetypedCase<'_>| bench.read(&it.case))?;
    let played: Vec<_> =
        retyped.into_iter().zip(played).filter_map(|(it, played)| Some((it, played?))).collect();
    let games: Vec<Case> = played.iter().map(|(it, _)| it.case.clone()).collect();
    if games.is_empty() {
        return Ok(BTreeMap::new());
    }
    let beside = bench.beside(&game.with(names.iter().copied()), &games)?;
    let goes_along = |(it, recording): &(RetypedCase<'_>, _)| {
        let judgement = beside.judge(&it.case, recording, Some(&others(&it.case)));
        let mut costing = judgement.deductions.costing();
        !it.is_longer || costing.all(|deduction| *deduction.root.row == *it.case.row)
    };
    let going_along = played.into_iter().filter(goes_along);
    Ok(going_along.map(|(it, _)| (it.of.id.clone(), it.case)).collect())
}
