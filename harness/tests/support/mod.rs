//! What the tests of the command share: where programs are, and how they are run.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

pub(crate) mod class;
pub(crate) mod flawed;
pub(crate) mod hostile;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// Returns the folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Returns the folder of programs to mark for a suite.
pub(crate) fn submissions(suite: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions").join(suite)
}

/// Returns whether all is to be tried of which else a share is: `HARNESS_EVERY_FAULT` is set, as in `.ci/full`. A whole test that is left to it is
/// marked with `#[ignore]`, so that its absence is told.
pub(crate) fn every_fault() -> bool {
    std::env::var_os("HARNESS_EVERY_FAULT").is_some()
}

/// Returns every `step`-th of these, or all where every fault is tried: each is marked by a whole suite.
pub(crate) fn share<T>(items: Vec<T>, step: usize) -> Vec<T> {
    if every_fault() {
        return items;
    }
    items.into_iter().step_by(step).collect()
}

/// The environment variable that holds the path of a copy of the harness, where tests are run as another user.
const COPY: &str = "HARNESS_COPY_FOR_TESTS";

/// Returns the harness that is tested.
pub(crate) fn program() -> PathBuf {
    std::env::var_os(COPY).map_or_else(|| env!("CARGO_BIN_EXE_harness").into(), PathBuf::from)
}

/// Where root runs the tests, runs all of this file but those whose names hold `skipped` once more as an ordinary user, by copies that
/// this user can read wherever the workspace stands.
pub(crate) fn once_more_as_an_ordinary_user(skipped: &str) {
    if rustix::process::geteuid().is_root() {
        once_more(&hostile::ORDINARY, skipped, &[]);
    }
}

/// Where waits are only looked for.
const LOOKED: [(&str, &str); 1] = [("HARNESS_WAITS", "looked")];

/// Runs all of this file but those whose names hold `skipped` once more where waits are only looked for.
pub(crate) fn once_more_looking_for_waits(skipped: &str) {
    once_more(&["env"], skipped, &LOOKED);
}

/// Where root runs the tests, does the same as an ordinary user.
pub(crate) fn once_more_looking_as_an_ordinary_user(skipped: &str) {
    if rustix::process::geteuid().is_root() {
        once_more(&hostile::ORDINARY, skipped, &LOOKED);
    }
}

/// Runs all of this file but those whose names hold `skipped` once more where the kernel must tell of waits; where root runs the tests, as
/// an ordinary user, too.
pub(crate) fn once_more_told_of_waits(skipped: &str) {
    let notified = [("HARNESS_WAITS", "notified")];
    once_more(&["env"], skipped, &notified);
    if rustix::process::geteuid().is_root() {
        once_more(&hostile::ORDINARY, skipped, &notified);
    }
}

/// Runs the tests of this file behind a command.
fn once_more(command: &[&str], skipped: &str, environment: &[(&str, &str)]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let copy = |from: PathBuf, name: &str| copy_program(&from, &folder.path().join(name));
    copy(std::env::current_exe().unwrap(), "tests");
    copy(program(), "harness");
    copy(reference_program("pizza"), "pizza");
    let output = std::process::Command::new(command[0])
        .args(&command[1..])
        .arg(folder.path().join("tests"))
        .args(["--skip", skipped])
        .env(COPY, folder.path().join("harness"))
        .envs(environment.iter().copied())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !told.contains(" 0 passed"), "{environment:?} {told}");
}

/// Returns the executable of a reference game. It is built with the tests of the whole workspace.
pub(crate) fn reference_program(name: &str) -> PathBuf {
    let path = program().with_file_name(name);
    assert!(path.is_file(), "{} is not built: run the tests with `--workspace`", path.display());
    path
}

/// Returns the command `harness`, run in the folder of the workspace; a copy of it stays where the tests run, and takes the suites
/// that are inside it.
pub(crate) fn harness() -> Command {
    let mut command = Command::new(program());
    command.env("NO_COLOR", "1");
    if std::env::var_os(COPY).is_none() {
        command.current_dir(root());
    }
    command
}

/// Writes an executable script and returns its path.
pub(crate) fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Copies a program that is to be started. Another process writes the copy: of a file that this one has open for writing, each process
/// that another test starts meanwhile holds a writable copy for a moment, and nobody can start a file that somebody may write.
pub(crate) fn copy_program(from: &Path, to: &Path) {
    let copied = std::process::Command::new("cp").arg(from).arg(to).status().unwrap();
    assert!(copied.success(), "{} is copied to {}", from.display(), to.display());
}

/// What a run of `harness` has told.
pub(crate) struct Marked {
    /// The exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) screen: String,
    /// `results.json`.
    pub(crate) results: Value,
}

/// Marks `target` by `suite`, with more `arguments`, for staff.
pub(crate) fn mark(target: &Path, suite: &str, arguments: &[&str]) -> Marked {
    let folder = tempfile::tempdir().unwrap();
    let (cases, reports) = (soon_started(suite, folder.path()), folder.path().join("reports"));
    let output = harness()
        .args(["--suite", suite, "--audience", "staff"])
        .args(cases.iter().flat_map(|cases| [Path::new("--cases"), cases]))
        .arg("--target")
        .arg(target)
        .arg("--reports")
        .arg(&reports)
        .args(arguments)
        .output()
        .unwrap();
    let text = std::fs::read_to_string(reports.join("results.json")).unwrap_or_else(|_| {
        panic!(
            "no results: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    });
    Marked {
        status: output.status.code().unwrap(),
        screen: String::from_utf8(output.stdout).unwrap(),
        results: serde_json::from_str(&text).unwrap(),
    }
}

/// Writes a copy of a suite of the project that starts Python without what is installed beside it, which is half of what a start takes, and
/// returns the folder of cases that it is in. What a program prints, and so its marks, are the same.
pub(crate) fn soon_started(suite: &str, folder: &Path) -> Option<PathBuf> {
    let (from, to) = (root().join("cases").join(suite), folder.join("cases").join(suite));
    let text = std::fs::read_to_string(from.join("suite.yaml")).unwrap_or_default();
    if std::env::var_os(COPY).is_some() || !text.contains("\nstart:\n") {
        return None;
    }
    copy_folder(&from, &to);
    let usual = "\nstart:\n  python: [python3, -S, \"{entry}\"]\n";
    let soon = text.replace("python: [python3, ", "python: [python3, -S, ");
    let soon = if soon == text { text.replace("\nstart:\n", usual) } else { soon };
    std::fs::write(to.join("suite.yaml"), soon).unwrap();
    Some(folder.join("cases"))
}

impl Marked {
    /// Returns what each automatic row has lost, to four decimals; rows with all their marks are left out.
    pub(crate) fn lost(&self) -> BTreeMap<String, f64> {
        let rows = self.results["mark_sheet"].as_array().unwrap();
        let automatic = rows.iter().filter(|row| row["by"] == "harness");
        automatic
            .map(|row| {
                let lost = row["out_of"].as_f64().unwrap() - row["awarded"].as_f64().unwrap();
                (row["row"].as_str().unwrap().to_string(), (lost * 10_000.0).round() / 10_000.0)
            })
            .filter(|(_, lost)| *lost != 0.0)
            .collect()
    }

    /// Returns the mistakes that cost something: the row of each, its kind, and what it costs.
    pub(crate) fn mistakes(&self) -> Vec<(String, String, f64)> {
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let mistakes = self.results["mistakes"].as_array().unwrap().iter();
        mistakes
            .map(|mistake| (text(&mistake["row"]), text(&mistake["kind"]), mistake["lost"].as_f64().unwrap()))
            .filter(|(_, _, lost)| *lost > 0.0)
            .collect()
    }

    /// Returns every row that was charged and the name of the fault: the cause of a mistake, or of a difference that is no
    /// consequence of another, or the verdict of a case that went wrong in another way.
    pub(crate) fn faults(&self) -> Vec<(String, String)> {
        let mut faults = Vec::new();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        for mistake in self.results["mistakes"].as_array().unwrap() {
            faults.extend(mistake["cause"].as_str().map(|cause| (text(&mistake["row"]), cause.to_string())));
        }
        for case in self.results["cases"].as_array().unwrap() {
            match case["verdict"].as_str().unwrap() {
                "passed" => {}
                "wrong" | "presentation" => {
                    let differences = case["differences"].as_array().unwrap().iter();
                    let roots = differences.filter(|difference| difference["root"].is_null());
                    faults.extend(
                        roots.map(|difference| (text(&difference["row"]), text(&difference["cause"]))),
                    );
                }
                verdict => faults.push((text(&case["row"]), verdict.to_string())),
            }
        }
        faults
    }

    /// Returns the bends whose rules it is told to break; those that cannot be told apart stand together, with `|` between them.
    pub(crate) fn broken_rules(&self) -> Vec<String> {
        let mistakes = self.results["mistakes"].as_array().unwrap().iter();
        let keys = mistakes.filter_map(|mistake| mistake["key"].as_str()?.strip_prefix("rule "));
        keys.map(str::to_string).collect()
    }

    /// Returns the only case's verdict.
    pub(crate) fn verdict(&self) -> &str {
        let cases = self.results["cases"].as_array().unwrap();
        assert_eq!(cases.len(), 1, "one case is selected");
        cases[0]["verdict"].as_str().unwrap()
    }
}

/// A copy of the project's cases, to be changed.
pub(crate) fn copy_of_cases() -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("cases"), copy.path());
    copy
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("readable");
        let to = to.join(entry.path().strip_prefix(from).expect("inside"));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(to).expect("made");
        } else {
            std::fs::copy(entry.path(), to).expect("copied");
        }
    }
}

/// Writes the faithful program of a game in Python, with one patch of its list applied, and returns its path.
pub(crate) fn patched(folder: &Path, suite: &str, patch: &str) -> PathBuf {
    let read = |name: &str| std::fs::read_to_string(submissions(suite).join(name)).expect("it is there");
    let text = read(&format!("patches/{patch}.patch"));
    let patch = diffy::Patch::from_str(&text).expect("the patch is a unified diff");
    let program = folder.join(format!("{suite}.py"));
    std::fs::write(&program, diffy::apply(&read("faithful.py"), &patch).expect("it applies"))
        .expect("written");
    program
}
