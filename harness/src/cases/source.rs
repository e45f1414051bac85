//! Where suites stand: a folder, or inside this program, which holds public cases only.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::problem::Problem;

include!(concat!(env!("OUT_DIR"), "/public_suites.rs"));

/// A place with suites.
#[derive(Debug, Clone)]
pub enum SuiteSource {
    /// A folder with one folder for each suite.
    Folder(PathBuf),
    /// The suites inside this program.
    Inside,
}

/// The files of a suite: path below the suite's folder, and bytes.
pub type SuiteFiles = BTreeMap<String, Vec<u8>>;

impl SuiteSource {
    /// Returns the source that a user means: the named folder, else `./cases`, else this program.
    ///
    /// # Errors
    /// A named folder that is none.
    pub fn find(named: Option<&Path>) -> Result<Self, Problem> {
        match named {
            Some(folder) if folder.is_dir() => match std::fs::read_dir(folder) {
                Ok(_) => Ok(Self::Folder(folder.to_path_buf())),
                Err(error) => {
                    Err(Problem::of_file(&folder.display().to_string(), format!("failed to read: {error}")))
                }
            },
            Some(folder) => {
                Err(Problem::of_file(&folder.display().to_string(), "there is no such folder of suites")
                    .help("name a folder that holds one folder for each suite"))
            }
            None if super::default_folder().is_dir() => Ok(Self::Folder(super::default_folder())),
            None => Ok(Self::Inside),
        }
    }

    /// Returns the names of the suites, sorted.
    pub fn suites(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Self::Folder(folder) => std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .flatten()
                .filter(|entry| entry.path().is_dir())
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect(),
            Self::Inside => PUBLIC_FILES.iter().map(|(suite, ..)| suite.to_string()).collect(),
        };
        names.sort();
        names.dedup();
        names
    }

    /// Returns how a suite's folder is called in messages, with a slash at its end.
    pub fn prefix(&self, suite: &str) -> String {
        match self {
            Self::Folder(folder) => format!("{}/", folder.join(suite).display()),
            Self::Inside => format!("(inside the program)/{suite}/"),
        }
    }

    /// Returns the files of a suite.
    ///
    /// # Errors
    /// Each file or folder that cannot be read.
    pub fn files(&self, suite: &str) -> Result<SuiteFiles, Vec<Problem>> {
        match self {
            Self::Folder(folder) => read_folder(&folder.join(suite)),
            Self::Inside => Ok(PUBLIC_FILES
                .iter()
                .filter(|(name, ..)| *name == suite)
                .map(|(_, path, bytes)| (path.to_string(), bytes.to_vec()))
                .collect()),
        }
    }
}

fn read_folder(folder: &Path) -> Result<SuiteFiles, Vec<Problem>> {
    let mut files = SuiteFiles::new();
    let mut problems = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let read = entry.map_err(|error| (folder.to_path_buf(), error.to_string())).and_then(|entry| {
            if !entry.file_type().is_file() {
                return Ok(None);
            }
            let bytes = std::fs::read(entry.path())
                .map_err(|error| (entry.path().to_path_buf(), error.to_string()))?;
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            Ok(Some((path.to_string_lossy().into_owned(), bytes)))
        });
        match read {
            Ok(Some((path, bytes))) => drop(files.insert(path, bytes)),
            Ok(None) => {}
            Err((path, error)) => {
                problems
                    .push(Problem::of_file(&path.display().to_string(), format!("failed to read: {error}")));
            }
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}
