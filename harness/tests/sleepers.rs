//! While programs only sleep, others run: more of them than there are processors, unless somebody says how many.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::process::{Command, Stdio};

use harness::running::{Tier, default_jobs, tier};
use support::hostile::{Suite, processes};

/// How many cases there are for each processor, where nobody says how many programs there may be.
const CASES: usize = 12;

/// Marks a program by `jobs` workers, or by as many as there are by default; returns how many of its processes that have `token` in their
/// arguments were seen at the same time.
fn highest(text: &str, token: &str, jobs: Option<usize>) -> usize {
    let cases = jobs.map_or(CASES * default_jobs().get(), |jobs| 2 * jobs);
    let suite = Suite::new(cases);
    let program = support::script(suite.path(), "program.sh", text);
    let marking = suite.harness(&program, &[]);
    let words: Vec<_> = marking.get_args().collect();
    let at = words.iter().position(|word| *word == "--jobs").unwrap();
    let mut harness = Command::new(marking.get_program());
    harness.args(&words[..at]).args(&words[at + 2..]);
    if let Some(jobs) = jobs {
        harness.arg("--jobs").arg(jobs.to_string());
    }
    let mut child = harness.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut highest = 0;
    while child.try_wait().unwrap().is_none() {
        highest = highest.max(processes(token));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(suite.results()["summary"]["passed"], cases);
    highest
}

#[test]
fn others_run_while_programs_only_sleep() {
    let (jobs, token) = (default_jobs().get(), format!("0.75{}", std::process::id()));
    let text = format!("#!/bin/sh\nsleep {token}\necho contained\n");
    let most = highest(&text, &token, None);
    if tier() == Tier::Namespaces {
        assert!(most > jobs && most <= 8 * jobs, "{most} of {jobs}");
    } else {
        assert!(most <= jobs, "{most} of {jobs}");
    }
    // Who says how many there may be, gets no more.
    assert_eq!(highest(&text, &token, Some(jobs + 1)), jobs + 1);
}

#[test]
fn no_more_programs_run_than_there_are_processors_if_they_do_not_sleep() {
    let token = format!("busy-{}", std::process::id());
    // Without any other process, so that each has the word once.
    let text = format!(
        "#!/bin/sh\nset -- {token}\nexec sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done; echo contained' {token}\n"
    );
    // One that waits for the disk for a moment, as at its start, looks as if it slept.
    let most = highest(&text, &token, None);
    assert!(most <= 2 * default_jobs().get(), "{most}");
}
