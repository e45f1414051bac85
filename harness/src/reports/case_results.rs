//! What results tell of judged cases: each case gives its texts to its result, and what is the same for many of them is held once.

use std::collections::BTreeMap;

use super::Audience;
use super::judged::Judged;
use super::results::{
    CaseResult, DifferenceResult, Outcomes, PASSED, Results, RowResult, SCHEMA, Summary, automatic,
    recording_path,
};
use crate::cases::Suite;
use crate::judging::Verdict;
use crate::marks::mistake::MistakeList;
use crate::marks::{MarkSheet, round, worth_of_a_case};
use crate::recording_store::Tested;
use crate::text::shared::SharedText;

/// After so many cases the memory of those that were taken is given back.
const GIVEN_BACK: usize = 512;

/// Items from the first to the last. Their memory does not stay until all of them were taken.
struct OneByOne<T> {
    /// Those that are left, the last one first.
    rest: Vec<T>,
}

impl<T> OneByOne<T> {
    fn of(mut items: Vec<T>) -> Self {
        items.reverse();
        Self { rest: items }
    }
}

impl<T> Iterator for OneByOne<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.rest.pop();
        if self.rest.len().is_multiple_of(GIVEN_BACK) {
            self.rest.shrink_to_fit();
        }
        item
    }

    /// Says how many are left, so that what is made of them is not moved each time it grows.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

/// Texts that are the same in the results of many cases, so that each is held once.
pub(super) struct TextsOfCases {
    /// The sentences of the suite's rules, by the names of the rules.
    rules: BTreeMap<String, SharedText>,
    /// [`PASSED`].
    passed: SharedText,
}

impl TextsOfCases {
    pub(super) fn of(suite: &Suite) -> Self {
        let rules = suite.rules.iter().map(|(rule, sentence)| (rule.clone(), sentence.as_str().into()));
        Self { rules: rules.collect(), passed: PASSED.into() }
    }
}

impl Results {
    /// Returns the results of `judged` cases for staff; [`Self::for_audience`] filters them for students.
    pub fn new(
        suite: &Suite,
        tested: &Tested,
        judged: Vec<Judged<'_>>,
        listed: MistakeList,
        sheet: &MarkSheet,
    ) -> Self {
        let MistakeList { mistakes, rules, places } = listed;
        let keys: Vec<String> = mistakes.iter().map(|mistake| mistake.key.clone()).collect();
        let worth = worth_of_a_case(suite);
        let texts = TextsOfCases::of(suite);
        let passed = judged.iter().filter(|judged| judged.judgement.verdict == Verdict::Passed).count();
        let mark_sheet: Vec<RowResult> = sheet.rows.iter().map(RowResult::from).collect();
        let mut results = Self {
            schema: SCHEMA.to_string(),
            harness: env!("CARGO_PKG_VERSION").to_string(),
            audience: Audience::Staff,
            suite: suite.name.clone(),
            title: suite.title.clone(),
            suite_digest: suite.digest.clone(),
            target: tested.target.clone(),
            target_digest: tested.target_digest.clone(),
            start: tested.remarks.clone(),
            command: String::new(),
            only_public: false,
            sandbox: tested.sandbox.clone(),
            summary: Summary {
                cases: judged.len(),
                all_cases: suite.cases.len(),
                passed,
                automatic: automatic(&mark_sheet),
                tutor: 0.0,
                pending: round(sheet.pending()),
                out_of: round(sheet.out_of()),
            },
            mistakes,
            cases: OneByOne::of(judged)
                .zip(places)
                .map(|(judged, places)| {
                    let worth = worth.get(judged.case.row.as_str()).copied().unwrap_or(0.0);
                    let mut case = case_result(&texts, judged, worth, &rules);
                    for (difference, place) in case.differences.iter_mut().zip(places) {
                        difference.mistake = place.and_then(|index| keys.get(index)).cloned();
                    }
                    case
                })
                .collect(),
            twins: Vec::new(),
            mark_sheet,
        };
        results.show_examples_of_rows();
        results
    }
}

pub(super) fn case_result(
    texts: &TextsOfCases,
    judged: Judged<'_>,
    worth: f64,
    rules: &[String],
) -> CaseResult {
    let Judged { case, seconds, judgement, left_out, .. } = judged;
    let recording = match judgement.verdict {
        Verdict::Passed => texts.passed.clone(),
        verdict => recording_path(judgement.played.as_deref().unwrap_or(&case.id), verdict).into(),
    };
    CaseResult {
        id: case.id.clone(),
        title: case.title.clone(),
        why: case.why.clone(),
        rule: texts.rules.get(case.rule.as_str()).cloned().unwrap_or_default(),
        digest: case.digest.clone(),
        verdict: judgement.verdict,
        sentence: judgement.sentence,
        ended_by: judgement.ended_by,
        unread_line: judgement.unread_line,
        row: case.row.clone(),
        awarded: round(judgement.share.unwrap_or(0.0) * worth),
        out_of: round(worth),
        visible: case.visible,
        seconds: (seconds * 1000.0).round() / 1000.0,
        recording: Some(recording),
        differences: judgement
            .deductions
            .differences()
            .into_iter()
            .map(|listed| DifferenceResult::new(listed, rules))
            .collect(),
        left_out,
        outcomes: Outcomes::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_one_by_one_comes_in_its_order() {
        for count in [0, 1, GIVEN_BACK, 3 * GIVEN_BACK + 1] {
            assert!(OneByOne::of((0..count).collect()).eq(0..count), "{count}");
        }
    }
}
