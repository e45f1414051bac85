//! What marking makes of recordings: the one place that knows how a submission is marked.

use std::collections::{BTreeMap, BTreeSet};

use std::num::NonZeroUsize;

use harness::cases::problem::Problem;
use harness::cases::{Case, Suite};
use harness::judging::{Strictness, Verdict};
use harness::marking::{HiddenMistakes, Options, Sleepers, judge_all};
use harness::marks::{MarkSheet, Marker};
use harness::recording::Recording;

/// What marking makes of a submission.
#[derive(Debug)]
pub(crate) struct Marked {
    /// What each automatic row has lost; rows with all their marks are left out.
    pub(crate) lost: BTreeMap<String, f64>,
    /// The rows that a person must award.
    pub(crate) pending: BTreeSet<String>,
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

/// Returns what marking makes of the recordings of these cases, in their order.
pub(crate) fn mark(suite: &Suite, recordings: &[(&Case, Recording)]) -> Marked {
    mark_playing(suite, recordings, &|_| None)
}

/// Does the same with a program that also plays cases that are made up.
pub(crate) fn mark_playing(
    suite: &Suite,
    recordings: &[(&Case, Recording)],
    play: &(dyn Fn(&Case) -> Option<Recording> + Sync),
) -> Marked {
    let cases: Vec<&Case> = recordings.iter().map(|(case, _)| *case).collect();
    let by_id: BTreeMap<&str, &Recording> =
        recordings.iter().map(|(case, recording)| (case.id.as_str(), recording)).collect();
    let read = |case: &Case| -> Result<Option<Recording>, Problem> {
        Ok(by_id.get(case.id.as_str()).map(|known| (*known).clone()).or_else(|| play(case)))
    };
    let options = Options {
        strictness: Strictness::AsTheSuiteSays,
        jobs: NonZeroUsize::MIN,
        sleepers: Sleepers::KeepTheirPlace,
        hidden: HiddenMistakes::Shown,
    };
    let marked = judge_all(suite, &cases, &read, options).unwrap();
    let mistakes = marked.mistakes(suite);
    Marked {
        lost: lost(&marked.sheet),
        pending: pending(&marked.sheet),
        verdicts: marked
            .judged
            .iter()
            .map(|judged| (judged.case.id.clone(), judged.judgement.verdict))
            .collect(),
        mistakes: mistakes.into_iter().map(Mistake::from).collect(),
    }
}

impl From<harness::marks::mistake::Mistake> for Mistake {
    fn from(mistake: harness::marks::mistake::Mistake) -> Self {
        Self {
            key: mistake.key,
            kind: format!("{:?}", mistake.kind).to_lowercase(),
            part: mistake.part,
            row: mistake.row,
            lost: mistake.lost,
            expected: mistake.expected.unwrap_or_default(),
            got: mistake.actual.unwrap_or_default(),
        }
    }
}

fn lost(sheet: &MarkSheet) -> BTreeMap<String, f64> {
    let automatic = sheet.rows.iter().filter(|row| row.by == Marker::Harness);
    let lost =
        automatic.map(|row| (row.name.clone(), ((row.out_of - row.awarded) * 10_000.0).round() / 10_000.0));
    lost.filter(|(_, lost)| *lost != 0.0).collect()
}

fn pending(sheet: &MarkSheet) -> BTreeSet<String> {
    sheet.rows.iter().filter(|row| row.by == Marker::Pending).map(|row| row.name.clone()).collect()
}

/// Returns the marks that are awarded for the cases of a suite.
pub(crate) fn automatic(suite: &Suite) -> f64 {
    let fed = |row: &&harness::cases::Row| suite.cases.iter().any(|case| case.row == row.name);
    suite.rows.iter().filter(fed).map(|row| row.out_of).sum()
}
