//! The process above a program: prepares its place, starts it, watches what it uses, and ends all of it.
//!
//! With namespaces it is the first process of its own, so everything below it dies with it. Without, processes that lose
//! their parents come to it, so none gets lost.

use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, getppid, pidfd_open, set_child_subreaper,
    set_parent_process_death_signal, setsid, test_kill_process, wait,
};

use super::copying::{copy_in, copy_out};
use super::ending::{self, DYING, ENDING};
use super::kernel::{self, Cloned};
use super::usage::{self, Usage};
use super::wire::{Ended, Exceeded, Failure, Order, Report, Setup, send};
use super::{Tier, landlock, program, root};
use crate::cases::Limits;
use crate::recording::Exit;

/// How long it takes from one look at what a program uses to the next.
const LOOKS: Duration = Duration::from_millis(20);

/// The same where the kernel does not count its processes.
const MORE_LOOKS: Duration = Duration::from_millis(5);

/// The descriptors that come with an order.
struct Descriptors {
    line: UnixStream,
    streams: [OwnedFd; 3],
    folder: OwnedFd,
    keeps: Option<OwnedFd>,
}

impl Descriptors {
    fn of(descriptors: Vec<OwnedFd>) -> Option<Self> {
        let mut all = descriptors.into_iter();
        Some(Self {
            line: all.next()?.into(),
            streams: [all.next()?, all.next()?, all.next()?],
            folder: all.next()?,
            keeps: all.next(),
        })
    }
}

/// Runs one program and ends this process.
pub(super) fn main(setup: &Setup, order: &Order, descriptors: Vec<OwnedFd>) -> ! {
    let Some(Descriptors { line, streams, folder, keeps }) = Descriptors::of(descriptors) else {
        kernel::leave(1)
    };
    let _ = setsid();
    let report = prepare(setup, order, &folder)
        .inspect(|_| drop(send(&line, &Report::Prepared, &[])))
        .and_then(|reach| start(setup, order, streams, &folder).map(|started| (reach, started)))
        .and_then(|(reach, started)| match started {
            Started::Not(errno) => Ok(Report::NoProgram(errno)),
            Started::Program(first) => {
                let _ = send(&line, &Report::Started, &[]);
                let pause = if setup.tier == Tier::Namespaces { LOOKS } else { MORE_LOOKS };
                let ended = Watch { line: &line, first, reach, pause, limits: order.limits, exit: None }
                    .until_the_end()?;
                keep(setup, order, keeps.as_ref())?;
                Ok(Report::Ended(ended))
            }
        })
        .unwrap_or_else(Report::Failed);
    // A harness that is gone hears nothing.
    let _ = send(&line, &report, &[]);
    kernel::leave(0)
}

/// Which processes this one can send signals to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Only those of the program.
    Own,
    /// Others, too.
    Others,
}

fn prepare(setup: &Setup, order: &Order, folder: &OwnedFd) -> Result<Reach, Failure> {
    if setup.tier == Tier::Namespaces {
        set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(Failure::of("bind a process to its parent"))?;
        let folders: Vec<&Path> =
            std::iter::once(order.folder.as_path()).chain(order.keeps.as_deref()).collect();
        root::refresh(&setup.sees, &folders, &order.limits)?;
        copy_in(folder, &order.folder).map_err(Failure::of("copy files into the scratch"))?;
        for folder in folders {
            program::give_away(folder).map_err(Failure::of("give the scratch to the program"))?;
        }
        rustix::system::sethostname(b"localhost").map_err(Failure::of("name the machine"))?;
        return Ok(if getpid().is_init() { Reach::Own } else { Reach::Others });
    }
    set_child_subreaper(Some(getpid())).map_err(Failure::of("adopt processes"))?;
    if setup.tier == Tier::LandlockScoped {
        landlock::confine_signals().map_err(Failure::of("confine signals"))?;
        // Before `kill_all_others` is ever used: the parent must be out of reach.
        let parent =
            getppid().is_some_and(|parent| test_kill_process(parent) == Err(rustix::io::Errno::PERM));
        return Ok(if parent { Reach::Own } else { Reach::Others });
    }
    Ok(Reach::Others)
}

/// What has become of the attempt to start a program.
enum Started {
    Program(Pid),
    /// It cannot be started, because of this error.
    Not(i32),
}

fn start(setup: &Setup, order: &Order, streams: [OwnedFd; 3], folder: &OwnedFd) -> Result<Started, Failure> {
    let (mut told, tell) = std::io::pipe().map_err(Failure::of("make a pipe"))?;
    let first = match kernel::clone(0).map_err(Failure::of("start a process"))? {
        Cloned::Child => program::main(setup, order, &streams, folder, &tell),
        Cloned::Parent(first) => first,
    };
    drop((tell, streams));
    let mut text = Vec::new();
    // What is never written, because the program has begun, is nothing.
    told.read_to_end(&mut text).map_err(Failure::of("hear of the program's start"))?;
    if text.is_empty() {
        return Ok(Started::Program(first));
    }
    let failure: Failure =
        serde_json::from_slice(&text).map_err(Failure::of("understand why the program did not start"))?;
    if failure.doing == program::EXECUTING { Ok(Started::Not(failure.errno)) } else { Err(failure) }
}

fn keep(setup: &Setup, order: &Order, keeps: Option<&OwnedFd>) -> Result<(), Failure> {
    match (setup.tier, &order.keeps, keeps) {
        (Tier::Namespaces, Some(from), Some(to)) => {
            copy_out(from, to, order.limits.scratch).map_err(Failure::of("keep what was built"))
        }
        _ => Ok(()),
    }
}

/// A program that runs.
struct Watch<'a> {
    line: &'a UnixStream,
    first: Pid,
    reach: Reach,
    /// How long to pause between two looks.
    pause: Duration,
    limits: Limits,
    /// How the first process ended, once it has.
    exit: Option<Exit>,
}

impl Watch<'_> {
    /// Waits until the program ends, a limit is exceeded, or the harness wants its end or is gone itself; afterwards
    /// no process is left.
    fn until_the_end(mut self) -> Result<Ended, Failure> {
        let mut exceeded = self.until_it_should_end()?;
        self.end_all()?;
        let used = usage::of_reaped().map_err(Failure::of("look at the time used"))?;
        if exceeded.is_none() && used >= self.limits.cpu {
            exceeded = Some(Exceeded::Cpu);
        }
        let exit = self.exit.unwrap_or(Exit::Signal(libc::SIGKILL));
        Ok(Ended { exit, exceeded })
    }

    fn until_it_should_end(&mut self) -> Result<Option<Exceeded>, Failure> {
        let end = pidfd_open(self.first, PidfdFlags::empty()).map_err(Failure::of("watch the program"))?;
        let mut next = Instant::now() + self.pause;
        loop {
            let left = next.saturating_duration_since(Instant::now());
            let left = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            let mut awaited = [PollFd::new(&end, PollFlags::IN), PollFd::new(self.line, PollFlags::IN)];
            match poll(&mut awaited, Some(&left)) {
                Ok(0) => {
                    self.reap();
                    let used = usage::of_tree(self.limits.processes);
                    if let Some(exceeded) = self.exceeded(used) {
                        return Ok(Some(exceeded));
                    }
                    next = Instant::now() + self.pause;
                }
                Ok(_) => return Ok(None),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(Failure::of("watch the program")(error)),
            }
        }
    }

    fn exceeded(&self, used: Usage) -> Option<Exceeded> {
        match () {
            () if used.cpu > self.limits.cpu => Some(Exceeded::Cpu),
            () if used.tasks > self.limits.processes => Some(Exceeded::Processes),
            () if used.memory > self.limits.memory && usage::exact_memory() > self.limits.memory => {
                Some(Exceeded::Memory)
            }
            () => None,
        }
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
            self.kill_all();
            loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some((id, status))) => self.note(id, status),
                    Ok(None) => break,
                    Err(rustix::io::Errno::INTR) => {}
                    Err(_) => return Ok(()),
                }
            }
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
