//! Proves that a program has left nothing behind in its namespaces, so that the next one may have them: what is made for each program takes
//! longer than most programs do.
//!
//! No process is left, which is known before. Mounts need rights that no program has. What remains is the scratch, in which nothing
//! but empty folders may be, unchanged; the numbers of processes, which begin anew; and what the process above the program is, as far as
//! a program of the same user may change it.

use std::fs::{self, File, Metadata};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;

use rustix::process::{Resource, Rlimit, getrlimit};
use rustix::thread::{CpuSet, sched_getaffinity};

use super::groundwork::Groundwork;
use super::wire::LaunchOrder;
use super::{kernel, root};

/// Where the kernel holds the last number that it has given to a process of these namespaces.
const LAST_NUMBER: &str = "/proc/sys/kernel/ns_last_pid";

/// The number of the process above the program, which is the first.
const FIRST_NUMBER: &[u8] = b"1";

/// Everything that is limited for a process.
const LIMITED: [Resource; 16] = [
    Resource::As,
    Resource::Core,
    Resource::Cpu,
    Resource::Data,
    Resource::Fsize,
    Resource::Locks,
    Resource::Memlock,
    Resource::Msgqueue,
    Resource::Nice,
    Resource::Nofile,
    Resource::Nproc,
    Resource::Rss,
    Resource::Rtprio,
    Resource::Rttime,
    Resource::Sigpending,
    Resource::Stack,
];

/// A place in which no program has been, or as it was before one was there.
pub(super) struct CleanPlace {
    folder: PathBuf,
    scratch: [u64; 2],
    numbers: File,
    folders: Vec<PathBuf>,
    state: ScratchState,
    /// Nothing where the program is another user, who can change nothing of it.
    standing: Option<ProcessStanding>,
}

impl CleanPlace {
    /// Takes note of the place that has been prepared for a program, before it begins. Returns nothing where it could not be seen
    /// afterwards that something is left.
    pub(super) fn note(ground: &Groundwork, order: &LaunchOrder) -> Option<Self> {
        if !ground.dates_each_change || order.keeps.is_some() {
            return None;
        }
        let folders = root::folders_in_scratch(&ground.setup.sees, &order.folder)?;
        Some(Self {
            folder: order.folder.clone(),
            scratch: scratch(order),
            numbers: File::options().write(true).open(LAST_NUMBER).ok()?,
            state: ScratchState::of(&folders)?,
            folders,
            standing: if ground.becomes.is_none() { Some(ProcessStanding::now()?) } else { None },
        })
    }

    /// Returns whether it is what this order is to find.
    pub(super) fn is_for(&self, order: &LaunchOrder) -> bool {
        order.keeps.is_none() && order.folder == self.folder && scratch(order) == self.scratch
    }

    /// Returns whether it is again as it was, now that all processes of the program are gone.
    pub(super) fn is_clean(&self) -> bool {
        self.numbers.write_at(FIRST_NUMBER, 0).is_ok()
            && ScratchState::of(&self.folders).is_some_and(|state| state == self.state)
            && self.standing.as_ref().is_none_or(|before| ProcessStanding::now().as_ref() == Some(before))
    }
}

/// Returns what an order says of the size of its scratch.
fn scratch(order: &LaunchOrder) -> [u64; 2] {
    [order.limits.scratch, order.limits.scratch_files]
}

/// What can be seen of a scratch that holds only folders. Whatever is done to one of them changes the time of its last change.
#[derive(Debug, PartialEq, Eq)]
struct ScratchState {
    folders: Vec<[i64; 13]>,
    /// How many blocks and files there is room for.
    room: [u64; 2],
}

impl ScratchState {
    fn of(folders: &[PathBuf]) -> Option<Self> {
        let each = folders.iter().map(|folder| fs::symlink_metadata(folder).map(|found| all_of(&found)));
        Some(Self { folders: each.collect::<Result<_, _>>().ok()?, room: root::room_in_scratch()? })
    }
}

fn all_of(found: &Metadata) -> [i64; 13] {
    let numbers =
        [found.dev(), found.ino(), found.nlink(), found.size(), found.blocks()].map(u64::cast_signed);
    let [device, inode, links, size, blocks] = numbers;
    let [mode, user, group] = [found.mode(), found.uid(), found.gid()].map(i64::from);
    let times = [found.atime_nsec(), found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec()];
    let [read, changed, changed_part, dated, dated_part] = times;
    [device, inode, links, size, blocks, mode, user, group, read, changed, changed_part, dated, dated_part]
}

/// What a process of the same user may change of this one: its limits, its share of the processors, and of disks.
#[derive(Debug, PartialEq, Eq)]
struct ProcessStanding {
    limits: [Rlimit; LIMITED.len()],
    processors: CpuSet,
    turns: kernel::Turns,
}

impl ProcessStanding {
    fn now() -> Option<Self> {
        let (processors, turns) = (sched_getaffinity(None).ok()?, kernel::turns().ok()?);
        Some(Self { limits: LIMITED.map(getrlimit), processors, turns })
    }
}
