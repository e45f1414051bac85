//! What students see of cases that are not public.

use std::collections::{BTreeMap, BTreeSet};

use super::Audience;
use super::results::{CaseResult, DifferenceResult, ExpectedForm, Results};
use crate::cases::{Cause, Disclosure, Suite, Visibility};
use crate::judging::Verdict;
use crate::marks::mistake::{Mistake, Precursors};
use crate::marks::round;
use crate::mistakes::Kind;

impl Results {
    /// Returns what `audience` may see of the results.
    #[must_use]
    pub fn for_audience(mut self, suite: &Suite, audience: Audience) -> Self {
        if audience == Audience::Student {
            self.audience = audience;
            let mut hidden = 0;
            let mistakes = std::mem::take(&mut self.mistakes);
            self.mistakes = disclosed(mistakes, &self.cases, suite);
            self.cases =
                self.cases.into_iter().filter_map(|case| disclose(case, suite, &mut hidden)).collect();
        }
        self
    }
}

/// Returns what students may see of mistakes: all of those that a public case shows; of others what they cost, and what
/// the suite discloses of the case that shows them.
fn disclosed(mistakes: Vec<Mistake>, cases: &[CaseResult], suite: &Suite) -> Vec<Mistake> {
    let mut told: Vec<Mistake> = Vec::new();
    for mistake in mistakes {
        let mistake = Mistake { by_row: BTreeMap::new(), ..mistake };
        let case = mistake.example.as_ref().and_then(|id| cases.iter().find(|case| case.id == *id));
        let Some(case) = case.filter(|case| case.visible != Visibility::Public) else {
            told.push(mistake);
            continue;
        };
        let is_told = suite.disclose.get(&case.visible) == Some(&Disclosure::Cause);
        let hidden = not_public(mistake, is_told);
        let same = |other: &&mut Mistake| {
            other.key.is_empty()
                && other.row == hidden.row
                && (other.kind, other.cause) == (hidden.kind, hidden.cause)
        };
        match told.iter_mut().find(same) {
            Some(other) => {
                other.lost = round(other.lost + hidden.lost);
                other.places += hidden.places;
                other.cases = other.cases.max(hidden.cases);
            }
            None => told.push(hidden),
        }
    }
    told.sort_by(|one, other| other.lost.total_cmp(&one.lost));
    without_hidden_precursors(&mut told);
    told
}

/// Takes from mistakes that they show after others of which the reader is not told.
fn without_hidden_precursors(told: &mut [Mistake]) {
    let keys: BTreeSet<String> = told.iter().map(|mistake| mistake.key.clone()).collect();
    for mistake in told {
        let are_told = |it: &Precursors| it.mistakes.iter().all(|key| keys.contains(key));
        mistake.precursors = mistake.precursors.take().filter(are_told);
    }
}

/// Returns a mistake without anything that only cases show that are not public.
fn not_public(mistake: Mistake, cause_is_told: bool) -> Mistake {
    let cause = mistake.cause.filter(|_| cause_is_told);
    let what = cause.map_or("something is wrong", Cause::name);
    Mistake {
        key: String::new(),
        kind: if cause_is_told { mistake.kind } else { Kind::Behaviour },
        cause,
        part: String::new(),
        sentence: format!("{what}, in cases that are not public"),
        expected: None,
        actual: None,
        example: None,
        text: None,
        rule: None,
        precursors: None,
        comment: None,
        ..mistake
    }
}

/// Returns what students may see of a case: all of a public one, of others what the suite discloses.
fn disclose(case: CaseResult, suite: &Suite, hidden: &mut usize) -> Option<CaseResult> {
    if case.visible == Visibility::Public {
        return Some(case);
    }
    *hidden += 1;
    let disclosure = suite.disclose.get(&case.visible).copied().unwrap_or(Disclosure::Title);
    let differences = match disclosure {
        Disclosure::Nothing => return None,
        Disclosure::Title => Vec::new(),
        Disclosure::Cause => case.differences.iter().map(only_the_cause).collect(),
    };
    let sentence = match case.verdict {
        Verdict::Passed => "passed",
        Verdict::Undecided => "what it is about could not be seen; this case is not public",
        _ => "not passed; this case is not public",
    };
    let passed = case.verdict == Verdict::Passed;
    let may_be_told = passed || case.verdict == Verdict::Undecided || disclosure == Disclosure::Cause;
    Some(CaseResult {
        id: format!("hidden-{hidden}"),
        why: String::new(),
        rule: String::new(),
        digest: String::new(),
        verdict: if may_be_told { case.verdict } else { Verdict::Wrong },
        sentence: sentence.to_string(),
        recording: None,
        seconds: 0.0,
        differences,
        left_out: 0,
        outcomes: BTreeMap::new(),
        ..case
    })
}

fn only_the_cause(difference: &DifferenceResult) -> DifferenceResult {
    DifferenceResult {
        cause: difference.cause,
        part: String::new(),
        row: difference.row.clone(),
        turn: 0,
        line: 0,
        expected: None,
        expected_form: ExpectedForm::Line,
        got: None,
        root: difference.root,
        sentence: difference.cause.name().to_string(),
        rule: None,
        mistake: None,
    }
}
