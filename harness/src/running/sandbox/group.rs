//! A control group for the programs of one spawner, where one can be had: the kernel counts in it what looks at processes do not
//! show, such as memory that nobody has mapped, page tables, buffers of sockets, and children that end between two looks.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{AtFlags, unlinkat};

/// What the folder of a group is called; the id of the spawner follows.
const NAME: &str = "harness-spawner-";

/// Where the kernel's groups are mounted.
const MOUNT: &str = "/sys/fs/cgroup";

/// The longest file with numbers that is read, in bytes.
const LONGEST: usize = 8192;

/// What is counted for all programs of a spawner since it began.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counted {
    /// Processor time, where the kernel counts it.
    pub(super) cpu: Option<Duration>,
    /// Bytes of memory and of what the kernel holds for programs, where it counts them.
    pub(super) memory: Option<u64>,
}

/// The groups that this process is in, with their files open.
#[derive(Debug, Default)]
pub(super) struct ControlGroup {
    /// Nanoseconds, or lines of which one tells microseconds.
    cpu: Option<File>,
    /// Lines about memory.
    memory: Option<File>,
    /// What the kernel holds in all, in bytes, where those lines do not tell it.
    kernel: Option<File>,
    /// How many tasks there are.
    tasks: Option<File>,
    own: Vec<OwnGroup>,
}

/// A group that this process has made, and the way out of it, which is open: it may not be found by its path any more.
#[derive(Debug)]
struct OwnGroup {
    folder: PathBuf,
    above: File,
    way_out: File,
}

impl ControlGroup {
    /// Puts this process, and all that will come from it, into groups of its own, as far as that is possible here.
    pub(super) fn join() -> Self {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let memory = OwnGroup::make(&groups, "memory", "memory.stat");
        let counts_time = memory.as_ref().is_some_and(|own| own.folder.join("cpu.stat").exists());
        let cpu = OwnGroup::make(&groups, "cpuacct", "cpuacct.usage")
            .or_else(|| if counts_time { None } else { OwnGroup::make(&groups, "", "cpu.stat") });
        let open = |own: Option<&OwnGroup>, name: &str| File::open(own?.folder.join(name)).ok();
        let of_time = cpu.as_ref().or(memory.as_ref());
        // In version 2 they are counted together with memory, or not at all.
        let tasks = if has_controller(&groups, "pids") {
            OwnGroup::make(&groups, "pids", "pids.current")
        } else {
            None
        };
        Self {
            cpu: open(of_time, "cpuacct.usage").or_else(|| open(of_time, "cpu.stat")),
            kernel: open(memory.as_ref(), "memory.kmem.usage_in_bytes"),
            memory: open(memory.as_ref(), "memory.stat"),
            tasks: open(tasks.as_ref().or(memory.as_ref()), "pids.current"),
            own: [cpu, memory, tasks].into_iter().flatten().collect(),
        }
    }

    /// Returns whether processor time, and memory, are counted.
    pub(super) fn counts(&self) -> [bool; 2] {
        [self.cpu.is_some(), self.memory.is_some()]
    }

    /// Returns what tells how many tasks there are in the group, with this process and those that have ended and of whom nobody has taken
    /// note yet.
    pub(super) fn tasks(&self) -> Option<OwnedFd> {
        self.tasks.as_ref()?.try_clone().ok().map(Into::into)
    }

    /// Goes back to where this process came from, and removes the groups. One in which somebody is left is removed by the next
    /// spawner that is started.
    pub(super) fn leave(&self) {
        for OwnGroup { folder, above, way_out } in &self.own {
            let left = (&*way_out).write_all(b"0");
            if let (Ok(()), Some(name)) = (left, folder.file_name()) {
                let _ = unlinkat(above, name, AtFlags::REMOVEDIR);
            }
        }
    }

    /// Returns the descriptors that must stay open.
    pub(super) fn descriptors(&self) -> impl Iterator<Item = RawFd> {
        let ways = self.own.iter().flat_map(|own| [&own.above, &own.way_out]);
        [&self.cpu, &self.memory, &self.kernel, &self.tasks]
            .into_iter()
            .flatten()
            .chain(ways)
            .map(AsRawFd::as_raw_fd)
    }

    /// Returns what has been counted so far.
    pub(super) fn counted(&self) -> Counted {
        let kernel = || self.kernel.as_ref().and_then(text).and_then(|text| text.trim().parse().ok());
        Counted {
            cpu: self.counted_time(),
            memory: self.memory.as_ref().and_then(text).map(|text| memory(&text, kernel())),
        }
    }

    /// Returns the processor time that has been counted so far. The kernel takes longer to tell of memory.
    pub(super) fn counted_time(&self) -> Option<Duration> {
        self.cpu.as_ref().and_then(text).as_deref().and_then(time)
    }
}

impl OwnGroup {
    /// Makes a group for this process and goes there: in the group in which it is, or the next above where that is allowed.
    /// `controller` is one of version 1 of groups; else, and where there is none, it is version 2. The group must have `file`.
    fn make(groups: &str, controller: &str, file: &str) -> Option<Self> {
        let (mount, own) = places(groups, controller)?;
        let within = |above: &Path| mount.join(above.strip_prefix("/").unwrap_or(above));
        own.ancestors().find_map(|above| Self::below(&within(above), &within(&own), file))
    }

    fn below(parent: &Path, back: &Path, file: &str) -> Option<Self> {
        clear(parent);
        let process = std::process::id().to_string();
        let folder = parent.join(format!("{NAME}{process}"));
        fs::create_dir(&folder).ok()?;
        let made = || {
            let way_out = File::options().write(true).open(back.join("cgroup.procs")).ok()?;
            let above = File::open(parent).ok()?;
            let is_in =
                folder.join(file).exists() && fs::write(folder.join("cgroup.procs"), &process).is_ok();
            is_in.then(|| Self { folder: folder.clone(), above, way_out })
        };
        let own = made();
        if own.is_none() {
            let _ = fs::remove_dir(&folder);
        }
        own
    }
}

/// Returns whether a controller is one of version 1 here.
fn has_controller(groups: &str, controller: &str) -> bool {
    let named = groups.lines().filter_map(|line| line.split(':').nth(1));
    named.flat_map(|names| names.split(',')).any(|name| name == controller)
}

/// Returns where the groups of a controller are mounted, and in which of them this process is.
fn places(groups: &str, controller: &str) -> Option<(PathBuf, PathBuf)> {
    let lines = || groups.lines().filter_map(|line| line.split_once(':')?.1.split_once(':'));
    let first =
        lines().find(|(names, _)| !controller.is_empty() && names.split(',').any(|name| name == controller));
    if let Some((names, own)) = first {
        let mounts = [names, controller].map(|name| Path::new(MOUNT).join(name));
        return mounts.into_iter().find(|mount| mount.is_dir()).map(|mount| (mount, PathBuf::from(own)));
    }
    let (_, own) = lines().find(|(names, _)| names.is_empty())?;
    let mounts = [PathBuf::from(MOUNT), Path::new(MOUNT).join("unified")];
    let mount = mounts.into_iter().find(|mount| mount.join("cgroup.controllers").exists())?;
    Some((mount, PathBuf::from(own)))
}

/// Removes the groups of spawners that are gone.
fn clear(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(NAME));
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Reads from the beginning, however often.
fn text(file: &File) -> Option<String> {
    let mut bytes = vec![0; LONGEST];
    let count = file.read_at(&mut bytes, 0).ok()?;
    bytes.truncate(count);
    String::from_utf8(bytes).ok()
}

fn time(text: &str) -> Option<Duration> {
    match field(text, "usage_usec") {
        Some(micros) => Some(Duration::from_micros(micros)),
        None => text.trim().parse().ok().map(Duration::from_nanos),
    }
}

/// Returns what belongs to programs, without what the kernel only remembers of files. `kernel` is what it holds for them, where
/// that is not among the lines.
fn memory(text: &str, kernel: Option<u64>) -> u64 {
    let number = |name| field(text, name).unwrap_or(0);
    if let Some(kernel) = kernel {
        return number("total_rss") + number("total_shmem") + kernel;
    }
    let parts = ["anon", "shmem", "sock", "pagetables", "kernel_stack", "slab_unreclaimable", "percpu"];
    parts.map(number).iter().sum()
}

fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|number| number.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_both_versions_are_read() {
        assert_eq!(time("1500000000\n"), Some(Duration::from_millis(1500)));
        assert_eq!(time("usage_usec 1500000\nuser_usec 1\n"), Some(Duration::from_millis(1500)));
        assert_eq!(time("nothing\n"), None);
        let first = "cache 9\nrss 1\nshmem 1\ntotal_cache 90\ntotal_rss 100\ntotal_shmem 20\n";
        assert_eq!(memory(first, Some(3)), 123);
        let second =
            "anon 100\nfile 90\nkernel_stack 1\npagetables 2\nsock 4\nshmem 20\nslab_reclaimable 9\n";
        assert_eq!(memory(second, None), 127);
    }

    #[test]
    fn a_process_is_found_among_groups() {
        let groups = "4:memory:/a/b\n2:cpu,cpuacct:/c\n0::/d\n";
        let own = |controller| places(groups, controller).map(|(_, own)| own);
        assert!(own("memory").is_none_or(|own| own == Path::new("/a/b")));
        assert!(own("cpuacct").is_none_or(|own| own == Path::new("/c")));
        assert!(own("").is_none_or(|own| own == Path::new("/d")));
        assert!(
            has_controller(groups, "cpuacct")
                && !has_controller(groups, "pids")
                && !has_controller(groups, "cp")
        );
    }
}
