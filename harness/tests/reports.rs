//! Reports are written where they are asked for, say what a tutor awarded, and cost little.

mod support;

use std::path::Path;

use predicates::prelude::*;
use predicates::str::contains;
use support::{harness, root, script};

/// Marks the sample, which slips in one refusal, by the cases about recruiting, with more `arguments`; returns the screen.
fn mark(reports: &Path, arguments: &[&str]) -> String {
    let output = harness()
        .args(["--target", "samples/little_battle.py", "--suite", "little_battle", "--case", "recruit/*"])
        .arg("--reports")
        .arg(reports)
        .args(arguments)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn several_forms_are_written_at_once_beside_the_results_or_to_a_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let reports = folder.path().join("reports");
    let elsewhere = format!("csv={}", folder.path().join("more/marks of ann.csv").display());
    mark(&reports, &["--report", "junit", "--report", "html", "--report", &elsewhere]);
    assert!(read(reports.join("junit.xml")).starts_with("<?xml"));
    assert!(read(reports.join("report.html")).starts_with("<!DOCTYPE html>"));
    assert!(read(folder.path().join("more/marks of ann.csv")).starts_with("target,suite,row,title,"));
    assert!(!reports.join("marks.csv").exists());
}

#[test]
fn a_format_that_is_not_there_is_refused_with_those_that_are() {
    harness().args(["--target", "x", "--suite", "little_battle", "--report", "pdf"]).assert().code(2).stderr(
        contains("there is no format `pdf`; there are json, html, junit, markdown, csv, csv-mistakes, github, gradescope, prairielearn, codequality, ctrf, tap"),
    );
}

#[test]
fn staff_are_told_that_a_form_made_for_them_would_be_shown_to_the_student() {
    let folder = tempfile::tempdir().expect("a folder");
    let warned = |arguments: &[&str]| {
        let mut command = harness();
        command.arg("--target").arg("samples/little_battle.py").args([
            "--suite",
            "little_battle",
            "--case",
            "recruit/*",
        ]);
        let output = command.arg("--reports").arg(folder.path()).args(arguments).output().expect("it runs");
        String::from_utf8_lossy(&output.stderr)
            .contains("note: prairielearn shows its results to the student")
    };
    assert!(warned(&["--audience", "staff", "--report", "prairielearn"]));
    assert!(!warned(&["--audience", "staff", "--report", "gradescope"]));
    assert!(!warned(&["--report", "prairielearn"]));
}

#[test]
fn a_path_that_cannot_be_written_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let refuses = |report: &str, words: &str| {
        harness()
            .args(["--target", "sh -c true", "--suite", "little_battle", "--report", report, "--reports"])
            .arg(folder.path().join("reports"))
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(words));
        assert!(!folder.path().join("reports/results.json").exists());
    };
    refuses("csv=/proc/marks/marks.csv", "/proc/marks: reports cannot be written there");
    refuses("csv=/tmp", "/tmp: this is a folder");
}

#[test]
fn the_worst_mistake_is_told_in_full_on_one_screen_and_every_failed_case_with_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = mark(folder.path(), &["--strict"]);
    assert_eq!(first.matches("\nFAILED ").count(), 0, "{first}");
    assert_eq!(first.matches("\nMistake 1 costs ").count(), 1, "{first}");
    assert_eq!(first.matches("  expected  ").count(), 1, "{first}");
    assert!(first.lines().count() <= 40, "{first}");
    let all = mark(folder.path(), &["--strict", "--all"]);
    let failed = all.matches("\nFAILED recruit/").count();
    assert!(failed >= 2 && all.contains(" failed cases\n"), "{all}");
    for failure in all.split("\nFAILED ").skip(1) {
        let failure = failure.split_once("\n\n").map_or(failure, |(failure, _)| failure);
        assert!(failure.len() <= 1300, "{} bytes: {failure}", failure.len());
    }
    let quiet = mark(folder.path(), &["--strict", "--quiet"]);
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    assert!(quiet.starts_with("Little Battle: "), "{quiet}");
}

#[test]
fn a_report_for_screen_readers_has_words_for_signs() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = mark(folder.path(), &["--strict", "--plain"]);
    assert!(plain.contains("  they differ from: column "), "{plain}");
    assert!(!plain.contains('^') && !plain.contains('|') && !plain.contains('\u{1b}'), "{plain}");
}

#[test]
fn the_command_that_repeats_a_case_has_the_options_that_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = root().join("cases").display().to_string();
    let screen = mark(folder.path(), &["--cases", &cases, "--strict", "--audience", "staff"]);
    let line = screen.lines().find_map(|line| line.strip_prefix("  repeat    ")).expect("there");
    let start = format!(
        "harness --target samples/little_battle.py --suite little_battle --cases {cases} --strict --audience staff --case recruit/"
    );
    assert!(line.starts_with(&start), "{line}");
    let words = shlex::split(line).expect("words");
    harness().args(&words[1..]).arg("--reports").arg(folder.path()).assert().code(1).stdout(contains(line));
}

#[test]
fn progress_is_told_in_lines_where_there_is_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |option: &str| {
        let mut command = harness();
        command.args([
            "--target",
            "samples/little_battle.py",
            "--suite",
            "little_battle",
            "--case",
            "start/*",
        ]);
        command.arg("--reports").arg(folder.path()).arg(option).assert().code(0)
    };
    run("--all").stderr(contains(" cases have run\n").count(10));
    run("--quiet").stderr("");
}

#[test]
fn a_tutors_award_is_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let forms = ["html", "markdown", "csv", "gradescope", "json"];
    let options: Vec<&str> = forms.iter().flat_map(|form| ["--report", form]).collect();
    mark(folder.path(), &options);
    let award = |arguments: &[&str]| harness().arg("award").arg(folder.path()).args(arguments).assert();
    award(&["style=0.2", "comments=0.4", "--note", "names say what they mean"])
        .success()
        .stdout(contains("and 0.6 from a tutor so far"));
    let results: serde_json::Value =
        serde_json::from_str(&read(folder.path().join("results.json"))).expect("JSON");
    assert_eq!(results["summary"]["tutor"], 0.6);
    for (name, words) in [
        ("report.html", "names say what they mean"),
        ("report.md", "| style: Quality of style | 0.2 | 0.3 | tutor | names say what they mean |"),
        ("marks.csv", "style,Quality of style,0.2,0.3,tutor,names say what they mean\r\n"),
        ("gradescope.json", "names say what they mean"),
        ("results.json", "\"by\": \"tutor\""),
    ] {
        assert!(read(folder.path().join(name)).contains(words), "{name}");
    }
    // A new run of the same submission keeps it; another submission does not get it.
    let screen = mark(folder.path(), &[]);
    assert!(screen.contains("    0.2 / 0.3  style: Quality of style (by a tutor)"), "{screen}");
    let other = script(folder.path(), "other", "#!/bin/sh\n");
    harness()
        .args(["--suite", "little_battle", "--case", "start/*", "--target"])
        .arg(other)
        .arg("--reports")
        .arg(folder.path())
        .assert()
        .code(1)
        .stdout(contains("by a tutor").not())
        .stderr(contains("awards for other submissions only"));
    mark(folder.path(), &[]);
    award(&["style="]).success().stdout(contains("and 0.4 from a tutor so far"));
}

#[test]
fn an_award_that_cannot_be_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    mark(folder.path(), &[]);
    let refuses = |row: &str, words: &str| {
        let before = read(folder.path().join("results.json"));
        let said = contains(words);
        harness().arg("award").arg(folder.path()).arg(row).assert().code(2).stderr(said);
        assert_eq!(read(folder.path().join("results.json")), before);
        assert!(!folder.path().join("awards.json").exists());
    };
    refuses("style=0.4", "this row is worth 0.3, not 0.4");
    refuses("stile=0.2", "did you mean `style`?");
    refuses("recruit=1", "this row is awarded by the harness");
    refuses("unit-tests=1", "this row is awarded in steps of 0.3; 1 is none");
    refuses("style=lots", "`lots` is no number of marks");
    harness()
        .args(["award", "/nowhere", "style=0.1"])
        .assert()
        .code(2)
        .stderr(contains("name a folder of reports"));
}

#[test]
fn kept_results_give_the_same_reports_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["report.html", "junit.xml", "report.md", "marks.csv", "mistakes.csv", "gradescope.json"];
    let forms = [
        "--report",
        "html",
        "--report",
        "junit",
        "--report",
        "markdown",
        "--report",
        "csv",
        "--report",
        "csv-mistakes",
        "--report",
        "gradescope",
    ];
    let screen = mark(folder.path(), &forms);
    let written: Vec<String> = names.iter().map(|name| read(folder.path().join(name))).collect();
    let mistakes = &written[4];
    assert!(
        mistakes.starts_with("target,suite,number,lost,row,mistake,expected,got,cases,example\r\n"),
        "{mistakes}"
    );
    let [_, first, ..] = mistakes.split("\r\n").collect::<Vec<_>>()[..] else { panic!("{mistakes}") };
    assert!(
        first.contains(",little_battle,1,") && first.contains(",recruit,`Try again` is missing,"),
        "{first}"
    );
    let again = harness().arg("report").arg(folder.path()).args(forms).output().expect("it runs");
    assert_eq!(again.status.code(), Some(0));
    // The command that repeats a case is that of the terminal where it was run; kept results have that of their reader.
    let without_command = |screen: &str| {
        let lines = screen.lines().filter(|line| !line.starts_with("  repeat "));
        lines.collect::<Vec<_>>().join("\n")
    };
    let again = String::from_utf8(again.stdout).expect("text");
    assert_eq!(without_command(&again), without_command(&screen));
    let rewritten: Vec<String> = names.iter().map(|name| read(folder.path().join(name))).collect();
    assert!(written == rewritten);
}

/// Returns the title of the list of mistakes in each form, and what follows it up to the end of the list.
fn lists(folder: &Path) -> Vec<(&'static str, String)> {
    let forms = [
        ("junit.xml", "</system-out>"),
        ("report.md", "\n\n#"),
        ("github.txt", "\n"),
        ("gradescope.json", "\",\n"),
    ];
    forms
        .map(|(name, end)| {
            let text = read(folder.join(name));
            let (_, list) = text.split_once("Mistakes, ").unwrap_or_else(|| panic!("{name}: {text}"));
            let list = list.split_once(end).unwrap_or((list, "")).0;
            // In Markdown, `_` is written as `\_`.
            (name, list.replace('\\', ""))
        })
        .to_vec()
}

#[test]
fn every_form_lists_the_mistakes_and_their_sum_is_what_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let github = format!("github={}", folder.path().join("github.txt").display());
    let forms = ["junit", "markdown", &github, "gradescope"];
    let arguments = forms.iter().flat_map(|form| ["--report", form]).chain(["--audience", "staff"]);
    mark(folder.path(), &arguments.collect::<Vec<_>>());
    let results: serde_json::Value =
        serde_json::from_str(&read(folder.path().join("results.json"))).expect("JSON");
    let number = |row: &serde_json::Value, key: &str| row[key].as_f64().expect("a number");
    let rows = results["mark_sheet"].as_array().expect("rows").iter().filter(|row| row["by"] == "harness");
    let lost: f64 = rows.map(|row| number(row, "out_of") - number(row, "awarded")).sum();
    let mistakes = results["mistakes"].as_array().expect("mistakes");
    assert!(lost > 0.0 && !mistakes.is_empty());
    for (form, list) in lists(folder.path()) {
        let sum: f64 = list.split(' ').next().and_then(|sum| sum.parse().ok()).expect("a sum");
        assert!((sum - lost).abs() < 0.01, "{form}: {sum} is listed, {lost} are lost");
        for mistake in mistakes {
            let words = ["part", "row", "example"].map(|key| mistake[key].as_str().expect("text"));
            let price = number(mistake, "lost").to_string();
            let cases = format!("in {} case", mistake["cases"]);
            for word in words.into_iter().chain([price.as_str(), cases.as_str()]) {
                assert!(list.contains(word), "{form}: {word} is not in {list}");
            }
        }
    }
}

#[test]
fn the_page_lists_the_mistakes_in_order_with_what_each_costs_and_links_to_each() {
    let folder = tempfile::tempdir().expect("a folder");
    mark(folder.path(), &["--report", "html", "--audience", "staff"]);
    let results: serde_json::Value =
        serde_json::from_str(&read(folder.path().join("results.json"))).expect("JSON");
    let page = read(folder.path().join("report.html"));
    let (_, list) = page.split_once("<ol start=\"1\">").expect("a list");
    let (list, _) = list.split_once("</ol>").expect("its end");
    let entries: Vec<&str> = list.split("<li>").skip(1).collect();
    let mistakes = results["mistakes"].as_array().expect("mistakes");
    assert!(!entries.is_empty() && entries.len() == mistakes.len(), "{list}");
    for (entry, mistake) in entries.iter().zip(mistakes) {
        let (_, cost) = entry.split_once("<span class=\"cost\">−").expect("a cost");
        let cost: f64 = cost.split('<').next().and_then(|cost| cost.parse().ok()).expect("a number");
        assert_eq!(Some(cost), mistake["lost"].as_f64(), "{entry}");
        assert!(entry.contains(mistake["row"].as_str().expect("text")), "{entry}");
        let link = entry.split('"').nth(1).and_then(|link| link.strip_prefix('#')).expect("a link");
        assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
    }
    let again = tempfile::tempdir().expect("a folder");
    let all =
        ["--target", "samples/little_battle.py", "--suite", "little_battle", "--report", "html", "--reports"];
    harness().args(all).arg(again.path()).assert().code(1);
    let other = read(again.path().join("report.html"));
    let link = entries[0].split('"').nth(1).expect("a link");
    assert!(other.contains(&format!("href=\"{link}\"")), "the same link for the same mistake of another run");
}

#[test]
fn each_difference_names_the_mistake_of_which_it_is_a_place() {
    let folder = tempfile::tempdir().expect("a folder");
    mark(folder.path(), &["--audience", "staff"]);
    let results: serde_json::Value =
        serde_json::from_str(&read(folder.path().join("results.json"))).expect("JSON");
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    for mistake in list(&results["mistakes"]) {
        let shows = |case: &&serde_json::Value| {
            list(&case["differences"]).iter().any(|difference| difference["mistake"] == mistake["key"])
        };
        let cases = list(&results["cases"]);
        assert_eq!(mistake["cases"], cases.iter().filter(shows).count(), "{mistake:#}");
    }
}

#[test]
fn what_is_shown_as_printed_was_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    // A misspelt question, an order and an ingredient too few, and an id that is off by one and ends the program within a summary.
    let mut text = read(support::submissions("pizza").join("faithful.cpp"));
    for (right, wrong) in [
        ("more pizzas (y/n)?", "more pizza (y/n)?"),
        ("pizzas[i].ingredients[j] - 1)", "pizzas[i].ingredients[j])"),
        ("order <= 3", "order <= 2"),
        ("{2, 3, 4, 5}", "{2, 3, 4}"),
    ] {
        assert!(text.contains(right), "{right}");
        text = text.replace(right, wrong);
    }
    std::fs::write(folder.path().join("pizza.cpp"), text).expect("written");
    let reports = folder.path().join("reports/pizza");
    let mut marking = harness();
    marking.current_dir(folder.path()).args([
        "check",
        "pizza.cpp",
        "--suite",
        "pizza",
        "--case",
        "summary/*",
    ]);
    marking.assert().code(1);
    let of = |path: &Path| serde_json::from_str::<serde_json::Value>(&read(path)).expect("JSON");
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let passed = read(reports.join("recordings/passed.jsonl"));
    let passed: Vec<serde_json::Value> =
        passed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let recording = |case: &str| {
        let passed = passed.iter().find(|recording| recording["case"] == case).cloned();
        passed.unwrap_or_else(|| of(&reports.join(format!("recordings/{case}.json"))))
    };
    let mistakes = list(&of(&reports.join("results.json"))["mistakes"]);
    assert!(mistakes.len() >= 4, "{mistakes:#?}");
    for mistake in mistakes {
        let example = mistake["example"].as_str().expect("a public case");
        let output: String =
            list(&recording(example)["events"]).iter().filter_map(|event| event["text"].as_str()).collect();
        let got = mistake["got"].as_str().unwrap_or_default();
        assert!(output.contains(got.trim_end()), "{example}: {got}");
    }
}

#[test]
fn junit_is_read_by_a_parser_of_xml() {
    let folder = tempfile::tempdir().expect("a folder");
    mark(folder.path(), &["--strict", "--report", "junit"]);
    let program = "import sys, xml.etree.ElementTree as tree\nroot = tree.parse(sys.argv[1]).getroot()\ntests = root.findall('./testsuite/testcase')\nfailed = root.findall('./testsuite/testcase/failure')\nassert int(root.get('tests')) == len(tests) and int(root.get('failures')) == len(failed) > 0\n";
    let output = std::process::Command::new("python3")
        .args(["-c", program])
        .arg(folder.path().join("junit.xml"))
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_reports_of_an_earlier_run_are_taken_away() {
    let folder = tempfile::tempdir().expect("a folder");
    mark(folder.path(), &["--audience", "staff", "--report", "html", "--report", "junit"]);
    mark(folder.path(), &["--report", "csv"]);
    let files: Vec<_> = std::fs::read_dir(folder.path())
        .expect("readable")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    assert!(predicate::in_iter(files.clone()).eval(&"marks.csv".to_string()), "{files:?}");
    assert!(
        !files.contains(&"report.html".to_string()) && !files.contains(&"junit.xml".to_string()),
        "{files:?}"
    );
}
