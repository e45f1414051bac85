//! The harness's side of containment: spawners that wait for work, and programs that they have started.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use super::kernel::SPAWNER_NAME;
use super::view::seen;
use super::wire::{Answer, Ended, Failure, Order, Report, Setup, receive, send};
use super::{Tier, tier};
use crate::cases::Limits;
use crate::running::environment::environment;
use crate::running::{Fault, Launch};

/// The ends of the three pipes that the program gets.
pub(in crate::running) struct Streams {
    pub(in crate::running) input: OwnedFd,
    pub(in crate::running) output: OwnedFd,
    pub(in crate::running) error: OwnedFd,
}

/// A program that runs. When this is dropped, all its processes are ended.
pub(in crate::running) struct Contained {
    /// The id of the shim; the program's processes are below it.
    pub(in crate::running) shim: u32,
    line: UnixStream,
}

/// What came of starting a program.
pub(in crate::running) enum Start {
    Contained(Contained),
    /// The program cannot be started, because of this error.
    NoProgram(io::Error),
}

/// Spawners without work.
static IDLE: Mutex<Vec<Spawner>> = Mutex::new(Vec::new());

/// The most spawners that are kept for later.
const MOST_IDLE: usize = 64;

struct Spawner {
    setup: Setup,
    line: UnixStream,
    process: Child,
}

impl Drop for Spawner {
    fn drop(&mut self) {
        // It ends when its line does.
        let _ = self.line.shutdown(std::net::Shutdown::Both);
        let _ = self.process.wait();
    }
}

/// Starts a program in the best tier of this machine.
pub(in crate::running) fn start(launch: &Launch, limits: &Limits, streams: Streams) -> Result<Start, Fault> {
    start_in(tier(), launch, limits, streams)
}

/// Starts a program in `tier` and waits for its end.
pub(super) fn try_out(tier: Tier, program: PathBuf) -> Result<(), Fault> {
    let folder = tempfile::tempdir().map_err(Fault::while_doing("make a folder"))?;
    let folder = folder.path().to_path_buf();
    let launch = Launch { program, folder, ..Launch::default() };
    let (input, _typing) = pipe()?;
    let (_reading, output) = pipe()?;
    let (_hearing, error) = pipe()?;
    match start_in(tier, &launch, &Limits::default(), Streams { input, output, error })? {
        Start::NoProgram(error) => Err(Fault::while_doing("start a program")(error)),
        Start::Contained(program) => match program.wait()?.exit {
            crate::recording::Exit::Status(0) => Ok(()),
            other => Err(Fault::while_doing("run a program")(io::Error::other(format!("{other:?}")))),
        },
    }
}

pub(in crate::running) fn pipe() -> Result<(OwnedFd, OwnedFd), Fault> {
    rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(Fault::while_doing("make a pipe"))
}

fn start_in(tier: Tier, launch: &Launch, limits: &Limits, streams: Streams) -> Result<Start, Fault> {
    let setup = Setup { tier, sees: seen(&launch.program, &launch.sees), others: 0 };
    let spawner = Spawner::find(setup)?;
    let (line, far) = UnixStream::pair().map_err(Fault::while_doing("make a line to a program"))?;
    let far = OwnedFd::from(far);
    let shim = spawner.order(launch, limits, &[&far, &streams.input, &streams.output, &streams.error])?;
    // The far ends are the program's alone, so that it can close them.
    drop((far, streams));
    // A spawner whose program could not be started is as good as before.
    spawner.put_back();
    match hear(&line)? {
        Report::Started => Ok(Start::Contained(Contained { shim, line })),
        Report::NoProgram(errno) => Ok(Start::NoProgram(io::Error::from_raw_os_error(errno))),
        Report::Failed(failure) => Err(failure.into()),
        Report::Ended(_) => Err(Fault::while_doing("start a program")(io::Error::other("it ended before"))),
    }
}

impl Spawner {
    fn find(setup: Setup) -> Result<Self, Fault> {
        let mut idle = IDLE.lock().expect("nobody panics who holds this");
        if let Some(index) = idle.iter().position(|spawner| spawner.setup == setup) {
            return Ok(idle.swap_remove(index));
        }
        drop(idle);
        Self::new(setup)
    }

    fn new(setup: Setup) -> Result<Self, Fault> {
        let doing = "start the process that starts programs";
        let (line, far) = UnixStream::pair().map_err(Fault::while_doing(doing))?;
        let process = Command::new("/proc/self/exe")
            .arg0(SPAWNER_NAME)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(far)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Fault::while_doing(doing))?;
        let spawner = Self { setup, line, process };
        send(&spawner.line, &spawner.setup, &[]).map_err(Fault::while_doing(doing))?;
        match spawner.hear()? {
            Answer::Failed(failure) => Err(failure.into()),
            _ => Ok(spawner),
        }
    }

    /// Orders a program and returns the id of its shim.
    fn order(&self, launch: &Launch, limits: &Limits, ends: &[&OwnedFd; 4]) -> Result<u32, Fault> {
        let environment = environment(&launch.folder);
        let order = Order {
            program: launch.program.clone(),
            arguments: launch.arguments.clone(),
            environment: environment.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
            folder: launch.folder.clone(),
            keeps: launch.keeps.clone(),
            limits: *limits,
        };
        let folder = open_folder(&launch.folder)?;
        let keeps = launch.keeps.as_deref().map(open_folder).transpose()?;
        let mut descriptors = ends.to_vec();
        descriptors.push(&folder);
        descriptors.extend(&keeps);
        send(&self.line, &order, &descriptors).map_err(Fault::while_doing("order a program"))?;
        match self.hear()? {
            Answer::Shim(id) => Ok(id),
            Answer::Failed(failure) => Err(failure.into()),
            Answer::Ready => {
                Err(Fault::while_doing("order a program")(io::Error::other("it is not understood")))
            }
        }
    }

    fn hear(&self) -> Result<Answer, Fault> {
        let doing = "hear from the process that starts programs";
        let heard = receive(&self.line).map_err(Fault::while_doing(doing))?;
        let gone = || Fault::while_doing(doing)(io::Error::other("it is gone"));
        heard.map(|(answer, _)| answer).ok_or_else(gone)
    }

    fn put_back(self) {
        let mut idle = IDLE.lock().expect("nobody panics who holds this");
        if idle.len() >= MOST_IDLE {
            drop(idle.remove(0));
        }
        idle.push(self);
    }
}

fn open_folder(folder: &Path) -> Result<OwnedFd, Fault> {
    let opened = std::fs::File::open(folder);
    opened.map(Into::into).map_err(Fault::while_doing(format!("open the folder {}", folder.display())))
}

impl Contained {
    /// Returns what becomes readable when all processes have ended.
    pub(in crate::running) fn line(&self) -> &UnixStream {
        &self.line
    }

    /// Ends all processes, if any are left, and returns how the first one ended.
    pub(in crate::running) fn end(self) -> Result<Ended, Fault> {
        // The shim may be done already, and gone.
        let _ = self.line.shutdown(std::net::Shutdown::Write);
        self.wait()
    }

    fn wait(self) -> Result<Ended, Fault> {
        match hear(&self.line)? {
            Report::Ended(ended) => Ok(ended),
            Report::Failed(failure) => Err(failure.into()),
            _ => {
                Err(Fault::while_doing("hear how a program ended")(io::Error::other("it is not understood")))
            }
        }
    }
}

fn hear(line: &UnixStream) -> Result<Report, Fault> {
    let doing = "hear from a program's shim";
    let heard = receive(line).map_err(Fault::while_doing(doing))?;
    let gone = || Fault::while_doing(doing)(io::Error::other("it is gone"));
    heard.map(|(report, _)| report).ok_or_else(gone)
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self { doing: failure.doing, cause: io::Error::from_raw_os_error(failure.errno) }
    }
}
