//! Faulty programs lose exactly the marks that follow from their fault, and are told its name.
//!
//! Each is a patch of at most 15 lines on a faithful program; `patches.yaml` beside it says which sentence it
//! breaks and what it costs.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;

#[derive(Deserialize)]
struct Faulty {
    patch: String,
    breaks: String,
    row: String,
    cause: String,
    /// The bend whose rule it is told to break, if one is; then its cause is told nowhere by itself.
    names: Option<String>,
    lost: BTreeMap<String, f64>,
    /// What it may lose instead, where the dice decide in how many cases it shows.
    or: Option<BTreeMap<String, f64>>,
}

/// A suite whose faulty programs are marked here, and the file of the submission that `faithful.py` is; none if
/// the faithful program is a folder of files.
struct Course {
    suite: &'static str,
    file: Option<&'static str>,
}

const COURSES: [Course; 5] = [
    Course { suite: "little_battle", file: Some("little_battle.py") },
    Course { suite: "pizza", file: Some("pizza.py") },
    Course { suite: "gekitai", file: Some("gekitai.py") },
    Course { suite: "rats", file: None },
    Course { suite: "bots", file: Some("bots.py") },
];

/// The suites with more faulty programs, of kinds that their first list has already.
const MORE: [&str; 2] = ["rats", "bots"];

fn faulty_programs(suite: &str) -> Vec<Faulty> {
    read_list(suite, "patches.yaml")
}

fn read_list<T: serde::de::DeserializeOwned>(suite: &str, file: &str) -> Vec<T> {
    let text = std::fs::read_to_string(support::submissions(suite).join(file)).expect("the list is there");
    serde_saphyr::from_str(&text).expect("the list is well formed")
}

fn patch_text(suite: &str, name: &str) -> String {
    let path = support::submissions(suite).join(format!("patches/{name}.patch"));
    std::fs::read_to_string(path).expect("the patch is there")
}

/// Writes the faithful program of a course with one patch applied into `folder`, and returns what is marked: the program alone, if it
/// is one file.
fn write_patched(course: &Course, name: &str, folder: &Path) -> PathBuf {
    let text = patch_text(course.suite, name);
    let patch = diffy::Patch::from_str(&text).expect("the patch is a unified diff");
    let submissions = support::submissions(course.suite);
    let apply = |path: &Path| {
        let faithful = std::fs::read_to_string(path).expect("the faithful program is there");
        diffy::apply(&faithful, &patch).expect("the patch applies")
    };
    if let Some(file) = course.file {
        let target = folder.join(file);
        std::fs::write(&target, apply(&submissions.join("faithful.py"))).expect("written");
        return target;
    }
    let patched = patch.original().expect("the patch names its file");
    for entry in std::fs::read_dir(submissions.join("faithful")).expect("the faithful program is there") {
        let source = entry.expect("readable").path();
        let name = source.file_name().expect("a name");
        let text = if name == patched {
            apply(&source)
        } else {
            std::fs::read_to_string(&source).expect("readable")
        };
        std::fs::write(folder.join(name), text).expect("written");
    }
    folder.to_path_buf()
}

/// Marks the chosen faulty programs of the course numbered `index`.
#[track_caller]
fn each_loses_its_marks(index: usize) {
    let course = &COURSES[index];
    lose_their_marks(course, faulty_programs(course.suite));
}

/// Of how many faulty programs one is marked: there are more than a hundred.
const STEP: usize = 40;

#[track_caller]
fn lose_their_marks(course: &Course, programs: Vec<Faulty>) {
    let mut wrong = Vec::new();
    for Faulty { patch, row, cause, names, lost, or, .. } in support::share(programs, STEP) {
        let folder = tempfile::tempdir().expect("a folder");
        let target = write_patched(course, &patch, folder.path());
        let marked = support::mark(&target, course.suite, &[]);
        if marked.status != 1 || (marked.lost() != lost && Some(marked.lost()) != or) {
            wrong.push(format!(
                "{patch}: status {}, lost {:?} instead of {lost:?}",
                marked.status,
                marked.lost()
            ));
        }
        if marked.broken_rules() != names.iter().cloned().collect::<Vec<_>>() {
            wrong.push(format!("{patch}: names {:?} instead of {names:?}", marked.broken_rules()));
        }
        if names.is_none() && !marked.faults().contains(&(row.clone(), cause.clone())) {
            wrong.push(format!("{patch}: `{cause}` is not told in row `{row}`: {:?}", marked.faults()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faulty_little_battles_lose_the_marks_of_their_faults_and_no_others() {
    each_loses_its_marks(0);
}

#[test]
fn faulty_pizza_orders_lose_the_marks_of_their_faults_and_no_others() {
    each_loses_its_marks(1);
}

#[test]
fn faulty_gekitais_lose_the_marks_of_their_faults_and_no_others() {
    each_loses_its_marks(2);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn faulty_games_of_rats_lose_the_marks_of_their_faults_and_no_others() {
    each_loses_its_marks(3);
}

#[test]
fn faulty_battles_of_the_sexes_lose_the_marks_of_their_faults_and_no_others() {
    each_loses_its_marks(4);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn more_faults_of_the_same_kinds_lose_their_marks() {
    for course in COURSES.iter().filter(|course| MORE.contains(&course.suite)) {
        lose_their_marks(course, read_list(course.suite, "more_patches.yaml"));
    }
}

/// How many kept dice change their place is chance, and so is the number of cases that show it.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn sorted_dice_cost_the_row_of_dice_that_must_keep_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = write_patched(&COURSES[4], "dice_are_sorted", folder.path());
    let marked = support::mark(&target, "bots", &[]);
    assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["roll-specified"], "{}", marked.screen);
    let text = marked.results.to_string();
    assert!(text.contains("the dice are shown sorted, but a die that was kept must stay in its place"));
}

#[test]
fn blank_lines_that_are_forgiven_are_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = write_patched(&COURSES[4], "no_blank_lines", folder.path());
    let marked = support::mark(&target, "bots", &[]);
    assert_eq!(marked.status, 0, "{}", marked.screen);
    let told: Vec<&str> = marked.screen.lines().filter(|line| line.contains("blank line")).collect();
    assert_eq!(told.len(), 1, "{}", marked.screen);
    assert!(
        told[0].starts_with("Slips 1 to 3 cost nothing: a blank line is missing here ("),
        "{}",
        marked.screen
    );
}

/// A version of a faithful program that looks different and must pass all the same.
#[derive(Deserialize)]
struct Tolerated {
    patch: String,
    why: String,
}

#[track_caller]
fn tolerated_versions_pass(index: usize) {
    let course = &COURSES[index];
    let versions: Vec<Tolerated> = read_list(course.suite, "tolerated.yaml");
    assert!(!versions.is_empty());
    for Tolerated { patch, why } in support::share(versions, 12) {
        let folder = tempfile::tempdir().expect("a folder");
        let target = write_patched(course, &patch, folder.path());
        let marked = support::mark(&target, course.suite, &[]);
        assert_eq!(marked.status, 0, "{patch}, {why}: {}", marked.screen);
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn versions_of_little_battle_that_take_the_other_reading_pass() {
    tolerated_versions_pass(0);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn versions_of_rats_that_only_look_different_pass() {
    tolerated_versions_pass(3);
}

#[test]
fn versions_of_the_battle_of_the_sexes_that_only_look_different_pass() {
    tolerated_versions_pass(4);
}

#[test]
fn no_two_faulty_programs_share_row_cause_and_rule_and_each_is_small() {
    for Course { suite, .. } in COURSES {
        let programs = faulty_programs(suite);
        let fewest = if suite == "little_battle" { 15 } else { 8 };
        assert!(programs.len() >= fewest, "only {} for {suite}", programs.len());
        let kinds: BTreeSet<(&str, &str, Option<&str>)> =
            programs.iter().map(|it| (it.row.as_str(), it.cause.as_str(), it.names.as_deref())).collect();
        assert_eq!(kinds.len(), programs.len(), "two of {suite} share row, cause and rule");
        let more = if MORE.contains(&suite) { read_list(suite, "more_patches.yaml") } else { Vec::new() };
        for Faulty { patch, breaks, row, lost, .. } in programs.iter().chain(&more) {
            assert!(!breaks.is_empty() && lost.contains_key(row), "{patch} costs its row");
            let text = patch_text(suite, patch);
            let diff = diffy::Patch::from_str(&text).expect("the patch is a unified diff");
            let lines = diff.hunks().iter().flat_map(diffy::Hunk::lines);
            let count = lines.filter(|line| !matches!(line, diffy::Line::Context(_))).count();
            assert!((1..=15).contains(&count), "{patch} changes {count} lines");
        }
    }
}
