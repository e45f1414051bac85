//! Whether dice are really random, by the throws of all runs of a suite.
//!
//! A program whose dice never vary, repeat one sequence in each run, are not all thrown again, favour a face, tie dice together, or follow from
//! the throw before, is told so with the numbers. Of 10,000 fair programs at most one is told so: all tests together
//! share [`FALSE_ALARMS`], which is less than that, so there is room for the chi-square test being an approximation.
//!
//! How many throws a run shows may depend on the faces, as a turn ends at a red 1 and a case plays on until something
//! comes up. That favours no face as long as every throw that was made counts: whether a throw is made depends on the
//! throws before it only. So no run is left out for its length, and a suite whose throws are not all readable says nothing.
//!
//! Runs that begin with the same dice count once: a program that takes its seed from the clock throws the same
//! dice in two runs that start in the same second. Only if all runs begin alike is the sequence called fixed, and whoever
//! asks for that must let more than a second pass between two of them.

mod evenness;
mod evidence;
mod repeats;
mod statistics;
#[cfg(test)]
mod tests;

pub use evidence::FairnessEvidence;

use crate::amounts::amount;
use evenness::{dependent_tests, favoured_tests, tied_tests};
use repeats::{distinct, never_thrown_again, never_vary, same_sequence};

/// The throws of one run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FairnessRun {
    /// Its games, or all of it as one.
    pub stretches: Vec<Stretch>,
}

/// Throws that follow each other, from one beginning on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stretch {
    /// Dice that were shown before the first throw. They tell this stretch from others, and are not counted.
    pub shown: Vec<u8>,
    /// The throws, in their order.
    pub throws: Vec<FairnessThrow>,
}

/// One throw of dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FairnessThrow {
    /// How many sides each die has.
    pub sides: u8,
    /// The faces of the dice that were thrown, by the places of the dice; nothing for a die that was kept.
    pub faces: Vec<Option<u8>>,
}

impl FairnessThrow {
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
    /// A die is thrown once, and not again with the others.
    NeverThrownAgain,
    /// A face falls too often, too seldom, or never.
    Favoured,
    /// The dice of one throw depend on each other.
    Tied,
    /// A throw depends on the one before it.
    Dependent,
}

/// Something that is wrong with dice, with the numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct UnfairFinding {
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
pub fn examine(runs: &[FairnessRun]) -> Vec<UnfairFinding> {
    if let Some(finding) = never_vary(runs) {
        return vec![finding];
    }
    if let Some(finding) = same_sequence(runs) {
        return vec![finding];
    }
    let stretches = distinct(runs);
    if let Some(finding) = never_thrown_again(&stretches) {
        return vec![finding];
    }
    let favoured = favoured_tests(&stretches);
    let favoured_until = favoured.len();
    let tests = [favoured, tied_tests(&stretches), dependent_tests(&stretches)].into_iter().flatten();
    let tests: Vec<_> = tests.collect();
    let least = FALSE_ALARMS / amount(tests.len() + 2);
    let found = tests.iter().enumerate().filter_map(|(index, test)| Some((index, test.finding(least)?)));
    let mut findings: Vec<(usize, UnfairFinding)> = found.collect();
    // What dice have in common says nothing if they are not even on their own.
    if findings.iter().any(|(index, _)| *index < favoured_until) {
        findings.retain(|(index, _)| *index < favoured_until);
    }
    let mut plainest: Vec<UnfairFinding> = Vec::new();
    findings.sort_by(|one, other| one.1.chance.total_cmp(&other.1.chance));
    for (_, finding) in findings {
        if plainest.iter().all(|listed| listed.unfair != finding.unfair) {
            plainest.push(finding);
        }
    }
    plainest
}
