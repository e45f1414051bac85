//! Results and reports that stand beside those of an earlier run until all of them are written.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::forms;
use super::results::Results;
use super::store::{RECORDINGS, RESULTS, holds_results, write_results};
use crate::leftovers::{OwnFolder, remove_in};
use crate::recording_store::RecordingStore;

/// How the names of folders of drafts begin.
const PREFIX: &str = ".harness-draft-";

/// A draft of what is written into a folder.
#[derive(Debug)]
pub struct Draft<'a> {
    folder: &'a Path,
    draft: OwnFolder,
}

impl<'a> Draft<'a> {
    /// Writes the results, and the recordings of the cases that they tell of, beside those in `folder`.
    ///
    /// # Errors
    /// What could not be written; what is in `folder` is as it was.
    pub fn write(folder: &'a Path, results: &Results, store: &RecordingStore) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        remove_in(folder, PREFIX, |_| false, |leftover| fs::remove_dir_all(leftover));
        let draft = OwnFolder::new_in(folder, PREFIX, 0o700)?;
        // Recordings may be of cases that are not public.
        fs::DirBuilder::new().mode(0o700).create(draft.path().join(RECORDINGS))?;
        for case in &results.cases {
            let Some(path) = &case.recording else { continue };
            let text = fs::read(store.recording(&case.id))?;
            let path = draft.path().join(path);
            fs::create_dir_all(super::store::folder_of(&path))?;
            fs::write(path, text)?;
        }
        // One call, because each recording by itself would take a disk longer than a case takes.
        rustix::fs::syncfs(File::open(draft.path())?)?;
        write_results(draft.path(), results)?;
        Ok(Self { folder, draft })
    }

    /// Returns where the draft is, for reports that belong beside the results.
    pub fn path(&self) -> &Path {
        self.draft.path()
    }

    /// Puts what was written into the place of what was there. Reports of an earlier run, which may have had other readers,
    /// are removed.
    ///
    /// # Errors
    /// What could not be moved.
    pub fn publish(self) -> io::Result<()> {
        self.publish_recordings()?;
        fs::rename(self.path().join(RESULTS), self.folder.join(RESULTS))?;
        for file in forms::files().filter(|file| *file != RESULTS) {
            let (new, old) = (self.path().join(file), self.folder.join(file));
            match if new.exists() { fs::rename(new, old) } else { fs::remove_file(old) } {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        File::open(self.folder)?.sync_all()
    }

    /// Recordings of an earlier run change places with the new ones, and go with the draft. A folder of that name that is no
    /// earlier run's keeps what is in it.
    fn publish_recordings(&self) -> io::Result<()> {
        let (new, old) = (self.path().join(RECORDINGS), self.folder.join(RECORDINGS));
        if !old.exists() {
            return fs::rename(new, old);
        }
        if holds_results(self.folder) {
            return exchange(&new, &old);
        }
        for entry in walkdir::WalkDir::new(&new).into_iter().filter_map(Result::ok) {
            let to = old.join(entry.path().strip_prefix(&new).expect("it is inside"));
            if entry.file_type().is_file() {
                fs::rename(entry.path(), to)?;
            } else {
                fs::create_dir_all(to)?;
            }
        }
        Ok(())
    }
}

/// Lets two folders change places; in two steps where the file system cannot do it in one.
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    if renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok() {
        return Ok(());
    }
    let aside = one.with_extension("old");
    fs::rename(other, &aside)?;
    fs::rename(one, other).or_else(|error| fs::rename(&aside, other).and(Err(error)))
}
