//! Whether a program has put too much into its folders, where these are on the machine's disk and nothing else keeps the limits.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::limits::Limits;

/// What a disk counts in.
pub(super) const BLOCK: u64 = 512;

/// What fills a disk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Filled {
    pub(super) bytes: u64,
    pub(super) files: u64,
}

impl Filled {
    fn is_above(self, limits: &Limits) -> bool {
        self.bytes > limits.scratch || self.files > limits.scratch_files
    }
}

/// Who may put something into a folder.
const FILLS: u32 = 0o300;

/// Returns whether there is more below `folders`, and elsewhere, than allowed. It looks no further then. Links are counted, and
/// not followed. What may be filled and cannot be looked at, because it is closed or too deep, is too much.
pub(super) fn is_overfull<'a>(
    folders: impl IntoIterator<Item = &'a Path>,
    elsewhere: Filled,
    limits: &Limits,
) -> bool {
    let mut waiting: Vec<(PathBuf, u32)> =
        folders.into_iter().map(|folder| (folder.to_path_buf(), FILLS)).collect();
    let mut filled = elsewhere;
    while let Some((folder, mode)) = waiting.pop() {
        match add(&folder, &mut filled, limits) {
            Ok(inner) => waiting.extend(inner),
            Err(error) if vanished(&error) => {}
            Err(_) if mode & FILLS == FILLS => return true,
            Err(_) => {}
        }
        if filled.is_above(limits) {
            return true;
        }
    }
    false
}

/// Adds what is in a folder, and returns the folders in it with their modes.
fn add(folder: &Path, filled: &mut Filled, limits: &Limits) -> io::Result<Vec<(PathBuf, u32)>> {
    let mut inner = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let found = match entry.metadata() {
            Err(error) if vanished(&error) => continue,
            found => found?,
        };
        filled.bytes += found.blocks() * BLOCK;
        filled.files += 1;
        if filled.is_above(limits) {
            break;
        }
        if found.is_dir() {
            inner.push((entry.path(), found.mode()));
        }
    }
    Ok(inner)
}

/// Returns whether something is not there any more, or has become something else.
fn vanished(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_files_of_all_folders_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let overfull = |scratch, scratch_files| {
            let limits = Limits { scratch, scratch_files, ..Limits::default() };
            is_overfull([folder.path()], Filled::default(), &limits)
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
            Filled::default(),
            &Limits { scratch: 1 << 20, ..Limits::default() }
        ));
    }

    #[test]
    fn what_is_held_elsewhere_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let held = Filled { bytes: 1 << 20, files: 3 };
        let overfull = |scratch, scratch_files| {
            is_overfull([folder.path()], held, &Limits { scratch, scratch_files, ..Limits::default() })
        };
        assert!(!overfull(1 << 20, 3));
        assert!(overfull((1 << 20) - 1, 3) && overfull(1 << 20, 2));
    }

    #[test]
    fn what_is_too_deep_to_be_reached_is_too_much() {
        let folder = tempfile::tempdir().expect("a folder");
        let top = folder.path();
        fs::create_dir(top.join("deep")).expect("made");
        // Each level is put around what is there already, as a path to the bottom would be too long.
        let long = "n".repeat(200);
        for _ in 0..30 {
            fs::create_dir(top.join("next")).expect("made");
            fs::rename(top.join("deep"), top.join("next").join(&long)).expect("moved");
            fs::rename(top.join("next"), top.join("deep")).expect("moved");
        }
        assert!(is_overfull([top], Filled::default(), &Limits::default()));
    }
}
