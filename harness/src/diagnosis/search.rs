//! The search for the bends that explain a submission: the best one by one, pairs where none alone will do, then backwards
//! without each.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{BendEvidence, BendVerdict, Objection};
use super::run::PlayedRun;
use super::said::{SaidByGame, ThrownAgain, claimed_parts};
use super::symptom::{is_part_of_more, is_said_elsewhere, symptom, withheld};
use super::telling::TellingTurn;
use crate::cases::Suite;
use crate::expected::{BentReference, is_observed};

/// So many bends are named at most.
pub(super) const MOST_NAMED: usize = 6;

/// Of so many wrong runs, evenly chosen, each bend is tried first.
const SAMPLE: usize = 48;

/// Pairs are made of so many bends at most: of those that come nearest.
pub(super) const MOST_IN_PAIRS: usize = 12;

/// So many bends that have the first wrong turns are tried together with all others.
const MOST_BEGUN: usize = 2;

/// A run that goes astray so many turns later was explained up to there.
const SOME_TURNS: usize = 3;

/// A turn is nearly another game's if that is nearer by all but one part in so many of what was wrong.
const NEARLY: usize = 4;

/// After so many replayed turns nothing is named: the submission is not worth it.
pub(super) const MOST_TURNS: usize = 1_500_000;

/// A submission before its diagnosis.
pub(crate) struct Scene<'a> {
    /// The suite.
    pub(crate) suite: &'a Suite,
    /// What it takes for right, unbent.
    pub(crate) game: &'a BentReference,
    /// The names of the bends that have a meaning in the suite, in the order of the game's table.
    pub(crate) bends: &'a [&'a str],
    /// The names of those that are tried where none of these explains what is left.
    pub(crate) following: &'a [&'a str],
    /// The runs that are not right.
    pub(crate) runs: &'a [PlayedRun<'a>],
    /// Whether one run is enough to name a bend that explains it wholly.
    pub(crate) one_is_enough: bool,
    /// Returns in how many of the runs that are right two games say different things; it stops at so many.
    pub(crate) against: &'a dyn Fn(&BentReference, &BentReference, usize) -> usize,
    /// Whether nobody waits for what is found any longer.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

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

/// Finds the bends that explain what is wrong.
pub(crate) fn diagnose(scene: &Scene<'_>) -> Diagnosis {
    let mut search = BendSearch::new(scene);
    let singles = search.singles();
    let first = search.tried(&singles);
    search.name_from(singles.clone());
    search.leave_out_what_is_not_needed();
    search.exchange(&singles);
    if search.is_over() {
        return Diagnosis { is_given_up: true, ..Diagnosis::default() };
    }
    search.finish(first)
}

/// A run as the game with the bends that are named so far sees it.
#[derive(Debug)]
pub(super) struct LookedRun {
    said: SaidByGame,
    distances: Vec<usize>,
}

impl LookedRun {
    fn of(scene: &Scene<'_>, run: &PlayedRun<'_>, game: &BentReference) -> Option<Self> {
        let said = SaidByGame::of(scene.suite, run, game, None)?;
        let distances = said.distances(run, None);
        Some(Self { said, distances })
    }

    pub(super) fn distance(&self) -> usize {
        self.distances.iter().sum()
    }

    fn first_wrong(&self) -> Option<usize> {
        first_wrong(&self.distances)
    }
}

/// The bends that were named, and those that were tried beside them.
type AttemptedBends<'a> = (BTreeSet<&'a str>, Vec<&'a str>);

pub(super) struct BendSearch<'a> {
    scene: &'a Scene<'a>,
    /// The bends that are named so far.
    pub(super) named: Vec<&'a str>,
    /// The game with them.
    game: BentReference,
    /// Each run, as this game sees it.
    pub(super) looked: Vec<Option<LookedRun>>,
    /// How many turns may still be replayed.
    pub(super) left: Cell<usize>,
    /// The attempts so far.
    attempts: RefCell<BTreeMap<AttemptedBends<'a>, Attempt<'a>>>,
}

/// What one run tells of a bend.
enum Tells {
    /// Nothing: up to the first wrong turn the bend changes nothing.
    Nothing,
    /// The first wrong turn is the bent game's.
    ForIt,
    /// It is not, but this many words nearer, and perhaps nearly there.
    Nearer { words: usize, is_nearly_there: bool },
    /// It is not.
    AgainstIt,
}

/// Bends that are tried together, and what they make of the runs.
#[derive(Clone)]
pub(super) struct Attempt<'a> {
    pub(super) names: Vec<&'a str>,
    pub(super) evidence: BendEvidence,
    /// How many words nearer the first wrong turns are that are not reproduced.
    nearer: usize,
    /// In how many runs they are nearer.
    nearer_in: usize,
    /// How many runs have their turn, and go so far astray after it that they do not count as told.
    astray: usize,
}

impl Attempt<'_> {
    /// Returns whether other bends may be needed beside these: they have the first wrong turns, but explain too little of what comes later,
    /// or lead astray there, or nearly all of these turns are nearer by them, but not reproduced.
    fn is_begun(&self) -> bool {
        self.evidence.objection() == Objection::ExplainsTooLittle
            || self.leads_astray()
            || self.is_mostly_nearer()
    }

    /// Returns whether the bends have the first wrong turns of nearly all runs, but lead too far astray in some of them.
    fn leads_astray(&self) -> bool {
        self.astray > 0 && self.evidence.would_be_promising(self.astray)
    }

    /// Returns whether nearly all first wrong turns are nearer, and some of them not reproduced.
    fn is_mostly_nearer(&self) -> bool {
        let BendEvidence { told, missed, .. } = &self.evidence;
        let missed = missed.saturating_sub(self.nearer_in);
        self.nearer_in > 0 && missed * 10 <= told.len() + self.nearer_in
    }
}

impl<'a> BendSearch<'a> {
    fn new(scene: &'a Scene<'a>) -> Self {
        let mut search = Self {
            scene,
            named: Vec::new(),
            game: scene.game.clone(),
            looked: Vec::new(),
            left: Cell::new(MOST_TURNS),
            attempts: RefCell::default(),
        };
        search.look();
        search
    }

    fn look(&mut self) {
        self.looked = self.scene.runs.iter().map(|run| LookedRun::of(self.scene, run, &self.game)).collect();
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.looked.iter().flatten().any(|looked| looked.distance() > 0)
    }

    pub(super) fn is_over(&self) -> bool {
        self.left.get() == 0 || (self.scene.is_over)()
    }

    fn spend(&self, turns: usize) {
        self.left.set(self.left.get().saturating_sub(turns));
    }

    /// Names what explains most, one after the other, as long as something is wrong. These are the single bends that are tried first.
    pub(super) fn name_from(&mut self, mut singles: Vec<Attempt<'a>>) {
        while self.named.len() < MOST_NAMED && self.is_wrong() && !self.is_over() {
            let pair = || {
                let near = self.nearest(&singles);
                self.best(&self.pairs(&near)).or_else(|| self.best(&self.begun(&singles, &near)))
            };
            let following = || self.best(&self.following());
            let of_one_run = || {
                let is_enough = BendEvidence::explains_its_only_run;
                self.scene.one_is_enough.then(|| self.best_of(&singles, is_enough)).flatten()
            };
            let found = self.best(&singles).or_else(pair).or_else(following).or_else(of_one_run);
            let Some(found) = found else { break };
            self.add(&found);
            singles = self.singles();
        }
    }

    fn add(&mut self, names: &[&'a str]) {
        self.know(self.with(names));
    }

    /// Looks at the runs anew, as the game with these bends sees them.
    pub(super) fn know(&mut self, named: Vec<&'a str>) {
        self.game = self.bent(&named);
        self.named = named;
        self.look();
    }

    /// Returns the named bends, and these.
    fn with(&self, names: &[&'a str]) -> Vec<&'a str> {
        [&self.named, names].concat()
    }

    fn bent(&self, names: &[&'a str]) -> BentReference {
        self.scene.game.with(names.iter().copied())
    }

    /// Tries each bend that is not named yet.
    pub(super) fn singles(&self) -> Vec<Attempt<'a>> {
        let free = self.scene.bends.iter().filter(|name| !self.named.contains(name));
        free.map(|name| self.attempt(vec![*name])).collect()
    }

    /// Tries each bend by which the game goes on from what is shown, if none is named: what is shown later often follows from what one of them follows.
    fn following(&self) -> Vec<Attempt<'a>> {
        if self.scene.following.iter().any(|name| self.named.contains(name)) {
            return Vec::new();
        }
        let attempts = self.scene.following.iter().map(|name| self.attempt(vec![*name]));
        attempts.filter(|attempt| self.says_what_its_row_claims(attempt)).collect()
    }

    /// Returns whether a game that goes on from what is shown still says, in one of the runs that tell of it, each part that the row claims which pays. Who
    /// refuses every move shows nothing of moves, and may not be paid for what nobody has seen.
    fn says_what_its_row_claims(&self, attempt: &Attempt<'a>) -> bool {
        let bent = self.bent(&self.with(&attempt.names));
        let suite = self.scene.suite;
        let row = attempt.names.first().and_then(|name| suite.row(&suite.bends.get(*name)?.row));
        let said = |game: &BentReference| -> BTreeSet<&str> {
            let told = attempt.evidence.told.iter().map(|run| &self.scene.runs[*run]);
            // Where dice fall that nobody knows, a game says little after the place where it parts from the program.
            let told = told.filter(|run| !is_observed(suite, run.case));
            told.flat_map(|run| row.map(|row| claimed_parts(suite, run, game, row)).unwrap_or_default())
                .collect()
        };
        said(&self.game).is_subset(&said(&bent))
    }

    /// Returns the bends that come nearest alone, the nearest first; those that right runs contradict come last.
    fn nearest<'s>(&self, singles: &'s [Attempt<'a>]) -> Vec<&'s Attempt<'a>> {
        let is_near = |attempt: &&Attempt<'a>| {
            attempt.nearer > 0 || !attempt.evidence.told.is_empty() || attempt.astray > 0
        };
        let mut near: Vec<&Attempt<'a>> = singles.iter().filter(is_near).collect();
        let worth = |attempt: &&Attempt<'a>| std::cmp::Reverse((attempt.evidence.told.len(), attempt.nearer));
        near.sort_by_key(worth);
        if near.len() > MOST_IN_PAIRS {
            near.sort_by_cached_key(|attempt| self.is_contradicted(attempt));
            near.truncate(MOST_IN_PAIRS);
        }
        near
    }

    /// Tries bends two by two.
    fn pairs(&self, near: &[&Attempt<'a>]) -> Vec<Attempt<'a>> {
        in_pairs(near.iter().map(|attempt| attempt.names.as_slice()))
            .map(|names| self.attempt(names))
            .collect()
    }

    /// Tries those bends that are near, and beside which others may be needed, with each that is not near alone.
    fn begun(&self, singles: &[Attempt<'a>], near: &[&Attempt<'a>]) -> Vec<Attempt<'a>> {
        let is_far = |other: &&Attempt<'a>| !near.iter().any(|attempt| attempt.names == other.names);
        let with_far = |one: &&Attempt<'a>| {
            let far = singles.iter().filter(is_far);
            far.map(|other| self.attempt([one.names.as_slice(), &other.names].concat())).collect::<Vec<_>>()
        };
        near.iter().filter(|attempt| attempt.is_begun()).take(MOST_BEGUN).flat_map(with_far).collect()
    }

    /// Returns the bends that explain most, on the evidence of several runs.
    pub(super) fn best(&self, attempts: &[Attempt<'a>]) -> Option<Vec<&'a str>> {
        self.best_of(attempts, BendEvidence::is_enough)
    }

    /// Returns the bends that explain most, on enough evidence.
    fn best_of(
        &self,
        attempts: &[Attempt<'a>],
        is_enough: fn(&BendEvidence) -> bool,
    ) -> Option<Vec<&'a str>> {
        let mut found: Vec<&Attempt<'a>> =
            attempts.iter().filter(|attempt| is_enough(&attempt.evidence)).collect();
        // Among those that explain as much, the one that takes fewer dice as they are shown, or says the same to the character. The sort is stable.
        found.sort_by(|one, other| {
            let gain = other.evidence.gain.total_cmp(&one.evidence.gain);
            gain.then(one.evidence.more_dice.expected.total_cmp(&other.evidence.more_dice.expected))
                .then(other.evidence.exact.cmp(&one.evidence.exact))
        });
        let has_rival = |attempt: &Attempt<'a>| {
            // Whatever falls may be thrown: who throws more dice explains more, even what was kept.
            let is_less = |other: &Attempt<'a>| {
                (attempt.evidence.is_part_of(&other.evidence)
                    || attempt.evidence.is_outweighed_by(&other.evidence))
                    && !other.evidence.dice_were_kept()
            };
            attempts.iter().any(is_less)
                || self.is_left_out_elsewhere(attempt)
                || self.is_answered_elsewhere(attempt)
                || self.is_withheld_and_said(attempt)
                || self.only_fails(attempt)
        };
        let holds = |attempt: &&Attempt<'a>| !has_rival(attempt) && self.holds(attempt, is_enough);
        found.into_iter().find(holds).map(|attempt| attempt.names.clone())
    }

    /// Returns whether all that the bends explain is that something is left out which is left out in as many other runs, too: then
    /// it is never printed.
    fn is_left_out_elsewhere(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let left_out: Vec<_> = told.iter().map(|run| self.left_out(*run)).collect();
        let others = self.others(attempt);
        let same =
            others.filter_map(|run| self.left_out(run)).filter(|out| left_out.contains(&Some(out.clone())));
        !left_out.contains(&None) && same.count() >= told.len()
    }

    /// Returns whether the bends explain only some of the runs in which the same is answered wrongly.
    fn is_answered_elsewhere(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let others = self.others(attempt);
        let told: Vec<_> = told.iter().map(|run| self.symptom(*run)).collect();
        is_part_of_more(&told, &others.map(|run| self.symptom(run)).collect::<Vec<_>>())
    }

    /// Returns whether what the bends explain is that something is not said, which is said in as many other runs where it should not be.
    fn is_withheld_and_said(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let withheld: Vec<_> = told.iter().map(|run| self.withheld(*run)).collect();
        let others = self.others(attempt);
        is_said_elsewhere(&withheld, &others.map(|run| self.symptom(run)).collect::<Vec<_>>())
    }

    /// Returns whether all that one of the bends explains is a failure of which the program tells its own exception: that says why it fails.
    fn only_fails(&self, attempt: &Attempt<'a>) -> bool {
        let told = &attempt.evidence.told;
        let has_exception = |run: &usize| {
            self.first_wrong(*run).is_some_and(|turn| self.scene.runs[*run].has_exception_in(turn))
        };
        if !told.iter().any(has_exception) {
            return false;
        }
        let names = self.with(&attempt.names);
        let bent = self.bent(&names);
        attempt.names.iter().any(|name| {
            let without = self.bent(&all_but(name, &names));
            let mut fails = told.iter().filter_map(|at| {
                let run = &self.scene.runs[*at];
                self.spend(2 * run.printed.len());
                let said = |game| SaidByGame::of(self.scene.suite, run, game, None);
                let (said, without) = (said(&bent)?, said(&without)?);
                (!said.is(&without)).then(|| has_exception(at) && said.fails(run))
            });
            fails.next() == Some(true) && fails.all(|fails| fails)
        })
    }

    /// Returns the runs that the bends do not explain.
    fn others(&self, attempt: &Attempt<'a>) -> impl Iterator<Item = usize> {
        (0..self.looked.len()).filter(|run| !attempt.evidence.told.contains(run))
    }

    fn withheld(&self, run: usize) -> Option<String> {
        withheld(&self.looked[run].as_ref()?.said, &self.scene.runs[run], self.first_wrong(run)?)
    }

    fn symptom(&self, run: usize) -> Option<String> {
        symptom(&self.looked[run].as_ref()?.said, &self.scene.runs[run], self.first_wrong(run)?)
    }

    /// Returns with which words begins what is left out in the first wrong turn of a run, if nothing else is wrong in it.
    fn left_out(&self, run: usize) -> Option<Vec<String>> {
        let turn = self.first_wrong(run)?;
        self.looked[run].as_ref()?.said.left_out(&self.scene.runs[run], turn)
    }

    /// Returns whether the runs that are right do not contradict.
    fn holds(&self, attempt: &Attempt<'a>, is_enough: fn(&BendEvidence) -> bool) -> bool {
        is_enough(&attempt.evidence)
            && is_enough(&BendEvidence { against: self.against(&attempt.names), ..attempt.evidence.clone() })
    }

    /// Returns in how many right runs the game would say something else with these bends, too.
    fn against(&self, names: &[&str]) -> usize {
        self.against_up_to(names, usize::MAX)
    }

    /// Returns whether too many right runs speak against an attempt.
    fn is_contradicted(&self, attempt: &Attempt<'a>) -> bool {
        let most = attempt.evidence.most_against();
        self.against_up_to(&attempt.names, most + 1) > most
    }

    /// The same as `against`, but the search stops at so many.
    fn against_up_to(&self, names: &[&str], most: usize) -> usize {
        let bent = self.game.with(names.iter().copied());
        let explained = self.scene.runs.iter().zip(&self.looked).filter(|(run, looked)| {
            let Some(looked) = looked.as_ref().filter(|looked| looked.distance() == 0) else { return false };
            self.spend(run.printed.len());
            SaidByGame::of(self.scene.suite, run, &bent, None).is_some_and(|said| !said.is(&looked.said))
        });
        let explained = explained.take(most).count();
        explained + (self.scene.against)(&self.game, &bent, most - explained)
    }

    /// Tries some bends together, once beside what is named.
    fn attempt(&self, names: Vec<&'a str>) -> Attempt<'a> {
        let key = (self.named.iter().copied().collect(), names);
        if let Some(known) = self.attempts.borrow().get(&key) {
            return known.clone();
        }
        let attempt = self.first_attempt(key.1.clone());
        if !self.is_over() {
            self.attempts.borrow_mut().insert(key, attempt.clone());
        }
        attempt
    }

    /// Tries some bends together on a sample of the wrong runs and, if that looks well, on all of them.
    fn first_attempt(&self, names: Vec<&'a str>) -> Attempt<'a> {
        let wrong: Vec<usize> =
            (0..self.looked.len()).filter(|run| self.first_wrong(*run).is_some()).collect();
        let bent = self.bent(&self.with(&names));
        let step = wrong.len().div_ceil(SAMPLE).max(1);
        let mut attempt =
            Attempt { names, evidence: BendEvidence::default(), nearer: 0, nearer_in: 0, astray: 0 };
        let (sample, rest): (Vec<usize>, Vec<usize>) = (0..wrong.len()).partition(|at| at % step == 0);
        self.ask(&bent, sample.iter().map(|at| wrong[*at]), &mut attempt);
        if attempt.evidence.is_promising() {
            self.ask(&bent, rest.iter().map(|at| wrong[*at]), &mut attempt);
        }
        if attempt.evidence.is_promising() {
            attempt.evidence.told.sort_unstable();
            self.measure(&bent, &mut attempt);
        }
        attempt
    }

    fn first_wrong(&self, run: usize) -> Option<usize> {
        self.looked[run].as_ref().and_then(LookedRun::first_wrong)
    }

    fn ask(&self, bent: &BentReference, runs: impl Iterator<Item = usize>, attempt: &mut Attempt<'a>) {
        for run in runs {
            match self.tells(bent, run) {
                Tells::Nothing => {}
                Tells::ForIt => attempt.evidence.told.push(run),
                Tells::Nearer { words, is_nearly_there } => {
                    attempt.evidence.missed += 1;
                    attempt.nearer += words;
                    attempt.nearer_in += 1;
                    attempt.evidence.nearly += usize::from(is_nearly_there);
                }
                Tells::AgainstIt => attempt.evidence.missed += 1,
            }
        }
    }

    /// Asks one run up to its first wrong turn.
    fn tells(&self, bent: &BentReference, index: usize) -> Tells {
        let run = &self.scene.runs[index];
        let (Some(looked), Some(first)) = (&self.looked[index], self.first_wrong(index)) else {
            return Tells::Nothing;
        };
        self.spend(first + 1);
        if self.is_over() {
            return Tells::Nothing;
        }
        let Some(said) = SaidByGame::of(self.scene.suite, run, bent, Some(first)) else {
            return Tells::Nothing;
        };
        if (0..first).any(|turn| !said.is_in(&looked.said, turn)) {
            return Tells::AgainstIt;
        }
        if said.is_in(&looked.said, first) {
            return Tells::Nothing;
        }
        let (before, after) = (looked.distances[first], said.distance_in(run, first));
        match after {
            0 => Tells::ForIt,
            _ if after < before => {
                Tells::Nearer { words: before - after, is_nearly_there: after * NEARLY <= before }
            }
            // That it crashes there is another mistake: nobody knows what it would have said.
            _ if run.crashed_in(first) => Tells::Nothing,
            _ => Tells::AgainstIt,
        }
    }

    /// Measures how much nearer the bent game is in the runs that tell of it.
    fn measure(&self, bent: &BentReference, attempt: &mut Attempt<'a>) {
        let evidence = &mut attempt.evidence;
        for index in std::mem::take(&mut evidence.told) {
            let (run, Some(looked)) = (&self.scene.runs[index], &self.looked[index]) else { continue };
            self.spend(run.printed.len());
            let Some(said) = SaidByGame::of(self.scene.suite, run, bent, None) else { continue };
            if said.is_known_shorter_than(&looked.said, run) {
                // What comes after a throw that is not there cannot be compared.
                evidence.missed += 1;
                continue;
            }
            let after = said.distances(run, Some((&looked.said, &looked.distances)));
            let Some(gain) = gain(&looked.distances, &after) else {
                evidence.missed += 1;
                attempt.astray += 1;
                continue;
            };
            let first = looked.first_wrong();
            evidence.exact += usize::from(first.is_some_and(|turn| said.is_as_printed_in(run, turn)));
            evidence.told.push(index);
            evidence.gain += gain;
            evidence.more_dice.add_more(&said.again, &looked.said.again);
            evidence.all_dice.add_more(&said.told_apart, &ThrownAgain::default());
        }
    }

    /// Leaves out each bend without which the runs are explained as well.
    fn leave_out_what_is_not_needed(&mut self) {
        let mut at = 0;
        while self.named.len() > 1 && at < self.named.len() && !self.is_over() {
            let (named, with) = (self.named.clone(), self.right_turns());
            self.know(all_but(named[at], &named));
            if is_worse(&self.right_turns(), &with) {
                self.know(named);
                at += 1;
            }
        }
    }

    /// Returns in how many turns each run is right before it goes astray, if that is known.
    pub(super) fn right_turns(&self) -> Vec<Option<usize>> {
        let right = |looked: &LookedRun| looked.first_wrong().unwrap_or(looked.distances.len());
        self.looked.iter().map(|looked| looked.as_ref().map(right)).collect()
    }

    fn finish(mut self, first: Vec<TriedBend>) -> Diagnosis {
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
    fn tried(&self, attempts: &[Attempt<'a>]) -> Vec<TriedBend> {
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

/// Returns bends two by two.
pub(super) fn in_pairs<'a: 'b, 'b>(
    near: impl Iterator<Item = &'b [&'a str]> + Clone,
) -> impl Iterator<Item = Vec<&'a str>> {
    near.clone()
        .enumerate()
        .flat_map(move |(at, one)| near.clone().skip(at + 1).map(move |other| [one, other].concat()))
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

/// Returns the bends without one of them.
pub(super) fn all_but<'a>(name: &str, names: &[&'a str]) -> Vec<&'a str> {
    names.iter().copied().filter(|other| *other != name).collect()
}

/// Returns whether fewer turns are right than before, in the runs of which both numbers are known.
fn is_worse(now: &[Option<usize>], before: &[Option<usize>]) -> bool {
    let known = || now.iter().zip(before).filter_map(|(now, before)| Some(((*now)?, (*before)?)));
    known().map(|(now, _)| now).sum::<usize>() < known().map(|(_, before)| before).sum()
}

/// Returns the first turn that is wrong.
fn first_wrong(distances: &[usize]) -> Option<usize> {
    distances.iter().position(|distance| *distance > 0)
}

/// Returns how much nearer a run is with the distances `after` instead of `before`: 1 if it is explained wholly. A run that is farther
/// after all is nearer up to where it goes astray again, if that is some turns later; else nothing is returned.
fn gain(before: &[usize], after: &[usize]) -> Option<f64> {
    let sum = |distances: &[usize]| distances.iter().sum::<usize>();
    if sum(after) <= sum(before) {
        return Some(1.0 - number(sum(after)) / number(sum(before)));
    }
    let (first, next) = (first_wrong(before)?, first_wrong(after)?);
    (next >= first + SOME_TURNS).then(|| number(next - first) / number(before.len() - first))
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &[usize], after: &[usize], expected: Option<f64>) {
        let found = gain(before, after);
        let is_same = match (found, expected) {
            (Some(one), Some(other)) => (one - other).abs() < 1e-9,
            (one, other) => one.is_none() && other.is_none(),
        };
        assert!(is_same, "{found:?} instead of {expected:?}");
    }

    #[test]
    fn only_runs_count_of_which_both_numbers_are_known() {
        assert!(!is_worse(&[Some(4), Some(2)], &[None, Some(2)]));
        assert!(!is_worse(&[Some(4), None], &[Some(3), Some(9)]));
        assert!(is_worse(&[Some(4), Some(2)], &[Some(4), Some(3)]));
    }

    #[test]
    fn a_run_is_nearer_by_the_share_of_its_distance_or_up_to_where_it_goes_astray_again() {
        check(&[0, 4, 4], &[0, 0, 0], Some(1.0));
        check(&[0, 4, 4], &[0, 0, 4], Some(0.5));
        check(&[0, 4, 4, 4, 4, 4], &[0, 0, 0, 0, 90, 90], Some(0.6));
        check(&[0, 4, 4, 4, 4, 4], &[0, 0, 0, 90, 90, 90], None);
    }
}
