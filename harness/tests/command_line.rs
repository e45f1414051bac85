//! Bad use gets one clear message and exit status 2 or 3, and changes nothing; good use does what it says.

mod support;

use std::path::Path;

use predicates::prelude::*;
use predicates::str::contains;
use support::{copy_of_cases, harness, script};

/// Runs `harness` with `arguments` in an empty folder that has the project's cases; the command must end with
/// `status` and say each of `words` on standard error, and make no file.
#[track_caller]
fn refuses(arguments: &[&str], status: i32, words: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut assert = harness()
        .current_dir(folder.path())
        .args(["--cases", support::root().join("cases").to_str().expect("a path in UTF-8")])
        .args(arguments)
        .assert()
        .code(status)
        .stdout("");
    for word in words {
        assert = assert.stderr(contains(*word));
    }
    let made: Vec<_> = std::fs::read_dir(folder.path()).expect("readable").collect();
    assert!(made.is_empty(), "{made:?}");
}

#[test]
fn a_target_that_is_not_there_is_refused() {
    refuses(
        &["--target", "nothing.py", "--suite", "little_battle"],
        2,
        &["nothing.py: there is no such file or folder"],
    );
}

#[test]
fn a_target_that_cannot_be_executed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program");
    std::fs::write(&path, "#!/bin/sh\n").expect("written");
    let path = path.to_str().expect("UTF-8");
    refuses(&["--target", path, "--suite", "little_battle"], 2, &["is not executable", "chmod +x"]);
}

#[test]
fn a_folder_without_an_entry_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    refuses(
        &["--target", path, "--suite", "little_battle"],
        2,
        &["does not hold the submission", "little_battle.py"],
    );
}

#[test]
fn a_command_whose_program_is_not_there_is_refused() {
    refuses(
        &["--target", "no-such-program x", "--suite", "little_battle"],
        2,
        &["`no-such-program` is not there"],
    );
    refuses(&["--target", "sh 'x", "--suite", "little_battle"], 2, &["is no command line", "quotation mark"]);
}

#[test]
fn the_nearest_name_is_offered() {
    refuses(&["--target", "sh", "--suite", "little-battle"], 2, &["did you mean `little_battle`?"]);
    let wrong_case =
        ["--target", "sh -c true", "--suite", "little_battle", "--case", "move/diagonal_is_refusd"];
    refuses(&wrong_case, 3, &["did you mean `move/diagonal_is_refused`?"]);
    refuses(&["show", "little_battle/move/diagonal"], 2, &["did you mean `move/diagonal_is_refused`?"]);
    refuses(&["play", "litle_battle"], 2, &["did you mean `little_battle`?"]);
    refuses(&["lint", "little"], 2, &["did you mean `little_battle`?"]);
}

#[test]
fn reports_that_cannot_be_written_are_refused_before_anything_runs() {
    let arguments = ["--target", "sh -c true", "--suite", "little_battle", "--reports", "/proc/reports"];
    refuses(&arguments, 2, &["/proc/reports: reports cannot be written there", "--reports"]);
}

#[test]
fn half_a_command_is_refused() {
    refuses(&["--target", "sh"], 2, &["give both --target and --suite"]);
    refuses(&[], 2, &["give both --target and --suite"]);
    refuses(&["--nonsense"], 2, &["--nonsense"]);
    refuses(&["--suite", "little_battle", "lint"], 2, &["not both"]);
}

#[test]
fn a_case_that_is_not_public_is_shown_to_staff_only() {
    let suite = support::root().join("cases/little_battle");
    let hidden = walkdir::WalkDir::new(&suite)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("readable").into_path())
        .find(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("\nvisible: staff\n")))
        .expect("there is a hidden case");
    let id = hidden.strip_prefix(&suite).expect("inside").with_extension("");
    let name = format!("little_battle/{}", id.display());
    refuses(&["show", &name], 2, &["not public", "--audience staff"]);
    harness()
        .args(["show", &name, "--audience", "staff"])
        .assert()
        .success()
        .stdout(contains("conversation"));
}

#[test]
fn a_public_case_is_shown_as_a_conversation() {
    harness()
        .args(["show", "little_battle/move/diagonal_is_refused"])
        .assert()
        .success()
        .stdout(contains("config.txt:\nFrame: 5x5\n").and(contains("»\nInvalid move. Try again.\n")));
}

#[test]
fn the_cases_of_a_suite_are_listed_and_students_see_the_public_ones() {
    let listed = |arguments: &[&str]| {
        let output = harness().args(["show", "little_battle"]).args(arguments).output().expect("it runs");
        assert!(output.status.success());
        (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"))
    };
    let (student, note) = listed(&[]);
    let (staff, _) = listed(&["--audience", "staff"]);
    assert!(student.contains("move/diagonal_is_refused  "), "{student}");
    let hidden = staff.lines().filter(|line| !student.lines().any(|seen| seen == *line)).count();
    assert_eq!(staff.lines().count(), student.lines().count() + hidden);
    assert!(hidden > 0 && note.contains(&format!("{hidden} more are not public")), "{note}");
    refuses(&["show", "little-battle"], 2, &["did you mean `little_battle`?"]);
}

#[test]
fn a_game_is_played_in_the_terminal() {
    let config = support::root().join("cases/little_battle/maps/5x5.txt");
    harness()
        .args(["play", "little_battle", config.to_str().expect("UTF-8")])
        .write_stdin("QUIT\n")
        .assert()
        .success()
        .stdout(contains(
            "(enter QUIT to quit the game)\n\nPlease check the battlefield, commander.\n  X00 01 02 03 04X\n",
        ));
    harness()
        .args(["play", "little_battle"])
        .assert()
        .success()
        .stdout("Usage: python3 little_battle.py <filepath>\n");
}

#[test]
fn without_a_folder_of_cases_the_public_ones_are_inside_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = support::reference_program("little_battle");
    let output = harness()
        .current_dir(folder.path())
        .args(["--suite", "little_battle", "--target", program.to_str().expect("UTF-8")])
        .output()
        .expect("it runs");
    let screen = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{screen}");
    let results =
        std::fs::read_to_string(folder.path().join("reports/little_battle/results.json")).expect("written");
    let results: serde_json::Value = serde_json::from_str(&results).expect("JSON");
    let cases = results["cases"].as_array().expect("a list");
    assert!(cases.len() >= 90, "{}", cases.len());
    assert!(cases.iter().all(|case| case["visible"] == "public"));
}

#[test]
fn lint_tells_prices_only_and_regen_has_nothing_to_say() {
    // Of all suites: `.ci/run`. The rules of a suite are tried with each of its cases.
    let prices = contains("  recruit                      2         0.250     0.500\n")
        .and(contains("little_battle: what a single slip costs at most, in the row that owns its part"))
        .and(contains("  rows that own no part: scout, games\n"));
    harness().args(["lint", "little_battle"]).assert().success().stdout(prices).stderr("");
    harness().args(["regen", "--check"]).assert().success().stdout("").stderr("");
}

#[test]
fn a_folder_without_suites_is_not_called_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let lint = || harness().arg("lint").arg("--cases").arg(folder.path()).assert();
    lint().code(2).stderr(contains("there are no suites here"));
    std::fs::create_dir(folder.path().join("bots")).expect("made");
    lint().code(2).stderr(contains("bots/suite.yaml: the suite `bots` has no such file"));
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).expect("readable");
    assert!(text.contains(from), "{}", path.display());
    std::fs::write(path, text.replacen(from, to, 1)).expect("written");
}

#[test]
fn regen_rewrites_only_the_transcript_and_only_once() {
    let copy = copy_of_cases();
    let case = copy.path().join("little_battle/move/diagonal_is_refused.yaml");
    let before = std::fs::read_to_string(&case).expect("readable");
    let commented =
        before.replacen("why:", "# a comment stays\nwhy:", 1).replacen("Try again.", "Try it again.", 1);
    std::fs::write(&case, &commented).expect("written");
    let run = |arguments: &[&str]| harness().arg("--cases").arg(copy.path()).args(arguments).assert();
    run(&["regen", "--check"])
        .code(1)
        .stdout(contains("would change").and(contains("diagonal_is_refused.yaml")));
    assert_eq!(std::fs::read_to_string(&case).expect("readable"), commented, "--check changes nothing");
    run(&["regen"]).success().stdout(contains("changed").count(1));
    let after = std::fs::read_to_string(&case).expect("readable");
    assert_eq!(after, before.replacen("why:", "# a comment stays\nwhy:", 1));
    run(&["regen"]).success().stdout("");
}

#[test]
fn a_new_case_needs_only_the_lines_that_are_typed() {
    let copy = copy_of_cases();
    let case = copy.path().join("little_battle/move/new.yaml");
    let text = "why: a reason\nrule: move-quit\nrow: move\nvisible: public\nargs: [c]\nfiles:\n  c: {path: ../maps/5x5.txt}\ntranscript: |2-\n  <<QUIT>>\n";
    let rules = std::fs::read_to_string(copy.path().join("little_battle/suite.yaml")).expect("readable");
    let rule = rules
        .lines()
        .skip_while(|line| *line != "rules:")
        .nth(1)
        .expect("a rule")
        .split_once(':')
        .expect("a key")
        .0;
    std::fs::write(&case, text.replace("move-quit", rule.trim())).expect("written");
    let run = |arguments: &[&str]| harness().arg("--cases").arg(copy.path()).args(arguments).assert();
    run(&["regen", "--suite", "little_battle"]).success().stdout(contains("new.yaml"));
    let written = std::fs::read_to_string(&case).expect("readable");
    assert!(written.contains("Enter 'NO' to end this stage.\n  <<QUIT>>\n"), "{written}");
    run(&["lint", "little_battle"]).success();
}

#[test]
fn lint_tells_every_problem_of_every_file_at_once_with_its_place() {
    let copy = copy_of_cases();
    let file = |name: &str| copy.path().join("little_battle").join(name);
    edit(&file("move/diagonal_is_refused.yaml"), "row: move", "row: moves\ncolour: red");
    edit(&file("move/diagonal_is_refused.yaml"), "visible: ", "visible: nobody # ");
    edit(
        &file("move/letters_are_refused.yaml"),
        "transcript: |2+\n",
        "limits: {wall: soon}\ntranscript: |2+\n  {{what}}\n",
    );
    edit(&file("fights/a_knight_defeats_a_scout.yaml"), "../maps/", "../nowhere/");
    edit(&file("scout/one_step.yaml"), "rule: ", "rule: no-such-");
    edit(
        &file("recruit/the_base_itself_is_refused.yaml"),
        "transcript: |2+\n",
        "transcript: |2+\n  <<open\n",
    );
    std::fs::copy(
        file("turns/types_without_an_army_are_left_out.yaml"),
        file("turns/types_without_an_army_are_left_out.yml"),
    )
    .expect("copied");
    edit(&file("suite.yaml"), "limits: {wall: 10", "limits: {wall: -1");
    edit(&file("suite.yaml"), "step: 0.3", "step: 4");
    let output =
        harness().arg("--cases").arg(copy.path()).args(["lint", "little_battle"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).expect("text");
    for words in [
        "unknown key `colour`",
        "`visible` cannot be `nobody`",
        "`wall` must be a number, found \"soon\"",
        "there is no file `../nowhere/",
        "`<<` is not closed on its line",
        "`wall` must be a number of seconds above 0",
        "`step` must be a number of marks above 0",
        "is there twice",
    ] {
        assert!(told.contains(words), "{words} is not told in:\n{told}");
    }
    let place = told.lines().find(|line| line.contains("unknown key")).expect("it is told");
    let numbers = place.split("diagonal_is_refused.yaml:").nth(1).expect("the file is named");
    let text = std::fs::read_to_string(file("move/diagonal_is_refused.yaml")).expect("readable");
    let line = text.lines().position(|line| line.starts_with("colour")).expect("it is there") + 1;
    assert!(numbers.starts_with(&format!("{line}:1:")), "{place}");
}

#[test]
fn names_that_the_suite_does_not_have_are_told_with_the_nearest() {
    let copy = copy_of_cases();
    let file = |name: &str| copy.path().join("little_battle").join(name);
    edit(&file("move/diagonal_is_refused.yaml"), "row: move", "row: moves");
    edit(&file("scout/one_step.yaml"), "row: scout", "row: skout");
    let output =
        harness().arg("--cases").arg(copy.path()).args(["lint", "little_battle"]).output().expect("it runs");
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("the suite has no row `moves`\n  help: did you mean `move`?"), "{told}");
    assert!(told.contains("the suite has no row `skout`\n  help: did you mean `scout`?"), "{told}");
    // A broken case file stops a run, too.
    let run = harness()
        .arg("--cases")
        .arg(copy.path())
        .args(["--target", "sh -c true", "--suite", "little_battle"])
        .output()
        .expect("it runs");
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0));
}

#[test]
fn a_path_with_blanks_is_a_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let path =
        script(folder.path(), "my program", "#!/bin/sh\necho 'Usage: python3 little_battle.py <filepath>'\n");
    let marked =
        support::mark(&path, "little_battle", &["--case", "start/no_argument_prints_the_usage_line"]);
    assert_eq!(marked.status, 0, "{}", marked.screen);
}

#[test]
fn results_hold_what_the_contract_says() {
    let program = support::submissions("little_battle").join("faithful.py");
    let marked = support::mark(&program, "little_battle", &["--case", "start/*"]);
    let results = &marked.results;
    for (key, value) in [("schema", "harness-results/1"), ("suite", "little_battle")] {
        assert_eq!(results[key], value);
    }
    assert_eq!(results["sandbox"]["tier"], harness::running::tier().name());
    for key in ["harness", "suite_digest", "target", "target_digest"] {
        assert!(results[key].as_str().is_some_and(|text| !text.is_empty()), "{key}");
    }
    let case = &results["cases"][0];
    for key in [
        "id",
        "digest",
        "verdict",
        "row",
        "awarded",
        "out_of",
        "visible",
        "seconds",
        "recording",
        "differences",
    ] {
        assert!(!case[key].is_null(), "{key}");
    }
    let rows = results["mark_sheet"].as_array().expect("a list");
    let row = |name: &str| rows.iter().find(|row| row["row"] == name).expect("the row is there");
    assert_eq!(row("start")["by"], "harness");
    assert_eq!(row("fights")["by"], "pending", "its cases were not run");
    assert_eq!(row("style")["by"], "pending");
}

#[test]
fn a_students_copy_tells_nothing_of_hidden_cases() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = script(folder.path(), "program", "#!/bin/sh\necho \"$@\"; cat config.txt; exit 0\n");
    let output = harness()
        .args(["--suite", "little_battle", "--target", program.to_str().expect("UTF-8"), "--reports"])
        .arg(folder.path().join("reports"))
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let results = std::fs::read_to_string(folder.path().join("reports/results.json")).expect("written");
    let results: serde_json::Value = serde_json::from_str(&results).expect("JSON");
    let hidden: Vec<_> = results["cases"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|case| case["visible"] != "public")
        .collect();
    assert!(!hidden.is_empty());
    for case in hidden {
        assert!(case["id"].as_str().is_some_and(|id| id.starts_with("hidden-")), "{case}");
        assert!(case["recording"].is_null() && case["digest"] == "", "{case}");
        for difference in case["differences"].as_array().expect("a list") {
            assert!(difference["expected"].is_null() && difference["got"].is_null(), "{case}");
        }
    }
}

#[test]
fn the_schemas_accept_every_shipped_file() {
    let cases = support::root().join("cases");
    let schema = |name: &str| -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(cases.join(name)).expect("shipped")).expect("JSON")
    };
    let case = jsonschema::validator_for(&schema("case.schema.json")).expect("a schema");
    let suite = jsonschema::validator_for(&schema("suite.schema.json")).expect("a schema");
    let mut count = 0;
    for entry in walkdir::WalkDir::new(&cases) {
        let path = entry.expect("readable").into_path();
        if path.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let options = serde_saphyr::options! { strict_booleans: true };
        let value: serde_json::Value = serde_saphyr::from_str_with_options(&text, options).expect("YAML");
        let schema = if path.ends_with("suite.yaml") { &suite } else { &case };
        let errors: Vec<String> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        count += 1;
    }
    assert!(count > 90, "{count}");
    assert!(!case.is_valid(&serde_json::json!({"why": 1})), "a schema that accepts everything shows nothing");
}
