//! Programs that say nothing, or something else than the game, win nothing, whatever the suite.

mod support;

/// Programs that never play, by name: what they run in a shell.
const SILENT: [(&str, &str); 7] = [
    ("reads all that is typed and says nothing", "while read -r line; do :; done"),
    ("ends at once", "exit 0"),
    ("says hello and ends", "echo 'Hello, world!'"),
    ("answers each line with a word", "while read -r line; do echo foo; done"),
    (
        "says a word again and again, and reads then",
        "yes foo | head -n 300; while read -r line; do echo foo; done",
    ),
    (
        "answers with bytes that are no text",
        r"while :; do printf '\377\000\200\033[2J\n'; read -r line || exit 0; done",
    ),
    (
        "prints the first lines that are typed",
        r#"for i in 1 2 3 4 5 6 7 8; do read -r line && printf '%s\n' "$line"; done"#,
    ),
];

/// Of how many programs a suite marks one: each is started in every case.
const STEP: usize = 4;

/// Marks the share of the programs that begins with the `first` one by a suite; each program is in the share of one suite at least.
fn wins_nothing(suite: &str, first: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut programs = SILENT.to_vec();
    programs.rotate_left(first);
    for (name, commands) in support::share(programs, STEP) {
        let program = support::script(folder.path(), "program", &format!("#!/bin/sh\n{commands}\n"));
        let marked = support::mark(&program, suite, &["--quiet"]);
        let summary = &marked.results["summary"];
        assert_eq!(summary["passed"], 0, "{suite}: a program that {name} passes cases");
        assert_eq!(summary["automatic"], 0.0, "{suite}: a program that {name} wins marks");
        let cases = marked.results["cases"].as_array().expect("a list");
        assert!(cases.iter().all(|case| case["awarded"] == 0.0), "{suite}: a program that {name} wins cases");
        assert_eq!(marked.status, 1, "{suite}: {name}");
    }
}

#[test]
fn in_battle_of_the_sexes() {
    wins_nothing("bots", 0);
}

#[test]
fn in_gekitai() {
    wins_nothing("gekitai", 1);
}

#[test]
fn in_the_dice_game() {
    wins_nothing("iec_dice", 2);
}

#[test]
fn in_little_battle() {
    wins_nothing("little_battle", 3);
}

#[test]
fn in_pizza_orders() {
    wins_nothing("pizza", 4);
}

#[test]
fn in_rats() {
    wins_nothing("rats", 5);
}
