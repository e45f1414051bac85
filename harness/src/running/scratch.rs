//! A fresh folder for one run, which disappears afterwards whatever the program has made in it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

use super::sandbox::{is_spare, spare};
use super::{Fault, Tier, tier};
use crate::leftovers::{OwnFolder, remove_in};

/// How the names of these folders begin. Versions that did not lock their folders had other names.
const PREFIX: &str = "harness-run-";

/// A folder of its own, removed when this is dropped.
///
/// Where programs only get copies of it, it is emptied, and kept for the next of the same thread until that thread ends: making
/// and removing a folder takes a disk longer than a program takes to start.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// Where it is, until this is dropped.
    folder: Option<OwnFolder>,
    /// Whether its path may be used again.
    is_kept: bool,
    /// Whether nobody has put anything into it.
    is_empty: bool,
}

thread_local! {
    /// The folder that is kept.
    static KEPT: RefCell<Option<OwnFolder>> = const { RefCell::new(None) };
}

impl Scratch {
    /// Makes a new, empty folder.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn new() -> io::Result<Self> {
        let new = || OwnFolder::new_in(&std::env::temp_dir(), PREFIX, 0o777);
        KEPT.take().map_or_else(new, Ok).map(|folder| Self {
            folder: Some(folder),
            is_kept: true,
            is_empty: false,
        })
    }

    /// Makes a new, empty folder at a path that no other has had in this process. What starts programs may be asked to show it: that
    /// holds for a path as long as anything starts programs.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn at_new_path() -> io::Result<Self> {
        let folder = OwnFolder::new_in(&std::env::temp_dir(), PREFIX, 0o777)?;
        Ok(Self { folder: Some(folder), is_kept: false, is_empty: false })
    }

    /// Makes a new folder with these files, by their paths in it.
    ///
    /// # Errors
    /// What could not be made.
    pub(crate) fn with(files: &BTreeMap<String, Vec<u8>>) -> Result<Self, Fault> {
        let mut folder = Self::new().map_err(Fault::while_doing("make a folder for a case"))?;
        // Programs only get a copy.
        folder.is_empty = files.is_empty() && tier() == Tier::Namespaces;
        for (name, bytes) in files {
            let path = folder.path().join(name);
            let written =
                path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
            written.map_err(Fault::while_doing(format!("write `{name}` into the folder of a case")))?;
        }
        Ok(folder)
    }

    /// Returns where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.as_ref().expect("it is there until this is dropped").path()
    }

    /// Lets programs find their way through it, and nobody else; what is in it must be open by itself.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn let_programs_through(&self) -> io::Result<()> {
        match spare(std::process::id()) {
            Some(group) if tier() != Tier::Namespaces => {
                chown(self.path(), None, Some(group))?;
                fs::set_permissions(self.path(), fs::Permissions::from_mode(0o710))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let Some(folder) = self.folder.take() else { return };
        // What cannot be removed stays; the system cleans its folder of temporary files in time.
        if (self.is_empty || empty(folder.path()).is_ok()) && self.is_kept && tier() == Tier::Namespaces {
            // A thread that is about to end keeps nothing.
            let _ = KEPT.try_with(|kept| kept.replace(Some(folder)));
        }
    }
}

/// Removes the folders of this user's killed runs.
pub(crate) fn remove_leftovers() {
    remove_in(&std::env::temp_dir(), PREFIX, is_spare, |leftover| {
        empty(leftover).and_then(|()| fs::remove_dir(leftover))
    });
}

/// Removes everything in a folder.
///
/// A program may nest folders deeper than a stack or a path can be, so folders are not walked into: what
/// is inside the folders of the top level is moved up, level by level.
fn empty(top: &Path) -> io::Result<()> {
    let mut moved: u64 = 0;
    let mut entries = fs::read_dir(top).or_else(|_| {
        fs::set_permissions(top, fs::Permissions::from_mode(0o700))?;
        fs::read_dir(top)
    })?;
    loop {
        let mut folders = Vec::new();
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        if folders.is_empty() {
            return Ok(());
        }
        for folder in folders {
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    // Only the owner of a folder that may be written to can move it.
                    fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o700))?;
                    move_up(&entry.path(), top, &mut moved)?;
                } else {
                    fs::remove_file(entry.path())?;
                }
            }
            fs::remove_dir(&folder)?;
        }
        entries = fs::read_dir(top)?;
    }
}

/// Moves a folder to the top, by a name that nothing has there: a program may have thought of the same names. The last number that
/// was tried is in `moved`.
fn move_up(folder: &Path, top: &Path, moved: &mut u64) -> io::Result<()> {
    loop {
        *moved += 1;
        let free = top.join(format!(".moved-{moved}"));
        if fs::symlink_metadata(&free).is_err() {
            return fs::rename(folder, free);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_cannot_be_read_or_are_very_deep_are_removed() {
        let scratch = Scratch::new().expect("a folder");
        let path = scratch.path().to_path_buf();
        fs::create_dir_all(path.join("a/b/c")).expect("made");
        fs::write(path.join("a/b/file"), "x").expect("written");
        std::os::unix::fs::symlink("/", path.join("a/link")).expect("linked");
        // Each level is made at the top and put into the next, as a path to the bottom would be too long.
        fs::create_dir(path.join("deep")).expect("made");
        for _ in 0..3000 {
            fs::create_dir(path.join("next")).expect("made");
            fs::rename(path.join("deep"), path.join("next/deep")).expect("moved");
            fs::rename(path.join("next"), path.join("deep")).expect("moved");
        }
        fs::set_permissions(path.join("a/b"), fs::Permissions::from_mode(0o000)).expect("mine");
        drop(scratch);
        assert_eq!(fs::read_dir(&path).map_or(0, Iterator::count), 0);
        assert!(Path::new("/etc").exists(), "links are not followed");
    }

    #[test]
    fn a_program_that_knows_how_folders_are_moved_leaves_nothing_behind() {
        let top = tempfile::tempdir().expect("a folder");
        for number in 1..20 {
            fs::create_dir_all(top.path().join(format!(".moved-{number}/inside/more"))).expect("made");
        }
        let closed = fs::Permissions::from_mode(0o300);
        fs::set_permissions(top.path().join(".moved-7"), closed.clone()).expect("mine");
        fs::set_permissions(top.path(), closed).expect("mine");
        empty(top.path()).expect("emptied");
        assert_eq!(fs::read_dir(top.path()).expect("it can be read").count(), 0);
    }

    #[test]
    fn a_folder_that_is_kept_is_gone_with_its_thread() {
        let path = std::thread::spawn(|| Scratch::new().expect("a folder").path().to_path_buf());
        assert!(!path.join().expect("it did not panic").exists());
    }
}
