//! What was seen of cases while they were run: a judgement of those that are right, and of others the texts in which slips are looked for.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use crate::cases::{Case, Suite};
use crate::judging::{FirstSight, Strictness, look};
use crate::mistakes::Differing;
use crate::recording::Recording;
use crate::reports::judged::Judged;

/// Once so many bytes are held of cases that differ, others that differ are looked at again when all were run.
const MOST_HELD: usize = 4 << 20;

/// What became of a case at first sight.
#[derive(Debug)]
pub(super) enum Sight<'a> {
    /// Nobody has a recording of it.
    LeftOut,
    /// It needs no other look.
    Judged(Box<Judged<'a>>),
    /// Slips may explain it.
    Differs(Box<Differing<'a>>),
}

impl<'a> Sight<'a> {
    /// Looks at a recording of a case.
    pub(super) fn of(suite: &Suite, case: &'a Case, recording: &Recording, strictness: Strictness) -> Self {
        match look(suite, case, recording, strictness) {
            FirstSight::Judged(judgement) => Self::Judged(Box::new(Judged::new(case, recording, *judgement))),
            FirstSight::Differs(differing) => Self::Differs(differing),
        }
    }
}

/// What became at first sight of cases that were looked at while they were run.
#[derive(Default)]
pub(super) struct Sights<'a> {
    seen: Mutex<SightedCases<'a>>,
}

/// The cases that were seen.
#[derive(Default)]
pub(super) struct SightedCases<'a> {
    /// Those that are judged: of most submissions nearly all, so they stand in one piece. The last one of a case counts.
    judged: Vec<Judged<'a>>,
    /// The last that was seen of those that differ, by their ids; nothing of those that must be looked at again.
    differing: HashMap<&'a str, Option<Box<Differing<'a>>>>,
    /// How many bytes are held of those that differ.
    held: usize,
}

impl<'a> Sights<'a> {
    /// Returns a place for so many cases.
    pub(super) fn of(cases: usize) -> Self {
        // Room that grew would be copied, and what it was copied from would stay for a while.
        let judged = Vec::with_capacity(cases);
        Self { seen: Mutex::new(SightedCases { judged, ..SightedCases::default() }) }
    }

    /// Looks at a recording; what was seen of the case before counts no more.
    pub(super) fn look(&self, suite: &Suite, case: &'a Case, recording: &Recording, strictness: Strictness) {
        let sight = Sight::of(suite, case, recording, strictness);
        self.seen().add(case, sight);
    }

    /// Returns what was seen, and forgets it.
    pub(super) fn take(&self) -> SightedCases<'a> {
        std::mem::take(&mut *self.seen())
    }

    fn seen(&self) -> MutexGuard<'_, SightedCases<'a>> {
        self.seen.lock().expect("nobody panics who holds this")
    }
}

impl<'a> SightedCases<'a> {
    fn add(&mut self, case: &'a Case, sight: Sight<'a>) {
        self.take_differing(case);
        match sight {
            Sight::LeftOut => {}
            Sight::Judged(judged) => self.judged.push(*judged),
            Sight::Differs(differing) => {
                let size = differing.size();
                let is_held = self.held + size <= MOST_HELD;
                self.held += if is_held { size } else { 0 };
                self.differing.insert(&case.id, is_held.then_some(differing));
            }
        }
    }

    /// Takes out the judged cases that `is_wanted`, in the order of their ids.
    pub(super) fn take_judged(&mut self, is_wanted: impl Fn(&Case) -> bool) -> Vec<Judged<'a>> {
        let mut judged = std::mem::take(&mut self.judged);
        judged.retain(|it| !self.differing.contains_key(it.case.id.as_str()) && is_wanted(it.case));
        judged.sort_by(by_id);
        // The one that comes before another of the same case is replaced by it.
        judged.dedup_by(|later, first| {
            let is_same = by_id(later, first) == Ordering::Equal;
            if is_same {
                std::mem::swap(later, first);
            }
            is_same
        });
        judged
    }

    /// Takes out a case that differs, if it was seen and need not be looked at again.
    pub(super) fn take_differing(&mut self, case: &Case) -> Option<Box<Differing<'a>>> {
        let differing = self.differing.remove(case.id.as_str()).flatten();
        self.held -= differing.as_ref().map_or(0, |it| it.size());
        differing
    }
}

fn by_id(one: &Judged<'_>, other: &Judged<'_>) -> Ordering {
    one.case.id.cmp(&other.case.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::judging::{Deductions, Judgement, Verdict};

    fn judged(case: &Case, seconds: f64) -> Sight<'_> {
        let outcome = (Verdict::Passed, "".into());
        let judgement = Judgement::new(outcome, Deductions::default(), Some(1.0), [].into());
        Sight::Judged(Box::new(Judged { seconds, ..Judged::new(case, &Recording::default(), judgement) }))
    }

    fn differing(case: &Case, errors: String) -> Sight<'_> {
        Sight::Differs(Box::new(Differing {
            case,
            expected: Vec::new(),
            printed: Vec::new(),
            typed: Vec::new(),
            errors,
            message: None,
            follows_dice: false,
            is_cut_off: false,
            lacks_a_throw: false,
        }))
    }

    #[test]
    fn what_was_seen_last_of_a_case_counts() {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let [one, two, three, four, five] = [0, 1, 2, 3, 4].map(|index| &suite.cases[index]);
        let large = || "x".repeat(MOST_HELD);
        let mut seen = SightedCases::default();
        for (case, sight) in [
            (three, judged(three, 1.0)),
            (two, differing(two, "a".into())),
            (one, judged(one, 1.0)),
            (two, judged(two, 1.0)),
            (three, judged(three, 2.0)),
            (one, differing(one, "b".into())),
            (four, judged(four, 1.0)),
            (four, differing(four, large())),
            (five, judged(five, 1.0)),
        ] {
            seen.add(case, sight);
        }
        let found = seen.take_judged(|case| case.id != five.id);
        let found: Vec<_> = found.iter().map(|it| (it.case.id.as_str(), it.seconds)).collect();
        assert_eq!(found, [(two.id.as_str(), 1.0), (three.id.as_str(), 2.0)]);
        assert_eq!(seen.take_differing(one).map(|it| it.errors).as_deref(), Some("b"));
        assert!([one, two, four].iter().all(|case| seen.take_differing(case).is_none()));
        seen.add(one, differing(one, "c".into()));
        assert_ne!(seen.held, 0);
        seen.add(one, judged(one, 1.0));
        assert_eq!(seen.held, 0, "what counts no more is not counted");
    }
}
