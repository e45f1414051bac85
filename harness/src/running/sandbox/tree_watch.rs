//! Watches what a program and all that it has started use, until it ends or should end, and then ends all of it.

use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, WaitOptions, WaitStatus, pidfd_open, wait};

use super::ending::{self, DYING, ENDING};
use super::groundwork::Groundwork;
use super::group::Counted;
use super::usage::{self, Usage};
use super::wire::{Ended, Exceeded, Failure, LaunchOrder};
use super::{Tier, filling, kernel, open_files, root};
use crate::recording::Exit;

/// How long it takes from one look at what a program uses to the next.
const LOOKS: Duration = Duration::from_millis(20);

/// The same where the kernel does not count its processes.
const MORE_LOOKS: Duration = Duration::from_millis(5);

/// How long it takes from one look into its folders to the next.
const FOLDER_LOOKS: Duration = Duration::from_millis(100);

/// More processes and threads of a program than this would leave no processor to who watches them, and to other programs.
const CROWD: u64 = 64;

/// Which processes the one above a program can send signals to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Only those of the program.
    Own,
    /// Others, too.
    Others,
}

/// After so many short programs it is read anew what memory is used between two of them: what the kernel remembers of files for them
/// is theirs, and stays.
const MOST_SHORT: u32 = 16;

/// What had been used before a program began: by earlier ones, and to prepare it.
#[derive(Debug, Clone, Copy)]
pub(super) struct UsedBefore {
    counted: Counted,
    /// The time of processes that had ended, and of this one.
    reaped: Duration,
    own: Duration,
    /// How many programs have ended since what memory is used was read.
    programs: u32,
}

impl UsedBefore {
    /// Returns what has been used so far.
    pub(super) fn now(ground: &Groundwork) -> Self {
        let time = |time: std::io::Result<Duration>| time.unwrap_or_default();
        let (reaped, own) = (time(kernel::time_of_reaped()), time(kernel::own_time()));
        Self { counted: ground.group.counted(), reaped, own, programs: 0 }
    }

    /// Returns what has been used now that a program has ended before which this was used, without reading what memory is. The kernel
    /// takes long to tell of that, and next to nothing is left of a program that ended before it was looked at.
    fn after_another(self, ground: &Groundwork) -> Result<Self, Failure> {
        let reaped = kernel::time_of_reaped().map_err(Failure::of("look at the time used"))?;
        let counted = Counted { cpu: ground.group.counted_time(), ..self.counted };
        let own = kernel::own_time().unwrap_or_default();
        Ok(Self { counted, reaped, own, programs: self.programs + 1 })
    }

    /// Returns the processor time that has been used since, as the kernel has counted it, without that of this process.
    fn counted_since(&self, before: &Self) -> Option<Duration> {
        let counted = self.counted.cpu?.saturating_sub(before.counted.cpu?);
        Some(counted.saturating_sub(self.own.saturating_sub(before.own)))
    }

    /// Returns the same, or that of the processes that have ended, if that is more.
    fn time_since(&self, before: &Self) -> Duration {
        let reaped = self.reaped.saturating_sub(before.reaped);
        self.counted_since(before).map_or(reaped, |counted| counted.max(reaped))
    }
}

/// How a program ended, and what had been used then, if that is still known of the memory.
pub(super) type TreeEnd = (Ended, Option<UsedBefore>);

/// A program that runs.
pub(super) struct TreeWatch<'a> {
    pub(super) line: &'a UnixStream,
    pub(super) first: Pid,
    pub(super) reach: Reach,
    pub(super) ground: &'a Groundwork,
    pub(super) before: UsedBefore,
    pub(super) order: &'a LaunchOrder,
    /// How the first process ended, once it has.
    pub(super) exit: Option<Exit>,
}

impl TreeWatch<'_> {
    /// Waits until the program ends, a limit is exceeded, or the harness wants its end or is gone itself; afterwards
    /// no process is left.
    pub(super) fn until_the_end(mut self) -> Result<TreeEnd, Failure> {
        let mut looks = 0;
        let mut exceeded = self.until_it_should_end(&mut looks)?;
        self.end_all()?;
        let after = self.before.after_another(self.ground)?;
        if exceeded.is_none() && after.time_since(&self.before) >= self.order.limits.cpu {
            exceeded = Some(Exceeded::Cpu);
        }
        if exceeded.is_none() && self.is_overfull() {
            exceeded = Some(Exceeded::Scratch);
        }
        let exit = self.exit.unwrap_or(Exit::Signal(libc::SIGKILL));
        let after = Some(after).filter(|after| looks == 0 && after.programs < MOST_SHORT);
        Ok((Ended { exit, exceeded }, after))
    }

    /// Counts the looks at what it uses.
    fn until_it_should_end(&mut self, looks: &mut u32) -> Result<Option<Exceeded>, Failure> {
        let end = pidfd_open(self.first, PidfdFlags::empty()).map_err(Failure::of("watch the program"))?;
        let pause = if self.ground.setup.tier == Tier::Namespaces { LOOKS } else { MORE_LOOKS };
        let mut next = Instant::now() + pause;
        let mut looked = Instant::now();
        loop {
            let left = next.saturating_duration_since(Instant::now());
            let left = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            let mut awaited = [PollFd::new(&end, PollFlags::IN), PollFd::new(self.line, PollFlags::IN)];
            match poll(&mut awaited, Some(&left)) {
                Ok(0) => {
                    *looks += 1;
                    self.reap();
                    if let Some(exceeded) = self.exceeded() {
                        return Ok(Some(exceeded));
                    }
                    if looked.elapsed() >= FOLDER_LOOKS {
                        if self.is_overfull() {
                            return Ok(Some(Exceeded::Scratch));
                        }
                        looked = Instant::now();
                    }
                    next = Instant::now() + pause;
                }
                Ok(_) => return Ok(None),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(Failure::of("watch the program")(error)),
            }
        }
    }

    /// Where the kernel counts all that is limited, no process is looked at: a program with hundreds of them leaves no time for that.
    fn exceeded(&self) -> Option<Exceeded> {
        let limits = &self.order.limits;
        let counted = (self.ground.setup.tier, self.counted_time(), self.counted_memory());
        if let (Tier::Namespaces, Some(cpu), Some(memory)) = counted {
            return match () {
                () if cpu > limits.cpu => Some(Exceeded::Cpu),
                () if memory > limits.memory => Some(Exceeded::Memory),
                () => None,
            };
        }
        let used = usage::of_tree(limits.processes, self.before.reaped);
        if used.tasks > CROWD {
            self.as_program(usage::give_way);
        }
        let cpu = self.counted_time().map_or(used.cpu, |counted| counted.max(used.cpu));
        match () {
            () if cpu > limits.cpu => Some(Exceeded::Cpu),
            () if used.tasks > limits.processes => Some(Exceeded::Processes),
            () if self.has_too_much_memory(used) => Some(Exceeded::Memory),
            () => None,
        }
    }

    /// Where the kernel does not count, what each process tells is added up; that takes longer to do exactly.
    fn has_too_much_memory(&self, used: Usage) -> bool {
        let most = self.order.limits.memory;
        if let Some(counted) = self.counted_memory() {
            return counted > most;
        }
        let has_own_network = self.ground.setup.tier == Tier::Namespaces;
        self.as_program(|| {
            let sockets = usage::sockets(has_own_network);
            used.memory + sockets > most && usage::exact_memory() + sockets > most
        })
    }

    /// Returns the processor time that the kernel has counted, without that of this process.
    fn counted_time(&self) -> Option<Duration> {
        self.before.after_another(self.ground).ok()?.counted_since(&self.before)
    }

    /// Returns the memory that the kernel has counted, without the files in the scratch, which have a limit of their own.
    fn counted_memory(&self) -> Option<u64> {
        let (now, before) = (self.ground.group.counted().memory?, self.before.counted.memory?);
        let files = if self.ground.setup.tier == Tier::Namespaces { root::in_scratch() } else { 0 };
        Some(now.saturating_sub(before).saturating_sub(files))
    }

    /// Returns whether the program has written too much, where its folders are not a file system of their own.
    fn is_overfull(&self) -> bool {
        let folders = std::iter::once(&self.order.folder).chain(&self.order.keeps);
        self.ground.setup.tier != Tier::Namespaces
            && filling::is_overfull(folders.map(PathBuf::as_path), self.without_name(), &self.order.limits)
    }

    /// Returns what the program holds open on the disk that nobody finds by a name.
    fn without_name(&self) -> filling::DiskUse {
        self.as_program(|| open_files::without_name(&usage::tree(), self.order.limits.file_size))
    }

    /// Looks with the eyes of the program: root may lack the right to look at others.
    fn as_program<T>(&self, look: impl FnOnce() -> T) -> T {
        let others = self.ground.becomes.filter(|_| self.ground.setup.tier != Tier::Namespaces);
        if let Some(others) = others {
            kernel::see_as(others);
        }
        let seen = look();
        if others.is_some() {
            kernel::see_as([0, 0]);
        }
        seen
    }

    /// Takes note of processes that have ended.
    fn reap(&mut self) {
        while let Ok(Some((id, status))) = wait(WaitOptions::NOHANG) {
            self.note(id, status);
        }
    }

    fn note(&mut self, id: Pid, status: WaitStatus) {
        if id == self.first {
            let signal = status.terminating_signal().map(Exit::Signal);
            self.exit = signal.or(status.exit_status().map(Exit::Status));
        }
    }

    fn end_all(&mut self) -> Result<(), Failure> {
        let begun = Instant::now();
        loop {
            // Everybody who lives comes from a child of this process, and the kernel searches all processes for whom to kill.
            loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some((id, status))) => self.note(id, status),
                    Ok(None) => break,
                    Err(rustix::io::Errno::INTR) => {}
                    Err(_) => return Ok(()),
                }
            }
            self.kill_all();
            if begun.elapsed() > ENDING {
                return Err(Failure::of("end all processes of a program")(rustix::io::Errno::BUSY));
            }
            std::thread::sleep(DYING);
        }
    }

    fn kill_all(&self) {
        if self.reach == Reach::Own {
            return kernel::kill_all_others();
        }
        ending::kill(usage::tree);
    }
}
