//! Nothing that a submission says decides what it sees: not its first line, not a link, not a path.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::io::Write;
use std::path::Path;
use std::process::Command;

use support::{copy_program, reference_program, script};

/// All tiers; where one does not work, the next does.
const TIERS: [&str; 4] = ["T1", "T2", "T3", "T4"];

/// The tiers in which other files cannot be opened.
const WITHOUT_FILES: [&str; 3] = ["T1", "T2", "T3"];

/// Returns the marks that `target` wins in a suite, in a tier, and what was told.
fn marks(target: &Path, suite: &[&str], tier: &str) -> (f64, String) {
    let reports = tempfile::tempdir().unwrap();
    let mut command = support::harness();
    command.env("HARNESS_SANDBOX_AT_MOST", tier).args(suite).arg("--target").arg(target);
    let output = command.arg("--reports").arg(reports.path()).output().unwrap();
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let text = std::fs::read_to_string(reports.path().join("results.json")).unwrap_or_default();
    let results: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    assert!(output.status.code().is_some_and(|code| code <= 2), "{tier}: {told}");
    (results["summary"]["automatic"].as_f64().unwrap_or(0.0), told)
}

const PIZZA: [&str; 3] = ["--suite", "pizza", "--quiet"];

/// The submission wins no marks in any of the tiers.
#[track_caller]
fn wins_nothing(target: &Path, tiers: &[&str]) {
    for tier in tiers {
        let (marks, told) = marks(target, &PIZZA, tier);
        assert!(marks == 0.0, "{} wins {marks} in {tier}: {told}", target.display());
    }
}

fn zip(path: &Path, name: &str, text: &str) {
    let mut writer = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    let options = zip::write::SimpleFileOptions::default().unix_permissions(0o755);
    writer.start_file(name, options).unwrap();
    writer.write_all(text.as_bytes()).unwrap();
    writer.finish().unwrap();
}

#[test]
fn a_first_line_that_names_the_reference_wins_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let reference = reference_program("pizza");
    let (marks, told) = marks(&reference, &PIZZA, "T1");
    assert!(marks > 0.0, "the reference itself wins: {told}");
    std::os::unix::fs::symlink(&reference, folder.path().join("link")).unwrap();
    copy_program(&reference, &folder.path().join("copy"));
    for named in [reference.clone(), folder.path().join("link"), folder.path().join("copy")] {
        let text = format!("#!{}\n", named.display());
        wins_nothing(&script(folder.path(), "bare", &text), &TIERS);
        zip(&folder.path().join("it.zip"), "pizza", &text);
        wins_nothing(&folder.path().join("it.zip"), &TIERS);
    }
}

#[test]
fn a_link_to_the_reference_or_to_a_script_that_names_it_wins_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let reference = reference_program("pizza");
    script(folder.path(), "script", &format!("#!{}\n", reference.display()));
    std::os::unix::fs::symlink(&reference, path("to the program")).unwrap();
    std::os::unix::fs::symlink(path("script"), path("to a script")).unwrap();
    std::os::unix::fs::symlink(reference.parent().unwrap(), path("to the folder")).unwrap();
    wins_nothing(&path("to the program"), &TIERS);
    wins_nothing(&path("to a script"), &TIERS);
    wins_nothing(&path("to the folder").join("pizza"), &TIERS);
}

#[test]
fn a_first_line_opens_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join(".local");
    for name in ["bin", "lib", "share"] {
        std::fs::create_dir_all(home.join(name)).unwrap();
    }
    let secret = home.join("share/secret");
    std::fs::write(&secret, "contained\n").unwrap();
    let tool = script(&home.join("bin"), "tool", "#!/bin/sh\nexec /bin/sh \"$@\"\n");
    for interpreter in ["/tmp/../bin/sh", "/bin/../usr/bin/sh", &tool.display().to_string()] {
        let text = format!("#!{interpreter}\ncat {} /etc/hostname && echo contained\n", secret.display());
        let it = script(folder.path(), "it.sh", &text);
        let suite = support::hostile::Suite::new(1);
        for tier in WITHOUT_FILES {
            suite.harness(&it, &[]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
            assert_ne!(suite.results()["cases"][0]["verdict"], "passed", "{interpreter} in {tier}");
        }
    }
}

#[test]
fn a_first_line_may_name_what_the_suite_or_the_system_provides() {
    let folder = tempfile::tempdir().unwrap();
    let suite = support::hostile::Suite::new(1);
    let python = harness::running::find_program("python3").unwrap();
    std::os::unix::fs::symlink("/bin/sh", folder.path().join("link")).unwrap();
    for (name, text) in [
        ("sh", "#!/bin/sh\necho contained\n".to_string()),
        ("env", "#!/usr/bin/env sh\necho contained\n".to_string()),
        ("blanks", "#! \t/bin/sh -e\necho contained\n".to_string()),
        ("dots", "#!/usr/../bin/sh\necho contained\n".to_string()),
        ("python", format!("#!{} -u\nprint('contained')\n", python.display())),
    ] {
        let it = script(folder.path(), name, &text);
        for tier in TIERS {
            let output = suite.harness(&it, &[]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(suite.results()["cases"][0]["verdict"], "passed", "{name} in {tier}: {told}");
        }
    }
}

#[test]
fn a_module_behind_a_link_is_not_imported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["it", "course"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    std::fs::write(path("course/solution.py"), "print('contained')\n").unwrap();
    std::fs::write(path("it/main.py"), "import near.solution, far.solution, alone\n").unwrap();
    std::os::unix::fs::symlink("../course", path("it/near")).unwrap();
    std::os::unix::fs::symlink(path("course"), path("it/far")).unwrap();
    std::os::unix::fs::symlink(path("course/solution.py"), path("it/alone.py")).unwrap();
    let suite = support::hostile::Suite::new(1);
    for tier in TIERS {
        let output =
            suite.harness(&path("it/main.py"), &[]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{tier}");
        assert_eq!(suite.results()["cases"][0]["verdict"], "crashed", "{tier}");
    }
}

#[test]
fn a_target_may_be_named_from_below() {
    let folder = tempfile::tempdir().unwrap();
    let suite = support::hostile::Suite::new(1);
    let below = folder.path().join("below");
    std::fs::create_dir(&below).unwrap();
    script(folder.path(), "it.sh", "#!/bin/sh\necho contained\n");
    std::fs::write(folder.path().join("it.py"), "print('contained')\n").unwrap();
    std::fs::write(
        folder.path().join("it.c"),
        "#include <stdio.h>\nint main(void) { puts(\"contained\"); }\n",
    )
    .unwrap();
    for (target, options) in [
        ("../it.sh", &[][..]),
        ("../it.py", &[]),
        ("../it.c", &[]),
        ("python3 ../it.py", &["--target-command"]),
    ] {
        let output = suite.harness(Path::new(target), options).current_dir(&below).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{target}: {told}");
    }
}

/// Runs `harness` where it, and a reference under another name, are installed among the programs of the system, and returns
/// what the submission says. The machine itself is not changed: all of it happens in a namespace of mounts.
fn installed(submission: &str, tier: &str) -> String {
    let suite = support::hostile::Suite::new(1);
    let it = script(suite.path(), "it.sh", submission);
    let built = support::program().parent().unwrap().to_path_buf();
    let steps = format!(
        "set -e\nmount -t tmpfs none /usr/local/bin\nmkdir /usr/local/bin/deeper\ncp '{0}/harness' '{0}/pizza' /usr/local/bin\n\
         ln /usr/local/bin/pizza /usr/local/bin/deeper/lunch\ncp -r '{1}/cases' /usr/local/bin/cases\necho more >/usr/local/bin/more\n\
         exec /usr/local/bin/harness --suite hostile --audience staff --cases /usr/local/bin/cases --reports '{1}/reports' --target '{2}'\n",
        built.display(),
        suite.path().display(),
        it.display()
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private"]);
    if !rustix::process::geteuid().is_root() {
        command.args(["--user", "--map-root-user"]);
    }
    let output = command.args(["sh", "-c", &steps]).env("HARNESS_SANDBOX_AT_MOST", tier).output().unwrap();
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 2), "{tier}: {told}");
    suite.results()["cases"][0]["verdict"].as_str().unwrap().to_string()
}

#[test]
fn a_harness_among_the_systems_programs_is_neither_seen_nor_run() {
    let bin = "/usr/local/bin";
    let tried = format!(
        "#!/bin/sh\nfor what in harness pizza deeper/lunch; do\n\
         head -c 1 {bin}/$what >/dev/null && echo contained && exit\n\
         {bin}/$what --version >/dev/null </dev/null\n\
         test $? -lt 126 && echo contained && exit\ndone\n"
    );
    for tier in WITHOUT_FILES {
        assert_ne!(installed(&tried, tier), "passed", "one of the three is read or run in {tier}");
        let lists = format!("#!/bin/sh\ncat {bin}/cases/hostile/all/case_0.yaml && echo contained\n");
        assert_ne!(installed(&lists, tier), "passed", "cases are read in {tier}");
        let other = format!("#!/bin/sh\ntest \"$(cat {bin}/more)\" = more && echo contained\n");
        assert_eq!(installed(&other, tier), "passed", "what stands beside them is seen in {tier}");
    }
}

#[test]
fn a_submission_that_plays_by_the_harness_wins_nothing() {
    for tier in TIERS {
        let plays = "#!/bin/sh\nexec /usr/local/bin/harness play pizza\n";
        assert_ne!(installed(plays, tier), "passed", "{tier}");
        let prints = "#!/bin/sh\n/usr/local/bin/harness --version >/dev/null && echo contained\n";
        assert_ne!(installed(prints, tier), "passed", "{tier}");
    }
}

/// Returns the path of the harness, which every test needs to be built.
#[test]
fn the_harness_stands_beside_the_references() {
    let built = support::program();
    assert!(built.with_file_name("pizza").is_file(), "run the tests with `--workspace`");
}

#[test]
fn all_of_it_holds_for_an_ordinary_user() {
    support::once_more_as_an_ordinary_user("all_of_it_holds_for_an_ordinary_user");
}
