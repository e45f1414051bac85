//! Which files a program may use, and whom it may send signals, by landlock: on top of namespaces, or in their place.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::thread::set_no_new_privs;

use super::Tier;
use super::kernel::{self, Ruleset, landlock_version};
use super::view::{DEVICES, SYSTEM, settings};
use super::wire::{LaunchOrder, SpawnerSetup};

/// The first version that keeps signals and abstract sockets inside.
pub(super) const SCOPES: i64 = 6;

/// Execute, read a file, read a folder.
const READ: u64 = 1 | 1 << 2 | 1 << 3;

/// All uses of files of version 1.
const ALL_1: u64 = (1 << 13) - 1;

/// Making devices.
const DEVICE: u64 = 1 << 6 | 1 << 11;

/// Linking across folders (version 2), truncating (version 3), requests to devices (version 5).
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const REQUEST: u64 = 1 << 15;

/// Everything that is done with files and folders of one's own.
const WRITABLE: u64 = ALL_1 & !DEVICE | REFER | TRUNCATE;

/// Uses that a rule about a file, not a folder, may name.
const OF_FILES: u64 = 1 | 1 << 1 | 1 << 2 | TRUNCATE | REQUEST;

/// What may be read of `/proc` where it is not the program's own.
const PROC: &[&str] = &[
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/vm/overcommit_memory",
    "/proc/version",
    "/sys/devices/system/cpu",
    "/etc/passwd",
    "/etc/group",
];

/// Keeps the signals of this process, and of all that come from it, among themselves.
pub(super) fn confine_signals() -> io::Result<()> {
    set_no_new_privs(true)?;
    let ruleset = Ruleset { files: 0, network: 0, scoped: 1 << 1 };
    kernel::landlock_enforce(kernel::landlock_ruleset(&ruleset)?)
}

/// Returns the rules for all programs in this private root, where there is nothing to find, and no place but the scratch
/// where anything can be written: they only refuse devices, and all that reaches for others. A kernel without landlock will do, too.
pub(super) fn rules_of_root() -> io::Result<Option<OwnedFd>> {
    let version = landlock_version();
    if version == 0 {
        return Ok(None);
    }
    let rules = Rules::new(version, version >= SCOPES)?;
    rules.allow(Path::new("/"), WRITABLE | READ)?;
    Ok(Some(rules.ruleset))
}

/// Confines this process, which is about to become a program that shares the machine's files.
pub(super) fn confine(setup: &SpawnerSetup, order: &LaunchOrder) -> io::Result<()> {
    let version = landlock_version();
    // Where T3 is the best that works, nothing is promised about signals: it is the same on each machine.
    let keeps_signals = version >= SCOPES && setup.tier != Tier::Landlock;
    let rules = Rules::new(version, keeps_signals)?;
    for path in readable(setup) {
        rules.allow_but(&path, READ, &setup.hides)?;
    }
    for device in DEVICES {
        rules.allow(Path::new(device), READ | 1 << 1 | TRUNCATE)?;
    }
    for folder in std::iter::once(&order.folder).chain(&order.keeps) {
        rules.allow(folder, WRITABLE)?;
    }
    kernel::landlock_enforce(rules.ruleset)
}

fn governed(version: i64) -> u64 {
    let later = [(2, REFER), (3, TRUNCATE), (5, REQUEST)];
    later.iter().filter(|(since, _)| version >= *since).fold(ALL_1, |all, (_, use_)| all | use_)
}

fn readable(setup: &SpawnerSetup) -> Vec<PathBuf> {
    let fixed = SYSTEM.iter().chain(PROC).map(PathBuf::from);
    fixed.chain(settings(Path::new("/"))).chain(setup.sees.iter().cloned()).collect()
}

struct Rules {
    ruleset: OwnedFd,
    files: u64,
}

impl Rules {
    /// Returns rules of this version of landlock that allow nothing yet; with `scopes`, signals and sockets stay inside.
    fn new(version: i64, scopes: bool) -> io::Result<Self> {
        let files = governed(version);
        let ruleset = kernel::landlock_ruleset(&Ruleset {
            files,
            network: if version >= 4 { 3 } else { 0 },
            scoped: if scopes { 3 } else { 0 },
        })?;
        Ok(Self { ruleset, files })
    }

    /// Allows uses of a place, but not of what is hidden below it. Landlock cannot take away what stands in a folder that is allowed, so
    /// instead of such a folder its other entries are. Links among them lead to what is allowed, or not, by itself.
    fn allow_but(&self, path: &Path, uses: u64, hides: &[PathBuf]) -> io::Result<()> {
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if hides.iter().any(|hidden| canonical.starts_with(hidden)) {
            return Ok(());
        }
        if !hides.iter().any(|hidden| hidden.starts_with(&canonical)) {
            return self.allow(path, uses);
        }
        for entry in std::fs::read_dir(&canonical)? {
            let entry = entry?;
            if !entry.file_type()?.is_symlink() {
                self.allow_but(&entry.path(), uses, hides)?;
            }
        }
        Ok(())
    }

    /// Allows uses of a place; one that is not there, or that this user cannot get to, needs no rule.
    fn allow(&self, path: &Path, uses: u64) -> io::Result<()> {
        let place = match File::options().read(true).custom_flags(libc::O_PATH).open(path) {
            Ok(place) => place,
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) =>
            {
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let is_folder = place.metadata()?.is_dir();
        let uses = if is_folder { uses } else { uses & OF_FILES };
        kernel::landlock_allow(&self.ruleset, place.as_fd(), uses & self.files)
    }
}
