//! What services read: every form keeps to its format, and a test fails in all of them only if its own fact does.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use support::flawed::program;
use support::{harness, root};

/// The forms in JSON: their names, their files, and their schemas.
const JSON: [(&str, &str, &str); 4] = [
    ("gradescope", "gradescope.json", "gradescope"),
    ("ctrf", "ctrf-report.json", "ctrf"),
    ("prairielearn", "prairielearn.json", "prairielearn"),
    ("codequality", "gl-code-quality-report.json", "code_quality"),
];

/// Marks what stands in a folder and writes all forms into `reports` there.
fn write_forms(folder: &Path, target: &str, suite: &str, more: &[&str]) {
    let mut command = harness();
    command.current_dir(folder).args([
        "--quiet",
        "--reports",
        "reports",
        "--target",
        target,
        "--suite",
        suite,
    ]);
    command.arg("--cases").arg(root().join("cases")).args(more);
    for form in ["gradescope", "ctrf", "prairielearn", "codequality", "tap", "junit"] {
        command.args(["--report", form]);
    }
    command.assert().code(1);
}

/// Plants the faults of a program, marks it for an audience, and writes all forms.
fn forms_of(name: &str, audience: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let flawed = program(name);
    flawed.plant(folder.path());
    write_forms(folder.path(), &flawed.target, &flawed.suite, &["--audience", audience]);
    folder
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join("reports").join(name)).expect("it was written")
}

fn json(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&read(folder, name)).expect("JSON, without a mark of byte order")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[track_caller]
fn keep_to_their_schemas(folder: &Path) {
    for (_, file, schema) in JSON {
        let path = root().join(format!("harness/tests/schemas/{schema}.schema.json"));
        let schema: Value =
            serde_json::from_str(&std::fs::read_to_string(path).expect("shipped")).expect("JSON");
        let schema = jsonschema::validator_for(&schema).expect("a schema");
        let written = json(folder, file);
        let errors: Vec<String> = schema.iter_errors(&written).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{file}: {written:#}");
    }
}

#[test]
fn every_form_keeps_to_its_schema_for_students_and_staff() {
    for audience in ["student", "staff"] {
        keep_to_their_schemas(forms_of("pizza_python_five", audience).path());
    }
}

#[test]
fn a_run_of_some_cases_is_no_grade_and_keeps_to_the_schemas() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::copy(support::submissions("pizza").join("faithful.py"), folder.path().join("pizza.py"))
        .expect("copied");
    let wrong = std::fs::read_to_string(folder.path().join("pizza.py")).expect("there");
    std::fs::write(folder.path().join("pizza.py"), wrong.replace("Do you want", "Would you like"))
        .expect("written");
    write_forms(folder.path(), "pizza.py", "pizza", &["--case", "more/n_ends*", "--strict"]);
    keep_to_their_schemas(folder.path());
    let graded = json(folder.path(), "prairielearn.json");
    assert_eq!((&graded["gradable"], &graded["score"]), (&Value::from(false), &Value::Null));
}

#[test]
fn a_program_that_is_not_built_has_the_line_of_the_compiler() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("work")).expect("made");
    std::fs::write(folder.path().join("work/pizza.c"), "int main(void) {\n    int x = ;\n}\n")
        .expect("written");
    write_forms(folder.path(), "work/pizza.c", "pizza", &[]);
    keep_to_their_schemas(folder.path());
    assert_eq!(places(folder.path()).get("failure"), Some(&BTreeSet::from(["work/pizza.c:2".to_string()])));
    assert_eq!(json(folder.path(), "prairielearn.json")["score"], 0.0);
}

/// Returns the places of the code-quality report, by the names of their checks.
fn places(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for issue in list(&json(folder, "gl-code-quality-report.json")) {
        let (path, line) = (&issue["location"]["path"], &issue["location"]["lines"]["begin"]);
        let place = format!("{}:{line}", path.as_str().expect("a path"));
        places.entry(issue["check_name"].as_str().expect("a name").to_string()).or_default().insert(place);
    }
    places
}

/// Returns `FILE:LINE` for the only line of a file in a folder that holds `words`.
fn line_with(folder: &Path, file: &str, words: &str) -> String {
    let text = std::fs::read_to_string(folder.join(file)).expect("the program is there");
    let mut lines =
        (1..).zip(text.lines()).filter(|(_, line)| line.contains(words)).map(|(number, _)| number);
    let line: usize = lines.next().expect("a line holds it");
    assert_eq!(lines.next(), None, "{words}");
    format!("{file}:{line}")
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn code_quality_names_the_line_that_prints_or_that_failed() {
    let folder = forms_of("gekitai_python_six", "student");
    let line = |words| line_with(folder.path(), "gekitai.py", words);
    let places = places(folder.path());
    assert!(places["presentation"].contains(&line("Game over!")), "{places:?}");
    assert!(places["presentation"].contains(&line("s turn: ")), "{places:?}");
    assert_eq!(places["failure"], BTreeSet::from([line("- ord(")]));
    assert_eq!(places["behaviour"], BTreeSet::from(["gekitai.py:1".to_string()]));
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn code_quality_finds_the_file_of_several() {
    let folder = forms_of("rats_java_eight", "staff");
    let line = |file, words| line_with(folder.path(), file, words);
    let places = places(folder.path());
    assert!(places["wording"].contains(&line("rats/Player.java", "Do you stop?")), "{places:?}");
    assert!(places["wording"].contains(&line("rats/Rats.java", "Enter the name of player")), "{places:?}");
    assert_eq!(places["failure"], BTreeSet::from([line("rats/Rats.java", "Integer.parseInt")]));
}

#[test]
fn fingerprints_are_unique_and_stay_when_the_program_is_marked_again() {
    let marked = |audience| {
        let folder = forms_of("pizza_python_five", audience);
        let issues = json(folder.path(), "gl-code-quality-report.json");
        let all: Vec<String> = list(&issues).iter().map(|issue| issue["fingerprint"].to_string()).collect();
        let results = json(folder.path(), "results.json");
        let named = list(&results["mistakes"]).iter().filter(|mistake| mistake["key"] != "").count();
        (all, named)
    };
    let (first, _) = marked("staff");
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), first.len());
    assert_eq!(first, marked("staff").0);
    let (students, named) = marked("student");
    let same = students.into_iter().filter(|known| first.contains(known)).count();
    assert!(
        named >= 4 && same == named,
        "{same} of {named} that students are told have the same fingerprint"
    );
}

/// What became of each test, by its name: `ok`, `not ok`, or `skipped`.
type Outcomes = BTreeMap<String, &'static str>;

/// Reads TAP 14 as its specification says, and nothing else.
fn read_tap(text: &str) -> Outcomes {
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).peekable();
    assert_eq!(lines.next(), Some("TAP version 14"));
    let plan = lines.next().and_then(|plan| plan.strip_prefix("1..")).expect("a plan");
    let mut outcomes = Outcomes::new();
    let mut number = 0;
    while let Some(line) = lines.next() {
        number += 1;
        let (failed, rest) = match line.strip_prefix("not ok ") {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix("ok ").unwrap_or_else(|| panic!("no test point: {line}"))),
        };
        let description = rest.strip_prefix(&format!("{number} - ")).unwrap_or_else(|| panic!("{line}"));
        let (name, directive) =
            description.split_once(" # SKIP").map_or((description, false), |(name, _)| (name, true));
        assert!(!name.contains('#') || name.contains("\\#"), "{line}");
        let outcome = if directive {
            "skipped"
        } else if failed {
            "not ok"
        } else {
            "ok"
        };
        assert_eq!(outcomes.insert(name.to_string(), outcome), None, "{name}");
        if lines.peek() == Some(&"  ---") {
            lines.next();
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "  ...").collect();
            assert!(block.iter().all(|line| line.starts_with("  ")), "{block:?}");
            let fields: BTreeMap<String, String> =
                serde_saphyr::from_str(&block.join("\n")).expect("a block of YAML");
            assert!(failed && !fields["message"].is_empty() && fields["severity"] == "fail", "{fields:?}");
        }
    }
    assert_eq!(plan.parse(), Ok(number));
    outcomes
}

fn read_junit(text: &str) -> Outcomes {
    let document = roxmltree::Document::parse(text).expect("XML");
    let tests = document.descendants().filter(|node| node.has_tag_name("testcase"));
    let outcome = |test: roxmltree::Node<'_, '_>| {
        let has = |name: &str| test.children().any(|child| child.has_tag_name(name));
        if has("failure") {
            "not ok"
        } else if has("skipped") {
            "skipped"
        } else {
            "ok"
        }
    };
    tests.map(|test| (test.attribute("name").expect("a name").to_string(), outcome(test))).collect()
}

fn read_ctrf(report: &Value) -> Outcomes {
    let outcome = |status: &str| match status {
        "passed" => "ok",
        "failed" => "not ok",
        _ => "skipped",
    };
    let tests = list(&report["results"]["tests"]).iter();
    let text = |test: &Value, key: &str| test[key].as_str().expect("text").to_string();
    tests.map(|test| (text(test, "name"), outcome(&text(test, "status")))).collect()
}

#[test]
fn a_test_fails_in_every_form_only_if_its_own_fact_does() {
    let folder = forms_of("bots_python_seven", "staff");
    let tap = read_tap(&read(folder.path(), "report.tap"));
    assert_eq!(tap, read_junit(&read(folder.path(), "junit.xml")));
    let ctrf = json(folder.path(), "ctrf-report.json");
    assert_eq!(tap, read_ctrf(&ctrf));
    let summary = &ctrf["results"]["summary"];
    for (key, outcome) in [("passed", "ok"), ("failed", "not ok"), ("skipped", "skipped")] {
        let counted = tap.values().filter(|it| **it == outcome).count();
        assert_eq!(summary[key], counted, "{key}");
    }
    assert_eq!(tap["roll-specified/any_order"], "not ok");
    // A random game is about runtime errors: what else is wrong in it fails no test of its.
    let results = json(folder.path(), "results.json");
    let case = |id: &str| list(&results["cases"]).iter().find(|case| case["id"] == id).expect("there");
    assert_eq!(case("runtime/random_1")["verdict"], "wrong");
    assert_eq!(tap["runtime/random_1"], "ok");
}

#[test]
fn forms_of_tests_tell_the_mistakes_first() {
    let folder = forms_of("pizza_python_five", "student");
    for (file, first_test) in [
        ("report.tap", "\nok 1 - "),
        ("ctrf-report.json", "\"tests\": ["),
        ("prairielearn.json", "\"tests\": ["),
    ] {
        let text = read(folder.path(), file);
        let mistake = text.find("it should say `Cheese`, not `Garlic`").expect(file);
        let tests = text.find(first_test).expect(file);
        assert!(mistake < tests, "{file}");
    }
}
