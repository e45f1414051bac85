//! A program that breaks a rule of a course's own solution, as one of its patches does, is told which one, and pays in its row only.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use support::{Marked, harness, mark};

/// Sells articles until `done` is typed; whoever buys for more than 1000 cents saves 100.
const SOLUTION: &str = r#"import sys

prices = {}
for line in open(sys.argv[1]):
    article, price = line.split()
    if int(price) < 0:
        raise ValueError(f"{article} costs less than nothing")
    prices[article] = int(price)

print("Welcome to the corner shop!")
total = 0
while True:
    article = input("What would you like? ")
    if article == "done":
        break
    if article in prices:
        total += prices[article]
        print(f"{article}: {prices[article]} cents")
    else:
        print(f"Sorry, we have no {article}.")
if total > 1000:
    total -= 100
    print("You save 100 cents.")
print(f"That is {total} cents. Goodbye!")
"#;

const SUITE: &str = r#"title: Corner Shop
reference: {command: [python3, "{suite}/reference/shop.py"]}
start: {entry: [shop.py], python: [python3, "{entry}"]}
tolerate: [trailing blanks, final newline, line ends, break after prompt]
causes: {letter case: {costs: 0.5}, punctuation: {costs: 0.5}}
limits: {wall: 30, cpu: 1, output: 4000}
rules: {total: "The sum is printed.", unknown: "Ask again.", discount: "Above 1000.", list: "No price is negative."}
marks:
  - {row: total, title: Total, out_of: 4, by: harness}
  - {row: unknown, title: Unknown, out_of: 2, by: harness}
  - {row: discount, title: Discount, out_of: 4, by: harness}
  - {row: list, title: List, out_of: 2, by: harness}
bends:
"#;

/// The cases: a name, the row and the rule, and what is typed.
const CASES: [(&str, &str, &[&str]); 11] = [
    ("nothing", "total", &["done"]),
    ("one", "total", &["milk", "done"]),
    ("two", "total", &["bread", "milk", "done"]),
    ("three", "total", &["bread", "milk", "bread", "done"]),
    ("tea", "unknown", &["tea", "milk", "done"]),
    ("tea_last", "unknown", &["milk", "tea", "done"]),
    ("tea_twice", "unknown", &["tea", "tea", "milk", "done"]),
    ("more", "discount", &["cake", "cake", "bread", "done"]),
    ("much_more", "discount", &["cake", "cake", "cake", "done"]),
    ("just", "discount", &["cake", "cake", "done"]),
    ("just_so", "discount", &["cake", "bread", "bread", "done"]),
];

/// What stands in the solution, and what stands there instead.
type Edit = (&'static str, &'static str);

/// A bend: its name, the row that pays, and how the solution is wrong then.
type Bend = (&'static str, &'static str, Edit);

const LAST: Bend = ("last-price-only", "total", ("total += prices", "total = prices"));
const ENDS: Bend = ("ends-at-unknown", "unknown", ("{article}.\")", "{article}.\")\n        break"));
const FROM: Bend = ("discount-from-1000", "discount", ("> 1000", ">= 1000"));
const NONE: Bend = ("no-discount", "discount", ("total > 1000", "False"));
const GIFTS: Bend = ("pays-to-take", "list", ("int(price) < 0", "False"));
const ALL: [Bend; 5] = [LAST, ENDS, FROM, NONE, GIFTS];

/// Returns the solution with edits.
fn edited(edits: &[Edit]) -> String {
    edits.iter().fold(SOLUTION.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is there");
        text.replace(from, to)
    })
}

/// Writes a suite with these bends, and has its transcripts written; returns the folder of suites.
fn suite(bends: &[Bend]) -> tempfile::TempDir {
    suite_of(bends, &CASES)
}

fn suite_of(bends: &[Bend], cases: &[(&str, &str, &[&str])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shop = folder.path().join("shop");
    for folder in ["reference", "bends", "cases"] {
        std::fs::create_dir_all(shop.join(folder)).unwrap();
    }
    std::fs::write(shop.join("reference/shop.py"), SOLUTION).unwrap();
    let mut text = SUITE.to_string();
    for (name, row, edit) in bends {
        let patch = diffy::create_patch(SOLUTION, &edited(&[*edit])).to_string();
        let patch = patch.replace("original", "reference/shop.py").replace("modified", "reference/shop.py");
        std::fs::write(shop.join(format!("bends/{name}.patch")), patch).unwrap();
        let meaning = format!("sentence: {name}, hint: h, rule: {row}, row: {row}");
        writeln!(text, "  {name}: {{patch: bends/{name}.patch, {meaning}}}").unwrap();
    }
    std::fs::write(shop.join("suite.yaml"), text).unwrap();
    std::fs::write(shop.join("prices.txt"), "bread 250\nmilk 120\ncake 500\n").unwrap();
    for (name, row, typed) in cases {
        write_case(&shop, name, row, "", &format!("<<{}>>", typed.join(">>\n  <<")));
    }
    std::fs::write(shop.join("negative.txt"), "milk -1\n").unwrap();
    std::fs::write(shop.join("negative_too.txt"), "milk 1\ntea -20\n").unwrap();
    for (name, error) in [("negative", "milk"), ("negative_too", "tea")] {
        let error = format!("error: {{kind: ValueError, message: {error} costs less than nothing}}\n");
        write_case(&shop, name, "list", &error, "");
    }
    let folder_of_suites = folder.path();
    harness().args(["regen", "--suite", "shop", "--cases"]).arg(folder_of_suites).assert().code(0);
    folder
}

fn write_case(shop: &Path, name: &str, row: &str, error: &str, typed: &str) {
    let list = if error.is_empty() { "prices" } else { name };
    let files = format!("args: [{list}.txt]\nfiles: {{{list}.txt: {{path: ../{list}.txt}}}}\n");
    let head = format!("why: it must be right\nrule: {row}\nrow: {row}\nvisible: public\n{files}{error}");
    let typed = if typed.is_empty() { String::new() } else { format!("  {typed}\n") };
    std::fs::write(shop.join(format!("cases/{name}.yaml")), format!("{head}transcript: |2-\n{typed}"))
        .unwrap();
}

/// Marks the solution with edits.
fn marked(suites: &Path, edits: &[Edit]) -> Marked {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("shop.py"), edited(edits)).unwrap();
    mark(folder.path(), "shop", &["--all", "--cases", suites.to_str().unwrap()])
}

#[track_caller]
fn check(suites: &Path, edits: &[Edit], rules: &[&str], lost: &[(&str, f64)]) {
    let marked = marked(suites, edits);
    let mut named = marked.broken_rules();
    named.sort();
    assert_eq!(named, rules, "{edits:?} {}", marked.screen);
    let lost: BTreeMap<String, f64> = lost.iter().map(|(row, lost)| ((*row).to_string(), *lost)).collect();
    assert_eq!(marked.lost(), lost, "{edits:?} {}", marked.screen);
}

#[test]
fn a_broken_rule_is_named_and_paid_for_in_its_row_only() {
    let suites = suite(&ALL);
    let check =
        |edits: &[Edit], rules: &[&str], lost: &[(&str, f64)]| check(suites.path(), edits, rules, lost);
    check(&[], &[], &[]);
    // Two of four cases of its row show it, and five cases of other rows.
    check(&[LAST.2], &["last-price-only"], &[("total", 2.0)]);
    check(&[ENDS.2], &["ends-at-unknown"], &[("unknown", 2.0)]);
    check(&[FROM.2], &["discount-from-1000"], &[("discount", 2.0)]);
    check(&[NONE.2], &["no-discount"], &[("discount", 2.0)]);
    // The program must fail, and does not.
    check(&[GIFTS.2], &["pays-to-take"], &[("list", 2.0)]);
}

#[test]
fn two_rules_are_named_beside_each_other_and_beside_slips() {
    let suites = suite(&ALL);
    let check =
        |edits: &[Edit], rules: &[&str], lost: &[(&str, f64)]| check(suites.path(), edits, rules, lost);
    check(&[LAST.2, ENDS.2], &["ends-at-unknown", "last-price-only"], &[("total", 2.0), ("unknown", 2.0)]);
    check(
        &[ENDS.2, FROM.2],
        &["discount-from-1000", "ends-at-unknown"],
        &[("discount", 2.0), ("unknown", 2.0)],
    );
    let slip = ("Welcome", "Wellcome");
    check(&[slip], &[], &[("discount", 1.0)]);
    check(&[slip, ENDS.2], &["ends-at-unknown"], &[("discount", 1.0), ("unknown", 2.0)]);
}

#[test]
fn nothing_is_named_where_something_else_is_wrong() {
    let suites = suite(&ALL);
    for edit in [
        ("total += prices[article]", "total += prices[article] + 1"),
        ("> 1000", "> 1300"),
        // It is true of this program that it saves from 1000 on, but it does so from 600 on.
        ("> 1000", "> 600"),
        ("total -= 100", "total -= total // 10"),
        ("{article}.\")", "{article}.\")\n        total = 0"),
        ("article in prices", "article != 'cake'"),
        ("if total > 1000", "if total > 1000 and 1 // 0"),
    ] {
        let marked = marked(suites.path(), &[edit]);
        assert_eq!(marked.broken_rules(), Vec::<String>::new(), "{edit:?} {}", marked.screen);
        assert_ne!(marked.lost(), BTreeMap::new(), "{edit:?}");
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn patches_that_never_end_or_crash_or_flood_name_nothing_and_harm_nothing() {
    let hangs = ("hangs", "total", ("total = 0", "total = 0\nwhile total == 0: pass"));
    let floods = ("floods", "total", ("total = 0", "total = 0\nwhile True: print('more' * 9)"));
    let crashes = ("crashes", "total", ("total += prices", "total += 1 // 0 * prices"));
    let forks = ("forks", "total", ("import sys", "import os, sys\nwhile True: os.fork()"));
    let kills =
        ("kills", "total", ("import sys", "import os, sys\nos.kill(os.getppid(), 9)\nos.kill(-1, 9)"));
    let writes = ("writes", "total", ("import sys", "import sys\nopen(__file__, 'w').write('print(1)')"));
    let suites = suite_of(&[hangs, floods, crashes, forks, kills, writes, ENDS], &CASES[3..8]);
    let check =
        |edits: &[Edit], rules: &[&str], lost: &[(&str, f64)]| check(suites.path(), edits, rules, lost);
    check(&[], &[], &[]);
    check(&[ENDS.2], &["ends-at-unknown"], &[("unknown", 2.0)]);
    // A crash is a crash, and no rule.
    check(&[crashes.2], &[], &[("discount", 4.0), ("total", 4.0), ("unknown", 2.0)]);
    harness().args(["regen", "--suite", "shop", "--check", "--cases"]).arg(suites.path()).assert().code(0);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_was_recorded_of_another_solution_names_nothing_and_that_is_told() {
    let suites = suite(&ALL);
    let told = |arguments: &[&str]| {
        let output = harness().args(arguments).arg("--cases").arg(suites.path()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let lacks = "what the solution says with its bends was not recorded since the suite was changed";
    assert_eq!(told(&["lint", "shop"]), "");
    let path = suites.path().join("shop/reference/shop.py");
    std::fs::write(&path, format!("{SOLUTION}\n")).unwrap();
    check(suites.path(), &[LAST.2], &[], &[("discount", 4.0), ("total", 2.0)]);
    let recordings = suites.path().join("recordings");
    let (program, reports) = (path.to_str().unwrap(), suites.path().join("reports"));
    let (recordings, reports) = (recordings.to_str().unwrap(), reports.to_str().unwrap());
    let run = ["--suite", "shop", "--target", program, "--record", recordings, "--reports", reports];
    assert!(told(&run).contains(lacks));
    assert!(told(&["explain", "shop", "--replay", recordings]).contains(lacks));
    assert!(told(&["lint", "shop"]).contains(lacks));
    assert_eq!(told(&["regen", "--suite", "shop"]), "");
    assert_eq!(told(&["lint", "shop"]), "");
    check(suites.path(), &[LAST.2], &["last-price-only"], &[("total", 2.0)]);
}

#[test]
fn a_failed_case_names_the_rule_from_which_it_follows() {
    let suites = suite(&ALL);
    let Marked { screen, .. } = marked(suites.path(), &[LAST.2]);
    assert!(screen.contains("\n  follows   from the broken rule: last-price-only\n"), "{screen}");
    let other = marked(suites.path(), &[("> 1000", "> 1300")]);
    assert!(!other.screen.contains("from the broken rule"), "{}", other.screen);
}

#[test]
fn the_proof_is_explained() {
    let suites = suite(&ALL);
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("shop.py");
    std::fs::write(&program, edited(&[LAST.2])).unwrap();
    let (cases, recordings) = (suites.path().to_str().unwrap(), folder.path().join("recordings"));
    mark(&program, "shop", &["--cases", cases, "--record", recordings.to_str().unwrap()]);
    let explain = ["explain", "shop", "--cases", cases, "--replay"];
    let output = harness().args(explain).arg(&recordings).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "last-price-only: last-price-only",
        "the row total pays for it",
        "the first wrong turn is reproduced in 6 of 6 telling runs; no right run contradicts",
        "shortest: cases/just, turn 4",
        "the text demands    That is 1000 cents. Goodbye!",
        "the bent game says  That is 500 cents. Goodbye!",
        "the program said    That is 500 cents. Goodbye!",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
