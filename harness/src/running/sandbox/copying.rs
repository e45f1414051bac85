//! Copies files between the machine and a scratch: only plain files and folders.

use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::Dir;

/// How deep folders may be nested.
const LEVELS: usize = 32;

/// Copies what is in the folder `from`, which the harness has made, into the folder `to`; returns whether there is anything.
pub(super) fn copy_in(from: &OwnedFd, to: &Path) -> io::Result<bool> {
    if is_empty(from)? {
        return Ok(false);
    }
    let mut room = CopyRoom { bytes: u64::MAX, levels: LEVELS, leaves_out: |_| false };
    copy(&by_descriptor(from), to, &mut room).map(|()| true)
}

fn is_empty(folder: &OwnedFd) -> io::Result<bool> {
    for entry in Dir::read_from(folder)? {
        if ![c".", c".."].contains(&entry?.file_name()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Copies what a program has left in `from` into the folder `to`, at most `bytes`. All its processes are gone.
///
/// What is too large, too deep or closed is left out: then something is missing, and that is the program's fault.
pub(super) fn copy_out(from: &Path, to: &OwnedFd, bytes: u64) -> io::Result<()> {
    let copied =
        copy(from, &by_descriptor(to), &mut CopyRoom { bytes, levels: LEVELS, leaves_out: is_out_of_reach });
    copied.or_else(|error| if is_out_of_reach(&error) { Ok(()) } else { Err(error) })
}

/// Returns whether a path cannot be used because of what a program has made.
pub(super) fn is_out_of_reach(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENAMETOOLONG | libc::ENOENT | libc::EACCES))
}

/// How much may still be copied, and what errors leave something out.
struct CopyRoom {
    bytes: u64,
    levels: usize,
    leaves_out: fn(&io::Error) -> bool,
}

/// Returns a path that leads to an open folder, wherever that is mounted.
fn by_descriptor(folder: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}

fn copy(from: &Path, to: &Path, room: &mut CopyRoom) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        match copy_entry(&entry?, to, room) {
            Err(error) if (room.leaves_out)(&error) => {}
            copied => copied?,
        }
    }
    Ok(())
}

/// Links, pipes and devices are left out; a file is never opened if it is anything else by now.
fn copy_entry(entry: &fs::DirEntry, to: &Path, room: &mut CopyRoom) -> io::Result<()> {
    let (kind, there) = (entry.file_type()?, to.join(entry.file_name()));
    if kind.is_dir() && room.levels > 0 {
        fs::create_dir(&there)?;
        room.levels -= 1;
        let copied = copy(&entry.path(), &there, room);
        room.levels += 1;
        return copied;
    }
    if kind.is_file() { copy_file(&entry.path(), &there, room) } else { Ok(()) }
}

fn copy_file(from: &Path, to: &Path, room: &mut CopyRoom) -> io::Result<()> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let source = fs::OpenOptions::new().read(true).custom_flags(flags).open(from)?;
    let found = source.metadata()?;
    if found.len() > room.bytes {
        return Ok(());
    }
    let mode = found.permissions().mode() & 0o755;
    let mut target = fs::OpenOptions::new().write(true).create_new(true).mode(mode | 0o600).open(to)?;
    room.bytes -= io::copy(&mut source.take(room.bytes), &mut target)?;
    Ok(())
}
