//! The recordings of a run, outside of memory: no more of them are in it than there are workers.
//!
//! What shall be judged again without running anything stands in a folder: `run.json` says what was run; `recordings/` holds one
//! file for each case; `unit-tests.json` tells what was seen of the submission's unit tests; `submission/` holds the files of the submission that are marked themselves. What nobody asked to keep
//! stands in a file without a name, which is gone when this process is.

mod case_texts;
mod together;
mod unnamed;

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cases::problem::Problem;
use crate::cases::{Case, Suite, TargetKind};
use crate::recording::{Recording, from_json, to_json, to_line};
use crate::running::{BuildFailure, Fault, Sandbox};
use crate::submitted_files::{FoundFile, SubmittedFolder};
use crate::target::{StartRemarks, Target};
pub(crate) use case_texts::CaseTexts;
pub(crate) use together::RecordingLines;
use unnamed::UnnamedFile;

/// What a file of a recording is.
const HELP: &str = "give a file that `harness` wrote, such as reports/SUITE/recordings/CASE.json";

/// How messages call recordings that stand in no file of their own.
const OF_THIS_RUN: &str = "(recordings of this run)";

/// The folder of recordings.
pub(crate) const RECORDINGS: &str = "recordings";

/// The folder of runs that were started once more, in another second.
const AGAIN: &str = "again";

/// The folder with the files of the submission that are marked themselves.
const SUBMISSION: &str = "submission";

/// What was seen of the unit tests of the submission.
const UNIT_TESTS: &str = "unit-tests.json";

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
    /// What was done with the submission before it was started.
    #[serde(default, skip_serializing_if = "StartRemarks::is_empty")]
    pub remarks: StartRemarks,
    /// What it is written in; none for a command line, or in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<TargetKind>,
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
            remarks: target.remarks.clone(),
            kind: target.kind,
        }
    }

    /// Returns why there was no program, if it could not be built.
    pub fn failure(&self) -> Option<BuildFailure> {
        self.failure.clone().map(|(why, output)| BuildFailure { why, output })
    }
}

/// The recordings of a run.
#[derive(Debug)]
pub struct RecordingStore(StorePlace);

/// Where recordings are.
#[derive(Debug)]
enum StorePlace {
    /// In a folder that the user named.
    Folder(PathBuf),
    /// In files without a name.
    Unnamed(UnnamedRecordings),
    /// With those of other submissions.
    Elsewhere(Arc<dyn CaseTexts>),
}

/// Recordings that only this process can find.
#[derive(Debug)]
struct UnnamedRecordings {
    /// One of each case.
    first: UnnamedFile,
    /// Those that were started once more, in another second.
    again: UnnamedFile,
}

impl UnnamedRecordings {
    /// Returns those that stand in a folder of this name where there are folders.
    fn part(&self, name: &str) -> &UnnamedFile {
        if name == AGAIN { &self.again } else { &self.first }
    }
}

impl RecordingStore {
    /// Returns the store in `folder`, which may be there or not.
    pub fn at(folder: &Path) -> Self {
        Self(StorePlace::Folder(folder.to_path_buf()))
    }

    /// Returns a store that only this process can look into, and that is gone with it.
    ///
    /// # Errors
    /// What could not be made.
    pub(crate) fn temporary() -> Result<Self, Fault> {
        let new = || UnnamedFile::new().map_err(Fault::while_doing("make a file for recordings"));
        Ok(Self(StorePlace::Unnamed(UnnamedRecordings { first: new()?, again: new()? })))
    }

    /// Returns a store that stands with those of other submissions.
    pub(crate) fn on(texts: Arc<dyn CaseTexts>) -> Self {
        Self(StorePlace::Elsewhere(texts))
    }

    /// Begins a store: takes an older one away, and keeps what is run and the files of the `submission` that the
    /// suite marks. Nothing of this is needed where nothing is judged again.
    ///
    /// # Errors
    /// What could not be removed or written.
    pub fn begin(&self, suite: &Suite, tested: &Tested, submission: Option<&Path>) -> io::Result<()> {
        let StorePlace::Folder(folder) = &self.0 else { return Ok(()) };
        if std::fs::read_to_string(about(folder)).is_ok_and(|text| text.contains(SCHEMA)) {
            for older in [RECORDINGS, AGAIN, SUBMISSION] {
                remove(&folder.join(older))?;
            }
            remove_file(&folder.join(UNIT_TESTS))?;
        }
        for wanted in suite.rows.iter().filter_map(|row| row.files.as_ref()) {
            let Some(found) = submission.and_then(|folder| SubmittedFolder::open(folder, &wanted.folder))
            else {
                continue;
            };
            let kept = folder.join(SUBMISSION).join(&wanted.folder);
            make(&kept)?;
            for name in wanted.expect.keys() {
                if let FoundFile::File(bytes) = found.read(name) {
                    write(&kept.join(name), &bytes)?;
                }
            }
        }
        let text = serde_json::to_string_pretty(tested).expect("plain JSON") + "\n";
        write(&about(folder), text.as_bytes())
    }

    /// Returns what was run, and is kept in `folder`.
    ///
    /// # Errors
    /// A folder that holds no recordings, or one of another suite.
    pub fn tested(folder: &Path, suite: &Suite) -> Result<Tested, Problem> {
        let file = about(folder).display().to_string();
        let help = "give a folder that `harness --record DIR` has written";
        let text = std::fs::read_to_string(about(folder))
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
        self.keep_in(RECORDINGS, case, recording)
    }

    /// Returns whether a case was recorded.
    pub fn holds(&self, case: &Case) -> bool {
        match &self.0 {
            StorePlace::Folder(folder) => file_of(folder, RECORDINGS, &case.id).is_file(),
            StorePlace::Unnamed(unnamed) => unnamed.first.holds(&case.id),
            StorePlace::Elsewhere(texts) => texts.holds(RECORDINGS, &case.id),
        }
    }

    /// Returns the recording of a case; nothing if there is none.
    ///
    /// # Errors
    /// A file that is no recording.
    pub fn read(&self, case: &Case) -> Result<Option<Recording>, Problem> {
        self.read_from(RECORDINGS, &case.id)
    }

    /// Keeps one more run of a case, which was started in another second.
    ///
    /// # Errors
    /// What could not be written.
    pub fn keep_again(&self, case: &Case, recording: &Recording) -> io::Result<()> {
        self.keep_in(AGAIN, case, recording)
    }

    fn keep_in(&self, part: &str, case: &Case, recording: &Recording) -> io::Result<()> {
        let (id, text) = (&case.id, || to_json(recording));
        match &self.0 {
            StorePlace::Folder(folder) => write(&file_of(folder, part, id), text().as_bytes()),
            StorePlace::Unnamed(unnamed) => unnamed.part(part).add(id, &to_line(id, recording)),
            StorePlace::Elsewhere(texts) => texts.add(part, id, &text()),
        }
    }

    /// Returns the run of a case that was kept besides the first one.
    ///
    /// # Errors
    /// A file that is no recording.
    pub fn read_again(&self, case: &Case) -> Result<Option<Recording>, Problem> {
        self.read_from(AGAIN, &case.id)
    }

    fn read_from(&self, part: &str, id: &str) -> Result<Option<Recording>, Problem> {
        match &self.0 {
            StorePlace::Folder(folder) => read_recording(&file_of(folder, part, id)),
            StorePlace::Unnamed(unnamed) => {
                let text =
                    unnamed.part(part).text(id).map_err(|error| Problem::unread(OF_THIS_RUN, error))?;
                text.map(|text| parse(OF_THIS_RUN, &text)).transpose()
            }
            StorePlace::Elsewhere(texts) => {
                let text = texts.text(part, id).map_err(|error| Problem::unread(OF_THIS_RUN, error))?;
                text.map(|text| parse(OF_THIS_RUN, &text)).transpose()
            }
        }
    }

    /// Keeps what was seen of the unit tests of the submission, by the rows that are awarded for them.
    ///
    /// # Errors
    /// What could not be written.
    pub fn keep_tests<T: Serialize>(&self, observed: &BTreeMap<String, T>) -> io::Result<()> {
        let text = || serde_json::to_string_pretty(observed).expect("plain JSON") + "\n";
        match &self.0 {
            StorePlace::Folder(folder) if !observed.is_empty() => {
                write(&folder.join(UNIT_TESTS), text().as_bytes())
            }
            StorePlace::Elsewhere(texts) if !observed.is_empty() => texts.add(UNIT_TESTS, "", &text()),
            _ => Ok(()),
        }
    }

    /// Returns what was seen of the unit tests of the submission, if it was kept.
    ///
    /// # Errors
    /// A file that holds something else.
    pub fn tests<T: DeserializeOwned>(&self) -> Result<BTreeMap<String, T>, Problem> {
        let (file, text) = match &self.0 {
            StorePlace::Unnamed(_) => return Ok(BTreeMap::new()),
            StorePlace::Elsewhere(texts) => (OF_THIS_RUN.to_string(), texts.text(UNIT_TESTS, "")),
            StorePlace::Folder(folder) => {
                let path = folder.join(UNIT_TESTS);
                let text = match std::fs::read_to_string(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                    text => text.map(Some),
                };
                (path.display().to_string(), text)
            }
        };
        let Some(text) = text.map_err(|error| Problem::unread(&file, error))? else {
            return Ok(BTreeMap::new());
        };
        serde_json::from_str(&text).map_err(|error| {
            Problem::of_file(&file, "does not tell what was seen of unit tests").because(error).help(HELP)
        })
    }

    /// Returns the folder with the files of the submission that are marked themselves, if the store has one.
    pub fn submission(&self) -> Option<PathBuf> {
        let StorePlace::Folder(folder) = &self.0 else { return None };
        Some(folder.join(SUBMISSION)).filter(|folder| folder.is_dir())
    }

    /// Returns the recording of a case as it stands in a file of its own.
    pub(crate) fn json(&self, id: &str) -> io::Result<String> {
        match &self.0 {
            StorePlace::Folder(folder) => std::fs::read_to_string(file_of(folder, RECORDINGS, id)),
            StorePlace::Unnamed(unnamed) => Ok(to_json(&parsed(&there(unnamed.first.text(id)?)?)?)),
            StorePlace::Elsewhere(texts) => there(texts.text(RECORDINGS, id)?),
        }
    }

    /// Returns the recording of a case as it stands in a file with those of others.
    pub(crate) fn line(&self, id: &str) -> io::Result<String> {
        match &self.0 {
            StorePlace::Unnamed(unnamed) => there(unnamed.first.text(id)?),
            StorePlace::Folder(_) | StorePlace::Elsewhere(_) => Ok(to_line(id, &parsed(&self.json(id)?)?)),
        }
    }
}

fn there(text: Option<String>) -> io::Result<String> {
    text.ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn parsed(text: &str) -> io::Result<Recording> {
    from_json(text).map_err(io::Error::other)
}

/// Returns the recording of a case in a file, of its own or with those of others; nothing if there is none.
///
/// # Errors
/// A file that is no recording.
pub(crate) fn read_of_case(path: &Path, id: &str) -> Result<Option<Recording>, Problem> {
    if !RecordingLines::are_in(path) {
        return read_recording(path);
    }
    let lines = RecordingLines::open(path)?;
    let found = lines.recording(id)?;
    match lines.first_problem() {
        Some(problem) if found.is_none() => Err(problem.clone()),
        _ => Ok(found),
    }
}

/// Returns the recording in a file; nothing if there is none.
///
/// # Errors
/// A file that is no recording.
pub(crate) fn read_recording(path: &Path) -> Result<Option<Recording>, Problem> {
    let file = path.display().to_string();
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => parse(&file, &text.map_err(|error| Problem::unread(&file, error))?).map(Some),
    }
}

fn parse(file: &str, text: &str) -> Result<Recording, Problem> {
    from_json(text).map_err(|error| Problem::of_file(file, "is no recording").because(error).help(HELP))
}

fn about(folder: &Path) -> PathBuf {
    folder.join("run.json")
}

/// Returns where the recording of a case is kept. Ids of cases come from the suite, and hold no `..`.
fn file_of(folder: &Path, part: &str, id: &str) -> PathBuf {
    folder.join(part).join(format!("{id}.json"))
}

fn remove(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn remove_file(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
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
        for folder in [&kept, &kept.join(RECORDINGS)] {
            let mode = std::fs::metadata(folder).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{}", folder.display());
        }
    }
}
