//! The files of a submission that its unit tests may need.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::RequestedTests;

/// How many files tests find, and how many bytes these have together, at most; further files are left out.
const MOST: (usize, u64) = (500, 8 << 20);

/// How many bytes one of them may have.
const LARGEST: u64 = 1 << 20;

/// How deep folders are looked into.
const DEEPEST: usize = 8;

/// The file with a submission's unit tests, and all that stands beside and below it.
#[derive(Debug)]
pub(super) struct SubmittedFiles {
    /// The name of the file with the tests.
    pub(super) file: String,
    /// All files by their paths, as the submission and the suite have them.
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

impl SubmittedFiles {
    /// Returns the files of the folder in which the requested file stands, nearest to the top of `submission`. The folder is a copy
    /// that the harness has made, without links. Nothing if there is no such file.
    pub(super) fn read(submission: &Path, requested: &RequestedTests) -> Option<Self> {
        let mut all = paths(submission);
        all.sort_by_key(|path| (path.components().count(), path.clone()));
        let exact = |path: &&PathBuf| name(path) == requested.file;
        let alike = |path: &&PathBuf| letters(&name(path)) == letters(&requested.file);
        let found = all.iter().find(exact).or_else(|| all.iter().find(alike))?;
        let folder = found.parent().unwrap_or(Path::new(""));
        let mut room = MOST.1;
        let mut files = requested.files.clone();
        for path in all.iter().filter(|path| path.starts_with(folder)).take(MOST.0) {
            let inner = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
            let size = fs::metadata(submission.join(path)).map_or(u64::MAX, |found| found.len());
            if size > LARGEST.min(room) {
                continue;
            }
            if let Ok(bytes) = fs::read(submission.join(path)) {
                room -= size;
                files.insert(inner, bytes);
            }
        }
        Some(Self { file: name(found), files })
    }
}

/// Returns the paths of all plain files below a folder.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).max_depth(DEEPEST).sort_by_file_name();
    let files = walk.into_iter().flatten().filter(|entry| entry.file_type().is_file());
    files.filter_map(|entry| Some(entry.path().strip_prefix(folder).ok()?.to_path_buf())).collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the letters of a name in lower case, without an `s` before its ending: what is left of it however it is spelled.
fn letters(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem: String = stem.chars().filter(|character| character.is_alphanumeric()).collect();
    format!("{}.{}", stem.to_lowercase().trim_end_matches('s'), ending.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::source::SuiteSource;

    /// Returns the name of the file and the paths that are found in a submission with these files.
    fn found(paths: &[&str]) -> Option<(String, Vec<String>)> {
        let suite = crate::cases::select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid");
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let folder = tempfile::tempdir().expect("a folder");
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "x").expect("written");
        }
        let found = SubmittedFiles::read(folder.path(), requested)?;
        Some((found.file, found.files.into_keys().collect()))
    }

    #[track_caller]
    fn check(paths: &[&str], file: &str, files: &[&str]) {
        let files = files.iter().map(|path| (*path).to_string()).collect();
        assert_eq!(found(paths), Some((file.to_string(), files)));
    }

    #[test]
    fn the_file_nearest_to_the_top_counts_with_all_beside_and_below_it() {
        check(
            &["a/file_loading_tests.py", "file_loading_tests.py", "invalid_files/a.txt"],
            "file_loading_tests.py",
            &["a/file_loading_tests.py", "config.txt", "file_loading_tests.py", "invalid_files/a.txt"],
        );
        check(
            &["a/b.txt", "a/file_loading_tests.py", "c.py"],
            "file_loading_tests.py",
            &["b.txt", "config.txt", "file_loading_tests.py"],
        );
        assert_eq!(found(&["little_battle.py", "tests.py"]), None);
    }

    #[test]
    fn a_name_that_is_spelled_in_another_way_is_found_if_the_right_one_is_not_there() {
        for other in
            ["File_Loading_Tests.py", "file_loading_test.py", "file-loading-tests.py", "fileloadingtests.PY"]
        {
            assert_eq!(found(&[other, "little_battle.py"]).map(|found| found.0).as_deref(), Some(other));
        }
        assert_eq!(
            found(&["File_loading_tests.py", "sub/file_loading_tests.py"]).map(|found| found.0).as_deref(),
            Some("file_loading_tests.py")
        );
    }

    #[test]
    fn the_submissions_own_files_take_the_place_of_the_suites() {
        let suite = crate::cases::select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid");
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["file_loading_tests.py", "config.txt"] {
            fs::write(folder.path().join(name), "own").expect("written");
        }
        let found = SubmittedFiles::read(folder.path(), requested).expect("it is there");
        assert_eq!(found.files["config.txt"], b"own");
        fs::remove_file(folder.path().join("config.txt")).expect("removed");
        let found = SubmittedFiles::read(folder.path(), requested).expect("it is there");
        assert!(found.files["config.txt"].starts_with(b"Frame: 5x5\n"));
    }

    #[test]
    fn what_is_too_large_is_left_out() {
        let suite = crate::cases::select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid");
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("file_loading_tests.py"), "").expect("written");
        let file = fs::File::create(folder.path().join("large.bin")).expect("made");
        file.set_len(LARGEST + 1).expect("sparse");
        let found = SubmittedFiles::read(folder.path(), requested).expect("it is there");
        assert!(!found.files.contains_key("large.bin"));
    }
}
