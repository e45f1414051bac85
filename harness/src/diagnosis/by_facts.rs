//! The search for the bends that explain a submission whose conversations are judged by facts.
//!
//! A run tells of a bend if, by the bent rules, facts hold in it that did not: the same is printed, and nothing else is wrong now.
//! It speaks against the bend if facts are wrong by it in other places.

use std::cell::Cell;
use std::collections::BTreeMap;

use reference::Game;

use super::evidence::BendEvidence;
use super::known::all_but;
use super::outcome::{BrokenRule, Diagnosis, TriedBend, tried_bends};
use super::search::{MOST_IN_PAIRS, MOST_NAMED, in_pairs};
use super::telling::{TellingLine, TellingTurn};
use crate::by_evidence::{FactLedger, HeardRun};
use crate::comparison::Difference;

/// After so many turns that were judged nothing is named: the submission is not worth it.
const MOST_TURNS: usize = 1_500_000;

/// The most facts of a turn that are told as a proof.
const MOST_LINES: usize = 3;

/// A submission that is judged by facts, before its diagnosis.
pub(crate) struct FactScene<'a> {
    /// The game, unbent.
    pub(crate) game: &'a Game,
    /// The names of the bends that have a meaning in the suite, in the order of the game's table.
    pub(crate) bends: &'a [&'a str],
    /// All runs in which facts can be told, those that are right as well.
    pub(crate) runs: &'a [HeardRun<'a>],
    /// Whether nobody waits for what is found any longer.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// Finds the bends that explain the facts that are wrong.
pub(crate) fn diagnose_facts(scene: &FactScene<'_>) -> Diagnosis {
    let mut search = FactSearch::new(scene);
    let mut singles = search.singles();
    let first = search.tried(&singles);
    while search.named.len() < MOST_NAMED && search.wrong() > 0 && !search.is_over() {
        let Some(found) = best(&singles).or_else(|| best(&search.pairs(&singles))) else { break };
        search.know([search.named.clone(), found].concat());
        singles = search.singles();
    }
    search.leave_out_what_is_not_needed();
    if search.is_over() {
        return Diagnosis { is_given_up: true, ..Diagnosis::default() };
    }
    search.finish(first)
}

/// Returns whether facts come out otherwise in a run by the rules of another game.
pub(crate) fn facts_differ(run: &HeardRun<'_>, one: &Game, other: &Game) -> bool {
    let facts = |game| RunFacts::new(&ledger(run, game));
    let (one, other) = (facts(one), facts(other));
    one.gone(&other) > 0 || other.gone(&one) > 0
}

fn ledger(run: &HeardRun<'_>, game: &Game) -> FactLedger {
    run.facts(game)
}

/// What rules leave of the facts of a run.
#[derive(Debug, PartialEq)]
struct RunFacts {
    /// How many facts are wrong at each turn and line.
    wrong: BTreeMap<(usize, usize), usize>,
    /// How often facts of each kind are wrong; the kind of `score/sum` is `score`.
    by_kind: BTreeMap<&'static str, usize>,
    /// How often facts hold.
    held: usize,
}

impl RunFacts {
    fn new(ledger: &FactLedger) -> Self {
        let mut facts = Self { wrong: BTreeMap::new(), by_kind: BTreeMap::new(), held: ledger.held_in_all() };
        for difference in ledger.wrong_in_all() {
            *facts.wrong.entry((difference.turn, difference.line)).or_default() += 1;
            *facts.by_kind.entry(kind(difference.part.label())).or_default() += 1;
        }
        facts
    }

    /// Returns in how many places something is wrong that is right by other rules.
    fn gone(&self, other: &Self) -> usize {
        let left = |place| other.wrong.get(place).copied().unwrap_or_default();
        self.wrong.iter().map(|(place, count)| count.saturating_sub(left(place))).sum()
    }

    /// Returns which share is right by other rules of all that is wrong in those kinds of facts of which some is: who scores nothing
    /// at all scores nothing for a red 1 either, but breaks another rule.
    fn share_gone(&self, other: &Self) -> f64 {
        let left = |kind| other.by_kind.get(kind).copied().unwrap_or_default();
        let gone = self.by_kind.iter().filter(|(kind, count)| left(**kind) < **count);
        let (before, after) =
            gone.fold((0, 0), |(before, after), (kind, count)| (before + count, after + left(kind)));
        if before == 0 { 0.0 } else { 1.0 - number(after) / number(before) }
    }
}

fn kind(fact: &'static str) -> &'static str {
    fact.split('/').next().unwrap_or(fact)
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// Bends that are tried together, and what the runs tell of them.
struct FactAttempt<'a> {
    names: Vec<&'a str>,
    evidence: BendEvidence,
    /// In how many places something is right by them that was wrong, in the runs that speak for them.
    explained: usize,
    /// The same in the runs that do not.
    nearer: usize,
}

struct FactSearch<'a> {
    scene: &'a FactScene<'a>,
    /// The bends that are named so far.
    named: Vec<&'a str>,
    /// The facts of each run by the rules with these bends.
    facts: Vec<RunFacts>,
    /// How many turns may still be judged.
    left: Cell<usize>,
}

impl<'a> FactSearch<'a> {
    fn new(scene: &'a FactScene<'a>) -> Self {
        let mut search = Self { scene, named: Vec::new(), facts: Vec::new(), left: Cell::new(MOST_TURNS) };
        search.know(Vec::new());
        search
    }

    /// Looks at the runs anew, by the rules with these bends.
    fn know(&mut self, named: Vec<&'a str>) {
        let game = self.bent(&named);
        self.named = named;
        self.facts = self.scene.runs.iter().map(|run| self.facts(run, &game)).collect();
    }

    fn facts(&self, run: &HeardRun<'_>, game: &Game) -> RunFacts {
        self.left.set(self.left.get().saturating_sub(run.turns()));
        RunFacts::new(&ledger(run, game))
    }

    fn is_over(&self) -> bool {
        self.left.get() == 0 || (self.scene.is_over)()
    }

    fn bent(&self, names: &[&str]) -> Game {
        names.iter().fold(*self.scene.game, |game, name| game.bent(name).unwrap_or(game))
    }

    /// Returns the game with the named bends and these.
    fn with(&self, names: &[&str]) -> Game {
        self.bent(&[&self.named, names].concat())
    }

    /// Returns how much is wrong in all runs.
    fn wrong(&self) -> usize {
        self.facts.iter().flat_map(|facts| facts.wrong.values()).sum()
    }

    /// Tries each bend that is not named yet.
    fn singles(&self) -> Vec<FactAttempt<'a>> {
        let free = self.scene.bends.iter().filter(|name| !self.named.contains(name));
        free.map(|name| self.attempt(vec![*name])).collect()
    }

    /// Tries those bends two by two by which some facts hold that did not.
    fn pairs(&self, singles: &[FactAttempt<'a>]) -> Vec<FactAttempt<'a>> {
        let is_near = |attempt: &&FactAttempt<'_>| attempt.nearer + attempt.explained > 0;
        let mut near: Vec<&FactAttempt<'_>> = singles.iter().filter(is_near).collect();
        near.sort_by_key(|attempt| std::cmp::Reverse((attempt.explained, attempt.nearer)));
        near.truncate(MOST_IN_PAIRS);
        in_pairs(near.iter().map(|attempt| attempt.names.as_slice()))
            .map(|names| self.attempt(names))
            .collect()
    }

    fn attempt(&self, names: Vec<&'a str>) -> FactAttempt<'a> {
        let game = self.with(&names);
        let mut attempt = FactAttempt { names, evidence: BendEvidence::default(), explained: 0, nearer: 0 };
        let ask = |attempt: &mut FactAttempt<'_>, run: usize| {
            attempt.ask(run, &self.facts[run], &self.facts(&self.scene.runs[run], &game));
        };
        let (right, wrong): (Vec<usize>, Vec<usize>) =
            (0..self.facts.len()).partition(|run| self.facts[*run].wrong.is_empty());
        for (asked, run) in wrong.iter().enumerate() {
            let is_hopeless = attempt.evidence.told.is_empty()
                && !attempt.evidence.may_become_promising(wrong.len() - asked);
            if self.is_over() || is_hopeless {
                break;
            }
            ask(&mut attempt, *run);
        }
        if attempt.evidence.is_promising() {
            for run in right {
                ask(&mut attempt, run);
            }
        }
        attempt
    }

    /// Leaves out each bend without which no more is wrong.
    fn leave_out_what_is_not_needed(&mut self) {
        let mut at = 0;
        while self.named.len() > 1 && at < self.named.len() && !self.is_over() {
            let (named, with) = (self.named.clone(), self.wrong());
            self.know(all_but(named[at], &named));
            if self.wrong() > with {
                self.know(named);
                at += 1;
            }
        }
    }

    fn finish(mut self, first: Vec<TriedBend>) -> Diagnosis {
        let named = self.named.clone();
        let mut broken = Vec::new();
        for name in &named {
            // What the runs tell of it when all others are known.
            self.know(all_but(name, &named));
            broken.push(self.broken(name));
        }
        broken.retain(|rule| rule.evidence.is_enough());
        self.know(named);
        let tried = if self.wrong() > 0 { self.tried(&self.singles()) } else { Vec::new() };
        Diagnosis::new(broken, tried, first)
    }

    /// Returns a broken rule with those that the runs cannot tell from it.
    fn broken(&self, name: &'a str) -> BrokenRule {
        let singles = self.singles();
        let is_twin = |one: &FactAttempt<'_>, other: &FactAttempt<'_>| {
            let told = |attempt: &FactAttempt<'_>| (attempt.evidence.told.clone(), attempt.explained);
            other.evidence.is_enough() && told(one) == told(other)
        };
        let found = self.attempt(vec![name]);
        let twins = singles.iter().filter(|other| other.names != [name] && is_twin(&found, other));
        let names = std::iter::once(name).chain(twins.map(|twin| twin.names[0])).map(str::to_string);
        let shortest = self.shortest(name, &found.evidence);
        BrokenRule { names: names.collect(), evidence: found.evidence, shortest }
    }

    /// Returns those of the attempts, each with one bend, of which runs tell.
    fn tried(&self, attempts: &[FactAttempt<'a>]) -> Vec<TriedBend> {
        let found = attempts.iter().map(|attempt| (attempt.names[0], &attempt.evidence));
        tried_bends(found, |name, evidence| self.shortest(name, evidence))
    }

    /// Returns the turn in which the shortest run tells of a bend.
    fn shortest(&self, name: &str, evidence: &BendEvidence) -> Option<TellingTurn> {
        let length = |run: &&usize| (self.scene.runs[**run].turns(), &self.scene.runs[**run].case.id);
        let run = &self.scene.runs[*evidence.told.iter().min_by_key(length)?];
        let (text, bent) = (ledger(run, &self.bent(&self.named)), ledger(run, &self.with(&[name])));
        let left = RunFacts::new(&bent);
        let is_gone = |it: &&Difference| !left.wrong.contains_key(&(it.turn, it.line));
        let mut gone: Vec<&Difference> = text.wrong_in_all().filter(is_gone).collect();
        gone.sort_by_key(|difference| (difference.turn, difference.line));
        let turn = gone.first()?.turn;
        let lines = gone.into_iter().filter(|difference| difference.turn == turn).take(MOST_LINES).map(line);
        let beside = self.named.iter().map(|name| (*name).to_string()).collect();
        Some(TellingTurn { case: run.case.id.clone(), turn, beside, lines: lines.collect() })
    }
}

impl FactAttempt<'_> {
    /// Takes in what a run tells: its facts without these bends, and with them.
    fn ask(&mut self, run: usize, before: &RunFacts, after: &RunFacts) {
        let (gone, new) = (before.gone(after), after.gone(before));
        match (before.wrong.is_empty(), gone, new) {
            (_, 0, 0) => {}
            (true, ..) => self.evidence.against += 1,
            // What is not looked at any more is not explained.
            (false, 1.., 0) if after.held > before.held => {
                self.evidence.told.push(run);
                self.evidence.gain += before.share_gone(after);
                self.explained += gone;
            }
            (false, ..) => {
                self.evidence.missed += 1;
                self.nearer += gone;
            }
        }
    }
}

/// Returns the bends that explain most, on enough evidence; where others explain as much, those that stand first.
fn best<'a>(attempts: &[FactAttempt<'a>]) -> Option<Vec<&'a str>> {
    let has_rival =
        |one: &FactAttempt<'_>| attempts.iter().any(|other| one.evidence.is_part_of(&other.evidence));
    let is_named = |attempt: &&FactAttempt<'_>| attempt.evidence.is_enough();
    let named = attempts.iter().filter(is_named).filter(|attempt| !has_rival(attempt));
    let best = named.rev().max_by_key(|attempt| attempt.explained)?;
    Some(best.names.clone())
}

/// Returns what a fact is by the text, and what is printed there, which is right by the bent rules.
fn line(difference: &Difference) -> TellingLine {
    let printed = difference.actual.clone().unwrap_or_else(|| difference.sentence());
    TellingLine { expected: difference.expected.clone(), bent: Some(printed.clone()), printed: Some(printed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the facts of a run in which these are wrong, each in its turn, and so many hold.
    fn facts(wrong: &[(usize, &'static str)], held: usize) -> RunFacts {
        let mut facts = RunFacts { wrong: BTreeMap::new(), by_kind: BTreeMap::new(), held };
        for (turn, fact) in wrong {
            *facts.wrong.entry((*turn, 1)).or_default() += 1;
            *facts.by_kind.entry(kind(fact)).or_default() += 1;
        }
        facts
    }

    /// Checks how many runs speak for bends, miss what they say, and contradict them, and which share they explain.
    #[track_caller]
    fn check(before: &RunFacts, after: &RunFacts, expected: (usize, usize, usize, f64)) {
        let mut attempt =
            FactAttempt { names: Vec::new(), evidence: BendEvidence::default(), explained: 0, nearer: 0 };
        attempt.ask(0, before, after);
        let BendEvidence { told, missed, against, gain, .. } = &attempt.evidence;
        assert_eq!((told.len(), *missed, *against), (expected.0, expected.1, expected.2));
        assert!((gain - expected.3).abs() < 1e-9, "{gain}");
    }

    #[test]
    fn a_run_speaks_for_a_bend_if_facts_hold_by_it_and_no_others_are_wrong() {
        let (score, total) = ((3, "score/doubled"), (4, "total/added"));
        check(&facts(&[score, total], 5), &facts(&[], 7), (1, 0, 0, 1.0));
        // What another mistake makes wrong counts only in facts of the same kind.
        check(&facts(&[score, total], 5), &facts(&[total], 6), (1, 0, 0, 1.0));
        check(&facts(&[score, (9, "score/doubled")], 5), &facts(&[score], 6), (1, 0, 0, 0.5));
        check(&facts(&[score], 5), &facts(&[score], 5), (0, 0, 0, 0.0));
        check(&facts(&[score], 5), &facts(&[total], 6), (0, 1, 0, 0.0));
        check(&facts(&[], 5), &facts(&[total], 5), (0, 0, 1, 0.0));
        // Nothing holds that was not looked at.
        check(&facts(&[score], 5), &facts(&[], 5), (0, 1, 0, 0.0));
    }

    #[test]
    fn the_bend_that_explains_most_is_the_best_unless_it_is_a_part_of_another() {
        let attempt = |name, told: &[usize], explained| FactAttempt {
            names: vec![name],
            evidence: BendEvidence {
                told: told.to_vec(),
                gain: number(told.len()),
                ..BendEvidence::default()
            },
            explained,
            nearer: 0,
        };
        let best = |attempts: &[FactAttempt<'static>]| best(attempts);
        assert_eq!(best(&[attempt("a", &[0, 1], 4), attempt("b", &[0, 1], 6)]), Some(vec!["b"]));
        assert_eq!(best(&[attempt("a", &[0, 1], 4), attempt("b", &[0, 1], 4)]), Some(vec!["a"]));
        assert_eq!(best(&[attempt("a", &[0, 1], 9), attempt("b", &[0, 1, 2], 4)]), Some(vec!["b"]));
        assert_eq!(best(&[attempt("a", &[0], 9)]), None);
    }
}
