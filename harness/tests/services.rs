//! The files for marking services do what they say, as far as a machine without these services can tell.

mod support;

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;
use support::{harness, root};

/// Returns a file to copy from `docs/ci`.
fn shipped(name: &str) -> String {
    std::fs::read_to_string(root().join("docs/ci").join(name)).expect("shipped")
}

fn yaml(text: &str) -> Value {
    serde_saphyr::from_str(text).expect("YAML")
}

/// Makes a folder with the sample submission as `submission` and the tool as it was downloaded.
fn checked_out(folder: &Path) {
    let submission = folder.join("submission");
    std::fs::create_dir_all(&submission).expect("made");
    std::fs::copy(root().join("samples/little_battle.py"), submission.join("little_battle.py"))
        .expect("copied");
    symlink(env!("CARGO_BIN_EXE_harness"), folder.join("harness")).expect("linked");
}

/// Returns all texts in a document.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(list) => list.iter().flat_map(texts).collect(),
        Value::Object(map) => map.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn jobs_in_a_students_repository_hold_no_token_and_no_cases() {
    for name in ["github.yml", "gitlab.yml"] {
        let job = yaml(&shipped(name));
        let texts = texts(&job);
        for forbidden in ["secrets.", "token", "TOKEN", "--cases", "--audience", "--target", "git clone"] {
            assert!(!texts.iter().any(|text| text.contains(forbidden)), "{name}: {forbidden}");
        }
        assert!(texts.iter().any(|text| text.contains("harness check ")), "{name}");
        assert!(texts.iter().any(|text| text.contains("sha256sum --check")), "{name}");
    }
    let github = yaml(&shipped("github.yml"));
    assert_eq!(github["permissions"], serde_json::json!({"contents": "read"}));
    assert_eq!(github["jobs"]["mark"]["steps"][0]["with"]["persist-credentials"], false);
}

fn bash(folder: &Path, script: &str) -> Output {
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "-c", script]).current_dir(folder);
    command.env("GITHUB_STEP_SUMMARY", folder.join("summary.md"));
    command.output().expect("bash runs")
}

#[test]
fn the_workflow_for_github_marks_and_tells() {
    let folder = tempfile::tempdir().expect("a folder");
    checked_out(folder.path());
    let workflow = yaml(&shipped("github.yml"));
    let steps = workflow["jobs"]["mark"]["steps"].as_array().expect("a list");
    let step = |name: &str| steps.iter().find(|step| step["name"] == name).expect("there");
    let output = bash(folder.path(), step("mark")["run"].as_str().expect("text"));
    let screen = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{screen}{}", String::from_utf8_lossy(&output.stderr));
    let annotations =
        screen.lines().filter(|line| line.starts_with("::error title=Little Battle%3A ")).count();
    assert!((1..=10).contains(&annotations), "{screen}");
    assert!(!screen.contains("not public"), "{screen}");
    let summary = std::fs::read_to_string(folder.path().join("summary.md")).expect("written");
    assert!(summary.starts_with("## Little Battle\n"), "{summary}");
    for name in ["report.html", "junit.xml"] {
        assert!(folder.path().join("marks").join(name).is_file(), "{name}");
    }
}

#[test]
fn the_job_for_gitlab_writes_the_tests_that_it_names() {
    let folder = tempfile::tempdir().expect("a folder");
    checked_out(folder.path());
    let job = &yaml(&shipped("gitlab.yml"))["mark"];
    let line = job["script"][0].as_str().expect("text");
    let line = line.replace("/tmp/harness", env!("CARGO_BIN_EXE_harness"));
    let output = bash(&folder.path().join("submission"), &line);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let tests = job["artifacts"]["reports"]["junit"].as_str().expect("text");
    let xml = std::fs::read_to_string(folder.path().join("submission").join(tests)).expect("written");
    assert!(xml.contains("<testsuites name=\"little_battle\""));
}

#[test]
fn the_makefile_marks_the_program_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    checked_out(folder.path());
    let submission = folder.path().join("submission");
    std::fs::write(submission.join("Makefile"), shipped("Makefile")).expect("written");
    let output = Command::new("make")
        .arg("mark")
        .arg(format!("HARNESS={}", env!("CARGO_BIN_EXE_harness")))
        .current_dir(&submission)
        .output()
        .expect("make is installed");
    // Make says 2 when a command said 1.
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(submission.join("marks/report.html").is_file());
}

/// The archive of an autograder, which takes a while to pack.
static ARCHIVE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["export", "gradescope", "--suite", "little_battle", "--output"];
    harness().args(arguments).arg(folder.path().join("a.zip")).assert().success();
    std::fs::read(folder.path().join("a.zip")).expect("written")
});

/// Unpacks the archive of an autograder as Gradescope does, below `folder`.
fn autograder(folder: &Path) {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(ARCHIVE.as_slice())).expect("a zip");
    archive.extract(folder.join("source")).expect("unpacked");
    for name in ["setup.sh", "run_autograder", "harness"] {
        let mode = std::fs::metadata(folder.join("source").join(name)).expect(name).permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{name} is executable");
    }
}

/// Runs the autograder and returns its exit status and the results that it leaves for Gradescope.
fn graded(folder: &Path) -> (Option<i32>, Value) {
    let output = Command::new(folder.join("source/run_autograder"))
        .env("AUTOGRADER_ROOT", folder)
        .current_dir("/")
        .output()
        .expect("it runs");
    let text = std::fs::read_to_string(folder.join("results/results.json")).expect("written");
    (output.status.code(), serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn the_autograder_for_gradescope_grades() {
    let folder = tempfile::tempdir().expect("a folder");
    checked_out(folder.path());
    autograder(folder.path());
    let (status, results) = graded(folder.path());
    assert_eq!(status, Some(0), "marks below the maximum are no failure of the autograder");
    let schema = std::fs::read_to_string(root().join("harness/tests/schemas/gradescope.schema.json"))
        .expect("shipped");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = schema.iter_errors(&results).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
    let tests = results["tests"].as_array().expect("a list");
    let scores: f64 = tests.iter().filter_map(|test| test["score"].as_f64()).sum();
    assert!((scores - results["score"].as_f64().expect("a number")).abs() < 1e-3);
    for visibility in ["visible", "after_published", "hidden"] {
        assert!(tests.iter().any(|test| test["visibility"] == visibility), "{visibility}");
    }
    let setup = std::fs::read_to_string(folder.path().join("source/setup.sh")).expect("there");
    assert!(setup.ends_with("--no-install-recommends python3\n"), "{setup}");
}

#[test]
fn a_submission_that_cannot_be_started_is_told_why() {
    let folder = tempfile::tempdir().expect("a folder");
    checked_out(folder.path());
    autograder(folder.path());
    let submission = folder.path().join("submission");
    std::fs::rename(submission.join("little_battle.py"), submission.join("a \"b\\.txt")).expect("renamed");
    let (status, results) = graded(folder.path());
    assert_eq!((status, &results["score"]), (Some(0), &Value::from(0)));
    let output = results["output"].as_str().expect("text");
    assert!(output.starts_with("The submission was not marked. error: "), "{output}");
    assert!(output.contains("little_battle.py"), "{output}");
}
