//! Judges a submission whose cases were run, by the same code that marks a single one, and keeps what it is worth.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use super::fresh_examples::FreshExamples;
use super::store::{KeptJudgement, KeptRound, RecordingState, Round, SubmissionTexts};
use super::work::{ClassWork, faulty};
use crate::cases::Case;
use crate::judging::Strictness;
use crate::marking::{
    self, HiddenMistakes, Marked, NotMarked, Options, RanProgram, RecordingSource, Sleepers,
};
use crate::recording_store::{RecordingStore, Tested};
use crate::reports::results::{CaseResult, Results};
use crate::reports::{Audience, outcome};
use crate::running::{Fault, interruption};
use crate::target::Target;

/// A submission all of whose cases were run.
#[derive(Clone, Copy)]
pub(super) struct RecordedProgram<'a> {
    /// Its digest.
    pub(super) digest: &'a str,
    /// The program; not built where nothing was to be run.
    pub(super) target: &'a Target,
    /// What is told of it.
    pub(super) tested: &'a Tested,
    /// The recordings of the round.
    pub(super) texts: &'a Arc<SubmissionTexts>,
    /// Whether the program may be run for what marking asks besides.
    pub(super) is_built: bool,
}

/// Judges a submission by what is recorded, and keeps what it is worth.
///
/// # Errors
/// What the harness itself could not do; an interruption is such a fault.
pub(super) fn judge(
    work: &ClassWork<'_>,
    program: RecordedProgram<'_>,
    jobs: NonZeroUsize,
) -> Result<(), Fault> {
    let target = program.is_built.then(|| program.target.clone());
    let marked = marked(work, program, target, HiddenMistakes::ShownAndTwinsRecorded, jobs)?;
    let results = marked.results.for_audience(work.suite, Audience::Staff);
    let for_students = marked.with_twins.as_ref().filter(|results| !results.twins.is_empty());
    let judgement = KeptJudgement {
        depends: work.depends.to_string(),
        is_complete: results.summary.cases == work.suite.cases.len(),
        results: serde_json::to_string(&results).expect("plain JSON"),
        twins: for_students.map(|results| FreshExamples::of(results).to_json()),
    };
    let extras = work.inputs.get("").cloned().unwrap_or_default();
    work.store.set_judgement(program.digest, &extras, &judgement).map_err(faulty)
}

/// Judges the runs of a round after the first one, and keeps how the cases came out. Where all of them were the same conversations as the
/// first time, so are the outcomes.
///
/// # Errors
/// What the harness itself could not do; an interruption is such a fault.
pub(super) fn judge_round(
    work: &ClassWork<'_>,
    program: RecordedProgram<'_>,
    round: Round,
    jobs: NonZeroUsize,
) -> Result<(), Fault> {
    let reader = work.store.reader();
    let recorded = reader.recorded(program.digest, round).map_err(faulty)?;
    let is_same =
        |case: &Case| work.kept(&recorded, case).is_some_and(|kept| kept.state == RecordingState::Same);
    let results = if work.suite.cases.iter().all(is_same) {
        let judged = reader.judgement(program.digest).map_err(faulty)?.expect("the first round is judged");
        serde_json::from_str::<Results>(&judged.results).map_err(|error| faulty(error.into()))?
    } else {
        // What is found out besides the cases was found out the first time.
        marked(work, program, None, HiddenMistakes::Shown, jobs)?.results
    };
    let outcome_of = |case: &CaseResult| (case.id.clone(), outcome(&results, case));
    let outcomes: BTreeMap<String, String> = results.cases.iter().map(outcome_of).collect();
    let kept = KeptRound { round: round.0, depends: work.depends.to_string(), outcomes };
    work.store.set_round(program.digest, kept).map_err(faulty)
}

fn marked(
    work: &ClassWork<'_>,
    program: RecordedProgram<'_>,
    target: Option<Target>,
    hidden: HiddenMistakes,
    jobs: NonZeroUsize,
) -> Result<Marked, Fault> {
    let source = RecordingSource::Ran(Box::new(RanProgram {
        store: RecordingStore::on(Arc::clone(program.texts) as Arc<_>),
        tested: program.tested.clone(),
        target,
        folder: program.target.folder().map(Path::to_path_buf),
    }));
    let options =
        Options { strictness: Strictness::AsTheSuiteSays, jobs, sleepers: Sleepers::KeepTheirPlace, hidden };
    let cases: Vec<&Case> = work.suite.cases.iter().collect();
    let marked = marking::mark(work.suite, &cases, source, options, &|_| ()).map_err(not_marked)?;
    if interruption::is_wanted() { Err(Fault::interruption()) } else { Ok(marked) }
}

fn not_marked(not_marked: NotMarked) -> Fault {
    match not_marked {
        NotMarked::Fault(fault) => fault,
        NotMarked::Problem(problem) => {
            Fault::while_doing("judge a submission")(std::io::Error::other(problem.to_string()))
        }
    }
}
