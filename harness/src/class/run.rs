//! Marks all submissions of a class: builds each once, runs every case that is missing, and judges what has changed.
//!
//! Each worker does what the schedule tells it: prepares a program, or runs one case. Whoever runs the last case of a submission
//! judges it, by the same code that marks a single one. Cases that timed out beside other programs are run again at the end, alone.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::judged::{RecordedProgram, judge, judge_round};
use super::schedule::{Schedule, WorkerTask};
use super::store::{RecordingState, Round, SubmissionTexts};
use super::work::{ClassProgress, ClassWork, SetAside, faulty};
use crate::cases::Case;
use crate::marking;
use crate::recording::{Recording, from_json, to_json};
use crate::recording_store::Tested;
use crate::running::{Chunking, Fault, RunTime, confirm, interruption, until_error};
use crate::target::{NoTarget, Target};

/// How many spawners, and so how many programs with folders of their own, are kept at the same time: a worker keeps one for each
/// submission that is being worked on.
const MOST_SPAWNERS: usize = 64;

/// How many submissions are worked on at the same time at most, and at least.
const ACTIVE: std::ops::RangeInclusive<usize> = 2..=16;

/// How often a worker that waits for others looks whether somebody wants an end.
const LOOK: Duration = Duration::from_millis(100);

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
    round: Round,
    jobs: NonZeroUsize,
    begun: Instant,
    schedule: Mutex<Schedule>,
    /// Is told when another worker has done something.
    news: Condvar,
    programs: Mutex<BTreeMap<usize, Arc<ActiveProgram>>>,
    compiled: Option<&'a Compiled>,
    is_over: AtomicBool,
}

/// Marks what is not marked yet, and runs every case of every submission again, until each was run so often in all, each time under
/// other conditions. What was done stays done, whatever ends this.
///
/// # Errors
/// What the harness itself could not do; an interruption is such a fault.
pub(super) fn mark_all(work: &ClassWork<'_>, times: NonZeroUsize) -> Result<(), Fault> {
    let compiled = (times.get() > 1).then(Compiled::default);
    (0..times.get()).try_for_each(|round| {
        let jobs = if round == 0 { work.jobs } else { marking::jobs(work.jobs, round) };
        mark_round(work, Round(round), jobs, compiled.as_ref())
    })
}

/// The programs that a compiler has made, by their submissions, where they are needed again in a later round.
type Compiled = Mutex<BTreeMap<usize, Target>>;

fn mark_round(
    work: &ClassWork<'_>,
    round: Round,
    jobs: NonZeroUsize,
    compiled: Option<&Compiled>,
) -> Result<(), Fault> {
    let left = work.left(round).map_err(faulty)?;
    let runs = left.iter().map(|(_, cases)| cases.len()).sum();
    (work.listener)(ClassProgress::Begins(left.len(), runs, round.0));
    let most_active = (MOST_SPAWNERS / jobs).clamp(*ACTIVE.start(), *ACTIVE.end());
    let shared = Shared {
        work,
        round,
        jobs,
        begun: Instant::now(),
        schedule: Mutex::new(Schedule::new(left, most_active)),
        news: Condvar::new(),
        programs: Mutex::default(),
        compiled,
        is_over: AtomicBool::new(false),
    };
    let workers: Vec<usize> = (0..jobs.get()).collect();
    let ends = until_error(&workers, jobs, |_| shared.work_on());
    let slow = shared.slow();
    let done = ends.into_iter().flatten().collect::<Result<(), Fault>>();
    let done = done.and_then(|()| slow.iter().try_for_each(|submission| shared.run_again(*submission)));
    (work.listener)(ClassProgress::IsOver);
    done.and(work.store.wait().map_err(faulty))
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
        let Some(program) = self.program(submission)? else {
            self.schedule().finished(submission);
            (self.work.listener)(ClassProgress::Ends(self.label(submission)));
            return Ok(());
        };
        self.programs().insert(submission, Arc::new(program));
        if self.schedule().prepared(submission) {
            self.finish(submission)?;
        }
        Ok(())
    }

    /// Finds the program of a submission, and builds it if something is to be run. Returns nothing if another machine must run it.
    fn program(&self, submission: usize) -> Result<Option<ActiveProgram>, Fault> {
        let work = self.work;
        let planned = &work.submissions[submission];
        let texts = SubmissionTexts::new(work.store, &planned.digest, &work.inputs, self.round);
        let texts = Arc::new(texts);
        if let Some(target) = self.compiled_before(submission) {
            let tested = Tested::now(work.suite, &target, false);
            return Ok(Some(ActiveProgram { target, tested, texts, is_built: true }));
        }
        let target = match work.handed_in.target(planned, &work.suite.start, work.cases) {
            Ok(target) => target,
            Err(NoTarget::LacksLauncher(problem))
                if work.scope.set_aside(submission, SetAside::Lacks(problem.to_string())) =>
            {
                return Ok(None);
            }
            Err(no_target) => return Err(changed_meanwhile(no_target)),
        };
        if target.digest != planned.digest {
            return Err(changed());
        }
        let kept = work.store.reader().tested(&planned.digest).map_err(faulty)?;
        let all_inputs = work.inputs.get("").map(String::as_str);
        if let Some((tested, extras)) = kept
            && Some(extras.as_str()) == all_inputs
            && self.is_all_recorded(&planned.digest)?
        {
            let tested: Tested = serde_json::from_str(&tested).map_err(|error| faulty(error.into()))?;
            return Ok(Some(ActiveProgram { target, tested, texts, is_built: false }));
        }
        let target = target.build()?;
        if target.failure().is_some() && work.scope.set_aside(submission, SetAside::Unbuilt) {
            return Ok(None);
        }
        if let Some(compiled) = self.compiled.filter(|_| target.is_compiled()) {
            compiled.lock().expect("nobody panics who holds this").insert(submission, target.clone());
        }
        let mut tested = Tested::now(work.suite, &target, false);
        if let Some(weakest) = work.contained.get(&planned.digest) {
            tested.sandbox = weakest.clone();
        }
        if self.round == Round::FIRST {
            let text = serde_json::to_string(&tested).expect("plain JSON");
            work.store.set_tested(&planned.digest, text).map_err(faulty)?;
        }
        Ok(Some(ActiveProgram { target, tested, texts, is_built: true }))
    }

    /// Returns the program of a submission if it was compiled in an earlier round.
    fn compiled_before(&self, submission: usize) -> Option<Target> {
        self.compiled?.lock().expect("nobody panics who holds this").get(&submission).cloned()
    }

    /// Returns whether nothing is to be run of a submission.
    fn is_all_recorded(&self, digest: &str) -> Result<bool, Fault> {
        let work = self.work;
        let recorded = work.store.reader().recorded(digest, self.round).map_err(faulty)?;
        let counts =
            |case: &Case| work.kept(&recorded, case).is_some_and(|kept| kept.state != RecordingState::Slow);
        Ok(work.suite.cases.iter().all(counts))
    }

    fn run(&self, submission: usize, case: usize, begun: Duration) -> Result<(), Fault> {
        let program = self.program_of(submission);
        let case = &self.work.suite.cases[case];
        let (recording, is_same) = self.record(&program, case)?;
        let state = match RunTime::of(&recording) {
            _ if is_same => RecordingState::Same,
            RunTime::Enough => RecordingState::Counts,
            RunTime::Over => RecordingState::Slow,
        };
        Self::keep(&program, case, &recording, state)?;
        (self.work.listener)(ClassProgress::HasRun);
        let now = self.now();
        let is_last = self.schedule().ran(submission, begun, now);
        if is_last { self.finish(submission) } else { Ok(()) }
    }

    /// Runs a case. Returns whether the same happened the first time, too.
    fn record(&self, program: &ActiveProgram, case: &Case) -> Result<(Recording, bool), Fault> {
        let suite = self.work.suite;
        if self.round == Round::FIRST {
            return Ok((marking::record_typing(suite, &program.target, case, &Chunking::ByLine)?, false));
        }
        let first = program.texts.first(&case.id).map_err(faulty)?.and_then(|text| from_json(&text).ok());
        let chunking = marking::chunking(suite, case, self.round.0, &|| first.clone());
        let recording = marking::record_typing(suite, &program.target, case, &chunking)?;
        let is_same = first.is_some_and(|first| recording.is_same_conversation(&first));
        Ok((recording, is_same))
    }

    fn keep(
        program: &ActiveProgram,
        case: &Case,
        recording: &Recording,
        state: RecordingState,
    ) -> Result<(), Fault> {
        let text = if state == RecordingState::Same { String::new() } else { to_json(recording) };
        program.texts.keep(&case.id, &text, state).map_err(faulty)
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
        let digest = &self.work.submissions[submission].digest;
        let recorded = self.work.store.reader().recorded(digest, self.round).map_err(faulty)?;
        if recorded.values().all(|kept| kept.state != RecordingState::Slow) {
            return Ok(Vec::new());
        }
        let slow =
            self.work.suite.cases.iter().filter_map(|case| Some((case, recorded.get(&case.id)?.state)));
        Ok(slow
            .filter(|(_, state)| !matches!(state, RecordingState::Counts | RecordingState::Same))
            .collect())
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
            let (recording, is_same) = self.record(&program, case)?;
            let state = if is_same { RecordingState::Same } else { RecordingState::Again };
            Self::keep(&program, case, &recording, state)?;
            Ok(RunTime::of(&recording))
        };
        confirm(&cases, again).map_err(|unconfirmed| unconfirmed.fault)?;
        self.work.store.wait().map_err(faulty)?;
        for (case, state) in self.slow_cases(submission)? {
            if state == RecordingState::Slow {
                program.texts.set_state(&case.id, RecordingState::Believed).map_err(faulty)?;
            }
        }
        self.work.store.wait().map_err(faulty)?;
        self.judge(submission, self.jobs)
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
        if !self.work.scope.judges() {
            (self.work.listener)(ClassProgress::Ends(self.label(submission)));
            return Ok(());
        }
        let ActiveProgram { target, tested, texts, is_built } = &*program;
        let recorded = RecordedProgram {
            digest: &self.work.submissions[submission].digest,
            target,
            tested,
            texts,
            is_built: *is_built,
        };
        if self.round == Round::FIRST {
            judge(self.work, recorded, jobs)?;
        } else {
            judge_round(self.work, recorded, self.round, jobs)?;
        }
        (self.work.listener)(ClassProgress::Ends(self.label(submission)));
        Ok(())
    }

    fn label(&self, submission: usize) -> &str {
        self.work.handed_in.label(&self.work.submissions[submission])
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
