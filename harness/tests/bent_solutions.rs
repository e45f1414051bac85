//! A course's own solution can be bent by patches: the cases are tried by it, also where it must be built first.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fmt::Write;
use std::path::Path;

use support::harness;

/// Adds up the numbers that are typed until a zero comes, each at most 100.
const SOLUTION: &str = r#"#include <stdio.h>

int main(void) {
    int sum = 0, number = 0;
    while (printf("Number: "), fflush(stdout), scanf("%d", &number) == 1 && number != 0) {
        if (number > 100) {
            printf("Too large.\n");
            continue;
        }
        sum += number;
    }
    printf("Sum: %d\n", sum);
    return 0;
}
"#;

const SUITE: &str = r#"title: Adding
reference:
  build: [gcc, -o, "{build}/add", "{suite}/reference/add.c"]
  command: ["{build}/add"]
tolerate: [break after prompt, final newline]
limits: {wall: 2}
rules: {sum: "The sum is printed.", largest: "A number above 100 is refused."}
marks:
  - {row: adding, title: Adding, out_of: 2, by: harness}
"#;

const CASES: [(&str, &str, &[&str]); 2] =
    [("two_numbers", "sum", &["3", "4", "0"]), ("too_large", "largest", &["101", "5", "0"])];

/// Writes a suite with these bends: the name of each, what stands in the solution, and what stands there instead.
fn write_suite(cases: &Path, bends: &[(&str, &str, &str)]) {
    let suite = cases.join("adding");
    for folder in ["reference", "bends", "cases"] {
        std::fs::create_dir_all(suite.join(folder)).unwrap();
    }
    std::fs::write(suite.join("reference/add.c"), SOLUTION).unwrap();
    let mut text = SUITE.to_string();
    if !bends.is_empty() {
        text.push_str("bends:\n");
    }
    for (name, from, to) in bends {
        assert!(SOLUTION.contains(from), "{from} is there");
        let patch = diffy::create_patch(SOLUTION, &SOLUTION.replace(from, to)).to_string();
        let patch = patch
            .replace("--- original", "--- a/reference/add.c")
            .replace("+++ modified", "+++ b/reference/add.c");
        std::fs::write(suite.join(format!("bends/{name}.patch")), patch).unwrap();
        let meaning = "sentence: s, hint: h, rule: sum, row: adding";
        writeln!(text, "  {name}: {{patch: bends/{name}.patch, {meaning}}}").unwrap();
    }
    std::fs::write(suite.join("suite.yaml"), text).unwrap();
    for (name, rule, typed) in CASES {
        let typed = typed.join(">>\n  <<");
        let head = format!("why: it must be right\nrule: {rule}\nrow: adding\nvisible: public\n");
        std::fs::write(
            suite.join(format!("cases/{name}.yaml")),
            format!("{head}transcript: |2-\n  <<{typed}>>\n"),
        )
        .unwrap();
    }
    // A suite whose bends cannot be built is refused.
    harness().args(["regen", "--suite", "adding", "--cases"]).arg(cases).assert().code(&[0, 2][..]);
}

/// Returns the exit status of a command about a suite with these bends, and what it says on both streams.
fn said(command: &str, bends: &[(&str, &str, &str)]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    write_suite(folder.path(), bends);
    let output = harness().args([command, "adding", "--cases"]).arg(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

const LAST_ONLY: (&str, &str, &str) = ("last-number-only", "sum += number;", "sum = number;");
const LARGE: (&str, &str, &str) = ("large-numbers-accepted", "number > 100", "number > 1000");

#[test]
fn a_solution_is_built_and_bent_and_the_cases_that_notice_it_are_counted() {
    let (status, said) = said("strength", &[LAST_ONLY, LARGE]);
    assert_eq!(status, 0, "{said}");
    for name in ["last-number-only", "large-numbers-accepted"] {
        let line =
            said.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_else(|| panic!("{said}"));
        let counts: Vec<&str> = line.split_whitespace().skip(1).collect();
        assert_eq!(counts, ["1", "1", "1", "1"], "{said}");
    }
    assert!(said.contains("1 pairs of them, of which 0 are not clear"), "{said}");
}

#[test]
fn two_bends_that_no_case_tells_apart_are_told() {
    let twin = ("larger-numbers-accepted", "number > 100", "number > 200");
    let (status, said) = said("strength", &[LARGE, twin]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("no case tells `large-numbers-accepted` from `larger-numbers-accepted`"), "{said}");
}

#[test]
fn lint_wants_each_bend_to_be_noticed_and_to_be_built() {
    let (status, good) = said("lint", &[LAST_ONLY]);
    assert_eq!((status, good.as_str()), (0, ""));
    let unnoticed = ("stops-at-minus-one", "number != 0", "number != 0 && number != -1");
    let (status, told) = said("lint", &[LAST_ONLY, unnoticed]);
    assert_eq!(status, 2, "{told}");
    assert!(told.contains("no case notices the bend `stops-at-minus-one`"), "{told}");
    let (status, table) = said("strength", &[LAST_ONLY, unnoticed]);
    assert_eq!(status, 1, "{table}");
    assert!(table.contains("no case notices it"), "{table}");
    let broken = ("not-c", "int sum = 0,", "whole sum = 0,");
    let (status, told) = said("lint", &[broken]);
    assert_eq!(status, 2, "{told}");
    assert!(told.contains("with the patch of the bend `not-c` the reference cannot be built"), "{told}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_bent_solution_that_crashes_or_never_ends_is_noticed() {
    let crash = ("crashes", "printf(\"Sum: %d\\n\", sum);", "sum /= sum - sum;");
    let hang = ("asks-for-ever", "continue;", "for (;;);");
    let (status, said) = said("strength", &[crash, hang]);
    assert_eq!(status, 0, "{said}");
}
