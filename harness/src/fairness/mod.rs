//! Whether dice are really random, by the throws of all runs of a suite.
//!
//! A program whose dice never vary, repeat one sequence in each run, favour a face, tie dice together, or follow from
//! the throw before, is told so with the numbers. Of 10,000 fair programs at most one is told so: all tests together
//! share [`FALSE_ALARMS`], which is less than that, so there is room for the chi-square test being an approximation.
//!
//! Runs that begin with the same throws count once: a program that takes its seed from the clock throws the same
//! dice in two runs that start in the same second. Only if all runs begin alike is the sequence called fixed, and whoever
//! asks for that must let more than a second pass between two of them.

mod evidence;
mod statistics;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use evidence::run;

use statistics::{Unevenness, unevenness};

/// The throws of one run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Run {
    /// The throws, in their order.
    pub throws: Vec<Throw>,
}

/// One throw of dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// How many sides each die has.
    pub sides: u8,
    /// The faces of the dice that were thrown, by the places of the dice; nothing for a die that was kept.
    pub faces: Vec<Option<u8>>,
}

impl Throw {
    /// Returns a throw in which all dice were thrown.
    pub fn of_all(sides: u8, faces: &[u8]) -> Self {
        Self { sides, faces: faces.iter().copied().map(Some).collect() }
    }
}

/// What is wrong with dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfair {
    /// Every throw shows the same faces.
    NeverVary,
    /// Every run shows the same throws.
    SameSequence,
    /// A face falls too often, too seldom, or never.
    Favoured,
    /// The dice of one throw depend on each other.
    Tied,
    /// A throw depends on the one before it.
    Dependent,
}

/// Something that is wrong with dice, with the numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is.
    pub unfair: Unfair,
    /// The same in a sentence.
    pub sentence: String,
    /// How probable something like it is with fair dice.
    pub chance: f64,
}

/// The probability that fair dice are called unfair, shared by all tests.
pub const FALSE_ALARMS: f64 = 2e-5;

/// Returns what is wrong with the dice of all runs of a suite: the plainest finding, and what it does not explain.
pub fn examine(runs: &[Run]) -> Vec<Finding> {
    if let Some(finding) = never_vary(runs) {
        return vec![finding];
    }
    if let Some(finding) = same_sequence(runs) {
        return vec![finding];
    }
    let runs = distinct(runs);
    let mut tests = favoured_tests(&runs);
    let favoured_until = tests.len();
    tests.extend(tied_tests(&runs));
    tests.extend(dependent_tests(&runs));
    let count = f64::from(u32::try_from(tests.len() + 2).unwrap_or(u32::MAX));
    let found = |(index, test): (usize, Test)| {
        let uneven = unevenness(&test.counts)?;
        (uneven.chance < FALSE_ALARMS / count).then(|| (index, test.finding(&uneven)))
    };
    let mut findings: Vec<(usize, Finding)> = tests.into_iter().enumerate().filter_map(found).collect();
    // What dice have in common says nothing if they are not even on their own.
    if findings.iter().any(|(index, _)| *index < favoured_until) {
        findings.retain(|(index, _)| *index < favoured_until);
    }
    let mut plainest: Vec<Finding> = Vec::new();
    findings.sort_by(|one, other| one.1.chance.total_cmp(&other.1.chance));
    for (_, finding) in findings {
        if plainest.iter().all(|told| told.unfair != finding.unfair) {
            plainest.push(finding);
        }
    }
    plainest
}

/// Counts that are even if dice are fair.
struct Test {
    unfair: Unfair,
    counts: Vec<u64>,
    /// What is counted.
    what: String,
}

impl Test {
    fn finding(&self, uneven: &Unevenness) -> Finding {
        let total: u64 = self.counts.iter().sum();
        let expected = uneven.expected;
        let Unevenness { at, chance, .. } = *uneven;
        let (count, face) = (self.counts[at], at + 1);
        let odds = odds(chance);
        let sentence = match self.unfair {
            Unfair::Tied | Unfair::Dependent if at == 0 => format!(
                "{} show the same face {count} times of {total}; fair dice do so about {expected:.0} times ({odds})",
                self.what
            ),
            Unfair::Tied | Unfair::Dependent => format!(
                "{} depend on each other: one difference of their faces comes {count} times of {total}, with fair dice about {expected:.0} times ({odds})",
                self.what
            ),
            _ if count == 0 => {
                format!("of {total} dice none shows a {face}; about {expected:.0} should ({odds})")
            }
            _ => format!("of {total} dice {count} show a {face}; about {expected:.0} should ({odds})"),
        };
        Finding { unfair: self.unfair, sentence, chance }
    }
}

fn odds(chance: f64) -> String {
    if chance < 1e-9 {
        return "by chance less than once in 1,000,000,000 programs".to_string();
    }
    format!("by chance once in {:.0} programs", (1.0 / chance).floor())
}

/// Returns the probability of so many fair dice falling in one given way.
fn all_given(sides: u8, dice: usize) -> f64 {
    f64::from(sides).powi(-i32::try_from(dice).unwrap_or(i32::MAX))
}

fn never_vary(runs: &[Run]) -> Option<Finding> {
    let throws: Vec<&Throw> =
        runs.iter().flat_map(|run| &run.throws).filter(|throw| throw.is_fresh()).collect();
    let (first, others) = throws.split_first()?;
    let same = others.iter().all(|throw| throw == first);
    let chance = all_given(first.sides, first.faces.len() * others.len());
    let faces = first.text();
    (same && chance < FALSE_ALARMS / 4.0).then(|| Finding {
        unfair: Unfair::NeverVary,
        sentence: format!("all {} throws show the same faces: {faces}", throws.len()),
        chance,
    })
}

/// How many dice at the beginning of a run tell it from another one.
const BEGINNING: usize = 7;

fn same_sequence(runs: &[Run]) -> Option<Finding> {
    let runs: Vec<Vec<(u8, u8)>> = runs.iter().map(Run::dice).filter(|dice| !dice.is_empty()).collect();
    let (first, others) = runs.split_first()?;
    let common = |other: &Vec<(u8, u8)>| {
        let shorter = first.len().min(other.len()).min(BEGINNING);
        (first[..shorter] == other[..shorter]).then_some(shorter)
    };
    let common: Vec<usize> = others.iter().map(common).collect::<Option<_>>()?;
    let chance: f64 = common.iter().map(|length| all_given(first[0].1, *length)).product();
    let longest = runs.iter().max_by_key(|dice| dice.len()).unwrap_or(first);
    let faces: Vec<String> = longest.iter().take(BEGINNING).map(|(face, _)| face.to_string()).collect();
    (!others.is_empty() && chance < FALSE_ALARMS / 4.0).then(|| Finding {
        unfair: Unfair::SameSequence,
        sentence: format!(
            "all {} runs begin with the same dice: {}; is the generator seeded with the same number each time?",
            runs.len(),
            faces.join(" ")
        ),
        chance,
    })
}

/// Returns the runs without those that begin as another one; of these the longest is kept.
fn distinct(runs: &[Run]) -> Vec<&Run> {
    let mut by_beginning: BTreeMap<Vec<(u8, u8)>, &Run> = BTreeMap::new();
    for run in runs {
        let beginning: Vec<(u8, u8)> = run.dice().into_iter().take(BEGINNING).collect();
        if beginning.len() < BEGINNING {
            // Too short to tell it from the others: it says little in any case.
            continue;
        }
        let kept = by_beginning.entry(beginning).or_insert(run);
        if run.throws.len() > kept.throws.len() {
            *kept = run;
        }
    }
    by_beginning.into_values().collect()
}

impl Run {
    /// Returns the dice that were thrown, each with its sides, in their order.
    fn dice(&self) -> Vec<(u8, u8)> {
        let dice = self
            .throws
            .iter()
            .flat_map(|throw| throw.faces.iter().flatten().map(|face| (*face, throw.sides)));
        dice.collect()
    }
}

impl Throw {
    fn is_fresh(&self) -> bool {
        self.faces.iter().all(Option::is_some)
    }

    fn text(&self) -> String {
        self.faces.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// Counts by sides, place and so on.
type Counts<K> = BTreeMap<K, Vec<u64>>;

fn add<K: Ord>(counts: &mut Counts<K>, key: K, sides: u8, value: u8) {
    let counts = counts.entry(key).or_insert_with(|| vec![0; usize::from(sides)]);
    if let Some(count) = counts.get_mut(usize::from(value)) {
        *count += 1;
    }
}

/// Returns how far one face is above another one, around the die.
fn difference(sides: u8, one: u8, other: u8) -> u8 {
    (sides + one % sides - other % sides) % sides
}

/// Returns the sum of two faces, around the die.
fn sum(sides: u8, one: u8, other: u8) -> u8 {
    (one % sides + other % sides) % sides
}

/// The faces of all dice together, and of each die by its place.
fn favoured_tests(runs: &[&Run]) -> Vec<Test> {
    let mut counts: Counts<(u8, usize)> = Counts::new();
    for throw in runs.iter().flat_map(|run| &run.throws) {
        for (place, face) in throw.faces.iter().enumerate() {
            let Some(face) = face else { continue };
            let value = face.wrapping_sub(1);
            add(&mut counts, (throw.sides, 0), throw.sides, value);
            if throw.faces.len() > 1 {
                add(&mut counts, (throw.sides, place + 1), throw.sides, value);
            }
        }
    }
    tests(counts, Unfair::Favoured, |_| String::new())
}

/// The differences and the sums of two dice of one throw.
fn tied_tests(runs: &[&Run]) -> Vec<Test> {
    let mut counts: Counts<(u8, usize, usize, bool)> = Counts::new();
    for throw in runs.iter().flat_map(|run| &run.throws) {
        let sides = throw.sides;
        for (second, two) in throw.faces.iter().enumerate().take(6) {
            for (first, one) in throw.faces.iter().enumerate().take(second) {
                let (Some(one), Some(two)) = (one, two) else { continue };
                add(&mut counts, (sides, first, second, false), sides, difference(sides, *two, *one));
                add(&mut counts, (sides, first, second, true), sides, sum(sides, *one, *two));
            }
        }
    }
    tests(counts, Unfair::Tied, |(_, first, second, _)| {
        format!("die {} and die {} of a throw", first + 1, second + 1)
    })
}

/// The differences and the sums of one die in two successive throws.
fn dependent_tests(runs: &[&Run]) -> Vec<Test> {
    let mut counts: Counts<(u8, usize, bool)> = Counts::new();
    for pair in runs.iter().flat_map(|run| run.throws.windows(2)) {
        let sides = pair[0].sides;
        if pair[1].sides != sides || pair[0].faces.len() != pair[1].faces.len() {
            continue;
        }
        for (place, faces) in pair[0].faces.iter().zip(&pair[1].faces).enumerate() {
            let (Some(before), Some(after)) = faces else { continue };
            add(&mut counts, (sides, place, false), sides, difference(sides, *after, *before));
            add(&mut counts, (sides, place, true), sides, sum(sides, *before, *after));
        }
    }
    tests(counts, Unfair::Dependent, |(_, place, _)| {
        format!("die {} of a throw and of the next one", place + 1)
    })
}

fn tests<K: Ord>(counts: Counts<K>, unfair: Unfair, what: impl Fn(&K) -> String) -> Vec<Test> {
    counts.into_iter().map(|(key, counts)| Test { unfair, counts, what: what(&key) }).collect()
}
