//! Marks all submissions of a class: builds each once, runs every case that is missing, and judges what has changed.
//!
//! Each worker does what the schedule tells it: prepares a program, or runs one case. Whoever runs the last case of a submission
//! judges it, by the same code that marks a single one. Cases that timed out beside other programs are run again at the end, alone.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::fresh_examples::FreshExamples;
use super::naming::ExportedEntries;
use super::plan::{Plan, PlannedSubmission, target_of};
use super::schedule::{Schedule, WorkerTask};
use super::store::{ClassStore, KeptJudgement, KeptRecording, RecordingState, StoreFault, SubmissionTexts};
use crate::cases::{Case, Suite};
use crate::judging::Strictness;
use crate::marking::{self, HiddenMistakes, NotMarked, Options, RanProgram, RecordingSource, RunTime};
use crate::recording::{from_json, to_json};
use crate::recording_store::{RecordingStore, Tested};
use crate::reports::Audience;
use crate::running::{Fault, interruption, until_error};
use crate::target::{Bundle, NoTarget, Target};

/// How many spawners, and so how many programs with folders of their own, are kept at the same time: a worker keeps one for each
/// submission that is being worked on.
const MOST_SPAWNERS: usize = 64;

/// How many submissions are worked on at the same time at most, and at least.
const ACTIVE: std::ops::RangeInclusive<usize> = 2..=16;

/// How often a worker that waits for others looks whether somebody wants an end.
const LOOK: Duration = Duration::from_millis(100);

/// What is needed to mark a class.
pub(super) struct ClassWork<'a> {
    /// The suite.
    pub(super) suite: &'a Suite,
    /// Where the submissions are.
    pub(super) bundle: &'a Bundle,
    /// Whose files they are.
    pub(super) entries: &'a ExportedEntries,
    /// What there is to be marked.
    pub(super) plan: &'a Plan,
    /// Where everything is kept.
    pub(super) store: &'a Arc<ClassStore>,
    /// On what the run of each case depends.
    pub(super) inputs: Arc<BTreeMap<String, String>>,
    /// On what judgements depend besides recordings.
    pub(super) depends: &'a str,
    /// The folder of the cases, which no program may see.
    pub(super) cases: Option<&'a Path>,
    /// How many programs run at the same time.
    pub(super) jobs: NonZeroUsize,
    /// Is told how far the run has come.
    pub(super) listener: &'a (dyn Fn(ClassProgress<'_>) + Sync),
}

impl ClassWork<'_> {
    /// Returns what is recorded of a case, unless what its run depends on has changed since.
    fn kept<'r>(
        &self,
        recorded: &'r BTreeMap<String, KeptRecording>,
        case: &Case,
    ) -> Option<&'r KeptRecording> {
        recorded.get(&case.id).filter(|kept| self.inputs.get(&case.id) == Some(&kept.input))
    }
}

/// How far the marking of a class has come.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ClassProgress<'a> {
    /// So many submissions must be worked on, and so many cases run.
    Begins(usize, usize),
    /// The program of this submission is prepared.
    Starts(&'a str),
    /// A case has run.
    HasRun,
    /// A submission is judged.
    Ends(&'a str),
    /// Nothing more is run.
    IsOver,
}

/// A submission that is worked on.
struct ActiveProgram {
    /// The program; not built where nothing is to be run.
    target: Target,
    tested: Tested,
    texts: Arc<SubmissionTexts>,
    /// Whether the program may be run.
    is_built: bool,
}

/// What the workers share.
struct Shared<'a> {
    work: &'a ClassWork<'a>,
    begun: Instant,
    schedule: Mutex<Schedule>,
    /// Is told when another worker has done something.
    news: Condvar,
    programs: Mutex<BTreeMap<usize, Arc<ActiveProgram>>>,
    is_over: AtomicBool,
}

/// Marks what is not marked yet. What was done stays done, whatever ends this.
///
/// # Errors
/// What the harness itself could not do; an interruption is such a fault.
pub(super) fn mark_all(work: &ClassWork<'_>) -> Result<(), Fault> {
    let left = left(work).map_err(faulty)?;
    let runs = left.iter().map(|(_, cases)| cases.len()).sum();
    (work.listener)(ClassProgress::Begins(left.len(), runs));
    let most_active = (MOST_SPAWNERS / work.jobs).clamp(*ACTIVE.start(), *ACTIVE.end());
    let shared = Shared {
        work,
        begun: Instant::now(),
        schedule: Mutex::new(Schedule::new(left, most_active)),
        news: Condvar::new(),
        programs: Mutex::default(),
        is_over: AtomicBool::new(false),
    };
    let workers: Vec<usize> = (0..work.jobs.get()).collect();
    let ends = until_error(&workers, work.jobs, |_| shared.work_on());
    let slow = shared.slow();
    let done = ends.into_iter().flatten().collect::<Result<(), Fault>>();
    let done = done.and_then(|()| slow.iter().try_for_each(|submission| shared.run_again(*submission)));
    (work.listener)(ClassProgress::IsOver);
    done.and(work.store.wait().map_err(faulty))
}

/// Returns the submissions that lack something, and the places of the cases that each must run.
fn left(work: &ClassWork<'_>) -> Result<Vec<(usize, Vec<usize>)>, StoreFault> {
    let mut left = Vec::new();
    for (place, PlannedSubmission { digest, .. }) in work.plan.submissions.iter().enumerate() {
        let reader = work.store.reader();
        let recorded = reader.recorded(digest)?;
        let is_there = |case: &usize| work.kept(&recorded, &work.suite.cases[*case]).is_some();
        let cases: Vec<usize> = (0..work.suite.cases.len()).filter(|case| !is_there(case)).collect();
        let is_slow = recorded.values().any(|kept| kept.state == RecordingState::Slow);
        let judged = reader.judgement(digest)?;
        let is_judged = judged.is_some_and(|kept| kept.is_complete && kept.depends == work.depends);
        if !cases.is_empty() || is_slow || !is_judged {
            left.push((place, cases));
        }
    }
    Ok(left)
}

/// Returns a fault of the file in which everything is kept.
fn faulty(fault: StoreFault) -> Fault {
    Fault::while_doing("keep what was done of the class")(std::io::Error::other(fault))
}

impl Shared<'_> {
    /// Does what the schedule tells until there is nothing more to do.
    fn work_on(&self) -> Result<(), Fault> {
        let done = self.until_the_end();
        if done.is_err() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        self.news.notify_all();
        done
    }

    fn until_the_end(&self) -> Result<(), Fault> {
        while !self.is_over.load(Ordering::Relaxed) {
            if interruption::is_wanted() {
                return Err(Fault::interruption());
            }
            let now = self.now();
            let task = self.schedule().next(now);
            match task {
                WorkerTask::Prepare(submission) => self.prepare(submission)?,
                WorkerTask::Run(submission, case) => self.run(submission, case, now)?,
                WorkerTask::Wait => drop(self.news.wait_timeout(self.schedule(), LOOK)),
                WorkerTask::End => return Ok(()),
            }
            self.news.notify_all();
        }
        Ok(())
    }

    fn prepare(&self, submission: usize) -> Result<(), Fault> {
        (self.work.listener)(ClassProgress::Starts(self.label(submission)));
        let program = Arc::new(self.program(submission)?);
        self.programs().insert(submission, program);
        if self.schedule().prepared(submission) {
            self.finish(submission)?;
        }
        Ok(())
    }

    /// Finds the program of a submission, and builds it if something is to be run.
    fn program(&self, submission: usize) -> Result<ActiveProgram, Fault> {
        let work = self.work;
        let planned = &work.plan.submissions[submission];
        let entry = &work.entries.entries[planned.entry];
        let found = target_of(work.bundle, entry, &work.suite.start, work.cases);
        let target = found.map_err(changed_meanwhile)?;
        if target.digest != planned.digest {
            return Err(changed());
        }
        let texts = Arc::new(SubmissionTexts::new(work.store, &planned.digest, &work.inputs));
        let kept = work.store.reader().tested(&planned.digest).map_err(faulty)?;
        let all_inputs = work.inputs.get("").map(String::as_str);
        if let Some((tested, extras)) = kept
            && Some(extras.as_str()) == all_inputs
            && self.is_all_recorded(&planned.digest)?
        {
            let tested: Tested = serde_json::from_str(&tested).map_err(|error| faulty(error.into()))?;
            return Ok(ActiveProgram { target, tested, texts, is_built: false });
        }
        let target = target.build()?;
        let tested = Tested::now(work.suite, &target, false);
        let text = serde_json::to_string(&tested).expect("plain JSON");
        work.store.set_tested(&planned.digest, text).map_err(faulty)?;
        Ok(ActiveProgram { target, tested, texts, is_built: true })
    }

    /// Returns whether nothing is to be run of a submission.
    fn is_all_recorded(&self, digest: &str) -> Result<bool, Fault> {
        let work = self.work;
        let recorded = work.store.reader().recorded(digest).map_err(faulty)?;
        let counts =
            |case: &Case| work.kept(&recorded, case).is_some_and(|kept| kept.state != RecordingState::Slow);
        Ok(work.suite.cases.iter().all(counts))
    }

    fn run(&self, submission: usize, case: usize, begun: Duration) -> Result<(), Fault> {
        let program = self.program_of(submission);
        let case = &self.work.suite.cases[case];
        let recording = marking::record(self.work.suite, &program.target, case)?;
        let state = match RunTime::of(&recording) {
            RunTime::Enough => RecordingState::Counts,
            RunTime::Over => RecordingState::Slow,
        };
        program.texts.keep(&case.id, &to_json(&recording), state).map_err(faulty)?;
        (self.work.listener)(ClassProgress::HasRun);
        let now = self.now();
        let is_last = self.schedule().ran(submission, begun, now);
        if is_last { self.finish(submission) } else { Ok(()) }
    }

    /// Judges a submission whose cases were all run, unless some must be run again alone.
    fn finish(&self, submission: usize) -> Result<(), Fault> {
        self.work.store.wait().map_err(faulty)?;
        if self.slow_cases(submission)?.is_empty() {
            self.judge(submission, NonZeroUsize::MIN)?;
        }
        self.schedule().finished(submission);
        Ok(())
    }

    /// Returns the submissions that are still there after everything was run: some of their cases timed out.
    fn slow(&self) -> Vec<usize> {
        self.programs().keys().copied().collect()
    }

    /// Returns the cases of a submission that timed out when they were run first, in the order of the cases.
    fn slow_cases(&self, submission: usize) -> Result<Vec<(&Case, RecordingState)>, Fault> {
        let digest = &self.work.plan.submissions[submission].digest;
        let recorded = self.work.store.reader().recorded(digest).map_err(faulty)?;
        if recorded.values().all(|kept| kept.state != RecordingState::Slow) {
            return Ok(Vec::new());
        }
        let slow =
            self.work.suite.cases.iter().filter_map(|case| Some((case, recorded.get(&case.id)?.state)));
        Ok(slow.filter(|(_, state)| *state != RecordingState::Counts).collect())
    }

    /// Runs the cases of a submission again, alone, that timed out beside other programs, and judges it.
    fn run_again(&self, submission: usize) -> Result<(), Fault> {
        let slow = self.slow_cases(submission)?;
        let program = self.program_of(submission);
        let cases: Vec<&Case> = slow.iter().map(|(case, _)| *case).collect();
        let state = |case: &Case| slow.iter().find(|(other, _)| other.id == case.id).map(|(_, state)| *state);
        let again = |case: &Case| {
            if state(case) == Some(RecordingState::Again) {
                return Self::time_of(&program, case);
            }
            let recording = marking::record(self.work.suite, &program.target, case)?;
            program.texts.keep(&case.id, &to_json(&recording), RecordingState::Again).map_err(faulty)?;
            Ok(RunTime::of(&recording))
        };
        marking::confirm(&cases, again).map_err(|unconfirmed| unconfirmed.fault)?;
        self.work.store.wait().map_err(faulty)?;
        for (case, state) in self.slow_cases(submission)? {
            if state == RecordingState::Slow {
                program.texts.set_state(&case.id, RecordingState::Believed).map_err(faulty)?;
            }
        }
        self.work.store.wait().map_err(faulty)?;
        self.judge(submission, self.work.jobs)
    }

    /// Returns whether the time of a case was enough that was run again in an earlier run.
    fn time_of(program: &ActiveProgram, case: &Case) -> Result<RunTime, Fault> {
        let text = program.texts.kept(&case.id).map_err(faulty)?.unwrap_or_default();
        let recording = from_json(&text).map_err(|error| faulty(std::io::Error::other(error).into()))?;
        Ok(RunTime::of(&recording))
    }

    /// Judges a submission by what is recorded, and keeps what it is worth.
    fn judge(&self, submission: usize, jobs: NonZeroUsize) -> Result<(), Fault> {
        let program = self.programs().remove(&submission).expect("it was prepared");
        let work = self.work;
        let ActiveProgram { target, tested, texts, is_built } = &*program;
        let folder = target.folder().map(Path::to_path_buf);
        let source = RecordingSource::Ran(Box::new(RanProgram {
            store: RecordingStore::on(Arc::clone(texts) as Arc<_>),
            tested: tested.clone(),
            target: is_built.then(|| target.clone()),
            folder,
        }));
        let hidden = HiddenMistakes::ShownAndTwinsRecorded;
        let options = Options { strictness: Strictness::AsTheSuiteSays, jobs, hidden };
        let cases: Vec<&Case> = work.suite.cases.iter().collect();
        let marked = marking::mark(work.suite, &cases, source, options, &|_| ()).map_err(not_marked)?;
        if interruption::is_wanted() {
            return Err(Fault::interruption());
        }
        let results = marked.results.for_audience(work.suite, Audience::Staff);
        let for_students = marked.with_twins.as_ref().filter(|results| !results.twins.is_empty());
        let judgement = KeptJudgement {
            depends: work.depends.to_string(),
            is_complete: results.summary.cases == work.suite.cases.len(),
            results: serde_json::to_string(&results).expect("plain JSON"),
            twins: for_students.map(|results| FreshExamples::of(results).to_json()),
        };
        let extras = work.inputs.get("").cloned().unwrap_or_default();
        let digest = &work.plan.submissions[submission].digest;
        work.store.set_judgement(digest, &extras, &judgement).map_err(faulty)?;
        (work.listener)(ClassProgress::Ends(self.label(submission)));
        Ok(())
    }

    fn label(&self, submission: usize) -> &str {
        &self.work.entries.entries[self.work.plan.submissions[submission].entry].label
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn program_of(&self, submission: usize) -> Arc<ActiveProgram> {
        Arc::clone(self.programs().get(&submission).expect("it was prepared"))
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().expect("nobody panics who holds this")
    }

    fn programs(&self) -> MutexGuard<'_, BTreeMap<usize, Arc<ActiveProgram>>> {
        self.programs.lock().expect("nobody panics who holds this")
    }
}

fn changed() -> Fault {
    let why = std::io::Error::other("it was changed while it was marked; run the command again");
    Fault::while_doing("read a submission")(why)
}

fn changed_meanwhile(no_target: NoTarget) -> Fault {
    match no_target {
        NoTarget::Fault(fault) => fault,
        _ => changed(),
    }
}

fn not_marked(not_marked: NotMarked) -> Fault {
    match not_marked {
        NotMarked::Fault(fault) => fault,
        NotMarked::Problem(problem) => {
            Fault::while_doing("judge a submission")(std::io::Error::other(problem.to_string()))
        }
    }
}
