//! Whether a program has put too much into its folders, where these are on the machine's disk and nothing else keeps the limits.

use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::rc::Rc;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use rustix::path::Arg;

use crate::limits::Limits;

/// What a disk counts in.
pub(super) const BLOCK: u64 = 512;

/// What fills a disk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DiskUse {
    pub(super) bytes: u64,
    pub(super) files: u64,
}

impl DiskUse {
    fn is_above(self, limits: &Limits) -> bool {
        self.bytes > limits.scratch || self.files > limits.scratch_files
    }
}

/// Who may put something into a folder.
const FILLS: u32 = 0o300;

/// A folder that is still to be looked into.
struct Waiting {
    parent: Rc<OwnedFd>,
    name: CString,
    mode: u32,
}

/// Returns whether there is more below `folders`, and elsewhere, than allowed. It looks no further then. Links are counted, and
/// not followed. What may be filled and cannot be looked at, because it is closed, is too much.
pub(super) fn is_overfull<'a>(
    folders: impl IntoIterator<Item = &'a Path>,
    elsewhere: DiskUse,
    limits: &Limits,
) -> bool {
    let mut filled = elsewhere;
    folders.into_iter().any(|folder| match open(CWD, folder) {
        Err(error) => !vanished(error),
        Ok(folder) => fills(folder, &mut filled, limits),
    })
}

/// Adds what is below a folder, and returns whether it is too much. Each folder is opened from the one above it: a program may nest
/// them deeper than a path can be.
fn fills(top: OwnedFd, filled: &mut DiskUse, limits: &Limits) -> bool {
    let mut waiting = Vec::new();
    let mut added = add(top, filled, &mut waiting, limits);
    loop {
        if added.is_err() || filled.is_above(limits) {
            return true;
        }
        let Some(Waiting { parent, name, mode }) = waiting.pop() else { return false };
        let looked = open(parent, &*name).and_then(|folder| add(folder, filled, &mut waiting, limits));
        added = match looked {
            Err(error) if vanished(error) || mode & FILLS != FILLS => Ok(()),
            looked => looked,
        };
    }
}

fn open(parent: impl AsFd, name: impl Arg) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(parent, name, flags, Mode::empty())
}

/// Adds what is in a folder, and puts the folders in it to those that are `waiting`.
fn add(
    folder: OwnedFd,
    filled: &mut DiskUse,
    waiting: &mut Vec<Waiting>,
    limits: &Limits,
) -> Result<(), Errno> {
    let entries = Dir::read_from(&folder)?;
    let folder = Rc::new(folder);
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if [c".", c".."].contains(&name) {
            continue;
        }
        let found = match statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(error) if vanished(error) => continue,
            found => found?,
        };
        filled.bytes += u64::try_from(found.st_blocks).unwrap_or(0) * BLOCK;
        filled.files += 1;
        if filled.is_above(limits) {
            break;
        }
        if FileType::from_raw_mode(found.st_mode) == FileType::Directory {
            waiting.push(Waiting { parent: Rc::clone(&folder), name: name.to_owned(), mode: found.st_mode });
        }
    }
    Ok(())
}

/// Returns whether something is not there any more, or has become something else.
fn vanished(error: Errno) -> bool {
    [Errno::NOENT, Errno::NOTDIR, Errno::LOOP].contains(&error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn bytes_and_files_of_all_folders_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let overfull = |scratch, scratch_files| {
            let limits = Limits { scratch, scratch_files, ..Limits::default() };
            is_overfull([folder.path()], DiskUse::default(), &limits)
        };
        assert!(!overfull(1, 1), "an empty folder holds nothing");
        fs::create_dir(folder.path().join("inner")).expect("made");
        fs::write(folder.path().join("inner/file"), vec![1; 100_000]).expect("written");
        std::os::unix::fs::symlink("/", folder.path().join("link")).expect("linked");
        assert!(!overfull(1 << 20, 3));
        assert!(overfull(1 << 20, 2));
        assert!(overfull(50_000, 3));
    }

    #[test]
    fn what_is_only_said_to_be_large_does_not_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = fs::File::create(folder.path().join("sparse")).expect("made");
        file.set_len(1 << 30).expect("made longer");
        assert!(!is_overfull(
            [folder.path()],
            DiskUse::default(),
            &Limits { scratch: 1 << 20, ..Limits::default() }
        ));
    }

    #[test]
    fn what_is_held_elsewhere_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let held = DiskUse { bytes: 1 << 20, files: 3 };
        let overfull = |scratch, scratch_files| {
            is_overfull([folder.path()], held, &Limits { scratch, scratch_files, ..Limits::default() })
        };
        assert!(!overfull(1 << 20, 3));
        assert!(overfull((1 << 20) - 1, 3) && overfull(1 << 20, 2));
    }

    #[test]
    fn what_is_deeper_than_a_path_can_be_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path();
        fs::create_dir(top.join("deep")).expect("made");
        fs::write(top.join("deep/file"), vec![1; 100_000]).expect("written");
        // Each level is put around what is there already, as a path to the bottom would be too long.
        let long = "n".repeat(200);
        for _ in 0..30 {
            fs::create_dir(top.join("next")).expect("made");
            fs::rename(top.join("deep"), top.join("next").join(&long)).expect("moved");
            fs::rename(top.join("next"), top.join("deep")).expect("moved");
        }
        let overfull =
            |scratch| is_overfull([top], DiskUse::default(), &Limits { scratch, ..Limits::default() });
        assert!(!overfull(1 << 20) && overfull(100_000));
    }
}
