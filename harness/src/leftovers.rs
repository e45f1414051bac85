//! Folders that go with the process that made them: at its end, or, if it was killed, when the next one looks.
//!
//! A process holds a lock on each folder that it has made as long as it lives. A folder that can be locked is a leftover.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};
use tempfile::TempDir;

/// A folder that is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct OwnFolder {
    folder: TempDir,
    /// Locked until the folder is gone.
    _lock: File,
}

impl OwnFolder {
    /// Makes a folder among the system's temporary files, which nobody else may look into.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn new() -> io::Result<Self> {
        Self::new_in(&std::env::temp_dir(), "harness-", 0o700)
    }

    /// Makes a folder in `parent` whose name begins with `prefix`, with the permissions `mode`, less those that this process
    /// gives to no file.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn new_in(parent: &Path, prefix: &str, mode: u32) -> io::Result<Self> {
        let mode = fs::Permissions::from_mode(mode);
        loop {
            let folder =
                tempfile::Builder::new().prefix(prefix).permissions(mode.clone()).tempdir_in(parent)?;
            // Before it was locked, another process may have taken it for a leftover.
            if let Some(lock) = lock(folder.path())? {
                return Ok(Self { folder, _lock: lock });
            }
        }
    }

    /// Returns where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders in `parent` that killed processes of this user, or of one of the users that `stand_for` it, have left
/// there, by `remove`.
///
/// What cannot be looked at or removed stays: it belongs to somebody else, or the next process tries again.
pub(crate) fn remove_in(
    parent: &Path,
    prefix: &str,
    stand_for: impl Fn(u32) -> bool,
    remove: impl Fn(&Path) -> io::Result<()>,
) {
    for folder in folders(parent, prefix, stand_for) {
        if let Ok(Some(_lock)) = lock(&folder) {
            let _ = remove(&folder);
        }
    }
}

/// Returns the folders of these users in `parent` whose names begin with `prefix`. Links are none.
fn folders(parent: &Path, prefix: &str, stand_for: impl Fn(u32) -> bool) -> Vec<PathBuf> {
    let user = rustix::process::geteuid().as_raw();
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let own = entries.filter(|entry| {
        let about = entry.metadata();
        entry.file_name().to_string_lossy().starts_with(prefix)
            && about.is_ok_and(|about| about.is_dir() && (about.uid() == user || stand_for(about.uid())))
    });
    own.map(|entry| entry.path()).collect()
}

/// Returns the lock on a folder; nothing if another process holds it, or the folder is gone.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let flags = (OFlags::NOFOLLOW | OFlags::DIRECTORY).bits().cast_signed();
    let open = fs::OpenOptions::new().read(true).custom_flags(flags).open(folder);
    let file = match open {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(None);
    }
    let is_it = |there: fs::Metadata| file.metadata().is_ok_and(|about| about.ino() == there.ino());
    Ok(fs::symlink_metadata(folder).is_ok_and(is_it).then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_living_stay_and_those_of_the_dead_go() {
        let parent = tempfile::tempdir().expect("a folder");
        let living = OwnFolder::new_in(parent.path(), "of-", 0o700).expect("made");
        let dead = parent.path().join("of-a-killed-process");
        fs::create_dir_all(dead.join("inside")).expect("made");
        let other = parent.path().join("other");
        fs::create_dir(&other).expect("made");
        std::os::unix::fs::symlink(&other, parent.path().join("of-link")).expect("linked");
        remove_in(parent.path(), "of-", |_| false, |folder| fs::remove_dir_all(folder));
        let mode = fs::metadata(living.path()).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        assert!(living.path().is_dir() && other.is_dir() && !dead.exists());
        let path = living.path().to_path_buf();
        drop(living);
        assert!(!path.exists());
    }
}
