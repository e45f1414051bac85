//! What a program uses, counted over all its processes, as the kernel tells it under `/proc`.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, setpriority_process};

use super::kernel::time_of_reaped;
use super::open_files;
use super::status::{bytes, number};

/// The most processes that are looked for.
const MOST: usize = 4096;

/// What the processes below this one use.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Usage {
    /// Processor time, that of processes that have ended included.
    pub(super) cpu: Duration,
    /// Bytes of memory; what processes share counts for each.
    pub(super) memory: u64,
    /// Processes and threads.
    pub(super) tasks: u64,
}

/// Returns the processes below this one.
pub(super) fn tree() -> Vec<Pid> {
    let mut found = children("self");
    let mut next = 0;
    while next < found.len() && found.len() < MOST {
        found.extend(children(&found[next].to_string()));
        next += 1;
    }
    found
}

/// Any thread of a process may have children.
fn children(process: &str) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lines = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let ids = lines.flat_map(|line| line.split_whitespace().map(str::to_string).collect::<Vec<_>>());
    ids.filter_map(|id| id.parse().ok().and_then(Pid::from_raw)).collect()
}

/// Returns what all processes below this one use; those that ended earlier had used `before`. It looks no further once there are more
/// than `most` processes and threads: they may multiply faster than they can be counted.
pub(super) fn of_tree(most: u64, before: Duration) -> Usage {
    let reaped = time_of_reaped().unwrap_or_default().saturating_sub(before);
    let mut usage = Usage { cpu: reaped, ..Usage::default() };
    let mut ids = children("self");
    while let Some(id) = ids.pop() {
        if usage.tasks + ids.len() as u64 > most {
            usage.tasks += ids.len() as u64 + 1;
            break;
        }
        let id = id.to_string();
        ids.extend(children(&id));
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        usage.memory += memory(&status, ["RssAnon:", "RssShmem:", "VmPTE:"]);
        usage.tasks += number(&status, "Threads:");
        usage.cpu += times(&id).map(|times| times.iter().sum()).unwrap_or_default();
    }
    usage
}

/// Lets all others go before the processes below this one. Those that they start do as they do.
pub(super) fn give_way() {
    for process in tree() {
        // One that has ended meanwhile is in nobody's way.
        let _ = setpriority_process(Some(process), LAST);
    }
}

/// The kernel's lowest priority, that of processes which run where nobody else wants to.
const LAST: i32 = 19;

/// Returns how many processes and threads the user of this process has on this machine.
pub(super) fn of_user() -> u64 {
    let user = rustix::process::getuid().as_raw();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let own = entries.filter(|path| path.metadata().is_ok_and(|found| found.uid() == user));
    own.map(|path| number(&fs::read_to_string(path.join("status")).unwrap_or_default(), "Threads:")).sum()
}

/// Returns the bytes of memory of all processes below this one; what they share counts once. What the kernel holds for them counts,
/// too, as far as it tells it: the tables of their pages. What a process that hides shares counts in full.
pub(super) fn exact_memory() -> u64 {
    let of_one = |id: &Pid| {
        let read = |name| fs::read_to_string(format!("/proc/{id}/{name}"));
        let status = read("status").unwrap_or_default();
        let pages = read("smaps_rollup").map(|pages| memory(&pages, ["Pss_Anon:", "Pss_Shmem:"]));
        memory(&status, ["VmPTE:"]) + pages.unwrap_or_else(|_| memory(&status, ["RssAnon:", "RssShmem:"]))
    };
    tree().iter().map(of_one).sum()
}

fn memory<const COUNT: usize>(text: &str, names: [&str; COUNT]) -> u64 {
    names.iter().map(|name| bytes(text, name)).sum()
}

/// Returns the bytes that the sockets of all processes below this one may hold. Where they have a network of their own, the kernel
/// knows how many sockets there are; elsewhere they are counted among their open files, as none can be sent.
pub(super) fn sockets(own_network: bool) -> u64 {
    let count = if own_network {
        let text = fs::read_to_string("/proc/self/net/sockstat").unwrap_or_default();
        let number = text.lines().find_map(|line| line.strip_prefix("sockets: used ")?.trim().parse().ok());
        number.unwrap_or(0)
    } else {
        open_files::sockets(&tree())
    };
    count * SOCKET
}

/// What a socket holds at most that nobody has received: the largest buffer that the kernel gives to whoever does not ask for more.
const SOCKET: u64 = 212_992;

/// Returns the processor time of a process, as user and in the kernel, and that of its ended children.
fn times(process: &str) -> io::Result<[Duration; 4]> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name may hold anything, also brackets and blanks; what follows it does not.
    let (_, rest) = stat.rsplit_once(") ").unwrap_or_default();
    let words: Vec<&str> = rest.split(' ').collect();
    let tick = 1_000_000 / clock_ticks_per_second().max(1);
    let time = |index: usize| {
        let ticks: u64 = words.get(index).and_then(|word| word.parse().ok()).unwrap_or(0);
        Duration::from_micros(ticks.saturating_mul(tick))
    };
    Ok([time(11), time(12), time(13), time(14)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_used_time() {
        assert!(times("self").is_ok());
        assert!(times("no such process").is_err());
    }
}
