//! The verdict on a case, and what it means there, in a sentence.

use std::borrow::Cow;

use super::deductions::{Deductions, Penalised};
use super::stopping::{crashed, stopped};
use super::verdict::Verdict;
use crate::cases::{Case, Cause, Penalty, Provided, Suite, Tolerance, Typing};
use crate::comparison::{EndedBy, SuddenEnd, UncaughtException};
use crate::expected::{End, Expected};
use crate::recording::{Exit, Reason, Recording};

/// A verdict, what it means here, in a sentence, and how the program ended if it should have gone on.
pub(super) type RunOutcome = (Verdict, Cow<'static, str>, Option<Box<SuddenEnd>>);

/// Returns the outcome of a program that ended, or was stopped, where it should have gone on.
pub(super) fn of_sudden_end((verdict, end): (Verdict, SuddenEnd)) -> RunOutcome {
    (verdict, end.sentence().into(), Some(Box::new(end)))
}

/// Returns the verdict, and what it means here.
pub(super) fn verdict(
    (suite, case): (&Suite, &Case),
    recording: &Recording,
    expected: &Expected,
    equal: bool,
    deductions: &Deductions,
) -> RunOutcome {
    if let Some(end) = stopped(recording, &case.limits) {
        return of_sudden_end(end);
    }
    let may_fail = !case.errors.is_empty() || expected.end == End::InputEnds;
    if let Some(crash) = crash_in(case, &suite.start.provide, recording).filter(|_| !may_fail) {
        return of_sudden_end(crash);
    }
    let differences = deductions.differences().into_iter().map(|listed| listed.penalised);
    let costing: Vec<&Penalised> = differences.filter(|penalised| penalised.costs()).collect();
    let (verdict, sentence) = if costing.is_empty() {
        of_right_output(case, recording, expected, equal)
    } else {
        of_wrong_output(case, recording, expected, &costing, deductions)
    };
    (verdict, sentence, None)
}

/// What is printed is right; how the run ended need not be.
fn of_right_output(
    case: &Case,
    recording: &Recording,
    expected: &Expected,
    equal: bool,
) -> (Verdict, Cow<'static, str>) {
    let outcome = |verdict, sentence: &'static str| (verdict, sentence.into());
    let may_wait = case.tolerate.contains(&Tolerance::ExtraEnterAtEnd);
    if waits(recording) && expected.end == End::Finishes && !may_wait {
        return outcome(Verdict::WantsMoreInput, "the program waits for input where it should have ended");
    }
    // Whoever plays would have gone on.
    let plays = matches!(case.typing, Some(Typing::Play(_)));
    if plays && expected.end == End::Asks && recording.exit().is_some() {
        return outcome(Verdict::EndedEarly, ENDED);
    }
    outcome(Verdict::Passed, if equal { "everything is right" } else { "everything that counts is right" })
}

fn of_wrong_output(
    case: &Case,
    recording: &Recording,
    expected: &Expected,
    costing: &[&Penalised],
    deductions: &Deductions,
) -> (Verdict, Cow<'static, str>) {
    let outcome = |verdict, sentence: &'static str| (verdict, sentence.into());
    let is_extra = |penalised: &&Penalised| {
        matches!(penalised.difference.cause, Cause::BlankLines | Cause::ExtraPrompt | Cause::ExtraOutput)
    };
    if waits(recording) && expected.end == End::Finishes && costing.iter().all(is_extra) {
        return outcome(
            Verdict::WantsMoreInput,
            "the program goes on and waits for input where it should have ended",
        );
    }
    if ended_early(recording, case, costing) {
        return outcome(Verdict::EndedEarly, ENDED);
    }
    if costing.iter().all(|penalised| matches!(penalised.penalty, Penalty::Part(_))) {
        return outcome(
            Verdict::Presentation,
            "the program does the right thing, but prints it in another form",
        );
    }
    let first = deductions.costing().next().map_or(costing[0], |deduction| &deduction.root);
    (Verdict::Wrong, first.difference.sentence().into())
}

const ENDED: &str = "the program ended while the conversation should go on";

fn waits(recording: &Recording) -> bool {
    recording.stopped() == Some(Reason::NothingToType)
}

/// Returns what a crash comes to, if the program crashed beside these files of the course.
pub(super) fn crash_in(
    case: &Case,
    provided: &[Provided],
    recording: &Recording,
) -> Option<(Verdict, SuddenEnd)> {
    let Crash { by, complaint, exception } = crash_beside(provided, recording)?;
    let last = complaint.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    Some(crashed(by, exception.as_ref(), last, &case.limits))
}

/// Returns what ended a program if it crashed: it died by a signal, or it ended with an exit status
/// other than 0 and said something on standard error.
pub(crate) fn crash(recording: &Recording) -> Option<SuddenEnd> {
    crash_beside(&[], recording).map(|crash| SuddenEnd { by: crash.by, hint: None })
}

/// A crash, and what the program said of it.
struct Crash {
    by: EndedBy,
    /// Its standard error.
    complaint: String,
    /// The exception of which that tells, also where a signal ended the program.
    exception: Option<UncaughtException>,
}

/// Returns the crash of a program beside which these files of the course stand: no place in them is the program's own.
fn crash_beside(provided: &[Provided], recording: &Recording) -> Option<Crash> {
    let exit = recording.exit().filter(|exit| *exit != Exit::Status(0))?;
    let complaint = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let exception = UncaughtException::in_output(&complaint, provided);
    let by = match (exit, &exception) {
        (Exit::Status(1..) | Exit::Signal(ABORTED), Some(exception)) => EndedBy::Exception(exception.clone()),
        (Exit::Signal(signal), _) => EndedBy::Signal(signal),
        _ => return None,
    };
    Some(Crash { by, complaint, exception })
}

/// The signal with which runtimes of C and C++ end a program after they have said why.
const ABORTED: i32 = 6;

/// Returns whether the program did everything right until it ended, but ended too soon: all that is wrong is
/// that something is missing in its last turn.
fn ended_early(recording: &Recording, case: &Case, costing: &[&Penalised]) -> bool {
    let last = recording.turns().len();
    let missing = [Cause::BlankLines, Cause::MissingPrompt, Cause::MissingOutput];
    case.errors.is_empty()
        && recording.exit().is_some()
        && costing.iter().map(|penalised| &penalised.difference).all(|difference| {
            missing.contains(&difference.cause) && difference.actual.is_none() && difference.turn == last
        })
}
