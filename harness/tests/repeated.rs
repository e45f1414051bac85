//! `--repeat K` runs every case again under other conditions, and tells which do not come out the same.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::process::Output;

use serde_json::Value;
use support::class::{CASES, Class, told};

/// Marks the program of a class six times, and returns what was said and the results.
fn six_times(class: &Class, audience: &str) -> (Output, Value) {
    six_times_by(class, "small", audience)
}

/// Does the same by another suite.
fn six_times_by(class: &Class, suite: &str, audience: &str) -> (Output, Value) {
    let mut command = support::harness();
    command.args(["--suite", suite, "--repeat", "6", "--audience", audience, "--cases"]);
    command.arg(class.path("cases")).arg("--target").arg(class.path("submissions/ann"));
    let output = command.arg("--reports").arg(class.path("reports")).output().unwrap();
    let text = std::fs::read_to_string(class.path("reports/results.json"))
        .unwrap_or_else(|_| panic!("{}", told(&output)));
    (output, serde_json::from_str(&text).unwrap())
}

/// Returns how often each verdict came in each case that is unstable.
fn outcomes(results: &Value) -> Vec<Vec<u64>> {
    let cases = results["cases"].as_array().unwrap().iter().filter_map(|case| case.get("outcomes"));
    cases
        .map(|outcomes| outcomes.as_object().unwrap().values().map(|it| it.as_u64().unwrap()).collect())
        .collect()
}

#[test]
fn a_program_that_tosses_a_coin_is_unstable() {
    let class = Class::new();
    let coin = "#!/bin/sh\nif [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then echo \"number $1\"; else echo nothing; fi\n";
    class.write("submissions/ann/program.sh", coin);
    let hidden = std::fs::read_to_string(class.path("cases/small/all/case_11.yaml")).unwrap();
    class.write("cases/small/all/case_11.yaml", &hidden.replace("visible: public", "visible: staff"));
    let (output, results) = six_times(&class, "staff");
    // That all of twelve cases come out the same six times happens once in 10^18 times.
    let found = outcomes(&results);
    assert!(!found.is_empty() && found.iter().all(|counts| counts.iter().sum::<u64>() == 6), "{found:?}");
    assert!(told(&output).contains("did not come out the same each time"), "{}", told(&output));
    let (_, results) = six_times(&class, "student");
    let cases = results["cases"].as_array().unwrap();
    assert!(
        cases.iter().filter(|case| case["visible"] == "staff").all(|case| case.get("outcomes").is_none())
    );
}

#[test]
fn a_slip_that_costs_marks_now_and_then_is_unstable_though_the_case_passes() {
    let class = Class::new();
    let program = "#!/bin/sh\nif [ \"$1\" = 4 ] && [ $(($(od -An -N1 -tu1 /dev/urandom) % 2)) = 0 ]; then echo \"NUMBER $1\"; else echo \"number $1\"; fi\n";
    class.write("submissions/ann/program.sh", program);
    // That all of them come out the same happens once in 32 times: then it is tried again.
    let mut told_of = (1..=8).map(|_| six_times(&class, "staff"));
    let (output, results) = told_of.find(|(_, results)| !outcomes(results).is_empty()).expect("it varies");
    assert!(told(&output).contains("1 case did not come out the same each time"), "{}", told(&output));
    let case = &results["cases"].as_array().unwrap()[4];
    let names: Vec<&String> = case["outcomes"].as_object().unwrap().keys().collect();
    assert_eq!(
        (case["id"].as_str(), names[0].as_str(), names[1].as_str()),
        (Some("all/case_04"), "passed", "passed with letter case")
    );
}

#[test]
fn a_program_that_does_the_same_each_time_is_not() {
    let class = Class::new();
    class.hand_in("ann", CASES - 3);
    let (output, results) = six_times(&class, "staff");
    assert!(outcomes(&results).is_empty());
    assert!(!told(&output).contains("the same each time"), "{}", told(&output));
    assert_eq!(results["summary"]["passed"], CASES - 3);
}

/// Returns a class with a suite that types a name, two numbers of which nobody asks for the second one, and answers until it is enough.
fn talking() -> Class {
    let class = Class::new();
    let suite = "title: Talk\nreference: {command: [\"true\"]}\nrules: {line: One line.}\ntolerate: [final newline]\n\
                 marks:\n  - {row: talk, title: Talk, out_of: 3, by: harness}\n";
    class.write("cases/talk/suite.yaml", suite);
    for (name, first, second) in [("Ann", 3, 4), ("Bo", 10, 20), ("Åsa M", -1, 2)] {
        let sum = first + second;
        let talk = format!(
            "name> <<{name}>>\n  two numbers:\n  <<{first}>>\n  <<{second}>>\n  {name}: {sum}\n  more? <<yes>>\n  more? <<>>\n  more? <<no>>\n  bye\n"
        );
        let case =
            format!("why: it talks\nrule: line\nrow: talk\nvisible: public\ntranscript: |2-\n  {talk}");
        class.write(&format!("cases/talk/all/sum_{sum}.yaml"), &case);
    }
    class
}

const PYTHON: &str = r#"
name = input("name> ")
print("two numbers:")
a = int(input())
b = int(input())
print(f"{name}: {a + b}")
while input("more? ") != "no":
    pass
print("bye")
"#;

const JAVA: &str = r#"
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

class Talk {
    public static void main(String[] arguments) throws Exception {
        System.setOut(new PrintStream(System.out, true, "UTF-8"));
        Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
        System.out.print("name> ");
        String name = in.nextLine();
        System.out.println("two numbers:");
        int a = in.nextInt();
        int b = in.nextInt();
        in.nextLine();
        System.out.println(name + ": " + (a + b));
        String more;
        do {
            System.out.print("more? ");
            more = in.nextLine();
        } while (!more.equals("no"));
        System.out.println("bye");
    }
}
"#;

const CPP: &str = r#"
#include <iostream>
#include <string>

int main() {
    std::string name, more;
    int a, b;
    std::cout << "name> ";
    std::getline(std::cin, name);
    std::cout << "two numbers:\n";
    std::cin >> a >> b;
    std::cin.ignore(100, '\n');
    std::cout << name << ": " << a + b << "\n";
    do {
        std::cout << "more? ";
        std::getline(std::cin, more);
    } while (more != "no");
    std::cout << "bye\n";
}
"#;

/// A C program that lacks the function `line`.
const C: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

LINE

int main(void) {
    char name[100], number[100], more[100];
    int a, b;
    printf("name> ");
    fflush(stdout);
    line(name);
    printf("two numbers:\n");
    fflush(stdout);
    line(number);
    a = atoi(number);
    line(number);
    b = atoi(number);
    printf("%s: %d\n", name, a + b);
    do {
        printf("more? ");
        fflush(stdout);
        line(more);
    } while (strcmp(more, "no") != 0);
    printf("bye\n");
    return 0;
}
"#;

/// Reads a line to its end, a character at a time.
const TO_ITS_END: &str = r"
static void line(char *text) {
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        *text++ = c;
    *text = 0;
}
";

/// Takes for a line whatever one read returns, as if it came from a terminal.
const ONE_READ: &str = r"
static void line(char *text) {
    int count = read(0, text, 99);
    if (count <= 0)
        exit(3);
    if (text[count - 1] == '\n')
        count--;
    text[count] = 0;
}
";

#[test]
fn who_takes_one_read_for_one_line_is_unstable() {
    let class = talking();
    class.write("submissions/ann/talk.c", &C.replace("LINE", ONE_READ));
    let (output, results) = six_times_by(&class, "talk", "staff");
    assert_eq!(results["summary"]["passed"], 3, "each line came whole the first time: {}", told(&output));
    assert_eq!(outcomes(&results).len(), 3, "{}", told(&output));
    assert!(told(&output).contains("how its input comes in pieces"), "{}", told(&output));
}

#[test]
fn who_reads_lines_to_their_end_is_stable_in_every_language() {
    let c = C.replace("LINE", TO_ITS_END);
    for (file, text) in [("talk.py", PYTHON), ("Talk.java", JAVA), ("talk.cpp", CPP), ("talk.c", &c)] {
        let class = talking();
        class.write(&format!("submissions/ann/{file}"), text);
        let (output, results) = six_times_by(&class, "talk", "staff");
        assert_eq!(results["summary"]["passed"], 3, "{file}: {}", told(&output));
        assert_eq!(outcomes(&results), Vec::<Vec<u64>>::new(), "{file}: {}", told(&output));
    }
}
