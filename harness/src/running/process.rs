//! One process and its three pipes; the only place of the project that starts processes.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};

use super::environment::environment;
use super::{Fault, Launch};
use crate::recording::Exit;

/// How much is read at once.
const CHUNK: usize = 1 << 14;

/// A running program in a process group of its own. The group is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    group: Pid,
    /// Becomes readable when the process ends.
    end: OwnedFd,
    input: Option<File>,
    /// Typed, but not yet taken by the pipe.
    pending: Vec<u8>,
    output: Pipe,
    error: Pipe,
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
    pub(super) fn start(launch: &Launch) -> Result<Self, NoProcess> {
        let child = Command::new(&launch.program)
            .args(&launch.arguments)
            .current_dir(&launch.folder)
            .env_clear()
            .envs(environment(&launch.folder))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| no_process(launch, error))?;
        Self::attach(child)
            .map_err(|error| NoProcess::Harness(Fault::while_doing("watch the program")(error)))
    }

    fn attach(mut child: Child) -> io::Result<Self> {
        let group = Pid::from_child(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(error)) = pipes else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let end = pidfd_open(group, PidfdFlags::empty())?;
        let input = File::from(nonblocking(input)?);
        let output = Pipe { file: Some(File::from(nonblocking(output)?)) };
        let error = Pipe { file: Some(File::from(nonblocking(error)?)) };
        Ok(Self { child, group, end, input: Some(input), pending: Vec::new(), output, error })
    }

    /// The id of the first process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
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
        self.error.read(room)
    }

    /// Returns whether the first process has ended.
    pub(super) fn has_ended(&self) -> bool {
        let mut ends = [PollFd::new(&self.end, PollFlags::IN)];
        matches!(poll(&mut ends, Some(&Timespec::default())), Ok(1))
    }

    /// Waits until there is something to read, room to type what is pending, or the process ends, but
    /// no longer than `time`.
    pub(super) fn wait(&self, time: Duration) {
        let mut all = vec![PollFd::new(&self.end, PollFlags::IN)];
        let pipes = [&self.output, &self.error].into_iter().filter_map(|pipe| pipe.file.as_ref());
        all.extend(pipes.map(|file| PollFd::new(file, PollFlags::IN)));
        if let Some(input) = self.input.as_ref().filter(|_| !self.pending.is_empty()) {
            all.push(PollFd::from_borrowed_fd(input.as_fd(), PollFlags::OUT));
        }
        let time = Timespec { tv_sec: time.as_secs().cast_signed(), tv_nsec: time.subsec_nanos().into() };
        // An interrupted wait is only a shorter one.
        let _ = poll(&mut all, Some(&time));
    }

    /// Ends the whole process group and returns how the first process ended.
    pub(super) fn finish(mut self) -> Result<Exit, Fault> {
        self.kill();
        let status = self.child.wait().map_err(Fault::while_doing("wait for the program's end"))?;
        Ok(match (status.code(), status.signal()) {
            (Some(code), _) => Exit::Status(code),
            (None, signal) => Exit::Signal(signal.unwrap_or_default()),
        })
    }

    fn kill(&self) {
        // There is nobody left to kill if this fails. The first process may have left its group.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = pidfd_send_signal(&self.end, Signal::KILL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.kill();
            // The process is gone in either case.
            let _ = self.child.wait();
        }
    }
}

/// The reading end of a pipe, until its end.
struct Pipe {
    file: Option<File>,
}

impl Pipe {
    fn read(&mut self, room: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut chunk = [0; CHUNK];
        while let Some(file) = &mut self.file {
            let wanted = CHUNK.min(room - bytes.len());
            if wanted == 0 {
                break;
            }
            match file.read(&mut chunk[..wanted]) {
                Ok(0) => self.file = None,
                Ok(count) => bytes.extend(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
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
