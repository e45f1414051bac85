//! The report on the terminal: one screen from which a student learns what to change, whatever is wrong.
//!
//! What it says of flawed programs at three widths stands in `screens/`. `SCREENS=write` writes it anew, to be read.

mod support;

use std::path::{Path, PathBuf};

use predicates::str::contains;
use support::{harness, root};

/// A program with planted faults: the suite, its name, and the patches of `submissions/SUITE/patches`.
type Flawed = (&'static str, &'static str, &'static [&'static str]);

const FLAWED: [Flawed; 6] = [
    (
        "gekitai",
        "gekitai_six",
        &[
            "pushed_off_is_lost",
            "hands_without_quotes",
            "game_over_without_colon",
            "prompt_without_apostrophe",
            "crash_on_two_letters",
            "rising_diagonal_forgotten",
        ],
    ),
    ("gekitai", "gekitai_one", &["no_warning_for_a_taken_cell"]),
    (
        "little_battle",
        "little_battle_five",
        &[
            "scout_three_steps",
            "prices_letter_case",
            "congratulations_wording",
            "counter_reversed",
            "missing_file_caught",
        ],
    ),
    ("little_battle", "little_battle_one", &["out_of_map_message"]),
    (
        "pizza",
        "pizza_five",
        &[
            "ingredients_on_one_line",
            "orders_counted_from_zero",
            "carbonara_with_garlic",
            "summary_without_colon",
            "upper_case_y_ends_the_order",
        ],
    ),
    ("pizza", "pizza_one", &["no_list_of_ingredients"]),
];

const WIDTHS: [&str; 3] = ["50", "80", "120"];

/// Marks a flawed program in a folder of its own, for a student, and keeps the results below `reports/` there.
fn mark(folder: &Path, (suite, _, patches): &Flawed) {
    let program = folder.join(format!("{suite}.py"));
    std::fs::copy(support::submissions(suite).join("faithful.py"), &program).expect("copied");
    for patch in *patches {
        let patch = support::submissions(suite).join(format!("patches/{patch}.patch"));
        let status = std::process::Command::new("patch")
            .args(["-s", "--no-backup-if-mismatch"])
            .arg(&program)
            .arg(&patch)
            .status();
        assert!(status.expect("patch runs").success(), "{}", patch.display());
    }
    let mut command = harness();
    command.current_dir(folder).args([
        "--quiet",
        "--suite",
        suite,
        "--target",
        &format!("{suite}.py"),
        "--cases",
    ]);
    command.arg(root().join("cases")).assert().code(1);
}

/// Returns the screen at this width, with more `arguments`.
fn screen(folder: &Path, suite: &str, width: &str, arguments: &[&str]) -> String {
    let mut command = harness();
    command
        .current_dir(folder)
        .env("COLUMNS", width)
        .args(["report", &format!("reports/{suite}")])
        .args(arguments);
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .expect("text")
        .replace(&root().join("cases").display().to_string(), "cases")
}

fn golden(name: &str, width: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/{name}.{width}.txt"))
}

#[test]
fn the_screens_of_flawed_programs_are_as_they_were_read() {
    for flawed in &FLAWED {
        let folder = tempfile::tempdir().expect("a folder");
        mark(folder.path(), flawed);
        let (suite, name, _) = flawed;
        for width in WIDTHS {
            let text = screen(folder.path(), suite, width, &[]);
            let path = golden(name, width);
            if std::env::var_os("SCREENS").is_some() {
                std::fs::write(&path, &text).expect("written");
            }
            let read = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(text, read, "{} is another one; see the head of this file", path.display());
        }
        let lines = screen(folder.path(), suite, "80", &[]).lines().count();
        assert!(lines <= 40, "{name} takes {lines} lines");
    }
}

#[test]
fn each_mistake_is_shown_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    mark(folder.path(), &FLAWED[0]);
    let whole = screen(folder.path(), "gekitai", "80", &["--mistake", "2"]);
    let head = "Mistake 2 costs 1 mark: only the punctuation differs: it should be `:`";
    assert!(whole.contains(head) && !whole.contains("Mistake 1 costs"), "{whole}");
    let show = |arguments: &[&str]| {
        harness().current_dir(folder.path()).arg("show-mistake").args(arguments).assert()
    };
    show(&["2"]).code(0).stdout(contains(head));
    show(&["2", "reports/gekitai", "--plain"]).code(0).stdout(contains("they differ from: column 10"));
    show(&["99"]).code(2).stderr(contains("the mistakes have the numbers from 1 to "));
    show(&["2", "reports"]).code(2).stderr(contains("name a folder of reports"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let nothing = harness().current_dir(elsewhere.path()).args(["show-mistake", "1"]).assert();
    nothing.code(2).stderr(contains("reports: no results are kept there"));
}

#[test]
fn a_run_of_some_cases_shows_no_rows_that_wait_for_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = harness();
    command.args([
        "--target",
        "samples/little_battle.py",
        "--suite",
        "little_battle",
        "--case",
        "recruit/a_far*",
    ]);
    let output = command.arg("--reports").arg(folder.path()).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("Little Battle: 1 of 259 cases were run\n"), "{text}");
    assert!(!text.contains("pending") && text.contains("\nYou have 1 mistake.\n"), "{text}");
    assert!(text.ends_with("1 of 1 case passed.\n"), "{text}");
}

/// Marks this text as a program of Little Battle, for a student, and returns the screen.
fn screen_of(program: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("little_battle.py"), program).expect("written");
    let mut command = harness();
    command.current_dir(folder.path()).env("COLUMNS", "80");
    command
        .args(["--suite", "little_battle", "--target", "little_battle.py", "--cases"])
        .arg(root().join("cases"));
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[track_caller]
fn does_not_start(program: &str, words: &[&str]) {
    let screen = screen_of(program);
    for words in words
        .iter()
        .chain(&["None of the 259 cases could be tried: begin here.", "  repeat    harness check "])
    {
        assert!(screen.contains(words), "{words} is not there: {screen}");
    }
    assert!(screen.lines().count() <= 24, "{screen}");
    assert!(!screen.contains("You have ") && !screen.contains("/tmp/"), "{screen}");
}

#[test]
fn a_program_that_is_no_python_is_told_before_any_case_runs() {
    does_not_start(
        "import sys\n\ndef play()\n    pass\n",
        &[
            "Your program does not start: it cannot be compiled.",
            "File \"little_battle.py\", line 3",
            "def play()",
            "SyntaxError: ",
        ],
    );
}

#[test]
fn an_exception_before_the_first_output_is_told_once_with_the_own_line() {
    does_not_start(
        "import json\n\ndef load():\n    return json.loads('{')\n\nload()\n",
        &[
            "Your program crashes before it prints anything: JSONDecodeError: ",
            "| json.decoder.JSONDecodeError: ",
        ],
    );
}

#[test]
fn a_program_that_prints_nothing_is_told_once() {
    does_not_start(
        "def main():\n    print('Usage')\n",
        &["Your program prints nothing, in no case.", "called at the end"],
    );
}

#[test]
fn a_program_that_prints_something_before_it_crashes_does_start() {
    let screen = screen_of("print('Hello')\nraise ValueError('no')\n");
    assert!(screen.contains("ValueError: no, at line 2 of\nlittle_battle.py"), "{screen}");
    assert!(screen.ends_with("You lose 14 of 14 marks.\n"), "{screen}");
    assert!(!screen.contains("begin here"), "{screen}");
}
