//! A contained program and its three pipes.

use std::fs::File;
use std::io::{self, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::sandbox::{Contained, Ended, Eyes, Notice, StartOutcome, Streams, WaitListener, pipe, start};
use super::{Fault, Launch};
use crate::limits::Limits;

/// How much is read at once.
const CHUNK: usize = 1 << 14;

/// A running program. All its processes are ended when this is dropped.
pub(super) struct Process {
    contained: Contained,
    input: Option<File>,
    /// Typed, but not yet taken by the pipe.
    pending: Vec<u8>,
    output: Pipe,
    error: Pipe,
    /// Nothing has come on standard error since it was read last, as far as the last wait has shown.
    no_error: bool,
}

/// What ended a wait for something to happen.
#[derive(Debug, Default)]
pub(super) struct Woken {
    /// Whether the program has ended, and all its processes.
    pub(super) ended: bool,
    /// A call of the program, which stands still until [`Process::let_go_on`].
    pub(super) notice: Option<Notice>,
}

/// Why there is no process.
pub(super) enum NoProcess {
    /// The program cannot be started, for a reason that its author should know.
    Program(String),
    /// The harness could not do its work.
    Harness(Fault),
}

impl Process {
    /// Starts the program.
    pub(super) fn start(launch: &Launch, limits: &Limits) -> Result<Self, NoProcess> {
        let (reading, typing) = pipe().map_err(NoProcess::Harness)?;
        let (output, printing) = pipe().map_err(NoProcess::Harness)?;
        let (error, complaining) = pipe().map_err(NoProcess::Harness)?;
        let streams = Streams { input: reading, output: printing, error: complaining };
        let contained = match start(launch, limits, streams).map_err(NoProcess::Harness)? {
            StartOutcome::Contained(contained) => contained,
            StartOutcome::NoProgram(error) => return Err(no_process(launch, error)),
        };
        let connect = || -> io::Result<Self> {
            let input = Some(File::from(nonblocking(typing)?));
            let output = Pipe { file: Some(File::from(nonblocking(output)?)) };
            let error = Pipe { file: Some(File::from(nonblocking(error)?)) };
            Ok(Self { contained, input, pending: Vec::new(), output, error, no_error: false })
        };
        connect().map_err(|error| NoProcess::Harness(Fault::while_doing("connect a program")(error)))
    }

    /// The id of the process above all those of the program.
    pub(super) fn shim(&self) -> u32 {
        self.contained.shim
    }

    /// With whose eyes its processes are looked at.
    pub(super) fn eyes(&self) -> Eyes {
        self.contained.eyes()
    }

    /// Returns what the kernel counts of its tasks, where it does.
    pub(super) fn tasks(&self) -> Option<&File> {
        self.contained.tasks()
    }

    /// The inode of the pipe that is the program's standard input.
    pub(super) fn input_inode(&self) -> io::Result<u64> {
        self.input.as_ref().map_or(Ok(0), |input| input.metadata().map(|metadata| metadata.ino()))
    }

    /// Returns whether standard input is still open, so that something can be typed.
    pub(super) fn takes_input(&self) -> bool {
        self.input.is_some()
    }

    /// Returns how many typed bytes the program has not read yet.
    pub(super) fn unread(&self) -> u64 {
        let in_pipe =
            self.input.as_ref().and_then(|input| rustix::io::ioctl_fionread(input).ok()).unwrap_or(0);
        in_pipe + self.pending.len() as u64
    }

    /// Types bytes, as far as the pipe takes them now; [`Self::flush`] types the rest.
    pub(super) fn type_bytes(&mut self, bytes: &[u8]) {
        self.pending.extend(bytes);
        self.flush();
    }

    /// Types what is pending. A program that has closed its input is not typed to any more.
    pub(super) fn flush(&mut self) {
        let Some(input) = &mut self.input else { return };
        while !self.pending.is_empty() {
            match input.write(&self.pending) {
                Ok(count) => drop(self.pending.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => return self.close_input(),
            }
        }
    }

    /// Ends the program's standard input.
    pub(super) fn close_input(&mut self) {
        self.input = None;
        self.pending.clear();
    }

    /// Returns what can be read now from standard output, at most `room` bytes.
    pub(super) fn read_output(&mut self, room: usize) -> Vec<u8> {
        self.output.read(room)
    }

    /// Returns what can be read now from standard error, at most `room` bytes.
    pub(super) fn read_error(&mut self, room: usize) -> Vec<u8> {
        if std::mem::take(&mut self.no_error) { Vec::new() } else { self.error.read(room) }
    }

    /// Returns whether the program has ended, and all its processes.
    pub(super) fn has_ended(&self) -> bool {
        let mut ends = [PollFd::new(self.contained.line(), PollFlags::IN)];
        matches!(poll(&mut ends, Some(&Timespec::default())), Ok(1))
    }

    /// Returns whether the kernel tells of the program's calls before it does them.
    pub(super) fn tells_of_calls(&self) -> bool {
        self.contained.listener().is_some()
    }

    /// Lets a call go on that the kernel has told of.
    pub(super) fn let_go_on(&self, notice: Notice) {
        if let Some(listener) = self.contained.listener() {
            listener.let_go_on(notice);
        }
    }

    /// Waits until the process ends, the kernel tells of a call, there is room to type what is pending, or something to read, but no
    /// longer than `time`. Where the kernel tells of calls, nobody waits for standard output: reading it then is cheaper.
    pub(super) fn wait(&mut self, time: Duration) -> Woken {
        let output = self.output.file.as_ref().filter(|_| !self.tells_of_calls());
        let (woken, complains) = self.wait_also_for(output, time);
        self.no_error = !complains;
        woken
    }

    /// The same; standard output is always waited for.
    pub(super) fn wait_for_output(&mut self, time: Duration) -> Woken {
        self.wait_also_for(self.output.file.as_ref(), time).0
    }

    /// Returns what has happened, and whether there is something on standard error.
    fn wait_also_for(&self, output: Option<&File>, time: Duration) -> (Woken, bool) {
        let line = self.contained.line();
        // Only of its end, which is waited for anyway, does it tell in the place of what is not there.
        let one = |file, flags| poll_or(line, file, flags);
        let untyped = self.input.as_ref().filter(|_| !self.pending.is_empty());
        let listener = self.contained.listener();
        // The kernel looks at them in this order: what is on standard error when a call is told, was there before.
        let mut all = [
            one(Some(line.as_fd()), PollFlags::IN),
            one(listener.map(AsFd::as_fd), PollFlags::IN),
            one(self.error.file.as_ref().map(AsFd::as_fd), PollFlags::IN),
            one(output.map(AsFd::as_fd), PollFlags::IN),
            one(untyped.map(AsFd::as_fd), PollFlags::OUT),
        ];
        let time = Timespec { tv_sec: time.as_secs().cast_signed(), tv_nsec: time.subsec_nanos().into() };
        // An interrupted wait is only a shorter one.
        let _ = poll(&mut all, Some(&time));
        let [ended, called, complains, ..] = all.map(|one| !one.revents().is_empty());
        let notice = listener.filter(|_| called && !ended).and_then(WaitListener::next);
        (Woken { ended, notice }, complains)
    }

    /// Ends all processes and returns how the first one ended.
    pub(super) fn finish(self) -> Result<Ended, Fault> {
        self.contained.end()
    }
}

/// Returns what polls `file`, or, if there is none, `line` for nothing but its end.
fn poll_or<'a>(line: &'a UnixStream, file: Option<BorrowedFd<'a>>, flags: PollFlags) -> PollFd<'a> {
    file.map_or_else(|| PollFd::new(line, PollFlags::empty()), |file| PollFd::from_borrowed_fd(file, flags))
}

/// The reading end of a pipe, until its end.
struct Pipe {
    file: Option<File>,
}

impl Pipe {
    fn read(&mut self, room: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut chunk = [MaybeUninit::uninit(); CHUNK];
        while let Some(file) = &mut self.file {
            let wanted = CHUNK.min(room - bytes.len());
            if wanted == 0 {
                break;
            }
            match rustix::io::read(file, &mut chunk[..wanted]) {
                Ok(([], _)) => self.file = None,
                Ok((read, _)) => {
                    bytes.extend_from_slice(read);
                    // A pipe gives all that it holds.
                    if read.len() < wanted {
                        break;
                    }
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.file = None,
            }
        }
        bytes
    }
}

fn nonblocking(pipe: impl Into<OwnedFd>) -> io::Result<OwnedFd> {
    let pipe = pipe.into();
    rustix::io::ioctl_fionbio(&pipe, true)?;
    Ok(pipe)
}

fn no_process(launch: &Launch, error: io::Error) -> NoProcess {
    let name = launch.program.display();
    match error.raw_os_error().map(rustix::io::Errno::from_raw_os_error) {
        Some(rustix::io::Errno::NOENT) => NoProcess::Program(format!(
            "`{name}` cannot be started: it, or the interpreter that its first line names, does not exist"
        )),
        Some(rustix::io::Errno::NOEXEC) => NoProcess::Program(format!(
            "`{name}` is no program of this machine: build it here, or begin a script with a line such as `#!/usr/bin/env python3`"
        )),
        Some(rustix::io::Errno::ACCESS) => NoProcess::Program(format!(
            "`{name}` cannot be started: permission is denied; run `chmod +x` on it"
        )),
        Some(
            rustix::io::Errno::AGAIN
            | rustix::io::Errno::NOMEM
            | rustix::io::Errno::MFILE
            | rustix::io::Errno::NFILE,
        ) => NoProcess::Harness(Fault::while_doing("start a process")(error)),
        _ => NoProcess::Program(format!("`{name}` cannot be started: {error}")),
    }
}
