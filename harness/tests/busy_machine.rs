//! Load on the machine is not the fault of the program that is marked.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::process::{Child, Command};

use support::hostile::Suite;

/// Processes that do nothing but keep the processors busy.
struct Load(Vec<Child>);

impl Load {
    /// Starts so many busy loops for each processor, each in a session of its own, which the kernel treats alike.
    fn begin(for_each: usize) -> Self {
        let processors = std::thread::available_parallelism().unwrap().get();
        let spin = || Command::new("setsid").args(["sh", "-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..for_each * processors).map(|_| spin()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Marks by three cases with a tight limit and returns their verdicts. The first takes 0.6 s of processor time, whatever the
/// machine does; the second sleeps for ever, and the third ends at once.
fn verdicts(suite: &Suite) -> Vec<String> {
    let text = "import sys, time
if sys.argv[1:] == ['works']:
    while time.process_time() < 0.6: sum(range(10000))
if sys.argv[1:] == ['sleeps']:
    time.sleep(1000)
print('contained')
";
    let program = suite.path().join("program.py");
    std::fs::write(&program, text).unwrap();
    let output = suite.harness(&program, &["--limit", "wall=1.5"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let results = suite.results();
    let cases = results["cases"].as_array().unwrap();
    cases.iter().map(|case| case["verdict"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_suite_with_a_tight_limit_gives_the_same_verdicts_on_a_busy_machine() {
    let suite = Suite::new(3);
    for (number, arguments) in ["[works]", "[sleeps]", "[]"].iter().enumerate() {
        let case = format!(
            "why: one line\nrule: line\nrow: line\nvisible: public\nargs: {arguments}\ntranscript: |2-\n  contained\n"
        );
        std::fs::write(suite.path().join(format!("cases/hostile/all/case_{number}.yaml")), case).unwrap();
    }
    let quiet = verdicts(&suite);
    assert_eq!(quiet, ["passed", "timed-out", "passed"]);
    let _load = Load::begin(4);
    assert_eq!(verdicts(&suite), quiet);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_program_that_reads_ahead_is_not_stopped_while_it_waits_for_a_processor() {
    let suite = Suite::new(1);
    let text = "import os, sys, threading, time
threading.Thread(target=lambda: sys.stdin.readline(), daemon=True).start()
time.sleep(0.4)
for _ in range(3): sum(range(10**6)); print('contained', flush=True)
os._exit(0)
";
    let program = suite.path().join("program.py");
    std::fs::write(&program, text).unwrap();
    let case = "why: one line\nrule: line\nrow: line\nvisible: public\ntranscript: |2-\n  contained\n  contained\n  contained\n";
    std::fs::write(suite.path().join("cases/hostile/all/case_0.yaml"), case).unwrap();
    let _load = Load::begin(30);
    for _ in 0..4 {
        let output = suite.harness(&program, &[]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(suite.results()["cases"][0]["verdict"], "passed");
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn all_of_it_holds_for_an_ordinary_user() {
    support::once_more_as_an_ordinary_user("all_of_it_holds_for_an_ordinary_user");
}
