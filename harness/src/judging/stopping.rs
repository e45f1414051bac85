//! What it means that a program was stopped at a limit, or crashed because of one.

use super::flood;
use super::verdict::Verdict;
use crate::comparison::{EndedBy, SuddenEnd, UncaughtException};
use crate::limits::Limits;
use crate::recording::{Reason, Recording};

/// Returns what a run that was stopped at a limit comes to.
pub(super) fn stopped(recording: &Recording, limits: &Limits) -> Option<(Verdict, SuddenEnd)> {
    let (verdict, end) = stopped_for(recording.stopped()?, limits)?;
    Some((verdict, SuddenEnd { hint: flood::hint(recording), ..end }))
}

/// Returns what a run that was stopped for `reason` comes to; nothing if that is in order.
fn stopped_for(reason: Reason, limits: &Limits) -> Option<(Verdict, SuddenEnd)> {
    let (verdict, what) = match reason {
        Reason::NothingToType => return None,
        Reason::TooMuchOutput => {
            (Verdict::TooMuchOutput, format!("printed more than {} bytes and was stopped", limits.output))
        }
        Reason::WallTime => (
            Verdict::TimedOut,
            format!("had not finished after {} seconds and was stopped", limits.wall.as_secs_f64()),
        ),
        Reason::CpuTime => (
            Verdict::TimedOut,
            format!("used more than {} seconds of processor time and was stopped", limits.cpu.as_secs_f64()),
        ),
        Reason::Memory => (
            Verdict::OutOfMemory,
            format!("used more than {} of memory and was stopped", bytes(limits.memory)),
        ),
        Reason::Processes => (
            Verdict::Crashed,
            format!("started more than {} processes and threads and was stopped", limits.processes),
        ),
        Reason::Scratch => (
            Verdict::Crashed,
            format!(
                "wrote more than {}, or more than {} files, and was stopped",
                bytes(limits.scratch),
                limits.scratch_files
            ),
        ),
    };
    Some((verdict, SuddenEnd { by: EndedBy::Limit(what), hint: None }))
}

/// What runtimes say when they get no more memory.
const NO_MEMORY: &[&str] =
    &["MemoryError", "OutOfMemoryError", "std::bad_alloc", "Cannot allocate memory", "memory allocation of "];

/// What programs say at other limits.
const NO_SPACE: &str = "No space left on device";
const NO_FILES: &str = "Too many open files";
const NO_PROCESS: &[&str] =
    &["Resource temporarily unavailable", "can't start new thread", "unable to create native thread"];
const TOO_LARGE: &str = "File too large";

/// The signal that ends a program whose file grows beyond what it may have.
const FILE_TOO_LARGE: i32 = 25;

/// Returns what the crash of a program comes to that was ended so, and whose last line on its standard error is `last`.
pub(crate) fn crashed(
    by: EndedBy,
    complaint: Option<&UncaughtException>,
    last: &str,
    limits: &Limits,
) -> (Verdict, SuddenEnd) {
    let message = complaint.map_or("", |complaint| complaint.message.as_str());
    // A stack comes below what a runtime complains of.
    let says = |words: &[&str]| words.iter().any(|words| message.contains(words) || last.contains(words));
    let native_thread = says(&["unable to create native thread"]);
    if let Some(exception) = complaint.filter(|_| says(NO_MEMORY) && !native_thread) {
        let by = EndedBy::NoMemory { limit: bytes(limits.memory), exception: exception.clone() };
        return (Verdict::OutOfMemory, SuddenEnd { by, hint: None });
    }
    let hint = match () {
        () if says(NO_PROCESS) => {
            Some(format!("it may have {} processes and threads at a time", limits.processes))
        }
        () if says(&[NO_FILES]) => Some(format!("it may have {} files open at a time", limits.open_files)),
        () if says(&[TOO_LARGE]) || by == EndedBy::Signal(FILE_TOO_LARGE) => {
            Some(format!("a file may have {}", bytes(limits.file_size)))
        }
        () if says(&[NO_SPACE]) => Some(format!(
            "all its files may have {}, and be {} in number",
            bytes(limits.scratch),
            limits.scratch_files
        )),
        () => None,
    };
    (Verdict::Crashed, SuddenEnd { by, hint })
}

fn bytes(count: u64) -> String {
    match count {
        count if count >= 1 << 20 && count % (1 << 20) == 0 => format!("{} MiB", count >> 20),
        count => format!("{count} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_verdict_and_its_sentence() {
        let sentence = |reason| {
            stopped_for(reason, &Limits::default())
                .map(|(verdict, end)| format!("{}: {}", verdict.name(), end.sentence()))
        };
        for (reason, expected) in [
            (
                Reason::TooMuchOutput,
                "too-much-output: the program printed more than 1048576 bytes and was stopped",
            ),
            (Reason::WallTime, "timed-out: the program had not finished after 10 seconds and was stopped"),
            (
                Reason::CpuTime,
                "timed-out: the program used more than 20 seconds of processor time and was stopped",
            ),
            (Reason::Memory, "out-of-memory: the program used more than 512 MiB of memory and was stopped"),
            (
                Reason::Processes,
                "crashed: the program started more than 256 processes and threads and was stopped",
            ),
            (
                Reason::Scratch,
                "crashed: the program wrote more than 64 MiB, or more than 4096 files, and was stopped",
            ),
        ] {
            assert_eq!(sentence(reason).as_deref(), Some(expected));
        }
        assert_eq!(sentence(Reason::NothingToType), None);
    }

    #[test]
    fn a_crash_at_a_limit_names_the_limit() {
        let sentence = |complaint: &str| {
            let exception =
                UncaughtException { message: complaint.to_string(), place: None, is_its_own: false };
            let by = EndedBy::Exception(exception.clone());
            let (verdict, end) = crashed(by, Some(&exception), complaint, &Limits::default());
            format!("{}: {}", verdict.name(), end.what_became())
        };
        assert_eq!(sentence("MemoryError"), "out-of-memory: got no more memory than 512 MiB: MemoryError");
        assert_eq!(
            sentence("OSError: Too many open files"),
            "crashed: crashed: OSError: Too many open files; it may have 256 files open at a time"
        );
        assert!(sentence("OSError: No space left on device").ends_with("have 64 MiB, and be 4096 in number"));
        assert!(
            sentence("RuntimeError: can't start new thread").ends_with("256 processes and threads at a time")
        );
        assert_eq!(sentence("ValueError"), "crashed: crashed: ValueError");
    }
}
