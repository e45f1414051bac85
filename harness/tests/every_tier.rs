//! Programs get the same results in every tier: only the tier itself, and the time that they take, differ.
//!
//! All suites are marked only where `HARNESS_EVERY_TIER` is set, since that takes minutes; else only one is.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The tiers that are compared; what a machine cannot do falls back to a weaker one, which must give the same.
const TIERS: [&str; 3] = ["T1", "T2", "T4"];

/// The suites that are marked, which all have a reference program.
fn suites() -> &'static [&'static str] {
    let all = std::env::var_os("HARNESS_EVERY_TIER").is_some();
    if all { &["pizza", "little_battle", "gekitai", "rats", "bots", "iec_dice"] } else { &["pizza"] }
}

/// The suites whose programs roll dice that fall differently each time.
const OWN_DICE: [&str; 2] = ["bots", "iec_dice"];

/// Writes a program that loses marks: a faithful one with a patch, where it is one file and has no dice of its own, else one
/// that says too little.
fn faulty(suite: &str, folder: &Path) -> PathBuf {
    let submissions = support::submissions(suite);
    let mut patches: Vec<_> = std::fs::read_dir(submissions.join("patches"))
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    patches.sort();
    let patch = patches.first().filter(|_| !OWN_DICE.contains(&suite));
    let wrong = patch.and_then(|patch| {
        let text = std::fs::read_to_string(submissions.join("faithful.py")).ok()?;
        let patch = std::fs::read_to_string(patch).unwrap();
        diffy::apply(&text, &diffy::Patch::from_str(&patch).ok()?).ok()
    });
    let text = wrong.unwrap_or_else(|| "#!/usr/bin/env python3\nprint('nothing')\n".to_string());
    support::script(folder, &format!("{suite}.py"), &text)
}

/// Removes what may differ from run to run, wherever it stands.
fn without_time(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            for name in ["seconds", "sandbox", "started", "finished", "date", "time"] {
                entries.remove(name);
            }
            entries.values_mut().for_each(without_time);
        }
        Value::Array(items) => items.iter_mut().for_each(without_time),
        _ => {}
    }
}

fn results(target: &Path, suite: &str, tier: &str) -> Value {
    let reports = tempfile::tempdir().unwrap();
    support::harness()
        .env("HARNESS_SANDBOX_AT_MOST", tier)
        .args(["--suite", suite, "--audience", "staff", "--quiet", "--target"])
        .arg(target)
        .arg("--reports")
        .arg(reports.path())
        .output()
        .unwrap();
    let text = std::fs::read_to_string(reports.path().join("results.json")).unwrap();
    let mut results = serde_json::from_str(&text).unwrap();
    without_time(&mut results);
    results
}

/// Returns the first place in which two values differ.
fn difference(one: &Value, other: &Value, place: &str) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => one
            .iter()
            .find_map(|(name, value)| difference(value, other.get(name)?, &format!("{place}.{name}"))),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate();
            pairs
                .map(|(number, (one, other))| difference(one, other, &format!("{place}[{number}]")))
                .find_map(|found| found)
        }
        _ => (one != other).then(|| format!("{place}: {one} or {other}")),
    }
}

#[test]
fn suites_give_the_same_results_in_every_tier() {
    let folder = tempfile::tempdir().unwrap();
    for suite in suites() {
        for target in [support::reference_program(suite), faulty(suite, folder.path())] {
            let first = results(&target, suite, TIERS[0]);
            for tier in &TIERS[1..] {
                let other = results(&target, suite, tier);
                assert_eq!(
                    difference(&first, &other, ""),
                    None,
                    "{suite} {} in {} and in {tier}",
                    target.display(),
                    TIERS[0]
                );
            }
        }
    }
}
