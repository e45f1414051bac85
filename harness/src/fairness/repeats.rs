//! Throws that are repeated: within a run, from run to run, and those that are counted once.

use std::collections::{BTreeMap, BTreeSet};

use super::{FALSE_ALARMS, FairnessRun, FairnessThrow, Stretch, Unfair, UnfairFinding};
use crate::amounts::amount;

/// How many dice at the beginning of a stretch tell it from another one, at least.
const BEGINNING: usize = 3;

/// Returns the finding that all throws of all runs are the same.
pub(super) fn never_vary(runs: &[FairnessRun]) -> Option<UnfairFinding> {
    let throws: Vec<&FairnessThrow> = runs
        .iter()
        .flat_map(FairnessRun::throws)
        .filter(|throw| throw.faces.iter().all(Option::is_some))
        .collect();
    let (first, others) = throws.split_first()?;
    let same = others.iter().all(|throw| throw == first);
    let chance = all_given(first.sides, first.faces.len() * others.len());
    (same && chance < FALSE_ALARMS / 4.0).then(|| UnfairFinding {
        unfair: Unfair::NeverVary,
        sentence: format!("all {} throws show the same faces: {}", throws.len(), list(&first.dice())),
        chance,
    })
}

/// Returns the finding that all runs begin with the same dice.
pub(super) fn same_sequence(runs: &[FairnessRun]) -> Option<UnfairFinding> {
    let beginnings: Vec<Vec<u8>> = runs.iter().filter_map(FairnessRun::beginning).collect();
    let sides = runs.iter().flat_map(FairnessRun::throws).next()?.sides;
    let (first, others) = beginnings.split_first()?;
    let same = others.iter().all(|other| other == first);
    let chance = all_given(sides, first.len() * others.len());
    (same && chance < FALSE_ALARMS / 4.0).then(|| UnfairFinding {
        unfair: Unfair::SameSequence,
        sentence: format!(
            "all runs begin with the same dice: {}; is the generator seeded with the same number each time?",
            list(first)
        ),
        chance,
    })
}

/// Returns the finding that a die shows in each throw what it showed in the one before, from the beginning of a stretch to its end.
pub(super) fn never_thrown_again(stretches: &[&Stretch]) -> Option<UnfairFinding> {
    let mut pairs: BTreeMap<usize, Vec<(u8, bool)>> = BTreeMap::new();
    for pair in stretches.iter().flat_map(|stretch| stretch.throws.windows(2)) {
        for (place, faces) in pair[0].faces.iter().zip(&pair[1].faces).enumerate() {
            if let (Some(before), Some(after)) = faces {
                pairs.entry(place).or_default().push((pair[1].sides, before == after));
            }
        }
    }
    let places = pairs.len();
    let chance = |pairs: &[(u8, bool)]| {
        let sides = pairs.iter().map(|(sides, _)| *sides).min().unwrap_or(1);
        all_given(sides, pairs.len())
    };
    pairs.retain(|_, pairs| {
        pairs.iter().all(|(_, same)| *same) && chance(pairs) < FALSE_ALARMS / 4.0 / amount(places)
    });
    let (place, first) = pairs.first_key_value()?;
    let faces: BTreeSet<u8> = stretches.iter().flat_map(|stretch| stretch.of_die(*place)).collect();
    let is_one = |throw: &FairnessThrow| throw.dice().windows(2).all(|two| two[0] == two[1]);
    let are_one = || stretches.iter().flat_map(|stretch| &stretch.throws).all(is_one);
    let all_stuck = pairs.len() == places && places > 1;
    let which = match faces.iter().collect::<Vec<_>>()[..] {
        [face] => format!("die {} always shows a {face}", place + 1),
        _ if all_stuck && are_one() => {
            "all dice show one face, as if the generator were seeded anew for each of them".to_string()
        }
        _ if all_stuck => "the dice are thrown once and not again".to_string(),
        _ => format!("die {} is thrown once and not again with the others", place + 1),
    };
    Some(UnfairFinding {
        unfair: Unfair::NeverThrownAgain,
        sentence: format!("{which}: the same face comes {0} times of {0} after the first throw", first.len()),
        chance: chance(first),
    })
}

/// Returns the stretches of throws that do not repeat each other.
///
/// A program that takes its seed from the clock throws the same dice in all runs of one second, and what is typed moves
/// them to other throws. So of runs that begin alike only the first counts; of its stretches, too, as a program may take
/// a new seed for every game. A beginning says nothing about the dice after it, so this choice favours no face.
pub(super) fn distinct(runs: &[FairnessRun]) -> Vec<&Stretch> {
    let mut of_runs = BTreeSet::new();
    let mut of_stretches = BTreeSet::new();
    let kept = runs.iter().filter(|run| run.beginning().is_some_and(|dice| of_runs.insert(dice)));
    kept.flat_map(|run| &run.stretches)
        .filter(|stretch| stretch.beginning().is_some_and(|dice| of_stretches.insert(dice)))
        .collect()
}

impl FairnessRun {
    fn throws(&self) -> impl Iterator<Item = &FairnessThrow> {
        self.stretches.iter().flat_map(|stretch| &stretch.throws)
    }

    fn beginning(&self) -> Option<Vec<u8>> {
        self.stretches.iter().find_map(Stretch::beginning)
    }
}

impl Stretch {
    /// Returns what one die showed each time it was thrown.
    fn of_die(&self, place: usize) -> impl Iterator<Item = u8> {
        self.throws.iter().filter_map(move |throw| *throw.faces.get(place)?)
    }

    /// Returns the dice that were shown before the first throw, and those of the first throws, as few as tell enough.
    fn beginning(&self) -> Option<Vec<u8>> {
        let mut thrown: Vec<u8> = Vec::new();
        for throw in &self.throws {
            if thrown.len() < BEGINNING {
                thrown.extend(throw.dice());
            }
        }
        (!thrown.is_empty()).then(|| [&self.shown[..], &thrown].concat())
    }
}

impl FairnessThrow {
    fn dice(&self) -> Vec<u8> {
        self.faces.iter().flatten().copied().collect()
    }
}

/// Returns the probability of so many fair dice falling in one given way.
fn all_given(sides: u8, dice: usize) -> f64 {
    f64::from(sides).powi(-i32::try_from(dice).unwrap_or(i32::MAX))
}

fn list(faces: &[u8]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
