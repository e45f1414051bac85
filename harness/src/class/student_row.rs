//! A row of the class with what became of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::decided::{AwardedRows, Decided, HeldAwards};
use super::fresh_examples::FreshExamples;
use super::outcomes::{repeated_outcomes, rounds_left};
use super::status::RowStatus;
use super::store::{ClassReader, KeptJudgement, KeptRecording, PlannedRow, PlannedState, Round, StoreFault};
use crate::amounts::amount;
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::recording_store::Tested;
use crate::reports::results::{CaseResult, DifferenceResult, Outcomes, Results, RowResult, Summary};
use crate::reports::were;
use crate::running::BuildFailure;

/// A row of the class with what became of it.
#[derive(Debug, Clone)]
pub(crate) struct StudentRow {
    /// The row as it was planned.
    pub(super) planned: PlannedRow,
    /// What became of it.
    pub(crate) status: RowStatus,
    /// Why, where that is not plain.
    pub(super) reason: String,
    /// What it is worth; nothing where there is no mark.
    pub(super) marks: Option<KeptMarks>,
    /// Why the program could not be built.
    pub(super) failure: Option<BuildFailure>,
    /// How often its cases are still to be run again, of what the last command asked for.
    pub(crate) rounds_left: usize,
    /// What a person has awarded.
    pub(super) awarded: AwardedRows,
    /// What staff have decided about the class.
    decided: Arc<Decided>,
}

/// What a submission is worth: of its results only what the books have, so that those of a whole class are small.
#[derive(Debug, Clone)]
pub(crate) struct KeptMarks {
    /// The numbers.
    pub(super) summary: Summary,
    /// The rows of the mark sheet.
    pub(super) mark_sheet: Vec<RowResult>,
    /// The mistakes.
    pub(super) mistakes: Vec<Mistake>,
    /// The cases, in the order of the suite.
    pub(super) cases: Vec<KeptCase>,
    /// How long all of them took.
    pub(super) seconds: f64,
}

/// What became of a case, in short.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KeptCase {
    /// Its id.
    pub(super) id: String,
    /// The row that it feeds.
    pub(super) row: String,
    /// The verdict.
    pub(super) verdict: Verdict,
    /// The marks that it won for its row, and what it is worth.
    pub(super) awarded: f64,
    pub(super) out_of: f64,
    /// The marks that it wins less what mistakes cost besides that show in it, as another word: each shared by the cases in which it shows.
    pub(super) net: f64,
    /// The key of the mistake by which it fails, and what is printed there.
    pub(super) fails_by: Option<String>,
    pub(super) actual: Option<String>,
    /// How often each verdict came, if it was run several times and did not come out the same.
    pub(super) outcomes: Outcomes,
}

impl KeptCase {
    /// Returns whether it wins all of its marks, and nothing that shows in it costs any.
    pub(super) fn is_whole(&self) -> bool {
        self.net >= self.out_of - 1e-6
    }

    /// Returns what is kept of a case of a submission with these mistakes; `shows` tells in how many of its cases each shows.
    fn of(case: CaseResult, mistakes: &[Mistake], shows: &BTreeMap<String, usize>) -> Self {
        let slips = mistakes.iter().filter(|mistake| mistake.lost > 0.0 && costs_besides(mistake.kind));
        let keys = keys(&case);
        let own = slips.filter(|mistake| keys.contains(mistake.key.as_str()));
        let lost: f64 = own.map(|mistake| mistake.lost / amount(shows[&mistake.key])).sum();
        let net = (case.awarded - lost).max(0.0);
        let fails = case.verdict != Verdict::Passed && case.awarded < case.out_of;
        let is_own =
            |difference: &&DifferenceResult| difference.row == case.row && difference.mistake.is_some();
        let own = case.differences.iter().filter(is_own).find(|difference| difference.root.is_none());
        let own = own.or_else(|| case.differences.iter().find(is_own)).filter(|_| fails);
        Self {
            fails_by: own.and_then(|difference| difference.mistake.clone()),
            actual: own.and_then(|difference| difference.got.clone()),
            net,
            outcomes: case.outcomes,
            id: case.id,
            row: case.row.to_string(),
            verdict: case.verdict,
            awarded: case.awarded,
            out_of: case.out_of,
        }
    }
}

/// Returns whether mistakes of a kind cost something besides what their cases win: slips are repaired before a case is judged.
fn costs_besides(kind: Kind) -> bool {
    matches!(kind, Kind::Presentation | Kind::Wording)
}

/// Returns the keys of the mistakes that show in a case.
fn keys(case: &CaseResult) -> BTreeSet<&str> {
    case.differences.iter().filter_map(|difference| difference.mistake.as_deref()).collect()
}

/// Returns in how many of these cases each mistake shows.
fn shows(cases: &[CaseResult]) -> BTreeMap<String, usize> {
    let mut shows = BTreeMap::new();
    for key in cases.iter().flat_map(keys) {
        *shows.entry(key.to_string()).or_default() += 1;
    }
    shows
}

impl StudentRow {
    /// Returns whether a person must look at it: there is no mark, or nobody to whom it belongs.
    pub(crate) fn needs_a_person(&self) -> bool {
        self.status.needs_a_person() || !self.planned.is_known
    }

    /// Returns what the class calls the student: an id, else a name, else what the export calls the submission.
    pub(crate) fn called(&self) -> String {
        self.planned.called()
    }

    /// Returns the results for staff, after all that they have decided; nothing where not all is run and judged.
    pub(super) fn results(&self, reader: &ClassReader) -> Result<Option<Results>, StoreFault> {
        let Some(judged) = self.judgement(reader)? else { return Ok(None) };
        let results = repeated_outcomes(reader, &judged, serde_json::from_str(&judged.results)?)?;
        Ok(Some(self.decided.applied(&self.awarded, results)))
    }

    /// Returns the same results with fresh cases in place of those that students may not see. They still tell everything: who shows them
    /// to students must take away what is hidden.
    pub(super) fn results_with_twins(&self, reader: &ClassReader) -> Result<Option<Results>, StoreFault> {
        let Some(judged) = self.judgement(reader)? else { return Ok(None) };
        let results = repeated_outcomes(reader, &judged, serde_json::from_str(&judged.results)?)?;
        let results = match judged.twins {
            Some(twins) => serde_json::from_str::<FreshExamples>(&twins)?.shown_in(results),
            None => results,
        };
        Ok(Some(self.decided.applied(&self.awarded, results)))
    }

    /// Returns what is judged, if all is run and nothing has changed since.
    fn judgement(&self, reader: &ClassReader) -> Result<Option<KeptJudgement>, StoreFault> {
        let PlannedState::Submission(digest) = &self.planned.state else { return Ok(None) };
        let depends = reader.about("depends")?;
        Ok(reader.judgement(digest)?.filter(|kept| kept.is_complete && kept.depends == depends))
    }

    /// Returns whether there are marks.
    pub(crate) fn has_marks(&self) -> bool {
        self.marks.is_some()
    }

    /// Returns the marks so far, if there are any.
    pub(super) fn total(&self) -> Option<f64> {
        self.marks.as_ref().map(|marks| marks.summary.automatic + marks.summary.tutor)
    }

    /// Returns the marks, if no row is left for a person to award.
    pub(super) fn final_marks(&self) -> Option<f64> {
        let is_final = self.marks.as_ref().is_some_and(|marks| marks.summary.pending <= 0.0);
        self.total().filter(|_| is_final)
    }

    /// Returns the id and the name, as far as they are known.
    pub(crate) fn who(&self) -> Vec<&str> {
        let texts = [self.planned.id.as_str(), self.planned.name.as_str()];
        texts.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// Returns what a person should know of it.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let others = &self.planned.other_attempts;
        let others = (!others.is_empty()).then(|| format!("not marked: {}", others.join(", ")));
        let texts = [self.reason.clone()].into_iter().chain(self.planned.notes.clone()).chain(others);
        texts.filter(|text| !text.is_empty()).collect()
    }
}

/// Returns the rows of a class with what became of them, after all that staff have decided. Only judgements count that depend on what the
/// class was marked by last.
///
/// # Errors
/// A file that cannot be read or understood.
pub(super) fn student_rows(reader: &ClassReader) -> Result<Vec<StudentRow>, StoreFault> {
    let (decisions, planned) = (reader.decisions()?, reader.rows()?);
    let decided = Arc::new(Decided::after(&decisions));
    let held = HeldAwards::after(&decisions, &planned);
    let inputs = serde_json::from_str(&reader.about("inputs")?).unwrap_or_default();
    let rows = planned.into_iter().zip(held.of_rows);
    rows.map(|(planned, awarded)| student_row(reader, planned, awarded, &decided, &inputs)).collect()
}

fn student_row(
    reader: &ClassReader,
    planned: PlannedRow,
    awarded: AwardedRows,
    decided: &Arc<Decided>,
    inputs: &BTreeMap<String, String>,
) -> Result<StudentRow, StoreFault> {
    let (status, reason) = match &planned.state {
        PlannedState::Nothing(status, reason) => (*status, reason.clone()),
        PlannedState::Submission(digest) => {
            (RowStatus::Incomplete, lacking(&reader.recorded(digest, Round::FIRST)?, inputs))
        }
    };
    let decided = Arc::clone(decided);
    let row =
        StudentRow { planned, status, reason, marks: None, failure: None, rounds_left: 0, awarded, decided };
    let Some(results) = row.results(reader)? else { return Ok(row) };
    let tested = reader.tested(&results.target_digest)?;
    let tested = tested.map(|(tested, _)| serde_json::from_str::<Tested>(&tested)).transpose()?;
    let failure = tested.and_then(|tested| tested.failure());
    let rounds_left = rounds_left(reader, &results.target_digest)?;
    let Results { summary, mark_sheet, mistakes, cases, .. } = results;
    let seconds = cases.iter().map(|case| case.seconds).sum();
    let shows = shows(&cases);
    let cases = cases.into_iter().map(|case| KeptCase::of(case, &mistakes, &shows)).collect();
    Ok(StudentRow {
        status: if failure.is_some() { RowStatus::CannotStart } else { RowStatus::Marked },
        reason: failure.as_ref().map(|failure| failure.why.clone()).unwrap_or_default(),
        marks: Some(KeptMarks { summary, mark_sheet, mistakes, cases, seconds }),
        failure,
        rounds_left,
        ..row
    })
}

/// Returns what is not done yet of a submission, where the runs of the suite's cases depend on `inputs`. What else is kept is no case that
/// was planned: fresh ones, those that the suite had before, and those that must be run again because they were changed.
fn lacking(recorded: &BTreeMap<String, KeptRecording>, inputs: &BTreeMap<String, String>) -> String {
    let planned = inputs.iter().filter(|(case, _)| !case.is_empty());
    let is_run =
        |(case, input): &(&String, &String)| recorded.get(*case).is_some_and(|kept| kept.input == **input);
    match (planned.clone().filter(is_run).count(), planned.count()) {
        (_, 0) => "not all cases were run and judged".to_string(),
        (run, all) if run == all => format!("all {all} cases were run, and are not judged yet"),
        (run, all) => format!("{run} of {all} cases {} run", were(run)),
    }
}

#[cfg(test)]
impl StudentRow {
    /// Returns a marked student with these cases and mistakes, who has nothing but an id.
    pub(super) fn of(id: &str, cases: Vec<KeptCase>, mistakes: Vec<Mistake>) -> Self {
        let planned = PlannedRow {
            id: id.to_string(),
            name: String::new(),
            is_known: true,
            clues: super::naming::Clues::default(),
            labels: Vec::new(),
            other_attempts: Vec::new(),
            late: super::naming::Lateness::Unknown,
            notes: Vec::new(),
            state: PlannedState::Submission(id.to_string()),
        };
        let [out_of, awarded] = [|case: &KeptCase| case.out_of, |case: &KeptCase| case.awarded]
            .map(|marks| cases.iter().map(marks).sum::<f64>());
        let row = RowResult {
            row: cases.first().map(|case| case.row.clone()).unwrap_or_default(),
            title: String::new(),
            awarded,
            out_of,
            by: "harness".to_string(),
            without_cases: false,
            step: None,
            note: None,
            files: Vec::new(),
            tests: Vec::new(),
            dice: Vec::new(),
        };
        let (count, passed) = (cases.len(), cases.iter().filter(|case| case.awarded >= case.out_of).count());
        let summary = Summary {
            cases: count,
            all_cases: count,
            passed,
            automatic: awarded,
            tutor: 0.0,
            pending: 0.0,
            out_of,
        };
        let marks = Some(KeptMarks { summary, mark_sheet: vec![row], mistakes, cases, seconds: 1.0 });
        let (status, reason) = (RowStatus::Marked, String::new());
        let awarded = AwardedRows::new();
        let decided = Arc::default();
        Self { planned, status, reason, marks, failure: None, rounds_left: 0, awarded, decided }
    }
}

#[cfg(test)]
impl KeptCase {
    /// Returns a case that won so much.
    pub(super) fn new(id: &str, row: &str, awarded: f64, out_of: f64) -> Self {
        let verdict = if awarded < out_of { Verdict::Wrong } else { Verdict::Passed };
        let (id, row) = (id.to_string(), row.to_string());
        let (net, outcomes) = (awarded, Outcomes::new());
        Self { id, row, verdict, awarded, out_of, net, fails_by: None, actual: None, outcomes }
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::RecordingState;
    use super::*;

    #[test]
    fn only_runs_of_planned_cases_are_counted() {
        let kept = |recorded: &[(&str, &str)]| {
            let kept =
                |input: &str| KeptRecording { input: input.to_string(), state: RecordingState::Counts };
            recorded.iter().map(|(case, input)| ((*case).to_string(), kept(input))).collect()
        };
        let planned = [("", "all"), ("a", "1"), ("b", "2"), ("c", "3")];
        let planned = planned.map(|(case, input)| (case.to_string(), input.to_string())).into();
        for (recorded, expected) in [
            (&[][..], "0 of 3 cases were run"),
            (&[("a", "1"), ("fresh/1", "all"), ("taken out", "9")], "1 of 3 cases was run"),
            (&[("a", "1"), ("b", "another")], "1 of 3 cases was run"),
            (
                &[("a", "1"), ("b", "2"), ("c", "3"), ("fresh/1", "all")],
                "all 3 cases were run, and are not judged yet",
            ),
        ] {
            assert_eq!(lacking(&kept(recorded), &planned), expected);
        }
        assert_eq!(lacking(&kept(&[("a", "1")]), &BTreeMap::new()), "not all cases were run and judged");
    }
}
