//! The harness's side of containment: spawners that wait for work, and programs that they have started.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, Once, OnceLock};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

use super::eyes::Eyes;
use super::hidden::hidden;
use super::kernel::SPAWNER_NAME;
use super::listener::{WaitListener, WaitSource};
use super::processors::{Seat, Stay};
use super::tier::Tier;
use super::view::seen;
use super::wire::{
    Answer, Ended, Failure, LaunchOrder, ShimReport, SpawnerRequest, SpawnerSetup, receive, send,
};
use crate::limits::Limits;
use crate::recording::Exit;
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
    // When it is dropped, the line ends before the spawner is waited for.
    line: UnixStream,
    spawner: Spawner,
    _stay: Option<Stay>,
}

/// What came of starting a program.
pub(in crate::running) enum StartOutcome {
    Contained(Contained),
    /// The program cannot be started, because of this error.
    NoProgram(io::Error),
}

/// Spawners without work.
static IDLE: Mutex<Vec<Spawner>> = Mutex::new(Vec::new());

/// Whether the kernel counts the processor time, and the memory, of programs: known when the first spawner is.
static COUNTS: OnceLock<[bool; 2]> = OnceLock::new();

/// Whether this process may have as many descriptors as it can get.
static RAISED: Once = Once::new();

/// How many tasks the kernel counts if the program has one: that, its shim and the spawner.
pub(in crate::running) const TASKS_OF_ONE: u64 = 3;

/// The most spawners that are kept for later.
const MOST_IDLE: usize = 64;

/// How long a shim that a program may have stopped has time to end all processes; it gives up before.
const ENDING: Duration = Duration::from_secs(40);

/// The pause between two attempts to wake a shim.
const WAKING: Duration = Duration::from_millis(20);

/// A program that a spawner has started, and what was asked for it.
struct StartedProgram {
    program: PathBuf,
    sees: Vec<PathBuf>,
    hides: Vec<PathBuf>,
}

impl StartedProgram {
    fn is_for(&self, launch: &Launch) -> bool {
        self.program == launch.program && self.sees == launch.sees && self.hides == launch.hides
    }
}

/// A process that starts programs, one after the other.
struct Spawner {
    setup: SpawnerSetup,
    /// What it has started.
    started: Option<Box<StartedProgram>>,
    line: UnixStream,
    process: Child,
    /// Hears of the calls of its programs, where the kernel tells of them.
    listener: Option<WaitListener>,
    /// Tells how many tasks there are, its own and that of the shim among them, where the kernel counts them.
    tasks: Option<File>,
    /// Its processor, where there are several.
    seat: Option<Seat>,
}

impl Drop for Spawner {
    fn drop(&mut self) {
        // It ends when its line does.
        let _ = self.line.shutdown(std::net::Shutdown::Both);
        let _ = self.process.wait();
    }
}

/// Returns whether the kernel counts the processor time, and the memory, of programs, as the first spawner has told it.
pub(super) fn counts() -> [bool; 2] {
    COUNTS.get().copied().unwrap_or_default()
}

pub(in crate::running) fn pipe() -> Result<(OwnedFd, OwnedFd), Fault> {
    rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(Fault::while_doing("make a pipe"))
}

/// Starts a program in `tier`.
pub(super) fn start_in(
    tier: Tier,
    launch: &Launch,
    limits: &Limits,
    streams: Streams,
) -> Result<StartOutcome, Fault> {
    let ordered = match order(tier, launch, limits, &streams)? {
        Some(contained) => Some(contained),
        // It has ended just before.
        None => order(tier, launch, limits, &streams)?,
    };
    let gone = || Fault::while_doing("start a program")(io::Error::other("what starts programs is gone"));
    let (mut contained, mut report) = ordered.ok_or_else(gone)?;
    // The far ends are the program's alone, so that it can close them.
    drop(streams);
    if let ShimReport::Prepared(shim) = report {
        contained.shim = shim;
        contained.revive(limits.wall);
        let Some(next) = hear(&contained.line)? else {
            // It was quick to end its shim; that is told when it is asked how it ended.
            return Ok(StartOutcome::Contained(contained));
        };
        report = next;
    }
    match report {
        ShimReport::Started(shim) => {
            contained.spawner.has_started(launch);
            Ok(StartOutcome::Contained(Contained { shim, ..contained }))
        }
        ShimReport::NoProgram(errno) => {
            contained.spawner.put_back();
            Ok(StartOutcome::NoProgram(io::Error::from_raw_os_error(errno)))
        }
        ShimReport::Failed(failure) => Err(failure.into()),
        _ => Err(Fault::while_doing("start a program")(io::Error::other("its shim is not understood"))),
    }
}

/// Orders a program from a spawner, and returns what is told first; nothing if that one is gone, and no program was begun.
fn order(
    tier: Tier,
    launch: &Launch,
    limits: &Limits,
    streams: &Streams,
) -> Result<Option<(Contained, ShimReport)>, Fault> {
    let spawner = Spawner::find(tier, launch)?;
    let stay = spawner.seat.as_ref().map(Seat::keep_this_thread);
    let (line, far) = UnixStream::pair().map_err(Fault::while_doing("make a line to a program"))?;
    let far = OwnedFd::from(far);
    let ordered = spawner.order(launch, limits, &[&far, &streams.input, &streams.output, &streams.error]);
    drop(far);
    let report = match ordered {
        Ok(()) => hear(&line)?,
        Err(_) if !spawner.is_there() => None,
        Err(fault) => return Err(fault),
    };
    match report {
        Some(report) => Ok(Some((Contained { shim: 0, line, spawner, _stay: stay }, report))),
        None if !spawner.is_there() => Ok(None),
        None => Err(Fault::while_doing("start a program")(io::Error::other("its shim is gone"))),
    }
}

impl Spawner {
    /// Returns one that can start a program in `tier`: if there is one, an idle one that has started the same program before.
    fn find(tier: Tier, launch: &Launch) -> Result<Self, Fault> {
        let waits = WaitSource::wanted();
        let knows = |idle: &Self| {
            let has_started = || idle.started.as_ref().is_some_and(|it| it.is_for(launch));
            idle.setup.tier == tier && idle.setup.waits == waits && has_started()
        };
        if let Some(idle) = Self::idle(knows) {
            return Ok(idle);
        }
        let sees = seen(&launch.program, &launch.sees);
        let hides = hidden(&launch.hides, &sees);
        let setup = SpawnerSetup { tier, sees, hides, waits, others: 0 };
        Self::idle(|idle| idle.setup == setup).map_or_else(|| Self::new(setup.clone()), Ok)
    }

    /// Takes one out of those without work.
    fn idle(fits: impl Fn(&Self) -> bool) -> Option<Self> {
        let mut idle = IDLE.lock().expect("nobody panics who holds this");
        loop {
            let index = idle.iter().position(&fits)?;
            let found = idle.swap_remove(index);
            // One that a program, or somebody else, has ended is of no use any more.
            if found.is_there() {
                return Some(found);
            }
        }
    }

    /// Takes note that it has started this program: what the program, and what it is to see, leads to, need not be looked up again.
    fn has_started(&mut self, launch: &Launch) {
        if !self.started.as_ref().is_some_and(|it| it.is_for(launch))
            && launch.sees.iter().all(|it| it.exists())
        {
            let (program, sees, hides) = (launch.program.clone(), launch.sees.clone(), launch.hides.clone());
            self.started = Some(Box::new(StartedProgram { program, sees, hides }));
        }
    }

    /// Returns whether its process is there: an idle one says nothing, and its line ends with it.
    fn is_there(&self) -> bool {
        let mut ends = [PollFd::new(&self.line, PollFlags::IN)];
        matches!(poll(&mut ends, Some(&Timespec::default())), Ok(0))
    }

    fn new(setup: SpawnerSetup) -> Result<Self, Fault> {
        let doing = "start the process that starts programs";
        RAISED.call_once(raise_limit);
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
        let mut spawner =
            Self { setup, started: None, line, process, listener: None, tasks: None, seat: None };
        spawner.tell(&spawner.setup, &[], doing)?;
        if let (Answer::Ready(ready), descriptors) = spawner.hear(doing)? {
            COUNTS.get_or_init(|| ready.counts);
            let mut descriptors = descriptors.into_iter();
            spawner.listener =
                descriptors.by_ref().take(ready.hears_calls.into()).next().map(WaitListener::new);
            spawner.tasks = descriptors.take(ready.counts_tasks.into()).next().map(Into::into);
            spawner.seat = Seat::choose().inspect(|seat| seat.keep(Pid::from_child(&spawner.process)));
        }
        Ok(spawner)
    }

    /// Orders a program; what comes of it is told on its line.
    fn order(&self, launch: &Launch, limits: &Limits, ends: &[&OwnedFd; 4]) -> Result<(), Fault> {
        let environment = environment(&launch.folder);
        let order = LaunchOrder {
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
        self.tell(&SpawnerRequest::Start(Box::new(order)), &descriptors, "order a program")
    }

    /// Ends what a program has left that has ended its shim.
    fn end_orphans(&self) -> Result<(), Fault> {
        let doing = "end the processes of a program";
        self.tell(&SpawnerRequest::EndOrphans, &[], doing)?;
        self.hear(doing).map(drop)
    }

    fn tell(
        &self,
        request: &impl serde::Serialize,
        descriptors: &[&OwnedFd],
        doing: &str,
    ) -> Result<(), Fault> {
        self.wake();
        send(&self.line, request, descriptors).map_err(Fault::while_doing(doing))
    }

    fn hear(&self, doing: &str) -> Result<(Answer, Vec<OwnedFd>), Fault> {
        match receive(&self.line).map_err(Fault::while_doing(doing))? {
            Some((Answer::Failed(failure), _)) => Err(failure.into()),
            Some(heard) => Ok(heard),
            None => {
                Err(Fault::while_doing(doing)(io::Error::other("the process that starts programs is gone")))
            }
        }
    }

    /// Keeps it for the next program.
    fn put_back(self) {
        let mut idle = IDLE.lock().expect("nobody panics who holds this");
        if idle.len() >= MOST_IDLE {
            drop(idle.remove(0));
        }
        idle.push(self);
        // When the last program has ended, all of them can hear that the harness is gone.
        idle.iter().for_each(Self::wake);
    }

    /// Lets it go on if a program has stopped it.
    fn wake(&self) {
        if self.setup.tier.lets_signals_out() {
            let _ = kill_process(Pid::from_child(&self.process), Signal::CONT);
        }
    }
}

/// Lets this process have as many descriptors, open and on their way, as it can get: those that programs of the same user send to
/// each other count, too.
fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    // Where it is refused, less must do.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

fn open_folder(folder: &Path) -> Result<OwnedFd, Fault> {
    let opened = File::open(folder);
    opened.map(Into::into).map_err(Fault::while_doing(format!("open the folder {}", folder.display())))
}

impl Contained {
    /// Returns with whose eyes its processes are looked at.
    pub(in crate::running) fn eyes(&self) -> Eyes {
        Eyes::on(self.spawner.process.id(), self.spawner.setup.tier)
    }

    /// Returns what hears of its calls, where the kernel tells of them.
    pub(in crate::running) fn listener(&self) -> Option<&WaitListener> {
        self.spawner.listener.as_ref()
    }

    /// Returns what tells how many tasks there are, if [`TASKS_OF_ONE`] are those of a program that has one.
    pub(in crate::running) fn tasks(&self) -> Option<&File> {
        self.spawner.tasks.as_ref().filter(|_| self.spawner.setup.tier == Tier::Namespaces)
    }

    /// Returns what becomes readable when all processes have ended.
    pub(in crate::running) fn line(&self) -> &UnixStream {
        &self.line
    }

    /// Ends all processes, if any are left, and returns how the first one ended.
    pub(in crate::running) fn end(self) -> Result<Ended, Fault> {
        // The shim may be done already, and gone.
        let _ = self.line.shutdown(std::net::Shutdown::Write);
        if self.may_be_hurt() {
            self.revive(ENDING);
        }
        self.wait()
    }

    /// Waits until all processes have ended, and returns how the first one did.
    pub(super) fn wait(self) -> Result<Ended, Fault> {
        match hear(&self.line)? {
            // The program has ended its shim, or stopped it for good, and is ended itself.
            None if self.may_be_hurt() => {
                self.spawner.end_orphans()?;
                self.spawner.put_back();
                Ok(Ended { exit: Exit::Signal(libc::SIGKILL), exceeded: None })
            }
            Some(ShimReport::Ended(ended)) => {
                self.spawner.put_back();
                Ok(ended)
            }
            Some(ShimReport::Failed(failure)) => Err(failure.into()),
            _ => Err(Fault::while_doing("hear how a program ended")(io::Error::other("its shim is gone"))),
        }
    }

    /// Returns whether the program may do something to its shim.
    fn may_be_hurt(&self) -> bool {
        self.spawner.setup.tier.lets_signals_out()
    }

    /// Waits until the shim tells something or is gone. One that the program stops is woken, and given up after `patience`.
    /// As long as its line has not ended, it is there, so no other process has its id.
    fn revive(&self, patience: Duration) {
        let Some(shim) = i32::try_from(self.shim).ok().and_then(Pid::from_raw) else { return };
        let begun = Instant::now();
        let pause = Timespec { tv_sec: 0, tv_nsec: WAKING.subsec_nanos().into() };
        loop {
            let mut ends = [PollFd::new(&self.line, PollFlags::IN)];
            if matches!(poll(&mut ends, Some(&pause)), Ok(1)) {
                return;
            }
            if begun.elapsed() > patience {
                let _ = kill_process(shim, Signal::KILL);
                return;
            }
            let _ = kill_process(shim, Signal::CONT);
        }
    }
}

/// Returns the next report; nothing if the shim is gone.
fn hear(line: &UnixStream) -> Result<Option<ShimReport>, Fault> {
    let heard = receive(line).map_err(Fault::while_doing("hear from a program's shim"))?;
    Ok(heard.map(|(report, _)| report))
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self { doing: failure.doing, cause: io::Error::from_raw_os_error(failure.errno) }
    }
}
