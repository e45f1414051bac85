//! The process above a program: prepares its place, starts it, watches what it uses, and ends all of it.
//!
//! With namespaces it is the first process of its own, so everything below it dies with it, and it serves further programs as long as
//! nothing is left of the last. Without, processes that lose their parents come to it, so none gets lost.

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;

use rustix::process::{
    Pid, Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal, setpriority_process,
    setsid, test_kill_process,
};

use super::clean_place::CleanPlace;
use super::copying::{copy_in, copy_out};
use super::groundwork::Groundwork;
use super::kernel::{self, Stack};
use super::program::ProgramPlace;
use super::tree_watch::{Reach, TreeWatch, UsedBefore};
use super::wire::{Failure, LaunchOrder, ReceivedRequest, ShimReport, SpawnerRequest, receive, send};
use super::{Tier, landlock, program, root};

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

/// What a process above programs has.
pub(super) struct Shim<'a> {
    pub(super) ground: &'a Groundwork,
    /// For the process that becomes the program.
    pub(super) stack: &'a mut Stack,
    /// Its number outside of its namespaces.
    pub(super) id: u32,
    /// The place that is prepared, as long as it is clean.
    pub(super) place: Option<CleanPlace>,
    /// What had been used when the last program had ended, as long as the place is clean.
    pub(super) used: Option<UsedBefore>,
}

impl Shim<'_> {
    /// Runs a program, and those that are asked for on the line of its spawner afterwards, as long as each leaves its place clean.
    /// Returns what is asked for that is not for this place.
    pub(super) fn serve(
        mut self,
        requests: &UnixStream,
        order: &LaunchOrder,
        delivery: Delivery,
    ) -> Option<ReceivedRequest> {
        self.run(order, delivery);
        loop {
            let place = self.place.as_ref()?;
            match receive(requests).ok()?? {
                (SpawnerRequest::Start(order), descriptors) if place.is_for(&order) => {
                    self.run(&order, Delivery::of(descriptors)?);
                }
                other => return Some(other),
            }
        }
    }

    /// Runs one program.
    pub(super) fn run(&mut self, order: &LaunchOrder, delivery: Delivery) {
        let Delivery { line, place, keeps } = delivery;
        let (ground, tier) = (self.ground, self.ground.setup.tier);
        let before = self.used.take().unwrap_or_else(|| UsedBefore::now(ground));
        // The kernel may schedule each session as a group of its own, which takes long to make, and longer to get its turn. In
        // namespaces nobody could tell the difference.
        if tier != Tier::Namespaces {
            let _ = setsid();
        }
        let tell = |report: &ShimReport| drop(send(&line, report, &[]));
        let mut used = None;
        let report = self
            .prepare(order, &place.folder)
            .inspect(|_| {
                if tier.lets_signals_out() {
                    tell(&ShimReport::Prepared(self.id));
                }
            })
            .and_then(|reach| start(ground, order, place, self.stack).map(|started| (reach, started)))
            .and_then(|(reach, started)| match started {
                Started::Not(errno) => Ok(ShimReport::NoProgram(errno)),
                Started::Program(first) => {
                    tell(&ShimReport::Started(self.id));
                    let watch = TreeWatch { line: &line, first, reach, ground, before, order, exit: None };
                    let (ended, after) = watch.until_the_end()?;
                    used = after;
                    keep(ground, order, keeps.as_ref())?;
                    Ok(ShimReport::Ended(ended))
                }
            })
            .unwrap_or_else(ShimReport::Failed);
        tell(&report);
        let ended = matches!(report, ShimReport::Ended(_));
        self.place = self.place.take().filter(|place| ended && place.is_clean());
        self.used = used.filter(|_| self.place.is_some());
    }

    fn prepare(&mut self, order: &LaunchOrder, folder: &OwnedFd) -> Result<Reach, Failure> {
        let ground = self.ground;
        if ground.setup.tier == Tier::Namespaces {
            return self.prepare_in_namespaces(order, folder);
        }
        // Only root may, and only root's processes are not counted by the kernel.
        let _ = setpriority_process(None, AHEAD);
        set_child_subreaper(Some(getpid())).map_err(Failure::of("adopt processes"))?;
        give(order, ground.becomes, true)?;
        if ground.setup.tier == Tier::LandlockScoped {
            landlock::confine_signals().map_err(Failure::of("confine signals"))?;
            // Before `kill_all_others` is ever used: the parent must be out of reach.
            let parent =
                getppid().is_some_and(|parent| test_kill_process(parent) == Err(rustix::io::Errno::PERM));
            return Ok(if parent { Reach::Own } else { Reach::Others });
        }
        Ok(Reach::Others)
    }

    fn prepare_in_namespaces(&mut self, order: &LaunchOrder, folder: &OwnedFd) -> Result<Reach, Failure> {
        let (ground, is_new) = (self.ground, self.place.is_none());
        if is_new {
            set_parent_process_death_signal(Some(Signal::KILL))
                .map_err(Failure::of("bind a process to its parent"))?;
            root::refresh(&ground.setup.sees, &folders(order), &order.limits)?;
        }
        let copied = copy_in(folder, &order.folder).map_err(Failure::of("copy files into the scratch"))?;
        if is_new || copied {
            give(order, ground.becomes, copied)?;
            // Nobody can see of files whether they were changed.
            self.place = if copied { None } else { CleanPlace::note(ground, order) };
        }
        Ok(if getpid().is_init() { Reach::Own } else { Reach::Others })
    }
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
