//! Puts what attempts have recorded into the file of the class, each unit once, and tells which units nobody has run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::agreement::{Agreement, agreement};
use super::attempt_file::{AttemptFile, attempts_in};
use super::partition::Partition;
use super::plan_file::UnitPlan;
use crate::cases::problem::Problem;
use crate::class::opening::{CONTAINED, contained};
use crate::class::store::{ClassStore, HandedOver, RecordingState, StoreFault};
use crate::class::work::SetAside;
use crate::running::Sandbox;

/// In the file of a class, as JSON: the names of the attempts that were merged.
const MERGED: &str = "merged";

/// In the file of a class, as JSON: which machines have run units of it, how many, and how well they contain programs.
pub(super) const NODES: &str = "nodes";

/// A machine that has run units of a class.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct MarkingNode {
    /// Its name.
    pub(crate) name: String,
    /// How well it contains programs.
    pub(crate) sandbox: Sandbox,
    /// How many units were taken from it.
    pub(crate) units: usize,
}

/// What came of putting attempts together.
#[derive(Debug, Default)]
pub(super) struct GatheredUnits {
    /// How many attempts there were that were not merged before.
    pub(super) attempts: usize,
    /// How many units were taken from them.
    pub(super) units: usize,
    /// The places of the submissions some of whose units nobody has run.
    pub(super) incomplete: BTreeSet<usize>,
    /// How many units nobody has run.
    pub(super) missing: usize,
    /// The partitions in which they are, of the divisions that attempts know.
    pub(super) missing_partitions: Vec<Partition>,
    /// The units that did not come out the same, in words.
    pub(super) unstable: Vec<String>,
}

/// Returns the attempts in the folder of a class, and in others.
///
/// # Errors
/// A folder that cannot be read, and results of another plan. What is no attempt is left out, and told in `notes`.
pub(super) fn find_attempts(
    class: &Path,
    plan: &UnitPlan,
    others: &[PathBuf],
    notes: &mut Vec<String>,
) -> Result<Vec<AttemptFile>, Problem> {
    let mut paths = attempts_in(&plan.attempts_folder(class))?;
    for other in others {
        let folder = match UnitPlan::read(other)? {
            Some(theirs) if theirs.id == plan.id => theirs.attempts_folder(other),
            Some(theirs) => return Err(of_another_plan(other, theirs.short_id(), plan)),
            None => other.clone(),
        };
        paths.extend(attempts_in(&folder)?);
    }
    let mut attempts = BTreeMap::new();
    for path in paths {
        match AttemptFile::open(&path) {
            Ok(attempt) if attempt.head.plan != plan.id => {
                return Err(of_another_plan(&path, short(&attempt.head.plan), plan));
            }
            Ok(attempt) => drop(attempts.insert(attempt.name.clone(), attempt)),
            Err(no_attempt) => notes.push(format!("left out: {no_attempt}")),
        }
    }
    Ok(attempts.into_values().collect())
}

fn short(id: &str) -> &str {
    id.get(..12).unwrap_or(id)
}

fn of_another_plan(path: &Path, theirs: &str, plan: &UnitPlan) -> Problem {
    let message = format!("holds results of the plan {theirs}, not of {}", plan.short_id());
    Problem::of_file(&path.display().to_string(), message)
        .help("merge only what was marked by this plan; other submissions, another suite or another program make another plan")
}

/// Puts attempts into the file of the class.
///
/// # Errors
/// What cannot be read or written.
pub(super) fn gather(
    store: &ClassStore,
    plan: &UnitPlan,
    attempts: &[AttemptFile],
) -> Result<GatheredUnits, StoreFault> {
    let merged: BTreeSet<String> = kept(store, MERGED)?;
    let mut gathered = GatheredUnits::default();
    let fresh: BTreeSet<&str> =
        attempts.iter().map(|one| one.name.as_str()).filter(|name| !merged.contains(*name)).collect();
    gathered.attempts = fresh.len();
    let unbuilt = unbuilt(plan, attempts);
    let mut weakest = contained(store)?;
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut missing = BTreeSet::new();
    for (place, submission) in plan.submissions.iter().enumerate() {
        let recorded = attempts.iter().map(|one| one.reader.to_hand_over(&submission.digest));
        let recorded = recorded.collect::<Result<Vec<_>, _>>()?;
        let own = store.reader().to_hand_over(&submission.digest)?;
        let mut changes = BTreeMap::new();
        for case in submission.cases.iter().map(|case| &plan.cases[*case]) {
            let counts = |one: &&HandedOver| one.input == case.input && one.state != RecordingState::Slow;
            let own = own.get(&case.id).filter(counts);
            let runs = || {
                let runs = recorded.iter().enumerate();
                runs.filter_map(|(at, all)| Some((at, all.get(&case.id).filter(counts)?)))
            };
            let new: Vec<(usize, &HandedOver)> =
                runs().filter(|(at, _)| fresh.contains(attempts[*at].name.as_str())).collect();
            let is_covered =
                own.is_some() || runs().next().is_some() || unbuilt.contains(&(place, case.id.as_str()));
            if !is_covered {
                missing.insert((place, case.id.as_str()));
            }
            let Some((from, first)) = new.first() else { continue };
            let all: Vec<&HandedOver> = own.into_iter().chain(new.iter().map(|(_, one)| *one)).collect();
            if agreement(&all)? == Agreement::Unstable {
                changes.insert(case.id.clone(), None);
                let nodes: BTreeSet<&str> =
                    new.iter().map(|(at, _)| attempts[*at].head.node.as_str()).collect();
                let nodes = nodes.into_iter().collect::<Vec<_>>().join(" and ");
                gathered.unstable.push(format!(
                    "{}: {}: not the same each time, last on {nodes}",
                    submission.label, case.id
                ));
            } else if own.is_none() {
                changes.insert(case.id.clone(), Some((*first).clone()));
                *taken.entry(*from).or_default() += 1;
            }
        }
        for at in taken.keys() {
            if recorded[*at].keys().any(|case| changes.contains_key(case)) {
                note_weakest(&mut weakest, &submission.digest, &attempts[*at].head.sandbox);
            }
        }
        if !changes.is_empty() {
            store.take_over(&submission.digest, changes)?;
        }
    }
    gathered.units = taken.values().sum();
    gathered.incomplete = missing.iter().map(|(place, _)| *place).collect();
    gathered.missing = missing.len();
    gathered.missing_partitions = partitions(plan, attempts, &missing);
    let nodes = nodes(kept(store, NODES)?, attempts, &taken);
    let merged: BTreeSet<&str> = merged.iter().map(String::as_str).chain(fresh).collect();
    let json = |value: serde_json::Result<String>| value.expect("plain JSON");
    store.wait()?;
    store.set_about(&[
        (NODES, json(serde_json::to_string(&nodes))),
        (CONTAINED, json(serde_json::to_string(&weakest))),
        (MERGED, json(serde_json::to_string(&merged))),
    ])?;
    store.wait()?;
    Ok(gathered)
}

/// Returns what is kept in the file of a class under this name.
pub(super) fn kept<T: Default + serde::de::DeserializeOwned>(
    store: &ClassStore,
    name: &str,
) -> Result<T, StoreFault> {
    let text = store.reader().about(name)?;
    Ok(if text.is_empty() { T::default() } else { serde_json::from_str(&text)? })
}

/// Returns the units of programs that a machine could not build: they are run where the class is merged.
fn unbuilt<'p>(plan: &'p UnitPlan, attempts: &[AttemptFile]) -> BTreeSet<(usize, &'p str)> {
    let mut units = BTreeSet::new();
    for head in attempts.iter().map(|attempt| &attempt.head) {
        if !head.set_aside.values().any(|why| *why == SetAside::Unbuilt) {
            continue;
        }
        let of = plan.units_of(head.partition).into_iter();
        let is_unbuilt =
            |place: usize| head.set_aside.get(&plan.submissions[place].digest) == Some(&SetAside::Unbuilt);
        units.extend(
            of.filter(|(place, _)| is_unbuilt(*place))
                .map(|(place, case)| (place, plan.cases[case].id.as_str())),
        );
    }
    units
}

/// Notes that a submission was run where programs are contained like this, if they are contained better here.
fn note_weakest(weakest: &mut BTreeMap<String, Sandbox>, submission: &str, sandbox: &Sandbox) {
    let strength = |sandbox: &Sandbox| (sandbox.tier.clone(), sandbox.missing.len());
    let known = weakest.get(submission).map_or_else(|| strength(&Sandbox::of_this_machine()), strength);
    if strength(sandbox) > known {
        weakest.insert(submission.to_string(), sandbox.clone());
    }
}

/// Returns the partitions that hold missing units, in each division that an attempt knows.
fn partitions(
    plan: &UnitPlan,
    attempts: &[AttemptFile],
    missing: &BTreeSet<(usize, &str)>,
) -> Vec<Partition> {
    let divisions: BTreeSet<Partition> =
        attempts.iter().filter_map(|attempt| attempt.head.partition.all().next()).collect();
    let units = plan.units();
    let is_missing =
        |(place, case): &(usize, usize)| missing.contains(&(*place, plan.cases[*case].id.as_str()));
    let mut found = Vec::new();
    for division in divisions {
        let numbers = plan.numbers(division);
        let numbers: BTreeSet<usize> = units
            .iter()
            .zip(numbers)
            .filter(|(unit, _)| is_missing(unit))
            .map(|(_, number)| number)
            .collect();
        found.extend(division.all().filter(|partition| numbers.contains(&partition.number())));
    }
    found
}

fn nodes(
    mut nodes: Vec<MarkingNode>,
    attempts: &[AttemptFile],
    taken: &BTreeMap<usize, usize>,
) -> Vec<MarkingNode> {
    for (at, units) in taken {
        let head = &attempts[*at].head;
        match nodes.iter_mut().find(|node| node.name == head.node && node.sandbox == head.sandbox) {
            Some(node) => node.units += units,
            None => nodes.push(MarkingNode {
                name: head.node.clone(),
                sandbox: head.sandbox.clone(),
                units: *units,
            }),
        }
    }
    nodes.sort_by(|one, other| one.name.cmp(&other.name));
    nodes
}
