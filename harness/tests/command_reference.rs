//! A suite whose reference is a command: transcripts come from the course's own solution, or not at all.

mod support;

use std::path::Path;

use predicates::str::contains;
use support::harness;

const SUITE: &str = r#"title: Greeting
reference: {command: [python3, "{suite}/reference/solution.py"]}
limits: {wall: 3}
rules: {greets: "Greet by name."}
marks:
  - {row: greeting, title: Greeting, out_of: 1, by: harness}
"#;

const SOLUTION: &str = r#"import sys
name = input("Name? ")
if name == "nobody":
    raise ValueError("no name")
print(f"{sys.argv[1]}, {name}!")
"#;

const CASE: &str = "why: \"It greets.\"\nrule: greets\nrow: greeting\nvisible: public\nargs: [Hello]\n";

/// Returns a folder of suites with one suite, `greet`: its reference and its one case, `a`.
fn suites(solution: &str, case: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("cases/greet");
    std::fs::create_dir_all(suite.join("reference")).expect("made");
    std::fs::write(suite.join("suite.yaml"), SUITE).expect("written");
    std::fs::write(suite.join("reference/solution.py"), solution).expect("written");
    std::fs::write(suite.join("a.yaml"), case).expect("written");
    folder
}

fn case_text(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("cases/greet/a.yaml")).expect("it is there")
}

fn run(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    harness().current_dir(folder).args(arguments).assert()
}

/// `harness regen` must refuse the case with `words`, and lose nothing.
#[track_caller]
fn refuses(solution: &str, case: &str, words: &[&str]) {
    let folder = suites(solution, case);
    let mut assert = run(folder.path(), &["regen", "--suite", "greet"]).code(2).stdout("");
    for word in ["cases/greet/", "  help: "].iter().chain(words) {
        assert = assert.stderr(contains(*word));
    }
    assert_eq!(case_text(folder.path()), case);
}

#[test]
fn the_transcript_is_what_the_solution_says() {
    let folder = suites(SOLUTION, &format!("{CASE}transcript: |2-\n  <<Ada>>\n"));
    run(folder.path(), &["regen", "--suite", "greet", "--check"]).code(1).stdout(contains("would change"));
    run(folder.path(), &["regen", "--suite", "greet"]).success();
    assert_eq!(case_text(folder.path()), format!("{CASE}transcript: |2+\n  Name? <<Ada>>\n  Hello, Ada!\n"));
    run(folder.path(), &["regen", "--suite", "greet", "--check"]).success().stdout("");
    run(folder.path(), &["lint", "greet"]).success().stderr("");
}

#[test]
fn typed_lines_may_stand_in_a_list() {
    let folder = suites(SOLUTION, &format!("{CASE}type: [Ada]\n"));
    run(folder.path(), &["lint", "greet"]).code(2).stderr(contains("not written yet"));
    run(folder.path(), &["regen", "--suite", "greet"]).success();
    run(folder.path(), &["lint", "greet"]).success();
    let other = case_text(folder.path()).replace("type: [Ada]", "type: [Bob]");
    std::fs::write(folder.path().join("cases/greet/a.yaml"), other).expect("written");
    run(folder.path(), &["lint", "greet"]).code(2).stderr(contains("does not hold what `type` says"));
}

#[test]
fn a_program_is_marked_by_the_transcript_alone() {
    let folder = suites(SOLUTION, &format!("{CASE}transcript: |2-\n  <<Ada>>\n"));
    run(folder.path(), &["regen", "--suite", "greet"]).success();
    // The reference is not needed any more.
    std::fs::remove_dir_all(folder.path().join("cases/greet/reference")).expect("removed");
    let waits = format!("{SOLUTION}input()\n");
    let wrong = SOLUTION.replace('!', "?");
    for (text, status) in [(SOLUTION, 0), (&waits, 0), (&wrong, 1)] {
        std::fs::write(folder.path().join("program.py"), text).expect("written");
        run(folder.path(), &["--target", "program.py", "--suite", "greet"]).code(status);
    }
}

#[test]
fn a_conversation_may_end_at_a_prompt() {
    let folder = suites(SOLUTION, &format!("{CASE}transcript: |2-\n"));
    run(folder.path(), &["regen", "--suite", "greet"]).success();
    assert_eq!(case_text(folder.path()), format!("{CASE}transcript: |2-\n  Name? \n"));
}

#[test]
fn an_expected_error_is_compared_with_the_solutions_own() {
    let right =
        format!("{CASE}error: {{kind: ValueError, message: \"no name\"}}\ntranscript: |2-\n  <<nobody>>\n");
    let folder = suites(SOLUTION, &right);
    run(folder.path(), &["regen", "--suite", "greet"]).success();
    refuses(
        SOLUTION,
        &right.replace("ValueError", "KeyError"),
        &["does not fail as the case says: the exception should be a KeyError, got `ValueError: no name`"],
    );
    refuses(SOLUTION, &right.replace("nobody", "Ada"), &["ended without one", "correct the key `error`"]);
}

#[test]
fn a_solution_that_goes_wrong_is_a_problem_and_nothing_is_lost() {
    let ada = format!("{CASE}transcript: |2-\n  <<Ada>>\n");
    refuses("input()\n1 / 0\n", &ada, &["the reference crashed: ZeroDivisionError", "help: repair it"]);
    refuses("while True: pass\n", &ada, &["had not finished after 3 seconds", "wall"]);
    refuses("print('x' * 2000000)\n", &ada, &["printed more than 1048576 bytes"]);
    refuses("pass\n", &ada, &["ends after 0 of the 1 lines that are typed"]);
    refuses(SOLUTION, &format!("{ada}  <<Bob>>\n"), &["ends after 1 of the 2 lines that are typed"]);
    refuses("import sys\nsys.stdout.buffer.write(b'\\xff')\ninput()\n", &ada, &["not UTF-8"]);
    refuses(SOLUTION, &ada.replace("transcript", "exit: 3\ntranscript"), &["ends with exit status 0"]);
}

#[test]
fn a_solution_that_is_not_there_is_a_problem() {
    let folder = suites(SOLUTION, &format!("{CASE}transcript: |2-\n  <<Ada>>\n"));
    let suite = SUITE.replace("python3, \"{suite}/reference/solution.py\"", "\"{suite}/nothing\"");
    std::fs::write(folder.path().join("cases/greet/suite.yaml"), suite).expect("written");
    let assert = run(folder.path(), &["regen", "--suite", "greet"]).code(2);
    assert.stderr(contains("cases/greet/suite.yaml: the reference cannot be started").count(1));
}

#[test]
fn what_only_a_game_can_do_is_refused() {
    let random = format!("{CASE}type: {{random: {{seed: 7, turns: 3, style: mixed}}}}\n");
    refuses(SOLUTION, &random, &["a.yaml:6:1: only a game of this program can make up what is typed"]);
}

/// A suite whose line `reference` is replaced must be refused with `words`.
#[track_caller]
fn refuses_reference(reference: &str, words: &str) {
    let folder = suites(SOLUTION, &format!("{CASE}transcript: |2-\n"));
    let suite = SUITE.replace("{command: [python3, \"{suite}/reference/solution.py\"]}", reference);
    std::fs::write(folder.path().join("cases/greet/suite.yaml"), suite).expect("written");
    run(folder.path(), &["lint", "greet"]).code(2).stderr(contains(words));
}

#[test]
fn a_reference_is_a_game_or_a_command() {
    refuses_reference("{game: pizza, command: [a]}", "both a game and a command");
    refuses_reference("{settings: {a: b}}", "neither a game nor a command");
    refuses_reference("{command: []}", "the command is empty");
    refuses_reference("{command: [a], settings: {a: b}}", "`settings` belong to a game");
    refuses_reference("{game: piza}", "did you mean `pizza`?");
}
