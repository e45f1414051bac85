//! What a student is told of a program that cannot start, or not as it was handed in: once, with the way out, and no folder of whoever marks.

mod support;

use std::path::Path;

use support::{harness, root, submissions};

/// What the harness said of a submission.
struct Told {
    status: Option<i32>,
    screen: String,
    errors: String,
    results: String,
}

impl Told {
    #[track_caller]
    fn says(&self, words: &[&str]) -> &Self {
        let text = format!("{}\n{}", self.screen, self.errors);
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in words {
            assert!(plain.contains(words), "{words} is not there: {text}");
        }
        self
    }

    #[track_caller]
    fn says_nothing_of(&self, words: &[&str]) -> &Self {
        for words in words {
            let texts = [&self.screen, &self.errors, &self.results];
            assert!(texts.iter().all(|text| !text.contains(words)), "{words} is there: {}", self.screen);
        }
        self
    }
}

/// Marks these files, in a folder of their own below the one in which the harness is started, for a student.
fn mark(suite: &str, target: &str, files: &[(&str, &str)]) -> Told {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join("handed-in/ann").join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let mut command = harness();
    command
        .current_dir(folder.path())
        .env("COLUMNS", "100")
        .args(["--suite", suite, "--target", target, "--cases"]);
    let output = command.arg(root().join("cases")).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let results = folder.path().join("reports").join(suite).join("results.json");
    Told {
        status: output.status.code(),
        screen: text(&output.stdout),
        errors: text(&output.stderr),
        results: std::fs::read_to_string(results).unwrap_or_default(),
    }
}

fn source(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

#[test]
fn of_two_programs_neither_is_marked_and_both_are_named() {
    let told = mark("little_battle", "handed-in/ann", &[("one.py", "print(1)\n"), ("two.py", "print(2)\n")]);
    assert_eq!(told.status, Some(2));
    told.says(&[
        "holds several programs, and none is called little_battle.py or little_battle: one.py, two.py",
    ]);
    told.says(&["help: call the right one little_battle.py, or point at it"]);
    assert_eq!((told.screen.as_str(), told.results.as_str()), ("", ""));
}

#[test]
fn a_folder_without_a_program_is_told_with_what_is_there() {
    let told = mark("rats", "handed-in/ann", &[("Rats.txt", ""), ("Player.java", "class Player { }\n")]);
    assert_eq!(told.status, Some(2));
    told.says(&[
        "there is only Player.java, Rats.txt",
        "a file called Rats.java or",
        "has `public static void main(String[] args)`",
    ]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_program_under_another_name_is_marked_and_that_is_told() {
    let program = source(&submissions("gekitai").join("faithful.py"));
    let told = mark("gekitai", "handed-in/ann", &[("my_game.py", &program)]);
    assert_eq!(told.status, Some(0), "{}", told.errors);
    told.says(&[
        "There is no gekitai.py or gekitai: `my_game.py` was taken for the program.",
        "You lose nothing",
    ]);
    assert!(told.results.contains("\"taken\": \"my_game.py\""), "{}", told.results);
    let right = mark("gekitai", "handed-in/ann", &[("gekitai.py", &program)]);
    right.says_nothing_of(&["was taken", "\"taken\": "]);
}

#[test]
fn a_program_of_the_same_name_in_another_language_is_told_not_to_be_run() {
    let program = source(&submissions("pizza").join("faithful.py"));
    let other = "int main(void) { return 0; }\n";
    let told = mark("pizza", "handed-in/ann", &[("pizza.py", &program), ("pizza.c", other)]);
    assert_eq!(told.status, Some(0), "{}", told.errors);
    told.says(&["Two programs of one name were handed in: `pizza.c` was not run."]);
    let part = "int orders(void) { return 0; }\n";
    mark("pizza", "handed-in/ann", &[("pizza.py", &program), ("pizza.c", part)])
        .says_nothing_of(&["was not run"]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_program_for_another_assignment_is_told_to_be_one() {
    let program = source(&submissions("pizza").join("faithful.py"));
    for target in support::share(vec!["handed-in/ann", "handed-in/ann/pizza.py"], 2) {
        mark("gekitai", target, &[("pizza.py", &program)]).says(&[
            "By its name this is a program for the assignment `pizza`, but it was marked as `gekitai` (",
        ]);
    }
    let told = mark("bots", "handed-in/ann/pizza.py", &[("pizza.py", &program)]);
    told.says(&["Mark it as that one: `harness ", "--suite pizza"]);
    assert!(!told.screen.contains("Mistake 1"), "what differs is not listed: {}", told.screen);
    mark("pizza", "handed-in/ann", &[("gekitai.py", &program)])
        .says_nothing_of(&["By its name", "called_for"]);
}

#[test]
fn a_course_file_in_the_place_of_the_students_is_named_where_it_cannot_be_compiled() {
    let rats = submissions("rats").join("faithful");
    let main =
        source(&rats.join("Rats.java")).replacen("{\n", "{\n    static int mine = RatDice.mine();\n", 1);
    let mut files: Vec<(&str, String)> = vec![("Rats.java", main)];
    for name in ["Player.java", "RatGame.java"] {
        files.push((name, source(&rats.join(name))));
    }
    files.push(("RatDice.java", "public class RatDice { static int mine() { return 1; } }\n".to_string()));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let told = mark("rats", "handed-in/ann", &files);
    told.says(&["Your program does not start: it cannot be compiled.", "error: cannot find symbol"]);
    told.says(&["The course puts its own RatDice.java in the place of yours"]);
    told.says_nothing_of(&["/tmp/", "You have "]);
}

#[test]
fn a_course_file_in_the_place_of_the_students_is_named_where_a_name_of_it_is_missing() {
    let helper = "def own():\n    return 1\n";
    let files = [("team_x.py", "import psphelper\nprint(psphelper.own())\n"), ("psphelper.py", helper)];
    let told = mark("bots", "handed-in/ann", &files);
    told.says(&["AttributeError: module 'psphelper' has no attribute 'own', at line 2 of team_x.py."]);
    told.says(&["The course puts its own psphelper.py in the place of yours"]);
    let other =
        mark("bots", "handed-in/ann", &[("team_x.py", "raise ValueError('no')\n"), ("psphelper.py", helper)]);
    other.says(&["ValueError: no, at line 1 of team_x.py."]).says_nothing_of(&["The course puts"]);
}

#[test]
fn what_a_student_is_given_names_no_folder_of_whoever_marks() {
    let fault = "import psphelper\nfrom psphelper import nothing\n";
    for (target, command) in [
        ("handed-in/ann/team_x.py", "harness check team_x.py --suite bots"),
        ("handed-in/ann", "harness check . --suite bots"),
        ("python3 handed-in/ann/team_x.py", "harness --target 'python3 team_x.py' --suite bots"),
    ] {
        let told = mark("bots", target, &[("team_x.py", fault)]);
        let results: serde_json::Value = serde_json::from_str(&told.results).expect("JSON");
        assert_eq!(results["command"], command);
        assert!(
            !told.results.contains("handed-in") && !told.results.contains("/tmp/harness-run-"),
            "{}",
            told.results
        );
        let here = told.screen.lines().find(|line| line.contains("repeat")).expect("a command");
        assert!(here.contains("handed-in/ann") && here.contains("--cases"), "{here}");
    }
}

#[test]
fn a_stack_of_java_is_told_by_the_students_own_line_and_what_caused_it() {
    let fault = "public class Rats {\n  static int read(String s) { return Integer.parseInt(s); }\n  static void ask() {\n    try { read(\"x\"); }\n    \
                 catch (NumberFormatException e) { throw new IllegalStateException(\"bad\", e); }\n  }\n  public static void main(String[] a) { ask(); }\n}\n";
    let told = mark("rats", "handed-in/ann/Rats.java", &[("Rats.java", fault)]);
    told.says(&["crashes before it prints anything: NumberFormatException: For input string: \"x\", at line 2 of Rats.java."]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_java_program_that_runs_out_of_memory_is_told_so() {
    let fault = "import java.util.*;\npublic class Rats {\n  public static void main(String[] a) {\n    throw new OutOfMemoryError(\"Java heap space\");\n  }\n}\n";
    let told = mark("rats", "handed-in/ann/Rats.java", &[("Rats.java", fault)]);
    told.says(&["crashes before it prints anything: it got no more memory than 512 MiB: OutOfMemoryError: Java heap space, at line 4 of Rats.java"]);
}

#[test]
fn what_ends_a_program_in_c_or_cpp_is_told_with_what_it_said() {
    let says = |file: &str, text: &str, words: &str| {
        let told = mark("iec_dice", &format!("handed-in/ann/{file}"), &[(file, text)]);
        told.says(&[words]);
    };
    says(
        "iec_dice.cpp",
        "#include <vector>\n#include <iostream>\nint main() { std::cout << \"hi\" << std::endl; std::vector<int> a(3); return a.at(7); }\n",
        "the program crashed: std::out_of_range: vector::_M_range_check",
    );
    says(
        "iec_dice.c",
        "#include <assert.h>\n#include <stdio.h>\nint main(void) { puts(\"hi\"); int x = 3; assert(x > 5); return 0; }\n",
        "the program crashed: assert(x > 5) failed, at line 3 of iec_dice.c",
    );
    says(
        "iec_dice.c",
        "#include <stdio.h>\nint main(void) { puts(\"hi\"); int *volatile p = 0; return *p; }\n",
        "killed by signal 11 (it used memory that is not its own",
    );
    let null = "#include <stdio.h>\nint main(void) { puts(\"hi\"); int *volatile p = 0; return *p; }\n";
    says("iec_dice.c", null, "; `gcc -g -fsanitize=address` tells the line");
    says("iec_dice.cpp", null, "; `g++ -g -fsanitize=address` tells the line");
}

#[test]
fn a_program_in_another_language_is_not_told_of_a_compiler_of_c() {
    let fault = "import os, signal\nprint('hi', flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)\n";
    let told = mark("iec_dice", "handed-in/ann/iec_dice.py", &[("iec_dice.py", fault)]);
    told.says(&["killed by signal 11 (it used memory that is not its own"]);
    told.says_nothing_of(&["fsanitize"]);
}

#[test]
fn a_program_that_loops_before_it_prints_anything_is_told_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("pizza.py");
    std::fs::write(&program, "while True:\n    pass\n").expect("written");
    let mut command = harness();
    command.current_dir(folder.path()).args([
        "--suite", "pizza", "--limit", "cpu=1", "--target", "pizza.py", "--case", "menu/*", "--cases",
    ]);
    let output = command.arg(root().join("cases")).output().expect("it runs");
    let screen = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        screen.contains("Your program prints nothing and does not end: it used more than 1 seconds"),
        "{screen}"
    );
}

#[test]
fn a_program_that_prints_its_own_path_is_told_by_its_own_name() {
    let python = "import os\nimport sys\n\nprint(sys.argv[0], __file__)\nprint(os.getcwd())\ninput()\n";
    let told = mark("pizza", "handed-in/ann/pizza.py", &[("pizza.py", python)]);
    told.says(&["pizza.py pizza.py"]).says_nothing_of(&["harness-run-"]);
    let c =
        "#include <stdio.h>\nint main(int count, char **words) { puts(words[0]); return getchar() == 0; }\n";
    let told = mark("pizza", "handed-in/ann/orders.c", &[("orders.c", c)]);
    told.says(&["orders"]).says_nothing_of(&["harness-run-", "program`"]);
}
