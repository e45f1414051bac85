//! Builds a program once, before it is run.

use std::time::Duration;

use super::typist::{Type, Typist};
use super::{Fault, Launch, run};
use crate::limits::Limits;
use crate::recording::{Exit, Reason, Recording, What};

/// How long building may take, and how much a compiler may say.
const LIMITS: Limits = Limits {
    wall: Duration::from_mins(1),
    output: 1 << 20,
    cpu: Duration::from_mins(2),
    memory: 2 << 30,
    processes: 512,
    open_files: 1024,
    file_size: 256 << 20,
    scratch: 512 << 20,
    scratch_files: 20_000,
};

/// Why there is no program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildFailure {
    /// What happened, in a few words.
    pub why: String,
    /// What the compiler printed, as it came.
    pub output: String,
}

/// Builds a program with the command `launch`; returns why there is none, if there is none.
///
/// # Errors
/// Only what the harness itself could not do.
pub fn build(launch: &Launch) -> Result<Option<BuildFailure>, Fault> {
    let recording = run(launch, LIMITS, &mut Nobody)?;
    let failure =
        why(&recording, is_python(launch)).map(|why| BuildFailure { why, output: output(&recording) });
    Ok(failure)
}

/// A compiler has nobody to talk to.
struct Nobody;

impl Typist for Nobody {
    fn next(&mut self, _so_far: &Recording) -> Type {
        Type::EndOfInput
    }
}

/// Returns whether what builds is Python, which only reads the program as it does before it runs it.
fn is_python(launch: &Launch) -> bool {
    launch.program.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python"))
}

fn why(recording: &Recording, is_python: bool) -> Option<String> {
    if let Some(reason) = recording.not_started() {
        return Some(reason.to_string());
    }
    match (recording.exit(), recording.stopped()) {
        (Some(Exit::Status(0)), _) => None,
        (Some(Exit::Signal(signal)), _) => Some(format!("the compiler was killed by signal {signal}")),
        (_, Some(Reason::WallTime)) => {
            Some(format!("it had not been compiled after {} seconds", LIMITS.wall.as_secs()))
        }
        (_, Some(Reason::TooMuchOutput)) => {
            Some(format!("the compiler said more than {} bytes", LIMITS.output))
        }
        (_, Some(Reason::CpuTime)) => {
            Some(format!("the compiler used more than {} seconds of processor time", LIMITS.cpu.as_secs()))
        }
        (_, Some(Reason::Memory)) => {
            Some(format!("the compiler used more than {} MiB of memory", LIMITS.memory >> 20))
        }
        (_, Some(Reason::Processes)) => {
            Some(format!("the compiler started more than {} processes and threads", LIMITS.processes))
        }
        (_, Some(Reason::Scratch)) => Some(format!(
            "the compiler wrote more than {} MiB, or more than {} files",
            LIMITS.scratch >> 20,
            LIMITS.scratch_files
        )),
        _ if is_python => Some("Python cannot read it".to_string()),
        _ => Some("it cannot be compiled".to_string()),
    }
}

/// Returns what was printed on both streams, in its order.
fn output(recording: &Recording) -> String {
    let mut bytes = Vec::new();
    for event in &recording.events {
        if let What::Output(more) | What::Error(more) = &event.what {
            bytes.extend(more);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(script: &str) -> Option<BuildFailure> {
        let folder = tempfile::tempdir().expect("a folder");
        let program = crate::running::find_program("sh").expect("there is a shell");
        let arguments = vec!["-c".to_string(), script.to_string()];
        build(&Launch { program, arguments, folder: folder.path().to_path_buf(), ..Launch::default() })
            .expect("no fault")
    }

    #[test]
    fn what_a_compiler_says_counts_only_if_it_fails() {
        assert_eq!(built("echo warning >&2"), None);
        let failure = built("echo one; sleep 0.01; echo two >&2; exit 3").expect("it failed");
        assert_eq!((failure.why.as_str(), failure.output.as_str()), ("it cannot be compiled", "one\ntwo\n"));
    }

    #[test]
    fn a_compiler_that_asks_hears_the_end_of_input() {
        assert_eq!(built("read line; test -z \"$line\""), None);
    }

    #[test]
    fn endless_output_is_stopped() {
        let failure = built("yes").expect("it failed");
        assert_eq!(failure.why, "the compiler said more than 1048576 bytes");
        assert_eq!(failure.output.len(), 1 << 20);
    }

    #[test]
    fn a_signal_is_told() {
        assert_eq!(built("kill -9 $$").expect("it failed").why, "the compiler was killed by signal 9");
    }
}
