//! Judges all cases of a submission in two steps: first as they are, then without the slips that they show together.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use super::Options;
use crate::cases::problem::Problem;
use crate::cases::{Case, JudgedBy, Suite};
use crate::expected::again;
use crate::judging::{
    FirstSight, Judgement, RepairedCase, Strictness, THROW, displays, free_independent, judge_repaired, look,
};
use crate::marks::MarkSheet;
use crate::marks::deduct::{deduct, fail_what_differs};
use crate::marks::mistake::{Mistake, mistakes};
use crate::mistakes::{Asks, Differing, Slips, find};
use crate::recording::Recording;
use crate::reports::judged::Judged;
use crate::running::{in_parallel, interruption};

/// Where recordings are read, each perhaps more than once; nothing where a case is to be left out.
type Read<'a> = dyn Fn(&Case) -> Result<Option<Recording>, Problem> + Sync + 'a;

/// The judged cases of a submission.
#[derive(Debug)]
pub struct JudgedCases<'a> {
    /// The judged cases.
    pub judged: Vec<Judged<'a>>,
    /// What the cases win; files and fair dice are added to it.
    pub sheet: MarkSheet,
    slips: Slips,
    strictness: Strictness,
}

/// What became at first sight of cases that were looked at while they were run, by their ids.
#[derive(Default)]
pub(super) struct Sights<'a>(Mutex<HashMap<&'a str, Sight<'a>>>);

impl<'a> Sights<'a> {
    /// Looks at a recording; what was seen of the case before is forgotten.
    pub(super) fn look(&self, suite: &Suite, case: &'a Case, recording: &Recording, strictness: Strictness) {
        let sight = Sight::of(suite, case, recording, strictness);
        self.seen().insert(&case.id, sight);
    }

    fn take(&self, case: &Case) -> Option<Sight<'a>> {
        self.seen().remove(case.id.as_str())
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<&'a str, Sight<'a>>> {
        self.0.lock().expect("nobody panics who holds this")
    }
}

/// Judges what was recorded of `cases`. Their recordings are read by `read`, which may be called again for the same case; no more
/// of them are in memory than there are workers, besides the texts of those that differ. Cases of which `read` returns nothing
/// are left out.
///
/// # Errors
/// What `read` says.
pub fn judge_all<'a>(
    suite: &Suite,
    cases: &[&'a Case],
    read: &Read<'_>,
    options: Options,
) -> Result<JudgedCases<'a>, Problem> {
    judge_seen(suite, cases, &Sights::default(), read, options)
}

/// Judges as [`judge_all`] does, but does not look a second time at what was already `seen`.
pub(super) fn judge_seen<'a>(
    suite: &Suite,
    cases: &[&'a Case],
    seen: &Sights<'a>,
    read: &Read<'_>,
    Options { strictness, jobs }: Options,
) -> Result<JudgedCases<'a>, Problem> {
    // What was run before somebody wanted an end is judged all the same.
    let was_wanted = interruption::is_wanted();
    let is_over = || interruption::is_wanted() && !was_wanted;
    let sights = in_parallel(cases, jobs, |case| match seen.take(case) {
        Some(sight) => Ok(sight),
        None => Ok::<_, Problem>(match read(case)? {
            Some(recording) => Sight::of(suite, case, &recording, strictness),
            None => Sight::LeftOut,
        }),
    })?;
    let mut judged: Vec<Option<Judged<'a>>> = Vec::new();
    let mut differing: Vec<(usize, Differing<'a>)> = Vec::new();
    for (index, sight) in sights.into_iter().enumerate() {
        match sight {
            Sight::LeftOut => judged.push(None),
            Sight::Judged(case) => judged.push(Some(*case)),
            Sight::Differs(case) => {
                judged.push(None);
                differing.push((index, *case));
            }
        }
    }
    // Whatever the order of the cases, the same is found.
    differing.sort_by(|one, other| one.1.case.id.cmp(&other.1.case.id));
    let (places, differing): (Vec<usize>, Vec<Differing<'a>>) = differing.into_iter().unzip();
    let expect_again = |index: usize, outputs: &[String]| {
        let case = differing[index].case;
        again(suite, case, &read(case).ok()??.with_outputs(outputs))
    };
    let lacking = differing.iter().filter(|case| case.lacks_a_throw).count();
    let hides_throws = lacking * 10 >= cases.len() * 7 && lacking > 0;
    let mut slips = find(suite, cases, &differing, Asks { again: &expect_again, is_over: &is_over });
    let numbers: Vec<usize> = (0..differing.len()).collect();
    let repaired = in_parallel(&numbers, jobs, |index| {
        let case = &differing[*index];
        let Some(recording) = read(case.case)? else { return Ok(None) };
        let found = RepairedCase { repair: &slips.repairs[*index], slips: &slips.all, hides_throws };
        let judgement = judge_repaired(suite, case, &recording, found, strictness);
        Ok::<_, Problem>(Some(Judged::new(case.case, &recording, judgement)))
    })?;
    for (place, case) in places.into_iter().zip(repaired) {
        judged[place] = case;
    }
    let mut judged: Vec<Judged<'a>> = judged.into_iter().flatten().collect();
    displays::settle(suite, judged.iter_mut().map(|judged| (judged.case, &mut judged.judgement)));
    if strictness == Strictness::Strict {
        for case in &mut judged {
            fail_what_differs(&mut case.judgement);
        }
    }
    let differences = judged.iter().flat_map(|judged| judged.judgement.deductions.differences());
    let throws = differences.map(|listed| &listed.penalised.difference).filter(|it| it.part == THROW);
    throws.for_each(|throw| slips.hide_throw(throw));
    if suite.judge != JudgedBy::Facts {
        let mut all: Vec<_> = judged.iter_mut().map(|judged| (judged.case, &mut judged.judgement)).collect();
        free_independent(suite, &mut all, &|difference| slips.key(difference));
    }
    let mut sheet = MarkSheet::new(suite, &pairs(&judged));
    if strictness != Strictness::Strict {
        deduct(suite, &pairs(&judged), &slips, strictness, &mut sheet);
    }
    Ok(JudgedCases { judged, sheet, slips, strictness })
}

#[derive(Debug)]
enum Sight<'a> {
    LeftOut,
    Judged(Box<Judged<'a>>),
    Differs(Box<Differing<'a>>),
}

impl<'a> Sight<'a> {
    fn of(suite: &Suite, case: &'a Case, recording: &Recording, strictness: Strictness) -> Self {
        match look(suite, case, recording, strictness) {
            FirstSight::Judged(judgement) => Self::Judged(Box::new(Judged::new(case, recording, judgement))),
            FirstSight::Differs(differing) => Self::Differs(differing),
        }
    }
}

fn pairs<'a, 'j>(judged: &'j [Judged<'a>]) -> Vec<(&'a Case, &'j Judgement)> {
    judged.iter().map(|judged| (judged.case, &judged.judgement)).collect()
}

impl JudgedCases<'_> {
    /// Returns the mistakes, the costliest first; together they cost what the sheet lacks.
    pub fn mistakes(&self, suite: &Suite) -> Vec<Mistake> {
        mistakes(suite, &pairs(&self.judged), &self.slips, &self.sheet, self.strictness)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    #[test]
    fn cases_that_are_left_out_do_not_take_others_with_them() {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let cases: Vec<&Case> = suite.cases.iter().take(4).collect();
        let kept = [cases[1].id.as_str(), cases[3].id.as_str()];
        let read = |case: &Case| Ok(kept.contains(&case.id.as_str()).then(Recording::default));
        let options = Options { strictness: Strictness::AsTheSuiteSays, jobs: NonZeroUsize::MIN };
        let judged = judge_all(&suite, &cases, &read, options).expect("nothing fails").judged;
        assert_eq!(judged.iter().map(|judged| judged.case.id.as_str()).collect::<Vec<_>>(), kept);
    }
}
