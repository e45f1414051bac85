//! Recordings are judged again without running anything, and every verdict can be explained.

mod support;

use std::path::Path;

use harness::cases::select;
use harness::cases::source::SuiteSource;

fn judge_again(store: &Path, suite: &str, reports: &Path) -> i32 {
    let output = support::harness()
        .args(["--suite", suite, "--audience", "staff", "--quiet", "--replay"])
        .arg(store)
        .arg("--reports")
        .arg(reports)
        .output()
        .expect("it runs");
    output.status.code().expect("it ends by itself")
}

/// Marks a program, judges its recordings again, and compares the results to the byte.
#[track_caller]
fn is_judged_alike(target: &Path, suite: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let (kept, first, second) =
        (folder.path().join("kept"), folder.path().join("a"), folder.path().join("b"));
    let status = support::harness()
        .args(["--suite", suite, "--audience", "staff", "--quiet", "--target"])
        .arg(target)
        .arg("--record")
        .arg(&kept)
        .arg("--reports")
        .arg(&first)
        .output()
        .expect("it runs")
        .status;
    assert_eq!(status.code(), Some(judge_again(&kept, suite, &second)));
    let results = |folder: &Path| std::fs::read_to_string(folder.join("results.json")).expect("results");
    assert!(results(&first) == results(&second), "{suite}: the results differ");
}

#[test]
fn recordings_are_judged_alike_without_running_anything() {
    // With files that are marked themselves, with errors, and with dice that nobody knew.
    let programs = vec![
        (support::root().join("samples/little_battle.py"), "little_battle"),
        (support::submissions("bots").join("one_file.py"), "bots"),
        (support::submissions("rats").join("unseeded.py"), "rats"),
    ];
    for (program, suite) in support::share(programs, 2) {
        is_judged_alike(&program, suite);
    }
}

#[test]
fn a_program_that_was_not_built_is_told_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("pizza.cpp");
    std::fs::write(&source, "int main() { return nothing; }\n").expect("written");
    is_judged_alike(&source, "pizza");
}

#[test]
fn a_case_that_was_not_recorded_makes_the_run_incomplete() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    support::harness()
        .args(["--suite", "pizza", "--case", "menu/*", "--quiet", "--target"])
        .arg(support::reference_program("pizza"))
        .arg("--record")
        .arg(&kept)
        .arg("--reports")
        .arg(folder.path().join("a"))
        .assert()
        .success();
    assert_eq!(judge_again(&kept, "pizza", &folder.path().join("b")), 4);
    assert_eq!(judge_again(&kept, "gekitai", &folder.path().join("b")), 2);
    assert_eq!(judge_again(folder.path(), "pizza", &folder.path().join("b")), 2);
}

#[test]
fn a_new_recording_takes_the_place_of_the_whole_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let record = |cases: &str| {
        support::harness()
            .args(["--suite", "little_battle", "--quiet", "--target", "samples/little_battle.py"])
            .args(["--case", cases, "--record"])
            .arg(&kept)
            .arg("--reports")
            .arg(folder.path().join("a"))
            .assert()
    };
    record("recruit/*").code(1);
    assert!(kept.join("recordings/recruit").is_dir());
    record("start/*").code(0);
    assert!(kept.join("recordings/start").is_dir() && !kept.join("recordings/recruit").exists());
}

#[test]
fn one_run_serves_staff_and_student() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let run = |audience: &str, source: [&str; 2], reports: &str| {
        let mut command = support::harness();
        command.args(source).args(["--suite", "bots", "--audience", audience, "--quiet", "--report", "html"]);
        if source[0] == "--target" {
            command.arg("--record").arg(at("kept"));
        }
        let output = command.arg("--reports").arg(at(reports)).output().expect("it runs");
        let file = std::fs::read_to_string(at(reports).join("results.json")).expect("written");
        let results: serde_json::Value = serde_json::from_str(&file).expect("JSON");
        (output.status.code(), output.stdout, results)
    };
    let target = support::submissions("bots").join("one_file.py");
    let staff = run("staff", ["--target", target.to_str().expect("UTF-8")], "staff");
    let award = ["comments=0.5", "--note", "good names"];
    support::harness().arg("award").arg(at("staff")).args(award).assert().success();
    std::fs::create_dir(at("student")).expect("made");
    std::fs::copy(at("staff/awards.json"), at("student/awards.json")).expect("copied");
    let student = run("student", ["--replay", at("kept").to_str().expect("UTF-8")], "student");
    assert_eq!((staff.0, &staff.2["summary"]["automatic"]), (student.0, &student.2["summary"]["automatic"]));
    assert_eq!(student.2["summary"]["tutor"], 0.5);
    let is_shown = |results: &serde_json::Value| {
        let cases = results["cases"].as_array().expect("a list").iter();
        cases.filter(|case| case["recording"].is_string()).count()
    };
    assert!(is_shown(&student.2) < is_shown(&staff.2));
    let page = std::fs::read_to_string(at("student/report.html")).expect("written");
    assert!(page.contains("good names"));
}

#[test]
fn recordings_are_not_kept_among_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, reports) in [(".", "."), ("a/kept", "a")] {
        support::harness()
            .args(["--suite", "little_battle", "--target", "samples/little_battle.py", "--record"])
            .arg(folder.path().join(record))
            .arg("--reports")
            .arg(folder.path().join(reports))
            .assert()
            .code(2)
            .stderr(predicates::str::contains("keep recordings elsewhere"));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
}

#[test]
fn a_verdict_is_explained_step_by_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let faithful =
        std::fs::read_to_string(support::submissions("bots").join("faithful.py")).expect("it is there");
    let faulty = folder.path().join("bots.py");
    std::fs::write(&faulty, faithful.replace("return 30", "return 25")).expect("written");
    support::harness()
        .args([
            "--suite",
            "bots",
            "--case",
            "category/band_and_doremi",
            "--audience",
            "staff",
            "--quiet",
            "--target",
        ])
        .arg(&faulty)
        .arg("--reports")
        .arg(folder.path())
        .assert()
        .code(1);
    let output = support::harness()
        .args(["explain", "bots/category/band_and_doremi", "--recording"])
        .arg(folder.path().join("recordings/category/band_and_doremi.json"))
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    for step in [
        "1. What happened",
        "2. Dice\n  turn 2, line 2: [",
        "3. What should have been printed",
        "4. Which turn is which\n  turns 1 to 7 are the expected turns 1 to 7",
        "wrong value: `Band` should be 30, not 25",
        "part category-scores/band; costs the row category-scores",
        "may follow from [0] or repeat it, and costs nothing more",
        "the case belongs to the row category-selection (Category Score Selection) and wins 100 % of its case",
        "verdict: wrong: `Band` should be 30, not 25",
    ] {
        assert!(text.contains(step), "{step:?} is not told:\n{text}");
    }
}

#[test]
fn nothing_that_a_program_prints_commands_the_terminal_of_who_asks() {
    let folder = tempfile::tempdir().expect("a folder");
    let hostile = "#!/bin/sh\nprintf '\\033[2J\\033]0;title\\007 \\302\\233 \\342\\200\\256 ::error::x\\n'\nprintf '\\033[2J' >&2\nexit 3\n";
    support::harness()
        .args(["--suite", "pizza", "--case", "menu/*", "--quiet", "--target"])
        .arg(support::script(folder.path(), "program", hostile))
        .arg("--reports")
        .arg(folder.path().join("a"))
        .assert()
        .code(1);
    let recordings = walkdir::WalkDir::new(folder.path().join("a/recordings")).into_iter();
    let mut explained = 0;
    let files = recordings.map(|entry| entry.expect("readable")).filter(|it| it.file_type().is_file());
    for recording in files.filter(|it| it.path().extension().is_some_and(|ending| ending == "json")) {
        let inside = recording.path().strip_prefix(folder.path().join("a/recordings")).expect("inside");
        let case = format!("pizza/{}", inside.with_extension("").display());
        let output = support::harness()
            .args(["explain", &case, "--recording"])
            .arg(recording.path())
            .output()
            .expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("verdict: "), "{text}");
        assert!(!text.chars().any(|it| (it.is_control() && it != '\n') || it == '\u{202e}'), "{text:?}");
        explained += 1;
    }
    assert!(explained > 0);
}

/// Marks a program that fails some cases and passes others into a folder of reports, with a page.
fn marked_with_failures(folder: &Path) {
    support::harness()
        .args(["--suite", "little_battle", "--case", "fights/*", "--audience", "staff"])
        .args(["--quiet", "--target", "samples/little_battle.py", "--report", "html", "--reports"])
        .arg(folder)
        .assert()
        .code(1);
}

fn results(folder: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join("results.json")).expect("written");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the ids of the cases that pass, or of those that do not.
fn cases(folder: &Path, pass: bool) -> Vec<String> {
    let results = results(folder);
    let cases = results["cases"].as_array().expect("a list").iter();
    let wanted = cases.filter(|case| (case["verdict"] == "passed") == pass);
    wanted.map(|case| case["id"].as_str().expect("an id").to_string()).collect()
}

#[test]
fn cases_that_pass_have_one_file_of_recordings_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    marked_with_failures(folder.path());
    let (passed, failed) = (cases(folder.path(), true), cases(folder.path(), false));
    assert!(passed.len() > 3 && !failed.is_empty(), "{passed:?} {failed:?}");
    let files = walkdir::WalkDir::new(at("recordings")).into_iter().map(|entry| entry.expect("readable"));
    let mut files: Vec<_> =
        files.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect();
    files.sort();
    let mut expected: Vec<_> = failed.iter().map(|case| at(&format!("recordings/{case}.json"))).collect();
    expected.push(at("recordings/passed.jsonl"));
    assert_eq!(files, expected);
    let text = std::fs::read_to_string(at("recordings/passed.jsonl")).expect("written");
    let named: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["case"].to_string())
        .collect();
    assert_eq!(named, passed.iter().map(|case| format!("\"{case}\"")).collect::<Vec<_>>());
    // The page shows the conversation of each, now and when it is written again.
    let page = std::fs::read_to_string(at("report.html")).expect("written");
    let talks = |page: &str| page.matches("The conversation of ").count();
    assert!(talks(&page) >= passed.len() + failed.len());
    std::fs::remove_file(at("report.html")).expect("removed");
    let again =
        support::harness().args(["report", "--report", "html"]).arg(folder.path()).output().expect("it runs");
    assert!(again.status.success() && again.stderr.is_empty(), "{again:?}");
    assert_eq!(talks(&std::fs::read_to_string(at("report.html")).expect("written")), talks(&page));
    // And each of them can be explained.
    let output = explain(&passed[1], &at("recordings/passed.jsonl"));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("verdict: passed"), "{output:?}");
    let output = explain(&failed[0], &at("recordings/passed.jsonl"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(&format!("passed.jsonl: there is no recording of `{}`", failed[0])), "{told}");
}

fn explain(case: &str, recording: &Path) -> std::process::Output {
    let case = format!("little_battle/{case}");
    support::harness().args(["explain", &case, "--recording"]).arg(recording).output().expect("it runs")
}

#[test]
fn a_recording_that_is_cut_costs_the_conversation_of_its_case_only_and_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recordings/passed.jsonl");
    marked_with_failures(folder.path());
    let passed = cases(folder.path(), true);
    let text = std::fs::read_to_string(&path).expect("written");
    std::fs::write(&path, &text[..text.len() - 30]).expect("written");
    let last = passed.len();
    let place = format!("passed.jsonl:{last}:1: this line is no recording: EOF while parsing");
    let again = || {
        support::harness().args(["report", "--report", "html"]).arg(folder.path()).output().expect("it runs")
    };
    let talks = || {
        let page = std::fs::read_to_string(folder.path().join("report.html")).expect("written");
        passed.iter().filter(|case| page.contains(&format!("The conversation of {case}\""))).count()
    };
    let output = again();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(
        told.starts_with("note: what was said in 1 case is not shown: ") && told.contains(&place),
        "{told}"
    );
    assert_eq!(talks(), last - 1);
    assert_eq!(explain(&passed[0], &path).status.code(), Some(0));
    let output = explain(&passed[last - 1], &path);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains(&place), "{output:?}");
    // Without the file, all of the marks and of the other conversations are there.
    std::fs::remove_file(&path).expect("removed");
    let output = again();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.starts_with(&format!("note: what was said in {last} cases is not shown: ")), "{told}");
    assert!(told.contains("passed.jsonl: "), "{told}");
    assert_eq!(talks(), 0);
}

#[test]
fn reports_of_earlier_versions_with_a_file_for_each_case_are_still_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    marked_with_failures(folder.path());
    let page = || std::fs::read_to_string(at("report.html")).expect("written");
    let now = page();
    // As they were written before.
    let mut earlier = results(folder.path());
    for case in earlier["cases"].as_array_mut().expect("a list") {
        case["recording"] = format!("recordings/{}.json", case["id"].as_str().expect("an id")).into();
    }
    let earlier = serde_json::to_string_pretty(&earlier).expect("JSON");
    std::fs::write(at("results.json"), earlier).expect("written");
    for line in std::fs::read_to_string(at("recordings/passed.jsonl")).expect("written").lines() {
        let mut recording: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let case = recording.as_object_mut().expect("an object").remove("case").expect("its case");
        let text = serde_json::to_string_pretty(&recording).expect("JSON");
        std::fs::write(at(&format!("recordings/{}.json", case.as_str().expect("an id"))), text)
            .expect("written");
    }
    std::fs::remove_file(at("recordings/passed.jsonl")).expect("removed");
    let output =
        support::harness().args(["report", "--report", "html"]).arg(folder.path()).output().expect("it runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(page().matches("The conversation of ").count(), now.matches("The conversation of ").count());
    let passed = cases(folder.path(), true);
    assert_eq!(explain(&passed[0], &at(&format!("recordings/{}.json", passed[0]))).status.code(), Some(0));
}

#[test]
fn what_is_no_recording_is_not_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.json");
    std::fs::write(&file, "{}").expect("written");
    let output = support::harness()
        .args(["explain", "bots/accept/save", "--recording"])
        .arg(&file)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is no recording"));
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn the_rules_that_a_submission_breaks_are_explained_with_the_replays_that_prove_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (kept, reports) = (folder.path().join("kept"), folder.path().join("reports"));
    support::harness()
        .args(["--suite", "gekitai", "--audience", "staff", "--quiet", "--target"])
        .arg(support::patched(folder.path(), "gekitai", "pushed_off_is_lost"))
        .arg("--record")
        .arg(&kept)
        .arg("--reports")
        .arg(&reports)
        .assert()
        .code(1);
    let output =
        support::harness().args(["explain", "gekitai", "--replay"]).arg(&kept).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{text}");
    let source = SuiteSource::find(Some(&support::root().join("cases"))).expect("it is there");
    let suite = select::suite(&source, "gekitai").expect("it is valid");
    let results = std::fs::read(reports.join("results.json")).expect("written");
    let results: serde_json::Value = serde_json::from_slice(&results).expect("JSON");
    let key = results["mistakes"][0]["key"].as_str().expect("a key");
    let name = key.strip_prefix("rule ").expect("a broken rule");
    assert!(text.starts_with(&format!("Broken rules\n  {name}: {}\n", suite.bends[name].sentence)), "{text}");
    for words in [
        "the row off-board pays for it",
        "no right run contradicts",
        "    shortest: ",
        "the text demands    X: [",
        "the bent game says  X: [",
        "the program said    X: [",
        "(the first wrong turn is reproduced in 0 of ",
    ] {
        assert!(text.contains(words), "{words} is not told:\n{text}");
    }
    follows_and_costs_nothing(&results, key);
}

/// Some case of another row passes, and names the broken rule from which follows what differs in it.
#[track_caller]
fn follows_and_costs_nothing(results: &serde_json::Value, key: &str) {
    let cases = results["cases"].as_array().expect("a list");
    let names_it = |case: &&serde_json::Value| {
        let differences = case["differences"].as_array().expect("a list");
        differences.iter().any(|it| it["rule"] == key && it["row"] == "off-board")
    };
    let other = |case: &&serde_json::Value| case["row"] != "off-board";
    let free: Vec<_> = cases.iter().filter(other).filter(names_it).collect();
    assert!(!free.is_empty());
    assert!(
        free.iter().all(|case| case["verdict"] == "passed" && case["awarded"] == case["out_of"]),
        "{free:#?}"
    );
}

#[test]
fn broken_rules_are_looked_for_in_a_suite_and_a_verdict_in_one_recording() {
    for (arguments, words) in [
        (vec!["explain", "gekitai"], "--recording"),
        (vec!["explain", "gekitai/off_board/corner", "--replay", "."], "give the suite alone"),
        (vec!["explain", "gekitai", "--replay", "/nowhere"], "/nowhere"),
        (vec!["explain", "gekitai", "--replay", ".", "--recording", "x"], "cannot be used with"),
    ] {
        let output = support::harness().args(&arguments).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}
