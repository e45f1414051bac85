//! Judges the cases of a submission once more, where rules that it breaks explain what is wrong in them.
//!
//! A broken rule is paid for once, in its row, through the cases of that row. A case of another row is judged by the game with
//! that rule bent, so that its own fact decides. No other row loses more for it than it would without, and all rows together never do; of several
//! rules, than they would for each of them alone.

use std::collections::{BTreeMap, BTreeSet};

use super::bench::{Bench, LeastMarks, SettledCases};
use super::blame::{OneRuleLeft, blame, blame_instead, forgive_endless_game, tell_beside, tell_what_follows};
use super::diagnosed::is_wrong;
use super::hidden_facts::{ExplainedCase, HiddenFact, SeenFacts};
use super::made_up::made_up_games;
use crate::cases::problem::Problem;
use crate::cases::{Case, JudgedBy, Suite};
use crate::comparison::Part;
use crate::diagnosis::{BrokenRule, Diagnosis, PlayedRun, says_half, says_own};
use crate::expected::BentReference;
use crate::judging::{Judgement, Verdict};
use crate::marks::{MarkSheet, RULE, pays_as_a_case};
use crate::recording::Recording;
use crate::reports::judged::Judged;
use crate::running::in_parallel;

/// So often the row of a broken rule is given back what all rows together would lose more than without the rule, slips included: each time those
/// that are still deducted may turn out to be more.
const MOST_RAISED: usize = 6;

/// Less than this many marks is nothing.
const NOTHING: f64 = 1e-9;

/// Judges by the broken rules as far as they are charged: a row may lose more for them only if it is theirs, and others lose so much less.
pub(super) fn settle<'a>(
    bench: Bench<'a, '_>,
    judged: Vec<Judged<'a>>,
    diagnosis: &Diagnosis,
) -> Result<SettledCases<'a>, Problem> {
    let mut rules: Vec<BrokenRule> = diagnosis.broken.clone();
    rules.retain(|rule| row_of(bench.suite, rule).is_some());
    if rules.is_empty() {
        return Ok(bench.settle(judged, rules, None));
    }
    let plain = bench.clone().settle(judged.clone(), Vec::new(), None);
    while !rules.is_empty() {
        let judge = Explainer::new(&bench, &rules)?;
        let explained = judge.explain(&judged)?;
        if (bench.is_over)() {
            // Some cases were explained, and others not.
            break;
        }
        let kept = kept(&judge, &judged, &rules)?;
        let own: BTreeSet<String> = rules.iter().filter_map(|rule| row_of(bench.suite, rule)).collect();
        let mut least = LeastMarks { sheet: &plain.sheet, but: &own, kept: &kept, more: 0.0 };
        let hidden = judge.hidden_by_each_other((&judged, &explained), &rules, least)?;
        least.more = -hidden;
        for _ in 0..MOST_RAISED {
            let paid = judge.bench.clone().settle(explained.clone(), rules.clone(), Some(least));
            let lacks = lost_more(&plain.sheet, &paid.sheet) - hidden;
            let is_own = paid.sheet.dearer_than(&plain.sheet).all(|row| own.contains(row));
            match (lacks < NOTHING, is_own) {
                (true, true) => return Ok(paid),
                (true, false) => break,
                (false, _) => least.more += lacks,
            }
        }
        let least = LeastMarks { but: &BTreeSet::new(), ..least };
        let explained = judge.bench.settle(explained, rules.clone(), Some(least));
        let dearer: BTreeSet<&str> = explained.sheet.dearer_than(&plain.sheet).collect();
        if dearer.is_empty() {
            return Ok(explained);
        }
        let before = rules.len();
        rules.retain(|rule| row_of(bench.suite, rule).is_some_and(|row| !dearer.contains(row.as_str())));
        if rules.len() == before {
            break;
        }
    }
    Ok(plain)
}

/// Returns how many marks more are lost on a sheet than on another one, all rows together.
fn lost_more(less: &MarkSheet, more: &MarkSheet) -> f64 {
    less.more_than(more, |less, more| less.awarded - more.awarded)
}

/// Returns the marks that rows keep whatever their cases show, by the names of the rows: what they would win if broken rules cost them
/// nothing, less the share that each of these rules costs at most.
fn kept<'a>(
    judge: &Explainer<'a, '_>,
    judged: &[Judged<'a>],
    rules: &[BrokenRule],
) -> Result<BTreeMap<String, f64>, Problem> {
    let mut taken: BTreeMap<String, f64> = BTreeMap::new();
    let mut charged_to = judge.rules.clone();
    for (rule, charged) in rules.iter().zip(&mut charged_to) {
        let share = at_most(judge.bench.suite, rule);
        if share < 1.0 {
            *taken.entry(std::mem::take(&mut charged.row)).or_default() += share;
        }
    }
    if taken.is_empty() {
        return Ok(taken);
    }
    let judge = Explainer { bench: judge.bench.clone(), game: judge.game.clone(), rules: charged_to };
    let free = judge.explain(judged)?;
    let sheet = judge.bench.settle(free, rules.to_vec(), None).sheet;
    let rows = sheet.rows.iter().filter_map(|row| Some((row, taken.get(&row.name)?)));
    Ok(rows.map(|(row, share)| (row.name.clone(), row.by_rules - share * row.out_of)).collect())
}

/// Returns the share of its row that a broken rule costs at most; of several rules that it may be, the largest.
fn at_most(suite: &Suite, rule: &BrokenRule) -> f64 {
    rule.names.iter().filter_map(|name| suite.bends.get(name)).map(|bend| bend.at_most).fold(0.0, f64::max)
}

/// Returns the row that pays for a broken rule; none if nobody knows which of several rules it is, and their rows differ.
fn row_of(suite: &Suite, rule: &BrokenRule) -> Option<String> {
    let rows: BTreeSet<&String> =
        rule.names.iter().filter_map(|name| suite.bends.get(name)).map(|bend| &bend.row).collect();
    let mut rows = rows.into_iter();
    rows.next().filter(|_| rows.next().is_none()).cloned()
}

/// Judges cases by broken rules.
struct Explainer<'a, 'r> {
    bench: Bench<'a, 'r>,
    game: BentReference,
    rules: Vec<ChargedRule>,
}

/// A broken rule, and the row that pays for it.
#[derive(Clone)]
pub(super) struct ChargedRule {
    pub(super) bend: String,
    pub(super) row: String,
}

/// Returns those of the broken rules that a row pays for.
pub(super) fn charged(suite: &Suite, rules: &[BrokenRule]) -> Vec<ChargedRule> {
    let charged =
        |rule: &BrokenRule| Some(ChargedRule { bend: rule.names[0].clone(), row: row_of(suite, rule)? });
    rules.iter().filter_map(charged).collect()
}

/// What a broken rule makes of a case.
#[derive(Debug, Clone)]
struct RulesShown {
    /// The rules of the case's own row, by their indices.
    own: Vec<usize>,
    /// The rule of another row, by its index.
    other: Option<usize>,
}

/// What a conversation in which rules of other rows are broken shows of what its case is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FactShown {
    Shown,
    /// Half of what should be said is said, but nothing of what the case's row is about.
    HalfSaid,
    /// Less than half of what should be said is said.
    Hidden,
}

impl<'a, 'r> Explainer<'a, 'r> {
    fn new(bench: &Bench<'a, 'r>, rules: &[BrokenRule]) -> Result<Self, Problem> {
        let rules = charged(bench.suite, rules);
        let game = BentReference::of(bench.suite).expect("its bends were told apart");
        let bench = bench.bent(&bent(&game, &rules, |_| true))?;
        Ok(Self { bench, game, rules })
    }

    fn explain(&self, judged: &[Judged<'a>]) -> Result<Vec<Judged<'a>>, Problem> {
        let one = |judged: &Judged<'a>| {
            let is_wrong = is_wrong(&judged.judgement);
            let may_differ = is_wrong || self.bench.differed.contains(judged.case.id.as_str());
            let explained = if may_differ { self.explained(judged)? } else { None };
            Ok(explained.unwrap_or_else(|| ExplainedCase { judged: judged.clone(), hidden: None }))
        };
        let explained = self.bench.in_parallel(judged, one)?;
        let mut seen = SeenFacts::of(&explained);
        let lacking = seen.lacking(self.bench.suite, &explained);
        let bent = self.bent(|_| true);
        let names: Vec<&str> = self.rules.iter().map(|rule| rule.bend.as_str()).collect();
        let made_up = made_up_games(self.bench.suite, &bent, &names, &lacking);
        for ((row, _), games) in lacking.iter().zip(made_up) {
            if let Some(judged) = games.map(|games| self.played_anew(&bent, games)).transpose()?.flatten() {
                seen.add(row, &judged);
            }
        }
        let mut explained = seen.settle(self.bench.suite, explained);
        (0..self.rules.len()).for_each(|rule| self.charge_once(rule, &mut explained));
        Ok(explained)
    }

    /// Returns the case as the broken rules leave it; nothing if it has no recording.
    fn explained(&self, judged: &Judged<'a>) -> Result<Option<ExplainedCase<'a>>, Problem> {
        let case = judged.case;
        let Some(recording) = self.bench.read(case)? else { return Ok(None) };
        let repaired = self.bench.repaired(case, &recording);
        let is_own = |rule: &&usize| self.rules[**rule].row == case.row;
        let all = || 0..self.rules.len();
        let mut shows: Vec<usize> = all().filter(|rule| self.shows_in(case, &repaired, *rule)).collect();
        // Each of two rules may be enough for what they do; one of them is blamed. Of a single one it is known already.
        if shows.is_empty() && self.rules.len() > 1 {
            let (own, others): (Vec<usize>, Vec<usize>) = all().partition(|rule| is_own(&rule));
            shows.extend(own.into_iter().chain(others).find(|rule| self.shows_alone(case, &repaired, *rule)));
        }
        let follows = RulesShown {
            own: shows.iter().filter(is_own).copied().collect(),
            other: shows.iter().find(|rule| !is_own(rule)).copied(),
        };
        let judged =
            |follows: RulesShown| Judged::new(case, &recording, self.judgement(case, &recording, follows));
        let fact = if follows.other.is_some() { self.shown(case, &repaired) } else { FactShown::Shown };
        let hidden = (fact != FactShown::Shown).then(|| {
            let mut judged = judged(RulesShown { other: None, own: follows.own.clone() });
            if let (true, Some(other)) = (follows.own.is_empty(), follows.other) {
                let all = self.bench.judge(case, &recording, Some(&self.bent(|_| true)));
                blame(&mut judged.judgement, &all, (other, &case.row));
            }
            HiddenFact { by_the_text: judged, is_half_said: fact == FactShown::HalfSaid }
        });
        Ok(Some(ExplainedCase { judged: judged(follows), hidden }))
    }

    /// Returns whether the conversation still shows what the case is about, though rules of other rows are broken. A program that refuses
    /// every move shows nothing of what follows from moves, and one whose games never end nothing of how they end. Where facts are judged,
    /// one that does not show is undecided.
    fn shown(&self, case: &Case, recording: &Recording) -> FactShown {
        let run = || PlayedRun::new(case, recording);
        let others = self.bent(|rule| rule.row != case.row);
        let suite = self.bench.suite;
        let says_own = || suite.row(&case.row).is_none_or(|row| says_own(suite, &run(), &others, row));
        match () {
            () if suite.judge == JudgedBy::Facts => FactShown::Shown,
            () if !says_half(suite, &run(), &self.game, &others) => FactShown::Hidden,
            () if !says_own() => FactShown::HalfSaid,
            () => FactShown::Shown,
        }
    }

    /// Returns how many marks more the rules cost if each is seen as the only one that is broken than all of them do without a name, where what is wrong
    /// by one may not be seen because of another one; nothing if they cost no more with names than without.
    fn hidden_by_each_other(
        &self,
        (judged, explained): (&[Judged<'a>], &[Judged<'a>]),
        rules: &[BrokenRule],
        least: LeastMarks<'_>,
    ) -> Result<f64, Problem> {
        let is_bounded = || {
            let unbounded = LeastMarks { more: f64::NEG_INFINITY, ..least };
            let paid = self.bench.clone().settle(explained.to_vec(), rules.to_vec(), Some(unbounded));
            lost_more(least.sheet, &paid.sheet) >= NOTHING
        };
        if rules.len() < 2 || !is_bounded() {
            return Ok(0.0);
        }
        let free = self.by_text_but_for(judged, |_| true)?;
        let mut lost = 0.0;
        for rule in &self.rules {
            lost += lost_more(&free, &self.by_text_but_for(judged, |other| other.bend != rule.bend)?);
        }
        Ok((lost - lost_more(&free, least.sheet)).max(0.0))
    }

    /// Returns what the cases win by the text, but for those rules that are bent.
    fn by_text_but_for(
        &self,
        judged: &[Judged<'a>],
        is_bent: impl Fn(&ChargedRule) -> bool,
    ) -> Result<MarkSheet, Problem> {
        let bent = self.bent(is_bent);
        let one = |judged: &Judged<'a>| match self.bench.read(judged.case)? {
            Some(recording) => {
                let judgement = self.bench.judge(judged.case, &recording, Some(&bent));
                Ok(Judged::new(judged.case, &recording, judgement))
            }
            None => Ok(judged.clone()),
        };
        let judged = self.bench.in_parallel(judged, one)?;
        Ok(self.bench.clone().settle(judged, Vec::new(), None).sheet)
    }

    /// Returns how the program does in games that are made up by the broken rules; nothing if none of them can be played.
    fn played_anew(
        &self,
        bent: &BentReference,
        made_up: Vec<Case>,
    ) -> Result<Option<Vec<Judgement>>, Problem> {
        let read = |case: &Case| self.bench.read(case);
        let recordings = in_parallel(&made_up, self.bench.options.jobs, read)?;
        let can_be_played = made_up.is_empty() || recordings.iter().any(Option::is_some);
        let (games, recordings): (Vec<Case>, Vec<Recording>) =
            made_up.into_iter().zip(recordings).filter_map(|(game, it)| Some((game, it?))).unzip();
        let bench = self.bench.beside(bent, &games)?;
        let judge = |(game, recording)| bench.judge(game, recording, Some(bent));
        Ok(can_be_played.then(|| games.iter().zip(&recordings).map(judge).collect()))
    }

    fn judgement(&self, case: &Case, recording: &Recording, mut follows: RulesShown) -> Judgement {
        let without = self.bench.judge(case, recording, None);
        let mut judgement = without.clone();
        if let Some(other) = follows.other {
            let mut bent = self.bench.judge(case, recording, Some(&self.bent(|rule| rule.row != case.row)));
            forgive_endless_game(&mut bent, (other, &self.rules[other].row));
            let demands_more = lacks_an_error(&bent) && !lacks_an_error(&without);
            let is_decided = bent.verdict != Verdict::Undecided;
            // What the case's own row is about may show as soon as it is known what does not belong to it.
            let shows_own = !follows.own.is_empty() && without.share.is_none();
            if is_decided && (shows_own || worth(&bent) >= worth(&without)) && !demands_more {
                judgement = bent;
            } else {
                follows.other = None;
            }
        }
        let judge = |bent: &BentReference| self.bench.judge(case, recording, Some(bent));
        let but = |left: usize| judge(&self.bent(|rule| rule.bend != self.rules[left].bend));
        let all = (!follows.own.is_empty()).then(|| judge(&self.bent(|_| true)));
        if let ([first, others @ ..], Some(all)) = (&follows.own[..], &all) {
            blame(&mut judgement, all, (*first, &case.row));
            for other in others {
                blame_instead(&mut judgement, OneRuleLeft { but_one: &but(*other), all }, (*first, *other));
            }
        }
        if let Some(other) = follows.other {
            let row = &self.rules[other].row;
            let is_told = tell_what_follows(&mut judgement, &without, (other, row));
            if let (false, Some(all)) = (is_told, &all) {
                let one_left = OneRuleLeft { but_one: &but(other), all };
                tell_beside(&mut judgement, &without, one_left, (other, row));
            }
        }
        judgement
    }

    fn bent(&self, is_bent: impl Fn(&ChargedRule) -> bool) -> BentReference {
        bent(&self.game, &self.rules, is_bent)
    }

    fn shows_in(&self, case: &Case, recording: &Recording, rule: usize) -> bool {
        let bend = &self.rules[rule].bend;
        self.bench.differ_in(case, recording, &self.bent(|_| true), &self.bent(|rule| rule.bend != *bend))
    }

    /// Returns whether the conversation is another one where this rule only is broken.
    fn shows_alone(&self, case: &Case, recording: &Recording, rule: usize) -> bool {
        let bend = &self.rules[rule].bend;
        self.bench.differ_in(case, recording, &self.game, &self.bent(|rule| rule.bend == *bend))
    }

    /// Lets a rule that no case of its row shows cost that row as much as one case. Where cases of its row show it, but only in what
    /// other rows would pay for, they are lost: they are about the rule.
    fn charge_once(&self, rule: usize, judged: &mut [Judged<'a>]) {
        let row = &self.rules[rule].row;
        let follows = |judged: &Judged<'_>| {
            let differences = judged.judgement.deductions.differences();
            differences.iter().any(|listed| listed.penalised.rule == Some(rule))
        };
        let shows = |judged: &Judged<'_>| judged.case.row == *row && follows(judged);
        let own: Vec<&mut Judged<'a>> = judged.iter_mut().filter(|judged| shows(judged)).collect();
        if !own.is_empty() {
            if own.iter().all(|judged| judged.judgement.share == Some(1.0)) {
                for judged in own {
                    judged.judgement.share = Some(0.0);
                }
            }
            return;
        }
        let may_pay = |judged: &&mut Judged<'_>| follows(judged) && !pays_as_a_case(row, &judged.judgement);
        if let Some(first) = judged.iter_mut().find(may_pay) {
            first.judgement.wrong.change(RULE, |rows| rows.extend([row.clone()]));
        }
    }
}

/// Returns the game by those of the rules that are bent.
pub(super) fn bent(
    game: &BentReference,
    rules: &[ChargedRule],
    is_bent: impl Fn(&ChargedRule) -> bool,
) -> BentReference {
    game.with(rules.iter().filter(|rule| is_bent(rule)).map(|rule| rule.bend.as_str()))
}

/// Returns whether the program should have failed with an error, and did not: a bent game may come to where its text knows no more.
fn lacks_an_error(judgement: &Judgement) -> bool {
    judgement.deductions.costing().any(|deduction| deduction.root.difference.part == Part::new("error"))
}

/// Returns how much of a case is won; one that cannot show its fact counts nowhere, which is better than nothing.
fn worth(judgement: &Judgement) -> (f64, bool) {
    (judgement.share.unwrap_or(0.0), judgement.share.is_none())
}
