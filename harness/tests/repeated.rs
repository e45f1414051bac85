//! `--repeat K` runs every case again under other conditions, and tells which do not come out the same.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::process::Output;

use serde_json::Value;
use support::class::{CASES, Class, told};

/// Marks the program of a class six times, and returns what was said and the results.
fn six_times(class: &Class, audience: &str) -> (Output, Value) {
    let mut command = support::harness();
    command.args(["--suite", "small", "--repeat", "6", "--audience", audience, "--cases"]);
    command.arg(class.path("cases")).arg("--target").arg(class.path("submissions/ann"));
    let output = command.arg("--reports").arg(class.path("reports")).output().unwrap();
    let text = std::fs::read_to_string(class.path("reports/results.json")).unwrap();
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
fn a_program_that_does_the_same_each_time_is_not() {
    let class = Class::new();
    class.hand_in("ann", CASES - 3);
    let (output, results) = six_times(&class, "staff");
    assert!(outcomes(&results).is_empty());
    assert!(!told(&output).contains("the same each time"), "{}", told(&output));
    assert_eq!(results["summary"]["passed"], CASES - 3);
}
