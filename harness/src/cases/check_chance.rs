//! Checks how often the rule of a case must have had its chance.

use std::ops::RangeInclusive;

use super::problem::Problem;
use super::raw::RawChance;
use super::yaml::At;
use super::{Chance, JudgedBy, Occasion};

/// How often a rule may have to have its chance, and how often a program may be run for that.
const TIMES: RangeInclusive<usize> = 1..=20;
const RUNS: RangeInclusive<usize> = 2..=200;

/// What else is said in the case, and around it.
pub(super) struct BesideChance<'a> {
    /// By what the suite is judged, and whether it observes dice; none if its own file cannot be read.
    pub(super) judge: Option<JudgedBy>,
    pub(super) observes: Option<bool>,
    /// The facts that the case checks.
    pub(super) checks: &'a [String],
    /// Whether its dice follow from its seed.
    pub(super) is_seeded: bool,
}

/// Returns how often the rule of a case must have had its chance. There are chances only where dice are observed.
pub(super) fn check_chance(
    file: &str,
    written: &At<RawChance>,
    beside: &BesideChance<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Chance> {
    let before = problems.len();
    let RawChance { shown, text, times, runs } = &written.value;
    if beside.is_seeded || beside.observes == Some(false) {
        let problem = Problem::at(file, written.place(), "there is no chance where the dice are known");
        problems.push(problem.help("take `chance` out, or observe the dice: `dice: observed` in suite.yaml"));
    }
    if beside.judge == Some(JudgedBy::Facts) && !beside.checks.contains(&shown.value) {
        let message = format!("the case does not check `{}`", shown.value);
        let help = format!("write one of the facts of its `checks`: {}", beside.checks.join(", "));
        problems.push(Problem::at(file, shown.place(), message).help(help));
    }
    if let (Some(JudgedBy::Facts), Some(text)) = (beside.judge, text) {
        let problem = Problem::at(file, text.place(), "a fact comes up whatever the text");
        problems.push(problem.help("take `text` out"));
    }
    for (name, count, range) in [("times", times, TIMES), ("runs", runs, RUNS)] {
        if !range.contains(&count.value) {
            let (first, last) = range.into_inner();
            let message = format!("`{name}` must be a whole number from {first} to {last}");
            problems.push(Problem::at(file, count.place(), message));
        }
    }
    let occasion =
        Occasion { shown: shown.value.clone(), text: text.as_ref().map(|text| text.value.clone()) };
    let chance = Chance { occasion, times: times.value, runs: runs.value };
    (problems.len() == before).then_some(chance)
}
