//! A submission's folder `invalid_files` is marked, file by file, where there is one.

mod support;

use std::path::Path;

use serde_json::Value;
use support::{Marked, mark, root, submissions};

const ROW: &str = "invalid-files";

/// Returns a submission: the faithful program, and the ten invalid files after `change`.
fn submission(change: impl FnOnce(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let program = submissions("little_battle").join("faithful.py");
    std::fs::copy(program, folder.path().join("little_battle.py")).expect("copied");
    let files = folder.path().join("invalid_files");
    std::fs::create_dir(&files).expect("made");
    for entry in std::fs::read_dir(root().join("invalid_files")).expect("shipped") {
        let path = entry.expect("readable").path();
        std::fs::copy(&path, files.join(path.file_name().expect("a name"))).expect("copied");
    }
    change(&files);
    folder
}

fn mark_start(target: &Path) -> Marked {
    mark(target, "little_battle", &["--case", "start/*"])
}

fn row(marked: &Marked) -> &Value {
    let rows = marked.results["mark_sheet"].as_array().expect("a list");
    rows.iter().find(|row| row["row"] == ROW).expect("a row of the suite")
}

fn awarded(marked: &Marked) -> (Option<f64>, Option<&str>) {
    (row(marked)["awarded"].as_f64(), row(marked)["by"].as_str())
}

#[test]
fn ten_right_files_win_the_whole_row() {
    let folder = submission(|_| {});
    for target in [folder.path().to_path_buf(), folder.path().join("little_battle.py")] {
        let marked = mark_start(&target);
        assert_eq!(awarded(&marked), (Some(1.0), Some("harness")), "{}", marked.screen);
        assert_eq!(row(&marked)["files"].as_array().map(Vec::len), Some(10));
        assert_eq!(marked.results["summary"]["automatic"], 2.0, "the row start, and this one");
    }
}

#[test]
fn each_file_that_does_not_cause_its_error_is_told_and_costs_its_part() {
    let folder = submission(|files| {
        std::fs::remove_file(files.join("odd_length_file.txt")).expect("removed");
        std::fs::copy(files.join("format_error_file.txt"), files.join("occupy_home_file.txt"))
            .expect("copied");
        let valid = "Frame: 5x5\nWater: 0 0 4 2 1 3\nWood: 0 2 2 4\nFood: 0 4 3 1\nGold: 4 1 2 2\n";
        std::fs::write(files.join("non_integer_file.txt"), valid).expect("written");
    });
    let marked = mark_start(folder.path());
    assert_eq!(awarded(&marked), (Some(0.7), Some("harness")), "{}", marked.screen);
    for (name, sentence) in [
        ("odd_length_file.txt", "there is no file of this name; it should cause `SyntaxError: "),
        (
            "occupy_home_file.txt",
            "the file causes `SyntaxError: Invalid Configuration File: format error!`; it",
        ),
        ("non_integer_file.txt", "the file loads without an error; it should cause `ValueError: "),
    ] {
        let files = row(&marked)["files"].as_array().expect("a list");
        let file = files.iter().find(|file| file["name"] == name).expect("every file is listed");
        assert_eq!(file["awarded"], 0.0, "{file}");
        assert!(file["sentence"].as_str().is_some_and(|told| told.starts_with(sentence)), "{file}");
        let in_one_line = marked.screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(in_one_line.contains(&format!("{name}: {}", sentence.trim_end())), "{}", marked.screen);
    }
}

#[test]
fn without_a_folder_of_files_the_row_waits_for_a_tutor() {
    let folder = submission(|files| std::fs::remove_dir_all(files).expect("removed"));
    let marked = mark_start(folder.path());
    assert_eq!(awarded(&marked), (Some(0.0), Some("pending")));
    assert!(row(&marked).get("files").is_none());
}

#[test]
fn a_command_line_has_no_place_for_files() {
    let folder = submission(|_| {});
    let command = format!("python3 {}", folder.path().join("little_battle.py").display());
    assert_eq!(awarded(&mark_start(Path::new(&command))), (Some(0.0), Some("pending")));
}
