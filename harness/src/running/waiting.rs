//! Finds out whether a program waits for input, from what the kernel tells about its tasks.
//!
//! A program waits when *some* task of its process tree is blocked reading our pipe. Which system call a
//! task is blocked in stands in `/proc/PID/task/TID/syscall`, which its own user may read. Programs
//! that wait for several things at once (as Node does) are blocked in `poll`, `select` or `epoll_wait`. Programs that
//! have made their standard input return at once, and sleep again and again, poll it. Of others that do nothing but sleep,
//! or nothing but call the kernel without moving a byte, nobody sees what they wait for; [`super::polling`] decides.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use super::sandbox::Eyes;

/// `O_NONBLOCK`.
pub(super) const NONBLOCKING: u64 = 0o4000;

/// Where the addresses of programs end.
#[cfg(target_arch = "x86_64")]
const END_OF_ADDRESSES: u64 = (1 << 47) - (1 << 12);
#[cfg(not(target_arch = "x86_64"))]
const END_OF_ADDRESSES: u64 = 1 << 48;

/// How many tasks are looked at; a program with more is taken for busy.
const MOST_TASKS: usize = 512;

/// What a look at all tasks shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TreeState {
    /// A task is blocked reading our pipe. Others may still run.
    Reading { others_run: bool },
    /// No task runs, and one waits for several things at once. The number grows with the time used.
    Choosing { used: u64 },
    /// No task runs, one sleeps, and reads of our pipe do not block. Both numbers grow: the time used, and how often tasks were
    /// woken.
    Polling { used: u64, woken: u64 },
    /// No task runs, but the kernel does not tell what they wait for.
    Hidden { used: u64 },
    /// No task runs, and some may sleep again and again: the time used, and how often each task was woken.
    Pausing { used: u64, woken: BTreeMap<u32, u64> },
    /// Something runs, and has done so much.
    Running(TreeWork),
    /// There are more tasks than are looked at.
    Busy,
}

impl TreeState {
    /// Returns whether a task may use a processor now.
    pub(super) fn may_use_a_processor(&self) -> bool {
        matches!(self, Self::Running(_) | Self::Busy | Self::Reading { others_run: true })
    }
}

/// What the processes of a tree have done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TreeWork {
    /// Processor time, in ticks of the kernel: all of it, and that in the kernel.
    pub(super) used: u64,
    pub(super) in_kernel: u64,
    /// How often something was to be read.
    pub(super) reads: u64,
    /// Bytes that were read and written, and pages of memory that were asked for.
    pub(super) moved: u64,
    pub(super) pages: u64,
}

/// A process tree, and the pipe that is its standard input.
#[derive(Debug)]
pub(super) struct Watch {
    /// The process above all those of the program; it is none of them.
    pub(super) shim: u32,
    /// The pipe's inode.
    pub(super) pipe: u64,
    /// With whose eyes they are looked at.
    pub(super) eyes: Eyes,
    /// How often each task has stood still because somebody was told of its call.
    pub(super) told: BTreeMap<u32, u64>,
}

/// What the tasks of a tree are about, taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Company {
    /// How many there are, none if all have ended.
    pub(super) tasks: usize,
    /// The processor time that they have used, in ticks of the kernel.
    pub(super) used: u64,
    /// One has a processor, or would go on if it had one.
    pub(super) works: bool,
}

/// What one task does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Also if it stands still in a call that will not wait.
    Runs,
    Reads,
    Chooses,
    Sleeps,
    Hidden,
}

impl Watch {
    /// Looks at all tasks of the tree once.
    pub(super) fn look(&self) -> TreeState {
        let _open = self.eyes.open();
        let Some(processes) = tree(self.shim) else { return TreeState::Busy };
        let tasks =
            || processes.iter().flat_map(|process| process.tasks.iter().map(|task| (process.id, *task)));
        let doing: Vec<Task> = tasks().map(|(process, task)| self.task(process, task)).collect();
        let runs = doing.contains(&Task::Runs);
        if doing.contains(&Task::Reads) {
            return TreeState::Reading { others_run: runs };
        }
        let used = || tasks().map(|(process, task)| time_used(process, task)).sum();
        match () {
            () if runs => TreeState::Running(work(&processes)),
            () if doing.contains(&Task::Chooses) => TreeState::Choosing { used: used() },
            () if doing.contains(&Task::Hidden) => TreeState::Hidden { used: used() },
            () if processes.iter().any(|process| self.reads_without_blocking(process.id)) => {
                TreeState::Polling {
                    used: used(),
                    woken: tasks().map(|(process, task)| self.woken(process, task)).sum(),
                }
            }
            () => TreeState::Pausing { used: used(), woken: self.woken_by_themselves(&processes) },
        }
    }

    /// Returns how long the program has waited for a processor: of each process, its task that has waited longest.
    pub(super) fn delay(&self) -> Duration {
        let of_one = |process: &Member| longest(process, delay_in);
        tree(self.shim).unwrap_or_default().iter().map(of_one).sum()
    }

    /// Returns for how long that task has had a processor which has had one longest.
    pub(super) fn ran(&self) -> Duration {
        let of_one = |process: &Member| longest(process, ran_in);
        tree(self.shim).unwrap_or_default().iter().map(of_one).max().unwrap_or_default()
    }

    /// Returns what all tasks of the tree are about.
    pub(super) fn company(&self) -> Company {
        let _open = self.eyes.open();
        let processes = tree(self.shim).unwrap_or_default();
        let tasks = processes.iter().flat_map(|process| process.tasks.iter().map(|task| (process.id, *task)));
        let states: Vec<(u8, u64)> =
            tasks.filter_map(|(process, task)| state_and_times(process, task)).collect();
        Company {
            // Tasks of a process end one after the other: those that have ended count until all have.
            tasks: if states.iter().all(|(state, _)| has_ended(*state)) { 0 } else { states.len() },
            used: states.iter().map(|(_, used)| used).sum(),
            works: states.iter().any(|(state, _)| matches!(state, b'R' | b'D')),
        }
    }

    /// Returns whether a task of the tree sleeps until a certain time.
    pub(super) fn has_sleeper(&self) -> bool {
        let _open = self.eyes.open();
        let processes = tree(self.shim).unwrap_or_default();
        let mut tasks =
            processes.iter().flat_map(|process| process.tasks.iter().map(|task| (process.id, *task)));
        tasks.any(|(process, task)| {
            let line = fs::read_to_string(format!("/proc/{process}/task/{task}/syscall")).unwrap_or_default();
            let call = line.split_whitespace().next().and_then(|number| number.parse().ok());
            call.is_some_and(|call: u32| calls::SLEEP.contains(&call))
        })
    }

    fn task(&self, process: u32, task: u32) -> Task {
        let Ok(line) = fs::read_to_string(format!("/proc/{process}/task/{task}/syscall")) else {
            return hidden_task(process, task);
        };
        let mut words = line.split_whitespace();
        let call: Option<u32> = words.next().and_then(|number| number.parse().ok());
        let mut argument =
            || words.next().and_then(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16).ok());
        let (first, second, third) = (argument(), argument(), argument());
        match (call, first) {
            (Some(call), Some(fd)) if calls::READ.contains(&call) && self.is_our_pipe(process, fd) => {
                let waits = call != calls::READ[0] || may_wait(second.unwrap_or(0), third.unwrap_or(0));
                if waits && !returns_at_once(process, fd) { Task::Reads } else { Task::Runs }
            }
            // With nothing to choose from, these calls are a way to sleep.
            (Some(call), Some(1..)) if calls::SELECT.contains(&call) => Task::Chooses,
            (Some(call), _) if calls::POLL.contains(&call) && second != Some(0) => Task::Chooses,
            (Some(call), _) if calls::EPOLL.contains(&call) => Task::Chooses,
            (None, _) if line.starts_with("running") => Task::Runs,
            _ => Task::Sleeps,
        }
    }

    /// Returns whether the standard input of a process is our pipe, and a read from it returns at once.
    fn reads_without_blocking(&self, process: u32) -> bool {
        self.is_our_pipe(process, 0) && returns_at_once(process, 0)
    }

    /// Returns how often each task was woken, but for those that a runtime wakes.
    fn woken_by_themselves(&self, processes: &[Member]) -> BTreeMap<u32, u64> {
        let tasks = processes.iter().flat_map(|process| process.tasks.iter().map(|task| (process.id, *task)));
        let is_own = |(process, task): &(u32, u32)| {
            let name = fs::read_to_string(format!("/proc/{process}/task/{task}/comm")).unwrap_or_default();
            !OF_JAVA.iter().any(|beginning| name.starts_with(beginning))
        };
        tasks.filter(is_own).map(|(process, task)| (task, self.woken(process, task))).collect()
    }

    /// Returns how often a task has waited for something and been woken. That somebody was told of its calls does not count.
    fn woken(&self, process: u32, task: u32) -> u64 {
        let text = fs::read_to_string(format!("/proc/{process}/task/{task}/status")).unwrap_or_default();
        let count = text.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        let count = count.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0);
        count.saturating_sub(self.told.get(&task).copied().unwrap_or(0))
    }

    fn is_our_pipe(&self, process: u32, fd: u64) -> bool {
        fs::read_link(format!("/proc/{process}/fd/{fd}"))
            .is_ok_and(|link| link.to_str() == Some(&format!("pipe:[{}]", self.pipe)))
    }
}

/// Returns how long a task, given by its folder below `/proc`, has waited for a processor.
fn longest(process: &Member, time_in: fn(&str) -> Option<Duration>) -> Duration {
    let told = |task: &u32| fs::read_to_string(format!("/proc/{}/task/{task}/schedstat", process.id)).ok();
    process.tasks.iter().filter_map(|task| time_in(&told(task)?)).max().unwrap_or_default()
}

/// Returns for how long a task has had a processor, as the kernel tells it in `text`.
fn ran_in(text: &str) -> Option<Duration> {
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Returns how long a task has waited for a processor, as the kernel tells it in `text`.
pub(super) fn delay_in(text: &str) -> Option<Duration> {
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

/// The beginnings of the names of tasks that Java wakes whatever its program does.
const OF_JAVA: &[&str] = &[
    "VM Periodic",
    "VM Thread",
    "Monitor Defl",
    "Service Thread",
    "G1 ",
    "GC Thread",
    "C1 Comp",
    "C2 Comp",
    "Sweeper",
];

/// Returns what these processes have done.
fn work(processes: &[Member]) -> TreeWork {
    let mut work = TreeWork::default();
    for Member { id, .. } in processes {
        let io = fs::read_to_string(format!("/proc/{id}/io")).unwrap_or_default();
        let count = |name: &str| {
            let line = io.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.trim().parse::<u64>().ok()).unwrap_or(0)
        };
        work.reads += count("syscr:");
        work.moved += count("rchar:") + count("wchar:");
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let words: Vec<&str> = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        work.pages += number(7);
        work.in_kernel += number(12);
        work.used += number(11) + number(12);
    }
    work
}

/// Returns whether a read to this address, of so many bytes, may wait: of others the kernel says at once that it cannot be.
pub(super) fn may_wait(address: u64, length: u64) -> bool {
    length > 0 && address.checked_add(length).is_some_and(|end| end <= END_OF_ADDRESSES)
}

/// Returns what a task does whose system call the kernel does not tell.
fn hidden_task(process: u32, task: u32) -> Task {
    match state_and_times(process, task) {
        Some((b'S', _)) => Task::Hidden,
        Some((state, _)) if !has_ended(state) => Task::Runs,
        _ => Task::Sleeps,
    }
}

/// Returns whether a read of a descriptor returns at once.
fn returns_at_once(process: u32, fd: u64) -> bool {
    let text = fs::read_to_string(format!("/proc/{process}/fdinfo/{fd}")).unwrap_or_default();
    flags(&text).is_some_and(|flags| flags & NONBLOCKING != 0)
}

/// Returns the flags of an open file.
pub(super) fn flags(text: &str) -> Option<u64> {
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
    u64::from_str_radix(flags.trim(), 8).ok()
}

/// Returns the processor time that a task has used, in ticks of the kernel.
fn time_used(process: u32, task: u32) -> u64 {
    state_and_times(process, task).map_or(0, |(_, used)| used)
}

/// Returns whether a task of this state has ended, though it can still be seen.
fn has_ended(state: u8) -> bool {
    matches!(state, b'Z' | b'X')
}

fn state_and_times(process: u32, task: u32) -> Option<(u8, u64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/task/{task}/stat")).ok()?;
    // The name may hold anything, also brackets and blanks; what follows it does not.
    let (_, rest) = stat.rsplit_once(") ")?;
    let words: Vec<&str> = rest.split(' ').collect();
    let ticks = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
    Some((*words.first()?.as_bytes().first()?, ticks(11) + ticks(12)))
}

/// A process and its tasks.
struct Member {
    id: u32,
    tasks: Vec<u32>,
}

/// Returns the processes of the tree below `shim`, or nothing if there are too many tasks.
fn tree(shim: u32) -> Option<Vec<Member>> {
    let mut members = Vec::new();
    let mut waiting = children(shim, shim);
    let mut count = 0;
    while let Some(id) = waiting.pop() {
        let mut tasks = Vec::new();
        for entry in fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten() {
            let Some(task) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            waiting.extend(children(id, task));
            tasks.push(task);
            count += 1;
            if count > MOST_TASKS {
                return None;
            }
        }
        members.push(Member { id, tasks });
    }
    Some(members)
}

fn children(process: u32, task: u32) -> Vec<u32> {
    let line = fs::read_to_string(format!("/proc/{process}/task/{task}/children")).unwrap_or_default();
    line.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// The numbers of the system calls in which a program waits for input.
#[cfg(target_arch = "x86_64")]
mod calls {
    /// `read`, `readv`, `splice`, `tee` and `preadv2`.
    pub(super) const READ: &[u32] = &[0, 19, 275, 276, 327];
    /// `select` and `pselect6`.
    pub(super) const SELECT: &[u32] = &[23, 270];
    /// `poll` and `ppoll`.
    pub(super) const POLL: &[u32] = &[7, 271];
    /// `epoll_wait`, `epoll_pwait` and `epoll_pwait2`.
    pub(super) const EPOLL: &[u32] = &[232, 281, 441];
    /// `nanosleep` and `clock_nanosleep`.
    pub(super) const SLEEP: &[u32] = &[35, 230];
}

/// The numbers of the system calls in which a program waits for input.
#[cfg(not(target_arch = "x86_64"))]
mod calls {
    /// `read`, `readv`, `splice`, `tee` and `preadv2`.
    pub(super) const READ: &[u32] = &[63, 65, 76, 77, 286];
    /// `pselect6`.
    pub(super) const SELECT: &[u32] = &[72];
    /// `ppoll`.
    pub(super) const POLL: &[u32] = &[73];
    /// `epoll_pwait` and `epoll_pwait2`.
    pub(super) const EPOLL: &[u32] = &[22, 441];
    /// `nanosleep` and `clock_nanosleep`.
    pub(super) const SLEEP: &[u32] = &[101, 115];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_refuses_at_once_does_not_wait() {
        for (address, length, waits) in [
            (0x7FFF_0000_1000, 100, true),
            (0x5555_0000_0000, 1 << 40, true),
            (0, 100, true),
            (0x5555_0000_0000, 0, false),
            (u64::MAX, 100, false),
            (u64::MAX, u64::MAX, false),
            (0x5555_0000_0000, u64::MAX, false),
            (0xFFFF_8000_0000_0000, 100, false),
        ] {
            assert_eq!(may_wait(address, length), waits, "{address:x} {length:x}");
        }
    }
}
