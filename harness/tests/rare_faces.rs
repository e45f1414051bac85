//! A fault that shows only where dice fall as they rarely do is found, and a rule that never had its chance is told, whoever is marked.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use support::class::told;

/// Makes the dice of a program in C++ fall by chance: it is run hundreds of times, and starts sooner than one in Python.
const BY_CHANCE: [(&str, &str); 2] = [
    ("#include <vector>\n", "#include <random>\n#include <vector>\n"),
    ("dice(seed)", "dice(std::random_device{}())"),
];

/// Writes a faithful program of Rats! that rolls dice of its own, with `from` changed, and returns its path.
fn unseeded(folder: &Path, fault: (&str, &str)) -> PathBuf {
    let mut text = std::fs::read_to_string(support::submissions("rats").join("one_file.cpp")).unwrap();
    for (from, to) in BY_CHANCE.into_iter().chain([fault]) {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let path = folder.join("rats.cpp");
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the ids of the cases that are left to a person, and why.
fn undecided(results: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let cases = results["cases"].as_array().unwrap().iter().filter(|case| case["verdict"] == "undecided");
    cases.map(|case| (text(&case["id"]), text(&case["sentence"]))).collect()
}

/// That no throw of 600 is a double six happens once in 22 million times, and that nobody ties in 60 starts, besides those of the other
/// cases, once in 1,700 times 1,700.
#[test]
fn who_is_wrong_only_for_a_rare_face_is_told_so() {
    for (fault, rule) in [
        (("return first == 6 && second == 6;", "return false;"), "boxcars-unknown"),
        (("if (best.size() == 1)", "if (true)"), "ties-overlooked"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let marked = support::mark(&unseeded(folder.path(), fault), "rats", &[]);
        assert_eq!(marked.broken_rules(), [rule], "{}", marked.screen);
    }
}

#[test]
fn a_rule_that_never_came_up_is_told_and_neither_paid_nor_failed() {
    let folder = tempfile::tempdir().unwrap();
    let program = unseeded(folder.path(), ("bits % 6", "bits % 5"));
    let page = folder.path().join("page.html");
    let marked = support::mark(&program, "rats", &["--report", &format!("html={}", page.display())]);
    let undecided = undecided(&marked.results);
    let ids: Vec<&str> = undecided.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["throws/boxcars", "throws/boxcars_on_the_first_throw"], "{}", marked.screen);
    for (_, told) in &undecided {
        assert!(
            told.starts_with("never came up in ") && told.contains(" runs: Boxcars are rolled."),
            "{told}"
        );
    }
    assert!(marked.screen.contains("UNDECIDED 2 cases: never came up in "), "{}", marked.screen);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Undecided, 2 cases: never came up in "));
    let row =
        marked.results["mark_sheet"].as_array().unwrap().iter().find(|row| row["row"] == "throws").unwrap();
    assert_eq!((row["by"].as_str(), row["awarded"].as_f64()), (Some("pending"), Some(0.0)));
    assert_eq!(marked.lost().len(), 0, "{}", marked.screen);
    // A student learns as much, but nothing of a case that is not public.
    let recordings = folder.path().join("kept");
    let mut command = support::harness();
    command
        .args(["--suite", "rats", "--case", "throws/*", "--audience", "student", "--record"])
        .arg(&recordings);
    let output = command
        .arg("--target")
        .arg(&program)
        .arg("--reports")
        .arg(folder.path().join("reports"))
        .output()
        .unwrap();
    assert!(told(&output).contains(" runs: Boxcars are rolled."), "{}", told(&output));
    assert!(told(&output).contains("what it is about could not be seen; this case is not public"));
    let mut explain = support::harness();
    explain
        .args(["explain", "rats/throws/boxcars", "--recording"])
        .arg(recordings.join("recordings/throws/boxcars.json"));
    let steps = told(&explain.output().unwrap());
    assert!(steps.contains(" times so that its rule should have its chance, which came never"), "{steps}");
}

#[test]
fn a_fact_that_never_came_up_is_told() {
    let text = std::fs::read_to_string(support::submissions("iec_dice").join("faithful.py")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("iec_dice.py");
    let from = "(red,), white = roll(1), roll(2)\n";
    let to = format!("{from}        while red == white[0] == white[1]:\n            {from}");
    assert_eq!(text.matches(from).count(), 1);
    std::fs::write(&path, text.replace(from, &to)).unwrap();
    let marked = support::mark(&path, "iec_dice", &["--case", "roll_score/tripled"]);
    let undecided = undecided(&marked.results);
    assert_eq!(undecided.len(), 1, "{}", marked.screen);
    let (_, told) = &undecided[0];
    assert!(
        told.starts_with("never came up in ") && told.contains("is the same as both of the scoring die"),
        "{told}"
    );
}

#[test]
fn a_chance_that_makes_no_sense_is_told() {
    let chance = "chance: {shown: turn/boxcars, times: 1, runs: 60}";
    for (file, from, to, expected) in [
        (
            "rats/throws/boxcars",
            chance,
            "chance: {shown: turn/boxcar, times: 1, runs: 60}",
            "`turn/boxcar` should come up once in the transcript, and comes up never\n  help: did you mean `turn/boxcars`?",
        ),
        (
            "rats/throws/boxcars",
            chance,
            "chance: {shown: turn/boxcars, times: 2, runs: 60}",
            "`turn/boxcars` should come up 2 times in the transcript, and comes up once\n  help: take another seed, or a smaller number",
        ),
        (
            "rats/throws/boxcars",
            chance,
            "chance: {shown: turn/boxcars, text: total 9, times: 1, runs: 60}",
            "`turn/boxcars` with `total 9` should come up once in the transcript, and comes up never",
        ),
        (
            "rats/throws/boxcars",
            chance,
            "chance: {shown: turn/boxcars, times: 0, runs: 1}",
            ":5:38: `times` must be a whole number from 1 to 20",
        ),
        (
            "rats/throws/boxcars",
            chance,
            "chance: {shown: turn/boxcars, times: 1, runs: 201}",
            ":5:47: `runs` must be a whole number from 2 to 200",
        ),
        ("rats/throws/boxcars", chance, "chance: {shown: turn/boxcars}", "missing"),
        (
            "rats/throws/seed_1",
            "row: throws",
            "row: throws\nchance: {shown: turn/rats, times: 1, runs: 9}",
            "there is no chance where the dice are known\n  help: take `chance` out, or observe the dice",
        ),
        (
            "pizza/custom/descending",
            "row:",
            "chance: {shown: menu, times: 1, runs: 9}\nrow:",
            "there is no chance where the dice are known",
        ),
        (
            "iec_dice/roll_score/tripled",
            "shown: score/tripled",
            "shown: score/doubled",
            "the case does not check `score/doubled`\n  help: write one of the facts of its `checks`: score/tripled",
        ),
        (
            "iec_dice/roll_score/tripled",
            "shown: score/tripled",
            "shown: score/tripled, text: thirty",
            "a fact comes up whatever the text\n  help: take `text` out",
        ),
    ] {
        let folder = support::copy_of_cases();
        let path = folder.path().join(format!("{file}.yaml"));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} holds {from}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let suite = file.split('/').next().unwrap();
        let output = support::harness().args(["lint", suite, "--cases"]).arg(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{to}: {}", told(&output));
        assert!(told(&output).contains(expected), "{to}: {}", told(&output));
    }
}

/// Returns the recordings of a class, by the places of their cases.
fn recordings(out: &Path) -> Vec<(String, Vec<u8>)> {
    let connection = rusqlite::Connection::open(out.join("class.sqlite")).unwrap();
    let mut select =
        connection.prepare("SELECT case_id, packed FROM recording ORDER BY case_id, part").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn what_was_played_on_in_a_class_is_kept_whatever_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("submissions/ann")).unwrap();
    unseeded(&folder.path().join("submissions/ann"), ("bits % 6", "bits % 6"));
    let out = folder.path().join("run");
    let marking = || {
        let mut command = Command::new(support::program());
        command.arg("class").arg(folder.path().join("submissions")).args(["--suite", "rats", "--cases"]);
        command.arg(support::root().join("cases")).arg("--out").arg(&out);
        command
    };
    let mut killed = marking().stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(killed.stderr.take().unwrap()).lines().map(Result::unwrap);
    let _ = lines.filter(|line| line.contains(" runs; now ")).take(7).count();
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = recordings(&out);
    assert!(!before.is_empty());
    let output = marking().output().unwrap();
    let after = recordings(&out);
    assert!(after.len() >= 67, "{}", told(&output));
    assert!(before.iter().all(|recording| after.contains(recording)), "what was done is not done again");
    let gradebook = || std::fs::read(out.join("gradebook.csv")).unwrap();
    let book = gradebook();
    let output = marking().output().unwrap();
    assert!(told(&output).contains("0 submissions to work on, 0 runs"), "{}", told(&output));
    assert!(recordings(&out) == after && gradebook() == book);
}
