//! A transcript with holes is kept by `regen`, right for `lint`, shown as written, and marked by what fits.

mod support;

use std::path::Path;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use support::{harness, script};

const SUITE: &str = r#"title: Holes
reference: {game: little_battle}
tolerate: [trailing blanks, final newline, line ends, typography, clear screen, break after prompt]
disclose: {after-marking: cause, staff: title}
rules: {usage: "It says how it is used."}
marks:
  - {row: rest, title: Rest, out_of: 1, by: harness, forms: [map, year, "stage/*", "recruit/*"]}
  - {row: start, title: Start, out_of: 1, by: harness, parts: ["start/*"]}
"#;

const HEAD: &str = "why: \"w\"\nrule: usage\nrow: rest\nvisible: public\n";

const MAP: &str =
    "args: [c.txt]\nfiles:\n  c.txt: \"Frame: 5x5\\nWater: 0 0\\nWood: 4 0\\nFood: 0 4\\nGold: 4 4\\n\"\n";

/// Makes a folder of suites with one case, whose file is `case`.
fn suites_with(case: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("holes");
    std::fs::create_dir_all(suite.join("a")).expect("made");
    std::fs::write(suite.join("suite.yaml"), SUITE).expect("written");
    std::fs::create_dir_all(suite.join("b")).expect("made");
    let other = HEAD.replace("row: rest", "row: start") + "transcript: |2-\n";
    std::fs::write(suite.join("b/other.yaml"), other).expect("written");
    std::fs::write(suite.join("a/case.yaml"), case).expect("written");
    folder
}

fn case(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("holes/a/case.yaml")).expect("written")
}

fn regen(folder: &Path) -> String {
    harness().args(["regen", "--suite", "holes", "--cases"]).arg(folder).assert().success();
    let once = case(folder);
    harness().args(["regen", "--check", "--suite", "holes", "--cases"]).arg(folder).assert().code(0);
    once
}

fn mark(folder: &Path, program: &Path) -> Value {
    let reports = folder.join("reports");
    harness()
        .args(["--suite", "holes", "--audience", "staff", "--cases"])
        .arg(folder)
        .arg("--target")
        .arg(program)
        .arg("--reports")
        .arg(&reports)
        .output()
        .expect("run");
    let text = std::fs::read_to_string(reports.join("results.json")).expect("results");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn regen_leaves_lines_alone_that_fit_and_writes_the_others_anew() {
    let folder = suites_with(&format!("{HEAD}{MAP}transcript: |2-\n  <<DIS>>\n  <<QUIT>>\n"));
    let plain = regen(folder.path());
    let prompt = plain.lines().find(|line| line.ends_with("<<DIS>>")).expect("a prompt");
    let with_holes =
        plain.replace("-Year 617-", "-Year {{year:600 - 700}}-").replacen("Game Started", "{{*}} Started", 1);
    assert_ne!(with_holes, plain, "{plain}");
    std::fs::write(folder.path().join("holes/a/case.yaml"), &with_holes).expect("written");
    assert_eq!(regen(folder.path()), with_holes);
    harness().args(["lint", "holes", "--cases"]).arg(folder.path()).assert().code(0);
    let shown = harness().args(["show", "holes/a/case", "--cases"]).arg(folder.path()).assert().success();
    shown.stdout(contains("-Year {{year:600 - 700}}-").and(contains("{{*}} Started")));

    let stale = with_holes.replace("{{year:600 - 700}}", "{{year:1-2}}").replace(prompt, "  what? <<DIS>>");
    std::fs::write(folder.path().join("holes/a/case.yaml"), stale).expect("written");
    harness()
        .args(["lint", "holes", "--cases"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(contains("the transcript is not what the reference says"));
    assert_eq!(regen(folder.path()), with_holes.replace("{{year:600 - 700}}", "617"));
}

#[test]
fn parts_are_known_where_the_reference_fits_the_holes() {
    let folder = suites_with(&format!("{HEAD}transcript: |2-\n"));
    let plain = regen(folder.path());
    let with_hole = plain.replace("python3", "{{either: python | python3}}");
    assert_ne!(with_hole, plain, "{plain}");
    std::fs::write(folder.path().join("holes/a/case.yaml"), &with_hole).expect("written");
    for (says, verdict, row) in [
        ("Usage: python little_battle.py <filepath>", "passed", None),
        ("Usage: python3 little_battle.py <filepath>", "passed", None),
        // Letter case fails no case; it is noted, and deducted from the row that owns the line.
        ("usage: python little_battle.py <filepath>", "passed", Some("start")),
    ] {
        let program = script(folder.path(), "program", &format!("#!/bin/sh\necho '{says}'\n"));
        let results = mark(folder.path(), &program);
        let case = &results["cases"][0];
        assert_eq!(case["verdict"].as_str(), Some(verdict), "{says}: {case}");
        assert_eq!(case["differences"][0]["row"].as_str(), row, "{says}: {case}");
    }
}

#[test]
fn a_case_written_by_hand_is_marked_by_what_fits_its_holes() {
    let transcript = "  You rolled {{d: 1-4}} and {{e: 1-4}}.\n  {{...}}\n  > <<go>>\n  Sum: {{= d + e}}\n  {{either: Bye | Goodbye}}\n";
    let folder = suites_with(&format!("{HEAD}transcript: |2+\n{transcript}"));
    for (program, verdict, sentence) in [
        ("echo 'You rolled 1 and 3.'; echo x; printf '> '; read a; echo 'Sum: 4'; echo Bye", "passed", None),
        ("echo 'You rolled 4 and 4.'; printf '> '; read a; echo 'Sum: 8'; echo Goodbye", "passed", None),
        (
            "echo 'You rolled 1 and 3.'; printf '> '; read a; echo 'Sum: 5'; echo Bye",
            "wrong",
            Some("it should be 4 (d + e), not 5"),
        ),
        (
            "echo 'You rolled 1 and 6.'; printf '> '; read a; echo 'Sum: 7'; echo Bye",
            "wrong",
            Some("it should be a number from 1 to 4 (e), not 6"),
        ),
    ] {
        let path = script(folder.path(), "program", &format!("#!/bin/sh\n{program}\n"));
        let case = &mark(folder.path(), &path)["cases"][0];
        assert_eq!(case["verdict"].as_str(), Some(verdict), "{program}: {case}");
        let difference = &case["differences"][0];
        assert_eq!(difference["sentence"].as_str(), sentence, "{program}: {case}");
        assert_eq!(difference["cause"].as_str(), sentence.map(|_| "wrong value"), "{program}: {case}");
    }
}

#[test]
fn a_hole_that_cannot_be_is_refused_with_its_place() {
    let folder = suites_with(&format!("{HEAD}transcript: |2-\n  {{{{= d + 1}}}}\n"));
    harness()
        .args(["lint", "holes", "--cases"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(contains("case.yaml:6:3: no number before this one is called `d`"));
}
