//! Where signals leave the sandbox, what a program does to the processes that watch it is its own fault.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};

use support::hostile::{Suite, processes};

/// The tiers in which signals get out.
const TIERS: [&str; 2] = ["T3", "T4"];

/// Becomes a copy of Python that may be executed and not read.
const UNREADABLE: &str = r#"#!/usr/bin/env python3
import os, sys
with open(os.path.realpath(sys.executable), "rb") as python:
    copy = os.open("copy", os.O_CREAT | os.O_WRONLY, 0o311)
    os.write(copy, python.read())
os.close(copy)
os.environ["PYTHONHOME"] = sys.base_prefix
os.execv("copy", ["copy", "-c", "import time; time.sleep(TOKEN)"])
"#;

/// How many words there are that no other process has.
static TOKENS: AtomicU32 = AtomicU32::new(0);

/// Marks a program twice in each tier that lets signals out, as an ordinary user, whose programs may reach the processes
/// that watch them; `TOKEN` in its text is a word that no other process has.
#[track_caller]
fn gets(text: &str, verdict: &str) {
    for tier in TIERS {
        let suite = Suite::new(2);
        let number = TOKENS.fetch_add(1, Ordering::Relaxed);
        let token = format!("2975.{number:02}5{}", std::process::id());
        let program = support::script(suite.path(), "program.sh", &text.replace("TOKEN", &token));
        let wall = if verdict == "timed-out" { "wall=1" } else { "wall=300" };
        let mut harness = suite.harness_of_an_ordinary_user(&program, &["--limit", wall]);
        let output = harness.env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(i32::from(verdict != "passed")), "{tier} {text}: {error}");
        let results = suite.results();
        let verdicts: Vec<_> =
            results["cases"].as_array().unwrap().iter().map(|case| &case["verdict"]).collect();
        assert_eq!(verdicts, [verdict, verdict], "{tier} {text}");
        assert_eq!(processes(&token), 0, "{tier} {text}");
        assert_eq!(processes(&program.to_string_lossy()), 0, "{tier} {text}");
    }
}

#[test]
fn a_program_that_ends_its_watcher_has_crashed() {
    for signal in ["KILL", "TERM", "HUP"] {
        gets(&format!("#!/bin/sh\necho contained\nkill -{signal} $PPID\nsleep TOKEN\n"), "crashed");
    }
}

#[test]
fn a_program_reaches_its_watcher_only_where_both_are_the_same_user() {
    let root = rustix::process::geteuid().is_root();
    for tier in TIERS {
        let suite = Suite::new(2);
        let text = "#!/bin/sh\nkill -KILL $PPID 2>/dev/null || echo contained\n";
        let program = support::script(suite.path(), "program.sh", text);
        suite.harness(&program, &[]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
        let verdict = if root { "passed" } else { "crashed" };
        assert_eq!(suite.results()["cases"][1]["verdict"], verdict, "{tier}");
    }
}

#[test]
fn no_program_is_root() {
    for tier in ["T1", "T2", "T3", "T4"] {
        let suite = Suite::new(2);
        let text = "#!/bin/sh\nset -e\ntest \"$(id -u)\" != 0 -a \"$(id -g)\" != 0\necho x >mine\ntest -O mine\n\
                    : </dev/stdin\n: >/dev/stderr\necho contained >/dev/stdout\n";
        let program = support::script(suite.path(), "program.sh", text);
        let output = suite.harness(&program, &[]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(suite.results()["cases"][1]["verdict"], "passed", "{tier}: {told}");
    }
}

#[test]
fn no_crash_starts_a_program_of_the_machine() {
    // With a limit of 0 the kernel hands memory images to such a program all the same.
    let text = "#!/usr/bin/env python3\nimport resource\n\
                print('contained' if resource.getrlimit(resource.RLIMIT_CORE) == (1, 1) else 'leaves an image')\n";
    for tier in ["T1", "T2", "T3", "T4"] {
        let suite = Suite::new(1);
        let program = support::script(suite.path(), "program.py", text);
        let output = suite.harness(&program, &[]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(suite.results()["cases"][0]["verdict"], "passed", "{tier}: {told}");
    }
}

#[test]
fn root_that_may_not_look_at_other_processes_sees_a_program_wait() {
    for tier in ["T1", "T2", "T3", "T4"] {
        let suite = Suite::new(1);
        let program =
            support::script(suite.path(), "program.sh", "#!/bin/sh\necho contained\nread -r line\n");
        let mut harness = suite.harness(&program, &[]);
        if rustix::process::geteuid().is_root() {
            harness = std::process::Command::new("setpriv");
            harness.args(["--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"]);
            harness.arg(support::program()).args(suite.harness(&program, &[]).get_args());
        }
        let output = harness.env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
        let told =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(suite.results()["cases"][0]["verdict"], "passed", "{tier}: {told}");
    }
}

#[test]
fn a_signal_to_everybody_reaches_nobody() {
    gets("#!/bin/sh\nkill -s 0 -- -1 2>/dev/null || echo contained\n", "passed");
}

#[test]
fn a_program_that_fills_its_folder_is_ended() {
    gets("#!/bin/sh\nfor i in 1 2 3 4 5; do head -c 15000000 /dev/zero >$i; done\nsleep TOKEN\n", "crashed");
}

#[test]
fn a_program_that_hides_what_it_writes_is_ended() {
    for text in [
        "#!/bin/sh\nfor i in 3 4 5 6 7; do eval \"exec $i>it\"; rm it; head -c 15000000 /dev/zero >&$i; done\nsleep TOKEN\n",
        "#!/bin/sh\numask 477\nmkdir closed\numask 22\necho x >closed/file\nsleep TOKEN\n",
        "#!/usr/bin/env python3\nimport os, time\nfor _ in range(30):\n    os.mkdir('n' * 200)\n    os.chdir('n' * 200)\n\
         for name in '12345':\n    open(name, 'wb').write(bytes(15000000))\ntime.sleep(TOKEN)\n",
    ] {
        gets(text, "crashed");
    }
}

#[test]
fn a_program_that_lets_nobody_look_at_it_is_ended() {
    // Whatever it may ask the kernel for: an unreadable program is one. What it may have open counts as full files.
    gets(UNREADABLE, "crashed");
}

#[test]
fn nothing_is_left_of_a_program_that_ends_its_watcher() {
    gets("#!/bin/sh\nsetsid sleep TOKEN &\nsleep TOKEN &\necho contained\nkill -KILL $PPID\n", "crashed");
}

#[test]
fn a_program_that_stops_its_watcher_is_ended_in_time() {
    gets("#!/bin/sh\nsleep TOKEN &\nkill -STOP $PPID\nsleep TOKEN\n", "timed-out");
}

#[test]
fn a_program_that_does_harm_to_what_starts_programs_harms_nobody() {
    let before = abandoned();
    for signal in ["KILL", "STOP"] {
        let text = format!(
            "#!/bin/sh\nread -r _ _ _ spawner _ </proc/$PPID/stat\nkill -{signal} $spawner\necho contained\n"
        );
        gets(&text, "passed");
    }
    let more: Vec<_> = abandoned().difference(&before).cloned().collect();
    assert_eq!(more, [""; 0], "these are stopped, and their harness is gone");
}

/// Returns the processes that start programs, are stopped, and have lost who started them.
fn abandoned() -> BTreeSet<String> {
    let read =
        |id: &str, file: &str| std::fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default();
    let is_abandoned = |id: &String| {
        let stat = read(id, "stat");
        let words: Vec<&str> =
            stat.rsplit_once(") ").unwrap_or_default().1.split_whitespace().take(2).collect();
        let parent = words.get(1).map(|parent| read(parent, "comm")).unwrap_or_default();
        read(id, "cmdline").starts_with("harness-spawner")
            && words.first() == Some(&"T")
            && !["harness", "exe"].contains(&parent.trim())
    };
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_abandoned).collect()
}
