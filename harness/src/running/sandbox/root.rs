//! The files of a program in namespaces: a root of their own, in which nothing but what it needs is mounted.
//!
//! The spawner builds it once ([`build`]); each program gets a copy of the mounts, with a fresh `/proc` and
//! a fresh scratch at `/tmp` ([`refresh`]).

use std::collections::BTreeSet;
use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change, mount_move,
    mount_remount, unmount,
};
use rustix::process::{chdir, pivot_root};
use walkdir::{DirEntry, WalkDir};

use super::kernel;
use super::view::{DEVICES, SYSTEM, settings};
use super::wire::Failure;
use crate::limits::Limits;

/// Where the machine's own files are while the root is built.
const MACHINE: &str = "/machine";

/// Where files that programs see below `/tmp` wait for the scratch that is mounted there.
const WAITING: &str = "/waiting";

/// The largest file that is copied and not mounted.
const SMALL: u64 = 1 << 18;

/// The most entries of a folder that is copied and not mounted.
const FEW: usize = 64;

/// So many changes are not made by chance at the turns of the kernel's clock, one after the other.
const CHANGES: usize = 4;

/// The only writable place.
const SCRATCH: &str = "/tmp";

/// `MOUNT_ATTR_RDONLY`, `MOUNT_ATTR_NOSUID` and `MOUNT_ATTR_NODEV`.
const READ_ONLY: u64 = 1 | 2 | 4;

/// `MOUNT_ATTR_NOSUID`.
const NO_SETUID: u64 = 2;

/// The users and groups that a program finds.
const USERS: &str = "root:x:0:0:root:/:/bin/sh\nuser:x:1000:1000:user:/tmp:/bin/sh\n";
const GROUPS: &str = "root:x:0:\nuser:x:1000:\n";

/// What is mounted over a file, or a folder, that must not be seen: there is nothing in it, and nobody may open it.
const NOTHING: [&str; 2] = ["/nothing-file", "/nothing-folder"];

/// Builds the root and goes there; nothing else of the machine can be reached afterwards, and nothing of `hides` in it.
pub(super) fn build(sees: &[PathBuf], hides: &[PathBuf]) -> Result<(), Failure> {
    change_root().map_err(Failure::of("make a private root"))?;
    for folder in SYSTEM {
        system_folder(Path::new(folder)).map_err(Failure::of(format!("show {folder}")))?;
    }
    small_files().map_err(Failure::of("make the files of /etc and /dev"))?;
    for path in settings(Path::new(MACHINE)) {
        setting(&path).map_err(Failure::of(format!("show {}", path.display())))?;
    }
    for device in DEVICES.iter().map(Path::new) {
        show(device, device, NO_SETUID).map_err(Failure::of(format!("show {}", device.display())))?;
    }
    for (number, path) in sees.iter().enumerate() {
        let place = place_while_waiting(number, path);
        show(path, &place, READ_ONLY).map_err(Failure::of(format!("show {}", path.display())))?;
    }
    cover(sees, hides).map_err(Failure::of("cover the files of the harness"))?;
    // Only where the machine's own /proc is mounted does the kernel let a fresh one be mounted over it.
    show(Path::new("/proc"), Path::new("/proc"), NO_SETUID).map_err(Failure::of("show /proc"))?;
    unmount(MACHINE, UnmountFlags::DETACH).map_err(Failure::of("leave the machine's files"))?;
    fs::remove_dir(MACHINE).map_err(Failure::of("leave the machine's files"))
}

fn change_root() -> std::io::Result<()> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    // Any folder will do: the mount becomes the root, and uncovers what it covers now.
    let options = CString::new("mode=755,size=4m")?;
    mount("root", "/usr", "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?;
    chdir("/usr")?;
    fs::create_dir(&MACHINE[1..])?;
    pivot_root(".", &MACHINE[1..])?;
    chdir("/")?;
    for folder in [SCRATCH, WAITING, "/etc", "/dev", "/proc"] {
        fs::create_dir(folder)?;
    }
    Ok(())
}

/// Shows a folder of the system, or the link that stands in its place.
fn system_folder(folder: &Path) -> std::io::Result<()> {
    let there = on_machine(folder);
    if let Ok(link) = fs::read_link(&there) {
        return symlink(link, folder);
    }
    if there.is_dir() { show(folder, folder, READ_ONLY) } else { Ok(()) }
}

fn small_files() -> std::io::Result<()> {
    fs::write("/etc/passwd", USERS)?;
    fs::write("/etc/group", GROUPS)?;
    symlink("/proc/self/fd", "/dev/fd")?;
    symlink("/proc/self/fd/0", "/dev/stdin")?;
    symlink("/proc/self/fd/1", "/dev/stdout")?;
    symlink("/proc/self/fd/2", "/dev/stderr")?;
    symlink(SCRATCH, "/dev/shm")
}

/// Shows something of `/etc`. What can be copied is not mounted: every program gets a copy of all mounts, which takes time.
fn setting(path: &Path) -> std::io::Result<()> {
    let there = on_machine(path);
    if let Ok(link) = fs::read_link(&there)
        && link.starts_with("/usr")
    {
        return symlink(link, path);
    }
    let found = fs::symlink_metadata(&there)?;
    if found.is_file() && found.len() <= SMALL {
        return fs::copy(there, path).map(drop);
    }
    if found.is_dir() && copy_small_folder(&there, path)? {
        return Ok(());
    }
    show(path, path, READ_ONLY)
}

/// Copies a folder with few files; returns whether it was small enough, and everything in it a file that can be read, a folder or a link.
fn copy_small_folder(there: &Path, here: &Path) -> std::io::Result<bool> {
    let mut copied = Vec::new();
    let mut bytes = 0;
    for entry in WalkDir::new(there) {
        let Ok(entry) = entry else { return Ok(false) };
        let Some(inside) = SmallEntry::read(&entry, SMALL - bytes) else { return Ok(false) };
        bytes += inside.size();
        let place = here.join(entry.path().strip_prefix(there).unwrap_or(Path::new("")));
        copied.push((place, inside));
        if copied.len() > FEW {
            return Ok(false);
        }
    }
    copied.into_iter().try_for_each(|(place, inside)| inside.write(&place)).map(|()| true)
}

/// What stands in a small folder.
enum SmallEntry {
    Folder(fs::Permissions),
    File(fs::Permissions, Vec<u8>),
    Link(PathBuf),
}

impl SmallEntry {
    /// Returns what it is; nothing if it has more than `room` bytes, cannot be read, or is something else.
    fn read(entry: &DirEntry, room: u64) -> Option<Self> {
        let (path, found) = (entry.path(), entry.metadata().ok()?);
        match () {
            () if found.is_dir() => Some(Self::Folder(found.permissions())),
            () if found.is_symlink() => fs::read_link(path).ok().map(Self::Link),
            () if found.is_file() && found.len() <= room => {
                let bytes = fs::read(path).ok().filter(|bytes| bytes.len() as u64 <= room)?;
                Some(Self::File(found.permissions(), bytes))
            }
            () => None,
        }
    }

    fn size(&self) -> u64 {
        if let Self::File(_, bytes) = self { bytes.len() as u64 } else { 0 }
    }

    /// Makes the same at `place`.
    fn write(self, place: &Path) -> std::io::Result<()> {
        match self {
            Self::Folder(permissions) => {
                fs::create_dir_all(place).and_then(|()| fs::set_permissions(place, permissions))
            }
            Self::File(permissions, bytes) => {
                fs::write(place, bytes).and_then(|()| fs::set_permissions(place, permissions))
            }
            Self::Link(to) => symlink(to, place),
        }
    }
}

/// Mounts a file or folder of the machine at `place`.
fn show(path: &Path, place: &Path, attributes: u64) -> std::io::Result<()> {
    let source = on_machine(path);
    mount_point(place, source.is_dir())?;
    mount_bind_recursive(&source, place)?;
    kernel::protect_mounts(&CString::new(place.as_os_str().as_bytes())?, attributes)
}

/// Mounts nothing over what must not be seen, where it is shown.
fn cover(sees: &[PathBuf], hides: &[PathBuf]) -> std::io::Result<()> {
    if hides.is_empty() {
        return Ok(());
    }
    let nobody = std::os::unix::fs::PermissionsExt::from_mode(0o000);
    fs::write(NOTHING[0], "")?;
    fs::create_dir(NOTHING[1])?;
    fs::set_permissions(NOTHING[0], Clone::clone(&nobody))?;
    fs::set_permissions(NOTHING[1], nobody)?;
    for path in hides.iter().flat_map(|path| places(sees, path)).filter(|path| path.exists()) {
        mount_bind_recursive(NOTHING[usize::from(path.is_dir())], &path)?;
        kernel::protect_mounts(&CString::new(path.as_os_str().as_bytes())?, READ_ONLY)?;
    }
    Ok(())
}

/// Returns where a path is found in the root, which may be in several places: below the system's folders, and below what is seen.
fn places(sees: &[PathBuf], path: &Path) -> Vec<PathBuf> {
    let mut places = vec![path.to_path_buf()];
    for (number, seen) in sees.iter().enumerate() {
        let canonical = fs::canonicalize(on_machine(seen)).unwrap_or_default();
        if let Ok(below) = on_machine(path).strip_prefix(&canonical) {
            places.push(place_while_waiting(number, seen).join(below));
        }
    }
    places
}

fn mount_point(place: &Path, is_folder: bool) -> std::io::Result<()> {
    if is_folder {
        return fs::create_dir_all(place);
    }
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::OpenOptions::new().create(true).append(true).open(place).map(drop)
}

fn on_machine(path: &Path) -> PathBuf {
    Path::new(MACHINE).join(path.strip_prefix("/").unwrap_or(path))
}

/// What is seen below the scratch is mounted there only when the scratch is.
fn place_while_waiting(number: usize, path: &Path) -> PathBuf {
    if path.starts_with(SCRATCH) { Path::new(WAITING).join(number.to_string()) } else { path.to_path_buf() }
}

/// Mounts what every program has for itself. This process is the first of its own namespaces.
pub(super) fn refresh(sees: &[PathBuf], folders: &[&Path], limits: &Limits) -> Result<(), Failure> {
    let quiet = MountFlags::NOSUID | MountFlags::NODEV;
    mount("proc", "/proc", "proc", quiet | MountFlags::NOEXEC, c"hidepid=ptraceable")
        .map_err(Failure::of("mount /proc"))?;
    let inodes = limits.scratch_files + own_inodes(sees, folders);
    let options = format!("mode=1777,size={},nr_inodes={inodes}", limits.scratch);
    let options = CString::new(options).map_err(Failure::of("name the options of the scratch"))?;
    mount("scratch", SCRATCH, "tmpfs", quiet, options.as_c_str())
        .map_err(Failure::of("mount the scratch"))?;
    for (number, path) in sees.iter().enumerate().filter(|(_, path)| path.starts_with(SCRATCH)) {
        let waiting = place_while_waiting(number, path);
        mount_point(path, waiting.is_dir())
            .and_then(|()| mount_move(&waiting, path).map_err(Into::into))
            .map_err(Failure::of(format!("show {}", path.display())))?;
    }
    for folder in folders {
        writable(folder).map_err(Failure::of(format!("make {}", folder.display())))?;
    }
    let flags = MountFlags::BIND | MountFlags::RDONLY | quiet;
    mount_remount("/", flags, c"").map_err(Failure::of("protect the root"))
}

/// Returns how many bytes there are in the scratch.
pub(super) fn in_scratch() -> u64 {
    rustix::fs::statvfs(SCRATCH).map_or(0, |found| (found.f_blocks - found.f_bfree) * found.f_frsize)
}

/// Returns how many blocks and files there is room for in the scratch.
pub(super) fn room_in_scratch() -> Option<[u64; 2]> {
    rustix::fs::statvfs(SCRATCH).ok().map(|found| [found.f_bfree, found.f_ffree])
}

/// Returns the folders that are made in the scratch for a program that runs in `folder`: that one, those in which it stands, and those in
/// which something is mounted that it sees. Nothing if that one is not in the scratch.
pub(super) fn folders_in_scratch(sees: &[PathBuf], folder: &Path) -> Option<Vec<PathBuf>> {
    let is_shown = |path: &Path| sees.iter().any(|seen| path.starts_with(seen));
    let above = sees.iter().filter_map(|path| path.parent()).chain([folder]).flat_map(Path::ancestors);
    let made = above.filter(|path| path.starts_with(SCRATCH) && !is_shown(path)).map(Path::to_path_buf);
    let made: BTreeSet<PathBuf> = made.collect();
    made.contains(folder).then(|| made.into_iter().collect())
}

/// Returns whether the kernel dates each change of what somebody has looked at differently, as it does from Linux 6.13 on; before,
/// changes of the same few milliseconds have the same date. It is tried with a folder in the root, which is of the same kind as the scratch.
pub(super) fn dates_each_change() -> bool {
    let date = || fs::symlink_metadata(SCRATCH).ok().map(|found| (found.ctime(), found.ctime_nsec()));
    let again = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    (0..CHANGES).all(|_| {
        let before = date();
        fs::set_permissions(SCRATCH, Clone::clone(&again)).is_ok() && before.is_some() && before < date()
    })
}

/// Makes a writable folder: in the scratch, or where something of the scratch is mounted.
fn writable(folder: &Path) -> std::io::Result<()> {
    if folder.starts_with(SCRATCH) {
        return fs::create_dir_all(folder);
    }
    let name = folder.to_string_lossy().replace('/', "-");
    let inner = Path::new(SCRATCH).join(format!(".{name}"));
    fs::create_dir(&inner)?;
    fs::create_dir_all(folder)?;
    mount_bind_recursive(&inner, folder).map_err(Into::into)
}

/// Returns how many inodes of the scratch the harness itself needs.
fn own_inodes(sees: &[PathBuf], folders: &[&Path]) -> u64 {
    let paths = sees.iter().map(PathBuf::as_path).chain(folders.iter().copied());
    1 + paths.map(|path| path.components().count() as u64).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_small_folder_is_copied_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let (there, here) = (folder.path().join("there"), folder.path().join("here"));
        fs::create_dir_all(there.join("inner")).expect("made");
        fs::write(there.join("inner/file"), "text").expect("written");
        fs::set_permissions(there.join("inner/file"), fs::Permissions::from_mode(0o640)).expect("mine");
        fs::set_permissions(there.join("inner"), fs::Permissions::from_mode(0o750)).expect("mine");
        symlink("inner/file", there.join("link")).expect("linked");
        symlink("nowhere", there.join("broken")).expect("linked");
        assert!(copy_small_folder(&there, &here).expect("copied"));
        assert_eq!(fs::read_to_string(here.join("link")).expect("text"), "text");
        assert_eq!(fs::read_link(here.join("link")).expect("a link"), Path::new("inner/file"));
        assert_eq!(fs::read_link(here.join("broken")).expect("a link"), Path::new("nowhere"));
        for (name, mode) in [("inner", 0o750), ("inner/file", 0o640)] {
            let found = fs::metadata(here.join(name)).expect("there").permissions().mode();
            assert_eq!(found & 0o777, mode, "{name}");
        }
    }

    #[test]
    fn nothing_is_copied_of_a_folder_that_is_large_or_holds_what_is_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["many", "long", "sockets"] {
            fs::create_dir(path(name)).expect("made");
        }
        for number in 0..FEW {
            fs::write(path("many").join(number.to_string()), "").expect("written");
        }
        fs::write(path("long/one"), vec![1; 200 << 10]).expect("written");
        fs::write(path("long/two"), vec![1; 200 << 10]).expect("written");
        let _socket = std::os::unix::net::UnixListener::bind(path("sockets/one")).expect("made");
        for name in ["many", "long", "sockets"] {
            assert!(!copy_small_folder(&path(name), &path("here")).expect("looked at"), "{name}");
            assert!(!path("here").exists(), "{name}");
        }
    }
}
