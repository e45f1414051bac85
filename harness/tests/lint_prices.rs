//! What `harness lint` tells of a suite's prices is what marking does: who owns which part, and what a slip costs at most.
//!
//! The suite is made up: the cases of pizza, few, with rows of every kind of award.

mod planted;
mod support;

use std::collections::BTreeMap;
use std::path::Path;

use harness::cases::source::SuiteSource;
use harness::cases::{Suite, select};
use planted::fairness::measure;
use planted::literal::{literals, slips};
use planted::policy::is_excepted;

const SUITE: &str = "\
title: A made-up suite
reference: {game: pizza, settings: {}}
start: {entry: [pizza.py], python: [python3, '{entry}']}
tolerate: [final newline, line ends]
causes: {letter case: forgiven, inner blanks: {costs: 0.5}}
rules: {menu: 'a', list: 'b', more: 'c', summary: 'd', presets: 'e'}
marks:
  - {row: menu, title: A share, out_of: 4, by: harness, parts: [order, menu], award: share}
  - {row: list, title: All or nothing, out_of: 2, by: harness, parts: [ingredients], award: all}
  - {row: questions, title: One for each, out_of: 2, by: harness, parts: [question/flavor, question/more], award: count}
  - {row: summary, title: In steps, out_of: 2, by: harness, forms: [summary/title], award: {half_above: 0.5, else: 0}}
  - {row: presets, title: Of no part, out_of: 2, by: harness}
  - {row: style, title: A tutor's, out_of: 1, by: tutor}
";

/// The rows that pay for the two parts that no row of the suite owns.
const OWNED: [(&str, &str); 2] = [
    ("parts: [ingredients]", "parts: [ingredients, question/ingredients]"),
    ("[summary/title]", "['summary/*']"),
];

const CASES: [(&str, &str, &str, &[&str]); 5] = [
    ("first", "menu", "menu", &["1"]),
    ("custom", "list", "list", &["5", "1 2", "n"]),
    ("more", "more", "questions", &["1", "y", "5", "3"]),
    ("orders", "summary", "summary", &["1", "n", "2", "n", "3", "n"]),
    ("preset", "presets", "presets", &["4", "n"]),
];

/// Writes the suite, in which `changes` are made, and has its transcripts written.
fn write(folder: &Path, changes: &[(&str, &str)]) {
    let suite = folder.join("pizza");
    std::fs::create_dir_all(&suite).expect("made");
    let text = changes.iter().fold(SUITE.to_string(), |text, (old, new)| text.replace(old, new));
    std::fs::write(suite.join("suite.yaml"), text).expect("written");
    for (name, rule, row, typed) in CASES {
        let lines: String = typed.iter().flat_map(|line| ["  <<", *line, ">>\n"]).collect();
        let text =
            format!("why: made up\nrule: {rule}\nrow: {row}\nvisible: public\ntranscript: |2-\n{lines}");
        std::fs::write(suite.join(format!("{name}.yaml")), text).expect("written");
    }
    support::harness().args(["regen", "--cases"]).arg(folder).assert().success();
}

const TABLE: &str = "\
pizza: what a single slip costs at most, in the row that owns its part
  row                      marks  presentation   wording
  menu                         4         0.500     1.000
  list                         2         0.250     0.500
  questions                    2         0.125     0.250
  summary                      2         0.250     0.500
  rows that own no part: presets
";

#[test]
fn lint_names_parts_without_owner_and_rows_that_own_none() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &[]);
    let output = support::harness().args(["lint", "--cases"]).arg(folder.path()).output().expect("it runs");
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stdout).expect("text").as_str()),
        (Some(2), TABLE)
    );
    let told = String::from_utf8(output.stderr).expect("text");
    let named: Vec<&str> =
        told.lines().filter_map(|line| line.split_once("owns the part ")).map(|(_, part)| part).collect();
    assert_eq!(
        named,
        ["`question/ingredients`", "`summary/custom`", "`summary/number`", "`summary/preset`"],
        "{told}"
    );
    write(folder.path(), &OWNED);
    support::harness()
        .args(["lint", "--cases"])
        .arg(folder.path())
        .assert()
        .success()
        .stdout(TABLE)
        .stderr("");
}

#[test]
fn lint_names_rows_that_count_more_parts_than_there_are() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        &[OWNED.as_slice(), &[("One for each, out_of: 2", "One for each, out_of: 3")]].concat(),
    );
    let output = support::harness().args(["lint", "--cases"]).arg(folder.path()).output().expect("it runs");
    let told = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("the row `questions` is worth 3 marks, but counts 2 parts"), "{told}");
}

/// Returns the prices of presentation and of wording that the table tells, row by row.
fn prices() -> BTreeMap<String, [f64; 2]> {
    let cells = TABLE.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let rows = cells.filter_map(|cells| {
        Some((cells.first()?.to_string(), [cells.get(2)?.parse().ok()?, cells.get(3)?.parse().ok()?]))
    });
    rows.collect()
}

#[test]
fn a_single_slip_costs_what_lint_says_at_most_and_some_slip_of_each_kind_does() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), &OWNED);
    let suite: Suite =
        select::suite(&SuiteSource::find(Some(folder.path())).expect("a folder of suites"), "pizza")
            .expect("it is valid");
    let literals = literals(&suite);
    let mut dearest: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for measured in measure(&suite, &literals, &slips(&literals)) {
        if is_excepted(&measured.slip, measured.seen) {
            continue;
        }
        assert!(measured.marked.lost.len() <= 1, "{}: {:?}", measured.name(&suite), measured.marked.lost);
        for (row, lost) in &measured.marked.lost {
            let kind = usize::from(!measured.slip.kind.is_presentation());
            let most = &mut dearest.entry(row.clone()).or_default()[kind];
            *most = most.max(*lost);
        }
    }
    assert_eq!(dearest, prices());
}
