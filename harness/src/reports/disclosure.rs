//! What students see of cases that are not public.

use super::Audience;
use super::results::{CaseResult, DifferenceResult, Results};
use crate::cases::{Disclosure, Suite, Visibility};
use crate::judging::Verdict;

impl Results {
    /// Returns what `audience` may see of the results.
    #[must_use]
    pub fn for_audience(mut self, suite: &Suite, audience: Audience) -> Self {
        if audience == Audience::Student {
            self.audience = audience;
            let mut hidden = 0;
            self.cases =
                self.cases.into_iter().filter_map(|case| disclose(case, suite, &mut hidden)).collect();
        }
        self
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
    let passed = case.verdict == Verdict::Passed;
    let may_be_told = passed || case.verdict == Verdict::Undecided || disclosure == Disclosure::Cause;
    Some(CaseResult {
        id: format!("hidden-{hidden}"),
        why: String::new(),
        rule: String::new(),
        digest: String::new(),
        verdict: if may_be_told { case.verdict } else { Verdict::Wrong },
        sentence: if passed { "passed" } else { "not passed; this case is not public" }.to_string(),
        recording: None,
        seconds: 0.0,
        differences,
        left_out: 0,
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
        got: None,
        root: difference.root,
        sentence: difference.cause.name().to_string(),
    }
}
