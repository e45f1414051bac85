//! The process above a program: prepares its place, starts it, watches what it uses, and ends all of it.
//!
//! With namespaces it is the first process of its own, so everything below it dies with it. Without, processes that lose
//! their parents come to it, so none gets lost.

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, pidfd_open, set_child_subreaper,
    set_parent_process_death_signal, setpriority_process, setsid, test_kill_process, wait,
};

use super::copying::{copy_in, copy_out};
use super::ending::{self, DYING, ENDING};
use super::groundwork::Groundwork;
use super::group::Counted;
use super::kernel::{self, Stack};
use super::program::ProgramPlace;
use super::usage::{self, Usage};
use super::wire::{Ended, Exceeded, Failure, LaunchOrder, ShimReport, send};
use super::{Tier, filling, landlock, open_files, program, root};
use crate::recording::Exit;

/// How long it takes from one look at what a program uses to the next.
const LOOKS: Duration = Duration::from_millis(20);

/// The same where the kernel does not count its processes.
const MORE_LOOKS: Duration = Duration::from_millis(5);

/// How long it takes from one look into its folders to the next.
const FOLDER_LOOKS: Duration = Duration::from_millis(100);

/// How far this process stands before others that want the processor: it must get its turn in time among processes that multiply.
const AHEAD: i32 = -20;

/// The descriptors that come with an order.
pub(super) struct Delivery {
    line: UnixStream,
    place: ProgramPlace,
    keeps: Option<OwnedFd>,
}

impl Delivery {
    /// Returns which descriptor is which; nothing if some are missing.
    pub(super) fn of(descriptors: Vec<OwnedFd>) -> Option<Self> {
        let mut all = descriptors.into_iter();
        let line = all.next()?.into();
        let streams = [all.next()?, all.next()?, all.next()?];
        Some(Self { line, place: ProgramPlace { streams, folder: all.next()? }, keeps: all.next() })
    }

    /// Tells the harness that there will be no program.
    pub(super) fn fail(self, failure: Failure) {
        // A harness that is gone hears nothing.
        let _ = send(&self.line, &ShimReport::Failed(failure), &[]);
    }
}

/// Runs one program. Outside of its namespaces this process has the id `id`; `stack` is for the process that becomes the program.
pub(super) fn main(ground: &Groundwork, order: &LaunchOrder, delivery: Delivery, stack: &mut Stack, id: u32) {
    let Delivery { line, place, keeps } = delivery;
    let setup = &ground.setup;
    let before = ground.group.counted();
    // The kernel may schedule each session as a group of its own, which takes long to make, and longer to get its turn. In
    // namespaces nobody could tell the difference.
    if setup.tier != Tier::Namespaces {
        let _ = setsid();
    }
    let tell = |report: &ShimReport| drop(send(&line, report, &[]));
    let report = prepare(ground, order, &place.folder)
        .inspect(|_| {
            if setup.tier.lets_signals_out() {
                tell(&ShimReport::Prepared(id));
            }
        })
        .and_then(|reach| start(ground, order, place, stack).map(|started| (reach, started)))
        .and_then(|(reach, started)| match started {
            Started::Not(errno) => Ok(ShimReport::NoProgram(errno)),
            Started::Program(first) => {
                tell(&ShimReport::Started(id));
                let pause = if setup.tier == Tier::Namespaces { LOOKS } else { MORE_LOOKS };
                let ended = TreeWatch { line: &line, first, reach, pause, ground, before, order, exit: None }
                    .until_the_end()?;
                keep(ground, order, keeps.as_ref())?;
                Ok(ShimReport::Ended(ended))
            }
        })
        .unwrap_or_else(ShimReport::Failed);
    tell(&report);
}

/// Which processes this one can send signals to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Only those of the program.
    Own,
    /// Others, too.
    Others,
}

fn prepare(ground: &Groundwork, order: &LaunchOrder, folder: &OwnedFd) -> Result<Reach, Failure> {
    let setup = &ground.setup;
    if setup.tier == Tier::Namespaces {
        set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(Failure::of("bind a process to its parent"))?;
        root::refresh(&setup.sees, &folders(order), &order.limits)?;
        let copied = copy_in(folder, &order.folder).map_err(Failure::of("copy files into the scratch"))?;
        give(order, ground.becomes, copied)?;
        return Ok(if getpid().is_init() { Reach::Own } else { Reach::Others });
    }
    // Only root may, and only root's processes are not counted by the kernel.
    let _ = setpriority_process(None, AHEAD);
    set_child_subreaper(Some(getpid())).map_err(Failure::of("adopt processes"))?;
    give(order, ground.becomes, true)?;
    if setup.tier == Tier::LandlockScoped {
        landlock::confine_signals().map_err(Failure::of("confine signals"))?;
        // Before `kill_all_others` is ever used: the parent must be out of reach.
        let parent =
            getppid().is_some_and(|parent| test_kill_process(parent) == Err(rustix::io::Errno::PERM));
        return Ok(if parent { Reach::Own } else { Reach::Others });
    }
    Ok(Reach::Others)
}

/// Returns the folders in which a program may write.
fn folders(order: &LaunchOrder) -> Vec<&Path> {
    std::iter::once(order.folder.as_path()).chain(order.keeps.as_deref()).collect()
}

/// Gives these folders to a user and a group, with what is in them where there is something.
fn give(order: &LaunchOrder, to: Option<[u32; 2]>, are_filled: bool) -> Result<(), Failure> {
    let Some(to) = to else { return Ok(()) };
    let one = |folder| if are_filled { program::give(folder, to) } else { program::give_itself(folder, to) };
    let all = folders(order).into_iter().try_for_each(one);
    all.map_err(Failure::of("give a folder to the program"))
}

/// What has become of the attempt to start a program.
enum Started {
    Program(Pid),
    /// It cannot be started, because of this error.
    Not(i32),
}

/// The far ends of the streams are closed here once the program has them.
fn start(
    ground: &Groundwork,
    order: &LaunchOrder,
    place: ProgramPlace,
    stack: &mut Stack,
) -> Result<Started, Failure> {
    let Ok(image) = program::image(order) else { return Ok(Started::Not(libc::EINVAL)) };
    let mut failure = None;
    let first = kernel::beside(0, stack, &mut |_| {
        failure = Some(program::main(ground, order, &place, &image));
        program::NOT_STARTED
    });
    drop(place);
    let first = first.map_err(Failure::of("start a process"))?;
    match failure {
        None => Ok(Started::Program(first)),
        Some(failure) if failure.doing == program::EXECUTING => Ok(Started::Not(failure.errno)),
        Some(failure) => Err(failure),
    }
}

/// Keeps what a program has built: where it is no copy, it belongs to nobody who could change it afterwards.
fn keep(ground: &Groundwork, order: &LaunchOrder, keeps: Option<&OwnedFd>) -> Result<(), Failure> {
    match (ground.setup.tier, &order.keeps, keeps) {
        (Tier::Namespaces, Some(from), Some(to)) => {
            copy_out(from, to, order.limits.scratch).map_err(Failure::of("keep what was built"))
        }
        (_, Some(_), Some(_)) => give(order, ground.becomes.map(|_| [0, 0]), true),
        _ => Ok(()),
    }
}

/// More processes and threads of a program than this would leave no processor to who watches them, and to other programs.
const CROWD: u64 = 64;

/// A program that runs.
struct TreeWatch<'a> {
    line: &'a UnixStream,
    first: Pid,
    reach: Reach,
    /// How long to pause between two looks.
    pause: Duration,
    ground: &'a Groundwork,
    /// What had been counted before.
    before: Counted,
    order: &'a LaunchOrder,
    /// How the first process ended, once it has.
    exit: Option<Exit>,
}

impl TreeWatch<'_> {
    /// Waits until the program ends, a limit is exceeded, or the harness wants its end or is gone itself; afterwards
    /// no process is left.
    fn until_the_end(mut self) -> Result<Ended, Failure> {
        let mut exceeded = self.until_it_should_end()?;
        self.end_all()?;
        let used = kernel::time_of_reaped().map_err(Failure::of("look at the time used"))?;
        let used = self.counted_time().map_or(used, |counted| counted.max(used));
        if exceeded.is_none() && used >= self.order.limits.cpu {
            exceeded = Some(Exceeded::Cpu);
        }
        if exceeded.is_none() && self.is_overfull() {
            exceeded = Some(Exceeded::Scratch);
        }
        let exit = self.exit.unwrap_or(Exit::Signal(libc::SIGKILL));
        Ok(Ended { exit, exceeded })
    }

    fn until_it_should_end(&mut self) -> Result<Option<Exceeded>, Failure> {
        let end = pidfd_open(self.first, PidfdFlags::empty()).map_err(Failure::of("watch the program"))?;
        let mut next = Instant::now() + self.pause;
        let mut looked = Instant::now();
        loop {
            let left = next.saturating_duration_since(Instant::now());
            let left = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            let mut awaited = [PollFd::new(&end, PollFlags::IN), PollFd::new(self.line, PollFlags::IN)];
            match poll(&mut awaited, Some(&left)) {
                Ok(0) => {
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
                    next = Instant::now() + self.pause;
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
        let used = usage::of_tree(limits.processes);
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
        let (now, before) = (self.ground.group.counted_time()?, self.before.cpu?);
        Some(now.saturating_sub(before).saturating_sub(kernel::own_time().unwrap_or_default()))
    }

    /// Returns the memory that the kernel has counted, without the files in the scratch, which have a limit of their own.
    fn counted_memory(&self) -> Option<u64> {
        let (now, before) = (self.ground.group.counted().memory?, self.before.memory?);
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
