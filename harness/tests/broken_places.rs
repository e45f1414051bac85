//! Where the harness itself cannot go on, what is done is kept, and the trouble is told; no verdict is made up.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use harness::running::{Tier, tier};
use rustix::process::{Pid, Signal, kill_process};
use support::hostile::{Suite, processes, wait_for_end};

/// Starts marking a program whose first case passes, and whose second one sleeps; returns when it does. Its temporary files are
/// where the test's are.
fn marking_a_sleeper(suite: &Suite, token: &str) -> Child {
    marking_a_sleeper_in(suite, token, &std::env::temp_dir(), tier().name())
}

/// Does the same with temporary files in a folder, in a tier.
fn marking_a_sleeper_in(suite: &Suite, token: &str, temporary: &Path, in_tier: &str) -> Child {
    let case = "why: one line\nrule: line\nrow: line\nvisible: public\nargs: [sleep]\ntranscript: |2-\n  contained\n";
    std::fs::write(suite.path().join("cases/hostile/all/case_1.yaml"), case).unwrap();
    let text = format!("#!/bin/sh\necho contained\ntest -z \"$1\" || sleep {token}\n");
    let sleeper = support::script(suite.path(), "sleeper.sh", &text);
    // Only a namespace of processes lets a program end with the process that started it.
    let limit = if tier() == Tier::Namespaces { "wall=3000" } else { "wall=10" };
    let mut harness = suite.harness(&sleeper, &["--limit", limit]);
    harness.env("TMPDIR", temporary).env("HARNESS_SANDBOX_AT_MOST", in_tier);
    harness.stdout(Stdio::piped()).stderr(Stdio::piped());
    let marking = harness.spawn().unwrap();
    while processes(token) == 0 {
        std::thread::yield_now();
    }
    marking
}

/// Returns the processes that the harness has started.
fn children(of: &Child) -> Vec<Pid> {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", of.id())).unwrap().flatten();
    let lines = tasks.map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let ids = lines.flat_map(|line| line.split_whitespace().map(str::to_string).collect::<Vec<_>>());
    ids.filter_map(|id| Pid::from_raw(id.parse().ok()?)).collect()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_is_done_is_kept_when_the_process_dies_that_starts_programs() {
    let (suite, token) = (Suite::new(3), format!("2974.5{}", std::process::id()));
    let marking = marking_a_sleeper(&suite, &token);
    for spawner in children(&marking) {
        kill_process(spawner, Signal::KILL).unwrap();
    }
    let output = marking.wait_with_output().unwrap();
    let results = suite.results();
    let verdicts: Vec<_> = results["cases"].as_array().unwrap().iter().map(|case| &case["verdict"]).collect();
    if tier() == Tier::Namespaces {
        assert_eq!((output.status.code(), verdicts), (Some(70), vec![&"passed".into()]), "{}", told(&output));
        assert!(told(&output).contains("this is not the program's fault"), "{}", told(&output));
        assert!(told(&output).contains("1 of 3 cases was run"), "{}", told(&output));
    } else {
        assert_eq!(verdicts, ["passed", "timed-out", "passed"], "{}", told(&output));
    }
    wait_for_end(&token);
    assert_eq!(processes(&token), 0);
}

#[test]
fn a_folder_of_reports_that_vanishes_is_made_again() {
    let (suite, token) = (Suite::new(2), format!("2973.5{}", std::process::id()));
    let marking = marking_a_sleeper(&suite, &token);
    std::fs::remove_dir_all(suite.path().join("reports")).unwrap();
    kill_process(Pid::from_child(&marking), Signal::INT).unwrap();
    let output = marking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    assert_eq!(suite.results()["cases"].as_array().unwrap().len(), 1);
}

#[test]
fn a_full_disk_is_told() {
    let suite = Suite::new(2);
    let program = support::script(suite.path(), "good.sh", "#!/bin/sh\necho contained\n");
    // A file on a disk that is always full.
    let output = suite.harness(&program, &["--report", "html=/dev/full"]).output().unwrap();
    assert_eq!(output.status.code(), Some(70), "{}", told(&output));
    assert!(told(&output).contains("failed to write the results"), "{}", told(&output));
    assert!(told(&output).contains("No space left"), "{}", told(&output));
}

/// Returns a suite whose results of three cases are there, and their bytes.
fn with_results() -> (Suite, Vec<u8>) {
    let suite = Suite::new(3);
    let good = support::script(suite.path(), "good.sh", "#!/bin/sh\necho contained\n");
    let output = suite.harness(&good, &["--report", "html"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let results = std::fs::read(suite.path().join("reports/results.json")).unwrap();
    (suite, results)
}

/// Asserts that the results of three cases are there as they were, with their recordings and the page, and nothing else but what stands `beside` them.
fn assert_as_it_was(suite: &Suite, results: &[u8], beside: &[&str]) {
    let reports = suite.path().join("reports");
    assert_eq!(std::fs::read(reports.join("results.json")).unwrap(), results);
    let mut names: Vec<_> =
        std::fs::read_dir(&reports).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.retain(|name| !beside.iter().any(|beside| name == beside));
    names.sort();
    assert_eq!(names, ["recordings", "report.html", "results.json"]);
    let recordings = std::fs::read_to_string(reports.join("recordings/passed.jsonl")).unwrap();
    assert_eq!(recordings.lines().count(), 3);
}

#[test]
fn fewer_cases_of_a_run_that_was_cut_short_do_not_replace_more() {
    let (suite, results) = with_results();
    let marking = marking_a_sleeper(&suite, &format!("2972.5{}", std::process::id()));
    kill_process(Pid::from_child(&marking), Signal::INT).unwrap();
    let output = marking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    assert!(told(&output).contains("holds the results of 3 cases and is left as it is"), "{}", told(&output));
    assert_as_it_was(&suite, &results, &["cut-short"]);
    let of_this_run = std::fs::read(suite.path().join("reports/cut-short/results.json")).unwrap();
    let of_this_run: serde_json::Value = serde_json::from_slice(&of_this_run).unwrap();
    assert_eq!(of_this_run["cases"].as_array().unwrap().len(), 1);
}

#[test]
fn one_case_that_is_run_again_does_not_replace_the_results_of_all() {
    let (suite, results) = with_results();
    let cases: serde_json::Value = serde_json::from_slice(&results).unwrap();
    let one = cases["cases"][1]["id"].as_str().unwrap();
    let output = suite.harness(&suite.path().join("good.sh"), &["--case", one]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(told(&output).contains("holds the results of 3 cases and is left as it is"), "{}", told(&output));
    assert_as_it_was(&suite, &results, &["some-cases"]);
    let of_this_run = std::fs::read(suite.path().join("reports/some-cases/results.json")).unwrap();
    let of_this_run: serde_json::Value = serde_json::from_slice(&of_this_run).unwrap();
    let ids: Vec<_> = of_this_run["cases"].as_array().unwrap().iter().map(|case| &case["id"]).collect();
    assert_eq!(ids, [one]);
    // Of another program there is nothing to keep.
    let other = support::script(suite.path(), "other.sh", "#!/bin/sh\necho contained\n");
    let output = suite.harness(&other, &["--case", one]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(suite.results()["cases"].as_array().unwrap().len(), 1);
}

#[test]
fn results_that_cannot_be_written_leave_earlier_ones_whole() {
    let (suite, results) = with_results();
    let again = suite.harness(&suite.path().join("good.sh"), &[]);
    // A file that grows beyond the limit cannot be written, as on a full disk.
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -S -f 2; exec \"$0\" \"$@\""]);
    limited.arg(again.get_program()).args(again.get_args());
    let output = limited.output().unwrap();
    assert_eq!(output.status.code(), Some(70), "{}", told(&output));
    assert!(told(&output).contains("failed to write the results"), "{}", told(&output));
    assert_as_it_was(&suite, &results, &[]);
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next_one() {
    let (suite, _) = with_results();
    let temporary = suite.path().join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    let entries = || std::fs::read_dir(&temporary).unwrap().count();
    for number in 1..=4 {
        let tier = format!("T{number}");
        let token = format!("2971.{number}5{}", std::process::id());
        let mut marking = marking_a_sleeper_in(&suite, &token, &temporary, &tier);
        kill_process(Pid::from_child(&marking), Signal::KILL).unwrap();
        marking.wait().unwrap();
        assert_ne!(entries(), 0, "{tier}");
        // Its programs end after it.
        while processes(&token) > 0 {
            std::thread::yield_now();
        }
        let mut next = suite.harness(&suite.path().join("good.sh"), &[]);
        next.env("TMPDIR", &temporary).env("HARNESS_SANDBOX_AT_MOST", &tier);
        let output = next.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{tier}: {}", told(&output));
        assert_eq!(entries(), 0, "{tier}");
    }
}

/// How many cases are judged where somebody wants an end.
const RUN: usize = 90;

/// Starts judging, as the arguments say, what a program prints that prints a lot, and ends it by a signal once it `has_begun`.
fn is_ended_while_judging(
    suite: &Suite,
    signal: Signal,
    arguments: &[&std::ffi::OsStr],
    has_begun: impl Fn(&Child) -> bool,
) {
    let reports = tempfile::tempdir().unwrap();
    let mut harness = Command::new(support::program());
    harness.args(["--suite", "hostile", "--jobs", "1", "--reports"]).arg(reports.path());
    harness.arg("--cases").arg(suite.path().join("cases")).args(arguments);
    let mut marking = harness.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !has_begun(&marking) {
        assert!(marking.try_wait().unwrap().is_none(), "it has ended before it judged");
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&marking), signal).unwrap();
    let output = marking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    assert!(
        told(&output).contains("cases may show mistakes, and were not judged; the others feed no row"),
        "{}",
        told(&output)
    );
    let results = std::fs::read_to_string(reports.path().join("results.json")).unwrap_or_default();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap_or_default();
    assert!(results["cases"].as_array().is_none_or(|cases| cases.len() < RUN));
}

/// Returns whether a process takes signals by itself: the harness does once it begins to mark.
fn listens(process: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    u64::from_str_radix(caught.trim(), 16).unwrap_or(0) & 1 << (Signal::TERM.as_raw() - 1) != 0
}

#[test]
fn judging_is_ended_when_somebody_wants_it_and_says_so() {
    let suite = Suite::new(0);
    let lines: Vec<String> = (0..300).map(|number| format!("  line {number} of {}\n", number * 7)).collect();
    let lines = lines.concat();
    for number in 0..RUN {
        let case =
            format!("why: many lines\nrule: line\nrow: line\nvisible: public\ntranscript: |2-\n{lines}");
        std::fs::write(suite.path().join(format!("cases/hostile/all/case_{number}.yaml")), case).unwrap();
    }
    let loud = "#!/bin/sh\nyes 'line of lines' | head -n 4000\n";
    let program = support::script(suite.path(), "loud.sh", loud);
    for signal in [Signal::INT, Signal::TERM] {
        let kept = suite.path().join(format!("kept-{}", signal.as_raw()));
        let recorded = || {
            let entries = walkdir::WalkDir::new(kept.join("recordings")).into_iter().filter_map(Result::ok);
            entries.filter(|entry| entry.file_type().is_file()).count()
        };
        let run = ["--target".as_ref(), program.as_os_str(), "--record".as_ref(), kept.as_os_str()];
        is_ended_while_judging(&suite, signal, &run, |_| recorded() == RUN);
        is_ended_while_judging(&suite, signal, &["--replay".as_ref(), kept.as_os_str()], listens);
    }
}

#[test]
fn descriptors_that_programs_send_to_each_other_never_end_the_run() {
    let suite = Suite::new(6);
    let text = "import random, socket, time
one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
one.setblocking(False)
lines = [(one, other)]
try:
    while True:
        try:
            socket.send_fds(lines[-1][0], [b'x'], [0])
        except BlockingIOError:
            lines.append(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
            lines[-1][0].setblocking(False)
except OSError:
    pass
time.sleep(0.2 + random.random())
print('contained')
";
    let program = suite.path().join("program.py");
    std::fs::write(&program, text).unwrap();
    let marking = suite.harness(&program, &[]);
    let arguments = marking.get_args().map(|word| if word == "1" { "3".as_ref() } else { word });
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -S -n 256; exec \"$0\" \"$@\""]).arg(marking.get_program()).args(arguments);
    let output = limited.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
}

#[test]
fn all_of_it_holds_for_an_ordinary_user() {
    support::once_more_as_an_ordinary_user("all_of_it_holds_for_an_ordinary_user");
}
