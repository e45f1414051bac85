//! The results of one submission, schema `harness-results/1`: the model from which every report is made.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Audience;
use crate::cases::{Cause, Visibility};
use crate::comparison::{Detail, SuddenEnd};
use crate::judging::{Listed, Verdict};
use crate::marks::hundredths::without_hundredths_lost;
use crate::marks::mistake::Mistake;
use crate::marks::{Marker, round};
use crate::running::Sandbox;
use crate::target::StartRemarks;
use crate::text::shared::SharedText;

/// The name and version of the format.
pub const SCHEMA: &str = "harness-results/1";

/// The folder of recordings in a folder of reports.
pub(super) const RECORDINGS: &str = "recordings";

/// The file with the recordings of all cases that pass: to make one for each takes a disk as long as running a small program does.
pub(super) const PASSED: &str = "recordings/passed.jsonl";

/// The results of one submission.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Results {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the program that wrote this.
    pub harness: String,
    /// Who may read this.
    #[serde(default)]
    pub audience: Audience,
    /// The suite's name.
    pub suite: String,
    /// The assignment's name.
    #[serde(default)]
    pub title: String,
    /// SHA-256 of the suite's files.
    pub suite_digest: String,
    /// The target as the user wrote it.
    pub target: String,
    /// SHA-256 of the target.
    pub target_digest: String,
    /// What was done with the submission before it was started, of which its author should know.
    #[serde(default, skip_serializing_if = "StartRemarks::is_empty")]
    pub start: StartRemarks,
    /// The command line that runs all cases again; with `--case ID` it runs one.
    #[serde(default)]
    pub command: String,
    /// Whether only the public cases of the suite were looked at: others may show more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_public: bool,
    /// How well programs were contained.
    pub sandbox: Sandbox,
    /// The numbers.
    pub summary: Summary,
    /// The mistakes, the costliest first; together they cost what the automatic rows have lost.
    #[serde(default)]
    pub mistakes: Vec<Mistake>,
    /// The cases, in the order of their ids.
    pub cases: Vec<CaseResult>,
    /// Fresh cases, made for these results, each of which shows a mistake that only cases show that are not public. They feed no row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<CaseResult>,
    /// The rows of the mark sheet.
    pub mark_sheet: Vec<RowResult>,
}

/// The numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Summary {
    /// How many cases were run.
    pub cases: usize,
    /// How many cases the suite has; 0 in results of earlier versions.
    #[serde(default)]
    pub all_cases: usize,
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
    pub title: SharedText,
    /// Why it matters; empty in a student's copy if the case is not public.
    #[serde(default)]
    pub why: SharedText,
    /// The sentence of the specification that it is about; empty in a student's copy if the case is not public.
    #[serde(default)]
    pub rule: SharedText,
    /// SHA-256 of its files; empty in a student's copy if the case is not public.
    pub digest: SharedText,
    /// The verdict.
    pub verdict: Verdict,
    /// What the verdict means here.
    pub sentence: Cow<'static, str>,
    /// How the program ended, or was stopped, if it should have gone on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<Box<SuddenEnd>>,
    /// A printed line that cannot be read, if that is why it is undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread_line: Option<String>,
    /// The row it feeds.
    pub row: SharedText,
    /// The marks that it won for its row.
    pub awarded: f64,
    /// The marks that it is worth.
    pub out_of: f64,
    /// Who may see it.
    pub visible: Visibility,
    /// How long it ran.
    pub seconds: f64,
    /// The path of its recording, relative to the results.
    pub recording: Option<SharedText>,
    /// Where it differs.
    pub differences: Vec<DifferenceResult>,
    /// How many more differences there are, of which none costs a row that no other one costs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// How often each outcome came, if the case was run several times and did not come out the same.
    #[serde(default, skip_serializing_if = "Outcomes::is_empty")]
    pub outcomes: Outcomes,
}

/// How often each outcome came: a verdict, and which mistakes cost marks besides.
pub type Outcomes = BTreeMap<String, usize>;

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
    /// What kind of text that is.
    #[serde(default, skip_serializing_if = "ExpectedForm::is_line")]
    pub expected_form: ExpectedForm,
    /// The line that is there.
    pub got: Option<String>,
    /// The index of the difference that it follows from or repeats.
    pub root: Option<usize>,
    /// What is wrong.
    pub sentence: String,
    /// The key of the mistake of breaking a rule from which it follows; none in a student's copy if the case is not public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The key of the mistake of which it is a place; none if it is hardly one, or in a student's copy if the case is not public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<String>,
}

/// What kind of text says what should be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpectedForm {
    /// The line itself.
    #[default]
    Line,
    /// The line with a `?` for each die.
    Throw,
    /// A description of it, where the words of the line are free.
    Words,
}

impl ExpectedForm {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    fn is_line(&self) -> bool {
        *self == Self::Line
    }

    fn of(detail: &Detail) -> Self {
        match detail {
            Detail::MissingThrow => Self::Throw,
            _ if detail.is_described() => Self::Words,
            _ => Self::Line,
        }
    }
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
    /// Whether it is pending because it is awarded for cases of which none is in the suite, as where only public ones are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_cases: bool,
    /// What a tutor's marks are a multiple of, if of anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// What the tutor says who awarded it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The files for which the marks were awarded, if they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileResult>,
    /// The unit tests for which the marks were awarded, if they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<TestResult>,
    /// What is wrong with the dice of all runs, if it costs the row marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<String>,
}

impl RowResult {
    /// Returns by whom the row is awarded later, if nobody has awarded it.
    pub(super) fn later_by(&self) -> &'static str {
        if self.without_cases { Self::CASES } else { Self::PERSON }
    }

    /// Those who award rows later: cases where none of the row is public, and a person.
    pub(super) const CASES: &'static str = "cases that are not public";
    pub(super) const PERSON: &'static str = "a person";

    /// Returns whether somebody has awarded the row.
    pub(super) fn is_judged(&self) -> bool {
        self.by != "pending"
    }

    /// Returns what cost the row marks besides its cases, and which unit tests the submission itself fails: a name, and what is wrong
    /// with it.
    pub(super) fn remarks(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.files.iter().filter(|file| file.awarded < file.out_of);
        let files = files.map(|file| (file.name.as_str(), file.sentence.as_str()));
        let lost = self.tests.iter().filter(|test| test.awarded < test.out_of);
        let lost = lost.map(|test| (test.name.as_str(), test.sentence.as_str()));
        let own = self.tests.iter().filter_map(|test| {
            let own = test.own.as_ref().filter(|own| !own.passes)?;
            Some((test.name.as_str(), own.sentence.as_str()))
        });
        files.chain(lost).chain(own).chain(self.dice.iter().map(|sentence| ("dice", sentence.as_str())))
    }
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

/// One unit test of a submission for which marks are awarded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TestResult {
    /// The name that it must have, or that of the file where it concerns all tests.
    pub name: String,
    /// The marks awarded.
    pub awarded: f64,
    /// The marks it is worth.
    pub out_of: f64,
    /// What it does, or what is wrong with it.
    pub sentence: String,
    /// What becomes of it with the submission's own module, which costs nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnModuleResult>,
}

/// What becomes of a unit test with the submission's own module.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OwnModuleResult {
    /// Whether the test passes.
    pub passes: bool,
    /// What becomes of it, in a sentence.
    pub sentence: String,
}

/// The marks of rows that nobody has awarded yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MarkedLater {
    /// Of those that are awarded for cases of which none is in the suite.
    pub(super) by_cases: f64,
    /// Of all others.
    pub(super) by_person: f64,
}

impl Results {
    /// Returns the marks of the rows that nobody has awarded yet.
    pub(super) fn marked_later(&self) -> MarkedLater {
        let pending = self.mark_sheet.iter().filter(|row| !row.is_judged());
        let by_cases = pending.filter(|row| row.without_cases).map(|row| row.out_of).sum();
        MarkedLater { by_cases, by_person: self.summary.pending - by_cases }
    }

    /// Returns the marks of the rows that this program awards.
    pub fn out_of_automatic(&self) -> f64 {
        self.mark_sheet.iter().filter(|row| row.by == HARNESS).map(|row| row.out_of).sum()
    }

    /// Returns whether nobody has awarded a row because none of its cases, which were all run, came to what it is about.
    pub(super) fn is_unreached(&self, row: &RowResult) -> bool {
        let mut own = self.cases.iter().filter(|case| case.row == row.row).peekable();
        let is_pending = !row.is_judged() && !self.is_of_some_cases();
        is_pending && own.peek().is_some() && own.all(|case| case.verdict != Verdict::Undecided)
    }

    /// Returns the case that shows a mistake best, if the reader may see one.
    pub fn example(&self, mistake: &Mistake) -> Option<&CaseResult> {
        let id = mistake.example.as_ref()?;
        self.cases.iter().chain(&self.twins).find(|case| case.id == *id)
    }

    /// Returns how many cases have lost the conversation through what other rows pay for, in rows that lose nothing: what they are about was
    /// not seen, and does not count.
    pub fn uncounted(&self) -> usize {
        let is_full = |case: &CaseResult| {
            let row = self.mark_sheet.iter().find(|row| row.row == case.row);
            row.is_some_and(|row| row.out_of > 0.0 && row.awarded >= row.out_of)
        };
        let is_lost = |case: &&CaseResult| case.verdict == Verdict::Wrong && case.awarded <= 0.0;
        self.cases.iter().filter(is_lost).filter(|case| is_full(case)).count()
    }

    /// Returns whether a case is a fresh one, which is run again where it is asked for by its name.
    pub fn is_twin(&self, case: &CaseResult) -> bool {
        self.twins.iter().any(|twin| twin.id == case.id)
    }
}

/// Returns where the recording of a case with this verdict stands, relative to the results.
pub(crate) fn recording_path(case: &str, verdict: Verdict) -> String {
    match verdict {
        Verdict::Passed => PASSED.to_string(),
        _ => format!("{RECORDINGS}/{case}.json"),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl CaseResult {
    /// Returns the id under which its recording is kept: another one where the case was typed otherwise than it says.
    pub(crate) fn kept_as(&self) -> &str {
        let path = self.recording.as_deref().and_then(|path| path.strip_prefix(RECORDINGS));
        let name = path.and_then(|path| path.strip_prefix('/')?.strip_suffix(".json"));
        name.unwrap_or(&self.id)
    }

    /// Returns whether this is a student's copy of a case that is not public.
    pub fn is_hidden(&self) -> bool {
        self.visible != Visibility::Public && self.digest.is_empty()
    }

    /// Returns the name by which services list it: its id, which is only a number where it is not public, with its title then.
    pub(super) fn name(&self) -> String {
        if self.is_hidden() { format!("{}: {}", self.id, self.title) } else { self.id.clone() }
    }

    /// Returns the difference of the case that is a place of a mistake: the one with the lines by which the mistake is shown, if it is there.
    pub(super) fn place_of(&self, mistake: &Mistake) -> Option<&DifferenceResult> {
        // A mistake may show, beside the only line of a difference, what stands on the other side there.
        let is_shown = |line: &Option<String>, shown: &Option<String>| line.is_none() || line == shown;
        let lines = |difference: &&DifferenceResult| {
            is_shown(&difference.expected, &mistake.expected) && is_shown(&difference.got, &mistake.actual)
        };
        let is_meant = |difference: &&DifferenceResult| match &mistake.rule {
            Some(_) => difference.rule.as_ref() == Some(&mistake.key),
            None => mistake.cause == Some(difference.cause),
        };
        let places = || self.differences.iter().filter(is_meant);
        places().find(lines).or_else(|| places().find(|difference| difference.part == mistake.part))
    }

    /// Returns whether a difference of the case follows from a broken rule for which another row pays, so that it costs the case nothing.
    pub(super) fn is_paid_elsewhere(&self, difference: &DifferenceResult) -> bool {
        difference.rule.is_some() && difference.row != self.row
    }
}

impl DifferenceResult {
    /// Returns whether it tells how the program crashed or was stopped.
    pub(super) fn is_sudden_end(&self) -> bool {
        self.sudden_end().is_some()
    }

    /// Returns that the program crashed here or was stopped, if it did or was.
    pub(super) fn sudden_end(&self) -> Option<&'static str> {
        match self.part.as_str() {
            "crash" => Some("the program crashed here"),
            "hang" => Some("the program was stopped here"),
            _ => None,
        }
    }

    pub(super) fn new(Listed { penalised, root }: Listed<'_>, rules: &[String]) -> Self {
        let difference = &penalised.difference;
        let (turn, line) = difference.shown_at();
        Self {
            cause: difference.cause,
            part: difference.part.to_string(),
            row: penalised.row.clone(),
            turn,
            line,
            expected: difference.expected.clone(),
            expected_form: ExpectedForm::of(&difference.detail),
            got: difference.actual.clone(),
            root,
            sentence: difference.sentence(),
            rule: penalised.rule.and_then(|rule| rules.get(rule)).cloned(),
            mistake: None,
        }
    }
}

/// Who awards a row for what its cases show.
pub(super) const HARNESS: &str = "harness";

/// Returns the sum of what rows are awarded for what their cases show.
pub(super) fn automatic(rows: &[RowResult]) -> f64 {
    round(rows.iter().filter(|row| row.by == HARNESS).map(|row| row.awarded).sum())
}

impl From<&crate::marks::MarkedRow> for RowResult {
    fn from(row: &crate::marks::MarkedRow) -> Self {
        let (by, awarded) = match row.by {
            Marker::Harness => (HARNESS, without_hundredths_lost(row.awarded, row.out_of)),
            Marker::Pending => ("pending", round(row.awarded)),
        };
        Self {
            row: row.name.clone(),
            title: row.title.clone(),
            awarded,
            out_of: round(row.out_of),
            by: by.to_string(),
            without_cases: row.is_without_cases,
            step: row.step,
            note: None,
            files: row.files.iter().map(FileResult::from).collect(),
            tests: row.tests.iter().map(TestResult::from).collect(),
            dice: row.dice.clone(),
        }
    }
}

impl From<&crate::marks::files::FileMark> for FileResult {
    fn from(file: &crate::marks::files::FileMark) -> Self {
        Self {
            name: file.name.clone(),
            awarded: round(file.awarded),
            out_of: round(file.out_of),
            sentence: file.sentence.clone(),
        }
    }
}

impl From<&crate::marks::unit_tests::TestMark> for TestResult {
    fn from(test: &crate::marks::unit_tests::TestMark) -> Self {
        let own = test.own.as_ref();
        Self {
            name: test.name.clone(),
            awarded: round(test.awarded),
            out_of: round(test.out_of),
            sentence: test.sentence.clone(),
            own: own.map(|own| OwnModuleResult { passes: own.passes, sentence: own.sentence.clone() }),
        }
    }
}
