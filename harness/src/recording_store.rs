//! A folder of recordings that can be judged again without running anything.
//!
//! `run.json` says what was run; `recordings/` holds one file for each case; `submission/` holds the files of the
//! submission that are marked themselves. Every run goes through such a folder, so that no more recordings are in memory
//! than there are workers.

use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::leftovers::OwnFolder;
use crate::recording::{Recording, from_json, to_json};
use crate::running::{BuildFailure, Fault, Sandbox};
use crate::submitted_files::{FoundFile, SubmittedFolder};
use crate::target::Target;

/// What a file of a recording is.
const HELP: &str = "give a file that `harness` wrote, such as reports/SUITE/recordings/CASE.json";

/// The folder of recordings.
const RECORDINGS: &str = "recordings";

/// The folder of runs that were started once more, in another second.
const AGAIN: &str = "again";

/// How the names of folders begin that are removed after the run; those of killed runs are removed with other scratches.
const PREFIX: &str = "harness-run-recordings-";

/// The name and version of the format.
const SCHEMA: &str = "harness-recordings/1";

/// What was run, as far as results tell of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    schema: String,
    /// The suite's name.
    pub suite: String,
    /// The target as the user wrote it.
    pub target: String,
    /// Whether it was taken as a command line.
    pub target_command: bool,
    /// SHA-256 of the target.
    pub target_digest: String,
    /// How well programs were contained.
    pub sandbox: Sandbox,
    /// What happened if the program could not be built, and what the compiler said.
    pub failure: Option<(String, String)>,
}

impl Tested {
    /// Returns what is told of `target`, run now on this machine.
    pub fn now(suite: &Suite, target: &Target, target_command: bool) -> Self {
        Self {
            schema: SCHEMA.to_string(),
            suite: suite.name.clone(),
            target: target.text.clone(),
            target_command,
            target_digest: target.digest.clone(),
            sandbox: Sandbox::of_this_machine(),
            failure: target.failure().map(|failure| (failure.why.clone(), failure.output.clone())),
        }
    }

    /// Returns why there was no program, if it could not be built.
    pub fn failure(&self) -> Option<BuildFailure> {
        self.failure.clone().map(|(why, output)| BuildFailure { why, output })
    }
}

/// A folder of recordings.
#[derive(Debug)]
pub struct RecordingStore {
    folder: PathBuf,
    /// The folder, if it is removed with this.
    _own: Option<OwnFolder>,
}

impl RecordingStore {
    /// Returns the store in `folder`, which may be there or not.
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), _own: None }
    }

    /// Returns a store in a folder of its own that only this user can look into, and that is removed with it.
    ///
    /// # Errors
    /// What could not be made.
    pub(crate) fn temporary() -> Result<Self, Fault> {
        let own = OwnFolder::new_in(&std::env::temp_dir(), PREFIX, 0o700);
        let own = own.map_err(Fault::while_doing("make a folder for recordings"))?;
        Ok(Self { folder: own.path().to_path_buf(), _own: Some(own) })
    }

    /// Begins a store: takes an older one away, and keeps what is run and the files of the `submission` that the
    /// suite marks.
    ///
    /// # Errors
    /// What could not be removed or written.
    pub fn begin(&self, suite: &Suite, tested: &Tested, submission: Option<&Path>) -> io::Result<()> {
        if std::fs::read_to_string(self.about()).is_ok_and(|text| text.contains(SCHEMA)) {
            for older in [self.folder.join(RECORDINGS), self.folder.join(AGAIN), self.submission()] {
                remove(&older)?;
            }
        }
        for wanted in suite.rows.iter().filter_map(|row| row.files.as_ref()) {
            let Some(found) = submission.and_then(|folder| SubmittedFolder::open(folder, &wanted.folder))
            else {
                continue;
            };
            let kept = self.submission().join(&wanted.folder);
            make(&kept)?;
            for name in wanted.expect.keys() {
                if let FoundFile::File(bytes) = found.read(name) {
                    write(&kept.join(name), &bytes)?;
                }
            }
        }
        let text = serde_json::to_string_pretty(tested).expect("plain JSON") + "\n";
        write(&self.about(), text.as_bytes())
    }

    /// Returns what was run.
    ///
    /// # Errors
    /// A folder that holds no recordings, or one of another suite.
    pub fn tested(&self, suite: &Suite) -> Result<Tested, Problem> {
        let file = self.about().display().to_string();
        let help = "give a folder that `harness --record DIR` has written";
        let text = std::fs::read_to_string(self.about())
            .map_err(|error| Problem::unread(&file, error).help(help))?;
        let tested: Tested = serde_json::from_str(&text).map_err(|error| {
            Problem::of_file(&file, "is no list of what was run").because(error).help(help)
        })?;
        if tested.schema != SCHEMA {
            let message = format!("has the schema `{}`; this program reads `{SCHEMA}`", tested.schema);
            return Err(Problem::of_file(&file, message).help(help));
        }
        if tested.suite != suite.name {
            let message =
                format!("the recordings are of the suite `{}`, not of `{}`", tested.suite, suite.name);
            return Err(Problem::of_file(&file, message).help(format!("write --suite {}", tested.suite)));
        }
        Ok(tested)
    }

    /// Keeps the recording of a case.
    ///
    /// # Errors
    /// What could not be written.
    pub fn keep(&self, case: &Case, recording: &Recording) -> io::Result<()> {
        write(&self.recording(&case.id), to_json(recording).as_bytes())
    }

    /// Returns whether a case was recorded.
    pub fn holds(&self, case: &Case) -> bool {
        self.recording(&case.id).is_file()
    }

    /// Returns the recording of a case; nothing if there is none.
    ///
    /// # Errors
    /// A file that is no recording.
    pub fn read(&self, case: &Case) -> Result<Option<Recording>, Problem> {
        read(&self.recording(&case.id))
    }

    /// Keeps one more run of a case, which was started in another second.
    ///
    /// # Errors
    /// What could not be written.
    pub fn keep_again(&self, case: &Case, recording: &Recording) -> io::Result<()> {
        write(&self.folder.join(AGAIN).join(format!("{}.json", case.id)), to_json(recording).as_bytes())
    }

    /// Returns the run of a case that was kept besides the first one.
    ///
    /// # Errors
    /// A file that is no recording.
    pub fn read_again(&self, case: &Case) -> Result<Option<Recording>, Problem> {
        read(&self.folder.join(AGAIN).join(format!("{}.json", case.id)))
    }

    /// Returns the folder with the files of the submission that are marked themselves.
    pub fn submission(&self) -> PathBuf {
        self.folder.join("submission")
    }

    fn about(&self) -> PathBuf {
        self.folder.join("run.json")
    }

    /// Returns where the recording of a case is kept. Ids of cases come from the suite, and hold no `..`.
    pub(crate) fn recording(&self, id: &str) -> PathBuf {
        self.folder.join(RECORDINGS).join(format!("{id}.json"))
    }
}

/// Returns the recording in a file; nothing if there is no such file.
///
/// # Errors
/// A file that is no recording.
pub(crate) fn read(path: &Path) -> Result<Option<Recording>, Problem> {
    let file = path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|error| Problem::unread(&file, error))?,
    };
    let recording = from_json(&text)
        .map_err(|error| Problem::of_file(&file, "is no recording").because(error).help(HELP))?;
    Ok(Some(recording))
}

fn remove(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make(path.parent().expect("a file stands in a folder"))?;
    std::fs::write(path, bytes)
}

/// Makes a folder that only this user can look into: recordings show cases that are not public.
fn make(folder: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn nobody_else_looks_into_recordings() {
        let parent = tempfile::tempdir().expect("a folder");
        let kept = parent.path().join("kept");
        write(&kept.join(RECORDINGS).join("play/ends.json"), b"{}").expect("written");
        let own = RecordingStore::temporary().expect("made");
        for folder in [&kept, &kept.join(RECORDINGS), &own.folder] {
            let mode = std::fs::metadata(folder).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
        }
    }
}
