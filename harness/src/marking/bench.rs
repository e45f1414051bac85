//! Where the cases of a submission are judged when its slips are known.

use std::collections::{BTreeMap, BTreeSet};

use super::Options;
use super::crashes::{charge_once, pay_what_came_before};
use super::in_parts::{HELD, in_parts};
use crate::by_evidence::{HeardRun, Misdrawn};
use crate::cases::problem::Problem;
use crate::cases::{Case, JudgedBy, Suite};
use crate::diagnosis::{BrokenRule, PlayedRun, facts_differ, say_the_same, says_as_printed};
use crate::expected::{BentReference, again_bent};
use crate::judging::{
    Judgement, RepairedCase, SightOfBent, Strictness, THROW, displays, free_independent, judge, judge_heard,
    judge_heard_bent, judge_repaired, look_bent, without_slips,
};
use crate::marks::MarkSheet;
use crate::marks::deduct::{deduct, fail_what_differs};
use crate::mistakes::{Asks, Repair, Repairs, Search, Slips};
use crate::recording::Recording;
use crate::reports::judged::Judged;
use crate::running::in_parallel;

/// Where recordings are read, each perhaps more than once; nothing where a case is to be left out.
pub(super) type Read<'a> = dyn Fn(&Case) -> Result<Option<Recording>, Problem> + Sync + 'a;

/// What is needed to judge a case when the slips of the submission are known.
#[derive(Clone)]
pub(super) struct Bench<'a, 'r> {
    /// The suite.
    pub(super) suite: &'r Suite,
    /// The cases, in the order of their ids.
    pub(super) cases: &'r [&'a Case],
    /// Whether nobody needs the answer any more.
    pub(super) is_over: &'r (dyn Fn() -> bool + Sync),
    /// Where recordings are read.
    pub(super) read: &'r Read<'r>,
    /// How it is judged.
    pub(super) options: Options,
    /// The slips of the submission.
    pub(super) slips: Slips,
    /// The ids of the cases that differed at first sight.
    pub(super) differed: BTreeSet<&'a str>,
    /// Where the repair of a case is, by the id of the case.
    pub(super) repairs: BTreeMap<String, usize>,
    /// Whether the program hides its throws nearly everywhere.
    pub(super) hides_throws: bool,
    /// The face that it draws as another one, where facts are judged.
    pub(super) misdrawn: Option<Misdrawn>,
}

/// What rows win at least.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeastMarks<'a> {
    /// As much as by this sheet.
    pub(super) sheet: &'a MarkSheet,
    /// But these only as much as all rows together have to.
    pub(super) but: &'a BTreeSet<String>,
    /// So many marks, by the names of rows, are left whatever broken rules would cost them.
    pub(super) kept: &'a BTreeMap<String, f64>,
    /// All rows together win so many marks more by their rules, for the slips that are deducted later.
    pub(super) more: f64,
}

/// Judged cases, and what they win.
pub(super) struct SettledCases<'a> {
    pub(super) judged: Vec<Judged<'a>>,
    pub(super) sheet: MarkSheet,
    /// The rules that are charged.
    pub(super) rules: Vec<BrokenRule>,
    /// The slips that were found.
    pub(super) slips: Slips,
}

impl<'a> Bench<'a, '_> {
    /// Returns where the cases are judged when slips are looked for beside what is expected by the rules of `bent`.
    pub(super) fn bent(&self, bent: &BentReference) -> Result<Self, Problem> {
        self.beside(bent, &[])
    }

    /// Does the same, and looks for the slips in cases that are none of the suite, too.
    pub(super) fn beside(&self, bent: &BentReference, others: &[Case]) -> Result<Self, Problem> {
        self.searched(bent, others, Repairs::All)
    }

    /// Returns where the cases are judged when only those slips are repaired that no broken rule looks like.
    pub(super) fn with_sure_slips(&self, game: &BentReference) -> Result<Self, Problem> {
        self.searched(game, &[], Repairs::SureSlips)
    }

    fn searched(&self, game: &BentReference, others: &[Case], repairs: Repairs) -> Result<Self, Problem> {
        let mut search = Search::for_repairs(self.suite, repairs);
        let mut differing: Vec<&Case> = Vec::new();
        let differed = self.cases.iter().copied().filter(|case| self.differed.contains(case.id.as_str()));
        let looked_at: Vec<&Case> = differed.chain(others).collect();
        in_parts(
            &looked_at,
            HELD,
            self.options.jobs,
            |case| Ok(self.read(case)?.map(|recording| look_bent(self.suite, case, &recording, game))),
            |case, sight| match sight {
                Some(SightOfBent::Differs(found)) => {
                    differing.push(*case);
                    search.add(&found);
                }
                Some(SightOfBent::IsRight(turns)) => search.add_right(case, &turns),
                Some(SightOfBent::IsUnknown) | None => {}
            },
        )?;
        let expect_again = |index: usize, outputs: &[String]| {
            let recording = self.read(differing[index]).ok()??;
            again_bent(self.suite, differing[index], game, &recording.with_outputs(outputs))
        };
        let right: Vec<&Case> =
            self.cases.iter().copied().filter(|it| !self.differed.contains(it.id.as_str())).collect();
        let slips = search.slips(&right, Asks { again: &expect_again, is_over: self.is_over });
        let repairs = differing.iter().enumerate().map(|(at, case)| (case.id.clone(), at)).collect();
        Ok(Self { slips, repairs, differed: self.differed.clone(), ..*self })
    }

    pub(super) fn strictness(&self) -> Strictness {
        self.options.strictness
    }

    /// Returns whether slips were found.
    pub(super) fn has_slips(&self) -> bool {
        !self.slips.all.is_empty()
    }

    /// Returns the recording of a case.
    pub(super) fn read(&self, case: &Case) -> Result<Option<Recording>, Problem> {
        (self.read)(case)
    }

    fn repair(&self, case: &Case) -> Option<&Repair> {
        self.repairs.get(case.id.as_str()).map(|index| &self.slips.repairs[*index])
    }

    /// Returns the recording of a case without the slips of the submission.
    pub(super) fn without_slips(&self, case: &Case) -> Result<Option<Recording>, Problem> {
        Ok(self.read(case)?.map(|recording| self.repaired(case, &recording)))
    }

    /// Returns a recording without the slips of the submission.
    pub(super) fn repaired(&self, case: &Case, recording: &Recording) -> Recording {
        match self.repair(case) {
            Some(repair) => without_slips(self.suite, case, recording, repair),
            None => recording.clone(),
        }
    }

    /// Judges a case without its slips, by the rules of the suite or by those of a bent game.
    pub(super) fn judge(
        &self,
        case: &Case,
        recording: &Recording,
        bent: Option<&BentReference>,
    ) -> Judgement {
        match (self.suite.judge, bent) {
            (JudgedBy::Facts, _) if recording.not_started().is_some() => {
                return judge(self.suite, case, recording, self.strictness());
            }
            (JudgedBy::Facts, Some(BentReference::Game(game))) => {
                return judge_heard_bent(&self.heard(case, recording), game, recording, self.strictness());
            }
            (JudgedBy::Facts, _) => {
                return judge_heard(&self.heard(case, recording), recording, self.strictness());
            }
            (JudgedBy::Transcript, _) => {}
        }
        let none = Repair::default();
        let repair = self.repair(case).unwrap_or(&none);
        let found = RepairedCase { repair, slips: &self.slips.all, hides_throws: self.hides_throws, bent };
        judge_repaired(self.suite, case, recording, found, self.options.strictness)
    }

    /// Returns what is found in a recording of a case whose facts are judged.
    pub(super) fn heard<'s>(&'s self, case: &'s Case, recording: &Recording) -> HeardRun<'s> {
        HeardRun::new(self.suite, case, recording).where_misdrawn(self.misdrawn)
    }

    /// Does work for each judged case, several at the same time.
    pub(super) fn in_parallel<R: Send>(
        &self,
        judged: &[Judged<'a>],
        work: impl Fn(&Judged<'a>) -> Result<R, Problem> + Sync,
    ) -> Result<Vec<R>, Problem> {
        in_parallel(judged, self.options.jobs, work)
    }

    /// Returns how many of these cases, which are right by one game, speak against the other one; it stops at so many.
    pub(super) fn against(
        &self,
        cases: &[&'a Case],
        (one, other): (&BentReference, &BentReference),
        most: usize,
    ) -> usize {
        let is_against = |case: &&&Case| {
            let recording = self.without_slips(case).ok().flatten();
            recording.is_some_and(|it| {
                self.differ_in(case, &it, one, other)
                    && !says_as_printed(self.suite, &PlayedRun::new(case, &it), other)
            })
        };
        cases.iter().filter(is_against).take(most).count()
    }

    /// Returns whether two games say different things in a run without its slips; by facts, whether other facts hold.
    pub(super) fn differ_in(
        &self,
        case: &Case,
        recording: &Recording,
        one: &BentReference,
        other: &BentReference,
    ) -> bool {
        match (self.suite.judge, one, other) {
            (JudgedBy::Facts, BentReference::Game(one), BentReference::Game(other)) => {
                facts_differ(&self.heard(case, recording), one, other)
            }
            _ => say_the_same(self.suite, &PlayedRun::new(case, recording), one, other) == Some(false),
        }
    }

    /// Settles what belongs to whom among all cases, and marks them. No row wins less by its rules than on the sheet `least`.
    pub(super) fn settle(
        mut self,
        mut judged: Vec<Judged<'a>>,
        rules: Vec<BrokenRule>,
        least: Option<LeastMarks<'_>>,
    ) -> SettledCases<'a> {
        let Self { suite, ref mut slips, .. } = self;
        let strictness = self.options.strictness;
        for listed in judged.iter().flat_map(|judged| judged.judgement.deductions.differences()) {
            let difference = &listed.penalised.difference;
            if difference.part == THROW {
                slips.hide_throw(difference);
            }
            slips.tell_apart(difference);
        }
        let to_settle = judged.iter_mut().map(|judged| (judged.case, &mut judged.judgement));
        displays::settle(suite, to_settle, &|difference| slips.key(difference));
        if strictness == Strictness::Strict {
            for case in &mut judged {
                fail_what_differs(&mut case.judgement);
            }
        }
        if suite.judge == JudgedBy::Transcript && strictness != Strictness::Strict {
            charge_once(self.suite, &mut judged, &|difference| slips.key(difference));
            pay_what_came_before(&mut judged);
        }
        if suite.judge != JudgedBy::Facts {
            let mut all: Vec<_> =
                judged.iter_mut().map(|judged| (judged.case, &mut judged.judgement)).collect();
            free_independent(suite, &mut all, &|difference| slips.key(difference));
        }
        let mut sheet = MarkSheet::new(suite, &pairs(&judged));
        if let Some(least) = least {
            sheet.keep(least.kept);
            sheet.raise_to(least.sheet, least.but, least.more);
        }
        if strictness != Strictness::Strict {
            deduct(suite, &pairs(&judged), slips, strictness, &mut sheet);
        }
        SettledCases { judged, sheet, rules, slips: self.slips }
    }
}

/// Returns each case with its judgement.
pub(super) fn pairs<'a, 'j>(judged: &'j [Judged<'a>]) -> Vec<(&'a Case, &'j Judgement)> {
    judged.iter().map(|judged| (judged.case, &judged.judgement)).collect()
}
