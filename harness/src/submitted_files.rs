//! Reads small files of a submission without trusting what stands there.
//!
//! A submission may hold links to files that are not its own, pipes that never end, or huge files. A
//! folder and its files are therefore opened without following links, and only what turns out to be a
//! regular file is read, up to [`LARGEST`] bytes. Names come from the suite, never from the submission.

use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, fstat, openat};
use rustix::io::Errno;

/// How many bytes a file may have.
pub const LARGEST: u64 = 64 << 10;

/// What stands under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundFile {
    /// A file with these bytes.
    File(Vec<u8>),
    /// Nothing.
    Nothing,
    /// Something that is not read, for this reason.
    Unread(&'static str),
}

/// A folder of a submission that is open for reading.
#[derive(Debug)]
pub struct SubmittedFolder(OwnedFd);

impl SubmittedFolder {
    /// Opens the folder called `name` in `submission`; nothing if there is none, or only a link to one.
    pub fn open(submission: &Path, name: &str) -> Option<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat(CWD, submission.join(name), flags, Mode::empty()).ok().map(Self)
    }

    /// Returns what stands in the folder under `name`, which is no path.
    pub fn read(&self, name: &str) -> FoundFile {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        match openat(self.0.as_fd(), name, flags, Mode::empty()) {
            Ok(file) => read_file(file),
            Err(Errno::NOENT) => FoundFile::Nothing,
            Err(Errno::LOOP) => FoundFile::Unread("it is a link"),
            Err(Errno::ACCESS) => FoundFile::Unread("it may not be read"),
            Err(_) => FoundFile::Unread("it cannot be read"),
        }
    }
}

fn read_file(file: OwnedFd) -> FoundFile {
    let is_file = fstat(&file).is_ok_and(|found| {
        rustix::fs::FileType::from_raw_mode(found.st_mode) == rustix::fs::FileType::RegularFile
    });
    if !is_file {
        return FoundFile::Unread("it is no regular file");
    }
    let mut bytes = Vec::new();
    match File::from(file).take(LARGEST + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > LARGEST => FoundFile::Unread("it is larger than 64 KiB"),
        Ok(_) => FoundFile::File(bytes),
        Err(_) => FoundFile::Unread("it cannot be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, make: impl FnOnce(&Path), expected: &FoundFile) {
        let submission = tempfile::tempdir().expect("a folder");
        let folder = submission.path().join("invalid_files");
        std::fs::create_dir(&folder).expect("made");
        make(&folder);
        let opened = SubmittedFolder::open(submission.path(), "invalid_files").expect("it is there");
        assert_eq!(&opened.read(name), expected);
    }

    fn write(path: &Path, bytes: &[u8]) {
        std::fs::write(path, bytes).expect("written");
    }

    #[test]
    fn a_small_regular_file_is_read() {
        check("a.txt", |folder| write(&folder.join("a.txt"), b"x"), &FoundFile::File(b"x".to_vec()));
        let full = vec![b'x'; usize::try_from(LARGEST).expect("small")];
        check("a.txt", |folder| write(&folder.join("a.txt"), &full), &FoundFile::File(full.clone()));
    }

    #[test]
    fn a_name_with_nothing_under_it_is_told() {
        check("a.txt", |_| {}, &FoundFile::Nothing);
    }

    #[test]
    fn links_folders_pipes_and_large_files_are_not_read() {
        let link = |folder: &Path| {
            std::os::unix::fs::symlink("/etc/passwd", folder.join("a.txt")).expect("linked");
        };
        check("a.txt", link, &FoundFile::Unread("it is a link"));
        let inner = |folder: &Path| std::fs::create_dir(folder.join("a.txt")).expect("made");
        check("a.txt", inner, &FoundFile::Unread("it is no regular file"));
        let pipe = |folder: &Path| {
            let fifo = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(CWD, folder.join("a.txt"), fifo, Mode::RUSR, 0).expect("made");
        };
        check("a.txt", pipe, &FoundFile::Unread("it is no regular file"));
        let large = vec![0; usize::try_from(LARGEST).expect("small") + 1];
        let write_large = |folder: &Path| write(&folder.join("a.txt"), &large);
        check("a.txt", write_large, &FoundFile::Unread("it is larger than 64 KiB"));
    }

    #[test]
    fn a_link_to_a_folder_is_no_folder() {
        let submission = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink("/etc", submission.path().join("invalid_files")).expect("linked");
        assert!(SubmittedFolder::open(submission.path(), "invalid_files").is_none());
        assert!(SubmittedFolder::open(submission.path(), "other").is_none());
    }
}
