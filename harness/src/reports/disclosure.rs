//! What students see of cases that are not public.

use std::collections::{BTreeMap, BTreeSet};

use super::Audience;
use super::results::{CaseResult, DifferenceResult, ExpectedForm, Results};
use crate::cases::{Cause, Disclosure, Suite, Visibility};
use crate::judging::Verdict;
use crate::marks::hundredths::in_hundredths;
use crate::marks::mistake::{Mistake, Precursors};
use crate::marks::round;
use crate::mistakes::Kind;
use crate::text::shared::SharedText;

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
        let by_row = mistake.by_row.clone();
        let mistake = Mistake { by_row: BTreeMap::new(), ..mistake };
        let case = mistake.example.as_ref().and_then(|id| cases.iter().find(|case| case.id == *id));
        let Some(case) = case.filter(|case| case.visible != Visibility::Public) else {
            told.push(mistake);
            continue;
        };
        let is_told = suite.disclose.get(&case.visible) == Some(&Disclosure::Cause);
        for hidden in row_by_row(&not_public(mistake, is_told), by_row) {
            add_to_its_like(hidden, &mut told);
        }
    }
    told.sort_by(|one, other| other.lost.total_cmp(&one.lost));
    without_hidden_precursors(&mut told);
    told
}

/// Returns a mistake as one for each row that it costs something, with what it costs there in whole hundredths.
fn row_by_row(mistake: &Mistake, by_row: BTreeMap<String, f64>) -> Vec<Mistake> {
    if by_row.is_empty() {
        return vec![mistake.clone()];
    }
    let (rows, lost): (Vec<String>, Vec<f64>) = by_row.into_iter().unzip();
    let of_row = |(row, lost)| Mistake { row, lost, other_rows: Vec::new(), ..mistake.clone() };
    rows.into_iter().zip(in_hundredths(&lost)).map(of_row).collect()
}

/// Adds what a mistake costs to what is told of the row, the kind and the cause.
fn add_to_its_like(hidden: Mistake, told: &mut Vec<Mistake>) {
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
        ended_by: None,
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
        // What cannot be read is the program's own output.
        Verdict::Undecided if case.unread_line.is_some() => &case.sentence,
        Verdict::Undecided => "what it is about could not be seen; this case is not public",
        _ => "not passed; this case is not public",
    };
    let passed = case.verdict == Verdict::Passed;
    let may_be_told = passed || case.verdict == Verdict::Undecided || disclosure == Disclosure::Cause;
    Some(CaseResult {
        id: format!("hidden-{hidden}"),
        why: SharedText::default(),
        rule: SharedText::default(),
        digest: SharedText::default(),
        verdict: if may_be_told { case.verdict } else { Verdict::Wrong },
        sentence: sentence.to_string().into(),
        ended_by: None,
        unread_line: None,
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

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;

    #[test]
    fn what_costs_several_rows_is_told_in_each_of_them() {
        let any = results(&Texts::default()).mistakes.remove(0);
        let check = |by_row: &[(&str, f64)], lost: f64, told: &[(&str, f64)]| {
            let by_row: BTreeMap<String, f64> =
                by_row.iter().map(|(row, lost)| (row.to_string(), *lost)).collect();
            let mistake = Mistake { row: "again".to_string(), lost, ..any.clone() };
            let found = row_by_row(&mistake, by_row);
            let found: Vec<(&str, f64)> = found.iter().map(|it| (it.row.as_str(), it.lost)).collect();
            assert_eq!(found, told);
        };
        check(&[("again", 5.0), ("players", 2.73)], 7.73, &[("again", 5.0), ("players", 2.73)]);
        check(&[("again", 0.333), ("players", 0.333)], 0.67, &[("again", 0.34), ("players", 0.33)]);
        check(&[], 1.0, &[("again", 1.0)]);
    }
}
