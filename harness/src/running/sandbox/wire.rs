//! The messages between the harness, its spawners and their shims.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Tier;
use super::listener::WaitSource;
use crate::limits::Limits;
use crate::recording::Exit;

/// The most descriptors that go with a message.
const DESCRIPTORS: usize = 8;

/// The longest message; arguments of a program cannot be longer.
const LONGEST: usize = 4 << 20;

/// How long descriptors of others are waited for, and the pause between two attempts. No program in between lives longer, unless
/// its suite says so.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(5);

/// What a spawner is told first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SpawnerSetup {
    /// How its programs are contained.
    pub(super) tier: Tier,
    /// The files and folders that its programs see beside those of the system.
    pub(super) sees: Vec<PathBuf>,
    /// What they do not see although it stands there.
    pub(super) hides: Vec<PathBuf>,
    /// How it is found out that they wait.
    pub(super) waits: WaitSource,
    /// How many processes and threads the user had when the spawner began, where the kernel counts a program's together
    /// with them.
    #[serde(skip)]
    pub(super) others: u64,
}

/// What a spawner is asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum SpawnerRequest {
    /// To start a program. What comes of it is told on the line of its shim.
    Start(Box<LaunchOrder>),
    /// To end the processes of a program whose shim is gone.
    EndOrphans,
}

/// A request with its descriptors.
pub(super) type ReceivedRequest = (SpawnerRequest, Vec<OwnedFd>);

/// A program to start. With it go the descriptors of the shim's line, of the three streams, of the folder,
/// and of the folder that is kept, if one is.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LaunchOrder {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) environment: Vec<(String, String)>,
    /// The folder in which it runs.
    pub(super) folder: PathBuf,
    /// A folder in which it may write, and what it writes is kept.
    pub(super) keeps: Option<PathBuf>,
    pub(super) limits: Limits,
}

/// What a spawner answers to a [`SpawnerSetup`], or when it is asked to end orphans.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// It is ready. With it go the descriptors that it says it has.
    Ready(ReadySpawner),
    /// There are no orphans any more.
    NoOrphans,
    /// It could not be done.
    Failed(Failure),
}

/// What the kernel does for the programs of a spawner.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct ReadySpawner {
    /// Whether it counts their processor time, and their memory.
    pub(super) counts: [bool; 2],
    /// Whether it tells of their calls; then the first descriptor hears of them.
    pub(super) hears_calls: bool,
    /// Whether it counts their tasks, with the spawner and the shim; then the last descriptor tells it.
    pub(super) counts_tasks: bool,
}

/// What could not be done, and the number of the error.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Failure {
    pub(super) doing: String,
    pub(super) errno: i32,
}

/// What a shim tells the harness.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ShimReport {
    /// All is prepared by the shim with this id; the program is about to begin, and may end the shim. Where something keeps it
    /// from that, this is left out.
    Prepared(u32),
    /// The program has begun, below the shim with this id.
    Started(u32),
    /// The program cannot be started, because of the error with this number.
    NoProgram(i32),
    /// The shim could not do its work.
    Failed(Failure),
    /// All processes of the program are gone.
    Ended(Ended),
}

/// How a program ended.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(in crate::running) struct Ended {
    /// How the first process ended.
    pub(in crate::running) exit: Exit,
    /// The limit for which it was ended, if it was.
    pub(in crate::running) exceeded: Option<Exceeded>,
}

/// A limit that the shim watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::running) enum Exceeded {
    /// Processor time of all processes.
    Cpu,
    /// Memory of all processes.
    Memory,
    /// The number of processes and threads.
    Processes,
    /// The bytes and the number of files in its folders.
    Scratch,
}

impl Failure {
    /// Returns a function that makes a failure of an error while `doing` something.
    pub(super) fn of<E: Into<io::Error>>(doing: impl Into<String>) -> impl FnOnce(E) -> Self {
        let doing = doing.into();
        move |error| Self { doing, errno: error.into().raw_os_error().unwrap_or(libc::EIO) }
    }
}

/// Sends a message and descriptors.
pub(super) fn send(line: &UnixStream, message: &impl Serialize, descriptors: &[&OwnedFd]) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let length = u32::try_from(text.len()).map_err(io::Error::other)?.to_le_bytes();
    let bytes = [&length, &*text].concat();
    let borrowed: Vec<_> = descriptors.iter().map(|descriptor| descriptor.as_fd()).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !borrowed.is_empty() && !control.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(io::Error::other("too many descriptors"));
    }
    // A short message goes as a whole: who sends it may be stopped at any time.
    let sent = patiently(|| sendmsg(line, &[IoSlice::new(&bytes)], &mut control, SendFlags::NOSIGNAL))?;
    (&*line).write_all(&bytes[sent..])
}

/// Tries again as long as programs of this user have sent too many descriptors to each other: the kernel counts all of them
/// together, and forgets them when these programs end.
fn patiently<T>(mut send: impl FnMut() -> rustix::io::Result<T>) -> rustix::io::Result<T> {
    let begun = Instant::now();
    loop {
        match send() {
            Err(rustix::io::Errno::TOOMANYREFS) if begun.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            other => return other,
        }
    }
}

/// Receives a message and its descriptors; nothing if the other side is gone.
pub(super) fn receive<T: DeserializeOwned>(line: &UnixStream) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        match recvmsg(line, &mut [IoSliceMut::new(&mut length)], &mut control, RecvFlags::CMSG_CLOEXEC) {
            Err(rustix::io::Errno::INTR) => {}
            // Who ends without reading everything resets the line.
            Err(rustix::io::Errno::CONNRESET) => return Ok(None),
            other => break other?.bytes,
        }
    };
    if received == 0 {
        return Ok(None);
    }
    if !fill(line, &mut length[received..])? {
        return Ok(None);
    }
    let mut descriptors = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(more) = message {
            descriptors.extend(more);
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::other("the message is too long"));
    }
    let mut bytes = vec![0; length];
    if !fill(line, &mut bytes)? {
        return Ok(None);
    }
    Ok(Some((serde_json::from_slice(&bytes)?, descriptors)))
}

/// Reads as many bytes as there is room for; returns whether they came: the other side may end in the middle.
fn fill(mut line: &UnixStream, room: &mut [u8]) -> io::Result<bool> {
    match line.read_exact(room) {
        Ok(()) => Ok(true),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset) =>
        {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}
