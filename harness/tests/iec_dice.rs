//! The IEC dice game is judged by facts: faithful programs win all marks whatever their words, faulty ones lose their own.

mod support;

use std::path::{Path, PathBuf};

use serde::Deserialize;

#[track_caller]
fn wins_all(target: &Path) {
    let marked = support::mark(target, "iec_dice", &[]);
    assert_eq!(marked.status, 0, "{}: {}", target.display(), marked.screen);
    assert_eq!(marked.results["summary"]["automatic"].as_f64(), Some(60.0), "{}", target.display());
    assert!(marked.broken_rules().is_empty(), "{}", target.display());
}

#[test]
fn the_reference_wins_all_automatic_marks() {
    wins_all(&support::reference_program("iec_dice"));
}

/// Returns the faithful programs with one of these extensions.
fn faithful(extensions: &[&str]) -> Vec<PathBuf> {
    let folder = support::submissions("iec_dice");
    let entries =
        [folder.clone(), folder.join("faithful")].map(|folder| std::fs::read_dir(folder).expect("there"));
    let paths = entries.into_iter().flatten().map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            path.extension().is_some_and(|ending| extensions.iter().any(|wanted| ending == *wanted))
        })
        .collect();
    paths.sort();
    paths
}

#[test]
fn there_are_28_faithful_programs() {
    assert!(faithful(&["c", "cpp", "py", "java"]).len() >= 28);
}

#[test]
fn faithful_programs_in_c_win_all_automatic_marks() {
    for path in faithful(&["c"]) {
        wins_all(&path);
    }
}

#[test]
fn faithful_programs_in_cpp_win_all_automatic_marks() {
    for path in faithful(&["cpp"]) {
        wins_all(&path);
    }
}

#[test]
fn faithful_programs_in_python_win_all_automatic_marks() {
    for path in faithful(&["py"]) {
        wins_all(&path);
    }
}

#[test]
fn faithful_programs_in_java_win_all_automatic_marks() {
    for path in faithful(&["java"]) {
        wins_all(&path);
    }
}

#[test]
fn dice_that_cannot_be_read_are_undecided_and_never_wrong() {
    let marked =
        support::mark(&support::submissions("iec_dice").join("unread/grid_cells.c"), "iec_dice", &[]);
    let cases = marked.results["cases"].as_array().expect("cases");
    let verdicts = || cases.iter().map(|case| case["verdict"].as_str().expect("a verdict"));
    assert!(verdicts().all(|verdict| ["passed", "undecided"].contains(&verdict)), "{}", marked.screen);
    assert!(verdicts().filter(|verdict| *verdict == "undecided").count() > 20, "{}", marked.screen);
}

#[derive(Deserialize)]
struct Faulty {
    patch: String,
    /// The row that pays, and as what the fault is found there.
    row: String,
    cause: String,
    /// What the row loses at least; in how many cases a fault shows is the dice's.
    least: f64,
    /// The bend whose rule it is told to break, if one is; then its cause is told nowhere by itself.
    names: Option<String>,
    /// The bend whose rule it may be told to break, where dice that nobody can count on decide.
    may_name: Option<String>,
    /// Other rows that may lose, because what they are about is wrong, too.
    #[serde(default)]
    also: Vec<String>,
}

fn faulty() -> Vec<Faulty> {
    let text = std::fs::read_to_string(support::submissions("iec_dice").join("patches.yaml")).expect("there");
    serde_saphyr::from_str(&text).expect("well formed")
}

/// Writes a faithful program with a patch into a folder, and returns its path.
fn patched(patch: &str, folder: &Path) -> PathBuf {
    let programs = support::submissions("iec_dice");
    let text = std::fs::read_to_string(programs.join(format!("patches/{patch}.patch"))).expect("there");
    let diff = diffy::Patch::from_str(&text).expect("a unified diff");
    let source = programs.join(diff.original().expect("the patch names its file"));
    let program = diffy::apply(&std::fs::read_to_string(&source).expect("there"), &diff).expect("it applies");
    let target = folder.join(source.file_name().expect("a name"));
    std::fs::write(&target, program).expect("written");
    target
}

/// Marks every faulty program whose index leaves this rest when divided by two.
#[track_caller]
fn each_loses_its_marks(rest: usize) {
    for Faulty { patch, row, cause, names, may_name, least, also } in
        faulty().into_iter().skip(rest).step_by(2)
    {
        let place = tempfile::tempdir().expect("a folder");
        let marked = support::mark(&patched(&patch, place.path()), "iec_dice", &[]);
        let lost = marked.lost();
        let strange: Vec<&String> =
            lost.keys().filter(|lost| **lost != row && !also.contains(lost)).collect();
        assert!(strange.is_empty(), "{patch}: {strange:?} lost marks, too: {}", marked.screen);
        assert!(marked.status == 1 && lost.get(&row) >= Some(&least), "{patch}: {lost:?}: {}", marked.screen);
        let rows = marked.results["mark_sheet"].as_array().expect("rows");
        let is_judged = rows.iter().all(|marks| marks["row"] != row.as_str() || marks["by"] == "harness");
        assert!(is_judged, "{patch}: `{row}` is undecided: {}", marked.screen);
        let unfair = || {
            let dice = rows.iter().filter(|marks| marks["row"] == row.as_str()).map(|marks| &marks["dice"]);
            dice.filter_map(|told| told.as_array()).any(|told| !told.is_empty())
        };
        let named = marked.broken_rules();
        let is_rightly_named = match (&names, &may_name) {
            (Some(bend), _) => named == [bend.as_str()],
            (None, may_name) => named.iter().all(|name| Some(name) == may_name.as_ref()),
        };
        assert!(is_rightly_named, "{patch}: names {named:?} instead of {names:?}: {}", marked.screen);
        let told = match cause.as_str() {
            "unfair" => unfair(),
            _ => !named.is_empty() || marked.faults().contains(&(row.clone(), cause.clone())),
        };
        assert!(told, "{patch}: `{cause}` is not told in row `{row}`: {:?}", marked.faults());
    }
}

#[test]
fn faulty_programs_lose_the_marks_of_their_fault() {
    each_loses_its_marks(0);
}

#[test]
fn other_faulty_programs_lose_the_marks_of_their_fault() {
    each_loses_its_marks(1);
}

#[test]
fn there_are_twenty_faulty_programs() {
    assert!(faulty().len() >= 20);
}
