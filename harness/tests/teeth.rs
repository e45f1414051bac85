//! Cases have teeth: the bug that a case is for, planted in a faithful program, fails that case, and for that reason.
//!
//! `teeth.yaml` beside the faithful programs of a suite lists the bugs, row by row.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planted {
    bug: String,
    /// What is replaced in the program, and by what.
    change: BTreeMap<String, String>,
    case: String,
    /// The verdict on the case; `wrong` where nothing is said.
    verdict: Option<String>,
    /// A part of what should have been printed where the bug shows.
    expected: Option<String>,
    /// A part of what is printed there.
    got: Option<String>,
}

/// Where the bugs of a suite are planted.
struct Program {
    suite: &'static str,
    /// The faithful program, or the folder of its files, beside the list.
    faithful: &'static str,
    /// The name of the changed file in the submission.
    changed: &'static str,
}

/// Returns the bugs of a suite by the rows whose cases must notice them.
fn bugs(suite: &str) -> BTreeMap<String, Vec<Planted>> {
    let text =
        std::fs::read_to_string(support::submissions(suite).join("teeth.yaml")).expect("the list is there");
    serde_saphyr::from_str(&text).expect("the list is well formed")
}

/// Writes the faithful program with the bug into `folder`.
fn plant(program: &Program, bug: &Planted, folder: &Path) {
    let faithful = support::submissions(program.suite).join(program.faithful);
    if faithful.is_dir() {
        for entry in std::fs::read_dir(&faithful).expect("the faithful program is there") {
            let path = entry.expect("readable").path();
            std::fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("copied");
        }
    } else {
        std::fs::copy(&faithful, folder.join(program.changed)).expect("copied");
    }
    let path = folder.join(program.changed);
    let mut text = std::fs::read_to_string(&path).expect("the program is there");
    for (old, new) in &bug.change {
        assert_eq!(text.matches(old.as_str()).count(), 1, "{}: {old:?} stands once", bug.bug);
        text = text.replace(old, new);
    }
    std::fs::write(&path, text).expect("written");
}

/// Returns why the case does not notice the bug as it must, if it does not.
fn unnoticed(program: &Program, row: &str, bug: &Planted) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    plant(program, bug, folder.path());
    let marked = support::mark(folder.path(), program.suite, &["--case", &bug.case]);
    let case = &marked.results["cases"][0];
    if case["row"] != row {
        return Some(format!("{} is of row {}", bug.case, case["row"]));
    }
    let verdict = bug.verdict.as_deref().unwrap_or("wrong");
    if marked.verdict() != verdict {
        return Some(format!("{} is {}, not {verdict}", bug.case, marked.verdict()));
    }
    let has = |difference: &Value, key: &str, text: &Option<String>| {
        text.as_ref().is_none_or(|text| difference[key].as_str().is_some_and(|line| line.contains(text)))
    };
    let shows = |difference: &Value| {
        difference["root"].is_null()
            && has(difference, "expected", &bug.expected)
            && has(difference, "got", &bug.got)
    };
    let differences = case["differences"].as_array().expect("differences");
    let is_shown = differences.iter().any(shows);
    (!is_shown).then(|| format!("{} fails for another reason: {differences:#?}", bug.case))
}

#[track_caller]
fn every_bug_is_noticed(program: &Program) {
    let mut wrong = Vec::new();
    for (row, bugs) in bugs(program.suite) {
        for bug in support::share(bugs, 2) {
            assert!(
                bug.verdict.is_some() || bug.expected.is_some() || bug.got.is_some(),
                "{} shows",
                bug.bug
            );
            wrong.extend(unnoticed(program, &row, &bug).map(|why| format!("{row}: {}: {why}", bug.bug)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn cases_of_gekitai_notice_the_bugs_that_they_are_for() {
    every_bug_is_noticed(&Program { suite: "gekitai", faithful: "faithful.py", changed: "gekitai.py" });
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn cases_of_little_battle_notice_the_bugs_that_they_are_for() {
    every_bug_is_noticed(&Program {
        suite: "little_battle",
        faithful: "faithful.py",
        changed: "little_battle.py",
    });
}

#[test]
fn cases_of_the_battle_of_the_sexes_notice_the_bugs_that_they_are_for() {
    every_bug_is_noticed(&Program { suite: "bots", faithful: "faithful.py", changed: "bots.py" });
}

#[test]
fn cases_of_rats_notice_the_bugs_that_they_are_for() {
    every_bug_is_noticed(&Program { suite: "rats", faithful: "faithful", changed: "RatGame.java" });
}

#[test]
fn cases_of_the_iec_dice_game_notice_the_bugs_that_they_are_for() {
    every_bug_is_noticed(&Program { suite: "iec_dice", faithful: "faithful.py", changed: "iec_dice.py" });
}
