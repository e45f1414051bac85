//! What a search has found: the rules that are broken, and what was tried beside them.

use super::attempt::Attempt;
use super::evidence::{BendEvidence, BendVerdict};
use super::known::{BendSearch, all_but};
use super::said::SaidByGame;
use super::telling::TellingTurn;
use crate::expected::BentReference;

/// A rule that is broken.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BrokenRule {
    /// The bend's name, then those of bends which say the same in all runs that tell.
    pub(crate) names: Vec<String>,
    /// What the runs tell, where all other broken rules are known.
    pub(crate) evidence: BendEvidence,
    /// The shortest run that tells of it.
    pub(crate) shortest: Option<TellingTurn>,
}

/// A bend that was tried, and not named.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TriedBend {
    /// The bend's name.
    pub(crate) name: String,
    /// What the runs tell.
    pub(crate) evidence: BendEvidence,
    /// The shortest run that tells of it.
    pub(crate) shortest: Option<TellingTurn>,
}

/// What was found out about a submission.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Diagnosis {
    /// The broken rules, in the order in which they were found.
    pub(crate) broken: Vec<BrokenRule>,
    /// What else was tried, in the order of the game's table: what the runs tell of it after all that was named.
    pub(crate) tried: Vec<TriedBend>,
    /// What runs tell of only as long as nothing is named, in the order of the game's table.
    pub(crate) explained_away: Vec<TriedBend>,
    /// The bends by which nearly all runs that tell of them are nearer, but which are not reproduced, the nearest first: they may be the broken rules
    /// beside slips that show nowhere else.
    pub(crate) nearest: Vec<String>,
    /// Whether the search was given up, because it took too long.
    pub(crate) is_given_up: bool,
}

impl Diagnosis {
    /// Returns what was found out, of which runs told of `first` as long as nothing was named.
    pub(super) fn new(broken: Vec<BrokenRule>, tried: Vec<TriedBend>, first: Vec<TriedBend>) -> Self {
        let is_left = |first: &TriedBend| {
            let is_named = broken.iter().any(|rule| rule.names.contains(&first.name));
            !is_named && tried.iter().all(|tried| tried.name != first.name)
        };
        let explained_away = first.into_iter().filter(is_left).collect();
        Self { broken, tried, explained_away, ..Self::default() }
    }

    /// Returns whether nothing is left that other bends might explain.
    pub(crate) fn explains_all(&self) -> bool {
        self.tried.is_empty() && !self.broken.is_empty()
    }

    /// Returns how much is explained: 1 for each run and rule that explains it wholly.
    pub(crate) fn explained(&self) -> f64 {
        self.broken.iter().map(|rule| rule.evidence.gain).sum()
    }
}

impl<'a> BendSearch<'a> {
    /// Returns what is found, where nothing more is named. These are the single bends, as the runs told of them at first.
    pub(super) fn finish(mut self, first: Vec<TriedBend>) -> Diagnosis {
        let found = self.each_beside_all_others(|search, name| {
            let twins = search.twins(name);
            (search.broken(name, &twins), search.of_most_runs(name, &twins))
        });
        let (mut broken, named): (Vec<BrokenRule>, Vec<&str>) = found.into_iter().unzip();
        if self.is_wrong() && named != self.named {
            self.know(named);
            broken = self.each_beside_all_others(|search, name| search.broken(name, &search.twins(name)));
        }
        let singles = if self.is_wrong() { self.singles() } else { Vec::new() };
        let near = self.nearest(&singles).into_iter().filter(|attempt| attempt.is_mostly_nearer());
        let nearest = near.map(|attempt| attempt.names[0].to_string()).collect();
        let mut tried = self.tried(&singles);
        for tried in tried.iter_mut().filter(|tried| tried.evidence.is_promising()) {
            tried.evidence.against = self.against(&[&tried.name]);
        }
        Diagnosis { nearest, ..Diagnosis::new(broken, tried, first) }
    }

    /// Returns what is made of each bend that is named, where all others are known.
    fn each_beside_all_others<T>(&mut self, make: impl Fn(&Self, &'a str) -> T) -> Vec<T> {
        let named = self.named.clone();
        let mut results = Vec::new();
        for name in &named {
            self.know(all_but(name, &named));
            results.push(make(self, name));
        }
        self.know(named);
        results
    }

    /// Returns the one of a bend and its twins that explains most runs, all of the bend's own among them.
    fn of_most_runs(&self, name: &'a str, twins: &[&'a str]) -> &'a str {
        let told = |name: &'a str| self.attempt(vec![name]).evidence.told;
        let runs = told(name);
        let more = |twin: &&&'a str| {
            let told = told(twin);
            told.len() > runs.len() && runs.iter().all(|run| told.contains(run))
        };
        twins.iter().filter(more).max_by_key(|twin| told(twin).len()).copied().unwrap_or(name)
    }

    /// Returns those of the attempts, each with one bend, of which runs tell.
    pub(super) fn tried(&self, attempts: &[Attempt<'a>]) -> Vec<TriedBend> {
        let found = attempts.iter().map(|attempt| (attempt.names[0], &attempt.evidence));
        tried_bends(found, |name, evidence| self.shortest(name, evidence))
    }

    /// Returns the turn in which the shortest run tells of a bend.
    fn shortest(&self, name: &'a str, evidence: &BendEvidence) -> Option<TellingTurn> {
        let length = |run: &&usize| (self.first_wrong(**run), &self.scene.runs[**run].case.id);
        let index = *evidence.told.iter().min_by_key(length)?;
        let (run, first) = (&self.scene.runs[index], self.first_wrong(index)?);
        self.spend(first + 1);
        let bent = SaidByGame::of(self.scene.suite, run, &self.bent(&self.with(&[name])), Some(first))?;
        let known = &self.looked[index].as_ref()?.said;
        Some(TellingTurn::new(run, first, (known, &self.named), &bent))
    }

    /// Returns a broken rule with its twins, where all other broken rules are known.
    fn broken(&self, name: &'a str, twins: &[&'a str]) -> BrokenRule {
        let names = std::iter::once(&name).chain(twins).map(ToString::to_string).collect();
        let evidence = self.attempt(vec![name]).evidence;
        let shortest = self.shortest(name, &evidence);
        let evidence = BendEvidence { against: self.against(&[name]), ..evidence };
        BrokenRule { names, evidence, shortest }
    }

    /// Returns the bends that say the same in all runs that tell of one, where all other broken rules are known.
    fn twins(&self, name: &'a str) -> Vec<&'a str> {
        let attempt = self.attempt(vec![name]);
        let bent = self.bent(&self.with(&[name]));
        let is_free = |other: &&&'a str| **other != name && !self.named.contains(other);
        let is_named = |other: &'a str| {
            let other = self.attempt(vec![other]);
            self.holds(&other, |evidence| evidence.is_enough() || evidence.explains_its_only_run())
        };
        let is_twin = |other: &&&'a str| {
            let twin = self.bent(&self.with(&[**other]));
            attempt.evidence.told.iter().all(|run| self.say_the_same(*run, &bent, &twin)) && is_named(other)
        };
        self.scene.bends.iter().filter(is_free).filter(is_twin).copied().collect()
    }

    fn say_the_same(&self, run: usize, one: &BentReference, other: &BentReference) -> bool {
        let run = &self.scene.runs[run];
        self.spend(2 * run.printed.len());
        super::say_the_same(self.scene.suite, run, one, other) == Some(true)
    }
}

/// Returns those of the bends of which runs tell, each with the turn in which the shortest run does.
pub(super) fn tried_bends<'a, 'b>(
    bends: impl Iterator<Item = (&'a str, &'b BendEvidence)>,
    shortest: impl Fn(&'a str, &BendEvidence) -> Option<TellingTurn>,
) -> Vec<TriedBend> {
    let speak = bends.filter(|(_, evidence)| evidence.verdict() != BendVerdict::Silent);
    let tried = |(name, evidence): (&'a str, &BendEvidence)| TriedBend {
        name: name.to_string(),
        evidence: evidence.clone(),
        shortest: shortest(name, evidence),
    };
    speak.map(tried).collect()
}
