//! The results of one submission, schema `harness-results/1`: the model from which every report is made.

use serde::{Deserialize, Serialize};

use super::Audience;
use crate::cases::{Case, Cause, Disclosure, Suite, Visibility};
use crate::judging::{Charge, Judgement, Verdict};
use crate::marks::{MarkSheet, Marker, worth_of_a_case};
use crate::recording::Recording;
use crate::running::{MISSING, TIER};
use crate::target::Target;

/// The name and version of the format.
pub const SCHEMA: &str = "harness-results/1";

/// The results of one submission.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Results {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the program that wrote this.
    pub harness: String,
    /// The suite's name.
    pub suite: String,
    /// SHA-256 of the suite's files.
    pub suite_digest: String,
    /// The target as the user wrote it.
    pub target: String,
    /// SHA-256 of the target.
    pub target_digest: String,
    /// How well programs were contained.
    pub sandbox: Sandbox,
    /// The numbers.
    pub summary: Summary,
    /// The cases, in the order of their ids.
    pub cases: Vec<CaseResult>,
    /// The rows of the mark sheet.
    pub mark_sheet: Vec<RowResult>,
}

/// How well programs were contained.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sandbox {
    /// From T1 to T4.
    pub tier: String,
    /// The controls that this tier should have and that are missing.
    pub missing: Vec<String>,
}

/// The numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Summary {
    /// How many cases were run.
    pub cases: usize,
    /// How many passed.
    pub passed: usize,
    /// Marks awarded by this program.
    pub automatic: f64,
    /// Marks awarded by tutors.
    pub tutor: f64,
    /// Marks that nobody has awarded yet.
    pub pending: f64,
    /// Marks of all rows.
    pub out_of: f64,
}

/// What became of one case.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case's id; a number in a student's copy if the case is not public.
    pub id: String,
    /// Its short name.
    pub title: String,
    /// SHA-256 of its files; empty in a student's copy if the case is not public.
    pub digest: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What the verdict means here.
    pub sentence: String,
    /// The row it feeds.
    pub row: String,
    /// The marks that it won for its row.
    pub awarded: f64,
    /// The marks that it is worth.
    pub out_of: f64,
    /// Who may see it.
    pub visible: Visibility,
    /// How long it ran.
    pub seconds: f64,
    /// The path of its recording, relative to the results.
    pub recording: Option<String>,
    /// Where it differs.
    pub differences: Vec<DifferenceResult>,
}

/// One difference.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DifferenceResult {
    /// The smallest reason that explains it.
    pub cause: Cause,
    /// The part of the conversation.
    pub part: String,
    /// The row that it costs.
    pub row: String,
    /// The turn of the recording, from 1.
    pub turn: usize,
    /// The line of the turn, from 1.
    pub line: usize,
    /// The line that should be there.
    pub expected: Option<String>,
    /// The line that is there.
    pub got: Option<String>,
    /// The index of the difference that it follows from or repeats.
    pub root: Option<usize>,
    /// What is wrong.
    pub sentence: String,
}

/// One row of the mark sheet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RowResult {
    /// The row's short name.
    pub row: String,
    /// Its title.
    pub title: String,
    /// The marks awarded.
    pub awarded: f64,
    /// The marks it is worth.
    pub out_of: f64,
    /// `harness`, `tutor` or `pending`.
    pub by: String,
    /// The files for which the marks were awarded, if they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileResult>,
    /// What is wrong with the dice of all runs, if it costs the row marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<String>,
}

/// One file of a submission for which marks are awarded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FileResult {
    /// The name that it must have.
    pub name: String,
    /// The marks awarded.
    pub awarded: f64,
    /// The marks it is worth.
    pub out_of: f64,
    /// What it does, or what is wrong with it.
    pub sentence: String,
}

/// One case with what happened and what was made of it.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The case.
    pub case: &'a Case,
    /// What happened.
    pub recording: Recording,
    /// What was made of it.
    pub judgement: Judgement,
}

impl Results {
    /// Returns the results of `judged` cases for staff; [`Self::for_audience`] filters them for students.
    pub fn new(suite: &Suite, target: &Target, judged: &[Judged<'_>], sheet: &MarkSheet) -> Self {
        let worth = worth_of_a_case(suite);
        let passed = judged.iter().filter(|judged| judged.judgement.verdict == Verdict::Passed).count();
        Self {
            schema: SCHEMA.to_string(),
            harness: env!("CARGO_PKG_VERSION").to_string(),
            suite: suite.name.clone(),
            suite_digest: suite.digest.clone(),
            target: target.text.clone(),
            target_digest: target.digest.clone(),
            sandbox: Sandbox { tier: TIER.to_string(), missing: MISSING.map(str::to_string).to_vec() },
            summary: Summary {
                cases: judged.len(),
                passed,
                automatic: round(sheet.automatic()),
                tutor: 0.0,
                pending: round(sheet.pending()),
                out_of: round(sheet.out_of()),
            },
            cases: judged
                .iter()
                .map(|judged| {
                    case_result(judged, worth.get(judged.case.row.as_str()).copied().unwrap_or(0.0))
                })
                .collect(),
            mark_sheet: sheet.rows.iter().map(RowResult::from).collect(),
        }
    }

    /// Returns what `audience` may see of the results.
    #[must_use]
    pub fn for_audience(mut self, suite: &Suite, audience: Audience) -> Self {
        if audience == Audience::Student {
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
        digest: String::new(),
        verdict: if may_be_told { case.verdict } else { Verdict::Wrong },
        sentence: if passed { "passed" } else { "not passed; this case is not public" }.to_string(),
        recording: None,
        seconds: 0.0,
        differences,
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

fn case_result(judged: &Judged<'_>, worth: f64) -> CaseResult {
    let Judged { case, recording, judgement } = judged;
    CaseResult {
        id: case.id.clone(),
        title: case.title.clone(),
        digest: case.digest.clone(),
        verdict: judgement.verdict,
        sentence: judgement.sentence.clone(),
        row: case.row.clone(),
        awarded: round(judgement.share * worth),
        out_of: round(worth),
        visible: case.visible,
        seconds: (recording.seconds() * 1000.0).round() / 1000.0,
        recording: Some(format!("recordings/{}.json", case.id)),
        differences: judgement.charges.iter().map(DifferenceResult::from).collect(),
    }
}

impl From<&Charge> for DifferenceResult {
    fn from(charge: &Charge) -> Self {
        let difference = charge.difference.clone();
        Self {
            cause: difference.cause,
            part: difference.part,
            row: charge.row.clone(),
            turn: difference.turn,
            line: difference.line,
            expected: difference.expected,
            got: difference.got,
            root: charge.root,
            sentence: difference.sentence,
        }
    }
}

impl From<&crate::marks::MarkedRow> for RowResult {
    fn from(row: &crate::marks::MarkedRow) -> Self {
        let by = match row.by {
            Marker::Harness => "harness",
            Marker::Pending => "pending",
        };
        Self {
            row: row.name.clone(),
            title: row.title.clone(),
            awarded: round(row.awarded),
            out_of: round(row.out_of),
            by: by.to_string(),
            files: row.files.iter().map(FileResult::from).collect(),
            dice: row.dice.clone(),
        }
    }
}

impl From<&crate::file_marks::FileMark> for FileResult {
    fn from(file: &crate::file_marks::FileMark) -> Self {
        Self {
            name: file.name.clone(),
            awarded: round(file.awarded),
            out_of: round(file.out_of),
            sentence: file.sentence.clone(),
        }
    }
}

/// Marks are written to four decimals.
fn round(marks: f64) -> f64 {
    // The sum of no marks is -0.0.
    (marks * 10_000.0).round() / 10_000.0 + 0.0
}
