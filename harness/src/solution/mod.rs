//! Holds conversations with a course's own solution, started as a program.

mod bent;
mod building;
mod recording_bends;

use std::path::{Path, PathBuf};

use crate::cases::notation::WrittenTurn;
use crate::cases::problem::Problem;
use crate::cases::{Case, Conversation, Typed, Typing};
use crate::comparison::compare_failure;
use crate::judging::crash;
use crate::recording::{Exit, Reason, Recording, What};
use crate::running::typist::ListTypist;
use crate::running::{Fault, Launch, Scratch, run};
pub use bent::{BentSolution, BentSolutions};
use building::SolutionFolder;
pub use recording_bends::record_bends;

/// A course's own solution, ready to be started.
#[derive(Debug)]
pub struct Solution {
    program: PathBuf,
    arguments: Vec<String>,
    /// The suite's folder, or a copy of it.
    folder: PathBuf,
    /// What was built for it.
    built: SolutionFolder,
}

/// The commands of a course's own solution. `{suite}` in them stands for the suite's folder, `{build}` for the folder of what is built.
#[derive(Debug, Clone, Copy)]
pub struct SolutionCommands<'a> {
    /// The program and its arguments.
    pub run: &'a [String],
    /// What builds it; empty where nothing must be built.
    pub build: &'a [String],
}

impl Solution {
    /// Returns the solution in the suite's `folder`, built if it must be, or what is wrong with it, as a problem of `file`.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn find(
        commands: SolutionCommands<'_>,
        folder: &Path,
        file: &str,
    ) -> Result<Result<Self, Problem>, Fault> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        building::build(commands, folder, SolutionFolder::new()?, file)
    }

    /// Returns what is recorded of the solution in `case`.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn record(&self, case: &Case) -> Result<Recording, Fault> {
        let folder = Scratch::with(&case.files)?;
        let launch = Launch {
            program: self.program.clone(),
            arguments: self.arguments.iter().chain(&case.args).cloned().collect(),
            folder: folder.path().to_path_buf(),
            sees: vec![self.folder.clone(), self.built.build()],
            ..Launch::default()
        };
        run(&launch, *case.limits, &mut ListTypist::new(typed(case)))
    }

    /// Returns the conversation that the solution holds in `case`, or why it cannot be the expected one,
    /// as a problem of `file`.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn converse(&self, case: &Case, file: &str) -> Result<Result<Conversation, Problem>, Fault> {
        let recording = self.record(case)?;
        Ok(read(case, &recording)
            .map_err(|(message, help)| Problem::of_file(file, format!("the reference {message}")).help(help)))
    }
}

/// Returns what is typed in a case whose reference is a command.
pub fn typed(case: &Case) -> Vec<Typed> {
    match &case.typing {
        Some(Typing::Lines(lines)) => lines.clone(),
        _ => case.typed(),
    }
}

/// What is wrong, after "the reference", and the way out.
type Wrong = (String, String);

/// Returns the conversation of a recording that is fit to be expected of others.
fn read(case: &Case, recording: &Recording) -> Result<Conversation, Wrong> {
    let wrong = |message: String, help: &str| Err((message, help.to_string()));
    if let Some(reason) = recording.not_started() {
        return wrong(
            format!("cannot be started: {reason}"),
            "run the command of `reference` by hand and repair what it says",
        );
    }
    match recording.stopped() {
        Some(Reason::WallTime) => {
            let seconds = case.limits.wall.as_secs_f64();
            let help = "repair it, type less, or raise `limits: {wall: ...}` of the case or the suite";
            return wrong(format!("had not finished after {seconds} seconds and was stopped"), help);
        }
        Some(Reason::TooMuchOutput) => {
            let help = "repair it, or raise `limits: {output: ...}` of the case or the suite";
            return wrong(format!("printed more than {} bytes and was stopped", case.limits.output), help);
        }
        Some(Reason::CpuTime | Reason::Memory | Reason::Processes | Reason::Scratch) => {
            let help = "repair it, or raise `limits` of the case or the suite";
            return wrong("went beyond a limit and was stopped".to_string(), help);
        }
        Some(Reason::NothingToType) | None => {}
    }
    check_end(case, recording)?;
    check_typed(case, recording)?;
    conversation(recording)
}

/// The program must end as the case says, or wait where it is not typed to any more.
fn check_end(case: &Case, recording: &Recording) -> Result<(), Wrong> {
    if case.errors.is_empty() {
        if let Some(end) = crash(recording) {
            let happened = end.what_became();
            let help = "repair it; or, if programs must fail here, write the error under the key `error`";
            return Err((happened, help.to_string()));
        }
    } else if let Some(difference) = compare_failure(&case.errors, recording, &case.tolerate) {
        let actual = difference.actual.as_ref().map(|actual| format!(", got `{actual}`")).unwrap_or_default();
        let message = format!("does not fail as the case says: {}{actual}", difference.sentence());
        return Err((message, "correct the key `error`, or repair the reference".to_string()));
    }
    match (case.exit, recording.exit()) {
        (Some(expected), Some(actual)) if actual != Exit::Status(expected) => {
            let actual = match actual {
                Exit::Status(status) => format!("exit status {status}"),
                Exit::Signal(signal) => format!("signal {signal}"),
            };
            let message = format!("ends with {actual}, but the case expects exit status {expected}");
            Err((message, "correct the key `exit`, or repair the reference".to_string()))
        }
        _ => Ok(()),
    }
}

/// A line that is not read would vanish with the transcript.
fn check_typed(case: &Case, recording: &Recording) -> Result<(), Wrong> {
    let due = typed(case).len();
    let typed = recording.turns().iter().filter(|turn| turn.typed.is_some()).count();
    let unread = usize::from(typed > 0 && !last_line_was_read(recording));
    let read = typed - unread;
    if read < due {
        let message = format!("ends after {read} of the {due} lines that are typed");
        return Err((message, "take the lines after that out of the case".to_string()));
    }
    Ok(())
}

fn last_line_was_read(recording: &Recording) -> bool {
    let mut typed = 0;
    for event in &recording.events {
        match &event.what {
            What::Typed(line) => typed = line.len() as u64 + 1,
            What::Consumed(read) => typed = typed.saturating_sub(*read),
            What::EndOfInput => typed = 0,
            _ => {}
        }
    }
    typed == 0
}

fn conversation(recording: &Recording) -> Result<Conversation, Wrong> {
    let turns = recording.turns().into_iter().map(|turn| {
        let output = String::from_utf8(turn.output).map_err(|_| {
            ("prints what is not UTF-8 text".to_string(), "let it print UTF-8, as programs must".to_string())
        })?;
        Ok(WrittenTurn { output, typed: turn.typed, ..WrittenTurn::default() })
    });
    Ok(Conversation { turns: turns.collect::<Result<_, Wrong>>()? })
}
