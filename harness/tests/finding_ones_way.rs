//! Finding one's way: which suites and cases there are, how a student marks an own program, how a game is played, and what shells and
//! readers of manual pages are told.

mod support;

use std::path::Path;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use support::{harness, submissions};

fn said(arguments: &[&str], folder: &Path) -> String {
    let output = harness().current_dir(folder).args(arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_suites_are_listed_for_people_and_for_programs() {
    let text = said(&["suites"], &support::root());
    assert_eq!(text.lines().count(), 6, "{text}");
    assert!(text.contains("little_battle  Little Battle (264 cases, 131 of them public, for little_battle.py, little_battle)"), "{text}");
    let listed: Value = serde_json::from_str(&said(&["suites", "--json"], &support::root())).expect("JSON");
    assert_eq!(listed[2]["name"], "iec_dice");
    assert_eq!((&listed[3]["cases"], &listed[3]["public"]), (&264.into(), &131.into()));
    // Inside the program are public cases only.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let listed: Value = serde_json::from_str(&said(&["suites", "--json"], elsewhere.path())).expect("JSON");
    assert_eq!((&listed[3]["cases"], &listed[3]["public"]), (&131.into(), &131.into()));
}

#[test]
fn the_readme_counts_the_cases_of_each_suite() {
    let readme = std::fs::read_to_string(support::root().join("README.md")).expect("it is there");
    let listed: Value = serde_json::from_str(&said(&["suites", "--json"], &support::root())).expect("JSON");
    for suite in listed.as_array().expect("a list") {
        let begins = format!("| `{}` |", suite["name"].as_str().expect("a name"));
        let row = readme.lines().find(|line| line.starts_with(&begins)).expect("a row of its table");
        assert_eq!(row.split(" | ").nth(2), Some(suite["cases"].to_string().as_str()), "{row}");
    }
}

#[test]
fn of_cases_students_are_told_the_public_ones_only() {
    let all: Value =
        serde_json::from_str(&said(&["cases", "gekitai", "--json", "--audience", "staff"], &support::root()))
            .expect("JSON");
    let all = all.as_array().expect("a list");
    let text = said(&["cases", "gekitai"], &support::root());
    let json = said(&["cases", "gekitai", "--json"], &support::root());
    let (hidden, public): (Vec<_>, Vec<_>) = all.iter().partition(|case| case["visible"] != "public");
    assert!(!hidden.is_empty() && text.lines().count() == public.len());
    for case in hidden {
        let word = |key: &str| case[key].as_str().expect("text");
        let (id, why) = (word("id"), word("why"));
        let begins = |line: &str| line.split_whitespace().next() == Some(id);
        assert!(!text.lines().any(begins) && !json.contains(&format!("\"{id}\"")), "{id} is not public");
        assert!(!text.contains(why) && !json.contains(why), "{why} is not public");
    }
    let line = said(&["cases", "gekitai", "weird/*"], &support::root());
    assert_eq!(
        line,
        "weird/many_in_a_row  Any number of weird inputs is refused without a crash.\n\
         weird/two_letters  AA1 is no address: two letters. The program warns and asks again.\n"
    );
    let nothing = harness().args(["cases", "gekitai", "off_board/*"]).assert();
    nothing
        .code(3)
        .stderr(contains("no case of `gekitai` has this name").and(contains("off_board/corner").not()));
    harness().args(["cases", "gekitei"]).assert().code(2).stderr(contains("did you mean `gekitai`?"));
}

/// Copies a program under a name into a folder of its own.
fn copied(from: &Path, name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(from, folder.path().join(name)).expect("copied");
    folder
}

#[test]
fn a_program_is_checked_by_the_public_cases_of_the_suite_that_it_is_for() {
    for (suite, file, name) in [
        ("gekitai", "faithful.py", "Gekitai.py"),
        ("gekitai", "faithful.py", "assignment3.py"),
        ("gekitai", "faithful.py", "my_gekitai.py"),
        ("bots", "one_file.py", "team_blue.py"),
        ("pizza", "faithful.py", "main.py"),
        ("little_battle", "faithful.py", "my game.py"),
    ] {
        let folder = copied(&submissions(suite).join(file), name);
        let output = harness().current_dir(folder.path()).args(["check", name]).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{name}: {told}");
        assert!(told.contains("note: these are the public cases; others may show more\n"), "{told}");
        let results = folder.path().join(format!("reports/{suite}/results.json"));
        let results: Value = serde_json::from_slice(&std::fs::read(results).expect("written")).expect("JSON");
        assert_eq!(results["audience"], "student");
        let cases = results["cases"].as_array().expect("a list");
        assert!(!cases.is_empty() && cases.iter().all(|case| case["visible"] == "public"), "{name}");
    }
}

#[test]
fn a_check_in_the_folder_of_the_course_takes_the_public_cases_only_and_repeats_as_it_tells() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = support::patched(folder.path(), "gekitai", "crash_on_two_letters");
    let (parent, name) = (
        program.parent().expect("a folder"),
        program.file_name().expect("a name").to_string_lossy().into_owned(),
    );
    let cases = support::root().join("cases");
    let check = |arguments: &[&str]| {
        let mut command = harness();
        command.current_dir(parent).args(["check", &name]).arg("--cases").arg(&cases).args(arguments);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let text = check(&[]);
    assert!(!text.contains("not public"), "{text}");
    let repeat = text.lines().find_map(|line| line.strip_prefix("  repeat    harness ")).expect("there");
    let words = shlex::split(repeat).expect("words");
    let mut again = harness();
    again.current_dir(parent).args(words).assert().code(1).stdout(contains("1 of 21 cases was run"));
}

#[test]
fn what_tells_no_suite_or_is_not_there_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("hello.py"), "print('hello')\n").expect("written");
    let check = |name: &str| harness().current_dir(folder.path()).args(["check", name]).assert().code(2);
    check("hello.py").stderr(contains("name it with --suite: bots, gekitai, iec_dice"));
    check("helo.py")
        .stderr(contains("there is no such file or folder").and(contains("did you mean `hello.py`?")));
}

#[test]
fn a_game_that_needs_an_argument_says_how_to_play_it_and_an_example_plays() {
    let play = |arguments: &[&str], typed: &str| {
        harness().arg("play").args(arguments).write_stdin(typed).output().expect("it runs")
    };
    for (game, usage) in
        [("little_battle", "harness play little_battle CONFIG"), ("rats", "harness play rats SEED")]
    {
        let output = play(&[game], "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(usage) && told.contains(&format!("harness play --example {game}")), "{told}");
    }
    let output = play(&["--example", "little_battle"], "QUIT\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Please check the battlefield, commander."));
    assert!(play(&["--example", "rats"], "1\n").stdout.len() > 20);
    assert_eq!(play(&["gekitai"], "").stderr, b"", "it needs none");
}

#[test]
fn who_names_no_game_is_told_how_each_is_played() {
    let told = harness().arg("play").assert().code(2).stdout("");
    let told = String::from_utf8(told.get_output().stderr.clone()).expect("text");
    for command in
        ["harness play bots ", "harness play --example little_battle ", "harness play --example rats "]
    {
        assert!(told.contains(command), "{told}");
    }
    assert_eq!(told.lines().count(), 7, "{told}");
    harness().args(["play", "--example"]).assert().code(2);
}

#[test]
fn arguments_that_a_game_refuses_are_told_in_words() {
    for numbers in [&["9"][..], &["6", "5"], &["6", "8", "7"]] {
        let output = harness().args(["play", "gekitai"]).args(numbers).assert().code(2).stdout("");
        let told = String::from_utf8(output.get_output().stderr.clone()).expect("text");
        let words = format!("error: gekitai: the game cannot be played with `{}`", numbers.join(" "));
        assert!(told.starts_with(&words), "{told}");
        assert!(
            told.contains("N, the size of the board, is 6, 7 or 8;") && !told.contains("Assertion"),
            "{told}"
        );
    }
    harness().args(["play", "gekitai", "7"]).write_stdin("").assert().code(1).stderr("");
}

#[test]
fn shells_and_manual_pages_know_every_command() {
    let commands =
        ["check", "suites", "cases", "show-mistake", "regen", "lint", "play", "completions", "manual"];
    let here = support::root();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = said(&["completions", shell], &here);
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    let page = said(&["manual"], &here);
    assert!(page.starts_with(".ie") || page.starts_with(".TH") || page.contains(".TH harness 1"), "{page}");
    for command in commands {
        let name = format!("harness\\-{}", command.replace('-', "\\-"));
        assert!(page.contains(&name), "{command} is not in the page");
        let own = said(&["manual", command], &here);
        assert!(own.contains(".SH NAME") && own.contains(&name), "{own}");
        let version = concat!("\"harness ", env!("CARGO_PKG_VERSION"), "\"");
        let title = own.lines().find(|line| line.starts_with(".TH ")).expect("a title");
        assert!(title.contains(version), "{title}");
    }
    harness().args(["manual", "sow"]).assert().code(2).stderr(contains("did you mean `show`?"));
}

#[test]
fn a_fresh_example_is_run_again_by_its_name() {
    let folder = copied(&submissions("pizza").join("faithful.py"), "pizza.py");
    let check = |case: &str| {
        harness()
            .current_dir(folder.path())
            .args(["check", "pizza.py", "--suite", "pizza", "--case", case])
            .assert()
    };
    let same = ["fresh/1", "fresh/1"].map(|case| {
        check(case).code(0).stdout(contains("1 of 1 case passed."));
        let recording = folder.path().join("reports/pizza/recordings/passed.jsonl");
        let recording: Value =
            serde_json::from_slice(&std::fs::read(recording).expect("kept")).expect("JSON");
        let events = recording["events"].as_array().expect("a list").clone();
        events.iter().filter(|it| it["event"] == "typed").map(|it| it["text"].clone()).collect::<Vec<_>>()
    });
    assert!(!same[0].is_empty() && same[0] == same[1], "the same is typed each time: {same:?}");
    check("fresh/10000").code(3).stderr(contains("no case of `pizza` has this name"));
}

#[test]
fn a_program_with_few_words_is_recognised_by_a_word_of_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, suite) in [("PizzaOrders.py", "pizza"), ("my_rats.py", "rats")] {
        std::fs::write(folder.path().join(name), "raise ValueError('no')\n").expect("written");
        let check = harness().current_dir(folder.path()).args(["check", name]).assert();
        check.code(1).stdout(contains(format!("--suite {suite} --case ")));
    }
}

/// Returns what `--quiet` says of a pizza program with an edit, marked by the public cases or by one of them.
fn in_a_line((old, new): (&str, &str), more: &[&str]) -> String {
    let program = std::fs::read_to_string(submissions("pizza").join("faithful.py")).expect("readable");
    assert!(program.contains(old), "{old}");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pizza.py"), program.replace(old, new)).expect("written");
    let arguments = [&["check", "pizza.py", "--suite", "pizza", "--quiet"][..], more].concat();
    let output = harness().current_dir(folder.path()).args(arguments).output().expect("it runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn in_quiet_one_line_counts_cases_and_marks_in_the_singular_and_the_plural() {
    let (right, misspelt) = (("Do you want", "Do you want"), ("Do you want", "Do yuo want"));
    let endless = ("== 'n'", "== 'x'");
    let one = ["--case", "more/n_ends_the_order"];
    for (edit, more, says) in [
        (right, &[][..], ": 14 of 14 cases passed; "),
        (misspelt, &[], " of 14 cases passed, "),
        (right, &one, ": 1 of 1 case passed; "),
        (misspelt, &one, ": 1 of 1 case passed, 1 with mistakes; "),
        (endless, &one, ": 0 of 1 case passed; 0 marks so far, "),
    ] {
        let said = in_a_line(edit, more);
        assert!(said.lines().count() == 1 && said.contains(says), "{edit:?} {more:?}: {said}");
    }
}
