//! Opens files below a folder without following any link: a submission's links lead nowhere.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, openat};

/// A folder that is open; nothing above it, and nothing to which a link leads, can be reached through it.
#[derive(Debug)]
pub(super) struct Beneath(OwnedFd);

impl Beneath {
    /// Opens the folder that the user names; links on the way to it are the user's.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Ok(Self(openat(CWD, here, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?))
    }

    /// Opens the regular file at `path`, which is relative and made of plain names with a slash between them.
    ///
    /// # Errors
    /// A link anywhere on the way, what is no regular file, or what the system says.
    pub(super) fn open(&self, path: impl AsRef<OsStr>) -> io::Result<File> {
        let path = path.as_ref().as_bytes();
        let slash = path.iter().rposition(|byte| *byte == b'/');
        let (folders, name) = slash.map_or((&b""[..], path), |at| (&path[..at], &path[at + 1..]));
        let folder = self.folder(folders)?;
        // A pipe must not be waited for.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = File::from(openat(&folder, plain(name)?, flags, Mode::empty())?);
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
    }

    /// Returns the names of the entries of the folder at `path`; none if it is no folder below this one.
    pub(super) fn names(&self, path: &str) -> Vec<String> {
        let entries =
            self.folder(path.as_bytes()).and_then(|folder| Ok(rustix::fs::Dir::read_from(&folder)?));
        let names = entries.into_iter().flatten().flatten();
        let mut names: Vec<String> =
            names.filter_map(|entry| entry.file_name().to_str().ok().map(str::to_string)).collect();
        names.sort();
        names
    }

    fn folder(&self, path: &[u8]) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut folder = self.0.as_fd().try_clone_to_owned()?;
        for name in path.split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            folder = openat(&folder, plain(name)?, flags, Mode::empty())?;
        }
        Ok(folder)
    }
}

/// A name that leads nowhere else, in whatever encoding.
fn plain(name: &[u8]) -> io::Result<&OsStr> {
    if name.is_empty() || name == b"." || name == b".." || name.contains(&b'/') {
        return Err(io::Error::other("it is no name of a file"));
    }
    Ok(OsStr::from_bytes(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_plain_files_below_the_folder_are_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("it/sub")).expect("made");
        std::fs::create_dir_all(path("course")).expect("made");
        for name in ["it/a.py", "it/sub/b.py", "course/c.py"] {
            std::fs::write(path(name), "x").expect("written");
        }
        symlink("../course", path("it/near")).expect("linked");
        symlink(path("course"), path("it/far")).expect("linked");
        symlink("a.py", path("it/link.py")).expect("linked");
        let it = Beneath::new(&path("it")).expect("a folder");
        for (name, opens) in [
            ("a.py", true),
            ("sub/b.py", true),
            ("link.py", false),
            ("near/c.py", false),
            ("far/c.py", false),
            ("../course/c.py", false),
            ("sub", false),
            ("none.py", false),
        ] {
            assert_eq!(it.open(name).is_ok(), opens, "{name}");
        }
        assert_eq!(it.names("sub"), [".", "..", "b.py"]);
        assert_eq!(it.names("near"), [""; 0]);
    }
}
