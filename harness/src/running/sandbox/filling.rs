//! Whether a program has put too much into its folders, where these are on the machine's disk and nothing else keeps the limits.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::limits::Limits;

/// What a disk counts in.
const BLOCK: u64 = 512;

/// Returns whether there is more below `folders` than allowed. It looks no further then. Links are counted, and not followed.
pub(super) fn is_overfull<'a>(folders: impl IntoIterator<Item = &'a Path>, limits: &Limits) -> bool {
    let mut waiting: Vec<PathBuf> = folders.into_iter().map(Path::to_path_buf).collect();
    let (mut bytes, mut files) = (0, 0);
    while let Some(folder) = waiting.pop() {
        // What vanishes meanwhile, or is too deep to be reached, does not count.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(found) = entry.metadata() else { continue };
            bytes += found.blocks() * BLOCK;
            files += 1;
            if bytes > limits.scratch || files > limits.scratch_files {
                return true;
            }
            if found.is_dir() {
                waiting.push(entry.path());
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_files_of_all_folders_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let overfull = |scratch, scratch_files| {
            let limits = Limits { scratch, scratch_files, ..Limits::default() };
            is_overfull([folder.path()], &limits)
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
        assert!(!is_overfull([folder.path()], &Limits { scratch: 1 << 20, ..Limits::default() }));
    }
}
