//! Hostile programs get the verdict that they declare, and leave nothing behind.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use harness::running::{Tier, find_program, missing, tier};
use support::hostile::{ORDINARY, Suite, processes};

/// Small limits, so that everything comes to its end soon.
const LIMITS: [&str; 16] = [
    "--limit",
    "wall=3",
    "--limit",
    "cpu=1",
    "--limit",
    "memory=67108864",
    "--limit",
    "processes=64",
    "--limit",
    "open_files=64",
    "--limit",
    "file_size=1000000",
    "--limit",
    "scratch_files=500",
    "--limit",
    "output=10000",
];

/// Returns what a hostile program says of itself.
fn said<'a>(text: &'a str, what: &str) -> Option<&'a str> {
    text.lines().take(3).find_map(|line| Some(line.split_once(what)?.1))
}

/// Returns whether a program goes against a control that this tier lacks, as every summary says.
fn does_what_it_tries(text: &str) -> bool {
    said(text, "against: ").is_some_and(|control| missing(tier()).contains(&control.to_string()))
}

fn hostile_programs() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md" || extension == "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        if does_what_it_tries(&text) {
            continue;
        }
        let verdict = said(&text, "verdict: ");
        programs.push((path, verdict.expect("each file declares its verdict").to_string()));
    }
    programs.sort();
    programs
}

/// Returns a program that can be started: a copy of a script, or what a C source is compiled to.
fn started_from(source: &Path, folder: &Path) -> PathBuf {
    let target = folder.join(source.file_name().unwrap());
    if source.extension().is_some_and(|extension| extension == "c") {
        let program = target.with_extension("");
        let compiled =
            Command::new("cc").args(["-pthread", "-o"]).arg(&program).arg(source).status().unwrap();
        assert!(compiled.success());
        return program;
    }
    support::copy_program(source, &target);
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o755)).unwrap();
    target
}

#[test]
fn hostile_programs_get_the_verdict_that_they_declare() {
    for (source, verdict) in hostile_programs() {
        let suite = Suite::new(2);
        let program = started_from(&source, suite.path());
        let output = suite.harness(&program, &LIMITS).output().unwrap();
        let screen = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = i32::from(verdict != "passed");
        assert_eq!(output.status.code(), Some(expected), "{}: {screen}", source.display());
        for case in suite.results()["cases"].as_array().unwrap() {
            assert_eq!(case["verdict"], *verdict, "{}: {screen}", source.display());
        }
        assert!(!screen.contains('\u{1b}') && !screen.lines().any(|line| line.starts_with("::")), "{screen}");
        assert_eq!(processes(&program.to_string_lossy()), 0, "{}", source.display());
    }
}

/// Runs the same program in several cases, one after the other, as root and as an ordinary user.
#[test]
fn nothing_is_left_for_the_next_program_whoever_marks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let leaving = [
        "left_behind.py",
        "changes_what_is_told.py",
        "counts_processes.py",
        "limits_who_starts_it.py",
        "temporary_files.sh",
    ];
    for name in leaving {
        if does_what_it_tries(&std::fs::read_to_string(folder.join(name)).unwrap()) {
            continue;
        }
        let suite = Suite::new(4);
        let program = started_from(&folder.join(name), suite.path());
        let marking = [suite.harness(&program, &[]), suite.harness_of_an_ordinary_user(&program, &[])];
        for mut command in marking {
            let screen = String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned();
            for case in suite.results()["cases"].as_array().unwrap() {
                assert_eq!(case["verdict"], "passed", "{name}: {screen}");
            }
            std::fs::remove_dir_all(suite.path().join("reports")).unwrap();
        }
    }
}

/// Runs `harness doctor --attack` behind a command such as `setpriv`, and checks that nothing gets through.
#[track_caller]
fn withstands_attacks(before: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    // The user that the harness becomes may not be able to read the folder of the workspace.
    let program = folder.path().join("harness");
    support::copy_program(env!("CARGO_BIN_EXE_harness").as_ref(), &program);
    let mut words = before.iter().map(ToString::to_string).collect::<Vec<_>>();
    words.push(program.to_string_lossy().into_owned());
    let output = Command::new(&words[0]).args(&words[1..]).args(["doctor", "--attack"]).output().unwrap();
    let screen =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(screen.contains("0 processes left"), "{screen}");
    assert!(!screen.contains("THROUGH"), "{screen}");
    assert!(!screen.contains("sandbox T1") || !screen.contains("not tried"), "{screen}");
    assert_eq!(output.status.code(), Some(i32::from(screen.contains("not tried"))), "{screen}");
}

#[test]
fn attacks_get_nowhere() {
    withstands_attacks(&[]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn attacks_get_nowhere_where_an_ordinary_user_marks() {
    if rustix::process::geteuid().is_root() {
        withstands_attacks(&ORDINARY);
    }
}

/// The steps by which a process takes landlock away from all that comes from it, and becomes another program.
const WITHOUT_LANDLOCK: &str = include_str!("support/without_landlock.py");

#[test]
#[ignore = "slow: a part of .ci/full"]
fn attacks_get_nowhere_without_landlock() {
    let python = find_program("python3").unwrap();
    let words = [python.to_str().unwrap(), "-c", WITHOUT_LANDLOCK];
    withstands_attacks(&words);
    if rustix::process::geteuid().is_root() {
        withstands_attacks(&[&ORDINARY[..], &words].concat());
    }
}

#[test]
fn a_neighbour_of_a_bomb_keeps_its_verdict() {
    // Where a bomb may end its neighbour, every result says so.
    let says_so = missing(tier()).contains(&"signals to others".to_string());
    assert_eq!(says_so, tier() > Tier::LandlockScoped);
    if !says_so {
        survives_a_bomb();
    }
}

/// Marks a good program while a bomb goes off beside it.
fn survives_a_bomb() {
    let (suite, neighbour) = (Suite::new(1), Suite::new(5));
    let bomb =
        support::script(suite.path(), "bomb.sh", "#!/bin/sh\nb() { b | b & }\nb\nwhile :; do :; done\n");
    let good = support::script(neighbour.path(), "good.sh", "#!/bin/sh\necho contained | cat\n");
    let mut bombing = suite.harness(&bomb, &LIMITS).stdout(Stdio::null()).spawn().unwrap();
    let output = neighbour.harness(&good, &[]).output().unwrap();
    let screen =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{screen}");
    assert_eq!(bombing.wait().unwrap().code(), Some(1), "the bomb does not pass");
    assert_eq!(processes(&bomb.to_string_lossy()), 0);
}

/// Starts marking a program that sleeps, and waits until it does.
fn marking_a_sleeper(suite: &Suite, token: &str) -> Child {
    let text = format!("#!/bin/sh\necho contained\nsleep {token}\n");
    let sleeper = support::script(suite.path(), "sleeper.sh", &text);
    let mut marking =
        suite.harness(&sleeper, &["--limit", "wall=3000"]).stdout(Stdio::null()).spawn().unwrap();
    while processes(token) == 0 {
        assert!(marking.try_wait().unwrap().is_none(), "it ended before its program slept");
        std::thread::yield_now();
    }
    marking
}

#[test]
fn a_run_that_is_interrupted_leaves_no_program_and_says_so() {
    for (signal, token) in
        [(rustix::process::Signal::INT, "2977.25"), (rustix::process::Signal::TERM, "2977.5")]
    {
        let suite = Suite::new(3);
        let token = format!("{token}{}", std::process::id());
        let mut marking = marking_a_sleeper(&suite, &token);
        rustix::process::kill_process(rustix::process::Pid::from_child(&marking), signal).unwrap();
        assert_eq!(marking.wait().unwrap().code(), Some(4));
        assert_eq!(processes(&token), 0);
        let results = suite.path().join("reports/results.json");
        assert!(!results.exists(), "no case is done, so nothing takes the place of earlier results");
    }
}

#[test]
fn a_harness_that_is_killed_leaves_no_program() {
    let suite = Suite::new(1);
    let token = format!("2978.5{}", std::process::id());
    let mut marking = marking_a_sleeper(&suite, &token);
    marking.kill().unwrap();
    marking.wait().unwrap();
    while processes(&token) > 0 {
        std::thread::yield_now();
    }
}

#[test]
fn marking_is_refused_below_the_required_sandbox() {
    let suite = Suite::new(1);
    let good = support::script(suite.path(), "good.sh", "#!/bin/sh\necho contained\n");
    let marked = |strongest: &str, required: &str| {
        let mut command = suite.harness(&good, &["--require-sandbox", required]);
        command.env("HARNESS_SANDBOX_AT_MOST", strongest).output().unwrap()
    };
    for (strongest, required) in [("T4", "landlock"), ("T4", "namespaces"), ("T2", "namespaces")] {
        let output = marked(strongest, required);
        assert_eq!(output.status.code(), Some(5), "{strongest} {required}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("harness doctor"), "{error}");
    }
    if tier() <= Tier::LandlockScoped {
        assert_eq!(marked("T2", "landlock").status.code(), Some(0));
    }
}

#[test]
fn a_weak_sandbox_is_told_in_every_summary() {
    let suite = Suite::new(1);
    let good = support::script(suite.path(), "good.sh", "#!/bin/sh\necho contained\n");
    let output = suite.harness(&good, &[]).env("HARNESS_SANDBOX_AT_MOST", "T4").output().unwrap();
    let screen = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(screen.contains("WARNING: programs were not fully contained"), "{screen}");
    let sandbox = &suite.results()["sandbox"];
    assert_eq!(sandbox["tier"], "T4");
    assert!(sandbox["missing"].as_array().unwrap().iter().any(|missing| missing == "files"));
}
