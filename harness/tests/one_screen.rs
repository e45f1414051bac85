//! The report on the terminal: what a student asks it for, and what does not start. What it says of flawed programs is in
//! `flawed_programs.rs`.

mod support;

use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use support::{harness, root};

#[test]
fn each_mistake_is_shown_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let flawed = support::flawed::program("pizza_python_five");
    flawed.plant(folder.path());
    flawed.mark(folder.path(), "student");
    let mut command = harness();
    command.current_dir(folder.path()).env("COLUMNS", "80");
    let output = command.args(["report", "reports/pizza", "--mistake", "4"]).output().expect("it runs");
    let whole = String::from_utf8(output.stdout).expect("text");
    let head = "Mistake 4 costs 0.38 marks: only the punctuation differs: ";
    assert!(whole.contains(head) && !whole.contains("Mistake 1 costs"), "{whole}");
    let show = |arguments: &[&str]| {
        harness().current_dir(folder.path()).arg("show-mistake").args(arguments).assert()
    };
    show(&["4"]).code(0).stdout(contains(head));
    show(&["4", "reports/pizza", "--plain"])
        .code(0)
        .stdout(contains("they differ from: column 24: it ends too early"));
    show(&["99"]).code(2).stderr(contains("the mistakes have the numbers from 1 to "));
    show(&["2", "reports"]).code(2).stderr(contains("name a folder of reports"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut command = harness();
    command
        .current_dir(elsewhere.path())
        .arg("show-mistake")
        .arg("4")
        .arg(folder.path().join("reports/pizza"));
    // A line that is copied from there says where it can be run.
    command.assert().code(0).stdout(contains("  # where pizza.py is"));
    show(&["4"]).code(0).stdout(contains("# where").not());
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
    assert!(text.starts_with("Little Battle: 1 of 264 cases was run\n"), "{text}");
    assert!(!text.contains("pending") && text.contains("\nYou have 1 mistake.\n"), "{text}");
    assert!(text.ends_with("1 of 1 case passed, but 1 mistake shows beside what it checks.\n"), "{text}");
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
        .chain(&["None of the 264 cases could be tried: begin here.", "  repeat    harness check "])
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
            "Your program does not start: Python cannot read it.",
            "File \"little_battle.py\", line 3",
            "def play()",
            "SyntaxError: ",
        ],
    );
}

#[test]
fn what_python_says_of_a_program_stands_in_every_form_made_later_from_the_kept_results() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pizza.py"), "def order()\n    pass\n").expect("written");
    let run = |arguments: &[&str]| {
        let output = harness().current_dir(folder.path()).args(arguments).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let live = run(&["check", "pizza.py", "--suite", "pizza"]);
    let later =
        run(&["report", "reports/pizza", "--report", "tap", "--report", "gradescope", "--report", "html"]);
    assert_eq!(live, later);
    // The sign that points stands below the place at which it points.
    let at = |line: &str| live.lines().find_map(|it| it.find(line)).expect("it is told");
    assert_eq!(at("^"), at("def order()") + "def order()".len(), "{live}");
    for form in ["report.tap", "gradescope.json", "report.html"] {
        let text = std::fs::read_to_string(folder.path().join("reports/pizza").join(form)).expect("written");
        for words in ["SyntaxError: ", "pizza.py", "line 1"] {
            assert!(text.contains(words), "{form} has no {words}: {text}");
        }
        assert!(!text.contains("row menu; 14 places"), "{form}: {text}");
    }
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
#[ignore = "slow: a part of .ci/full"]
fn a_program_that_prints_something_before_it_crashes_does_start() {
    let screen = screen_of("print('Hello')\nraise ValueError('no')\n");
    let told = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains("ended with its own exception: ValueError: no, at line 2 of little_battle.py ("),
        "{screen}"
    );
    assert!(screen.ends_with("You lose 14 of 14 marks.\n"), "{screen}");
    assert!(!screen.contains("begin here"), "{screen}");
}

/// Returns in 100 columns what a command says of a faithful program with an edit.
fn screen_of_edited(command: &[&str], suite: &str, file: &str, edits: &[(&str, &str)]) -> String {
    let faithful = std::fs::read_to_string(support::submissions(suite).join(file)).expect("readable");
    let edited = edits.iter().fold(faithful, |text, (old, new)| {
        assert!(text.contains(old), "{file} has no {old:?}");
        text.replace(old, new)
    });
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(file), edited).expect("written");
    let mut harness = harness();
    harness.current_dir(folder.path()).env("COLUMNS", "100").args(command).args([file, "--suite", suite]);
    let output = harness.output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_question_that_is_not_waited_at_is_told_before_all_that_follows_from_it() {
    // The line break behind the number is the answer that the next `nextLine` reads: not that of a custom pizza, where it is passed over.
    let flavor = ("Integer.parseInt(typed.nextLine().strip());", "typed.nextInt();");
    let passed_over =
        ("typed.nextLine().strip().split", "(typed.nextLine() + typed.nextLine()).strip().split");
    let screen = screen_of_edited(&["check"], "pizza", "PizzaOrders.java", &[flavor, passed_over]);
    let told = "the program asks `Do you want more pizzas (y/n)?` but does not wait for the answer";
    let first = screen.lines().find(|line| line.starts_with(" 1 ")).unwrap_or_default();
    assert!(first.contains(&told[..60]), "{screen}");
    let in_full = screen.lines().find(|line| line.starts_with("Mistake 1 costs ")).unwrap_or_default();
    assert!(in_full.contains(&told[..60]), "{screen}");
    // A `Y` that is read as a flavor is no number: that the program crashes at it is no mistake of its own.
    assert!(screen.contains("\nYou have 1 mistake.\n"), "{screen}");
}

#[test]
fn what_a_piece_on_another_cell_does_is_told_by_its_cell() {
    // A place left of the board is one of its last column, as Python counts; no rule is looked for.
    let edit = (
        "return 0 <= y < self.rows and 0 <= x < self.cols",
        "return 0 <= y < self.rows and -1 <= x < self.cols",
    );
    let cases = root().join("cases").display().to_string();
    let screen =
        screen_of_edited(&["--strict", "--cases", &cases, "--target"], "gekitai", "faithful.py", &[edit]);
    assert!(screen.contains(" of this row should be "), "{screen}");
    assert!(screen.ends_with("; no other mistake was seen.\n"), "{screen}");
}

#[test]
fn a_silent_program_in_a_language_that_calls_its_main_is_not_asked_whether_it_is_called() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pizza.c"), "int main(void) { return 0; }\n").expect("written");
    let mut command = harness();
    command.current_dir(folder.path()).env("COLUMNS", "200").args(["check", "pizza.c", "--suite", "pizza"]);
    let said = "Your program prints nothing, in no case. Does it print its first question before it reads?\n";
    command.assert().code(1).stdout(contains(said));
}

#[test]
fn a_word_that_is_wrong_in_many_places_hides_nothing_else_in_a_line() {
    let edits = [("'Garden Feast'", "'Garden Fest'"), ("[6, 7, 8, 9, 10]", "[6, 7, 8, 9]")];
    let cases = root().join("cases").display().to_string();
    let screen = screen_of_edited(&["--cases", &cases, "--target"], "pizza", "faithful.py", &edits);
    assert!(screen.contains("it should say `Feast`, not `Fest`"), "{screen}");
    assert!(screen.contains("`Eggplant` is missing"), "{screen}");
}
