//! Where suites stand: a folder, or inside this program, which holds public cases only.

use std::collections::BTreeMap;
use std::error::Error;
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
                Err(error) => Err(unread(folder, error)),
            },
            Some(folder) => {
                Err(Problem::of_file(&folder.display().to_string(), "there is no such folder of suites")
                    .help("name a folder that holds one folder for each suite"))
            }
            None if super::default_folder().is_dir() => Ok(Self::Folder(super::default_folder())),
            None => Ok(Self::Inside),
        }
    }

    /// Returns the folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Inside => None,
        }
    }

    /// Returns the name that somebody wants, or else those of all suites, sorted.
    pub fn wanted(&self, name: Option<&str>) -> Vec<String> {
        name.map_or_else(|| self.suites(), |name| vec![name.to_string()])
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
        let read = entry.map_err(|error| unread(folder, error)).and_then(|entry| {
            let kind = entry.file_type();
            if kind.is_dir() {
                return Ok(None);
            }
            if !kind.is_file() {
                return Err(unread(entry.path(), what_it_is(kind)));
            }
            let bytes = std::fs::read(entry.path()).map_err(|error| unread(entry.path(), error))?;
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            Ok(Some((path.to_string_lossy().into_owned(), bytes)))
        });
        match read {
            Ok(Some((path, bytes))) => drop(files.insert(path, bytes)),
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

fn unread(path: &Path, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Problem {
    Problem::unread(&path.display().to_string(), cause)
}

/// Returns why an entry of a suite's folder cannot be read that is neither a file nor a folder.
fn what_it_is(kind: std::fs::FileType) -> &'static str {
    if kind.is_symlink() {
        "it is a link; put the file itself here, for links are not followed"
    } else {
        "it is no file, but a pipe, a socket or a device"
    }
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    #[test]
    fn what_is_no_file_is_named_and_not_skipped() {
        let folder = tempfile::tempdir().expect("a folder");
        let cases = folder.path().join("game/moves");
        std::fs::create_dir_all(&cases).expect("made");
        std::fs::write(cases.join("good.yaml"), "why: it is\n").expect("written");
        std::os::unix::fs::symlink("good.yaml", cases.join("linked.yaml")).expect("linked");
        mknodat(CWD, cases.join("pipe.yaml"), FileType::Fifo, Mode::RUSR, 0).expect("made");
        let source = SuiteSource::find(Some(folder.path())).expect("it is there");
        let problems = source.files("game").expect_err("two entries are no files");
        let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(messages[0].contains("linked.yaml: failed to read: it is a link;"), "{messages:?}");
        assert!(messages[1].contains("pipe.yaml: failed to read: it is no file"), "{messages:?}");
    }
}
