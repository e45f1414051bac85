//! What marking makes of recordings: the one place that knows how a submission is marked.

use std::collections::BTreeMap;

use harness::cases::{Case, Suite};
use harness::judging::{Judgement, Strictness, Verdict, judge};
use harness::marks::{MarkSheet, Marker};
use harness::recording::Recording;

/// What marking makes of a submission.
#[derive(Debug)]
pub(crate) struct Marked {
    /// What each automatic row has lost; rows with all their marks are left out.
    pub(crate) lost: BTreeMap<String, f64>,
    /// What became of the cases.
    pub(crate) verdicts: BTreeMap<String, Verdict>,
    /// What is listed.
    pub(crate) mistakes: Vec<Mistake>,
}

/// A mistake as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mistake {
    pub(crate) key: String,
    /// `presentation`, `wording`, `behaviour` or `failure`.
    pub(crate) kind: String,
    pub(crate) part: String,
    pub(crate) row: String,
    pub(crate) lost: f64,
    pub(crate) expected: String,
    pub(crate) got: String,
}

impl Marked {
    /// Returns all marks that are lost.
    pub(crate) fn loss(&self) -> f64 {
        self.lost.values().sum()
    }

    /// Returns the cases that did not pass.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &str> {
        self.verdicts.iter().filter(|(_, verdict)| **verdict != Verdict::Passed).map(|(id, _)| id.as_str())
    }
}

/// Returns what marking makes of the recordings of these cases.
pub(crate) fn mark(suite: &Suite, recordings: &[(&Case, Recording)]) -> Marked {
    let one =
        |(case, recording): &(&Case, Recording)| judge(suite, case, recording, Strictness::AsTheSuiteSays);
    let judgements: Vec<Judgement> = recordings.iter().map(one).collect();
    let judged: Vec<(&Case, &Judgement)> =
        recordings.iter().map(|(case, _)| *case).zip(&judgements).collect();
    let sheet = MarkSheet::new(suite, &judged);
    Marked {
        lost: lost(&sheet),
        verdicts: judged.iter().map(|(case, judgement)| (case.id.clone(), judgement.verdict)).collect(),
        mistakes: Vec::new(),
    }
}

fn lost(sheet: &MarkSheet) -> BTreeMap<String, f64> {
    let automatic = sheet.rows.iter().filter(|row| row.by == Marker::Harness);
    let lost =
        automatic.map(|row| (row.name.clone(), ((row.out_of - row.awarded) * 10_000.0).round() / 10_000.0));
    lost.filter(|(_, lost)| *lost != 0.0).collect()
}

/// Returns the marks that are awarded for the cases of a suite.
pub(crate) fn automatic(suite: &Suite) -> f64 {
    let fed = |row: &&harness::cases::Row| suite.cases.iter().any(|case| case.row == row.name);
    suite.rows.iter().filter(fed).map(|row| row.out_of).sum()
}
