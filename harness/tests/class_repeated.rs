//! `harness class --repeat K` runs every case of everybody again, and tells whose verdicts change, whatever ends it in between.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use support::class::{CASES, Class, told};

/// A program that says its number if a coin falls so.
const COIN: &str = "#!/bin/sh\nif [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then echo \"number $1\"; else echo nothing; fi\n";

fn rounds(class: &Class, out: &str) -> Vec<(String, i64, String)> {
    let connection = rusqlite::Connection::open(class.path(out).join("class.sqlite")).unwrap();
    let sql = "SELECT submission, round, verdicts FROM repeated ORDER BY submission, round";
    let mut select = connection.prepare(sql).unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// Returns how many recordings of repeated runs are kept, and how many of them are like the first ones.
fn kept(class: &Class, out: &str) -> (i64, i64) {
    let connection = rusqlite::Connection::open(class.path(out).join("class.sqlite")).unwrap();
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get(0)).unwrap();
    let again = "SELECT count(*) FROM recording WHERE part LIKE 'round %'";
    (count(again), count(&format!("{again} AND state = 'same' AND length(packed) < 8")))
}

#[test]
fn who_tosses_a_coin_is_named_before_marks_are_published() {
    let class = Class::new();
    class.hand_in("ann", CASES);
    class.hand_in("bob", CASES - 2);
    class.write("submissions/carl/program.sh", COIN);
    let output = class.mark("submissions", "run", &["--repeat", "6"]);
    let text = told(&output);
    // That all of twelve cases come out the same six times happens once in 10^18 times.
    assert!(text.contains("of carl did not come out the same each time"), "{text}");
    assert!(!text.contains("of ann did not") && !text.contains("of bob did not"), "{text}");
    let page = std::fs::read_to_string(class.path("run/class.html")).unwrap();
    assert!(page.contains("of carl did not come out the same each time"));
    let published = class.publish("run");
    assert!(told(&published).contains("of carl did not come out the same each time"), "{}", told(&published));
    assert_eq!(rounds(&class, "run").len(), 3 * 5);
    let (all, same) = kept(&class, "run");
    assert_eq!(all, 3 * 5 * i64::try_from(CASES).unwrap());
    assert!(same >= 2 * 5 * i64::try_from(CASES).unwrap() && same < all, "{same} of {all}");
    // Nothing is run twice for that, and what is known stays known.
    let again = told(&class.mark("submissions", "run", &["--repeat", "6"]));
    assert!(again.contains("repeated (5): 0 submissions to work on, 0 runs"), "{again}");
    assert!(
        told(&class.mark("submissions", "run", &[])).contains("of carl did not come out the same each time")
    );
}

/// A program that says three numbers otherwise, always, and one of the others not in the right letters if a coin falls so.
const OTHER_LETTERS: &str = "#!/bin/sh\nif [ \"$1\" -ge 9 ]; then echo nothing; exit; fi\n\
    if [ \"$1\" = 4 ] && [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then echo \"NUMBER $1\"; else echo \"number $1\"; fi\n";

#[test]
fn a_slip_that_costs_marks_now_and_then_is_named_though_the_case_passes() {
    let class = Class::new();
    class.hand_in("ann", CASES - 3);
    class.write("submissions/dora/program.sh", OTHER_LETTERS);
    let output = class.mark("submissions", "run", &["--repeat", "16"]);
    let text = told(&output);
    assert!(
        text.contains("1 case of dora did not come out the same each time: all/case_04, in 16 runs: passed "),
        "{text}"
    );
    assert!(text.contains("passed with letter case "), "{text}");
    assert!(!text.contains("of ann did not"), "{text}");
}

#[test]
fn marks_are_those_of_the_first_time() {
    let class = Class::new();
    class.hand_in("ann", CASES);
    class.hand_in("bob", CASES - 2);
    class.mark("submissions", "once", &[]);
    class.mark("submissions", "often", &["--repeat", "3"]);
    assert_eq!(class.gradebook("once"), class.gradebook("often"));
    let pages = |out: &str| std::fs::read_to_string(class.path(out).join("class.html")).unwrap();
    assert_eq!(pages("often").matches("did not come out the same").count(), 0);
}

/// Repeats until so many tenths of a round are done, and is killed then.
fn killed_after(class: &Class, arguments: &[&str], tenths: usize) {
    let mut marking = class.marking("submissions", "killed", arguments);
    let mut marking = marking.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let told = BufReader::new(marking.stderr.take().unwrap()).lines().map(Result::unwrap);
    let repeated = told.skip_while(|line| !line.starts_with("repeated"));
    let _ = repeated.filter(|line| line.contains(" runs; now ")).take(tenths).count();
    marking.kill().unwrap();
    marking.wait().unwrap();
}

#[test]
fn who_is_killed_while_cases_are_repeated_goes_on_where_that_was() {
    let class = Class::new();
    for number in 0..6 {
        class.hand_in(&format!("s{number}"), CASES - number);
    }
    let arguments = ["--repeat", "4", "--jobs", "2"];
    class.mark("submissions", "whole", &arguments);
    let mut before = 0;
    // The last one is past the end of the first round that is left.
    for tenths in [1, 2, 5, 8, 13] {
        killed_after(&class, &arguments, tenths);
        let done = kept(&class, "killed").0;
        assert!(done >= before, "{done} after {before}");
        before = done;
    }
    assert!(before > 0);
    let output = class.mark("submissions", "killed", &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(class.gradebook("killed"), class.gradebook("whole"));
    assert_eq!(rounds(&class, "killed"), rounds(&class, "whole"));
    assert_eq!(kept(&class, "killed"), kept(&class, "whole"));
}

#[test]
fn who_is_ended_while_cases_are_repeated_is_told_so_until_all_of_them_are() {
    let class = Class::new();
    for number in 0..4 {
        class.hand_in(&format!("s{number}"), CASES - number);
    }
    let arguments = ["--repeat", "3", "--jobs", "2"];
    killed_after(&class, &arguments, 1);
    let status =
        || support::harness().arg("class").arg("--status").arg(class.path("killed")).output().unwrap();
    let left =
        "  not all cases of 4 of 4 students were repeated yet: give the command that marked them again\n";
    assert!(told(&status()).contains("4 rows: 4 marked\n"), "{}", told(&status()));
    assert!(told(&status()).contains(left), "{}", told(&status()));
    assert_eq!(status().status.code(), Some(4));
    let published = told(&class.publish("killed"));
    assert!(published.contains(left.trim()), "{published}");
    let output = class.mark("submissions", "killed", &arguments);
    assert!(!told(&output).contains("repeated yet"), "{}", told(&output));
    assert_eq!((output.status.code(), status().status.code()), (Some(0), Some(0)));
}

#[test]
fn what_a_change_of_a_case_asks_for_is_run_again_in_every_round() {
    let class = Class::new();
    class.hand_in("ann", CASES);
    class.mark("submissions", "run", &["--repeat", "3"]);
    let case = std::fs::read_to_string(class.path("cases/small/all/case_03.yaml")).unwrap();
    class.write("cases/small/all/case_03.yaml", &case.replace("args: [\"3\"]", "args: [\"3\", \"more\"]"));
    let text = told(&class.mark("submissions", "run", &["--repeat", "3"]));
    for line in ["1 submissions to work on, 1 runs", "repeated (1): 1 submissions to work on, 1 runs"] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[test]
fn a_program_is_built_once_for_all_rounds() {
    let class = Class::new();
    let suite = std::fs::read_to_string(class.path("cases/small/suite.yaml")).unwrap();
    // Whatever is built by this says another number.
    let start = "start:\n  executable:\n    build: [sh, -c, 'echo \"echo $(od -An -N8 -tu8 /dev/urandom)\" > {build}/program']\n    run: [sh, \"{build}/program\"]\n";
    class.write("cases/small/suite.yaml", &(suite + start));
    class.hand_in("ann", CASES);
    class.hand_in("bob", CASES - 2);
    let output = class.mark("submissions", "run", &["--repeat", "4"]);
    let all = 2 * 3 * i64::try_from(CASES).unwrap();
    assert_eq!(kept(&class, "run"), (all, all), "{}", told(&output));
}
