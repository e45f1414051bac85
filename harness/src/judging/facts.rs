//! Judges a case by the facts that it checks, whatever the words.

use std::collections::BTreeSet;

use super::deductions::{Strictness, deduct, share};
use super::outcome::crash;
use super::stopping::stopped;
use super::{Judgement, Verdict};
use crate::cases::{Case, Suite};
use crate::facts;
use crate::recording::Recording;

/// Judges a case by its facts. What cannot be told is undecided, unless something is wrong for certain.
pub(super) fn judge(suite: &Suite, case: &Case, recording: &Recording, strictness: Strictness) -> Judgement {
    let facts = facts::judge(suite, case, recording);
    let deductions = deduct(suite, case, facts.differences, strictness);
    let wrong = deductions.differences().into_iter().find(|listed| listed.penalised.costs());
    let wrong = wrong.map(|listed| listed.penalised.difference.sentence());
    let cut = recording.stopped().and_then(|reason| stopped(reason, &case.limits));
    let (verdict, sentence) = match (cut, crash(recording), wrong, facts.unread) {
        (Some(cut), ..) => cut,
        (None, Some(sentence), ..) => (Verdict::Crashed, sentence),
        (_, _, Some(sentence), _) => (Verdict::Wrong, sentence),
        (_, _, None, Some(why)) => (Verdict::Undecided, why),
        _ => (Verdict::Passed, "everything that counts is right".to_string()),
    };
    let share = match (verdict, suite.row(&case.row)) {
        (Verdict::Passed, _) => Some(1.0),
        (Verdict::Wrong, Some(row)) => share(row, &deductions, false),
        _ => Some(0.0),
    };
    Judgement::new((verdict, sentence), deductions, share, BTreeSet::new())
}
