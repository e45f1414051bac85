//! Which ways to get a rule wrong the cases notice, and what is said where they notice none.

mod support;

use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use support::{copy_of_cases, every_fault, harness};

/// Suites whose bends take longer to compare in pairs than those of all others. That cases notice each of them, `harness lint` tells.
const LONG: [&str; 5] = ["bots", "gekitai", "iec_dice", "little_battle", "rats"];

/// Of all suites but the long ones, or of all where `HARNESS_EVERY_FAULT` is set, as in `.ci/full`.
#[test]
fn every_way_to_get_a_rule_wrong_is_noticed() {
    let copy = copy_of_cases();
    for suite in LONG.iter().filter(|_| !every_fault()) {
        std::fs::remove_dir_all(copy.path().join(suite)).expect("removed");
    }
    let run = harness().args(["strength", "--cases"]).arg(copy.path()).assert().success();
    run.stdout(contains("no case notices").not().and(contains("no case tells").not()));
}

#[test]
fn what_fewest_cases_notice_stands_first_and_two_errors_at_once_are_told() {
    let run = of_few_cases("strength").code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).expect("a text");
    let bends = text.lines().skip(2).map_while(|line| {
        let mut counts = line.split_whitespace().skip(1).map_while(|count| count.parse::<usize>().ok());
        let [noticed, public, by_hand, in_its_row] =
            [counts.next()?, counts.next()?, counts.next()?, counts.next()?];
        assert_eq!(line.contains("no case of its row"), noticed > 0 && in_its_row == 0, "{line}");
        Some((noticed > 0, by_hand > 0, public > 0, noticed))
    });
    let bends: Vec<_> = bends.collect();
    assert!(bends.len() > 20 && bends.is_sorted(), "{text}");
    // The hands are equal before the first move: where they are never shown again, nobody sees whose are counted.
    assert!(
        text.contains(
            "beside `board-shown-once` no case notices `as-many-pieces-of-o-as-of-x`, but {random: {seed: "
        ),
        "{text}"
    );
}

/// Runs a command on a copy of the cases of Gekitai of which only those about addresses are left.
fn of_few_cases(command: &str) -> assert_cmd::assert::Assert {
    let copy = copy_of_cases();
    for entry in std::fs::read_dir(copy.path().join("gekitai")).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() && !path.ends_with("address") && !path.ends_with("provide") {
            std::fs::remove_dir_all(path).expect("removed");
        }
    }
    harness().args([command, "gekitai", "--cases"]).arg(copy.path()).assert()
}

#[test]
fn a_bend_that_no_case_notices_is_told_and_fails_lint() {
    of_few_cases("strength").code(1).stdout(
        contains("no case notices it")
            .and(contains("no case tells `no-diagonal-pushes` from `never-off-board`")),
    );
    of_few_cases("lint").code(2).stderr(contains("no case notices the bend `pieces-fixed` of the game"));
}

#[test]
fn a_bend_needs_a_meaning_in_the_suite() {
    let copy = copy_of_cases();
    let suite = copy.path().join("gekitai/suite.yaml");
    let text = std::fs::read_to_string(&suite).expect("readable");
    let start = text.find("  never-off-board:").expect("it is there");
    let end = start + text[start..].find("  lost-off-board:").expect("it is the next one");
    std::fs::write(&suite, format!("{}{}", &text[..start], &text[end..])).expect("written");
    let lint = harness().args(["lint", "gekitai", "--cases"]).arg(copy.path()).assert();
    lint.code(2).stderr(contains("nothing says what the bend `never-off-board` of the game means"));
}
